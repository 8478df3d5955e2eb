/* The subcommands of `ridotto`. Each returns the exit status and prints its own --help. */
#ifndef CGI_CLI_COMMANDS_H
#define CGI_CLI_COMMANDS_H

#include <stdbool.h>

/** is_cgi() - was this program started by a web server, for one request? */
bool is_cgi(void);
/** cmd_cgi() - answers it */
int cmd_cgi(void);

int cmd_serve(int argc, char **argv);
int cmd_fcgi(int argc, char **argv);
int cmd_worker(int argc, char **argv);
int cmd_announce(int argc, char **argv);
int cmd_bounce(int argc, char **argv);
int cmd_invite(int argc, char **argv);
int cmd_migrate(int argc, char **argv);
int cmd_picture(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_user(int argc, char **argv);
int cmd_game(int argc, char **argv);
int cmd_ratings(int argc, char **argv);

#endif
