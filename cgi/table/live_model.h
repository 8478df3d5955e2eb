/* What a page knows about how it stays up to date. */
#ifndef CGI_TABLE_LIVE_MODEL_H
#define CGI_TABLE_LIVE_MODEL_H

#include "cgi/base/values.h"
#include "cgi/http/req.h"
#include "cgi/store/store.h"

/** live_model() - of a page of @game, for live.html; its news are "" */
struct value *live_model(const struct req *rq, const struct game_row *game);
/** live_mine_model() - of the list of the visitor's games, which is that of @stamp (store_own_games()) or newer */
struct value *live_mine_model(const struct req *rq, int64_t stamp);

#endif
