/* HTTP by libmicrohttpd. Its thread polls all connections; as soon as a request is whole its connection sleeps, one of our
 * threads, each with its own connection to the database, works out the answer, and wakes it. So a request that waits for a lock
 * or for a password to be checked holds up no other. */
#include "config.h"

#include "cgi/base/log.h"
#include "cgi/base/tally.h"
#include "cgi/transports/transport.h"

#include <microhttpd.h>
#include <netdb.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "cgi/transports/exchange.h"
#include "cgi/transports/framing.h"
#include "cgi/transports/listen.h"
#include "cgi/http/live.h"
#include "cgi/http/req.h"
#include "cgi/http/session.h"
#include "cgi/site/find.h"
#include "cgi/transports/patience.h"
#include "cgi/transports/queue.h"
#include "cgi/store/store.h"
#include "rules/engine/must.h"

#include "cgi/base/clock.h"

#include "cgi/base/banned.h"

enum {
    CONNECTIONS_MAX = 4000,       /* three of four may be readers of streams */
    FILES_SPARE = 96,             /* files that are no connections: listening, polling, databases of the threads */
    IDLE_SECONDS = 30,
    REQUEST_SECONDS = 30,         /* to send a request whole, from the start or the answer before */
    ANSWER_SECONDS = 120,         /* to fetch its answer, from the end of the request */
    HEADER_BYTES = 24 * 1024,     /* of one connection: request line, headers, and what is read at a time */
    STOP_SECONDS = 10,
    LIGHT_THREADS = 2             /* for what needs no database */
};

struct http {
    struct server server;
    struct service *service;
    struct MHD_Daemon *daemon;
    struct patience *patience;
    atomic_int under_way;         /* requests whose first line came and whose answer is not sent yet */
    atomic_bool stopping;
    struct queue *queue, *light;  /* calls that wait for a thread; light: that need no database, and have threads of their own */
    int n_threads;
    pthread_t thread[];
};

struct call {
    struct exchange x;
    struct queue *queue;
    struct queued queued;
    struct http *http;
    struct MHD_Connection *connection;
    const char *target_end; /* in the memory of the connection, until the answer */
    bool begun;
};

/* ---- from libmicrohttpd to struct req ---- */

struct target {
    struct req *rq;
    const char *text;
};

static void take_target(void *user)
{
    const struct target *target = user;
    req_target(target->rq, target->text);
}

/* The query is ours to read. libmicrohttpd would put each of its fields into the memory of the connection, 72 bytes a field, and when that
 * is full never answer; so its own copy, which lies there, too, ends at the question mark. */
static void hide_query(const char *target)
{
    char *mark = strchr(target, '?');
    if (mark)
        mark[1] = '\0';
}

/* Called with the raw target, before libmicrohttpd cuts it up in place. What it returns is the request's context; none where there is no
 * memory: the connection is closed. */
static void *on_target(void *cls, const char *target, struct MHD_Connection *connection)
{
    (void)connection;
    struct http *http = cls;
    struct call *call = (struct call *)exchange_new(http->service, sizeof(*call));
    if (!call)
        return NULL;
    if (!must_catch(take_target, &(struct target){call->x.rq, target}, NULL)) {
        exchange_end(&call->x);
        return NULL;
    }
    call->target_end = target + strlen(target);
    hide_query(target);
    call->http = http;
    atomic_fetch_add(&http->under_way, 1);
    return call;
}

/* ---- how long it may take ---- */

static const struct sockaddr *peer_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

static enum MHD_Result on_accept(void *cls, const struct sockaddr *address, socklen_t length)
{
    (void)length;
    struct http *http = cls;
    return patience_admits(http->patience, address) ? MHD_YES : MHD_NO;
}

static void on_connection(void *cls, struct MHD_Connection *connection, void **context,
                          enum MHD_ConnectionNotificationCode what)
{
    struct http *http = cls;
    if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
        patience_end(http->patience, *context);
        *context = NULL;
        return;
    }
    const union MHD_ConnectionInfo *fd = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    *context = fd ? patience_begin(http->patience, fd->connect_fd, peer_of(connection)) : NULL;
    visit_waits(*context, REQUEST_SECONDS);
}

