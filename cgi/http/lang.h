/* Which language a visitor reads. */
#ifndef CGI_HTTP_LANG_H
#define CGI_HTTP_LANG_H

#include "cgi/http/req.h"

/** lang_choose() - the person's setting, else the cookie, else what the browser prefers, else English */
const char *lang_choose(const struct req *rq);
/** accept_quality() - the weight 0 .. 1000 that an Accept header gives exactly @type; 0 when it is not named */
int accept_quality(const char *header, const char *type);

#endif
