#include "config.h"

#include "cgi/play/returns.h"

#include "cgi/play/play_head.h"
#include "cgi/store/tournaments.h"

#include "cgi/base/banned.h"

bool seat_returns(struct db *db, struct arena *arena, struct game_row *game, int seat, int64_t now, struct told *told, struct err *err)
{
    struct fixture_mark mark;
    if (!game->seat[seat].opened)
        return true;
    if (game->tournament_waits && !store_fixture_of_game(db, arena, game->id, seat, game->seat[seat].person, &mark, err))
        return false;
    if (game->tournament_waits && mark.counts && !mark.is_own)
        return err_fail(err, ERR_FORBIDDEN, N_("You have dropped out of the tournament that this table belongs to."), NULL, "tournament %lld",
                        (long long)mark.tournament);
    head_returns(game, seat, now, told);
    return true;
}
