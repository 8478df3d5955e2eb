/* Tables of a game: names that text, JSON and forms can carry, and sizes that fit. */
#include "config.h"

#include "tests/selfplay/trial.h"

#include <stdint.h>
#include <string.h>

#include "rules/engine/verbs.h"
#include "rules/parts.h"

static bool is_word(const char *text)
{
    return text && *text && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_-") == strlen(text);
}

/* Values may be called as they are in the game: card "L1". */
static bool is_name(const char *text)
{
    return text && *text && strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") == strlen(text);
}

static bool names_are_good(struct trial *t, const char *where, const struct name *names, int n)
{
    for (int i = 0; names && i < n; i++) {
        if (!is_name(names[i].id) || strspn(names[i].id, "-0123456789") == strlen(names[i].id))
            return trial_wrong(t, "%s: '%s' cannot be a name", where, names[i].id ? names[i].id : "");
        for (int j = 0; j < i; j++)
            if (strcmp(names[i].id, names[j].id) == 0)
                return trial_wrong(t, "%s: the name '%s' stands there twice", where, names[i].id);
    }
    return true;
}

static bool is_one_of(const char *word, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(word, *list) == 0)
            return true;
    return false;
}

static bool args_are_good(struct trial *t, const char *where, const struct arg *args, const char *const *taken,
                          int most)
{
    if (args_slots(args) > most)
        return trial_wrong(t, "%s: too many slots", where);
    for (const struct arg *arg = args; arg && arg->name; arg++) {
        if (!is_word(arg->name) || is_one_of(arg->name, taken))
            return trial_wrong(t, "%s: '%s' cannot be an argument's name", where, arg->name);
        for (const struct arg *other = args; other < arg; other++)
            if (strcmp(other->name, arg->name) == 0)
                return trial_wrong(t, "%s: two arguments are called '%s'", where, arg->name);
        if ((arg->kind == ARG_NAME || arg->kind == ARG_COUNTS) && !arg->names)
            return trial_wrong(t, "%s: %s has no names", where, arg->name);
        if (!names_are_good(t, where, arg->names, arg->n_names))
            return false;
    }
    return true;
}

static size_t longest_name(const struct arg *arg)
{
    size_t longest = 6; /* a number */
    for (int i = 0; arg->names && i < arg->n_names; i++)
        if (strlen(arg->names[i].id) > longest)
            longest = strlen(arg->names[i].id);
    return longest;
}

/* No move of this verb is longer in one-line text. */
static size_t longest_text(const struct verb *verb)
{
    size_t n = strlen(verb->name) + 1;
    for (const struct arg *arg = verb->args; arg && arg->name; arg++) {
        size_t key = strlen(arg->name), word = longest_name(arg);
        if (arg->kind == ARG_COUNTS)
            n += (size_t)arg->n_names * (1 + (arg->prefix ? strlen(arg->prefix) : key + 1) + word + 1 + 6);
        else if (arg->kind == ARG_SET)
            n += 2 + key + (size_t)arg->n_names * (word + 1);
        else if (arg->kind == ARG_LIST)
            n += 2 + key + (size_t)arg->max * (word + 1);
        else
            n += 2 + key + word;
    }
    return n;
}

static bool verbs_are_good(struct trial *t, const struct verb *verbs)
{
    static const char *const taken[] = {"verb", "step", "ply", "csrf", NULL};
    for (int i = 0; verbs && verbs[i].name; i++) {
        const struct verb *verb = &verbs[i];
        if (!is_word(verb->name) || verb_index(verbs, verb->name) != i)
            return trial_wrong(t, "the verb '%s' cannot be called so", verb->name);
        if (!verb->choose || !verb->label)
            return trial_wrong(t, "the verb %s lacks a sentence", verb->name);
        if (!args_are_good(t, verb->name, verb->args, taken, MOVE_ARGS))
            return false;
        if (longest_text(verb) > MOVE_TEXT)
            return trial_wrong(t, "the verb %s can be too long in text", verb->name);
    }
    return true;
}

