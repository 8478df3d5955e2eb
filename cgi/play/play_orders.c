/* Standing orders in play: giving and dropping one's own, and what others may know of them. */
#include "config.h"

#include "cgi/play/play.h"

#include <string.h>

#include "cgi/play/play_turn.h"

#include "cgi/base/banned.h"

/* ---- what others may know ---- */

/* Did a bot play @seat when move @ply was made? The shown cause must not change when players come or go later. */
static bool bot_played(const struct game_row *game, const struct incidents *incidents, int seat, int ply)
{
    const struct seat_row *row = &game->seat[seat];
    bool bot = row->bot || row->opened || row->resigned;
    for (int i = incidents->n - 1; i >= 0; i--) {
        const struct incident_row *incident = &incidents->row[i];
        bool goes = !strcmp(incident->kind, "opened") || !strcmp(incident->kind, "resigned");
        bool comes = !strcmp(incident->kind, "returned") || !strcmp(incident->kind, "taken_over");
        if (incident->seat != seat || (!goes && !comes))
            continue;
        if (incident->ply < ply)
            return goes;
        bot = comes;
    }
    return bot;
}

const char *play_cause_told(const struct game_row *game, const struct incidents *incidents, const struct move_row *move,
                            int64_t reader)
{
    bool secret = !strcmp(move->cause, "order") || !strcmp(move->cause, "plan");
    if (!secret || game->status == GAME_OVER || (reader && (move->person == reader || game->apart)))
        return move->cause;
    return bot_played(game, incidents, move->seat, move->ply) ? "bot" : "person";
}

/* ---- giving and dropping one's own ---- */

static bool change(struct order_book *book, int seat, enum orders_change what, const char *const *orders, int n, int *bad,
                   struct err *err)
{
    if (what == ORDERS_GIVE)
        return book_give(book, seat, orders, n, bad, err);
    if (what == ORDERS_CLEAR)
        book_clear(book, seat);
    for (int i = 0; what == ORDERS_DROP && i < n; i++) {
        *bad = i;
        if (!book_drop(book, seat, orders[i], err))
            return false;
    }
    *bad = -1;
    return true;
}

bool play_orders(struct db *db, struct arena *arena, int64_t game, int64_t person, enum orders_change what,
                 const char *const *orders, int n, int64_t now, struct table *table, enum play_outcome *outcome, int *bad,
                 struct err *err)
{
    struct turn *turn;
    *bad = -1;
    bool ok = turn_of_person(db, arena, game, asker_of(person), now, table, &turn, err)
        && (!table->game.guide || what != ORDERS_GIVE
            || err_fail(err, ERR_INPUT, N_("Standing orders can be given when you play on without the guide."), GUIDE_FIELD, "an order"))
        && (!table->game.practice.is || err_fail(err, ERR_STALE, N_("At a practice table you answer for every seat yourself, so there are no standing orders."),
                                                 NULL, "game %lld is a practice table", (long long)game))
        && change(turn->book, turn->seat, what, orders, n, bad, err);
    if (ok) {
        turn_begin(turn);
        turn_follow(turn);
        turn_go_on(turn);
        ok = turn_close(turn, db, person, err);
        *outcome = turn->n_rows ? PLAY_COMMITTED : PLAY_DRAFTED;
    }
    if (!ok)
        store_rollback(db);
    return ok;
}
