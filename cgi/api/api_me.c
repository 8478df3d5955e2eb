/* Who asks, and that one's games. */
#include "config.h"

#include <string.h>

#include "cgi/api/api.h"
#include "cgi/api/handlers.h"
#include "cgi/base/url.h"
#include "cgi/http/assets.h"
#include "cgi/store/programs.h"
#include "cgi/words/phrases.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { MOST = 50, PRESET = 20 };

/* What describes all of it: www/openapi.json, for anybody. */
bool api_document(struct req *rq, struct res *rs, struct err *err)
{
    const struct asset *asset = assets_find(rq->service->assets, "openapi.json");
    if (!asset)
        return err_fail(err, ERR_GONE, NULL, NULL, "no openapi.json");
    sb_add_bytes(&rs->body, asset->bytes, asset->length);
    rs->status = 200;
    res_header(rs, "Content-Type", asset->type);
    res_header(rs, "Cache-Control", "no-cache");
    res_header(rs, "ETag", asset->etag);
    return true;
}

bool api_me(struct req *rq, struct res *rs, struct err *err)
{
    struct json_object *out = jobj(), *scopes = jarr();
    (void)err;
    for (int i = 0; i < SCOPE_COUNT; i++)
        if (rq->scopes & 1u << i)
            jadd(scopes, jstr(scope_name(i)));
    jset(out, "id", jint(rq->who.id));
    jset(out, "name", jstr(rq->who.name));
    jset(out, "url", jstr(url_person(rq->arena, rq->who.name)));
    jset(out, "program", jbool(rq->program_of != 0));
    jset(out, "scopes", scopes);
    jset(out, "email_confirmed", jbool(rq->who.email_confirmed));
    jset(out, "language", jstr(rq->words->lang));
    jset(out, "time_zone", jstr(rq->who.zone));
    return api_answer(rq, rs, jset(out, "waiting", jint(rq->who.waiting)));
}

static bool status_read(const struct req *rq, struct game_filter *filter, struct err *err)
{
    const char *status = req_field(&rq->query, "status");
    for (int s = GAME_OPEN; status && s <= GAME_OVER; s++)
        if (!strcmp(status, game_status_name((enum game_status)s))) {
            filter->has_status = true;
            filter->status = (enum game_status)s;
        }
    return !status || filter->has_status || err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "status", "no status");
}

bool api_games(struct req *rq, struct res *rs, struct err *err)
{
    struct game_filter filter = {.person = rq->who.id, .mine = true, .rules_id = req_field(&rq->query, "game")};
    struct game_row *games;
    int64_t most;
    int n;
    if (!status_read(rq, &filter, err) || !api_number(rq, "before", 1, INT64_MAX, 0, &filter.before, err)
        || !api_number(rq, "most", 1, MOST, PRESET, &most, err))
        return false;
    filter.most = (int)most;
    return store_games(rq->db, rq->arena, &filter, &games, &n, err) && api_answer(rq, rs, api_cards(rq, games, n, filter.most));
}

/* What is asked of the caller at one table, in a few words. */
static struct json_object *waiting_json(const struct req *rq, const struct game_row *game)
{
    struct json_object *out = api_card(rq, game);
    int seat = game_seat_of(game, rq->who.id);
    return jset(out, "deadline", seat == NO_SEAT ? NULL : api_time(rq->arena, game->seat[seat].clock.deadline));
}

bool api_waiting(struct req *rq, struct res *rs, struct err *err)
{
    const struct game_filter filter = {.person = rq->who.id, .mine = true, .awaiting = true, .has_status = true, .status = GAME_RUNNING, .most = MOST};
    struct json_object *out = jobj(), *list = jarr();
    struct game_row *games;
    int n;
    if (!store_games(rq->db, rq->arena, &filter, &games, &n, err)) {
        json_object_put(list);
        json_object_put(out);
        return false;
    }
    for (int i = 0; i < n; i++)
        jadd(list, waiting_json(rq, &games[i]));
    /* Who asks was loaded earlier, and a bot may have moved since: a list that is whole is counted itself. */
    jset(out, "count", jint(n < MOST || rq->who.waiting < n ? n : rq->who.waiting));
    return api_answer(rq, rs, jset(out, "tables", list));
}
