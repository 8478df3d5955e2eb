/* Who comes back to a seat that was opened to others. */
#ifndef CGI_PLAY_RETURNS_H
#define CGI_PLAY_RETURNS_H

#include "cgi/play/play_head.h"

/** seat_returns() - head_returns() where the seat is open, within the transaction that has opened @game. ERR_FORBIDDEN: its player has dropped
 *  out of the tournament to which the table belongs, and for which it still counts */
bool seat_returns(struct db *db, struct arena *arena, struct game_row *game, int seat, int64_t now, struct told *told, struct err *err);

#endif
