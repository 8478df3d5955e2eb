/* The tutor: before a turn is handed in it says that something is worth more, and when it is asked, what. */
#include "config.h"

#include "cgi/table/drawing.h"

#include "cgi/base/display.h"
#include "cgi/base/url.h"
#include "cgi/model/armed.h"
#include "cgi/play/tutor.h"
#include "cgi/words/phrases.h"
#include "rules/engine/search_race.h"

#include "cgi/base/banned.h"

/* Does one person play here, among bots or at a practice table? */
static bool can_have(const struct drawing *s)
{
    int people = 0;
    for (int seat = 0; seat < s->table.game.n_seats; seat++)
        people += s->table.game.seat[seat].person != 0;
    return people < 2 && game_has_hints(&s->table.game) && drawing_awaits_me(s) && !guided_leads(&s->guided);
}

/* May the turn be handed in now: by confirming it, or by a step that ends it? */
static bool may_end(const struct drawing *s)
{
    const struct rules *rules = s->table.game.rules;
    if (drawing_waits_for_confirm(s))
        return true;
    for (int i = 0; s->table.draft.n > 0 && s->may_move && i < s->choose.list->n; i++)
        if (rules->verbs[move_at(s->choose.list, i)->verb].confirms)
            return true;
    return false;
}

static bool look(void *user, struct err *err)
{
    struct drawing *s = user;
    (void)err;
    s->tutor = tutor_look(s->rq->service->cache, s->rq->arena, &s->table, s->armed, s->rq->now);
    return true;
}

void drawing_find_tutor(struct drawing *s, struct res *rs)
{
    struct req *rq = s->rq;
    const struct table *t = &s->table;
    if (!can_have(s) || !display_tutor(req_display(rq)) || (!s->armed && !may_end(s)))
        return;
    s->tutor = tutor_known(rq->service->cache, rq->arena, t, s->armed, rq->now);
    if (s->tutor)
        return;
    bool found;
    drawing_search(s, rs, look, &found); /* else the turn can be handed in without it */
    if (!found)
        s->tutor = NULL;
}

/* The same page, on which it says what. */
static const char *what_url(const struct drawing *s)
{
    char text[MOVE_TEXT];
    struct sb url;
    sb_init(&url, s->rq->arena);
    sb_addf(&url, "%s?tutor=1", url_table(s->rq->arena, s->table.game.id));
    if (s->armed) {
        move_to_text(s->table.game.rules->verbs, s->armed, text);
        sb_add(&url, "&" ARMED_STEP "=");
        sb_add_url_part(&url, text);
    }
    return url.text;
}

struct value *drawing_tutor(const struct drawing *s)
{
    const struct rules *rules = s->table.game.rules;
    if (!s->tutor || !s->tutor->speaks)
        return NULL;
    const bool tells = req_field(&s->rq->query, "tutor") != NULL;
    struct sb move;
    sb_init(&move, s->rq->arena);
    text_move(&move, s->rq->words->cat, rules, tutor_position(s->rq->arena, &s->table, s->tutor->after), &s->tutor->move, s->people.name, s->people.n);
    const struct text_value value[] = {{"amount", score_words(s->rq->arena, s->rq->words->cat, rules, search_whole(s->tutor->ahead)), 0},
                                       {"move", move.text, 0}, {"n", NULL, s->tutor->after}};
    const char *sentence = !tells               ? N_("Confirm, or look once more? Something here is worth about {amount} more.")
                           : !s->tutor->after   ? N_("Better: {move}. Worth about {amount} more.")
                                                : N_("Better after your {n:first step|first # steps}: {move}. Worth about {amount} more.");
    struct value *tutor = put_text(new_object(s->rq->arena), K_text, req_fill(s->rq, sentence, value, 3));
    return put_text(tutor, K_url, tells ? NULL : what_url(s));
}

struct value *drawing_tutor_switch(const struct drawing *s)
{
    return can_have(s) ? put_bool(new_object(s->rq->arena), K_on, display_tutor(req_display(s->rq))) : NULL;
}
