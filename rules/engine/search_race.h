/* What a search and the reasons it gives share: worlds, and playouts in them. */
#ifndef RULES_ENGINE_SEARCH_RACE_H
#define RULES_ENGINE_SEARCH_RACE_H

#include "rules/engine/log.h"
#include "rules/engine/rng.h"
#include "rules/rules.h"

enum {
    SEARCH_OPTIONS = 12, /* that race, advice among them */
    SEARCH_WORLDS = 512, /* at most */
    SEARCH_STATE = 3584, /* bytes of the largest position */
    SEARCH_SCALE = 1000, /* worths are in thousandths of what 1 in a standing is */
    SEARCH_FEATURES = 24
};

/* How one looks ahead. */
struct search_plan {
    uint32_t moves;  /* in all: those that are played in worlds */
    uint16_t depth;  /* moves of a playout; 0: to the end of the game */
    uint8_t wide;    /* options that race, 2 .. SEARCH_OPTIONS */
    uint8_t stray;   /* of 100 moves of a playout so many are any move at all */
    uint8_t guard;   /* tenths of a standard error by which an option must be ahead of advice */
    int32_t least;   /* and by so many SEARCH_SCALE-ths; a smaller gain is not worth the letters it costs */
};

/* What is known of a position's future for each seat: features of the rules' mind, each with a weight at the start of the game and one at
 * its end. Learned by tests/minds/learn. */
struct search_weights {
    int32_t at[SEARCH_FEATURES][2]; /* SEARCH_SCALE-ths for 1 of the feature */
};

/* What a search works with; need not be cleared. About 110 KB: not for the stack of a thread that has little. */
struct search_room {
    _Alignas(max_align_t) uint8_t world[SEARCH_STATE];
    _Alignas(max_align_t) uint8_t state[SEARCH_STATE];
    _Alignas(max_align_t) uint8_t before[SEARCH_STATE];
    struct move_room list;
    struct log log;
    struct rng chance, choice;
    int32_t worth[MOVES_MAX];
    uint8_t key[SEARCH_WORLDS][RNG_KEY_BYTES];
    int32_t margin[SEARCH_OPTIONS][SEARCH_WORLDS];
    int64_t own[SEARCH_OPTIONS], other[SEARCH_OPTIONS];
};

/**
 * search_value() - what each seat may expect to have at the end, SEARCH_SCALE-ths, by what lies in this position; once the game is over,
 * what it has
 */
void search_value(const struct rules *rules, const void *state, int seats, int32_t points[SEATS_MAX]);

/* What happens in playouts: told after each step but the first ones, which are the option's own. */
typedef void race_listener(void *user, const struct log *log);

struct race {
    const struct rules *rules;
    const struct search_plan *plan;
    struct search_room *room;
    int seat, seats;
    uint32_t moves;             /* played */
    race_listener *hears;       /* NULL: nobody does */
    /* NULL: all is allowed. A step, of whomever, of which this says no is taken back for another, as far as there is one. */
    bool (*allows)(const void *user, const struct log *log);
    void *user;
};

/** race_begin() - of @seat in the position @state */
struct race race_begin(const struct rules *rules, const void *state, int seat, const struct search_plan *plan, struct search_room *room);
/** race_world() - the world of @key: @state with all that the seat cannot see dealt anew */
void race_world(struct race *race, const void *state, const uint8_t key[RNG_KEY_BYTES]);
/** race_playout() - @first (NULL: nothing), then all seats play on in the world of @key; @points: what each seat may expect then */
void race_playout(struct race *race, const uint8_t key[RNG_KEY_BYTES], const struct move *first, int32_t points[SEATS_MAX]);

/* What the seat does first: so many moves one after the other, 1 at least. Borrowed. */
struct race_line {
    const struct move *moves;
    int n;
};
/** race_line() - race_playout() after all of @line; false: one of its moves cannot be made in this world */
bool race_line(struct race *race, const uint8_t key[RNG_KEY_BYTES], const struct race_line *line, int32_t points[SEATS_MAX]);
/**
 * race_duel() - by how much the seat is further ahead of the best of the others after @line than after @other
 * @n: worlds; those in which one of the two cannot be made are passed over
 * @by: a figure for each of the others
 * Return: how many these are
 */
int race_duel(struct race *race, const void *state, const uint8_t keys[][RNG_KEY_BYTES], int n, const struct race_line *line,
              const struct race_line *other, int32_t *by);
/** race_ahead() - the mean of that and its standard error, for SEARCH_WORLDS at most; both 0 when no more than half of the worlds tell */
int32_t race_ahead(struct race *race, const void *state, const uint8_t keys[][RNG_KEY_BYTES], int n, const struct race_line *line,
                   const struct race_line *other, int32_t *error);
/** race_best_other() - of the other seats the most */
int32_t race_best_other(const struct race *race, const int32_t points[SEATS_MAX]);
/** race_mean() - of @n figures, 2 at least, and its standard error */
int32_t race_mean(const int32_t *figures, int n, int32_t *error);
/** search_whole() - a worth in what a standing counts, rounded */
int search_whole(int64_t scaled);
/** race_root() - of a whole number, rounded down */
uint32_t race_root(uint64_t square);
/** race_key() - of one more world, from @rng */
void race_key(struct rng *rng, uint8_t key[RNG_KEY_BYTES]);

#endif
