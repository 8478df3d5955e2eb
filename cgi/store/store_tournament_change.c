/* What changes of a tournament, in one trip, and who may open one or take part. */
#include "config.h"

#include "cgi/store/tournament_changes.h"

#include <string.h>

#include "cgi/store/rows.h"

#include "cgi/base/banned.h"

static const char *const act_names[] = {
    [ACT_POSTPONED] = "postponed", [ACT_STARTED] = "started", [ACT_CANCELLED] = "cancelled", [ACT_DRAWN] = "drawn", [ACT_CLOSED] = "closed",
    [ACT_OVER] = "over", [ACT_PAUSED] = "paused", [ACT_WENT_ON] = "went_on", [ACT_CORRECTED] = "corrected", [ACT_DROPPED] = "dropped",
    [ACT_TOOK_PLACE] = "took_place",
};

const char *act_kind_name(enum act_kind kind)
{
    return act_names[kind];
}

/* ---- columns: one value of each of @n items ---- */

struct columns {
    struct arena *arena;
    int n;                         /* items */
    struct sql *item[8];
};

static struct columns columns_of(struct arena *arena, int n, int columns)
{
    struct columns c = {.arena = arena, .n = n};
    for (int i = 0; i < columns; i++)
        c.item[i] = arena_array(arena, (size_t)n, sizeof(*c.item[i]));
    return c;
}

static struct sql column(const struct columns *c, int i, enum sql_type type)
{
    return sql_array(c->arena, type, c->item[i], c->n);
}

/* "{3,0,7}", which a query reads as smallint[]; null when there are none. */
static struct sql list_text(struct arena *arena, const int *numbers, int n)
{
    struct sb sb;
    sb_init(&sb, arena);
    for (int i = 0; i < n; i++)
        sb_addf(&sb, "%s%d", i ? "," : "{", numbers[i]);
    sb_add(&sb, "}");
    return sql_text(n ? sb.text : NULL);
}

/* ---- the parts of a change ---- */

/* Of those who play, or of the others. */
static void add_entrants_that(struct db *db, struct arena *arena, int64_t id, const struct tournament_change *change, bool play)
{
    struct columns c = columns_of(arena, change->n_entrants, 4);
    c.n = 0;
    for (int i = 0; i < change->n_entrants; i++) {
        const struct entrant_change *e = &change->entrant[i];
        if ((e->status == ENTRANT_PLAYS) != play)
            continue;
        c.item[0][c.n] = sql_int8(e->person);
        c.item[1][c.n] = sql_text(entrant_status_name(e->status));
        c.item[2][c.n] = sql_int4(e->place);
        c.item[3][c.n++] = sql_int4(e->barred);
    }
    if (c.n)
        TRIP(db, QUERY_ENTRANTS_CHANGE, sql_int8(id), column(&c, 0, SQL_INT8), column(&c, 1, SQL_TEXT), column(&c, 2, SQL_INT4), column(&c, 3, SQL_INT4));
}

/* A place is left before another has it. */
static void add_entrants(struct db *db, struct arena *arena, int64_t id, const struct tournament_change *change)
{
    add_entrants_that(db, arena, id, change, false);
    add_entrants_that(db, arena, id, change, true);
}

static void add_places(struct db *db, struct arena *arena, int64_t id, const struct tournament_change *change)
{
    struct columns c = columns_of(arena, change->n_places, 2);
    for (int i = 0; i < c.n; i++) {
        c.item[0][i] = sql_int4(change->place[i].place);
        c.item[1][i] = sql_int4(change->place[i].lot);
    }
    if (c.n)
        TRIP(db, QUERY_PLACES_NEW, sql_int8(id), column(&c, 0, SQL_INT4), column(&c, 1, SQL_INT4));
}

static void add_holders(struct db *db, struct arena *arena, int64_t id, const struct tournament_change *change, int64_t now)
{
    struct columns left = columns_of(arena, change->n_leave, 1), taken = columns_of(arena, change->n_take, 2);
    for (int i = 0; i < left.n; i++)
        left.item[0][i] = sql_int4(change->leave[i]);
    for (int i = 0; i < taken.n; i++) {
        taken.item[0][i] = sql_int4(change->take[i].place);
        taken.item[1][i] = sql_int8(change->take[i].person);
    }
    if (left.n)
        TRIP(db, QUERY_HOLDERS_END, sql_int8(id), column(&left, 0, SQL_INT4), sql_time(now));
    if (taken.n)
        TRIP(db, QUERY_HOLDERS_NEW, sql_int8(id), column(&taken, 0, SQL_INT4), column(&taken, 1, SQL_INT8), sql_time(now));
}

