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

void exchange_answer(struct exchange *x, struct db *db)
{
    x->rq->db = db;
    x->rq->body = x->body.text;
    x->rq->body_length = x->body.length;
    route_answer(x->rq, &x->rs);
    store_rollback(db);
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
