/* Quick seats and standing challenges: who looks for a game, and the tables where there is room. */
#include "config.h"

#include "cgi/store/rows.h"
#include "cgi/store/seekers.h"

#include <string.h>

#include "cgi/base/banned.h"

enum { HOURS = 24 };

/* ---- what one person looks for ---- */

static void read_wish(struct db *db, int op, struct arena *arena, int64_t person, struct quick_row *wish)
{
    *wish = (struct quick_row){.person = person};
    if (trip_rows(db, op) == 0)
        return;
    struct row row = trip_row(db, op, 0);
    wish->titles = row_text(&row, arena);
    wish->paces = row_text(&row, arena);
    wish->seats = (int)row_number(&row);
    wish->minutes = (int)row_number(&row);
    wish->bots = row_bool(&row);
    wish->game = row_number(&row);
    wish->since = row_time(&row);
    const char *status = row_text(&row, arena);
    if (!wish->since || !status || strcmp(status, "open") != 0)
        wish->game = wish->since = 0;
}

bool store_quick_wish(struct db *db, struct arena *arena, int64_t person, struct quick_row *wish, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_QUICK_WISH, sql_int8(person));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    read_wish(db, 0, arena, person, wish);
    return true;
}

static void read_hours(struct row *row, int *hours)
{
    int16_t visits[HOURS];
    if (row_int2s(row, visits, HOURS) == HOURS)
        for (int h = 0; h < HOURS; h++)
            hours[h] = visits[h];
}

bool store_quick_here(struct db *db, struct arena *arena, int64_t game, int64_t person, struct quick_here *here, struct err *err)
{
    *here = (struct quick_here){.wish = {.person = person}};
    trip_start(db);
    TRIP(db, QUERY_QUICK_HOURS, sql_int8(game), sql_id(person));
    TRIP(db, QUERY_QUICK_WISH, sql_int8(person));
    TRIP(db, QUERY_QUICK_WENT, sql_int8(person), sql_int8(game));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    for (int i = 0; i < trip_rows(db, 0); i++) {
        struct row row = trip_row(db, 0, i);
        int64_t seat = row_number(&row);
        if (seat >= 0 && seat < SEATS_MAX)
            read_hours(&row, here->hours[seat]);
    }
    read_wish(db, 1, arena, person, &here->wish);
    struct row row = trip_rows(db, 2) ? trip_row(db, 2, 0) : (struct row){0};
    here->went = row_number(&row);
    return true;
}

bool store_quick_went(struct db *db, int64_t person, int64_t gone, int64_t *game, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_QUICK_WENT, sql_int8(person), sql_int8(gone));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    struct row row = trip_rows(db, 0) ? trip_row(db, 0, 0) : (struct row){0};
    *game = row_number(&row);
    return true;
}

static struct sql texts(struct arena *arena, const char *const *text, int n)
{
    struct sql *items = arena_array(arena, (size_t)n, sizeof(*items));
    for (int i = 0; i < n; i++)
        items[i] = sql_text(text[i]);
    return sql_array(arena, SQL_TEXT, items, n);
}

static struct sql numbers(struct arena *arena, const int64_t *number, int n)
{
    struct sql *items = arena_array(arena, (size_t)n, sizeof(*items));
    for (int i = 0; i < n; i++)
        items[i] = sql_int8(number[i]);
    return sql_array(arena, SQL_INT8, items, n);
}

