/* One table: what the caller's seat may see there, and do. */
#include "config.h"

#include "cgi/api/handlers.h"
#include "cgi/api/table.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/base/values.h"
#include "cgi/http/problem.h"
#include "cgi/model/model.h"
#include "cgi/play/accord.h"
#include "cgi/play/plan.h"
#include "cgi/play/play.h"
#include "cgi/words/phrases.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

bool api_open(struct req *rq, struct table *t, struct err *err)
{
    int64_t id;
    return model_game_id(rq, &id, err) && play_table(rq->db, rq->service->cache, rq->arena, id, rq->who.id, table_newest, t, err)
        && model_may_see(rq, &t->game, err);
}

static bool awaits_me(const struct table *t)
{
    return t->game.status == GAME_RUNNING && t->seat != NO_SEAT && (t->game.awaits & SEAT_BIT(t->seat)) != 0;
}

/* May the caller make a move now, asked or not? */
static bool may_move(const struct table *t)
{
    return t->game.status == GAME_RUNNING && !t->game.paused && t->seat != NO_SEAT && t->game.rules && !t->game.seat[t->seat].resigned;
}

/* Is a member for readers alone? Their words are told elsewhere, in the reader's language. */
static bool is_label(const char *name)
{
    size_t n = strlen(name);
    return !strcmp(name, "label") || (n > 6 && !strcmp(name + n - 6, "_label"));
}

/* A view as programs read it: without labels; words that have a context for translators without that. */
static struct json_object *plain_view(const struct req *rq, struct json_object *view)
{
    struct json_object *out = view;
    if (json_object_is_type(view, json_type_object)) {
        out = jobj();
        json_object_object_foreach(view, name, child)
            if (!is_label(name))
                jset_key(out, name, plain_view(rq, child), false);
    } else if (json_object_is_type(view, json_type_array)) {
        out = jarr();
        for (size_t i = 0; i < json_object_array_length(view); i++)
            jadd(out, plain_view(rq, json_object_array_get_idx(view, i)));
    } else if (json_object_is_type(view, json_type_string) && *json_object_get_string(view) == '\004') {
        out = jstr(req_words(rq, json_object_get_string(view)));
    } else {
        json_object_get(view);
    }
    return out;
}

static struct json_object *view_json(const struct req *rq, const struct table *t)
{
    if (!t->state || !t->game.rules)
        return NULL;
    struct value *view = new_object(rq->arena);
    t->game.rules->view->view(t->state, t->seat, view);
    return plain_view(rq, arena_json(rq->arena, value_to_json(view)));
}

static struct json_object *standing_json(const struct req *rq, const struct table *t)
{
    struct json_object *out = jobj(), *points = jarr();
    struct standing standing = {0};
    if (t->head && t->game.rules)
        t->game.rules->standing(t->head, &standing);
    for (int seat = 0; seat < t->game.n_seats; seat++)
        jadd(points, t->head ? jint(t->game.status == GAME_OVER ? t->game.seat[seat].points : standing.seat[seat].points) : NULL);
    jset(out, "points", points);
    jset(out, "unit", jint(t->game.rules ? score_amount(t->game.rules, 1) : 1));
    return jset(out, "words", jstr(score_heading(rq->words->cat, t->game.rules, t->game.status == GAME_RUNNING)));
}

static struct json_object *asked_json(const struct req *rq, const struct table *t)
{
    struct json_object *list = jarr();
    for (int seat = 0; t->head && t->game.rules && t->game.status == GAME_RUNNING && seat < t->game.n_seats; seat++) {
        if (!(t->game.awaits & SEAT_BIT(seat)))
            continue;
        struct asked words = t->game.rules->words->asks(t->head, seat);
        const char *asked = seat == t->seat ? words.imperative : words.doing;
        struct json_object *one = jset(jset(jobj(), "seat", jint(seat)), "text", jstr(asked ? req_words(rq, asked) : NULL));
        jadd(list, jset(one, "deadline", api_time(rq->arena, t->game.seat[seat].clock.deadline)));
    }
    return list;
}

static struct json_object *draft_json(const struct table *t)
{
    struct json_object *out = jobj(), *steps = jarr();
    for (int i = 0; i < t->draft.n; i++)
        jadd(steps, jstr(t->draft.step[i]));
    bool whole = may_move(t) && t->draft.n > 0 && !(t->game.rules->awaits(t->state) & SEAT_BIT(t->seat));
    jset(jset(out, "n", jint(t->draft.n)), "steps", steps);
    return jset(jset(out, "can_confirm", jbool(whole)), "broken", jbool(t->draft.broken));
}

