#include "config.h"

#include "cgi/store/checks.h"
#include "cgi/store/looks.h"
#include "cgi/store/pack.h"
#include "cgi/store/rows.h"
#include "cgi/store/store.h"

#include <dirent.h>
#include <errno.h>
#include <libpq-fe.h>
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/clock.h"

#include "cgi/base/banned.h"

enum { MIGRATIONS_MAX = 999, MIGRATION_BYTES_MAX = 4 * 1024 * 1024, DIGEST_BYTES = 32, FIRST_ANSWER_MS = 3000 };

/* A migration that gives way to players is run again for so long, after pauses in which they go on. */
enum { TRIES_MS = 20 * 1000, PAUSE_MS = 300 };

/* One lock for everybody who migrates this database, a migration at a time. */
#define LOCK_KEY "7237424913"

struct migration {
    int number;
    const char *name;   /* "0001_house.sql" */
    char *text;
    char digest[2 * DIGEST_BYTES + 1];
};

struct folder {
    int n;
    struct migration migration[MIGRATIONS_MAX];
};

/* "0001_house.sql": four digits, an underscore, words. */
static int migration_number(const char *name)
{
    size_t length = strlen(name);
    if (length < 10 || strspn(name, "0123456789") != 4 || name[4] != '_' || strcmp(name + length - 4, ".sql"))
        return 0;
    return (int)strtol(name, NULL, 10);
}

static bool read_file(struct arena *arena, const char *path, char **text, struct err *err)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "cannot read %s", path);
    char *room = arena_alloc(arena, MIGRATION_BYTES_MAX);
    size_t length = fread(room, 1, MIGRATION_BYTES_MAX - 1, file);
    bool whole = !ferror(file) && feof(file);
    fclose(file);
    *text = room;
    return (whole && !memchr(room, '\0', length))
        || err_fail(err, ERR_INTERNAL, NULL, NULL, "cannot read all of %s", path);
}

static int by_number(const void *a, const void *b)
{
    const struct migration *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

/* How long locks are waited for is said here: up to 0056 files say it for themselves, three seconds. */
static void strip_wait(char *sql)
{
    static const char wait[] = "\nSET LOCAL lock_timeout = '3s';\n";
    char *at = strstr(sql, wait);
    if (at)
        memset(at + 1, ' ', sizeof(wait) - 3);
}

static bool read_migration(struct arena *arena, const char *dir, struct migration *m, struct err *err)
{
    uint8_t digest[DIGEST_BYTES];
    if (!read_file(arena, arena_printf(arena, "%s/%s", dir, m->name), &m->text, err))
        return false;
    crypto_generichash(digest, sizeof(digest), (const unsigned char *)m->text, strlen(m->text), NULL, 0);
    sodium_bin2hex(m->digest, sizeof(m->digest), digest, sizeof(digest));
    strip_wait(m->text); /* the digest is that of the whole file */
    return true;
}

static bool read_folder(struct arena *arena, const char *dir, struct folder *folder, struct err *err)
{
    DIR *open = opendir(dir);
    if (!open)
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "there is no folder %s", dir);
    for (struct dirent *entry; (entry = readdir(open)) && folder->n < MIGRATIONS_MAX;) {
        int number = migration_number(entry->d_name);
        if (number)
            folder->migration[folder->n++] = (struct migration){.number = number,
                                                                .name = arena_strdup(arena, entry->d_name)};
    }
    closedir(open);
    qsort(folder->migration, (size_t)folder->n, sizeof(folder->migration[0]), by_number);
    for (int i = 0; i < folder->n; i++) {
        if (folder->migration[i].number != i + 1)
            return err_fail(err, ERR_INTERNAL, NULL, NULL, "%s: number %d is missing or there twice", dir, i + 1);
        if (!read_migration(arena, dir, &folder->migration[i], err))
            return false;
    }
    return folder->n > 0 || err_fail(err, ERR_INTERNAL, NULL, NULL, "no migrations in %s", dir);
}

int store_migrations_known(const char *sql_dir)
{
    char path[1024];
    int most = 0;
    DIR *open = snprintf(path, sizeof(path), "%s/migrations", sql_dir) < (int)sizeof(path) ? opendir(path) : NULL;
    for (struct dirent *entry; open && (entry = readdir(open));) {
        int number = migration_number(entry->d_name);
        most = number > most ? number : most;
    }
    if (open)
        closedir(open);
    return most;
}

