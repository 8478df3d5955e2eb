#include "config.h"

#include "cgi/base/clock.h"
#include "cgi/base/tally.h"
#include "cgi/store/rows.h"
#include "cgi/store/seal.h"
#include "cgi/store/stored.h"
#include "cgi/store/waiters.h"
#include "cgi/store/watch.h"

#include <string.h>

#include "rules/engine/must.h"

#include "cgi/base/banned.h"

enum { AWAITED_PLY = 1 }; /* among seat_numbers() */
enum { SEEN_US = 60 * 1000000, MAIL_WAITS = 120, PLAN_WAITS = 65, START_WAITS = 10 }; /* microseconds, seconds */

static const char others_move[] = N_("Others are moving at this table. Nothing was changed; please try again in a moment.");

/* Runs the trip that begins with the lock of a game. */
static bool lock_game(struct db *db, int64_t id, struct err *err)
{
    bool ok = false, confirmed = !watch_unconfirmed(), enters = confirmed && waiters_enter(id);
    tally_add(TALLY_LOCKS, 1);
    if (enters) {
        const int64_t began = clock_now();
        ok = trip_run(db, TRIP_AGAIN, err);
        tally_add(TALLY_LOCKS_MICROS, clock_now() - began);
        waiters_leave(id);
        if (!ok && err->held)
            err->say = others_move;
        tally_add(TALLY_LOCKS_REFUSED, !ok && err->held);
    } else if (confirmed) {
        err_fail(err, ERR_BUSY, others_move, NULL, "game %lld: locked, and others wait for it", (long long)id);
        err->held = true;
        tally_add(TALLY_LOCKS_REFUSED, 1);
    } else {
        err_fail(err, ERR_BUSY, NULL, NULL, "database: commits are not confirmed by the standby");
    }
    return ok;
}

/* Only of who still sits there. */
static void read_planned(struct row *row, struct game_row *game)
{
    struct row one;
    for (struct records plans = row_records(row); records_next(&plans, &one);) {
        int64_t seat = row_number(&one), person = row_number(&one);
        if (seat >= 0 && seat < game->n_seats && game->seat[seat].person == person)
            game->planned |= SEAT_BIT(seat);
    }
}

static bool open_locked(struct db *db, struct arena *arena, int64_t id, int64_t person, bool seated, const uint8_t *session, struct game_row *game,
                        struct draft_row *draft, struct err *err)
{
    store_rollback(db);
    trip_start(db);
    trip_add(db, QUERY_BEGIN, NULL, 0);
    TRIP(db, QUERY_GAME_LOCK, sql_int8(id), seated ? sql_int8(person) : sql_id(0),
         sql_bytes(session, session ? TOKEN_HASH_BYTES : 0));
    TRIP(db, QUERY_GAME_LOCKED, sql_int8(id), sql_int8(person));
    bool ok = lock_game(db, id, err) && (trip_rows(db, 2) == 1 || err_fail(err, ERR_GONE, NULL, NULL, "no such game"));
    struct row row = ok ? trip_row(db, 2, 0) : (struct row){0};
    ok = ok && read_opened(&row, arena, game, draft, &game->sealed_orders, err);
    if (ok) {
        draft->display = row_text(&row, arena);
        read_planned(&row, game);
    }
    if (ok
        /* When the lock was waited for, the seat may have gone meanwhile. */
        && ((trip_rows(db, 1) == 1 && (!seated || game_seat_of(game, person) != NO_SEAT))
            || err_fail(err, ERR_FORBIDDEN, N_("You do not play in this game."), NULL, "no seat of game %lld", (long long)id))
        && (draft->n == 0 || draft->ply >= game->ply || store_moves_since(db, arena, id, draft->ply, &draft->since, err)))
        return true;
    store_rollback(db);
    return false;
}

