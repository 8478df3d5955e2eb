#include "config.h"

#include "cgi/table/draw.h"

#include <string.h>

#include "cgi/account/account.h"
#include "cgi/http/live.h"
#include "cgi/model/blocks.h"
#include "cgi/model/doors_model.h"
#include "cgi/model/reliability.h"
#include "cgi/model/steps.h"
#include "cgi/model/tournament_model.h"
#include "cgi/play/play.h"
#include "cgi/play/returns.h"
#include "cgi/table/company.h"
#include "cgi/table/drawing.h"
#include "cgi/table/invite.h"
#include "cgi/table/live_model.h"
#include "cgi/table/open.h"
#include "cgi/table/pause.h"
#include "cgi/table/orders.h"
#include "cgi/table/practice.h"
#include "cgi/table/seats.h"
#include "cgi/base/url.h"
#include "cgi/words/phrases.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { HERE_SECONDS = 60 }; /* a player seen this long ago counts as here */

/* ---- players and seats ---- */

/* Where a bot plays for an absent person, that is what others read, and no more. */
static bool is_here(const struct drawing *s, int seat)
{
    const struct seat_row *row = &s->table.game.seat[seat];
    return row->person && !row->opened && row->seen > s->rq->now - HERE_SECONDS * INT64_C(1000000);
}

/* What the reader owns, where others see less of it. */
static const char *own_score(const struct drawing *s, int seat, int points)
{
    const struct table *t = &s->table;
    const struct rules *rules = t->game.rules;
    if (seat != t->seat || t->game.status != GAME_RUNNING || !t->state || !rules->view->own)
        return NULL;
    int own = rules->view->own(t->state, seat);
    const struct text_value score = {"score", score_number(s->rq->arena, rules, own), 0};
    return own == points ? NULL : req_fill(s->rq, N_("{score} in all (only you see it)"), &score, 1);
}

static struct value *players_model(const struct drawing *s)
{
    const struct table *t = &s->table;
    struct value *players = new_list(s->rq->arena);
    struct standing standing = {0};
    if (t->game.rules && t->state)
        t->game.rules->standing(t->state, &standing);
    for (int seat = 0; seat < t->game.n_seats; seat++) {
        bool awaited = t->game.status == GAME_RUNNING && (t->game.awaits & SEAT_BIT(seat));
        const char *doing = awaited ? t->game.rules->words->asks(t->head, seat).doing : NULL;
        struct value *player = model_seat(s->rq, &t->game, seat);
        int points = t->game.status == GAME_RUNNING ? standing.seat[seat].points : t->game.seat[seat].points;
        put_int(player, K_points, points);
        model_score(s->rq, &t->game, points, player);
        put_text(player, K_own_score, own_score(s, seat, points));
        if (t->game.status != GAME_OVER)
            put_null(player, K_rank);
        put_bool(player, K_current, awaited);
        put_bool(player, K_here, is_here(s, seat));
        put(player, K_waits_since, awaited ? model_time(s->rq, t->game.seat[seat].awaited_since) : NULL);
        put_text(player, K_to_move_text, awaited ? req_words(s->rq, doing ? doing : N_("to move")) : NULL);
        put(player, K_clock, model_clock(s->rq, &t->game, seat));
        put(player, K_away, seats_away_model(s->rq, &t->game, seat));
        put_bool(player, K_has_stats, false);
        put(player, K_stats, new_list(s->rq->arena));
        add(players, player);
    }
    return players;
}

/* How many look on; who they are is nobody's business. */
static struct value *watchers_model(const struct drawing *s)
{
    const struct text_value n = {"n", NULL, live_watching(s->rq->service->live, s->table.game.id)};
    struct value *watchers = put_int(new_object(s->rq->arena), K_n, n.number);
    return put_text(watchers, K_text, n.number ? req_fill(s->rq, N_("{n:One is watching|# are watching}"), &n, 1) : "");
}

/* What a newcomer is told who may sit down here, or could with an account: the game in a sentence, and who asks. The link to a private table
 * was sent by somebody who plays there. */
static struct value *welcome_model(const struct drawing *s)
{
    const struct game_row *game = &s->table.game;
    const struct text_value value[] = {{"name", name_shown(s->rq->words->cat, game->owner_name), 0},
                                       {"game", req_words(s->rq, game->rules->words->title), 0}};
    const char *sentence = game->invitation ? N_("{name} invites you to a game of {game}") : N_("{name} is looking for players for {game}");
    const struct text_value seats = {"n", NULL, game->n_seats};
    struct value *welcome = put_text(model_game_kind(s->rq, game->rules), K_sentence, req_fill(s->rq, sentence, value, 2));
    return put_text(welcome, K_players, req_fill(s->rq, N_("{n:1 player|# players}"), &seats, 1));
}

