/* The last turn is taken back because all want that, where nothing was shown or drawn since. */
#include "config.h"

#include "cgi/play/play.h"

#include <string.h>

#include "cgi/play/accord.h"
#include "cgi/play/play_turn.h"
#include "cgi/play/returns.h"

#include "cgi/base/banned.h"

static const int64_t DAY = 24 * 3600 * INT64_C(1000000);
enum { ASKED_DAYS = 7 };

/* The whole game once more, up to its head: so it is known where the newest turn begins, and what stood there. */
static bool fold_whole(struct db *db, struct arena *arena, const struct game_row *game, struct fold *fold, struct err *err)
{
    struct move_row *moves, setup;
    int n;
    if (!store_moves(db, arena, game->id, &moves, &n, err) || !fold_init(fold, arena, game, err))
        return false;
    fold_remember(fold, arena);
    fold_setup(fold, arena, game, game->started, &setup);
    for (int i = 1; i < n; i++)
        if (!fold_redo(fold, game, &moves[i], err))
            return false;
    memcpy(fold->hash, game->hash, sizeof(fold->hash));
    return fold->ply == game->ply
        || err_fail(err, ERR_INTERNAL, NULL, NULL, "game %lld: %d moves lead to ply %d", (long long)game->id, n, fold->ply);
}

/* May @seat ask for it at this table, whatever the turn was? */
static bool may_ask(const struct game_row *game, int seat, struct err *err)
{
    if (!head_moves(game, err))
        return false;
    if (game->apart)
        return err_fail(err, ERR_STALE, N_("At a table against bots there is nobody to ask."), NULL, "game %lld is apart", (long long)game->id);
    return !game->seat[seat].resigned
        || err_fail(err, ERR_STALE, N_("You have resigned from this game."), NULL, "game %lld: resigned", (long long)game->id);
}

static bool may_go_back(const struct fold *fold, int seat, struct err *err)
{
    if (fold->turn->seat != seat)
        return err_fail(err, ERR_STALE, N_("Only the newest turn of all can be undone, and only by whoever made it."), NULL, "seat %d has not moved last", seat);
    return !fold->turn->final
        || err_fail(err, ERR_STALE, N_("Your last turn cannot be undone: it has shown or drawn something, or asked others."), NULL, "the turn is final");
}

bool play_back_look(struct db *db, struct arena *arena, const struct game_row *game, int seat, int *first, struct err *err)
{
    struct fold fold;
    if (!may_ask(game, seat, err) || !fold_whole(db, arena, game, &fold, err) || !may_go_back(&fold, seat, err))
        return false;
    *first = fold.turn->ply + 1;
    return true;
}

/* All agree: the turn of @seat is taken back, in the transaction of the vote of @by. */
static bool take_back(struct db *db, struct arena *arena, struct game_row *game, int by, int64_t now, struct told *told, struct err *err)
{
    const int seat = game->accord[ACCORD_TAKE_BACK].seat;
    struct fold fold;
    struct move_row row;
    if (!fold_whole(db, arena, game, &fold, err) || !may_go_back(&fold, seat, err))
        return false;
    const int began = fold.turn->ply;
    fold_take_back(&fold, arena, seat, "person", now, &row);
    row.person = game->seat[seat].person;
    game->accord[ACCORD_TAKE_BACK] = (struct accord){.asked = 0};
    head_set(game, &fold, arena, SEAT_BIT(seat), now);
    told_incident(told, game, seat, "taken_back", game->ply, now);
    head_mails(game, by, told);
    accord_settle(game, by, now, told);
    const struct commit commit = {.moves = &row, .n_moves = 1, .incidents = told->incident, .n_incidents = told->n_incidents,
                                  .mails = told->mail, .n_mails = told->n_mails, .draft_person = row.person,
                                  .undoes = true, .undone_to = began,
                                  .snapshot = game->ply / SNAPSHOT_EVERY > (game->ply - 1) / SNAPSHOT_EVERY};
    return store_game_close(db, game, &commit, err);
}

/* The vote itself; *all: have all agreed? */
static bool cast(struct db *db, struct arena *arena, struct game_row *game, int seat, enum vote vote, int64_t now, struct told *told, bool *all,
                 struct err *err)
{
    struct accord *back = &game->accord[ACCORD_TAKE_BACK];
    struct fold fold;
    *all = false;
    if (vote == VOTE_DECLINE)
        return accord_decline(game, ACCORD_TAKE_BACK, seat, now, told), true;
    if (vote == VOTE_AGREE && !back->asked)
        return err_fail(err, ERR_STALE, N_("Nobody is asking to undo a turn any more."), NULL, "game %lld: no vote", (long long)game->id);
    if (vote == VOTE_AGREE)
        accord_agree(game, ACCORD_TAKE_BACK, seat, now, told);
    else if (!back->asked) {
        if (!fold_whole(db, arena, game, &fold, err) || !may_go_back(&fold, seat, err))
            return false;
        accord_ask(game, ACCORD_TAKE_BACK, seat, now + ASKED_DAYS * DAY, now, told);
    }
    *all = accord_all(game, ACCORD_TAKE_BACK);
    return true;
}

bool play_back_vote(struct db *db, struct arena *arena, int64_t id, int64_t person, enum vote vote, int64_t now, struct err *err)
{
    struct game_row game;
    struct draft_row draft;
    struct told told = {.n_mails = 0};
    bool all, ok = store_seat_open(db, arena, id, person, NULL, &game, &draft, err);
    int seat = ok ? game_seat_of(&game, person) : NO_SEAT;
    ok = ok && may_ask(&game, seat, err);
    ok = ok && seat_returns(db, arena, &game, seat, now, &told, err);
    if (ok && accord_is_due(&game, now)) /* what the clock has not seen to yet */
        accord_settle(&game, seat, now, &told);
    ok = ok && cast(db, arena, &game, seat, vote, now, &told, &all, err);
    if (ok && all)
        ok = take_back(db, arena, &game, seat, now, &told, err);
    else if (ok && told.n_incidents)
        ok = told_close(db, &game, &told, err);
    store_rollback(db);
    return ok;
}

/* Which is told by what stands after it: an incident at the move that takes a turn back, and before that only moves of the same seat. */
static bool is_back(const struct incidents *incidents, int ply)
{
    for (int i = 0; i < incidents->n; i++)
        if (incidents->row[i].ply == ply && !strcmp(incidents->row[i].kind, "taken_back"))
            return true;
    return false;
}

bool play_taken_back(const struct move_row *moves, int n, const struct incidents *incidents, int i)
{
    int seat = moves[i].seat, k = i + 1;
    if (seat == NO_SEAT || is_back(incidents, moves[i].ply))
        return false;
    while (k < n && moves[k].seat == seat && !is_back(incidents, moves[k].ply))
        k++;
    return k < n ? moves[k].seat == seat : is_back(incidents, moves[n - 1].ply + 1);
}
