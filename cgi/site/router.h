/* From a request to the page that answers it. */
#ifndef CGI_SITE_ROUTER_H
#define CGI_SITE_ROUTER_H

#include "cgi/http/res.h"

/** route_answer() - decodes, loads the session, checks, calls the page, and always leaves a complete answer in @rs; res_drawn() once that is
 *  kept */
void route_answer(struct req *rq, struct res *rs);

#endif
