/* Ratings worked out once more: from the order in which games were rated, without what each game has stored; and games that are struck. */
#include "config.h"

#include "cgi/store/recompute.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/banned.h"

enum { ROWS_A_TRIP = 5000, PAGES_A_TRIP = 1000 };

static const struct stored_kind {
    enum query read, put, drop;
    int figures;               /* so many of the columns mean something */
} kinds[RATING_KINDS] = {
    [RATING_OF_PERSON] = {QUERY_STORED_RATINGS, QUERY_RATINGS_PUT, QUERY_RATINGS_DROP, 4},
    [RATING_OF_SEASON] = {QUERY_STORED_SEASONS, QUERY_SEASONS_PUT, QUERY_SEASONS_DROP, 3},
    [RATING_OF_GAME] = {QUERY_STORED_STEPS, QUERY_STEPS_PUT, QUERY_STEPS_DROP, 4},
};

/* ---- reading ---- */

static void read_bases(struct recompute *r, int op)
{
    r->n_bases = trip_rows(r->db, op);
    r->base = arena_array(r->arena, (size_t)r->n_bases, sizeof(*r->base));
    for (int i = 0; i < r->n_bases; i++) {
        struct row row = trip_row(r->db, op, i);
        struct base *base = &r->base[i];
        base->person = row_number(&row);
        base->rating.mean = (double)row_number(&row) / 1000;
        base->rating.deviation = (double)row_number(&row) / 1000;
        base->rating.games = (int)row_number(&row);
        base->at = row_time(&row);
    }
}

static bool read_parts(struct recompute *r, struct err *err)
{
    trip_start(r->db);
    TRIP(r->db, QUERY_RATED_ALL, sql_text(r->rules_id));
    TRIP(r->db, QUERY_RATED_BASES, sql_text(r->rules_id));
    if (!trip_run(r->db, TRIP_INSIDE, err))
        return false;
    r->n_parts = trip_rows(r->db, 0);
    r->part = arena_array(r->arena, (size_t)r->n_parts, sizeof(*r->part));
    for (int i = 0; i < r->n_parts; i++) {
        struct row row = trip_row(r->db, 0, i);
        struct part *part = &r->part[i];
        part->game = row_number(&row);
        part->season = row_number(&row);
        part->at = row_time(&row);
        part->before = (int)row_number(&row);
        part->person = row_number(&row);
        part->rank = (int)row_number(&row);
        part->here = row_bool(&row);
        part->order = i;
    }
    read_bases(r, 1);
    recompute_number_people(r);
    return true;
}

static bool read_stored(struct recompute *r, enum rating_kind kind, struct err *err)
{
    trip_start(r->db);
    TRIP(r->db, kinds[kind].read, sql_text(r->rules_id));
    if (!trip_run(r->db, TRIP_INSIDE, err))
        return false;
    struct entries *stored = &r->stored[kind];
    stored->n = trip_rows(r->db, 0);
    stored->row = arena_array(r->arena, (size_t)stored->n, sizeof(*stored->row));
    for (int i = 0; i < stored->n; i++) {
        struct row row = trip_row(r->db, 0, i);
        for (int c = 0; c < COLUMNS; c++)
            stored->row[i].column[c] = row_number(&row);
    }
    return true;
}

/* ---- comparing, and writing what differs ---- */

static int by_key(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    for (int k = 0; k < KEYS; k++)
        if (x->column[k] != y->column[k])
            return x->column[k] < y->column[k] ? -1 : 1;
    return 0;
}

static void tell(struct recompute *r, enum rating_kind kind, const struct entry *stored, const struct entry *worked)
{
    const struct entry *one = worked ? worked : stored;
    r->differ++;
    if (r->tell)
        r->tell(r->user, &(struct rating_difference){.kind = kind, .rules_id = r->rules_id, .person = one->column[0], .of = one->column[1],
                                                     .stored = stored ? stored->column + KEYS : NULL,
                                                     .worked = worked ? worked->column + KEYS : NULL});
}

static void keep(struct entries *list, const struct entry *entry)
{
    list->row[list->n++] = *entry;
}

/* @put: what is missing or stored otherwise, as it was worked out; @drop: what should not be there. */
static void compare(struct recompute *r, enum rating_kind kind, struct entries *put, struct entries *drop)
{
    struct entries *worked = &r->worked[kind], *stored = &r->stored[kind];
    const size_t figures = (size_t)kinds[kind].figures * sizeof(int64_t);
    put->row = arena_array(r->arena, (size_t)worked->n, sizeof(*put->row));
    drop->row = arena_array(r->arena, (size_t)stored->n, sizeof(*drop->row));
    put->n = drop->n = 0;
    qsort(worked->row, (size_t)worked->n, sizeof(*worked->row), by_key);
    for (int w = 0, s = 0; w < worked->n || s < stored->n;) {
        const struct entry *is = w < worked->n ? &worked->row[w] : NULL, *was = s < stored->n ? &stored->row[s] : NULL;
        int order = !is ? 1 : !was ? -1 : by_key(is, was);
        if (order || memcmp(is->column + KEYS, was->column + KEYS, figures) != 0) {
            tell(r, kind, order >= 0 ? was : NULL, order <= 0 ? is : NULL);
            keep(order > 0 ? drop : put, order > 0 ? was : is);
        }
        w += order <= 0;
        s += order >= 0;
    }
}