bool store_quick_put(struct db *db, struct arena *arena, int64_t person, const struct quick_put *put, int64_t *waits, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_QUICK_PUT, sql_int8(person), texts(arena, put->titles, put->n_titles), texts(arena, put->paces, put->n_paces),
         sql_int2(put->seats), sql_int4(put->minutes), sql_bool(put->bots));
    if (!trip_run(db, TRIP_ONCE, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    *waits = row_number(&row);
    return true;
}

/* ---- the pool ---- */

static void read_table_row(struct row *row, struct arena *arena, struct quick_table_row *table)
{
    struct row one;
    *table = (struct quick_table_row){.game = row_number(row)};
    table->rules_id = row_text(row, arena);
    table->options = row_text(row, arena);
    table->seats = (int)row_number(row);
    table->pace = row_text(row, arena);
    table->created = row_time(row);
    table->doors = doors_read(row_text(row, arena));
    table->owner = row_number(row);
    struct records people = row_records(row);
    while (records_next(&people, &one) && table->n < SEATS_MAX) {
        table->seat[table->n] = (int)row_number(&one);
        table->person[table->n++] = row_number(&one);
    }
    table->is_seekers = row_bool(row);
}

static void read_seeker(struct row *row, struct arena *arena, struct quick_row *seeker)
{
    *seeker = (struct quick_row){.person = row_number(row)};
    seeker->game = row_number(row);
    seeker->titles = row_text(row, arena);
    seeker->paces = row_text(row, arena);
    seeker->seats = (int)row_number(row);
    seeker->since = row_time(row);
}

static void read_seekers(struct db *db, int op, struct arena *arena, struct quick_row **seekers, int *n)
{
    *n = trip_rows(db, op);
    *seekers = arena_array(arena, (size_t)*n, sizeof(**seekers));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, op, i);
        read_seeker(&row, arena, &(*seekers)[i]);
    }
}

static void read_person_row(struct row *row, struct arena *arena, struct quick_person_row *person)
{
    struct row one;
    *person = (struct quick_person_row){.id = row_number(row)};
    person->lang = row_text(row, arena);
    read_hours(row, person->hours);
    person->percent = (int)row_number(row);
    struct records ratings = row_records(row);
    while (records_next(&ratings, &one) && person->n_ratings < QUICK_RATINGS) {
        person->rating[person->n_ratings].rules_id = row_text(&one, arena);
        person->rating[person->n_ratings++].rating = (int)row_number(&one);
    }
}

static struct quick_pair *read_pairs(struct db *db, int op, struct arena *arena, int *n)
{
    *n = trip_rows(db, op);
    struct quick_pair *pairs = arena_array(arena, (size_t)*n, sizeof(*pairs));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, op, i);
        pairs[i].person = row_number(&row);
        pairs[i].whom = row_number(&row);
    }
    return pairs;
}

/* Everybody in @rows, and @who; some more than once, which does not matter to queries. */
static struct sql people_of(struct arena *arena, const struct quick_rows *rows, int64_t who)
{
    int n = 0;
    int64_t *ids = arena_array(arena, (size_t)(rows->n_seekers + rows->n_tables * SEATS_MAX + 1), sizeof(*ids));
    ids[n++] = who;
    for (int i = 0; i < rows->n_seekers; i++)
        ids[n++] = rows->seeker[i].person;
    for (int t = 0; t < rows->n_tables; t++)
        for (int i = 0; i < rows->table[t].n; i++)
            ids[n++] = rows->table[t].person[i];
    return numbers(arena, ids, n);
}

static void read_rows(struct db *db, int op, struct arena *arena, struct quick_rows *rows)
{
    rows->n_tables = trip_rows(db, op);
    rows->table = arena_array(arena, (size_t)rows->n_tables, sizeof(*rows->table));
    for (int i = 0; i < rows->n_tables; i++) {
        struct row row = trip_row(db, op, i);
        read_table_row(&row, arena, &rows->table[i]);
    }
    read_seekers(db, op + 1, arena, &rows->seeker, &rows->n_seekers);
}

bool store_quick_pool(struct db *db, struct arena *arena, int64_t who, bool begin, struct quick_rows *rows, struct err *err)
{
    trip_start(db);
    if (begin) {
        trip_add(db, QUERY_BEGIN, NULL, 0);
        trip_add(db, QUERY_QUICK_LOCK, NULL, 0);
    }
    int op = TRIP(db, QUERY_QUICK_TABLES, sql_int4(QUICK_TABLES_MOST), sql_int4(QUICK_TABLES_OF_ONE));
    TRIP(db, QUERY_QUICK_SEEKERS, sql_int4(QUICK_SEEKERS_MOST));
    if (!trip_run(db, begin ? TRIP_AGAIN : TRIP_INSIDE, err))
        return false;
    read_rows(db, op, arena, rows);
    const struct sql people = people_of(arena, rows, who);
    trip_start(db);
    TRIP(db, QUERY_QUICK_PEOPLE, people, sql_int8(who));
    TRIP(db, QUERY_QUICK_BLOCKS, people);
    TRIP(db, QUERY_QUICK_FOLLOWS, people);
    if (!trip_run(db, TRIP_INSIDE, err))
        return false;
    rows->n_people = trip_rows(db, 0);
    rows->person = arena_array(arena, (size_t)rows->n_people, sizeof(*rows->person));
    for (int i = 0; i < rows->n_people; i++) {
        struct row row = trip_row(db, 0, i);
        read_person_row(&row, arena, &rows->person[i]);
    }
    rows->blocks = read_pairs(db, 1, arena, &rows->n_blocks);
    rows->follows = read_pairs(db, 2, arena, &rows->n_follows);
    return true;
}

