/* Ratings worked out once more: from the order in which games were rated, without what each game has stored; and games that are struck. */
#include "config.h"

#include "cgi/store/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/engine/must.h"

#include "cgi/base/banned.h"

/* A row of one of the three tables that ratings are stored in, as its query below gives it. */
enum { KEYS = 2, FIGURES = 4, COLUMNS = KEYS + FIGURES, ROWS_A_TRIP = 5000, PAGES_A_TRIP = 1000 };
struct entry {
    int64_t column[COLUMNS];
};
struct entries {
    struct entry *row;
    int n;
};

static const struct stored_kind {
    enum query read, put, drop;
    int figures;               /* so many of the columns mean something */
} kinds[RATING_KINDS] = {
    [RATING_OF_PERSON] = {QUERY_STORED_RATINGS, QUERY_RATINGS_PUT, QUERY_RATINGS_DROP, 4},
    [RATING_OF_SEASON] = {QUERY_STORED_SEASONS, QUERY_SEASONS_PUT, QUERY_SEASONS_DROP, 3},
    [RATING_OF_GAME] = {QUERY_STORED_STEPS, QUERY_STEPS_PUT, QUERY_STEPS_DROP, 4},
};

/* Who played a game, one row each. */
struct part {
    int64_t game, season, at, person;
    int before, rank;
    int order;                 /* of the rows, as they were read */
    bool here;                 /* has an account still: else nothing of this is stored, but it counts for the others */
    int who;                   /* the number of the person among all of them */
};

/* What somebody had from games of which it was not kept what they changed. */
struct base {
    int64_t person, at;
    struct rating rating;
};

struct recompute {
    struct db *db;
    struct arena *arena;
    const char *rules_id;
    struct part *part;
    int n_parts;
    struct base *base;
    int n_bases;
    int64_t *person;           /* ascending */
    int n_people;
    struct entries worked[RATING_KINDS], stored[RATING_KINDS];
    struct entries put[RATING_KINDS], drop[RATING_KINDS]; /* what is to be written, and what should not be there */
    rating_differs *tell;
    void *user;
    int differ;
    bool seasons_only;         /* nothing else is written */
};

/* ---- reading ---- */

