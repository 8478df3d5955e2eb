#include "config.h"

#include "rules/engine/verbs.h"

#include <stdlib.h>
#include <string.h>

#include "rules/engine/fault.h"
#include "rules/engine/json.h"
#include "rules/engine/must.h"

enum { SET_BITS = 15 };

static const char no_such[] = N_("There is no {what} here.");
static const char missing[] = N_("{what} is missing.");
static const char twice[] = N_("{what} is given twice.");
static const char range[] = N_("{what} is out of range.");
static const char kind[] = N_("{what} is of the wrong kind.");

/* ---- tables ---- */

int arg_slots(const struct arg *arg)
{
    switch (arg->kind) {
    case ARG_COUNTS:
        return arg->n_names;
    case ARG_SET:
        return (arg->n_names + SET_BITS - 1) / SET_BITS;
    case ARG_LIST:
        return 1 + arg->max;
    default:
        return 1;
    }
}

int args_slots(const struct arg *args)
{
    int n = 0;
    for (; args && args->name; args++)
        n += arg_slots(args);
    return n;
}

int args_offset(const struct arg *args, const char *name, const struct arg **found)
{
    int at = 0;
    for (; args && args->name; at += arg_slots(args), args++) {
        if (strcmp(args->name, name) == 0) {
            if (found)
                *found = args;
            return at;
        }
    }
    return -1;
}

int verb_index(const struct verb *verbs, const char *name)
{
    for (int i = 0; verbs && verbs[i].name; i++)
        if (strcmp(verbs[i].name, name) == 0)
            return i;
    return -1;
}

bool move_equal(const struct move *a, const struct move *b)
{
    return a->verb == b->verb && a->nargs == b->nargs && memcmp(a->arg, b->arg, a->nargs * sizeof(a->arg[0])) == 0;
}

/* What 1 in a slot of this argument stands for outside. */
static int unit_of(const struct arg *arg)
{
    return arg->unit ? arg->unit : 1;
}

/* The word for -1 of a seat. */
static const char *none_word(const struct arg *arg)
{
    return arg->kind == ARG_SEAT && arg->names ? arg->names[0].id : "none";
}

/* What an optional argument holds when it is left out. */
static int16_t left_out(const struct arg *arg)
{
    return arg->lo < 0 && (arg->kind == ARG_NAME || arg->kind == ARG_SEAT) ? -1 : 0;
}

/* ---- domains ---- */

static bool number_fits(const struct arg *arg, long value)
{
    return value >= arg->lo && value <= arg->hi && (arg->step <= 1 || (value - arg->lo) % arg->step == 0);
}

/* One value of a name, seat or number, also as it stands in a list. */
static bool value_fits(const struct arg *arg, long value)
{
    if (arg->kind == ARG_SEAT)
        return value >= (arg->lo < 0 ? -1 : 0) && value < SEATS_MAX;
    if (arg->kind == ARG_NAME || (arg->kind == ARG_LIST && arg->names))
        return value >= (arg->lo < 0 ? -1 : 0) && value < arg->n_names;
    return number_fits(arg, value);
}

/* The lowest item of a set: numbers may begin above 0. */
static int set_least(const struct arg *arg)
{
    return arg->names ? 0 : arg->lo;
}

static bool set_fits(const struct arg *arg, const int16_t *slots)
{
    if (set_least(arg) > 0 && (slots[0] & ((1 << set_least(arg)) - 1)))
        return false;
    for (int i = 0; i < arg_slots(arg); i++) {
        int bits = arg->n_names - i * SET_BITS;
        int top = bits < SET_BITS ? (1 << bits) - 1 : 0x7fff;
        if (slots[i] < 0 || (slots[i] & ~top))
            return false;
    }
    return true;
}

static bool list_fits(const struct arg *arg, const int16_t *slots)
{
    if (slots[0] < 0 || slots[0] > arg->max)
        return false;
    for (int i = 1; i <= arg->max; i++)
        if (i <= slots[0] ? !value_fits(arg, slots[i]) : slots[i] != 0)
            return false;
    return true;
}

static bool arg_fits(const struct arg *arg, const int16_t *slots)
{
    switch (arg->kind) {
    case ARG_COUNTS:
        for (int i = 0; i < arg->n_names; i++)
            if (!number_fits(arg, slots[i]))
                return false;
        return true;
    case ARG_SET:
        return set_fits(arg, slots);
    case ARG_LIST:
        return list_fits(arg, slots);
    default:
        return value_fits(arg, slots[0]);
    }
}

