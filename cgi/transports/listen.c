#include "config.h"

#include "cgi/transports/listen.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "cgi/base/parse.h"

#include "cgi/base/banned.h"

enum { FIRST_HANDED = 3 }; /* where systemd begins to number what it hands over */

/* ---- what was handed over ---- */

static bool does_listen(int fd)
{
    int yes = 0;
    socklen_t length = sizeof(yes);
    return getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &yes, &length) == 0 && yes;
}

/* Where @fd listens, in words; the port when it has one. */
static void name_socket(struct listener *l)
{
    struct sockaddr_storage address = {0};
    socklen_t length = sizeof(address);
    char host[NI_MAXHOST], port[NI_MAXSERV];
    if (getsockname(l->fd, (struct sockaddr *)&address, &length) != 0)
        return;
    if (address.ss_family == AF_UNIX) {
        const struct sockaddr_un *un = (const struct sockaddr_un *)&address;
        snprintf(l->where, sizeof(l->where), "unix:%.107s", un->sun_path);
    } else if (getnameinfo((struct sockaddr *)&address, length, host, sizeof(host), port, sizeof(port),
                           NI_NUMERICHOST | NI_NUMERICSERV) == 0) {
        l->port = (int)strtol(port, NULL, 10);
        snprintf(l->where, sizeof(l->where), strchr(host, ':') ? "[%.100s]:%d" : "%.100s:%d", host, l->port);
    }
}

bool listen_adopt(int fd, struct listener *listener)
{
    if (!does_listen(fd))
        return false;
    *listener = (struct listener){.fd = fd, .handed = true};
    name_socket(listener);
    return true;
}

/* systemd says for whom its sockets are, since a child of that process has the variables too. */
static bool was_handed(void)
{
    const char *fds = getenv("LISTEN_FDS"), *pid = getenv("LISTEN_PID");
    int64_t n, who;
    return fds && pid && parse_number(fds, 1, 1024, &n) && parse_number(pid, 1, INT32_MAX, &who) && who == getpid();
}

/* ---- a path ---- */

static bool is_answered(const struct sockaddr_un *address)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool yes = fd >= 0 && (connect(fd, (const struct sockaddr *)address, sizeof(*address)) == 0 || errno == EAGAIN);
    if (fd >= 0)
        close(fd);
    return yes;
}

/* What an earlier run that was killed has left lying may go; anything else stays. */
static bool make_room(const struct sockaddr_un *address, char *why, size_t room)
{
    struct stat st;
    if (lstat(address->sun_path, &st) != 0)
        return true;
    if (!S_ISSOCK(st.st_mode)) {
        snprintf(why, room, "%s is in the way: it is no socket", address->sun_path);
        return false;
    }
    if (is_answered(address)) {
        snprintf(why, room, "another program listens at %s already; choose another path with --socket",
                 address->sun_path);
        return false;
    }
    unlink(address->sun_path);
    return true;
}

/* The file never has more rights than it shall, not even for a moment. */
static int bind_path(const struct sockaddr_un *address, mode_t mode)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    mode_t before = umask(0777 & ~mode);
    int bound = bind(fd, (const struct sockaddr *)address, sizeof(*address));
    umask(before);
    if (bound == 0 && listen(fd, SOMAXCONN) == 0)
        return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

static bool open_path(const struct settings *set, struct listener *l, char *why, size_t room)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct stat st;
    if (snprintf(address.sun_path, sizeof(address.sun_path), "%s", set->socket) >= (int)sizeof(address.sun_path)) {
        snprintf(why, room, "the path %s is too long for a socket", set->socket);
        return false;
    }
    if (!make_room(&address, why, room))
        return false;
    l->fd = bind_path(&address, (mode_t)set->socket_mode);
    if (l->fd < 0) {
        snprintf(why, room, "cannot listen at %s: %s", set->socket, strerror(errno));
        return false;
    }
    l->path = set->socket;
    if (lstat(l->path, &st) == 0) {
        l->dev = st.st_dev;
        l->ino = st.st_ino;
    }
    return true;
}

/* ---- an address ---- */

static int listen_on(const struct addrinfo *address)
{
    int yes = 1;
    int fd = socket(address->ai_family, address->ai_socktype | SOCK_CLOEXEC, address->ai_protocol);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    if (bind(fd, address->ai_addr, address->ai_addrlen) == 0 && listen(fd, SOMAXCONN) == 0)
        return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

static bool open_address(const struct settings *set, struct listener *l, char *why, size_t room)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    struct addrinfo *found;
    char port[12];
    snprintf(port, sizeof(port), "%d", set->port);
    int error = getaddrinfo(set->listen, port, &hints, &found);
    if (error) {
        snprintf(why, room, "%s is no address to listen on: %s", set->listen, gai_strerror(error));
        return false;
    }
    l->fd = listen_on(found);
    if (l->fd < 0 && errno == EADDRINUSE)
        snprintf(why, room, "port %d of %s is taken by another program; choose another with --port", set->port,
                 set->listen);
    else if (l->fd < 0)
        snprintf(why, room, "cannot listen on %s, port %d: %s", set->listen, set->port, strerror(errno));
    freeaddrinfo(found);
    return l->fd >= 0;
}

/* ---- all of them ---- */

bool listen_open(const struct settings *set, struct listener *listener, char *why, size_t room)
{
    if (was_handed()) {
        if (listen_adopt(FIRST_HANDED, listener))
            return true;
        snprintf(why, room, "LISTEN_FDS is set, but number %d is no socket that listens", FIRST_HANDED);
        return false;
    }
    *listener = (struct listener){.fd = -1};
    if (!(set->socket ? open_path(set, listener, why, room) : open_address(set, listener, why, room)))
        return false;
    name_socket(listener);
    return true;
}

void listen_hide(struct listener *listener)
{
    struct stat st;
    if (listener->path && lstat(listener->path, &st) == 0 && st.st_dev == listener->dev && st.st_ino == listener->ino)
        unlink(listener->path);
    listener->path = NULL;
}

void listen_close(struct listener *listener)
{
    listen_hide(listener);
    if (listener->fd >= 0)
        close(listener->fd);
    listener->fd = -1;
}
