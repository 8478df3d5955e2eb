/* How unlike two words are, to guess what was meant by one that is not known. */
#ifndef CGI_BASE_APART_H
#define CGI_BASE_APART_H

/** letters_apart() - how many bytes are to be put in, left out or changed to make @a of @b; of words longer than 63 bytes: many */
int letters_apart(const char *a, const char *b);

#endif