static void add_stage_places(struct db *db, struct arena *arena, int64_t id, const struct tournament_change *change)
{
    struct columns new = columns_of(arena, change->n_stage_places, 3), rank = columns_of(arena, change->n_ranks, 5);
    for (int i = 0; i < new.n; i++) {
        new.item[0][i] = sql_int4(change->stage_place[i].stage);
        new.item[1][i] = sql_int4(change->stage_place[i].place);
        new.item[2][i] = sql_int4(change->stage_place[i].division);
    }
    for (int i = 0; i < rank.n; i++) {
        const struct stage_place_row *s = &change->rank[i];
        const int numbers[] = {s->stage, s->place, s->rank, s->points, s->tables};
        for (int k = 0; k < 5; k++)
            rank.item[k][i] = sql_int4(numbers[k]);
    }
    if (new.n)
        TRIP(db, QUERY_STAGE_PLACES_NEW, sql_int8(id), column(&new, 0, SQL_INT4), column(&new, 1, SQL_INT4), column(&new, 2, SQL_INT4));
    if (rank.n)
        TRIP(db, QUERY_STAGE_PLACES_RANK, sql_int8(id), column(&rank, 0, SQL_INT4), column(&rank, 1, SQL_INT4), column(&rank, 2, SQL_INT4),
             column(&rank, 3, SQL_INT4), column(&rank, 4, SQL_INT4));
}

static void add_fixtures_new(struct db *db, struct arena *arena, int64_t id, const struct tournament_change *change)
{
    struct columns c = columns_of(arena, change->n_fixtures, 4);
    for (int i = 0; i < c.n; i++) {
        const struct fixture_row *f = &change->fixture[i];
        c.item[0][i] = sql_int4(f->stage);
        c.item[1][i] = sql_int4(f->number);
        c.item[2][i] = sql_int4(f->division);
        c.item[3][i] = list_text(arena, f->place, f->n);
    }
    if (c.n)
        TRIP(db, QUERY_FIXTURES_NEW, sql_int8(id), column(&c, 0, SQL_INT4), column(&c, 1, SQL_INT4), column(&c, 2, SQL_INT4), column(&c, 3, SQL_TEXT));
}

static void add_fixtures(struct db *db, struct arena *arena, int64_t id, const struct tournament_change *change, int64_t now)
{
    struct columns c = columns_of(arena, change->n_counted, 4), x = columns_of(arena, change->n_expected, 3);
    for (int i = 0; i < c.n; i++) {
        const struct fixture_row *f = &change->counted[i];
        c.item[0][i] = sql_int4(f->stage);
        c.item[1][i] = sql_int4(f->number);
        c.item[2][i] = sql_text(fixture_how_name(f->how));
        c.item[3][i] = list_text(arena, f->points, f->n);
    }
    for (int i = 0; i < x.n; i++) {
        const struct fixture_row *f = &change->expected[i];
        x.item[0][i] = sql_int4(f->stage);
        x.item[1][i] = sql_int4(f->number);
        x.item[2][i] = list_text(arena, f->expected, f->n);
    }
    if (x.n)
        TRIP(db, QUERY_FIXTURES_EXPECTED, sql_int8(id), column(&x, 0, SQL_INT4), column(&x, 1, SQL_INT4), column(&x, 2, SQL_TEXT));
    if (c.n)
        TRIP(db, QUERY_FIXTURES_COUNT, sql_int8(id), column(&c, 0, SQL_INT4), column(&c, 1, SQL_INT4), column(&c, 2, SQL_TEXT), column(&c, 3, SQL_TEXT),
             sql_time(now));
}

static void add_acts(struct db *db, struct arena *arena, int64_t id, const struct tournament_change *change, int64_t now)
{
    struct columns c = columns_of(arena, change->n_acts, 8);
    for (int i = 0; i < c.n; i++) {
        const struct tournament_act_row *act = &change->act[i];
        c.item[0][i] = sql_text(act_kind_name(act->kind));
        c.item[1][i] = sql_int4(act->stage);
        c.item[2][i] = sql_int4(act->number);
        c.item[3][i] = sql_id(act->person);
        c.item[4][i] = sql_int4(act->place);
        c.item[5][i] = sql_text(act->text);
        c.item[6][i] = list_text(arena, act->was, act->was_none ? 0 : act->n);
        c.item[7][i] = list_text(arena, act->points, act->n);
    }
    if (c.n)
        TRIP(db, QUERY_TOURNAMENT_ACTS, sql_int8(id), sql_time(now), column(&c, 0, SQL_TEXT), column(&c, 1, SQL_INT4), column(&c, 2, SQL_INT4),
             column(&c, 3, SQL_INT8), column(&c, 4, SQL_INT4), column(&c, 5, SQL_TEXT), column(&c, 6, SQL_TEXT), column(&c, 7, SQL_TEXT));
}

