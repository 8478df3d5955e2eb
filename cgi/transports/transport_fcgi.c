/* FastCGI by libfcgi. The library's own loop gives each connection a thread for as long as it is kept, so that a web
 * server which keeps more of them than there are threads waits for ever; and nothing but a signal ends that loop.
 * So connections are accepted here and rest in an epoll, and a thread takes one whenever there is something to read. */
#include "config.h"

#include "cgi/base/log.h"
#include "cgi/transports/transport.h"

#include <errno.h>
#include <fcgiapp.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "cgi/transports/gateway.h"
#include "cgi/store/store.h"

#include "cgi/base/banned.h"

enum {
    HANDED_FD = 0,        /* where spawn-fcgi and web servers leave the socket */
    PATIENCE_SECONDS = 30,/* for a web server in the middle of a request or answer */
    MOMENT_MS = 10,
    GREETING_MS = 1000,   /* at the end, for a connection that has said nothing yet */
    STOP_MS = 10 * 1000
};

/* A connection from a web server. */
struct peer {
    FCGX_Request request;
    bool resting;         /* in the epoll; no thread looks at it */
    bool known;           /* has sent a request before */
    bool unread;          /* and something that nobody has read */
    struct peer *before, *after;
};

struct fcgi {
    struct server server;
    struct service *service;
    int epoll, end;       /* end: an eventfd that ends the threads */
    pthread_mutex_t lock; /* of peers, what is said of each but its request, and of the listener's fd */
    struct peer *peers;
    int coming;           /* accepted, and not yet among them */
    atomic_bool stopping;
    int n_threads;
    pthread_t thread[];
};

/* ---- connections ---- */

/* The connection is accepted already. FCGX_Accept_r() goes on reading from it as from one that was kept, and when it
 * has ended finds no socket to take another from. */
static struct peer *peer_new(int fd)
{
    const struct timeval patience = {.tv_sec = PATIENCE_SECONDS};
    struct peer *p = calloc(1, sizeof(*p));
    if (!p)
        return NULL;
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
    FCGX_InitRequest(&p->request, -1, 0);
    p->request.ipcFd = fd;
    p->request.keepConnection = 1;
    p->resting = true;
    return p;
}

static void peer_add(struct fcgi *f, struct peer *p)
{
    p->after = f->peers;
    if (f->peers)
        f->peers->before = p;
    f->peers = p;
}

static void peer_forget(struct fcgi *f, struct peer *p)
{
    pthread_mutex_lock(&f->lock);
    if (p->after)
        p->after->before = p->before;
    *(p->before ? &p->before->after : &f->peers) = p->after;
    pthread_mutex_unlock(&f->lock);
    /* The library's way to close waits for two seconds that the other end closes too, which costs a thread as long. It
     * is needed only where something was left unread: that would make the system take the answer back. */
    FCGX_Free(&p->request, p->unread);
    if (p->request.ipcFd >= 0)
        close(p->request.ipcFd);
    free(p);
}

/* Wakes one thread once, when there is something to read. With the lock held: that thread takes it first of all, so what was
 * done here with the connection is done before. */
static bool watch(struct fcgi *f, struct peer *p, int action)
{
    struct epoll_event event = {.events = EPOLLIN | EPOLLONESHOT, .data.ptr = p};
    return epoll_ctl(f->epoll, action, p->request.ipcFd, &event) == 0;
}

static void peer_rest(struct fcgi *f, struct peer *p)
{
    pthread_mutex_lock(&f->lock);
    p->resting = p->known = true;
    bool watched = watch(f, p, EPOLL_CTL_MOD);
    pthread_mutex_unlock(&f->lock);
    if (!watched)
        peer_forget(f, p);
}

static void out_of_files(void)
{
    const struct timespec pause = {.tv_nsec = 100 * 1000 * 1000};
    log_line("level=error message=\"no connection can be taken: %s\"", strerror(errno));
    nanosleep(&pause, NULL);
}

