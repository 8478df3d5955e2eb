/* The ways by which requests come in. Each fills struct req, calls route_answer(), sends struct res. */
#ifndef CGI_TRANSPORTS_TRANSPORT_H
#define CGI_TRANSPORTS_TRANSPORT_H

#include "cgi/http/service.h"
#include "cgi/transports/listen.h"

/* What answers until it is stopped; a transport's own begins with it. */
struct server {
    struct listener listener;  /* where it listens: set.port, or what the system chose for port 0 */
};

/* A transport that keeps running. */
struct transport {
    const char *command;            /* "serve" */
    const char *at_port, *at_path;  /* what it serves, before the address or path: "http://" */
    /* Listens and answers on set.threads threads, each with its own database handle. NULL: @why is a sentence. */
    struct server *(*start)(struct service *service, char *why, size_t room);
    /* Takes no new connections, answers what had been sent to it (10 s at most), then frees everything. */
    void (*stop)(struct server *server);
};

/** transport_http - HTTP; it listens where listen_open() says */
extern const struct transport transport_http;
/**
 * transport_fcgi - FastCGI; it listens on what was handed over as number 0 (spawn-fcgi, a web server that starts its own),
 * else where listen_open() says. Threads bound the requests worked on at the same moment: a connection that a web server
 * keeps holds none.
 */
extern const struct transport transport_fcgi;

/** cgi_answer() - the one request that this process was started for; false: it did not come whole, and nothing was done */
bool cgi_answer(struct service *service);
/** cgi_say_sorry() - an error page when the service could not be opened */
bool cgi_say_sorry(const char *text);

#endif
