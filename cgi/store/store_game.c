#include "config.h"

#include "cgi/store/rows.h"
#include "cgi/store/seekers.h"

#include <string.h>

#include "cgi/base/cache.h"
#include "cgi/base/token.h"

#include "cgi/base/banned.h"

enum { GAMES_MOST = 50 };

/* ---- reading one game ---- */

bool store_game(struct db *db, struct arena *arena, int64_t id, struct game_row *game, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_BEGIN_READING, NULL, 0);
    TRIP(db, QUERY_GAME_BY_ID, sql_int8(id));
    TRIP(db, QUERY_GAME_SEATS, sql_int8(id));
    trip_add(db, QUERY_COMMIT, NULL, 0);
    return trip_run(db, TRIP_AGAIN, err) && read_whole_game(db, 1, arena, game, err) && game_adds_up(game, err);
}

static bool read_seat_records(struct row *row, struct arena *arena, struct game_row *game, struct err *err)
{
    struct records seats = row_records(row);
    return read_seats(&seats, arena, game, false, err) && game_adds_up(game, err);
}

bool store_history_mark(struct db *db, struct arena *arena, int64_t id, struct history_mark *mark, struct err *err)
{
    *mark = (struct history_mark){.is_over = false};
    trip_start(db);
    TRIP(db, QUERY_HISTORY_OF, sql_int8(id));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    if (trip_rows(db, 0) == 0)
        return true;
    struct row row = trip_row(db, 0, 0);
    mark->is_over = true;
    mark->ply = (int)row_number(&row);
    mark->is_private = row_bool(&row);
    mark->seen = row_stored(&row, arena);
    return true;
}