/* Whoever must confirm an address before sitting down comes back here when that is done, wherever joining was begun: to the table looked at last. */
static void come_back_here(const struct drawing *s, struct res *rs)
{
    struct req *rq = s->rq;
    const struct game_row *game = &s->table.game;
    bool sits_down = rq->who.id && !rq->who.guest && !rq->who.email_confirmed && game->owner != rq->who.id && game_seat_for(game, rq->who.id) != NO_SEAT;
    if (sits_down && rq->method == GET && !*rq->background)
        account_remember_next(rq, rs, model_keyed(rq, game, url_table(rq->arena, game->id)));
}

/* Before the start a member reads how many deadlines those have met who sit there, but for who hides the profile. */
static bool tells_reliability(const struct drawing *s, int seat)
{
    const struct game_row *game = &s->table.game;
    return game->status == GAME_OPEN && game->seat[seat].person && !game->seat[seat].hidden && req_signed_in(s->rq);
}

/* *of: by seat. */
static bool find_reliability(const struct drawing *s, struct reliability of[SEATS_MAX], struct err *err)
{
    const struct game_row *game = &s->table.game;
    struct reliability found[SEATS_MAX];
    int64_t people[SEATS_MAX];
    int n = 0;
    for (int seat = 0; seat < game->n_seats; seat++)
        if (tells_reliability(s, seat))
            people[n++] = game->seat[seat].person;
    if (n && !store_reliability(s->rq->db, s->rq->arena, people, n, found, err))
        return false;
    n = 0;
    for (int seat = 0; seat < game->n_seats; seat++)
        of[seat] = tells_reliability(s, seat) ? found[n++] : (struct reliability){0};
    return true;
}

/* Before the start: who sits where, and what the visitor can do about each seat. */
static void add_seats(const struct drawing *s, struct value *model)
{
    const struct game_row *game = &s->table.game;
    int64_t me = s->rq->who.guest ? 0 : s->rq->who.id;
    bool may = me && !req_suspended(s->rq), owner = may && game->owner == me;
    int mine = may ? game_seat_for(game, me) : NO_SEAT, n_free = 0, n_kept = 0;
    const char *shut = mine != NO_SEAT ? doors_shut_words(s->rq, game) : NULL;
    struct value *seats = new_list(s->rq->arena);
    for (int seat = 0; seat < game->n_seats; seat++) {
        const struct seat_row *row = &game->seat[seat];
        bool empty = row->person == 0 && !row->bot;
        struct value *ref = model_seat(s->rq, game, seat);
        put_bool(ref, K_here, is_here(s, seat));
        put_text(ref, K_reliability, reliability_short(s->rq, &s->reliability[seat]));
        put_bool(ref, K_can_sit, seat == mine && !shut);
        put_bool(ref, K_can_decline, may && row->kept_for == me);
        put_bool(ref, K_can_bot, owner && empty && !row->kept_for);
        put_bool(ref, K_can_free, owner && (row->bot || row->kept_for));
        put_bool(ref, K_can_leave, may && row->person == me);
        add(seats, ref);
        n_free += empty;
        n_kept += row->kept_for != 0;
    }
    put(model, K_seats, seats);
    open_people(s->rq, game, &s->here, seats, model);
    put(model, K_levels, game->status == GAME_OPEN && owner ? model_levels(s->rq, model_next_bot(game)) : new_list(s->rq->arena));
    put_bool(model, K_can_sit, mine != NO_SEAT && !shut);
    put_text(model, K_doors_shut, shut);
    put_bool(model, K_can_start, owner);
    put_bool(model, K_has_free, n_free > 0);
    put_bool(model, K_has_kept, n_kept > 0);
    bool needs_sign_in = !me && game_seat_for(game, 0) != NO_SEAT;
    put_bool(model, K_needs_sign_in, needs_sign_in);
    put(model, K_welcome, game->rules && !owner && (mine != NO_SEAT || needs_sign_in) ? welcome_model(s) : NULL);
    put(model, K_asked_by, model_asked(s->rq, &s->asked));
    put_text(model, K_sign_in_url, url_sign_in(s->rq->arena, s->rq->target));
    put_text(model, K_join_url, url_join(s->rq->arena, s->rq->target));
}

/* ---- the page ---- */

