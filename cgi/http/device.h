/* What somebody signs in with, as coarsely as it takes to know it again. */
#ifndef CGI_HTTP_DEVICE_H
#define CGI_HTTP_DEVICE_H

#include "cgi/store/store.h"

/** device_of() - out of a browser's User-Agent; what we do not know is NULL. Nothing more of it is kept anywhere. */
struct device device_of(const char *user_agent);
struct req;
/** device_words() - "Firefox on Android", for the reader of @rq's language, on the arena */
const char *device_words(const struct req *rq, const struct device *device);

#endif
