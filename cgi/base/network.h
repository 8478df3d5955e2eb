/* The network an address counts for, where visitors are counted: an IPv4 address, also one written as IPv6; of IPv6 the first half, since
 * one customer is given all addresses below it. */
#ifndef CGI_BASE_NETWORK_H
#define CGI_BASE_NETWORK_H

#include <netinet/in.h>
#include <stdbool.h>
#include <sys/socket.h>

#include "cgi/base/arena.h"

struct network {
    struct in6_addr first; /* its first address; IPv4 mapped into IPv6 */
    bool here;             /* this machine, by any address of its own or by a socket in the file system */
};

/** network_of_socket() - NULL, or neither IPv4 nor IPv6: this machine */
struct network network_of_socket(const struct sockaddr *address);
/** network_of_text() - of "203.0.113.9", "2001:db8::1", "unix:"; false: @text is no address */
bool network_of_text(const char *text, struct network *network);
/** network_equal() - do both count for the same? */
bool network_equal(const struct network *a, const struct network *b);
/** network_listed() - is @address one of @list, "10.0.0.7, 2001:db8::7"? NULL: nobody is */
bool network_listed(const char *list, const char *address);
/** network_among() - is one of @list that network? */
bool network_among(const char *list, const struct network *network);
/** network_text() - "203.0.113.9", "2001:db8::", on the arena */
const char *network_text(struct arena *arena, const struct network *network);

#endif
