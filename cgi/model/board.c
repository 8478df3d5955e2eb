#include "config.h"

#include "cgi/model/board.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/http/assets.h"
#include "cgi/http/service.h"
#include "cgi/model/layouts.h"
#include "cgi/model/model.h"
#include "cgi/words/phrases.h"
#include "rules/engine/registry.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

/* ---- laying it under the view ---- */

/* A copy that shares nothing: layouts are read by all threads at once, and json-c counts references without locks. */
static struct json_object *copy_of(struct json_object *from)
{
    struct json_object *copy = NULL;
    switch (json_object_get_type(from)) {
    case json_type_string:
        return jstr(json_object_get_string(from));
    case json_type_int:
        return jint(json_object_get_int64(from));
    case json_type_double:
        return json_object_new_double(json_object_get_double(from));
    case json_type_boolean:
        return jbool(json_object_get_boolean(from));
    case json_type_object:
        copy = jobj();
        json_object_object_foreach(from, key, value)
            jset(copy, key, copy_of(value));
        return copy;
    case json_type_array:
        copy = jarr();
        for (size_t i = 0; i < json_object_array_length(from); i++)
            jadd(copy, copy_of(json_object_array_get_idx(from, i)));
        return copy;
    case json_type_null:
        break;
    }
    return NULL;
}

static void merge_items(struct json_object *view, struct json_object *layout)
{
    bool by_number = json_object_is_type(layout, json_type_array);
    for (size_t i = 0; i < json_object_array_length(view); i++) {
        struct json_object *item = json_object_array_get_idx(view, i);
        char number[24];
        snprintf(number, sizeof(number), "%zu", i);
        if (by_number && i < json_object_array_length(layout))
            board_merge(item, json_object_array_get_idx(layout, i));
        if (!by_number) {
            board_merge(item, jget(layout, number));
            board_merge(item, jget(layout, "*"));
        }
    }
}

void board_merge(struct json_object *view, struct json_object *layout)
{
    if (!view || !layout)
        return;
    if (json_object_is_type(view, json_type_array)) {
        merge_items(view, layout);
        return;
    }
    if (!json_object_is_type(view, json_type_object) || !json_object_is_type(layout, json_type_object))
        return;
    struct json_object *every = jget(layout, "*"), *own;
    json_object_object_foreach(view, name, member) {
        if (every && json_object_is_type(member, json_type_object) && strcmp(name, "*") != 0)
            board_merge(member, every);
    }
    json_object_object_foreach(layout, key, value) {
        if (!strcmp(key, "*"))
            continue;
        if (json_object_object_get_ex(view, key, &own))
            board_merge(own, value);
        else
            jset(view, key, copy_of(value));
    }
}

/* ---- what the draft changed ---- */

#define CAME "came" /* was not a place before; for add_words() only */

/* Every place has the member itself: templates look up a missing name in the surrounding place. */
static void mark_changes(struct json_object *now, struct json_object *before, bool compare)
{
    if (json_object_is_type(now, json_type_array)) {
        bool both = json_object_is_type(before, json_type_array);
        for (size_t i = 0; i < json_object_array_length(now); i++)
            mark_changes(json_object_array_get_idx(now, i), both ? json_object_array_get_idx(before, i) : NULL, compare);
    }
    if (!json_object_is_type(now, json_type_object))
        return;
    bool changed = compare && jget(now, "place") && !json_object_equal(now, before), came = changed && !jget(before, "place");
    json_object_object_foreach(now, key, value) {
        mark_changes(value, jget(before, key), compare);
    }
    if (jget(now, "place"))
        jset(jset(now, "changed", jbool(changed)), CAME, jbool(came));
}

/* ---- words, names and acts ---- */

struct reading {
    struct req *rq;
    const struct rules *rules;
    const void *state;
    int viewer;
    const char *const *people;
    int n_people;
    const struct choose *choose;
};

static bool is_label(const char *key)
{
    size_t length = strlen(key);
    return !strcmp(key, "label") || (length > 6 && !strcmp(key + length - 6, "_label"));
}

static void add_words(const struct reading *d, struct json_object *value);

static void add_words_below(const struct reading *d, struct json_object *object)
{
    json_object_object_foreach(object, key, value) {
        if (is_label(key) && json_object_is_type(value, json_type_string))
            json_object_set_string(value, req_words(d->rq, json_object_get_string(value)));
        else
            add_words(d, value);
    }
}

