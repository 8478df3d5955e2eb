/* Vernissage: how a view tells numbers, counters, artists and seats; for view.c and what is split off it. */
#ifndef RULES_VERNISSAGE_VIEW_PARTS_H
#define RULES_VERNISSAGE_VIEW_PARTS_H

#include "rules/engine/fault.h"
#include "rules/engine/value.h"
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
static inline void put_signed(struct value *out, enum key key, int number)
{
    char text[12];
    struct writer words = writer_on(text, sizeof(text));
    write_text(&words, number < 0 ? "−" : "");
    write_number(&words, labs(number));
    put_copy(out, key, text);
}

/* "−1,250,000" */
static inline void put_money_words(struct value *out, enum key key, long rubens)
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
    put_copy(out, key, text);
}

/* "cash": -1250000, and in words "cash_text": "−1,250,000" */
static inline void put_money(struct value *out, enum key key, enum key in_words, long rubens)
{
    put_int(out, key, rubens);
    put_money_words(out, in_words, rubens);
}

static inline void put_thousands(struct value *out, enum key key, enum key in_words, int amount)
{
    put_money(out, key, in_words, (long)amount * VERNISSAGE_THOUSAND);
}

/* "artist=moreau", and as a second one "artist=moreau&kind=scandal" and so on */
static inline void put_place(struct value *out, const char *argument, const char *value)
{
    char text[96];
    const char *before = get_text(out, K_place);
    struct writer place = writer_on(text, sizeof(text));
    if (before) {
        write_text(&place, before);
        write_text(&place, "&");
    }
    write_text(&place, argument);
    write_text(&place, "=");
    write_text(&place, value);
    put_copy(out, K_place, text);
}

static inline void put_place_number(struct value *out, const char *argument, int value)
{
    char text[16];
    struct writer number = writer_on(text, sizeof(text));
    write_number(&number, value);
    put_place(out, argument, text);
}

/* "−6" on a counter */
static inline void set_counter(struct value *out, int kind, int amount)
{
    put_text(out, K_kind, vernissage_kinds[kind].id);
    put_text(out, K_kind_label, vernissage_kinds[kind].label);
    put_int(out, K_amount, amount);
    put_text(out, K_value, vernissage_values[VERNISSAGE_AMOUNTS - 1 + vernissage_value(kind, amount)].label);
}

static inline void set_artist(struct value *out, int artist)
{
    put_text(out, K_artist, vernissage_artists[artist].id);
    put_text(out, K_name, vernissage_artists[artist].label);
    put_text(out, K_name_label, vernissage_artists[artist].label);
    put_text(out, K_letter, vernissage_initials[artist]);
}

/* One more item, {"seat": 2}; to be filled. */
static inline struct value *add_seat(struct value *list, int seat)
{
    return put_int(add_object(list), K_seat, seat);
}

/* A list, and before it whether it holds anything. */
static inline struct value *put_list_if(struct value *out, enum key key, enum key has, bool any)
{
    put_bool(out, has, any);
    return put_list(out, key);
}

static inline void put_seats(struct value *out, enum key key, enum key has, const struct vernissage_state *st, seatmask seats)
{
    struct value *list = put_list_if(out, key, has, seats != 0);
    for (int seat = 0; seat < st->seats; seat++)
        if (seats & SEAT_BIT(seat))
            add_seat(list, seat);
}

/* 1 to @n */
static inline void add_pips(struct value *list, int n)
{
    for (int i = 1; i <= n; i++)
        add_int(list, i);
}

/* ---- view_cards.c: the market, and what lies before a seat ---- */

void vernissage_set_pile(struct value *out, const struct seen *seen, int pile);
void vernissage_set_grey(struct value *out, const struct seen *seen);
/** vernissage_set_open() - the pile that the viewer looks through */
void vernissage_set_open(struct value *out, const struct seen *seen);
/** vernissage_set_accounts() - what everybody's assets are made of, for the table of the result: heads, rows[] {cells[] {text}}
 *  by seat; only when the game is over */
void vernissage_set_accounts(struct value *out, const struct vernissage_state *st);
/** vernissage_set_player() - the hand is told to its owner only, until the game is over */
void vernissage_set_player(struct value *out, const struct seen *seen, int seat);

#endif