bool move_in_domain(const struct verb *verbs, const struct move *move)
{
    int at = 0;
    for (int i = 0; i <= move->verb; i++)
        if (!verbs || !verbs[i].name)
            return false;
    const struct arg *args = verbs[move->verb].args;
    if (move->nargs != args_slots(args))
        return false;
    for (; args && args->name; at += arg_slots(args), args++)
        if (!arg_fits(args, move->arg + at))
            return false;
    return true;
}

/* ---- reading: what text, fields and JSON share ---- */

/* Arguments while they are read. Slots begin as zeros. */
struct reader {
    const struct arg *args;
    int16_t *slots;
    uint64_t seen;  /* bit i: slot i was given */
    bool form;      /* a form leaves unchecked boxes and empty amounts out, and repeats the name of a set or list */
    bool any;       /* numbers of events have no domain */
    bool part;      /* what is wrong is read as far as it goes: a number beyond its domain is the nearest within */
    struct fault *fault;
};

static bool fault_joined(struct fault *fault, const char *sentence, const char *key, const char *sign,
                         const char *value)
{
    if (fault) {
        fault->sentence = sentence;
        struct writer out = writer_on(fault->what, sizeof(fault->what));
        write_text(&out, key);
        write_text(&out, sign);
        write_text(&out, value);
    }
    return false;
}

static bool fault_pair(struct fault *fault, const char *sentence, const char *key, const char *value)
{
    return fault_joined(fault, sentence, key, "=", value);
}

static bool given(const struct reader *rd, int slot)
{
    return rd->seen >> slot & 1;
}

/* Whole number in text, at most six digits, nothing else. */
static bool text_number(const char *text, long *value)
{
    bool minus = *text == '-';
    const char *digit = text + minus;
    if (!*digit || strlen(digit) > 6)
        return false;
    for (*value = 0; *digit; digit++) {
        if (*digit < '0' || *digit > '9')
            return false;
        *value = *value * 10 + (*digit - '0');
    }
    if (minus)
        *value = -*value;
    return true;
}

/* A number within its domain: the least or the greatest that there is, when one is read in part. */
static long nearest(const struct reader *rd, const struct arg *arg, long value)
{
    int step = arg->step > 1 ? arg->step : 1;
    if (!rd->part || (arg->kind != ARG_NUMBER && arg->kind != ARG_COUNTS))
        return value;
    value = value < arg->lo ? arg->lo : value > arg->hi ? arg->hi : value;
    return value - (value - arg->lo) % step;
}

/* The number of a name, by id or by number; n_names when there is none such. */
static long name_number(const struct arg *arg, const char *text)
{
    long value;
    for (int i = 0; arg->names && i < arg->n_names; i++)
        if (strcmp(arg->names[i].id, text) == 0)
            return i;
    if (arg->lo < 0 && strcmp(text, "none") == 0)
        return -1;
    return text_number(text, &value) ? value : arg->n_names;
}

static bool has_names(const struct arg *arg)
{
    return arg->names && arg->kind != ARG_NUMBER && arg->kind != ARG_SEAT;
}

static bool text_value(struct reader *rd, const struct arg *arg, const char *text, long *value)
{
    if (has_names(arg) || arg->kind == ARG_NAME) {
        *value = name_number(arg, text);
        return value_fits(arg, *value) || fault_pair(rd->fault, no_such, arg->name, text);
    }
    if (arg->lo < 0 && arg->kind == ARG_SEAT && (strcmp(text, none_word(arg)) == 0 || strcmp(text, "none") == 0))
        *value = -1;
    else if (!text_number(text, value))
        return fault_pair(rd->fault, kind, arg->name, text);
    if (*value % unit_of(arg) != 0 && !rd->part)
        return fault_pair(rd->fault, range, arg->name, text);
    *value = nearest(rd, arg, *value / unit_of(arg));
    return value_fits(arg, *value) || fault_pair(rd->fault, range, arg->name, text);
}

static bool set_add(struct reader *rd, const struct arg *arg, int16_t *slots, long item, const char *text)
{
    if (item < set_least(arg) || item >= arg->n_names)
        return fault_pair(rd->fault, no_such, arg->name, text);
    int16_t bit = (int16_t)(1 << item % SET_BITS);
    if (slots[item / SET_BITS] & bit)
        return fault_pair(rd->fault, twice, arg->name, text);
    slots[item / SET_BITS] |= bit;
    return true;
}

