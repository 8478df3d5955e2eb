/* Leaderboards: all games at /ratings, one at /ratings/{game}, of all time or of a season. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "cgi/base/clock.h"
#include "cgi/base/url.h"
#include "cgi/model/model.h"
#include "cgi/pages/handlers.h"
#include "cgi/pages/ratings.h"
#include "cgi/pages/tables.h"
#include "rules/engine/registry.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { ROWS_PER_PAGE = 50, TOP = 3, GAMES_MOST = 32, PAGES_MOST = 100000, TABS_MOST = 3, YEAR_LEAST = 1970, YEAR_MOST = 9999 };

/* ---- seasons ---- */

static const char *season_words(const struct req *rq, int quarter)
{
    static const char *const words[] = {N_("Jan–Mar {year}"), N_("Apr–Jun {year}"), N_("Jul–Sep {year}"), N_("Oct–Dec {year}")};
    const struct text_value year = {"year", arena_printf(rq->arena, "%d", quarter / 4), 0};
    return req_fill(rq, words[quarter % 4], &year, 1);
}

/* "2026-4"; 0: it is no season */
static int season_read(const struct req *rq, const char *text)
{
    int64_t year, quarter;
    if (strlen(text) != 6 || text[4] != '-' || !parse_number(arena_strndup(rq->arena, text, 4), YEAR_LEAST, YEAR_MOST, &year)
        || !parse_number(text + 5, 1, 4, &quarter))
        return 0;
    return (int)(4 * year + quarter - 1);
}

static const char *leaders_url(const struct req *rq, const char *rules_id, int quarter, int page)
{
    struct sb url;
    sb_init(&url, rq->arena);
    sb_addf(&url, "/ratings/%s", rules_id);
    if (quarter)
        sb_addf(&url, "?season=%d-%d", quarter / 4, quarter % 4 + 1);
    if (page > 1)
        sb_addf(&url, "%spage=%d", quarter ? "&" : "?", page);
    return url.text;
}

static void add_season(const struct req *rq, struct value *list, const struct leaders_asked *asked, int quarter)
{
    struct value *season = put_text(add_object(list), K_label, quarter ? season_words(rq, quarter) : req_words(rq, N_("All time")));
    put_text(season, K_href, leaders_url(rq, asked->rules_id, quarter, 1));
    put_bool(season, K_current, quarter == asked->quarter);
}

/* All time and the newest seasons as tabs, the earlier ones apart. */
static void add_seasons(const struct req *rq, struct value *model, const struct leaders_asked *asked, const struct leaders *leaders)
{
    struct value *seasons = put_list(model, K_seasons), *earlier = put_list(model, K_earlier);
    int first = leaders->first_quarter ? leaders->first_quarter : leaders->this_quarter, n = 0;
    add_season(rq, seasons, asked, 0);
    for (int quarter = leaders->this_quarter; quarter >= first; quarter--)
        add_season(rq, n++ < TABS_MOST - 1 || quarter == asked->quarter ? seasons : earlier, asked, quarter);
    put_bool(model, K_has_earlier, value_n(earlier) > 0);
}

/* ---- rows ---- */

static struct value *row_model(const struct req *rq, const struct leader *leader)
{
    const bool me = rq->who.id && leader->person == rq->who.id;
    struct value *row = put_int(new_object(rq->arena), K_place, leader->place);
    put_text(put_text(row, K_name, leader->name), K_url, leader->hidden && !me ? NULL : url_person(rq->arena, leader->name));
    put_bool(row, K_me, me);
    put(row, K_rating, rating_model(rq, &leader->rating));
    return put_int(row, K_least, lround(rating_least(&leader->rating)));
}

/* Which rows are those of the page: the viewer's may stand elsewhere. */
static int page_of(const struct leaders *leaders, int most, int64_t viewer)
{
    for (int i = 0; i < leaders->n; i++)
        if (leaders->row[i].person != viewer)
            return (leaders->row[i].nth - 1) / most;
    return leaders->n ? (leaders->row[0].nth - 1) / most : 0;
}

static const struct leader *own_row(const struct leaders *leaders, int64_t viewer)
{
    for (int i = 0; viewer && i < leaders->n; i++)
        if (leaders->row[i].person == viewer)
            return &leaders->row[i];
    return NULL;
}

static struct value *rows_model(const struct req *rq, const struct leaders *leaders, int page, int most)
{
    struct value *rows = new_list(rq->arena);
    for (int i = 0; i < leaders->n; i++)
        if ((leaders->row[i].nth - 1) / most == page)
            add(rows, row_model(rq, &leaders->row[i]));
    return rows;
}

/* ---- the reader ---- */

/* Why who reads this is not listed. */
static const char *not_listed(const struct req *rq, const struct leaders_asked *asked, const struct leaders *leaders)
{
    const struct text_value values[] = {{"n", NULL, leaders->own_games}, {"least", NULL, leader_games(asked->quarter)}, {"days", NULL, LEADER_DAYS}};
    if (!leaders->wants)
        return req_words(rq, N_("You chose not to be listed."));
    if (leaders->own_games >= leader_games(asked->quarter) && leaders->listed == LEADERS_MOST)
        return req_words(rq, N_("The first thousand are listed, and you are not among them yet."));
    return req_fill(rq, leaders->own_games < leader_games(asked->quarter) ? N_("You have {n:1 rated game|# rated games} here; from {least} on you are listed.")
                                                                        : N_("You are not listed: your last rated game here ended more than {days} days ago."),
                    values, 3);
}