static void add_letters(struct db *db, struct arena *arena, int64_t id, const struct tournament_change *change)
{
    struct columns c = columns_of(arena, change->n_letters, 1);
    for (int i = 0; i < c.n; i++)
        c.item[0][i] = sql_int8(change->letter[i]);
    if (c.n)
        TRIP(db, QUERY_TOURNAMENT_LETTERS, sql_int8(id), column(&c, 0, SQL_INT8), sql_text(change->letter_why));
}

static void add_stages(struct db *db, int64_t id, const struct tournament_change *change)
{
    const struct stage_row *new = change->stage_new, *moved = change->stage_moved;
    if (moved)
        TRIP(db, QUERY_STAGE_CHANGE, sql_int8(id), sql_int2(moved->stage), sql_time(moved->opens), sql_time(moved->closes), sql_time(moved->closed));
    if (new)
        TRIP(db, QUERY_STAGE_NEW, sql_int8(id), sql_int2(new->stage), sql_time(new->opens), sql_time(new->closes));
}

static void add_itself(struct db *db, int64_t id, const struct tournament_change *change, int64_t now)
{
    if (change->has_status)
        TRIP(db, QUERY_TOURNAMENT_STATUS, sql_int8(id), sql_text(tournament_status_name(change->status)), sql_int2(change->stage), sql_time(now));
    if (change->postponed_to)
        TRIP(db, QUERY_TOURNAMENT_STARTS, sql_int8(id), sql_time(change->postponed_to));
    if (change->has_paused)
        TRIP(db, QUERY_TOURNAMENT_PAUSED, sql_int8(id), sql_time(change->paused));
}

static bool commit(struct db *db, int64_t id, bool stirred, struct err *err)
{
    TRIP(db, QUERY_TOURNAMENT_STIRRED, sql_int8(id), sql_bool(stirred));
    trip_add(db, QUERY_COMMIT, NULL, 0);
    return trip_run(db, TRIP_INSIDE, err);
}

bool store_tournament_change(struct db *db, struct arena *arena, int64_t id, const struct tournament_change *change, int64_t now, struct err *err)
{
    trip_start(db);
    add_itself(db, id, change, now);
    add_places(db, arena, id, change);
    add_entrants(db, arena, id, change);
    add_holders(db, arena, id, change, now);
    add_stages(db, id, change);
    add_stage_places(db, arena, id, change);
    add_fixtures_new(db, arena, id, change);
    add_fixtures(db, arena, id, change, now);
    add_acts(db, arena, id, change, now);
    add_letters(db, arena, id, change);
    TRIP(db, QUERY_TOURNAMENT_STIRRED, sql_int8(id), sql_bool(true));
    trip_add(db, QUERY_COMMIT, NULL, 0);
    if (change->n_letters)
        trip_add(db, QUERY_NOTIFY_OUTBOX, NULL, 0);
    return trip_run(db, TRIP_INSIDE, err);
}

/* ---- opening one ---- */

bool store_tournament_organiser(struct db *db, int64_t person, const char *title, int64_t now, struct organiser_row *organiser, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_BEGIN, NULL, 0);
    TRIP(db, QUERY_TOURNAMENT_ORGANISER_LOCK, sql_int8(person));
    TRIP(db, QUERY_TOURNAMENT_ORGANISER, sql_int8(person), sql_text(title), sql_time(now));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    if (trip_rows(db, 2) != 1)
        return err_fail(err, ERR_GONE, NULL, NULL, "no person %lld", (long long)person);
    struct row row = trip_row(db, 2, 0);
    organiser->is_guest = row_bool(&row);
    organiser->is_confirmed = row_bool(&row);
    organiser->is_held = row_bool(&row);
    organiser->tournaments = (int)row_number(&row);
    organiser->is_title_taken = row_bool(&row);
    return true;
}

bool store_tournament_new(struct db *db, const struct tournament_row *t, int64_t now, int64_t *id, struct err *err)
{
    struct arena *arena = arena_new();
    trip_start(db);
    TRIP(db, QUERY_TOURNAMENT_NEW, sql_int8(t->organiser), sql_text(t->title), sql_text(tournament_format_name(t->format)), sql_text(t->rules_id),
         sql_json(t->options), sql_json(pace_text(arena, &t->pace)), sql_int2(t->seats), sql_int2(t->size), sql_int2(t->moves), sql_int2(t->stages),
         sql_int2(t->days), sql_text(t->zone), sql_time(t->starts), sql_int2(t->most), sql_bool(t->when_full), sql_bytes(t->lot, sizeof(t->lot)),
         sql_time(now));
    trip_add(db, QUERY_COMMIT, NULL, 0);
    bool ok = trip_run(db, TRIP_INSIDE, err);
    arena_free(arena);
    if (!ok && !strcmp(trip_constraint(db), "tournament_title"))
        return err_fail(err, ERR_STALE, N_("Another tournament that is open or running has this title."), "title", "title taken");
    if (!ok)
        return false;
    struct row row = trip_row(db, 0, 0);
    *id = row_number(&row);
    return true;
}