static bool list_add(struct reader *rd, const struct arg *arg, int16_t *slots, long item)
{
    if (slots[0] >= arg->max)
        return fault_set(rd->fault, N_("{what} holds too many items."), arg->name);
    slots[++slots[0]] = (int16_t)item;
    return true;
}

/* ---- one-line text and form fields ---- */

enum { WORD = 64 };

/* "3,5": each word is added to a set or a list. */
static bool read_words(struct reader *rd, const struct arg *arg, int16_t *slots, const char *value)
{
    while (*value) {
        char word[WORD];
        size_t n = strcspn(value, ",");
        struct writer out = writer_on(word, sizeof(word));
        write_bytes(&out, value, n);
        long item;
        if (arg->kind == ARG_SET) {
            if (!set_add(rd, arg, slots, name_number(arg, word), word))
                return false;
        } else if (!text_value(rd, arg, word, &item) || !list_add(rd, arg, slots, item)) {
            return false;
        }
        if (value[n] == ',' && !value[n + 1])
            return fault_pair(rd->fault, missing, arg->name, ",");
        value += n + (value[n] == ',');
    }
    return true;
}

static bool read_amount(struct reader *rd, const struct arg *arg, int slot, const char *key, const char *value)
{
    long amount = 0;
    bool empty = rd->form && !*value;
    if (given(rd, slot))
        return fault_set(rd->fault, twice, key);
    if (!empty && !text_number(value, &amount))
        return fault_pair(rd->fault, kind, key, value);
    amount = nearest(rd, arg, amount);
    if (!number_fits(arg, amount))
        return fault_pair(rd->fault, range, key, value);
    rd->seen |= UINT64_C(1) << slot;
    rd->slots[slot] = (int16_t)amount;
    return true;
}

/* "white=2", "stones.white=2", or "give_white=2" of an argument with a prefix: which slot is it? -1: none, -2: more than one. */
static int amount_slot(const struct arg *args, const char *key, const struct arg **found)
{
    const char *dot = strchr(key, '.');
    int slot = -1, at = 0;
    for (; args && args->name; at += arg_slots(args), args++) {
        if (args->kind != ARG_COUNTS)
            continue;
        if (dot && (strlen(args->name) != (size_t)(dot - key) || memcmp(args->name, key, (size_t)(dot - key)) != 0))
            continue;
        size_t before = !dot && args->prefix ? strlen(args->prefix) : 0;
        if (before && (strlen(key) < before || memcmp(args->prefix, key, before) != 0))
            continue;
        const char *item = dot ? dot + 1 : key + before;
        long number, n = args->n_names;
        for (int i = 0; i < args->n_names && n == args->n_names; i++)
            if (strcmp(args->names[i].id, item) == 0)
                n = i;
        if (dot && n == args->n_names && text_number(item, &number) && number >= 0 && number < n)
            n = number;
        if (n == args->n_names)
            continue;
        if (slot >= 0)
            return -2;
        slot = at + (int)n;
        *found = args;
    }
    return slot;
}

static bool read_pair(struct reader *rd, const char *key, const char *value)
{
    const struct arg *arg = NULL;
    long number;
    int at = args_offset(rd->args, key, &arg);
    if (at < 0 || arg->kind == ARG_COUNTS) {
        at = amount_slot(rd->args, key, &arg);
        if (at == -2)
            return fault_set(rd->fault, N_("{what} is ambiguous here."), key);
        return at < 0 ? fault_set(rd->fault, no_such, key) : read_amount(rd, arg, at, key, value);
    }
    bool several = arg->kind == ARG_SET || arg->kind == ARG_LIST;
    if (given(rd, at) && !(rd->form && several))
        return fault_set(rd->fault, twice, key);
    rd->seen |= UINT64_C(1) << at;
    if (several)
        return read_words(rd, arg, rd->slots + at, value);
    if (!*value)
        return fault_set(rd->fault, missing, key);
    if (!text_value(rd, arg, value, &number))
        return false;
    rd->slots[at] = (int16_t)number;
    return true;
}

/* Optional arguments that were left out say so. */
static void read_left_out(struct reader *rd)
{
    int at = 0;
    for (const struct arg *arg = rd->args; arg && arg->name; at += arg_slots(arg), arg++)
        if (arg->optional && !given(rd, at))
            rd->slots[at] = left_out(arg);
}

