/* Programs at the door: who asks by a token (Authorization: Bearer ...), what the token may do, and how much of it. No cookie counts there. */
#ifndef CGI_HTTP_BEARER_H
#define CGI_HTTP_BEARER_H

#include "cgi/http/res.h"

/* Tokens begin so, that people and scanners know what they have found. */
#define BEARER_BEGINS "ridotto_"

/** bearer_asked() - is this an address of the API, where answers are JSON and errors are problems? */
bool bearer_asked(const struct req *rq);
/** bearer_load() - fills `who`, scopes and program_of of @rq by its token; at most two trips. ERR_SIGN_IN, of kind "no_token" or "bad_token" */
bool bearer_load(struct req *rq, struct err *err);
/** bearer_scopes() - may the token do what the route asks for, and may whose it is? ERR_FORBIDDEN, of kind "scope", "banned", "suspended" */
bool bearer_scopes(const struct req *rq, struct err *err);
/** bearer_pace() - counts a request: acts by the minute, all else by the second. ERR_RATE */
bool bearer_pace(const struct req *rq, struct err *err);
/** bearer_headers() - RateLimit and RateLimit-Policy of what was counted; WWW-Authenticate of a 401; what the answer varies with */
void bearer_headers(const struct req *rq, struct res *rs);

#endif