bool store_game_open(struct db *db, struct arena *arena, int64_t id, int64_t person, struct game_row *game,
                     struct draft_row *draft, struct err *err)
{
    return open_locked(db, arena, id, person, false, NULL, game, draft, err);
}

bool store_seat_open(struct db *db, struct arena *arena, int64_t id, int64_t person, const uint8_t *session, struct game_row *game,
                     struct draft_row *draft, struct err *err)
{
    return open_locked(db, arena, id, person, true, session, game, draft, err);
}

bool store_moves_since(struct db *db, struct arena *arena, int64_t id, int ply, const char **since, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_MOVES_SINCE, sql_int8(id), sql_int4(ply));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    *since = row_text(&row, arena);
    return true;
}

bool store_last_by_person(struct db *db, int64_t id, int *ply, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_LAST_BY_PERSON, sql_int8(id));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    *ply = (int)row_number(&row);
    return true;
}

static const char *steps_text(struct arena *arena, const char *const *steps, int n)
{
    struct json_object *list = arena_json(arena, jarr());
    for (int i = 0; i < n; i++)
        jadd(list, jstr(steps[i]));
    return json_object_to_json_string_ext(list, JSON_C_TO_STRING_PLAIN);
}

static void add_draft(struct db *db, struct arena *arena, int64_t game, int64_t person, int ply,
                      const char *const *steps, int n)
{
    if (n > 0)
        TRIP(db, QUERY_DRAFT_PUT, sql_int8(game), sql_int8(person), sql_int4(ply),
             sql_json(steps_text(arena, steps, n)));
    else
        TRIP(db, QUERY_DRAFT_DROP, sql_int8(game), sql_int8(person));
}

/* What counted of the wait that ended with this commit, told with the first move its player made in it; 0: nothing. */
static int64_t took(const struct game_row *game, const struct commit *commit, int i)
{
    const struct move_row *move = &commit->moves[i];
    for (int before = 0; before < i; before++)
        if (commit->moves[before].seat == move->seat)
            return 0;
    return move->seat != NO_SEAT && !strcmp(move->cause, "person") ? game->seat[move->seat].clock.took : 0;
}

/* Whom a move of @seat is stored for. A table apart has one player, whoever that is at last: its moves need not say it. */
static int64_t mover(const struct game_row *game, int seat)
{
    return seat == NO_SEAT || game->apart ? 0 : game->seat[seat].person;
}

/* ---- moves, column by column ---- */

enum move_column { PLY, SEAT, MOVE, EVENTS, CAUSE, AT, REVISION, HASH, PERSON, BY_ORDER, TOOK, N_MOVE_COLUMNS };

static struct sql move_value(struct arena *arena, const struct game_row *game, const struct commit *commit, int i, enum move_column column)
{
    const struct move_row *move = &commit->moves[i];
    struct stored events;
    switch (column) {
    case PLY: return sql_int4(move->ply);
    case SEAT: return sql_int2(move->seat);
    case MOVE: return sql_text(move->move);
    case EVENTS:
        events = events_stored(arena, move->events, move->n_events);
        return sql_bytes(events.bytes, events.n);
    case CAUSE: return sql_text(move->cause);
    case AT: return sql_time(move->at);
    case REVISION: return sql_int4(move->revision);
    case HASH: return sql_bytes(move->hash, sizeof(move->hash));
    case PERSON: return sql_id(mover(game, move->seat));
    case BY_ORDER: return sql_text(move->by_order);
    default: return sql_id(took(game, commit, i));
    }
}

static struct sql move_column(struct arena *arena, const struct game_row *game, const struct commit *commit, enum move_column column)
{
    static const enum sql_type types[N_MOVE_COLUMNS] = {
        [PLY] = SQL_INT4, [SEAT] = SQL_INT2, [MOVE] = SQL_TEXT, [EVENTS] = SQL_BYTEA, [CAUSE] = SQL_TEXT, [AT] = SQL_TIME,
        [REVISION] = SQL_INT4, [HASH] = SQL_BYTEA, [PERSON] = SQL_INT8, [BY_ORDER] = SQL_TEXT, [TOOK] = SQL_INT8};
    struct sql *items = arena_array(arena, (size_t)commit->n_moves, sizeof(*items));
    for (int i = 0; i < commit->n_moves; i++)
        items[i] = move_value(arena, game, commit, i, column);
    return sql_array(arena, types[column], items, commit->n_moves);
}

