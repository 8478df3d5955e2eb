#include "config.h"

#include "rules/engine/search.h"

#include <string.h>

#include "rules/engine/must.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

enum {
    FIRST_LOOK = 6, /* worlds before the first option drops out, */
    LOOK_EVERY = 4, /* and between looks */
    DROPS = 20      /* tenths of a standard error behind the best, with which an option drops out */
};

static const struct search_plan usual = {.moves = 4000, .depth = 24, .wide = 8, .stray = 15, .guard = 15};

/* The options that race, and who still does. */
struct trial {
    struct race race;
    struct search_answer *answer;
    int worlds;
    bool runs[SEARCH_OPTIONS];
};

static int32_t margin_of(const struct race *race, const int32_t points[SEATS_MAX])
{
    return points[race->seat] - race_best_other(race, points);
}

static void play(struct trial *trial, int i)
{
    struct search_room *room = trial->race.room;
    int32_t points[SEATS_MAX];
    race_playout(&trial->race, room->key[trial->worlds], &trial->answer->option[i].move, points);
    room->margin[i][trial->worlds] = margin_of(&trial->race, points);
    room->own[i] += points[trial->race.seat];
    room->other[i] += race_best_other(&trial->race, points);
    trial->answer->option[i].worlds++;
}

/* ---- Options ---- */

static bool raced(const struct search_answer *answer, const struct move *move)
{
    for (int i = 0; i < answer->n; i++)
        if (move_equal(&answer->option[i].move, move))
            return true;
    return false;
}

static void add_option(struct trial *trial, const struct move *move)
{
    struct search_answer *answer = trial->answer;
    struct search_option *option = &answer->option[answer->n];
    if (answer->n == trial->race.plan->wide || raced(answer, move))
        return;
    *option = (struct search_option){.move.verb = 0};
    move_copy(&option->move, move);
    trial->runs[answer->n++] = true;
}

/* The most promising of those not raced, of a verb that no option has if @new_verb; -1: there is none. */
static int promising(const struct trial *trial, const struct move_list *list, bool new_verb)
{
    const struct search_room *room = trial->race.room;
    int best = -1;
    for (int i = 0; i < list->n; i++) {
        bool has = false;
        for (int k = 0; k < trial->answer->n && new_verb; k++)
            has |= trial->answer->option[k].move.verb == move_at(list, i)->verb;
        if (!has && (best < 0 || room->worth[i] > room->worth[best]) && !raced(trial->answer, move_at(list, i)))
            best = i;
    }
    return best;
}

/* Advice, the best of each verb, and the best of the rest, by what they are worth in one world. */
static bool choose_options(struct trial *trial, const void *state, struct rng *rng)
{
    uint8_t key[RNG_KEY_BYTES];
    struct search_room *room = trial->race.room;
    struct move advice;
    int32_t points[SEATS_MAX];
    if (trial->race.rules->mind->advise(state, trial->race.seat, rng, &advice) != 0)
        return false;
    add_option(trial, &advice);
    struct move_list *list = move_list_in(&room->list);
    int n = trial->race.rules->moves(state, trial->race.seat, list);
    if (n == 1)
        return true;
    race_key(rng, key);
    for (int i = 0; i < n; i++) {
        memcpy(room->state, state, trial->race.rules->size);
        rng_init(&room->chance, key, 1);
        room->log.n = 0;
        trial->race.rules->apply(room->state, trial->race.seat, move_at(list, i), &room->chance, &room->log);
        search_value(trial->race.rules, room->state, trial->race.seats, points);
        room->worth[i] = margin_of(&trial->race, points);
    }
    for (int pass = 0; pass < 2; pass++)
        for (int i; trial->answer->n < trial->race.plan->wide && (i = promising(trial, list, pass == 0)) >= 0;)
            add_option(trial, move_at(list, i));
    return true;
}

/* ---- The race ---- */

/* By how much option @a is ahead of @b in the worlds that both have seen, and the standard error of that. */
static int32_t ahead(const struct trial *trial, int a, int b, int32_t *error)
{
    const struct search_option *option = trial->answer->option;
    int n = option[a].worlds < option[b].worlds ? option[a].worlds : option[b].worlds;
    int32_t by[SEARCH_WORLDS];
    if (n < 2)
        return *error = 0;
    for (int i = 0; i < n; i++)
        by[i] = trial->race.room->margin[a][i] - trial->race.room->margin[b][i];
    return race_mean(by, n, error);
}

