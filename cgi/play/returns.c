#include "config.h"

#include "cgi/play/returns.h"

#include "cgi/play/play_head.h"
#include "cgi/store/tournaments.h"

#include "cgi/base/banned.h"

bool seat_may_return(struct db *db, struct arena *arena, const struct game_row *game, int seat, bool *may, struct err *err)
{
    struct fixture_mark mark;
    *may = true;
    if (!game->tournament_waits || !game->seat[seat].opened)
        return true;
    if (!store_fixture_of_game(db, arena, game->id, seat, game->seat[seat].person, &mark, err))
        return false;
    *may = !mark.counts || mark.is_own;
    return true;
}

bool seat_returns(struct db *db, struct arena *arena, struct game_row *game, int seat, int64_t now, struct told *told, struct err *err)
{
    bool may;
    if (!game->seat[seat].opened)
        return true;
    if (!seat_may_return(db, arena, game, seat, &may, err))
        return false;
    if (!may)
        return err_fail(err, ERR_FORBIDDEN, N_("You have dropped out of the tournament that this table belongs to."), NULL, "tournament %lld",
                        (long long)game->tournament);
    head_returns(game, seat, now, told);
    return true;
}
