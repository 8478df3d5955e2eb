#include "config.h"

#include "cgi/model/choose_fit.h"

#include <limits.h>
#include <string.h>

#include "rules/engine/log.h"

#include "cgi/base/banned.h"

enum { VERBS_MAX = 64, NO_VALUE = INT_MIN };

/* ---- values of one argument ---- */

static bool is_plain(const struct arg *arg)
{
    return arg->kind == ARG_NUMBER || arg->kind == ARG_NAME || arg->kind == ARG_SEAT;
}

void choose_spell(struct sb *out, const struct arg *arg, const int16_t *slot)
{
    if (is_plain(arg)) {
        if (arg->kind != ARG_NUMBER && *slot < 0)
            sb_add(out, "none");
        else if (arg->kind == ARG_NAME)
            sb_add(out, arg->names[*slot].id);
        else
            sb_add_int(out, *slot);
        return;
    }
    const char *comma = "";
    int n = arg->kind == ARG_LIST ? slot[0] : arg->n_names;
    for (int i = 0; i < n; i++) {
        if (arg->kind == ARG_SET && !(slot[i / 15] >> (i % 15) & 1))
            continue;
        int item = arg->kind == ARG_LIST ? slot[1 + i] : i;
        sb_add(out, comma);
        if (arg->names)
            sb_add(out, arg->names[item].id);
        else
            sb_add_int(out, item);
        comma = ",";
    }
}

static int read_number(const char *text)
{
    int sign = *text == '-' ? -1 : 1, n = 0;
    const char *c = text + (sign < 0);
    if (!*c || strlen(c) > 5)
        return NO_VALUE;
    for (; *c; c++) {
        if (*c < '0' || *c > '9')
            return NO_VALUE;
        n = 10 * n + (*c - '0');
    }
    return sign * n;
}

static int read_value(const struct arg *arg, const char *text)
{
    if (arg->kind == ARG_NAME)
        for (int i = 0; i < arg->n_names; i++)
            if (!strcmp(arg->names[i].id, text))
                return i;
    if (arg->kind != ARG_NUMBER && !strcmp(text, "none"))
        return -1;
    return read_number(text);
}

bool choose_value(const struct arg *arg, const char *text, int *value)
{
    *value = is_plain(arg) ? read_value(arg, text) : NO_VALUE;
    return *value != NO_VALUE;
}

bool choose_has_amounts(const struct verb *verb)
{
    for (const struct arg *arg = verb->args; arg && arg->name; arg++)
        if (arg->kind == ARG_COUNTS)
            return true;
    return false;
}

bool choose_is_sample(const struct choose *c, const struct move *move)
{
    const struct verb *verb = &c->rules->verbs[move->verb];
    return verb->form || (c->list->partial && choose_has_amounts(verb));
}

/* Is an argument chosen alone, and not filled in together with others? */
static bool is_chosen(const struct verb *verb, const struct arg *arg)
{
    return !verb->form || arg - verb->args < verb->n_key;
}

/* ---- which moves fit a choice ---- */

/* A choice, resolved for the moves of one verb. */
struct want {
    bool any, never;        /* every move fits; none does */
    const struct arg *arg;
    int offset, value;
};

static struct want want_of(const struct verb *verb, const struct field *choice)
{
    struct want want = {0};
    if (!strcmp(choice->name, "verb")) {
        want.any = !strcmp(verb->name, choice->value);
        want.never = !want.any;
        return want;
    }
    want.offset = args_offset(verb->args, choice->name, &want.arg);
    want.never = want.offset < 0 || want.arg->kind == ARG_COUNTS || !is_chosen(verb, want.arg);
    if (!want.never && is_plain(want.arg))
        want.value = read_value(want.arg, choice->value);
    return want;
}

static bool fits(const struct choose *c, const struct want *want, const struct move *move, const char *value)
{
    if (want->any || want->never)
        return want->any;
    const int16_t *slot = move->arg + want->offset;
    if (is_plain(want->arg))
        return *slot == want->value;
    struct sb spelled;
    sb_init(&spelled, c->arena);
    choose_spell(&spelled, want->arg, slot);
    return !strcmp(spelled.text, value);
}

