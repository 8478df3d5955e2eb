/* What the caller may do at a table: verbs, and of each argument what it may be, from the same listing as the forms of the pages. */
#include "config.h"

#include "cgi/api/table.h"

#include <string.h>

#include "cgi/play/fold.h"
#include "rules/engine/log.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { WITHOUT = -1 };

/* The moves of one verb among those that are listed. */
struct listed {
    const struct req *rq;
    const struct move_list *list;
    const struct verb *verb;
    int16_t *index;
    int n;
};

static const int16_t *slots_of(const struct listed *of, int i, int offset)
{
    return move_at(of->list, of->index[i])->arg + offset;
}

static int unit_of(const struct arg *arg)
{
    return arg->unit ? arg->unit : 1;
}

/* Does one of the moves have @value there? */
static bool has_value(const struct listed *of, int offset, int value)
{
    for (int i = 0; i < of->n; i++)
        if (*slots_of(of, i, offset) == value)
            return true;
    return false;
}

static struct json_object *value_json(const struct arg *arg, int value)
{
    if (arg->kind == ARG_NUMBER)
        return jint((int64_t)value * unit_of(arg));
    if (value == WITHOUT)
        return jstr("none");
    return arg->kind == ARG_SEAT ? jint(value) : jstr(arg->names[value].id);
}

/* From the least to the greatest that is listed; the values themselves, where each is a move that can be made. */
static void add_span(const struct listed *of, const struct arg *arg, int offset, struct json_object *out)
{
    int lo = *slots_of(of, 0, offset), hi = lo;
    for (int i = 1; i < of->n; i++) {
        int value = *slots_of(of, i, offset);
        lo = value < lo ? value : lo;
        hi = value > hi ? value : hi;
    }
    jset(jset(out, "min", jint((int64_t)lo * unit_of(arg))), "max", jint((int64_t)hi * unit_of(arg)));
    jset(out, "step", jint((int64_t)(arg->step ? arg->step : 1) * unit_of(arg)));
    if (of->verb->form)
        return;
    struct json_object *values = jarr();
    for (int value = lo; value <= hi; value++)
        if (has_value(of, offset, value))
            jadd(values, value_json(arg, value));
    jset(out, "values", values);
}

/* Names and seats that are listed. */
static void add_names(const struct listed *of, const struct arg *arg, int offset, struct json_object *out)
{
    struct json_object *values = jarr();
    for (int value = WITHOUT; value < (arg->kind == ARG_SEAT ? SEATS_MAX : arg->n_names); value++)
        if (has_value(of, offset, value))
            jadd(values, value_json(arg, value));
    jset(out, "values", values);
}

/* How much of each: as listed, or where the list holds only samples what there may be at all. */
static void add_counts(const struct listed *of, const struct arg *arg, int offset, struct json_object *out)
{
    struct json_object *items = jarr();
    for (int item = 0; item < arg->n_names; item++) {
        int lo = arg->lo, hi = arg->hi;
        for (int i = 0; i < of->n && !of->list->partial; i++) {
            int amount = slots_of(of, i, offset)[item];
            lo = i == 0 || amount < lo ? amount : lo;
            hi = i == 0 || amount > hi ? amount : hi;
        }
        struct json_object *one = jset(jobj(), "name", jstr(arg->names[item].id));
        jadd(items, jset(jset(one, "min", jint((int64_t)lo * unit_of(arg))), "max", jint((int64_t)hi * unit_of(arg))));
    }
    jset(out, "items", items);
}

static bool holds(const struct arg *arg, const int16_t *slot, int item)
{
    if (arg->kind == ARG_SET)
        return slot[item / 15] >> (item % 15) & 1;
    for (int i = 1; i <= slot[0]; i++)
        if (slot[i] == item)
            return true;
    return false;
}

/* What a set or list may hold, and how many. */
static void add_items(const struct listed *of, const struct arg *arg, int offset, struct json_object *out)
{
    struct json_object *items = jarr();
    int least = -1, most = 0, hi = arg->kind == ARG_SET || arg->names ? arg->n_names - 1 : arg->hi;
    for (int item = arg->names ? 0 : arg->lo; item <= hi; item++) {
        bool open = false;
        for (int i = 0; i < of->n && !open; i++)
            open = holds(arg, slots_of(of, i, offset), item);
        if (open)
            jadd(items, arg->names ? jstr(arg->names[item].id) : jint((int64_t)item * unit_of(arg)));
    }
    for (int i = 0; i < of->n; i++) {
        int size = 0;
        for (int item = arg->names ? 0 : arg->lo; item <= hi; item++)
            size += holds(arg, slots_of(of, i, offset), item);
        size = arg->kind == ARG_LIST ? *slots_of(of, i, offset) : size;
        least = least < 0 || size < least ? size : least;
        most = size > most ? size : most;
    }
    jset(out, "items", items);
    if (of->verb->form) { /* samples: what there may be at all */
        least = 0;
        most = arg->kind == ARG_LIST ? arg->max : (int)json_object_array_length(items);
    }
    jset(jset(out, "least", jint(least)), "most", jint(most));
}

static const char *const kinds[] = {[ARG_NUMBER] = "number", [ARG_NAME] = "name", [ARG_SEAT] = "seat", [ARG_COUNTS] = "counts",
                                    [ARG_SET] = "set", [ARG_LIST] = "list"};

