#include "config.h"

#include "cgi/model/armed.h"

#include <string.h>

#include "rules/engine/log.h"
#include "rules/engine/rng.h"

#include "cgi/base/banned.h"

enum { WORLDS = 16 }; /* what differs between them is left to chance, or hangs on something hidden */

/* What @move does, in a position like this one as far as its seat can see, with other chance in each world. Is anything left to chance? */
static bool do_in_world(const struct choose *c, const struct move *move, int world, struct log *log)
{
    struct rng rng;
    uint8_t key[RNG_KEY_BYTES];
    void *state = c->after;
    rng_key_from_seed(key, (uint64_t)world);
    rng_init(&rng, key, 0);
    memcpy(state, c->state, c->rules->size);
    c->rules->conceal(state, c->seat, &rng);
    rng_init(&rng, key, 1); /* dealing anew has drawn, too */
    log->n = 0;
    if (c->rules->check(state, c->seat, move, NULL) == RULE_OK)
        c->rules->apply(state, c->seat, move, &rng, log);
    return rng.used;
}

/* Is the seat asked nothing more in the world that was looked at last, but others are? */
static bool has_ended(const struct choose *c)
{
    seatmask awaits = c->rules->awaits(c->after);
    return awaits && !(awaits & SEAT_BIT(c->seat));
}

static bool same_event(const struct event *a, const struct event *b)
{
    return a->kind == b->kind && a->seat == b->seat && a->nargs == b->nargs && !memcmp(a->arg, b->arg, a->nargs * sizeof(a->arg[0]));
}

/* How many events of @log come in every world, up to the first that is not the mover's own: what others do then may hang on what they
 * have chosen in secret, and is never told as if it were certain. */
static int certain_events(const struct choose *c, const struct move *move, struct log *log, bool *ends)
{
    do_in_world(c, move, 0, log);
    *ends = has_ended(c);
    int n = 0;
    while (n < log->n && log->event[n].seat == c->seat)
        n++;
    for (int world = 1; world < WORLDS && (n > 0 || *ends); world++) {
        int same = 0;
        do_in_world(c, move, world, c->log);
        *ends = *ends && has_ended(c);
        while (same < n && same < c->log->n && same_event(&log->event[same], &c->log->event[same]))
            same++;
        n = same;
    }
    return n;
}

struct value *armed_does(const struct choose *c, const struct move *move, bool *ends)
{
    struct value *does = new_list(c->arena);
    struct log *log = arena_alloc(c->arena, sizeof(*log));
    struct sb out;
    int n = certain_events(c, move, log, ends);
    for (int i = 0; i < n; i++) {
        sb_init(&out, c->arena);
        text_event(&out, c->cat, c->rules, &log->event[i], i + 1 < n ? &log->event[i + 1] : NULL, c->seat, c->people, c->n_people);
        if (out.length > 0)
            put_text(add_object(does), K_text, out.text);
    }
    return does;
}

struct value *armed_model(const struct choose *c, const struct move *move)
{
    struct value *armed = new_object(c->arena);
    char text[MOVE_TEXT];
    struct sb out;
    bool ends;
    struct value *does = armed_does(c, move, &ends);
    move_to_text(c->rules->verbs, move, text);
    sb_init(&out, c->arena);
    text_move(&out, c->cat, c->rules, c->state, move, c->people, c->n_people);
    put_text(armed, K_text, out.text);
    put_copy(armed, K_step, text);
    put_bool(armed, K_ends, ends);
    bool draws = do_in_world(c, move, 0, c->log);
    put_bool(armed, K_draws, draws);
    put_bool(armed, K_shows, !draws && c->rules->traits(c->state, c->seat, move) & MOVE_FINAL);
    return put(armed, K_does, does);
}
