/* Reports, what moderators do about them, announcements. */
#include "config.h"

#include "cgi/store/order.h"

#include <string.h>

#include "cgi/base/look.h"
#include "cgi/store/rows.h"

#include "cgi/base/banned.h"

/* ---- reports ---- */

bool store_report(struct db *db, int64_t reporter, const struct report_new *report, bool *is_new, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_REPORT_NEW, sql_int8(reporter), sql_text(report->kind), sql_id(report->whom), sql_id(report->game), sql_id(report->line),
         sql_text(report->reason), sql_text(report->text), sql_json(report->context));
    if (!trip_one(db, TRIP_ONCE, ERR_INTERNAL, "report", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    row_number(&row);
    *is_new = row_bool(&row);
    return true;
}

bool store_report_line(struct db *db, int64_t line, int64_t reader, struct reported_line *out, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_REPORT_LINE, sql_int8(line), sql_int8(reader));
    if (!trip_one(db, TRIP_AGAIN, ERR_GONE, "line", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    *out = (struct reported_line){.id = line, .game = row_number(&row)};
    out->person = row_number(&row);
    out->hidden = row_bool(&row);
    out->closed = row_bool(&row);
    return true;
}

bool store_report_lines(struct db *db, struct arena *arena, int64_t game, int64_t line, struct reported_line **lines, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_REPORT_LINES, sql_int8(game), sql_int8(line), sql_int4(REPORT_LINES));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0);
    *lines = arena_array(arena, (size_t)*n, sizeof(**lines));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        struct reported_line *one = &(*lines)[i];
        *one = (struct reported_line){.id = row_number(&row), .game = game};
        one->person = row_number(&row);
        one->ply = (int)row_number(&row);
        one->text = row_text(&row, arena);
        one->at = row_time(&row);
    }
    return true;
}

bool store_report_groups(struct db *db, struct arena *arena, int64_t moderator, int after, int most, struct report_group **groups, int *n,
                         struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_REPORT_GROUPS, sql_int4(after), sql_int4(most), sql_int8(moderator));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0);
    *groups = arena_array(arena, (size_t)*n, sizeof(**groups));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        struct report_group *group = &(*groups)[i];
        group->about.person = row_number(&row);
        group->name = row_text(&row, arena);
        group->about.game = row_number(&row);
        group->n = (int)row_number(&row);
        group->people = (int)row_number(&row);
        group->taken_by = row_text(&row, arena);
        group->first = row_time(&row);
        group->newest = row_time(&row);
        group->reasons = row_text(&row, arena);
    }
    return true;
}

bool store_reports_of(struct db *db, struct arena *arena, int64_t moderator, struct about about, int64_t after, int most,
                      struct report_row **reports, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_REPORTS_OF, sql_id(about.person), sql_id(about.game), sql_int8(moderator), sql_int8(after), sql_int4(most));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0);
    *reports = arena_array(arena, (size_t)*n, sizeof(**reports));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        struct report_row *one = &(*reports)[i];
        *one = (struct report_row){.id = row_number(&row), .whom = about.person};
        one->at = row_time(&row);
        one->kind = row_text(&row, arena);
        one->game = row_number(&row);
        one->line = row_number(&row);
        one->reason = row_text(&row, arena);
        one->text = row_text(&row, arena);
        one->context = row_text(&row, arena);
        one->times = (int)row_number(&row);
        one->status = row_text(&row, arena);
        one->taken_by = row_number(&row);
        one->taken_name = row_text(&row, arena);
        one->hidden = row_bool(&row);
    }
    return true;
}

