/* To which addresses the service sends of its own accord: not to this machine, nor to networks that are not the public one, unless its operator
 * has named them. Whose URL it is could else reach what only this machine may. */
#ifndef CGI_BASE_ADDRESS_H
#define CGI_BASE_ADDRESS_H

#include <netinet/in.h>
#include <stdbool.h>
#include <sys/socket.h>

enum { RANGES_MOST = 32 };

/* A range of addresses, IPv4 mapped into IPv6. */
struct range {
    struct in6_addr first;
    int bits;                  /* so many are the same, 0 .. 128 */
};
/* What the operator allows beside the public network. */
struct ranges {
    int n;
    struct range range[RANGES_MOST];
};

/** ranges_read() - of "127.0.0.1, 10.0.0.0/8, fd00::/8"; NULL and "": none. False: one of them is no address, or there are more than
 *  RANGES_MOST */
bool ranges_read(const char *text, struct ranges *ranges);
/** address_allowed() - may be sent to @address? Anything but IPv4 and IPv6 may not */
bool address_allowed(const struct sockaddr *address, const struct ranges *allowed);

#endif
