#include "config.h"

#include "rules/engine/plans.h"

#include "rules/engine/log.h"
#include "rules/engine/must.h"
#include "rules/engine/rng.h"
#include "rules/parts.h"

/* ---- What a step reads ---- */

void reads_number(struct reads *reads, const char *what, int64_t value)
{
    must(reads->n < READS_MAX);
    reads->of[reads->n++] = (struct reading){what, (uint64_t)value};
}

/* FNV-1a of 64 bits: they are compared with those of one other position, nobody chooses them to collide. */
void reads_bytes(struct reads *reads, const char *what, const void *bytes, size_t n)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * UINT64_C(0x100000001b3);
    reads_number(reads, what, (int64_t)hash);
}

const char *reads_differ(const struct reads *a, const struct reads *b)
{
    for (int i = 0; i < a->n && i < b->n; i++)
        if (a->of[i].value != b->of[i].value)
            return a->of[i].what;
    return a->n == b->n ? NULL : a->n > b->n ? a->of[b->n].what : b->of[a->n].what;
}

/* ---- Making one ---- */

static bool shows(const struct rules *rules, const void *state, int seat, const struct move *step)
{
    return !rules->verbs[step->verb].confirms && (rules->traits(state, seat, step) & MOVE_FINAL);
}

enum plan_error plan_takes(const struct rules *rules, const void *state, int seat, const struct move *step, int *error)
{
    int rule = RULE_OK;
    enum plan_error why = PLAN_OK;
    if (!(rules->awaits(state) & SEAT_BIT(seat)))
        why = PLAN_IS_WHOLE;
    else if ((rule = rules->check(state, seat, step, NULL)) != RULE_OK)
        why = PLAN_REFUSED;
    else if (rules->verbs[step->verb].unsolicited || shows(rules, state, seat, step))
        why = PLAN_SHOWS;
    if (error)
        *error = rule;
    return why;
}

/* ---- Laying one ---- */

static const uint8_t any_key[RNG_KEY_BYTES] = {0};

static void take(const struct rules *rules, void *state, int seat, const struct move *step, struct log *log)
{
    struct rng rng;
    rng_init(&rng, any_key, 0);
    log->n = 0;
    rules->apply(state, seat, step, &rng, log);
}

static bool lasting(const struct rules *rules, const struct log *log)
{
    for (int i = 0; rules->words && rules->words->weights && i < log->n; i++)
        if (rules->words->weights[log->event[i].kind] == EVENT_LASTING)
            return true;
    return false;
}

static void otherwise(struct plan_fit *fit, int step, const char *what)
{
    if (fit->fate == PLAN_SAME)
        *fit = (struct plan_fit){.fate = PLAN_OFFERED, .step = step, .what = what};
}

static struct plan_fit broken(int step, int error)
{
    return (struct plan_fit){.fate = PLAN_BROKEN, .step = step, .error = error};
}

/* What is otherwise about one legal step; false: nothing. */
static bool is_otherwise(const struct rules *rules, const void *then, const void *now, int seat, const struct move *step,
                         const char **what)
{
    struct reads before = {.n = 0}, after = {.n = 0};
    *what = NULL;
    if (!then || rules->check(then, seat, step, NULL) != RULE_OK)
        return true;
    rules->plans->reads(then, seat, step, &before);
    rules->plans->reads(now, seat, step, &after);
    *what = reads_differ(&before, &after);
    return *what != NULL;
}

struct plan_fit plan_lay(const struct rules *rules, void *then, void *now, int seat, const struct move *steps, int n)
{
    struct plan_fit fit = {.fate = PLAN_SAME};
    struct log log = {.n = 0};
    bool confirmed = false;
    for (int i = 0; i < n; i++) {
        int error = rules->awaits(now) & SEAT_BIT(seat) && !confirmed ? rules->check(now, seat, &steps[i], NULL) : RULE_NOT_YOUR_TURN;
        const char *what;
        if (error != RULE_OK)
            return broken(i, error);
        if (shows(rules, now, seat, &steps[i]))
            return broken(i, RULE_OK);
        if (is_otherwise(rules, then, now, seat, &steps[i], &what)) {
            otherwise(&fit, i, what);
            then = NULL; /* from here on the positions are not alike */
        }
        if (rules->traits(now, seat, &steps[i]) & MOVE_ENDS)
            otherwise(&fit, i, NULL);
        if (then)
            take(rules, then, seat, &steps[i], &log);
        take(rules, now, seat, &steps[i], &log);
        confirmed = rules->verbs[steps[i].verb].confirms;
        if (lasting(rules, &log))
            otherwise(&fit, i, NULL);
    }
    if (!confirmed && rules->awaits(now) & SEAT_BIT(seat))
        otherwise(&fit, n, NULL);
    return fit;
}