static struct json_object *move_json(const struct req *rq, const struct table *t, const struct move_row *row)
{
    struct json_object *out = jset(jobj(), "ply", jint(row->ply)), *events = jarr(), *words = jarr();
    bool all = t->game.status == GAME_OVER;
    struct people people = model_people(rq, &t->game, &t->incidents);
    jset(out, "seat", row->seat == NO_SEAT ? NULL : jint(row->seat));
    jset(out, "move", all || row->seat == t->seat || row->seat == NO_SEAT ? jstr(row->move) : NULL);
    jset(jset(out, "cause", jstr(play_cause_told(&t->game, &t->incidents, row, rq->who.id))), "at", api_time(rq->arena, row->at));
    for (int i = 0; i < row->n_events && t->game.rules; i++) {
        struct sb text;
        sb_init(&text, rq->arena);
        jadd(events, event_to_json(t->game.rules, &row->events[i], all ? EVERY_SEAT : t->seat));
        text_event(&text, rq->words->cat, t->game.rules, &row->events[i], i + 1 < row->n_events ? &row->events[i + 1] : NULL,
                   all ? EVERY_SEAT : t->seat, people.name, people.n);
        if (text.length)
            jadd(words, jstr(text.text));
    }
    return jset(jset(out, "events", events), "words", words);
}

static struct json_object *orders_json(const struct req *rq, const struct table *t)
{
    struct json_object *list = jarr();
    for (int i = 0; i < t->orders.n; i++)
        jadd(list, jset(jset(jobj(), "order", jstr(t->orders.row[i].text)), "since", api_time(rq->arena, t->orders.row[i].at)));
    return list;
}

struct json_object *api_plan_json(const struct table *t)
{
    struct json_object *ways = jarr();
    for (int i = 0; i < t->plan.n; i++) {
        struct json_object *steps = jarr();
        for (int k = 0; k < t->plan.way[i].n; k++)
            jadd(steps, jstr(t->plan.way[i].step[k]));
        jadd(ways, steps);
    }
    struct json_object *out = jset(jobj(), "ways", ways);
    return jset(jset(out, "hands_in", jbool(t->plan.hands_in)), "offered", jbool(plan_offered(t) && !awaits_me(t)));
}

static struct json_object *line_json(const struct req *rq, const struct message_row *row)
{
    struct json_object *out = jset(jset(jobj(), "id", jint(row->id)), "name", jstr(name_shown(rq->words->cat, row->name)));
    jset(jset(out, "seat", row->seat == NO_SEAT ? NULL : jint(row->seat)), "ply", jint(row->ply));
    return jset(jset(out, "text", jstr(row->text)), "at", api_time(rq->arena, row->at));
}

static struct json_object *lines_json(const struct req *rq, const struct message_row *lines, int n)
{
    struct json_object *list = jarr();
    for (int i = 0; i < n; i++)
        jadd(list, line_json(rq, &lines[i]));
    return list;
}

struct json_object *api_table_json(const struct req *rq, const struct table *t)
{
    struct json_object *out = api_card(rq, &t->game), *moves = jarr();
    jset(out, "version", jint(t->game.version));
    jset(out, "paused", jbool(t->game.paused || game_pause(&t->game)));
    jset(out, "standing", standing_json(rq, t));
    jset(out, "asked", asked_json(rq, t));
    jset(out, "view", view_json(rq, t));
    jset(out, "draft", draft_json(t));
    jset(out, "legal", may_move(t) ? api_legal(rq, t->game.rules, t->state, t->seat) : jarr());
    for (int i = 0; i < t->n_moves; i++)
        jadd(moves, move_json(rq, t, &t->moves[i]));
    jset(out, "moves", moves);
    jset(out, "orders", orders_json(rq, t));
    jset(out, "plan", t->seat != NO_SEAT && t->game.rules && t->game.rules->plans ? api_plan_json(t) : NULL);
    bool key = t->game.invitation && game_seat_of(&t->game, rq->who.id) != NO_SEAT;
    jset(out, "invitation", key ? jstr(t->game.invitation) : NULL);
    return jset(out, "chat", lines_json(rq, t->company.messages, t->company.n_messages));
}

bool api_show(struct req *rq, struct res *rs, int status, const char *outcome, struct err *err)
{
    struct table *t = arena_alloc(rq->arena, sizeof(*t));
    if (!api_open(rq, t, err))
        return false;
    res_draw(rq, rs);
    struct json_object *out = api_table_json(rq, t);
    if (outcome)
        jset(out, "outcome", jstr(outcome));
    if (status == 200)
        return api_answer(rq, rs, out);
    res_header(rs, "Location", arena_printf(rq->arena, "/api/v1/games/%lld", (long long)t->game.id));
    return res_json(rq, rs, status, arena_json(rq->arena, out));
}

bool api_table(struct req *rq, struct res *rs, struct err *err)
{
    return api_show(rq, rs, 200, NULL, err);
}

bool api_chat(struct req *rq, struct res *rs, struct err *err)
{
    struct game_row game;
    struct message_row *lines;
    int64_t id, before, most;
    int n;
    bool more;
    if (!model_visible_game(rq, &id, &game, err) || !api_number(rq, "before", 1, INT64_MAX, 0, &before, err)
        || !api_number(rq, "most", 1, 100, 30, &most, err)
        || !store_messages(rq->db, rq->arena, id, rq->who.id, before, (int)most, &lines, &n, &more, err))
        return false;
    struct json_object *out = jset(jobj(), "lines", lines_json(rq, lines, n));
    return api_answer(rq, rs, jset(out, "next", more && n ? jint(lines[0].id) : NULL));
}
