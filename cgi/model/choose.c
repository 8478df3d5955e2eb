#include "config.h"

#include "cgi/model/choose.h"

#include <stdio.h>
#include <string.h>

#include "cgi/model/choose_form.h"
#include "cgi/play/fold.h"
#include "cgi/base/sb.h"
#include "cgi/words/phrases.h"
#include "rules/engine/log.h"
#include "rules/engine/rng.h"

#include "cgi/base/banned.h"

enum {
    FEW_MOVES = 6,     /* moves that differ only in amounts and are so few are buttons, not a form */
    FEW_OPTIONS = 8    /* so few in all stand beside the question */
};

/* ---- sentences and links ---- */

/* The value of an argument, whose slots begin at @offset, as a reader sees it: "Porta 3", "Lucca", "Anna". */
static const char *value_words(const struct choose *c, const struct move *move, const struct arg *arg, int offset)
{
    return text_argument(c->arena, c->cat, c->rules, c->state, arg, move->arg + offset, c->people, c->n_people);
}

/* The default text of the value. */
static const char *alone_words(const struct choose *c, const struct move *move, const struct arg *arg, int offset)
{
    struct sb out;
    if (!arg_words(arg)->alone)
        return value_words(c, move, arg, offset);
    sb_init(&out, c->arena);
    text_of_move(&out, c->cat, c->rules, c->state, arg_words(arg)->alone, move, c->people, c->n_people);
    return out.text;
}

static const char *move_words(const struct choose *c, const struct move *move)
{
    struct sb out;
    sb_init(&out, c->arena);
    text_move(&out, c->cat, c->rules, c->state, move, c->people, c->n_people);
    return out.text;
}

/* Does every move of @fit have the same value of @arg as the first one? */
static bool agreed(const struct choose *c, const int16_t *fit, int n, int offset, int slots)
{
    const int16_t *first = move_at(c->list, fit[0])->arg + offset;
    for (int i = 1; i < n; i++)
        if (memcmp(first, move_at(c->list, fit[i])->arg + offset, (size_t)slots * sizeof(*first)) != 0)
            return false;
    return true;
}

/* What the moves @fit have in common. @only: of the arguments just this one is told; NULL: all that are decided */
struct common {
    const struct choose *c;
    const int16_t *fit;
    int n;
    const struct arg *only;
};

static bool find_common(const void *among, const char *name, size_t length, struct text_value *value)
{
    const struct common *common = among;
    const struct choose *c = common->c;
    const struct move *move = move_at(c->list, common->fit[0]);
    const struct arg *arg = c->rules->verbs[move->verb].args;
    int offset = 0;
    for (; arg && arg->name && !text_named(arg->name, name, length); arg++)
        offset += arg_slots(arg);
    if (!arg || !arg->name)
        return false;
    if ((common->only && common->only != arg) || !agreed(c, common->fit, common->n, offset, arg_slots(arg)))
        *value = (struct text_value){arg->name, "…", 0};
    else
        *value = (struct text_value){arg->name, value_words(c, move, arg, offset), move->arg[offset]};
    return true;
}

/* A verb's sentence with what is still open as "…": "Build Porta 3 in …". All of @fit are of one verb. @only: as above */
static const char *partial_words(const struct choose *c, const int16_t *fit, int n, const struct arg *only)
{
    const struct common common = {c, fit, n, only};
    struct sb out;
    sb_init(&out, c->arena);
    text_fill_by(&out, c->cat, c->rules->verbs[move_at(c->list, fit[0])->verb].label, find_common, &common);
    return out.text;
}

/* A number without a name says too little by itself. */
static bool is_bare(const struct arg *arg)
{
    return arg->kind == ARG_NUMBER && !arg->names && !arg_words(arg)->alone;
}

/* The moves @fit, all of one verb, as far as they are decided; of a verb that has but amounts, none of which is, what it is called. */
static const char *begun_words(const struct choose *c, const int16_t *fit, int n)
{
    const struct verb *verb = &c->rules->verbs[move_at(c->list, fit[0])->verb];
    bool amounts = choose_has_amounts(verb) && (n > 1 || c->list->partial);
    for (const struct arg *arg = verb->args; amounts && arg && arg->name; arg++)
        amounts = arg->kind == ARG_COUNTS;
    return amounts ? text_get(c->cat, verb->choose) : partial_words(c, fit, n, NULL);
}

static void add_query(struct sb *url, char *joint, const struct field *choice)
{
    sb_add_char(url, *joint);
    sb_add_url_part(url, choice->name);
    sb_add_char(url, '=');
    sb_add_url_part(url, choice->value);
    *joint = '&';
}

