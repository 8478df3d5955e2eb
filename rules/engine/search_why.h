/* Why one option of a search is better than another: own events of what follows that happen with it and seldom without, and without which
 * its advantage is gone.
 */
#ifndef RULES_ENGINE_SEARCH_WHY_H
#define RULES_ENGINE_SEARCH_WHY_H

#include "rules/engine/search.h"

enum { WHY_KEY = 3, WHY_MOST = 3 };

/* A kind of event that a reason may name, and how many of its first slots make it that one: the building, not what was paid for it. Lists
 * end with n_key WHY_KEY + 1. */
struct why_kind {
    uint8_t kind, n_key;
    const char *said; /* what the seat does or gets, without a subject, of these slots: N_("build {tile}") */
};
#define WHY_KINDS_END {0, WHY_KEY + 1, NULL}

/* An event of the seat itself. */
struct why_event {
    uint8_t kind, n_key;
    int16_t key[WHY_KEY];
};

struct why {
    struct why_event event;
    uint8_t share, otherwise; /* in so many of 100 worlds it happens with the better option, and with the other */
};

/** why_reads() - is @event one of @seat that a reason may name? It is *@out then */
bool why_reads(const struct why_kind *kinds, int seat, const struct event *event, struct why_event *out);
/** why_said() - what @event is called, a sentence of the arguments of its kind; NULL: @kinds do not name it */
const char *why_said(const struct why_kind *kinds, const struct why_event *event);
/** why_same() - are two events the same one to a reason? */
bool why_same(const struct why_event *a, const struct why_event *b);

/**
 * search_why() - why option @a of @answer is ahead of option @b
 * @state, @plan, @room: as search() was given them, and as it left them; what it saw is not looked at again, but new worlds
 * @out: the most telling first
 * Return: how many; 0 when no event explains it, or the game names none
 *
 * The advantage must be more than three standard errors there. An event is named when its share differs by 30 of 100 worlds at least, and
 * by three standard errors; and when of the advantage at most half is left in the same worlds once it is forbidden, but more than half
 * without another, the one that happens most often with either option.
 */
int search_why(const struct rules *rules, const void *state, int seat, const struct search_plan *plan, struct search_room *room,
               const struct search_answer *answer, int a, int b, struct why out[WHY_MOST]);

/**
 * search_without() - by how much @move is ahead of @other in @n worlds of @keys, SEARCH_SCALE-ths, with or without an event; 0 when most
 * of these do not allow both
 * @event: what may not happen; NULL: all may
 */
int32_t search_without(const struct rules *rules, const void *state, int seat, const struct search_plan *plan, struct search_room *room,
                       uint8_t keys[][RNG_KEY_BYTES], int n, const struct move *move, const struct move *other,
                       const struct why_event *event);

#endif
