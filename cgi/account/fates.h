/* What became of what was sent to hooks and browsers, in words. */
#ifndef CGI_ACCOUNT_FATES_H
#define CGI_ACCOUNT_FATES_H

#include "cgi/http/res.h"
#include "cgi/store/hooks.h"

/** fate_model() - {label, game_url and game_title or null, text, answer or null, more (how many tries) or null, at: time}, as fates.html wants it */
struct value *fate_model(const struct req *rq, const struct fate_row *fate);

#endif
