/* The first page: for visitors a description of the site and games to watch (my games: page_mine.c); and the help. */
#include "config.h"

#include <inttypes.h>

#include "cgi/base/display.h"
#include "cgi/base/parse.h"
#include "cgi/base/url.h"
#include "cgi/model/board.h"
#include "cgi/model/guides.h"
#include "cgi/model/model.h"
#include "cgi/pages/handlers.h"
#include "cgi/pages/tables.h"
#include "rules/engine/registry.h"
#include "rules/engine/rng.h"

#include "cgi/base/banned.h"

enum { MOST_WATCHED = 6 };

/* The one in which there is most to see. */
static const struct game_row *most_played(const struct game_row *games, int n)
{
    const struct game_row *most = games;
    for (int i = 1; i < n; i++)
        if (games[i].ply > most->ply)
            most = &games[i];
    return most;
}

static bool front(struct req *rq, struct value *model, struct err *err)
{
    struct game_filter filter = {.has_status = true, .status = GAME_RUNNING, .most = MOST_WATCHED};
    struct game_row *games;
    int n;
    if (!store_games(rq->db, rq->arena, &filter, &games, &n, err))
        return false;
    filter.status = GAME_OVER;
    if (n == 0 && !store_games(rq->db, rq->arena, &filter, &games, &n, err))
        return false;
    put(model, K_games, model_games(rq));
    put(put_bool(model, K_has_watch, n > 0), K_watch, model_cards(rq, most_played(games, n), n > 0));
    return true;
}

/* For visitors it is the same as long as nothing has changed at all: that costs less to ask than the tables that are played. */
static bool page_front(struct req *rq, struct res *rs, struct err *err)
{
    struct value *model = put_null(put_bool(put_bool(new_object(rq->arena), K_front, true), K_board, false), K_live);
    const char *moment;
    struct depends on;
    int64_t until = INT64_MAX;
    if (!store_moment(rq->db, rq->arena, &moment, err))
        return false;
    depends_start(&on);
    depends_on_text(&on, "front");
    depends_on_text(&on, rq->words->lang);
    depends_on_text(&on, moment);
    depends_on_text(&on, display_theme_word(display_theme(req_display(rq)))); /* that of the pictures */
    const struct cache_key key = depends_key(&on);
    if (rq->wants_json || !part_kept(rq, &rs->parts, "part_front", &key)) {
        rq->until = &until;
        if (!front(rq, model, err))
            return false;
        rq->until = NULL;
        part_until(&rs->parts, "part_front", until);
    }
    res_tag_text(rs);
    return res_page(rq, rs, "home", model);
}

bool page_home(struct req *rq, struct res *rs, struct err *err)
{
    return rq->who.id ? mine_show(rq, rs, err) : page_front(rq, rs, err);
}

/* ---- help ---- */

/* Rules and help of @game ("": of the house) are the same for all. */
static bool is_help_kept(struct req *rq, struct res *rs, const char *game)
{
    struct depends on;
    depends_start(&on);
    depends_on_text(&on, "help");
    depends_on_text(&on, rq->words->lang);
    depends_on_text(&on, game);
    const struct cache_key key = depends_key(&on);
    res_tag_text(rs);
    return !rq->wants_json && part_kept(rq, &rs->parts, "part_help", &key);
}

static bool help_index(struct req *rq, struct res *rs)
{
    struct value *model = put_null(put_bool(new_object(rq->arena), K_index, true), K_back_url);
    if (!is_help_kept(rq, rs, ""))
        put(model, K_games, model_games(rq));
    return res_page(rq, rs, "help", model);
}

/* An opening of the game, always the same, for the pictures among its rules. */
static struct value *opening_model(struct req *rq, const struct rules *rules)
{
    static const char *const nobody[SEATS_MAX];
    const struct setup setup = rules_presets(rules, rules->min_seats);
    void *state = arena_alloc(rq->arena, rules->size);
    struct log *log = arena_alloc(rq->arena, sizeof(*log));
    uint8_t key[RNG_KEY_BYTES];
    struct rng rng;
    rng_key_from_seed(key, 1);
    rng_init(&rng, key, 0);
    rules->setup(state, &setup, &rng, log);
    return board_open(rq, rules, state, NULL, NO_SEAT, nobody, 0, NULL).view;
}

/* The table that the reader comes from, and wants to go back to, with the key that it was opened with; NULL: none. */
static const char *table_left(const struct req *rq)
{
    const char *table = req_field(&rq->query, "table");
    int64_t game;
    bool known = table && parse_number(table, 1, INT64_MAX, &game);
    return known ? url_section(rq->arena, game, req_field(&rq->query, "key"), "asked") : NULL;
}

bool page_help(struct req *rq, struct res *rs, struct err *err)
{
    if (!rq->part[0])
        return help_index(rq, rs);
    const struct rules *rules = rules_find(rq->part[0]);
    if (!rules)
        return err_fail(err, ERR_GONE, NULL, "", "no help for '%s'", rq->part[0]);
    struct value *model = put_bool(new_object(rq->arena), K_index, false), *game = put_object(model, K_game);
    put_text(model, K_accent, rules->id);
    put_text(model, K_back_url, table_left(rq));
    put_text(game, K_title, req_words(rq, rules->words->title));
    put(model, K_guide, guide_offer(rq, rules));
    if (!is_help_kept(rq, rs, rules->id)) {
        put(model, K_game, game = model_game_kind(rq, rules));
        put_text(game, K_help_html, board_html(rq, rules, opening_model(rq, rules), "help.html"));
    }
    return res_page(rq, rs, "help", model);
}
