#include "config.h"

#include "cgi/store/rows.h"

#include "cgi/base/sb.h"

#include "cgi/base/banned.h"

enum { SWEPT_AT_ONCE = 1000 };

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
    mail->nth = (int)row_number(row);
    mail->tries = (int)row_number(row);
    mail->queued = row_time(row);
    mail->needless = row_text(row, arena);
    mail->inviter = row_text(row, arena);
    mail->line = row_text(row, arena);
    mail->picture = row_bool(row);
    mail->hand = row_bool(row);
}

bool store_mail_take(struct db *db, struct arena *arena, int most, struct mail_row **mails, int *n, struct err *err)
{
    *n = 0;
    store_rollback(db);
    trip_start(db);
    trip_add(db, QUERY_BEGIN, NULL, 0);
    trip_add(db, QUERY_MAIL_UNHURRIED, NULL, 0);
    TRIP(db, QUERY_MAIL_TAKE, sql_int4(most));
    if (!trip_run(db, TRIP_ONCE, err)) {
        store_rollback(db);
        return false;
    }
    *n = trip_rows(db, 2);
    *mails = arena_array(arena, (size_t)*n, sizeof(**mails));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 2, i);
        read_mail(&row, arena, &(*mails)[i]);
    }
    if (*n == 0)
        store_rollback(db);
    return true;
}

/* "4,5,9" */
static const char *id_list(struct arena *arena, const int64_t *ids, int n)
{
    struct sb list;
    sb_init(&list, arena);
    for (int i = 0; i < n; i++)
        sb_addf(&list, i ? ",%lld" : "%lld", (long long)ids[i]);
    return list.text;
}

bool store_mail_needless(struct db *db, const int64_t *ids, int n, int *needless, struct err *err)
{
    struct arena *arena = arena_new();
    trip_start(db);
    TRIP(db, QUERY_MAIL_NEEDLESS, sql_text(id_list(arena, ids, n)));
    bool ok = trip_run(db, TRIP_INSIDE, err);
    arena_free(arena);
    if (!ok)
        return false;
    struct row row = trip_row(db, 0, 0);
    *needless = (int)row_number(&row);
    return true;
}

bool store_mail_sent(struct db *db, const struct mail_mark *marks, int n, struct err *err)
{
    struct arena *arena = arena_new();
    struct json_object *mails = arena_json(arena, jarr());
    for (int i = 0; i < n; i++)
        jadd(mails, jset(jset(jobj(), "id", jint(marks[i].id)), "message_id", jstr(marks[i].message_id)));
    trip_start(db);
    TRIP(db, QUERY_MAIL_SENT, sql_json(json_object_to_json_string_ext(mails, JSON_C_TO_STRING_PLAIN)));
    bool ok = trip_run(db, TRIP_AGAIN, err);
    arena_free(arena);
    return ok;
}

bool store_bounce_secret(struct db *db, struct arena *arena, const char **secret, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_SECRET, sql_text("bounce"));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    *secret = row_text(&row, arena);
    return true;
}

bool store_mail_bounced(struct db *db, const char *message_id, const char *address, const char *note, struct bounced *bounced,
                        struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_MAIL_BOUNCED, sql_text(message_id), sql_text(address), sql_text(note));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    bounced->letter = (int)row_number(&row);
    bounced->address = (int)row_number(&row);
    bounced->marked = (int)row_number(&row);
    bounced->person = row_number(&row);
    return true;
}

bool store_mail_next(struct db *db, int *milliseconds, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_MAIL_NEXT, NULL, 0);
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    *milliseconds = (int)row_number(&row);
    return true;
}

static void add_mark(struct db *db, const struct mail_mark *mark)
{
    static const char *const fates[] = {[MAIL_SENT] = "sent", [MAIL_DROPPED] = "dropped", [MAIL_FAILED] = "failed"};
    if (mark->fate == MAIL_EARLY)
        TRIP(db, QUERY_MAIL_EARLY, sql_int8(mark->id));
    else if (mark->fate == MAIL_RETRY)
        TRIP(db, QUERY_MAIL_LATER, sql_int8(mark->id), sql_int4(mark->seconds), sql_text(mark->note));
    else
        TRIP(db, QUERY_MAIL_DONE, sql_int8(mark->id), sql_text(fates[mark->fate]), sql_text(mark->note),
             sql_text(mark->message_id));
}

bool store_mail_settle(struct db *db, const struct mail_mark *marks, int n, int64_t reached, bool news, struct err *err)
{
    trip_start(db);
    for (int i = 0; i < n; i++)
        add_mark(db, &marks[i]);
    if (reached)
        TRIP(db, QUERY_MAIL_REACHED, sql_int8(reached), sql_bool(news));
    trip_add(db, QUERY_COMMIT, NULL, 0);
    return trip_run(db, TRIP_INSIDE, err);
}

bool store_bot_games(struct db *db, struct arena *arena, bool of_guests, struct share share, int most, int64_t **games, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_GAMES_AWAITING_BOTS, sql_int4(most), sql_bool(of_guests), sql_int4(share.of), sql_int4(share.nth));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *games = read_ids(db, 0, arena, n);
    return true;
}

bool store_listen(struct db *db, const char *channel, int milliseconds, bool *heard, struct err *err)
{
    return db_listen_wait(db, channel, milliseconds, heard, err);
}

bool store_sweep(struct db *db, bool *more, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_SWEEP, sql_int4(SWEPT_AT_ONCE));
    trip_add(db, QUERY_ORDER_FORGET, NULL, 0);
    if (!trip_run(db, TRIP_ONCE, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    *more = row_bool(&row);
    return true;
}
