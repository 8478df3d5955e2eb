/* reasons: are the reasons of hints true? Forbids the event that a hint names, in worlds that the hint did not see, and counts how often its
 * advantage is gone then; and how often when another event of the same worlds is forbidden. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/args.h"
#include "cgi/tools/headless.h"
#include "rules/engine/registry.h"
#include "rules/engine/search_race.h"
#include "rules/engine/search_why.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

static const char help[] =
    "usage: reasons GAME [--seats N] [--hints N] [--seed N] [--at-least P] [--at-most P] [--tell 1]\n"
    "\n"
    "Looks at N hints (100) that give a reason, in games by advice. Exit status 1 when the advantage is gone by half in less than P per cent\n"
    "of them without their event (80), or in more than P per cent without another (10). --tell: each hint that counts against them.\n";

enum { WORLDS = 96, EVERY = 5, OTHERS = 64, PLIES_MAX = 20000 };

/* Own events that happen in what follows a move. */
struct heard {
    const struct why_kind *kinds;
    int seat, n;
    struct why_event event[OTHERS];
};

static void hear(void *user, const struct log *log)
{
    struct heard *heard = user;
    struct why_event event;
    for (int i = 0; i < log->n; i++) {
        int at = 0;
        if (!why_reads(heard->kinds, heard->seat, &log->event[i], &event))
            continue;
        while (at < heard->n && !why_same(&heard->event[at], &event))
            at++;
        if (at == heard->n && at < OTHERS)
            heard->event[heard->n++] = event;
    }
}

struct looked {
    bool tells;
    int hints, asked, gone, others, gone_otherwise;
};

static bool is_gone(int32_t before, int32_t without)
{
    return without * 2 <= before;
}

static void tell(const struct headless *game, const char *what, const struct why *why, const struct why_event *other, int32_t before,
                 int32_t without)
{
    const struct event_kind *events = game->rules->events;
    printf("ply %d, %s: %s %d %d %d (%d of 100, %d otherwise)", game->ply, what, events[why->event.kind].name, why->event.key[0], why->event.key[1],
           why->event.key[2], why->share, why->otherwise);
    if (other)
        printf(", %s %d %d %d", events[other->kind].name, other->key[0], other->key[1], other->key[2]);
    printf(": %d, without %d\n", before, without);
}

/* One position: @key is of worlds that the search has not seen. */
static void look(struct headless *game, int seat, struct looked *looked)
{
    static struct search_answer answer;
    static uint8_t keys[WORLDS][RNG_KEY_BYTES];
    const struct rules *rules = game->rules;
    struct search_room *room = headless_room(game);
    struct why why[WHY_MOST];
    if (!headless_search(game, seat, NULL, &answer))
        return;
    looked->asked++;
    if (answer.chosen == 0)
        return;
    int n = search_why(rules, game->shown, seat, NULL, room, &answer, answer.chosen, 0, why);
    if (n == 0)
        return;
    for (int i = 0; i < WORLDS; i++)
        race_key(&game->choice, keys[i]);
    const struct move *best = &answer.option[answer.chosen].move, *advice = &answer.option[0].move;
    int32_t before = search_without(rules, game->shown, seat, NULL, room, keys, WORLDS, best, advice, NULL);
    if (before <= 0)
        return; /* what is no advantage there cannot go */
    int32_t without = search_without(rules, game->shown, seat, NULL, room, keys, WORLDS, best, advice, &why[0].event);
    looked->hints++;
    looked->gone += is_gone(before, without);
    if (looked->tells && !is_gone(before, without))
        tell(game, "not gone", &why[0], NULL, before, without);
    struct heard heard = {.kinds = rules->mind->whys, .seat = seat};
    struct race race = race_begin(rules, game->shown, seat, search_plan_of(rules), room);
    race.hears = hear;
    race.user = &heard;
    for (int i = 0; i < 8; i++) {
        int32_t points[SEATS_MAX];
        race_world(&race, game->shown, keys[i]);
        race_playout(&race, keys[i], best, points);
    }
    int first = heard.n ? (int)rng_below(&game->choice, (uint32_t)heard.n) : 0;
    for (int i = 0; i < heard.n; i++) {
        const struct why_event *other = &heard.event[(first + i) % heard.n];
        bool named = false;
        for (int k = 0; k < n; k++)
            named |= why_same(other, &why[k].event);
        if (named)
            continue;
        looked->others++;
        without = search_without(rules, game->shown, seat, NULL, room, keys, WORLDS, best, advice, other);
        looked->gone_otherwise += is_gone(before, without);
        if (looked->tells && is_gone(before, without))
            tell(game, "gone without another", &why[0], other, before, without);
        break;
    }
}

int main(int argc, char **argv)
{
    struct args args = args_on(argc, argv);
    const struct rules *rules = args_next(&args) ? rules_find(argv[args.at]) : NULL;
    uint64_t hints = 100, seed = 1, least = 80, most = 10, seats = rules ? rules->min_seats : 0, tells = 0;
    while (rules && args_next(&args)) {
        const char *value = NULL;
        uint64_t *number = args_value(&args, "--hints", &value) ? &hints : args_value(&args, "--seed", &value) ? &seed
            : args_value(&args, "--at-least", &value) ? &least : args_value(&args, "--at-most", &value) ? &most
            : args_value(&args, "--seats", &value) ? &seats : args_value(&args, "--tell", &value) ? &tells : NULL;
        if (!number || !args_number(value, number))
            rules = NULL;
    }
    if (!rules || seats < rules->min_seats || seats > rules->max_seats)
        return fputs(help, stderr), 2;
    struct setup setup = rules_presets(rules, (int)seats);
    struct headless *game = headless_new(rules);
    struct looked looked = {.tells = tells > 0};
    for (; (uint64_t)looked.hints < hints; seed++) {
        struct move move;
        int seat;
        headless_deal(game, &setup, seed);
        while ((seat = headless_seat(game)) != NO_SEAT && game->ply < PLIES_MAX && (uint64_t)looked.hints < hints) {
            if (rng_below(&game->choice, EVERY) == 0)
                look(game, seat, &looked);
            if (!headless_choose(game, BOT_ADVISE, seat, &move))
                break;
            headless_apply(game, seat, &move);
        }
    }
    headless_free(game);
    printf("%s %d: %d questions, %d hints with a reason; without it the advantage is gone in %.0f %%, without another event in %.0f %% of %d\n",
           rules->id, (int)seats, looked.asked, looked.hints, 100.0 * looked.gone / looked.hints,
           looked.others ? 100.0 * looked.gone_otherwise / looked.others : 0, looked.others);
    return looked.gone * 100 < (int)least * looked.hints || looked.gone_otherwise * 100 > (int)most * looked.others;
}
