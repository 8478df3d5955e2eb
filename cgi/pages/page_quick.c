/* Finding a game: a quick seat, and standing challenges. */
#include "config.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/model/model.h"
#include "cgi/model/quick_model.h"
#include "cgi/pages/handlers.h"
#include "cgi/pages/tables.h"
#include "cgi/play/quick_seat.h"
#include "rules/engine/registry.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { MINUTES_PRESET = 10, SEATS_LEAST = 2, CHALLENGE_MOST = 10 };

/* How long one would wait for people. */
static const struct wait {
    int minutes;
    const char *label;
} waits[] = {{5, N_("5 minutes")}, {10, N_("10 minutes")}, {30, N_("30 minutes")}, {120, N_("2 hours")}, {480, N_("8 hours")}, {1440, N_("1 day")}};
enum { WAITS = sizeof(waits) / sizeof(waits[0]) };

/* What the form says, or begins with. */
struct choice {
    struct quick_wish wish;
    int minutes;
    bool bots;
};

/* All games, the usual pace, any number of players. */
static struct choice choice_first(void)
{
    struct choice choice = {.minutes = MINUTES_PRESET, .bots = true};
    for (int i = 0; i < QUICK_TITLES && rules_all()[i]; i++)
        choice.wish.titles |= (uint8_t)(1 << i);
    choice.wish.paces = UINT32_C(1) << quick_pace(pace_preset()->pace.name);
    for (int n = SEATS_LEAST; n <= SEATS_MAX; n++)
        choice.wish.seats |= (uint8_t)(1 << n);
    return choice;
}

static struct choice choice_of(const struct quick_row *row)
{
    return row->titles ? (struct choice){quick_wish_of(row), row->minutes, row->bots} : choice_first();
}

/* ---- models ---- */

static struct value *titles_model(const struct req *rq, const struct choice *choice)
{
    struct value *games = model_games(rq);
    for (size_t i = 0; i < value_n(games); i++) {
        int title = quick_title(get_text(value_at(games, i), K_id));
        put_bool(value_at(games, i), K_checked, title >= 0 && (choice->wish.titles >> title & 1));
    }
    return games;
}

static struct value *paces_of(const struct req *rq, const struct choice *choice)
{
    struct value *paces = new_list(rq->arena);
    for (int i = 0; i < QUICK_PACES && pace_kinds()[i].pace.name; i++) {
        const struct pace_kind *kind = quick_pace_at(i);
        if (quick_pace(kind->pace.name) < 0)
            continue;
        struct value *pace = put_text(new_object(rq->arena), K_id, kind->pace.name);
        put_text(pace, K_label, req_words(rq, kind->label));
        put_bool(pace, K_folded, kind->pace.bank > 0);
        add(paces, put_bool(pace, K_checked, choice->wish.paces >> i & 1));
    }
    return paces;
}

/* Those with a time bank are folded away, unless one of them is chosen. */
static bool is_unfolded(const struct value *paces)
{
    bool unfolded = false;
    for (size_t i = 0; i < value_n(paces); i++)
        unfolded = unfolded || (get_bool(value_at(paces, i), K_folded) && get_bool(value_at(paces, i), K_checked));
    return unfolded;
}

static struct value *seats_of(const struct req *rq, const struct choice *choice)
{
    struct value *seats = new_list(rq->arena);
    for (int n = SEATS_LEAST; n <= SEATS_MAX; n++)
        add(seats, put_bool(put_int(new_object(rq->arena), K_n, n), K_checked, choice->wish.seats >> n & 1));
    return seats;
}

static struct value *waits_of(const struct req *rq, const struct choice *choice)
{
    struct value *list = new_list(rq->arena);
    for (int i = 0; i < WAITS; i++) {
        struct value *wait = put_int(new_object(rq->arena), K_n, waits[i].minutes);
        put_text(wait, K_label, req_words(rq, waits[i].label));
        add(list, put_bool(wait, K_checked, waits[i].minutes == choice->minutes));
    }
    return list;
}

