/* Names under ".test" are asked of the name server at 127.0.0.1 whose port RESOLVER_PORT tells (tests/lib/nameserver.py); all others as ever.
 * To be loaded before the service (LD_PRELOAD): libcurl, built without c-ares, asks getaddrinfo(), which knows no other port than 53 and
 * no other servers than those of the machine. The question and the answer are real ones of the C library; only addresses of IPv4 are
 * asked for, and nothing is kept. For glibc, whose freeaddrinfo() frees what is made here.
 */
#include "config.h"

#include <arpa/inet.h>
#include <arpa/nameser.h>
#include <dlfcn.h>
#include <netdb.h>
#include <netinet/in.h>
#include <resolv.h>
#include <stdlib.h>
#include <string.h>

typedef int lookup(const char *, const char *, const struct addrinfo *, struct addrinfo **);

static lookup *next(void)
{
    lookup *real;
    *(void **)&real = dlsym(RTLD_NEXT, "getaddrinfo");
    return real;
}

/* The length of the answer, or -1. */
static int question(const char *name, int port, unsigned char *answer, int room)
{
    struct __res_state state = {0};
    if (res_ninit(&state) != 0)
        return -1;
    state.nscount = 1;
    state.nsaddr_list[0] = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int n = res_nquery(&state, name, ns_c_in, ns_t_a, answer, room);
    res_nclose(&state);
    return n;
}

/* As glibc lays it out: one block, the address behind it. */
static struct addrinfo *entry(const unsigned char *address, int type, int port)
{
    struct addrinfo *info = calloc(1, sizeof(*info) + sizeof(struct sockaddr_in));
    if (!info)
        abort();
    struct sockaddr_in *to = (struct sockaddr_in *)(info + 1);
    *to = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    memcpy(&to->sin_addr, address, sizeof(to->sin_addr));
    info->ai_family = AF_INET;
    info->ai_socktype = type;
    info->ai_addrlen = sizeof(*to);
    info->ai_addr = (struct sockaddr *)to;
    return info;
}

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **list)
{
    const char *port = getenv("RESOLVER_PORT"), *ending = name ? strrchr(name, '.') : NULL;
    unsigned char answer[NS_MAXMSG];
    ns_msg message;
    ns_rr row;
    if (!port || !ending || strcmp(ending, ".test") != 0)
        return next()(name, service, hints, list);
    struct addrinfo **end = list;
    int n = question(name, atoi(port), answer, sizeof(answer));
    *list = NULL;
    if (n < 0 || ns_initparse(answer, n, &message) != 0)
        return EAI_NONAME;
    for (int i = 0; i < ns_msg_count(message, ns_s_an); i++)
        if (!ns_parserr(&message, ns_s_an, i, &row) && ns_rr_type(row) == ns_t_a && ns_rr_rdlen(row) == sizeof(struct in_addr)) {
            *end = entry(ns_rr_rdata(row), hints ? hints->ai_socktype : 0, service ? atoi(service) : 0);
            end = &(*end)->ai_next;
        }
    return *list ? 0 : EAI_NONAME;
}
