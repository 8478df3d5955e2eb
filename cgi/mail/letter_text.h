/* Plain text in letters. */
#ifndef CGI_MAIL_LETTER_TEXT_H
#define CGI_MAIL_LETTER_TEXT_H

/** letter_width() - how many columns @text takes in a fixed-width font: wide East Asian letters take two */
int letter_width(const char *text);

#endif
