#include "config.h"

#include "tests/unit/ferry.h"

#include <string.h>

#include "rules/engine/fault.h"
#include "rules/engine/log.h"
#include "rules/engine/members.h"
#include "rules/engine/rng.h"
#include "rules/engine/value.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

enum ferry_defect ferry_defect = FERRY_WHOLE;

/* ---- tables ---- */

static const struct name goods[] = {{"salt", NULL}, {"silk", NULL}, {"glass", NULL}};
static const struct name phases[] = {{"turns", NULL}, {"bids", NULL}, {"over", NULL}};
static const struct name endings[] = {{"rounds", NULL}};
static const struct name yes_no[] = {{"no", NULL}, {"yes", NULL}};

static const struct option options[] = {{"rich", "Rich", yes_no, 2, 0, NULL}, {0}};

static const struct arg ship_args[] = {
    {.name = "goods", .kind = ARG_COUNTS, .names = goods, .n_names = FERRY_GOODS, .hi = FERRY_EACH},
    {0},
};
static const struct arg bid_args[] = {{.name = "coins", .kind = ARG_NUMBER, .hi = 50}, {0}};
static const struct arg drew_args[] = {
    {.name = "good", .kind = ARG_NAME, .names = goods, .n_names = FERRY_GOODS, .secret = true},
    {0},
};
static const struct arg won_args[] = {{.name = "paid", .kind = ARG_NUMBER, .hi = 50}, {0}};

static const struct verb verbs[] = {
    [FERRY_DRAW] = {.name = "draw", .choose = "Draw", .label = "Draw"},
    [FERRY_SHIP] = {.name = "ship", .choose = "Ship", .label = "Ship {goods}", .args = ship_args},
    [FERRY_PASS] = {.name = "pass", .choose = "Pass", .label = "Pass"},
    [FERRY_BID] = {.name = "bid", .choose = "Bid", .label = "Bid {coins}", .args = bid_args},
    [FERRY_WAVE] = {.name = "wave", .choose = "Wave", .label = "Wave", .unsolicited = true},
    [FERRY_VERB_COUNT] = {0},
};

static const struct name untils[] = {{"once", NULL}, {"turn", NULL}, {"game", NULL}};
enum { ONCE, UNTIL_TURN };
static const struct arg bid_in_round_args[] = {
    {.name = "round", .kind = ARG_NUMBER, .hi = FERRY_ROUNDS - 1},
    {.name = "coins", .kind = ARG_NUMBER, .hi = 50},
    {0},
};
static const struct arg bid_always_args[] = {
    {.name = "coins", .kind = ARG_NUMBER, .hi = 50},
    {.name = "until", .kind = ARG_NAME, .names = untils, .n_names = 3},
    {0},
};
static const struct verb orders[] = {
    [FERRY_BID_IN_ROUND] = {.name = "bid_in_round", .choose = "Bid in one round", .label = "In round {round}, bid {coins}",
                            .args = bid_in_round_args, .n_key = 1},
    [FERRY_BID_ALWAYS] = {.name = "bid_always", .choose = "Always bid", .label = "Always bid {coins}, {until}",
                          .args = bid_always_args},
    [FERRY_ORDER_COUNT] = {0},
};

enum { DREW, SHIPPED, WON };
static const struct event_kind events[] = {
    [DREW] = {"drew", "{seat} draws {good}.", "{seat} draws.", drew_args},
    [SHIPPED] = {"shipped", "{seat} ships {goods}.", NULL, ship_args},
    [WON] = {"won", "{seat} wins for {paid}.", NULL, won_args},
    {0},
};

