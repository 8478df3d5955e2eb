/* The form of a new tournament, and what it opens. */
#include "config.h"

#include <string.h>
#include <time.h>

#include "cgi/base/zone.h"
#include "cgi/model/model.h"
#include "cgi/pages/handlers.h"
#include "cgi/pages/tables.h"
#include "cgi/pages/tournaments.h"
#include "cgi/tournament/tournament.h"
#include "rules/engine/registry.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

/* The numbers of the form, as they were typed. */
enum { SIZE, MOVES, STAGES, DAYS, MOST, NUMBERS };
static const struct {
    const char *name;
    enum key key;
    const char *preset[3];         /* by format */
} numbers[NUMBERS] = {
    [SIZE] = {"size", K_size, {"5", "5", "5"}},
    [MOVES] = {"moves", K_moves, {"1", "1", "2"}},
    [STAGES] = {"stages", K_stages, {"3", "5", "3"}},
    [DAYS] = {"days", K_days, {"45", "21", "45"}},
    [MOST] = {"most", K_most, {"60", "64", "64"}},
};

struct wish {
    const char *title, *starts;
    enum tournament_format format;
    const struct rules *rules;
    struct setup setup;
    const struct pace_kind *pace;
    const char *number[NUMBERS];
    bool when_full;
};

static const char *zone_of(const struct req *rq)
{
    return rq->who.zone && zone_find(rq->who.zone) ? rq->who.zone : "UTC";
}

/* ---- what the form begins with ---- */

/* Nine in the morning, a week from now. */
static const char *start_preset(const struct req *rq)
{
    int64_t now = rq->now / SECOND, wall = now + zone_offset(zone_find(zone_of(rq)), now) + (int64_t)7 * DAY_SECONDS;
    int64_t day = wall - wall % DAY_SECONDS;
    const char *iso = model_iso(rq, day * SECOND); /* the wall clock, told as if it were that of UTC */
    return arena_printf(rq->arena, "%.10sT09:00", iso);
}

static struct wish wish_first(const struct req *rq, const struct rules *rules)
{
    struct wish wish = {.title = "", .starts = start_preset(rq), .format = FORMAT_LEAGUE, .rules = rules, .pace = pace_kind_find("day")};
    wish.setup = rules_presets(rules, rules->min_seats > 2 ? rules->min_seats : rules->max_seats < 3 ? rules->max_seats : 3);
    wish.pace = wish.pace ? wish.pace : pace_preset();
    for (int i = 0; i < NUMBERS; i++)
        wish.number[i] = numbers[i].preset[wish.format];
    return wish;
}

/* ---- model ---- */

static struct value *formats_model(const struct req *rq, const struct wish *wish)
{
    static const char *const words[] = {
        [FORMAT_LEAGUE] = N_("Divisions play round robin for a season. Then the best go up and the last go down. For people who play for long."),
        [FORMAT_SWISS] = N_("In each round everybody sits with people who have about as many points. For many people, and one winner."),
        [FORMAT_GROUPS] = N_("Groups play round robin, and the best of each go on, until a final.")};
    struct value *list = new_list(rq->arena);
    for (int f = FORMAT_LEAGUE; f <= FORMAT_GROUPS; f++) {
        struct value *format = put_text(add_object(list), K_id, tournament_format_name((enum tournament_format)f));
        put_text(format, K_label, tournament_format_words(rq, (enum tournament_format)f));
        put_text(format, K_words, req_words(rq, words[f]));
        put_bool(format, K_checked, (int)wish->format == f);
    }
    return list;
}

static struct value *form_model(const struct req *rq, const struct wish *wish)
{
    struct value *form = put_text(put_text(new_object(rq->arena), K_title, wish->title), K_starts, wish->starts);
    put_text(put_text(form, K_game, wish->rules->id), K_game_title, req_words(rq, wish->rules->words->title));
    put(form, K_formats, formats_model(rq, wish));
    struct value *seats = put_list(form, K_seats);
    for (int n = least_people(wish->rules); n <= wish->rules->max_seats; n++)
        put_bool(put_int(add_object(seats), K_n, n), K_checked, n == wish->setup.n_seats);
    put(form, K_options, tables_options_model(rq, wish->rules, &wish->setup));
    put(form, K_paces, paces_clocked_model(rq, wish->pace));
    for (int i = 0; i < NUMBERS; i++)
        put_text(form, numbers[i].key, wish->number[i]);
    put_bool(form, K_when_full, wish->when_full);
    return put_text(form, K_zone, zone_of(rq));
}

static struct value *new_model(const struct req *rq, const struct wish *wish)
{
    struct value *model = new_object(rq->arena), *games = model_games(rq);
    for (size_t i = 0; i < value_n(games); i++) {
        struct value *game = value_at(games, i);
        put_bool(game, K_chosen, !strcmp(get_text(game, K_id), wish->rules->id));
        put_text(game, K_url, arena_printf(rq->arena, "/tournaments/new?game=%s", get_text(game, K_id)));
    }
    put(model, K_games, games);
    put(model, K_form, form_model(rq, wish));
    put_null(model, K_unknown);
    return put_null(model, K_problem);
}

