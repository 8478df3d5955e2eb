/* Who plays: resigning, coming back, taking a seat over, and ending a game because all want that. And the operator's changes to a
 * running game. */
#include "config.h"

#include "cgi/play/play.h"

#include "cgi/play/accord.h"
#include "cgi/play/play_head.h"
#include "cgi/play/book.h"
#include "cgi/play/returns.h"
#include "cgi/store/programs.h"
#include "cgi/store/seekers.h"

#include "cgi/base/banned.h"

enum { LEFT_AT_ONCE = 1000, LEAVE_TRIES = 3 };

/* One change of the players of a table, until it is stored. */
struct affair {
    struct game_row game;
    struct draft_row draft;
    int seat;              /* of who asks, or NO_SEAT */
    int64_t now;
    struct told told;
    struct arena *arena;
    struct order_book *orders; /* NULL: not a person's change */
};

static bool affair_begin(struct db *db, struct arena *arena, int64_t id, int64_t person, bool seated, int64_t now, struct affair *a,
                         struct err *err)
{
    *a = (struct affair){.now = now, .arena = arena};
    if (!(seated ? store_seat_open(db, arena, id, person, NULL, &a->game, &a->draft, err)
                 : store_game_open(db, arena, id, person, &a->game, &a->draft, err)))
        return false;
    a->seat = game_seat_of(&a->game, person);
    return true;
}

/* The same where something is played. */
static bool affair_open(struct db *db, struct arena *arena, int64_t id, int64_t person, int64_t now, struct affair *a,
                        struct err *err)
{
    return affair_begin(db, arena, id, person, false, now, a, err) && head_moves(&a->game, err);
}

/* The same for a player of the game. */
static bool affair_seated(struct db *db, struct arena *arena, int64_t id, int64_t person, int64_t now, struct affair *a,
                          struct err *err)
{
    return affair_begin(db, arena, id, person, true, now, a, err)
        && (!a->game.practice.is || err_fail(err, ERR_STALE, N_("You cannot leave a practice table. Delete it when you no longer need it."), NULL,
                                             "game %lld is a practice table", (long long)id))
        && head_moves(&a->game, err);
}

static bool not_resigned(const struct affair *a, struct err *err)
{
    return !a->game.seat[a->seat].resigned
        || err_fail(err, ERR_STALE, N_("You have resigned from this game."), NULL, "game %lld: resigned",
                    (long long)a->game.id);
}

static void affair_tell(struct affair *a, const char *kind)
{
    told_incident(&a->told, &a->game, a->seat, kind, a->game.ply, a->now);
}

/* The orders of the player who leaves are dropped: the seat has those that every seat begins with. */
static void orders_go(struct affair *a, int seat)
{
    if (!a->game.rules)
        return;
    a->orders = book_open(a->arena, &a->game);
    book_first_of(a->orders, seat);
}

/* @draft_person: whose draft goes away; 0: nobody's */
static bool affair_close(struct db *db, struct affair *a, int64_t draft_person, const struct hand_over *hand_over,
                         struct err *err)
{
    head_settle(&a->game, a->now, &a->told);
    accord_settle(&a->game, a->seat, a->now, &a->told);
    if (a->game.status == GAME_OVER)
        head_mails(&a->game, NO_SEAT, &a->told);
    struct order_list_row lists[SEATS_MAX];
    const struct commit commit = {
        .orders = lists, .n_orders = a->orders ? book_changes(a->orders, a->arena, a->now, lists) : 0,
        .seats = true, .hand_over = hand_over, .incidents = a->told.incident, .n_incidents = a->told.n_incidents,
        .mails = a->told.mail, .n_mails = a->told.n_mails, .draft_person = draft_person,
    };
    return store_game_close(db, &a->game, &commit, err);
}

static bool resign(struct db *db, struct affair *a, int64_t person, struct err *err)
{
    struct seat_row *seat = &a->game.seat[a->seat];
    if (seat->resigned)
        return true;
    head_clock_stop(&a->game, a->seat, a->now);
    seat->resigned = a->now;
    seat->opened = 0;
    seat->wants_end = false;
    affair_tell(a, "resigned");
    orders_go(a, a->seat);
    return affair_close(db, a, person, NULL, err);
}

bool play_resign(struct db *db, struct arena *arena, int64_t game, int64_t person, int64_t now, struct err *err)
{
    struct affair a;
    bool ok = affair_seated(db, arena, game, person, now, &a, err) && resign(db, &a, person, err);
    store_rollback(db);
    return ok;
}

