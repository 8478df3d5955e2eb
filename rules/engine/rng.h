/* The stream of chance: ChaCha20 under a game's key, one nonce a move, numbers drawn without bias. */
#ifndef RULES_ENGINE_RNG_H
#define RULES_ENGINE_RNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RNG_KEY_BYTES = 32, RNG_BLOCK_BYTES = 256 };

struct rng {
    uint8_t key[RNG_KEY_BYTES];
    uint64_t nonce;
    uint32_t block;  /* next 64-byte block of the stream */
    uint16_t at;     /* next unused byte of buf; RNG_BLOCK_BYTES: none is left */
    bool used;       /* something was drawn since rng_init */
    uint8_t buf[RNG_BLOCK_BYTES];
};

/** rng_init() - the stream of move @nonce under @key; computes nothing until the first draw */
void rng_init(struct rng *rng, const uint8_t key[RNG_KEY_BYTES], uint64_t nonce);

/** rng_key_from_seed() - a key out of a small number, for tests, bots and headless games */
void rng_key_from_seed(uint8_t key[RNG_KEY_BYTES], uint64_t seed);

/** rng_below() - a number 0 .. n - 1, each equally likely; n >= 1 */
uint32_t rng_below(struct rng *rng, uint32_t n);

/** rng_shuffle() - puts @n items of one byte each into random order (Fisher-Yates, from the end) */
void rng_shuffle(struct rng *rng, void *items, size_t n);

#endif
