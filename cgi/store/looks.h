/* Fills in what the names of those look like who are here, as the owner of the database. */
#ifndef CGI_STORE_LOOKS_H
#define CGI_STORE_LOOKS_H

#include "cgi/base/err.h"

/**
 * looks_fill() - all that are missing, or that another release of Unicode sees otherwise; says on standard error how many
 *
 * The service may run meanwhile. Of people whose names look alike, the one who came first has the look, and the others none. A name
 * that somebody changed in the database by hand is seen to the next time.
 */
bool looks_fill(const char *owner_conninfo, struct err *err);

#endif