static bool events_are_good(struct trial *t)
{
    static const char *const taken[] = {"event", "seat", "secret_to", NULL};
    for (const struct event_kind *kind = t->rules->events; kind->name; kind++) {
        bool secret = false;
        for (const struct arg *arg = kind->args; arg && arg->name; arg++)
            secret |= arg->secret;
        if (!is_word(kind->name) || !kind->sentence || secret != (kind->hidden != NULL))
            return trial_wrong(t, "the event %s lacks a sentence, or has one too many", kind->name);
        if (!args_are_good(t, kind->name, kind->args, taken, EVENT_ARGS))
            return false;
    }
    return true;
}

static bool errors_are_good(struct trial *t)
{
    static const char *const common[RULE_OWN] = {NULL, "game_over", "not_your_turn", "wrong_step"};
    static const char *const taken[] = {NULL};
    const struct rule_error_kind *errors = t->rules->errors;
    for (int i = 0; errors[i].name; i++) {
        if (i > RULE_OK && (!is_word(errors[i].name) || !errors[i].sentence))
            return trial_wrong(t, "error %d lacks its words", i);
        if (i > RULE_OK && i < RULE_OWN && strcmp(errors[i].name, common[i]) != 0)
            return trial_wrong(t, "error %d is %s in every game, not %s", i, common[i], errors[i].name);
        if (!args_are_good(t, errors[i].name, errors[i].args, taken, EVENT_ARGS))
            return false;
    }
    return true;
}

static bool options_are_good(struct trial *t)
{
    int n = 0;
    for (const struct option *option = t->rules->options; option->name; option++, n++) {
        if (!is_word(option->name) || !option->label || option->preset < 0 || option->preset >= option->n_values)
            return trial_wrong(t, "the variant %s is not whole", option->name);
        if (!names_are_good(t, option->name, option->values, option->n_values))
            return false;
    }
    return n <= OPTIONS_MAX || trial_wrong(t, "too many variants");
}

static bool number_fits_width(const struct member *m)
{
    int bits = 8 * m->width;
    int64_t least = m->is_signed ? -(INT64_C(1) << (bits - 1)) : 0;
    int64_t most = (INT64_C(1) << (m->is_signed ? bits - 1 : bits)) - 1;
    int64_t hi = m->kind == MEMBER_NAME ? m->n_names - 1 : m->hi;
    if (m->kind == MEMBER_SET)
        return (m->width == 1 || m->width == 2 || m->width == 4) && m->lo >= 0 && m->lo <= hi && hi < bits - m->is_signed;
    return (m->width == 1 || m->width == 2 || m->width == 4) && m->lo >= least && hi <= most && m->lo <= hi;
}

static bool members_are_good(struct trial *t, const struct member *table, size_t size)
{
    for (const struct member *m = table; m->name; m++) {
        size_t n = (m->rows ? m->rows : 1u) * (m->cols ? m->cols : 1u);
        if (m->offset + n * m->size > size)
            return trial_wrong(t, "the member %s lies outside", m->name);
        for (const struct member *other = table; other < m; other++)
            if (strcmp(other->name, m->name) == 0)
                return trial_wrong(t, "two members are called %s", m->name);
        if (m->count_offset >= 0 && (m->rows == 0 || m->rows > UINT8_MAX || (size_t)m->count_offset >= size))
            return trial_wrong(t, "the list %s has no count", m->name);
        if (m->kind == MEMBER_STRUCT ? !members_are_good(t, m->members, m->size) : !number_fits_width(m))
            return m->kind == MEMBER_STRUCT ? false : trial_wrong(t, "the member %s cannot hold its range", m->name);
    }
    return true;
}

bool trial_tables(struct trial *t)
{
    const struct rules *rules = t->rules;
    if (rules->min_seats < 1 || rules->max_seats > SEATS_MAX || rules->min_seats > rules->max_seats)
        return trial_wrong(t, "its numbers of seats cannot be");
    if (!is_word(rules->id) || !rules->words->title || rules->revision == 0)
        return trial_wrong(t, "id, title or revision is missing");
    if (rules->orders && !(rules->orders->answer && rules->orders->lapsed))
        return trial_wrong(t, "it has standing orders, but nothing answers them");
    return options_are_good(t) && verbs_are_good(t, rules->verbs) && (!rules->orders || verbs_are_good(t, rules->orders->verbs)) &&
           events_are_good(t) && errors_are_good(t) && members_are_good(t, rules->members, rules->size);
}
