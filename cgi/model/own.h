/* The rows of "My games": one line a game, with what is asked or for whom it waits, and what is new. */
#ifndef CGI_MODEL_OWN_H
#define CGI_MODEL_OWN_H

#include "cgi/http/req.h"
#include "cgi/store/seekers.h"

/** own_rows() - of each of @games, which are the visitor's own: model_card(), and {asked (what is asked of the visitor, in a few words) or
 *  null, drafted,
 *  question: {what, text} or null (what other players ask the visitor), seeking: null or as quick_seeking_model(), when @wish is of the visitor (NULL: not asked), waits_for ("Waiting for Anna") or null, since: time or null (of that wait), unread and news: {n, text} or null} */
struct value *own_rows(const struct req *rq, const struct own_games *games, const struct quick_row *wish);

/** own_question() - "Anna asks to pause the table": @what as in struct own_game, @asker a name; in the reader's language */
const char *own_question(const struct req *rq, const char *what, const char *asker);

#endif
