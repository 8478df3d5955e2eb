#include "config.h"

#include "cgi/model/order_model.h"

#include <limits.h>
#include <string.h>

#include "rules/engine/log.h"
#include "rules/engine/orders.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { NUMBERS_LISTED = 32, FEW_NUMBERS = 6, RANKS_IN_SIGHT = 3, SET_BITS = 15, NO_PRESET = INT_MIN };

/* ---- values ---- */

/* How many values the argument may take one by one: names, seats, or the numbers of a short range. */
static int n_values(const struct order_reader *reader, const struct arg *arg)
{
    int step = arg->step > 1 ? arg->step : 1;
    if (arg->kind == ARG_SEAT)
        return reader->people->n + (arg->lo < 0);
    if (arg->kind == ARG_NUMBER)
        return (arg->hi - arg->lo) / step + 1;
    return arg->n_names + (arg->kind == ARG_NAME && arg->lo < 0);
}

/* The value at place @i of them; "none" comes last. */
static int value_in(const struct order_reader *reader, const struct arg *arg, int i)
{
    if (arg->kind == ARG_NUMBER)
        return arg->lo + i * (arg->step > 1 ? arg->step : 1);
    int named = arg->kind == ARG_SEAT ? reader->people->n : arg->n_names;
    return i < named ? i : -1;
}

static bool is_single(const struct arg *arg)
{
    return arg->kind == ARG_NUMBER || arg->kind == ARG_NAME || arg->kind == ARG_SEAT;
}

static const char *value_id(const struct order_reader *reader, const struct arg *arg, int value)
{
    bool named = arg->names && arg->kind != ARG_NUMBER && arg->kind != ARG_SEAT;
    if (value < 0 && arg->kind != ARG_NUMBER)
        return arg->kind == ARG_SEAT && arg->names ? arg->names[0].id : "none";
    return named ? arg->names[value].id : arena_decimal(reader->rq->arena, value);
}

/* An argument as it stands in a sentence. */
static const char *slots_words(const struct order_reader *reader, const struct arg *arg, const int16_t *slots)
{
    return text_argument(reader->rq->arena, reader->rq->words->cat, NULL, NULL, arg, slots, reader->people->name, reader->people->n);
}

/* What a reader calls the value, or one item of several. */
static const char *value_label(const struct order_reader *reader, const struct arg *arg, int value)
{
    if (!is_single(arg) && (!arg->names || value < 0 || value >= arg->n_names))
        return arena_decimal(reader->rq->arena, value);
    if (!is_single(arg))
        return arg->names[value].label ? req_words(reader->rq, arg->names[value].label) : arg->names[value].id;
    const int16_t slot = (int16_t)value;
    return slots_words(reader, arg, &slot);
}

static bool has_item(const struct arg *arg, const int16_t *slots, int item)
{
    if (arg->kind == ARG_SET)
        return (uint16_t)slots[item / SET_BITS] >> (item % SET_BITS) & 1;
    for (int i = 1; arg->kind == ARG_LIST && i <= slots[0]; i++)
        if (slots[i] == item)
            return true;
    return false;
}

/* Is it filled in place by place? */
static bool is_ranked(const struct arg *arg)
{
    return arg->kind == ARG_LIST && arg->max <= NUMBERS_LISTED;
}

/* ---- one order in words ---- */

static struct value *single_model(const struct order_reader *reader, const struct arg *arg, int value)
{
    struct value *model = put_text(new_object(reader->rq->arena), K_id, value_id(reader, arg, value));
    put_int(put_text(model, K_label, value_label(reader, arg, value)), K_n, value);
    put_bool(model, K_none, arg->kind != ARG_NUMBER && value < 0);
    put_bool(model, K_least, arg->kind == ARG_NUMBER && value == arg->lo);
    put_bool(model, K_most, arg->kind == ARG_NUMBER && value == arg->hi);
    for (int i = 0; arg->kind == ARG_NAME && i < arg->n_names; i++)
        put_named(model, arg->names[i].id, value_bool(i == value));
    return model;
}

