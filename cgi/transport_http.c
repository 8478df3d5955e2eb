/* HTTP by libmicrohttpd: a pool of threads that poll by themselves; every connection stays with one of them. */
#include "config.h"

#include "cgi/transport.h"

#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "cgi/clock.h"
#include "cgi/req.h"
#include "cgi/route.h"
#include "cgi/store/store.h"

#include "cgi/banned.h"

enum {
    CONNECTIONS_MAX = 2000,
    IDLE_SECONDS = 30,
    HEADER_BYTES = 24 * 1024,     /* of one connection: request line, headers, and what is read at a time */
    DRAIN_MAX = 1024 * 1024,      /* a longer body is not even read to its end */
    STOP_SECONDS = 10
};

struct http {
    struct house *house;
    struct MHD_Daemon *daemon;
    pthread_key_t db;             /* struct db of each thread */
    atomic_int under_way;         /* requests whose first line came and whose answer is not sent yet */
    atomic_bool stopping;
    int port;
};

/* One request, from its first line to the last byte of its answer. */
struct exchange {
    struct http *http;
    struct arena *arena;
    struct req *rq;
    struct res rs;
    struct sb body;
    size_t received;
    bool begun, answered;
};

/* ---- from libmicrohttpd to struct req ---- */

/* Called with the raw target, before libmicrohttpd cuts it up in place. What it returns is the request's context. */
static void *on_target(void *cls, const char *target, struct MHD_Connection *connection)
{
    (void)connection;
    struct http *http = cls;
    struct arena *arena = arena_new();
    struct exchange *x = arena_alloc(arena, sizeof(*x));
    x->http = http;
    x->arena = arena;
    x->rq = arena_alloc(arena, sizeof(*x->rq));
    req_init(x->rq, arena, http->house, clock_now());
    req_target(x->rq, target);
    res_init(&x->rs, arena);
    sb_init(&x->body, arena);
    atomic_fetch_add(&http->under_way, 1);
    return x;
}

static void on_completed(void *cls, struct MHD_Connection *connection, void **context,
                         enum MHD_RequestTerminationCode why)
{
    (void)connection;
    (void)why;
    struct http *http = cls;
    struct exchange *x = *context;
    if (!x)
        return;
    if (x->answered)
        res_log(x->rq, &x->rs, clock_now());
    *context = NULL;
    arena_free(x->arena);
    atomic_fetch_sub(&http->under_way, 1);
}

static enum MHD_Result on_header(void *cls, enum MHD_ValueKind kind, const char *name, const char *value)
{
    (void)kind;
    req_header(cls, name, value ? value : "");
    return MHD_YES;
}

static const char *peer_address(struct arena *arena, struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    char host[NI_MAXHOST];
    socklen_t length;
    if (!info || !info->client_addr)
        return "";
    length = info->client_addr->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
    if (getnameinfo(info->client_addr, length, host, sizeof(host), NULL, 0, NI_NUMERICHOST) != 0)
        return "";
    return arena_strdup(arena, host);
}

static enum method method_of(const char *method)
{
    static const struct {
        const char *name;
        enum method method;
    } known[] = {{"GET", GET}, {"POST", POST}, {"HEAD", HEAD}};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (!strcmp(known[i].name, method))
            return known[i].method;
    return OTHER_METHOD;
}

static struct db *thread_db(struct http *http)
{
    struct db *db = pthread_getspecific(http->db);
    if (!db) {
        db = db_open(http->house->set.database);
        pthread_setspecific(http->db, db);
    }
    return db;
}

static void close_thread_db(void *db)
{
    db_close(db);
}

/* ---- from struct res to libmicrohttpd ---- */

static void add_headers(struct MHD_Response *response, const struct res *rs)
{
    for (int i = 0; i < rs->n_headers; i++)
        MHD_add_response_header(response, rs->header[i].name, rs->header[i].value);
}