/* It waited too long for what others hold, or they and it would have waited for each other for ever. */
static bool is_in_the_way(const PGresult *result)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    return state && (!strcmp(state, "55P03") || !strcmp(state, "40P01"));
}

/* False with @err->held: others are in the way. */
static bool run(PGconn *conn, const char *sql, const char *about, struct err *err)
{
    PGresult *result = PQexec(conn, sql);
    ExecStatusType status = PQresultStatus(result);
    bool ok = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    if (!ok) {
        err_fail(err, ERR_INTERNAL, NULL, NULL, "%s: %.200s", about,
                 status == PGRES_EMPTY_QUERY ? "there is no statement in it" : PQerrorMessage(conn));
        err->held = is_in_the_way(result);
    }
    PQclear(result);
    return ok;
}

/* The last character that is no blank and in no comment. */
static char last_of(const char *sql)
{
    char last = '\0';
    for (const char *c = sql; *c; c++) {
        if (c[0] == '-' && c[1] == '-')
            c += strcspn(c, "\n") - 1;
        else if (!strchr(" \t\r\n", *c))
            last = *c;
    }
    return last;
}

/* What is left of a file may still be SQL, and once it is recorded the whole file would be another. */
static bool run_file(PGconn *conn, const struct migration *m, struct err *err)
{
    return last_of(m->text) == ';'
        ? run(conn, m->text, m->name, err)
        : err_fail(err, ERR_INTERNAL, NULL, NULL, "%s is empty or cut off: no ; stands at its end", m->name);
}

static bool record(PGconn *conn, const struct migration *m, struct err *err)
{
    char number[16];
    snprintf(number, sizeof(number), "%d", m->number);
    const char *const values[] = {number, m->name, m->digest};
    PGresult *result = PQexecParams(conn, "INSERT INTO migration (number, name, checksum) VALUES ($1, $2, $3)", 3, NULL,
                                    values, NULL, NULL, 0);
    bool ok = PQresultStatus(result) == PGRES_COMMAND_OK;
    if (!ok)
        err_fail(err, ERR_INTERNAL, NULL, NULL, "%s: %.200s", m->name, PQerrorMessage(conn));
    PQclear(result);
    return ok;
}

/* Is the row at @i of @result that of the folder's migration @m, which has the same place? */
static bool is_row_of(const PGresult *result, int i, const struct migration *m, struct err *err)
{
    if (strtol(PQgetvalue(result, i, 0), NULL, 10) != m->number)
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "the table migration has no row of number %d (%s), but later ones", m->number, m->name);
    return !strcmp(PQgetvalue(result, i, 2), m->digest)
        || err_fail(err, ERR_INTERNAL, NULL, NULL, "%s is not the file this database was made with (%s)", m->name,
                    PQgetvalue(result, i, 1));
}

/* How many of the folder's migrations the database has; those must be the same to the byte. */
static bool compare(PGconn *conn, const struct folder *folder, int *done, struct err *err)
{
    PGresult *result = PQexec(conn, "SELECT number, name, checksum FROM migration ORDER BY number");
    bool ok = PQresultStatus(result) == PGRES_TUPLES_OK
        || err_fail(err, ERR_INTERNAL, NULL, NULL, "migration: %.200s", PQerrorMessage(conn));
    int n = PQntuples(result);
    for (int i = 0; ok && i < n && i < folder->n; i++)
        ok = is_row_of(result, i, &folder->migration[i], err);
    PQclear(result);
    *done = n;
    return ok;
}

/* For deadlocks, where the role may say so: whoever looks first gives up. Always true. */
static bool look_early(PGconn *conn)
{
    PQclear(PQexec(conn, "SELECT set_config('deadlock_timeout', '100', true) WHERE has_parameter_privilege('deadlock_timeout', 'SET')"));
    return true;
}

/* The lock is the transaction's, so that it is given back whatever becomes of the connection, or of a pooler between. Who waits for a lock
 * of a table keeps all others waiting behind it: rather give up, and be run again; before those, too, that wait look for a deadlock, which they
 * do after a second, or they might be the ones that are refused. */
static bool begin_locked(PGconn *conn, struct err *err)
{
    static const char table[] =
        "CREATE TABLE IF NOT EXISTS migration (number integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL,"
        " applied timestamptz NOT NULL DEFAULT now())";
    return run(conn, "BEGIN", "begin", err) && run(conn, "SET LOCAL client_min_messages = warning", "set", err)
        && run(conn, "SELECT pg_advisory_xact_lock(" LOCK_KEY ")", "lock", err)
        && run(conn, "SET LOCAL lock_timeout = 500", "set", err) && look_early(conn)
        && run(conn, table, "table migration", err);
}

