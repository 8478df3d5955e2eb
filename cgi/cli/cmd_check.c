/* ridotto check: what is wrong with an installation, and what mends it. */
#include "config.h"

#include "cgi/cli/commands.h"

#include <curl/curl.h>
#include <stdio.h>
#include <string.h>

#include "cgi/base/args.h"
#include "cgi/check/check.h"
#include "cgi/check/resolve.h"

#include "cgi/base/banned.h"

enum { ROOM_MB = 500, PLAIN_PORT = 80 };

static const char usage[] =
    "usage: ridotto check [OPTION...] [CHECK...]\n\n"
    "Says what is wrong with an installation, a sentence each, and what mends it; run it as the user of the service. Without a\n"
    "CHECK it makes all of them:\n\n";
static const char ends[] =
    "\nEnds with 0 when nothing is wrong, with 1 when something is, and with 2 when nothing is but something could not be found out,\n"
    "or the command line is wrong. What was skipped counts for nothing.\n";

enum own { OWN_MAIL, OWN_RESOLVER, OWN_CA, OWN_ROOM, OWN_PLAIN, OWN_JSON };
static const struct flag own_flags[] = {
    {"mail", "ADDRESS", "send an e-mail there, and say what the mail server answers"},
    {"resolver", "IP[:PORT]", "the name server to ask instead of the system's"},
    {"ca", "FILE", "certificates to trust for the site's own address"},
    {"room", "MB", "how much has to be free in a folder; 500"},
    {"plain-port", "N", "where http:// of the site's own name is asked for; 80"},
    {"json", NULL, "an object a line: check, state, says, mend"},
    {NULL, NULL, NULL},
};

static bool take(void *data, int flag, const char *argument)
{
    struct checking *c = data;
    uint64_t number;
    switch ((enum own)flag) {
    case OWN_MAIL: c->mail = argument; return *argument && strchr(argument, '@');
    case OWN_RESOLVER: c->resolver = argument; return resolve_is_server(argument);
    case OWN_CA: c->ca = argument; return *argument != '\0';
    case OWN_JSON: c->json = true; return true;
    case OWN_PLAIN:
        if (!args_number(argument, &number) || number < 1 || number > 65535)
            return false;
        c->plain_port = (int)number;
        return true;
    case OWN_ROOM:
        if (!args_number(argument, &number) || number > 1000000000)
            return false;
        c->room = (int)number;
        return true;
    }
    return false;
}

static void note(void *data, enum settings_fault kind, const char *sentence)
{
    struct checking *c = data;
    struct check_fault **end = &c->faults;
    while (*end)
        end = &(*end)->next;
    *end = arena_alloc(c->arena, sizeof(**end));
    **end = (struct check_fault){.kind = kind, .sentence = arena_strdup(c->arena, sentence)};
}

/* The usage with the list of checks. */
static const char *help(struct arena *arena)
{
    const char *text = usage;
    for (const struct check *check = checks; check->name; check++)
        text = arena_printf(arena, "%s  %-12s %s\n", text, check->name, check->help);
    return arena_printf(arena, "%s%s", text, ends);
}

static bool are_known(int n, char **names)
{
    for (int i = 0; i < n; i++)
        if (!check_find(names[i])) {
            fprintf(stderr, "ridotto check: there is no check '%s'; see ridotto check --help\n", names[i]);
            return false;
        }
    return true;
}

int cmd_check(int argc, char **argv)
{
    struct checking c = {.arena = arena_new(), .room = ROOM_MB, .plain_port = PLAIN_PORT};
    const struct flags flags = {.groups = FLAGS_DATABASE | FLAGS_DATA | FLAGS_MAIL | FLAGS_CHECK, .help = help(c.arena), .own = own_flags,
                                .arguments = true, .take = take, .fault = note, .data = &c};
    int n = settings_flags(&c.set, &flags, argc, argv), status = n == FLAGS_HELP ? 0 : 2;
    if (n >= 0 && are_known(n, argv + 1)) {
        curl_global_init(CURL_GLOBAL_DEFAULT);
        status = check_run(&c, n, argv + 1);
    }
    arena_free(c.arena);
    return status;
}
