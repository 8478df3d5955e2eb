/* The subcommands of `ridotto` that serve tests, benchmarks and trying things out. Each returns the exit status and prints its
 * own --help. */
#ifndef CGI_TOOLS_COMMANDS_H
#define CGI_TOOLS_COMMANDS_H

int cmd_play(int argc, char **argv);
int cmd_rules(int argc, char **argv);
int cmd_render(int argc, char **argv);
int cmd_demo(int argc, char **argv);

#endif
