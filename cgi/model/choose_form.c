#include "config.h"

#include "cgi/model/choose_form.h"
#include "rules/engine/log.h"

#include <limits.h>
#include <string.h>

#include "cgi/base/banned.h"

enum {
    FEW_CHOICES = 12, /* an amount of so many values is a row of choices */
    ITEMS_MAX = 64    /* of a set or list that is filled in */
};

/* "white", "give_white" where they have a prefix, or "stones.white" where another argument of the verb has an item of this name. */
static const char *amount_name(const struct choose *c, const struct verb *verb, const struct arg *arg, int item)
{
    const char *id = arg->names[item].id;
    if (arg->prefix)
        return arena_join(c->arena, (const char *[]){arg->prefix, id, NULL});
    for (const struct arg *other = verb->args; other->name; other++) {
        bool clash = other != arg && !strcmp(other->name, id);
        for (int i = 0; other != arg && other->kind == ARG_COUNTS && i < other->n_names; i++)
            clash = clash || !strcmp(other->names[i].id, id);
        if (clash)
            return arena_printf(c->arena, "%s.%s", arg->name, id);
    }
    return id;
}

/* The name of a value; NULL: it has none, as numbers beyond those that are named. */
static const struct name *name_of(const struct arg *arg, int value)
{
    int i = arg->kind == ARG_NUMBER ? value - arg->lo : value;
    return arg->kind != ARG_SEAT && arg->names && i >= 0 && i < arg->n_names ? &arg->names[i] : NULL;
}

/* One value of a field: what is sent, what is read, and whether it is pressed. */
static struct value *value_model(const struct choose *c, const struct arg *arg, int value, bool checked)
{
    const struct name *name = arg ? name_of(arg, value) : NULL;
    const char *number = arena_decimal(c->arena, value), *sent = number, *words = number;
    if (arg && arg->kind == ARG_SEAT)
        words = value >= 0 && value < c->n_people ? c->people[value] : "–";
    if (name) {
        words = text_get(c->cat, name->label ? name->label : name->id);
        sent = arg->kind == ARG_NUMBER ? number : name->id;
    } else if (arg && value < 0 && arg->kind != ARG_NUMBER) {
        sent = "none";
        words = "–";
    }
    struct value *choice = new_object(c->arena);
    put_text(choice, K_n, sent);
    put_text(choice, K_text, words);
    put_null(choice, K_face_html);
    return put_bool(choice, K_checked, checked);
}

/* A number is one of a few buttons, or typed. @arg says how it is told; NULL: as it is */
static struct value *add_number(const struct choose *c, struct value *field, const struct arg *arg, int lo,
                                      int hi, int value)
{
    struct value *choices = new_list(c->arena);
    bool few = hi - lo < FEW_CHOICES;
    put_int(field, K_lo, lo);
    put_int(field, K_hi, hi);
    put_int(field, K_value, value);
    for (int n = lo; n <= hi && few; n++)
        add(choices, value_model(c, arg, n, n == value));
    put_bool(field, K_set, false);
    put_bool(field, K_is_list, false);
    put(field, K_rows, new_list(c->arena));
    put_bool(field, K_has_choices, few);
    return put(field, K_choices, choices);
}

static struct value *amount_model(const struct choose *c, const struct verb *verb, const struct arg *arg,
                                        int item, int lo, int hi, int value)
{
    struct value *amount = new_object(c->arena);
    put_text(amount, K_name, amount_name(c, verb, arg, item));
    put_text(amount, K_item, arg->names[item].id);
    put_null(amount, K_letter);
    put_null(amount, K_note);
    put_null(amount, K_price);
    put_null(amount, K_face_html);
    const char *label = arg->names[item].label ? arg->names[item].label : arg->names[item].id;
    put_text(amount, K_label, text_get(c->cat, label));
    return add_number(c, amount, NULL, lo, hi, value);
}