/* Is everything there that must be, and do amounts left out fit their domain? */
static bool read_done(struct reader *rd)
{
    int at = 0;
    read_left_out(rd);
    for (const struct arg *arg = rd->args; arg && arg->name; at += arg_slots(arg), arg++) {
        bool several = arg->kind == ARG_SET || arg->kind == ARG_LIST;
        if (!arg->optional && arg->kind != ARG_COUNTS && !given(rd, at) && !(rd->form && several))
            return fault_set(rd->fault, missing, arg->name);
        if (!rd->any && !arg_fits(arg, rd->slots + at))
            return fault_set(rd->fault, range, arg->name);
    }
    return true;
}

/* An empty move of @verb, and a reader for its arguments. */
static bool begin(const struct verb *verbs, const char *verb, struct move *move, struct reader *rd, struct fault *fault)
{
    int index = verb_index(verbs, verb);
    if (!*verb)
        return fault_set(fault, missing, "verb");
    if (index < 0)
        return fault_set(fault, no_such, verb);
    *move = (struct move){.verb = (uint8_t)index, .nargs = (uint8_t)args_slots(verbs[index].args)};
    *rd = (struct reader){.args = verbs[index].args, .slots = move->arg, .fault = fault};
    return true;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t';
}

/* Copies the next word of *text into @word and steps over it; false when there is none or it is too long. */
static bool next_word(const char **text, char word[MOVE_TEXT])
{
    size_t n = 0;
    while (is_space(**text))
        (*text)++;
    for (; **text && !is_space(**text); (*text)++) {
        if (n == MOVE_TEXT - 1)
            return false;
        word[n++] = **text;
    }
    word[n] = '\0';
    return n > 0;
}

bool move_from_text(const struct verb *verbs, const char *text, struct move *move, struct fault *fault)
{
    char word[MOVE_TEXT];
    struct reader rd;
    if (!next_word(&text, word))
        return fault_set(fault, missing, "verb");
    if (!begin(verbs, word, move, &rd, fault))
        return false;
    while (next_word(&text, word)) {
        char *equals = strchr(word, '=');
        if (!equals || equals == word)
            return fault_set(fault, no_such, word);
        *equals = '\0';
        if (!read_pair(&rd, word, equals + 1))
            return false;
    }
    if (*text)
        return fault_set(fault, N_("{what} is too long."), "text");
    return read_done(&rd);
}

bool move_from_part(const struct verb *verbs, const char *text, struct move *move)
{
    char word[MOVE_TEXT];
    struct reader rd;
    if (!next_word(&text, word) || !begin(verbs, word, move, &rd, NULL))
        return false;
    rd.part = true;
    while (next_word(&text, word)) {
        char *equals = strchr(word, '=');
        if (equals && equals > word) {
            *equals = '\0';
            read_pair(&rd, word, equals + 1);
        }
    }
    int16_t *slots = move->arg;
    read_left_out(&rd);
    for (const struct arg *arg = rd.args; arg && arg->name; slots += arg_slots(arg), arg++)
        for (int i = 0; !arg_fits(arg, slots) && i < arg_slots(arg); i++)
            slots[i] = arg->kind == ARG_SET || arg->kind == ARG_LIST ? 0 : arg->lo;
    return true;
}

const char *args_key_label(const struct arg *args, const char *key)
{
    const struct arg *arg = NULL;
    int at = args_offset(args, key, &arg);
    if (at >= 0 && arg->kind != ARG_COUNTS)
        return arg_label(arg);
    at = amount_slot(args, key, &arg);
    if (at < 0)
        return NULL;
    const struct name *name = &arg->names[at - args_offset(args, arg->name, NULL)];
    return name->label ? name->label : name->id;
}

bool move_from_fields(const struct verb *verbs, const char *verb, const struct field *fields, int n, struct move *move,
                      struct fault *fault)
{
    struct reader rd;
    if (!begin(verbs, verb, move, &rd, fault))
        return false;
    rd.form = true;
    for (int i = 0; i < n; i++)
        if (!read_pair(&rd, fields[i].name, fields[i].value))
            return false;
    return read_done(&rd);
}

/* ---- JSON in ---- */

