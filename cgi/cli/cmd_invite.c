/* ridotto invite: codes with which people join where that is by invitation, by the operator. */
#include "config.h"

#include "cgi/cli/commands.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cgi/base/args.h"
#include "cgi/base/settings.h"
#include "cgi/store/order.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

enum { JOINERS_MOST = 10000, INVITE_DAYS_MOST = 3650 };

static const char help[] =
    "usage: ridotto invite [--people N] [--days N]\n"
    "       ridotto invite list\n"
    "       ridotto invite drop N\n\n"
    "Codes to create an account with, where RIDOTTO_JOINING is invitation. Without more it makes one, for one person\n"
    "within 30 days, and prints the link.\n\n"
    "  list   those of the operator that are good still, a line each: number, link, until when, used, people\n"
    "  drop   deletes one of them\n\n"
    "Members make codes of their own on the page /codes. Ends with 1 when it cannot be done.\n";

struct call {
    struct settings set;
    struct db *db;
    struct arena *arena;
    uint64_t people, days;
};

static bool take(void *data, int flag, const char *argument)
{
    struct call *call = data;
    uint64_t n;
    if (!args_number(argument, &n) || n < 1 || n > (flag == 0 ? JOINERS_MOST : INVITE_DAYS_MOST))
        return false;
    *(flag == 0 ? &call->people : &call->days) = n;
    return true;
}

static bool list(struct call *call, struct err *err)
{
    struct joining_code *codes;
    int n;
    if (!store_codes(call->db, call->arena, 0, &codes, &n, err))
        return false;
    for (int i = 0; i < n; i++)
        printf("%" PRId64 "\t%s/join?code=%s\t%s\t%d\t%d\n", codes[i].id, call->set.url, codes[i].code, moment_utc(call->arena, codes[i].expires),
               codes[i].used, codes[i].most);
    return true;
}

static bool make(struct call *call, struct err *err)
{
    char code[CODE_TEXT];
    if (!store_code_new(call->db, 0, (int)call->people, (int)call->days, code, err))
        return false;
    printf("%s/join?code=%s\n", call->set.url, code);
    return true;
}

int cmd_invite(int argc, char **argv)
{
    static const struct flag own[] = {{"people", "N", "how many may join with it; 1"}, {"days", "N", "how long it is good; 30"}, {NULL, NULL, NULL}};
    struct call call = {.people = 1, .days = CODE_DAYS};
    struct err err = {0};
    uint64_t id;
    const struct flags flags = {.groups = FLAGS_DATABASE | FLAGS_URL, .help = help, .own = own, .arguments = true, .take = take, .data = &call};
    int n = settings_flags(&call.set, &flags, argc, argv);
    if (n < 0)
        return n == FLAGS_HELP ? 0 : 2;
    bool lists = n == 1 && !strcmp(argv[1], "list"), drops = n == 2 && !strcmp(argv[1], "drop") && args_number(argv[2], &id) && id <= INT64_MAX;
    if (n > 0 && !lists && !drops) {
        fputs("ridotto invite: list, or drop and a number? See --help\n", stderr);
        return 2;
    }
    call.arena = arena_new();
    call.db = db_open(call.set.database);
    bool ok = lists ? list(&call, &err) : drops ? store_code_drop(call.db, (int64_t)id, 0, &err) : make(&call, &err);
    if (!ok)
        fprintf(stderr, "ridotto invite: %s\n", err_plain(&err));
    db_close(call.db);
    arena_free(call.arena);
    return ok ? 0 : 1;
}
