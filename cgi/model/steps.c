#include "config.h"

#include "cgi/model/steps.h"

#include <string.h>

#include "cgi/http/res.h"
#include "rules/engine/verbs.h"

#include "cgi/base/banned.h"

/* Keys and values of one-line text: no spaces, nothing that could begin another argument. */
static bool is_word(const char *text)
{
    return *text && strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.,-") == strlen(text);
}

bool steps_bad_field(struct err *err, const char *name)
{
    return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), name, "field '%s'", name);
}

/* One more text, which arguments may extend. */
static bool begin(struct lines *lines, const char *text, const char ***open, struct err *err)
{
    if (lines->n == STEPS_MAX)
        return err_fail(err, ERR_INPUT, N_("There are too many steps in one form."), "step", "more than %d", STEPS_MAX);
    lines->text[lines->n] = text;
    *open = &lines->text[lines->n++];
    return true;
}

/* Adds " name=value" to the text that was begun last. */
static bool extend(struct arena *arena, const char **open, const char *name, const char *value, struct err *err)
{
    if (!open || !is_word(name) || (*value && !is_word(value)))
        return steps_bad_field(err, name);
    *open = arena_printf(arena, "%s %s=%s", *open, name, value);
    return true;
}

/* Fields of the form itself, not of a step. */
static bool is_frame(const char *name)
{
    static const char *const frame[] = {"csrf", "ply", "draft", "key", "do", "back", "ask"};
    for (size_t i = 0; i < sizeof(frame) / sizeof(frame[0]); i++)
        if (!strcmp(name, frame[i]))
            return true;
    return false;
}

/* The state of reading a form. */
struct form {
    struct arena *arena;
    struct steps *steps;
    const char **open;  /* whose arguments may follow */
    const char *last;   /* the argument that came last */
    bool skips;         /* a step that is left empty, arguments of an order without a verb */
};

/* Does the field begin a step or an order? One word as "order" after a verb is that verb's argument: a card that is called so. */
static bool begins(const struct form *form, const struct field *field, bool *order, bool *whole)
{
    *order = !strncmp(field->name, "order", 5);
    *whole = !strcmp(field->name, "step") || (!strcmp(field->name, "order") && !(form->open && is_word(field->value)));
    return *whole || !strcmp(field->name, "verb") || !strcmp(field->name, "order_verb");
}

static bool form_begin(struct form *form, const struct field *field, bool order, bool whole, struct err *err)
{
    form->open = NULL;
    form->last = NULL;
    form->skips = (order || whole) && !*field->value;
    if (form->skips)
        return true;
    if (!whole && !is_word(field->value))
        return steps_bad_field(err, field->name);
    if (!begin(order ? &form->steps->orders : &form->steps->moves, field->value, &form->open, err))
        return false;
    form->open = whole ? NULL : form->open;
    return true;
}

/* An amount left empty is 0, which is left out. "," is a list without anything in it so far. */
static bool form_argument(struct form *form, const struct field *field, struct err *err)
{
    bool list = !strcmp(field->value, ",");
    if (form->skips || !*field->value)
        return true;
    if (!form->last || strcmp(form->last, field->name) != 0) {
        form->last = field->name;
        return extend(form->arena, form->open, field->name, list ? "" : field->value, err);
    }
    if (!is_word(field->value))
        return steps_bad_field(err, field->name);
    const char *comma = (*form->open)[strlen(*form->open) - 1] == '=' ? "" : ",";
    *form->open = arena_printf(form->arena, "%s%s%s", *form->open, comma, field->value);
    return true;
}

static bool lines_from_form(struct req *rq, struct steps *steps, struct err *err)
{
    struct form form = {.arena = rq->arena, .steps = steps};
    for (int i = 0; i < rq->form.n; i++) {
        const struct field *field = &rq->form.field[i];
        bool order, whole, ok = true;
        if (begins(&form, field, &order, &whole))
            ok = form_begin(&form, field, order, whole, err);
        else if (!is_frame(field->name))
            ok = form_argument(&form, field, err);
        if (!ok)
            return false;
    }
    return true;
}

/* A JSON value as one word; what cannot be one becomes a word that is refused. */
static const char *spelled(struct json_object *value)
{
    return value ? json_object_get_string(value) : "?";
}

/* A list as one-line text has it: "3,5". */
static const char *joined(struct arena *arena, struct json_object *list)
{
    struct sb out;
    sb_init(&out, arena);
    for (size_t i = 0; i < json_object_array_length(list); i++) {
        sb_add(&out, i > 0 ? "," : "");
        sb_add(&out, spelled(json_object_array_get_idx(list, i)));
    }
    return out.text;
}

