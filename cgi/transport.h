/* The ways by which requests come in. Each fills struct req, calls route_answer(), sends struct res. */
#ifndef CGI_TRANSPORT_H
#define CGI_TRANSPORT_H

#include "cgi/house.h"

struct http;

/**
 * http_start() - listens on set.listen:set.port and answers on set.threads threads, each with its own database handle
 * Return: the server, or NULL with a sentence in @why ("127.0.0.1:8080 is taken by another program").
 */
struct http *http_start(struct house *house, char *why, size_t room);
/** http_port() - where it listens: set.port, or what the system chose for port 0 */
int http_port(const struct http *http);
/** http_stop() - takes no new connections, finishes the requests under way (10 s at most), then frees everything */
void http_stop(struct http *http);

#endif