static void add_seat(const struct reading *d, struct json_object *object)
{
    int64_t seat = jget_int(object, "seat");
    if (!json_object_is_type(jget(object, "seat"), json_type_int) || seat < 0 || seat >= d->n_people)
        return;
    jset(object, "seat_name", jstr(d->people[seat]));
    jset(object, "seat_number", model_sign(d->rules, (int)seat));
    jset(object, "me", jbool(seat == d->viewer));
    struct json_object *score = jget(object, "score");
    if (json_object_is_type(score, json_type_object))
        board_merge(score, arena_json(d->rq->arena, score_model(d->rq->arena, d->rq->words->cat, d->rules, (int)jget_int(score, "total"))));
}

/* A move that the rules forbid gets the sentence of the rule, as if the player had tried it. */
static void add_refused(const struct reading *d, struct json_object *object)
{
    const char *text = jget_str(object, "refused");
    struct move move;
    struct fault fault;
    struct sb out;
    if (!text || !move_from_text(d->rules->verbs, text, &move, &fault))
        return;
    sb_init(&out, d->rq->arena);
    text_rule_error(&out, d->rq->words->cat, d->rules, d->state, d->viewer, &move, d->people, d->n_people);
    jset(object, "refused_text", jstr(out.text));
}

static void add_words(const struct reading *d, struct json_object *value)
{
    if (json_object_is_type(value, json_type_array))
        for (size_t i = 0; i < json_object_array_length(value); i++)
            add_words(d, json_object_array_get_idx(value, i));
    if (!json_object_is_type(value, json_type_object))
        return;
    add_words_below(d, value);
    add_seat(d, value);
    add_refused(d, value);
    const char *place = jget_str(value, "place");
    if (!place && json_object_object_get_ex(value, "place", NULL))
        jset(jset(value, "act", jbool(false)), "changed", jbool(false));
    if (!place)
        return;
    struct json_object *act = d->choose ? choose_place(d->choose, place) : NULL;
    if (act && jget_bool(value, CAME)) /* it is there because of the question: an offer, not news */
        jset(value, "changed", jbool(false));
    json_object_object_del(value, CAME);
    jset(value, "act", act ? act : jbool(false));
}

struct json_object *board_model(struct req *rq, const struct rules *rules, const void *state, const void *before,
                                int viewer, const char *const *people, int n_people, const struct choose *choose)
{
    const struct reading reading = {rq, rules, state, viewer, people, n_people, choose};
    struct json_object *view = jobj(), *was = jobj();
    rules->view->view(state, viewer, view);
    if (before)
        rules->view->view(before, viewer, was);
    mark_changes(view, was, before != NULL);
    json_object_put(was);
    board_merge(view, layouts_find(rq->service->layouts, rq->arena, rules->id));
    add_words(&reading, view);
    return view;
}

/* ---- what the board does not offer ---- */

/* The first object, searched from @value down, that has @key (of any kind) and a string member @text. */
static struct json_object *find_object(struct json_object *value, const char *key, const char *text)
{
    struct json_object *found = NULL;
    if (json_object_is_type(value, json_type_array))
        for (size_t i = 0; i < json_object_array_length(value) && !found; i++)
            found = find_object(json_object_array_get_idx(value, i), key, text);
    if (found || !json_object_is_type(value, json_type_object))
        return found;
    bool has_key = jget(value, key) != NULL;
    json_object_object_foreach(value, name, member) {
        (void)name;
        if (has_key && json_object_is_type(member, json_type_string) && !strcmp(json_object_get_string(member), text))
            return value;
        found = found ? found : find_object(member, key, text);
    }
    return found;
}

/* "verb=play&kind=campo" is a place of the verb play; "site=r2" of those that name it so, or come to the same step. */
static bool is_place_of(const char *place, struct json_object *act, struct json_object *group)
{
    const char *verb = jget_str(group, "verb"), *step = jget_str(act, "step");
    struct json_object *options = jget(group, "options");
    if (!strncmp(place, "verb=", 5))
        return !strncmp(place + 5, verb, strlen(verb)) && strchr("&", place[5 + strlen(verb)]);
    return find_object(options, "label", place) || (step && find_object(options, "label", step));
}

