/* Before an upgrade: this program brings a copy of the running site's database up to date, and plays all its games again. */
#include "config.h"

#include "cgi/cli/commands.h"

#include <stdio.h>

#include "cgi/base/clock.h"
#include "cgi/base/settings.h"
#include "cgi/store/copy.h"
#include "cgi/store/store.h"

#include "cgi/base/banned.h"

static double seconds_since(int64_t *since)
{
    int64_t began = *since;
    *since = clock_ticks();
    return (double)(*since - began) / 1000;
}

/* Prints how it went, in one sentence; the exit status. */
static int try_all(const struct settings *set, struct arena *arena, struct copy *copy, struct err *err)
{
    struct replayed all = {0};
    int64_t at = clock_ticks();
    if (!store_copy(copy, arena, set->owner_database, err))
        return 2;
    double copied = seconds_since(&at);
    if (!store_migrate(copy->conninfo, arena_printf(arena, "%s/sql", set->data_dir), err)) {
        printf("The trial failed after %.1f s of migrating a copy: do not upgrade.\n", seconds_since(&at));
        return 1;
    }
    double migrated = seconds_since(&at);
    if (!replay_stored(copy->conninfo, &all, err))
        return 2;
    printf("The trial %s: copied in %.1f s, migrated in %.1f s, %lld games replayed in %.1f s, %lld differ%s.\n",
           all.differ ? "failed" : "went well", copied, migrated, all.games, seconds_since(&at), all.differ,
           all.differ ? ": do not upgrade" : "");
    return all.differ ? 1 : 0;
}

int cmd_trial(int argc, char **argv)
{
    static const struct flags flags = {
        .groups = FLAGS_OWNER,
        .help = "usage: ridotto trial [OPTION...]\n\n"
                "Tries an upgrade to this program while the site goes on: copies its database to " COPY_NAME ", brings\n"
                "the schema of that up to date, plays every stored game again, and drops it. The role has to be one that\n"
                "creates databases: su postgres -c \"ridotto trial --owner-database dbname=ridotto\". A copy that is there\n"
                "already is another trial's, or of one that was cut off: su postgres -c \"dropdb " COPY_NAME "\".\n"
                "Needs as much room on the database's disk as the site has there.\n"
                "Ends with 0 when all went well, 1 when not: do not upgrade then; 2 when it could not try.\n",
    };
    struct settings set;
    int n = settings_flags(&set, &flags, argc, argv);
    if (n < 0)
        return n == FLAGS_HELP ? 0 : 2;
    struct err err = {0};
    struct copy copy;
    struct arena *arena = arena_new();
    int status = try_all(&set, arena, &copy, &err);
    store_copy_drop(&copy);
    arena_free(arena);
    if (*err.logged)
        fprintf(stderr, "ridotto trial: %s\n", err_plain(&err));
    return status;
}
