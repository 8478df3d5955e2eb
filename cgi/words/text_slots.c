/* Sentences about moves, events and broken rules: their slots become words. */
#include "config.h"

#include "cgi/words/text.h"

#include <string.h>

#include "rules/engine/verbs.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { SET_BITS = 15 };

/* Who reads, and who sits where. */
struct reader {
    struct arena *arena;
    const struct catalogue *cat;
    const char *const *people;
    int n_people;
    const struct rules *rules; /* with @state, where a move is made; NULL: not at hand */
    const void *state;
};

static struct sb words_new(const struct reader *reader)
{
    struct sb words;
    sb_init(&words, reader->arena);
    return words;
}

static const char *seat_name(const struct reader *reader, int seat)
{
    if (seat < 0)
        return text_get(reader->cat, N_("nobody"));
    if (seat < reader->n_people && reader->people && reader->people[seat])
        return reader->people[seat];
    struct sb words = words_new(reader);
    const struct text_value number = {.name = "number", .number = seat + 1};
    text_fill(&words, reader->cat, N_("seat {number}"), &number, 1);
    return words.text;
}

static const char *label(const struct reader *reader, const struct arg *arg, int i)
{
    if (i < 0 || i >= arg->n_names)
        return text_get(reader->cat, N_("none"));
    const struct name *name = &arg->names[i];
    return name->label ? text_get(reader->cat, name->label) : name->id;
}

static const char *list_words(const struct reader *reader, const struct sb *list)
{
    return list->length ? list->text : text_get(reader->cat, N_("nothing"));
}

static void fill_counted(struct sb *out, const struct reader *reader, const struct arg *arg, int i, int count)
{
    const char *counted = arg_words(arg)->counted ? arg_words(arg)->counted[i] : N_("{count} {thing}");
    const struct text_value parts[] = {{.name = "n", .number = count},
                                       {.name = "count", .number = count},
                                       {.name = "thing", .text = label(reader, arg, i)}};
    text_fill(out, reader->cat, counted, parts, 3);
}

static struct text_value counts_value(const struct reader *reader, const struct arg *arg, const int16_t *slots)
{
    struct text_value value = {.name = arg->name};
    struct sb list = words_new(reader);
    for (int i = 0; i < arg->n_names; i++) {
        if (slots[i] == 0)
            continue;
        struct sb item = words_new(reader);
        fill_counted(&item, reader, arg, i, slots[i]);
        text_add_item(&list, reader->cat, item.text);
        value.number += slots[i];
    }
    value.text = list_words(reader, &list);
    return value;
}

static struct text_value set_value(const struct reader *reader, const struct arg *arg, const int16_t *slots)
{
    struct text_value value = {.name = arg->name};
    struct sb list = words_new(reader);
    for (int i = 0; i < arg->n_names; i++)
        if ((uint16_t)slots[i / SET_BITS] >> (i % SET_BITS) & 1) {
            text_add_item(&list, reader->cat, arg->names ? label(reader, arg, i) : arena_decimal(reader->arena, i));
            value.number++;
        }
    value.text = list_words(reader, &list);
    return value;
}

/* A number as it is told; one that counts in larger units, as money in thousands, with its digits in groups of three. */
static const char *number_words(const struct reader *reader, const struct arg *arg, int number)
{
    if (arg->unit <= 1)
        return arena_decimal(reader->arena, number);
    struct sb words = words_new(reader);
    text_number(&words, (int64_t)number * arg->unit);
    return words.text;
}

/* "Anna 9, Bruno 10", of the seats that have a number. */
static void add_by_seat(const struct reader *reader, struct sb *list, const struct arg *arg, const int16_t *slots)
{
    for (int seat = 0; seat < slots[0] && seat < arg->max; seat++) {
        if (slots[1 + seat] == 0)
            continue;
        struct sb item = words_new(reader);
        const struct text_value parts[] = {{.name = "name", .text = seat_name(reader, seat)},
                                           {.name = "number", .text = number_words(reader, arg, slots[1 + seat])}};
        text_fill(&item, reader->cat, N_("{name} {number}"), parts, 2);
        text_add_item(list, reader->cat, item.text);
    }
}

