/* Moves as they are done: each by its own file. */
#include "config.h"

#include "rules/genoa/step.h"

static void apply(void *state, int seat, const struct move *move, struct rng *rng, struct log *log, int revision)
{
    static void (*const verbs[GENOA_VERB_COUNT])(struct step *) = {
        [GENOA_ROLL] = genoa_do_roll,
        [GENOA_START_AT] = genoa_do_start_at,
        [GENOA_ANNOUNCE] = genoa_do_announce,
        [GENOA_OFFER] = genoa_do_offer,
        [GENOA_WITHDRAW] = genoa_do_withdraw,
        [GENOA_READY] = genoa_do_ready,
        [GENOA_ACT] = genoa_do_act,
        [GENOA_ACCEPT] = genoa_do_accept,
        [GENOA_MOVE] = genoa_do_move,
        [GENOA_COUNTER] = genoa_do_counter,
        [GENOA_SEND] = genoa_do_send,
        [GENOA_STOP] = genoa_do_stop,
        [GENOA_CALL] = genoa_do_call,
        [GENOA_AGREE] = genoa_do_agree,
        [GENOA_DECLINE] = genoa_do_decline,
        [GENOA_TAKE] = genoa_do_take,
        [GENOA_DELIVER] = genoa_do_deliver,
        [GENOA_SMALL_ORDER] = genoa_do_small,
        [GENOA_USE_WARE] = genoa_do_use_ware,
        [GENOA_USE_TRADE] = genoa_do_use_trade,
        [GENOA_USE_BUILDING] = genoa_do_use_building,
        [GENOA_DONE] = genoa_do_done,
        [GENOA_CLAIM] = genoa_do_claim,
        [GENOA_PASS] = genoa_do_pass,
    };
    struct step s = {.st = state, .seat = seat, .arg = move->arg, .rng = rng, .log = log, .revision = revision};
    must(seat >= 0 && seat < s.st->seats && move->verb < GENOA_VERB_COUNT && verbs[move->verb]);
    must_costly(genoa_check(state, seat, move, NULL) == RULE_OK);
    verbs[move->verb](&s);
}

void genoa_apply(void *state, int seat, const struct move *move, struct rng *rng, struct log *log)
{
    apply(state, seat, move, rng, log, 4);
}

void genoa_apply_3(void *state, int seat, const struct move *move, struct rng *rng, struct log *log)
{
    apply(state, seat, move, rng, log, 3);
}

void genoa_apply_1(void *state, int seat, const struct move *move, struct rng *rng, struct log *log)
{
    apply(state, seat, move, rng, log, 1);
}