static void add_own(const struct req *rq, struct value *model, const struct leaders_asked *asked, const struct leaders *leaders, int page)
{
    const struct leader *own = own_row(leaders, rq->who.id);
    int at = own ? (own->nth - 1) / asked->most : 0;
    struct value *elsewhere = own && at != page ? row_model(rq, own) : NULL;
    if (elsewhere)
        put_text(elsewhere, K_href, leaders_url(rq, asked->rules_id, asked->quarter, at + 1));
    put(model, K_own, elsewhere);
    put_text(model, K_not_listed, rq->who.id && !rq->who.guest && !own ? not_listed(rq, asked, leaders) : NULL);
}

/* ---- one game ---- */

static void add_pages(const struct req *rq, struct value *model, const struct leaders_asked *asked, const struct leaders *leaders, int page)
{
    int pages = (leaders->listed + asked->most - 1) / asked->most;
    const struct text_value values[] = {{"page", NULL, page + 1}, {"pages", NULL, pages}};
    put_text(model, K_page, pages > 1 ? req_fill(rq, N_("Page {page} of {pages}"), values, 2) : NULL);
    put_text(model, K_prev_href, page > 0 ? leaders_url(rq, asked->rules_id, asked->quarter, page) : NULL);
    put_text(model, K_next_href, page + 1 < pages ? leaders_url(rq, asked->rules_id, asked->quarter, page + 2) : NULL);
}

static const char *conditions(const struct req *rq, int quarter)
{
    const struct text_value values[] = {{"n", NULL, leader_games(quarter)}, {"days", NULL, LEADER_DAYS}};
    return req_fill(rq, quarter ? N_("Each season starts at 1500 again. Listed from {n} rated games on that ended in it.")
                                : N_("Listed from {n} rated games on, the last of them within {days} days."), values, 2);
}

static struct value *games_model(const struct req *rq, const struct rules *chosen)
{
    struct value *games = new_list(rq->arena);
    for (const struct rules *const *rules = rules_all(); *rules; rules++) {
        struct value *game = put_text(add_object(games), K_label, req_words(rq, (*rules)->words->title));
        put_text(game, K_href, leaders_url(rq, (*rules)->id, 0, 1));
        put_bool(game, K_current, *rules == chosen);
    }
    return games;
}

static bool show_game(struct req *rq, struct res *rs, const struct rules *rules, struct err *err)
{
    struct left_out unknown = {.n = 0};
    const char *season = left_out_field(rq, "season");
    int64_t page = 1;
    left_out_number(rq, "page", 1, PAGES_MOST, &page, &unknown);
    const struct leaders_asked asked = {.rules_id = rules->id, .quarter = season ? season_read(rq, season) : 0, .now = clock_now(),
                                        .viewer = rq->who.id, .before = (int)(page - 1) * ROWS_PER_PAGE, .most = ROWS_PER_PAGE};
    struct leaders leaders;
    if (season && !asked.quarter)
        left_out_add(&unknown, season);
    if (!store_leaders(rq->db, rq->arena, &asked, 1, &leaders, err))
        return false;
    int at = page_of(&leaders, ROWS_PER_PAGE, rq->who.id);
    const struct text_value game = {"game", req_words(rq, rules->words->title), 0};
    struct value *model = put_text(new_object(rq->arena), K_heading, req_fill(rq, N_("{game}: leaderboard"), &game, 1));
    put_text(put_text(model, K_rules, rules->id), K_game_title, game.text);
    put_text(model, K_season, asked.quarter ? season_words(rq, asked.quarter) : NULL);
    put(model, K_games, games_model(rq, rules));
    put(model, K_unknown, left_out_model(rq, &unknown));
    add_seasons(rq, model, &asked, &leaders);
    put_text(model, K_conditions, conditions(rq, asked.quarter));
    put_int(model, K_listed, leaders.listed);
    put_bool(model, K_has_rows, leaders.n > 0);
    put(model, K_rows, rows_model(rq, &leaders, at, ROWS_PER_PAGE));
    add_own(rq, model, &asked, &leaders, at);
    add_pages(rq, model, &asked, &leaders, at);
    return res_page(rq, rs, "leaders", model);
}

/* ---- all games ---- */

static bool show_games(struct req *rq, struct res *rs, struct err *err)
{
    struct leaders_asked asked[GAMES_MOST];
    struct leaders leaders[GAMES_MOST];
    int n = 0;
    for (const struct rules *const *rules = rules_all(); rules[n] && n < GAMES_MOST; n++)
        asked[n] = (struct leaders_asked){.rules_id = rules[n]->id, .now = clock_now(), .viewer = rq->who.id, .most = TOP};
    if (!store_leaders(rq->db, rq->arena, asked, n, leaders, err))
        return false;
    struct value *model = new_object(rq->arena), *games = put_list(model, K_games);
    for (int i = 0; i < n; i++) {
        const struct leader *own = own_row(&leaders[i], rq->who.id);
        struct value *game = put_text(put_text(add_object(games), K_rules, asked[i].rules_id), K_game_title, title_words(rq, asked[i].rules_id));
        put_text(game, K_href, leaders_url(rq, asked[i].rules_id, 0, 1));
        put_int(game, K_listed, leaders[i].listed);
        put_bool(game, K_has_rows, leaders[i].n > 0);
        put(game, K_rows, rows_model(rq, &leaders[i], 0, TOP));
        put(game, K_own, own && own->nth > TOP ? row_model(rq, own) : NULL);
    }
    put_text(model, K_conditions, conditions(rq, 0));
    return res_page(rq, rs, "ratings", model);
}

bool page_ratings(struct req *rq, struct res *rs, struct err *err)
{
    const struct rules *rules = rq->part[0] ? rules_find(rq->part[0]) : NULL;
    if (rq->part[0] && !rules)
        return err_fail(err, ERR_GONE, NULL, NULL, "no game %.40s", rq->part[0]);
    return rules ? show_game(rq, rs, rules, err) : show_games(rq, rs, err);
}
