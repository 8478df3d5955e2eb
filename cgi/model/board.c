#include "config.h"

#include "cgi/model/board.h"

#include <inttypes.h>
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

/* What can be added to is copied, since all threads read the layout; texts and numbers are shared. */
static struct value *copy_of(struct arena *arena, const struct value *from)
{
    struct value *copy;
    if (value_is(from, VALUE_OBJECT)) {
        copy = new_object(arena);
        for (size_t i = 0; i < value_n(from); i++)
            put(copy, value_key(from, i), copy_of(arena, value_at(from, i)));
        return copy;
    }
    if (!value_is(from, VALUE_LIST))
        return (struct value *)from;
    copy = new_list(arena);
    for (size_t i = 0; i < value_n(from); i++)
        add(copy, copy_of(arena, value_at(from, i)));
    return copy;
}

static void merge_items(struct arena *arena, struct value *view, const struct value *layout)
{
    bool list = value_is(layout, VALUE_LIST);
    const struct value *each = get(layout, K_each), *by_number = list ? layout : get(layout, K_nth);
    for (size_t i = 0; i < value_n(view); i++) {
        board_merge(arena, value_at(view, i), value_at(by_number, i));
        board_merge(arena, value_at(view, i), each);
    }
}

void board_merge(struct arena *arena, struct value *view, const struct value *layout)
{
    const struct value *each = get(layout, K_each);
    struct value *own;
    if (value_is(view, VALUE_LIST) && layout)
        merge_items(arena, view, layout);
    if (!value_is(view, VALUE_OBJECT) || !value_is(layout, VALUE_OBJECT))
        return;
    for (size_t i = 0; each && i < value_n(view); i++)
        if (value_is(value_at(view, i), VALUE_OBJECT))
            board_merge(arena, value_at(view, i), each);
    for (size_t i = 0; i < value_n(layout); i++) {
        enum key key = value_key(layout, i);
        if (key == K_each || key == K_nth)
            continue;
        if (value_find(view, key, &own))
            board_merge(arena, own, value_at(layout, i));
        else
            put(view, key, copy_of(arena, value_at(layout, i)));
    }
}

/* ---- what the draft changed ---- */

/* "changed" of a place that was none before: an offer because of the question, not news. */
static struct value came = {.kind = VALUE_BOOL, .u.number = 1};

static bool same_place(const struct value *a, const struct value *b)
{
    const struct value *here = get(a, K_place), *there = get(b, K_place);
    return here && there && !strcmp(text_of(here), text_of(there));
}

/* What stands in a list in the place of item @i of @now: a hand with a card more is another list from there on. */
static const struct value *item_before(const struct value *now, const struct value *before, size_t i)
{
    const struct value *item = value_at(now, i), *was = value_at(before, i);
    if (!get(item, K_place) || !get(was, K_place) || same_place(item, was))
        return was;
    for (size_t k = 0; k < value_n(before); k++)
        if (same_place(item, value_at(before, k)))
            return value_at(before, k);
    return NULL;
}

/* Every place has the member itself: templates look up a missing name in the surrounding place. */
static void mark_changes(struct value *now, const struct value *before)
{
    bool place = get(now, K_place), changed = place && !value_equal(now, before);
    for (size_t i = 0; i < value_n(now); i++)
        mark_changes(value_at(now, i), value_is(now, VALUE_LIST) ? item_before(now, before, i) : get(before, value_key(now, i)));
    if (changed && !get(before, K_place))
        put(now, K_changed, &came);
    else if (place)
        put_bool(now, K_changed, changed);
}

/* ---- places by their names ---- */

enum { BUCKETS = 128 };

struct place {
    struct place *next;
    const char *name;
    struct value *object;
};

struct places {
    struct place *bucket[BUCKETS];
};

