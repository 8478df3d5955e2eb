/* The lobby: lists of tables, a new table, and who sits at a table before it starts. */
#include "config.h"

#include <sodium.h>
#include <string.h>

#include "cgi/account/account.h"
#include "cgi/model/model.h"
#include "cgi/pages/handlers.h"
#include "cgi/play/play.h"
#include "rules/engine/registry.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { CARDS_PER_PAGE = 18, PHRASE_MAX = 200 /* bytes */, TABLES_A_DAY = 200, DAY_SECONDS = 24 * 3600 };

/* ---- /games ---- */

static const struct show {
    const char *id, *label;
    bool mine, has_status;
    enum game_status status;
} shows[] = {
    {"open", N_("Open"), false, true, GAME_OPEN},
    {"running", N_("Running"), false, true, GAME_RUNNING},
    {"over", N_("Finished"), false, true, GAME_OVER},
    {"mine", N_("My tables"), true, false, GAME_OPEN},
};
enum { SHOW_COUNT = sizeof(shows) / sizeof(shows[0]) };

static const struct show *show_asked(const struct req *rq)
{
    const char *id = req_field(&rq->query, "show");
    for (int i = 0; id && i < SHOW_COUNT; i++)
        if (!strcmp(shows[i].id, id) && (!shows[i].mine || rq->who.id))
            return &shows[i];
    return &shows[0];
}

static struct value *filters_model(const struct req *rq, const struct show *current)
{
    struct value *filters = new_list(rq->arena);
    for (int i = 0; i < SHOW_COUNT; i++) {
        if (shows[i].mine && !rq->who.id)
            continue;
        struct value *filter = new_object(rq->arena);
        put_text(filter, K_label, req_words(rq, shows[i].label));
        put_text(filter, K_href, arena_printf(rq->arena, "/games?show=%s", shows[i].id));
        add(filters, put_bool(filter, K_current, &shows[i] == current));
    }
    return filters;
}

bool page_games(struct req *rq, struct res *rs, struct err *err)
{
    const struct show *show = show_asked(rq);
    const char *from = req_field(&rq->query, "before");
    struct game_filter filter = {.person = rq->who.id, .mine = show->mine, .has_status = show->has_status,
                                 .status = show->status, .most = CARDS_PER_PAGE + 1};
    struct game_row *games;
    int n;
    if (from)
        parse_number(from, 1, INT64_MAX, &filter.before);
    if (!store_games(rq->db, rq->arena, &filter, &games, &n, err))
        return false;
    bool more = n > CARDS_PER_PAGE;
    n = more ? CARDS_PER_PAGE : n;
    struct value *model = new_object(rq->arena);
    put(model, K_filters, filters_model(rq, show));
    put_bool(model, K_has_cards, n > 0);
    put(model, K_cards, model_cards(rq, games, n));
    put(model, K_more_href, more ? new_text(rq->arena, arena_printf(rq->arena, "/games?show=%s&before=%lld", show->id,
                                                      (long long)games[n - 1].id)) : NULL);
    return res_page(rq, rs, "games", model);
}

/* ---- /games/new ---- */

/* The form of a new table: as submitted, or with defaults. */
struct wish {
    const struct rules *rules;
    struct setup setup;
    int bots;
    bool is_private;
    const struct pace_kind *pace;
    bool weekdays;      /* Saturdays and Sundays do not count */
    const char *phrase; /* the owner's phrase for the shuffle, NULL: none */
};

static void add_seats(const struct wish *wish, struct value *seats)
{
    for (int n = wish->rules->min_seats; n <= wish->rules->max_seats; n++)
        put_bool(put_int(add_object(seats), K_n, n), K_checked, n == wish->setup.n_seats);
}

static void add_bots(const struct wish *wish, struct value *bots)
{
    for (int n = 0; n < wish->rules->max_seats; n++)
        put_bool(put_int(add_object(bots), K_n, n), K_checked, n == wish->bots);
}

static struct value *option_model(const struct req *rq, const struct option *option, int chosen)
{
    struct value *model = new_object(rq->arena), *values = new_list(rq->arena);
    for (int v = 0; v < option->n_values; v++) {
        const struct name *name = &option->values[v];
        struct value *value = new_object(rq->arena);
        put_text(value, K_id, name->id);
        put_text(value, K_label, req_words(rq, name->label ? name->label : name->id));
        add(values, put_bool(value, K_checked, v == chosen));
    }
    put_text(model, K_name, option->name);
    put_text(model, K_label, req_words(rq, option->label));
    put(model, K_help, option->help ? new_text(rq->arena, req_words(rq, option->help)) : NULL);
    return put(model, K_values, values);
}

/* All paces in their order, grouped by how they work. */
static const char *pace_heading(const struct pace *pace)
{
    if (!pace->free && !pace->bank)
        return N_("No time limit");
    if (!pace->bank)
        return N_("Fixed time per move");
    return pace->free ? N_("Free time per move, then a time bank") : N_("One time bank for the whole game");
}

