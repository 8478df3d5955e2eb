/* Parts of pages that many answers have in common: packed once, kept, and joined to each answer.
 *
 * In templates a part is a block whose name begins with "part_". What the code says of a part is a key: all that it depends on; then it is
 * neither drawn nor packed while it is kept. A part without a key is drawn, and kept by its text, so it is not packed again. What
 * stands in no part is drawn and packed for each answer. The page's token, which is new in each answer, leaves holes (zip.h).
 *
 * In a page that is not kept itself a comment before the last part tags them all: <!--part_log=0123456789abcdef part_board=…-->. An open page
 * (www/live.js) sends such a list along as X-Ridotto-Parts; of a part that would be the same, the answer then has an empty
 * <template data-part="part_log"> in its place.
 */
#ifndef CGI_HTTP_PARTS_H
#define CGI_HTTP_PARTS_H

#include <sodium.h>

#include "cgi/base/cache.h"
#include "cgi/http/zip.h"
#include "cgi/tpl/tpl.h"

struct req;

/* ---- all that a part depends on, one after the other ---- */

struct depends {
    crypto_generichash_state state;
};

void depends_start(struct depends *on);
/** depends_on_text() - NULL is not "" */
void depends_on_text(struct depends *on, const char *text);
void depends_on_number(struct depends *on, int64_t number);
void depends_on_bytes(struct depends *on, const void *bytes, size_t n);
/** depends_key() - @on may go on after it */
struct cache_key depends_key(const struct depends *on);

/* ---- the parts of one answer ---- */

enum { PARTS_MAX = 12 };

/* A part with a key. */
struct part {
    const char *name;
    struct cache_key key;
    int64_t until;
    const struct zipped *kept; /* NULL: it will be drawn */
};

struct parts {
    int n;
    struct part part[PARTS_MAX];
    struct tpl_parts drawn;    /* where parts stand in the body */
    bool listed;               /* a whole page that is tagged itself still says which parts it has; see res_tag_parts() */
};

/** part_kept() - the part @name (borrowed) depends on what @key is of, and its own name, and nothing else; true: it is kept and will
 *  not be drawn, so what it is made from need not be in the model */
bool part_kept(struct req *rq, struct parts *parts, const char *name, const struct cache_key *key);
/** part_until() - the part, which has a key, is right only until then; without it for ever */
void part_until(struct parts *parts, const char *name, int64_t until);

/** parts_not_kept() - what is drawn of the parts with keys is not as it should be, and is not kept */
void parts_not_kept(struct parts *parts);
/** parts_kept() - is there a key for some part, and is everything with a key kept? Then little is left to draw. */
bool parts_kept(const struct parts *parts);

/** parts_render() - the page @name of @rq's words into @body; false as tpl_render() */
bool parts_render(const struct req *rq, struct parts *parts, const char *name, const struct value *model, struct sb *body);
/** parts_render_as_is() - the same of what is no HTML: joined_html() is left out */
bool parts_render_as_is(const struct req *rq, struct parts *parts, const char *name, const struct value *model, struct sb *body);
/** parts_join() - makes of @body and the kept parts the whole answer, as gzip or plain; without parts, too
 *  @on: NULL, or told all of it but for its tokens; then its parts are tagged only when they are to be listed */
void parts_join(const struct req *rq, const struct parts *parts, struct sb *body, bool gzip, struct depends *on);

#endif
