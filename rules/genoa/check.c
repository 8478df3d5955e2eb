/* What is allowed, and if not, which rule says so. */
#include "config.h"

#include "rules/genoa/state.h"

typedef int checker(const struct genoa_state *st, int seat, const int16_t *arg);

static int check_always(const struct genoa_state *st, int seat, const int16_t *arg)
{
    (void)st, (void)seat, (void)arg;
    return RULE_OK;
}

/* ---- The start: dossier genoa R5.1 ---- */

static int check_start_at(const struct genoa_state *st, int seat, const int16_t *arg)
{
    (void)arg;
    return st->players[seat].tiles[GENOA_ANY_START] ? RULE_OK : GENOA_NO_TILE;
}

/* ---- The book: dossier genoa 16.2 - 16.4, 16.9 ---- */

static int check_announce(const struct genoa_state *st, int seat, const int16_t *arg)
{
    if (arg[1] % GENOA_UNIT)
        return GENOA_WRONG_UNIT;
    if (arg[1] < 0 && st->announced[arg[0]] < 0)
        return GENOA_NOT_ANNOUNCED;
    if (arg[1] >= 0 && genoa_steps_to(st, arg[0]) > GENOA_STEPS)
        return GENOA_OUT_OF_REACH;
    return genoa_book_full(st, seat) ? GENOA_TOO_MANY_EDITS : RULE_OK;
}

static int check_offer(const struct genoa_state *st, int seat, const int16_t *arg)
{
    struct genoa_offer offer;
    if (genoa_book_full(st, seat))
        return GENOA_TOO_MANY_EDITS;
    genoa_read_offer(seat, arg, &offer);
    return genoa_filing_error(st, &offer);
}

static int check_withdraw(const struct genoa_state *st, int seat, const int16_t *arg)
{
    if (!genoa_find_offer(st, seat, arg[0]))
        return GENOA_NO_SUCH_OFFER;
    return genoa_book_full(st, seat) ? GENOA_TOO_MANY_EDITS : RULE_OK;
}

/* ---- The tower player's turn: dossier genoa 5, 16.4, 16.5 ---- */

/* What must be settled before the tower leaves this place, or stops. */
static int leaving_error(const struct genoa_state *st)
{
    if (genoa_must_sell(st))
        return GENOA_MUST_SELL;
    return genoa_watchers(st) ? GENOA_MUST_CALL : RULE_OK;
}

static int check_act(const struct genoa_state *st, int seat, const int16_t *arg)
{
    return genoa_pending(st) ? GENOA_SEND_FIRST : genoa_action_error(st, seat, genoa_here(st), arg[0]);
}

/* Others who pay for the same street have an offer for it that stands by itself, and all of them together can be settled. */
static int also_error(const struct genoa_state *st, const struct genoa_offer *offer, seatmask also)
{
    if (offer->right != GENOA_RIGHT_STREET)
        return GENOA_ALSO_STREETS_ONLY;
    if (also & SEAT_BIT(offer->seat) || also >> st->seats)
        return GENOA_NO_SUCH_OFFER;
    for (int seat = 0; seat < st->seats; seat++)
        if (also & SEAT_BIT(seat) && !genoa_find_street(st, seat, offer->place))
            return GENOA_NO_SUCH_OFFER;
    return genoa_settles(st, offer, also) ? RULE_OK : GENOA_NOT_PAYABLE;
}

static int check_accept(const struct genoa_state *st, int seat, const int16_t *arg)
{
    seatmask also = (seatmask)arg[SLOT_ACCEPT_ALSO];
    const struct genoa_offer *offer = genoa_find_offer(st, arg[SLOT_ACCEPT_FROM], arg[SLOT_ACCEPT_SLOT]);
    (void)seat;
    if (genoa_pending(st))
        return GENOA_SEND_FIRST;
    if (!offer)
        return GENOA_NO_SUCH_OFFER;
    int error = genoa_offer_error(st, offer, true);
    if (error == GENOA_ALREADY_ACTED || error == GENOA_SAME_BUILDING) /* the one who would buy, not the one who would sell */
        return GENOA_BUYER_ACTED;
    return error == RULE_OK && also ? also_error(st, offer, also) : error;
}

static int check_move(const struct genoa_state *st, int seat, const int16_t *arg)
{
    (void)seat;
    if (genoa_pending(st))
        return GENOA_SEND_FIRST;
    if (!genoa_steps_left(st))
        return GENOA_NO_DISCS;
    if (!genoa_adjacent(genoa_here(st), arg[0]))
        return GENOA_NOT_ADJACENT;
    if (!genoa_may_step(st, arg[0]))
        return GENOA_VISITED;
    return leaving_error(st);
}

