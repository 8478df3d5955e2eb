#include "config.h"

#include "cgi/transports/exchange.h"

#include <string.h>

#include "cgi/base/clock.h"
#include "cgi/site/router.h"
#include "cgi/store/store.h"

#include "cgi/base/banned.h"

struct exchange *exchange_new(struct service *service, size_t size)
{
    struct arena *arena = arena_new();
    struct exchange *x = arena_alloc(arena, size);
    x->arena = arena;
    x->rq = arena_alloc(arena, sizeof(*x->rq));
    req_init(x->rq, arena, service, clock_now());
    res_init(&x->rs, arena);
    sb_init(&x->body, arena);
    return x;
}

bool exchange_body(struct exchange *x, const char *data, size_t n)
{
    x->received += n;
    if (x->received > BODY_MAX) {
        x->rq->too_large = true;
        sb_clear(&x->body);
    } else {
        sb_add_bytes(&x->body, data, n);
    }
    return x->received <= DRAIN_MAX;
}

static const char *keep(const struct exchange *x, const char *text)
{
    return text ? arena_strdup(x->arena, text) : NULL;
}

/* Sending takes long, and working out takes much memory: only what is sent and logged is kept meanwhile. */
static void keep_answer(struct exchange *x)
{
    struct req *rq = x->rq;
    struct res *rs = &x->rs;
    const struct sb body = rs->body;
    rq->arena = rs->arena = x->arena;
    sb_init(&rs->body, x->arena);
    if (body.length > 0) {
        rs->body.text = arena_strndup(x->arena, body.text, body.length);
        rs->body.length = body.length;
        rs->body.room = body.length + 1;
    }
    for (int i = 0; i < rs->n_headers; i++)
        rs->header[i].value = keep(x, rs->header[i].value);
    for (int i = 0; i < PATH_PARTS_MAX; i++)
        rq->part[i] = keep(x, rq->part[i]);
    rq->csrf = keep(x, rq->csrf);
    rs->parts.n = rs->parts.drawn.n = 0;
}

void exchange_answer(struct exchange *x, struct db *db)
{
    struct req *rq = x->rq;
    struct arena *work = arena_new();
    rq->db = db;
    rq->body = x->body.text;
    rq->body_length = x->body.length;
    rq->arena = work;
    res_init(&x->rs, work);
    route_answer(rq, &x->rs);
    store_rollback(db);
    store_forget(db);
    keep_answer(x);
    arena_free(work);
    res_drawn(rq, &x->rs);
    x->answered = true;
}

void exchange_log(struct exchange *x)
{
    if (x->answered)
        res_log(x->rq, &x->rs, clock_now());
    x->answered = false;
}

void exchange_end(struct exchange *x)
{
    exchange_log(x);
    arena_free(x->arena);
}

enum method method_of(const char *name)
{
    static const struct {
        const char *name;
        enum method method;
    } known[] = {{"GET", GET}, {"POST", POST}, {"HEAD", HEAD}};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (!strcmp(known[i].name, name))
            return known[i].method;
    return OTHER_METHOD;
}