enum { BAG_EMPTY = RULE_OWN, ONE_OR_TWO, NOT_YOURS, BAG_FULL, TOO_MUCH, WAVED };
static const struct rule_error_kind errors[] = {
    [RULE_OK] = {"ok", "", NULL},
    [RULE_GAME_OVER] = {"game_over", "The game is over.", NULL},
    [RULE_NOT_YOUR_TURN] = {"not_your_turn", "It is another player’s turn.", NULL},
    [RULE_WRONG_STEP] = {"wrong_step", "Not now.", NULL},
    [BAG_EMPTY] = {"bag_empty", "The bag is empty.", NULL},
    [ONE_OR_TWO] = {"one_or_two", "Ship one or two.", NULL},
    [NOT_YOURS] = {"not_yours", "You do not have them.", NULL},
    [BAG_FULL] = {"bag_full", "The bag is not empty.", NULL},
    [TOO_MUCH] = {"too_much", "You have only {coins} coins.", bid_args},
    [WAVED] = {"waved", "You have waved.", NULL},
    {0},
};

static const struct member player_members[] = {
    {MEMBER(struct ferry_player, coins), .hi = 200},
    {MEMBER(struct ferry_player, points), .hi = FERRY_ROUNDS},
    {MEMBER(struct ferry_player, waved), .hi = 1},
    {MEMBER(struct ferry_player, bid), .lo = -1, .hi = 50},
    {MEMBER_ROWS(struct ferry_player, hand), .hi = FERRY_EACH},
    {0},
};
static const struct member members[] = {
    {MEMBER(struct ferry_state, seats), .lo = 2, .hi = FERRY_SEATS},
    {MEMBER(struct ferry_state, round), .hi = FERRY_ROUNDS},
    {MEMBER(struct ferry_state, current), .hi = FERRY_SEATS - 1},
    {MEMBER(struct ferry_state, phase), .kind = MEMBER_NAME, .names = phases, .n_names = 3},
    {MEMBER_ROWS(struct ferry_state, bag), .hi = FERRY_EACH},
    {MEMBER_STRUCTS(struct ferry_state, player, seats, player_members)},
    {MEMBER(struct ferry_state, ending), .kind = MEMBER_NAME, .lo = -1, .names = endings, .n_names = 1},
    {0},
};

/* ---- rules ---- */

static int sum(const uint8_t *counts)
{
    return counts[0] + counts[1] + counts[2];
}

static int draw_from(uint8_t *bag, struct rng *rng)
{
    int at = (int)rng_below(rng, (uint32_t)sum(bag)), good = 0;
    while (at >= bag[good])
        at -= bag[good++];
    bag[good]--;
    return good;
}

static void setup(void *state, const struct setup *setup, struct rng *rng, struct log *log)
{
    struct ferry_state *st = state;
    (void)log;
    memset(st, 0, sizeof(*st));
    st->seats = (uint8_t)setup->n_seats;
    st->ending = -1;
    memset(st->bag, FERRY_EACH, sizeof(st->bag));
    for (int seat = 0; seat < st->seats; seat++) {
        st->player[seat] = (struct ferry_player){.coins = setup->option[0] ? 20 : 5, .bid = -1};
        st->player[seat].hand[draw_from(st->bag, rng)]++;
    }
}

static seatmask awaits(const void *state)
{
    const struct ferry_state *st = state;
    seatmask who = 0;
    if (st->phase == FERRY_TURNS)
        return SEAT_BIT(st->current);
    for (int seat = 0; st->phase == FERRY_BIDS && seat < st->seats; seat++)
        if (st->player[seat].bid < 0)
            who |= SEAT_BIT(seat);
    return who;
}

static int check_ship(const struct ferry_state *st, int seat, const struct move *move)
{
    int n = 0;
    for (int g = 0; g < FERRY_GOODS; g++) {
        n += move->arg[g];
        if (move->arg[g] > st->player[seat].hand[g])
            return NOT_YOURS;
    }
    return n < 1 || n > 2 ? ONE_OR_TWO : RULE_OK;
}