static struct value *item_model(const struct order_reader *reader, const struct arg *arg, int item, bool first)
{
    struct value *model = put_text(new_object(reader->rq->arena), K_id, value_id(reader, arg, item));
    put_int(put_text(model, K_label, value_label(reader, arg, item)), K_n, item);
    return put_bool(model, K_first, first);
}

static struct value *several_model(const struct order_reader *reader, const struct arg *arg, const int16_t *slots)
{
    struct value *items = new_list(reader->rq->arena);
    for (int i = 0; arg->kind == ARG_SET && i < arg->n_names; i++)
        if (has_item(arg, slots, i))
            add(items, item_model(reader, arg, i, value_n(items) == 0));
    for (int i = 1; arg->kind == ARG_LIST && i <= slots[0]; i++)
        add(items, item_model(reader, arg, slots[i], i == 1));
    int n = (int)value_n(items);
    struct value *model = put_bool(put_text(new_object(reader->rq->arena), K_words, slots_words(reader, arg, slots)), K_any, n > 0);
    return put(put_bool(model, K_all, arg->kind == ARG_SET && n == arg->n_names - arg->lo), K_items, items);
}

/* Several arguments as one list, and whether there is anything in it. */
static struct value *together_model(const struct order_reader *reader, const struct move *order, const struct arg *first,
                                          const int16_t *slots)
{
    const struct verb *verb = &reader->rules->orders->verbs[order->verb];
    struct sb words;
    bool any = false;
    int n = 0;
    for (const struct arg *arg = first; arg->name && arg < first + arg_words(first)->n_together; arg++)
        n += arg_slots(arg);
    for (int i = 0; i < n; i++)
        any = any || slots[i] != 0;
    sb_init(&words, reader->rq->arena);
    text_slots(&words, reader->rq->words->cat, arena_printf(reader->rq->arena, "{%s}", arg_words(first)->together), verb->args, order->arg, NO_SEAT,
               reader->people->name, reader->people->n);
    return put_bool(put_text(new_object(reader->rq->arena), K_words, words.text), K_any, any);
}

static struct value *order_arguments(const struct order_reader *reader, const struct move *order)
{
    const struct verb *verb = &reader->rules->orders->verbs[order->verb];
    struct value *model = new_object(reader->rq->arena), *verbs = new_object(reader->rq->arena);
    const int16_t *slots = order->arg;
    for (int i = 0; reader->rules->orders->verbs[i].name; i++)
        put_named(verbs, reader->rules->orders->verbs[i].name, value_bool(i == order->verb));
    for (const struct arg *arg = verb->args; arg && arg->name; slots += arg_slots(arg), arg++) {
        put_named(model, arg->name, is_single(arg) ? single_model(reader, arg, slots[0]) : several_model(reader, arg, slots));
        if (arg_words(arg)->together)
            put_named(model, arg_words(arg)->together, together_model(reader, order, arg, slots));
    }
    return put(model, K_verb, verbs);
}

/* Does the character of a script without spaces (kana, kanji, wide signs) stand at @at, or end before @at? Told by its first byte. */
static bool is_wide(const char *from, const char *at, bool before)
{
    if (before && at == from)
        return false;
    if (before)
        do
            at--;
        while (at > from && ((unsigned char)*at & 0xc0) == 0x80);
    return (unsigned char)*at >= 0xe3 && (unsigned char)*at <= 0xef;
}

/* The lines of a template are only there for who writes it, and so are its spaces where a language has none. */
static const char *one_line(struct arena *arena, const char *text)
{
    struct sb lines, out;
    sb_init(&lines, arena);
    sb_init(&out, arena);
    for (; *text; text++)
        if (*text != '\n')
            sb_add_char(&lines, *text);
    for (const char *at = lines.text; *at; at++)
        if (*at != ' ' || !(is_wide(lines.text, at, true) || is_wide(lines.text, at + 1, false)))
            sb_add_char(&out, *at);
    return text_trim(arena, out.text);
}