/* Of @n moves @from keeps those that fit @choice in @to (which may be @from). */
static int keep(const struct choose *c, const struct field *choice, const int16_t *from, int n, int16_t *to)
{
    struct want want[VERBS_MAX];
    bool known[VERBS_MAX] = {false};
    int kept = 0;
    for (int i = 0; i < n; i++) {
        const struct move *move = move_at(c->list, from[i]);
        if (move->verb >= VERBS_MAX)
            continue;
        if (!known[move->verb])
            want[move->verb] = want_of(&c->rules->verbs[move->verb], choice);
        known[move->verb] = true;
        if (fits(c, &want[move->verb], move, choice->value))
            to[kept++] = from[i];
    }
    return kept;
}

int choose_given(const struct choose *c, const char *name)
{
    for (int i = 0; i < c->n_given; i++)
        if (!strcmp(c->given[i].name, name))
            return i;
    return -1;
}

static int16_t *all_moves(const struct choose *c)
{
    int16_t *all = arena_array(c->arena, (size_t)c->list->n + 1, sizeof(*all));
    for (int i = 0; i < c->list->n; i++)
        all[i] = (int16_t)i;
    return all;
}

/* The moves that fit all that was given but for a choice named like @choice, and @choice itself. */
static int fit_with(const struct choose *c, const struct field *choice, int16_t **fit)
{
    if (choose_given(c, choice->name) < 0) {
        *fit = arena_array(c->arena, (size_t)c->n_fit + 1, sizeof(**fit));
        return keep(c, choice, c->fit, c->n_fit, *fit);
    }
    *fit = all_moves(c);
    int n = keep(c, choice, *fit, c->list->n, *fit);
    for (int i = 0; i < c->n_given; i++)
        if (strcmp(c->given[i].name, choice->name) != 0)
            n = keep(c, &c->given[i], *fit, n, *fit);
    return n;
}

void choose_start(struct choose *c)
{
    c->n_given = c->n_ignored = 0;
    c->fit = all_moves(c);
    c->n_fit = c->list->n;
    if (!c->after) {
        c->after = arena_alloc(c->arena, c->rules->size);
        c->log = arena_alloc(c->arena, sizeof(*c->log));
    }
}

bool choose_narrow(struct choose *c, const char *name, const char *value)
{
    const struct field choice = {name, value};
    int at = choose_given(c, name);
    if (at < 0 && c->n_given == CHOICES_MAX)
        return false;
    int16_t *fit;
    int n = fit_with(c, &choice, &fit);
    if (n == 0)
        return false;
    c->given[at < 0 ? c->n_given++ : at] = choice;
    c->fit = fit;
    c->n_fit = n;
    return true;
}

static bool is_choice(const struct rules *rules, const char *name)
{
    if (!strcmp(name, "verb"))
        return true;
    for (const struct verb *verb = rules->verbs; verb->name; verb++)
        if (args_offset(verb->args, name, NULL) >= 0)
            return true;
    return false;
}

void choose_query(struct choose *c, const struct field *fields, int n)
{
    for (int i = 0; i < n; i++)
        if (is_choice(c->rules, fields[i].name) && !choose_narrow(c, fields[i].name, fields[i].value))
            c->n_ignored++;
}

/* From @arg on, whose slots begin at @offset. The key of a form is searched from its end, which names the subject of the form. */
static void narrow_like(struct choose *c, const struct move *move, const struct arg *arg, int offset)
{
    const struct verb *verb = &c->rules->verbs[move->verb];
    struct sb value;
    if (!arg->name)
        return;
    if (verb->form)
        narrow_like(c, move, arg + 1, offset + arg_slots(arg));
    sb_init(&value, c->arena);
    if (arg->kind != ARG_COUNTS && is_chosen(verb, arg)) {
        choose_spell(&value, arg, move->arg + offset);
        choose_narrow(c, arg->name, value.text);
    }
    if (!verb->form)
        narrow_like(c, move, arg + 1, offset + arg_slots(arg));
}

void choose_like(struct choose *c, const struct move *move)
{
    const struct verb *verb = &c->rules->verbs[move->verb];
    if (choose_narrow(c, "verb", verb->name) && verb->args)
        narrow_like(c, move, verb->args, 0);
}
