/* The stream of what happens at the caller's tables. */
#include "config.h"

#include "cgi/api/api.h"
#include "cgi/api/handlers.h"
#include "cgi/http/live.h"
#include "cgi/http/post.h"
#include "cgi/http/problem.h"

#include "cgi/base/banned.h"

enum { OLDEST = 1000 * 1000 * 1000 /* transactions: what is older cannot be told from what is new */ };

/* The number to go on from; false: there is none, and the stream begins now. */
static bool number_sent(const struct req *rq, const char **sent)
{
    const char *after = req_field(&rq->query, "after");
    *sent = *rq->last_event_id ? rq->last_event_id : after;
    return *sent && **sent;
}

static bool gone(struct err *err)
{
    err_fail(err, ERR_OLD, N_("These events are not known any more. Please ask for your tables again, and begin a new stream."), NULL, "events are gone");
    return err_kind(err, "events_gone");
}

/* What has changed since the number that was sent: as much as one stream tells at once. */
static bool missed(struct req *rq, int64_t mark, struct person_news **news, int *n, struct err *err)
{
    const char *sent;
    int64_t since;
    *n = 0;
    if (!number_sent(rq, &sent))
        return true;
    if (!parse_number(sent, 3, INT64_MAX, &since) || since > mark || mark - since > OLDEST)
        return gone(err);
    const char *person = arena_printf(rq->arena, "%lld", (long long)rq->who.id);
    return store_live_people(rq->db, rq->arena, person, since, NULL, POST_MOST + 1, news, n, err) && (*n <= POST_MOST || gone(err));
}

bool api_events(struct req *rq, struct res *rs, struct err *err)
{
    struct person_news *news = NULL;
    int64_t mark;
    int waiting, n;
    if (!rq->service->live) {
        err_fail(err, ERR_GONE, N_("This site has no event streams. Please ask for what waits now and then."), NULL, "no streams");
        return err_kind(err, "no_streams");
    }
    if (!store_live_mark(rq->db, rq->who.id, &mark, &waiting, err) || !missed(rq, mark, &news, &n, err))
        return false;
    if (rq->method != HEAD && !(rs->stream = live_join_person(rq->service->live, rq->who.id, post_new(mark, waiting, news, n), err)))
        return false;
    rs->status = 200;
    res_header(rs, "Content-Type", "text/event-stream");
    res_header(rs, "Cache-Control", "private, no-store");
    res_header(rs, "X-Accel-Buffering", "no");
    return true;
}
