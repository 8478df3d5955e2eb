/* Carrara: what the files of the view share. */
#ifndef RULES_CARRARA_VIEW_PARTS_H
#define RULES_CARRARA_VIEW_PARTS_H

#include "rules/carrara/state.h"
#include "rules/engine/fault.h"
#include "rules/engine/json.h"
#include "rules/parts.h"

static inline struct json_object *of_bytes(const uint8_t *values, int n)
{
    struct json_object *list = json_new_list();
    for (int i = 0; i < n; i++)
        json_add(list, json_number(values[i]));
    return list;
}

static inline struct json_object *of_signed(const int8_t *values, int n)
{
    struct json_object *list = json_new_list();
    for (int i = 0; i < n; i++)
        json_add(list, json_number(values[i]));
    return list;
}

/* "city=lucca": where a move may begin or go on */
static inline void set_place(struct json_object *out, const char *argument, const char *value)
{
    char text[40];
    struct writer place = writer_on(text, sizeof(text));
    write_text(&place, argument);
    write_text(&place, "=");
    write_text(&place, value);
    json_set(out, "place", json_text(text));
}

/* The same board of somebody else has no places: nothing is done there. */
static inline void set_own_place(struct json_object *out, bool own, const char *argument, const char *value)
{
    if (own)
        set_place(out, argument, value);
    else
        json_set(out, "place", NULL);
}

static inline void set_number(struct json_object *out, const char *key, int value)
{
    json_set(out, key, json_number(value));
}

static inline void set_text(struct json_object *out, const char *key, const char *text)
{
    json_set(out, key, json_text(text));
}

static inline void set_colour(struct json_object *out, int colour)
{
    set_text(out, "colour", carrara_stones[colour].id);
    set_text(out, "label", carrara_stones[colour].label);
    set_text(out, "letter", carrara_letters[colour]);
}

static inline void set_object(struct json_object *out, int kind)
{
    set_text(out, "object", carrara_objects[kind].id);
    set_text(out, "object_label", carrara_objects[kind].label);
}

/* Name, cost, kind and object of a tile. */
static inline void set_tile(struct json_object *out, int tile)
{
    int type = carrara_tile_type[tile], cost = carrara_tile_cost[tile];
    struct json_object *pips = json_new_list();
    for (int i = 1; i <= cost; i++)
        json_add(pips, json_number(i));
    set_text(out, "tile", carrara_tiles[tile].id);
    set_text(out, "tile_name", carrara_tiles[tile].label);
    set_text(out, "type", carrara_types[type].id);
    set_text(out, "name", carrara_types[type].label);
    set_number(out, "cost", cost);
    json_set(out, "pips", pips);
    json_set(out, "urban", json_truth(carrara_type_category[type] == 0));
    json_set(out, "land", json_truth(carrara_type_category[type] == 1));
    set_object(out, type);
}

static inline struct json_object *yield_view(const struct carrara_yield *yield)
{
    struct json_object *out = json_new();
    set_number(out, "points", yield->points);
    set_number(out, "coins", yield->coins);
    set_number(out, "objects", carrara_sum(yield->objects));
    set_number(out, "missing", carrara_sum(yield->missing));
    return out;
}

/* What a scoring would bring; null where the seat cannot make it. */
static inline void set_would(struct json_object *out, const struct carrara_yield *yield)
{
    json_set(out, "has_would", json_truth(yield != NULL));
    json_set(out, "would", yield ? yield_view(yield) : NULL);
}

/* ---- view_cards.c: objectives, and what the expansion adds ---- */

/** carrara_set_cards() - objectives, and with the expansion the tiles of cost 8 and the upgrade tiles */
void carrara_set_cards(const struct carrara_state *st, int viewer, struct json_object *out);
/** carrara_set_categories() - a seat's two categories, with the expansion */
void carrara_set_categories(const struct carrara_state *st, int seat, bool own, struct json_object *out);

#endif
