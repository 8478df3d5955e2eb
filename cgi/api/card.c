/* Tables as lists show them, and the pieces that all answers share. */
#include "config.h"

#include "cgi/api/api.h"

#include "cgi/base/parse.h"
#include "cgi/base/url.h"
#include "cgi/http/problem.h"
#include "cgi/model/model.h"
#include "cgi/store/programs.h"
#include "cgi/words/phrases.h"
#include "rules/engine/registry.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

struct json_object *api_time(struct arena *arena, int64_t at)
{
    return at ? jstr(moment_iso(arena, at)) : NULL;
}

bool api_number(const struct req *rq, const char *name, int64_t lo, int64_t hi, int64_t preset, int64_t *out, struct err *err)
{
    *out = preset;
    return !req_field(&rq->query, name) || form_number(&rq->query, name, lo, hi, out, err);
}

bool api_answer(struct req *rq, struct res *rs, struct json_object *json)
{
    arena_json(rq->arena, json);
    res_put_json(rs, json);
    return res_tagged(rq, rs, "application/json");
}

/* A seat: who sits there, and what the game says of it to everybody. */
static struct json_object *seat_json(const struct req *rq, const struct game_row *game, int seat)
{
    const struct seat_row *row = &game->seat[seat];
    bool awaited = game->status == GAME_RUNNING && (game->awaits & SEAT_BIT(seat));
    struct json_object *out = jset(jobj(), "seat", jint(seat));
    const char *name = row->person ? name_shown(rq->words->cat, row->name) : NULL;
    jset(out, "name", jstr(name));
    jset(out, "bot", jstr(row->bot));
    jset(out, "program", jbool(row->person && name_is_program(row->name)));
    jset(out, "me", jbool(row->person && row->person == rq->who.id));
    jset(out, "reserved", jbool(row->kept_for != 0));
    jset(out, "awaited", jbool(awaited));
    jset(out, "awaited_since", awaited ? api_time(rq->arena, row->awaited_since) : NULL);
    jset(out, "resigned", jbool(row->resigned != 0));
    jset(out, "open", jbool(row->opened != 0 || row->resigned != 0));
    jset(out, "points", game->status == GAME_OVER ? jint(row->points) : NULL);
    return jset(out, "rank", game->status == GAME_OVER && row->rank > 0 ? jint(row->rank) : NULL);
}

struct json_object *api_card(const struct req *rq, const struct game_row *game)
{
    struct json_object *out = jobj(), *seats = jarr();
    int mine = game_seat_of(game, rq->who.id);
    jset(out, "id", jint(game->id));
    jset(out, "url", jstr(url_table(rq->arena, game->id)));
    jset(out, "game", jstr(game->rules_id));
    jset(out, "title", jstr(game->rules ? req_words(rq, game->rules->words->title) : game->rules_id));
    jset(out, "status", jstr(game_status_name(game->status)));
    jset(out, "ply", jint(game->ply));
    for (int seat = 0; seat < game->n_seats; seat++)
        jadd(seats, seat_json(rq, game, seat));
    jset(out, "seats", seats);
    jset(out, "my_seat", mine == NO_SEAT ? NULL : jint(mine));
    jset(out, "awaits_me", jbool(mine != NO_SEAT && game->status == GAME_RUNNING && (game->awaits & SEAT_BIT(mine))));
    jset(out, "owner", jstr(name_shown(rq->words->cat, game->owner_name)));
    jset(out, "private", jbool(game->invitation != NULL));
    jset(out, "hints", jbool(game->hints));
    jset(out, "pace", jstr(game->pace.name ? game->pace.name : "none"));
    jset(out, "options", game->rules ? rules_options_json(game->rules, &game->setup) : jobj());
    jset(out, "ending", jstr(game->ending));
    jset(out, "created", api_time(rq->arena, game->created));
    jset(out, "started", api_time(rq->arena, game->started));
    jset(out, "moved", api_time(rq->arena, game->moved));
    return jset(out, "over", api_time(rq->arena, game->over));
}

struct json_object *api_cards(const struct req *rq, const struct game_row *games, int n, int most)
{
    struct json_object *out = jobj(), *list = jarr();
    for (int i = 0; i < n; i++)
        jadd(list, api_card(rq, &games[i]));
    return jset(jset(out, "tables", list), "next", n == most ? jint(games[n - 1].id) : NULL);
}
