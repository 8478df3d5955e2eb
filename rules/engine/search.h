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

#include "rules/engine/search_race.h"

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

/**
 * search_lines() - by how much @move is ahead of the @n moves of @line, one after the other, in new worlds; both followed by what is advised
 * @rng: where worlds and dice come from; *@error: the standard error
 * Return: SEARCH_SCALE-ths; 0 with an error of 0 when the two can be made in too few worlds to tell
 */
int32_t search_lines(const struct rules *rules, const void *state, int seat, struct rng *rng, struct search_room *room, const struct move *move,
                     const struct move *line, int n, int32_t *error);

/** search_rival() - what the chosen option is compared with: advice, or when that is chosen, the best of the others; 0: there is no other */
int search_rival(const struct search_answer *answer);

#endif
