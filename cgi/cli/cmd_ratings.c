/* ridotto ratings: works out all ratings once more. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cgi/base/args.h"
#include "cgi/base/clock.h"
#include "cgi/base/settings.h"
#include "cgi/cli/commands.h"
#include "cgi/store/store.h"
#include "cgi/words/phrases.h"
#include "rules/engine/registry.h"

#include "cgi/base/banned.h"

static const char help[] =
    "usage: ridotto ratings recompute [--check] [GAME]\n\n"
    "Works out all ratings, those of seasons, and what each game has changed from the games that were rated, in the order in\n"
    "which they were; of one game such as carrara, or of all. Says what is stored otherwise, a line each, and puts it right.\n"
    "Games that end meanwhile wait for it, about a second for 50,000 rated ones. Where a game's seats tell otherwise than it was\n"
    "rated by it says so, and changes nothing.\n\n"
    "Ends with 1 when --check finds a difference, or it cannot be done.\n";

struct call {
    struct settings set;
    struct arena *arena;
    bool check;
    const char *rules_id;      /* NULL: all */
};

enum { CHECK };

static bool take(void *data, int flag, const char *argument)
{
    struct call *call = data;
    (void)argument;
    call->check |= flag == CHECK;
    return true;
}

/* ---- what differs ---- */

/* "1612.345 ± 80.100" */
static void print_pair(const int64_t *pair)
{
    printf("%.3f ± %.3f", (double)pair[0] / 1000, (double)pair[1] / 1000);
}

static void print_figures(struct arena *arena, enum rating_kind kind, const int64_t *figures)
{
    if (!figures) {
        fputs("nothing", stdout);
        return;
    }
    print_pair(figures);
    if (kind == RATING_OF_GAME) {
        fputs(" to ", stdout);
        print_pair(figures + 2);
    } else {
        printf(" after %" PRId64 " games", figures[2]);
    }
    if (kind == RATING_OF_PERSON)
        printf(", the last at %s", moment_utc(arena, figures[3]));
}

static void print_difference(void *user, const struct rating_difference *d)
{
    const struct call *call = user;
    const int64_t day = INT64_C(86400) * 1000000;
    if (d->kind == RATING_KINDS) {
        printf("%s: game %" PRId64 ": its seats tell otherwise than it was rated by\n", d->rules_id, d->of);
        return;
    }
    printf("%s: person %" PRId64, d->rules_id, d->person);
    if (d->kind == RATING_OF_GAME)
        printf(", game %" PRId64, d->of);
    else if (d->kind == RATING_OF_SEASON)
        printf(", season from %.10s", moment_utc(call->arena, d->of * day));
    fputs(": stored ", stdout);
    print_figures(call->arena, d->kind, d->stored);
    fputs(", worked out ", stdout);
    print_figures(call->arena, d->kind, d->worked);
    putchar('\n');
}

/* ---- the command ---- */

/* One that is played here, or was. */
static bool is_title(struct db *db, const struct call *call, struct err *err)
{
    const char *const *titles;
    int n;
    if (rules_find(call->rules_id))
        return true;
    if (!store_rated_titles(db, call->arena, &titles, &n, err))
        return false;
    for (int i = 0; i < n; i++)
        if (!strcmp(titles[i], call->rules_id))
            return true;
    return err_fail(err, ERR_INPUT, NULL, NULL, "no game is called %s", call->rules_id);
}

static bool recompute(struct call *call, int *differ, struct err *err)
{
    struct db *db = db_open(call->set.database);
    const char *const *titles = &call->rules_id;
    int n = 1, found = 0;
    bool ok = call->rules_id ? is_title(db, call, err) : store_rated_titles(db, call->arena, &titles, &n, err);
    for (int i = 0; ok && i < n; i++) {
        ok = store_recompute(db, titles[i], call->check, print_difference, call, &found, err);
        *differ += found;
    }
    db_close(db);
    return ok;
}

int cmd_ratings(int argc, char **argv)
{
    static const struct flag own[] = {[CHECK] = {"check", NULL, "only say what differs"}, {NULL, NULL, NULL}};
    struct call call = {.check = false};
    const struct flags flags = {.groups = FLAGS_DATABASE, .help = help, .own = own, .arguments = true, .take = take, .data = &call};
    int n = settings_flags(&call.set, &flags, argc, argv), differ = 0;
    struct err err = {0};
    if (n < 0)
        return n == FLAGS_HELP ? 0 : 2;
    if (n < 1 || n > 2 || strcmp(argv[1], "recompute") != 0) {
        fputs("ridotto ratings: recompute, or recompute GAME? See --help\n", stderr);
        return 2;
    }
    call.rules_id = n == 2 ? argv[2] : NULL;
    call.arena = arena_new();
    bool ok = recompute(&call, &differ, &err);
    arena_free(call.arena);
    if (!ok)
        fprintf(stderr, "ridotto ratings: %s\n", err_plain(&err));
    else
        printf("%d differences%s\n", differ, differ && !call.check ? ", put right" : "");
    return ok && !(call.check && differ) ? 0 : 1;
}