static struct visit *visit_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static void on_completed(void *cls, struct MHD_Connection *connection, void **context,
                         enum MHD_RequestTerminationCode why)
{
    (void)why;
    visit_waits(visit_of(connection), REQUEST_SECONDS);
    struct http *http = cls;
    struct call *call = *context;
    if (!call)
        return;
    *context = NULL;
    exchange_end(&call->x);
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
    const struct sockaddr *peer = peer_of(connection);
    char host[NI_MAXHOST];
    socklen_t length;
    if (!peer)
        return "";
    if (peer->sa_family == AF_UNIX)
        return "unix:";
    length = peer->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
    if (getnameinfo(peer, length, host, sizeof(host), NULL, 0, NI_NUMERICHOST) != 0)
        return "";
    return arena_strdup(arena, host);
}

/* ---- from struct res to libmicrohttpd ---- */

static void add_headers(struct MHD_Response *response, const struct res *rs)
{
    for (int i = 0; i < rs->n_headers; i++)
        MHD_add_response_header(response, rs->header[i].name, rs->header[i].value);
}

/* ---- answers that stay open ---- */

struct stream {
    struct http *http;
    struct reader *reader;
};

static void sleep_answer(void *connection)
{
    MHD_suspend_connection(connection);
}

static void wake_answer(void *connection)
{
    MHD_resume_connection(connection);
}

static ssize_t read_stream(void *cls, uint64_t sent, char *out, size_t room)
{
    (void)sent;
    const struct stream *stream = cls;
    int n = room < READER_ROOM ? READ_END : reader_read(stream->reader, out);
    return n == READ_END ? MHD_CONTENT_READER_END_OF_STREAM : n;
}

static void leave_stream(void *cls)
{
    struct stream *stream = cls;
    reader_leave(stream->reader);
    atomic_fetch_sub(&stream->http->under_way, 1);
    free(stream);
}

static struct MHD_Response *stream_response(struct call *call)
{
    struct stream *stream = malloc(sizeof(*stream));
    if (!stream)
        return NULL;
    *stream = (struct stream){call->http, call->x.rs.stream};
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 2 * READER_ROOM, read_stream, stream, leave_stream);
    if (!response)
        free(stream);
    return response;
}

/* Nothing of the request is kept while its answer stays open; it counts as under way until the reader leaves. */
static enum MHD_Result send_stream(struct call *call, struct MHD_Connection *connection, void **context)
{
    const union MHD_ConnectionInfo *fd = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct MHD_Response *response = stream_response(call);
    if (!response) {
        reader_leave(call->x.rs.stream);
        return MHD_NO;
    }
    add_headers(response, &call->x.rs);
    reader_attach(call->x.rs.stream, (struct suspension){sleep_answer, wake_answer, connection}, fd ? fd->connect_fd : -1);
    *context = NULL;
    enum MHD_Result result = MHD_queue_response(connection, (unsigned)call->x.rs.status, response);
    exchange_end(&call->x);
    MHD_destroy_response(response);
    return result;
}

/* ---- answers ---- */

