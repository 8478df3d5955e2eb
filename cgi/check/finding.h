/* What a look over an installation has found, said as it is found, and what such a look was told. */
#ifndef CGI_CHECK_FINDING_H
#define CGI_CHECK_FINDING_H

#include <stdint.h>

#include "cgi/base/arena.h"
#include "cgi/base/settings.h"

/* What one look says. */
enum check_state {
    CHECK_OK,
    CHECK_WRONG,
    CHECK_UNKNOWN,             /* it could not be found out */
    CHECK_SKIPPED,             /* nobody has asked for it, or there is nothing to look at */
    CHECK_STATES
};

/* What is wrong with the file of settings, in the order in which it was heard. */
struct check_fault {
    enum settings_fault kind;
    const char *sentence;
    struct check_fault *next;
};

/* One run: begun with zeros, then an arena, the settings and what the flags say. */
struct checking {
    struct arena *arena;
    struct settings set;
    struct check_fault *faults;
    const char *mail;          /* an address that is sent an e-mail; NULL: none is sent */
    const char *resolver;      /* "127.0.0.1:5353": the name server that is asked; NULL: the system's */
    const char *ca;            /* a file of certificates to trust for the site's own address; NULL: the system's */
    int plain_port;            /* of http:// */
    int room;                  /* megabytes that have to be free in a folder */
    bool json;                 /* print an object a line */

    /* filled while it runs */
    struct db *db;
    bool connected;            /* the database has answered */
    int n[CHECK_STATES];       /* findings */
    const char *name;          /* of the check that runs */
};

/* Each prints one finding. @format: a sentence; @mend: what mends it, a command or a setting, or a sentence that names them. */
void say_ok(struct checking *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
void say_wrong(struct checking *c, const char *mend, const char *format, ...) __attribute__((format(printf, 3, 4)));
void say_unknown(struct checking *c, const char *mend, const char *format, ...) __attribute__((format(printf, 3, 4)));
void say_skipped(struct checking *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** counted() - "1 minute", "20 minutes", on the arena */
const char *counted(struct checking *c, int64_t n, const char *what);

#endif