/* Do the amounts of an argument come to different sums? Then how many there are is open, too. */
static bool sums_vary(const struct choose *c, const struct arg *arg, int offset, const int16_t *fit, int n)
{
    int first = 0;
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int item = 0; item < arg->n_names; item++)
            sum += move_at(c->list, fit[i])->arg[offset + item];
        first = i == 0 ? sum : first;
        if (sum != first)
            return true;
    }
    return false;
}

/* Where one decides how many to take, none is taken beforehand; else the first move listed, or the one that was refused, is filled in. */
static void add_amounts(const struct choose *c, struct value *amounts, const struct arg *arg, int offset,
                        const int16_t *fit, int n, const struct move *preset)
{
    const struct verb *verb = &c->rules->verbs[preset->verb];
    bool none = preset != c->tried && !verb->form && sums_vary(c, arg, offset, fit, n);
    for (int item = 0; item < arg->n_names; item++) {
        int lo = c->list->partial ? arg->lo : SHRT_MAX, hi = c->list->partial ? arg->hi : SHRT_MIN;
        for (int i = 0; i < n && !c->list->partial; i++) {
            int amount = move_at(c->list, fit[i])->arg[offset + item];
            lo = amount < lo ? amount : lo;
            hi = amount > hi ? amount : hi;
        }
        int value = none ? 0 : preset->arg[offset + item];
        value = value < lo ? lo : value > hi ? hi : value;
        if (hi > 0)
            add(amounts, amount_model(c, verb, arg, item, lo, hi, value));
    }
}

/* Has the set or list @slot an item? */
static bool holds(const struct arg *arg, const int16_t *slot, int item)
{
    if (arg->kind == ARG_SET)
        return slot[item / 15] >> (item % 15) & 1;
    for (int i = 1; i <= slot[0]; i++)
        if (slot[i] == item)
            return true;
    return false;
}

/* Items that some sample of a set or list has; names begin at 0, numbers where the argument does. */
static int items_open(const struct choose *c, const struct arg *arg, int offset, const int16_t *fit, int n,
                      int item[ITEMS_MAX])
{
    int hi = arg->kind == ARG_SET || arg->names ? arg->n_names - 1 : arg->hi, n_items = 0;
    for (int at = arg->names ? 0 : arg->lo; at <= hi && n_items < ITEMS_MAX; at++) {
        bool open = false;
        for (int i = 0; i < n && !open; i++)
            open = holds(arg, move_at(c->list, fit[i])->arg + offset, at);
        if (open)
            item[n_items++] = at;
    }
    return n_items;
}

/* A box for each item of a set; for a list as many rows as it may hold, each with all items. */
static void add_items(const struct choose *c, struct value *field, const struct arg *arg, int offset,
                      const int16_t *fit, int n, const int16_t *preset)
{
    struct value *choices = new_list(c->arena), *rows = new_list(c->arena);
    int item[ITEMS_MAX], n_items = items_open(c, arg, offset, fit, n, item), most = arg->max < n_items ? arg->max : n_items;
    bool list = arg->kind == ARG_LIST;
    for (int i = 0; i < n_items && !list; i++)
        add(choices, value_model(c, arg, item[i], holds(arg, preset, item[i])));
    for (int row = 1; row <= most && list; row++) {
        struct value *of_row = new_list(c->arena);
        for (int i = 0; i < n_items; i++)
            add(of_row, value_model(c, arg, item[i], row <= preset[0] && preset[row] == item[i]));
        add(rows, put(put_int(new_object(c->arena), K_row, row), K_choices, of_row));
    }
    put_bool(field, K_set, true);
    put_bool(field, K_is_list, list);
    put(field, K_rows, rows);
    put_bool(field, K_has_choices, !list);
    put(field, K_choices, choices);
}