/* Over each move as the other columns have it. */
static struct sql seals_column(struct arena *arena, const struct game_row *game, const struct commit *commit)
{
    struct sql *items = arena_array(arena, (size_t)commit->n_moves, sizeof(*items));
    for (int i = 0; i < commit->n_moves; i++) {
        struct move_row row = commit->moves[i];
        row.person = mover(game, row.seat);
        row.took = took(game, commit, i);
        items[i] = sql_int8(seal_move(game->id, &row));
    }
    return sql_array(arena, SQL_INT8, items, commit->n_moves);
}

/* Of all seats, move after move. */
static struct sql points_column(struct arena *arena, const struct game_row *game, const struct commit *commit)
{
    int n = game->n_seats;
    struct sql *items = arena_array(arena, (size_t)(commit->n_moves * n), sizeof(*items));
    for (int i = 0; i < commit->n_moves * n; i++)
        items[i] = sql_int2(commit->moves[i / n].points[i % n]);
    return sql_array(arena, SQL_INT2, items, commit->n_moves * n);
}

static void add_orders(struct db *db, struct arena *arena, int64_t game, const struct order_list_row *list)
{
    int n = list->orders.n;
    struct sql *text = arena_array(arena, (size_t)n, 2 * sizeof(*text)), *at = text + n;
    for (int i = 0; i < n; i++) {
        text[i] = sql_text(list->orders.row[i].text);
        at[i] = sql_time(list->orders.row[i].at);
    }
    TRIP(db, QUERY_ORDERS_DROP, sql_int8(game), sql_int2(list->seat));
    TRIP(db, QUERY_ORDERS_LAY, sql_int8(game), sql_int2(list->seat), sql_array(arena, SQL_TEXT, text, n),
         sql_array(arena, SQL_TIME, at, n));
}

/* ---- seats, column by column ---- */

/* The types of seat_numbers(), whose numbers are 0 for a time that is null. */
static const enum sql_type seat_types[SEAT_NUMBERS] = {
    SQL_TIME, SQL_INT4, SQL_INT2, SQL_INT2, SQL_INT8, SQL_INT8, SQL_TIME, SQL_INT8, SQL_BOOL, SQL_TIME, SQL_TIME, SQL_BOOL, SQL_INT2,
    SQL_TIME, SQL_TIME, SQL_BOOL};

static struct sql seat_value(enum sql_type type, int64_t number)
{
    switch (type) {
    case SQL_TIME: return sql_time(number);
    case SQL_INT4: return sql_int4((int)number);
    case SQL_INT2: return sql_int2((int)number);
    case SQL_BOOL: return sql_bool(number);
    default: return sql_int8(number);
    }
}

/* @seat: those that are not as they were read; @value: of all, by their number. Return: how many changed. */
static int changed_seats(const struct game_row *game, struct sql *seat, struct sql value[SEAT_NUMBERS][SEATS_MAX])
{
    int n = 0;
    for (int s = 0; s < game->n_seats; s++) {
        int64_t is[SEAT_NUMBERS];
        seat_numbers(&game->seat[s], is);
        for (int i = 0; i < SEAT_NUMBERS; i++)
            value[i][s] = seat_value(seat_types[i], is[i]);
        value[AWAITED_PLY][s].is_null = !game->seat[s].awaited_since;
        if (memcmp(is, game->seat[s].stored, sizeof(is)) != 0)
            seat[n++] = sql_int2(s);
    }
    return n;
}