bool store_reports_closed(struct db *db, struct arena *arena, int64_t moderator, int64_t before, int most, struct report_row **reports, int *n,
                          struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_REPORTS_CLOSED, sql_time(before), sql_int4(most), sql_int8(moderator));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0);
    *reports = arena_array(arena, (size_t)*n, sizeof(**reports));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        struct report_row *one = &(*reports)[i];
        *one = (struct report_row){.id = row_number(&row)};
        one->at = row_time(&row);
        one->kind = row_text(&row, arena);
        one->whom = row_number(&row);
        one->name = row_text(&row, arena);
        one->game = row_number(&row);
        one->reason = row_text(&row, arena);
        one->text = row_text(&row, arena);
        one->result = row_text(&row, arena);
        one->note = row_text(&row, arena);
        one->closed = row_time(&row);
        one->closed_by = row_text(&row, arena);
    }
    return true;
}

/* Of two moderators who press at the same moment one is the first, and the other changes nothing. */
static bool has_changed(struct db *db, struct err *err)
{
    if (!trip_run(db, TRIP_ONCE, err))
        return false;
    return trip_rows(db, 0) > 0
        || err_fail(err, ERR_STALE, N_("Another moderator has taken or closed these reports. Here is how they are now."), NULL, "no report changed");
}

bool store_reports_take(struct db *db, int64_t moderator, struct about about, int64_t last, bool over, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_REPORTS_TAKE, sql_id(about.person), sql_id(about.game), sql_int8(moderator), sql_int8(last), sql_bool(over));
    return has_changed(db, err);
}

bool store_reports_close(struct db *db, int64_t moderator, struct about about, int64_t last, const char *result, const char *note, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_REPORTS_CLOSE, sql_id(about.person), sql_id(about.game), sql_int8(moderator), sql_int8(last), sql_text(result),
         sql_text(note));
    return has_changed(db, err);
}

bool store_reports_open(struct db *db, int64_t *n, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_REPORTS_OPEN, NULL, 0);
    if (!trip_one(db, TRIP_AGAIN, ERR_INTERNAL, "count", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    *n = row_number(&row);
    return true;
}

/* ---- acts ---- */

/* Why the database did nothing, as a sentence. */
static bool refused_act(const char *why, struct err *err)
{
    static const struct {
        const char *why;
        enum err_code code;
        const char *sentence;
    } reasons[] = {
        {"role", ERR_FORBIDDEN, N_("Only moderators can do this.")},
        {"self", ERR_FORBIDDEN, N_("Moderators cannot act on themselves. Please leave this to another one.")},
        {"rank", ERR_FORBIDDEN, N_("Nobody can act on an operator, and only operators can act on moderators.")},
        {"seat", ERR_FORBIDDEN, N_("You play at this table or with this member, or the table is yours. Please leave this to another moderator.")},
        {"gone", ERR_GONE, N_("That is no longer there, so nothing was changed.")},
        {"already", ERR_STALE, N_("That is done already.")},
        {"final", ERR_STALE, N_("This cannot be undone.")},
    };
    for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++)
        if (!strcmp(reasons[i].why, why))
            return err_fail(err, reasons[i].code, reasons[i].sentence, NULL, "act refused: %s", why);
    return err_fail(err, ERR_INTERNAL, NULL, NULL, "act refused: %s", why);
}

/* The trip of a transaction that acts: the answer of its second query in @row. Left open unless it fails. */
static bool act_trip(struct db *db, struct arena *arena, struct row *row, const char **refused, struct err *err)
{
    if (!trip_run(db, TRIP_ONCE, err)) {
        name_refused(db, err);
        return false;
    }
    *row = trip_row(db, 1, 0);
    *refused = row_text(row, arena);
    return true;
}

/* The end of the transaction; who has the table open sees it at once. */
static bool act_end(struct db *db, int64_t game, struct err *err)
{
    trip_start(db);
    if (game)
        add_news(db, game, false);
    else
        trip_add(db, QUERY_COMMIT, NULL, 0);
    return trip_run(db, TRIP_INSIDE, err);
}

