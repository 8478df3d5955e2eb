/* Votes about a pause. */
#include "config.h"

#include "cgi/play/play.h"

#include "cgi/play/accord.h"
#include "cgi/play/play_turn.h"
#include "cgi/play/returns.h"

#include "cgi/base/banned.h"

static const int64_t DAY = 24 * 3600 * INT64_C(1000000);

/* One vote, until it is stored. */
struct ballot {
    struct game_row game;
    int seat;
    int64_t now;
    struct told told;
};

static bool ballot_open(struct db *db, struct arena *arena, int64_t id, int64_t person, int64_t now, struct ballot *b, struct err *err)
{
    struct draft_row draft;
    *b = (struct ballot){.now = now};
    if (!store_seat_open(db, arena, id, person, NULL, &b->game, &draft, err))
        return false;
    b->seat = game_seat_of(&b->game, person);
    if (b->game.apart)
        return err_fail(err, ERR_STALE, N_("A game against bots needs no pause."), NULL, "game %lld is apart", (long long)id);
    if (!head_moves(&b->game, err))
        return false;
    return !b->game.seat[b->seat].resigned
        || err_fail(err, ERR_STALE, N_("You have resigned from this game."), NULL, "game %lld: resigned", (long long)id);
}

/* A vote out of an open seat takes it back; what changes the seats may make all agree. */
static bool ballot_close(struct db *db, struct ballot *b, struct err *err)
{
    head_settle(&b->game, b->now, &b->told);
    if (b->game.status == GAME_OVER)
        head_mails(&b->game, NO_SEAT, &b->told);
    accord_settle(&b->game, b->seat, b->now, &b->told);
    return told_close(db, &b->game, &b->told, err);
}

static bool ask_pause(struct ballot *b, int days, struct err *err)
{
    const struct accord *pause = &b->game.accord[ACCORD_PAUSE];
    if (!b->game.pace.name)
        return err_fail(err, ERR_STALE, N_("This table has no time limit, so there is nothing to pause."), NULL, "no clock");
    if (pause->made)
        return err_fail(err, ERR_STALE, N_("This table is paused already."), NULL, "a pause goes on");
    if (pause->asked && pause->seat != b->seat)
        return err_fail(err, ERR_STALE, N_("Someone else has just proposed a pause. Please answer that proposal."), NULL, "a pause is asked for");
    accord_ask(&b->game, ACCORD_PAUSE, b->seat, b->now + days * DAY, b->now, &b->told);
    return true;
}

static bool ask_go_on(struct ballot *b, struct err *err)
{
    const struct accord *pause = game_pause(&b->game);
    if (!pause)
        return err_fail(err, ERR_STALE, N_("The pause is over already."), NULL, "no pause");
    if (b->game.accord[ACCORD_GO_ON].asked)
        accord_agree(&b->game, ACCORD_GO_ON, b->seat, b->now, &b->told);
    else
        accord_ask(&b->game, ACCORD_GO_ON, b->seat, pause->until, b->now, &b->told);
    return true;
}

static bool agree(struct ballot *b, enum accord_kind kind, struct err *err)
{
    const struct accord *accord = &b->game.accord[kind];
    if (kind == ACCORD_PAUSE && accord->made) /* with this vote, sent twice, or another's */
        return true;
    if (!accord->asked)
        return err_fail(err, ERR_STALE, kind == ACCORD_PAUSE ? N_("Nobody is asking for a pause any more.") : N_("The pause is over already."),
                        NULL, "nothing to agree to");
    accord_agree(&b->game, kind, b->seat, b->now, &b->told);
    return true;
}

static bool ballot_cast(struct ballot *b, enum accord_kind kind, enum vote vote, int days, struct err *err)
{
    switch (vote) {
    case VOTE_ASK: return kind == ACCORD_PAUSE ? ask_pause(b, days, err) : ask_go_on(b, err);
    case VOTE_AGREE: return agree(b, kind, err);
    default: accord_decline(&b->game, kind, b->seat, b->now, &b->told);
    }
    return true;
}

bool play_pause_vote(struct db *db, struct arena *arena, int64_t game, int64_t person, enum accord_kind kind, enum vote vote, int days,
                     int64_t now, struct err *err)
{
    struct ballot b;
    bool ok = ballot_open(db, arena, game, person, now, &b, err);
    if (ok) {
        if (accord_is_due(&b.game, now)) /* what the clock has not seen to yet */
            accord_settle(&b.game, b.seat, now, &b.told);
        ok = seat_returns(db, arena, &b.game, b.seat, now, &b.told, err) && ballot_cast(&b, kind, vote, days, err)
            && (!b.told.n_incidents || ballot_close(db, &b, err));
    }
    store_rollback(db);
    return ok;
}
