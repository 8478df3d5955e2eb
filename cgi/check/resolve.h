/* Asking the DNS for texts, by libresolv. */
#ifndef CGI_CHECK_RESOLVE_H
#define CGI_CHECK_RESOLVE_H

#include <stdbool.h>

#include "cgi/base/arena.h"

enum { RESOLVE_SILENT = -1, RESOLVE_TEXTS_MOST = 64 };

/**
 * resolve_texts() - the TXT records of @name, each in one piece, on @arena
 * @server: "127.0.0.1:5353" of IPv4, the port may be left out; NULL: those of /etc/resolv.conf
 * @texts: of RESOLVE_TEXTS_MOST; more are left out
 * Return: how many; 0 also when there is no such name; RESOLVE_SILENT: no server answers, or says that it cannot. Takes ten seconds at most.
 */
int resolve_texts(struct arena *arena, const char *server, const char *name, const char **texts);
/** resolve_is_server() - can @text be a @server? */
bool resolve_is_server(const char *text);

#endif