/* Paused tables are left, too; a table without @person counts as done. */
static bool leave_running(struct db *db, struct arena *arena, int64_t game, int64_t person, int64_t now, struct err *err)
{
    struct affair a;
    bool ok = affair_begin(db, arena, game, person, false, now, &a, err);
    if (ok && a.game.status == GAME_RUNNING && a.seat != NO_SEAT)
        ok = resign(db, &a, person, err);
    store_rollback(db);
    return ok;
}

/* A seat that is open, or was given up, stays as it is. */
static void seat_opens(struct affair *a)
{
    struct seat_row *seat = &a->game.seat[a->seat];
    head_clock_stop(&a->game, a->seat, a->now);
    seat->opened = a->now;
    seat->wants_end = false;
    affair_tell(a, "opened");
}

bool play_open_seat(struct db *db, struct arena *arena, int64_t game, int64_t person, int64_t now, struct err *err)
{
    struct affair a;
    bool ok = affair_begin(db, arena, game, person, false, now, &a, err);
    if (ok && a.game.status == GAME_RUNNING && !a.game.apart && a.seat != NO_SEAT && seat_present(&a.game.seat[a.seat])) {
        seat_opens(&a);
        ok = affair_close(db, &a, person, NULL, err);
    }
    store_rollback(db);
    return ok;
}

/* A table that changed meanwhile is tried again in the next round. */
static bool leave_tables(struct db *db, struct arena *arena, int64_t person, int64_t now, struct err *err)
{
    struct table_of_person *tables;
    int n;
    if (!store_tables_of(db, arena, person, LEFT_AT_ONCE, &tables, &n, err))
        return false;
    for (int i = 0; i < n; i++) {
        bool ok = tables[i].runs ? leave_running(db, arena, tables[i].game, person, now, err)
                                 : store_leave(db, tables[i].game, person, err);
        if (!ok && err->code != ERR_STALE && err->code != ERR_GONE)
            return false;
    }
    return true;
}

static bool leave_alone(struct db *db, struct arena *arena, int64_t person, int64_t now, struct err *err)
{
    bool left = false;
    for (int i = 0; i < LEAVE_TRIES && !left; i++)
        if (!leave_tables(db, arena, person, now, err) || !store_person_leave(db, person, &left, err))
            return false;
    return left || err_fail(err, ERR_BUSY, NULL, NULL, "there are tables still");
}

/* The person's programs go first: nobody would own them. */
bool play_leave_house(struct db *db, struct arena *arena, int64_t person, int64_t now, struct err *err)
{
    struct program programs[PROGRAMS_MOST];
    int n;
    if (!store_programs(db, arena, person, programs, &n, err))
        return false;
    for (int i = 0; i < n; i++)
        if (!leave_alone(db, arena, programs[i].id, now, err))
            return false;
    return leave_alone(db, arena, person, now, err);
}

bool play_return(struct db *db, struct arena *arena, int64_t game, int64_t person, int64_t now, struct err *err)
{
    struct affair a;
    bool ok = affair_seated(db, arena, game, person, now, &a, err) && not_resigned(&a, err);
    if (ok && a.game.seat[a.seat].opened)
        ok = seat_returns(db, arena, &a.game, a.seat, now, &a.told, err) && affair_close(db, &a, 0, NULL, err);
    store_rollback(db);
    return ok;
}

/* ---- taking a seat over ---- */

static bool has_seat(const struct affair *a, int seat, struct err *err)
{
    return (seat >= 0 && seat < a->game.n_seats)
        || err_fail(err, ERR_INPUT, N_("This table has no such seat."), "seat", "seat %d", seat);
}

static bool may_take(const struct affair *a, int seat, struct err *err)
{
    if (a->seat != NO_SEAT)
        return err_fail(err, ERR_STALE, N_("You already sit at this table."), NULL, "seat %d of game %lld", a->seat,
                        (long long)a->game.id);
    if (!has_seat(a, seat, err))
        return false;
    const struct seat_row *row = &a->game.seat[seat];
    return (row->person && !seat_present(row))
        || err_fail(err, ERR_STALE, N_("This seat is no longer open."), NULL, "game %lld: seat %d is not open",
                    (long long)a->game.id, seat);
}

