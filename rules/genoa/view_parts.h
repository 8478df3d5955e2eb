/* Genoa: how a view tells places, seats and goods; for view.c and what is split off it. */
#ifndef RULES_GENOA_VIEW_PARTS_H
#define RULES_GENOA_VIEW_PARTS_H

#include "rules/engine/fault.h"
#include "rules/engine/value.h"
#include "rules/genoa/state.h"

/* A viewer and the position, for all that follows. */
struct seen {
    const struct genoa_state *st;
    int viewer;
    bool asked;  /* the viewer is asked something now */
    bool leads;  /* it is the viewer's tower */
    bool offers; /* the viewer may write into the book */
    bool spent;  /* and has done so as often as one may in a turn */
    uint8_t steps[GENOA_SPACES]; /* of the tower to each space; GENOA_PATH: it does not come there any more */
};

/* "space": "harbor", and its label */
static inline void genoa_set_space(struct value *out, int space)
{
    put_text(out, K_space, genoa_spaces[space].id);
    put_text(out, K_space_label, genoa_spaces[space].label);
}

/** genoa_put_seat() - {seat}, or null for nobody */
static inline void genoa_put_seat(struct value *out, enum key key, int seat)
{
    if (seat >= 0)
        put_int(put_object(out, key), K_seat, seat);
    else
        put_null(out, key);
}

/** genoa_mark() - true, or nothing: what is false, null or empty for most of a list stands once, outside of it (view.c) */
static inline void genoa_mark(struct value *out, enum key key, bool truth)
{
    if (truth)
        put_bool(out, key, true);
}

/** genoa_write_choice() - one more choice of a place: "verb=accept", "&from=1" */
static inline void genoa_write_choice(struct writer *text, const char *key, const char *value)
{
    write_text(text, text->length ? "&" : "");
    write_text(text, key);
    write_text(text, "=");
    write_text(text, value);
}

static inline void genoa_write_number_choice(struct writer *text, const char *key, int number)
{
    genoa_write_choice(text, key, "");
    write_number(text, number);
}

/* ---- view_goods.c ---- */

/** genoa_put_goods() - what changes hands or is owned, one item for each kind: { good, good_label, n, many, coin }; of cards by name
 *  only with @cards, else how many. Ducats come first. */
void genoa_put_goods(struct value *out, enum key key, const struct genoa_goods *goods, bool cards);
/** genoa_put_yields() - yields: what an action in a building gives, likewise */
void genoa_put_yields(struct value *out, const struct genoa_state *st, int building);
/** genoa_set_cards() - the viewer's own cards: what they need, and what of it there is */
void genoa_set_cards(struct value *out, const struct seen *seen);

/* ---- view_board.c ---- */

/** genoa_set_board() - spaces, path, tower, dice, rounds and supply */
void genoa_set_board(struct value *out, const struct seen *seen);
/** genoa_put_place() - place: what pressing @space is, as a choice of @verb and @argument; where nothing comes of it, it is asked why */
void genoa_put_place(struct value *out, const char *verb, const char *argument, int space);
/** genoa_put_best() - {sum, more} of the best offer for a place that the viewer may read, their @own or of others; nothing when there is none */
void genoa_put_best(struct value *out, enum key key, const struct seen *seen, int space, bool own);

/* ---- view_offers.c ---- */

/** genoa_set_offers() - what can be bought where; for the tower player what can be done there, for others what they could offer */
void genoa_set_offers(struct value *out, const struct seen *seen);

#endif