static struct json_object *arg_json(const struct req *rq, const struct arg *arg)
{
    struct json_object *out = jset(jset(jobj(), "name", jstr(arg->name)), "kind", jstr(kinds[arg->kind]));
    jset(out, "label", jstr(req_words(rq, arg_label(arg))));
    return jset(out, "optional", jbool(arg->optional));
}

static struct json_object *listed_arg(const struct listed *of, const struct arg *arg, int offset)
{
    struct json_object *out = arg_json(of->rq, arg);
    if (arg->kind == ARG_NUMBER)
        add_span(of, arg, offset, out);
    else if (arg->kind == ARG_COUNTS)
        add_counts(of, arg, offset, out);
    else if (arg->kind == ARG_SET || arg->kind == ARG_LIST)
        add_items(of, arg, offset, out);
    else
        add_names(of, arg, offset, out);
    return out;
}

static struct json_object *verb_head(const struct req *rq, const struct verb *verb)
{
    struct json_object *out = jset(jobj(), "verb", jstr(verb->name));
    return jset(out, "label", jstr(req_words(rq, verb->choose ? verb->choose : verb->name)));
}

static struct json_object *verb_json(const struct listed *of, const struct verb *verbs)
{
    const struct verb *verb = of->verb;
    struct json_object *out = verb_head(of->rq, verb), *args = jarr(), *moves = jarr();
    char text[MOVE_TEXT];
    int offset = 0;
    jset(out, "form", jbool(verb->form));
    jset(out, "complete", jbool(!verb->form && !of->list->partial));
    jset(out, "confirms", jbool(verb->confirms));
    jset(out, "unsolicited", jbool(verb->unsolicited));
    for (const struct arg *arg = verb->args; arg && arg->name; offset += arg_slots(arg), arg++)
        jadd(args, listed_arg(of, arg, offset));
    for (int i = 0; i < of->n; i++) {
        move_to_text(verbs, move_at(of->list, of->index[i]), text);
        jadd(moves, jstr(text));
    }
    return jset(jset(out, "args", args), "moves", moves);
}

struct json_object *api_legal(const struct req *rq, const struct rules *rules, const void *state, int seat)
{
    struct move_list *list = fold_moves(rq->arena);
    struct json_object *verbs = jarr();
    rules->moves(state, seat, list);
    struct listed of = {.rq = rq, .list = list, .index = arena_array(rq->arena, (size_t)list->n + 1, sizeof(*of.index))};
    for (int v = 0; rules->verbs[v].name; v++) {
        of.n = 0;
        of.verb = &rules->verbs[v];
        for (int i = 0; i < list->n; i++)
            if (move_at(list, i)->verb == v)
                of.index[of.n++] = (int16_t)i;
        if (of.n > 0)
            jadd(verbs, verb_json(&of, rules->verbs));
    }
    return verbs;
}

/* ---- of standing orders ---- */

/* What an argument may be whatever the position. */
static struct json_object *any_arg(const struct req *rq, const struct arg *arg)
{
    struct json_object *out = arg_json(rq, arg), *list = jarr();
    int lo = arg->lo;
    if (arg->kind == ARG_NUMBER || (arg->kind == ARG_LIST && !arg->names)) {
        json_object_put(list);
        jset(jset(out, "min", jint((int64_t)lo * unit_of(arg))), "max", jint((int64_t)arg->hi * unit_of(arg)));
        jset(out, "step", jint((int64_t)(arg->step ? arg->step : 1) * unit_of(arg)));
        return arg->kind == ARG_LIST ? jset(jset(out, "least", jint(0)), "most", jint(arg->max)) : out;
    }
    if (arg->kind == ARG_COUNTS) {
        for (int i = 0; i < arg->n_names; i++) {
            struct json_object *one = jset(jobj(), "name", jstr(arg->names[i].id));
            jadd(list, jset(jset(one, "min", jint((int64_t)lo * unit_of(arg))), "max", jint((int64_t)arg->hi * unit_of(arg))));
        }
        return jset(out, "items", list);
    }
    if (arg->kind == ARG_NAME || arg->kind == ARG_SEAT) {
        for (int value = lo < 0 ? WITHOUT : 0; value < (arg->kind == ARG_SEAT ? SEATS_MAX : arg->n_names); value++)
            jadd(list, value_json(arg, value));
        return jset(out, "values", list);
    }
    for (int i = arg->names ? 0 : lo; i < arg->n_names; i++)
        jadd(list, arg->names ? jstr(arg->names[i].id) : jint(i));
    jset(jset(out, "items", list), "least", jint(0));
    return jset(out, "most", jint(arg->kind == ARG_LIST ? arg->max : (int)json_object_array_length(list)));
}

struct json_object *api_order_verbs(const struct req *rq, const struct rules *rules)
{
    struct json_object *verbs = jarr();
    for (const struct verb *verb = rules->orders ? rules->orders->verbs : NULL; verb && verb->name; verb++) {
        struct json_object *out = verb_head(rq, verb), *args = jarr();
        for (const struct arg *arg = verb->args; arg && arg->name; arg++)
            jadd(args, any_arg(rq, arg));
        jadd(verbs, jset(jset(out, "key", jint(verb->n_key)), "args", args));
    }
    return verbs;
}