static enum MHD_Result send_answer(struct call *call, struct MHD_Connection *connection)
{
    /* The body lies on the arena, which lives until the last byte is sent. */
    const struct res *rs = &call->x.rs;
    struct MHD_Response *response =
        MHD_create_response_from_buffer(rs->body.length, rs->body.text, MHD_RESPMEM_PERSISTENT);
    if (!response)
        return MHD_NO;
    add_headers(response, rs);
    if (atomic_load(&call->http->stopping) || call->x.rq->garbled)
        MHD_add_response_header(response, "Connection", "close");
    enum MHD_Result result = MHD_queue_response(connection, (unsigned)rs->status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result respond(struct call *call, struct MHD_Connection *connection, void **context)
{
    visit_within(visit_of(connection), call->x.rs.stream ? 0 : ANSWER_SECONDS);
    return call->x.rs.stream ? send_stream(call, connection, context) : send_answer(call, connection);
}

/* ---- from the thread that polls to those that work, and back ---- */

static struct call *call_of(struct queued *queued)
{
    return queued ? (struct call *)((char *)queued - offsetof(struct call, queued)) : NULL;
}

/* Where a call waits: for which threads, and among those of which reader. */
struct place {
    struct req *rq;
    bool light;
    uint64_t reader;
};

static void find_place(void *user)
{
    struct place *place = user;
    struct req *rq = place->rq;
    place->light = rq->garbled || rq->too_large || route_is_light(rq);
    place->reader = req_reader(rq, session_player(rq));
}

/* The connection sleeps before anybody can wake it. Where there is no memory it is closed. */
static enum MHD_Result queue(struct call *call, struct MHD_Connection *connection)
{
    struct http *http = call->http;
    struct place *place = &(struct place){.rq = call->x.rq};
    if (!must_catch(find_place, place, NULL))
        return MHD_NO;
    call->queue = place->light ? http->light : http->queue;
    visit_within(visit_of(connection), 0);
    call->connection = connection;
    if (!queue_admits(call->queue))
        return MHD_NO;
    MHD_suspend_connection(connection);
    queue_put(call->queue, &call->queued, place->reader, place->rq->method == POST && !place->light);
    return MHD_YES;
}

/* Who has waited so long for a thread is told to come again, so that nobody waits longer while all of them wait for the database. */
static void serve(struct http *http, struct queue *queue)
{
    enum { LATE_MS = 5000 };
    struct db *db = db_with_standby(db_open_pooled(http->service->set.database, http->service->set.pooler), http->service->set.standby);
    struct call *call;
    while ((call = call_of(queue_take(queue)))) {
        const int64_t waited = clock_ticks() - call->queued.since;
        call->x.rq->late = waited > LATE_MS;
        tally_add(TALLY_QUEUED, 1);
        tally_add(TALLY_QUEUED_MICROS, waited * 1000);
        exchange_answer(&call->x, db);
        queue_done(queue, &call->queued);
        MHD_resume_connection(call->connection);
    }
    db_close(db);
}

static void *serve_thread(void *user)
{
    struct http *http = user;
    serve(http, http->queue);
    return NULL;
}

static void *light_thread(void *user)
{
    struct http *http = user;
    serve(http, http->light);
    return NULL;
}

static void end_threads(struct http *http)
{
    if (http->queue)
        queue_end(http->queue);
    if (http->light)
        queue_end(http->light);
    while (http->n_threads > 0)
        pthread_join(http->thread[--http->n_threads], NULL);
}

static bool start_threads(struct http *http)
{
    while (http->n_threads < http->service->set.threads + LIGHT_THREADS) {
        void *(*work)(void *user) = http->n_threads < LIGHT_THREADS ? light_thread : serve_thread;
        if (pthread_create(&http->thread[http->n_threads], NULL, work, http))
            return false;
        http->n_threads++;
    }
    return true;
}

/* ---- first call, middle calls, last call, and one more when it is answered ---- */

static void take_headers(void *user)
{
    struct call *call = user;
    struct req *rq = call->x.rq;
    rq->peer = rq->remote = peer_address(call->x.arena, call->connection);
    MHD_get_connection_values(call->connection, MHD_HEADER_KIND, on_header, rq);
}

static enum MHD_Result first_call(struct call *call, struct MHD_Connection *connection, const char *method, const char *version)
{
    struct req *rq = call->x.rq;
    call->begun = true;
    call->connection = connection;
    rq->method = method_of(method);
    if (!must_catch(take_headers, call, NULL))
        return MHD_NO;
    rq->garbled = framing_cut(call->target_end, version, HEADER_BYTES) ? "the request line holds a NUL" : framing_garbled(connection, version);
    rq->too_large = framing_too_long(connection);
    if (!rq->garbled && !rq->too_large)
        return MHD_YES;
    return queue(call, connection);
}

static enum MHD_Result take_body(struct call *call, const char *data, size_t *size)
{
    if (!exchange_body(&call->x, data, *size))
        return MHD_NO;
    *size = 0;
    return MHD_YES;
}

static enum MHD_Result on_call(void *cls, struct MHD_Connection *connection, const char *url, const char *method,
                               const char *version, const char *data, size_t *size, void **context)
{
    (void)cls;
    (void)url;
    struct call *call = *context;
    if (!call)
        return MHD_NO;
    if (!call->begun)
        return first_call(call, connection, method, version);
    if (call->x.answered)
        return respond(call, connection, context);
    if (*size > 0)
        return take_body(call, data, size);
    return queue(call, connection);
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
    log_line("level=warning from=libmicrohttpd message=\"%s\"", log_clean(text));
}

/* How many connections there may be: each is a file, and a process has more of them when it asks. */
static int connections_most(void)
{
    const rlim_t wanted = CONNECTIONS_MAX + FILES_SPARE;
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return CONNECTIONS_MAX / 8;
    if (files.rlim_cur < wanted) {
        files.rlim_cur = files.rlim_max < wanted ? files.rlim_max : wanted;
        setrlimit(RLIMIT_NOFILE, &files);
        getrlimit(RLIMIT_NOFILE, &files);
    }
    if (files.rlim_cur >= wanted)
        return CONNECTIONS_MAX;
    return files.rlim_cur > 2 * FILES_SPARE ? (int)files.rlim_cur - FILES_SPARE : FILES_SPARE;
}

static struct MHD_Daemon *start_daemon(struct http *http, int connections)
{
    return MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_EPOLL | MHD_USE_ERROR_LOG | MHD_ALLOW_SUSPEND_RESUME, 0,
                            on_accept, http, on_call, http,
                            MHD_OPTION_EXTERNAL_LOGGER, log_server, NULL, /* first: the others may have to say something */
                            MHD_OPTION_NOTIFY_CONNECTION, on_connection, http,
                            MHD_OPTION_LISTEN_SOCKET, http->server.listener.fd,
                            MHD_OPTION_URI_LOG_CALLBACK, on_target, http,
                            MHD_OPTION_UNESCAPE_CALLBACK, leave_escaped, NULL,
                            MHD_OPTION_NOTIFY_COMPLETED, on_completed, http,
                            MHD_OPTION_CONNECTION_LIMIT, (unsigned)connections,
                            MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
                            MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEADER_BYTES, MHD_OPTION_END);
}

/* While no request runs. */
static void set_live(struct service *service, struct live *live)
{
    struct service *now = service_hold(service);
    service->live = now->live = live;
    service_release(now);
}

/* After libmicrohttpd has stopped, or never began. */
static void release(struct http *http)
{
    end_threads(http);
    queue_free(http->queue);
    queue_free(http->light);
    patience_stop(http->patience);
    live_stop(http->service->live);
    set_live(http->service, NULL);
    free(http);
}

static struct http *make(struct service *service, const struct listener *listener)
{
    struct http *http = calloc(1, sizeof(*http) + (size_t)(service->set.threads + LIGHT_THREADS) * sizeof(http->thread[0]));
    if (!http)
        return NULL;
    int connections = connections_most();
    http->service = service;
    http->server.listener = *listener;
    http->queue = queue_new(service->set.threads);
    http->light = queue_new(LIGHT_THREADS);
    set_live(service, service->set.streams ? live_start(service->set.database, connections / 4 * 3) : NULL);
    http->patience = patience_start(connections, service->set.proxies);
    http->daemon = http->queue && http->light && http->patience && start_threads(http) ? start_daemon(http, connections) : NULL;
    if (http->daemon)
        return http;
    release(http);
    return NULL;
}

static struct server *start(struct service *service, char *why, size_t room)
{
    struct listener listener;
    if (!listen_open(&service->set, &listener, why, room))
        return NULL;
    struct http *http = make(service, &listener);
    if (http)
        return &http->server;
    snprintf(why, room, "libmicrohttpd does not start");
    listen_close(&listener);
    return NULL;
}

static void stop(struct server *server)
{
    struct http *http = (struct http *)server;
    const struct timespec moment = {.tv_nsec = 10 * 1000 * 1000};
    atomic_store(&http->stopping, true);
    listen_hide(&http->server.listener);
    if (MHD_quiesce_daemon(http->daemon) != MHD_INVALID_SOCKET)
        listen_close(&http->server.listener);
    live_goodbye(http->service->live);
    for (int i = 0; i < STOP_SECONDS * 100 && atomic_load(&http->under_way) > 0; i++)
        nanosleep(&moment, NULL);
    end_threads(http); /* nobody may sleep when libmicrohttpd stops */
    MHD_stop_daemon(http->daemon);
    release(http);
}

const struct transport transport_http = {
    .command = "serve", .at_port = "http://", .at_path = "HTTP at ", .start = start, .stop = stop,
};