static bool json_value(struct reader *rd, const struct arg *arg, struct json_object *json, long *value)
{
    bool none = !json && (arg->kind == ARG_SEAT || arg->kind == ARG_NAME || has_names(arg));
    if (none)
        *value = -1;
    else if (json_object_is_type(json, json_type_string) && has_names(arg))
        return text_value(rd, arg, json_object_get_string(json), value);
    else if (json_object_is_type(json, json_type_int))
        *value = json_object_get_int(json); /* clamped to 32 bits */
    else
        return fault_set(rd->fault, kind, arg->name);
    if (*value % unit_of(arg) != 0)
        return fault_set(rd->fault, range, arg->name);
    *value /= none ? 1 : unit_of(arg);
    bool fits = rd->any && !has_names(arg) ? *value >= INT16_MIN && *value <= INT16_MAX : value_fits(arg, *value);
    return fits || fault_set(rd->fault, range, arg->name);
}

/* The amount of one item, which complaints name as "stones.white". */
static bool json_amount(struct reader *rd, const struct arg *arg, struct json_object *json, int item, int16_t *slots)
{
    const char *name = arg->names[item].id;
    if (!json_object_is_type(json, json_type_int))
        return fault_joined(rd->fault, kind, arg->name, ".", name);
    int amount = json_object_get_int(json); /* clamped to 32 bits */
    if (rd->any ? amount < INT16_MIN || amount > INT16_MAX : !number_fits(arg, amount))
        return fault_joined(rd->fault, range, arg->name, ".", name);
    slots[item] = (int16_t)amount;
    return true;
}

/* {"white":2}, or [0,2,0,0,0,0] */
static bool json_counts(struct reader *rd, const struct arg *arg, struct json_object *json, int16_t *slots)
{
    if (json_object_is_type(json, json_type_array)) {
        if (json_object_array_length(json) != (size_t)arg->n_names)
            return fault_set(rd->fault, N_("{what} has the wrong length."), arg->name);
        for (int i = 0; i < arg->n_names; i++)
            if (!json_amount(rd, arg, json_object_array_get_idx(json, (size_t)i), i, slots))
                return false;
        return true;
    }
    if (!json_object_is_type(json, json_type_object))
        return fault_set(rd->fault, kind, arg->name);
    json_object_object_foreach(json, key, value) {
        long item = name_number(arg, key);
        if (item < 0 || item >= arg->n_names)
            return fault_pair(rd->fault, no_such, arg->name, key);
        if (!json_amount(rd, arg, value, (int)item, slots))
            return false;
    }
    return true;
}

static bool json_several(struct reader *rd, const struct arg *arg, struct json_object *json, int16_t *slots)
{
    if (!json_object_is_type(json, json_type_array))
        return fault_set(rd->fault, kind, arg->name);
    for (size_t i = 0; i < json_object_array_length(json); i++) {
        struct json_object *item = json_object_array_get_idx(json, i);
        long value;
        if (arg->kind == ARG_LIST) {
            if (!json_value(rd, arg, item, &value) || !list_add(rd, arg, slots, value))
                return false;
        } else {
            bool number = json_object_is_type(item, json_type_int);
            if (!number && !json_object_is_type(item, json_type_string))
                return fault_set(rd->fault, kind, arg->name);
            const char *text = json_object_get_string(item);
            value = number ? json_object_get_int(item) : name_number(arg, text);
            if (!set_add(rd, arg, slots, value, text))
                return false;
        }
    }
    return true;
}

static bool json_arg(struct reader *rd, const char *key, struct json_object *json)
{
    const struct arg *arg = NULL;
    long value;
    int at = args_offset(rd->args, key, &arg);
    if (at < 0)
        return fault_set(rd->fault, no_such, key);
    rd->seen |= UINT64_C(1) << at;
    switch (arg->kind) {
    case ARG_COUNTS:
        return json_counts(rd, arg, json, rd->slots + at);
    case ARG_SET:
    case ARG_LIST:
        return json_several(rd, arg, json, rd->slots + at);
    default:
        if (!json_value(rd, arg, json, &value))
            return false;
        rd->slots[at] = (int16_t)value;
        return true;
    }
}

bool move_from_json(const struct verb *verbs, struct json_object *json, struct move *move, struct fault *fault)
{
    struct reader rd;
    struct json_object *verb;
    if (json_object_is_type(json, json_type_string))
        return move_from_text(verbs, json_object_get_string(json), move, fault);
    if (!json_object_is_type(json, json_type_object))
        return fault_set(fault, kind, "move");
    if (!json_object_object_get_ex(json, "verb", &verb))
        return fault_set(fault, missing, "verb");
    if (!json_object_is_type(verb, json_type_string))
        return fault_set(fault, kind, "verb");
    if (!begin(verbs, json_object_get_string(verb), move, &rd, fault))
        return false;
    json_object_object_foreach(json, key, value)
        if (strcmp(key, "verb") != 0 && !json_arg(&rd, key, value))
            return false;
    return read_done(&rd);
}