/* Names and seats that some sample has, to press one of. */
static void add_names(const struct choose *c, struct value *field, const struct arg *arg, int offset,
                      const int16_t *fit, int n, int preset)
{
    struct value *choices = new_list(c->arena);
    for (int value = arg->lo < 0 ? -1 : 0; value < (arg->kind == ARG_SEAT ? c->n_people : arg->n_names); value++) {
        bool open = value == preset;
        for (int i = 0; i < n && !open; i++)
            open = move_at(c->list, fit[i])->arg[offset] == value;
        if (open)
            add(choices, value_model(c, arg, value, value == preset));
    }
    put_bool(field, K_set, false);
    put_bool(field, K_is_list, false);
    put(field, K_rows, new_list(c->arena));
    put_bool(field, K_has_choices, true);
    put(field, K_choices, choices);
}

static void add_span(const struct choose *c, struct value *field, const struct arg *arg, int offset,
                     const int16_t *fit, int n, int preset)
{
    int lo = preset, hi = preset;
    for (int i = 0; i < n; i++) {
        int value = move_at(c->list, fit[i])->arg[offset];
        lo = value < lo ? value : lo;
        hi = value > hi ? value : hi;
    }
    add_number(c, field, arg, lo, hi, preset);
}

/* The field for one argument of a verb that is filled in as a whole. */
static struct value *field_model(const struct choose *c, const struct arg *arg, int offset, const int16_t *fit, int n,
                                       const struct move *preset)
{
    struct value *field = new_object(c->arena);
    put_text(field, K_name, arg->name);
    put_text(field, K_item, arg->name);
    put_null(field, K_letter);
    put_null(field, K_note);
    put_null(field, K_price);
    put_null(field, K_face_html);
    put_text(field, K_label, text_get(c->cat, arg_label(arg)));
    if (arg->kind == ARG_NUMBER)
        add_span(c, field, arg, offset, fit, n, preset->arg[offset]);
    else if (arg->kind == ARG_SET || arg->kind == ARG_LIST)
        add_items(c, field, arg, offset, fit, n, preset->arg + offset);
    else
        add_names(c, field, arg, offset, fit, n, preset->arg[offset]);
    return field;
}

/* The refused move, when its plain arguments are those of this form; else the first one listed: the suggestion. */
static const struct move *preset_move(const struct choose *c, const struct verb *verb, const struct move *first)
{
    if (!c->tried || c->tried->verb != first->verb || c->tried->nargs != first->nargs)
        return first;
    if (verb->form)
        return c->tried;
    int offset = 0;
    for (const struct arg *arg = verb->args; arg && arg->name; offset += arg_slots(arg), arg++)
        if (arg->kind != ARG_COUNTS &&
            memcmp(c->tried->arg + offset, first->arg + offset, (size_t)arg_slots(arg) * sizeof(int16_t)) != 0)
            return first;
    return c->tried;
}

struct value *choose_form(const struct choose *c, const int16_t *fit, int n)
{
    const struct move *first = move_at(c->list, fit[0]);
    const struct verb *verb = &c->rules->verbs[first->verb];
    const struct move *preset = preset_move(c, verb, first);
    struct value *form = new_object(c->arena), *amounts = new_list(c->arena);
    int offset = 0;
    for (const struct arg *arg = verb->args; arg && arg->name; offset += arg_slots(arg), arg++)
        if (arg->kind == ARG_COUNTS)
            add_amounts(c, amounts, arg, offset, fit, n, preset);
        else if (verb->form)
            add(amounts, field_model(c, arg, offset, fit, n, preset));
    put_text(form, K_verb, verb->name);
    put_bool(form, K_tried, preset == c->tried);
    put_text(form, K_button, text_get(c->cat, verb->choose));
    put_null(form, K_have);
    put_null(form, K_per);
    put(form, K_amounts, amounts);
    put_bool(form, K_confirms, verb->confirms);
    return put_bool(form, K_reveals, c->rules->traits(c->state, c->seat, first) & MOVE_FINAL);
}