static int by_number(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static int number_of(const struct recompute *r, int64_t person)
{
    const int64_t *at = bsearch(&person, r->person, (size_t)r->n_people, sizeof(*r->person), by_number);
    must(at != NULL);
    return (int)(at - r->person);
}

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

static void number_people(struct recompute *r)
{
    int n = r->n_parts + r->n_bases;
    r->person = arena_array(r->arena, (size_t)n, sizeof(*r->person));
    for (int i = 0; i < n; i++)
        r->person[i] = i < r->n_parts ? r->part[i].person : r->base[i - r->n_parts].person;
    qsort(r->person, (size_t)n, sizeof(*r->person), by_number);
    for (int i = 0; i < n; i++)
        if (!i || r->person[i] != r->person[i - 1])
            r->person[r->n_people++] = r->person[i];
    for (int i = 0; i < r->n_parts; i++)
        r->part[i].who = number_of(r, r->part[i].person);
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
    number_people(r);
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

/* ---- working out ---- */

/* One game's people stand one after the other. Return: where the next game begins */
static int next_game(const struct recompute *r, int first)
{
    int end = first + 1;
    while (end < r->n_parts && r->part[end].game == r->part[first].game)
        end++;
    must(end - first <= SEATS_MAX);
    return end;
}

/* As a rating is when it was stored and is read again. */
static struct rating as_stored(struct rating rating)
{
    rating.mean = (double)rating_thousandths(rating.mean) / 1000;
    rating.deviation = (double)rating_thousandths(rating.deviation) / 1000;
    return rating;
}

/* The game of the rows @first .. @end - 1; @is: the ratings of all people by number. */
static void play_game(const struct recompute *r, int first, int end, struct rating *is)
{
    struct rated players[SEATS_MAX];
    for (int i = first; i < end; i++)
        players[i - first] = (struct rated){.rating = is[r->part[i].who], .rank = r->part[i].rank};
    rating_update_part(players, end - first, rating_share(r->part[first].before));
    for (int i = first; i < end; i++)
        is[r->part[i].who] = as_stored(players[i - first].rating);
}

static void put_rating(struct entry *entry, int at, const struct rating *rating)
{
    entry->column[at] = rating_thousandths(rating->mean);
    entry->column[at + 1] = rating_thousandths(rating->deviation);
}

static struct rating *first_ratings(struct recompute *r)
{
    struct rating *is = arena_array(r->arena, (size_t)r->n_people, sizeof(*is));
    for (int i = 0; i < r->n_people; i++)
        is[i] = rating_first();
    return is;
}

static struct entries entries_for(struct recompute *r)
{
    return (struct entries){.row = arena_array(r->arena, (size_t)(r->n_parts + r->n_bases), sizeof(struct entry))};
}

/* What somebody has at last, if anything of it is stored. */
static void put_last(struct recompute *r, int who, const struct rating *is, int64_t at)
{
    struct entries *last = &r->worked[RATING_OF_PERSON];
    struct entry *entry = &last->row[last->n++];
    *entry = (struct entry){.column = {r->person[who], 0, 0, 0, is->games, at}};
    put_rating(entry, KEYS, is);
}

/* All games in their order: what each has changed, and what has come of all. */
static void work_out_all(struct recompute *r)
{
    struct entries *steps = &r->worked[RATING_OF_GAME];
    struct rating *is = first_ratings(r);
    int64_t *at = arena_array(r->arena, (size_t)r->n_people, sizeof(*at)); /* when the last game ended; 0: nothing is stored */
    *steps = entries_for(r);
    r->worked[RATING_OF_PERSON] = entries_for(r);
    for (int i = 0; i < r->n_bases; i++) {
        int who = number_of(r, r->base[i].person);
        is[who] = r->base[i].rating;
        at[who] = r->base[i].at;
    }
    for (int first = 0, end; first < r->n_parts; first = end) {
        end = next_game(r, first);
        int n = steps->n;
        for (int i = first; i < end; i++)
            if (r->part[i].here) {
                struct entry *step = &steps->row[steps->n++];
                *step = (struct entry){.column = {r->part[i].person, r->part[i].game}};
                put_rating(step, KEYS, &is[r->part[i].who]);
            }
        play_game(r, first, end, is);
        for (int i = first; i < end; i++) {
            at[r->part[i].who] = r->part[i].here ? r->part[i].at : 0;
            if (r->part[i].here)
                put_rating(&steps->row[n++], KEYS + 2, &is[r->part[i].who]);
        }
    }
    for (int who = 0; who < r->n_people; who++)
        if (at[who])
            put_last(r, who, &is[who], at[who]);
}

static int by_season(const void *a, const void *b)
{
    const struct part *x = a, *y = b;
    return x->season != y->season ? (x->season > y->season) - (x->season < y->season) : (x->order > y->order) - (x->order < y->order);
}

static void end_season(struct recompute *r, int64_t season, const bool *here, struct rating *is)
{
    struct entries *seasons = &r->worked[RATING_OF_SEASON];
    for (int who = 0; who < r->n_people; who++) {
        if (is[who].games && here[who]) {
            struct entry *entry = &seasons->row[seasons->n++];
            *entry = (struct entry){.column = {r->person[who], season, 0, 0, is[who].games}};
            put_rating(entry, KEYS, &is[who]);
        }
        is[who] = rating_first();
    }
}

/* The games of each season in their order, which is that of all of them but for some at its very end. */
static void work_out_seasons(struct recompute *r)
{
    struct rating *is = first_ratings(r);
    bool *here = arena_array(r->arena, (size_t)r->n_people, sizeof(*here));
    r->worked[RATING_OF_SEASON] = entries_for(r);
    qsort(r->part, (size_t)r->n_parts, sizeof(*r->part), by_season);
    for (int i = 0; i < r->n_parts; i++)
        here[r->part[i].who] = r->part[i].here;
    for (int first = 0, end; first < r->n_parts; first = end) {
        end = next_game(r, first);
        play_game(r, first, end, is);
        if (end == r->n_parts || r->part[end].season != r->part[first].season)
            end_season(r, r->part[first].season, here, is);
    }
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
    work_out_all(r);
    work_out_seasons(r);
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
