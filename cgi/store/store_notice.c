#include "config.h"

#include "cgi/store/rows.h"

#include "cgi/base/banned.h"

static void read_notice(struct row *row, struct arena *arena, struct notice_row *notice)
{
    notice->id = row_number(row);
    notice->game = row_number(row);
    notice->rules_id = row_text(row, arena);
    notice->kind = row_text(row, arena);
    notice->status = row_text(row, arena);
    notice->queued = row_time(row);
    notice->due = row_time(row);
    notice->done = row_time(row);
    notice->tries = (int)row_number(row);
    notice->note = row_text(row, arena);
    notice->needless = row_text(row, arena);
}

static bool read_wishes(struct db *db, int op, struct arena *arena, struct notices *notices, struct err *err)
{
    if (trip_rows(db, op) != 1)
        return err_fail(err, ERR_GONE, NULL, NULL, "no such person");
    struct row row = trip_row(db, op, 0);
    notices->wish = row_text(&row, arena);
    if (!row_bool(&row))
        notices->wish = "none";
    notices->picture = row_bool(&row);
    notices->hand = row_bool(&row);
    return true;
}

bool store_notices(struct db *db, struct arena *arena, int64_t person, int most, struct notices *notices, struct err *err)
{
    *notices = (struct notices){.n = 0};
    trip_start(db);
    TRIP(db, QUERY_NOTICE_WISHES, sql_int8(person));
    TRIP(db, QUERY_NOTICES_MUTED, sql_int8(person), sql_int4(most));
    TRIP(db, QUERY_NOTICES_OF, sql_int8(person), sql_int4(most));
    if (!trip_run(db, TRIP_AGAIN, err) || !read_wishes(db, 0, arena, notices, err))
        return false;
    notices->n_muted = trip_rows(db, 1);
    notices->muted = arena_array(arena, (size_t)notices->n_muted, sizeof(*notices->muted));
    for (int i = 0; i < notices->n_muted; i++) {
        struct row row = trip_row(db, 1, i);
        notices->muted[i].game = row_number(&row);
        notices->muted[i].rules_id = row_text(&row, arena);
    }
    notices->n = trip_rows(db, 2);
    notices->row = arena_array(arena, (size_t)notices->n, sizeof(*notices->row));
    for (int i = 0; i < notices->n; i++) {
        struct row row = trip_row(db, 2, i);
        read_notice(&row, arena, &notices->row[i]);
    }
    return true;
}

bool store_notice_wish(struct db *db, int64_t person, const char *wish, bool picture, bool hand, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_NOTICE_WISH, sql_int8(person), sql_text(wish), sql_bool(picture), sql_bool(hand));
    trip_add(db, QUERY_NOTIFY_OUTBOX, NULL, 0);
    trip_add(db, QUERY_NOTIFY_DELIVERY, NULL, 0);
    return trip_one(db, TRIP_ONCE, ERR_GONE, "person", err);
}

bool store_notice_mute(struct db *db, int64_t person, int64_t game, bool wanted, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_NOTICE_MUTE, sql_int8(person), sql_int8(game), sql_bool(wanted));
    return trip_one(db, TRIP_ONCE, ERR_GONE, "seat", err);
}

bool store_votes(struct db *db, struct arena *arena, int64_t person, int most, struct vote_row **votes, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_VOTES_WAITING, sql_int8(person), sql_int4(most));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *votes = arena_array(arena, (size_t)most, sizeof(**votes));
    *n = 0;
    for (int i = 0; i < trip_rows(db, 0); i++) {
        struct row row = trip_row(db, 0, i);
        int64_t game = row_number(&row);
        if (!*n || (*votes)[*n - 1].game != game)
            (*votes)[(*n)++] = (struct vote_row){.game = game};
        struct vote_row *vote = &(*votes)[*n - 1];
        vote->rules_id = row_text(&row, arena);
        vote->asked = row_time(&row);
        const char *name = row_text(&row, arena);
        vote->names[vote->n_names++] = name ? name : "";
    }
    return true;
}

bool store_questions(struct db *db, struct arena *arena, int64_t person, int most, struct question_row **questions, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_QUESTIONS_OF, sql_int8(person), sql_int4(most));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0);
    *questions = arena_array(arena, (size_t)*n, sizeof(**questions));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        struct question_row *question = &(*questions)[i];
        question->game = row_number(&row);
        question->rules_id = row_text(&row, arena);
        question->what = row_text(&row, arena);
        question->asked = row_time(&row);
        question->until = row_time(&row);
        question->asker = read_name(&row, arena);
    }
    return true;
}