/* ---- taking part ---- */

bool store_tournament_player(struct db *db, int64_t person, int64_t now, struct player_row *player, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_TOURNAMENT_PLAYER, sql_int8(person), sql_time(now));
    if (!trip_one(db, TRIP_AGAIN, ERR_GONE, "person", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    player->is_guest = row_bool(&row);
    player->is_held = row_bool(&row);
    player->is_person = row_bool(&row);
    return true;
}

bool store_entrant_put(struct db *db, int64_t id, int64_t person, int at_once, int64_t now, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_ENTRANT_PUT, sql_int8(id), sql_int8(person), sql_int2(at_once), sql_time(now));
    return commit(db, id, true, err);
}

bool store_entrant_delete(struct db *db, int64_t id, int64_t person, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_ENTRANT_DELETE, sql_int8(id), sql_int8(person));
    return commit(db, id, true, err);
}

bool store_fixture_agrees(struct db *db, int64_t id, int stage, int number, int agrees, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_FIXTURE_AGREES, sql_int8(id), sql_int2(stage), sql_int2(number), sql_int2(agrees));
    return commit(db, id, true, err);
}

/* ---- steps ---- */

bool store_tournament_quiet(struct db *db, int64_t id, struct err *err)
{
    trip_start(db);
    return commit(db, id, false, err);
}

static struct sql people_of(struct arena *arena, const int64_t *person, int n)
{
    struct sql *items = arena_array(arena, (size_t)n, sizeof(*items));
    for (int i = 0; i < n; i++)
        items[i] = sql_id(person[i]);
    return sql_array(arena, SQL_INT8, items, n);
}

/* The place of @person among @n; -1: is none of them. */
static int index_of(const int64_t *people, int n, int64_t person)
{
    for (int i = 0; i < n; i++)
        if (people[i] == person)
            return i;
    return -1;
}

bool store_tournament_seeds(struct db *db, struct arena *arena, const char *rules_id, const int64_t *people, int n, struct tournament_seeds *seeds,
                            struct err *err)
{
    *seeds = (struct tournament_seeds){.rating = arena_array(arena, (size_t)n, sizeof(*seeds->rating))};
    trip_start(db);
    TRIP(db, QUERY_TOURNAMENT_SEEDS, people_of(arena, people, n), sql_text(rules_id));
    TRIP(db, QUERY_QUICK_BLOCKS, people_of(arena, people, n));
    if (!trip_run(db, TRIP_INSIDE, err))
        return false;
    for (int i = 0; i < n; i++)
        seeds->rating[i] = DOORS_RATING_NEW;
    struct row row;
    struct records rows = trip_records(db, 0);
    while (records_next(&rows, &row)) {
        int i = index_of(people, n, row_number(&row));
        if (i >= 0)
            seeds->rating[i] = (int)row_number(&row);
    }
    rows = trip_records(db, 1);
    seeds->block = arena_array(arena, (size_t)rows.left, sizeof(*seeds->block));
    while (records_next(&rows, &row)) {
        int a = index_of(people, n, row_number(&row)), b = index_of(people, n, row_number(&row));
        if (a >= 0 && b >= 0)
            seeds->block[seeds->n_blocks++] = (struct tournament_block){a, b};
    }
    return true;
}

bool store_fixtures_open(struct db *db, struct arena *arena, int64_t id, const struct fixture_open *open, int n, struct err *err)
{
    trip_start(db);
    for (int i = 0; i < n; i++) {
        const struct fixture_open *o = &open[i];
        TRIP(db, QUERY_FIXTURE_OPEN, sql_int8(id), sql_int2(o->stage), sql_int2(o->number), sql_text(o->rules->id), sql_int4(o->rules->revision),
             sql_json(options_text(arena, o->rules, &o->setup)), sql_bytes(o->secret, sizeof(o->secret)), sql_json(pace_text(arena, o->pace)),
             people_of(arena, o->person, o->setup.n_seats), sql_text(o->bot));
    }
    return commit(db, id, true, err);
}

bool store_tournaments_due(struct db *db, struct arena *arena, int64_t now, int64_t made, int most, int64_t after, int64_t **ids, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_TOURNAMENTS_DUE, sql_time(now), sql_time(made), sql_int4(most), sql_int8(after));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *ids = read_ids(db, 0, arena, n);
    return true;
}
