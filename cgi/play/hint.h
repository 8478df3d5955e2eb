/* What a strong player would do at a seat, and why: for a player who asks. */
#ifndef CGI_PLAY_HINT_H
#define CGI_PLAY_HINT_H

#include "cgi/base/arena.h"
#include "cgi/base/cache.h"
#include "cgi/play/table.h"
#include "rules/engine/search_why.h"

enum { HINT_OPTIONS = 3 };

/* Worths in SEARCH_SCALE-ths of what a standing counts. */
struct hint_option {
    struct move move;
    int32_t own, other; /* what the seat may expect at the end, and the best of the others */
    int32_t behind;     /* the first option is better by so much */
    bool alike;         /* ... which is no more than chance explains, or rounds to nothing */
};

/* Points to nothing. */
struct hint {
    int n;              /* 0: there is none to tell, which is kept as well; 1: there is no other */
    struct hint_option option[HINT_OPTIONS]; /* the best first */
    int against;        /* which of the others it is compared with: what the game advises, or if that is the best, the next */
    int n_why;
    struct why why[WHY_MOST]; /* the first rather than that one */
};

/* What is asked of a position: each throws its own worlds. */
enum hint_purpose { HINT_SOUGHT, HINT_TUTOR };

/** hint_key() - of what is kept of the position that @t shows to its seat: six numbers, the others are free */
struct cache_key hint_key(struct arena *arena, const struct table *t);
/** hint_seen() - the position that @t shows to its seat, as that may see it, on @arena; @rng is begun for @purpose, with nobody's secret, and
 *  the same whenever it is asked */
void *hint_seen(struct arena *arena, const struct table *t, enum hint_purpose purpose, struct rng *rng);

/** hint_known() - the hint for the position that @t shows to its seat, if it was sought before; NULL: seek it */
const struct hint *hint_known(struct cache *cache, struct arena *arena, const struct table *t, int64_t now);
/**
 * hint_seek() - looks for it, which takes a tenth of a second or three, and keeps it in @cache (NULL: nowhere)
 * @t->seat is awaited in @t->state. It knows what the seat may see; the same position at the same table has the same answer. On @arena.
 */
const struct hint *hint_seek(struct cache *cache, struct arena *arena, const struct table *t);

#endif