static const char *problem_of(const struct drawing *s)
{
    if (!s->problem && s->table.draft.broken)
        return drawing_broken_words(s);
    if (!s->problem && s->choose.n_ignored > 0)
        return guided_leads(&s->guided) ? drawing_guide_refuses(s) : req_words(s->rq, N_("That choice is no longer possible; here is what is."));
    return s->problem;
}

/* Does the visitor, who plays here, want letters about this game? NULL: there is nothing to switch. */
static struct value *letters_switch(const struct drawing *s)
{
    const struct table *t = &s->table;
    bool plays = t->seat != NO_SEAT && t->game.status != GAME_OVER && !t->game.apart;
    return plays ? put_bool(new_object(s->rq->arena), K_wanted, t->game.seat[t->seat].letters) : NULL;
}

/* Where the visitor, who plays here, sets a reminder; NULL: nowhere. */
static const char *remind_url(const struct drawing *s)
{
    const struct table *t = &s->table;
    bool plays = t->seat != NO_SEAT && t->game.status == GAME_RUNNING && !t->game.apart && !t->game.seat[t->seat].resigned;
    return plays ? url_remind(s->rq->arena, t->game.id) : NULL;
}

/* Does the page show nothing but the table as it stands? Then most of it may be kept. */
static bool is_plain(const struct drawing *s)
{
    return !s->problem && !s->tried && !s->typed;
}

/* For the script: what is marked stays marked a while when something newer comes. */
static int marked_from(const struct drawing *s)
{
    return s->compared != COMPARED_WITH_NOTHING && s->compared == drawing_ply_left(s) ? s->compared : s->table.game.ply;
}

/* What is drawn each time: the question, the clocks, who is here, and what belongs to the reader alone. */
static void add_rest(struct drawing *s, struct res *rs, struct value *model)
{
    const struct table *t = &s->table;
    struct req *rq = s->rq;
    put(model, K_live, put_text(put_int(live_model(rq, &t->game), K_before, marked_from(s)), K_news, drawing_news(s, drawing_ply_before(s))));
    put(model, K_watchers, watchers_model(s));
    put(model, K_asked, drawing_asked(s));
    put(model, K_done, drawing_done(s));
    put(model, K_draft, drawing_draft(s));
    put(model, K_players, players_model(s));
    put_text(model, K_scores, score_heading(rq->words->cat, t->game.rules, t->game.status == GAME_RUNNING));
    put(model, K_letters, letters_switch(s));
    put_text(model, K_remind_url, remind_url(s));
    put(model, K_orders, orders_model(&s->orders, rq, t));
    put(model, K_blocked, blocks_words(rq, &t->game));
    put(model, K_stay, seats_stay_model(rq, &t->game, &t->incidents, t->seat, s->dropped));
    put(model, K_pause, pause_model(rq, &t->game, &t->incidents, t->seat));
    put(model, K_back, back_model(rq, t));
    put_bool(put_null(model, K_seeking), K_fleeting, false);
    if (t->game.status == GAME_OPEN) {
        add_seats(s, model);
        come_back_here(s, rs);
    }
    company_add(rq, &t->game, &t->company, s->typed, model);
    invite_add(rq, rs, &t->game, &t->company, s->typed, model);
}

static bool find_dropped(struct drawing *s, struct err *err)
{
    const struct table *t = &s->table;
    bool may = true;
    bool ok = t->seat == NO_SEAT || seat_may_return(s->rq->db, s->rq->arena, &t->game, t->seat, &may, err);
    s->dropped = !may;
    return ok;
}

