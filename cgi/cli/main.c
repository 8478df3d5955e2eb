/* ridotto: one program, a subcommand for each job. */
#include "config.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "cgi/base/build.h"
#include "cgi/cli/build_id.h"
#include "cgi/cli/commands.h"
#include "cgi/tools/commands.h"

#include "cgi/base/banned.h"

static const struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} commands[] = {
    {"serve", cmd_serve, "serve the site by HTTP, with the worker inside"},
    {"fcgi", cmd_fcgi, "serve the site by FastCGI, behind a web server"},
    {"render", cmd_render, "fill a template from JSON"},
    {"check", cmd_check, "say what is wrong with an installation, and what mends it"},
    {"migrate", cmd_migrate, "bring the database's schema up to date"},
    {"worker", cmd_worker, "send mail, let bots play, see to deadlines, without serving pages"},
    {"picture", cmd_picture, "draw boards for e-mails; a worker runs it"},
    {"bounce", cmd_bounce, "note that an e-mail bounced, as a mail server tells it"},
    {"user", cmd_user, "list people, look at one, help one sign in again"},
    {"announce", cmd_announce, "show a text on all pages for a time"},
    {"game", cmd_game, "list tables, look at one, pause it, hand over a seat, end it"},
    {"ratings", cmd_ratings, "work out all ratings once more, and compare"},
    {"demo", cmd_demo, "seat demo people and bots at games of every kind"},
    {"invite", cmd_invite, "make a code to join with, where that is by invitation"},
    {"replay", cmd_replay, "play stored or exported games again and compare"},
    {"trial", cmd_trial, "try an upgrade on a copy of the site's database"},
    {"play", cmd_play, "play games between bots, as fast as the rules go"},
    {"rules", cmd_rules, "try a rule on a position; run scenario files"},
    {NULL, NULL, NULL},
};

static void print_help(FILE *out)
{
    fputs("usage: ridotto COMMAND [OPTION...]\n\nA server for board games played by web.\n\n", out);
    for (const struct command *c = commands; c->name; c++)
        fprintf(out, "  %-9s %s\n", c->name, c->help);
    fputs("  help      print this list\n  version   print the version\n\n"
          "Each command has --help.\n", out);
}

/* Printed text may still be in a buffer, and the disk full. */
static int see_out(const char *name, int status)
{
    if (!ferror(stdout) && fflush(stdout) == 0)
        return status;
    fprintf(stderr, "ridotto %s: what it printed could not be written: %s\n", name, strerror(errno));
    return status ? status : 1;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    if (sodium_init() < 0) {
        fputs("ridotto: libsodium does not start\n", stderr);
        return 1;
    }
    build_set(BUILD_ID);
    /* Before any argument is looked at: some web servers make arguments of what the visitor put after the "?". */
    if (is_cgi())
        return cmd_cgi();
    if (!strcmp(name, "help") || !strcmp(name, "--help") || !strcmp(name, "-h")) {
        print_help(stdout);
        return see_out(name, 0);
    }
    if (!strcmp(name, "version") || !strcmp(name, "--version")) {
        printf(*build_id() ? PACKAGE_STRING " (%s)\n" : PACKAGE_STRING "%s\n", build_id());
        return see_out(name, 0);
    }
    for (const struct command *c = commands; c->name; c++)
        if (!strcmp(c->name, name))
            return see_out(name, c->run(argc - 1, argv + 1));
    if (*name)
        fprintf(stderr, "ridotto: there is no command '%s'\n", name);
    print_help(stderr);
    return 2;
}