/* ---- what comes of it ---- */

bool store_quick_hold(struct db *db, struct arena *arena, const int64_t *games, int n, bool *all, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_QUICK_HOLD, numbers(arena, games, n));
    if (!trip_run(db, TRIP_INSIDE, err))
        return false;
    *all = trip_rows(db, 0) == n;
    return true;
}

static bool make_table(struct db *db, struct arena *arena, struct quick_change *change, struct err *err)
{
    if (!change->open)
        return true;
    trip_start(db);
    add_new_game(db, arena, change->open);
    if (!trip_run(db, TRIP_INSIDE, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    change->game = row_number(&row);
    return true;
}

/* Open pages of tables that were given up hear of it at once; if that fails, at their next look. */
static void tell_gone(struct db *db, const struct quick_change *change)
{
    struct err ignored;
    trip_start(db);
    for (int i = 0; i < change->n_gone; i++)
        TRIP(db, QUERY_TELL_GAME, sql_int8(change->gone[i]));
    if (change->n_gone)
        trip_run(db, TRIP_ONCE, &ignored);
}

bool store_quick_commit(struct db *db, struct arena *arena, struct quick_change *change, struct err *err)
{
    if (!make_table(db, arena, change, err))
        return false;
    trip_start(db);
    TRIP(db, QUERY_QUICK_WAITS, numbers(arena, change->waits, change->n_waits), sql_int8(change->game), sql_time(change->now));
    for (int i = 0; i < change->n_gone; i++) {
        TRIP(db, QUERY_GAME_MAILS, sql_int8(change->gone[i]));
        TRIP(db, QUERY_GAME_DELETE, sql_int8(change->gone[i]));
    }
    for (int i = 0; i < change->n; i++) {
        if (change->seat[i] != NO_SEAT)
            TRIP(db, QUERY_SEAT_SIT, sql_int8(change->game), sql_int2(change->seat[i]), sql_int8(change->person[i]), sql_text(NULL));
    }
    for (int i = 0; i < change->n; i++) /* when all sit: of a table that is full the start tells */
        if (change->seat[i] != NO_SEAT)
            TRIP(db, QUERY_OUTBOX_SEATED, sql_int8(change->game), sql_int8(change->person[i]));
    add_news(db, change->game, true);
    if (!trip_run(db, TRIP_INSIDE, err)) {
        store_rollback(db);
        return false;
    }
    tell_gone(db, change);
    return true;
}

bool store_quick_apart(struct db *db, int64_t game, int64_t person, const struct new_game *open, int64_t now, struct err *err)
{
    struct arena *arena = arena_new();
    struct game_row g;
    struct draft_row draft;
    struct quick_change change = {.open = open};
    bool ok = store_game_open(db, arena, game, person, &g, &draft, err);
    if (ok && g.status == GAME_OPEN && game_seat_of(&g, person) != NO_SEAT && (ok = make_table(db, arena, &change, err))) {
        trip_start(db);
        TRIP(db, QUERY_QUICK_WAITS, numbers(arena, &person, 1), sql_int8(change.game), sql_time(now));
        add_standing_up(db, &g, person);
        add_news(db, game, false);
        ok = trip_run(db, TRIP_INSIDE, err);
    }
    store_rollback(db);
    arena_free(arena);
    return ok;
}

/* ---- what the worker looks after ---- */

static bool read_due(struct db *db, struct arena *arena, struct quick_row **rows, int *n)
{
    *n = trip_rows(db, 0);
    *rows = arena_array(arena, (size_t)*n, sizeof(**rows));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        (*rows)[i] = (struct quick_row){.person = row_number(&row)};
        (*rows)[i].game = row_number(&row);
        (*rows)[i].apart = row_bool(&row);
    }
    return true;
}

bool store_quick_due(struct db *db, struct arena *arena, int64_t now, int most, struct quick_row **rows, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_QUICK_DUE, sql_time(now), sql_int4(most));
    return trip_run(db, TRIP_AGAIN, err) && read_due(db, arena, rows, n);
}

