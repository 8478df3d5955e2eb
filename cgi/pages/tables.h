/* What the pages of tables share: my games, the lobby, a new table, the seats before the start. */
#ifndef CGI_PAGES_TABLES_H
#define CGI_PAGES_TABLES_H

#include "cgi/base/pace.h"
#include "cgi/http/res.h"

/** mine_show() - / for who is signed in: that person's games */
bool mine_show(struct req *rq, struct res *rs, struct err *err);
/** tables_admit() - may who is signed in open one more table today? It is counted. ERR_RATE: no */
bool tables_admit(struct req *rq, struct err *err);
/** phrase_read() - what a player adds to the random seed, of the form's field "phrase"; NULL: nothing. ERR_INPUT: it is too long */
bool phrase_read(struct req *rq, const char **phrase, struct err *err);
/** paces_model() - all paces, grouped by how they work: [{heading, kinds: [{id, label, words, checked}]}]; @chosen NULL: none is */
struct value *paces_model(const struct req *rq, const struct pace_kind *chosen);

#endif
