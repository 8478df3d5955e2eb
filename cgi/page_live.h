/* What a page knows about how it stays up to date. */
#ifndef CGI_PAGE_LIVE_H
#define CGI_PAGE_LIVE_H

#include "cgi/jsonx.h"
#include "cgi/req.h"
#include "cgi/store/store.h"

/** live_model() - of a page of @game: { url, events_url (null: this house has no streams), events, version, ply } */
struct json_object *live_model(const struct req *rq, const struct game_row *game);

#endif
