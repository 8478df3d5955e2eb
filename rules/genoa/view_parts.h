/* Genoa: how a view tells places, seats and goods; for view.c and what is split off it. */
#ifndef RULES_GENOA_VIEW_PARTS_H
#define RULES_GENOA_VIEW_PARTS_H

#include "rules/engine/fault.h"
#include "rules/engine/json.h"
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
static inline void genoa_set_space(struct json_object *out, int space)
{
    json_set_text(out, "space", genoa_spaces[space].id);
    json_set_text(out, "space_label", genoa_spaces[space].label);
}

/** genoa_seat_view() - {seat}, or NULL for nobody */
static inline struct json_object *genoa_seat_view(int seat)
{
    struct json_object *out = seat < 0 ? NULL : json_new();
    if (out)
        json_set_number(out, "seat", seat);
    return out;
}

/** genoa_mark() - "key": true, or nothing: what is false, null or empty for most of a list stands once, outside of it (view.c) */
static inline void genoa_mark(struct json_object *out, const char *key, bool truth)
{
    if (truth)
        json_set_truth(out, key, true);
}

/** genoa_put() - likewise an object, or nothing for NULL */
static inline void genoa_put(struct json_object *out, const char *key, struct json_object *child)
{
    if (child)
        json_set(out, key, child);
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

/** genoa_goods_view() - what changes hands or is owned, one item for each kind: { good, good_label, n, many, coin }; of cards by name
 *  only with @cards, else how many. Ducats come first. */
struct json_object *genoa_goods_view(const struct genoa_goods *goods, bool cards);
/** genoa_yield_view() - what an action in a building gives, likewise */
struct json_object *genoa_yield_view(const struct genoa_state *st, int building);
/** genoa_cards_view() - the viewer's own cards: what they need, and what of it there is */
struct json_object *genoa_cards_view(const struct seen *seen);

/* ---- view_board.c ---- */

/** genoa_set_board() - spaces, path, tower, dice, rounds and supply */
void genoa_set_board(const struct seen *seen, struct json_object *out);

/* ---- view_offers.c ---- */

/** genoa_set_offers() - what can be bought where; for the tower player what can be done there, for others what they could offer */
void genoa_set_offers(const struct seen *seen, struct json_object *out);

#endif
