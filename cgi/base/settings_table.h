/* What the settings are, and a row for each: its flag, its variable, where it goes, and what it may be. */
#ifndef CGI_BASE_SETTINGS_TABLE_H
#define CGI_BASE_SETTINGS_TABLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>

struct arena;

enum { BOT_THREADS_MAX = 16 };

/* Settings: flags override the environment (RIDOTTO_<NAME>), which overrides the file, which overrides the defaults in
 * settings_clear(). */
struct settings {
    struct arena *texts;       /* on which lie texts that were read from the file, and url; see settings_drop() */
    const char *config;        /* "/etc/ridotto/ridotto.conf" */
    uint64_t config_stamp;     /* of that file, right before it was read, as stamp_of() gives it */
    const char *listen;        /* "127.0.0.1" */
    int port;                  /* 8080 */
    const char *socket;        /* "/run/ridotto/fcgi.sock": listened on instead of address and port; NULL: none */
    int socket_mode;           /* 0660 */
    int threads;               /* 8 */
    int bot_threads;           /* 1: in which bots think */
    const char *database;      /* libpq connection string of the service role */
    const char *pooler;        /* likewise, through a pooler in transaction mode; NULL: there is none */
    const char *standby;       /* of a standby that may be read (cgi/store/standby.c); NULL: there is none */
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
    const char *log;           /* "logfmt", "json": how lines of the log are written */
    const char *joining;       /* "open", "invitation", "closed" */
    const char *site_dir;      /* "/etc/ridotto/site": see cgi/http/site_files.h; NULL: there is none */
    const char *proxies;       /* "10.0.0.3, ...": whose X-Forwarded-For, -Proto and X-Request-Id are believed beside this machine's; NULL: nobody's */
    const char *metrics_from;  /* "10.0.0.7, ...": who may ask for /metrics beside this machine; NULL: nobody */
    const char *dkim;          /* "mail2026": the key of the mail server's signature lies in the DNS under this name; NULL: it is not known */
    const char *state_dir;     /* "/var/lib/ridotto": what the site keeps beside the database. backup.proved there was last changed when a backup
                                * was last restored and all its games replayed without a difference */
    const char *post_networks; /* "10.0.0.0/8, ::1": addresses beside the public network that hooks and pushes may be sent to; NULL: none */
    const char *post_ca;       /* file of the certificates to trust for them; NULL: the system's */
    bool dev;                  /* reload templates on change, show /dev/mail even with SMTP */
    bool worker;               /* run the worker inside serve */
    bool streams;              /* let pages listen under serve; else they ask now and then */
    bool once;                 /* this process does one thing by one thread and ends: words are read when they are needed */
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

enum { SETTING_FIXED = 1 << 16 }; /* in group: takes effect after a restart */

struct setting {
    const char *flag, *variable; /* flag NULL: it has none */
    enum { TEXT, NUMBER, SWITCH, MODE } kind; /* MODE: of a file, in octal */
    size_t offset;             /* SETTING_AT() */
    int lo, hi;                /* NUMBER, MODE */
    unsigned group;            /* of which commands' help it is part */
    const char *argument, *help;
};
#define SETTING_AT(member) offsetof(struct settings, member)
#define SETTINGS_FILE SYSCONFDIR "/ridotto/ridotto.conf"

extern const struct setting settings_table[];
extern const int n_settings;

/** setting_named() - by its variable; NULL: there is none */
const struct setting *setting_named(const char *variable);
/** setting_nearest() - the variable that is written most like @name; NULL: none is like it */
const char *setting_nearest(const char *name);
/** setting_take() - @value is borrowed as long as @set lives; false: it cannot be, and nothing was taken */
bool setting_take(struct settings *set, const struct setting *s, const char *value);
/** setting_say_why() - why it was not taken, to follow "cannot be 'x'"; "" when there is no more to say; in @text */
const char *setting_say_why(const struct setting *s, char *text, size_t room);
/** settings_clear() - the presets */
void settings_clear(struct settings *set);

#endif
