/* The socket that a server listens on: its own, on an address or in the file system, or one it was handed. */
#ifndef CGI_TRANSPORTS_LISTEN_H
#define CGI_TRANSPORTS_LISTEN_H

#include <sys/types.h>

#include "cgi/base/settings.h"

struct listener {
    int fd;
    bool handed;           /* by systemd, spawn-fcgi or the like: it lives on when we stop listening */
    char where[160];       /* "127.0.0.1:8080", "unix:/run/ridotto/fcgi.sock" */
    int port;              /* 0: no address but a path */
    const char *path;      /* of a socket that we made, borrowed from the settings; else NULL */
    dev_t dev;             /* which file that was: another's in its place is not ours to remove */
    ino_t ino;
};

/**
 * listen_open() - what systemd handed over (LISTEN_FDS); else set.socket; else set.listen and set.port
 * False: @why is a sentence ("port 8080 of 127.0.0.1 is taken by another program; choose another with --port").
 *
 * A socket file that nobody answers at any more is replaced; one where somebody does is left alone and refused.
 */
bool listen_open(const struct settings *set, struct listener *listener, char *why, size_t room);
/** listen_adopt() - @fd when that is a socket that listens, as spawn-fcgi and web servers hand over number 0 */
bool listen_adopt(int fd, struct listener *listener);
/** listen_hide() - takes the file of our own socket away, so that nobody new finds it */
void listen_hide(struct listener *listener);
/** listen_close() - the same, and closes it */
void listen_close(struct listener *listener);

#endif