/* The absent player gets a mail that the seat is taken; not after resigning, or with mail about this game off. */
static void tell_former(struct affair *a, int seat, int64_t person)
{
    const struct seat_row *row = &a->game.seat[seat];
    const int before = a->told.n_mails;
    if (row->resigned || !row->letters)
        return;
    told_mail(&a->told, &a->game, seat, "taken", a->game.ply, NULL);
    if (a->told.n_mails > before)
        a->told.mail[before].by = person;
}

/* Resets the seat as at the start of a game; its position stays. */
static void seat_passes(struct affair *a, int seat, int64_t person, const struct rest *rest, const char *incident)
{
    struct seat_row *row = &a->game.seat[seat];
    const char *before = row->name;
    tell_former(a, seat, person);
    row->person = person;
    row->rest = *rest;
    row->opened = row->resigned = 0;
    row->missed = 0;
    row->excused = row->wants_end = false;
    accord_forget(&a->game, seat);
    if (row->awaited_since) {
        row->awaited_since = a->now;
        row->awaited_ply = a->game.ply;
    }
    head_clock_fresh(&a->game, seat, a->now);
    told_incident(&a->told, &a->game, seat, incident, a->game.ply, a->now);
    a->told.incident[a->told.n_incidents - 1].name = before;
    orders_go(a, seat);
}

/* @tells: the person does not know of it, and is told by a letter where the seat is awaited */
static bool pass_on(struct db *db, struct affair *a, int seat, int64_t person, const char *incident, bool tells, struct err *err)
{
    struct rest rest;
    const struct hand_over hand_over = {.seat = seat, .from = a->game.seat[seat].person, .to = person};
    if (!store_rest_of(db, a->arena, person, a->now, &rest, err))
        return false;
    seat_passes(a, seat, person, &rest, incident);
    if (tells && a->game.seat[seat].awaited_since)
        told_mail(&a->told, &a->game, seat, a->game.seat[seat].clock.in_window ? "window" : "turn", a->game.ply, NULL);
    return affair_close(db, a, 0, &hand_over, err);
}

/* Who comes to a table of a tournament is for the tournament to say. */
static bool of_no_tournament(const struct affair *a, struct err *err)
{
    return !a->game.tournament_waits
        || err_fail(err, ERR_FORBIDDEN, N_("This table belongs to a tournament: the next on its waiting list gets the seat."), NULL,
                    "tournament %lld", (long long)a->game.tournament);
}

bool play_take_over(struct db *db, struct arena *arena, int64_t game, int64_t person, int seat, int64_t now,
                    struct err *err)
{
    struct affair a;
    bool ok = affair_open(db, arena, game, person, now, &a, err) && may_take(&a, seat, err) && of_no_tournament(&a, err)
        && store_doors(db, arena, &a.game, person, err) && pass_on(db, &a, seat, person, "taken_over", false, err);
    store_rollback(db);
    return ok;
}

static bool may_hand_over(const struct affair *a, int seat, struct err *err)
{
    if (!has_seat(a, seat, err))
        return false;
    if (a->seat != NO_SEAT)
        return err_fail(err, ERR_STALE, NULL, NULL, "that person sits there already, at seat %d", a->seat);
    return a->game.seat[seat].person
        || err_fail(err, ERR_STALE, NULL, NULL, "a bot sits at seat %d of game %lld", seat, (long long)a->game.id);
}

bool play_hand_over(struct db *db, struct arena *arena, int64_t game, int64_t person, int seat, int64_t now,
                    struct err *err)
{
    struct affair a;
    bool ok = affair_open(db, arena, game, person, now, &a, err) && may_hand_over(&a, seat, err)
        && pass_on(db, &a, seat, person, "handed_over", false, err);
    store_rollback(db);
    return ok;
}

/* Unlike the operator, a tournament also gives on the seat of a bot. */
bool play_give_seat(struct db *db, struct arena *arena, int64_t game, int64_t person, int seat, int64_t now, struct err *err)
{
    struct affair a;
    bool ok = affair_open(db, arena, game, person, now, &a, err) && has_seat(&a, seat, err);
    if (ok && a.seat != seat) {
        ok = a.seat == NO_SEAT || err_fail(err, ERR_STALE, NULL, NULL, "person %lld sits at seat %d", (long long)person, a.seat);
        if (ok)
            a.game.seat[seat].bot = NULL;
        ok = ok && pass_on(db, &a, seat, person, "handed_over", true, err);
    } else if (ok && (a.game.seat[seat].opened || a.game.seat[seat].resigned)) {
        ok = err_fail(err, ERR_STALE, NULL, NULL, "person %lld sits there and does not play", (long long)person);
    }
    store_rollback(db);
    return ok;
}