static int error_of(const struct ferry_state *st, int seat, const struct move *move)
{
    if (st->phase == FERRY_OVER)
        return RULE_GAME_OVER;
    if (move->verb == FERRY_WAVE)
        return st->player[seat].waved ? WAVED : RULE_OK;
    if (!(awaits(st) & SEAT_BIT(seat)))
        return RULE_NOT_YOUR_TURN;
    if ((move->verb == FERRY_BID) != (st->phase == FERRY_BIDS))
        return RULE_WRONG_STEP;
    if (ferry_defect == FERRY_LEAKS_IN_CHECK && move->verb == FERRY_SHIP && st->player[(seat + 1) % 2].hand[0])
        return NOT_YOURS;
    switch (move->verb) {
    case FERRY_DRAW:
        return sum(st->bag) ? RULE_OK : BAG_EMPTY;
    case FERRY_SHIP:
        return check_ship(st, seat, move);
    case FERRY_PASS:
        return sum(st->bag) ? BAG_FULL : RULE_OK;
    default:
        return move->arg[0] > st->player[seat].coins ? TOO_MUCH : RULE_OK;
    }
}

static int check(const void *state, int seat, const struct move *move, int16_t *figures)
{
    int error = error_of(state, seat, move);
    if (error == TOO_MUCH && figures)
        figures[0] = ((const struct ferry_state *)state)->player[seat].coins;
    return error;
}

static void list_if(const struct ferry_state *st, int seat, struct move_list *list, int verb, int a, int b, int c)
{
    struct move move = {.verb = (uint8_t)verb, .nargs = (uint8_t)args_slots(verbs[verb].args), .arg = {0}};
    move.arg[0] = (int16_t)a;
    move.arg[1] = (int16_t)b;
    move.arg[2] = (int16_t)c;
    if (check(st, seat, &move, NULL) == RULE_OK || (ferry_defect == FERRY_LISTS_WHAT_IT_REFUSES && verb == FERRY_PASS))
        move_list_copy(list, &move);
}

static int moves(const void *state, int seat, struct move_list *list)
{
    const struct ferry_state *st = state;
    move_list_clear(list);
    if (awaits(state) & SEAT_BIT(seat)) {
        list_if(st, seat, list, FERRY_DRAW, 0, 0, 0);
        for (int i = 1; i < 27; i++)
            if (ferry_defect != FERRY_HIDES_A_MOVE || i != 1)
                list_if(st, seat, list, FERRY_SHIP, i % 3, i / 3 % 3, i / 9);
        list_if(st, seat, list, FERRY_PASS, 0, 0, 0);
        list_if(st, seat, list, FERRY_BID, 0, 0, 0);
        if (st->player[seat].coins)
            list_if(st, seat, list, FERRY_BID, st->player[seat].coins < 50 ? st->player[seat].coins : 50, 0, 0);
        list->partial = st->phase == FERRY_BIDS;
    } else if (ferry_defect == FERRY_ACTS_OUT_OF_TURN) {
        move_list_add(list, FERRY_DRAW, 0);
    }
    list_if(st, seat, list, FERRY_WAVE, 0, 0, 0);
    return list->n;
}

static unsigned traits(const void *state, int seat, const struct move *move)
{
    (void)state;
    (void)seat;
    if (move->verb == FERRY_BID)
        return MOVE_REVEALS;
    if (move->verb == FERRY_SHIP && ferry_defect == FERRY_SAYS_IT_ENDS)
        return MOVE_ENDS;
    return move->verb == FERRY_DRAW && ferry_defect != FERRY_DRAWS_IN_SECRET ? MOVE_DRAWS : 0;
}

static void next_turn(struct ferry_state *st)
{
    st->current = (uint8_t)((st->current + 1) % st->seats);
    if (st->current == 0)
        st->phase = FERRY_BIDS;
}

