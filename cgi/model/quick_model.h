/* A quick seat in words: what somebody looks for, and until when. */
#ifndef CGI_MODEL_QUICK_MODEL_H
#define CGI_MODEL_QUICK_MODEL_H

#include "cgi/base/values.h"
#include "cgi/http/req.h"
#include "cgi/store/seekers.h"

/** quick_words() - "Venedig, Genoa · 1 day a move · 2, 3 players", of what @row says, on the arena */
const char *quick_words(const struct req *rq, const struct quick_row *row);
/** quick_again_model() - for quick_seat.html: {words (what was chosen last) or null (nothing yet), url (the table where the visitor waits) or null} */
struct value *quick_again_model(const struct req *rq, const struct quick_row *row);
/** quick_seeking_model() - what the visitor waits for at @game (NULL: wherever it is): {what (in words), several (of games, paces or numbers of
 *  players), alone (nobody and nothing else is at that table, which is there for him alone), since (as model_time()), until ("14:00", or
 *  "Sun 14:00") or null, bots (they come then), url}; NULL: does not look, or not there */
struct value *quick_seeking_model(const struct req *rq, const struct quick_row *row, const struct game_row *game);
/** quick_is_alone() - is @game there only because the visitor, of @row, looks for a game? It goes when he comes to another table; a seat kept or
 *  given to a bot keeps it (cgi/play/quick_seat.c) */
bool quick_is_alone(const struct quick_row *row, const struct game_row *game);

#endif
