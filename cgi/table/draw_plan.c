/* The reader's plan on the table's page: where it is made, what it is, and what is left of it when the turn has come. */
#include "config.h"

#include "cgi/table/draw_plan.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/play/plan.h"
#include "cgi/table/drawing.h"
#include "rules/engine/log.h"
#include "rules/engine/rng.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

/* ---- what is left of it ---- */

bool drawing_find_plan(struct drawing *s, struct err *err)
{
    struct req *rq = s->rq;
    const struct table *t = &s->table;
    struct plan_left *left = arena_alloc(rq->arena, sizeof(*left));
    const void *then;
    const char *since = NULL;
    if (!plan_offered(t) || !t->plan.n || !plan_turn_has_come(t) || t->draft.n > 0)
        return true;
    if (t->plan.ply >= t->game.ply)
        then = t->head;
    else if (!play_before(rq->db, rq->service->cache, rq->arena, t, t->plan.ply, &then, err)
             || (t->game.rules->alters && !store_moves_since(rq->db, rq->arena, t->game.id, t->plan.ply, &since, err)))
        return false;
    *left = plan_left(rq->arena, t->game.rules, t->head, then, since, &t->plan);
    s->plan = left;
    return true;
}

/* ---- in words ---- */

const char *plan_step_words(const struct req *rq, const struct rules *rules, const char *text, const struct people *people)
{
    struct move move;
    struct fault fault;
    struct sb out;
    sb_init(&out, rq->arena);
    if (!move_from_text(rules->verbs, text, &move, &fault))
        return "";
    if (rules->verbs[move.verb].confirms)
        return req_words(rq, N_("End of the turn"));
    text_move(&out, rq->words->cat, rules, NULL, &move, people->name, people->n);
    return out.text;
}

static const char *step_words(const struct drawing *s, const char *text)
{
    return plan_step_words(s->rq, s->table.game.rules, text, &s->people);
}

/* The steps of a way but for the one that confirms. */
static bool is_told(const struct rules *rules, const char *text)
{
    struct move move;
    struct fault fault;
    return move_from_text(rules->verbs, text, &move, &fault) && !rules->verbs[move.verb].confirms;
}

static void add_steps(const struct drawing *s, const struct plan_way *way, struct value *steps)
{
    for (int i = 0; i < way->n; i++)
        if (is_told(s->table.game.rules, way->step[i]))
            put_text(add_object(steps), K_text, step_words(s, way->step[i]));
}

static const char *way_words(const struct drawing *s, const struct plan_way *way)
{
    struct sb out;
    sb_init(&out, s->rq->arena);
    for (int i = 0; i < way->n; i++)
        if (is_told(s->table.game.rules, way->step[i]))
            sb_addf(&out, out.length ? " · %s" : "%s", step_words(s, way->step[i]));
    return out.text;
}

/* The rule against the first step that does not go, where it would be taken. */
static const char *rule_words(const struct drawing *s, const struct plan_way *way)
{
    static const uint8_t key[RNG_KEY_BYTES] = {0};
    const struct table *t = &s->table;
    const struct rules *rules = t->game.rules;
    void *state = memcpy(arena_alloc(s->rq->arena, rules->size), t->head, rules->size);
    struct move move = {0};
    struct fault fault;
    struct rng rng;
    struct log log;
    struct sb why;
    sb_init(&why, s->rq->arena);
    rng_init(&rng, key, 0);
    for (int i = 0; i <= s->plan->fit.step && i < way->n && move_from_text(rules->verbs, way->step[i], &move, &fault); i++) {
        log.n = 0;
        if (i < s->plan->fit.step)
            rules->apply(state, t->seat, &move, &rng, &log);
    }
    text_rule_error(&why, s->rq->words->cat, rules, state, t->seat, &move, s->people.name, s->people.n);
    return why.text;
}

static const char *gone_words(const struct drawing *s)
{
    const struct plan_left *left = s->plan;
    const struct plan_way *way = &s->table.plan.way[left->way];
    const bool shows = left->fit.error == RULE_OK, known = left->fit.step < way->n;
    if (!known)
        return req_words(s->rq, N_("Your plan cannot be played any more."));
    const struct text_value value[] = {
        {"step", step_words(s, way->step[left->fit.step]), 0},
        {"why", shows ? req_words(s->rq, N_("It would now show or draw something.")) : rule_words(s, way), 0}};
    return req_fill(s->rq, N_("Your plan cannot be played any more: “{step}”. {why}"), value, 2);
}

static const char *why_words(const struct drawing *s)
{
    const struct plan_left *left = s->plan;
    const struct plan_row *plan = &s->table.plan;
    const struct text_value what = {"what", left->fit.what ? req_words(s->rq, left->fit.what) : "", 0};
    if (left->fit.fate == PLAN_SAME)
        return plan->hands_in && plan->tried < s->table.game.ply ? req_words(s->rq, N_("It is played automatically within a minute, unless you do something else.")) : NULL;
    if (left->altered)
        return req_words(s->rq, N_("Others have changed what it is about: look once more."));
    if (left->fit.what)
        return req_fill(s->rq, N_("Since you made it, something it depends on has changed: {what}."), &what, 1);
    return req_words(s->rq, left->fit.step < plan->way[left->way].n ? N_("Read it once more before you play it: it changes the rest of the game.")
                                                                    : N_("Your turn goes on after it."));
}

static struct value *offer_model(const struct drawing *s)
{
    const struct plan_way *way = &s->table.plan.way[s->plan->way];
    struct value *offer = put_text(new_object(s->rq->arena), K_text, way_words(s, way)), *steps = put_list(offer, K_steps);
    for (int i = 0; i < way->n; i++)
        put_text(add_object(steps), K_step, way->step[i]);
    return put_text(offer, K_why, why_words(s));
}

/* A plan whose turn has come holds for no later one. */
struct value *drawing_plan(const struct drawing *s)
{
    const struct table *t = &s->table;
    if (!plan_offered(t))
        return NULL;
    struct value *plan = put_text(new_object(s->rq->arena), K_url, url_plan(s->rq->arena, t->game.id));
    const bool broken = s->plan && s->plan->fit.fate == PLAN_BROKEN;
    const struct text_value others = {"n", NULL, t->plan.n - 1};
    put_bool(plan, K_can_make, plan_may_make(t));
    put_bool(plan, K_active, t->plan.n > 0);
    put_bool(plan, K_hands_in, t->plan.hands_in);
    struct value *steps = put_list(plan, K_steps);
    if (t->plan.n > 0)
        add_steps(s, &t->plan.way[0], steps);
    put_text(plan, K_others, t->plan.n > 1 ? req_fill(s->rq, N_("{n:and an alternative|and # alternatives}."), &others, 1) : NULL);
    put(plan, K_offer, s->plan && !broken ? offer_model(s) : NULL);
    return put_text(plan, K_gone, broken ? gone_words(s) : NULL);
}