static void settle_bids(struct ferry_state *st, struct log *log)
{
    int best = 0;
    for (int seat = 1; seat < st->seats; seat++)
        if (st->player[seat].bid > st->player[best].bid)
            best = seat;
    struct ferry_player *winner = &st->player[best];
    log_event(log, WON, best, 1)[0] = winner->bid;
    winner->coins = (uint8_t)(winner->coins - winner->bid);
    winner->points++;
    for (int seat = 0; seat < st->seats; seat++)
        st->player[seat].bid = -1;
    st->phase = FERRY_TURNS;
    if (ferry_defect == FERRY_NEVER_ENDS) {
        winner->points = 0;
    } else if (++st->round == FERRY_ROUNDS) {
        st->phase = FERRY_OVER;
        st->ending = 0;
    }
}

static void do_ship(struct ferry_state *st, struct ferry_player *me, int seat, const struct move *move, struct log *log)
{
    int16_t *slots = log_event(log, SHIPPED, seat, FERRY_GOODS);
    for (int g = 0; g < FERRY_GOODS; g++) {
        slots[g] = move->arg[g];
        me->hand[g] = (uint8_t)(me->hand[g] - move->arg[g]);
        st->bag[g] = (uint8_t)(st->bag[g] + move->arg[g]);
        if (me->coins < 50)
            me->coins = (uint8_t)(me->coins + move->arg[g]);
    }
    if (ferry_defect == FERRY_LOSES_A_PIECE && st->bag[1])
        st->bag[1]--;
    next_turn(st);
}

static void apply(void *state, int seat, const struct move *move, struct rng *rng, struct log *log)
{
    static uint8_t kept; /* what a rule module must never have */
    struct ferry_state *st = state;
    struct ferry_player *me = &st->player[seat];
    int16_t *slots;
    if (ferry_defect == FERRY_KEEPS_A_COUNT)
        me->waved = ++kept & 1;
    switch (move->verb) {
    case FERRY_DRAW:
        slots = log_event(log, DREW, seat, 1);
        slots[0] = (int16_t)draw_from(st->bag, rng);
        log_secret(log, SEAT_BIT(seat));
        me->hand[slots[0]]++;
        next_turn(st);
        break;
    case FERRY_SHIP:
        do_ship(st, me, seat, move, log);
        break;
    case FERRY_PASS:
        next_turn(st);
        break;
    case FERRY_BID:
        me->bid = (int8_t)move->arg[0];
        if (!awaits(st))
            settle_bids(st, log);
        break;
    default:
        me->waved = 1;
    }
}

static void view(const void *state, int viewer, struct value *out)
{
    const struct ferry_state *st = state;
    struct value *players = put_list(out, K_players);
    for (int seat = 0; seat < st->seats; seat++) {
        const struct ferry_player *p = &st->player[seat];
        bool open = seat == viewer || st->phase == FERRY_OVER || ferry_defect == FERRY_LEAKS_IN_VIEW;
        struct value *row = put_int(add_object(players), K_coins, p->coins);
        put_null(put_null(row, K_hand), K_bid);
        if (!open)
            continue;
        struct value *hand = put_list(row, K_hand);
        for (int g = 0; g < FERRY_GOODS; g++)
            add_int(hand, p->hand[g]);
        put_int(row, K_bid, p->bid);
    }
    put_int(out, K_reserve, sum(st->bag));
}

static void conceal(void *state, int viewer, struct rng *rng)
{
    struct ferry_state *st = state;
    int held[FERRY_SEATS] = {0};
    if (st->phase == FERRY_OVER)
        return;
    for (int seat = 0; seat < st->seats; seat++) {
        struct ferry_player *p = &st->player[seat];
        if (seat == viewer)
            continue;
        held[seat] = sum(p->hand);
        for (int g = 0; g < FERRY_GOODS; g++)
            st->bag[g] = (uint8_t)(st->bag[g] + p->hand[g]);
        memset(p->hand, 0, sizeof(p->hand));
        if (p->bid >= 0)
            p->bid = (int8_t)rng_below(rng, (p->coins < 50 ? p->coins : 50) + 1u);
    }
    for (int seat = 0; seat < st->seats; seat++)
        for (; held[seat] > 0; held[seat]--)
            st->player[seat].hand[draw_from(st->bag, rng)]++;
}