/* The next one that is missing, in a transaction of its own; *all: there is none. */
static bool apply_next(PGconn *conn, const struct folder *folder, bool *all, struct err *err)
{
    int done = 0;
    if (!begin_locked(conn, err) || !compare(conn, folder, &done, err))
        return false;
    *all = done >= folder->n;
    if (done > folder->n)
        fprintf(stderr, "note: the database has %d migrations, this program knows %d\n", done, folder->n);
    if (*all)
        return run(conn, "COMMIT", "commit", err);
    const struct migration *m = &folder->migration[done];
    if (!run_file(conn, m, err) || !record(conn, m, err) || !run(conn, "COMMIT", m->name, err))
        return false;
    fprintf(stderr, "migrated: %s\n", m->name);
    return true;
}

/* After a failure: is it worth another try? */
static bool again(PGconn *conn, int64_t since, const struct err *why)
{
    struct err ignored;
    if (!run(conn, "ROLLBACK", "rollback", &ignored) || !why->held || clock_ticks() - since > TRIES_MS)
        return false;
    poll(NULL, 0, PAUSE_MS);
    return true;
}

static bool migrate_all(PGconn *conn, const struct folder *folder, struct err *err)
{
    int64_t since = clock_ticks();
    for (bool all = false; !all;) {
        *err = (struct err){0};
        if (apply_next(conn, folder, &all, err))
            since = clock_ticks();
        else if (!again(conn, since, err))
            return false;
    }
    return true;
}

/* ---- the connection ---- */

static PGconn *connect_by(const char *conninfo)
{
    /* What stands before dbname are our defaults, which the operator's string may change. */
    static const char *const keys[] = {"connect_timeout", "keepalives_idle", "keepalives_interval", "keepalives_count",
                                       "application_name", "dbname", NULL};
    const char *const values[] = {"3", "10", "5", "3", "ridotto", conninfo, NULL};
    return PQconnectdbParams(keys, values, 1);
}

/* A pooler may take the connection though the server behind it hangs. What a migration asks for later may take as long as it likes. */
static bool answers(PGconn *conn)
{
    int64_t began = clock_ticks();
    bool alive = PQsendQuery(conn, "") != 0;
    while (alive && PQisBusy(conn)) {
        struct pollfd p = {.fd = PQsocket(conn), .events = POLLIN};
        int left = (int)(began + FIRST_ANSWER_MS - clock_ticks());
        alive = left > 0 && (poll(&p, 1, left) >= 0 || errno == EINTR) && PQconsumeInput(conn);
    }
    for (PGresult *result; alive && (result = PQgetResult(conn));)
        PQclear(result);
    return alive && PQstatus(conn) == CONNECTION_OK;
}

static bool ready(PGconn *conn, struct err *err)
{
    if (PQstatus(conn) == CONNECTION_OK && answers(conn))
        return true;
    const char *why = PQerrorMessage(conn);
    return err_fail(err, ERR_BUSY, NULL, NULL, "no connection: %.200s", *why ? why : "the database says nothing");
}

bool store_migrate(const char *owner_conninfo, const char *sql_dir, struct err *err)
{
    struct arena *arena = arena_new();
    struct folder *folder = arena_alloc(arena, sizeof(*folder));
    bool ok = read_folder(arena, arena_printf(arena, "%s/migrations", sql_dir), folder, err);
    if (ok) {
        PGconn *conn = connect_by(owner_conninfo);
        ok = ready(conn, err) && migrate_all(conn, folder, err) && pack_stored(owner_conninfo, err)
            && looks_fill(owner_conninfo, err) && ratings_fill(owner_conninfo, err);
        PQfinish(conn);
    }
    arena_free(arena);
    return ok;
}

bool store_migrations_compare(const char *conninfo, const char *sql_dir, int *has, int *known, struct err *err)
{
    struct arena *arena = arena_new();
    struct folder *folder = arena_alloc(arena, sizeof(*folder));
    bool ok = read_folder(arena, arena_printf(arena, "%s/migrations", sql_dir), folder, err);
    if (ok) {
        PGconn *conn = connect_by(conninfo);
        ok = ready(conn, err) && compare(conn, folder, has, err);
        *known = folder->n;
        PQfinish(conn);
    }
    arena_free(arena);
    return ok;
}