/* ---- writing ---- */

static void write_value(struct writer *out, const struct arg *arg, int value)
{
    if (value < 0 && (has_names(arg) || arg->kind == ARG_SEAT))
        write_text(out, none_word(arg));
    else if (has_names(arg))
        write_text(out, arg->names[value].id);
    else
        write_number(out, (long)value * unit_of(arg));
}

static bool in_set(const int16_t *slots, int item)
{
    return slots[item / SET_BITS] >> item % SET_BITS & 1;
}

static void write_several(struct writer *out, const struct arg *arg, const int16_t *slots)
{
    const char *comma = "";
    int n = arg->kind == ARG_SET ? arg->n_names : slots[0];
    for (int i = 0; i < n; i++) {
        if (arg->kind == ARG_SET && !in_set(slots, i))
            continue;
        write_text(out, comma);
        write_value(out, arg, arg->kind == ARG_SET ? i : slots[1 + i]);
        comma = ",";
    }
}

/* Amounts that are not 0, by item name, with the argument's name where the item alone would not say which. */
static void write_amounts(struct writer *out, const struct arg *args, const struct arg *arg, const int16_t *slots)
{
    for (int i = 0; i < arg->n_names; i++) {
        const struct arg *found;
        const char *item = arg->names[i].id;
        if (slots[i] == 0)
            continue;
        write_text(out, " ");
        bool clash = args_offset(args, item, &found) >= 0 && found->kind != ARG_COUNTS;
        if (arg->prefix) {
            write_text(out, arg->prefix);
        } else if (clash || amount_slot(args, item, &found) < 0) {
            write_text(out, arg->name);
            write_text(out, ".");
        }
        write_text(out, item);
        write_text(out, "=");
        write_number(out, slots[i]);
    }
}

static bool is_left_out(const struct arg *arg, const int16_t *slots)
{
    for (int i = 1; i < arg_slots(arg); i++)
        if (slots[i] != 0)
            return false;
    return slots[0] == left_out(arg);
}

void move_to_text(const struct verb *verbs, const struct move *move, char text[MOVE_TEXT])
{
    struct writer out = writer_on(text, MOVE_TEXT);
    const struct arg *args = verbs[move->verb].args;
    const int16_t *slots = move->arg;
    write_text(&out, verbs[move->verb].name);
    for (const struct arg *arg = args; arg && arg->name; slots += arg_slots(arg), arg++) {
        if (arg->kind == ARG_COUNTS) {
            write_amounts(&out, args, arg, slots);
            continue;
        }
        if (arg->optional && is_left_out(arg, slots))
            continue;
        write_text(&out, " ");
        write_text(&out, arg->name);
        write_text(&out, "=");
        if (arg->kind == ARG_SET || arg->kind == ARG_LIST)
            write_several(&out, arg, slots);
        else
            write_value(&out, arg, slots[0]);
    }
    must(!out.full); /* a move that cannot be written is not stored */
}

/* ---- JSON out ---- */

static struct json_object *value_to_json(const struct arg *arg, int value)
{
    if (value < 0 && (has_names(arg) || arg->kind == ARG_SEAT))
        return NULL;
    return has_names(arg) ? json_text(arg->names[value].id) : json_number((int64_t)value * unit_of(arg));
}

static struct json_object *arg_to_json(const struct arg *arg, const int16_t *slots)
{
    struct json_object *out;
    switch (arg->kind) {
    case ARG_COUNTS:
        out = json_new();
        for (int i = 0; i < arg->n_names; i++)
            if (slots[i] != 0)
                json_set(out, arg->names[i].id, json_number(slots[i]));
        return out;
    case ARG_SET:
        out = json_new_list();
        for (int i = 0; i < arg->n_names; i++)
            if (in_set(slots, i))
                json_add(out, value_to_json(arg, i));
        return out;
    case ARG_LIST:
        out = json_new_list();
        for (int i = 1; i <= slots[0]; i++)
            json_add(out, value_to_json(arg, slots[i]));
        return out;
    default:
        return value_to_json(arg, slots[0]);
    }
}

