#include "config.h"

#include "cgi/mail/letter_plan.h"

#include "cgi/play/plan.h"
#include "cgi/words/phrases.h"
#include "cgi/words/text.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

/* "Build Castello 1 in Massa · Pay 1 blue" */
static const char *steps_words(const struct letter_needs *needs, const struct words *words, const struct table *t, const struct plan_way *way)
{
    const struct rules *rules = t->game.rules;
    const char *people[SEATS_MAX];
    struct sb out;
    sb_init(&out, needs->arena);
    names_shown(words->cat, &t->game, people);
    for (int i = 0; i < way->n; i++) {
        struct move move;
        struct fault fault;
        if (!move_from_text(rules->verbs, way->step[i], &move, &fault) || rules->verbs[move.verb].confirms)
            continue;
        sb_add(&out, out.length ? " · " : "");
        text_move(&out, words->cat, rules, NULL, &move, people, t->game.n_seats);
    }
    return out.text;
}

bool letter_plan_words(const struct letter_needs *needs, const struct words *words, const struct table *table, const char **sentence,
                       struct err *err)
{
    const void *then;
    const char *since = NULL;
    *sentence = NULL;
    if (!plan_offered(table) || !table->plan.n || !plan_turn_has_come(table))
        return true;
    if (!play_before(needs->db, NULL, needs->arena, table, table->plan.ply, &then, err)
        || !store_moves_since(needs->db, needs->arena, table->game.id, table->plan.ply, &since, err))
        return false;
    const struct plan_left left = plan_left(needs->arena, table->game.rules, table->head, then, since, &table->plan);
    const struct text_value plan = {"plan", steps_words(needs, words, table, &table->plan.way[left.way]), 0};
    *sentence = text_filled(needs->arena, words->cat,
                            left.fit.fate == PLAN_BROKEN ? N_("Your plan cannot be played any more: {plan}.")
                            : left.fit.fate == PLAN_SAME ? N_("Your plan can be played as it is: {plan}.")
                                                         : N_("Your plan can still be played, but something has changed: {plan}."), &plan, 1);
    return true;
}
