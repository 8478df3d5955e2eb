/* The subcommands of `ridotto`. Each returns the exit status and prints its own --help. */
#ifndef CGI_CLI_COMMANDS_H
#define CGI_CLI_COMMANDS_H

#include <stdbool.h>

#include "cgi/base/err.h"

/** is_cgi() - was this program started by a web server, for one request? */
bool is_cgi(void);
/** cmd_cgi() - answers it */
int cmd_cgi(void);

int cmd_serve(int argc, char **argv);
int cmd_fcgi(int argc, char **argv);
int cmd_worker(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_announce(int argc, char **argv);
int cmd_bounce(int argc, char **argv);
int cmd_invite(int argc, char **argv);
int cmd_migrate(int argc, char **argv);
int cmd_picture(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_trial(int argc, char **argv);
int cmd_user(int argc, char **argv);
int cmd_game(int argc, char **argv);
int cmd_ratings(int argc, char **argv);

struct replayed {
    long long games, differ;
};
/** replay_stored() - plays every stored game of a database again, prints what differs; false: it could not. @all counts */
bool replay_stored(const char *conninfo, struct replayed *all, struct err *err);

#endif
