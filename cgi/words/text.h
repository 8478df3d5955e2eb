/* Words: the catalogue of translations, and sentences filled with names and numbers. */
#ifndef CGI_WORDS_TEXT_H
#define CGI_WORDS_TEXT_H

#include "cgi/base/sb.h"
#include "rules/rules.h"

struct catalogue;

/* Languages: "en", "ja". English is the source and has a catalogue without entries. */
enum { LANGUAGES_MAX = 8 };

/**
 * text_load() - reads <dir>/<lang>.po with libgettextpo; fuzzy and empty entries count as missing
 * Return: the catalogue (lives until text_free), or NULL with the reason in @why ("po/ja.po:12: ...").
 * "en" needs no file.
 */
struct catalogue *text_load(const char *dir, const char *lang, char *why, size_t room);
void text_free(struct catalogue *cat);
const char *text_lang(const struct catalogue *cat);

/** text_get() - the translation, or @msgid itself, without the context of NC_(); NULL gives ""; thread-safe */
const char *text_get(const struct catalogue *cat, const char *msgid);

/* One value for {name} in a sentence. */
struct text_value {
    const char *name;
    const char *text; /* already in the reader's language; NULL: the number */
    int64_t number;   /* also chooses among {coins:coin|coins} */
};

/** text_number() - adds @number with its digits in groups of three: "−1,250,000" */
void text_number(struct sb *out, int64_t number);

/**
 * text_fill() - adds the translation of @msgid with its placeholders filled, not escaped
 *
 * "{coins}" is the value; "{coins:one coin|# coins}" is the first form when the number is 1, else the second, "#" being
 * the number as text_number() tells it. A placeholder without a value stays as it is; "{{" is a brace.
 */
void text_fill(struct sb *out, const struct catalogue *cat, const char *msgid, const struct text_value *values, int n);

/** Finds the value of {@name}, @length bytes without a NUL, when a sentence has it; false: it has none, and stays as it is */
typedef bool text_finder(const void *among, const char *name, size_t length, struct text_value *value);
/** text_fill_by() - the same as text_fill(), with values that cost something to make: only what @msgid names is asked of @find */
void text_fill_by(struct sb *out, const struct catalogue *cat, const char *msgid, text_finder *find, const void *among);
/** text_named() - for a finder: is @name the one of @length bytes at @at? */
bool text_named(const char *name, const char *at, size_t length);
/** text_add_value() - adds what the placeholder of @value is filled with: its text, or its number */
void text_add_value(struct sb *out, const struct text_value *value);

/** text_filled() - the same as a text of its own, on @arena */
const char *text_filled(struct arena *arena, const struct catalogue *cat, const char *msgid, const struct text_value *values,
                        int n);

/** text_add_item() - one more of a list, behind a comma unless it is the first: "Venedig, 1 day a move" */
void text_add_item(struct sb *list, const struct catalogue *cat, const char *item);

/** text_names() - names of people as one: "Anna, Bruno and Chiara", for a {names} in a sentence; "" for none. A sentence that
 *  gives a single name its title (さん) gives it to the last of several by that; the others get theirs here. */
const char *text_names(struct arena *arena, const struct catalogue *cat, const char *const *names, int n);

/**
 * text_slots() - adds the translation of @sentence filled from slots, as text_fill does
 *
 * A name reads as its label, a seat as its player's name, counts as a list ("2 white, 1 red", or "nothing"), a set or
 * list likewise; a number as itself; what is told together (rules.h) as one list. {seat} is @seat's player unless @args has its own.
 * @people: names by seat; @n_people of them
 */
void text_slots(struct sb *out, const struct catalogue *cat, const char *sentence, const struct arg *args,
                const int16_t *slots, int seat, const char *const *people, int n_people);

/** text_of_move() - adds the translation of @sentence filled from a move's arguments, each as the position @state calls it (NULL: not
 *  at hand) */
void text_of_move(struct sb *out, const struct catalogue *cat, const struct rules *rules, const void *state, const char *sentence,
                  const struct move *move, const char *const *people, int n_people);
/** text_argument() - an argument of a move, its slots at @slots, as its {name} reads in a sentence of text_of_move(): on @arena, or one
 *  of @people, or of the catalogue; @rules, @state: NULL, when they are not at hand */
const char *text_argument(struct arena *arena, const struct catalogue *cat, const struct rules *rules, const void *state,
                          const struct arg *arg, const int16_t *slots, const char *const *people, int n_people);
/** text_move() - @state: the position it is made in, or NULL when that is not at hand */
void text_move(struct sb *out, const struct catalogue *cat, const struct rules *rules, const void *state,
               const struct move *move, const char *const *people, int n_people);
/**
 * text_event() - adds what happened, in words
 * @next: the event after it in its step, or NULL when there is none
 * @viewer: decides whether the secret arguments are told
 */
void text_event(struct sb *out, const struct catalogue *cat, const struct rules *rules, const struct event *event,
                const struct event *next, int viewer, const char *const *people, int n_people);
/** text_rule_error() - the sentence of the rule that @move breaks in @state, with its figures. Return: the rule, a code of the game's errors */
int text_rule_error(struct sb *out, const struct catalogue *cat, const struct rules *rules, const void *state, int seat,
                    const struct move *move, const char *const *people, int n_people);

/** text_signed() - "+3", "−3" with a true minus, "±0" */
const char *text_signed(struct arena *arena, long amount);

/** text_duration() - "2 days 4 h", "35 min", "a moment", in the reader's language */
void text_duration(struct sb *out, const struct catalogue *cat, int64_t seconds);

#endif
