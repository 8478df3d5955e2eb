/* Plain CGI: the web server starts the program for one request, which comes by the environment and standard input. */
#include "config.h"

#include "cgi/transports/transport.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cgi/transports/gateway.h"
#include "cgi/store/store.h"

#include "cgi/base/banned.h"

extern char **environ;

/* False: the client went away in the middle of the request, so nothing of it may be done. */
static bool read_body(struct exchange *x, size_t announced)
{
    char piece[8192];
    if (announced > DRAIN_MAX) {
        x->rq->too_large = true;
        return true;
    }
    while (x->received < announced) {
        size_t left = announced - x->received;
        ssize_t n = read(STDIN_FILENO, piece, left < sizeof(piece) ? left : sizeof(piece));
        if (n > 0 && !exchange_body(x, piece, (size_t)n) && x->received <= DRAIN_MAX)
            return false;
        if (n > 0)
            continue;
        if (n == 0 || errno != EINTR)
            return false;
    }
    return true;
}

static bool write_all(const char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t written = write(STDOUT_FILENO, bytes, n);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        n -= (size_t)written;
    }
    return true;
}

static bool send_answer(const struct exchange *x)
{
    struct sb answer;
    sb_init(&answer, x->arena);
    gateway_head(x, &answer);
    if (gateway_has_body(x))
        sb_add_bytes(&answer, x->rs.body.text, x->rs.body.length);
    return write_all(answer.text, answer.length);
}

bool cgi_answer(struct service *service)
{
    struct exchange *x = exchange_new(service, sizeof(*x));
    if (!x)
        return false;
    bool whole = read_body(x, gateway_read(x, environ));
    if (whole) {
        struct db *db = db_with_standby(db_open_pooled(service->set.database, service->set.pooler), service->set.standby);
        exchange_answer(x, db);
        exchange_log(x); /* before: some web servers end a program once they have all of its answer */
        send_answer(x);
        db_close(db);
    }
    exchange_end(x);
    return whole;
}

bool cgi_say_sorry(const char *text)
{
    static const char head[] = "Status: 500 Internal Server Error\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n";
    return write_all(head, sizeof(head) - 1) && write_all(text, strlen(text));
}
