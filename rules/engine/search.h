/* A strong player of any game: it looks ahead from worlds that its seat cannot tell apart, and leaves the game's own advice only for
 * what is better by more than chance explains.
 *
 * A world is the position with all that the seat cannot see dealt anew. In each, the options that are left race against advice: the
 * same world, the same dice and cards; then all seats follow advice, a share of their moves at random, to the end of the game or as far
 * as the plan says, where the value of the position stands for the rest. Work is counted in moves, never in time: equal positions,
 * seeds and plans give equal answers on any machine.
 */
#ifndef RULES_ENGINE_SEARCH_H
#define RULES_ENGINE_SEARCH_H

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

/* One thing that the seat may do. Worths in SEARCH_SCALE-ths. */
struct search_option {
    struct move move;
    int32_t own, other;   /* what the seat may expect at the end, and the best of the others */
    int32_t ahead, error; /* of advice in the same worlds, with the standard error of that */
    uint16_t worlds;
};

struct search_answer {
    int n, chosen;  /* option 0 is advice */
    uint32_t moves; /* played */
    struct search_option option[SEARCH_OPTIONS];
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

/** search_plan_of() - how a strong player of this game looks ahead */
const struct search_plan *search_plan_of(const struct rules *rules);

/**
 * search() - what @seat, which is awaited, should do
 * @state: as @seat sees it: concealed
 * @plan: NULL: the game's own
 * @rng: where worlds and dice come from
 * Return: false when the seat has no move.
 */
bool search(const struct rules *rules, const void *state, int seat, const struct search_plan *plan, struct rng *rng,
            struct search_room *room, struct search_answer *answer);

#endif