/* The table's URL with all choices so far except those named @without, and @more when it is not NULL. */
static const char *link_to(const struct choose *c, const char *without, const struct field *more)
{
    struct sb url;
    char joint = '?';
    sb_init(&url, c->arena);
    sb_add(&url, c->url);
    for (int i = 0; i < c->n_given; i++)
        if (!without || strcmp(c->given[i].name, without) != 0)
            add_query(&url, &joint, &c->given[i]);
    if (more)
        add_query(&url, &joint, more);
    return url.text;
}

/* ---- moves that can be taken ---- */

/* The position after a move in which no chance decides, until the next is asked for. */
static const void *after_move(const struct choose *c, const struct move *move)
{
    struct rng rng;
    uint8_t key[RNG_KEY_BYTES];
    rng_key_from_seed(key, 0);
    rng_init(&rng, key, 0);
    memcpy(c->after, c->state, c->rules->size);
    c->log->n = 0;
    c->rules->apply(c->after, c->seat, move, &rng, c->log);
    return c->after;
}

/* Is a step final? It shows something, or ends the game without being a draft first. Where nothing else can be done, and nothing be taken
 * back before it, it is not said. */
static bool is_last_word(const struct choose *c, const struct move *move)
{
    if (c->list->n == 1 && !c->list->partial && !c->begun)
        return false;
    unsigned traits = c->rules->traits(c->state, c->seat, move);
    return traits & MOVE_FINAL || (traits & MOVE_ENDS && fold_is_final(c->rules, c->state, c->seat, move));
}

/* Points a move brings at once, as far as they are public and no chance decides. */
static int points_gained(const struct choose *c, const struct move *move)
{
    struct standing was, is;
    c->rules->standing(c->state, &was);
    c->rules->standing(after_move(c, move), &is);
    return is.seat[c->seat].points - was.seat[c->seat].points;
}

static struct value *gain_model(const struct choose *c, const struct move *move, bool reveals)
{
    int points = reveals ? 0 : points_gained(c, move);
    if (points <= 0)
        return NULL;
    return new_text(c->arena, score_gained(c->arena, c->cat, c->rules, points));
}

/* The arguments of a move that are not amounts, as the fields of a form. */
static struct value *fixed_model(const struct choose *c, const struct move *move)
{
    struct value *fields = new_list(c->arena);
    int offset = 0;
    for (const struct arg *arg = c->rules->verbs[move->verb].args; arg && arg->name; offset += arg_slots(arg), arg++) {
        struct sb value;
        sb_init(&value, c->arena);
        if (arg->kind == ARG_COUNTS)
            continue;
        choose_spell(&value, arg, move->arg + offset);
        add(fields, put_text(put_text(new_object(c->arena), K_name, arg->name), K_value, value.text));
    }
    return fields;
}

/* The amounts of a move that are not 0. */
static struct value *taken_model(const struct choose *c, const struct move *move)
{
    struct value *taken = new_list(c->arena);
    int offset = 0;
    for (const struct arg *arg = c->rules->verbs[move->verb].args; arg && arg->name; offset += arg_slots(arg), arg++)
        for (int i = 0; arg->kind == ARG_COUNTS && i < arg->n_names; i++)
            if (move->arg[offset + i])
                add(taken, put_int(put_text(new_object(c->arena), K_item, arg->names[i].id), K_n, move->arg[offset + i]));
    return taken;
}

static struct value *step_model(const struct choose *c, const struct move *move, const char *place, bool primary)
{
    char text[MOVE_TEXT];
    move_to_text(c->rules->verbs, move, text);
    bool reveals = c->rules->traits(c->state, c->seat, move) & MOVE_FINAL;
    struct value *option = new_object(c->arena);
    put_text(option, K_label, move_words(c, move));
    put_text(option, K_place, place);
    put_bool(option, K_is_step, true);
    put_bool(option, K_is_link, false);
    put_copy(option, K_step, text);
    put_bool(option, K_reveals, is_last_word(c, move));
    put_bool(option, K_primary, primary);
    put(option, K_hidden, fixed_model(c, move));
    put(option, K_taken, taken_model(c, move));
    put_null(option, K_cost);
    put_null(option, K_face_html);
    put(option, K_gain, gain_model(c, move, reveals));
    return option;
}

struct value *choose_step(const struct choose *c, const struct move *move)
{
    return step_model(c, move, NULL, true);
}

