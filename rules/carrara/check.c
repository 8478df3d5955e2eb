/* What is allowed, and if not, which rule says so. The order of the checks is that of dossier carrara 4 and 10.4. */
#include "config.h"

#include "rules/carrara/state.h"
#include "rules/engine/counts.h"

typedef int checker(const struct carrara_state *st, int seat, const int16_t *arg);

static int check_turn_wheel(const struct carrara_state *st, int seat, const int16_t *arg)
{
    (void)seat, (void)arg;
    return carrara_wheel_stones(st) == 0 && carrara_sum(st->bag) == 0 ? CARRARA_WHEEL_EMPTY : RULE_OK;
}

static int price_of(int section, const int16_t *stones)
{
    int cost = 0;
    for (int c = 0; c < CARRARA_COLOURS; c++)
        cost += stones[c] * carrara_prices[section][c];
    return cost;
}

static int number_of(const int16_t *stones)
{
    int n = 0;
    for (int c = 0; c < CARRARA_COLOURS; c++)
        n += stones[c];
    return n;
}

static int check_buy(const struct carrara_state *st, int seat, const int16_t *arg)
{
    int section = arg[0] - 1;
    const int16_t *stones = arg + 1;
    if (st->options.wheel && st->phase == CARRARA_PHASE_ACTION)
        return CARRARA_TURN_FIRST;
    if (number_of(stones) == 0)
        return CARRARA_TAKE_AT_LEAST_ONE;
    if (counts_sum(st->wheel[section], CARRARA_COLOURS) == 0)
        return CARRARA_SECTION_EMPTY;
    for (int c = 0; c < CARRARA_COLOURS; c++)
        if (stones[c] > st->wheel[section][c])
            return CARRARA_NOT_IN_SECTION;
    return price_of(section, stones) > st->players[seat].coins ? CARRARA_NOT_ENOUGH_COINS : RULE_OK;
}

static int check_relief(const struct carrara_state *st, int seat, const int16_t *arg)
{
    (void)arg;
    if (st->phase == CARRARA_PHASE_BUY)
        return carrara_can_get_stone(st, seat) ? CARRARA_RELIEF_NOT_DUE : RULE_OK;
    if (carrara_can_get_stone(st, seat))
        return CARRARA_RELIEF_NOT_DUE;
    if (carrara_wheel_stones(st) > 0 || carrara_sum(st->bag) > 0)
        return CARRARA_RELIEF_TURN_FIRST; /* dossier carrara 7.7 */
    return carrara_can_act(st, seat) ? CARRARA_RELIEF_CAN_ACT : RULE_OK;
}

static int check_build(const struct carrara_state *st, int seat, const int16_t *arg)
{
    int tile = arg[0], city = arg[1];
    if (!carrara_on_offer(st, tile))
        return CARRARA_NOT_ON_OFFER;
    bool enough = carrara_accepted(st->players[seat].stones, city) >= carrara_tile_cost[tile];
    return enough ? RULE_OK : CARRARA_STONES_SHORT;
}

static int check_rebuild(const struct carrara_state *st, int seat, const int16_t *arg)
{
    int tile = arg[0], old = arg[1];
    const struct carrara_player *player = &st->players[seat];
    if (!st->options.rebuild)
        return CARRARA_REBUILD_OFF;
    int own = carrara_own_building(player, old);
    if (own < 0)
        return CARRARA_NOT_YOUR_BUILDING;
    if (!carrara_on_offer(st, tile))
        return CARRARA_NOT_ON_OFFER;
    int due = carrara_tile_cost[tile] - carrara_tile_cost[old];
    if (due <= 0)
        return CARRARA_NOT_DEARER;
    return carrara_accepted(player->stones, player->buildings[own].city) >= due ? RULE_OK : CARRARA_STONES_SHORT;
}

static int check_pay(const struct carrara_state *st, int seat, const int16_t *arg)
{
    for (int c = 0; c < CARRARA_COLOURS; c++)
        if (arg[c] > st->players[seat].stones[c])
            return CARRARA_NOT_YOUR_STONES;
    for (int c = st->pending.city + 1; c < CARRARA_COLOURS; c++)
        if (arg[c] > 0)
            return CARRARA_STONE_NOT_ACCEPTED;
    return number_of(arg) == st->pending.due ? RULE_OK : CARRARA_WRONG_NUMBER;
}

static int check_score_type(const struct carrara_state *st, int seat, const int16_t *arg)
{
    if (carrara_markers(st, seat) == 0)
        return CARRARA_NO_MARKER;
    if (st->players[seat].types[arg[0]])
        return CARRARA_TYPE_SCORED;
    return carrara_buildings_of(&st->players[seat], arg[0]) ? RULE_OK : CARRARA_NO_SUCH_BUILDING;
}