static struct value *paces_model(const struct req *rq, const struct wish *wish)
{
    struct value *groups = new_list(rq->arena), *kinds = NULL;
    const char *heading = NULL;
    for (const struct pace_kind *kind = pace_kinds(); kind->pace.name; kind++) {
        if (pace_heading(&kind->pace) != heading) {
            heading = pace_heading(&kind->pace);
            kinds = new_list(rq->arena);
            add(groups, put(put_text(new_object(rq->arena), K_heading, req_words(rq, heading)), K_kinds, kinds));
        }
        struct value *model = put_text(new_object(rq->arena), K_id, kind->pace.name);
        put_text(model, K_label, req_words(rq, kind->label));
        put_text(model, K_words, req_words(rq, kind->words));
        add(kinds, put_bool(model, K_checked, kind == wish->pace));
    }
    return groups;
}

static struct value *wish_model(const struct req *rq, const struct wish *wish)
{
    struct value *model = new_object(rq->arena), *options = new_list(rq->arena);
    for (int i = 0; wish->rules->options && wish->rules->options[i].name; i++)
        if (wish->rules->options[i].n_values > 1)
            add(options, option_model(rq, &wish->rules->options[i], wish->setup.option[i]));
    put_text(model, K_id, wish->rules->id);
    put_text(model, K_title, req_words(rq, wish->rules->words->title));
    add_seats(wish, put_list(model, K_seats));
    add_bots(wish, put_list(model, K_bots));
    put(model, K_options, options);
    put(model, K_paces, paces_model(rq, wish));
    put_bool(model, K_weekdays, wish->weekdays);
    return put_bool(model, K_is_private, wish->is_private);
}

static struct value *new_game_model(struct req *rq, const struct wish *wish)
{
    struct value *model = new_object(rq->arena), *games = model_games(rq);
    for (size_t i = 0; i < value_n(games); i++) {
        struct value *game = value_at(games, i);
        const char *id = get_text(game, K_id);
        put_bool(game, K_chosen, !strcmp(id, wish->rules->id));
        put_text(game, K_url, arena_printf(rq->arena, "/games/new?game=%s", id));
    }
    put(model, K_games, games);
    put(model, K_game, wish_model(rq, wish));
    put_bool(model, K_board, true); /* the script offers no more bots than seats */
    return put_null(model, K_problem);
}

static struct wish wish_first(const struct rules *rules)
{
    return (struct wish){.rules = rules, .setup = rules_presets(rules, rules->min_seats), .pace = pace_preset()};
}

bool page_new_game(struct req *rq, struct res *rs, struct err *err)
{
    const char *id = req_field(&rq->query, "game");
    const struct rules *rules = id ? rules_find(id) : rules_all()[0];
    if (!rules)
        return err_fail(err, ERR_GONE, NULL, "", "no rules '%s'", id ? id : "");
    struct wish wish = wish_first(rules);
    return store_options_last(rq->db, rq->arena, rq->who.id, rules, &wish.setup, err)
        && res_page(rq, rs, "new_game", new_game_model(rq, &wish));
}

static bool bad_choice(struct err *err, const char *name)
{
    return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), name, "field '%s'", name);
}

static bool option_read(struct req *rq, const struct option *option, int16_t *value, struct err *err)
{
    const char *name = arena_printf(rq->arena, "option.%s", option->name), *sent = req_field(&rq->form, name);
    if (!sent)
        return true;
    int chosen = rules_option_value(option, sent);
    if (chosen < 0)
        return bad_choice(err, name);
    *value = (int16_t)chosen;
    return true;
}

/* The phrase that a player adds to the shuffle; NULL: none. */
static bool phrase_read(struct req *rq, const char **phrase, struct err *err)
{
    *phrase = req_field(&rq->form, "phrase");
    if (*phrase && strlen(*phrase) > PHRASE_MAX)
        return err_fail(err, ERR_INPUT, N_("Your phrase for the random seed is too long."), "phrase", "phrase");
    if (*phrase && !**phrase)
        *phrase = NULL;
    return true;
}

/* A ticked box, or no field; any other value must not make a public table by mistake. */
static bool box_read(struct req *rq, const char *name, bool *ticked, struct err *err)
{
    const char *sent = req_field(&rq->form, name);
    *ticked = sent && !strcmp(sent, "1");
    return !sent || *ticked || !strcmp(sent, "0") || bad_choice(err, name);
}

static bool pace_read(struct req *rq, const struct pace_kind **pace, struct err *err)
{
    const char *sent = req_field(&rq->form, "pace");
    const struct pace_kind *kind = sent ? pace_kind_find(sent) : *pace;
    *pace = kind ? kind : *pace;
    return kind || bad_choice(err, "pace");
}

