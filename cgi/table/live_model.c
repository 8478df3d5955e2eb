#include "config.h"

#include "cgi/table/live_model.h"

#include "cgi/base/url.h"

#include "cgi/base/banned.h"

struct value *live_model(const struct req *rq, const struct game_row *game)
{
    struct value *live = put_bool(new_object(rq->arena), K_events, rq->service->live != NULL);
    const char *key = game->invitation ? req_field(&rq->query, "key") : NULL;
    put_text(live, K_url, url_live(rq->arena, game->id, "live", key));
    put_text(live, K_events_url, rq->service->live ? url_live(rq->arena, game->id, "events", key) : NULL);
    put_text(live, K_page, url_table(rq->arena, game->id));
    put_int(live, K_version, game->version);
    put_bool(live, K_is_table, true);
    put_int(live, K_ply, game->ply);
    return put_text(live, K_news, "");
}

struct value *live_mine_model(const struct req *rq, int64_t stamp)
{
    struct value *live = put_null(put_bool(new_object(rq->arena), K_events, false), K_events_url);
    put_text(live, K_url, "/live");
    put_text(live, K_page, "/");
    put_bool(live, K_is_table, false);
    put_text(live, K_news, "");
    return put_int(live, K_version, stamp);
}