static struct text_value list_value(const struct reader *reader, const struct arg *arg, const int16_t *slots)
{
    struct text_value value = {.name = arg->name, .number = slots[0]};
    struct sb list = words_new(reader);
    if (arg->by_seat)
        add_by_seat(reader, &list, arg, slots);
    for (int i = 1; !arg->by_seat && i <= slots[0] && i <= arg->max; i++)
        text_add_item(&list, reader->cat, arg->names ? label(reader, arg, slots[i])
                                           : number_words(reader, arg, slots[i]));
    value.text = list_words(reader, &list);
    return value;
}

/* What a value is called in this position, or NULL for its name. */
static const char *called(const struct reader *reader, const struct arg *arg, int value)
{
    int n = 0;
    const char *sentence = reader->state && reader->rules->words->called ? reader->rules->words->called(reader->state, arg, value, &n) : NULL;
    const struct text_value number = {.name = "n", .number = n};
    return sentence ? text_filled(reader->arena, reader->cat, sentence, &number, 1) : NULL;
}

static struct text_value slot_value(const struct reader *reader, const struct arg *arg, const int16_t *slots)
{
    const char *words = called(reader, arg, slots[0]);
    if (words)
        return (struct text_value){arg->name, words, slots[0]};
    switch (arg->kind) {
    case ARG_NAME: return (struct text_value){arg->name, label(reader, arg, slots[0]), slots[0]};
    case ARG_SEAT:
        if (slots[0] < 0 && arg->names)
            return (struct text_value){arg->name, label(reader, arg, 0), slots[0]};
        return (struct text_value){arg->name, seat_name(reader, slots[0]), slots[0]};
    case ARG_COUNTS: return counts_value(reader, arg, slots);
    case ARG_SET: return set_value(reader, arg, slots);
    case ARG_LIST: return list_value(reader, arg, slots);
    case ARG_NUMBER:
        if (arg->names && slots[0] >= arg->lo && slots[0] - arg->lo < arg->n_names)
            return (struct text_value){arg->name, label(reader, arg, slots[0] - arg->lo), slots[0]};
        if (arg->unit > 1)
            return (struct text_value){arg->name, number_words(reader, arg, slots[0]), (int64_t)slots[0] * arg->unit};
        break;
    }
    return (struct text_value){.name = arg->name, .number = slots[0]};
}

/* What an argument says within a list of several; NULL: nothing. */
static const char *part_words(const struct reader *reader, const struct arg *arg, const int16_t *slots)
{
    const struct text_value value = slot_value(reader, arg, slots);
    if (arg->kind == ARG_NAME || arg->kind == ARG_SEAT)
        return slots[0] < 0 ? NULL : value.text;
    if (value.number == 0)
        return NULL;
    if (arg->kind != ARG_NUMBER || !arg_words(arg)->counted)
        return value.text ? value.text : arena_decimal(reader->arena, value.number);
    const struct text_value n = {.name = "n", .number = value.number};
    return text_filled(reader->arena, reader->cat, arg_words(arg)->counted[0], &n, 1);
}

/* Several arguments as one list, without those that are nothing, or that are not for the reader. */
static struct text_value together_value(const struct reader *reader, const struct arg *first, const int16_t *slots, bool secrets)
{
    struct text_value value = {.name = arg_words(first)->together};
    struct sb list = words_new(reader);
    for (const struct arg *arg = first; arg->name && arg < first + arg_words(first)->n_together; slots += arg_slots(arg), arg++) {
        const char *words = secrets || !arg->secret ? part_words(reader, arg, slots) : NULL;
        if (!words)
            continue;
        text_add_item(&list, reader->cat, words);
        value.number++;
    }
    value.text = list_words(reader, &list);
    return value;
}

/* Arguments and their slots; @secrets: are secret ones told? */
struct told {
    const struct arg *args;
    const int16_t *slots;
    bool secrets;
};

/* What the names in a sentence may stand for, of several with one name the first: arguments, then who acts, then @next, the
 * arguments of the event after it. */
struct telling {
    const struct reader *reader;
    struct told own;
    int seat;
    struct told next;
};

static bool find_argument(const struct reader *reader, const struct told *told, const char *name, size_t length, struct text_value *value)
{
    const int16_t *slots = told->slots;
    for (const struct arg *arg = told->args; arg && arg->name; slots += arg_slots(arg), arg++) {
        if (text_named(arg->name, name, length) && (told->secrets || !arg->secret)) {
            *value = slot_value(reader, arg, slots);
            return true;
        }
        const char *together = arg_words(arg)->together;
        if (together && text_named(together, name, length)) {
            *value = together_value(reader, arg, slots, told->secrets);
            return true;
        }
    }
    return false;
}

