#include "config.h"

#include "cgi/play/few.h"

#include <string.h>

#include "cgi/play/fold.h"
#include "cgi/play/play_turn.h"
#include "rules/engine/log.h"
#include "rules/engine/rng.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { WORLDS = 8 }; /* in which what is hidden is dealt anew */

static bool has_form(const struct few *few, int verb)
{
    for (int i = 0; i < few->n; i++)
        if (few->option[i].filled_in && few->option[i].move.verb == verb)
            return true;
    return false;
}

/* Adds what the rules list, forms once. Return: false: there is too much of it */
static bool collect(const struct rules *rules, const struct move_list *list, struct few *few)
{
    struct move move;
    for (int i = 0; i < list->n; i++) {
        move_copy(&move, move_at(list, i));
        const struct verb *verb = &rules->verbs[move.verb];
        if (verb->unsolicited || (verb->form && (verb->n_key || has_form(few, move.verb))))
            continue;
        if (few->n == FEW_MOST)
            return false;
        few->option[few->n++] = (struct few_option){move, verb->form};
    }
    return true;
}

void few_options(struct arena *arena, const struct rules *rules, const void *state, int seat, struct few *few)
{
    struct move_list *list = fold_moves(arena);
    few->n = 0;
    if (!(rules->awaits(state) & SEAT_BIT(seat)))
        return;
    rules->moves(state, seat, list);
    if (!collect(rules, list, few))
        few->n = 0;
}

static bool same_options(const struct few *a, const struct few *b)
{
    for (int i = 0; i < a->n && a->n == b->n; i++) {
        const struct few_option *one = &a->option[i], *other = &b->option[i];
        /* Of one that is filled in the verb is told, and not what is suggested. */
        if (one->filled_in != other->filled_in || one->move.verb != other->move.verb || (!one->filled_in && !move_equal(&one->move, &other->move)))
            return false;
    }
    return a->n == b->n;
}

/* @world becomes the nth position that looks the same to who only looks on. */
static void deal_anew(const struct rules *rules, const void *state, int nth, void *world)
{
    struct rng rng;
    uint8_t key[RNG_KEY_BYTES];
    memcpy(world, state, rules->size);
    rng_key_from_seed(key, (uint64_t)nth);
    rng_init(&rng, key, 0);
    rules->conceal(world, NO_SEAT, &rng);
}

bool few_is_public(struct arena *arena, const struct rules *rules, const void *state, int seat, const struct few *few)
{
    void *world = state_copy(arena, rules, state);
    struct few there;
    if (rules->keeps && rules->keeps(state, NO_SEAT))
        return false;
    for (int i = 0; i < WORLDS; i++) {
        deal_anew(rules, state, i, world);
        few_options(arena, rules, world, seat, &there);
        if (!same_options(few, &there))
            return false;
    }
    return true;
}

bool few_asked_is_public(struct arena *arena, const struct rules *rules, const void *state, int seat)
{
    void *world = state_copy(arena, rules, state);
    const char *asked = rules->words->asks(state, seat).imperative;
    if (rules->keeps && rules->keeps(state, NO_SEAT))
        return false;
    for (int i = 0; i < WORLDS; i++) {
        deal_anew(rules, state, i, world);
        if (rules->words->asks(world, seat).imperative != asked)
            return false;
    }
    return true;
}
