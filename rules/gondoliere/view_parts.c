/* Pieces of views that view.c and preview.c share. */
#include "config.h"

#include "rules/gondoliere/view_parts.h"
#include "rules/engine/fault.h"
#include "rules/engine/json.h"

/* ---- Tiles ---- */

static const struct gondoliere_kind *kind_of(int tile)
{
    bool landing = gondoliere_is_landing(tile);
    const struct gondoliere_kind *kinds = landing ? gondoliere_landing_kinds : gondoliere_kinds;
    int offset = landing ? (tile - GONDOLIERE_CANAL_TILES) % GONDOLIERE_LANDINGS : tile, i = 0;
    while (offset >= kinds[i].first + kinds[i].count)
        i++;
    return &kinds[i];
}

void gondoliere_set_kind(struct json_object *out, const struct gondoliere_kind *kind, int owner)
{
    static const char *const shapes[GONDOLIERE_SHAPES] = {"straight", "curve", "crossing"};
    struct json_object *people = json_new_list();
    for (int i = 0; i < kind->passengers; i++)
        json_add(people, json_number(i + 1));
    json_set_text(out, "code", kind->code);
    json_set_text(out, "shape", gondoliere_shapes[kind->shape].id);
    for (int shape = 0; shape < GONDOLIERE_SHAPES; shape++)
        json_set_truth(out, shapes[shape], kind->shape == shape);
    json_set_number(out, "passengers", kind->passengers);
    json_set(out, "people", people);
    json_set_truth(out, "landing", owner >= 0);
    json_set(out, "value", owner >= 0 ? json_number(kind->value) : NULL);
    json_set(out, "owner", owner >= 0 ? json_number(owner) : NULL);
    json_set_number(out, "degrees", 0);
    if (owner >= 0)
        json_set_number(out, "seat", owner);
}

void gondoliere_set_tile(struct json_object *out, int tile)
{
    json_set_number(out, "id", tile);
    json_set_text(out, "tile", gondoliere_tiles[tile].id);
    json_set_text(out, "label", gondoliere_tiles[tile].label);
    json_set_text(out, "kind_label", gondoliere_tiles[tile].label); /* inside an act, too, which has a label of its own */
    gondoliere_set_kind(out, kind_of(tile), gondoliere_is_landing(tile) ? gondoliere_owner(tile) : NO_SEAT);
}

struct json_object *gondoliere_shown_view(int tile, bool offered)
{
    struct json_object *out = json_new();
    char text[40];
    gondoliere_set_tile(out, tile);
    json_set(out, "place", NULL);
    if (offered) {
        struct writer place = writer_on(text, sizeof(text));
        write_text(&place, "tile=");
        write_text(&place, gondoliere_tiles[tile].id);
        json_set_text(out, "place", text);
    }
    return out;
}

/* ---- Places and points ---- */

void gondoliere_tell_cell(struct json_object *out, int x, int y)
{
    json_set_number(out, "x", x);
    json_set_number(out, "y", y);
    json_set_number(out, "left", x * GONDOLIERE_CELL);
    json_set_number(out, "top", y * GONDOLIERE_CELL);
}

struct json_object *gondoliere_points_view(const struct gondoliere_state *st, const int16_t *points)
{
    struct json_object *list = json_new_list();
    for (int seat = 0; seat < st->seats; seat++)
        json_add(list, json_number(points[seat]));
    return list;
}

struct json_object *gondoliere_shares_view(const struct gondoliere_state *st, const int16_t *points, const uint8_t *sums)
{
    int16_t most = 0;
    for (int seat = 0; seat < st->seats; seat++)
        most = points[seat] > most ? points[seat] : most;
    struct json_object *list = json_new_list();
    for (int seat = 0; seat < st->seats; seat++) {
        if (!points[seat])
            continue;
        struct json_object *out = json_new();
        json_set_number(out, "seat", seat);
        json_set_number(out, "points", points[seat]);
        json_set_number(out, "sum", sums[seat]);
        json_set_truth(out, "first", points[seat] == most);
        json_add(list, out);
    }
    return list;
}