static struct sql *put_seats(struct sql *out, struct arena *arena, const struct game_row *game)
{
    struct sql seat[SEATS_MAX], value[SEAT_NUMBERS][SEATS_MAX];
    int n = changed_seats(game, seat, value);
    *out++ = sql_array(arena, SQL_INT2, seat, n);
    for (int i = 0; i < SEAT_NUMBERS; i++)
        *out++ = sql_array(arena, seat_types[i], value[i], n ? game->n_seats : 0);
    return out;
}

/* ---- letters ---- */

/* Of most kinds there is one notice a ply, whatever happens; of a reminder, what the clock did and a vote there may be more. */
static bool is_plain(const struct outbox_row *mail)
{
    static const char *const others[] = {"reminder", "clock", "taken", "vote", "pause", "back"};
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (!strcmp(mail->kind, others[i]))
            return false;
    return true;
}

/* Who has had the table open just now sees the turn there: the mail waits two minutes, and no longer. Whose plan may hand itself in has a
 * minute for that, and a look of the worker's, and then needs none; a question in another's turn is no plan's. That a game has begun waits for
 * the first turns of bots: a letter about the reader's own says it, too. */
static int mail_waits(const struct game_row *game, const struct outbox_row *mail)
{
    int seat = game_seat_of(game, mail->person);
    bool turn = !strcmp(mail->kind, "turn"), asks = turn || !strcmp(mail->kind, "window");
    if (!asks || seat == NO_SEAT)
        return !strcmp(mail->kind, "started") ? START_WAITS : 0;
    return game->seat[seat].seen > game->moved - SEEN_US ? MAIL_WAITS : turn && (game->planned & SEAT_BIT(seat)) ? PLAN_WAITS : 0;
}

static struct sql *put_mails(struct sql *out, struct arena *arena, const struct game_row *game, const struct commit *commit)
{
    struct sql *person = arena_array(arena, (size_t)commit->n_mails, 4 * sizeof(*person));
    struct sql *kind = person + commit->n_mails, *ply = kind + commit->n_mails, *waits = ply + commit->n_mails;
    int n = 0;
    for (int i = 0; i < commit->n_mails; i++) {
        const struct outbox_row *mail = &commit->mails[i];
        if (!is_plain(mail))
            continue;
        person[n] = sql_int8(mail->person);
        kind[n] = sql_text(mail->kind);
        waits[n] = sql_int4(mail_waits(game, mail));
        ply[n++] = sql_int4(mail->ply);
    }
    *out++ = sql_array(arena, SQL_INT8, person, n);
    *out++ = sql_array(arena, SQL_TEXT, kind, n);
    *out++ = sql_array(arena, SQL_INT4, ply, n);
    *out++ = sql_array(arena, SQL_INT4, waits, n);
    return out;
}

static void add_mail(struct db *db, const struct game_row *game, const struct outbox_row *mail)
{
    if (!strcmp(mail->kind, "taken"))
        TRIP(db, QUERY_OUTBOX_TAKEN, sql_int8(mail->person), sql_int8(game->id), sql_int4(mail->ply), sql_int8(mail->by));
    else if (!strcmp(mail->kind, "vote") || !strcmp(mail->kind, "pause") || !strcmp(mail->kind, "back"))
        TRIP(db, QUERY_OUTBOX_VOTE, sql_int8(mail->person), sql_int8(game->id), sql_int4(mail->ply), sql_text(mail->kind));
    else
        TRIP(db, QUERY_OUTBOX_AGAIN, sql_int8(mail->person), sql_int8(game->id), sql_text(mail->kind), sql_int4(mail->ply),
             sql_text(mail->about));
}

/* ---- the end of a change ---- */

