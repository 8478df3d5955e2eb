#include "config.h"

#include "cgi/table/live_model.h"

#include "cgi/base/url.h"

#include "cgi/base/banned.h"

struct json_object *live_model(const struct req *rq, const struct game_row *game)
{
    struct json_object *live = jset(jobj(), "events", jbool(rq->service->live != NULL));
    const char *key = game->invitation ? req_field(&rq->query, "key") : NULL;
    jset(live, "url", jstr(url_live(rq->arena, game->id, "live", key)));
    jset(live, "events_url", jstr(rq->service->live ? url_live(rq->arena, game->id, "events", key) : NULL));
    jset(live, "page", jstr(url_table(rq->arena, game->id)));
    jset(live, "version", jint(game->version));
    jset(live, "is_table", jbool(true));
    jset(live, "ply", jint(game->ply));
    return jset(live, "news", jstr(""));
}

bool live_mine_model(const struct req *rq, struct json_object **live, struct err *err)
{
    int waiting;
    int64_t stamp;
    if (!store_live_mine(rq->db, rq->who.id, &waiting, &stamp, err))
        return false;
    *live = jset(jset(jobj(), "events", jbool(false)), "events_url", NULL);
    jset(*live, "url", jstr("/live"));
    jset(*live, "page", jstr("/"));
    jset(*live, "is_table", jbool(false));
    jset(*live, "news", jstr(""));
    return jset(*live, "version", jint(stamp)) != NULL;
}
