#include "config.h"

#include "cgi/model/why.h"

#include <string.h>

#include "rules/engine/log.h"

#include "cgi/base/banned.h"

enum { TRIED_MAX = 4096, ERRORS_MAX = 256 };

/* What was tried at a place, and why it did not go. */
struct trial {
    const struct choose *c;
    const struct field *choice; /* the place's own, then what was chosen before */
    int n_choices, n_own;
    int n_tried;
    int16_t count[ERRORS_MAX];  /* how often each error came */
    struct move first[ERRORS_MAX]; /* and of which move first, or of those that lack something, which lacks least */
    int lacks[ERRORS_MAX];
};

/* How much is lacking, by what the sentence of @error says of it; 0 where it says nothing of that kind. */
static int lacking(const struct rules *rules, int error, const int16_t *figures)
{
    int need = 0, have = 0, offset = 0, known = 0;
    for (const struct arg *arg = rules->errors[error].args; arg && arg->name; offset += arg_slots(arg), arg++) {
        bool is_need = !strcmp(arg->name, "need"), is_have = !strcmp(arg->name, "have");
        known += is_need || is_have;
        need = is_need ? figures[offset] : need;
        have = is_have ? figures[offset] : have;
    }
    return known == 2 ? need - have : 0;
}

static void try_move(struct trial *trial, const struct move *move)
{
    const struct rules *rules = trial->c->rules;
    if (trial->n_tried >= TRIED_MAX)
        return;
    trial->n_tried++;
    if (!move_in_domain(rules->verbs, move))
        return;
    int16_t figures[EVENT_ARGS] = {0};
    int error = rules->check(trial->c->state, trial->c->seat, move, figures);
    if (error < 0 || error >= ERRORS_MAX)
        return;
    int lacks = lacking(rules, error, figures);
    if (trial->count[error]++ > 0 && lacks >= trial->lacks[error])
        return;
    trial->first[error] = *move;
    trial->lacks[error] = lacks;
}

/* Puts one choice into a move; false: the verb has no such argument. */
static bool set_choice(const struct choose *c, const struct field *choice, struct move *move)
{
    const struct verb *verb = &c->rules->verbs[move->verb];
    const struct arg *arg = NULL;
    if (!strcmp(choice->name, "verb"))
        return !strcmp(choice->value, verb->name);
    int offset = args_offset(verb->args, choice->name, &arg), value;
    if (offset < 0 || !choose_value(arg, choice->value, &value))
        return false;
    move->arg[offset] = (int16_t)value;
    return true;
}

/* All choices; of those made before only the ones that the verb knows. */
static bool set_choices(const struct trial *trial, struct move *move)
{
    const char *verb = trial->c->rules->verbs[move->verb].name;
    for (int i = 0; i < trial->n_choices; i++) {
        const struct field *choice = &trial->choice[i];
        bool other = !strcmp(choice->name, "verb") && strcmp(choice->value, verb) != 0;
        if ((!set_choice(trial->c, choice, move) && i < trial->n_own) || other)
            return false;
    }
    return true;
}

static bool names(const struct field *choice, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(choice[i].name, name))
            return true;
    return false;
}

/* @move with every value of its plain arguments from @arg on, whose slots begin at @offset, that are not chosen. */
static void try_values(struct trial *trial, const struct arg *arg, int offset, struct move *move)
{
    if (!arg || !arg->name) {
        try_move(trial, move);
        return;
    }
    bool plain = arg->kind == ARG_NAME || arg->kind == ARG_NUMBER || arg->kind == ARG_SEAT;
    int hi = arg->kind == ARG_NAME ? arg->n_names - 1 : arg->kind == ARG_SEAT ? trial->c->n_people - 1 : arg->hi;
    int lo = arg->lo, step = arg->step ? arg->step : 1;
    if (!plain || names(trial->choice, trial->n_choices, arg->name))
        lo = hi = move->arg[offset];
    for (int value = lo; value <= hi && trial->n_tried < TRIED_MAX; value += step) {
        move->arg[offset] = (int16_t)value;
        try_values(trial, arg + 1, offset + arg_slots(arg), move);
    }
}

