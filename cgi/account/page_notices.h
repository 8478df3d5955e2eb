/* Letters about one game, on its table's page. */
#ifndef CGI_ACCOUNT_PAGE_NOTICES_H
#define CGI_ACCOUNT_PAGE_NOTICES_H

#include "cgi/http/req.h"
#include "cgi/store/store.h"

/** notices_switch() - {wanted}: does the visitor, who plays there, want letters about this game? NULL: there is nothing to
 *  switch. The caller owns it. */
struct json_object *notices_switch(const struct req *rq, const struct game_row *game);

#endif
