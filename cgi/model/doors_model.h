/* The doors of a table, and when somebody is usually there, in words. */
#ifndef CGI_MODEL_DOORS_MODEL_H
#define CGI_MODEL_DOORS_MODEL_H

#include "cgi/base/doors.h"
#include "cgi/http/req.h"

/** doors_words() - "at least 90 % of deadlines met, rating 1400 to 1700", on the arena; NULL: everybody may sit down */
const char *doors_words(const struct req *rq, const struct doors *doors);
/** awake_words() - "8–12 and 19–23 h", by the visitor's own time; @hours: a bit each (UTC); NULL: none, or all of them, which says nothing */
const char *awake_words(const struct req *rq, uint32_t hours);

#endif
