/* What the head of a request over libmicrohttpd says of its body, and of the host that it means. */
#ifndef CGI_TRANSPORTS_FRAMING_H
#define CGI_TRANSPORTS_FRAMING_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>

/** framing_too_long() - does the body say beforehand that it is far too long? Then it is refused before it is sent */
bool framing_too_long(struct MHD_Connection *connection);
/** framing_cut() - does the request line hold a NUL? @end: of the address as it was handed over, which the NUL ends early; @version
 * stands behind it in the same memory, which has @room bytes */
bool framing_cut(const char *end, const char *version, size_t room);
/** framing_garbled() - why a request of HTTP @version cannot be understood for certain, for the log; NULL: it can */
const char *framing_garbled(struct MHD_Connection *connection, const char *version);

#endif