/* @draft: whose draft goes away, 0: nobody's. Return: the query's number */
static int add_close(struct db *db, struct arena *arena, const struct game_row *game, const struct commit *commit, int64_t draft)
{
    bool state = commit->n_moves > 0;
    struct sql value[SQL_PARAMS_MAX] = {
        sql_int8(game->id), sql_int4(game->ply), sql_bytes(state ? game->state.bytes : NULL, state ? game->state.n : 0),
        sql_bytes(game->hash, sizeof(game->hash)), sql_int2(game->awaits), sql_text(game_status_name(game->status)),
        sql_int2(game->n_seats), sql_time(game->started), sql_time(game->moved), sql_time(game->over), sql_text(game->ending),
        sql_time(game->paused)};
    struct sql *out = value + 12;
    for (int column = 0; column < N_MOVE_COLUMNS; column++)
        *out++ = move_column(arena, game, commit, (enum move_column)column);
    *out++ = points_column(arena, game, commit);
    out = put_seats(out, arena, game);
    *out++ = sql_id(draft);
    out = put_mails(out, arena, game, commit);
    *out++ = seals_column(arena, game, commit);
    return trip_add(db, QUERY_GAME_CLOSE, value, (int)(out - value));
}

static void add_incident(struct db *db, const struct game_row *game, const struct incident_row *incident)
{
    TRIP(db, QUERY_INCIDENT_NEW, sql_int8(game->id), sql_int4(incident->ply), sql_int2(incident->seat),
         sql_text(incident->kind), sql_id(incident->person), sql_text(incident->name), sql_time(incident->at));
}

static bool accord_same(const struct accord *a, const struct accord *b)
{
    return a->asked == b->asked && a->until == b->until && a->made == b->made && a->seat == b->seat && a->agreed == b->agreed;
}

static void add_accords(struct db *db, const struct game_row *game)
{
    for (int i = 0; i < ACCORDS; i++) {
        static const struct accord none;
        const struct accord *accord = game->status == GAME_RUNNING ? &game->accord[i] : &none;
        if (accord_same(accord, &game->accord_stored[i]))
            continue;
        if (accord->asked)
            TRIP(db, QUERY_ACCORD_PUT, sql_int8(game->id), sql_text(accord_name((enum accord_kind)i)), sql_int2(accord->seat),
                 sql_time(accord->asked), sql_int2(accord->agreed), sql_time(accord->until), sql_time(accord->made));
        else
            TRIP(db, QUERY_ACCORD_DROP, sql_int8(game->id), sql_text(accord_name((enum accord_kind)i)));
    }
}

/* Empty seats go away, the others close ranks; ascending, so that every new number is free. */
static void add_seats(struct db *db, const struct game_row *game, const int8_t *was)
{
    TRIP(db, QUERY_SEATS_EMPTY_DELETE, sql_int8(game->id));
    for (int s = 0; s < game->n_seats; s++)
        if (was[s] != s)
            TRIP(db, QUERY_SEAT_RENUMBER, sql_int8(game->id), sql_int2(was[s]), sql_int2(s));
}

/* Letters that are no plain ones come first: they tell whether a draft is lost, and the draft goes with the rest. */
static int add_head(struct db *db, struct arena *arena, const struct game_row *game, const struct commit *commit, int64_t draft)
{
    for (int i = 0; i < commit->n_mails; i++)
        if (!is_plain(&commit->mails[i]))
            add_mail(db, game, &commit->mails[i]);
    int close = add_close(db, arena, game, commit, draft);
    if (commit->snapshot)
        TRIP(db, QUERY_SNAPSHOT_NEW, sql_int8(game->id), sql_int4(game->ply), sql_bytes(game->state.bytes, game->state.n));
    return close;
}

