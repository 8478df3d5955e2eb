/* What the actor may do in a building, and what its plan says. */
#include "config.h"

#include "rules/engine/log.h"
#include "rules/genoa/listing.h"

/* ---- Trades ---- */

static void list_trade(struct move_list *list, int give, int get)
{
    int16_t *arg = move_list_add(list, GENOA_USE_TRADE, SLOTS_OF_TRADE);
    arg[SLOT_TRADE_GIVE] = arg[SLOT_TRADE_GET] = -1;
    arg[SLOT_TRADE_GIVE_WHAT] = (int16_t)give;
    arg[SLOT_TRADE_GET_WHAT] = (int16_t)get;
}


/* Each thing that can be given, for one that can be got; and one thing for each that can be got. What stands together is chosen in a
 * form. */
static void list_trades(const struct genoa_state *st, int seat, struct move_list *list)
{
    const struct genoa_goods *player = &st->players[seat];
    int gets[GENOA_FIRST_CARD], n_gets = 0, first = -1;
    for (int get = 0; get < GENOA_FIRST_CARD; get++) {
        bool there = get < GENOA_WARES          ? st->supply.wares[get] > 0
                     : get < GENOA_THING_MARKER ? st->supply.tiles[get - GENOA_WARES] > 0 || get == GENOA_WARES + GENOA_TRADE
                     : get == GENOA_THING_MARKER ? st->supply.markers[seat] > 0
                                                 : genoa_left_in(st, get - GENOA_FIRST_DRAW) > 0;
        if (there)
            gets[n_gets++] = get;
    }
    for (int give = 0; give < GENOA_THINGS; give++) {
        int card = 0;
        if (give == GENOA_FIRST_DRAW)
            give = GENOA_FIRST_CARD;
        int deck = give >= GENOA_FIRST_CARD && give < GENOA_THING_MONEY ? genoa_deck_of_thing(give, &card) : 0;
        bool owned = give < GENOA_WARES            ? player->wares[give] > 0
                     : give < GENOA_THING_MARKER   ? player->tiles[give - GENOA_WARES] > (give == GENOA_WARES + GENOA_TRADE)
                     : give == GENOA_THING_MARKER  ? player->markers > 0
                     : give == GENOA_THING_MONEY   ? st->options.rules == GENOA_RULES_SEED && player->money >= GENOA_UNIT
                                                   : player->cards[deck] >> card & 1;
        if (!owned)
            continue;
        for (int i = 0; i < (first < 0 ? n_gets : 1); i++)
            list_trade(list, give, gets[i]);
        first = give;
    }
}

/* ---- The list ---- */

static void list_deliver(const struct genoa_state *st, int seat, struct move_list *list)
{
    const struct genoa_goods *player = &st->players[seat];
    int building = genoa_running(st)->building;
    for (unsigned held = player->cards[GENOA_LARGE]; held; held &= held - 1) {
        int order = __builtin_ctz(held);
        bool any = false;
        if (genoa_large[order].villa != building || !genoa_has_wares(player, order))
            continue;
        for (int tile = 0; tile < GENOA_TILES; tile++)
            if (st->supply.tiles[tile]) {
                list_two(list, GENOA_DELIVER, order, tile);
                any = true;
            }
        if (!any)
            list_two(list, GENOA_DELIVER, order, -1);
    }
}

static bool can_small(const struct genoa_goods *player, int order, int building)
{
    return player->cards[GENOA_SMALL] >> order & 1 && genoa_small[order].building == building
        && player->wares[genoa_small[order].ware];
}