static struct value *challenge_model(const struct req *rq, const struct challenge_row *row)
{
    const struct rules *rules = rules_find(row->rules_id);
    const struct pace_kind *pace = pace_kind_find(row->pace);
    struct value *model = put_int(new_object(rq->arena), K_id, row->id);
    put_text(model, K_title, rules ? req_words(rq, rules->words->title) : row->rules_id);
    put_text(model, K_pace, pace ? req_words(rq, pace->label) : row->pace);
    put_int(model, K_seats, row->seats);
    put_int(model, K_most, row->most);
    put_int(model, K_running, row->running);
    return put_text(model, K_url, row->open ? url_table(rq->arena, row->open) : NULL);
}

static bool add_challenges(struct req *rq, struct value *model, struct err *err)
{
    struct challenge_row *row;
    int n;
    if (!store_challenges(rq->db, rq->arena, rq->who.id, &row, &n, err))
        return false;
    struct value *list = put_list(model, K_challenges);
    for (int i = 0; i < n; i++)
        add(list, challenge_model(rq, &row[i]));
    put_bool(model, K_has_challenges, n > 0);
    return true;
}

static bool show_form(struct req *rq, struct res *rs, const struct choice *choice, const struct quick_row *row, struct err *problem, struct err *err)
{
    struct value *model = put(new_object(rq->arena), K_games, titles_model(rq, choice));
    put(model, K_paces, paces_of(rq, choice));
    put_bool(model, K_unfolded, is_unfolded(get(model, K_paces)));
    put(model, K_seats, seats_of(rq, choice));
    put(model, K_waits, waits_of(rq, choice));
    put_bool(model, K_bots, choice->bots);
    put(model, K_looking, row ? quick_seeking_model(rq, row, NULL) : NULL);
    put(model, K_doors, tables_doors_model(rq, &(struct doors){0}));
    put_null(model, K_problem);
    return add_challenges(rq, model, err) && (problem ? res_form_again(rq, rs, "quick", model, problem) : res_page(rq, rs, "quick", model));
}

bool page_quick(struct req *rq, struct res *rs, struct err *err)
{
    struct quick_row row;
    if (rq->who.guest)
        return tables_ask_to_join(rq, rs, err);
    if (!store_quick_wish(rq->db, rq->arena, rq->who.id, &row, err))
        return false;
    const struct choice choice = choice_of(&row);
    return show_form(rq, rs, &choice, &row, NULL, err);
}

/* ---- what was sent ---- */

static bool ticked(const struct req *rq, const char *kind, const char *name)
{
    const char *sent = req_field(&rq->form, arena_printf(rq->arena, "%s.%s", kind, name));
    return sent && !strcmp(sent, "1");
}

static bool choice_read(struct req *rq, struct choice *choice, struct err *err)
{
    int64_t minutes;
    const char *then = form_typed(&rq->form, "then");
    *choice = (struct choice){.minutes = MINUTES_PRESET, .bots = strcmp(then, "wait") != 0};
    for (int i = 0; i < QUICK_TITLES && rules_all()[i]; i++)
        choice->wish.titles |= (uint8_t)(ticked(rq, "game", rules_all()[i]->id) << i);
    for (int i = 0; i < QUICK_PACES && pace_kinds()[i].pace.name; i++)
        if (quick_pace(pace_kinds()[i].pace.name) >= 0 && ticked(rq, "pace", pace_kinds()[i].pace.name))
            choice->wish.paces |= UINT32_C(1) << i;
    for (int n = SEATS_LEAST; n <= SEATS_MAX; n++)
        choice->wish.seats |= (uint8_t)(ticked(rq, "seats", arena_printf(rq->arena, "%d", n)) << n);
    if (!form_number(&rq->form, "minutes", 1, 7 * 24 * 60, &minutes, err))
        return false;
    choice->minutes = (int)minutes;
    if (!choice->wish.titles)
        return err_fail(err, ERR_INPUT, N_("Please choose at least one game."), "game", "no game");
    if (!choice->wish.paces)
        return err_fail(err, ERR_INPUT, N_("Please choose at least one pace."), "pace", "no pace");
    return quick_wish_sound(&choice->wish) ||
           err_fail(err, ERR_INPUT, N_("None of these games is played by that many. Please choose another number of players."), "seats", "no seats");
}

