#include "config.h"

#include "rules/engine/fair.h"

#include <sodium.h>
#include <string.h>

static void add_field(crypto_generichash_state *hash, const void *bytes, size_t n)
{
    uint8_t length[8];
    for (int i = 0; i < 8; i++)
        length[i] = (uint8_t)((uint64_t)n >> (8 * i));
    crypto_generichash_update(hash, length, sizeof(length));
    crypto_generichash_update(hash, bytes, n);
}

static void add_text(crypto_generichash_state *hash, const char *text)
{
    add_field(hash, text, strlen(text));
}

static void begin(crypto_generichash_state *hash, const char *label)
{
    crypto_generichash_init(hash, NULL, 0, FAIR_DIGEST_BYTES);
    add_text(hash, label);
}

void fair_key(const uint8_t secret[FAIR_SECRET_BYTES], const char *const *phrases, int n, uint8_t key[32])
{
    crypto_generichash_state hash;
    begin(&hash, "ridotto key 1");
    add_field(&hash, secret, FAIR_SECRET_BYTES);
    for (int i = 0; i < n; i++)
        add_text(&hash, phrases[i] ? phrases[i] : "");
    crypto_generichash_final(&hash, key, FAIR_DIGEST_BYTES);
    sodium_memzero(&hash, sizeof(hash));
}

void fair_commitment(const uint8_t secret[FAIR_SECRET_BYTES], uint8_t digest[FAIR_DIGEST_BYTES])
{
    crypto_generichash_state hash;
    begin(&hash, "ridotto commitment 1");
    add_field(&hash, secret, FAIR_SECRET_BYTES);
    crypto_generichash_final(&hash, digest, FAIR_DIGEST_BYTES);
    sodium_memzero(&hash, sizeof(hash));
}

void fair_chain(const uint8_t before[FAIR_DIGEST_BYTES], const uint8_t state_hash[FAIR_DIGEST_BYTES],
                const char *move_text, uint8_t after[FAIR_DIGEST_BYTES])
{
    crypto_generichash_state hash;
    begin(&hash, "ridotto chain 1");
    add_field(&hash, before, FAIR_DIGEST_BYTES);
    add_field(&hash, state_hash, FAIR_DIGEST_BYTES);
    add_text(&hash, move_text);
    crypto_generichash_final(&hash, after, FAIR_DIGEST_BYTES);
}