static enum MHD_Result send_answer(struct exchange *x, struct MHD_Connection *connection)
{
    /* The body lies on the arena, which lives until the last byte is sent. */
    struct MHD_Response *response =
        MHD_create_response_from_buffer(x->rs.body.length, x->rs.body.text, MHD_RESPMEM_PERSISTENT);
    if (!response)
        return MHD_NO;
    add_headers(response, &x->rs);
    if (atomic_load(&x->http->stopping))
        MHD_add_response_header(response, "Connection", "close");
    enum MHD_Result result = MHD_queue_response(connection, (unsigned)x->rs.status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result dispatch(struct exchange *x, struct MHD_Connection *connection)
{
    x->rq->db = thread_db(x->http);
    x->rq->body = x->body.text;
    x->rq->body_length = x->body.length;
    route_answer(x->rq, &x->rs);
    store_rollback(x->rq->db);
    x->answered = true;
    return send_answer(x, connection);
}

/* ---- first call, middle calls, last call ---- */

/* A body that says beforehand that it is far too long is refused before it is sent. */
static bool announces_too_much(struct MHD_Connection *connection)
{
    const char *text = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Content-Length");
    const char *expect = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Expect");
    return text && strtoull(text, NULL, 10) > (expect ? (unsigned long long)BODY_MAX : (unsigned long long)DRAIN_MAX);
}

static enum MHD_Result first_call(struct exchange *x, struct MHD_Connection *connection, const char *method)
{
    x->begun = true;
    x->rq->method = method_of(method);
    x->rq->peer = x->rq->remote = peer_address(x->arena, connection);
    MHD_get_connection_values(connection, MHD_HEADER_KIND, on_header, x->rq);
    if (!announces_too_much(connection))
        return MHD_YES;
    x->rq->too_large = true;
    return dispatch(x, connection);
}

static enum MHD_Result take_body(struct exchange *x, const char *data, size_t *size)
{
    x->received += *size;
    if (x->received > DRAIN_MAX)
        return MHD_NO;
    if (x->received > BODY_MAX) {
        x->rq->too_large = true;
        sb_clear(&x->body);
    } else {
        sb_add_bytes(&x->body, data, *size);
    }
    *size = 0;
    return MHD_YES;
}

static enum MHD_Result on_call(void *cls, struct MHD_Connection *connection, const char *url, const char *method,
                               const char *version, const char *data, size_t *size, void **context)
{
    (void)cls;
    (void)url;
    (void)version;
    struct exchange *x = *context;
    if (!x->begun)
        return first_call(x, connection, method);
    if (*size > 0)
        return take_body(x, data, size);
    return dispatch(x, connection);
}

/* ---- start and stop ---- */

/* Paths are decoded by req_target(), which is stricter. */
static size_t leave_escaped(void *cls, struct MHD_Connection *connection, char *text)
{
    (void)cls;
    (void)connection;
    return strlen(text);
}

static void log_server(void *cls, const char *format, va_list args)
{
    (void)cls;
    char text[400];
    vsnprintf(text, sizeof(text), format, args);
    for (char *c = text; *c; c++)
        if (*c == '"' || (unsigned char)*c < ' ')
            *c = ' ';
    fprintf(stderr, "level=warning from=libmicrohttpd message=\"%s\"\n", text);
}

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

static int open_socket(const struct settings *set, char *why, size_t room)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    struct addrinfo *found;
    char port[12];
    snprintf(port, sizeof(port), "%d", set->port);
    int error = getaddrinfo(set->listen, port, &hints, &found);
    if (error) {
        snprintf(why, room, "%s is no address to listen on: %s", set->listen, gai_strerror(error));
        return -1;
    }
    int fd = listen_on(found);
    if (fd < 0 && errno == EADDRINUSE)
        snprintf(why, room, "port %d of %s is taken by another program; choose another with --port", set->port,
                 set->listen);
    else if (fd < 0)
        snprintf(why, room, "cannot listen on %s, port %d: %s", set->listen, set->port, strerror(errno));
    freeaddrinfo(found);
    return fd;
}

static int port_of(int fd)
{
    struct sockaddr_storage address;
    socklen_t length = sizeof(address);
    char port[NI_MAXSERV];
    if (getsockname(fd, (struct sockaddr *)&address, &length) != 0 ||
        getnameinfo((struct sockaddr *)&address, length, NULL, 0, port, sizeof(port), NI_NUMERICSERV) != 0)
        return 0;
    return (int)strtol(port, NULL, 10);
}

static struct MHD_Daemon *start_daemon(struct http *http, int fd)
{
    int threads = http->house->set.threads;
    struct MHD_OptionItem more[] = {
        {threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, threads, NULL},
        {MHD_OPTION_END, 0, NULL},
    };
    return MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_EPOLL | MHD_USE_ERROR_LOG | MHD_USE_ITC, 0, NULL,
                            NULL, on_call, http,
                            MHD_OPTION_EXTERNAL_LOGGER, log_server, NULL,
                            MHD_OPTION_LISTEN_SOCKET, fd,
                            MHD_OPTION_URI_LOG_CALLBACK, on_target, http,
                            MHD_OPTION_UNESCAPE_CALLBACK, leave_escaped, NULL,
                            MHD_OPTION_NOTIFY_COMPLETED, on_completed, http,
                            MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS_MAX,
                            MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
                            MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEADER_BYTES,
                            MHD_OPTION_ARRAY, more, MHD_OPTION_END);
}

struct http *http_start(struct house *house, char *why, size_t room)
{
    int fd = open_socket(&house->set, why, room);
    if (fd < 0)
        return NULL;
    struct http *http = calloc(1, sizeof(*http));
    if (http && pthread_key_create(&http->db, close_thread_db) == 0) {
        http->house = house;
        http->port = port_of(fd);
        http->daemon = start_daemon(http, fd);
        if (http->daemon)
            return http;
        pthread_key_delete(http->db);
    }
    snprintf(why, room, "libmicrohttpd does not start");
    free(http);
    close(fd);
    return NULL;
}

int http_port(const struct http *http)
{
    return http->port;
}

void http_stop(struct http *http)
{
    const struct timespec moment = {.tv_nsec = 10 * 1000 * 1000};
    atomic_store(&http->stopping, true);
    MHD_socket fd = MHD_quiesce_daemon(http->daemon);
    if (fd != MHD_INVALID_SOCKET)
        close(fd);
    for (int i = 0; i < STOP_SECONDS * 100 && atomic_load(&http->under_way) > 0; i++)
        nanosleep(&moment, NULL);
    MHD_stop_daemon(http->daemon);
    pthread_key_delete(http->db);
    free(http);
}
