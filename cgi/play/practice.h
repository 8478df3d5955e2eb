/* Practice tables: a position of another game that one person plays on alone, knowing no more than that person may know. */
#ifndef CGI_PLAY_PRACTICE_H
#define CGI_PLAY_PRACTICE_H

#include "cgi/base/arena.h"
#include "cgi/base/cache.h"
#include "cgi/play/table.h"
#include "rules/engine/rng.h"
#include "rules/rules.h"

/* A position of a game, as one person may try something on it. */
struct trial {
    const struct game_row *game;
    const struct rules *rules;   /* of the revision that it is played by */
    int viewer;                  /* the seat of that person, or NO_SEAT */
    int ply;
    int own;                     /* the seat that no bot may play there, see struct practice; NO_SEAT: none */
    const void *state;           /* as it was: only practice_opening() may look at it */
    seatmask awaits;             /* who is asked something there; at least one */
    const char *const *step;     /* of the person's draft, when it is to go along */
    int n_steps;
};

/** practice_own_seat() - the seat that no bot may play at a practice table from @game, for who sits at @viewer there; NO_SEAT: any may */
int practice_own_seat(const struct game_row *game, int viewer);

/**
 * practice_find() - the position of @game after @ply, with @person's draft if that is wanted. Whether @person may see the game is for the
 * caller to know.
 * @cache: as for play_table()
 * ERR_GONE: there is no such ply. ERR_STALE with a sentence: the game has not started, its rules are no longer here, it is over at that
 * position, or there is no draft there any more.
 */
bool practice_find(struct db *db, struct cache *cache, struct arena *arena, const struct game_row *game, int64_t person, int ply, bool draft,
                   struct trial *trial, struct err *err);

/** practice_opening() - @state with all dealt anew that @viewer cannot see (EVERY_SEAT: that no seat can), packed; on @arena. Of two positions that @viewer cannot tell
 *  apart the same comes out for the same key */
struct stored practice_opening(struct arena *arena, const struct rules *rules, const void *state, int viewer, const uint8_t key[RNG_KEY_BYTES]);

/** practice_takes_draft() - would the draft of @trial lie before the seat that it is of, at a table with these bots? The owner of several seats by
 *  hand begins at the first of those that are asked. Without a draft: true */
bool practice_takes_draft(const struct trial *trial, const char *const bots[SEATS_MAX]);
/** practice_begins() - the same; ERR_STALE with a sentence: it would not */
bool practice_begins(const struct trial *trial, const char *const bots[SEATS_MAX], struct err *err);

/**
 * practice_make() - a table of @person's that begins there, or the one that was made there before and at which nothing was done yet
 * @came_with: the key of a private game, with which the person came, so that the table leads back there; NULL: none
 * @bots: by seat, NULL: by hand, which one seat at least is, and that of trial->own. The draft goes along where the person's own seat is by hand.
 * @trial: practice_begins() with these
 * ERR_STALE with a sentence: there are too many. Its start may be still to be made, see play_start_when_full().
 */
bool practice_make(struct db *db, struct arena *arena, const struct trial *trial, int64_t person, const char *came_with, const char *const bots[SEATS_MAX],
                   int64_t *id, struct err *err);

#endif
