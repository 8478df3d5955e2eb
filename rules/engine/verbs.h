/* Moves, orders, events and errors between slots, one-line text, JSON and form fields: once, for every game. */
#ifndef RULES_ENGINE_VERBS_H
#define RULES_ENGINE_VERBS_H

#include "rules/rules.h"

enum { MOVE_TEXT = 2048 };

/* A form field as it arrived: both strings end with NUL and are borrowed. */
struct field {
    const char *name;
    const char *value;
};

/** arg_words() - how an argument is told; never NULL */
static inline const struct arg_words *arg_words(const struct arg *arg)
{
    static const struct arg_words none;
    return arg->words ? arg->words : &none;
}

/** arg_label() - what stands beside its field */
static inline const char *arg_label(const struct arg *arg)
{
    return arg_words(arg)->label ? arg_words(arg)->label : arg->name;
}

/** arg_slots() - how many slots one argument takes */
int arg_slots(const struct arg *arg);
/** args_slots() - how many slots all arguments of a table take; NULL is an empty table */
int args_slots(const struct arg *args);
/** args_offset() - the first slot of argument @name, or -1; *@found (may be NULL) is its row */
int args_offset(const struct arg *args, const char *name, const struct arg **found);
/** verb_index() - the verb's number in its table, or -1 */
int verb_index(const struct verb *verbs, const char *name);

/**
 * move_from_text() - "build tile=porta-3 city=lucca", "buy section=3 white=2 black=1"
 *
 * Names and their numbers are both taken. Amounts of an ARG_COUNTS are written by item name, also as "stones.white=2",
 * which is needed only where two arguments share an item name, and by their prefix where they have one: "give_silk=2"; amounts
 * left out are 0. A set or a list is written with commas: "tiles=3,5". Every other argument must be there, once, unless it is
 * optional, and nothing unknown.
 * Return: true; or false with @fault naming the part that is wrong and @move undefined.
 */
bool move_from_text(const struct verb *verbs, const char *text, struct move *move, struct fault *fault);

/** move_from_part() - what can be read of such a text, to be written anew: a number beyond its domain becomes the nearest
 *  within, another argument that is missing or wrong has its least value. Return: false when there is not even a verb. */
bool move_from_part(const struct verb *verbs, const char *text, struct move *move);

/** args_key_label() - what stands beside the field @key of a form ("section", "white", "give_white", "stones.white"), to be
 *  translated. Return: NULL: there is no such field. */
const char *args_key_label(const struct arg *args, const char *key);

/** move_from_json() - {"verb":"buy","section":3,"stones":{"white":2}}, or a string in the one-line form */
bool move_from_json(const struct verb *verbs, struct json_object *json, struct move *move, struct fault *fault);

/** move_from_fields() - form fields, the keys and values of the one-line form; an empty amount counts as 0 */
bool move_from_fields(const struct verb *verbs, const char *verb, const struct field *fields, int n, struct move *move,
                      struct fault *fault);

/** move_to_text() - the one-line form, shortest spelling (zero amounts left out); @text holds MOVE_TEXT bytes */
void move_to_text(const struct verb *verbs, const struct move *move, char text[MOVE_TEXT]);
/** move_to_json() - the caller owns the object */
struct json_object *move_to_json(const struct verb *verbs, const struct move *move);
bool move_equal(const struct move *a, const struct move *b);
/** move_in_domain() - a known verb, the right number of slots, every slot within its domain? */
bool move_in_domain(const struct verb *verbs, const struct move *move);

/** args_to_json() - adds every argument of @args (not those marked secret when @secrets is false) to @out, borrowed */
void args_to_json(const struct arg *args, const int16_t *slots, bool secrets, struct json_object *out);

/** event_to_json() - {"event":"built","seat":0,...}; what @viewer may not see is left out; the caller owns it.
 *  A viewer of EVERY_SEAT sees all, for storage. */
struct json_object *event_to_json(const struct rules *rules, const struct event *event, int viewer);
/** event_from_json() - reads what event_to_json wrote for EVERY_SEAT */
bool event_from_json(const struct rules *rules, struct json_object *json, struct event *event);

/**
 * event_fill() - is @event, as it was stored, one of @rules? Arguments that its kind got since are none, or 0, then
 * Return: whether kind and seat are known, and every name, seat, set and list within its domain; numbers have none.
 */
bool event_fill(const struct rules *rules, struct event *event);

#endif
