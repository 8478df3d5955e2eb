/* What one process of the service holds: its settings, catalogues and templates. Filled at start, read-only afterwards
 * (but for `serve --dev`, which swaps templates behind house_words(), and a CGI program, which reads them there). */
#ifndef CGI_HTTP_HOUSE_H
#define CGI_HTTP_HOUSE_H

#include <stdbool.h>
#include <stdint.h>

#include "cgi/words/text.h"
#include "cgi/tpl/tpl.h"

/* Settings: flags override the environment (RIDOTTO_<NAME>), which overrides the file, which overrides the defaults in
 * settings.c. */
struct settings {
    const char *config;        /* "/etc/ridotto/ridotto.conf" */
    const char *listen;        /* "127.0.0.1" */
    int port;                  /* 8080 */
    const char *socket;        /* "/run/ridotto/fcgi.sock": listened on instead of address and port; NULL: none */
    int socket_mode;           /* 0660 */
    int threads;               /* 8 */
    const char *database;      /* libpq connection string of the service role */
    const char *owner_database;/* libpq connection string of the owner role; only `migrate` uses it */
    const char *url;           /* "http://127.0.0.1:8080": how links in mail begin, no slash at the end */
    const char *data_dir;      /* where templates/, www/, po/ and sql/ lie */
    const char *mail_from;     /* "Ridotto <ridotto@localhost>" */
    const char *smtp_url;      /* "smtp://host:587", "smtps://host"; NULL: mail goes to maildir */
    const char *smtp_user, *smtp_password;
    bool smtp_tls;             /* require STARTTLS on smtp:// */
    const char *smtp_ca;       /* file of the certificates to trust for it; NULL: the system's */
    const char *maildir;       /* "var/mail" */
    int moves_a_minute;        /* 600: how many forms of play one person may send; 0: any number */
    const char *metrics_from;  /* "10.0.0.7, ...": who may ask for /metrics beside this machine; NULL: nobody */
    bool dev;                  /* reload templates on change, show /dev/mail even with SMTP */
    bool worker;               /* run the worker inside serve */
    bool streams;              /* let pages listen under serve; else they ask now and then */
    bool once;                 /* this process answers one request by one thread: words are read when they are needed */
};

/* Words and pages of one language. */
struct words {
    const char *lang;          /* "ja" */
    const char *label;         /* "日本語" */
    struct catalogue *cat;
    struct tpl_set *tpl;
};

struct house {
    struct settings set;
    struct words words[LANGUAGES_MAX]; /* words[0] is English */
    int n_words;
    struct layouts *layouts;   /* templates/<game>/layout.json, see cgi/model/board.h */
    struct assets *assets;     /* what lies in www/, see cgi/http/assets.h */
    struct throttle *moves;    /* of people, see cgi/base/throttle.h */
    struct metrics *metrics;   /* see cgi/http/metrics.h */
    struct gate *hashing;      /* bounds the passwords hashed at a time, see cgi/account/password.h */
    struct live *live;         /* event streams, see cgi/http/live.h; NULL: pages ask now and then */
    struct reload *reload;     /* with set.dev: generations of words and when they were read; else NULL */
};

/** house_open() - loads words, templates and layouts; on false @why names file and line */
bool house_open(struct house *house, const struct settings *set, char *why, size_t room);
void house_close(struct house *house);

/** house_words() - the words of @lang, English when there are none; reloads changed templates when set.dev;
 *  NULL only with set.once, when they cannot be read */
const struct words *house_words(struct house *house, const char *lang);

/** settings_default() - defaults, then the file, then RIDOTTO_* of the environment; false: @why says what cannot be */
bool settings_default(struct settings *set, char *why, size_t room);

#endif
