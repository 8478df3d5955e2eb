#include "config.h"

#include "cgi/base/address.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/parse.h"

#include "cgi/base/banned.h"

enum { WORD_ROOM = 64, MAPPED_BITS = 96 };

/* ---- ranges ---- */

static bool in_range(const struct in6_addr *address, const struct range *range)
{
    int whole = range->bits / 8, rest = range->bits % 8;
    if (memcmp(address->s6_addr, range->first.s6_addr, (size_t)whole) != 0)
        return false;
    return !rest || !((address->s6_addr[whole] ^ range->first.s6_addr[whole]) >> (8 - rest));
}

static struct in6_addr mapped(const void *ip4)
{
    struct in6_addr address = {.s6_addr = {[10] = 0xff, [11] = 0xff}};
    memcpy(&address.s6_addr[12], ip4, 4);
    return address;
}

/* @word is written over. */
static bool read_range(char *word, struct range *range)
{
    struct in_addr in;
    int64_t bits;
    char *slash = strchr(word, '/');
    if (slash)
        *slash = '\0';
    bool four = inet_pton(AF_INET, word, &in) == 1;
    if (four)
        range->first = mapped(&in);
    else if (inet_pton(AF_INET6, word, &range->first) != 1)
        return false;
    bits = four ? 32 : 128;
    if (slash && !parse_number(slash + 1, 0, bits, &bits))
        return false;
    range->bits = (int)bits + (four ? MAPPED_BITS : 0);
    return true;
}

bool ranges_read(const char *text, struct ranges *ranges)
{
    ranges->n = 0;
    for (const char *c = text ? text : ""; *(c += strspn(c, ", \t"));) {
        char word[WORD_ROOM];
        size_t n = strcspn(c, ", \t");
        if (n >= sizeof(word) || ranges->n == RANGES_MOST)
            return false;
        memcpy(word, c, n);
        word[n] = '\0';
        if (!read_range(word, &ranges->range[ranges->n++]))
            return false;
        c += n;
    }
    return true;
}

/* ---- what is not the public network ---- */

/* RFC 6890 and what came after it: this network, private ones, those of providers, loopback, link-local, of protocols, of documentation and tests,
 * multicast, reserved and broadcast. */
static const struct { uint8_t first[4]; int bits; } closed4[] = {
    {{0, 0, 0, 0}, 8}, {{10, 0, 0, 0}, 8}, {{100, 64, 0, 0}, 10}, {{127, 0, 0, 0}, 8}, {{169, 254, 0, 0}, 16}, {{172, 16, 0, 0}, 12},
    {{192, 0, 0, 0}, 24}, {{192, 0, 2, 0}, 24}, {{192, 31, 196, 0}, 24}, {{192, 52, 193, 0}, 24}, {{192, 88, 99, 0}, 24}, {{192, 168, 0, 0}, 16},
    {{192, 175, 48, 0}, 24}, {{198, 18, 0, 0}, 15}, {{198, 51, 100, 0}, 24}, {{203, 0, 113, 0}, 24}, {{224, 0, 0, 0}, 4}, {{240, 0, 0, 0}, 4},
};

/* Of IPv6 only 2000::/3 is given to the public network; not these of it: of protocols (2001::/23, with tunnels that hold other addresses), of
 * documentation, and tunnels (2002::/16). */
static const struct range open6 = {{.s6_addr = {0x20}}, 3};
static const struct range closed6[] = {
    {{.s6_addr = {0x20, 0x01}}, 23}, {{.s6_addr = {0x20, 0x01, 0x0d, 0xb8}}, 32}, {{.s6_addr = {0x20, 0x02}}, 16}, {{.s6_addr = {0x3f, 0xff}}, 20},
};
/* An IPv4 address, as a translator of the provider's reaches it (RFC 6052). */
static const struct range translated = {{.s6_addr = {0x00, 0x64, 0xff, 0x9b}}, 96};

static bool is_public4(const uint8_t *ip4)
{
    for (size_t i = 0; i < sizeof(closed4) / sizeof(closed4[0]); i++) {
        const struct in6_addr address = mapped(ip4);
        const struct range range = {mapped(closed4[i].first), closed4[i].bits + MAPPED_BITS};
        if (in_range(&address, &range))
            return false;
    }
    return true;
}

static bool is_public(const struct in6_addr *address)
{
    if (IN6_IS_ADDR_V4MAPPED(address) || in_range(address, &translated))
        return is_public4(&address->s6_addr[12]);
    if (!in_range(address, &open6))
        return false;
    for (size_t i = 0; i < sizeof(closed6) / sizeof(closed6[0]); i++)
        if (in_range(address, &closed6[i]))
            return false;
    return true;
}

bool address_allowed(const struct sockaddr *address, const struct ranges *allowed)
{
    struct sockaddr_in6 in6 = {.sin6_family = AF_INET6};
    struct sockaddr_in in;
    if (address->sa_family == AF_INET6) {
        memcpy(&in6, address, sizeof(in6));
    } else if (address->sa_family == AF_INET) {
        memcpy(&in, address, sizeof(in));
        in6.sin6_addr = mapped(&in.sin_addr);
    } else {
        return false;
    }
    for (int i = 0; i < allowed->n; i++)
        if (in_range(&in6.sin6_addr, &allowed->range[i]))
            return true;
    return is_public(&in6.sin6_addr);
}