bool store_game_told(struct db *db, struct arena *arena, int64_t id, struct game_row *game, struct incidents *incidents,
                     struct history_mark *mark, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_GAME_TOLD, sql_int8(id), sql_int4(INCIDENTS_MOST));
    if (!trip_one(db, TRIP_AGAIN, ERR_GONE, "game", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    if (!read_game(&row, arena, game, err))
        return false;
    game->paused = row_time(&row);
    game->written = row_number(&row);
    if (!read_seat_records(&row, arena, game, err))
        return false;
    struct records records = row_records(&row);
    read_incidents(&records, arena, game, incidents);
    *mark = (struct history_mark){.is_over = game->status == GAME_OVER, .ply = game->ply, .is_private = game->invitation || game->apart};
    mark->seen = row_stored(&row, arena);
    return true;
}

int64_t written_number(const struct written *written)
{
    return cache_number(written->by, (size_t)written->n * sizeof(written->by[0]));
}

void add_table(struct db *db, int64_t id, struct sql who, struct newest newest)
{
    static const enum query queries[2][2] = {{QUERY_TABLE_OF, QUERY_TABLE_OF_AND_NEXT},
                                             {QUERY_TABLE_OF_SESSION, QUERY_TABLE_OF_SESSION_AND_NEXT}};
    const struct sql value[] = {sql_int8(id), who, sql_int4(newest.moves), sql_int4(newest.lines ? newest.lines + 1 : 0)};
    trip_add(db, queries[who.type == SQL_BYTEA][newest.next], value, sizeof(value) / sizeof(value[0]));
}

static void read_tournament_table(struct row *row, struct arena *arena, struct tournament_table *table)
{
    table->tournament = row_number(row);
    table->title = row_text(row, arena);
    table->format = row_text(row, arena);
    table->stage = (int)row_number(row);
    table->number = (int)row_number(row);
    table->division = (int)row_number(row);
    table->divisions = (int)row_number(row);
}

bool read_table(struct row *row, struct arena *arena, struct newest newest, struct table_rows *rows, struct err *err)
{
    struct row first = *row;
    struct row one;
    *rows = (struct table_rows){.has_next = newest.next};
    if (!row_number(&first))
        return err_fail(err, ERR_GONE, NULL, NULL, "no such game");
    if (!read_opened(row, arena, &rows->game, &rows->draft, &rows->orders, err))
        return false;
    struct records plans = row_records(row);
    read_plan(&plans, arena, &rows->plan);
    struct records incidents = row_records(row), lines = row_records(row), company = row_records(row);
    read_incidents(&incidents, arena, &rows->game, &rows->incidents);
    read_company(&lines, &company, arena, newest.lines, &rows->company);
    struct records tournaments = row_records(row);
    if (records_next(&tournaments, &one))
        read_tournament_table(&one, arena, &rows->game.tournament_table);
    row_transactions(row, &rows->written);
    rows->game.written = written_number(&rows->written);
    if (newest.next) {
        struct records next = row_records(row);
        if (records_next(&next, &one))
            read_next(&one, arena, &rows->next);
    }
    return true;
}

/* Op @op, asked by add_table() for a person. */
static bool read_table_of(struct db *db, int op, struct arena *arena, struct newest newest, struct table_rows *rows, struct err *err)
{
    struct row row = trip_rows(db, op) == 1 ? trip_row(db, op, 0) : (struct row){0};
    return read_table(&row, arena, newest, rows, err);
}

static bool read_head(struct db *db, int op, struct arena *arena, const struct game_row *game, struct head_rows *head, struct err *err)
{
    struct row one;
    if (trip_rows(db, op) != 1)
        return err_fail(err, ERR_GONE, NULL, NULL, "no such game");
    struct row row = trip_row(db, op, 0);
    row_transactions(&row, &head->written);
    head->state = row_stored(&row, arena);
    struct records records = row_records(&row);
    head->n_moves = records.left;
    head->moves = arena_array(arena, (size_t)records.left, sizeof(*head->moves));
    for (int i = head->n_moves - 1; records_next(&records, &one); i--) {
        if (!read_move(&one, arena, game, &head->moves[i], err))
            return false;
        head->moves[i].packed = (struct stored){.n = 0}; /* that would not outlive this trip */
    }
    return true;
}

bool store_table(struct db *db, struct arena *arena, int64_t id, int64_t person, struct newest newest, struct table_rows *rows,
                 struct err *err)
{
    trip_start(db);
    add_table(db, id, sql_id(person), newest);
    return trip_run(db, TRIP_AGAIN, err) && read_table_of(db, 0, arena, newest, rows, err);
}

bool store_head(struct db *db, struct arena *arena, const struct game_row *game, int moves, struct head_rows *head, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_HEAD_OF, sql_int8(game->id), sql_int4(moves));
    return trip_run(db, TRIP_AGAIN, err) && read_head(db, 0, arena, game, head, err);
}

bool store_table_and_head(struct db *db, struct arena *arena, int64_t id, int64_t person, struct newest newest, struct table_rows *rows,
                          struct arena *of_head, struct head_rows *head, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_BEGIN_READING, NULL, 0);
    TRIP(db, QUERY_HEAD_OF, sql_int8(id), sql_int4(newest.moves));
    add_table(db, id, sql_id(person), newest);
    trip_add(db, QUERY_COMMIT, NULL, 0);
    return trip_run(db, TRIP_AGAIN, err) && read_table_of(db, 2, arena, newest, rows, err)
        && read_head(db, 1, of_head, &rows->game, head, err);
}

static struct stored read_snapshot(struct db *db, int op, struct arena *arena, int *ply)
{
    *ply = -1;
    if (trip_rows(db, op) == 0)
        return (struct stored){.n = 0};
    struct row row = trip_row(db, op, 0);
    *ply = (int)row_number(&row);
    return row_stored(&row, arena);
}

