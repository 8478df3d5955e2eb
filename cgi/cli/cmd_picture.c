/* ridotto picture: draws the boards of letters, for a worker. */
#include "config.h"

#include "cgi/base/log.h"
#include "cgi/cli/commands.h"

#include <stdio.h>
#include <string.h>

#include "cgi/mail/painter.h"

#include "cgi/base/banned.h"

static const char help[] =
    "usage: ridotto picture\n\n"
    "Draws the boards of e-mails for the worker that runs it, on a socket as its standard input and output, until that ends.\n"
    "It is a process of its own, so that what is wrong with a picture, or with the libraries that draw it, costs one picture.\n";

int cmd_picture(int argc, char **argv)
{
    if (argc == 2 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))) {
        fputs(help, stdout);
        return 0;
    }
    if (argc == 2 && !strcmp(argv[1], "--json")) {
        log_as_json(true);
        argc = 1;
    }
    if (argc > 1) {
        fprintf(stderr, "ridotto picture: unexpected '%s'\n%s", argv[1], help);
        return 2;
    }
    return painter_serve();
}