static int check_stop(const struct genoa_state *st, int seat, const int16_t *arg)
{
    (void)seat, (void)arg;
    if (genoa_pending(st))
        return GENOA_SEND_FIRST;
    int error = leaving_error(st);
    return error == RULE_OK && genoa_must_step(st) ? GENOA_STEP_LEFT : error;
}

static int check_counter(const struct genoa_state *st, int seat, const int16_t *arg)
{
    const struct genoa_offer *offer = genoa_find_offer(st, arg[SLOT_COUNTER_FROM], arg[SLOT_COUNTER_SLOT]);
    struct genoa_goods give, ask;
    (void)seat;
    if (!offer)
        return GENOA_NO_SUCH_OFFER;
    if (offer->countered)
        return GENOA_ALREADY_COUNTERED;
    if (!st->counters_left)
        return GENOA_NO_COUNTERS;
    genoa_read_goods(arg + SLOT_COUNTER_GIVE, false, &give);
    genoa_read_goods(arg + SLOT_COUNTER_ASK, false, &ask);
    int error = genoa_terms_error(st, &give, offer->drawn, &ask);
    if (error != RULE_OK)
        return error;
    if (!genoa_tower_gives(st, offer, &give, &ask))
        return GENOA_TOWER_CANNOT_GIVE;
    return genoa_could_give(st, offer, &give) ? RULE_OK : GENOA_NOT_PAYABLE; /* of money and cards its author will say */
}

static int check_send(const struct genoa_state *st, int seat, const int16_t *arg)
{
    (void)seat, (void)arg;
    return genoa_pending(st) ? RULE_OK : GENOA_NOTHING_TO_SEND;
}

static int check_call(const struct genoa_state *st, int seat, const int16_t *arg)
{
    (void)seat;
    if (genoa_pending(st))
        return GENOA_SEND_FIRST;
    if (arg[0])
        return st->calls_left ? RULE_OK : GENOA_NO_CALLS;
    return genoa_watchers(st) ? RULE_OK : GENOA_NOBODY_TO_CALL;
}

static int check_agree(const struct genoa_state *st, int seat, const int16_t *arg)
{
    const struct genoa_offer *offer = genoa_find_offer(st, seat, arg[0]);
    if (!offer || !offer->pending)
        return GENOA_NO_COUNTER;
    struct genoa_offer agreed = *offer;
    agreed.give = offer->counter_give;
    agreed.ask = offer->counter_ask;
    return genoa_promise_error(st, &agreed);
}

static int check_decline(const struct genoa_state *st, int seat, const int16_t *arg)
{
    const struct genoa_offer *offer = genoa_find_offer(st, seat, arg[0]);
    return offer && offer->pending ? RULE_OK : GENOA_NO_COUNTER;
}

/* ---- Within an action: dossier genoa 6 - 8 ---- */

static int check_take(const struct genoa_state *st, int seat, const int16_t *arg)
{
    (void)seat, (void)arg;
    return genoa_running(st)->main ? GENOA_MAIN_DONE : RULE_OK;
}

static int reward_error(const struct genoa_state *st, int tile)
{
    if (tile >= 0)
        return st->supply.tiles[tile] ? RULE_OK : GENOA_TILE_GONE;
    return counts_sum(st->supply.tiles, GENOA_TILES) ? GENOA_CHOOSE_TILE : RULE_OK;
}

static int check_deliver(const struct genoa_state *st, int seat, const int16_t *arg)
{
    const struct genoa_run *run = genoa_running(st);
    const struct genoa_goods *player = &st->players[seat];
    int order = arg[SLOT_DELIVER_ORDER];
    if (run->main)
        return GENOA_MAIN_DONE;
    if (!genoa_is_villa(run->building))
        return GENOA_NOT_A_VILLA;
    if (!(player->cards[GENOA_LARGE] >> order & 1))
        return GENOA_NOT_OWNED;
    if (genoa_large[order].villa != run->building)
        return GENOA_WRONG_VILLA;
    return genoa_has_wares(player, order) ? reward_error(st, arg[SLOT_DELIVER_TILE]) : GENOA_WARE_MISSING;
}

static int check_small(const struct genoa_state *st, int seat, const int16_t *arg)
{
    const struct genoa_run *run = genoa_running(st);
    const struct genoa_goods *player = &st->players[seat];
    if (run->small)
        return GENOA_ONE_SMALL;
    if (!(player->cards[GENOA_SMALL] >> arg[0] & 1))
        return GENOA_NOT_OWNED;
    if (genoa_small[arg[0]].building != run->building)
        return GENOA_WRONG_BUILDING;
    return player->wares[genoa_small[arg[0]].ware] ? RULE_OK : GENOA_WARE_MISSING;
}

static int check_use_ware(const struct genoa_state *st, int seat, const int16_t *arg)
{
    if (!st->players[seat].tiles[GENOA_ANY_WARE])
        return GENOA_NO_TILE;
    return st->supply.wares[arg[0]] ? RULE_OK : GENOA_WARE_GONE;
}

