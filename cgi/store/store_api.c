/* Programs that act for people: tokens, requests that were answered once already, accounts of programs. */
#include "config.h"

#include "cgi/store/programs.h"

#include <string.h>

#include "cgi/base/look.h"
#include "cgi/base/sb.h"
#include "cgi/base/token.h"
#include "cgi/store/rows.h"

#include "cgi/base/banned.h"

static const char *const scope_names[SCOPE_COUNT] = {"read", "play", "tables", "bot"};

const char *scope_name(int i)
{
    return scope_names[i];
}

const char *scopes_text(struct arena *arena, unsigned scopes)
{
    struct sb out;
    sb_init(&out, arena);
    for (int i = 0; i < SCOPE_COUNT; i++)
        if (scopes & 1u << i) {
            sb_add(&out, out.length ? " " : "");
            sb_add(&out, scope_names[i]);
        }
    return out.text;
}

static unsigned scopes_of(const char *text)
{
    unsigned scopes = 0;
    for (int i = 0; i < SCOPE_COUNT; i++) {
        const char *at = strstr(text, scope_names[i]);
        scopes |= at ? 1u << i : 0;
    }
    return scopes;
}

static struct sql hash_of(const uint8_t hash[TOKEN_HASH_BYTES])
{
    return sql_bytes(hash, TOKEN_HASH_BYTES);
}

/* ---- who asks ---- */

bool store_api_person(struct db *db, struct arena *arena, const char *token, struct api_caller *caller, struct err *err)
{
    uint8_t hash[TOKEN_HASH_BYTES];
    token_hash(token, hash);
    trip_start(db);
    TRIP(db, QUERY_API_PERSON, hash_of(hash));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    if (trip_rows(db, 0) == 0)
        return err_fail(err, ERR_SIGN_IN, NULL, NULL, "no such token");
    struct row row = trip_row(db, 0, 0);
    if (!read_session(&row, arena, &caller->person, err))
        return false;
    caller->token = row_number(&row);
    caller->scopes = scopes_of(row_text(&row, arena));
    caller->program_of = row_number(&row);
    caller->person.email_confirmed |= row_bool(&row);
    return true;
}

bool store_api_seen(struct db *db, int64_t token, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_API_TOKEN_SEEN, sql_int8(token));
    return trip_run(db, TRIP_ONCE, err);
}

/* ---- tokens ---- */

bool store_api_tokens(struct db *db, struct arena *arena, int64_t owner, struct api_token **tokens, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_API_TOKENS, sql_int8(owner));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0);
    *tokens = arena_array(arena, (size_t)*n, sizeof(**tokens));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        struct api_token *token = &(*tokens)[i];
        token->id = row_number(&row);
        token->name = row_text(&row, arena);
        token->scopes = row_text(&row, arena);
        token->made = row_time(&row);
        token->seen = row_time(&row);
        token->ends = row_time(&row);
        token->over = row_bool(&row);
        token->program = row_text(&row, arena);
    }
    return true;
}

/* One more of what nobody may have more of than so many: under the lock of the person. *made: its number; 0: there are so many already. False: roll
 * back, once the constraint is known. */
static bool run_new(struct db *db, int op, int64_t *made, struct err *err)
{
    trip_add(db, QUERY_COMMIT, NULL, 0);
    *made = 0;
    if (!trip_run(db, TRIP_ONCE, err))
        return false;
    if (trip_rows(db, op) > 0) {
        struct row row = trip_row(db, op, 0);
        *made = row_number(&row);
    }
    return true;
}

bool store_api_token_new(struct db *db, int64_t person, const char *token, const char *name, const char *scopes, int days, struct err *err)
{
    uint8_t hash[TOKEN_HASH_BYTES];
    int64_t made;
    token_hash(token, hash);
    trip_start(db);
    trip_add(db, QUERY_BEGIN, NULL, 0);
    TRIP(db, QUERY_TIME_LOCK, sql_int8(person));
    int op = TRIP(db, QUERY_API_TOKEN_NEW, sql_int8(person), hash_of(hash), sql_text(name), sql_text(scopes), sql_int4(days), sql_int4(TOKENS_MOST));
    if (!run_new(db, op, &made, err)) {
        store_rollback(db);
        return false;
    }
    return made || err_fail(err, ERR_STALE, N_("You have as many tokens as there can be. Please delete one first."), "", "tokens: too many");
}