/* The first argument of the verb that is not a count and not yet decided among @fit, or NULL. */
static const struct arg *open_argument(const struct choose *c, const struct verb *verb, const int16_t *fit, int n,
                                       int *at)
{
    int offset = 0;
    for (const struct arg *arg = verb->form ? NULL : verb->args; arg && arg->name; offset += arg_slots(arg), arg++)
        if (arg->kind != ARG_COUNTS && !agreed(c, fit, n, offset, arg_slots(arg))) {
            *at = offset;
            return arg;
        }
    return NULL;
}

/* The name of the place of the board that makes this choice. */
static const char *place_of(const struct choose *c, const struct field *choice)
{
    return arena_join(c->arena, (const char *[]){choice->name, "=", choice->value, NULL});
}

static struct value *link_model(const struct choose *c, const struct field *choice, const int16_t *fit, int n)
{
    const struct move *move = move_at(c->list, fit[0]);
    const struct verb *verb = &c->rules->verbs[move->verb];
    const struct arg *arg = NULL;
    int offset = args_offset(verb->args, choice->name, &arg);
    const char *sentence = begun_words(c, fit, n);
    const char *words = offset < 0 || is_bare(arg) ? sentence : alone_words(c, move, arg, offset);
    struct value *option = new_object(c->arena);
    put_text(option, K_label, words);
    put_text(option, K_place, place_of(c, choice));
    put_text(option, K_sentence, sentence);
    put_null(option, K_face_html);
    put_bool(option, K_is_link, true);
    put_bool(option, K_is_step, false);
    put_text(option, K_href, link_to(c, NULL, choice));
    return option;
}

/* One option for each value of the open argument @arg: a button where it leaves one move, else a link. */
static void add_values(const struct choose *c, struct value *options, const struct arg *arg, int offset,
                       const int16_t *fit, int n)
{
    bool *done = arena_array(c->arena, (size_t)n, sizeof(*done));
    int16_t *same = arena_array(c->arena, (size_t)n, sizeof(*same));
    size_t bytes = (size_t)arg_slots(arg) * sizeof(int16_t);
    for (int i = 0; i < n; i++) {
        const struct move *move = move_at(c->list, fit[i]);
        int n_same = 0;
        for (int j = i; j < n && !done[i]; j++)
            if (!memcmp(move->arg + offset, move_at(c->list, fit[j])->arg + offset, bytes))
                same[n_same++] = fit[j];
        for (int j = i, k = 0; j < n && k < n_same; j++)
            if (fit[j] == same[k])
                done[j] = true, k++;
        if (n_same == 0)
            continue;
        struct sb value;
        sb_init(&value, c->arena);
        choose_spell(&value, arg, move->arg + offset);
        const struct field choice = {arg->name, value.text};
        if (n_same == 1 && !choose_is_sample(c, move))
            add(options, step_model(c, move, place_of(c, &choice), false));
        else
            add(options, link_model(c, &choice, same, n_same));
    }
}

/* How many of the first @n names are @wanted? */
static int count_named(const char *const *name, size_t n, const char *wanted)
{
    int alike = 0;
    for (size_t i = 0; i < n; i++)
        alike += !strcmp(name[i], wanted);
    return alike;
}

/* Two pieces alike are two choices: the first and the second of that name. */
static void number_alike(const struct choose *c, struct value *options)
{
    const size_t n = value_n(options);
    const char **name = arena_array(c->arena, n + 1, sizeof(*name));
    for (size_t i = 0; i < n; i++)
        name[i] = get_text(value_at(options, i), K_label);
    for (size_t i = 0; i < n; i++) {
        if (count_named(name, n, name[i]) < 2)
            continue;
        const struct text_value values[] = {{"choice", name[i], 0}, {"n", NULL, count_named(name, i + 1, name[i])}};
        struct sb out;
        sb_init(&out, c->arena);
        text_fill(&out, c->cat, N_("{choice} ({n})"), values, 2);
        put_text(value_at(options, i), K_label, out.text);
    }
}

/* ---- the model ---- */

/* @folded: it is not all that can be done, so it is unfolded when it is wanted */
static struct value *form_model(const struct choose *c, const int16_t *fit, int n, bool folded)
{
    const struct move *first = move_at(c->list, fit[0]);
    const struct verb *verb = &c->rules->verbs[first->verb];
    struct value *form = choose_form(c, fit, n);
    put_bool(form, K_folded, folded);
    put_text(form, K_label, verb->form ? text_get(c->cat, verb->choose) : begun_words(c, fit, n));
    return put(form, K_hidden, verb->form ? new_list(c->arena) : fixed_model(c, first));
}

