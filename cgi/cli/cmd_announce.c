/* ridotto announce: a text on all pages for a time, by the operator. */
#include "config.h"

#include "cgi/cli/commands.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cgi/base/args.h"
#include "cgi/base/clock.h"
#include "cgi/base/parse.h"
#include "cgi/base/settings.h"
#include "cgi/http/form.h"
#include "cgi/play/chat.h"
#include "cgi/store/order.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

static const char help[] =
    "usage: ridotto announce --until TIME [--from TIME] ENGLISH [JAPANESE]\n"
    "       ridotto announce list\n"
    "       ridotto announce drop N\n\n"
    "A text on all pages of the site, at the most 500 characters, shown as it is.\n\n"
    "  TIME   in UTC, such as 2026-12-01T10:00; without --from it begins now\n"
    "  list   what is announced now or will be, a line each: number, from, until, text\n"
    "  drop   ends one before its time\n\n"
    "Running services show it within seconds. Ends with 1 when it cannot be done.\n";

struct call {
    struct settings set;
    struct db *db;
    struct arena *arena;
    struct announcement new;
};

static bool take(void *data, int flag, const char *argument)
{
    struct call *call = data;
    struct tm tm = {0};
    const char *end = strptime(argument, "%Y-%m-%dT%H:%M", &tm);
    const int day = tm.tm_mday;
    int64_t at = (int64_t)timegm(&tm) * 1000000;
    if (flag == 0)
        call->new.starts = at;
    else
        call->new.ends = at;
    return end && (!*end || !strcmp(end, "Z")) && tm.tm_mday == day; /* else there is no such day: 30 February is 2 March by now */
}

static bool list(struct call *call, struct err *err)
{
    struct announcement *found;
    int n;
    if (!store_announcements(call->db, call->arena, clock_now(), &found, &n, err))
        return false;
    for (int i = 0; i < n; i++)
        printf("%" PRId64 "\t%s\t%s\t%s\n", found[i].id, moment_utc(call->arena, found[i].starts), moment_utc(call->arena, found[i].ends),
               found[i].en);
    return true;
}

static bool drop(struct call *call, uint64_t id, struct err *err)
{
    if (!store_announcement_drop(call->db, (int64_t)id, 0, err))
        return false;
    printf("announcement %" PRIu64 " is shown no longer\n", id);
    return true;
}

/* As the form of the site takes it: without control characters, which would make no page sound. NULL is none. */
static bool text_fits(struct arena *arena, const char **text, struct err *err)
{
    if (*text && utf8_valid(*text, strlen(*text)))
        *text = text_trim(arena, chat_clean(arena, *text));
    return !*text || (**text && utf8_valid(*text, strlen(*text)) && utf8_length(*text) <= ANNOUNCEMENT_MOST)
        || err_fail(err, ERR_INPUT, NULL, NULL, "a text is UTF-8, and has 1 to %d characters", ANNOUNCEMENT_MOST);
}

static bool announce(struct call *call, const char *en, const char *ja, struct err *err)
{
    int64_t id, now = clock_now();
    call->new.starts = call->new.starts ? call->new.starts : now;
    if (!text_fits(call->arena, &en, err) || !text_fits(call->arena, &ja, err))
        return false;
    call->new.en = en;
    call->new.ja = ja;
    if (call->new.ends <= call->new.starts || call->new.ends <= now)
        return err_fail(err, ERR_INPUT, NULL, NULL, "it needs --until TIME, in the future and after it begins");
    if (!store_announce(call->db, 0, &call->new, &id, err))
        return false;
    printf("announcement %" PRId64 ", from %s until %s\n", id, moment_utc(call->arena, call->new.starts), moment_utc(call->arena, call->new.ends));
    return true;
}

static bool run(struct call *call, int n, char **argument, struct err *err)
{
    uint64_t id;
    if (n == 1 && !strcmp(argument[0], "list"))
        return list(call, err);
    if (n == 2 && !strcmp(argument[0], "drop") && args_number(argument[1], &id) && id <= INT64_MAX)
        return drop(call, id, err);
    return announce(call, argument[0], n > 1 ? argument[1] : NULL, err);
}

int cmd_announce(int argc, char **argv)
{
    static const struct flag own[] = {{"from", "TIME", "when it begins; now"}, {"until", "TIME", "when it ends"}, {NULL, NULL, NULL}};
    struct call call = {.new = {.id = 0}};
    struct err err = {0};
    const struct flags flags = {.groups = FLAGS_DATABASE, .help = help, .own = own, .arguments = true, .take = take, .data = &call};
    int n = settings_flags(&call.set, &flags, argc, argv);
    if (n < 0)
        return n == FLAGS_HELP ? 0 : 2;
    if (n < 1 || n > 2) {
        fputs("ridotto announce: --until TIME and a text, or list, or drop and a number? See --help\n", stderr);
        return 2;
    }
    call.arena = arena_new();
    call.db = db_open(call.set.database);
    bool ok = run(&call, n, argv + 1, &err);
    if (!ok)
        fprintf(stderr, "ridotto announce: %s\n", err_plain(&err));
    db_close(call.db);
    arena_free(call.arena);
    return ok ? 0 : 1;
}