static int check_score_city(const struct carrara_state *st, int seat, const int16_t *arg)
{
    if (carrara_markers(st, seat) == 0)
        return CARRARA_NO_MARKER;
    if (st->cities[arg[0]] >= 0)
        return CARRARA_CITY_SCORED;
    bool enough = carrara_buildings_in(&st->players[seat], arg[0]) >= carrara_city_needs[arg[0]];
    return enough ? RULE_OK : CARRARA_TOO_FEW_BUILDINGS;
}

static int check_score_category(const struct carrara_state *st, int seat, const int16_t *arg)
{
    if (carrara_markers(st, seat) == 0)
        return CARRARA_NO_MARKER;
    if (st->players[seat].categories[arg[0]])
        return CARRARA_CATEGORY_SCORED;
    return carrara_yield_category(st, seat, arg[0]).n_tiles ? RULE_OK : CARRARA_NO_SUCH_BUILDING;
}

static int check_upgrade(const struct carrara_state *st, int seat, const int16_t *arg)
{
    (void)seat;
    return st->upgrades[arg[0]] < 0 ? RULE_OK : CARRARA_UPGRADE_TAKEN;
}

static int check_object(const struct carrara_state *st, int seat, const int16_t *arg)
{
    if (st->bought)
        return CARRARA_ONE_OBJECT_A_TURN;
    if (!st->sale[arg[0]])
        return CARRARA_OBJECT_SOLD;
    return st->players[seat].coins < CARRARA_OBJECT_PRICE ? CARRARA_OBJECT_TOO_DEAR : RULE_OK;
}

static int check_declare(const struct carrara_state *st, int seat, const int16_t *arg)
{
    (void)arg;
    if (st->ending != CARRARA_ENDING_NONE)
        return CARRARA_END_IS_SET;
    if (carrara_objectives_met(st, seat))
        return RULE_OK;
    return st->options.expansion ? CARRARA_CARDS_OPEN : CARRARA_OBJECTIVES_OPEN;
}

static int check_end(const struct carrara_state *st, int seat, const int16_t *arg)
{
    (void)st, (void)seat, (void)arg;
    return RULE_OK;
}

enum {
    IN_ACTION = 1 << CARRARA_PHASE_ACTION,
    IN_BUY = 1 << CARRARA_PHASE_BUY,
    IN_PAY = 1 << CARRARA_PHASE_PAY,
    IN_UPGRADE = 1 << CARRARA_PHASE_UPGRADE,
    IN_FINISH = 1 << CARRARA_PHASE_FINISH
};

static const struct {
    uint8_t phases;
    checker *check;
} verbs[CARRARA_VERB_COUNT] = {
    [CARRARA_TURN_WHEEL] = {IN_ACTION, check_turn_wheel},      /* dossier carrara 4.1 */
    [CARRARA_BUY] = {IN_ACTION | IN_BUY, check_buy},           /* dossier carrara 4.1 */
    [CARRARA_RELIEF] = {IN_ACTION | IN_BUY, check_relief},     /* dossier carrara 4.1 */
    [CARRARA_BUILD] = {IN_ACTION, check_build},                /* dossier carrara 4.2 */
    [CARRARA_REBUILD] = {IN_ACTION, check_rebuild},            /* dossier carrara 4.2 */
    [CARRARA_PAY] = {IN_PAY, check_pay},                       /* dossier carrara 4.2 */
    [CARRARA_SCORE_TYPE] = {IN_ACTION, check_score_type},      /* dossier carrara 4.3 */
    [CARRARA_SCORE_CITY] = {IN_ACTION, check_score_city},      /* dossier carrara 4.3 */
    [CARRARA_SCORE_CATEGORY] = {IN_ACTION, check_score_category}, /* dossier carrara 4.3 */
    [CARRARA_UPGRADE] = {IN_UPGRADE, check_upgrade},           /* dossier carrara 6.3 */
    [CARRARA_OBJECT] = {IN_FINISH, check_object},              /* dossier carrara 4.4 */
    [CARRARA_DECLARE] = {IN_FINISH, check_declare},            /* dossier carrara 4.4 */
    [CARRARA_END] = {IN_FINISH, check_end},                    /* dossier carrara 4.4 */
};

