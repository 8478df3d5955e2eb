/* One tournament with all that belongs to it. */
#include "config.h"

#include "cgi/store/tournaments.h"

#include <string.h>

#include "cgi/store/rows.h"

#include "cgi/base/banned.h"

/* ---- names ---- */

static const char *const format_names[] = {[FORMAT_LEAGUE] = "league", [FORMAT_SWISS] = "swiss", [FORMAT_GROUPS] = "groups"};
static const char *const status_names[] = {[TOURNAMENT_OPEN] = "open", [TOURNAMENT_RUNNING] = "running", [TOURNAMENT_OVER] = "over",
                                           [TOURNAMENT_CANCELLED] = "cancelled"};
static const char *const entrant_names[] = {[ENTRANT_WAITS] = "waits", [ENTRANT_PLAYS] = "plays", [ENTRANT_MISSED] = "missed",
                                            [ENTRANT_LEFT] = "left", [ENTRANT_GONE] = "gone"};
static const char *const how_names[] = {[HOW_NOT_YET] = NULL, [HOW_PLAYED] = "played", [HOW_UNFINISHED] = "unfinished",
                                        [HOW_EXPECTED] = "expected", [HOW_ALONE] = "alone", [HOW_CORRECTED] = "corrected"};

/* The number of @name among @names; 0: it is none of them. */
static int number_of(const char *const *names, int n, const char *name)
{
    for (int i = 0; name && i < n; i++)
        if (names[i] && !strcmp(names[i], name))
            return i;
    return 0;
}
#define NUMBER_OF(names, name) number_of((names), (int)(sizeof(names) / sizeof((names)[0])), (name))

const char *tournament_format_name(enum tournament_format format)
{
    return format_names[format];
}

bool tournament_format_of(const char *name, enum tournament_format *format)
{
    *format = (enum tournament_format)NUMBER_OF(format_names, name);
    return name && !strcmp(format_names[*format], name);
}

const char *tournament_status_name(enum tournament_status status)
{
    return status_names[status];
}

const char *entrant_status_name(enum entrant_status status)
{
    return entrant_names[status];
}

const char *fixture_how_name(enum fixture_how how)
{
    return how_names[how];
}

/* ---- options ---- */

bool tournament_options(const char *text, const struct rules *rules, int n_seats, struct setup *setup)
{
    return read_setup(text, rules, n_seats, setup);
}

const char *tournament_options_text(struct arena *arena, const struct rules *rules, const struct setup *setup)
{
    return options_text(arena, rules, setup);
}

/* ---- reading ---- */

void read_tournament_row(struct row *row, struct arena *arena, struct tournament_row *t)
{
    *t = (struct tournament_row){.id = row_number(row)};
    t->organiser = row_number(row);
    t->organiser_name = read_name(row, arena);
    t->title = row_text(row, arena);
    t->format = (enum tournament_format)NUMBER_OF(format_names, row_text(row, arena));
    t->rules_id = row_text(row, arena);
    t->options = row_text(row, arena);
    t->pace = pace_from_json(arena, row_text(row, arena));
    t->seats = (int)row_number(row);
    t->size = (int)row_number(row);
    t->moves = (int)row_number(row);
    t->stages = (int)row_number(row);
    t->days = (int)row_number(row);
    t->zone = row_text(row, arena);
    t->starts = row_time(row);
    t->most = (int)row_number(row);
    t->when_full = row_bool(row);
    t->postponed = row_bool(row);
    t->status = (enum tournament_status)NUMBER_OF(status_names, row_text(row, arena));
    t->paused = row_time(row);
    t->stage = (int)row_number(row);
    t->made = row_time(row);
    t->started = row_time(row);
    t->ended = row_time(row);
    t->stirred = row_bool(row);
    row_bytes(row, t->lot, sizeof(t->lot));
    t->n_in = (int)row_number(row);
    t->organiser_held_until = row_time(row);
}

static void read_entrant(struct row *row, struct arena *arena, struct entrant_row *e)
{
    e->person = row_number(row);
    e->name = read_name(row, arena);
    e->at_once = (int)row_number(row);
    e->joined = row_time(row);
    e->status = (enum entrant_status)NUMBER_OF(entrant_names, row_text(row, arena));
    e->place = (int)row_number(row);
    e->barred = (int)row_number(row);
    e->held_until = row_moment(row);
}

static void read_place(struct row *row, struct arena *arena, struct place_row *p)
{
    p->place = (int)row_number(row);
    p->lot = (int)row_number(row);
    p->person = row_number(row);
    p->name = p->person ? read_name(row, arena) : NULL;
}

static void read_stage(struct row *row, struct stage_row *s)
{
    s->stage = (int)row_number(row);
    s->opens = row_time(row);
    s->closes = row_time(row);
    s->closed = row_time(row);
}

static void read_stage_place(struct row *row, struct stage_place_row *s)
{
    s->stage = (int)row_number(row);
    s->place = (int)row_number(row);
    s->division = (int)row_number(row);
    s->rank = (int)row_number(row);
    s->points = (int)row_number(row);
    s->tables = (int)row_number(row);
}

/* By seat; Return: how many there are, -1 when there is no list. */
static int read_by_seat(struct row *row, int by_seat[SEATS_MAX])
{
    int16_t numbers[SEATS_MAX] = {0};
    int n = row_int2s(row, numbers, SEATS_MAX);
    for (int s = 0; s < SEATS_MAX; s++)
        by_seat[s] = numbers[s];
    return n;
}

