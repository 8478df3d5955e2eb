#include "config.h"

#include "cgi/post/sign.h"

#include <inttypes.h>
#include <sodium.h>
#include <string.h>

#include "cgi/base/sb.h"

#include "cgi/base/banned.h"

const char *sign_base64(struct arena *arena, const uint8_t *bytes, size_t n)
{
    size_t room = sodium_base64_ENCODED_LEN(n, sodium_base64_VARIANT_ORIGINAL);
    return sodium_bin2base64(arena_alloc(arena, room), room, bytes, n, sodium_base64_VARIANT_ORIGINAL);
}

const char *sign_secret_text(struct arena *arena, const uint8_t secret[HOOK_SECRET])
{
    return arena_join(arena, (const char *[]){HOOK_SECRET_BEGINS, sign_base64(arena, secret, HOOK_SECRET), NULL});
}

const char *sign_hook(struct arena *arena, const uint8_t secret[HOOK_SECRET], const char *id, int64_t seconds, const char *body, size_t length)
{
    uint8_t sum[crypto_auth_hmacsha256_BYTES];
    crypto_auth_hmacsha256_state state;
    const char *before = arena_printf(arena, "%s.%" PRId64 ".", id, seconds);
    crypto_auth_hmacsha256_init(&state, secret, HOOK_SECRET);
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)before, strlen(before));
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)body, length);
    crypto_auth_hmacsha256_final(&state, sum);
    return arena_join(arena, (const char *[]){"v1,", sign_base64(arena, sum, sizeof(sum)), NULL});
}