static bool line_from_member(struct req *rq, const char **open, const char *name, struct json_object *value, struct err *err)
{
    bool ok = true;
    if (json_object_is_type(value, json_type_array))
        return extend(rq->arena, open, name, joined(rq->arena, value), err);
    if (!json_object_is_type(value, json_type_object))
        return extend(rq->arena, open, name, value ? json_object_get_string(value) : "none", err);
    json_object_object_foreach(value, item, amount)
        ok = ok && extend(rq->arena, open, arena_printf(rq->arena, "%s.%s", name, item), spelled(amount), err);
    return ok;
}

static bool line_from_object(struct req *rq, struct lines *lines, struct json_object *move, struct err *err)
{
    const char *verb = jget_str(move, "verb"), **open = NULL;
    if (!verb || !is_word(verb))
        return steps_bad_field(err, "verb");
    if (!begin(lines, verb, &open, err))
        return false;
    bool ok = true;
    json_object_object_foreach(move, name, value)
        ok = ok && (!strcmp(name, "verb") || line_from_member(rq, open, name, value, err));
    return ok;
}

/* @name: of a list of texts or objects, which need not be there */
static bool lines_from_json(struct req *rq, const char *name, struct lines *lines, struct err *err)
{
    struct json_object *list = jget(rq->json, name);
    if (list && !json_object_is_type(list, json_type_array))
        return steps_bad_field(err, name);
    for (size_t i = 0; list && i < json_object_array_length(list); i++) {
        struct json_object *move = json_object_array_get_idx(list, i);
        const char **open;
        if (!(json_object_is_type(move, json_type_string) ? begin(lines, json_object_get_string(move), &open, err)
                                                          : line_from_object(rq, lines, move, err)))
            return false;
    }
    return true;
}

static bool lines_read(struct req *rq, struct steps *steps, struct err *err)
{
    return rq->json ? lines_from_json(rq, "moves", &steps->moves, err) && lines_from_json(rq, "orders", &steps->orders, err)
                    : lines_from_form(rq, steps, err);
}

static bool number_read(struct req *rq, const char *name, int *out, struct err *err)
{
    int64_t number = -1;
    if (rq->json) {
        struct json_object *value = jget(rq->json, name);
        number = json_object_is_type(value, json_type_int) ? json_object_get_int64(value) : -1;
        if (number < 0 || number > INT32_MAX)
            return steps_bad_field(err, name);
    } else if (!form_number(&rq->form, name, 0, INT32_MAX, &number, err)) {
        return false;
    }
    *out = (int)number;
    return true;
}

bool steps_drawn(struct req *rq, struct drawn *drawn, struct err *err)
{
    *drawn = drawn_at(0);
    bool about_draft = rq->json ? jget(rq->json, "draft") != NULL : req_field(&rq->form, "draft") != NULL;
    return number_read(rq, "ply", &drawn->ply, err) && (!about_draft || number_read(rq, "draft", &drawn->draft, err));
}

/* A step was left empty, or there is none at all. */
static bool no_step(const struct req *rq, struct err *err)
{
    if (rq->json || !req_field(&rq->form, "step"))
        return steps_bad_field(err, rq->json ? "moves" : "step");
    return err_fail(err, ERR_INPUT, N_("Nothing is selected."), "step", "an empty step");
}

bool steps_read(struct req *rq, struct steps *steps, struct err *err)
{
    steps->asks = !rq->json && req_field(&rq->form, "ask");
    return steps_drawn(rq, &steps->drawn, err) && lines_read(rq, steps, err)
        && (steps->moves.n > 0 || no_step(rq, err));
}

bool steps_orders(struct req *rq, struct steps *steps, struct err *err)
{
    return lines_read(rq, steps, err) && (steps->moves.n == 0 || steps_bad_field(err, rq->json ? "moves" : "step"));
}

const char *steps_words(const struct req *rq, const struct verb *verbs, const char *step, const struct err *err)
{
    struct err named = *err;
    size_t key = strcspn(err->what, "=");
    const char *value = err->what[key] ? err->what + key + 1 : "";
    int verb = verb_index(verbs, arena_strndup(rq->arena, step, strcspn(step, " ")));
    const char *label = verb < 0 ? NULL : args_key_label(verbs[verb].args, arena_strndup(rq->arena, err->what, key));
    if (!label)
        return res_error_text(rq, err);
    char *name = arena_strdup(rq->arena, req_words(rq, label));
    name[0] = (char)(name[0] >= 'a' && name[0] <= 'z' ? name[0] - 'a' + 'A' : name[0]); /* it begins the sentence */
    label = name;
    err_reword(&named, err->say, *value ? arena_printf(rq->arena, "%s (%s)", label, value) : label);
    return res_error_text(rq, &named);
}