const char *order_sentence(const struct order_reader *reader, const struct move *order)
{
    const struct verb *verb = &reader->rules->orders->verbs[order->verb];
    const struct words *words = reader->rq->words;
    const char *name = arena_printf(reader->rq->arena, "%s/order.txt", reader->rules->id);
    struct sb out;
    sb_init(&out, reader->rq->arena);
    if (tpl_has(words->tpl, name))
        tpl_render(words->tpl, name, order_arguments(reader, order), &out, NULL);
    else
        text_slots(&out, words->cat, verb->label, verb->args, order->arg, NO_SEAT, reader->people->name, reader->people->n);
    return one_line(reader->rq->arena, out.text);
}

struct value *order_line(const struct order_reader *reader, const char *text)
{
    struct move order;
    struct fault fault;
    if (!reader->rules->orders || !move_from_text(reader->rules->orders->verbs, text, &order, &fault))
        return NULL;
    return put_text(put_copy(new_object(reader->rq->arena), K_order, text), K_sentence, order_sentence(reader, &order));
}

/* ---- what may be chosen ---- */

static bool own_order(const struct order_reader *reader, int i, struct move *order)
{
    struct fault fault;
    return move_from_text(reader->rules->orders->verbs, reader->own->row[i].text, order, &fault);
}

static bool key_is_used(const struct order_reader *reader, int verb, int key)
{
    struct move order;
    for (int i = 0; i < reader->own->n; i++)
        if (own_order(reader, i, &order) && order.verb == verb && order.arg[0] == key)
            return true;
    return false;
}

/* A number that is the key of none of the orders of this verb, such that the new one goes before the others if there is room;
 * -1: there is none, or its key is no number. */
static int free_key(const struct order_reader *reader, int verb)
{
    const struct verb *row = &reader->rules->orders->verbs[verb];
    if (row->n_key != 1 || row->args[0].kind != ARG_NUMBER)
        return -1;
    int first = row->args[0].lo, last = row->args[0].hi, used = first;
    while (used <= last && !key_is_used(reader, verb, used))
        used++;
    if (used > first)
        return used - 1;
    for (int key = first; key <= last; key++)
        if (!key_is_used(reader, verb, key))
            return key;
    return -1;
}

const char *order_replaced(const struct order_reader *reader, const struct move *order)
{
    struct move own;
    for (int i = 0; i < reader->own->n; i++)
        if (own_order(reader, i, &own) && orders_same_key(reader->rules, &own, order))
            return order_sentence(reader, &own);
    return NULL;
}

/* One argument of a form: its slots of what was refused, or NULL. */
static struct value *options_model(const struct order_reader *reader, const struct arg *arg, const int16_t *tried, int preset)
{
    struct value *options = new_list(reader->rq->arena);
    int n = is_single(arg) ? n_values(reader, arg) : arg->n_names;
    for (int i = arg->kind == ARG_SET && arg->lo > 0 ? arg->lo : 0; i < n && n <= NUMBERS_LISTED; i++) {
        int value = is_single(arg) ? value_in(reader, arg, i) : i;
        bool chosen = !tried ? is_single(arg) && value == preset
                             : is_single(arg) ? tried[0] == value : has_item(arg, tried, value);
        if (arg->kind == ARG_SEAT && value == reader->seat && !chosen)
            continue;
        struct value *option = put_text(new_object(reader->rq->arena), K_value, value_id(reader, arg, value));
        bool most = arg->kind == ARG_NUMBER && value == arg->hi;
        put_text(option, K_label, value_label(reader, arg, value));
        put_bool(option, K_most, most);
        put_bool(option, K_any, arg->kind == ARG_NAME && !strcmp(value_id(reader, arg, value), "any"));
        put_bool(option, K_none, arg->kind != ARG_NUMBER && value < 0);
        put_bool(option, K_beyond, arg->kind == ARG_NUMBER && value > arg->lo + FEW_NUMBERS && !most && !chosen);
        add(options, put_bool(option, K_chosen, chosen));
    }
    return options;
}