static int accept_one(struct fcgi *f)
{
    pthread_mutex_lock(&f->lock);
    int fd = f->server.listener.fd >= 0 ? accept4(f->server.listener.fd, NULL, NULL, SOCK_CLOEXEC) : -1;
    f->coming += fd >= 0;
    bool full = fd < 0 && f->server.listener.fd >= 0 && (errno == EMFILE || errno == ENFILE || errno == ENOBUFS);
    pthread_mutex_unlock(&f->lock);
    if (full)
        out_of_files();
    return fd;
}

/* False: no connection waits. */
static bool let_in(struct fcgi *f)
{
    int fd = accept_one(f);
    if (fd < 0)
        return false;
    struct peer *p = peer_new(fd);
    if (!p)
        close(fd);
    pthread_mutex_lock(&f->lock);
    f->coming--;
    if (p)
        peer_add(f, p);
    bool watched = p && watch(f, p, EPOLL_CTL_ADD);
    pthread_mutex_unlock(&f->lock);
    if (p && !watched)
        peer_forget(f, p);
    return true;
}

/* ---- requests ---- */

/* False: the client went away in the middle of the request, so nothing of it may be done. */
static bool read_body(struct exchange *x, FCGX_Stream *in, size_t announced)
{
    char piece[8192];
    int n;
    if (announced > DRAIN_MAX) {
        x->rq->too_large = true;
        return true;
    }
    if (x->rq->garbled)
        return true;
    while ((n = FCGX_GetStr(piece, sizeof(piece), in)) > 0)
        if (!exchange_body(x, piece, (size_t)n))
            return false;
    return x->received == announced;
}

static void send_answer(const struct exchange *x, FCGX_Stream *out)
{
    struct sb head;
    sb_init(&head, x->arena);
    gateway_head(x, &head);
    FCGX_PutStr(head.text, (int)head.length, out);
    if (gateway_has_body(x))
        FCGX_PutStr(x->rs.body.text, (int)x->rs.body.length, out);
}

/* Is the connection to be kept after this request? The library shall leave it to us in any case. */
static bool keeps(const struct fcgi *f, struct peer *p)
{
    bool keep = p->request.keepConnection && !p->unread && !atomic_load(&f->stopping);
    p->request.keepConnection = 1;
    return keep;
}

/* One request that is there to be read. False: the connection has ended, or shall. */
static bool serve_one(struct fcgi *f, struct peer *p, struct db *db)
{
    if (FCGX_Accept_r(&p->request) != 0)
        return false;
    struct exchange *x = exchange_new(f->service, sizeof(*x));
    if (!x) {
        FCGX_Finish_r(&p->request);
        return false;
    }
    size_t announced = gateway_read(x, p->request.envp);
    bool whole = read_body(x, p->request.in, announced);
    p->unread = !whole || announced > DRAIN_MAX || x->rq->garbled;
    if (whole) {
        exchange_answer(x, db);
        send_answer(x, p->request.out);
    }
    exchange_end(x);
    bool keep = keeps(f, p);
    FCGX_Finish_r(&p->request);
    return keep && p->request.ipcFd >= 0;
}

static void serve_peer(struct fcgi *f, struct peer *p, struct db *db)
{
    pthread_mutex_lock(&f->lock);
    p->resting = false;
    pthread_mutex_unlock(&f->lock);
    if (serve_one(f, p, db))
        peer_rest(f, p);
    else
        peer_forget(f, p);
}

static void *serve_thread(void *user)
{
    struct fcgi *f = user;
    struct db *db = db_with_standby(db_open_pooled(f->service->set.database, f->service->set.pooler), f->service->set.standby);
    for (;;) {
        struct epoll_event event;
        if (epoll_wait(f->epoll, &event, 1, -1) != 1)
            continue;
        if (event.data.ptr == &f->end)
            break;
        if (event.data.ptr == &f->server.listener)
            let_in(f);
        else
            serve_peer(f, event.data.ptr, db);
    }
    db_close(db);
    return NULL;
}

/* ---- start and stop ---- */

static bool watch_always(struct fcgi *f, int fd, void *what)
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = what};
    return epoll_ctl(f->epoll, EPOLL_CTL_ADD, fd, &event) == 0;
}

