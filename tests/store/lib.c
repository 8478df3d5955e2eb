#include "tests/store/lib.h"

#include "cgi/play/play.h"

struct db *db;
struct arena *arena;
struct err err;
int64_t anna, bruno, carla;

const char *admin(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *sql = arena_vprintf(arena, format, args);
    va_end(args);
    PGconn *conn = PQconnectdb(getenv("postgres_admin"));
    PGresult *result = PQexec(conn, sql);
    const char *value = PQntuples(result) > 0 ? arena_strdup(arena, PQgetvalue(result, 0, 0)) : "";
    if (PQresultStatus(result) != PGRES_COMMAND_OK && PQresultStatus(result) != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(conn));
    PQclear(result);
    PQfinish(conn);
    return value;
}

int64_t join(const char *name)
{
    char token[TOKEN_TEXT];
    uint8_t hash[TOKEN_HASH_BYTES];
    struct token used;
    int64_t id = 0;
    token_make(token);
    token_hash(token, hash);
    works(store_join(db, name, arena_printf(arena, "%s@example.org", name), "hash", NULL, token, &id, &err));
    works(store_token_use(db, arena, TOKEN_CONFIRM, hash, NULL, &used, &err));
    return id;
}

void meet(void)
{
    anna = join("Anna");
    bruno = join("Bruno");
    carla = join("Carla");
}

void must_replay(int64_t game)
{
    int differs;
    char note[256];
    works(play_replay(db, arena, game, &differs, note, sizeof(note), &err));
    if (differs >= 0)
        fail_msg("ply %d: %s", differs, note);
}

int run_store_tests(const char *name, const struct CMUnitTest *tests, size_t n, void (*prepare)(void))
{
    const char *database = getenv("RIDOTTO_DATABASE");
    if (!database || !getenv("postgres_admin")) {
        puts("1..0 # SKIP a program tests/store/test_* starts the database this needs");
        return 77;
    }
    db = db_open(database);
    arena = arena_new();
    if (prepare)
        prepare();
    int failed = _cmocka_run_group_tests(name, tests, n, NULL, NULL);
    db_close(db);
    arena_free(arena);
    return failed;
}