static void standing(const void *state, struct standing *standing)
{
    const struct ferry_state *st = state;
    standing->n = st->seats;
    for (int seat = 0; seat < st->seats; seat++) {
        int better = 0;
        for (int other = 0; other < st->seats; other++)
            better += st->player[other].points > st->player[seat].points;
        bool over = st->phase == FERRY_OVER && ferry_defect != FERRY_RANKS_NOBODY;
        standing->seat[seat].points = st->player[seat].points;
        standing->seat[seat].rank = (int8_t)(over ? better + 1 : 0);
    }
}

static struct asked asks(const void *state, int seat)
{
    (void)seat;
    if (((const struct ferry_state *)state)->phase == FERRY_BIDS)
        return (struct asked){"bid", "bids"};
    return (struct asked){"draw or ship", "draws or ships"};
}

static bool sound(const void *state, struct fault *fault)
{
    const struct ferry_state *st = state;
    for (int g = 0; g < FERRY_GOODS; g++) {
        int n = st->bag[g];
        for (int seat = 0; seat < st->seats; seat++)
            n += st->player[seat].hand[g];
        if (n != FERRY_EACH)
            return fault_index(fault, "{what} and the hands do not hold four.", "bag", g);
    }
    return true;
}

static bool order_fits(const struct ferry_state *st, int seat, const struct move *order, int *coins)
{
    bool in_round = order->verb == FERRY_BID_IN_ROUND;
    *coins = order->arg[in_round];
    if (ferry_defect == FERRY_ORDERS_PEEK && st->player[(seat + 1) % 2].hand[0])
        *coins = 0;
    return !in_round || order->arg[0] == st->round;
}

static int ordered(const void *state, int seat, const struct move *given, int n, struct move *move)
{
    const struct ferry_state *st = state;
    int coins;
    if (st->phase != FERRY_BIDS)
        return -1;
    for (int i = 0; i < n; i++)
        if (order_fits(st, seat, &given[i], &coins)) {
            *move = (struct move){.verb = FERRY_BID, .nargs = 1, .arg = {(int16_t)coins}};
            return i;
        }
    return -1;
}

static bool lapsed(const void *state, int seat, const struct move *order, enum step_by by)
{
    const struct ferry_state *st = state;
    if (order->verb == FERRY_BID_IN_ROUND)
        return st->round > order->arg[0];
    return order->arg[1] == ONCE ? by == STEP_ANSWERED
                                 : order->arg[1] == UNTIL_TURN && st->phase == FERRY_TURNS && st->current == seat;
}

static const struct member forgetful[] = {
    {MEMBER(struct ferry_state, seats), .lo = 2, .hi = FERRY_SEATS},
    {MEMBER(struct ferry_state, round), .hi = FERRY_ROUNDS},
    {MEMBER(struct ferry_state, phase), .kind = MEMBER_NAME, .names = phases, .n_names = 3},
    {MEMBER_ROWS(struct ferry_state, bag), .hi = FERRY_EACH},
    {MEMBER_STRUCTS(struct ferry_state, player, seats, player_members)},
    {0},
};

static const struct rules_words words = {.title = "Ferry", .asks = asks};
static const struct rules_orders ferry_orders = {.verbs = orders, .answer = ordered, .lapsed = lapsed};
static const struct rules_view picture = {.view = view};

#define FERRY(table) \
    { \
        .id = "ferry", .revision = 1, .min_seats = 2, .max_seats = FERRY_SEATS, .options = options, \
        .verbs = verbs, .events = events, .errors = errors, .members = (table), .size = sizeof(struct ferry_state), \
        .setup = setup, .awaits = awaits, .moves = moves, .check = check, .traits = traits, \
        .apply = apply, .conceal = conceal, .standing = standing, .sound = sound, .words = &words, \
        .orders = &ferry_orders, .view = &picture, \
    }

const struct rules ferry_rules = FERRY(members);
const struct rules ferry_forgetful_rules = FERRY(forgetful);
