#include "config.h"

#include "cgi/transports/exchange.h"

#include <string.h>

#include "cgi/base/clock.h"
#include "cgi/base/log.h"
#include "cgi/http/live.h"
#include "cgi/site/router.h"
#include "cgi/store/store.h"
#include "rules/engine/must.h"

#include "cgi/base/banned.h"

/* What is done with an exchange where memory may be lacking, and no answer can tell it yet. */
struct deed {
    struct service *service;
    size_t size;
    struct arena *arena;
    struct exchange *x;
    const char *data;
};

static void make(void *user)
{
    struct deed *deed = user;
    struct arena *arena = deed->arena = arena_new();
    struct exchange *x = arena_alloc(arena, deed->size);
    x->arena = arena;
    x->service = deed->service;
    x->rq = arena_alloc(arena, sizeof(*x->rq));
    req_init(x->rq, arena, deed->service, clock_now());
    res_init(&x->rs, arena);
    sb_init(&x->body, arena);
    deed->x = x;
}

struct exchange *exchange_new(struct service *service, size_t size)
{
    struct deed *deed = &(struct deed){.service = service_hold(service), .size = size};
    if (must_catch(make, deed, NULL))
        return deed->x;
    service_release(deed->service);
    arena_free(deed->arena);
    return NULL;
}

static void take(void *user)
{
    const struct deed *deed = user;
    sb_add_bytes(&deed->x->body, deed->data, deed->size);
}

bool exchange_body(struct exchange *x, const char *data, size_t n)
{
    x->received += n;
    if (x->received > BODY_MAX) {
        x->rq->too_large = true;
        sb_clear(&x->body);
    } else if (!must_catch(take, &(struct deed){.x = x, .data = data, .size = n}, NULL)) {
        return false;
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

/* The way back from a must_fail() loses what was in registers: what changes meanwhile lies here. */
struct work {
    struct exchange *x;
    struct arena *arena;
};

static void answer(void *user)
{
    struct work *work = user;
    struct exchange *x = work->x;
    work->arena = arena_new();
    x->rq->arena = work->arena;
    res_init(&x->rs, work->arena);
    route_answer(x->rq, &x->rs);
    store_rollback(x->rq->db);
    store_forget(x->rq->db);
    keep_answer(x);
}

/* There was no memory for an answer, not even for a page that says so: what needs none. */
static void say_sorry(struct exchange *x)
{
    static char sorry[] = "The site is very busy. Please try again in a moment.\n";
    struct req *rq = x->rq;
    struct res *rs = &x->rs;
    struct reader *stream = rs->stream;
    bool drawing = rs->drawing;
    rq->arena = x->arena;
    for (int i = 0; i < PATH_PARTS_MAX; i++)
        rq->part[i] = NULL;
    rq->csrf = NULL;
    err_fail(&rq->failed, ERR_BUSY, NULL, NULL, "out of memory");
    *rs = (struct res){.arena = x->arena, .status = err_status(ERR_BUSY), .drawing = drawing};
    rs->body = (struct sb){.arena = x->arena, .text = sorry, .length = sizeof(sorry) - 1, .room = sizeof(sorry)};
    res_header(rs, "Content-Type", "text/plain; charset=utf-8");
    res_header(rs, "Cache-Control", "no-store");
    res_header(rs, "Retry-After", "5");
    if (stream)
        reader_leave(stream);
}

void exchange_answer(struct exchange *x, struct db *db)
{
    struct work *work = &(struct work){.x = x};
    x->rq->db = db;
    x->rq->body = x->body.text;
    x->rq->body_length = x->body.length;
    log_request(x->rq->id);
    if (!must_catch(answer, work, NULL)) {
        say_sorry(x);
        store_rollback(db);
        store_forget(db);
    }
    arena_free(work->arena);
    res_drawn(x->rq, &x->rs);
    res_header(&x->rs, "X-Request-Id", x->rq->id);
    log_request(NULL);
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
    struct service *service = x->service;
    exchange_log(x);
    arena_free(x->arena);
    service_release(service);
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
