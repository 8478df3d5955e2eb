/* Where a position of a history is shown. */
#include "config.h"

#include "cgi/table/history_url.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/model/model.h"

#include "cgi/base/banned.h"

bool history_asks_result(const struct req *rq)
{
    const char *asked = req_field(&rq->query, "result");
    return asked && !strcmp(asked, "1");
}

const char *history_url(const struct req *rq, const struct game_row *game, int ply)
{
    const char *url = url_history(rq->arena, game->id, ply);
    return model_keyed(rq, game, history_asks_result(rq) ? arena_join(rq->arena, (const char *[]){url, "?result=1", NULL}) : url);
}
