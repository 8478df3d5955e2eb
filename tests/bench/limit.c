/* The limit of a page: what libmicrohttpd, libfcgi and libpq do at best, without any house in between.
 *
 *     limit http PORT          limit closing PORT          limit fcgi SOCKET
 *
 * `http` keeps its connections, as the service does; `closing` answers in the handler's first call, after which libmicrohttpd
 * closes: what a visitor costs who has no connection yet.
 * Every request reads one row of 4 KB by its key, over a connection that its thread keeps, and is answered with 10 KB. The
 * database is the one that RIDOTTO_DATABASE names; its table limit_row (id int PRIMARY KEY, body text) must be there.
 * It says "ready" and then serves until it is killed.
 */
#include "config.h"

#include <fcgiapp.h>
#include <libpq-fe.h>
#include <microhttpd.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 16, PAGE = 10 * 1024 };

static _Thread_local PGconn *connection;

static void die(const char *what)
{
    fprintf(stderr, "limit: %s\n", what);
    exit(1);
}

/* @page gets PAGE bytes: the row, and what a page has around it. */
static void read_row(char *page)
{
    static const char *const key[] = {"1"};
    if (!connection) {
        connection = PQconnectdb(getenv("RIDOTTO_DATABASE"));
        PQclear(PQprepare(connection, "row", "SELECT body FROM limit_row WHERE id = $1", 1, NULL));
    }
    PGresult *found = PQexecPrepared(connection, "row", 1, key, NULL, NULL, 0);
    if (PQntuples(found) != 1)
        die(PQerrorMessage(connection));
    memset(page, '.', PAGE);
    memcpy(page, PQgetvalue(found, 0, 0), (size_t)PQgetlength(found, 0, 0));
    PQclear(found);
}

static enum MHD_Result on_call(void *data, struct MHD_Connection *http, const char *url, const char *method, const char *version,
                               const char *body, size_t *size, void **state)
{
    static int begun;
    char page[PAGE];
    (void)url, (void)method, (void)version, (void)body, (void)size;
    if (!*state && !*(const bool *)data) {
        *state = &begun;
        return MHD_YES;
    }
    read_row(page);
    struct MHD_Response *answer = MHD_create_response_from_buffer(PAGE, page, MHD_RESPMEM_MUST_COPY);
    enum MHD_Result queued = MHD_queue_response(http, MHD_HTTP_OK, answer);
    MHD_destroy_response(answer);
    return queued;
}

static void *accept_requests(void *data)
{
    FCGX_Request request;
    char page[PAGE];
    FCGX_InitRequest(&request, *(int *)data, 0);
    while (FCGX_Accept_r(&request) == 0) {
        read_row(page);
        FCGX_PutS("Content-Type: text/plain\r\n\r\n", request.out);
        FCGX_PutStr(page, PAGE, request.out);
        FCGX_Finish_r(&request);
    }
    return NULL;
}

static void serve_fcgi(const char *path)
{
    pthread_t thread[THREADS];
    FCGX_Init();
    static int listener;
    listener = FCGX_OpenSocket(path, 256);
    if (listener < 0)
        die("the socket cannot be opened");
    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, accept_requests, &listener);
    puts("ready");
    fflush(stdout);
    pthread_join(thread[0], NULL);
}

static void serve_http(const char *port, bool closing)
{
    if (!MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_EPOLL, (uint16_t)atoi(port), NULL, NULL, on_call, &closing,
                          MHD_OPTION_THREAD_POOL_SIZE, THREADS, MHD_OPTION_END))
        die("the port cannot be opened");
    puts("ready");
    fflush(stdout);
    (void)getchar();
}

int main(int argc, char **argv)
{
    if (argc == 3 && !strcmp(argv[1], "http"))
        serve_http(argv[2], false);
    else if (argc == 3 && !strcmp(argv[1], "closing"))
        serve_http(argv[2], true);
    else if (argc == 3 && !strcmp(argv[1], "fcgi"))
        serve_fcgi(argv[2]);
    else
        return fputs("usage: limit http PORT | limit closing PORT | limit fcgi SOCKET\n", stderr), 2;
    return 0;
}