/* A list, place by place: what may stand there. */
static struct value *rows_model(const struct order_reader *reader, const struct arg *arg, const int16_t *tried)
{
    struct value *rows = new_list(reader->rq->arena);
    int n = arg->names ? arg->n_names : arg->hi - arg->lo + 1;
    for (int row = 1; is_ranked(arg) && row <= arg->max; row++) {
        struct value *options = new_list(reader->rq->arena);
        for (int i = 0; i < n && (arg->names || n <= NUMBERS_LISTED); i++) {
            int value = arg->names ? i : arg->lo + i;
            struct value *option = put_text(new_object(reader->rq->arena), K_value, value_id(reader, arg, value));
            put_text(option, K_label, value_label(reader, arg, value));
            add(options, put_bool(option, K_chosen, tried && row <= tried[0] && tried[row] == value));
        }
        struct value *model = put(put_int(new_object(reader->rq->arena), K_row, row), K_options, options);
        put_bool(model, K_first, row == 1);
        add(rows, put_bool(model, K_more, row > RANKS_IN_SIGHT));
    }
    return rows;
}

/* What the form of a verb is filled in with: what was refused; of an order without a key the one that holds, or one that is
 * worth giving now; NULL: nothing. */
static const struct move *filling(const struct order_reader *reader, int verb, const struct move *tried, struct move *own)
{
    if (tried && tried->verb == verb)
        return tried;
    if (reader->rules->orders->verbs[verb].n_key > 0)
        return NULL;
    for (int i = 0; i < reader->own->n; i++)
        if (own_order(reader, i, own) && own->verb == verb)
            return own;
    for (int i = 0; reader->suggested && i < reader->suggested->n; i++)
        if (move_at(reader->suggested, i)->verb == verb)
            return move_at(reader->suggested, i);
    return NULL;
}

static bool is_given(const struct order_reader *reader, int verb)
{
    struct move own;
    for (int i = 0; i < reader->own->n; i++)
        if (own_order(reader, i, &own) && own.verb == verb)
            return true;
    return false;
}

static const int16_t *filled_slots(const struct move *filled, int at)
{
    return filled ? filled->arg + at : NULL;
}

struct value *order_choices(const struct order_reader *reader, const struct move *tried)
{
    struct value *choices = new_object(reader->rq->arena);
    for (int v = 0; reader->rules->orders->verbs[v].name; v++) {
        const struct verb *verb = &reader->rules->orders->verbs[v];
        struct value *args = new_object(reader->rq->arena);
        struct move own;
        const struct move *filled = filling(reader, v, tried, &own);
        int at = 0, key = free_key(reader, v);
        for (const struct arg *arg = verb->args; arg && arg->name; at += arg_slots(arg), arg++)
            put_named(args, arg->name, arg->kind == ARG_LIST
                ? rows_model(reader, arg, filled_slots(filled, at))
                : options_model(reader, arg, filled_slots(filled, at), at == 0 && key >= 0 ? key : NO_PRESET));
        bool counted = verb->n_key == 1 && verb->args[0].kind == ARG_NUMBER;
        put_bool(put_bool(args, K_given, is_given(reader, v)), K_tried, tried && tried->verb == v);
        put_bool(put(args, K_free, key < 0 ? NULL : new_int(reader->rq->arena, key)), K_full, counted && key < 0);
        put_named(choices, verb->name, args);
    }
    return choices;
}

/* ---- forms ---- */

static struct value *text_part(struct arena *arena, const char *text)
{
    return put_null(put_text(new_object(arena), K_text, text), K_control);
}

