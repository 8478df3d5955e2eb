/* Where a guided first game of a title (rules/guide.h) is offered. */
#ifndef CGI_MODEL_GUIDES_H
#define CGI_MODEL_GUIDES_H

#include "cgi/http/req.h"
#include "rules/rules.h"

/** guide_offer() - {"url": what its button posts to, "text": "Learn by playing: 10 min"}, for templates/guide_offer.html;
 *  NULL: @rules have no guide. The caller owns it. */
struct value *guide_offer(const struct req *rq, const struct rules *rules);

#endif
