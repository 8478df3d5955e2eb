/* What became of what was sent by mail, to hooks and to browsers, in words. */
#ifndef CGI_ACCOUNT_FATES_H
#define CGI_ACCOUNT_FATES_H

#include "cgi/http/res.h"
#include "cgi/store/hooks.h"

/** fate_kind() - what a notice, a push or a call of a hook is about, as its list says it; @kind when it is not known */
const char *fate_kind(const struct req *rq, const char *kind);
/** fate_in_time() - @sentence with "{time}": how long until @at (Unix microseconds) */
const char *fate_in_time(const struct req *rq, const char *sentence, int64_t at);
/** fate_model() - {label, game_url and game_title or null, text, answer or null, more (how many tries) or null, at: time}, as fates.html wants it */
struct value *fate_model(const struct req *rq, const struct fate_row *fate);

#endif
