/* People at tables for tests that play a lot: made, seated, and moved by the rules' own advice, through play. */
#ifndef TESTS_LIB_PLAYERS_H
#define TESTS_LIB_PLAYERS_H

#include "cgi/play/play.h"

/* A form of @n steps from the page @drawn, which does not ask before anything. */
#define FORM(drawn, steps, n) (&(struct play_form){drawn, steps, n, NULL, false, false})

/** players_now() - Unix microseconds */
int64_t players_now(void);

/** players_join() - a person with a confirmed address, called @name, or when somebody is already, something that begins so */
bool players_join(struct db *db, const char *name, int64_t *person, struct err *err);

/** players_start() - a running game of @rules with presets, seats 0.. taken by @people */
bool players_start(struct db *db, const struct rules *rules, const int64_t *people, int n, int64_t *game, struct err *err);

/** players_table() - a running game of @rules with the fewest people it takes, all of them new, called by @name */
bool players_table(struct db *db, const struct rules *rules, const char *name, int64_t *game, struct err *err);

/** players_awaited() - the first person awaited, or 0 */
int64_t players_awaited(const struct game_row *game);

/** players_page() - the table as whoever is awaited sees it; as a spectator sees it, when nobody is */
bool players_page(struct db *db, struct arena *arena, int64_t game, struct table *table, struct err *err);

/** players_form() - players_step() from a page of the present position, which @table holds */
bool players_form(struct db *db, struct arena *arena, bool whole, struct table *table, struct err *err);

/**
 * players_step() - the page and then one request: whoever is awaited takes the step that the rules advise
 * @table: filled; its `moves` are those committed, none after a draft; its status is GAME_OVER at the end, when nothing was
 *         done any more
 * @whole: take the whole turn in one request instead of one step
 */
bool players_step(struct db *db, struct arena *arena, int64_t game, bool whole, struct table *table, struct err *err);

/** players_order() - one request: whoever is awaited gives one of the standing orders that are suggested to him, if there are
 *  any; @table as above, none of it when there are none */
bool players_order(struct db *db, struct arena *arena, int64_t game, struct table *table, struct err *err);

#endif
