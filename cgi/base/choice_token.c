#include "config.h"

#include "cgi/base/choice_token.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "cgi/base/banned.h"

_Static_assert((TOKEN_DIGEST + CHOICE_CODE) % 3 == 0, "base64 without padding");
_Static_assert((int)CHOICE_CODE >= (int)crypto_generichash_BYTES_MIN, "a code of this length can be made");

/* The site's secret has other uses, so a key of its own is made of it. */
static void make_code(const char *secret, const uint8_t hash[TOKEN_DIGEST], const struct chosen *chosen, uint8_t code[CHOICE_CODE])
{
    static const char use[] = "a choice in a letter";
    uint8_t key[crypto_generichash_KEYBYTES];
    char about[64];
    crypto_generichash_state state;
    snprintf(about, sizeof(about), "%" PRId64 " %d %d ", chosen->game, chosen->ply, chosen->filled_in);
    crypto_generichash(key, sizeof(key), (const unsigned char *)use, sizeof(use), (const unsigned char *)secret, strlen(secret));
    crypto_generichash_init(&state, key, sizeof(key), CHOICE_CODE);
    crypto_generichash_update(&state, hash, TOKEN_DIGEST);
    crypto_generichash_update(&state, (const unsigned char *)about, strlen(about));
    crypto_generichash_update(&state, (const unsigned char *)chosen->step, strlen(chosen->step));
    crypto_generichash_final(&state, code, CHOICE_CODE);
    sodium_memzero(key, sizeof(key));
}

void choice_token_make(const char *secret, const uint8_t hash[TOKEN_DIGEST], const struct chosen *chosen, char text[CHOICE_TOKEN])
{
    uint8_t bytes[TOKEN_DIGEST + CHOICE_CODE];
    memcpy(bytes, hash, TOKEN_DIGEST);
    make_code(secret, hash, chosen, bytes + TOKEN_DIGEST);
    sodium_bin2base64(text, CHOICE_TOKEN, bytes, sizeof(bytes), sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* *bytes: the hash and the code */
static bool decode(const char *text, uint8_t bytes[TOKEN_DIGEST + CHOICE_CODE])
{
    size_t n = 0;
    return text && strlen(text) == CHOICE_TOKEN - 1
        && !sodium_base642bin(bytes, TOKEN_DIGEST + CHOICE_CODE, text, CHOICE_TOKEN - 1, NULL, &n, NULL, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
        && n == TOKEN_DIGEST + CHOICE_CODE;
}

bool choice_token_shaped(const char *text)
{
    uint8_t bytes[TOKEN_DIGEST + CHOICE_CODE];
    return decode(text, bytes);
}

bool choice_token_read(const char *secret, const char *text, const struct chosen *chosen, uint8_t hash[TOKEN_DIGEST])
{
    uint8_t bytes[TOKEN_DIGEST + CHOICE_CODE], code[CHOICE_CODE];
    if (!decode(text, bytes))
        return false;
    memcpy(hash, bytes, TOKEN_DIGEST);
    make_code(secret, hash, chosen, code);
    return !sodium_memcmp(code, bytes + TOKEN_DIGEST, CHOICE_CODE);
}