static bool is_offered(struct json_object *value, struct json_object *group)
{
    if (json_object_is_type(value, json_type_array))
        for (size_t i = 0; i < json_object_array_length(value); i++)
            if (is_offered(json_object_array_get_idx(value, i), group))
                return true;
    if (!json_object_is_type(value, json_type_object))
        return false;
    const char *place = jget_str(value, "place");
    if (place && json_object_is_type(jget(value, "act"), json_type_object) && is_place_of(place, jget(value, "act"), group))
        return true;
    json_object_object_foreach(value, name, member) {
        (void)name;
        if (is_offered(member, group))
            return true;
    }
    return false;
}

void board_set_beside(struct json_object *view, struct json_object *groups)
{
    for (size_t i = 0; i < json_object_array_length(groups); i++) {
        struct json_object *group = json_object_array_get_idx(groups, i);
        jset(group, "beside", jbool(!jget_bool(group, "confirms") && !is_offered(view, group)));
    }
}

/* ---- amounts in the view ---- */

/* The part of the view to which a form belongs: the place of the last of its fixed arguments that has one. */
static struct json_object *place_of_form(struct req *rq, struct json_object *view, struct json_object *form)
{
    struct json_object *hidden = jget(form, "hidden"), *place = NULL;
    for (size_t i = 0; i < json_object_array_length(hidden); i++) {
        struct json_object *field = json_object_array_get_idx(hidden, i);
        const char *text = arena_printf(rq->arena, "%s=%s", jget_str(field, "name"), jget_str(field, "value"));
        struct json_object *found = find_object(view, "place", text);
        place = found ? found : place;
    }
    return place;
}

static void note_amount(struct req *rq, struct json_object *view, struct json_object *place, struct json_object *amount)
{
    const char *item = jget_str(amount, "item");
    struct json_object *lettered = find_object(view, "letter", item);
    struct json_object *priced = place ? find_object(place, "price", item) : NULL;
    if (lettered && jget_str(lettered, "letter"))
        jset(amount, "letter", jstr(jget_str(lettered, "letter")));
    if (!priced)
        return;
    const struct text_value price = {"price", NULL, jget_int(priced, "price")};
    jset(amount, "price", jint(price.number));
    struct sb out;
    sb_init(&out, rq->arena);
    text_fill(&out, rq->words->cat, price.number > 0 ? N_("{price:1 coin each|# coins each}") : N_("free"), &price, 1);
    jset(amount, "note", jstr(out.text));
}

/* The first object of each place of the view, for fast lookup: a form may have many fields. */
static void index_places(struct lh_table *index, struct json_object *value)
{
    if (json_object_is_type(value, json_type_array))
        for (size_t i = 0; i < json_object_array_length(value); i++)
            index_places(index, json_object_array_get_idx(value, i));
    if (!json_object_is_type(value, json_type_object))
        return;
    const char *place = jget_str(value, "place");
    if (place && !lh_table_lookup_entry(index, place))
        lh_table_insert(index, place, value);
    json_object_object_foreach(value, name, member) {
        (void)name;
        index_places(index, member);
    }
}

static struct lh_table *places_of(struct json_object *view)
{
    struct lh_table *index = lh_kchar_table_new(256, NULL);
    if (!index)
        abort();
    index_places(index, view);
    return index;
}

static struct json_object *find_place(struct lh_table *places, const char *place)
{
    void *found;
    return lh_table_lookup_ex(places, place, &found) ? found : NULL;
}

/* How a field, or one of its values, looks in this game: <game>/choice.html from the view's place of that name. */
static struct json_object *face_of(struct req *rq, const struct rules *rules, struct lh_table *places, const char *place,
                                   struct json_object *owner)
{
    struct json_object *found = find_place(places, place);
    const char *html = found ? board_html(rq, rules, found, "choice.html") : "";
    if (*html)
        jset(owner, "face_html", jstr(html));
    return found;
}