static bool find_told(const void *among, const char *name, size_t length, struct text_value *value)
{
    const struct telling *telling = among;
    if (find_argument(telling->reader, &telling->own, name, length, value))
        return true;
    if (!text_named("seat", name, length))
        return find_argument(telling->reader, &telling->next, name, length, value);
    *value = (struct text_value){.name = "seat", .text = seat_name(telling->reader, telling->seat), .number = telling->seat};
    return true;
}

static void fill_slots(struct sb *out, const struct reader *reader, const char *sentence, const struct arg *args,
                       const int16_t *slots, int seat)
{
    const struct telling telling = {.reader = reader, .own = {args, slots, true}, .seat = seat};
    text_fill_by(out, reader->cat, sentence, find_told, &telling);
}

void text_slots(struct sb *out, const struct catalogue *cat, const char *sentence, const struct arg *args,
                const int16_t *slots, int seat, const char *const *people, int n_people)
{
    const struct reader reader = {.arena = out->arena, .cat = cat, .people = people, .n_people = n_people};
    fill_slots(out, &reader, sentence, args, slots, seat);
}

void text_of_move(struct sb *out, const struct catalogue *cat, const struct rules *rules, const void *state, const char *sentence,
               const struct move *move, const char *const *people, int n_people)
{
    const struct reader reader = {out->arena, cat, people, n_people, rules, state};
    fill_slots(out, &reader, sentence, rules->verbs[move->verb].args, move->arg, NO_SEAT);
}

const char *text_argument(struct arena *arena, const struct catalogue *cat, const struct rules *rules, const void *state,
                          const struct arg *arg, const int16_t *slots, const char *const *people, int n_people)
{
    const struct reader reader = {arena, cat, people, n_people, rules, state};
    const struct text_value value = slot_value(&reader, arg, slots);
    if (value.text)
        return value.text;
    struct sb out = words_new(&reader);
    text_add_value(&out, &value);
    return out.text;
}

void text_move(struct sb *out, const struct catalogue *cat, const struct rules *rules, const void *state,
               const struct move *move, const char *const *people, int n_people)
{
    const struct verb *verb = &rules->verbs[move->verb];
    const char *words = rules->words->worded ? rules->words->worded(state, move) : NULL;
    text_of_move(out, cat, rules, state, words ? words : verb->label, move, people, n_people);
}

/* The sentence of an event kind for one who is told all of it: another where its list holds something. */
static const char *told_sentence(const struct event_kind *kind, const struct telling *telling)
{
    struct text_value list;
    bool found = kind->with_list && find_argument(telling->reader, &telling->own, kind->list, strlen(kind->list), &list);
    return found && list.number ? kind->with_list : kind->sentence;
}

void text_event(struct sb *out, const struct catalogue *cat, const struct rules *rules, const struct event *event,
                const struct event *next, int viewer, const char *const *people, int n_people)
{
    const struct reader reader = {.arena = out->arena, .cat = cat, .people = people, .n_people = n_people};
    const struct event_kind *kind = &rules->events[event->kind];
    bool told = viewer == EVERY_SEAT || (viewer >= 0 && (event->secret_to & SEAT_BIT(viewer)));
    struct telling telling = {.reader = &reader, .own = {kind->args, event->arg, told}, .seat = event->seat};
    if (next && kind->followed_by && next->kind == kind->followed_by)
        telling.next = (struct told){rules->events[next->kind].args, next->arg, false};
    const char *sentence = !told && kind->hidden ? kind->hidden : told_sentence(kind, &telling);
    text_fill_by(out, cat, sentence, find_told, &telling);
}

int text_rule_error(struct sb *out, const struct catalogue *cat, const struct rules *rules, const void *state, int seat,
                    const struct move *move, const char *const *people, int n_people)
{
    int16_t slots[EVENT_ARGS] = {0};
    int error = rules->check(state, seat, move, slots);
    const struct rule_error_kind *kind = &rules->errors[error];
    text_slots(out, cat, kind->sentence, kind->args, slots, seat, people, n_people);
    return error;
}
