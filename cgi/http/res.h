/* The answer to a request, as every transport sends it. */
#ifndef CGI_HTTP_RES_H
#define CGI_HTTP_RES_H

#include <stdbool.h>
#include <stdint.h>

#include "cgi/base/sb.h"
#include "cgi/http/parts.h"
#include "cgi/http/req.h"
#include "rules/engine/value.h"

enum { RES_HEADERS_MAX = 24 };

struct res {
    struct arena *arena;
    int status;
    int n_headers;
    struct { const char *name, *value; } header[RES_HEADERS_MAX];
    struct sb body;
    struct parts parts;            /* of a page */
    const char *go_on;             /* the page that the answer leads to; see res_go_on() */
    bool tagged;                   /* its ETag is made of its text; see res_tag_text() */
    bool flash_taken;              /* the message of res_flash() is shown already */
    bool drawing;                  /* it has one of service->drawing; see res_draw() */
    bool boxed;                    /* it is a document by itself, of which a browser shows text and pictures and does nothing else */
    struct reader *stream;         /* the answer stays open and says what reader_read() gives; only with `live` in struct service */
};

void res_init(struct res *res, struct arena *arena);
/** res_header() - name and value are borrowed until the answer is sent */
void res_header(struct res *res, const char *name, const char *value);
/** res_cookie() - HttpOnly, SameSite=Lax, Secure behind TLS; @seconds 0 deletes it, -1: until the browser closes */
void res_cookie(struct req *rq, struct res *rs, const char *name, const char *value, int64_t seconds);
/** res_see_other() - 303 to @url (a path of ours); returns true */
bool res_see_other(struct res *rs, const char *url);
/** res_go_on() - res_see_other(), but who takes parts is shown that page at once, with its address as Content-Location; returns true */
bool res_go_on(const struct req *rq, struct res *rs, const char *url);
/** res_to_table() - 303 to the page of @game; returns true */
bool res_to_table(const struct req *rq, struct res *rs, int64_t game);
/** res_clear() - drops body and headers but the cookies: something else is answered instead */
void res_clear(struct res *rs);
/** res_flash() - the next page that the person opens shows the sentence called @name in flash.c, once */
void res_flash(struct req *rq, struct res *rs, const char *name);
/** res_flash_link() - the same, with a press beside it that sends a fresh letter in place of the one whose link has @token */
void res_flash_link(struct req *rq, struct res *rs, const char *name, const char *token);
/** res_flash_waiting() - the name of the message that this page is to show, or NULL */
const char *res_flash_waiting(const struct req *rq);
/** res_flash_take() - that message, {kind, text, link}, for a page that has a place of its own for it; NULL: there is none. It is used up. */
struct value *res_flash_take(struct req *rq, struct res *rs);
/**
 * res_draw() - to be called once all is read that a page needs and is not kept, before that is worked out: waits until few enough
 * others do the same, since it takes much memory; readers take turns. Who has waited very long draws all the same. What the database
 * said last is forgotten. Until res_drawn() nothing may be waited for that other requests hold; a request in a transaction does not wait
 * here. Harmless the second time.
 */
void res_draw(const struct req *rq, struct res *rs);
/** res_drawn() - lets another one draw; harmless when this one does not */
void res_drawn(const struct req *rq, struct res *rs);
/** res_pack() - gzips a body of text that is long enough, for those who take it */
void res_pack(const struct req *rq, struct res *rs);
/** res_log() - one line to stderr: id, method, route, status, milliseconds, person, game, and what failed; and counts it */
void res_log(const struct req *rq, const struct res *rs, int64_t ended);

/* What every page depends on; res_pack() adds the encoding. A 304 says the same. */
#define PAGE_VARIES "Accept, Accept-Language, Cookie"

/**
 * res_page() - the page, with 200 unless a status was set: template <@name>.html, or the model itself when JSON was
 * asked for
 * @model: on the arena of the request; what layout.html needs (viewer, csrf, languages, flash) is added under "house"
 */
bool res_page(struct req *rq, struct res *rs, const char *name, struct value *model);
/** res_flash_sentence() - what the message @name says, translatable */
const char *res_flash_sentence(const char *name);
/** res_tag() - an ETag of a page that depends on @on, and on what every page does: reader, language, address; on the arena */
const char *res_tag(const struct req *rq, const struct depends *on);
/** res_unchanged() - does the reader have this page already? Then 304, unless a message waits to be shown or templates may have changed */
bool res_unchanged(const struct req *rq, struct res *rs, const char *tag);
/** res_tag_text() - of a page whose text alone decides whether its reader has it already: what it is made from must not be told */
void res_tag_text(struct res *rs);
/** res_tag_parts() - the same, of a page whose script goes on with parts of it */
void res_tag_parts(struct res *rs);
/** res_keep() - the page may be kept by its reader, who asks each time whether it has changed */
void res_keep(struct res *rs, const char *tag);
/** res_tagged() - sends the body in @rs as @type with its ETag; 304 without the body for a client that has it; returns true */
bool res_tagged(const struct req *rq, struct res *rs, const char *type);
/**
 * res_form_again() - shows a refused form again: the page with "problem" {text, field} and the status of @err; false when JSON
 * was asked for, and with ERR_INTERNAL: then the error itself is the answer
 */
bool res_form_again(struct req *rq, struct res *rs, const char *name, struct value *model, const struct err *err);
/** res_error_text() - the sentence of @err in the visitor's language, on the arena */
const char *res_error_text(const struct req *rq, const struct err *err);
/** res_error_title() - what kind of failure @err is, in the visitor's language */
const char *res_error_title(const struct req *rq, const struct err *err);
/** res_refusal() - the JSON answer to a refused request: @words is the sentence, @rule the game's name of the broken rule, or
 *  NULL; returns true */
bool res_refusal(struct req *rq, struct res *rs, const struct err *err, const char *rule, const char *words);
/** res_error() - turns @err into its page or JSON; needs neither database nor session; never fails */
void res_error(struct req *rq, struct res *rs, const struct err *err);

#endif
