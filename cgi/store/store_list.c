/* Lists of tables for people: the lobby, one's own games, and what a new table is likely to be. */
#include "config.h"

#include "cgi/store/rows.h"

#include <string.h>

#include "rules/engine/registry.h"

#include "cgi/base/banned.h"

enum { LISTED_MOST = 50 };

static int bounded(int most)
{
    return most < 1 ? 1 : most > LISTED_MOST ? LISTED_MOST : most;
}

static void read_games(struct db *db, int op, struct arena *arena, struct game_list *list)
{
    int n = trip_rows(db, op);
    *list = (struct game_list){.row = arena_array(arena, (size_t)n, sizeof(*list->row))};
    for (; list->n < n; list->n++) {
        struct row row = trip_row(db, op, list->n);
        read_listed_game(&row, arena, &list->row[list->n]);
    }
}

/* ---- the lobby ---- */

/* Null: that does not matter. */
static struct sql hints_of(const struct lobby_filter *filter)
{
    return filter->hints == HINTS_ANY ? (struct sql){.type = SQL_BOOL, .is_null = true} : sql_bool(filter->hints == HINTS_WITH);
}

bool store_lobby(struct db *db, struct arena *arena, const struct lobby_filter *filter, struct game_list *list, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_PLAN_FOR_VALUES, NULL, 0);
    TRIP(db, QUERY_LOBBY, sql_id(filter->person), sql_text(filter->rules_id), sql_id(filter->before), sql_int4(bounded(filter->most)),
         sql_text(game_status_name(filter->status)), sql_text(filter->pace), sql_int4(filter->seats), hints_of(filter));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    read_games(db, 1, arena, list);
    return true;
}

/* The place of @pace among @paces, from 1 as PostgreSQL counts; null: any. */
static struct sql place_of(const char *pace, const char *const *paces, int n)
{
    for (int i = 0; pace && i < n; i++)
        if (!strcmp(pace, paces[i]))
            return sql_int4(i + 1);
    return (struct sql){.type = SQL_INT4, .is_null = true};
}

bool store_lobby_nearest(struct db *db, struct arena *arena, const struct lobby_filter *filter, const char *const *paces, int n_paces,
                         struct game_list *list, struct err *err)
{
    struct sql *names = arena_array(arena, (size_t)n_paces, sizeof(*names));
    for (int i = 0; i < n_paces; i++)
        names[i] = sql_text(paces[i]);
    trip_start(db);
    TRIP(db, QUERY_LOBBY_NEAREST, sql_id(filter->person), sql_text(filter->rules_id), place_of(filter->pace, paces, n_paces),
         sql_int4(bounded(filter->most)), sql_int4(filter->seats), sql_array(arena, SQL_TEXT, names, n_paces), hints_of(filter));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    read_games(db, 0, arena, list);
    return true;
}

/* ---- one's own games ---- */

static void read_own(struct db *db, int op, struct arena *arena, struct own_games own[OWN_KINDS])
{
    int n = trip_rows(db, op);
    memset(own, 0, OWN_KINDS * sizeof(*own));
    for (int i = 0; i < OWN_KINDS; i++)
        own[i].row = arena_array(arena, (size_t)n, sizeof(*own[i].row));
    for (int i = 0; i < n; i++) {
        struct row row = trip_row(db, op, i);
        int64_t kind = row_number(&row);
        struct own_games *games = &own[kind >= 0 && kind < OWN_KINDS ? kind : OWN_OVER];
        struct own_game *one = &games->row[games->n++];
        *one = (struct own_game){.news = 0};
        games->many = (int)row_number(&row);
        one->unread = (int)row_number(&row);
        one->news = (int)row_number(&row);
        one->drafted = row_bool(&row);
        one->question = row_text(&row, arena);
        one->asker = read_name(&row, arena);
        read_listed_game(&row, arena, &one->game);
    }
}

static void read_alone(struct db *db, int op, struct arena *arena, struct alone_games *alone)
{
    *alone = (struct alone_games){.n = trip_rows(db, op)};
    alone->row = arena_array(arena, (size_t)alone->n, sizeof(*alone->row));
    for (int i = 0; i < alone->n; i++) {
        struct row row = trip_row(db, op, i);
        alone->row[i].rules_id = row_text(&row, arena);
        alone->row[i].id = row_number(&row);
        alone->many += (int)row_number(&row);
    }
}

