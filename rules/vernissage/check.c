/* What is allowed, and if not, which rule says so. The order of the checks is that of dossier vernissage 4 - 7 and 13.5. */
#include "config.h"

#include "rules/vernissage/state.h"

typedef int checker(const struct vernissage_state *st, int seat, const int16_t *arg);

static bool holds(uint8_t set, int item)
{
    return set >> item & 1;
}

/* ---- The counter ---- */

static int check_redraw(const struct vernissage_state *st, int seat, const int16_t *arg)
{
    (void)arg;
    return vernissage_can_redraw(st, seat) ? RULE_OK : VERNISSAGE_NO_REDRAW;
}

static int check_place(const struct vernissage_state *st, int seat, const int16_t *arg)
{
    int artist = arg[0], kind = arg[1], amount = arg[2];
    if (st->artists[artist].out)
        return VERNISSAGE_ARTIST_OUT;
    if (!vernissage_has_influence(st, seat, artist))
        return VERNISSAGE_NO_INFLUENCE;
    uint8_t allowed = vernissage_kinds_allowed(st), asked_for = vernissage_die_allows[st->die];
    bool any = !(allowed & asked_for); /* none that the die asks for is left */
    if (!holds(allowed, kind))
        return any || holds(asked_for, kind) ? VERNISSAGE_NOT_IN_SUPPLY : VERNISSAGE_KIND_NOT_ALLOWED;
    return st->supply[kind][amount] ? RULE_OK : VERNISSAGE_NOT_IN_SUPPLY;
}

/* ---- Objections and haggling ---- */

static int check_values(const struct vernissage_state *st, int values)
{
    if (holds((uint8_t)values, st->pending.amount))
        return VERNISSAGE_SAME_AMOUNT;
    return values & ~vernissage_in_supply(st, st->pending.kind) ? VERNISSAGE_NOT_IN_SUPPLY : RULE_OK;
}

static int check_cards(const struct vernissage_state *st, int seat, int cards, int cap)
{
    int power = st->hand[seat].face[VERNISSAGE_POWER];
    if (cards > power || cap > power)
        return VERNISSAGE_TOO_MANY_CARDS;
    return cap < cards ? VERNISSAGE_CAP_BELOW_CARDS : RULE_OK;
}

static int check_accept(const struct vernissage_state *st, int seat, const int16_t *arg)
{
    (void)st, (void)seat, (void)arg;
    return RULE_OK;
}

static int check_object(const struct vernissage_state *st, int seat, const int16_t *arg)
{
    int error = check_values(st, arg[0]);
    if (error != RULE_OK)
        return error;
    error = check_cards(st, seat, arg[2], arg[3]);
    return error == VERNISSAGE_CAP_BELOW_CARDS && arg[1] != VERNISSAGE_FIGHT ? RULE_OK : error;
}

static int check_other_amount(const struct vernissage_state *st, int amount)
{
    if (amount == st->pending.amount)
        return VERNISSAGE_SAME_AMOUNT;
    return st->supply[st->pending.kind][amount] ? RULE_OK : VERNISSAGE_NOT_IN_SUPPLY;
}

static int check_settle(const struct vernissage_state *st, int seat, const int16_t *arg)
{
    (void)seat;
    int error = check_other_amount(st, arg[0]);
    if (error != RULE_OK)
        return error;
    return holds(vernissage_settle_set(st), arg[0]) ? RULE_OK : VERNISSAGE_NOT_AGREED;
}

static int check_offer(const struct vernissage_state *st, int seat, const int16_t *arg)
{
    (void)seat;
    int error = check_other_amount(st, arg[0]);
    if (error != RULE_OK)
        return error;
    if (holds(vernissage_settle_set(st), arg[0]))
        return VERNISSAGE_AGREED_ALREADY;
    if (st->pending.offers_left == 0)
        return VERNISSAGE_OFFERS_SPENT;
    return holds(vernissage_offer_set(st), arg[0]) ? RULE_OK : VERNISSAGE_FINAL_ANSWER;
}

static int check_refuse_offer(const struct vernissage_state *st, int seat, const int16_t *arg)
{
    (void)seat;
    if (holds((uint8_t)arg[0], st->pending.offer))
        return VERNISSAGE_REFUSES_ITSELF;
    return check_values(st, arg[0]);
}

static int check_fight(const struct vernissage_state *st, int seat, const int16_t *arg)
{
    return check_cards(st, seat, arg[0], arg[1]);
}

static int check_commit(const struct vernissage_state *st, int seat, const int16_t *arg)
{
    bool enough = arg[0] <= st->hand[seat].face[VERNISSAGE_POWER] - st->pending.laid[seat];
    return enough ? RULE_OK : VERNISSAGE_TOO_MANY_CARDS;
}

static int check_reveal(const struct vernissage_state *st, int seat, const int16_t *arg)
{
    return arg[0] <= st->hand[seat].face[st->pending.artist] ? RULE_OK : VERNISSAGE_NOT_THAT_MANY;
}

