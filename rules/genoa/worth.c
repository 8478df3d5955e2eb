/* What things are worth to a seat (dossier genoa 20). */
#include "config.h"

#include "rules/genoa/worth.h"

#include <string.h>

enum {
    WHOLE = 100, /* per cent */
    HELPING = 66, /* of what an action is worth to a rival, shared among all others */
    SQUARES = 16, /* one roll in so many puts the tower on the market */
    ALL_LARGE = 80 * WORTH_DUCAT, /* an order with all its wares: its reward less the action that delivers it */
    LESS_BY_WARE = 49 * WORTH_DUCAT / 2
};

/* ---- Time ---- */

static int share_of(int part, int of)
{
    return part <= 0 ? 0 : part >= of ? WHOLE : WHOLE * part / of;
}

/* A market start takes a round from the game, so the rounds to come are fewer than the spaces of the track. */
static int turns_left(const struct genoa_state *st)
{
    int later = st->round_spaces - st->round_space, place = (st->tower_seat - st->first + st->seats) % st->seats;
    return (later * SQUARES * st->seats) / (SQUARES + st->seats) + st->seats - place;
}

static int free_buildings(const struct genoa_state *st)
{
    int n = 0;
    for (int i = 0; i < GENOA_BUILDINGS; i++)
        n += st->owner[i] < 0;
    return n;
}

/* Others act about twice a turn, in one of eighteen buildings: so often is a marker paid before the end. */
static void weigh_markers(struct genoa_outlook *look)
{
    int placed = GENOA_FOR_MARKER * WORTH_DUCAT + (look->st->seats == 2 ? 6 : 13) * look->turns;
    int soon = share_of(look->turns, 2 * look->st->seats);
    look->placed = placed;
    look->marker = placed * (free_buildings(look->st) > 2 ? 75 : 30) / WHOLE * soon / WHOLE;
}

struct genoa_outlook genoa_outlook(const struct genoa_state *st, int seat)
{
    static const uint8_t tiles[GENOA_TILES] = {
        [GENOA_ANY_START] = 9, [GENOA_FURTHER_ACTION] = 12, [GENOA_ANY_WARE] = 14, [GENOA_TRADE] = 10, [GENOA_BUILDING_ACTION] = 18};
    struct genoa_outlook look = {.st = st, .seat = seat, .turns = turns_left(st)};
    int n = st->seats, turns = look.turns, soon = share_of(turns, 2 * n);
    for (int tile = 0; tile < GENOA_TILES; tile++)
        look.tile[tile] = tiles[tile] * WORTH_DUCAT * soon / WHOLE;
    if (!genoa_placed(st, seat))
        look.tile[GENOA_BUILDING_ACTION] = 5 * soon / WHOLE * WORTH_DUCAT;
    look.ware = 7 * WORTH_DUCAT * soon / WHOLE;
    look.small[0] = 14 * WORTH_DUCAT * share_of(2 * turns, 3 * n) / WHOLE;
    look.small[1] = 28 * WORTH_DUCAT * share_of(2 * turns, 3 * n) / WHOLE;
    look.message = 9 * WORTH_DUCAT * soon / WHOLE;
    for (int missing = 0; missing < 4; missing++)
        look.large[missing] = (ALL_LARGE - LESS_BY_WARE * missing) * share_of(2 * turns - n, 2 * n * (1 + missing)) / WHOLE;
    weigh_markers(&look);
    return look;
}

/* ---- Goods ---- */

struct genoa_goods genoa_plus(const struct genoa_goods *a, const struct genoa_goods *b, int sign)
{
    struct genoa_goods sum = *a;
    sum.money = (int16_t)(a->money + sign * b->money);
    for (int i = 0; i < GENOA_WARES; i++)
        sum.wares[i] = (uint8_t)(sign > 0 ? a->wares[i] + b->wares[i] : a->wares[i] > b->wares[i] ? a->wares[i] - b->wares[i] : 0);
    for (int i = 0; i < GENOA_TILES; i++)
        sum.tiles[i] = (uint8_t)(sign > 0 ? a->tiles[i] + b->tiles[i] : a->tiles[i] > b->tiles[i] ? a->tiles[i] - b->tiles[i] : 0);
    sum.markers = (uint8_t)(sign > 0 ? a->markers + b->markers : a->markers > b->markers ? a->markers - b->markers : 0);
    for (int i = 0; i < GENOA_DECKS; i++)
        sum.cards[i] = (uint16_t)(sign > 0 ? a->cards[i] | b->cards[i] : a->cards[i] & ~b->cards[i]);
    return sum;
}

static int missing_wares(const uint8_t left[GENOA_WARES], int order)
{
    int missing = 0;
    for (int i = 0; i < 3; i++)
        missing += left[genoa_large[order].ware[i]] == 0;
    return missing;
}

