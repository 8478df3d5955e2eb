/* Codes with which one joins a site that is by invitation. */
#include "config.h"

#include "cgi/store/order.h"

#include <sodium.h>

#include "cgi/store/rows.h"

#include "cgi/base/banned.h"

/* 60 bits, in letters and digits that cannot be mistaken for each other. */
static void make_code(char code[CODE_TEXT])
{
    static const char letters[] = "abcdefghjkmnpqrstuvwxyz23456789_";
    enum { GROUP = 4, LETTERS = 12 };
    int at = 0;
    for (int i = 0; i < LETTERS; i++) {
        if (i && i % GROUP == 0)
            code[at++] = '-';
        code[at++] = letters[randombytes_uniform((uint32_t)sizeof(letters) - 2)];
    }
    code[at] = '\0';
}

bool store_code_new(struct db *db, int64_t maker, int most, int days, char code[CODE_TEXT], struct err *err)
{
    make_code(code);
    trip_start(db);
    TRIP(db, QUERY_CODE_NEW, sql_text(code), sql_id(maker), sql_int4(most), sql_int4(days), sql_int4(CODES_OPEN));
    if (!trip_run(db, TRIP_ONCE, err))
        return false;
    return trip_rows(db, 0) == 1
        || err_fail(err, ERR_STALE, N_("You have as many invitation codes as one may have. Delete one, or wait until they are used."), NULL,
                    "codes of %lld", (long long)maker);
}

bool store_codes(struct db *db, struct arena *arena, int64_t maker, struct joining_code **codes, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_CODES_OF, sql_id(maker));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0);
    *codes = arena_array(arena, (size_t)*n, sizeof(**codes));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        struct joining_code *one = &(*codes)[i];
        one->id = row_number(&row);
        one->code = row_text(&row, arena);
        one->expires = row_time(&row);
        one->most = (int)row_number(&row);
        one->used = (int)row_number(&row);
    }
    return true;
}

bool store_code_drop(struct db *db, int64_t id, int64_t maker, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_CODE_DROP, sql_int8(id), sql_id(maker));
    return trip_run(db, TRIP_ONCE, err);
}

/* Whether it was used up or never was one is the same to who tries. */
static bool is_good(struct db *db, enum trip_kind kind, struct err *err)
{
    if (!trip_run(db, kind, err))
        return false;
    return trip_rows(db, 0) == 1
        || err_fail(err, ERR_INPUT, N_("This invitation code is not good: it is used up, too old, or mistyped. Please ask for another one."), "code",
                    "no such code");
}

bool store_code_good(struct db *db, const char *code, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_CODE_GOOD, sql_text(code));
    return is_good(db, TRIP_AGAIN, err);
}

bool store_code_use(struct db *db, const char *code, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_CODE_USE, sql_text(code));
    return is_good(db, TRIP_ONCE, err);
}

bool store_code_unuse(struct db *db, const char *code, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_CODE_UNUSE, sql_text(code));
    return trip_run(db, TRIP_ONCE, err);
}
