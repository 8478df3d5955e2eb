/* The doors of a table, and when somebody is usually there, in words. */
#ifndef CGI_MODEL_DOORS_MODEL_H
#define CGI_MODEL_DOORS_MODEL_H

#include "cgi/base/doors.h"
#include "cgi/http/req.h"
#include "cgi/store/store.h"

/** doors_words() - "at least 90 % of deadlines met, rating 1400 to 1700", on the arena; NULL: everybody may sit down; @owner: the name of who opened
 *  the table, NULL: the visitor */
const char *doors_words(const struct req *rq, const struct doors *doors, const char *owner);
/** doors_load() - rq->door, where one of the @n lists, or @game (NULL: none), has doors that ask something of a member; one trip then, else
 *  none. To be called by pages that show tables which one may join. */
bool doors_load(struct req *rq, const struct game_row *game, const struct game_list *lists, int n, struct err *err);
/** doors_shut_words() - why the visitor cannot sit down at @game, with his own figure, on the arena; NULL: the doors let him in, or nobody has
 *  asked for rq->door */
const char *doors_shut_words(const struct req *rq, const struct game_row *game);
/** awake_words() - "8–12 and 19–23 h", by the visitor's own time; @hours: a bit each (UTC); NULL: none, or all of them, which says nothing */
const char *awake_words(const struct req *rq, uint32_t hours);

#endif
