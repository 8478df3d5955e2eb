/* A copy of a database that goes on meanwhile. */
#include "config.h"

#include "cgi/store/copy.h"

#include <errno.h>
#include <libpq-fe.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cgi/base/sb.h"

#include "cgi/base/banned.h"

extern char **environ;

/* ---- connections ---- */

/* @conninfo with @dbname for its database, as keywords and quoted values; NULL: it is none, and @err says why. */
static char *conninfo_with(struct arena *arena, const char *conninfo, const char *dbname, struct err *err)
{
    char *why = NULL;
    struct sb out;
    PQconninfoOption *options = PQconninfoParse(conninfo, &why);
    sb_init(&out, arena);
    if (!options) {
        err_fail(err, ERR_INPUT, NULL, NULL, "--owner-database: %s", why ? why : "no memory");
        PQfreemem(why);
        return NULL;
    }
    for (const PQconninfoOption *o = options; o->keyword; o++) {
        const char *value = strcmp(o->keyword, "dbname") ? o->val : dbname;
        if (!value)
            continue;
        sb_addf(&out, "%s%s='", out.length ? " " : "", o->keyword);
        for (; *value; value++)
            sb_addf(&out, *value == '\'' || *value == '\\' ? "\\%c" : "%c", *value);
        sb_add(&out, "'");
    }
    PQconninfoFree(options);
    return out.text;
}

/* Starts one of PostgreSQL's programs with these ends; 0: it cannot, and errno says why. */
static pid_t start(char *const argv[], int in, int out)
{
    posix_spawn_file_actions_t actions;
    pid_t pid = 0;
    posix_spawn_file_actions_init(&actions);
    if (in >= 0)
        posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    if (out >= 0)
        posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    errno = posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    return errno ? 0 : pid;
}

static bool ended_well(pid_t pid, const char *name, struct err *err)
{
    int status = 0;
    if (!pid)
        return err_fail(err, ERR_BUSY, NULL, NULL, "%s: %s", name, strerror(errno));
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return (WIFEXITED(status) && WEXITSTATUS(status) == 0) || err_fail(err, ERR_BUSY, NULL, NULL, "%s failed", name);
}

/* One program, to its end. */
static bool runs(char *const argv[], struct err *err)
{
    return ended_well(start(argv, -1, -1), argv[0], err);
}

/* pg_dump of the site, which goes on meanwhile, straight into pg_restore of the copy. */
static bool fill(const struct copy *copy, struct err *err)
{
    char *dump[] = {"pg_dump", "-Fc", "-d", copy->site, NULL};
    char *restore[] = {"pg_restore", "--exit-on-error", "-d", copy->conninfo, NULL};
    int ends[2];
    struct err other = {0};
    if (pipe(ends) != 0)
        return err_fail(err, ERR_BUSY, NULL, NULL, "%s", strerror(errno));
    pid_t reads = start(restore, ends[0], -1), writes = reads ? start(dump, -1, ends[1]) : 0;
    close(ends[0]);
    close(ends[1]);
    bool read = ended_well(reads, "pg_restore", err);
    return reads && ended_well(writes, "pg_dump", read ? err : &other) && read;
}

bool store_copy(struct copy *copy, struct arena *arena, const char *conninfo, struct err *err)
{
    *copy = (struct copy){.site = arena_strdup(arena, conninfo), .conninfo = conninfo_with(arena, conninfo, COPY_NAME, err)};
    if (!copy->conninfo)
        return false;
    char *create[] = {"createdb", "--maintenance-db", copy->site, "-T", "template0", COPY_NAME, NULL};
    copy->made = runs(create, err);
    return copy->made && fill(copy, err);
}

void store_copy_drop(struct copy *copy)
{
    struct err err = {0};
    char *drop[] = {"dropdb", "--maintenance-db", copy->site, "--force", COPY_NAME, NULL};
    if (copy->made && !runs(drop, &err))
        fprintf(stderr, "%s; by hand: su postgres -c \"dropdb " COPY_NAME "\"\n", err.logged);
}
