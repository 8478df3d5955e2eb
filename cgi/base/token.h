/* Random tokens: for sessions, for links in mail, for invitations. Only their hashes are stored. */
#ifndef CGI_BASE_TOKEN_H
#define CGI_BASE_TOKEN_H

#include <stdbool.h>
#include <stdint.h>

/* 32 random bytes in base64url without padding, and a NUL; the BLAKE2b hash of that text. */
enum { TOKEN_TEXT = 44, TOKEN_DIGEST = 32 };

/** token_make() - a new token that nobody can guess */
void token_make(char text[TOKEN_TEXT]);
/** token_hash() - what the database keeps of a token */
void token_hash(const char *text, uint8_t hash[TOKEN_DIGEST]);
/** token_shaped() - could @text be a token at all? */
bool token_shaped(const char *text);

#endif
