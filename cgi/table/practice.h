/* What pages say of practice tables: the way to one, and where one comes from. */
#ifndef CGI_TABLE_PRACTICE_H
#define CGI_TABLE_PRACTICE_H

#include "cgi/http/req.h"
#include "cgi/store/store.h"

enum { NO_PLY = -1 };
/** practice_url() - where the reader tries something on the position after @ply (NO_PLY: the page asks which), with the own draft when @draft; NULL: not signed in, or
 *  there is nothing to be tried. Whether it is over there is for the caller to know. */
const char *practice_url(const struct req *rq, const struct game_row *game, int ply, bool draft);

/** practice_model() - {text ("Practice, from move 34 of Carrara 12: nothing counts."), url (the history there) or null, delete_url}; NULL: it
 *  is no practice table */
struct value *practice_model(const struct req *rq, const struct game_row *game);

#endif
