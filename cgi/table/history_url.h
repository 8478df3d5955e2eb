/* Where a position of a history is shown. */
#ifndef CGI_TABLE_HISTORY_URL_H
#define CGI_TABLE_HISTORY_URL_H

#include "cgi/http/req.h"
#include "cgi/store/store.h"

/** history_asks_result() - does the address say that the reader wants to know how the game has ended? */
bool history_asks_result(const struct req *rq);
/** history_url() - where a ply is shown; with what the reader has asked to know, and with the key that a private table was opened with */
const char *history_url(const struct req *rq, const struct game_row *game, int ply);

#endif
