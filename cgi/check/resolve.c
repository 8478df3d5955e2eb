#include "config.h"

#include "cgi/check/resolve.h"

#include <arpa/inet.h>
#include <arpa/nameser.h>
#include <netdb.h>
#include <netinet/in.h>
#include <resolv.h>
#include <stdio.h>
#include <string.h>

#include "cgi/base/args.h"

#include "cgi/base/banned.h"

enum { WAIT_SECONDS = 2, TRIES = 2, PORT_OF_NAMES = 53 };

static bool read_server(const char *text, struct sockaddr_in *server)
{
    char address[64];
    uint64_t port = PORT_OF_NAMES;
    const char *colon = strchr(text, ':');
    size_t n = colon ? (size_t)(colon - text) : strlen(text);
    if (n >= sizeof(address) || (colon && (!args_number(colon + 1, &port) || port < 1 || port > 65535)))
        return false;
    snprintf(address, sizeof(address), "%.*s", (int)n, text);
    *server = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    return inet_pton(AF_INET, address, &server->sin_addr) == 1;
}

bool resolve_is_server(const char *text)
{
    struct sockaddr_in server;
    return read_server(text, &server);
}

/* A text comes in strings of up to 255 bytes, with the length before each. What is not ASCII, or would end a line, is shown as "?". */
static const char *one_text(struct arena *arena, const unsigned char *data, size_t length)
{
    char *text = arena_alloc(arena, length + 1);
    size_t n = 0;
    for (size_t at = 0; at < length; at += 1u + data[at])
        for (size_t i = at + 1; i <= at + data[at] && i < length; i++)
            text[n++] = data[i] >= ' ' && data[i] < 0x7f ? (char)data[i] : '?';
    return text;
}

static int read_texts(struct arena *arena, const unsigned char *answer, int length, const char **texts)
{
    ns_msg message;
    ns_rr row;
    int n = 0;
    if (ns_initparse(answer, length, &message) != 0)
        return RESOLVE_SILENT;
    for (int i = 0; i < ns_msg_count(message, ns_s_an) && n < RESOLVE_TEXTS_MOST; i++)
        if (ns_parserr(&message, ns_s_an, i, &row) == 0 && ns_rr_type(row) == ns_t_txt)
            texts[n++] = one_text(arena, ns_rr_rdata(row), ns_rr_rdlen(row));
    return n;
}

int resolve_texts(struct arena *arena, const char *server, const char *name, const char **texts)
{
    struct __res_state state = {0};
    unsigned char *answer = arena_room(arena, NS_MAXMSG);
    if (res_ninit(&state) != 0)
        return RESOLVE_SILENT;
    if (server) {
        struct sockaddr_in address;
        if (!read_server(server, &address))
            return RESOLVE_SILENT;
        state.nscount = 1;
        state.nsaddr_list[0] = address;
    }
    state.retrans = WAIT_SECONDS;
    state.retry = TRIES;
    int length = res_nquery(&state, name, ns_c_in, ns_t_txt, answer, NS_MAXMSG);
    int why = state.res_h_errno;
    res_nclose(&state);
    if (length < 0)
        return why == HOST_NOT_FOUND || why == NO_DATA ? 0 : RESOLVE_SILENT;
    return read_texts(arena, answer, length, texts);
}
