/* Settings of the service, and the flags of commands: those that several share, and those a command adds. */
#ifndef CGI_BASE_SETTINGS_H
#define CGI_BASE_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "cgi/base/settings_file.h"

enum { BOT_THREADS_MAX = 16 };

/* Settings: flags override the environment (RIDOTTO_<NAME>), which overrides the file, which overrides the defaults in
 * settings.c. */
struct settings {
    const char *config;        /* "/etc/ridotto/ridotto.conf" */
    const char *listen;        /* "127.0.0.1" */
    int port;                  /* 8080 */
    const char *socket;        /* "/run/ridotto/fcgi.sock": listened on instead of address and port; NULL: none */
    int socket_mode;           /* 0660 */
    int threads;               /* 8 */
    int bot_threads;           /* 1: in which bots think */
    const char *database;      /* libpq connection string of the service role */
    const char *pooler;        /* likewise, through a pooler in transaction mode; NULL: there is none */
    const char *owner_database;/* libpq connection string of the owner role; only `migrate` uses it */
    const char *url;           /* "http://127.0.0.1:8080": how links in mail begin, no slash at the end */
    const char *data_dir;      /* where templates/, www/, po/ and sql/ lie */
    const char *mail_from;     /* "Ridotto <ridotto@localhost>" */
    const char *bounce_address;/* "bounces@example.org": where letters come back to, see mail_return_address(); NULL: to mail_from */
    const char *smtp_url;      /* "smtp://host:587", "smtps://host"; NULL: mail goes to maildir */
    const char *smtp_user, *smtp_password;
    bool smtp_tls;             /* require STARTTLS on smtp:// */
    const char *smtp_ca;       /* file of the certificates to trust for it; NULL: the system's */
    const char *maildir;       /* "var/mail" */
    int cache;                 /* 8: megabytes of what can be made again and is kept for the next answer; 0: nothing is */
    int session_days;          /* 30: after so many days without a visit one has to sign in again */
    int moves_a_minute;        /* 600: how many forms of play one person may send; 0: any number */
    const char *joining;       /* "open", "invitation", "closed" */
    const char *site_dir;      /* "/etc/ridotto/site": see cgi/http/site_files.h; NULL: there is none */
    const char *metrics_from;  /* "10.0.0.7, ...": who may ask for /metrics beside this machine; NULL: nobody */
    const char *dkim;          /* "mail2026": the key of the mail server's signature lies in the DNS under this name; NULL: it is not known */
    const char *state_dir;     /* "/var/lib/ridotto": what the site keeps beside the database. backup.proved there was last changed when a backup
                                * was last restored and all its games replayed without a difference */
    const char *post_networks; /* "10.0.0.0/8, ::1": addresses beside the public network that hooks and pushes may be sent to; NULL: none */
    const char *post_ca;       /* file of the certificates to trust for them; NULL: the system's */
    bool dev;                  /* reload templates on change, show /dev/mail even with SMTP */
    bool worker;               /* run the worker inside serve */
    bool streams;              /* let pages listen under serve; else they ask now and then */
    bool once;                 /* this process answers one request by one thread: words are read when they are needed */
};

enum flag_group {
    FLAGS_DATABASE = 1, /* --database; and any group brings --config */
    FLAGS_OWNER = 2,    /* --owner-database --data */
    FLAGS_SERVE = 4,    /* --listen --port --socket --socket-mode --threads --url --data */
    FLAGS_MAIL = 8,     /* --url --mail-from --bounce-address --smtp-url --smtp-user --smtp-tls --smtp-ca --maildir --post-networks --post-ca */
    FLAGS_DATA = 16,    /* --data */
    FLAGS_URL = 32,     /* --url */
    FLAGS_BOUNCE = 64,  /* --bounce-address */
    FLAGS_CHECK = 128   /* --dkim --state */
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
    /* What is wrong with the file and the environment, in a sentence; what is wrong is left out, and reading goes on. NULL: the first of
     * these is said on stderr and ends it, but for FAULT_OPEN. */
    void (*fault)(void *data, enum settings_fault fault, const char *sentence);
    void *data;
};

/** settings_default() - defaults, then the file, then RIDOTTO_* of the environment; false: @why says what cannot be */
bool settings_default(struct settings *set, char *why, size_t room);

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
