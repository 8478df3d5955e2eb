/* Settings on the command line: the flags that several commands share, and those a command adds. */
#ifndef CGI_BASE_SETTINGS_H
#define CGI_BASE_SETTINGS_H

#include "cgi/http/house.h"

enum flag_group {
    FLAGS_DATABASE = 1, /* --database; and any group brings --config */
    FLAGS_OWNER = 2,    /* --owner-database --data */
    FLAGS_SERVE = 4,    /* --listen --port --socket --socket-mode --threads --url --data */
    FLAGS_MAIL = 8,     /* --url --mail-from --smtp-url --smtp-user --smtp-tls --smtp-ca --maildir */
    FLAGS_DATA = 16,    /* --data */
    FLAGS_URL = 32      /* --url */
};

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
    void *data;
};

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
