/* The token of a link in a letter by which one choice is played: for one person's seat, one decision, one position.
 *
 * Nothing is stored for it. It is made of what is stored of the letter's own link (cgi/base/token.h), by its hash, and of a code over
 * that hash and over all that the choice is, which only this site can make. So it signs nobody in, it plays nothing else, and it is
 * void when the letter's own link is (a new password, an account that is deleted), though not when that is too old to sign in. Its page
 * shows the table only while the choice is open (cgi/table/page_choice.c).
 */
#ifndef CGI_BASE_CHOICE_TOKEN_H
#define CGI_BASE_CHOICE_TOKEN_H

#include <stdbool.h>
#include <stdint.h>

#include "cgi/base/arena.h"
#include "cgi/base/token.h"

/* The hash and the code in base64url without padding, and a NUL. */
enum { CHOICE_CODE = 16, CHOICE_TOKEN = (TOKEN_DIGEST + CHOICE_CODE) / 3 * 4 + 1 };

/* What is chosen. */
struct chosen {
    int64_t game;
    int ply;            /* of the position that the letter was written for */
    const char *step;   /* one-line text of the move; of one that is filled in on the page: its verb */
    bool filled_in;
};

/** choice_token_make() - @secret: of store_bounce_secret(); @hash: of the token of the letter's own link */
void choice_token_make(const char *secret, const uint8_t hash[TOKEN_DIGEST], const struct chosen *, char text[CHOICE_TOKEN]);
/** choice_token_read() - is @text (may be NULL) the token of this choice? Then @hash is that of the letter's own link. In constant time */
bool choice_token_read(const char *secret, const char *text, const struct chosen *, uint8_t hash[TOKEN_DIGEST]);
/** choice_token_shaped() - could @text be one at all? NULL could not */
bool choice_token_shaped(const char *text);

#endif
