#include "config.h"

#include "cgi/tools/headless.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/args.h"
#include "rules/engine/fault.h"
#include "rules/engine/log.h"
#include "rules/engine/members.h"
#include "rules/engine/registry.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

/* Players throw from streams that no move of the game reaches. */
static const uint64_t CHOICE_STREAM = UINT64_C(1) << 63;

static void *must_calloc(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory) {
        fputs("ridotto: out of memory\n", stderr);
        abort();
    }
    return memory;
}

struct headless *headless_new(const struct rules *rules)
{
    struct headless *game = must_calloc(sizeof(*game));
    game->rules = rules;
    game->state = must_calloc(rules->size);
    game->shown = must_calloc(rules->size);
    game->list = move_list_in(&game->room);
    return game;
}

void headless_free(struct headless *game)
{
    if (!game)
        return;
    free(game->state);
    free(game->shown);
    free(game->search);
    free(game);
}

void headless_deal(struct headless *game, const struct setup *setup, uint64_t seed)
{
    struct rng rng;
    rng_key_from_seed(game->key, seed);
    rng_init(&rng, game->key, 0);
    rng_init(&game->choice, game->key, CHOICE_STREAM);
    game->ply = 0;
    game->log.n = 0;
    game->rules->setup(game->state, setup, &rng, &game->log);
    orders_first(game->rules, setup->n_seats, &game->orders);
}

void headless_seed(struct headless *game, uint64_t seed, uint64_t ply)
{
    rng_key_from_seed(game->key, seed);
    rng_init(&game->choice, game->key, CHOICE_STREAM + ply);
    game->ply = (int)ply - 1;
}

int headless_seat(struct headless *game)
{
    seatmask who = game->rules->awaits(game->state);
    if (!who)
        return NO_SEAT;
    uint32_t n = (uint32_t)__builtin_popcount(who);
    uint32_t skip = rng_below(&game->choice, n);
    for (; skip > 0; skip--)
        who &= (seatmask)(who - 1);
    return __builtin_ctz(who);
}

struct search_room *headless_room(struct headless *game)
{
    if (!game->search)
        game->search = must_calloc(sizeof(*game->search));
    return game->search;
}

bool headless_choose(struct headless *game, enum bot bot, int seat, struct move *move)
{
    memcpy(game->shown, game->state, game->rules->size);
    if (bot != BOT_RANDOM)
        game->rules->conceal(game->shown, seat, &game->choice);
    return bot_choose(game->rules, game->shown, seat, bot, &game->choice, bot == BOT_STRONG ? headless_room(game) : NULL, move);
}

bool headless_search(struct headless *game, int seat, const struct search_plan *plan, struct search_answer *answer)
{
    memcpy(game->shown, game->state, game->rules->size);
    game->rules->conceal(game->shown, seat, &game->choice);
    return search(game->rules, game->shown, seat, plan, &game->choice, headless_room(game), answer);
}

void headless_apply(struct headless *game, int seat, const struct move *move)
{
    struct rng rng;
    rng_init(&rng, game->key, (uint64_t)++game->ply);
    game->log.n = 0;
    game->rules->apply(game->state, seat, move, &rng, &game->log);
}

void headless_step(struct headless *game, int seat, const struct move *move, const struct answer *by)
{
    memcpy(game->shown, game->state, game->rules->size);
    headless_apply(game, seat, move);
    orders_passed(game->rules, game->shown, game->state, seat, by, &game->orders);
}

bool headless_answer(struct headless *game, struct answer *answer)
{
    if (!orders_answer(game->rules, game->state, &game->orders, answer))
        return false;
    headless_step(game, answer->seat, &answer->move, answer);
    return true;
}

void headless_orders(struct headless *game, int seat)
{
    const struct rules *rules = game->rules;
    struct order_list *list = &game->orders.seat[seat];
    orders_first_of(rules, list);
    if (!rules->orders || !rules->orders->advise)
        return;
    memcpy(game->shown, game->state, rules->size);
    rules->conceal(game->shown, seat, &game->choice);
    int n = rules->orders->advise(game->shown, seat, game->list);
    for (int i = 0; i < n; i++)
        orders_give(rules, list, move_at(game->list, i));
}

const char *headless_ending(const struct headless *game)
{
    const struct name *ending = members_name(game->rules->members, game->state, "ending");
    return ending ? ending->id : "over";
}

static int value_index(const struct option *option, const char *text)
{
    int value = rules_option_value(option, text);
    uint64_t number;
    if (value >= 0)
        return value;
    return args_number(text, &number) && number < (uint64_t)option->n_values ? (int)number : -1;
}

bool headless_option(const struct rules *rules, struct setup *setup, const char *text, struct fault *fault)
{
    char name[64];
    const char *equals = strchr(text, '=');
    if (!equals)
        return fault_set(fault, N_("{what} is missing."), "=");
    snprintf(name, sizeof(name), "%.*s", (int)(equals - text), text);
    int i = rules_option(rules, name);
    if (i < 0)
        return fault_set(fault, N_("There is no {what} here."), name);
    int value = value_index(&rules->options[i], equals + 1);
    if (value < 0)
        return fault_set(fault, N_("There is no {what} here."), text);
    setup->option[i] = (int16_t)value;
    return true;
}

void headless_print_options(FILE *out, const struct rules *rules)
{
    for (const struct option *option = rules->options; option->name; option++) {
        fprintf(out, "  %s", option->name);
        for (int i = 0; i < option->n_values; i++)
            fprintf(out, "%s%s", i ? "|" : "=", option->values[i].id);
        fputc('\n', out);
    }
}

void headless_print_games(FILE *out)
{
    for (const struct rules *const *rules = rules_all(); *rules; rules++)
        fprintf(out, "  %-12s %s\n", (*rules)->id, (*rules)->words->title);
}