static void end_threads(struct fcgi *f)
{
    uint64_t one = 1;
    while (write(f->end, &one, sizeof(one)) < 0 && errno == EINTR)
        continue;
    while (f->n_threads > 0)
        pthread_join(f->thread[--f->n_threads], NULL);
}

static bool start_threads(struct fcgi *f)
{
    while (f->n_threads < f->service->set.threads) {
        if (pthread_create(&f->thread[f->n_threads], NULL, serve_thread, f)) {
            end_threads(f);
            return false;
        }
        f->n_threads++;
    }
    return true;
}

/* Several threads may be woken for one connection; those that are too late must not wait for the next. */
static bool do_not_block(int fd)
{
    int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0;
}

static void release(struct fcgi *f)
{
    while (f->peers)
        peer_forget(f, f->peers);
    if (f->epoll >= 0)
        close(f->epoll);
    if (f->end >= 0)
        close(f->end);
    pthread_mutex_destroy(&f->lock);
    free(f);
}

static struct fcgi *make(struct service *service, const struct listener *listener)
{
    struct fcgi *f = calloc(1, sizeof(*f) + (size_t)service->set.threads * sizeof(f->thread[0]));
    if (!f)
        return NULL;
    f->service = service;
    f->server.listener = *listener;
    f->epoll = epoll_create1(EPOLL_CLOEXEC);
    f->end = eventfd(0, EFD_CLOEXEC);
    pthread_mutex_init(&f->lock, NULL);
    if (FCGX_Init() == 0 && f->epoll >= 0 && f->end >= 0 && do_not_block(listener->fd) &&
        watch_always(f, f->end, &f->end) && watch_always(f, listener->fd, &f->server.listener) && start_threads(f))
        return f;
    release(f);
    return NULL;
}

static struct server *start(struct service *service, char *why, size_t room)
{
    struct listener listener;
    if (!listen_adopt(HANDED_FD, &listener) && !listen_open(&service->set, &listener, why, room))
        return NULL;
    struct fcgi *f = make(service, &listener);
    if (f)
        return &f->server;
    snprintf(why, room, "FastCGI does not start: %s", strerror(errno));
    listen_close(&listener);
    return NULL;
}

/* Connections that came before our own socket was closed are accepted; a socket that was handed to us stays open without us. */
static void close_door(struct fcgi *f)
{
    listen_hide(&f->server.listener);
    while (!f->server.listener.handed && let_in(f))
        continue;
    pthread_mutex_lock(&f->lock);
    epoll_ctl(f->epoll, EPOLL_CTL_DEL, f->server.listener.fd, NULL);
    listen_close(&f->server.listener);
    pthread_mutex_unlock(&f->lock);
}

static bool is_silent(int fd)
{
    char c;
    return recv(fd, &c, 1, MSG_PEEK | MSG_DONTWAIT) < 0 && errno == EAGAIN;
}

/* Tells idle connections that nothing more will be read from them; their threads then find the end. One that has never
 * sent anything is left open a while, for a request may be on its way. Returns whether any is left. */
static bool send_home(struct fcgi *f, bool newcomers_too)
{
    pthread_mutex_lock(&f->lock);
    for (struct peer *p = f->peers; p; p = p->after)
        if (p->resting && (p->known || newcomers_too) && is_silent(p->request.ipcFd))
            shutdown(p->request.ipcFd, SHUT_RD);
    bool left = f->peers || f->coming > 0;
    pthread_mutex_unlock(&f->lock);
    return left;
}

static void stop(struct server *server)
{
    struct fcgi *f = (struct fcgi *)server;
    const struct timespec moment = {.tv_nsec = MOMENT_MS * 1000 * 1000};
    atomic_store(&f->stopping, true);
    close_door(f);
    for (int ms = 0; ms < STOP_MS && send_home(f, ms >= GREETING_MS); ms += MOMENT_MS)
        nanosleep(&moment, NULL);
    end_threads(f);
    release(f);
}

const struct transport transport_fcgi = {
    .command = "fcgi", .at_port = "FastCGI at ", .at_path = "FastCGI at ", .start = start, .stop = stop,
};
