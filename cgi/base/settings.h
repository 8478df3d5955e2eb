/* Settings of the service, and the flags of commands: those that several share, and those a command adds. */
#ifndef CGI_BASE_SETTINGS_H
#define CGI_BASE_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "cgi/base/settings_file.h"
#include "cgi/base/settings_table.h"

/* A flag of a command's own. Lists end with a row whose name is NULL. */
struct flag {
    const char *name;      /* "games": written --games N or --games=N */
    const char *argument;  /* "N"; NULL: it takes none */
    const char *help;      /* "how many to play" */
};

/* What a command takes. */
struct flags {
    unsigned groups;
    const char *help;          /* usage line and what the command does, for --help; ends with a newline */
    const struct flag *own;    /* NULL: none */
    bool arguments;            /* it takes arguments beside flags; else one is refused */
    /* One of its own was given, by its number in the list; false: that value is not possible. */
    bool (*take)(void *data, int flag, const char *argument);
    /* What is wrong with the file and the environment, in a sentence; what is wrong is left out, and reading goes on. NULL: the first of
     * these is said on stderr and ends it, but for FAULT_OPEN. */
    void (*fault)(void *data, enum settings_fault fault, const char *sentence);
    void *data;
};

/** settings_default() - defaults, then the file, then RIDOTTO_* of the environment; false: @why says what cannot be */
bool settings_default(struct settings *set, char *why, size_t room);

/**
 * settings_again() - what the file says now, while the program runs with @running: defaults, file, environment and the flags that it was
 * started with. What cannot change while it runs stays as in @running (borrowed as long as @set), and the log says so of each such setting
 * that the file changes.
 * Return: false with file, line and reason in @why; @set is then empty.
 */
bool settings_again(struct settings *set, const struct settings *running, char *why, size_t room);
/** settings_drop() - gives back what was read for @set */
void settings_drop(struct settings *set);

enum { FLAGS_HELP = -1, FLAGS_WRONG = -2 };

/**
 * settings_flags() - defaults, then the file, then the environment, then flags out of @argv (which begins with the
 * command's name)
 *
 * Return: how many arguments are no flags; they are moved to @argv[1] and on. Or FLAGS_HELP when --help was asked for
 * and printed (the command ends with 0), FLAGS_WRONG when something was wrong and said on stderr (it ends with 2).
 */
int settings_flags(struct settings *set, const struct flags *flags, int argc, char **argv);

#endif
