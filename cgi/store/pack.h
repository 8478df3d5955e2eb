/* Packs the states and events that are still stored as JSON, as the owner of the database. */
#ifndef CGI_STORE_PACK_H
#define CGI_STORE_PACK_H

#include "cgi/base/err.h"

/**
 * pack_stored() - all there are, some at a time, each time in a transaction of its own; says on standard error how many
 * The service may run meanwhile. What cannot be read, or does not come out the same, stays as it is and is named.
 */
bool pack_stored(const char *owner_conninfo, struct err *err);

#endif