static void read_asked(struct db *db, int op, struct arena *arena, struct asked_list *asked)
{
    *asked = (struct asked_list){.n = trip_rows(db, op)};
    asked->one = arena_array(arena, (size_t)asked->n, sizeof(*asked->one));
    for (int i = 0; i < asked->n; i++) {
        struct row row = trip_row(db, op, i);
        asked->one[i].game = row_number(&row);
        asked->one[i].by = row_text(&row, arena);
        asked->one[i].line = row_text(&row, arena);
    }
}

bool store_alone_games(struct db *db, struct arena *arena, int64_t person, struct alone_games *alone, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_GAMES_ALONE, sql_int8(person));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    read_alone(db, 0, arena, alone);
    return true;
}

bool store_own_games(struct db *db, struct arena *arena, int64_t person, int most, int most_over, struct own_games own[OWN_KINDS],
                     struct game_list *kept, struct game_list *practices, struct alone_games *alone, struct followed *followed,
                     struct reminders *reminders, struct asked_list *asked, bool *acts, int64_t *stamp, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_LIVE_MINE, sql_int8(person));
    TRIP(db, QUERY_GAMES_OWN, sql_int8(person), sql_int4(bounded(most)), sql_int4(bounded(most_over)));
    TRIP(db, QUERY_GAMES_KEPT, sql_int8(person), sql_text(NULL), sql_id(0), sql_int4(bounded(most)));
    TRIP(db, QUERY_GAMES_ALONE, sql_int8(person));
    TRIP(db, QUERY_PRACTICES, sql_int8(person), sql_int4(PRACTICES_MOST));
    TRIP(db, QUERY_FOLLOWS_OF, sql_int8(person));
    TRIP(db, QUERY_FOLLOWED_OPEN, sql_int8(person), sql_int4(bounded(most_over)));
    TRIP(db, QUERY_FOLLOWED_OVER, sql_int8(person), sql_int4(bounded(most_over)));
    TRIP(db, QUERY_REMINDERS_OF, sql_int8(person), sql_id(0), sql_int4(bounded(most)));
    TRIP(db, QUERY_ASKED_LINES, sql_int8(person));
    TRIP(db, QUERY_ACTS_UNREAD, sql_int8(person));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    row_number(&row); /* how many wait */
    *stamp = row_number(&row);
    read_own(db, 1, arena, own);
    read_games(db, 2, arena, kept);
    read_alone(db, 3, arena, alone);
    read_games(db, 4, arena, practices);
    read_people(db, 5, arena, &followed->people);
    read_games(db, 6, arena, &followed->open);
    read_games(db, 7, arena, &followed->over);
    read_reminders(db, 8, arena, reminders);
    read_asked(db, 9, arena, asked);
    row = trip_row(db, 10, 0);
    *acts = row_bool(&row);
    return true;
}

/* ---- a new table ---- */

bool store_table_last(struct db *db, struct arena *arena, int64_t person, const struct rules *rules, struct table_last *last, struct err *err)
{
    *last = (struct table_last){.any = false};
    trip_start(db);
    TRIP(db, QUERY_TABLE_LAST, sql_int8(person), sql_text(rules ? rules->id : NULL));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    if (trip_rows(db, 0) == 0)
        return true;
    struct row row = trip_row(db, 0, 0);
    last->any = true;
    last->rules = rules_find(row_text(&row, arena));
    const char *options = row_text(&row, arena);
    last->seats = (int)row_number(&row);
    last->bots = (int)row_number(&row);
    last->level = row_text(&row, arena);
    last->is_private = row_bool(&row);
    last->pace = row_text(&row, arena);
    last->weekdays = row_bool(&row);
    last->hints = row_bool(&row);
    bool fits = last->rules && last->seats >= last->rules->min_seats && last->seats <= last->rules->max_seats;
    last->has_setup = fits && read_setup(options, last->rules, last->seats, &last->setup);
    return true;
}
