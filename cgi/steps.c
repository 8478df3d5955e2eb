#include "config.h"

#include "cgi/steps.h"

#include <string.h>

#include "cgi/banned.h"

static bool step_add(struct steps *steps, const char *text, struct err *err)
{
    if (steps->n == STEPS_MAX)
        return err_fail(err, ERR_INPUT, N_("These are too many steps for one form."), "step", "more than %d steps",
                        STEPS_MAX);
    steps->text[steps->n++] = text;
    return true;
}

/* Keys and values of one-line text: no spaces, nothing that could begin another argument. */
static bool is_word(const char *text)
{
    return *text && strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.,-") == strlen(text);
}

bool steps_bad_field(struct err *err, const char *name)
{
    return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), name, "field '%s'", name);
}

/* Adds " name=value" to the step begun last. An amount left empty is 0, which is left out. */
static bool step_extend(struct arena *arena, struct steps *steps, const char *name, const char *value, struct err *err)
{
    if (!*value)
        return true;
    if (steps->n == 0 || !is_word(name) || !is_word(value))
        return steps_bad_field(err, name);
    const char **text = &steps->text[steps->n - 1];
    *text = arena_printf(arena, "%s %s=%s", *text, name, value);
    return true;
}

/* What belongs to the form, not to a step. */
static bool is_frame(const char *name)
{
    return !strcmp(name, "csrf") || !strcmp(name, "ply") || !strcmp(name, "draft") || !strcmp(name, "key");
}

static bool steps_from_form(struct req *rq, struct steps *steps, struct err *err)
{
    bool open = false; /* a verb whose arguments may follow */
    for (int i = 0; i < rq->form.n; i++) {
        const char *name = rq->form.field[i].name, *value = rq->form.field[i].value;
        if (is_frame(name))
            continue;
        bool step = !strcmp(name, "step"), verb = !strcmp(name, "verb");
        if (verb && !is_word(value))
            return steps_bad_field(err, name);
        if (!step && !verb && !open)
            return steps_bad_field(err, name);
        if (!(step || verb ? step_add(steps, value, err) : step_extend(rq->arena, steps, name, value, err)))
            return false;
        open = verb || (open && !step);
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

static bool step_from_member(struct req *rq, struct steps *steps, const char *name, struct json_object *value,
                             struct err *err)
{
    bool ok = true;
    if (json_object_is_type(value, json_type_array))
        return step_extend(rq->arena, steps, name, joined(rq->arena, value), err);
    if (!json_object_is_type(value, json_type_object))
        return step_extend(rq->arena, steps, name, value ? json_object_get_string(value) : "none", err);
    json_object_object_foreach(value, item, amount)
        ok = ok && step_extend(rq->arena, steps, arena_printf(rq->arena, "%s.%s", name, item), spelled(amount), err);
    return ok;
}

static bool step_from_object(struct req *rq, struct steps *steps, struct json_object *move, struct err *err)
{
    const char *verb = jget_str(move, "verb");
    if (!verb || !is_word(verb))
        return steps_bad_field(err, "verb");
    if (!step_add(steps, verb, err))
        return false;
    bool ok = true;
    json_object_object_foreach(move, name, value)
        ok = ok && (!strcmp(name, "verb") || step_from_member(rq, steps, name, value, err));
    return ok;
}

static bool steps_from_json(struct req *rq, struct steps *steps, struct err *err)
{
    struct json_object *moves = jget(rq->json, "moves");
    if (!json_object_is_type(moves, json_type_array))
        return steps_bad_field(err, "moves");
    for (size_t i = 0; i < json_object_array_length(moves); i++) {
        struct json_object *move = json_object_array_get_idx(moves, i);
        bool ok = json_object_is_type(move, json_type_string) ? step_add(steps, json_object_get_string(move), err)
                                                              : step_from_object(rq, steps, move, err);
        if (!ok)
            return false;
    }
    return true;
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

bool steps_read(struct req *rq, struct steps *steps, struct err *err)
{
    if (!steps_drawn(rq, &steps->drawn, err))
        return false;
    if (!(rq->json ? steps_from_json(rq, steps, err) : steps_from_form(rq, steps, err)))
        return false;
    return steps->n > 0 || steps_bad_field(err, "step");
}