/* The order that lacks least has its wares first; what it uses helps no other. */
static int weigh_orders(const struct genoa_outlook *look, const struct genoa_goods *goods, uint8_t left[GENOA_WARES])
{
    int worth = 0;
    for (unsigned hand = goods->cards[GENOA_LARGE]; hand;) {
        int best = -1, least = 4;
        for (unsigned rest = hand; rest; rest &= rest - 1) {
            int order = __builtin_ctz(rest), missing = missing_wares(left, order);
            if (missing < least) {
                least = missing;
                best = order;
            }
        }
        for (int i = 0; i < 3; i++)
            if (left[genoa_large[best].ware[i]])
                left[genoa_large[best].ware[i]]--;
        worth += look->large[least];
        hand &= ~(1u << best);
    }
    for (unsigned hand = goods->cards[GENOA_SMALL]; hand; hand &= hand - 1) {
        uint8_t *ware = &left[genoa_small[__builtin_ctz(hand)].ware];
        worth += look->small[*ware > 0];
        *ware = (uint8_t)(*ware - (*ware > 0));
    }
    return worth;
}

/* Orders, and the wares that none of them uses. */
static int weigh_wares(const struct genoa_outlook *look, const struct genoa_goods *goods)
{
    uint8_t left[GENOA_WARES];
    memcpy(left, goods->wares, sizeof(left));
    int worth = weigh_orders(look, goods, left);
    return worth + counts_sum(left, GENOA_WARES) * look->ware;
}

void genoa_estate_parts(const struct genoa_outlook *look, const struct genoa_goods *goods, int part[GENOA_PARTS])
{
    part[GENOA_PART_MONEY] = goods->money * WORTH_DUCAT;
    part[GENOA_PART_PRIVILEGES] = genoa_pay(goods->cards[GENOA_PRIVILEGE]) * WORTH_DUCAT;
    part[GENOA_PART_ORDERS] = weigh_wares(look, goods);
    part[GENOA_PART_TILES] = 0;
    for (int i = 0; i < GENOA_TILES; i++)
        part[GENOA_PART_TILES] += goods->tiles[i] * look->tile[i];
    part[GENOA_PART_MARKERS] = goods->markers * look->marker;
    part[GENOA_PART_MESSAGES] = genoa_size(goods->cards[GENOA_MESSAGE]) * look->message;
}

int genoa_estate(const struct genoa_outlook *look, const struct genoa_goods *goods)
{
    int part[GENOA_PARTS], worth = 0;
    genoa_estate_parts(look, goods, part);
    for (int i = 0; i < GENOA_PARTS; i++)
        worth += part[i];
    return worth;
}

/* That part of an estate which the cards of a deck have a share in. */
static int weigh_deck(const struct genoa_outlook *look, const struct genoa_goods *goods, int deck)
{
    switch (deck) {
    case GENOA_PRIVILEGE:
        return genoa_pay(goods->cards[GENOA_PRIVILEGE]) * WORTH_DUCAT;
    case GENOA_MESSAGE:
        return genoa_size(goods->cards[GENOA_MESSAGE]) * look->message;
    default:
        return weigh_wares(look, goods);
    }
}

/* Any card that the seat does not know to be elsewhere may be the top one. */
int genoa_weigh_draw(const struct genoa_outlook *look, const struct genoa_goods *goods, int deck)
{
    const struct genoa_state *st = look->st;
    unsigned all = (1u << genoa_deck_sizes[deck]) - 1, own = goods->cards[deck] | st->players[look->seat].cards[deck];
    unsigned unseen = st->deck[deck].n ? all & ~own & ~(unsigned)st->discard[deck] : st->discard[deck];
    int n = genoa_size(unseen), sum = 0;
    if (n == 0 || genoa_left_in(st, deck) == 0)
        return 0;
    int before = weigh_deck(look, goods, deck);
    for (; unseen; unseen &= unseen - 1) {
        struct genoa_goods then = *goods;
        then.cards[deck] |= (uint16_t)(unseen & -unseen);
        sum += weigh_deck(look, &then, deck) - before;
    }
    return sum / n;
}

/* ---- Actions ---- */

static int best_tile(const struct genoa_outlook *look)
{
    int best = -1;
    for (int tile = 0; tile < GENOA_TILES; tile++)
        if (look->st->supply.tiles[tile] && (best < 0 || look->tile[tile] > look->tile[best]))
            best = tile;
    return best;
}