/* The trade tile that is spent is not the thing given. */
static int give_error(const struct genoa_state *st, int seat, int thing)
{
    const struct genoa_goods *player = &st->players[seat];
    int card;
    if (thing == GENOA_THING_MONEY && st->options.rules != GENOA_RULES_SEED)
        return GENOA_NO_MONEY_TRADE;
    if (thing == GENOA_THING_MONEY)
        return player->money >= GENOA_UNIT ? RULE_OK : GENOA_NOT_OWNED;
    if (thing < GENOA_WARES)
        return player->wares[thing] ? RULE_OK : GENOA_NOT_OWNED;
    if (thing == GENOA_WARES + GENOA_TRADE)
        return player->tiles[GENOA_TRADE] > 1 ? RULE_OK : GENOA_NO_TILE;
    if (thing < GENOA_THING_MARKER)
        return player->tiles[thing - GENOA_WARES] ? RULE_OK : GENOA_NOT_OWNED;
    if (thing == GENOA_THING_MARKER)
        return player->markers ? RULE_OK : GENOA_NOT_OWNED;
    int deck = genoa_deck_of_thing(thing, &card);
    return player->cards[deck] >> card & 1 ? RULE_OK : GENOA_NOT_OWNED;
}

static int get_error(const struct genoa_state *st, int seat, int thing)
{
    if (thing < GENOA_WARES)
        return st->supply.wares[thing] ? RULE_OK : GENOA_WARE_GONE;
    if (thing < GENOA_THING_MARKER)
        return st->supply.tiles[thing - GENOA_WARES] || thing == GENOA_WARES + GENOA_TRADE ? RULE_OK : GENOA_TILE_GONE;
    if (thing == GENOA_THING_MARKER)
        return st->supply.markers[seat] ? RULE_OK : GENOA_NO_MARKER;
    return genoa_left_in(st, thing - GENOA_FIRST_DRAW) ? RULE_OK : GENOA_DECK_EMPTY;
}

static int check_use_trade(const struct genoa_state *st, int seat, const int16_t *arg)
{
    struct genoa_trade trade = genoa_read_trade(arg);
    if (!st->players[seat].tiles[GENOA_TRADE])
        return GENOA_NO_TILE;
    if (trade.give < 0 || trade.get < 0)
        return GENOA_WRONG_THING;
    int error = give_error(st, seat, trade.give);
    return error == RULE_OK ? get_error(st, seat, trade.get) : error;
}

static int check_use_building(const struct genoa_state *st, int seat, const int16_t *arg)
{
    int tiles = st->players[seat].tiles[GENOA_BUILDING_ACTION];
    if (st->action.sub.building >= 0)
        return GENOA_FINISH_FIRST;
    if (!tiles)
        return GENOA_NO_TILE;
    if (tiles <= st->action.gained && !st->options.building_action_at_once)
        return GENOA_FRESH_TILE;
    if (st->owner[arg[0]] != seat)
        return GENOA_NOT_YOUR_BUILDING;
    if (st->acted_in[seat] >> arg[0] & 1)
        return GENOA_SAME_BUILDING;
    return genoa_is_taken(st, arg[0]) ? GENOA_ACTION_GONE : RULE_OK;
}

static int check_done(const struct genoa_state *st, int seat, const int16_t *arg)
{
    (void)seat, (void)arg;
    return genoa_running(st)->main ? RULE_OK : GENOA_MAIN_OPEN;
}

/* ---- Every move ---- */

enum {
    IN_START = 1 << GENOA_PHASE_START,
    IN_OFFERS = 1 << GENOA_PHASE_OFFERS,
    IN_TOWER = 1 << GENOA_PHASE_TOWER,
    IN_CALL = 1 << GENOA_PHASE_CALL,
    IN_ANSWERS = 1 << GENOA_PHASE_ANSWERS,
    IN_ACTION = 1 << GENOA_PHASE_ACTION,
    IN_MARKERS = 1 << GENOA_PHASE_MARKERS,
    IN_BOOK = IN_OFFERS | IN_TOWER | IN_CALL
};

/* Who makes a move: somebody awaited, the same in a window of all others, the tower player, or all others. */
enum who { AWAITED, WINDOW, TOWER, OTHERS };

