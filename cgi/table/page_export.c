/* A game as a JSON file: all of it once it is over, before that what the reader may know. */
#include "config.h"

#include "cgi/table/handlers.h"

#include "cgi/model/model.h"
#include "cgi/play/play.h"

#include "cgi/base/banned.h"

bool page_export(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct game_row game;
    struct json_object *out;
    if (!model_visible_game(rq, &id, &game, err) ||
        !play_export(rq->db, rq->arena, id, rq->who.id, &out, err))
        return false;
    rs->status = 200;
    res_header(rs, "Content-Type", "application/json; charset=utf-8");
    res_header(rs, "Content-Disposition",
               arena_printf(rq->arena, "attachment; filename=\"%s-%lld.json\"", game.rules_id, (long long)id));
    res_header(rs, "Cache-Control", "private, no-cache");
    sb_clear(&rs->body);
    sb_add(&rs->body, json_object_to_json_string_ext(out, JSON_C_TO_STRING_PRETTY));
    return true;
}
