/* Which row of the table an address is. */
#ifndef CGI_SITE_FIND_H
#define CGI_SITE_FIND_H

#include "cgi/http/route.h"

/** route_fits() - does @path fit @pattern? Fills @part, PATH_PARTS_MAX of them on the arena (may be NULL), with what each {name} stood for */
bool route_fits(struct arena *arena, const char *pattern, const char *path, const char **part);
/** route_find() - the row for @path and @method; NULL: there is none, and *others has the methods that the path allows */
const struct route *route_find(struct req *rq, const char *path, enum method method, unsigned *others);
/** route_method() - as the table has it: HEAD is GET */
enum method route_method(enum method method);
/** route_is_light() - is this answered without the database? May be asked before route_answer() */
bool route_is_light(struct req *rq);
/** route_back() - the value of rq->back, once rq->route is known; route_answer() sets it */
const char *route_back(struct req *rq);

#endif