static struct place **bucket_of(struct places *places, const char *name)
{
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (const char *c = name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    return &places->bucket[hash % BUCKETS];
}

static struct value *find_place(struct places *places, const char *name)
{
    for (const struct place *place = *bucket_of(places, name); place; place = place->next)
        if (!strcmp(place->name, name))
            return place->object;
    return NULL;
}

/* Of several with one name the first is found. */
static void add_place(struct arena *arena, struct places *places, const char *name, struct value *object)
{
    if (find_place(places, name))
        return;
    struct place *place = arena_alloc(arena, sizeof(*place)), **bucket = bucket_of(places, name);
    *place = (struct place){*bucket, name, object};
    *bucket = place;
}

/* What places of the board offer, for what is beside it: their acts by the name of the place; by the step that one is; and by the
 * verb of those that are called "verb=play&kind=campo", which are places of that verb alone. */
struct offers {
    struct places by_place, by_step, by_verb;
};

static void add_offer(struct arena *arena, struct offers *offers, const char *place, struct value *act)
{
    const char *step = get_text(act, K_step);
    if (!strncmp(place, "verb=", 5)) {
        add_place(arena, &offers->by_verb, arena_strndup(arena, place + 5, strcspn(place + 5, "&")), act);
        return;
    }
    add_place(arena, &offers->by_place, place, act);
    if (step)
        add_place(arena, &offers->by_step, step, act);
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
    struct places *places;
    struct offers *offers;
};

/* Is the member called "label", or "..._label"? */
static bool is_label(enum key key)
{
    const char *name = key_name(key);
    size_t length = strlen(name);
    return key == K_label || (length > 6 && !strcmp(name + length - 6, "_label"));
}

static void add_words(const struct reading *d, struct value *value);

/* For a label with figures in it: those that stand beside it. */
static bool find_beside(const void *object, const char *name, size_t length, struct text_value *value)
{
    const struct value *figure = get(object, key_of(name, length));
    *value = (struct text_value){.number = value_is(figure, VALUE_INT) ? get_int(object, key_of(name, length)) : 0};
    return value_is(figure, VALUE_INT);
}

static const char *label_words(const struct reading *d, const struct value *object, const char *label)
{
    if (!strchr(label, '{'))
        return req_words(d->rq, label);
    struct sb words;
    sb_init(&words, d->rq->arena);
    text_fill_by(&words, d->rq->words->cat, label, find_beside, object);
    return words.text;
}

static void add_words_below(const struct reading *d, struct value *tree)
{
    for (size_t i = 0; i < value_n(tree); i++) {
        struct value *child = value_at(tree, i);
        if (value_is(child, VALUE_TEXT) && is_label(value_key(tree, i)))
            value_set_at(tree, i, new_text(d->rq->arena, label_words(d, tree, child->u.text)));
        else if (value_n(child) > 0)
            add_words(d, child);
    }
}

static void add_seat(const struct reading *d, struct value *object)
{
    int64_t seat = get_int(object, K_seat);
    if (!value_is(get(object, K_seat), VALUE_INT) || seat < 0 || seat >= d->n_people)
        return;
    put_text(object, K_seat_name, d->people[seat]);
    put(object, K_seat_number, model_sign(d->rq->arena, d->rules, (int)seat));
    put_bool(object, K_me, seat == d->viewer);
    struct value *score = get(object, K_score);
    if (value_is(score, VALUE_OBJECT))
        board_merge(d->rq->arena, score, score_model(d->rq->arena, d->rq->words->cat, d->rules, (int)get_int(score, K_total)));
}

/* A move that the rules forbid gets the sentence of the rule, as if the player had tried it. */
static void add_refused(const struct reading *d, struct value *object)
{
    const char *text = get_text(object, K_refused);
    struct move move;
    struct fault fault;
    struct sb out;
    if (!text || !move_from_text(d->rules->verbs, text, &move, &fault))
        return;
    sb_init(&out, d->rq->arena);
    text_rule_error(&out, d->rq->words->cat, d->rules, d->state, d->viewer, &move, d->people, d->n_people);
    put_text(object, K_refused_text, out.text);
}

static void add_act(const struct reading *d, struct value *object, const char *place)
{
    struct value *act = d->choose ? choose_place(d->choose, place) : NULL;
    const bool is_offer = act || (d->choose && d->choose->guided); /* a guide asks for one of several */
    if (is_offer && get(object, K_changed) == &came)
        put_bool(object, K_changed, false);
    if (!act) {
        put_null(put_bool(object, K_act, false), K_no);
        if (!d->choose || d->rq->wants_json)
            return;
        put_text(object, K_no, choose_why_href(d->choose, place));
        put_text(object, K_why_here, d->choose->asked_at && !strcmp(d->choose->asked_at, place) ? d->choose->why : NULL);
        return;
    }
    add_offer(d->rq->arena, d->offers, place, act);
    put(object, K_act, act);
}

/* A letter that stands for a name is the first of the name as it is shown. */
static void set_initial(const struct reading *d, struct value *object)
{
    const char *name = get_text(object, K_name_label);
    if (!name || !*name || !get_text(object, K_letter))
        return;
    size_t length = 1;
    while (((unsigned char)name[length] & 0xc0) == 0x80)
        length++;
    put_text(object, K_letter, arena_printf(d->rq->arena, "%.*s", (int)length, name));
}

static void add_words(const struct reading *d, struct value *value)
{
    struct value *member = NULL;
    const bool is_place = value_find(value, K_place, &member);
    const char *place = text_of(member); /* NULL: what looks like a place is none */
    if (place)
        add_place(d->rq->arena, d->places, place, value);
    add_words_below(d, value);
    if (!value_is(value, VALUE_OBJECT))
        return;
    set_initial(d, value);
    add_seat(d, value);
    add_refused(d, value);
    if (!is_place)
        return;
    if (!place || !get(value, K_changed))
        put_bool(value, K_changed, false);
    if (place)
        add_act(d, value, place);
    else
        put_null(put_bool(value, K_act, false), K_no);
}

struct board board_open(struct req *rq, const struct rules *rules, const void *state, const void *before,
                        int viewer, const char *const *people, int n_people, const struct choose *choose)
{
    struct board board = {rq, rules, new_object(rq->arena), arena_alloc(rq->arena, sizeof(*board.places)),
                          arena_alloc(rq->arena, sizeof(*board.offers))};
    const struct reading reading = {rq, rules, state, viewer, people, n_people, choose, board.places, board.offers};
    rules->view->view(state, viewer, board.view);
    if (before) {
        struct value *was = new_object(rq->arena);
        rules->view->view(before, viewer, was);
        mark_changes(board.view, was);
        if (rules->view->news)
            rules->view->news(before, state, board.view);
    }
    board_merge(rq->arena, board.view, layouts_find(rq->service->layouts, rq->arena, rules->id));
    add_words(&reading, board.view);
    return board;
}

/* ---- what the board does not offer ---- */

/* Is it begun at a place of its verb, at one that an option names so, or at one that comes to the same step? */
static bool is_offered(struct offers *offers, struct value *group)
{
    struct value *options = get(group, K_options);
    bool offered = find_place(&offers->by_verb, get_text(group, K_verb));
    for (size_t i = 0; i < value_n(options) && !offered; i++) {
        const char *place = get_text(value_at(options, i), K_place), *step = get_text(value_at(options, i), K_step);
        offered = (place && find_place(&offers->by_place, place)) || (step && find_place(&offers->by_step, step));
    }
    return offered;
}

void board_set_beside(const struct board *board, struct value *groups)
{
    for (size_t i = 0; i < value_n(groups); i++) {
        struct value *group = value_at(groups, i);
        put_bool(group, K_beside, !get_bool(group, K_confirms) && !is_offered(board->offers, group));
    }
}

/* ---- amounts in the view ---- */

/* The first object, searched from @value down, that has @key (of any kind) and a string member @text. */
static struct value *find_object(struct value *value, enum key key, const char *text)
{
    bool has_key = get(value, key);
    struct value *found = NULL;
    for (size_t i = 0; i < value_n(value) && !found; i++) {
        struct value *child = value_at(value, i);
        if (has_key && value_is(child, VALUE_TEXT) && !strcmp(child->u.text, text))
            return value;
        found = find_object(child, key, text);
    }
    return found;
}

/* The part of the view to which a form belongs: the place of the last of its fixed arguments that has one. */
static struct value *place_of_form(const struct board *board, struct value *form)
{
    struct value *hidden = get(form, K_hidden), *place = NULL;
    for (size_t i = 0; i < value_n(hidden); i++) {
        struct value *field = value_at(hidden, i);
        const char *text = arena_printf(board->rq->arena, "%s=%s", get_text(field, K_name), get_text(field, K_value));
        struct value *found = find_place(board->places, text);
        place = found ? found : place;
    }
    return place;
}

static void note_amount(const struct board *board, struct value *place, struct value *amount)
{
    const char *item = get_text(amount, K_item);
    struct value *labelled = find_object(board->view, K_letter_label, item);
    struct value *lettered = labelled ? labelled : find_object(board->view, K_letter, item);
    struct value *priced = place ? find_object(place, K_price, item) : NULL;
    if (lettered)
        put_text(amount, K_letter, get_text(lettered, labelled ? K_letter_label : K_letter));
    if (!priced)
        return;
    const struct text_value price = {"price", NULL, (int)get_int(priced, K_price)};
    put_int(amount, K_price, price.number);
    put_text(amount, K_note, req_fill(board->rq, price.number > 0 ? N_("{price:1 coin|# coins}") : N_("free"), &price, 1));
}

/* How a field, or one of its values, looks in this game: <game>/choice.html from the view's place of that name. */
static struct value *face_of(const struct board *board, const char *place, struct value *owner)
{
    struct value *found = find_place(board->places, place);
    const char *html = found ? board_html(board->rq, board->rules, found, "choice.html") : "";
    if (*html)
        put_text(owner, K_face_html, html);
    return found;
}

static void note_faces(const struct board *board, struct value *form, struct value *amount)
{
    const char *name = get_text(amount, K_name);
    struct value *choices = get(amount, K_choices), *own = face_of(board, name, amount);
    int64_t value = get_int(own, K_value);
    bool begins = own && get(own, K_value) && !get_bool(form, K_tried) /* with the present value */
        && value >= get_int(amount, K_lo) && value <= get_int(amount, K_hi);
    const char *pressed = arena_printf(board->rq->arena, "%" PRId64, value);
    if (begins)
        put_int(amount, K_value, value);
    for (size_t i = 0; i < value_n(choices); i++) {
        struct value *choice = value_at(choices, i);
        face_of(board, arena_printf(board->rq->arena, "%s=%s", name, get_text(choice, K_n)), choice);
        if (begins)
            put_bool(choice, K_checked, !strcmp(get_text(choice, K_n), pressed));
    }
}

/* Coins of the viewer; NULL: the view does not have them. */
static struct value *coins_at_hand(struct value *view)
{
    struct value *players = get(view, K_players);
    for (size_t i = 0; players && i < value_n(players); i++)
        if (get_bool(value_at(players, i), K_me))
            return get(value_at(players, i), K_coins);
    return NULL;
}

/* The total price of an option's amounts at the prices of its place; an amount without a price costs nothing. */
static void note_cost(const struct board *board, struct value *option)
{
    struct value *taken = get(option, K_taken), *place;
    struct text_value cost = {"price", NULL, 0};
    bool priced = false;
    if (!taken || value_n(taken) == 0 || !(place = place_of_form(board, option)))
        return;
    for (size_t i = 0; i < value_n(taken); i++) {
        struct value *part = value_at(taken, i);
        struct value *price = find_object(place, K_price, get_text(part, K_item));
        priced = priced || price;
        cost.number += price ? (int)(get_int(price, K_price) * get_int(part, K_n)) : 0;
    }
    if (priced)
        put_text(option, K_cost, req_fill(board->rq, cost.number ? N_("{price:1 coin|# coins}") : N_("free"), &cost, 1));
}

/* How the subject of an option looks in this game: <game>/option.html from the view's place that it is called by. */
static void note_subject(const struct board *board, struct value *option)
{
    const char *name = get_text(option, K_place);
    struct value *place = name ? find_place(board->places, name) : NULL;
    const char *html = place ? board_html(board->rq, board->rules, place, "option.html") : "";
    if (*html)
        put_text(option, K_face_html, html);
}

/* For payments, only items that the player has: the view's "form" of the verb gives the number of each item (count) and its
 * worth, and the price of a step (per). */
static void note_purse(struct value *purse, struct value *form)
{
    struct value *amounts = get(form, K_amounts), *held = put_list(form, K_amounts);
    for (size_t i = 0; i < value_n(amounts); i++) {
        struct value *amount = value_at(amounts, i);
        struct value *item = find_object(purse, K_worth, get_text(amount, K_item));
        if (!item)
            continue;
        put_int(amount, K_price, get_int(item, K_worth));
        put_int(amount, K_hi, get_int(item, K_count));
        add(held, amount);
    }
    put_int(form, K_per, get_int(purse, K_per));
}

/* What @limits, the view's "limits_of" a verb, says of each amount: no more than "most"; what it does not name is left out. */
static void note_limits(struct value *limits, struct value *form)
{
    struct value *amounts = get(form, K_amounts), *left = put_list(form, K_amounts);
    for (size_t i = 0; i < value_n(amounts); i++) {
        struct value *amount = value_at(amounts, i), *choices = get(amount, K_choices);
        struct value *limit = find_object(limits, K_most, get_text(amount, K_item));
        int64_t most = get_int(limit, K_most);
        if (!limit)
            continue;
        struct value *few = put_list(amount, K_choices);
        for (size_t n = 0; n < value_n(choices); n++)
            if (get_int(amount, K_lo) + (int64_t)n <= most)
                add(few, value_at(choices, n));
        if (get_int(amount, K_hi) > most)
            put_int(amount, K_hi, most);
        add(left, amount);
    }
}

/* Has the view a form of its own for this verb? */
static bool draws_itself(struct value *view, const char *verb)
{
    struct value *own = get(view, K_own_forms);
    for (size_t i = 0; own && i < value_n(own); i++)
        if (!strcmp(text_of(value_at(own, i)), verb))
            return true;
    return false;
}

static void note_form(const struct board *board, struct value *form)
{
    const char *verb = get_text(form, K_verb);
    if (draws_itself(board->view, verb))
        return;
    struct value *limits = find_object(board->view, K_limits_of, verb), *purse = find_object(board->view, K_form, verb);
    if (limits)
        note_limits(limits, form);
    put(form, K_have, coins_at_hand(board->view));
    if (purse) {
        note_purse(purse, form);
        return;
    }
    struct value *amounts = get(form, K_amounts), *place = place_of_form(board, form);
    for (size_t i = 0; i < value_n(amounts); i++) {
        note_amount(board, place, value_at(amounts, i));
        note_faces(board, form, value_at(amounts, i));
    }
}

void board_note_amounts(const struct board *board, struct value *choose)
{
    struct value *groups = get(choose, K_groups);
    for (size_t g = 0; g < value_n(groups); g++) {
        struct value *forms = get(value_at(groups, g), K_forms), *options = get(value_at(groups, g), K_options);
        for (size_t i = 0; i < value_n(options); i++) {
            note_cost(board, value_at(options, i));
            note_subject(board, value_at(options, i));
        }
        for (size_t f = 0; f < value_n(forms); f++)
            note_form(board, value_at(forms, f));
    }
}

/* ---- forms that a game draws itself ---- */

static void set_filling(const struct board *board, struct value *form, struct value *filling)
{
    struct value *fields = get(form, K_amounts), *by = put_object(put(filling, K_fields, fields), K_by);
    for (size_t i = 0; i < value_n(fields); i++) {
        struct value *field = value_at(fields, i), *what = find_place(board->places, get_text(field, K_name));
        put(field, K_what, what);
        if (get(what, K_count))
            put(field, K_hi, get(what, K_count));
        put_named(by, get_text(field, K_name), field);
    }
    put_bool(filling, K_tried, get_bool(form, K_tried));
    put_bool(filling, K_reveals, get_bool(form, K_reveals));
}

void board_take_fillings(const struct board *board, bool takes, struct value *model)
{
    struct value *groups = get(get(model, K_choose), K_groups), *filling = put_object(board->view, K_filling), *game = get(model, K_game);
    const bool html = !board->rq->wants_json;
    for (size_t g = 0; takes && g < value_n(groups); g++) {
        struct value *group = value_at(groups, g), *forms = get(group, K_forms);
        const char *verb = get_text(group, K_verb);
        if (!draws_itself(board->view, verb) || value_n(forms) == 0)
            continue;
        if (html) {
            struct value *form = new_object(board->rq->arena);
            set_filling(board, value_at(forms, 0), form);
            put_named(filling, verb, form);
        }
        put_list(group, K_forms);
        put_bool(group, K_has_forms, false);
    }
    put_null(board->view, K_frame);
    if (!html)
        return;
    struct value *frame = put_object(board->view, K_frame);
    put_text(put(frame, K_url, get(game, K_url)), K_csrf, req_token(board->rq));
    put(put(frame, K_ply, get(game, K_ply)), K_draft, get(get(model, K_draft), K_n));
}

const char *board_html(struct req *rq, const struct rules *rules, const struct value *model, const char *template_name)
{
    struct sb out;
    sb_init(&out, rq->arena);
    const struct value *around = put_text(new_object(rq->arena), K_www, assets_version(rq->service->assets));
    tpl_render_within(rq->words->tpl, arena_printf(rq->arena, "%s/%s", rules->id, template_name), around, model, &out);
    return out.text;
}