bool store_act(struct db *db, struct arena *arena, int64_t moderator, const struct act_new *act, int64_t *whom, int64_t *game, struct err *err)
{
    struct look look = {NULL, NULL};
    struct row row;
    const char *refused = NULL;
    if (act->name && !store_name_fits(arena, act->name, err))
        return false;
    if (act->name)
        look_of(arena, act->name, &look);
    store_rollback(db);
    trip_start(db);
    trip_add(db, QUERY_BEGIN, NULL, 0);
    TRIP(db, QUERY_ACT_NEW, sql_int8(moderator), sql_text(act->kind), sql_id(act->whom), sql_id(act->line), sql_id(act->game), sql_int4(act->days),
         sql_text(act->why), sql_text(act->name), sql_text(look.written), sql_text(look.small));
    bool ok = act_trip(db, arena, &row, &refused, err) && (!refused || refused_act(refused, err));
    if (ok) {
        *whom = row_number(&row);
        *game = row_number(&row);
        ok = act_end(db, !strcmp(act->kind, "hide") ? *game : 0, err);
    }
    store_rollback(db);
    return ok;
}

bool store_act_undo(struct db *db, struct arena *arena, int64_t moderator, int64_t act, const char *why, struct err *err)
{
    struct act_row old;
    struct look look = {NULL, NULL};
    struct row row;
    const char *refused = NULL;
    if (!store_act_of(db, arena, act, &old, err))
        return false;
    if (old.was && !strcmp(old.kind, "rename"))
        look_of(arena, old.was, &look);
    store_rollback(db);
    trip_start(db);
    trip_add(db, QUERY_BEGIN, NULL, 0);
    TRIP(db, QUERY_ACT_UNDO, sql_int8(moderator), sql_int8(act), sql_text(why), sql_text(look.written), sql_text(look.small));
    bool ok = act_trip(db, arena, &row, &refused, err) && (!refused || refused_act(refused, err))
        && act_end(db, !strcmp(old.kind, "hide") ? old.game : 0, err);
    store_rollback(db);
    return ok;
}

bool store_role(struct db *owner, int64_t person, const char *role, struct err *err)
{
    trip_start(owner);
    TRIP(owner, QUERY_ACT_ROLE, sql_int8(person), sql_text(role));
    return trip_one(owner, TRIP_ONCE, ERR_GONE, "person", err);
}

static void read_act(struct row *row, struct arena *arena, struct act_row *act)
{
    act->id = row_number(row);
    act->at = row_time(row);
    act->kind = row_text(row, arena);
    act->whom = row_number(row);
    act->name = act->whom ? read_name(row, arena) : row_text(row, arena);
    act->game = row_number(row);
    act->game_gone = row_bool(row);
    act->line = row_number(row);
    act->until = row_time(row);
    act->why = row_text(row, arena);
    act->was = row_text(row, arena);
    act->becomes = row_text(row, arena);
    act->undone = row_time(row);
    act->undone_why = row_text(row, arena);
    const bool commanded = row_bool(row);
    const char *moderator = read_name(row, arena), *undone_by = read_name(row, arena);
    act->moderator = commanded ? NULL : moderator;
    act->undone_by = act->undone ? undone_by : NULL;
    act->opener = row_number(row);
}

/* The trip that reads acts, in its second query. */
static bool read_acts(struct db *db, struct arena *arena, struct act_row **acts, int *n, struct err *err)
{
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 1);
    *acts = arena_array(arena, (size_t)*n, sizeof(**acts));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 1, i);
        read_act(&row, arena, &(*acts)[i]);
    }
    return true;
}

bool store_acts(struct db *db, struct arena *arena, struct about about, int64_t reader, int64_t before, int most, struct act_row **acts, int *n, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_PLAN_FOR_VALUES, NULL, 0);
    TRIP(db, QUERY_ACTS_OF, sql_id(about.person), sql_id(about.game), sql_id(before), sql_int4(most), sql_int8(reader));
    return read_acts(db, arena, acts, n, err);
}

bool store_acts_see(struct db *db, struct arena *arena, int64_t person, int most, struct act_row **acts, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_ACTS_SEE, sql_int8(person));
    TRIP(db, QUERY_ACTS_OF, sql_int8(person), sql_id(0), sql_id(0), sql_int4(most), sql_int8(person));
    return read_acts(db, arena, acts, n, err);
}