/* ---- Buying ---- */

static int check_buy_brown(const struct vernissage_state *st, int seat, const int16_t *arg)
{
    (void)seat;
    return counts_sum(st->piles[arg[0]], VERNISSAGE_FACES) ? RULE_OK : VERNISSAGE_PILE_EMPTY;
}

static int check_buy_grey(const struct vernissage_state *st, int seat, const int16_t *arg)
{
    (void)seat, (void)arg;
    return vernissage_greys_left(st) ? RULE_OK : VERNISSAGE_NO_GREY_LEFT;
}

static int check_take(const struct vernissage_state *st, int seat, const int16_t *arg)
{
    (void)seat;
    return st->piles[st->open_pile][arg[0]] ? RULE_OK : VERNISSAGE_NOT_IN_PILE;
}

/* ---- Using cards ---- */

static int check_move_one(const struct vernissage_state *st, int seat, const int16_t *arg)
{
    int from = st->agents[seat][arg[0]], number = arg[1], to = arg[2];
    if (st->moved)
        return VERNISSAGE_ONE_MOVE_CARD;
    if (!st->hand[seat].grey[number - VERNISSAGE_GREY_LEAST])
        return VERNISSAGE_NO_SUCH_CARD;
    if (from == 0 && to > number)
        return VERNISSAGE_TOO_HIGH;
    if (from == to)
        return VERNISSAGE_NOTHING_CHANGES;
    if (from > 0 && (to > from + number || to < from - number))
        return VERNISSAGE_TOO_FAR;
    return vernissage_stands_on(st->agents[seat], to) ? VERNISSAGE_STEP_TAKEN : RULE_OK;
}

static int check_move_all(const struct vernissage_state *st, int seat, const int16_t *arg)
{
    const uint8_t *agents = st->agents[seat];
    bool changes = false;
    if (st->moved)
        return VERNISSAGE_ONE_MOVE_CARD;
    if (!st->hand[seat].face[VERNISSAGE_UNLIMITED])
        return VERNISSAGE_NO_SUCH_CARD;
    for (int i = 0; i < VERNISSAGE_AGENTS; i++) {
        if (agents[i] && !arg[i])
            return VERNISSAGE_AGENT_STAYS;
        changes |= !vernissage_stands_on(agents, arg[i]); /* agents that change places are where they were */
    }
    for (int i = 0; i < VERNISSAGE_AGENTS; i++)
        for (int j = 0; j < i; j++)
            if (arg[i] && arg[i] == arg[j])
                return VERNISSAGE_STEP_TAKEN;
    return changes ? RULE_OK : VERNISSAGE_NOTHING_CHANGES;
}

static int check_critic(const struct vernissage_state *st, int seat, const int16_t *arg)
{
    if (!st->hand[seat].face[VERNISSAGE_CRITIC])
        return VERNISSAGE_NO_SUCH_CARD;
    if (st->artists[arg[0]].out)
        return VERNISSAGE_ARTIST_OUT;
    return vernissage_has_influence(st, seat, arg[0]) ? RULE_OK : VERNISSAGE_NO_INFLUENCE;
}

enum {
    IN_PLACE = 1 << VERNISSAGE_PHASE_PLACE,
    IN_OBJECT = 1 << VERNISSAGE_PHASE_OBJECT,
    IN_NEGOTIATE = 1 << VERNISSAGE_PHASE_NEGOTIATE,
    IN_OFFER = 1 << VERNISSAGE_PHASE_OFFER,
    IN_CHALLENGE = 1 << VERNISSAGE_PHASE_CHALLENGE,
    IN_COMMIT = 1 << VERNISSAGE_PHASE_COMMIT | 1 << VERNISSAGE_PHASE_LAST_WORD,
    IN_REVEAL = 1 << VERNISSAGE_PHASE_REVEAL,
    IN_BUY = 1 << VERNISSAGE_PHASE_BUY,
    IN_TAKE = 1 << VERNISSAGE_PHASE_TAKE,
    IN_USE = 1 << VERNISSAGE_PHASE_USE
};

