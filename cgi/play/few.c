#include "config.h"

#include "cgi/play/few.h"

#include "cgi/play/fold.h"
#include "rules/engine/log.h"

#include "cgi/base/banned.h"

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
