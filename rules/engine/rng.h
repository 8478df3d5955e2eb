/* The stream of chance: ChaCha20 under a game's key, one nonce a move, numbers drawn without bias.
 *
 * The variant with an 8-byte nonce and an 8-byte block counter; the nonce is written least byte first. A program that
 * cares for speed calls sodium_init() once at its start; the numbers are the same without.
 */
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

/** rng_key_from_seed() - a key out of a small number, for tests, bots and headless games: BLAKE2b-256 of the label
 *  "ridotto seed 1", its NUL, and the seed in 8 bytes, least first */
void rng_key_from_seed(uint8_t key[RNG_KEY_BYTES], uint64_t seed);

/**
 * rng_below() - a number 0 .. n - 1, each equally likely
 * @n: at least 1; for 1 nothing is drawn
 *
 * The next four bytes of the stream are a word w, least byte first; the number is the upper half of the 64-bit product
 * w * n. When its lower half is below 2^32 mod n the word is dropped and the next one taken, which removes the bias.
 */
uint32_t rng_below(struct rng *rng, uint32_t n);

/** rng_draw() - takes one of the things that @n small counts hold, each equally likely; returns of which. There must be one. */
int rng_draw(struct rng *rng, uint8_t *counts, int n);

/** rng_shuffle() - puts @n items of one byte each into random order (Fisher-Yates, from the end) */
void rng_shuffle(struct rng *rng, void *items, size_t n);
/** rng_shuffle_unseen() - the same, whatever order they come in: what one makes of it tells nothing of that */
void rng_shuffle_unseen(struct rng *rng, uint8_t *items, size_t n);

#endif