/* A key that is a number only says which of several orders it is: the form brings one that is free. */
static struct value *control_part(const struct order_reader *reader, const struct arg *arg, const int16_t *tried, int key)
{
    bool single = is_single(arg), hidden = key >= 0;
    bool listed = arg->kind != ARG_COUNTS && (single ? n_values(reader, arg) : arg->n_names) <= NUMBERS_LISTED;
    int value = tried ? tried[0] : hidden ? key : arg->lo;
    const char *label = req_words(reader->rq, arg_label(arg));
    struct value *control = put_text(put_text(new_object(reader->rq->arena), K_name, arg->name), K_label, label);
    put_bool(put_bool(control, K_hidden, hidden), K_select, !hidden && single && listed);
    put_bool(put_bool(control, K_number, !hidden && single && !listed), K_boxes, !single && !is_ranked(arg));
    put(put_bool(control, K_ranks, is_ranked(arg)), K_rows, rows_model(reader, arg, tried));
    put(put_int(put_int(control, K_lo, arg->lo), K_hi, arg->hi), K_value, single ? new_int(reader->rq->arena, value) : NULL);
    put(control, K_options, options_model(reader, arg, tried, hidden ? key : NO_PRESET));
    return put(put_null(new_object(reader->rq->arena), K_text), K_control, control);
}

/* A form while its label is cut up. */
struct cutter {
    const struct order_reader *reader;
    const struct verb *verb;
    const struct move *filled;
    int key;
    uint64_t seen;           /* arguments that have their control */
    struct value *parts;
};

static void cut_text(struct cutter *c, const char *text, size_t n)
{
    if (n > 0)
        add(c->parts, text_part(c->reader->rq->arena, arena_strndup(c->reader->rq->arena, text, n)));
}

static void cut_control(struct cutter *c, int index, int at)
{
    bool key = index == 0 && c->key >= 0;
    c->seen |= UINT64_C(1) << index;
    add(c->parts, control_part(c->reader, &c->verb->args[index], filled_slots(c->filled, at), key ? c->key : -1));
}

/* "{cards:one card|# cards}": of several, with the control in the place of the number. */
static void cut_place(struct cutter *c, const char *place, size_t n)
{
    size_t name = strcspn(place, ":}");
    const char *last = memchr(place, '|', n), *sign = last ? memchr(last, '#', n - (size_t)(last - place)) : NULL;
    int at = 0;
    for (int i = 0; c->verb->args && c->verb->args[i].name; at += arg_slots(&c->verb->args[i]), i++) {
        if (strlen(c->verb->args[i].name) != name || memcmp(c->verb->args[i].name, place, name) != 0)
            continue;
        if (sign)
            cut_text(c, last + 1, (size_t)(sign - last - 1));
        cut_control(c, i, at);
        if (sign)
            cut_text(c, sign + 1, n - (size_t)(sign + 1 - place));
    }
}

static void cut_label(struct cutter *c, const char *label)
{
    while (*label) {
        size_t n = strcspn(label, "{");
        cut_text(c, label, n);
        label += n;
        if (!*label)
            break;
        size_t place = strcspn(++label, "}");
        cut_place(c, label, place);
        label += place + (label[place] == '}');
    }
}

/* What the label does not speak of. */
static void cut_rest(struct cutter *c)
{
    int at = 0;
    for (int i = 0; c->verb->args && c->verb->args[i].name; at += arg_slots(&c->verb->args[i]), i++)
        if (!(c->seen >> i & 1)) {
            const struct arg *arg = &c->verb->args[i];
            const char *words = arena_printf(c->reader->rq->arena, " %s: ", req_words(c->reader->rq, arg_label(arg)));
            if (i > 0 || c->key < 0)
                cut_text(c, words, strlen(words));
            cut_control(c, i, at);
        }
}

struct value *order_forms(const struct order_reader *reader, const struct move *tried)
{
    struct value *forms = new_list(reader->rq->arena);
    for (int v = 0; reader->rules->orders->verbs[v].name; v++) {
        const struct verb *verb = &reader->rules->orders->verbs[v];
        struct move own;
        struct cutter c = {.reader = reader, .verb = verb, .filled = filling(reader, v, tried, &own), .key = free_key(reader, v),
                           .parts = new_list(reader->rq->arena)};
        cut_label(&c, req_words(reader->rq, verb->label));
        cut_rest(&c);
        const char *heading = req_words(reader->rq, verb->choose);
    struct value *form = put_text(put_text(new_object(reader->rq->arena), K_verb, verb->name), K_heading, heading);
        add(forms, put(form, K_parts, c.parts));
    }
    return forms;
}
