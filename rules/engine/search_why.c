#include "config.h"

#include "rules/engine/search_why.h"

#include <string.h>

#include "rules/engine/search_race.h"
#include "rules/parts.h"

enum {
    EVENTS = 192,      /* different ones that are counted */
    CANDIDATES = 6,    /* that are forbidden, to see */
    WORLDS = 96,       /* in which that is seen: others than those of the race, which the better option has won by luck, too */
    DIFFERS = 30,      /* of 100 worlds */
    ERRORS = 3         /* standard errors */
};

static const uint64_t BEYOND_PLAYOUTS = UINT64_C(1) << 62; /* a stream of a world's key that no move of it uses */

/* How often each event happens in the worlds of two options. */
struct tally {
    const struct why_kind *kinds;
    int seat, n, side;
    struct counted {
        struct why_event event;
        uint16_t worlds[2];
        bool now; /* in the world that is played */
    } of[EVENTS];
};

bool why_same(const struct why_event *a, const struct why_event *b)
{
    return a->kind == b->kind && memcmp(a->key, b->key, sizeof(a->key)) == 0;
}

const char *why_said(const struct why_kind *kinds, const struct why_event *event)
{
    for (; kinds && kinds->n_key <= WHY_KEY; kinds++)
        if (kinds->kind == event->kind)
            return kinds->said;
    return NULL;
}

bool why_reads(const struct why_kind *kinds, int seat, const struct event *event, struct why_event *out)
{
    for (; event->seat == seat && kinds->n_key <= WHY_KEY; kinds++) {
        if (kinds->kind != event->kind)
            continue;
        *out = (struct why_event){.kind = event->kind, .n_key = kinds->n_key};
        memcpy(out->key, event->arg, kinds->n_key * sizeof(out->key[0]));
        return true;
    }
    return false;
}

static void hear(void *user, const struct log *log)
{
    struct tally *tally = user;
    struct why_event event;
    for (int i = 0; i < log->n; i++) {
        if (!why_reads(tally->kinds, tally->seat, &log->event[i], &event))
            continue;
        int at = 0;
        while (at < tally->n && !why_same(&tally->of[at].event, &event))
            at++;
        if (at == EVENTS)
            continue;
        if (at == tally->n)
            tally->of[tally->n++] = (struct counted){.event = event};
        tally->of[at].now = true;
    }
}

static void close_world(struct tally *tally)
{
    for (int i = 0; i < tally->n; i++) {
        tally->of[i].worlds[tally->side] = (uint16_t)(tally->of[i].worlds[tally->side] + tally->of[i].now);
        tally->of[i].now = false;
    }
}

/* ---- Without an event ---- */

struct forbidden {
    const struct why_kind *kinds;
    int seat;
    const struct why_event *event;
};

static bool allows(const void *user, const struct log *log)
{
    const struct forbidden *forbidden = user;
    struct why_event event;
    for (int i = 0; i < log->n; i++)
        if (why_reads(forbidden->kinds, forbidden->seat, &log->event[i], &event) && why_same(&event, forbidden->event))
            return false;
    return true;
}

int32_t search_without(const struct rules *rules, const void *state, int seat, const struct search_plan *plan, struct search_room *room,
                       uint8_t keys[][RNG_KEY_BYTES], int n, const struct move *move, const struct move *other,
                       const struct why_event *event)
{
    struct race race = race_begin(rules, state, seat, plan ? plan : search_plan_of(rules), room);
    struct forbidden forbidden = {rules->mind->whys, seat, event};
    int32_t error;
    if (event) {
        race.allows = allows;
        race.user = &forbidden;
    }
    return race_ahead(&race, state, (const uint8_t (*)[RNG_KEY_BYTES])keys, n, &(struct race_line){move, 1}, &(struct race_line){other, 1},
                      &error);
}

/* ---- Reasons ---- */

/* By how many of 100 worlds the event is more frequent with the first of two options, of @n that were played; 0 when chance may explain
 * it. */
static int differs(const struct counted *counted, int n)
{
    int64_t a = counted->worlds[0], b = counted->worlds[1], by = 100 * (a - b) / n;
    /* the variance of the difference of two shares, times n cubed, in whole numbers */
    uint64_t variance = (uint64_t)(a * (n - a) + b * (n - b));
    uint64_t error = race_root(variance * 10000 / (uint64_t)n) / (uint64_t)n; /* of 100 */
    return by >= DIFFERS && (uint64_t)by > ERRORS * error ? (int)by : 0;
}