static void note_faces(struct req *rq, const struct rules *rules, struct lh_table *places, struct json_object *form,
                       struct json_object *amount)
{
    const char *name = jget_str(amount, "name");
    struct json_object *choices = jget(amount, "choices"), *own = face_of(rq, rules, places, name, amount);
    int64_t value = jget_int(own, "value");
    bool begins = own && jget(own, "value") && !jget_bool(form, "tried") /* with the present value */
        && value >= jget_int(amount, "lo") && value <= jget_int(amount, "hi");
    const char *pressed = arena_printf(rq->arena, "%" PRId64, value);
    if (begins)
        jset(amount, "value", jint(value));
    for (size_t i = 0; i < json_object_array_length(choices); i++) {
        struct json_object *choice = json_object_array_get_idx(choices, i);
        face_of(rq, rules, places, arena_printf(rq->arena, "%s=%s", name, jget_str(choice, "n")), choice);
        if (begins)
            jset(choice, "checked", jbool(!strcmp(jget_str(choice, "n"), pressed)));
    }
}

/* Coins of the viewer; NULL: the view does not have them. */
static struct json_object *coins_at_hand(struct json_object *view)
{
    struct json_object *players = jget(view, "players");
    for (size_t i = 0; players && i < json_object_array_length(players); i++)
        if (jget_bool(json_object_array_get_idx(players, i), "me"))
            return jget(json_object_array_get_idx(players, i), "coins");
    return NULL;
}

/* The total price of an option's amounts at the prices of its place; an amount without a price costs nothing. */
static void note_cost(struct req *rq, struct json_object *view, struct json_object *option)
{
    struct json_object *taken = jget(option, "taken"), *place;
    struct text_value cost = {"price", NULL, 0};
    bool priced = false;
    if (!taken || json_object_array_length(taken) == 0 || !(place = place_of_form(rq, view, option)))
        return;
    for (size_t i = 0; i < json_object_array_length(taken); i++) {
        struct json_object *part = json_object_array_get_idx(taken, i);
        struct json_object *price = find_object(place, "price", jget_str(part, "item"));
        priced = priced || price;
        cost.number += price ? (int)(jget_int(price, "price") * jget_int(part, "n")) : 0;
    }
    if (priced)
        jset(option, "cost", jstr(req_fill(rq, cost.number ? N_("{price:1 coin|# coins}") : N_("free"), &cost, 1)));
}

/* For payments, only items that the player has: the view's "form" of the verb gives the number of each item (count) and its
 * worth, and the price of a step (per). */
static void note_purse(struct json_object *purse, struct json_object *form)
{
    struct json_object *amounts = jget(form, "amounts"), *held = jarr();
    for (size_t i = 0; i < json_object_array_length(amounts); i++) {
        struct json_object *amount = json_object_array_get_idx(amounts, i);
        struct json_object *item = find_object(purse, "worth", jget_str(amount, "item"));
        if (!item)
            continue;
        jset(amount, "price", jint(jget_int(item, "worth")));
        jset(amount, "hi", jint(jget_int(item, "count")));
        jadd(held, json_object_get(amount));
    }
    jset(jset(form, "amounts", held), "per", jint(jget_int(purse, "per")));
}

/* What @limits, the view's "limits_of" a verb, says of each amount: no more than "most"; what it does not name is left out. */
static void note_limits(struct json_object *limits, struct json_object *form)
{
    struct json_object *amounts = jget(form, "amounts"), *left = jarr();
    for (size_t i = 0; i < json_object_array_length(amounts); i++) {
        struct json_object *amount = json_object_array_get_idx(amounts, i), *choices = jget(amount, "choices"), *few = jarr();
        struct json_object *limit = find_object(limits, "most", jget_str(amount, "item"));
        int64_t most = jget_int(limit, "most");
        if (!limit)
            continue;
        for (size_t n = 0; n < json_object_array_length(choices); n++)
            if (jget_int(amount, "lo") + (int64_t)n <= most)
                jadd(few, json_object_get(json_object_array_get_idx(choices, n)));
        if (jget_int(amount, "hi") > most)
            jset(amount, "hi", jint(most));
        jadd(left, json_object_get(jset(amount, "choices", few)));
    }
    jset(form, "amounts", left);
}

/* Has the view a form of its own for this verb? */
static bool draws_itself(struct json_object *view, const char *verb)
{
    struct json_object *own = jget(view, "own_forms");
    for (size_t i = 0; own && i < json_object_array_length(own); i++)
        if (!strcmp(json_object_get_string(json_object_array_get_idx(own, i)), verb))
            return true;
    return false;
}