/* Return: the number of the query that writes the head, or -1. */
static int add_commit(struct db *db, struct arena *arena, const struct game_row *game, const struct commit *commit)
{
    const struct draft_row *draft = commit->draft;
    bool head = commit->n_moves || commit->seats, kept = (draft && draft->n > 0) || !commit->n_moves;
    int close = -1;
    must(head || !commit->n_mails);
    if (commit->seat_was)
        add_seats(db, game, commit->seat_was);
    for (int s = 0; commit->aside && s < game->n_seats; s++)
        if (commit->aside[s])
            TRIP(db, QUERY_PLAN_STAYS, sql_int8(game->id), sql_int2(s), sql_int4(commit->aside[s]));
    if (commit->undoes)
        TRIP(db, QUERY_PLAN_AGAIN, sql_int8(game->id), sql_int2(commit->moves->seat), sql_int4(game->ply), sql_int4(commit->undone_to));
    add_accords(db, game);
    if (head)
        close = add_head(db, arena, game, commit, kept ? 0 : commit->draft_person);
    for (int i = 0; i < commit->n_incidents; i++)
        add_incident(db, game, &commit->incidents[i]);
    if (commit->hand_over)
        TRIP(db, QUERY_SEAT_TAKE, sql_int8(game->id), sql_int2(commit->hand_over->seat), sql_int8(commit->hand_over->to),
             sql_id(commit->hand_over->from));
    for (int i = 0; i < commit->n_orders; i++)
        add_orders(db, arena, game->id, &commit->orders[i]);
    if (commit->draft_person && kept)
        add_draft(db, arena, game->id, commit->draft_person, draft ? draft->ply : 0, draft ? draft->step : NULL, draft ? draft->n : 0);
    return close;
}

static void add_commit_told(struct db *db, int64_t game, bool mails)
{
    trip_add(db, QUERY_COMMIT, NULL, 0);
    if (mails)
        TRIP(db, QUERY_TELL_GAME_AND_OUTBOX, sql_int8(game));
    else
        TRIP(db, QUERY_TELL_GAME, sql_int8(game));
}

void add_news(struct db *db, int64_t game, bool mails)
{
    TRIP(db, QUERY_GAME_NEWS, sql_int8(game));
    add_commit_told(db, game, mails);
}

/* As tell_game, of the version that this commit makes. */
static void add_told(struct db *db, struct arena *arena, const struct game_row *game, bool mails)
{
    const char *told = arena_printf(arena, "%lld %lld %d", (long long)game->id, (long long)game->version + 1, game->ply);
    if (mails)
        TRIP(db, QUERY_TELL_VERSION_AND_OUTBOX, sql_text(told));
    else
        TRIP(db, QUERY_TELL_VERSION, sql_text(told));
}

static uint32_t read_transaction(struct db *db, int op)
{
    struct row row = trip_rows(db, op) == 1 ? trip_row(db, op, 0) : (struct row){0};
    return (uint32_t)row_number(&row);
}

bool store_game_close(struct db *db, const struct game_row *game, const struct commit *commit, struct err *err)
{
    struct arena *arena = arena_new();
    struct ratings ratings = {.n = 0};
    bool head = commit->n_moves || commit->seats, ok = !head || ratings_work_out(db, arena, game, commit->moves, commit->n_moves, &ratings, err);
    if (ok) {
        trip_start(db);
        int close = add_commit(db, arena, game, commit);
        add_ratings(db, game, &ratings);
        trip_add(db, QUERY_COMMIT, NULL, 0);
        if (head)
            add_told(db, arena, game, commit->n_mails > 0);
        ok = trip_run(db, TRIP_INSIDE, err);
        if (ok && commit->transaction && close >= 0)
            *commit->transaction = read_transaction(db, close);
    }
    arena_free(arena);
    if (!ok)
        store_rollback(db);
    return ok;
}

bool store_orders_answered(struct db *db, struct arena *arena, int64_t game, int64_t person, int most, struct move_row **moves,
                           int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_ORDERS_ANSWERED, sql_int8(game), sql_int8(person), sql_int4(most));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    if (!read_moves(db, 0, arena, NULL, moves, n, err))
        return false;
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        row.column = MOVE_COLUMNS;
        (*moves)[i].by_order = row_text(&row, arena);
    }
    return true;
}
