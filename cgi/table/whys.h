/* Why something is better, in words: for hints and studies. */
#ifndef CGI_TABLE_WHYS_H
#define CGI_TABLE_WHYS_H

#include "cgi/http/req.h"
#include "rules/engine/search_why.h"
#include "rules/rules.h"

/** whys_text() - @sentence filled with {what} of @seat comes about, how {often}, and how often {otherwise}; @people: names by seat; on the
 *  arena */
const char *whys_text(const struct req *rq, const struct rules *rules, const char *sentence, int seat, const char *const *people, int n_people,
                      const struct why *why);

#endif
