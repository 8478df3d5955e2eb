/* What the lobby, a new table and the seats before the start share. */
#ifndef CGI_PAGES_TABLES_H
#define CGI_PAGES_TABLES_H

#include "cgi/base/pace.h"
#include "cgi/http/req.h"

/** phrase_read() - what a player adds to the random seed, of the form's field "phrase"; NULL: nothing. ERR_INPUT: it is too long */
bool phrase_read(struct req *rq, const char **phrase, struct err *err);
/** paces_model() - all paces, grouped by how they work: [{heading, kinds: [{id, label, words, checked}]}]; @chosen NULL: none is */
struct value *paces_model(const struct req *rq, const struct pace_kind *chosen);

#endif
