/* A tutor: before a turn is handed in, is something worth much more? */
#ifndef CGI_PLAY_TUTOR_H
#define CGI_PLAY_TUTOR_H

#include "cgi/base/arena.h"
#include "cgi/base/cache.h"
#include "cgi/play/table.h"

/* Points to nothing. */
struct tutor {
    bool speaks;      /* something is worth more by more than chance explains; else nothing of the rest is filled */
    int after;        /* so many of the draft's steps are fine */
    struct move move; /* what is better than the next one */
    int32_t ahead;    /* by so much, SEARCH_SCALE-ths, seen in worlds that did not choose it */
};

/** tutor_known() - what the tutor says of @t's draft, and of @last after it (NULL: that is all), if that was looked into; NULL: it was not */
const struct tutor *tutor_known(struct cache *cache, struct arena *arena, const struct table *t, const struct move *last, int64_t now);
/**
 * tutor_look() - looks into it: the turn is gone through up to the first step at which a strong player does something else, and that is
 * compared with the rest of the turn
 * @t->seat is awaited at @t->head; takes as long as a hint for each of the steps, and keeps it in @cache. Knows what the seat may see.
 */
const struct tutor *tutor_look(struct cache *cache, struct arena *arena, const struct table *t, const struct move *last, int64_t now);

/** tutor_position() - @t's head after the first @n steps of the draft, on @arena */
void *tutor_position(struct arena *arena, const struct table *t, int n);

#endif
