/* What a form brought, to be sent again. Of routes with the flag KEEPS typed text, when the form is refused before its handler runs:
 * session ended, page open for too long, address not confirmed yet, no database. Of routes with PLAYS or AGAIN all fields, when the answer is
 * 503 or 500. */
#ifndef CGI_HTTP_KEPT_H
#define CGI_HTTP_KEPT_H

#include "cgi/http/req.h"
#include "rules/engine/value.h"

/* The field of the sign-in form with the path to which a kept form goes. */
#define KEPT_ACTION "kept.action"

/** kept_model() - the form that @rq brought, to be sent again: {action, texts[] {name, value} (to be seen and changed),
 *  hidden[] {name, value}}; NULL when its route keeps nothing, or nothing was typed. The caller owns it. */
struct value *kept_model(const struct req *rq);

/** kept_play() - likewise a form of play, which may be sent twice and is taken once; nothing of it is to be seen, so it has to be one of
 *  this visitor's, by its token */
struct value *kept_play(const struct req *rq);

/** kept_through_sign_in() - the same from the fields that the sign-in page carried along ("kept.action", "kept.text") */
struct value *kept_through_sign_in(struct req *rq);

#endif
