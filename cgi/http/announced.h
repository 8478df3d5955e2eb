/* The announcements of those who run the site, on all pages: what one process knows of them. */
#ifndef CGI_HTTP_ANNOUNCED_H
#define CGI_HTTP_ANNOUNCED_H

#include "cgi/http/parts.h"
#include "cgi/http/req.h"
#include "rules/engine/value.h"

struct announced;

/** announced_new() - nothing is known yet; NULL when out of memory */
struct announced *announced_new(void);
void announced_free(struct announced *announced);
/** announced_refresh() - asks the database when that was ANNOUNCED_SECONDS ago: those that are shown now, and later; one trip then, else none.
 *  When it does not answer, what is known stays. Not within a transaction. */
enum { ANNOUNCED_SECONDS = 5 };
void announced_refresh(struct req *rq);
/** announced_model() - those of this moment, by their start: [{text}], in the reader's language; a page that is being drawn is right until the
 *  next begins or ends */
struct value *announced_model(const struct req *rq);
/** depends_on_announced() - what a page shows of them */
void depends_on_announced(struct depends *on, const struct req *rq);

#endif