bool store_history(struct db *db, struct arena *arena, int64_t id, int ply, struct game_row *game,
                   struct move_row **moves, int *n_moves, struct incidents *incidents, int *snapshot_ply,
                   struct stored *snapshot, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_BEGIN_READING, NULL, 0);
    TRIP(db, QUERY_GAME_BY_ID, sql_int8(id));
    TRIP(db, QUERY_GAME_SEATS, sql_int8(id));
    TRIP(db, QUERY_GAME_MOVES, sql_int8(id));
    TRIP(db, QUERY_GAME_SNAPSHOT, sql_int8(id), sql_int4(ply));
    TRIP(db, QUERY_GAME_INCIDENTS, sql_int8(id), sql_int4(0), sql_int4(INCIDENTS_MOST));
    trip_add(db, QUERY_COMMIT, NULL, 0);
    if (!trip_run(db, TRIP_AGAIN, err) || !read_whole_game(db, 1, arena, game, err) || !game_adds_up(game, err))
        return false;
    struct records told = trip_records(db, 5);
    read_incidents(&told, arena, game, incidents);
    *snapshot = read_snapshot(db, 4, arena, snapshot_ply);
    if (!read_moves(db, 3, arena, game, moves, n_moves, err))
        return false;
    return (*n_moves == game->ply + 1 && (!*n_moves || (*moves)[0].ply == 0))
        || row_fail(err, game->id, game->ply, "so many moves are stored", *n_moves);
}

bool store_course(struct db *db, struct arena *arena, const struct game_row *game, int ply, struct plies told, struct move_row **moves,
                  int *n_moves, int *snapshot_ply, struct stored *snapshot, struct err *err)
{
    const struct sql id = sql_int8(game->id);
    trip_start(db);
    TRIP(db, QUERY_GAME_COURSE, id, sql_int4(game->ply));
    TRIP(db, QUERY_GAME_MOVES_TOLD, id, sql_int4(told.first), sql_int4(told.last), sql_int4(ply));
    TRIP(db, QUERY_GAME_SNAPSHOT, id, sql_int4(ply));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *snapshot = read_snapshot(db, 2, arena, snapshot_ply);
    if (!read_course(db, 0, arena, game, moves, n_moves, err))
        return false;
    for (int i = told.first; i <= told.last; i++)
        if (!(*moves)[i].move)
            return row_fail(err, game->id, i, "the move is missing", i);
    return true;
}

bool store_moves(struct db *db, struct arena *arena, int64_t id, struct move_row **moves, int *n_moves, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_GAME_MOVES, sql_int8(id));
    return trip_run(db, TRIP_AGAIN, err) && read_moves(db, 0, arena, NULL, moves, n_moves, err);
}

bool store_moves_to(struct db *db, struct arena *arena, int64_t id, int ply, struct move_row **moves, int *n_moves,
                    int *snapshot_ply, struct stored *snapshot, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_BEGIN_READING, NULL, 0);
    TRIP(db, QUERY_GAME_MOVES_TO, sql_int8(id), sql_int4(ply));
    TRIP(db, QUERY_GAME_SNAPSHOT, sql_int8(id), sql_int4(ply));
    trip_add(db, QUERY_COMMIT, NULL, 0);
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *snapshot = read_snapshot(db, 2, arena, snapshot_ply);
    return read_moves(db, 1, arena, NULL, moves, n_moves, err);
}

bool store_snapshots(struct db *db, struct arena *arena, int64_t id, struct snapshot_row **snapshots, int *n,
                     struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_GAME_SNAPSHOTS, sql_int8(id));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0);
    *snapshots = arena_array(arena, (size_t)*n, sizeof(**snapshots));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        (*snapshots)[i].ply = (int)row_number(&row);
        (*snapshots)[i].state = row_stored(&row, arena);
    }
    return true;
}

/* ---- lists ---- */

bool store_moment(struct db *db, struct arena *arena, const char **moment, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_MOMENT, NULL, 0);
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    *moment = row_text(&row, arena);
    return true;
}

