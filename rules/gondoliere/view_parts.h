/* Gondoliere: pieces of views that view.c and preview.c share. */
#ifndef RULES_GONDOLIERE_VIEW_PARTS_H
#define RULES_GONDOLIERE_VIEW_PARTS_H

#include "rules/engine/value.h"
#include "rules/gondoliere/state.h"

enum { GONDOLIERE_CELL = 100 }; /* units of the picture a cell is wide */

/** gondoliere_number() - a canal as everybody calls it, 4 to 9 */
static inline int gondoliere_number(int canal)
{
    return GONDOLIERE_FIRST_CANAL + canal;
}

/** gondoliere_set_cell() - x, y, and left and top in the units of the picture */
void gondoliere_set_cell(struct value *out, int x, int y);
/** gondoliere_put_points() - a list of each seat's points */
void gondoliere_put_points(struct value *out, enum key key, const struct gondoliere_state *st, const int16_t *points);
/** gondoliere_put_shares() - shares: an item for each seat that has points: how many, for what sum, and whether nobody has more */
void gondoliere_put_shares(struct value *out, const struct gondoliere_state *st, const int16_t *points, const uint8_t *sums);
/** gondoliere_set_shown() - a tile on display; when it is offered "tile=s0-3" is its place, where a move begins */
void gondoliere_set_shown(struct value *out, int tile, bool offered);

/** gondoliere_set_tile() - all that a view says of a tile, into @out */
void gondoliere_set_tile(struct value *out, int tile);
/** gondoliere_set_kind() - of a kind of tiles; @owner: the seat whose landing it is, or NO_SEAT */
void gondoliere_set_kind(struct value *out, const struct gondoliere_kind *kind, int owner);

/** gondoliere_preview() - for the seat whose turn it is: adds every tile that it may use, at every open canal, and what would
 *  come of it or which rule refuses it; @chart: of @st */
void gondoliere_preview(struct value *tiles, const struct gondoliere_state *st, const struct gondoliere_chart *chart);

#endif
