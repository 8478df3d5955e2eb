#include "config.h"

#include "cgi/cli/commands.h"

#include <stdio.h>

#include "cgi/base/settings.h"
#include "cgi/store/store.h"

#include "cgi/base/banned.h"

int cmd_migrate(int argc, char **argv)
{
    static const struct flags flags = {
        .groups = FLAGS_OWNER,
        .help = "usage: ridotto migrate [OPTION...]\n\n"
                "Brings the database's schema up to date, as the role that owns it. Run again, it changes nothing.\n",
    };
    struct settings set;
    int n = settings_flags(&set, &flags, argc, argv);
    if (n < 0)
        return n == FLAGS_HELP ? 0 : 2;
    struct err err = {0};
    struct arena *arena = arena_new();
    bool ok = store_migrate(set.owner_database, arena_printf(arena, "%s/sql", set.data_dir), &err);
    arena_free(arena);
    if (!ok)
        fprintf(stderr, "ridotto migrate: %s\n", err_plain(&err));
    return ok ? 0 : 1;
}