/* Of what is offered, how many there are, and how many cannot be taken back. */
static void count_revealing(struct value *list, int *n, int *n_reveal)
{
    *n += (int)value_n(list);
    for (size_t i = 0; i < value_n(list); i++)
        *n_reveal += get_bool(value_at(list, i), K_reveals);
}

static bool all_reveal(int n, int n_reveal)
{
    return n > 1 && n_reveal == n;
}

/* The next choices among the moves @fit, all of one verb. A form is shown only when nothing else is open (@alone). */
static struct value *group_model(const struct choose *c, const int16_t *fit, int n, bool alone)
{
    const struct verb *verb = &c->rules->verbs[move_at(c->list, fit[0])->verb];
    struct value *options = new_list(c->arena), *forms = new_list(c->arena), *group = new_object(c->arena);
    int offset;
    const struct arg *arg = open_argument(c, verb, fit, n, &offset);
    bool form = verb->form || (!arg && choose_has_amounts(verb) && (n > FEW_MOVES || c->list->partial));
    const struct field this_verb = {"verb", verb->name};
    if (arg)
        add_values(c, options, arg, offset, fit, n);
    else if (form && (alone || verb->form))
        add(forms, form_model(c, fit, n, !alone));
    else if (form)
        add(options, link_model(c, &this_verb, fit, n));
    for (int i = 0; i < n && !arg && !form; i++)
        add(options, step_model(c, move_at(c->list, fit[i]), NULL, verb->confirms || (alone && i == 0 && !verb->unsolicited)));
    number_alike(c, options);
    put_text(group, K_verb, verb->name);
    int n_offered = 0, n_reveal = 0;
    count_revealing(options, &n_offered, &n_reveal);
    count_revealing(forms, &n_offered, &n_reveal);
    const char *heading = text_get(c->cat, verb->choose);
    bool told = value_n(options) == 1 /* by the one button below it */
        && !strcmp(get_text(value_at(options, 0), K_label), heading);
    put(group, K_heading, told ? NULL : new_text(c->arena, heading));
    put_bool(group, K_confirms, verb->confirms);
    put_bool(group, K_beside, false);
    put_bool(group, K_all_reveal, all_reveal(n_offered, n_reveal));
    put_bool(group, K_many, value_n(options) > 1);
    put_bool(group, K_has_options, value_n(options) > 0);
    put(group, K_options, options);
    put_bool(group, K_has_forms, value_n(forms) > 0);
    return put(group, K_forms, forms);
}

static int of_verb(const struct choose *c, int verb, int16_t *fit)
{
    int n = 0;
    for (int i = 0; i < c->n_fit; i++)
        if (move_at(c->list, c->fit[i])->verb == verb)
            fit[n++] = c->fit[i];
    return n;
}

/* @all: of every verb; false: only of verbs that confirm the turn. */
static struct value *groups_model(const struct choose *c, bool all)
{
    struct value *groups = new_list(c->arena);
    int16_t *fit = arena_array(c->arena, (size_t)c->n_fit + 1, sizeof(*fit));
    bool done[256] = {false};
    for (int i = 0; i < c->n_fit; i++) {
        int verb = move_at(c->list, c->fit[i])->verb;
        if (done[verb] || (!all && !c->rules->verbs[verb].confirms))
            continue;
        done[verb] = true;
        int n = of_verb(c, verb, fit);
        add(groups, group_model(c, fit, n, n == c->n_fit));
    }
    return groups;
}

static bool one_verb(const struct choose *c, const int16_t *fit, int n)
{
    for (int i = 1; i < n; i++)
        if (move_at(c->list, fit[i])->verb != move_at(c->list, fit[0])->verb)
            return false;
    return true;
}

/* Value or verb of a choice in words (a bare number says too little: the sentence begun). Every move of `fit` has it,
 * so the first one tells. */
static const char *choice_words(const struct choose *c, const struct field *choice)
{
    const struct move *move = move_at(c->list, c->fit[0]);
    const struct verb *verb = &c->rules->verbs[move->verb];
    const struct arg *arg;
    if (!strcmp(choice->name, "verb"))
        return text_get(c->cat, verb->choose);
    int offset = args_offset(verb->args, choice->name, &arg);
    if (offset < 0)
        return choice->value;
    if (is_bare(arg) && one_verb(c, c->fit, c->n_fit))
        return partial_words(c, c->fit, c->n_fit, arg);
    return alone_words(c, move, arg, offset);
}