/* The one query that answers a filter; each is led by an index. */
static void add_games(struct db *db, const struct game_filter *f)
{
    const struct sql person = sql_id(f->person), rules = sql_text(f->rules_id), before = sql_id(f->before);
    const struct sql most = sql_int4(f->most < 1 ? 1 : f->most > GAMES_MOST ? GAMES_MOST : f->most);
    const struct sql status = sql_text(f->has_status ? game_status_name(f->status) : NULL);
    if (f->kept)
        TRIP(db, QUERY_GAMES_KEPT, person, rules, before, most);
    else if (f->awaiting)
        TRIP(db, QUERY_GAMES_AWAITING, person, rules, before, most);
    else if (f->mine)
        TRIP(db, QUERY_GAMES_MINE, person, rules, before, most, status);
    else if (f->of && f->has_status && f->status != GAME_OVER)
        TRIP(db, QUERY_GAMES_OF_GOING, person, rules, before, most, status, sql_int8(f->of));
    else if (f->of)
        TRIP(db, QUERY_GAMES_OF, person, rules, before, most, status, sql_int8(f->of));
    else if (f->has_status)
        TRIP(db, QUERY_GAMES_WITH_STATUS, person, rules, before, most, status);
    else
        TRIP(db, QUERY_GAMES_ANY, person, rules, before, most);
}

/* A game that cannot be must not spoil the lists it stands in: it keeps its place, nobody sits there, and its own page tells the rest. */
void read_listed_game(struct row *row, struct arena *arena, struct game_row *game)
{
    struct err ignored;
    if (read_game(row, arena, game, &ignored) && read_seat_records(row, arena, game, &ignored))
        return;
    game->n_seats = game->setup.n_seats = 0;
    game->awaits = 0;
    game->rules = NULL;
}

static void read_list(struct db *db, int op, struct arena *arena, struct game_list *list)
{
    int n = trip_rows(db, op);
    *list = (struct game_list){.row = arena_array(arena, (size_t)n, sizeof(*list->row))};
    for (; list->n < n; list->n++) {
        struct row row = trip_row(db, op, list->n);
        read_listed_game(&row, arena, &list->row[list->n]);
    }
}

/* Behind what was added to the trip before. */
static bool run_lists(struct db *db, struct arena *arena, const struct game_filter *filters, int n, struct game_list *lists,
                      struct err *err)
{
    int first = trip_add(db, QUERY_PLAN_FOR_VALUES, NULL, 0) + 1;
    for (int i = 0; i < n; i++)
        add_games(db, &filters[i]);
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    for (int i = 0; i < n; i++)
        read_list(db, first + i, arena, &lists[i]);
    return true;
}

bool store_game_lists(struct db *db, struct arena *arena, const struct game_filter *filters, int n, struct game_list *lists,
                      struct err *err)
{
    trip_start(db);
    return run_lists(db, arena, filters, n, lists, err);
}

bool store_games(struct db *db, struct arena *arena, const struct game_filter *filter, struct game_row **games, int *n,
                 struct err *err)
{
    struct game_list list = {0};
    bool ok = store_game_lists(db, arena, filter, 1, &list, err);
    *games = list.row;
    *n = list.n;
    return ok;
}

bool store_all_games(struct db *db, struct arena *arena, int64_t after, int most, int64_t **games, int *n,
                     struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_GAMES_STARTED, sql_int8(after), sql_int4(most));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *games = read_ids(db, 0, arena, n);
    return true;
}

/* ---- making and filling a table ---- */

