/* Pieces of views that view.c and preview.c share. */
#include "config.h"

#include "rules/gondoliere/view_parts.h"
#include "rules/engine/fault.h"

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

void gondoliere_set_kind(struct value *out, const struct gondoliere_kind *kind, int owner)
{
    static const enum key shapes[GONDOLIERE_SHAPES] = {K_straight, K_curve, K_crossing};
    put_text(out, K_code, kind->code);
    put_text(out, K_shape, gondoliere_shapes[kind->shape].id);
    for (int shape = 0; shape < GONDOLIERE_SHAPES; shape++)
        put_bool(out, shapes[shape], kind->shape == shape);
    put_int(out, K_passengers, kind->passengers);
    struct value *people = put_list(out, K_people);
    for (int i = 0; i < kind->passengers; i++)
        add_int(people, i + 1);
    put_bool(out, K_landing, owner >= 0);
    put_known(out, K_value, owner >= 0, kind->value);
    put_known(out, K_owner, owner >= 0, owner);
    put_int(out, K_degrees, 0);
    if (owner >= 0)
        put_int(out, K_seat, owner);
}

void gondoliere_set_tile(struct value *out, int tile)
{
    put_int(out, K_id, tile);
    put_text(out, K_tile, gondoliere_tiles[tile].id);
    put_text(out, K_label, gondoliere_tiles[tile].label);
    put_text(out, K_kind_label, gondoliere_tiles[tile].label); /* inside an act, too, which has a label of its own */
    gondoliere_set_kind(out, kind_of(tile), gondoliere_is_landing(tile) ? gondoliere_owner(tile) : NO_SEAT);
}

void gondoliere_set_shown(struct value *out, int tile, bool offered)
{
    char text[40];
    struct writer place = writer_on(text, sizeof(text));
    write_text(&place, "tile=");
    write_text(&place, gondoliere_tiles[tile].id);
    gondoliere_set_tile(out, tile);
    put_copy(out, K_place, offered ? text : NULL);
}

/* ---- Places and points ---- */

void gondoliere_set_cell(struct value *out, int x, int y)
{
    put_int(out, K_x, x);
    put_int(out, K_y, y);
    put_int(out, K_left, x * GONDOLIERE_CELL);
    put_int(out, K_top, y * GONDOLIERE_CELL);
}

void gondoliere_put_points(struct value *out, enum key key, const struct gondoliere_state *st, const int16_t *points)
{
    struct value *list = put_list(out, key);
    for (int seat = 0; seat < st->seats; seat++)
        add_int(list, points[seat]);
}

void gondoliere_put_shares(struct value *out, const struct gondoliere_state *st, const int16_t *points, const uint8_t *sums)
{
    int16_t most = 0;
    for (int seat = 0; seat < st->seats; seat++)
        most = points[seat] > most ? points[seat] : most;
    struct value *list = put_list(out, K_shares);
    for (int seat = 0; seat < st->seats; seat++) {
        if (!points[seat])
            continue;
        struct value *share = add_object(list);
        put_int(share, K_seat, seat);
        put_int(share, K_points, points[seat]);
        put_int(share, K_sum, sums[seat]);
        put_bool(share, K_first, points[seat] == most);
    }
}
