/* Plain text in letters. */
#ifndef CGI_MAIL_LETTER_TEXT_H
#define CGI_MAIL_LETTER_TEXT_H

#include "cgi/base/arena.h"

/** letter_width() - how many columns @text takes in a fixed-width font: wide East Asian letters take two */
int letter_width(const char *text);
/** letter_one_line() - @text as one line without spaces around it, on @arena; NULL: it is empty */
const char *letter_one_line(struct arena *arena, const char *text);

#endif
