/* Who plays at a table, as its page shows it: who is away, what can be done about a seat, and the vote to end. */
#ifndef CGI_TABLE_SEATS_H
#define CGI_TABLE_SEATS_H

#include "cgi/model/model.h"

/** seats_away_model() - of a player who is away: { text, can_take, sign_in_url or null }; NULL: not away, or it is no
 *  person's seat */
struct value *seats_away_model(const struct req *rq, const struct game_row *game, int seat);
/** seats_stay_model() - what the visitor, at @seat, can do about staying: { active, away, dropped (@dropped: out of the
 *  tournament of this table, with no way back), can_ask, ends (resigning ends the
 *  game), drops_out (else it ends the part in a tournament), vote: null or { text, can_answer, mine }, declined: null or who would not end the game, in words }; @incidents: the newest of
 *  the game */
struct value *seats_stay_model(const struct req *rq, const struct game_row *game, const struct incidents *incidents, int seat, bool dropped);

#endif
