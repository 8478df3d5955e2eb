/* What open pages ask for: how far a game is, now and then or as a stream; and how many games wait. */
#include "config.h"

#include "cgi/table/handlers.h"

#include <inttypes.h>
#include <string.h>

#include "cgi/http/live.h"
#include "cgi/model/model.h"

#include "cgi/base/banned.h"

/* An answer that is kept by who asked, as long as it comes out the same. */
static bool answer_json(struct req *rq, struct res *rs, struct value *model)
{
    value_print(model, &rs->body);
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
        && model_may_read(rq, id, live->invitation, live->apart, live->seat != NO_SEAT, err);
}

static void add_seats(seatmask seats, struct value *list)
{
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (seats & SEAT_BIT(seat))
            add_int(list, seat);
}

bool page_live(struct req *rq, struct res *rs, struct err *err)
{
    struct live_row live;
    if (!load(rq, &live, err))
        return false;
    struct value *model = new_object(rq->arena);
    bool mine = live.status == GAME_RUNNING && live.seat != NO_SEAT && (live.awaits & SEAT_BIT(live.seat));
    put_int(model, K_version, live.version);
    put_int(model, K_ply, live.ply);
    put_text(model, K_status, game_status_name(live.status));
    put_bool(model, K_mine, mine);
    add_seats(live.awaits, put_list(model, K_awaited));
    add_seats(live.here, put_list(model, K_here));
    put_int(model, K_watching, live_watching(rq->service->live, live.game));
    put_int(model, K_waiting, rq->who.waiting);
    put_int(model, K_others, req_others_waiting(rq, mine));
    return answer_json(rq, rs, model);
}

bool page_live_mine(struct req *rq, struct res *rs, struct err *err)
{
    int waiting;
    int64_t stamp;
    if (!store_live_mine(rq->db, rq->who.id, &waiting, &stamp, err))
        return false;
    struct value *model = put_int(new_object(rq->arena), K_waiting, waiting);
    return answer_json(rq, rs, put_int(model, K_stamp, stamp));
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
                                      .browser = rq->visitor_new ? "" : rq->visitor,
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
