/* What open pages ask for: how far a game is, now and then or as a stream; and how many games wait. */
#include "config.h"

#include "cgi/table/handlers.h"

#include <inttypes.h>
#include <string.h>

#include "cgi/http/live.h"
#include "cgi/model/model.h"

#include "cgi/base/banned.h"

/* An answer that is kept by who asked, as long as it comes out the same. */
static bool answer_json(struct req *rq, struct res *rs, struct json_object *model)
{
    sb_add(&rs->body, json_object_to_json_string_ext(model, JSON_C_TO_STRING_PLAIN));
    sb_add_char(&rs->body, '\n');
    return res_tagged(rq, rs, "application/json");
}

/* Is the page hidden, behind another tab say? Then nobody is here. */
static bool is_away(const struct req *rq)
{
    return req_field(&rq->query, "away") != NULL;
}

static bool load(const struct req *rq, struct live_row *live, struct err *err)
{
    int64_t id;
    return model_game_id(rq, &id, err)
        && store_live(rq->db, rq->arena, id, rq->who.id, rq->now, rq->who.id && !is_away(rq), live, err)
        && model_may_read(rq, id, live->invitation, live->seat != NO_SEAT, err);
}

static struct json_object *seats_model(seatmask seats)
{
    struct json_object *list = jarr();
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (seats & SEAT_BIT(seat))
            jadd(list, jint(seat));
    return list;
}

bool page_live(struct req *rq, struct res *rs, struct err *err)
{
    struct live_row live;
    if (!load(rq, &live, err))
        return false;
    struct json_object *model = arena_json(rq->arena, jobj());
    bool mine = live.status == GAME_RUNNING && live.seat != NO_SEAT && (live.awaits & SEAT_BIT(live.seat));
    jset(model, "version", jint(live.version));
    jset(model, "ply", jint(live.ply));
    jset(model, "status", jstr(game_status_name(live.status)));
    jset(model, "mine", jbool(mine));
    jset(model, "awaited", seats_model(live.awaits));
    jset(model, "here", seats_model(live.here));
    jset(model, "watching", jint(live_watching(rq->service->live, live.game)));
    jset(model, "waiting", jint(rq->who.waiting));
    return answer_json(rq, rs, model);
}

bool page_live_mine(struct req *rq, struct res *rs, struct err *err)
{
    int waiting;
    int64_t stamp;
    if (!store_live_mine(rq->db, rq->who.id, &waiting, &stamp, err))
        return false;
    struct json_object *model = arena_json(rq->arena, jset(jobj(), "waiting", jint(waiting)));
    return answer_json(rq, rs, jset(model, "stamp", jint(stamp)));
}

/* The version that the reader has: of the last event received, or of the page; else the newest. */
static int64_t version_read(const struct req *rq, int64_t newest)
{
    const char *after = req_field(&rq->query, "after");
    int64_t version;
    if (parse_number(rq->last_event_id, GAME_GONE, INT64_MAX, &version) ||
        (after && parse_number(after, GAME_GONE, INT64_MAX, &version)))
        return version < newest ? version : newest;
    return newest;
}

bool page_events(struct req *rq, struct res *rs, struct err *err)
{
    struct live_row live;
    if (!rq->service->live)
        return err_fail(err, ERR_GONE, NULL, NULL, "this house has no streams");
    if (!load(rq, &live, err))
        return false;
    const struct audience who = {.game = live.game,
                                      .person = rq->who.id,
                                      .address = req_network(rq),
                                      .seated = live.seat != NO_SEAT && !is_away(rq),
                                      .watching = live.seat == NO_SEAT && !is_away(rq),
                                      .version = version_read(rq, live.version),
                                      .newest = live.version,
                                      .ply = live.ply,
                                      .here = live.here};
    if (rq->method != HEAD && !(rs->stream = live_join(rq->service->live, &who, err)))
        return false;
    rs->status = 200;
    res_header(rs, "Content-Type", "text/event-stream");
    res_header(rs, "Cache-Control", "private, no-store");
    res_header(rs, "X-Accel-Buffering", "no");
    return true;
}