void args_to_json(const struct arg *args, const int16_t *slots, bool secrets, struct json_object *out)
{
    for (; args && args->name; slots += arg_slots(args), args++)
        if (secrets || !args->secret)
            json_set(out, args->name, arg_to_json(args, slots));
}

struct json_object *move_to_json(const struct verb *verbs, const struct move *move)
{
    struct json_object *out = json_new();
    json_set(out, "verb", json_text(verbs[move->verb].name));
    args_to_json(verbs[move->verb].args, move->arg, true, out);
    return out;
}

/* ---- events ---- */

struct json_object *event_to_json(const struct rules *rules, const struct event *event, int viewer)
{
    const struct event_kind *is = &rules->events[event->kind];
    bool all = viewer == EVERY_SEAT;
    bool secrets = all || (viewer >= 0 && event->secret_to & SEAT_BIT(viewer));
    struct json_object *out = json_new();
    json_set(out, "event", json_text(is->name));
    json_set(out, "seat", event->seat < 0 ? NULL : json_number(event->seat));
    args_to_json(is->args, event->arg, secrets, out);
    if (all && event->secret_to) {
        struct json_object *who = json_new_list();
        for (int seat = 0; seat < SEATS_MAX; seat++)
            if (event->secret_to & SEAT_BIT(seat))
                json_add(who, json_number(seat));
        json_set(out, "secret_to", who);
    }
    return out;
}

static bool json_seat(struct json_object *json, int *seat)
{
    *seat = json ? json_object_get_int(json) : NO_SEAT;
    return !json || (json_object_is_type(json, json_type_int) && *seat >= 0 && *seat < SEATS_MAX);
}

static bool json_seats(struct json_object *json, seatmask *who)
{
    if (!json_object_is_type(json, json_type_array))
        return false;
    for (size_t i = 0; i < json_object_array_length(json); i++) {
        int seat;
        if (!json_seat(json_object_array_get_idx(json, i), &seat) || seat < 0)
            return false;
        *who |= SEAT_BIT(seat);
    }
    return true;
}

bool event_from_json(const struct rules *rules, struct json_object *json, struct event *event)
{
    struct json_object *name;
    int number = 0, seat = NO_SEAT;
    if (!json_object_is_type(json, json_type_object) || !json_object_object_get_ex(json, "event", &name) ||
        !json_object_is_type(name, json_type_string))
        return false;
    while (rules->events[number].name && strcmp(rules->events[number].name, json_object_get_string(name)) != 0)
        number++;
    if (!rules->events[number].name)
        return false;
    const struct arg *args = rules->events[number].args;
    *event = (struct event){.kind = (uint8_t)number, .nargs = (uint8_t)args_slots(args)};
    struct reader rd = {.args = args, .slots = event->arg, .any = true};
    json_object_object_foreach(json, key, value) {
        bool ok = strcmp(key, "event") == 0      ? true
                  : strcmp(key, "seat") == 0     ? json_seat(value, &seat)
                  : strcmp(key, "secret_to") == 0 ? json_seats(value, &event->secret_to)
                                                  : json_arg(&rd, key, value);
        if (!ok)
            return false;
    }
    event->seat = (int8_t)seat;
    return read_done(&rd);
}

static bool event_arg_fits(const struct arg *arg, const int16_t *slots)
{
    switch (arg->kind) {
    case ARG_COUNTS:
    case ARG_NUMBER:
        return true;
    case ARG_LIST:
        return arg->names ? list_fits(arg, slots) : slots[0] >= 0 && slots[0] <= arg->max;
    default:
        return arg_fits(arg, slots);
    }
}

bool event_fill(const struct rules *rules, struct event *event)
{
    int at = 0, kinds = 0;
    while (kinds <= event->kind && rules->events[kinds].name)
        kinds++;
    if (kinds <= event->kind || event->seat < NO_SEAT || event->seat >= SEATS_MAX)
        return false;
    const struct arg *arg = rules->events[event->kind].args;
    for (; arg && arg->name; at += arg_slots(arg), arg++) {
        if (at == event->nargs) {
            event->arg[at] = (int16_t)left_out(arg);
            event->nargs = (uint8_t)(at + arg_slots(arg));
        }
        if (at + arg_slots(arg) > event->nargs || !event_arg_fits(arg, event->arg + at))
            return false;
    }
    return at == event->nargs;
}