static void read_seats_of(struct row *row, struct fixture_row *f)
{
    struct records seats = row_records(row);
    struct row one;
    for (int s = 0; records_next(&seats, &one) && s < SEATS_MAX; s++) {
        f->rank[s] = (int)row_number(&one);
        f->sits[s] = row_number(&one);
        f->opened |= row_bool(&one) ? SEAT_BIT(s) : 0;
        f->resigned |= row_bool(&one) ? SEAT_BIT(s) : 0;
    }
}

static bool read_fixture(struct row *row, struct arena *arena, struct fixture_row *f, struct err *err)
{
    f->stage = (int)row_number(row);
    f->number = (int)row_number(row);
    f->division = (int)row_number(row);
    f->n = read_by_seat(row, f->place);
    f->game = row_number(row);
    f->how = (enum fixture_how)NUMBER_OF(how_names, row_text(row, arena));
    read_by_seat(row, f->points);
    f->has_expected = read_by_seat(row, f->expected) > 0;
    f->agrees = (int)row_number(row);
    f->counted = row_time(row);
    const char *status = row_text(row, arena);
    f->is_open = status && !strcmp(status, "open");
    f->is_running = status && !strcmp(status, "running");
    f->is_over = status && !strcmp(status, "over");
    f->ended = row_time(row);
    f->has_result = row_bool(row);
    read_seats_of(row, f);
    return (f->n >= 1 && f->n <= SEATS_MAX)
        || err_fail(err, ERR_INTERNAL, NULL, NULL, "table %d of stage %d has %d places", f->number, f->stage, f->n);
}

enum { OP_ROW, OP_ENTRANTS, OP_PLACES, OP_STAGES, OP_STAGE_PLACES, OP_FIXTURES };

static bool read_all(struct db *db, int op, struct arena *arena, struct tournament_all *all, struct err *err)
{
    struct row first = trip_row(db, op + OP_ROW, 0), row;
    read_tournament_row(&first, arena, &all->row);
    struct records rows = trip_records(db, op + OP_ENTRANTS);
    all->entrant = arena_array(arena, (size_t)rows.left, sizeof(*all->entrant));
    while (records_next(&rows, &row))
        read_entrant(&row, arena, &all->entrant[all->n_entrants++]);
    rows = trip_records(db, op + OP_PLACES);
    all->place = arena_array(arena, (size_t)rows.left, sizeof(*all->place));
    while (records_next(&rows, &row))
        read_place(&row, arena, &all->place[all->n_places++]);
    rows = trip_records(db, op + OP_STAGES);
    all->stage = arena_array(arena, (size_t)rows.left, sizeof(*all->stage));
    while (records_next(&rows, &row))
        read_stage(&row, &all->stage[all->n_stages++]);
    rows = trip_records(db, op + OP_STAGE_PLACES);
    all->stage_place = arena_array(arena, (size_t)rows.left, sizeof(*all->stage_place));
    while (records_next(&rows, &row))
        read_stage_place(&row, &all->stage_place[all->n_stage_places++]);
    rows = trip_records(db, op + OP_FIXTURES);
    all->fixture = arena_array(arena, (size_t)rows.left, sizeof(*all->fixture));
    bool ok = true;
    while (ok && records_next(&rows, &row))
        ok = read_fixture(&row, arena, &all->fixture[all->n_fixtures++], err);
    return ok;
}

bool store_tournament(struct db *db, struct arena *arena, int64_t id, bool lock, struct tournament_all *all, struct err *err)
{
    static const enum query queries[] = {[OP_ROW] = QUERY_TOURNAMENT_ROW, [OP_ENTRANTS] = QUERY_TOURNAMENT_ENTRANTS,
                                         [OP_PLACES] = QUERY_TOURNAMENT_PLACES, [OP_STAGES] = QUERY_TOURNAMENT_STAGES,
                                         [OP_STAGE_PLACES] = QUERY_TOURNAMENT_STAGE_PLACES, [OP_FIXTURES] = QUERY_TOURNAMENT_FIXTURES};
    *all = (struct tournament_all){.n_entrants = 0};
    trip_start(db);
    int op = 1 + trip_add(db, lock ? QUERY_BEGIN : QUERY_BEGIN_READING, NULL, 0);
    if (lock)
        op = 1 + TRIP(db, QUERY_TOURNAMENT_LOCK, sql_int8(id));
    for (size_t i = 0; i < sizeof(queries) / sizeof(queries[0]); i++)
        TRIP(db, queries[i], sql_int8(id));
    if (!lock)
        trip_add(db, QUERY_COMMIT, NULL, 0);
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    return trip_rows(db, op) == 1 ? read_all(db, op, arena, all, err)
                                  : err_fail(err, ERR_GONE, NULL, NULL, "no tournament %lld", (long long)id);
}

bool store_fixture_of_game(struct db *db, struct arena *arena, int64_t game, int seat, int64_t person, struct fixture_mark *mark, struct err *err)
{
    *mark = (struct fixture_mark){.tournament = 0};
    trip_start(db);
    TRIP(db, QUERY_FIXTURE_OF_GAME, sql_int8(game), sql_int2(seat), sql_id(person));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    if (trip_rows(db, 0) == 0)
        return true;
    struct row row = trip_row(db, 0, 0);
    mark->tournament = row_number(&row);
    mark->stage = (int)row_number(&row);
    mark->number = (int)row_number(&row);
    mark->title = row_text(&row, arena);
    mark->counts = row_bool(&row);
    mark->is_own = row_bool(&row);
    return true;
}