/* Of the options still racing the one that did best so far. */
static int leader(const struct trial *trial)
{
    int best = -1;
    int32_t error;
    for (int i = 0; i < trial->answer->n; i++)
        if (trial->runs[i] && (best < 0 || ahead(trial, i, best, &error) > 0))
            best = i;
    return best;
}

/* What is behind by more than DROPS says is not played any further, but for advice, which all are held against; returns how many are
 * left. */
static int drop_out(struct trial *trial)
{
    int best = leader(trial), left = 0;
    for (int i = 0; i < trial->answer->n; i++) {
        int32_t error, behind = trial->runs[i] ? ahead(trial, best, i, &error) : 0;
        if (i > 0 && trial->runs[i] && i != best && (int64_t)behind * 10 > (int64_t)DROPS * error)
            trial->runs[i] = false;
        left += trial->runs[i];
    }
    return left;
}

static void run(struct trial *trial, const void *state, struct rng *rng)
{
    struct race *race = &trial->race;
    for (trial->worlds = 0; trial->worlds < SEARCH_WORLDS; trial->worlds++) {
        uint8_t *key = race->room->key[trial->worlds];
        uint32_t before = race->moves;
        race_key(rng, key);
        race_world(race, state, key);
        for (int i = 0; i < trial->answer->n; i++)
            if (trial->runs[i])
                play(trial, i);
        if (race->moves + (race->moves - before) > race->plan->moves)
            break;
        int played = trial->worlds + 1;
        if (played >= FIRST_LOOK && (played - FIRST_LOOK) % LOOK_EVERY == 0 && drop_out(trial) == 1)
            break;
    }
}

const struct search_plan *search_plan_of(const struct rules *rules)
{
    return rules->mind->plan ? rules->mind->plan : &usual;
}

bool search(const struct rules *rules, const void *state, int seat, const struct search_plan *plan, struct rng *rng,
            struct search_room *room, struct search_answer *answer)
{
    plan = plan ? plan : search_plan_of(rules);
    must(plan->wide >= 2 && plan->wide <= SEARCH_OPTIONS);
    struct trial trial = {.race = race_begin(rules, state, seat, plan, room), .answer = answer};
    memset(answer, 0, sizeof(*answer));
    memset(room->own, 0, sizeof(room->own));
    memset(room->other, 0, sizeof(room->other));
    if (!choose_options(&trial, state, rng))
        return false;
    if (answer->n == 1)
        return true;
    run(&trial, state, rng);
    for (int i = 0; i < answer->n; i++) {
        struct search_option *option = &answer->option[i];
        option->own = (int32_t)(room->own[i] / option->worlds);
        option->other = (int32_t)(room->other[i] / option->worlds);
        option->ahead = ahead(&trial, i, 0, &option->error);
    }
    answer->moves = trial.race.moves;
    int best = leader(&trial);
    const struct search_option *option = &answer->option[best];
    if ((int64_t)option->ahead * 10 > (int64_t)plan->guard * option->error && option->ahead > plan->least)
        answer->chosen = best;
    return true;
}

int32_t search_lines(const struct rules *rules, const void *state, int seat, struct rng *rng, struct search_room *room, const struct move *move,
                     const struct move *line, int n, int32_t *error)
{
    enum { WORLDS = 96 };
    struct race race = race_begin(rules, state, seat, search_plan_of(rules), room);
    uint8_t keys[WORLDS][RNG_KEY_BYTES];
    for (int world = 0; world < WORLDS; world++)
        race_key(rng, keys[world]);
    return race_ahead(&race, state, (const uint8_t (*)[RNG_KEY_BYTES])keys, WORLDS, &(struct race_line){move, 1}, &(struct race_line){line, n},
                      error);
}

int search_rival(const struct search_answer *answer)
{
    int rival = 0;
    for (int i = 1; i < answer->n && answer->chosen == 0; i++)
        rival = rival == 0 || answer->option[i].ahead > answer->option[rival].ahead ? i : rival;
    return rival;
}
