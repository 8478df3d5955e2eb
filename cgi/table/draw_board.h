/* The board as the table page and the history show it. */
#ifndef CGI_TABLE_DRAW_BOARD_H
#define CGI_TABLE_DRAW_BOARD_H

#include "cgi/model/model.h"
#include "cgi/play/table.h"

struct choose;
struct order_reader;

/** table_add_board() - adds "asked_html", "still_html", "board_html", "beside_html", "fronts_html" and "hand_html" (for JSON: "view") and game.round
 *  to @model (borrowed)
 *  @t: its state is drawn
 *  @before: the places that were otherwise then are marked as changed; NULL: none
 *  @choose: what can be done on the board; NULL: nothing
 *  @orders: what can be ordered beside it; NULL: nothing */
void table_add_board(struct req *rq, const struct table *t, const void *before, const struct people *people,
                     const struct choose *choose, const struct order_reader *orders, struct value *model);

#endif
