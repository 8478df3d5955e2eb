#include "config.h"

#include "cgi/play/hint.h"

#include <sodium.h>
#include <string.h>

#include "cgi/base/sb.h"
#include "rules/engine/rng.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { ERRORS = 2 }; /* standard errors within which two options are alike */

/* The chain tells the position, the steps of the draft what has been done since. */
struct cache_key hint_key(struct arena *arena, const struct table *t)
{
    struct cache_key key = {{CACHE_HINT, t->game.id, t->game.ply, t->seat}};
    struct sb steps;
    sb_init(&steps, arena);
    for (int i = 0; i < t->draft.n; i++)
        sb_addf(&steps, "%s\n", t->draft.step[i]);
    memcpy(&key.number[4], t->game.hash, sizeof(key.number[4]));
    key.number[5] = cache_number(steps.text, steps.length);
    return key;
}

const struct hint *hint_known(struct cache *cache, struct arena *arena, const struct table *t, int64_t now)
{
    const struct cache_key key = hint_key(arena, t);
    return cache_get(cache, arena, &key, now);
}

void *hint_seen(struct arena *arena, const struct table *t, enum hint_purpose purpose, struct rng *rng)
{
    uint8_t key[RNG_KEY_BYTES];
    void *seen = arena_alloc(arena, t->game.rules->size);
    const int64_t numbers[] = {t->game.id, t->game.ply, t->seat, t->draft.n, purpose};
    crypto_generichash(key, sizeof(key), (const unsigned char *)numbers, sizeof(numbers), NULL, 0);
    rng_init(rng, key, 0);
    memcpy(seen, t->state, t->game.rules->size);
    t->game.rules->conceal(seen, t->seat, rng);
    return seen;
}

/* Is what the first is better by no more than chance explains? */
static bool alike(const struct search_option *first, const struct search_option *other)
{
    int64_t ahead = (int64_t)first->ahead - other->ahead;
    int64_t squares = (int64_t)first->error * first->error + (int64_t)other->error * other->error;
    return ahead <= SEARCH_SCALE / 2 || ahead * ahead <= ERRORS * ERRORS * squares;
}

static void add_option(struct hint *hint, const struct search_answer *answer, int i)
{
    const struct search_option *first = &answer->option[answer->chosen], *option = &answer->option[i];
    int32_t behind = first->ahead - option->ahead;
    hint->option[hint->n++] = (struct hint_option){option->move, option->own, option->other, behind > 0 ? behind : 0,
                                                   alike(first, option)};
}

/* The one of those that are left that comes nearest; -1: none. */
static int next_best(const struct search_answer *answer, const bool told[SEARCH_OPTIONS])
{
    int best = -1;
    for (int i = 0; i < answer->n; i++)
        if (!told[i] && (best < 0 || answer->option[i].ahead > answer->option[best].ahead))
            best = i;
    return best;
}

/* What hidden things forbid is no hint, though to look for it needs none of them. */
static bool may_play(const struct table *t, const struct search_option *option)
{
    return t->game.rules->check(t->state, t->seat, &option->move, NULL) == RULE_OK;
}

/* What the search chose, or if that may not be played the best that may; false: none may. *@told: the options that are done with. */
static bool choose(const struct table *t, struct search_answer *answer, bool told[SEARCH_OPTIONS])
{
    for (int i = 0; i < answer->n; i++)
        told[i] = !may_play(t, &answer->option[i]);
    if (told[answer->chosen])
        answer->chosen = next_best(answer, told);
    if (answer->chosen < 0)
        return false;
    told[answer->chosen] = true;
    return true;
}

static void tell(const struct search_answer *answer, bool told[SEARCH_OPTIONS], int rival, struct hint *hint)
{
    add_option(hint, answer, answer->chosen);
    for (int i = rival; i >= 0 && hint->n < HINT_OPTIONS; i = next_best(answer, told)) {
        if (!told[i])
            add_option(hint, answer, i);
        told[i] = true;
    }
    hint->against = 1;
    if (hint->n == HINT_OPTIONS && hint->option[2].behind < hint->option[1].behind) {
        const struct hint_option second = hint->option[1];
        hint->option[1] = hint->option[2];
        hint->option[2] = second;
        hint->against = 2;
    }
}

static void seek(struct arena *arena, const struct table *t, struct hint *hint)
{
    const struct rules *rules = t->game.rules;
    struct search_room *room = arena_alloc(arena, sizeof(*room));
    struct search_answer answer = {.n = 0};
    bool told[SEARCH_OPTIONS] = {false};
    struct rng rng;
    void *seen = hint_seen(arena, t, HINT_SOUGHT, &rng);
    if (!search(rules, seen, t->seat, NULL, &rng, room, &answer) || !choose(t, &answer, told))
        return;
    int rival = search_rival(&answer);
    tell(&answer, told, rival, hint);
    const struct hint_option *other = &hint->option[hint->against];
    bool compared = hint->n > 1 && !other->alike && move_equal(&other->move, &answer.option[rival].move);
    if (compared)
        hint->n_why = search_why(rules, seen, t->seat, NULL, room, &answer, answer.chosen, rival, hint->why);
}

const struct hint *hint_seek(struct cache *cache, struct arena *arena, const struct table *t)
{
    struct hint *hint = arena_alloc(arena, sizeof(*hint));
    seek(arena, t, hint);
    const struct cache_key key = hint_key(arena, t);
    cache_put_copy(cache, arena, &key, hint, sizeof(*hint));
    return hint;
}