bool store_api_token_drop(struct db *db, int64_t owner, int64_t token, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_API_TOKEN_DROP, sql_int8(owner), sql_int8(token));
    return trip_one(db, TRIP_ONCE, ERR_GONE, "token", err);
}

/* ---- accounts of programs ---- */

bool store_programs(struct db *db, struct arena *arena, int64_t owner, struct program *programs, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_API_PROGRAMS, sql_int8(owner));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0) < PROGRAMS_MOST ? trip_rows(db, 0) : PROGRAMS_MOST;
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        programs[i].id = row_number(&row);
        programs[i].name = row_text(&row, arena);
        programs[i].made = row_time(&row);
    }
    return true;
}

/* What follows "bot-" is a name as others are. */
static bool program_fits(struct arena *arena, const char *name, struct look *look, struct err *err)
{
    size_t begins = strlen(PROGRAM_NAME);
    if (strncmp(name, PROGRAM_NAME, begins) != 0)
        return err_fail(err, ERR_INPUT, N_("The name of a program begins with bot-."), "program", "program: no bot-");
    if (!name[begins] || !name[begins + 1])
        return err_fail(err, ERR_INPUT, N_("A name has 2 to 24 letters, digits, spaces, hyphens or underscores."), "program", "program: nothing after bot-");
    if (!store_name_fits(arena, name + begins, err))
        return err_reword(err, err->say, "program");
    return look_of(arena, name, look)
        || err_fail(err, ERR_INPUT, N_("A name has 2 to 24 letters, digits, spaces, hyphens or underscores."), "program", "program: no look");
}

bool store_program_new(struct db *db, struct arena *arena, int64_t owner, const char *name, int64_t *id, struct err *err)
{
    struct look look;
    if (!program_fits(arena, name, &look, err))
        return false;
    trip_start(db);
    trip_add(db, QUERY_BEGIN, NULL, 0);
    TRIP(db, QUERY_TIME_LOCK, sql_int8(owner));
    int op = TRIP(db, QUERY_API_PROGRAM_NEW, sql_int8(owner), sql_text(name), sql_text(look.written), sql_text(look.small), sql_int4(PROGRAMS_MOST));
    if (!run_new(db, op, id, err)) {
        name_refused(db, err);
        store_rollback(db);
        return err->code == ERR_INPUT ? err_reword(err, err->say, "program") : false;
    }
    return *id || err_fail(err, ERR_STALE, N_("You have three programs, which is as many as there can be."), "", "programs: too many");
}

/* ---- what was asked for already ---- */

bool store_api_begin(struct db *db, int64_t person, const uint8_t key[TOKEN_HASH_BYTES], const uint8_t body[TOKEN_HASH_BYTES], struct api_done *done, struct err *err)
{
    enum { GIVEN_UP_SECONDS = 30 };
    trip_start(db);
    TRIP(db, QUERY_API_BEGIN, sql_int8(person), hash_of(key), hash_of(body), sql_int4(GIVEN_UP_SECONDS));
    if (!trip_one(db, TRIP_ONCE, ERR_INTERNAL, "request", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    done->now = row_bool(&row);
    done->same = row_bool(&row);
    done->status = (int)row_number(&row);
    done->game = row_number(&row);
    return true;
}

bool store_api_end(struct db *db, int64_t person, const uint8_t key[TOKEN_HASH_BYTES], int status, int64_t game, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_API_END, sql_int8(person), hash_of(key), sql_int4(status), sql_id(game));
    return trip_run(db, TRIP_ONCE, err);
}

bool store_api_forget(struct db *db, int64_t person, const uint8_t key[TOKEN_HASH_BYTES], struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_API_FORGET, sql_int8(person), hash_of(key));
    return trip_run(db, TRIP_ONCE, err);
}