/* ---- voting to end ---- */

static bool is_asked(const struct game_row *game)
{
    for (int s = 0; s < game->n_seats; s++)
        if (game->seat[s].wants_end)
            return true;
    return false;
}

static bool decline(struct affair *a)
{
    bool asked = is_asked(&a->game);
    for (int s = 0; s < a->game.n_seats; s++)
        a->game.seat[s].wants_end = false;
    if (asked)
        affair_tell(a, "declined_end");
    return asked;
}

static void ask_others(struct affair *a)
{
    for (int s = 0; s < a->game.n_seats; s++)
        if (seat_present(&a->game.seat[s]) && !a->game.seat[s].wants_end)
            told_mail(&a->told, &a->game, s, "vote", a->game.ply, NULL);
}

static bool agree(struct affair *a)
{
    struct seat_row *seat = &a->game.seat[a->seat];
    if (seat->wants_end)
        return false;
    bool asked = is_asked(&a->game);
    affair_tell(a, asked ? "agreed_end" : "asked_end");
    seat->wants_end = true;
    if (!asked)
        ask_others(a);
    return true;
}

bool play_vote(struct db *db, struct arena *arena, int64_t game, int64_t person, enum vote vote, int64_t now,
               struct err *err)
{
    struct affair a;
    bool ok = affair_seated(db, arena, game, person, now, &a, err) && not_resigned(&a, err);
    if (ok && vote == VOTE_AGREE && !is_asked(&a.game))
        ok = err_fail(err, ERR_STALE, N_("Nobody is asking to end this game any more."), NULL, "game %lld: no vote",
                      (long long)game);
    ok = ok && seat_returns(db, arena, &a.game, a.seat, now, &a.told, err);
    if (ok) {
        bool changed = vote == VOTE_DECLINE ? decline(&a) : agree(&a);
        ok = (!changed && !a.told.n_incidents) || affair_close(db, &a, 0, NULL, err);
    }
    store_rollback(db);
    return ok;
}

/* ---- the operator ---- */

enum hold { RUNNING, PAUSED, EITHER };

/* A game that runs, and is held as @hold. */
static bool affair_held(struct db *db, struct arena *arena, int64_t id, enum hold hold, int64_t now, struct affair *a,
                        struct err *err)
{
    if (!affair_begin(db, arena, id, 0, false, now, a, err))
        return false;
    if (a->game.status != GAME_RUNNING)
        return err_fail(err, ERR_STALE, NULL, NULL, "game %lld does not run", (long long)id);
    bool paused = a->game.paused != 0;
    return hold == EITHER || paused == (hold == PAUSED)
        || err_fail(err, ERR_STALE, NULL, NULL, "game %lld is %s", (long long)id, paused ? "paused already" : "not paused");
}

bool play_pause(struct db *db, struct arena *arena, int64_t game, int64_t now, struct err *err)
{
    struct affair a;
    bool ok = affair_held(db, arena, game, RUNNING, now, &a, err);
    if (ok) {
        head_pause(&a.game, now);
        told_incident(&a.told, &a.game, NO_SEAT, "paused", a.game.ply, now);
        ok = affair_close(db, &a, 0, NULL, err);
    }
    store_rollback(db);
    return ok;
}

bool play_go_on(struct db *db, struct arena *arena, int64_t game, int64_t now, struct err *err)
{
    struct affair a;
    bool ok = affair_held(db, arena, game, PAUSED, now, &a, err);
    if (ok) {
        head_go_on(&a.game, now);
        told_incident(&a.told, &a.game, NO_SEAT, "went_on", a.game.ply, now);
        ok = affair_close(db, &a, 0, NULL, err);
    }
    store_rollback(db);
    return ok;
}

bool play_end(struct db *db, struct arena *arena, int64_t game, int64_t now, struct err *err)
{
    struct affair a;
    bool ok = affair_held(db, arena, game, EITHER, now, &a, err);
    if (ok) {
        head_end(&a.game, "house", now, &a.told);
        ok = affair_close(db, &a, 0, NULL, err);
    }
    store_rollback(db);
    return ok;
}