bool store_act_of(struct db *db, struct arena *arena, int64_t act, struct act_row *out, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_ACT_OF, sql_int8(act));
    if (!trip_one(db, TRIP_AGAIN, ERR_GONE, "act", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    read_act(&row, arena, out);
    return true;
}

bool store_judged(struct db *db, struct arena *arena, int64_t person, int64_t reader, struct judged *judged, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_JUDGED, sql_int8(person), sql_int8(reader));
    if (!trip_one(db, TRIP_AGAIN, ERR_GONE, "person", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    *judged = (struct judged){.id = person, .name = row_text(&row, arena)};
    judged->role = row_text(&row, arena);
    judged->joined = row_time(&row);
    judged->muted_until = row_time(&row);
    judged->suspended_until = row_time(&row);
    judged->banned = row_time(&row);
    judged->together = row_bool(&row);
    return true;
}

bool store_names(struct db *db, struct arena *arena, const int64_t *people, int n, const char **names, struct err *err)
{
    struct sql *ids = arena_array(arena, (size_t)n + 1, sizeof(*ids));
    for (int i = 0; i < n; i++) {
        ids[i] = sql_int8(people[i]);
        names[i] = NULL;
    }
    trip_start(db);
    TRIP(db, QUERY_NAMES_OF_PEOPLE, sql_array(arena, SQL_INT8, ids, n));
    if (n == 0 || !trip_run(db, TRIP_AGAIN, err))
        return n == 0;
    for (int r = 0; r < trip_rows(db, 0); r++) {
        struct row row = trip_row(db, 0, r);
        int64_t id = row_number(&row);
        const char *name = row_text(&row, arena);
        for (int i = 0; i < n; i++)
            if (people[i] == id)
                names[i] = name;
    }
    return true;
}

bool store_proves(struct db *db, const uint8_t hash[TOKEN_HASH_BYTES], struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_SESSION_PROVES, sql_bytes(hash, TOKEN_HASH_BYTES));
    return trip_run(db, TRIP_ONCE, err);
}

bool store_proved(struct db *db, const uint8_t hash[TOKEN_HASH_BYTES], int seconds, bool *proved, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_SESSION_PROVED, sql_bytes(hash, TOKEN_HASH_BYTES), sql_int4(seconds));
    if (!trip_one(db, TRIP_AGAIN, ERR_SIGN_IN, "session", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    *proved = row_bool(&row);
    return true;
}

bool store_held_people(struct db *db, struct arena *arena, int most, int64_t **people, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_HELD_SEATS, sql_int4(most));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0);
    *people = arena_array(arena, (size_t)*n, sizeof(**people));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        (*people)[i] = row_number(&row);
    }
    return true;
}

/* ---- announcements ---- */

bool store_announcements(struct db *db, struct arena *arena, int64_t now, struct announcement **list, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_ANNOUNCEMENTS, sql_time(now));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0);
    *list = arena_array(arena, (size_t)*n, sizeof(**list));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        struct announcement *one = &(*list)[i];
        one->id = row_number(&row);
        one->en = row_text(&row, arena);
        one->ja = row_text(&row, arena);
        one->starts = row_time(&row);
        one->ends = row_time(&row);
    }
    return true;
}

bool store_announce(struct db *db, int64_t maker, const struct announcement *announcement, int64_t *id, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_ANNOUNCEMENT_NEW, sql_id(maker), sql_text(announcement->en), sql_text(announcement->ja), sql_time(announcement->starts),
         sql_time(announcement->ends));
    if (!trip_one(db, TRIP_ONCE, ERR_INTERNAL, "announcement", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    *id = row_number(&row);
    return true;
}

bool store_announcement_drop(struct db *db, int64_t id, int64_t maker, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_ANNOUNCEMENT_DROP, sql_int8(id), sql_id(maker));
    return trip_one(db, TRIP_ONCE, ERR_GONE, "announcement", err);
}