static struct value *crumbs_model(const struct choose *c)
{
    struct value *crumbs = new_list(c->arena);
    for (int i = 0; i < c->n_given && c->n_fit > 0; i++) {
        struct value *crumb = new_object(c->arena);
        put_text(crumb, K_text, choice_words(c, &c->given[i]));
        put_text(crumb, K_href, link_to(c, c->given[i].name, NULL));
        add(crumbs, crumb);
    }
    return crumbs;
}

struct value *choose_model(const struct choose *c)
{
    struct value *model = new_object(c->arena), *groups = groups_model(c, true);
    struct choose whole = *c;
    size_t options = 0;
    int n_offered = 0, n_reveal = 0;
    for (size_t i = 0; i < value_n(groups); i++) {
        struct value *group = value_at(groups, i);
        options += value_n(get(group, K_options));
        count_revealing(get(group, K_options), &n_offered, &n_reveal);
        count_revealing(get(group, K_forms), &n_offered, &n_reveal);
    }
    put_bool(model, K_active, true);
    put_bool(model, K_on_top, c->n_given > 0 || options <= FEW_OPTIONS);
    put_bool(model, K_listed, false);
    put_bool(model, K_all_reveal, all_reveal(n_offered, n_reveal));
    put_bool(model, K_has_crumbs, c->n_given > 0);
    put(model, K_crumbs, crumbs_model(c));
    put(model, K_cancel_href, c->n_given > 0 ? new_text(c->arena, c->url) : NULL);
    put_bool(model, K_ignored, c->n_ignored > 0);
    put_bool(model, K_nothing, c->n_fit == 0);
    choose_start(&whole);
    put(model, K_ends, groups_model(&whole, false));
    return put(model, K_groups, groups);
}

/* ---- places of the board ---- */

/* The text of a link: the partial sentence when one verb is left, else the chosen value. */
static const char *place_words(const struct choose *c, const struct field *choice, const int16_t *fit, int n)
{
    const struct move *move = move_at(c->list, fit[0]);
    const struct arg *arg;
    if (one_verb(c, fit, n))
        return begun_words(c, fit, n);
    int offset = args_offset(c->rules->verbs[move->verb].args, choice->name, &arg);
    return offset < 0 ? choice->value : alone_words(c, move, arg, offset);
}

int choose_of_place(const struct choose *c, const char *place, struct field choice[CHOICES_MAX])
{
    int n = 0;
    for (const char *at = place; *at && n < CHOICES_MAX; n++) {
        size_t length = strcspn(at, "&"), name = strcspn(at, "=&");
        if (name == length)
            return 0;
        choice[n].name = arena_strndup(c->arena, at, name);
        choice[n].value = arena_strndup(c->arena, at + name + 1, length - name - 1);
        at += length + (at[length] == '&');
    }
    return n;
}

const char *choose_close_href(const struct choose *c)
{
    return link_to(c, NULL, NULL);
}

const char *choose_why_href(const struct choose *c, const char *place)
{
    return link_to(c, NULL, &(const struct field){"why", place});
}

struct value *choose_place(const struct choose *c, const char *place)
{
    struct field choice[CHOICES_MAX];
    struct choose all = *c;
    int n_choices = choose_of_place(c, place, choice);
    bool chosen = n_choices > 0;
    for (int i = 0; i < n_choices; i++) {
        int at = choose_given(c, choice[i].name);
        chosen = chosen && at >= 0 && !strcmp(c->given[at].value, choice[i].value);
        if (!choose_narrow(&all, choice[i].name, choice[i].value))
            return NULL;
    }
    if (n_choices == 0 || (c->only && strcmp(c->only, place) != 0))
        return NULL;
    const struct field *last = &choice[n_choices - 1];
    const struct move *first = move_at(c->list, all.fit[0]);
    bool one = all.n_fit == 1 && !choose_is_sample(c, first), step = one && !chosen && !c->quick;
    struct value *act = put_bool(put_null(new_object(c->arena), K_step), K_reveals, false);
    if (one) {
        char text[MOVE_TEXT];
        move_to_text(c->rules->verbs, first, text);
        put_copy(act, K_step, text);
        put_bool(act, K_reveals, is_last_word(c, first));
    }
    put_text(act, K_label, one ? move_words(c, first) : place_words(c, last, all.fit, all.n_fit));
    put_text(act, K_href, chosen ? link_to(c, last->name, NULL) : link_to(&all, NULL, NULL));
    put_bool(act, K_is_step, step);
    put_bool(act, K_is_link, !step);
    return put_bool(act, K_chosen, chosen);
}
