/* The route table. */
#ifndef CGI_SITE_ROUTES_H
#define CGI_SITE_ROUTES_H

#include "cgi/http/route.h"

/** routes_all() - the table, ended by a row without pattern */
const struct route *routes_all(void);

#endif
