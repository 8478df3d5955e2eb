/* The ways by which requests come in. Each fills struct req, calls route_answer(), sends struct res. */
#ifndef CGI_TRANSPORT_H
#define CGI_TRANSPORT_H

#include "cgi/house.h"
#include "cgi/listen.h"

struct http;

/**
 * http_start() - listens (see cgi/listen.h) and answers HTTP on set.threads threads, each with its own database handle
 * Return: the server, or NULL with a sentence in @why.
 */
struct http *http_start(struct house *house, char *why, size_t room);
/** http_listener() - where it listens: set.port, or what the system chose for port 0; valid until http_stop() */
const struct listener *http_listener(const struct http *http);
/** http_stop() - takes no new connections, finishes the requests under way (10 s at most), then frees everything */
void http_stop(struct http *http);

struct fcgi;

/**
 * fcgi_start() - listens and answers FastCGI on set.threads threads, each with its own database handle
 *
 * Listens on what was handed over as number 0 (spawn-fcgi, a web server that starts its own), else as listen_open()
 * says. Threads bound the requests worked on at the same moment: a connection that a web server keeps holds none.
 * Return: the server, or NULL with a sentence in @why.
 */
struct fcgi *fcgi_start(struct house *house, char *why, size_t room);
const struct listener *fcgi_listener(const struct fcgi *fcgi);
/** fcgi_stop() - answers all that had been sent to it (10 s at most), then frees everything */
void fcgi_stop(struct fcgi *fcgi);

/** cgi_answer() - the one request that this process was started for; false: it did not come whole, and nothing was done */
bool cgi_answer(struct house *house);
/** cgi_say_sorry() - an answer when there is no house to make one */
bool cgi_say_sorry(const char *text);

#endif
