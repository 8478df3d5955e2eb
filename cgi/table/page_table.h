/* Pieces of the table page that the history page draws as well. */
#ifndef CGI_TABLE_PAGE_TABLE_H
#define CGI_TABLE_PAGE_TABLE_H

#include "cgi/model/model.h"
#include "cgi/play/play.h"

struct choose;
struct typed;

/** table_add_board() - adds "asked_html", "board_html" and "hand_html" (for JSON: "view"), "accent" and game.round to @model (borrowed)
 *  @t: its state is drawn
 *  @before: the places that were otherwise then are marked as changed; NULL: none
 *  @choose: what can be done on the board; NULL: nothing */
void table_add_board(struct req *rq, const struct table *t, const void *before, const struct people *people,
                     const struct choose *choose, struct json_object *model);

/** table_show_typed() - the table of the path with what was typed there and not taken, and the status of why */
bool table_show_typed(struct req *rq, struct res *rs, const struct typed *typed, struct err *err);

/** table_show_again() - the present table of the path with the word about what was wrong (400, 409); other errors have pages
 *  of their own, and false is returned */
bool table_show_again(struct req *rq, struct res *rs, struct err *err);

/** table_hide_private() - makes an ERR_FORBIDDEN of a private table ERR_GONE, and returns false: that there is one is not told to
 *  those who may not see it; true for all else */
bool table_hide_private(const struct game_row *game, struct err *err);

#endif