static bool wish_read(struct req *rq, struct wish *wish, struct err *err)
{
    int64_t seats = wish->rules->min_seats, bots = 0;
    if (req_field(&rq->form, "seats") &&
        !form_number(&rq->form, "seats", wish->rules->min_seats, wish->rules->max_seats, &seats, err))
        return false;
    if (req_field(&rq->form, "bots") && !form_number(&rq->form, "bots", 0, SEATS_MAX - 1, &bots, err))
        return false;
    wish->setup.n_seats = (int)seats;
    wish->bots = (int)bots;
    if (!box_read(rq, "private", &wish->is_private, err) || !pace_read(rq, &wish->pace, err) ||
        !box_read(rq, "weekdays", &wish->weekdays, err))
        return false;
    for (int i = 0; wish->rules->options && wish->rules->options[i].name; i++)
        if (!option_read(rq, &wish->rules->options[i], &wish->setup.option[i], err))
            return false;
    if (!phrase_read(rq, &wish->phrase, err))
        return false;
    const char *excluded = rules_excludes(wish->rules, &wish->setup);
    if (excluded)
        return err_fail(err, ERR_INPUT, excluded, NULL, "options that exclude each other");
    if (bots >= seats)
        return err_fail(err, ERR_INPUT, N_("One seat is yours: a table of {what} has no room for that many bots."),
                        arena_printf(rq->arena, "%d", wish->setup.n_seats), "%d bots", wish->bots);
    return true;
}

static bool table_open(struct req *rq, const struct wish *wish, int64_t *id, struct err *err)
{
    struct new_game new_game = {.rules = wish->rules, .setup = wish->setup, .owner = rq->who.id,
                                .is_private = wish->is_private, .phrase = wish->phrase, .pace = wish->pace->pace};
    new_game.pace.weekdays = wish->weekdays;
    for (int i = 0; i < wish->bots; i++)
        new_game.bots[wish->setup.n_seats - 1 - i] = "advise";
    randombytes_buf(new_game.secret, sizeof(new_game.secret));
    bool ok = store_game_new(rq->db, &new_game, id, err) && play_start_when_full(rq->db, rq->arena, *id, rq->now, err);
    sodium_memzero(new_game.secret, sizeof(new_game.secret));
    return ok;
}

bool act_new_game(struct req *rq, struct res *rs, struct err *err)
{
    const char *rules_id = req_field(&rq->form, "game");
    const struct rules *rules = rules_id ? rules_find(rules_id) : NULL;
    int64_t id;
    if (!rules)
        return bad_choice(err, "game");
    struct wish wish = wish_first(rules);
    if (!wish_read(rq, &wish, err))
        return res_form_again(rq, rs, "new_game", new_game_model(rq, &wish), err);
    if (account_attempt(rq, "table", arena_printf(rq->arena, "%lld", (long long)rq->who.id), TABLES_A_DAY, DAY_SECONDS, err))
        return table_open(rq, &wish, &id, err) && res_to_table(rq, rs, id);
    return err->code == ERR_RATE && res_form_again(rq, rs, "new_game", new_game_model(rq, &wish), err);
}

/* ---- seats ---- */

bool act_sit(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    int seat;
    struct game_row game;
    const char *phrase, *key = req_field(&rq->form, "key");
    return model_visible_game(rq, &id, &game, err) && phrase_read(rq, &phrase, err) &&
           store_sit(rq->db, id, rq->who.id, phrase, key, &seat, err) && play_start_when_full(rq->db, rq->arena, id, rq->now, err) &&
           res_to_table(rq, rs, id);
}

bool act_leave(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct game_row game;
    return model_visible_game(rq, &id, &game, err) && store_leave(rq->db, id, rq->who.id, err) &&
           res_see_other(rs, "/games");
}

bool act_bot(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id, seat;
    struct game_row game;
    const char *bot = req_field(&rq->form, "bot");
    if (!model_visible_game(rq, &id, &game, err) || !form_number(&rq->form, "seat", 0, SEATS_MAX - 1, &seat, err))
        return false;
    if (!bot || (strcmp(bot, "advise") != 0 && strcmp(bot, "random") != 0 && strcmp(bot, "none") != 0))
        return bad_choice(err, "bot");
    return store_seat_bot(rq->db, id, rq->who.id, (int)seat, strcmp(bot, "none") ? bot : NULL, err) &&
           play_start_when_full(rq->db, rq->arena, id, rq->now, err) && res_to_table(rq, rs, id);
}

/* The owner starts: bots take the free seats. */
bool act_start(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct game_row game;
    if (!model_visible_game(rq, &id, &game, err))
        return false;
    if (game.owner != rq->who.id)
        return err_fail(err, ERR_FORBIDDEN, N_("Only the person who created the table can start it."), "", "not the owner");
    if (game.status != GAME_OPEN)
        return res_to_table(rq, rs, id);
    for (int s = 0; s < game.n_seats; s++)
        if (game.seat[s].person == 0 && !game.seat[s].bot && !store_seat_bot(rq->db, id, rq->who.id, s, "advise", err) &&
            err->code != ERR_STALE) /* another person has just taken this seat: that is fine, too */
            return false;
    return play_start_when_full(rq->db, rq->arena, id, rq->now, err) && res_to_table(rq, rs, id);
}