static bool keep(struct req *rq, const struct choice *choice, int64_t *waits_at, struct err *err)
{
    const char *titles[QUICK_TITLES], *paces[QUICK_PACES];
    struct quick_put put = {.titles = titles, .paces = paces, .seats = choice->wish.seats, .minutes = choice->minutes, .bots = choice->bots};
    for (int i = 0; i < QUICK_TITLES && rules_all()[i]; i++)
        if (choice->wish.titles >> i & 1)
            titles[put.n_titles++] = rules_all()[i]->id;
    for (int i = 0; i < QUICK_PACES && pace_kinds()[i].pace.name; i++)
        if (choice->wish.paces >> i & 1)
            paces[put.n_paces++] = pace_kinds()[i].pace.name;
    return store_quick_put(rq->db, rq->arena, rq->who.id, &put, waits_at, err);
}

/* Who waits already stands up, and looks anew for what is chosen now. */
static bool seat(struct req *rq, struct res *rs, const struct choice *choice, int64_t waits_at, struct err *err)
{
    const struct quick_quest quest = {.person = rq->who.id, .wish = choice->wish, .kind = QUEST_NEW, .now = rq->now};
    int64_t game;
    struct err ignored;
    if (waits_at && !store_leave(rq->db, waits_at, rq->who.id, &ignored) && ignored.code != ERR_STALE && ignored.code != ERR_GONE && ignored.code != ERR_FORBIDDEN)
        return (*err = ignored, false);
    return quick_seat(rq->db, rq->arena, &quest, &game, err) && res_to_table(rq, rs, game);
}

/* "again": as last time, with one press. */
bool act_quick(struct req *rq, struct res *rs, struct err *err)
{
    struct choice choice;
    struct quick_row row;
    int64_t waits_at;
    if (!store_quick_wish(rq->db, rq->arena, rq->who.id, &row, err))
        return false;
    if (req_field(&rq->form, "again")) {
        if (!row.titles)
            return res_see_other(rs, "/quick");
        if (row.game)
            return res_to_table(rq, rs, row.game);
        choice = choice_of(&row);
    } else if (!choice_read(rq, &choice, err)) {
        struct err problem = *err;
        return show_form(rq, rs, &choice, &row, &problem, err);
    }
    return tables_admit(rq, err) && keep(rq, &choice, &waits_at, err) && seat(rq, rs, &choice, waits_at, err);
}

/* ---- standing challenges ---- */

bool act_challenge(struct req *rq, struct res *rs, struct err *err)
{
    const char *game = form_typed(&rq->form, "game"), *pace = form_typed(&rq->form, "pace");
    int64_t seats, most;
    struct challenge_row new = {.person = rq->who.id, .rules_id = game, .pace = pace};
    if (quick_title(game) < 0)
        return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "game", "field 'game'");
    if (quick_pace(pace) < 0)
        return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "pace", "field 'pace'");
    const struct rules *rules = rules_find(game);
    if (!form_number(&rq->form, "seats", SEATS_LEAST, SEATS_MAX, &seats, err) || !form_number(&rq->form, "most", 1, CHALLENGE_MOST, &most, err) ||
        !tables_doors_read(rq, &new.doors, err))
        return false;
    if (seats < rules->min_seats || seats > rules->max_seats)
        return err_fail(err, ERR_INPUT, N_("This game cannot be played with that many players."), "seats", "%d seats", (int)seats);
    new.seats = (int)seats;
    new.most = (int)most;
    return store_challenge_new(rq->db, rq->arena, &new, err) && res_see_other(rs, "/quick#challenges");
}

bool act_challenge_drop(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    return form_number(&rq->form, "id", 1, INT64_MAX, &id, err) && store_challenge_drop(rq->db, rq->who.id, id, err) &&
           res_see_other(rs, "/quick#challenges");
}