static bool drawing_show(struct drawing *s, struct res *rs, int status, struct err *err)
{
    const struct table *t = &s->table;
    struct req *rq = s->rq;
    struct value *model = new_object(rq->arena);
    s->people = model_people(rq, &t->game, &t->incidents);
    drawing_find_guide(s);
    s->done = req_field(&rq->query, "done") && t->seat != NO_SEAT && !drawing_awaits_me(s) && t->game.status != GAME_OPEN;
    s->compared = drawing_compared_ply(s);
    if (is_plain(s))
        s->parts = table_parts(rq, &rs->parts, t, s->compared);
    bool ends = t->game.status == GAME_OVER && !s->parts.end;
    bool may_join = t->game.status == GAME_OPEN || (t->game.status == GAME_RUNNING && t->seat == NO_SEAT);
    bool invited = req_signed_in(rq) && t->game.status == GAME_OPEN && t->seat == NO_SEAT;
    if ((may_join && (!blocks_load(rq, err) || !doors_load(rq, &t->game, NULL, 0, err))) || (invited && !store_asked(rq->db, rq->arena, t->game.id, rq->who.id, &s->asked, err))
        || !find_reliability(s, s->reliability, err) || !company_heard(rq, &t->game, &t->company, err) || (!s->parts.board && !drawing_find_before(s, &rs->parts, err))
        || !find_dropped(s, err) || (ends && !drawing_find_end(s, err)) || !drawing_find_plan(s, err)
        || (t->game.status == GAME_OPEN && !store_quick_here(rq->db, rq->arena, t->game.id, rq->who.id, &s->here, err)))
        return false;
    if (!drawing_find_hint(s, rs, err)) {
        s->problem = req_words(rq, err->say);
        status = err_status(err->code);
    }
    if (!s->parts.board || !s->parts.log || ends)
        res_draw(rq, rs);
    if (!s->parts.board)
        s->orders = orders_reader(rq, t, &s->people);
    put_bool(model, K_board, true);
    put_bool(model, K_turn, drawing_awaits_me(s));
    put_text(model, K_accent, t->game.rules_id);
    put(model, K_game, model_game(rq, &t->game));
    add_rest(s, rs, model);
    if (!s->parts.log)
        drawing_add_log(s, rs, model);
    if (!s->parts.board)
        drawing_add_board(s, model);
    drawing_find_tutor(s, rs);
    put(model, K_tutor, drawing_tutor(s));
    put(model, K_tutor_switch, drawing_tutor_switch(s));
    put(model, K_practice, practice_model(rq, &t->game));
    put(model, K_tournament, tournament_table_model(rq, &t->game));
    put_text(model, K_try_url, t->game.ply > 0 || t->game.status == GAME_RUNNING
        ? practice_url(rq, &t->game, t->game.status == GAME_OVER ? NO_PLY : t->game.ply, false) : NULL);
    put_text(model, K_try_draft_url, t->draft.n > 0 ? practice_url(rq, &t->game, t->game.ply, true) : NULL);
    put(model, K_plan, drawing_plan(s));
    put(model, K_hint, drawing_hint(s));
    put_bool(model, K_has_hints, t->seat != NO_SEAT && t->game.status == GAME_RUNNING && game_has_hints(&t->game));
    put_text(model, K_hint_url, drawing_hint_url(s));
    put(model, K_guide, drawing_guide(s)); /* what is asked once more has its own buttons */
    if (ends)
        drawing_add_end(s, model);
    const char *problem = problem_of(s);
    put_null(model, K_problem);
    if (problem)
        put_text(put_text(put_object(model, K_problem), K_text, problem), K_url, s->problem ? drawing_rule_url(s, s->problem_rule) : NULL);
    if (rq->wants_json)
        put(model, K_legal, drawing_legal(s));
    rs->status = status;
    if (rq->method == GET && status == 200 && !rq->wants_json)
        res_tag_parts(rs);
    return res_page(rq, rs, "table", model);
}

static bool drawing_load(struct drawing *s, struct req *rq, struct err *err)
{
    struct newest newest = table_newest;
    int64_t id;
    *s = (struct drawing){.rq = rq};
    if (!model_game_id(rq, &id, err))
        return false;
    newest.next = rq->wants_json || req_field(&rq->query, "done");
    bool read = rq->table && (!newest.next || rq->table->has_next) && rq->method != POST
        ? play_table_read(rq->db, rq->service->cache, rq->arena, rq->table, rq->who.id, newest, &s->table, err)
        : play_table(rq->db, rq->service->cache, rq->arena, id, rq->who.id, newest, &s->table, err);
    return read && model_may_see(rq, &s->table.game, err);
}

/* Who was told of a seat at a private table and comes when that is kept no longer knows of the table: the page says what became of it. */
static bool tell_of_seat(struct drawing *s, struct err *err)
{
    struct req *rq = s->rq;
    struct err other = {0};
    const char *owner = NULL;
    if (err->code != ERR_GONE || !rq->who.id || !s->table.game.invitation ||
        !store_seat_was_kept(rq->db, rq->arena, s->table.game.id, rq->who.id, &owner, &other) || !owner)
        return false;
    return err_reword(err, N_("No seat at this table is reserved for you any more. Please ask {what}, who created it, for the invitation link or for another game."),
                      owner);
}