void board_note_amounts(struct req *rq, const struct rules *rules, struct json_object *view, struct json_object *choose)
{
    struct json_object *groups = jget(choose, "groups");
    struct lh_table *places = NULL;
    for (size_t g = 0; groups && g < json_object_array_length(groups); g++) {
        struct json_object *forms = jget(json_object_array_get_idx(groups, g), "forms");
        struct json_object *options = jget(json_object_array_get_idx(groups, g), "options");
        for (size_t i = 0; i < json_object_array_length(options); i++)
            note_cost(rq, view, json_object_array_get_idx(options, i));
        for (size_t f = 0; f < json_object_array_length(forms); f++) {
            struct json_object *form = json_object_array_get_idx(forms, f);
            if (draws_itself(view, jget_str(form, "verb")))
                continue;
            struct json_object *limits = find_object(view, "limits_of", jget_str(form, "verb"));
            if (limits)
                note_limits(limits, form);
            struct json_object *amounts = jget(form, "amounts");
            struct json_object *place = place_of_form(rq, view, form), *coins = coins_at_hand(view);
            struct json_object *purse = find_object(view, "form", jget_str(form, "verb"));
            jset(form, "have", coins ? json_object_get(coins) : NULL);
            if (purse) {
                note_purse(purse, form);
                continue;
            }
            places = places ? places : places_of(view);
            for (size_t a = 0; a < json_object_array_length(amounts); a++) {
                note_amount(rq, view, place, json_object_array_get_idx(amounts, a));
                note_faces(rq, rules, places, form, json_object_array_get_idx(amounts, a));
            }
        }
    }
    if (places)
        lh_table_free(places);
}

/* ---- forms that a game draws itself ---- */

static struct json_object *filling_of(struct lh_table *places, struct json_object *form)
{
    struct json_object *fields = jget(form, "amounts"), *by = jobj(), *filling = jobj();
    for (size_t i = 0; i < json_object_array_length(fields); i++) {
        struct json_object *field = json_object_array_get_idx(fields, i), *what = find_place(places, jget_str(field, "name"));
        jset(field, "what", what ? json_object_get(what) : NULL);
        if (jget(what, "count"))
            jset(field, "hi", json_object_get(jget(what, "count")));
        jset(by, jget_str(field, "name"), json_object_get(field));
    }
    jset(jset(filling, "fields", json_object_get(fields)), "by", by);
    jset(filling, "tried", jbool(jget_bool(form, "tried")));
    return jset(filling, "reveals", jbool(jget_bool(form, "reveals")));
}

void board_take_fillings(struct req *rq, struct json_object *view, struct json_object *model)
{
    struct json_object *groups = jget(jget(model, "choose"), "groups"), *filling = jobj(), *frame = jobj(), *game = jget(model, "game");
    struct lh_table *places = jget(view, "own_forms") && !rq->wants_json ? places_of(view) : NULL;
    for (size_t g = 0; groups && g < json_object_array_length(groups); g++) {
        struct json_object *group = json_object_array_get_idx(groups, g), *forms = jget(group, "forms");
        if (!draws_itself(view, jget_str(group, "verb")) || json_object_array_length(forms) == 0)
            continue;
        if (places)
            jset(filling, jget_str(group, "verb"), filling_of(places, json_object_array_get_idx(forms, 0)));
        jset(jset(group, "forms", jarr()), "has_forms", jbool(false));
    }
    if (places)
        lh_table_free(places);
    jset(jset(frame, "url", jstr(jget_str(game, "url"))), "csrf", jstr(rq->csrf));
    jset(jset(frame, "ply", json_object_get(jget(game, "ply"))), "draft", json_object_get(jget(jget(model, "draft"), "n")));
    jset(view, "filling", filling);
    jset(view, "frame", rq->wants_json ? NULL : json_object_get(frame));
    json_object_put(frame);
}

const char *board_html(struct req *rq, const struct rules *rules, struct json_object *model, const char *template_name)
{
    struct sb out;
    sb_init(&out, rq->arena);
    jset(model, "www", jstr(assets_version(rq->service->assets)));
    tpl_render(rq->words->tpl, arena_printf(rq->arena, "%s/%s", rules->id, template_name), model, &out, NULL);
    json_object_object_del(model, "www");
    return out.text;
}
