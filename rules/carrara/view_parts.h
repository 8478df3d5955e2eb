/* Carrara: what the files of the view share. */
#ifndef RULES_CARRARA_VIEW_PARTS_H
#define RULES_CARRARA_VIEW_PARTS_H

#include "rules/carrara/state.h"
#include "rules/engine/fault.h"
#include "rules/engine/value.h"
#include "rules/parts.h"

static inline void add_bytes(struct value *list, const uint8_t *values, int n)
{
    for (int i = 0; i < n; i++)
        add_int(list, values[i]);
}

static inline void add_signed(struct value *list, const int8_t *values, int n)
{
    for (int i = 0; i < n; i++)
        add_int(list, values[i]);
}

/* {"seat": 2}; null for nobody's */
static inline void put_seat(struct value *out, enum key key, int seat)
{
    if (seat >= 0)
        put_int(put_object(out, key), K_seat, seat);
    else
        put_null(out, key);
}

/* "city=lucca": where a move may begin or go on */
static inline void put_place(struct value *out, const char *argument, const char *value)
{
    char text[40];
    struct writer place = writer_on(text, sizeof(text));
    write_text(&place, argument);
    write_text(&place, "=");
    write_text(&place, value);
    put_copy(out, K_place, text);
    put_null(put_null(put_null(out, K_roman), K_on_sale), K_upgrade_label); /* what option.html tells places by */
}

/* The same board of somebody else has no places: nothing is done there. */
static inline void put_own_place(struct value *out, bool own, const char *argument, const char *value)
{
    if (own)
        put_place(out, argument, value);
    else
        put_null(out, K_place);
}

/* One more item, with a stone's colour; to be filled. */
static inline struct value *add_stone(struct value *list, int colour)
{
    struct value *out = add_object(list);
    put_text(out, K_colour, carrara_stones[colour].id);
    put_text(out, K_label, carrara_stones[colour].label);
    put_text(out, K_letter, carrara_letters[colour]);
    return put_text(out, K_letter_label, carrara_letters[colour]);
}

static inline void set_object(struct value *out, int kind)
{
    put_text(out, K_object, carrara_objects[kind].id);
    put_text(out, K_object_label, carrara_objects[kind].label);
}

static inline void set_gives(struct value *out, bool points)
{
    put_bool(out, K_gives_points, points);
    put_bool(out, K_gives_coins, !points);
}

/* Name (as it is for programs, as a label for readers), cost, kind and object of a tile. */
static inline void set_tile(struct value *out, int tile)
{
    int type = carrara_tile_type[tile], cost = carrara_tile_cost[tile];
    put_text(out, K_tile, carrara_tiles[tile].id);
    put_text(out, K_tile_label, carrara_tiles[tile].label);
    put_text(out, K_type, carrara_types[type].id);
    put_text(out, K_name, carrara_types[type].label);
    put_text(out, K_name_label, carrara_types[type].label);
    put_int(out, K_cost, cost);
    struct value *pips = put_list(out, K_pips);
    for (int i = 1; i <= cost; i++)
        add_int(pips, i);
    put_bool(out, K_urban, carrara_type_category[type] == 0);
    put_bool(out, K_land, carrara_type_category[type] == 1);
    set_object(out, type);
}

/* What a scoring would bring; null where the seat cannot make it. */
static inline void put_would(struct value *out, const struct carrara_yield *yield)
{
    put_bool(out, K_has_would, yield != NULL);
    put_null(out, K_would);
    if (!yield)
        return;
    struct value *would = put_object(out, K_would);
    put_int(would, K_points, yield->points);
    put_int(would, K_coins, yield->coins);
    put_int(would, K_objects, carrara_sum(yield->objects));
    put_int(would, K_missing, carrara_sum(yield->missing));
}

/* ---- view_cards.c: objectives, and what the expansion adds ---- */

/** carrara_put_cards() - objectives, and with the expansion the tiles of cost 8 and the upgrade tiles */
void carrara_put_cards(struct value *out, const struct carrara_state *st, int viewer);
/** carrara_put_categories() - a seat's two categories, with the expansion */
void carrara_put_categories(struct value *out, const struct carrara_state *st, int seat, bool own);

#endif