bool page_new_tournament(struct req *rq, struct res *rs, struct err *err)
{
    struct left_out unknown = {.n = 0};
    const char *id = left_out_field(rq, "game");
    const struct rules *rules = id ? rules_find(id) : NULL;
    if (rq->who.guest)
        return tables_ask_to_join(rq, rs, err);
    if (id && !rules) {
        left_out_add(&unknown, id);
        rs->status = err_status(ERR_GONE);
    }
    const struct wish wish = wish_first(rq, rules ? rules : rules_all()[0]);
    return res_page(rq, rs, "new_tournament", put(new_model(rq, &wish), K_unknown, left_out_model(rq, &unknown)));
}

/* ---- what was sent ---- */

static const char *typed(const struct req *rq, const char *name)
{
    return text_trim(rq->arena, form_typed(&rq->form, name));
}

/* What was typed stands in the form again, whatever it is. */
static void wish_take(struct req *rq, struct wish *wish)
{
    const struct pace_kind *pace = pace_kind_find(typed(rq, "pace"));
    wish->title = typed(rq, "title");
    wish->starts = typed(rq, "starts");
    tournament_format_of(typed(rq, "format"), &wish->format);
    wish->pace = pace && (pace->pace.free || pace->pace.bank) ? pace : wish->pace;
    wish->when_full = !strcmp(typed(rq, "when_full"), "1");
    for (int i = 0; i < NUMBERS; i++)
        wish->number[i] = req_field(&rq->form, numbers[i].name) ? typed(rq, numbers[i].name) : numbers[i].preset[wish->format];
}

/* Which numbers this format asks for. */
static bool wants(enum tournament_format format, int number)
{
    return number == STAGES ? format != FORMAT_GROUPS : format != FORMAT_SWISS || number > STAGES;
}

static bool numbers_read(const struct req *rq, const struct wish *wish, int read[NUMBERS], struct err *err)
{
    for (int i = 0; i < NUMBERS; i++) {
        int64_t number = 0;
        if (wants(wish->format, i) && !parse_number(wish->number[i], 0, INT16_MAX, &number))
            return err_fail(err, ERR_INPUT, i == MOVES ? N_("How many go up or on has to be a whole number.") : N_("“{what}” has to be a whole number."), numbers[i].name, "'%.20s'", wish->number[i]);
        read[i] = (int)number;
    }
    (void)rq;
    return true;
}

/* "2026-12-01T09:00", seconds allowed, by the reader's clocks; empty is none. */
static bool starts_read(const struct req *rq, const char *text, int64_t *at, struct err *err)
{
    struct tm tm = {.tm_mday = 0};
    *at = 0;
    if (!*text)
        return true;
    const char *end = strptime(text, "%Y-%m-%dT%H:%M", &tm);
    const int day = tm.tm_mday;
    int64_t wall = end ? (int64_t)timegm(&tm) : 0;
    if (!end || (*end && *end != ':') || tm.tm_mday != day) /* there is no 30 February */
        return err_fail(err, ERR_INPUT, N_("Please give a day and a time, such as 2026-12-01T10:00."), "starts", "'%.20s'", text);
    *at = zone_first(zone_find(zone_of(rq)), wall) * SECOND;
    return true;
}

static bool choices_read(struct req *rq, struct wish *wish, struct err *err)
{
    enum tournament_format format;
    int64_t seats;
    const struct pace_kind *pace = pace_kind_find(typed(rq, "pace"));
    if (!tournament_format_of(typed(rq, "format"), &format))
        return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "format", "field 'format'");
    if (!pace)
        return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "pace", "field 'pace'");
    if (!form_number(&rq->form, "seats", wish->rules->min_seats, wish->rules->max_seats, &seats, err))
        return false;
    wish->setup.n_seats = (int)seats;
    return tables_options_read(rq, wish->rules, &wish->setup, err);
}

static bool wish_open(struct req *rq, const struct wish *wish, int64_t *id, struct err *err)
{
    int read[NUMBERS];
    const char *field = NULL;
    struct new_tournament new = {.organiser = rq->who.id, .title = wish->title, .zone = zone_of(rq), .format = wish->format, .rules = wish->rules,
                                 .setup = wish->setup, .when_full = wish->when_full};
    const struct pace_kind *pace = pace_kind_find(typed(rq, "pace"));
    new.pace = pace->pace;
    if (!numbers_read(rq, wish, read, err) || !starts_read(rq, wish->starts, &new.starts, err))
        return false;
    new.size = read[SIZE];
    new.moves = read[MOVES];
    new.stages = read[STAGES];
    new.days = read[DAYS];
    new.most = read[MOST];
    return tournament_new(rq->db, rq->arena, &new, rq->now, id, &field, err);
}

bool act_new_tournament(struct req *rq, struct res *rs, struct err *err)
{
    const struct rules *rules = rules_find(typed(rq, "game"));
    struct wish wish = wish_first(rq, rules ? rules : rules_all()[0]);
    int64_t id;
    wish_take(rq, &wish);
    bool ok = rules || err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "game", "field 'game'");
    if (ok && choices_read(rq, &wish, err) && wish_open(rq, &wish, &id, err)) {
        res_flash(rq, rs, "tournament-opened");
        return res_see_other(rs, url_tournament(rq, id, NULL));
    }
    return err->code != ERR_BUSY && res_form_again(rq, rs, "new_tournament", new_model(rq, &wish), err);
}
