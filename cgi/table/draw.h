/* The table page, drawn: for who opens it, and again for who sent a form that was not taken. */
#ifndef CGI_TABLE_DRAW_H
#define CGI_TABLE_DRAW_H

#include "cgi/model/model.h"
#include "cgi/http/res.h"
#include "cgi/play/table.h"

/** table_show() - the table of the path */
bool table_show(struct req *rq, struct res *rs, struct err *err);

/** table_give_back() - the table of the path with @text, typed into its form @form ("chat", "note", "invite"), and why it was not taken;
 *  false when the error has a page of its own */
bool table_give_back(struct req *rq, struct res *rs, const char *form, const char *text, struct err *err);

/**
 * table_refuse() - the present table of the path with the word about what was wrong (400, 409, 422); other errors have pages of
 *                  their own, and false is returned
 * @refused, @step: the table at which a move was refused, and that move as text; NULL: it was no move
 */
bool table_refuse(struct req *rq, struct res *rs, const struct table *refused, const char *step, struct err *err);

/** table_show_again() - table_refuse() of what was no move */
bool table_show_again(struct req *rq, struct res *rs, struct err *err);

/** table_hide_private() - makes an ERR_FORBIDDEN of a private table ERR_GONE, and returns false: that there is one is not told to
 *  those who may not see it; true for all else */
bool table_hide_private(const struct game_row *game, struct err *err);

#endif