static const struct {
    uint8_t phases, who;
    checker *check;
} verbs[GENOA_VERB_COUNT] = {
    [GENOA_ROLL] = {IN_START, AWAITED, check_always},              /* dossier genoa R5.1 */
    [GENOA_START_AT] = {IN_START, AWAITED, check_start_at},        /* dossier genoa R5.1, R8.1 */
    [GENOA_ANNOUNCE] = {IN_BOOK, TOWER, check_announce},           /* dossier genoa 16.4 */
    [GENOA_OFFER] = {IN_BOOK, OTHERS, check_offer},                /* dossier genoa 10, 16.2 */
    [GENOA_WITHDRAW] = {IN_BOOK, OTHERS, check_withdraw},          /* dossier genoa R10.5 */
    [GENOA_READY] = {IN_OFFERS | IN_CALL, WINDOW, check_always},   /* dossier genoa 16.3 */
    [GENOA_ACT] = {IN_TOWER, AWAITED, check_act},                  /* dossier genoa R5.4 - R5.6 */
    [GENOA_ACCEPT] = {IN_TOWER, AWAITED, check_accept},            /* dossier genoa 16.5 */
    [GENOA_MOVE] = {IN_TOWER, AWAITED, check_move},                /* dossier genoa R5.7, R5.8 */
    [GENOA_COUNTER] = {IN_TOWER, AWAITED, check_counter},          /* dossier genoa 16.4 */
    [GENOA_SEND] = {IN_TOWER, AWAITED, check_send},                /* dossier genoa 16.4 */
    [GENOA_STOP] = {IN_TOWER, AWAITED, check_stop},                /* dossier genoa R5.7, R5.8 */
    [GENOA_CALL] = {IN_TOWER, AWAITED, check_call},                /* dossier genoa 16.4 */
    [GENOA_AGREE] = {IN_ANSWERS, AWAITED, check_agree},            /* dossier genoa 16.4 */
    [GENOA_DECLINE] = {IN_ANSWERS, AWAITED, check_decline},        /* dossier genoa 16.4 */
    [GENOA_TAKE] = {IN_ACTION, AWAITED, check_take},               /* dossier genoa R6.1, R6.3 */
    [GENOA_DELIVER] = {IN_ACTION, AWAITED, check_deliver},         /* dossier genoa R7.1 */
    [GENOA_SMALL_ORDER] = {IN_ACTION, AWAITED, check_small},       /* dossier genoa R7.2 */
    [GENOA_USE_WARE] = {IN_ACTION, AWAITED, check_use_ware},       /* dossier genoa R8.3 */
    [GENOA_USE_TRADE] = {IN_ACTION, AWAITED, check_use_trade},     /* dossier genoa R8.4 */
    [GENOA_USE_BUILDING] = {IN_ACTION, AWAITED, check_use_building}, /* dossier genoa R8.5 */
    [GENOA_DONE] = {IN_ACTION, AWAITED, check_done},               /* dossier genoa R6.3 */
    [GENOA_CLAIM] = {IN_MARKERS, AWAITED, genoa_claim_error},      /* dossier genoa 9 */
    [GENOA_PASS] = {IN_MARKERS, AWAITED, check_always},            /* dossier genoa R9.1 */
};

/* May this seat make such a move in this phase? */
static int who_error(const struct genoa_state *st, int seat, int verb)
{
    bool tower = seat == st->tower_seat;
    switch (verbs[verb].who) {
    case TOWER:
        return tower ? RULE_OK : RULE_WRONG_STEP;
    case OTHERS:
        return !tower ? RULE_OK : verb == GENOA_OFFER ? GENOA_TOWER_MAKES_NO_OFFERS : GENOA_NO_SUCH_OFFER;
    case WINDOW:
        return genoa_awaits(st) & SEAT_BIT(seat) ? RULE_OK : tower ? RULE_NOT_YOUR_TURN : RULE_WRONG_STEP;
    default:
        return genoa_awaits(st) & SEAT_BIT(seat) ? RULE_OK : RULE_NOT_YOUR_TURN;
    }
}

static int error_of(const struct genoa_state *st, int seat, const struct move *move)
{
    if (st->phase == GENOA_PHASE_OVER)
        return RULE_GAME_OVER;
    int error = verbs[move->verb].who == AWAITED ? who_error(st, seat, move->verb) : RULE_OK;
    if (error == RULE_OK && !(verbs[move->verb].phases & 1 << st->phase))
        error = RULE_WRONG_STEP;
    if (error == RULE_OK)
        error = who_error(st, seat, move->verb);
    return error == RULE_OK ? verbs[move->verb].check(st, seat, move->arg) : error;
}

static void explain(const struct genoa_state *st, int seat, const struct move *move, int error, int16_t *slots)
{
    (void)move;
    if (error == RULE_WRONG_STEP)
        slots[0] = st->phase;
    if (error == GENOA_TOWER_CANNOT_GIVE)
        slots[0] = seat == st->tower_seat;
}

int genoa_check(const void *state, int seat, const struct move *move, int16_t *figures)
{
    int error = error_of(state, seat, move);
    if (error != RULE_OK && figures)
        explain(state, seat, move, error, figures);
    return error;
}