/* Of the events that happen in most worlds of either option the most frequent one; NULL: there is none. */
static const struct why_event *common(const struct tally *tally, int n)
{
    const struct counted *most = NULL;
    for (int i = 0; i < tally->n; i++) {
        const struct counted *counted = &tally->of[i];
        if (counted->worlds[0] * 2 > n && counted->worlds[1] * 2 > n
            && (!most || counted->worlds[0] + counted->worlds[1] > most->worlds[0] + most->worlds[1]))
            most = counted;
    }
    return most ? &most->event : NULL;
}

static bool allows_both(const struct race *race, const struct move *const of[2])
{
    for (int side = 0; side < 2; side++)
        if (race->rules->check(race->room->world, race->seat, of[side], NULL) != RULE_OK)
            return false;
    return true;
}

/* Two options, and what happens in the worlds that are played with both. */
struct duel {
    const struct rules *rules;
    const void *state;
    int seat;
    const struct search_plan *plan;
    struct search_room *room;
    const struct move *of[2];
    uint8_t keys[WORLDS][RNG_KEY_BYTES];
    struct tally tally;
    int told;      /* worlds that allow both */
    int64_t ahead; /* of the first, as it is told: 0 when chance may explain it */
};

static void play_both(struct duel *duel)
{
    struct race race = race_begin(duel->rules, duel->state, duel->seat, duel->plan ? duel->plan : search_plan_of(duel->rules), duel->room);
    struct tally *tally = &duel->tally;
    int32_t by[WORLDS], error = 0;
    race.hears = hear;
    race.user = tally;
    for (int world = 0; world < WORLDS; world++) {
        race_world(&race, duel->state, duel->keys[world]);
        if (!allows_both(&race, duel->of))
            continue;
        by[duel->told] = 0;
        for (tally->side = 0; tally->side < 2; tally->side++) {
            int32_t points[SEATS_MAX];
            race_playout(&race, duel->keys[world], duel->of[tally->side], points);
            int32_t margin = points[duel->seat] - race_best_other(&race, points);
            by[duel->told] += tally->side == 0 ? margin : -margin;
            close_world(tally);
        }
        duel->told++;
    }
    int64_t ahead = duel->told * 2 > WORLDS ? race_mean(by, duel->told, &error) : 0;
    duel->ahead = ahead > ERRORS * (int64_t)error ? ahead : 0;
}

/* Is at least half of the advantage gone without the event? */
static bool hangs_on(struct duel *duel, const struct why_event *event)
{
    return search_without(duel->rules, duel->state, duel->seat, duel->plan, duel->room, duel->keys, WORLDS, duel->of[0], duel->of[1], event) * 2
        <= duel->ahead;
}

/* The event that differs most, of those not looked at; NULL: none differs. */
static struct counted *most_different(struct tally *tally, int n)
{
    struct counted *best = NULL;
    for (int i = 0, most = 0; i < tally->n; i++)
        if (differs(&tally->of[i], n) > most) {
            most = differs(&tally->of[i], n);
            best = &tally->of[i];
        }
    return best;
}

int search_why(const struct rules *rules, const void *state, int seat, const struct search_plan *plan, struct search_room *room,
               const struct search_answer *answer, int a, int b, struct why out[WHY_MOST])
{
    struct duel duel = {.rules = rules, .state = state, .seat = seat, .plan = plan, .room = room,
                        .of = {&answer->option[a].move, &answer->option[b].move}, .tally = {.kinds = rules->mind->whys, .seat = seat}};
    struct rng more;
    struct counted *counted;
    int found = 0;
    if (!rules->mind->whys)
        return 0;
    rng_init(&more, room->key[0], BEYOND_PLAYOUTS);
    for (int world = 0; world < WORLDS; world++)
        race_key(&more, duel.keys[world]);
    play_both(&duel);
    for (int tried = 0; duel.ahead && tried < CANDIDATES && found < WHY_MOST && (counted = most_different(&duel.tally, duel.told)) != NULL; tried++) {
        if (hangs_on(&duel, &counted->event))
            out[found++] = (struct why){counted->event, (uint8_t)(100 * counted->worlds[0] / duel.told), (uint8_t)(100 * counted->worlds[1] / duel.told)};
        counted->worlds[0] = counted->worlds[1] = 0; /* looked at */
    }
    /* An advantage that is gone without what happens anyway hangs on how the game goes: no one event explains it. */
    const struct why_event *other = found ? common(&duel.tally, duel.told) : NULL;
    return other && hangs_on(&duel, other) ? 0 : found;
}