static const struct {
    uint16_t phases;
    checker *check;
} verbs[VERNISSAGE_VERB_COUNT] = {
    [VERNISSAGE_REDRAW] = {IN_PLACE | IN_BUY, check_redraw},   /* dossier vernissage 3.4 */
    [VERNISSAGE_PLACE] = {IN_PLACE, check_place},              /* dossier vernissage 4.3 */
    [VERNISSAGE_ACCEPT] = {IN_OBJECT, check_accept},           /* dossier vernissage 4.4 */
    [VERNISSAGE_OBJECT] = {IN_OBJECT, check_object},           /* dossier vernissage 4.4 */
    [VERNISSAGE_SETTLE] = {IN_NEGOTIATE, check_settle},        /* dossier vernissage 4.5 */
    [VERNISSAGE_OFFER] = {IN_NEGOTIATE, check_offer},          /* dossier vernissage 4.5 */
    [VERNISSAGE_STAND] = {IN_NEGOTIATE, check_accept},         /* dossier vernissage 4.5 */
    [VERNISSAGE_TAKE_OFFER] = {IN_OFFER, check_accept},        /* dossier vernissage 4.5 */
    [VERNISSAGE_REFUSE_OFFER] = {IN_OFFER, check_refuse_offer}, /* dossier vernissage 4.5 */
    [VERNISSAGE_DO_FIGHT] = {IN_CHALLENGE, check_fight},       /* dossier vernissage 4.6 */
    [VERNISSAGE_DO_YIELD] = {IN_CHALLENGE, check_accept},      /* dossier vernissage 4.6 */
    [VERNISSAGE_COMMIT] = {IN_COMMIT, check_commit},           /* dossier vernissage 4.7 */
    [VERNISSAGE_REVEAL] = {IN_REVEAL, check_reveal},           /* dossier vernissage 5.3, 12.5 */
    [VERNISSAGE_BUY_BROWN] = {IN_BUY, check_buy_brown},        /* dossier vernissage 6.2 */
    [VERNISSAGE_BUY_GREY] = {IN_BUY, check_buy_grey},          /* dossier vernissage 6.3 */
    [VERNISSAGE_TAKE] = {IN_TAKE, check_take},                 /* dossier vernissage 6.2 */
    [VERNISSAGE_TAKE_NONE] = {IN_TAKE, check_accept},          /* dossier vernissage 6.2 */
    [VERNISSAGE_MOVE_ONE] = {IN_USE, check_move_one},          /* dossier vernissage 7.3, 7.4 */
    [VERNISSAGE_MOVE_ALL] = {IN_USE, check_move_all},          /* dossier vernissage 7.2, 7.4 */
    [VERNISSAGE_USE_CRITIC] = {IN_USE, check_critic},          /* dossier vernissage 7.5 */
    [VERNISSAGE_END] = {IN_USE, check_accept},                 /* dossier vernissage 7.1 */
};

static int error_of(const struct vernissage_state *st, int seat, const struct move *move)
{
    if (st->phase == VERNISSAGE_PHASE_OVER)
        return RULE_GAME_OVER;
    if (move->verb == VERNISSAGE_REDRAW && st->options.revision > 0) /* at any time */
        return check_redraw(st, seat, NULL);
    if (!(vernissage_awaits(st) & SEAT_BIT(seat)))
        return RULE_NOT_YOUR_TURN;
    if (!(verbs[move->verb].phases & 1 << st->phase))
        return RULE_WRONG_STEP;
    return verbs[move->verb].check(st, seat, move->arg);
}

/* ---- Figures for the sentences; slots in the order of the tables in vernissage.c ---- */

/* The first amount asked for that the supply does not hold, with its kind. */
static void explain_supply(const struct vernissage_state *st, const struct move *move, int16_t *slots)
{
    int kind = st->pending.kind, amount = move->arg[0];
    if (move->verb == VERNISSAGE_PLACE) {
        kind = move->arg[1];
        amount = move->arg[2];
    } else if (move->verb == VERNISSAGE_OBJECT || move->verb == VERNISSAGE_REFUSE_OFFER) {
        amount = __builtin_ctz((unsigned)(move->arg[0] & ~vernissage_in_supply(st, kind)));
    }
    slots[0] = (int16_t)kind;
    slots[1] = (int16_t)vernissage_value(kind, amount);
}

static void explain(const struct vernissage_state *st, int seat, const struct move *move, int error, int16_t *slots)
{
    switch (error) {
    case RULE_WRONG_STEP:
        slots[0] = st->phase;
        break;
    case VERNISSAGE_NO_INFLUENCE:
    case VERNISSAGE_ARTIST_OUT:
        slots[0] = move->arg[0];
        break;
    case VERNISSAGE_KIND_NOT_ALLOWED:
        slots[0] = st->die;
        break;
    case VERNISSAGE_NOT_IN_SUPPLY:
        explain_supply(st, move, slots);
        break;
    case VERNISSAGE_TOO_MANY_CARDS:
        slots[0] = (int16_t)(st->hand[seat].face[VERNISSAGE_POWER] - st->pending.laid[seat]);
        break;
    case VERNISSAGE_NOT_THAT_MANY:
        slots[0] = st->hand[seat].face[st->pending.artist];
        slots[1] = st->pending.artist;
        break;
    case VERNISSAGE_NOT_IN_PILE:
        slots[0] = move->arg[0];
        break;
    case VERNISSAGE_TOO_FAR:
    case VERNISSAGE_TOO_HIGH:
        slots[0] = move->arg[1];
        break;
    }
}

int vernissage_check(const void *state, int seat, const struct move *move, int16_t *figures)
{
    int error = error_of(state, seat, move);
    if (error != RULE_OK && figures)
        explain(state, seat, move, error, figures);
    return error;
}
