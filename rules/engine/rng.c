#include "config.h"

#include "rules/engine/rng.h"

#include "rules/engine/counts.h"

#include <sodium.h>
#include <string.h>

enum { STREAM_BLOCK = 64, WORD = 4 };

void rng_init(struct rng *rng, const uint8_t key[RNG_KEY_BYTES], uint64_t nonce)
{
    memcpy(rng->key, key, RNG_KEY_BYTES);
    rng->nonce = nonce;
    rng->block = 0;
    rng->at = RNG_BLOCK_BYTES;
    rng->used = false;
}

void rng_key_from_seed(uint8_t key[RNG_KEY_BYTES], uint64_t seed)
{
    static const char label[] = "ridotto seed 1";
    uint8_t text[sizeof(label) + 8];
    memcpy(text, label, sizeof(label));
    for (int i = 0; i < 8; i++)
        text[sizeof(label) + (size_t)i] = (uint8_t)(seed >> (8 * i));
    crypto_generichash(key, RNG_KEY_BYTES, text, sizeof(text), NULL, 0);
}

static void refill(struct rng *rng)
{
    uint8_t nonce[crypto_stream_chacha20_NONCEBYTES];
    for (int i = 0; i < 8; i++)
        nonce[i] = (uint8_t)(rng->nonce >> (8 * i));
    memset(rng->buf, 0, sizeof(rng->buf));
    crypto_stream_chacha20_xor_ic(rng->buf, rng->buf, sizeof(rng->buf), nonce, rng->block, rng->key);
    rng->block += RNG_BLOCK_BYTES / STREAM_BLOCK;
    rng->at = 0;
}

static uint32_t next_word(struct rng *rng)
{
    if (rng->at > RNG_BLOCK_BYTES - WORD)
        refill(rng);
    const uint8_t *b = rng->buf + rng->at;
    rng->at += WORD;
    rng->used = true;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

uint32_t rng_below(struct rng *rng, uint32_t n)
{
    if (n <= 1)
        return 0;
    uint64_t product = (uint64_t)next_word(rng) * n;
    if ((uint32_t)product < n) { /* only here can the costly division matter */
        uint32_t surplus = -n % n;
        while ((uint32_t)product < surplus)
            product = (uint64_t)next_word(rng) * n;
    }
    return (uint32_t)(product >> 32);
}

int rng_draw(struct rng *rng, uint8_t *counts, int n)
{
    int sum = counts_sum(counts, n), which = 0;
    must(sum > 0);
    int nth = (int)rng_below(rng, (uint32_t)sum);
    while (nth >= counts[which])
        nth -= counts[which++];
    counts[which]--;
    return which;
}

void rng_shuffle(struct rng *rng, void *items, size_t n)
{
    uint8_t *item = items;
    for (size_t i = n; i > 1; i--) {
        size_t j = rng_below(rng, (uint32_t)i);
        uint8_t moved = item[i - 1];
        item[i - 1] = item[j];
        item[j] = moved;
    }
}

void rng_shuffle_unseen(struct rng *rng, uint8_t *items, size_t n)
{
    uint16_t count[UINT8_MAX + 1] = {0};
    size_t at = 0;
    for (size_t i = 0; i < n; i++)
        count[items[i]]++;
    for (int value = 0; at < n; value++)
        for (; count[value] > 0; count[value]--)
            items[at++] = (uint8_t)value;
    rng_shuffle(rng, items, n);
}