/* Who sits at a private table needs its invitation no more: it does not stay in the address, where others may read it. */
static bool needs_no_key(const struct drawing *s)
{
    const struct req *rq = s->rq;
    const struct game_row *game = &s->table.game;
    bool opens = rq->method == GET && !rq->wants_json && !*rq->background;
    return opens && game_seat_of(game, rq->who.id) != NO_SEAT && model_has_key(rq, game);
}

bool table_show(struct req *rq, struct res *rs, struct err *err)
{
    struct drawing *s = arena_alloc(rq->arena, sizeof(*s));
    if (!drawing_load(s, rq, err))
        return tell_of_seat(s, err);
    return needs_no_key(s) ? res_see_other(rs, url_table(rq->arena, s->table.game.id)) : drawing_show(s, rs, 200, err);
}

/* ---- what became of a form ---- */

bool table_give_back(struct req *rq, struct res *rs, const char *form, const char *text, struct err *err)
{
    const struct err why = *err;
    const struct typed typed = {.form = form, .text = text, .why = &why};
    struct drawing *s = arena_alloc(rq->arena, sizeof(*s));
    if (rq->wants_json || (why.code != ERR_INPUT && why.code != ERR_STALE && why.code != ERR_RATE && !why.acts))
        return false;
    rq->failed = why;
    if (!drawing_load(s, rq, err))
        return false;
    s->typed = &typed;
    return drawing_show(s, rs, err_status(why.code), err);
}

static const char *rule_words(struct drawing *s, const struct table *refused, const struct move *move)
{
    struct people people = model_people(s->rq, &refused->game, NULL);
    struct sb out;
    sb_init(&out, s->rq->arena);
    text_rule_error(&out, s->rq->words->cat, refused->game.rules, refused->state, refused->seat, move, people.name, people.n);
    return out.text;
}

/* @step: the one that was not understood, of @rules, or NULL */
static const char *err_words(struct req *rq, const struct rules *rules, const char *step, const struct err *err)
{
    if (err->say && rules && step && err->code == ERR_INPUT && !rq->wants_json)
        return steps_words(rq, rules->verbs, step, err);
    if (err->say)
        return res_error_text(rq, err);
    return req_words(rq, err->code == ERR_STALE
        ? N_("The game has moved on since you opened this page. Here it is as it is now.")
        : N_("That was not understood. Nothing was changed."));
}

/* May what was read of a step in part stand in its form again? */
static bool is_form(const struct verb *verb)
{
    bool counts = verb->form;
    for (const struct arg *arg = verb->args; arg && arg->name; arg++)
        counts = counts || arg->kind == ARG_COUNTS;
    return counts;
}

bool table_refuse(struct req *rq, struct res *rs, const struct table *refused, const char *step, struct err *err)
{
    const struct err why = *err;
    struct drawing *s = arena_alloc(rq->arena, sizeof(*s));
    struct move move;
    struct fault fault;
    if (why.code != ERR_INPUT && why.code != ERR_STALE && why.code != ERR_RULE)
        return false;
    *s = (struct drawing){.rq = rq};
    const struct rules *rules = refused ? refused->game.rules : NULL;
    bool known = rules && step && move_from_text(rules->verbs, step, &move, &fault);
    bool part = why.code == ERR_INPUT && !known && rules && step && move_from_part(rules->verbs, step, &move) && is_form(&rules->verbs[move.verb]);
    const char *words = why.code == ERR_RULE && known ? rule_words(s, refused, &move) : err_words(rq, rules, step, &why);
    if (rq->wants_json)
        return res_refusal(rq, rs, &why, why.code == ERR_RULE && rules ? rules->errors[why.rule].name : NULL, words);
    rq->failed = why;
    if (!drawing_load(s, rq, err))
        return false;
    if (why.code == ERR_INPUT && !strcmp(why.what, GUIDE_FIELD) && known) {
        drawing_find_guide(s);
        words = drawing_guide_refuses(s);
    }
    s->problem = why.code == ERR_STALE && !why.say && s->table.draft.broken ? NULL : words; /* that says more */
    s->problem_rule = why.code == ERR_RULE ? why.rule : RULE_OK;
    s->tried = part || (why.code == ERR_RULE && known) ? &move : NULL;
    return drawing_show(s, rs, err_status(why.code), err);
}

bool table_show_again(struct req *rq, struct res *rs, struct err *err)
{
    return table_refuse(rq, rs, NULL, NULL, err);
}

bool table_hide_private(const struct game_row *game, struct err *err)
{
    if (err->code == ERR_FORBIDDEN && game->invitation)
        return err_fail(err, ERR_GONE, NULL, "", "game %lld is private", (long long)game->id);
    return true;
}
