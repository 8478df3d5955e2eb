/* Vernissage: how a view tells numbers, counters, artists and seats; for view.c and what is split off it. */
#ifndef RULES_VERNISSAGE_VIEW_PARTS_H
#define RULES_VERNISSAGE_VIEW_PARTS_H

#include "rules/engine/fault.h"
#include "rules/engine/json.h"
#include "rules/vernissage/state.h"

#include <stdlib.h>

/* A viewer and the position, for all that follows. */
struct seen {
    const struct vernissage_state *st;
    int viewer;
    bool awaited; /* the viewer is asked something now */
};

/* ---- Words ---- */

/* "−35" */
static inline void set_signed(struct json_object *out, const char *key, int number)
{
    char text[12];
    struct writer words = writer_on(text, sizeof(text));
    write_text(&words, number < 0 ? "−" : "");
    write_number(&words, labs(number));
    json_set_text(out, key, text);
}

/* "−1,250,000" */
static inline void set_money_words(struct json_object *out, const char *key, long rubens)
{
    char text[32];
    struct writer words = writer_on(text, sizeof(text));
    long size = labs(rubens), unit = 1;
    write_text(&words, rubens < 0 ? "−" : "");
    while (size / unit >= 1000)
        unit *= 1000;
    write_number(&words, size / unit);
    for (size %= unit; unit > 1; size %= unit) {
        unit /= 1000;
        write_text(&words, size / unit < 10 ? ",00" : size / unit < 100 ? ",0" : ",");
        write_number(&words, size / unit);
    }
    json_set_text(out, key, text);
}

/* "cash": -1250000, and in words "cash_text": "−1,250,000" */
/* The names of a view are not copied, so the second is a literal, too. */
#define set_money(out, key, rubens) \
    (json_set_number((out), key, (rubens)), set_money_words((out), key "_text", (rubens)))
#define set_thousands(out, key, amount) set_money(out, key, (long)(amount) * VERNISSAGE_THOUSAND)

/* "artist=moreau", and with @more "artist=moreau&kind=scandal" and so on */
static inline void set_place(struct json_object *out, const char *argument, const char *value)
{
    char text[96];
    struct json_object *before = NULL;
    struct writer place = writer_on(text, sizeof(text));
    if (json_object_object_get_ex(out, "place", &before)) {
        write_text(&place, json_object_get_string(before));
        write_text(&place, "&");
    }
    write_text(&place, argument);
    write_text(&place, "=");
    write_text(&place, value);
    json_set_text(out, "place", text);
}

static inline void set_place_number(struct json_object *out, const char *argument, int value)
{
    char text[16];
    struct writer number = writer_on(text, sizeof(text));
    write_number(&number, value);
    set_place(out, argument, text);
}

/* "−6" on a counter */
static inline void set_counter(struct json_object *out, int kind, int amount)
{
    json_set_text(out, "kind", vernissage_kinds[kind].id);
    json_set_text(out, "kind_label", vernissage_kinds[kind].label);
    json_set_number(out, "amount", amount);
    json_set_text(out, "value", vernissage_values[VERNISSAGE_AMOUNTS - 1 + vernissage_value(kind, amount)].label);
}

static inline void set_artist(struct json_object *out, int artist)
{
    const char letter[2] = {vernissage_initials[artist][0], '\0'};
    json_set_text(out, "artist", vernissage_artists[artist].id);
    json_set_text(out, "name", vernissage_artists[artist].label);
    json_set_text(out, "letter", letter);
}

static inline struct json_object *seat_view(int seat)
{
    struct json_object *out = json_new();
    json_set_number(out, "seat", seat);
    return out;
}

static inline struct json_object *seats_view(const struct vernissage_state *st, seatmask seats)
{
    struct json_object *list = json_new_list();
    for (int seat = 0; seat < st->seats; seat++)
        if (seats & SEAT_BIT(seat))
            json_add(list, seat_view(seat));
    return list;
}

/* A list, and beside it whether it holds anything. */
static inline void set_list(struct json_object *out, const char *key, const char *has, struct json_object *list)
{
    json_set_truth(out, has, json_object_array_length(list) > 0);
    json_set(out, key, list);
}

static inline struct json_object *pips_view(int n)
{
    struct json_object *list = json_new_list();
    for (int i = 1; i <= n; i++)
        json_add(list, json_number(i));
    return list;
}

/* ---- view_cards.c: the market, and what lies before a seat ---- */

struct json_object *vernissage_pile_view(const struct seen *seen, int pile);
struct json_object *vernissage_grey_view(const struct seen *seen);
/** vernissage_open_view() - the pile that the viewer looks through */
struct json_object *vernissage_open_view(const struct seen *seen);
/** vernissage_accounts_view() - what everybody's assets are made of, for the table of the result: {heads, rows[] {cells[] {text}}}
 *  by seat; only when the game is over */
struct json_object *vernissage_accounts_view(const struct vernissage_state *st);
/** vernissage_player_view() - the hand is told to its owner only, until the game is over */
struct json_object *vernissage_player_view(const struct seen *seen, int seat);

#endif
