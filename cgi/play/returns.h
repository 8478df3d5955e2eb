/* Who comes back to a seat that was opened to others. */
#ifndef CGI_PLAY_RETURNS_H
#define CGI_PLAY_RETURNS_H

#include "cgi/play/play_head.h"

/** seat_may_return() - may its player come back to @seat? Not who has dropped out of the tournament to which the table belongs, as long as it
 *  counts for that; one trip, only for such tables, also within a transaction */
bool seat_may_return(struct db *db, struct arena *arena, const struct game_row *game, int seat, bool *may, struct err *err);
/** seat_returns() - head_returns() where the seat is open, within the transaction that has opened @game. ERR_FORBIDDEN: seat_may_return()
 *  says no */
bool seat_returns(struct db *db, struct arena *arena, struct game_row *game, int seat, int64_t now, struct told *told, struct err *err);

#endif