/* Of a verb whose amounts alone are open: one of each. The error that lies last in the game's table says most, since the rules look for
 * it last: that these cost too much, not that there are none of others. It outweighs all that comes of larger amounts. */
static void try_single(struct trial *trial, int verb)
{
    const struct rules *rules = trial->c->rules;
    const struct arg *args = rules->verbs[verb].args;
    struct move move = {.verb = (uint8_t)verb, .nargs = (uint8_t)args_slots(args)}, said = move;
    int last = RULE_OK, offset = 0;
    if (!set_choices(trial, &move))
        return;
    for (const struct arg *arg = args; arg && arg->name; arg++)
        if (arg->kind != ARG_COUNTS && !names(trial->choice, trial->n_choices, arg->name))
            return;
    for (const struct arg *arg = args; arg && arg->name; offset += arg_slots(arg), arg++)
        for (int i = 0; arg->kind == ARG_COUNTS && i < arg_slots(arg); i++) {
            move.arg[offset + i] = 1;
            int error = move_in_domain(rules->verbs, &move) ? rules->check(trial->c->state, trial->c->seat, &move, NULL) : RULE_OK;
            if (error > last && error < ERRORS_MAX) {
                last = error;
                said = move;
            }
            move.arg[offset + i] = 0;
        }
    if (last < RULE_OWN)
        return;
    trial->count[last] = TRIED_MAX + 1;
    trial->first[last] = said;
}

/* The legal moves of a verb with the place in them instead of their own; where there are none, all there might be. */
static void try_verb(struct trial *trial, int verb)
{
    const struct choose *c = trial->c;
    const struct arg *args = c->rules->verbs[verb].args;
    int before = trial->n_tried;
    for (int i = 0; i < c->list->n; i++) {
        struct move move;
        if (move_at(c->list, i)->verb != verb)
            continue;
        move_copy(&move, move_at(c->list, i));
        if (!set_choices(trial, &move))
            return;
        try_move(trial, &move);
    }
    struct move move = {.verb = (uint8_t)verb, .nargs = (uint8_t)args_slots(args)};
    if (trial->n_tried == before && set_choices(trial, &move))
        try_values(trial, args, 0, &move);
    try_single(trial, verb);
}

/* Of the game's own errors the one that came most often; one that has something to name, "you have 1 of the 3 stones needed", before
 * those that have not, which mostly come of what was tried for the rest of the move. */
static int most_often(const struct trial *trial, bool naming)
{
    int best = RULE_OK;
    for (int error = RULE_OWN; error < ERRORS_MAX; error++)
        if (trial->count[error] > (best ? trial->count[best] : 0) && (trial->c->rules->errors[error].args != NULL) == naming)
            best = error;
    return best;
}

/* One of the game's own before those that only say that something else is asked. */
static int likeliest(const struct trial *trial)
{
    int best = most_often(trial, true);
    best = best ? best : most_often(trial, false);
    return best ? best : trial->count[RULE_WRONG_STEP] ? RULE_WRONG_STEP : RULE_OK;
}

const char *why_place(const struct choose *c, const char *place, int *error)
{
    struct field choice[2 * CHOICES_MAX];
    struct trial *trial = arena_alloc(c->arena, sizeof(*trial));
    int n_own = choose_of_place(c, place, choice), n = n_own;
    struct sb out;
    for (int i = 0; i < c->n_given; i++)
        if (!names(choice, n_own, c->given[i].name))
            choice[n++] = c->given[i];
    *trial = (struct trial){.c = c, .choice = choice, .n_choices = n, .n_own = n_own};
    /* What may come at any time is tried only where the place is made for it. */
    for (int verb = 0; n_own > 0 && c->rules->verbs[verb].name; verb++)
        if (!c->rules->verbs[verb].unsolicited || names(choice, n_own, "verb"))
            try_verb(trial, verb);
    *error = likeliest(trial);
    if (*error == RULE_OK)
        return NULL;
    sb_init(&out, c->arena);
    text_rule_error(&out, c->cat, c->rules, c->state, c->seat, &trial->first[*error], c->people, c->n_people);
    return out.text;
}