void add_new_game(struct db *db, struct arena *arena, const struct new_game *new)
{
    struct json_object *bots = arena_json(arena, jarr());
    char invitation[TOKEN_TEXT];
    token_make(invitation);
    for (int s = 0; s < new->setup.n_seats; s++)
        jadd(bots, jstr(new->bots[s]));
    TRIP(db, QUERY_GAME_NEW, sql_text(new->rules->id), sql_int4(new->rules->revision),
         sql_json(options_text(arena, new->rules, &new->setup)), sql_int2(new->setup.n_seats), sql_int8(new->owner),
         sql_text(new->is_private ? arena_strdup(arena, invitation) : NULL), sql_bytes(new->secret, sizeof(new->secret)),
         sql_json(json_object_to_json_string_ext(bots, JSON_C_TO_STRING_PLAIN)), sql_text(new->phrase),
         sql_json(pace_text(arena, &new->pace)), sql_bool(new->apart), sql_int2(new->guide), sql_bool(new->hints),
         sql_text(doors_text(arena, &new->doors)));
}

bool store_game_new(struct db *db, const struct new_game *new, int64_t *id, struct err *err)
{
    int n = new->setup.n_seats;
    if (n < new->rules->min_seats || n > new->rules->max_seats)
        return err_fail(err, ERR_INPUT, N_("This game cannot be played with that many players."), "seats", "%s with %d seats",
                        new->rules->id, n);
    struct arena *arena = arena_new();
    trip_start(db);
    add_new_game(db, arena, new);
    bool ok = trip_run(db, TRIP_ONCE, err);
    arena_free(arena);
    if (!ok)
        return false;
    struct row row = trip_row(db, 0, 0);
    *id = row_number(&row);
    return true;
}

/* Ends a change of seats: the trip's last query, or the way back. */
static bool finish(struct db *db, int64_t game, bool mails, struct err *err)
{
    add_news(db, game, mails);
    if (trip_run(db, TRIP_INSIDE, err))
        return true;
    store_rollback(db);
    return false;
}

static bool is_open(const struct game_row *game, struct err *err)
{
    return game->status == GAME_OPEN
        || err_fail(err, ERR_STALE, N_("This game has already started."), NULL, "game %lld started",
                    (long long)game->id);
}

/* Who sits at a table of a tournament is not for them to say. */
static bool is_free(const struct game_row *game, struct err *err)
{
    return is_open(game, err) && (!game->tournament_waits
        || err_fail(err, ERR_STALE, N_("This table belongs to a tournament: it starts by itself."), NULL, "game %lld", (long long)game->id));
}

static bool may_sit(const struct game_row *game, int64_t person, const char *invitation, int *seat, struct err *err)
{
    if (!is_open(game, err))
        return false;
    bool invited = !game->invitation || game_keeps_seat(game, person) || (invitation && !strcmp(game->invitation, invitation));
    if (!invited)
        return err_fail(err, ERR_FORBIDDEN, N_("This table is private: you need an invitation link."), NULL,
                        "game %lld is private", (long long)game->id);
    *seat = game_seat_for(game, person);
    if (*seat != NO_SEAT)
        return true;
    for (int s = 0; s < game->n_seats; s++)
        if (game->seat[s].kept_for)
            return err_fail(err, ERR_STALE, N_("The remaining seats at this table are reserved for others."), NULL,
                            "game %lld keeps its seats", (long long)game->id);
    return err_fail(err, ERR_STALE, N_("This table is already full."), NULL, "game %lld is full", (long long)game->id);
}

bool store_sit(struct db *db, int64_t game, int64_t person, const char *phrase, const char *invitation, int *seat,
               struct err *err)
{
    struct arena *arena = arena_new();
    struct game_row g;
    struct draft_row draft;
    bool ok = store_game_open(db, arena, game, person, &g, &draft, err), there = false;
    if (ok && g.status == GAME_OPEN) {
        *seat = game_seat_of(&g, person);
        there = *seat != NO_SEAT;
    }
    ok = ok && (there || (may_sit(&g, person, invitation, seat, err) && store_doors(db, arena, &g, person, err)));
    if (ok && !there) {
        trip_start(db);
        TRIP(db, QUERY_SEAT_SIT, sql_int8(game), sql_int2(*seat), sql_int8(person), sql_text(phrase));
        TRIP(db, QUERY_OUTBOX_SEATED, sql_int8(game), sql_int8(person));
        ok = finish(db, game, true, err);
    }
    store_rollback(db);
    arena_free(arena);
    return ok;
}

