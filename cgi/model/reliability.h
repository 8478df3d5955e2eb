/* How many deadlines somebody has met, in words. */
#ifndef CGI_MODEL_RELIABILITY_H
#define CGI_MODEL_RELIABILITY_H

#include "cgi/http/req.h"
#include "cgi/store/store.h"

/** reliability_words() - "96 % of the last 50 met"; NULL: there are too few to tell */
const char *reliability_words(const struct req *rq, const struct reliability *reliability);
/** reliability_short() - beside a name, "met 96 % of 50 deadlines"; NULL likewise */
const char *reliability_short(const struct req *rq, const struct reliability *reliability);

#endif