static int error_of(const struct carrara_state *st, int seat, const struct move *move)
{
    if (st->phase == CARRARA_PHASE_OVER)
        return RULE_GAME_OVER;
    if (seat != st->current)
        return RULE_NOT_YOUR_TURN;
    if (move->verb == CARRARA_SCORE_CATEGORY && !st->options.expansion)
        return CARRARA_NO_EXPANSION;
    if (!(verbs[move->verb].phases & 1 << st->phase))
        return RULE_WRONG_STEP;
    return verbs[move->verb].check(st, seat, move->arg);
}

/* ---- Figures for the sentences; slots in the order of the tables in carrara.c ---- */

static void explain_stones_short(const struct carrara_state *st, int seat, const struct move *move, int16_t *slots)
{
    const struct carrara_player *player = &st->players[seat];
    int city = move->arg[1], need = carrara_tile_cost[move->arg[0]];
    if (move->verb == CARRARA_REBUILD) {
        city = player->buildings[carrara_own_building(player, move->arg[1])].city;
        need -= carrara_tile_cost[move->arg[1]];
    }
    slots[0] = (int16_t)city;
    slots[1] = (int16_t)((1 << (city + 1)) - 1);
    slots[2] = (int16_t)carrara_accepted(player->stones, city);
    slots[3] = (int16_t)need;
}

static void explain_not_in_section(const struct carrara_state *st, const struct move *move, int16_t *slots)
{
    int section = move->arg[0] - 1, colour = 0;
    while (move->arg[1 + colour] <= st->wheel[section][colour])
        colour++;
    slots[0] = (int16_t)section;
    slots[1] = (int16_t)colour;
    slots[2] = st->wheel[section][colour];
}

static void explain_stone_not_accepted(const struct carrara_state *st, const struct move *move, int16_t *slots)
{
    slots[0] = st->pending.city;
    for (int c = st->pending.city + 1; c < CARRARA_COLOURS; c++)
        if (move->arg[c] > 0) {
            slots[1] = (int16_t)c;
            return;
        }
}

/* @cards: the card of each comes first, then what it has and needs */
static void explain_objectives(const struct carrara_state *st, int seat, bool cards, int16_t *slots)
{
    struct carrara_progress progress = carrara_progress(st, seat);
    for (int i = 0; i < CARRARA_OBJECTIVE_COUNT; i++) {
        if (cards)
            *slots++ = (int16_t)carrara_card_of(st, i);
        *slots++ = progress.have[i];
        *slots++ = progress.need[i];
    }
}

static void explain(const struct carrara_state *st, int seat, const struct move *move, int error, int16_t *slots)
{
    switch (error) {
    case RULE_WRONG_STEP:
        slots[0] = st->phase;
        break;
    case CARRARA_SECTION_EMPTY:
        slots[0] = (int16_t)(move->arg[0] - 1);
        break;
    case CARRARA_NOT_IN_SECTION:
        explain_not_in_section(st, move, slots);
        break;
    case CARRARA_NOT_ENOUGH_COINS:
        slots[0] = (int16_t)price_of(move->arg[0] - 1, move->arg + 1);
        slots[1] = st->players[seat].coins;
        break;
    case CARRARA_OBJECT_TOO_DEAR:
        slots[0] = CARRARA_OBJECT_PRICE;
        slots[1] = st->players[seat].coins;
        break;
    case CARRARA_STONES_SHORT:
        explain_stones_short(st, seat, move, slots);
        break;
    case CARRARA_STONE_NOT_ACCEPTED:
        explain_stone_not_accepted(st, move, slots);
        break;
    case CARRARA_WRONG_NUMBER:
        slots[0] = st->pending.due;
        break;
    case CARRARA_CITY_SCORED:
        slots[1] = st->cities[move->arg[0]];
        slots[0] = move->arg[0];
        break;
    case CARRARA_TOO_FEW_BUILDINGS:
        slots[0] = move->arg[0];
        slots[1] = carrara_city_needs[move->arg[0]];
        slots[2] = (int16_t)carrara_buildings_in(&st->players[seat], move->arg[0]);
        break;
    case CARRARA_TYPE_SCORED:
    case CARRARA_CATEGORY_SCORED:
    case CARRARA_UPGRADE_TAKEN:
    case CARRARA_OBJECT_SOLD:
        slots[0] = move->arg[0];
        break;
    case CARRARA_OBJECTIVES_OPEN:
    case CARRARA_CARDS_OPEN:
        explain_objectives(st, seat, error == CARRARA_CARDS_OPEN, slots);
        break;
    }
}

int carrara_check(const void *state, int seat, const struct move *move, int16_t *figures)
{
    int error = error_of(state, seat, move);
    if (error != RULE_OK && figures)
        explain(state, seat, move, error, figures);
    return error;
}