/* So many rows from @first on. */
static struct sql column_of(struct arena *arena, const struct entries *list, int column, int first, int n)
{
    struct sql *items = arena_array(arena, (size_t)n, sizeof(*items));
    for (int i = 0; i < n; i++)
        items[i] = sql_int8(list->row[first + i].column[column]);
    return sql_array(arena, SQL_INT8, items, n);
}

static void add_put(struct recompute *r, enum rating_kind kind, const struct entries *put, int first, int n)
{
    struct sql value[1 + COLUMNS] = {sql_text(r->rules_id)};
    for (int c = 0; c < COLUMNS; c++)
        value[1 + c] = column_of(r->arena, put, c, first, n);
    trip_add(r->db, kinds[kind].put, value, 1 + COLUMNS);
}

static void add_drop(struct recompute *r, enum rating_kind kind, const struct entries *drop, int first, int n)
{
    const struct rating initial = rating_first();
    TRIP(r->db, kinds[kind].drop, sql_text(r->rules_id), column_of(r->arena, drop, 0, first, n), column_of(r->arena, drop, 1, first, n),
         sql_int8(rating_thousandths(initial.mean)), sql_int8(rating_thousandths(initial.deviation)));
}

/* Some rows a trip: what takes too long is given up. */
static bool write_list(struct recompute *r, enum rating_kind kind, const struct entries *list,
                       void (*queue)(struct recompute *, enum rating_kind, const struct entries *, int, int), struct err *err)
{
    bool ok = true;
    for (int first = 0; ok && first < list->n; first += ROWS_A_TRIP) {
        trip_start(r->db);
        queue(r, kind, list, first, list->n - first < ROWS_A_TRIP ? list->n - first : ROWS_A_TRIP);
        ok = trip_run(r->db, TRIP_INSIDE, err);
    }
    return ok;
}

static bool write_all(struct recompute *r, struct err *err)
{
    bool ok = true;
    for (int kind = 0; r->seasons_only && kind < RATING_KINDS; kind++)
        if (kind != RATING_OF_SEASON)
            r->put[kind].n = r->drop[kind].n = 0;
    for (int kind = RATING_KINDS - 1; ok && kind >= 0; kind--)
        ok = write_list(r, (enum rating_kind)kind, &r->drop[kind], add_drop, err);
    for (int kind = 0; ok && kind < RATING_KINDS; kind++)
        ok = write_list(r, (enum rating_kind)kind, &r->put[kind], add_put, err);
    return ok;
}

/* The pages of these games show other ratings now. All is written already: what is told of here is only kept pages. */
static void tell_pages(struct recompute *r, const struct entries *list)
{
    struct err ignored;
    bool ok = true;
    for (int first = 0; ok && first < list->n; first += PAGES_A_TRIP) {
        trip_start(r->db);
        TRIP(r->db, QUERY_RATED_NEWS, column_of(r->arena, list, 1, first, list->n - first < PAGES_A_TRIP ? list->n - first : PAGES_A_TRIP));
        ok = trip_run(r->db, TRIP_ONCE, &ignored);
    }
}

/* The seats of games are compared, too; what they tell otherwise is told, and not used. */
static bool compare_seats(struct recompute *r, struct err *err)
{
    trip_start(r->db);
    TRIP(r->db, QUERY_RATED_OTHERWISE, sql_text(r->rules_id));
    if (!trip_run(r->db, TRIP_AGAIN, err))
        return false;
    for (int i = 0; i < trip_rows(r->db, 0); i++) {
        struct row row = trip_row(r->db, 0, i);
        r->differ++;
        if (r->tell)
            r->tell(r->user, &(struct rating_difference){.kind = RATING_KINDS, .rules_id = r->rules_id, .of = row_number(&row)});
    }
    return true;
}

/* Within a transaction that holds all ratings, or that sees one moment only; begins the trip that ends it. */
static bool recompute(struct recompute *r, bool write, struct err *err)
{
    bool ok = read_parts(r, err);
    for (int kind = 0; ok && kind < RATING_KINDS; kind++)
        ok = read_stored(r, (enum rating_kind)kind, err);
    if (!ok)
        return false;
    recompute_work_out(r);
    for (int kind = 0; kind < RATING_KINDS; kind++)
        compare(r, (enum rating_kind)kind, &r->put[kind], &r->drop[kind]);
    if (write && !write_all(r, err))
        return false;
    trip_start(r->db);
    trip_add(r->db, QUERY_COMMIT, NULL, 0);
    return true;
}

/* ---- what is asked for ---- */

