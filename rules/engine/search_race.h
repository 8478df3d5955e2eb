/* What a search and the reasons it gives share: worlds, and playouts in them. */
#ifndef RULES_ENGINE_SEARCH_RACE_H
#define RULES_ENGINE_SEARCH_RACE_H

#include "rules/engine/search.h"

/* What happens in playouts: told after each step but the first, which is the option's own. */
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
/** race_playout() - @first, then all seats play on in the world of @key; @points: what each seat may expect then */
void race_playout(struct race *race, const uint8_t key[RNG_KEY_BYTES], const struct move *first, int32_t points[SEATS_MAX]);
/** race_best_other() - of the other seats the most */
int32_t race_best_other(const struct race *race, const int32_t points[SEATS_MAX]);
/** race_root() - of a whole number, rounded down */
uint32_t race_root(uint64_t square);

#endif
