/* The parts of a table page that are kept from one answer to the next, and all that they depend on. */
#ifndef CGI_TABLE_TABLE_PARTS_H
#define CGI_TABLE_TABLE_PARTS_H

#include "cgi/http/req.h"
#include "cgi/http/parts.h"
#include "cgi/play/table.h"

enum { COMPARED_WITH_NOTHING = -2 };

/* What is kept, so it need not be worked out. */
struct table_parts {
    bool board; /* head, result, since, choose, board and what belongs to it, and hand: only while nothing is chosen or drafted */
    bool log;
};

/**
 * table_parts() - looks for the parts of the page of @t in the cache
 * @compared: the ply of the position that the board's changes are marked against, or COMPARED_WITH_NOTHING
 */
struct table_parts table_parts(struct req *rq, struct parts *parts, const struct table *t, int compared);

#endif
