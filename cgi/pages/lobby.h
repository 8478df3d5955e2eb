/* What the pages around an open table share. */
#ifndef CGI_PAGES_LOBBY_H
#define CGI_PAGES_LOBBY_H

#include "cgi/http/req.h"

/** lobby_start_when_full() - deals when nobody is missing; that another request did so at the same moment is as good */
bool lobby_start_when_full(struct req *rq, int64_t game, struct err *err);

#endif