bool store_rated_titles(struct db *db, struct arena *arena, const char *const **rules_id, int *n, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_RATED_TITLES, NULL, 0);
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0);
    const char **list = arena_array(arena, (size_t)*n, sizeof(*list));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        list[i] = row_text(&row, arena);
    }
    *rules_id = list;
    return true;
}

static bool adopt(struct db *db, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_RATED_ADOPT, NULL, 0);
    return trip_run(db, TRIP_ONCE, err);
}

static bool recompute_title(struct recompute r, bool check, int *n, struct err *err)
{
    struct db *db = r.db;
    r.arena = arena_new();
    bool ok = (check || adopt(db, err)) && compare_seats(&r, err); /* before others have to wait */
    trip_start(db);
    trip_add(db, check ? QUERY_BEGIN_READING : QUERY_BEGIN, NULL, 0);
    if (!check)
        trip_add(db, QUERY_RATINGS_HOLD, NULL, 0);
    ok = ok && trip_run(db, TRIP_AGAIN, err) && recompute(&r, !check, err) && trip_run(db, TRIP_INSIDE, err);
    if (ok && !check) {
        tell_pages(&r, &r.put[RATING_OF_GAME]);
        tell_pages(&r, &r.drop[RATING_OF_GAME]);
    }
    if (!ok)
        store_rollback(db);
    *n = r.differ;
    arena_free(r.arena);
    return ok;
}

bool store_recompute(struct db *db, const char *rules_id, bool check, rating_differs *differs, void *user, int *n, struct err *err)
{
    return recompute_title((struct recompute){.db = db, .rules_id = rules_id, .tell = differs, .user = user}, check, n, err);
}

/* The row of the game is locked before all ratings are held, as by a game that ends. */
static bool open_strike(struct recompute *r, int64_t game, bool struck, struct err *err)
{
    trip_start(r->db);
    trip_add(r->db, QUERY_BEGIN, NULL, 0);
    TRIP(r->db, QUERY_GAME_NEWS, sql_int8(game));
    trip_add(r->db, QUERY_RATINGS_HOLD, NULL, 0);
    int of = TRIP(r->db, QUERY_RATED_GAME_OF, sql_int8(game));
    if (!trip_run(r->db, TRIP_AGAIN, err))
        return false;
    if (!trip_rows(r->db, of))
        return err_fail(err, ERR_STALE, N_("That game was not rated."), NULL, "game %lld was not rated", (long long)game);
    struct row row = trip_row(r->db, of, 0);
    r->rules_id = row_text(&row, r->arena);
    return row_bool(&row) != struck
        || err_fail(err, ERR_STALE, struck ? N_("That game is struck already.") : N_("That game is not struck."), NULL, "game %lld",
                    (long long)game);
}

bool store_strike(struct db *db, int64_t game, bool struck, const char *who, const char *why, int *changed, struct err *err)
{
    struct recompute r = {.db = db, .arena = arena_new()};
    bool ok = open_strike(&r, game, struck, err);
    if (ok) {
        trip_start(db);
        TRIP(db, QUERY_STRIKE_NEW, sql_int8(game), sql_bool(struck), sql_text(who), sql_text(why));
        ok = trip_run(db, TRIP_INSIDE, err) && recompute(&r, true, err);
    }
    if (ok) {
        TRIP(db, QUERY_TELL_GAME, sql_int8(game));
        ok = trip_run(db, TRIP_INSIDE, err);
    }
    if (ok)
        tell_pages(&r, &r.put[RATING_OF_GAME]);
    if (!ok)
        store_rollback(db);
    *changed = r.differ;
    arena_free(r.arena);
    return ok;
}

bool store_strikes(struct db *db, struct arena *arena, int64_t game, struct strike **strikes, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_STRIKES_OF, sql_int8(game));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0);
    *strikes = arena_array(arena, (size_t)*n, sizeof(**strikes));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        struct strike *strike = &(*strikes)[i];
        strike->struck = row_bool(&row);
        strike->who = row_text(&row, arena);
        strike->why = row_text(&row, arena);
        strike->at = row_time(&row);
    }
    return true;
}

bool ratings_fill(const char *owner_conninfo, struct err *err)
{
    struct arena *arena = arena_new();
    struct db *db = db_open(owner_conninfo);
    const char *const *titles;
    int n = 0, changed = 0;
    trip_start(db);
    trip_add(db, QUERY_RATED_SEASONS_LACK, NULL, 0);
    bool ok = trip_run(db, TRIP_AGAIN, err), knows = ok || strcmp(trip_state(db), "42P01") != 0; /* a folder of older migrations */
    struct row row = ok ? trip_row(db, 0, 0) : (struct row){0};
    ok = ok || !knows;
    if (ok && knows && row_bool(&row))
        ok = store_rated_titles(db, arena, &titles, &n, err);
    for (int i = 0; ok && i < n; i++)
        ok = recompute_title((struct recompute){.db = db, .rules_id = titles[i], .seasons_only = true}, false, &changed, err);
    if (ok && n)
        fprintf(stderr, "ratings: seasons of %d games filled in\n", n);
    db_close(db);
    arena_free(arena);
    return ok;
}
