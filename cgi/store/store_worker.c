#include "config.h"

#include "cgi/store/rows.h"

#include "cgi/banned.h"

static void read_mail(struct row *row, struct arena *arena, struct mail_row *mail)
{
    mail->id = row_number(row);
    mail->person = row_number(row);
    mail->game = row_number(row);
    mail->kind = row_text(row, arena);
    mail->person_name = row_text(row, arena);
    mail->email = row_text(row, arena);
    mail->lang = row_text(row, arena);
    mail->data = row_text(row, arena);
    mail->ply = (int)row_number(row);
    mail->tries = (int)row_number(row);
    mail->due_still = row_bool(row);
}

bool store_mail_take(struct db *db, struct arena *arena, int most, struct mail_row **mails, int *n, struct err *err)
{
    *n = 0;
    store_rollback(db);
    trip_start(db);
    trip_add(db, QUERY_BEGIN, NULL, 0);
    TRIP(db, QUERY_MAIL_TAKE, sql_int4(most));
    if (!trip_run(db, TRIP_AGAIN, err)) {
        store_rollback(db);
        return false;
    }
    *n = trip_rows(db, 1);
    *mails = arena_array(arena, (size_t)*n, sizeof(**mails));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 1, i);
        read_mail(&row, arena, &(*mails)[i]);
    }
    if (*n == 0)
        store_rollback(db);
    return true;
}

bool store_mail_mark(struct db *db, int64_t id, enum mail_fate fate, const char *note, int seconds, struct err *err)
{
    static const char *const fates[] = {[MAIL_SENT] = "sent", [MAIL_DROPPED] = "dropped", [MAIL_FAILED] = "failed"};
    trip_start(db);
    if (fate == MAIL_RETRY)
        TRIP(db, QUERY_MAIL_LATER, sql_int8(id), sql_int4(seconds), sql_text(note));
    else
        TRIP(db, QUERY_MAIL_DONE, sql_int8(id), sql_text(fates[fate]), sql_text(note));
    return trip_run(db, TRIP_INSIDE, err);
}

bool store_mail_done(struct db *db, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_COMMIT, NULL, 0);
    return trip_run(db, TRIP_INSIDE, err);
}

bool store_bot_games(struct db *db, struct arena *arena, int most, int64_t **games, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_GAMES_AWAITING_BOTS, sql_int4(most));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *games = read_ids(db, 0, arena, n);
    return true;
}

bool store_health(struct db *db, struct health *health, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_HEALTH, NULL, 0);
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    health->mails_waiting = row_number(&row);
    health->mails_failed = row_number(&row);
    health->oldest_mail = row_time(&row);
    health->games_running = row_number(&row);
    health->migration = (int)row_number(&row);
    return true;
}

bool store_listen(struct db *db, const char *channel, int milliseconds, bool *heard, struct err *err)
{
    return db_listen_wait(db, channel, milliseconds, heard, err);
}
