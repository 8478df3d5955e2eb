/* Whom people follow and block, and who may see a profile. */
#include "config.h"

#include "cgi/store/rows.h"

#include <string.h>

#include "cgi/base/banned.h"

/* ---- profiles ---- */

static const char *const kinds[] = {[PROFILE_PUBLIC] = "public", [PROFILE_MEMBERS] = "members", [PROFILE_HIDDEN] = "hidden"};

const char *profile_kind_id(enum profile_kind kind)
{
    return kinds[kind];
}

bool profile_kind_of(const char *id, enum profile_kind *kind)
{
    for (int k = 0; k < PROFILE_KINDS; k++)
        if (!strcmp(id, kinds[k])) {
            *kind = (enum profile_kind)k;
            return true;
        }
    return false;
}

bool store_profile(struct db *db, struct arena *arena, const char *name, int64_t reader, struct profile *profile, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PROFILE_OF, sql_text(name), sql_id(reader));
    if (!trip_one(db, TRIP_AGAIN, ERR_GONE, "profile", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    *profile = (struct profile){.kind = PROFILE_HIDDEN}; /* what is not known is shown to nobody */
    read_person(&row, arena, &profile->person);
    profile->person.about = row_text(&row, arena);
    profile_kind_of(row_text(&row, arena), &profile->kind);
    profile->followed = row_bool(&row);
    profile->blocked = row_bool(&row);
    return true;
}

bool store_privacy(struct db *db, struct arena *arena, int64_t person, enum profile_kind *kind, bool *ranked, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PRIVACY_OF, sql_int8(person));
    if (!trip_one(db, TRIP_AGAIN, ERR_GONE, "person", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    *kind = PROFILE_HIDDEN;
    profile_kind_of(row_text(&row, arena), kind);
    *ranked = row_bool(&row);
    return true;
}

bool store_privacy_set(struct db *db, int64_t person, enum profile_kind kind, bool ranked, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PRIVACY_SET, sql_int8(person), sql_text(kinds[kind]), sql_bool(ranked));
    return trip_one(db, TRIP_ONCE, ERR_GONE, "person", err);
}

/* ---- following and blocking ---- */

static bool is_another(int64_t person, int64_t whom, const char *sentence, struct err *err)
{
    return person != whom || err_fail(err, ERR_INPUT, sentence, "name", "that is person %lld", (long long)person);
}

static bool too_many(struct arena *arena, struct err *err)
{
    return err_fail(err, ERR_STALE, N_("There are {what} members on this list already, and no more fit. Please remove one first."),
                    arena_printf(arena, "%d", PEOPLE_MOST), "a full list");
}

bool store_follow(struct db *db, struct arena *arena, int64_t person, int64_t whom, struct err *err)
{
    if (!is_another(person, whom, N_("You cannot follow yourself."), err))
        return false;
    trip_start(db);
    TRIP(db, QUERY_FOLLOW_NEW, sql_int8(person), sql_int8(whom), sql_int4(PEOPLE_MOST));
    if (!trip_run(db, TRIP_ONCE, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    bool blocked = row_bool(&row), known = row_bool(&row);
    int64_t n = row_number(&row); /* as it was before */
    if (blocked)
        return err_fail(err, ERR_STALE, N_("You have blocked this member. Unblock them first."), "name", "blocked");
    return known || n < PEOPLE_MOST || too_many(arena, err);
}

bool store_unfollow(struct db *db, int64_t person, int64_t whom, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_FOLLOW_DROP, sql_int8(person), sql_int8(whom));
    return trip_run(db, TRIP_ONCE, err);
}

bool store_block(struct db *db, struct arena *arena, int64_t person, int64_t whom, struct err *err)
{
    if (!is_another(person, whom, N_("You cannot block yourself."), err))
        return false;
    trip_start(db);
    TRIP(db, QUERY_BLOCK_NEW, sql_int8(person), sql_int8(whom), sql_int4(PEOPLE_MOST));
    if (!trip_run(db, TRIP_ONCE, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    bool known = row_bool(&row);
    return known || row_number(&row) < PEOPLE_MOST || too_many(arena, err);
}

bool store_unblock(struct db *db, int64_t person, int64_t whom, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_BLOCK_DROP, sql_int8(person), sql_int8(whom));
    return trip_run(db, TRIP_ONCE, err);
}

void read_people(struct db *db, int op, struct arena *arena, struct people_list *list)
{
    *list = (struct people_list){.n = trip_rows(db, op)};
    list->one = arena_array(arena, (size_t)list->n, sizeof(*list->one));
    for (int i = 0; i < list->n; i++) {
        struct row row = trip_row(db, op, i);
        list->one[i].id = row_number(&row);
        list->one[i].name = row_text(&row, arena);
        list->one[i].at = row_time(&row);
        list->one[i].hidden = row_bool(&row);
    }
}

bool store_people(struct db *db, struct arena *arena, int64_t person, struct people_list *follows, struct people_list *blocks, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_FOLLOWS_OF, sql_int8(person));
    TRIP(db, QUERY_BLOCKS_OF, sql_int8(person));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    read_people(db, 0, arena, follows);
    read_people(db, 1, arena, blocks);
    return true;
}

bool people_have(const struct people_list *list, int64_t person)
{
    for (int i = 0; i < list->n; i++)
        if (list->one[i].id == person)
            return true;
    return false;
}
