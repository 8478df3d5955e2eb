/* What the commands do alike that keep a house going: serve, fcgi, worker. */
#ifndef CGI_CLI_SERVICE_H
#define CGI_CLI_SERVICE_H

#include "cgi/base/settings.h"
#include "cgi/transports/transport.h"

enum { SWITCHES_MAX = 3 };

/* One such command. Its own flags are switches: none takes an argument. */
struct service {
    unsigned groups;               /* of flags beside its own */
    const char *help;              /* see struct flags */
    const struct flag *switches;   /* SWITCHES_MAX of them at most, and the row that ends the list */
    /* What the switches mean for the settings; NULL: nothing. @on: which were given, by their number in the list. */
    void (*settle)(struct settings *set, const bool *on);
    /* Does the work until it is done or a stop comes; its signals are kept for stop_wait() and stop_within(). Returns the exit status. */
    int (*run)(struct house *house, const bool *on);
};

/** service_command() - the whole command: flags, the house, the work; returns the exit status */
int service_command(const struct service *service, int argc, char **argv);

/** service_answer() - lets visitors in by @transport, with the worker inside if set.worker, until a stop; returns the exit
 *  status */
int service_answer(struct house *house, const struct transport *transport);

/** service_complain() - says on stderr why @command cannot go on; returns the exit status */
int service_complain(const char *command, const char *why);

#endif