/* After the plain effect; what drawn cards are worth on top in *@drawn. */
static struct genoa_goods take_effect(const struct genoa_outlook *look, const struct genoa_goods *goods, int building, int *drawn)
{
    const struct genoa_state *st = look->st;
    const struct genoa_effect *effect = &genoa_effects[building];
    struct genoa_goods then = *goods;
    *drawn = 0;
    for (int i = 0; i < 2; i++)
        if (effect->ware[i] >= 0 && st->supply.wares[effect->ware[i]])
            then.wares[effect->ware[i]]++;
    if (effect->tile >= 0 && st->supply.tiles[effect->tile])
        then.tiles[effect->tile]++;
    if (effect->markers) {
        int left = st->supply.markers[look->seat];
        then.markers = (uint8_t)(then.markers + (left < effect->markers ? left : effect->markers));
    }
    if (effect->deck >= 0) {
        int left = genoa_left_in(st, effect->deck);
        *drawn = (left < effect->cards ? left : effect->cards) * genoa_weigh_draw(look, goods, effect->deck);
    }
    return then;
}

static struct genoa_goods take_order(const struct genoa_goods *goods, int order, int tile)
{
    struct genoa_goods then = *goods;
    for (int i = 0; i < 3; i++)
        then.wares[genoa_large[order].ware[i]]--;
    then.cards[GENOA_LARGE] &= (uint16_t)~(1u << order);
    then.money = (int16_t)(then.money + GENOA_FOR_LARGE);
    if (tile >= 0)
        then.tiles[tile]++;
    return then;
}

static struct genoa_goods take_small(const struct genoa_goods *goods, int order)
{
    struct genoa_goods then = *goods;
    then.wares[genoa_small[order].ware]--;
    then.cards[GENOA_SMALL] &= (uint16_t)~(1u << order);
    then.money = (int16_t)(then.money + GENOA_FOR_SMALL);
    return then;
}

/* With the best small order of this building, if one is worth it. Return: what is owned then is worth. */
static int with_small(const struct genoa_outlook *look, const struct genoa_goods *goods, int building, int8_t *small)
{
    int most = genoa_estate(look, goods);
    *small = -1;
    for (unsigned hand = goods->cards[GENOA_SMALL]; hand; hand &= hand - 1) {
        int order = __builtin_ctz(hand);
        if (genoa_small[order].building != building || !goods->wares[genoa_small[order].ware])
            continue;
        struct genoa_goods then = take_small(goods, order);
        int worth = genoa_estate(look, &then);
        if (worth > most) {
            most = worth;
            *small = (int8_t)order;
        }
    }
    return most;
}

/* The best of taking and of each order that can be delivered here. Return: what is owned then is worth. */
static int best_main(const struct genoa_outlook *look, const struct genoa_goods *goods, int building, struct genoa_plan *plan)
{
    int drawn, tile = best_tile(look);
    struct genoa_goods then = take_effect(look, goods, building, &drawn);
    struct genoa_plan tried = {.ware = -1, .main = GENOA_MAIN_TAKE, .order = -1, .tile = -1, .small = -1};
    int most = with_small(look, &then, building, &tried.small) + drawn;
    *plan = tried;
    for (unsigned hand = goods->cards[GENOA_LARGE]; hand; hand &= hand - 1) {
        int order = __builtin_ctz(hand);
        if (genoa_large[order].villa != building || !genoa_has_wares(goods, order))
            continue;
        then = take_order(goods, order, tile);
        tried = (struct genoa_plan){.ware = -1, .main = GENOA_MAIN_DELIVER, .order = (int8_t)order, .tile = (int8_t)tile};
        int worth = with_small(look, &then, building, &tried.small);
        if (worth > most) {
            most = worth;
            *plan = tried;
        }
    }
    return most;
}

/* For an any ware tile. */
static struct genoa_goods take_ware(const struct genoa_goods *goods, int ware)
{
    struct genoa_goods then = *goods;
    then.tiles[GENOA_ANY_WARE]--;
    then.wares[ware]++;
    return then;
}

struct genoa_goods genoa_after_plan(const struct genoa_outlook *look, const struct genoa_goods *goods, int building,
                                    const struct genoa_plan *plan, int *drawn)
{
    struct genoa_goods then = plan->ware >= 0 ? take_ware(goods, plan->ware) : *goods;
    *drawn = 0;
    then = plan->main == GENOA_MAIN_DELIVER ? take_order(&then, plan->order, plan->tile) : take_effect(look, &then, building, drawn);
    return plan->small >= 0 ? take_small(&then, plan->small) : then;
}

int genoa_owners_share(const struct genoa_outlook *look, int building)
{
    int owner = look->st->owner[building];
    return owner >= 0 && owner != look->seat ? GENOA_FOR_OWNER * WORTH_DUCAT / (look->st->seats - 1) : 0;
}