bool store_quick_silent(struct db *db, struct arena *arena, int64_t since, int most, struct quick_row **rows, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_QUICK_SILENT, sql_time(since), sql_int4(most));
    return trip_run(db, TRIP_AGAIN, err) && read_due(db, arena, rows, n);
}

bool store_quick_seekers(struct db *db, struct arena *arena, struct quick_row **rows, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_QUICK_SEEKERS, sql_int4(QUICK_SEEKERS_MOST));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    read_seekers(db, 0, arena, rows, n);
    return true;
}

bool store_quick_full(struct db *db, struct arena *arena, int most, int64_t **games, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_QUICK_FULL, sql_int4(most));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *games = read_ids(db, 0, arena, n);
    return true;
}

bool store_quick_done(struct db *db, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_QUICK_DONE, NULL, 0);
    return trip_run(db, TRIP_ONCE, err);
}

/* ---- standing challenges ---- */

static void read_challenge(struct row *row, struct arena *arena, struct challenge_row *challenge)
{
    challenge->rules_id = row_text(row, arena);
    challenge->pace = row_text(row, arena);
    challenge->seats = (int)row_number(row);
}

bool store_challenges(struct db *db, struct arena *arena, int64_t person, struct challenge_row **challenges, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_CHALLENGES_OF, sql_int8(person));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0);
    *challenges = arena_array(arena, (size_t)*n, sizeof(**challenges));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        struct challenge_row *c = &(*challenges)[i];
        *c = (struct challenge_row){.id = row_number(&row), .person = person};
        read_challenge(&row, arena, c);
        c->most = (int)row_number(&row);
        c->doors = doors_read(row_text(&row, arena));
        c->running = (int)row_number(&row);
        c->open = row_number(&row);
    }
    return true;
}

bool store_challenge_new(struct db *db, struct arena *arena, const struct challenge_row *new, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_CHALLENGE_NEW, sql_int8(new->person), sql_text(new->rules_id), sql_text(new->pace), sql_int2(new->seats), sql_int2(new->most),
         sql_text(doors_text(arena, &new->doors)), sql_int4(CHALLENGES_MOST));
    if (!trip_run(db, TRIP_ONCE, err))
        return false;
    return trip_rows(db, 0) == 1
        || err_fail(err, ERR_STALE, N_("You have {what} standing challenges, the most you can have. Please delete one first."),
                    arena_printf(arena, "%d", CHALLENGES_MOST), "%d challenges", CHALLENGES_MOST);
}

bool store_challenge_drop(struct db *db, int64_t person, int64_t id, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_CHALLENGE_DROP, sql_int8(person), sql_int8(id));
    return trip_run(db, TRIP_ONCE, err);
}

bool store_challenges_due(struct db *db, struct arena *arena, int64_t now, int64_t seen, int most, struct challenge_row **due, int *n,
                          struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_CHALLENGES_DUE, sql_time(now), sql_time(seen), sql_int4(most));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0);
    *due = arena_array(arena, (size_t)*n, sizeof(**due));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        struct challenge_row *c = &(*due)[i];
        *c = (struct challenge_row){.id = row_number(&row)};
        c->person = row_number(&row);
        read_challenge(&row, arena, c);
        c->doors = doors_read(row_text(&row, arena));
    }
    return true;
}

bool store_challenge_looked(struct db *db, int64_t id, int64_t now, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_CHALLENGE_LOOKED, sql_int8(id), sql_time(now));
    return trip_run(db, TRIP_ONCE, err);
}