/* Whom an open table belongs to when its owner goes; 0: nobody is left. */
static int64_t heir(const struct game_row *game)
{
    for (int s = 0; s < game->n_seats; s++)
        if (game->seat[s].person && game->seat[s].person != game->owner)
            return game->seat[s].person;
    return 0;
}

bool store_table_drop(struct db *db, int64_t game, struct err *err)
{
    struct arena *arena = arena_new();
    struct game_row g;
    struct draft_row draft;
    bool ok = store_game_open(db, arena, game, 0, &g, &draft, err) && is_open(&g, err);
    if (ok) {
        trip_start(db);
        TRIP(db, QUERY_GAME_MAILS, sql_int8(game));
        TRIP(db, QUERY_GAME_DELETE, sql_int8(game));
        ok = finish(db, game, false, err);
    }
    store_rollback(db);
    arena_free(arena);
    return ok;
}

void add_standing_up(struct db *db, const struct game_row *game, int64_t person)
{
    int seat = game_seat_of(game, person);
    if (seat != NO_SEAT)
        TRIP(db, QUERY_SEAT_SIT, sql_int8(game->id), sql_int2(seat), sql_id(0), sql_text(NULL));
    TRIP(db, QUERY_QUICK_LEAVES, sql_int8(game->id), sql_int8(person));
    if (game->owner == person && heir(game))
        TRIP(db, QUERY_GAME_OWNER, sql_int8(game->id), sql_int8(heir(game)));
    else if (game->owner == person) {
        TRIP(db, QUERY_GAME_MAILS, sql_int8(game->id));
        TRIP(db, QUERY_GAME_DELETE, sql_int8(game->id));
    }
}

bool store_leave(struct db *db, int64_t game, int64_t person, struct err *err)
{
    struct arena *arena = arena_new();
    struct game_row g;
    struct draft_row draft;
    bool ok = store_game_open(db, arena, game, person, &g, &draft, err) && is_free(&g, err);
    if (ok && game_seat_of(&g, person) == NO_SEAT && g.owner != person)
        ok = err_fail(err, ERR_FORBIDDEN, N_("You do not sit at this table."), NULL, "no seat of game %lld",
                      (long long)game);
    if (ok) {
        trip_start(db);
        add_standing_up(db, &g, person);
        ok = finish(db, game, false, err);
    }
    store_rollback(db);
    arena_free(arena);
    return ok;
}

static bool may_place_bot(const struct game_row *game, int64_t owner, int seat, struct err *err)
{
    if (game->owner != owner)
        return err_fail(err, ERR_FORBIDDEN, N_("Only the owner of this table can do that."), NULL,
                        "game %lld: not its owner", (long long)game->id);
    if (!is_free(game, err))
        return false;
    if (seat < 0 || seat >= game->n_seats)
        return err_fail(err, ERR_INPUT, N_("This table has no such seat."), "seat", "seat %d", seat);
    return !game->seat[seat].person
        || err_fail(err, ERR_STALE, N_("Someone already sits there."), NULL, "seat %d is taken", seat);
}

bool store_seat_bot(struct db *db, int64_t game, int64_t owner, int seat, const char *bot, struct err *err)
{
    struct arena *arena = arena_new();
    struct game_row g;
    struct draft_row draft;
    bool ok = store_game_open(db, arena, game, owner, &g, &draft, err) && may_place_bot(&g, owner, seat, err);
    if (ok) {
        trip_start(db);
        TRIP(db, QUERY_SEAT_BOT, sql_int8(game), sql_int2(seat), sql_text(bot));
        ok = finish(db, game, false, err);
    }
    store_rollback(db);
    arena_free(arena);
    return ok;
}
