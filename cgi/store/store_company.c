#include "config.h"

#include "cgi/store/rows.h"

#include "cgi/banned.h"

/* ---- reading ---- */

/* Of the rows of op @op, newest first and one more than wanted when there are more, those wanted, oldest first. */
static struct message_row *read_messages(struct db *db, int op, struct arena *arena, int most, int *n, bool *more)
{
    int rows = trip_rows(db, op);
    *more = rows > most;
    *n = *more ? most : rows;
    struct message_row *messages = arena_array(arena, (size_t)*n, sizeof(*messages));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, op, *n - 1 - i);
        struct message_row *message = &messages[i];
        message->id = row_number(&row);
        message->person = row_number(&row);
        message->name = row_text(&row, arena);
        message->seat = (int)row_number(&row);
        message->ply = (int)row_number(&row);
        message->text = row_text(&row, arena);
        message->at = row_time(&row);
    }
    return messages;
}

bool store_messages(struct db *db, struct arena *arena, int64_t game, int64_t before, int most,
                    struct message_row **messages, int *n, bool *more, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_MESSAGES_NEWEST, sql_int8(game), sql_id(before), sql_int4(most + 1));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *messages = read_messages(db, 0, arena, most, n, more);
    return true;
}

bool store_company(struct db *db, struct arena *arena, int64_t game, int64_t person, int most, struct company *company,
                   struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_BEGIN_READING, NULL, 0);
    TRIP(db, QUERY_MESSAGES_NEWEST, sql_int8(game), sql_id(0), sql_int4(most + 1));
    TRIP(db, QUERY_COMPANY_OF, sql_int8(game), sql_id(person));
    trip_add(db, QUERY_COMMIT, NULL, 0);
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *company = (struct company){0};
    company->messages = read_messages(db, 1, arena, most, &company->n_messages, &company->more);
    struct row row = trip_row(db, 2, 0);
    company->read = row_number(&row);
    company->n_new = (int)row_number(&row);
    company->note = row_text(&row, arena);
    company->note_at = row_time(&row);
    company->rematch = row_number(&row);
    return true;
}

/* ---- chat ---- */

bool store_say(struct db *db, int64_t game, int64_t person, const char *text, struct err *err)
{
    store_rollback(db);
    trip_start(db);
    trip_add(db, QUERY_BEGIN, NULL, 0);
    TRIP(db, QUERY_MESSAGE_NEW, sql_int8(game), sql_int8(person), sql_text(text));
    bool ok = trip_run(db, TRIP_ONCE, err);
    if (ok && trip_rows(db, 1) == 0)
        ok = err_fail(err, ERR_FORBIDDEN, N_("Only who sits at the table writes here."), NULL, "no seat of game %lld",
                      (long long)game);
    if (ok) {
        trip_start(db);
        add_stir(db, game, false);
        ok = trip_run(db, TRIP_INSIDE, err);
    }
    if (!ok)
        store_rollback(db);
    return ok;
}

bool store_heard(struct db *db, int64_t game, int64_t person, int64_t message, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_MESSAGE_READ, sql_int8(game), sql_int8(person), sql_int8(message));
    return trip_run(db, TRIP_ONCE, err);
}

/* ---- notes ---- */

bool store_note(struct db *db, int64_t game, int64_t person, const char *text, int64_t made_from, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_NOTE_PUT, sql_int8(game), sql_int8(person), sql_text(text), sql_time(made_from));
    if (!trip_run(db, TRIP_ONCE, err))
        return false;
    return trip_rows(db, 0) == 1
        || err_fail(err, ERR_STALE, N_("Your note has changed meanwhile, in another window. Both are here: what you save "
                                       "now replaces the other."),
                    NULL, "a stale note of game %lld", (long long)game);
}