/* Is it the ware that an order of this building waits for? */
static bool is_wanted(const struct genoa_goods *goods, int building, int ware)
{
    for (unsigned hand = goods->cards[GENOA_SMALL]; hand; hand &= hand - 1)
        if (genoa_small[__builtin_ctz(hand)].building == building && genoa_small[__builtin_ctz(hand)].ware == ware)
            return true;
    for (unsigned hand = goods->cards[GENOA_LARGE]; hand; hand &= hand - 1) {
        const struct genoa_large *order = &genoa_large[__builtin_ctz(hand)];
        if (order->villa == building && (order->ware[0] == ware || order->ware[1] == ware || order->ware[2] == ware))
            return true;
    }
    return false;
}

int genoa_weigh_action(const struct genoa_outlook *look, const struct genoa_goods *goods, int building, struct genoa_plan *plan)
{
    const struct genoa_state *st = look->st;
    struct genoa_plan best, tried;
    int most = best_main(look, goods, building, &best);
    for (int ware = 0; goods->tiles[GENOA_ANY_WARE] && ware < GENOA_WARES; ware++) {
        if (goods->wares[ware] || !st->supply.wares[ware] || !is_wanted(goods, building, ware))
            continue;
        struct genoa_goods then = take_ware(goods, ware);
        int worth = best_main(look, &then, building, &tried);
        if (worth > most) {
            most = worth;
            best = tried;
            best.ware = (int8_t)ware;
        }
    }
    if (plan)
        *plan = best;
    return most - genoa_owners_share(look, building) - genoa_estate(look, goods);
}

/* ---- Offers ---- */

/* What an action in a building is worth to somebody whose cards are not known, in ducats. */
static int crowd_of(int building)
{
    switch (genoa_effects[building].of) {
    case GENOA_VILLA:
        return 24;
    case GENOA_WAREHOUSE:
        return 20;
    case GENOA_TILE_HOUSE:
        return 13;
    default:
        return building == GENOA_CATHEDRAL ? 30 : 24;
    }
}

/* What it costs the tower seat that somebody else acts in @building. */
static int helping(const struct genoa_outlook *look, int building)
{
    int n = look->st->seats, soon = share_of(look->turns, 2 * n);
    return crowd_of(building) * WORTH_DUCAT * soon / WHOLE * HELPING / WHOLE / (n - 1);
}

struct genoa_deal genoa_deal(const struct genoa_outlook *look, const struct genoa_offer *offer)
{
    const struct genoa_goods *own = &look->st->players[look->seat];
    bool author = offer->seat == look->seat;
    struct genoa_deal deal = {.then = genoa_plus(own, author ? &offer->ask : &offer->give, 1)};
    deal.then = genoa_plus(&deal.then, author ? &offer->give : &offer->ask, -1);
    if (offer->right == GENOA_RIGHT_STREET)
        return deal;
    deal.acts = author;
    if (offer->drawn && genoa_effects[offer->place].deck >= 0)
        deal.drawn = (author ? -1 : 1) * offer->drawn * genoa_weigh_draw(look, own, genoa_effects[offer->place].deck);
    if (!author && look->st->owner[offer->place] == look->seat)
        deal.owner = GENOA_FOR_OWNER * WORTH_DUCAT;
    deal.helping = author ? 0 : helping(look, offer->place);
    return deal;
}

int genoa_weigh_offer(const struct genoa_outlook *look, const struct genoa_offer *offer)
{
    const struct genoa_goods *own = &look->st->players[look->seat];
    struct genoa_deal deal = genoa_deal(look, offer);
    int worth = genoa_estate(look, &deal.then) - genoa_estate(look, own) + deal.drawn + deal.owner - deal.helping;
    return deal.acts ? worth + genoa_weigh_action(look, own, offer->place, NULL) : worth;
}

/* ---- In ducats ---- */

int genoa_in_ducats(int worth)
{
    return (worth + (worth < 0 ? -WORTH_DUCAT / 2 : WORTH_DUCAT / 2)) / WORTH_DUCAT;
}

int genoa_worth_action(const struct genoa_state *st, int seat, int building)
{
    struct genoa_outlook look = genoa_outlook(st, seat);
    return genoa_in_ducats(genoa_weigh_action(&look, &st->players[seat], building, NULL));
}

int genoa_worth_goods(const struct genoa_state *st, int seat, const struct genoa_goods *goods)
{
    struct genoa_outlook look = genoa_outlook(st, seat);
    struct genoa_goods then = genoa_plus(&st->players[seat], goods, 1);
    return genoa_in_ducats(genoa_estate(&look, &then) - genoa_estate(&look, &st->players[seat]));
}

int genoa_worth_offer(const struct genoa_state *st, int seat, const struct genoa_offer *offer)
{
    struct genoa_outlook look = genoa_outlook(st, seat);
    return genoa_in_ducats(genoa_weigh_offer(&look, offer));
}
