#include "config.h"

#include "cgi/transports/framing.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cgi/transports/exchange.h"

#include "cgi/base/banned.h"

bool framing_too_long(struct MHD_Connection *connection)
{
    const char *text = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Content-Length");
    const char *expect = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Expect");
    return text && strtoull(text, NULL, 10) > (expect ? (unsigned long long)BODY_MAX : (unsigned long long)DRAIN_MAX);
}

bool framing_cut(const char *end, const char *version, size_t room)
{
    uintptr_t from = (uintptr_t)end + 1, to = (uintptr_t)version;
    if (!*version || to <= from || to - from > room)
        return false; /* there is none behind the address */
    for (const char *c = end + 1; c < version; c++)
        if (*c != ' ')
            return true;
    return false;
}

/* How a request tells the end of its body. A server that is told in two ways, or in one it does not know, may take a part of the body
 * for the next request, which a proxy before us has not seen as one. Likewise which host is meant (RFC 9112, 3.2). */
struct framing {
    const char *length, *coding;
    bool bad;
    int hosts;
};

static enum MHD_Result on_framing(void *cls, enum MHD_ValueKind kind, const char *name, const char *value)
{
    (void)kind;
    struct framing *framing = cls;
    value = value ? value : "";
    framing->bad = framing->bad || name[strcspn(name, " \t")];
    if (!strcasecmp(name, MHD_HTTP_HEADER_CONTENT_LENGTH)) {
        framing->bad = framing->bad || (framing->length && strcmp(framing->length, value) != 0);
        framing->length = value;
    } else if (!strcasecmp(name, MHD_HTTP_HEADER_HOST)) {
        framing->hosts++;
    } else if (!strcasecmp(name, MHD_HTTP_HEADER_TRANSFER_ENCODING)) {
        framing->bad = framing->bad || framing->coding || strcasecmp(value, "chunked") != 0;
        framing->coding = value;
    }
    return MHD_YES;
}

const char *framing_garbled(struct MHD_Connection *connection, const char *version)
{
    struct framing framing = {0};
    MHD_get_connection_values(connection, MHD_HEADER_KIND, on_framing, &framing);
    if (framing.bad || (framing.length && framing.coding))
        return "where the body ends cannot be told";
    bool named = framing.hosts == 1 || (framing.hosts == 0 && strcmp(version, MHD_HTTP_VERSION_1_1) != 0);
    return named ? NULL : "which host is meant cannot be told";
}
