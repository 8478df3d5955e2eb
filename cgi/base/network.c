#include "config.h"

#include "cgi/base/network.h"

#include <arpa/inet.h>
#include <string.h>

#include "cgi/base/banned.h"

static struct network network_of(struct in6_addr address)
{
    bool mapped = IN6_IS_ADDR_V4MAPPED(&address);
    struct network network = {.first = address, .here = IN6_IS_ADDR_LOOPBACK(&address) || (mapped && address.s6_addr[12] == 127)};
    if (!mapped)
        memset(&network.first.s6_addr[8], 0, 8);
    return network;
}

static struct network network_of_ip4(const struct in_addr *address)
{
    struct in6_addr mapped = {.s6_addr = {[10] = 0xff, [11] = 0xff}};
    memcpy(&mapped.s6_addr[12], address, sizeof(*address));
    return network_of(mapped);
}

struct network network_of_socket(const struct sockaddr *address)
{
    struct sockaddr_in6 in6;
    struct sockaddr_in in;
    if (address && address->sa_family == AF_INET6) {
        memcpy(&in6, address, sizeof(in6));
        return network_of(in6.sin6_addr);
    }
    if (address && address->sa_family == AF_INET) {
        memcpy(&in, address, sizeof(in));
        return network_of_ip4(&in.sin_addr);
    }
    return (struct network){.here = true};
}

bool network_of_text(const char *text, struct network *network)
{
    struct in6_addr in6;
    struct in_addr in;
    if (inet_pton(AF_INET6, text, &in6) == 1)
        *network = network_of(in6);
    else if (inet_pton(AF_INET, text, &in) == 1)
        *network = network_of_ip4(&in);
    else if (!strcmp(text, "unix:"))
        *network = (struct network){.here = true};
    else
        return false;
    return true;
}

bool network_equal(const struct network *a, const struct network *b)
{
    return a->here == b->here && !memcmp(&a->first, &b->first, sizeof(a->first));
}

const char *network_text(struct arena *arena, const struct network *network)
{
    char text[INET6_ADDRSTRLEN];
    const struct in6_addr *first = &network->first;
    return arena_strdup(arena, IN6_IS_ADDR_V4MAPPED(first) ? inet_ntop(AF_INET, &first->s6_addr[12], text, sizeof(text))
                                                            : inet_ntop(AF_INET6, first, text, sizeof(text)));
}

/* The first word of @list from @at on, and its @length; NULL: there is none. */
static const char *word_at(const char *at, size_t *length)
{
    at += strspn(at, ", ");
    *length = strcspn(at, ", ");
    return *length ? at : NULL;
}

bool network_listed(const char *list, const char *address)
{
    size_t n, length = strlen(address);
    for (const char *c = list ? list : ""; (c = word_at(c, &n)); c += n)
        if (n == length && !strncmp(c, address, n))
            return true;
    return false;
}

bool network_among(const char *list, const struct network *network)
{
    size_t n;
    for (const char *c = list ? list : ""; (c = word_at(c, &n)); c += n) {
        char text[INET6_ADDRSTRLEN];
        struct network one;
        if (n >= sizeof(text))
            continue;
        memcpy(text, c, n);
        text[n] = '\0';
        if (network_of_text(text, &one) && network_equal(&one, network))
            return true;
    }
    return false;
}