void genoa_list_action(const struct genoa_state *st, int seat, struct move_list *list)
{
    const struct genoa_run *run = genoa_running(st);
    const struct genoa_goods *player = &st->players[seat];
    if (!run->main) {
        if (genoa_is_villa(run->building))
            list_deliver(st, seat, list);
        list_plain(list, GENOA_TAKE);
    }
    for (int order = 0; order < GENOA_CARDS && !run->small; order++)
        if (can_small(player, order, run->building))
            list_one(list, GENOA_SMALL_ORDER, order);
    for (int ware = 0; ware < GENOA_WARES && player->tiles[GENOA_ANY_WARE]; ware++)
        if (st->supply.wares[ware])
            list_one(list, GENOA_USE_WARE, ware);
    bool old = player->tiles[GENOA_BUILDING_ACTION] > st->action.gained || st->options.building_action_at_once;
    if (player->tiles[GENOA_BUILDING_ACTION] && old && st->action.sub.building < 0)
        for (int building = 0; building < GENOA_BUILDINGS; building++)
            if (st->owner[building] == seat && !(st->acted_in[seat] >> building & 1) && !genoa_is_taken(st, building))
                list_one(list, GENOA_USE_BUILDING, building);
    if (player->tiles[GENOA_TRADE]) {
        list->partial = true;
        list_trades(st, seat, list);
    }
    if (run->main)
        list_plain(list, GENOA_DONE);
}

/* ---- A plan, step by step ---- */

/* The first large order that can be delivered here, and a small one. */
static struct genoa_plan sound_plan(const struct genoa_state *st)
{
    const struct genoa_goods *player = &st->players[st->action.seat];
    struct genoa_plan plan = genoa_no_plan;
    int building = genoa_running(st)->building;
    for (int order = GENOA_CARDS - 1; order >= 0; order--) {
        if (player->cards[GENOA_LARGE] >> order & 1 && genoa_large[order].villa == building && genoa_has_wares(player, order)) {
            plan.main = GENOA_MAIN_DELIVER;
            plan.order = (int8_t)order;
        }
        if (can_small(player, order, building))
            plan.small = (int8_t)order;
    }
    return plan;
}

static bool has_plan(const struct genoa_plan *plan)
{
    return plan->main == GENOA_MAIN_DELIVER || plan->ware >= 0 || plan->small >= 0;
}

/* Is an any ware tile of use for what the plan still means to deliver? */
static bool lacks(const struct genoa_goods *player, const struct genoa_plan *plan, bool main_done, bool small_done)
{
    if (plan->ware < 0 || player->wares[plan->ware])
        return false;
    if (!main_done && plan->main == GENOA_MAIN_DELIVER && plan->order >= 0)
        for (int i = 0; i < 3; i++)
            if (genoa_large[plan->order].ware[i] == plan->ware)
                return true;
    return !small_done && plan->small >= 0 && genoa_small[plan->small].ware == plan->ware;
}

/* A wished reward that is gone is replaced by the first tile that is left. */
static bool deliver(const struct genoa_state *st, const struct genoa_plan *plan, struct move *move)
{
    *move = (struct move){.verb = GENOA_DELIVER, .nargs = SLOTS_OF_DELIVER, .arg = {plan->order, plan->tile}};
    if (plan->main != GENOA_MAIN_DELIVER || plan->order < 0)
        return false;
    if (plan->tile >= 0 && genoa_check(st, st->action.seat, move, NULL) == RULE_OK)
        return true;
    move->arg[SLOT_DELIVER_TILE] = -1;
    for (int tile = GENOA_TILES - 1; tile >= 0; tile--)
        if (st->supply.tiles[tile])
            move->arg[SLOT_DELIVER_TILE] = (int16_t)tile;
    return genoa_check(st, st->action.seat, move, NULL) == RULE_OK;
}

void genoa_next_of_plan(const struct genoa_state *st, struct move *move)
{
    const struct genoa_run *run = genoa_running(st);
    bool own = run == &st->action.own && has_plan(&st->action.plan);
    struct genoa_plan plan = own ? st->action.plan : sound_plan(st);
    int seat = st->action.seat;
    *move = (struct move){.verb = GENOA_USE_WARE, .nargs = 1, .arg = {plan.ware}};
    if (lacks(&st->players[seat], &plan, run->main, run->small) && genoa_check(st, seat, move, NULL) == RULE_OK)
        return;
    if (!run->main) {
        if (!deliver(st, &plan, move))
            *move = (struct move){.verb = GENOA_TAKE};
        return;
    }
    *move = (struct move){.verb = GENOA_SMALL_ORDER, .nargs = 1, .arg = {plan.small}};
    if (plan.small < 0 || genoa_check(st, seat, move, NULL) != RULE_OK)
        *move = (struct move){.verb = GENOA_DONE};
}
