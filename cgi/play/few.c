#include "config.h"

#include "cgi/play/few.h"

#include <string.h>

#include "cgi/play/fold.h"
#include "cgi/play/play_turn.h"
#include "rules/engine/log.h"

#include "cgi/base/banned.h"

/* Is a legal move handed in with nothing more than a confirmation? What is not final draws nothing, so any chance will do. */
static bool decides(struct arena *arena, const struct rules *rules, const void *state, int seat, const struct move *move, struct move_list *list)
{
    if (fold_is_final(rules, state, seat, move))
        return true;
    void *after = state_copy(arena, rules, state);
    struct log *log = arena_alloc(arena, sizeof(*log));
    uint8_t key[RNG_KEY_BYTES];
    struct rng rng;
    rng_key_from_seed(key, 0);
    rng_init(&rng, key, 0);
    log->n = 0;
    rules->apply(after, seat, move, &rng, log);
    return !(rules->awaits(after) & SEAT_BIT(seat)) || turn_only_ends(rules, after, seat, list);
}

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
        if (verb->unsolicited || (verb->form && has_form(few, move.verb)))
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
    int kept = 0;
    few->n = 0;
    if (!(rules->awaits(state) & SEAT_BIT(seat)))
        return;
    rules->moves(state, seat, list);
    if (!collect(rules, list, few))
        few->n = 0;
    for (int i = 0; i < few->n; i++)
        if (decides(arena, rules, state, seat, &few->option[i].move, list))
            few->option[kept++] = few->option[i];
    few->n = kept;
}
