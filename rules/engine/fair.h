/* Shuffles that can be checked: a game's key and its commitment, made from one secret under two labels.
 *
 * Every digest here is BLAKE2b-256 over fields, each written as its length in 8 bytes, least first, and its bytes. The
 * first field is a label ("ridotto key 1", "ridotto commitment 1", "ridotto chain 1"), so no digest of one purpose can
 * stand for another, and no two lists of phrases read the same.
 */
#ifndef RULES_ENGINE_FAIR_H
#define RULES_ENGINE_FAIR_H

#include <stddef.h>
#include <stdint.h>

enum { FAIR_SECRET_BYTES = 32, FAIR_DIGEST_BYTES = 32, FAIR_HEX = 2 * FAIR_DIGEST_BYTES + 1 };

/**
 * fair_key() - the key of a game's random stream
 * @phrases: one per seat, in seat order; NULL where a player added none, which counts as an empty one; borrowed
 * @n:       0 .. SEATS_MAX
 *
 * Fields: label, secret, then each phrase.
 */
void fair_key(const uint8_t secret[FAIR_SECRET_BYTES], const char *const *phrases, int n, uint8_t key[32]);

/** fair_commitment() - what is shown at the start; tells nothing about the key. Fields: label, secret. */
void fair_commitment(const uint8_t secret[FAIR_SECRET_BYTES], uint8_t digest[FAIR_DIGEST_BYTES]);

/** fair_chain() - the hash after a move: over the hash before, the state's hash before, and the move's text.
 *  Fields: label, then those three. @after may be @before. */
void fair_chain(const uint8_t before[FAIR_DIGEST_BYTES], const uint8_t state_hash[FAIR_DIGEST_BYTES],
                const char *move_text, uint8_t after[FAIR_DIGEST_BYTES]);

#endif
