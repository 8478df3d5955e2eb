/* Plain text in letters. */
#ifndef CGI_MAIL_LETTER_TEXT_H
#define CGI_MAIL_LETTER_TEXT_H

#include "cgi/base/arena.h"

/** letter_width() - how many columns @text takes in a fixed-width font: wide East Asian letters take two */
int letter_width(const char *text);
/** letter_one_line() - @text as one line without spaces around it, on @arena; NULL: it is empty */
const char *letter_one_line(struct arena *arena, const char *text);

/* Of Japanese text, which is set as on pages (see joined.h): */
/** letter_set() - a line, such as a subject, with the signs of print and without spaces behind them, on @arena */
const char *letter_set(struct arena *arena, const char *text);
/** letter_folded() - a plain text likewise, with lines of at most 76 columns, a wide letter counting two, but for what cannot be parted, such as
 *  an address: many mail programs do not break a line in which there are no spaces. What follows "* " is set below its words. */
const char *letter_folded(struct arena *arena, const char *text);

#endif
