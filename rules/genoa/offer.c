/* The book of offers: what they say, who may read them, and which could be accepted (dossier genoa 10, 16). */
#include "config.h"

#include "rules/engine/rng.h"
#include "rules/genoa/step.h"

/* ---- Slots of moves ---- */

enum { SET_BITS = 15, SET_LOW = 0x7fff };

static uint16_t read_set(const int16_t *slots)
{
    return (uint16_t)(slots[0] | slots[1] << SET_BITS);
}

static void write_set(uint16_t cards, int16_t *slots)
{
    slots[0] = (int16_t)(cards & SET_LOW);
    slots[1] = (int16_t)(cards >> SET_BITS);
}

void genoa_read_goods(const int16_t *slots, bool plain, struct genoa_goods *goods)
{
    goods->money = slots[GOODS_MONEY];
    for (int ware = 0; ware < GENOA_WARES; ware++)
        goods->wares[ware] = (uint8_t)slots[GOODS_WARES + ware];
    for (int tile = 0; tile < GENOA_TILES; tile++)
        goods->tiles[tile] = (uint8_t)slots[GOODS_TILES + tile];
    goods->markers = (uint8_t)slots[GOODS_MARKERS];
    memset(goods->cards, 0, sizeof(goods->cards));
    if (plain)
        return;
    goods->cards[GENOA_LARGE] = read_set(slots + GOODS_LARGE);
    goods->cards[GENOA_SMALL] = read_set(slots + GOODS_SMALL);
    goods->cards[GENOA_MESSAGE] = (uint16_t)slots[GOODS_MESSAGE];
    goods->cards[GENOA_PRIVILEGE] = (uint16_t)slots[GOODS_PRIVILEGE];
}

void genoa_write_goods(const struct genoa_goods *goods, bool plain, int16_t *slots)
{
    slots[GOODS_MONEY] = goods->money;
    for (int ware = 0; ware < GENOA_WARES; ware++)
        slots[GOODS_WARES + ware] = goods->wares[ware];
    for (int tile = 0; tile < GENOA_TILES; tile++)
        slots[GOODS_TILES + tile] = goods->tiles[tile];
    slots[GOODS_MARKERS] = goods->markers;
    if (plain)
        return;
    write_set(goods->cards[GENOA_LARGE], slots + GOODS_LARGE);
    write_set(goods->cards[GENOA_SMALL], slots + GOODS_SMALL);
    slots[GOODS_MESSAGE] = (int16_t)goods->cards[GENOA_MESSAGE];
    slots[GOODS_PRIVILEGE] = (int16_t)goods->cards[GENOA_PRIVILEGE];
}

void genoa_read_offer(int seat, const int16_t *slots, struct genoa_offer *offer)
{
    *offer = (struct genoa_offer){
        .seat = (uint8_t)seat, .slot = (uint8_t)slots[SLOT_OFFER_SLOT], .right = (uint8_t)slots[SLOT_OFFER_RIGHT],
        .place = (uint8_t)slots[SLOT_OFFER_PLACE], .after = (int8_t)slots[SLOT_OFFER_AFTER],
        .further = (uint8_t)slots[SLOT_OFFER_FURTHER], .by_hand = (uint8_t)slots[SLOT_OFFER_BY_HAND],
        .drawn = (uint8_t)slots[SLOT_OFFER_DRAWN], .limit = slots[SLOT_OFFER_LIMIT],
        .plan = {.ware = (int8_t)slots[SLOT_OFFER_WARE], .main = (uint8_t)slots[SLOT_OFFER_MAIN],
                 .order = (int8_t)slots[SLOT_OFFER_ORDER], .tile = (int8_t)slots[SLOT_OFFER_TILE],
                 .small = (int8_t)slots[SLOT_OFFER_SMALL]}};
    genoa_read_goods(slots + SLOT_OFFER_GIVE, false, &offer->give);
    genoa_read_goods(slots + SLOT_OFFER_ASK, true, &offer->ask);
}

void genoa_write_offer(const struct genoa_offer *offer, int16_t *slots)
{
    slots[SLOT_OFFER_SLOT] = offer->slot;
    slots[SLOT_OFFER_RIGHT] = offer->right;
    slots[SLOT_OFFER_PLACE] = offer->place;
    slots[SLOT_OFFER_AFTER] = offer->after;
    slots[SLOT_OFFER_FURTHER] = offer->further;
    slots[SLOT_OFFER_BY_HAND] = offer->by_hand;
    slots[SLOT_OFFER_DRAWN] = offer->drawn;
    slots[SLOT_OFFER_LIMIT] = offer->limit;
    slots[SLOT_OFFER_WARE] = offer->plan.ware;
    slots[SLOT_OFFER_MAIN] = offer->plan.main;
    slots[SLOT_OFFER_ORDER] = offer->plan.order;
    slots[SLOT_OFFER_TILE] = offer->plan.tile;
    slots[SLOT_OFFER_SMALL] = offer->plan.small;
    genoa_write_goods(&offer->give, false, slots + SLOT_OFFER_GIVE);
    genoa_write_goods(&offer->ask, true, slots + SLOT_OFFER_ASK);
}

/* ---- What a side gives ---- */

/* Nothing but perhaps money? */
static bool only_money(const struct genoa_goods *goods)
{
    unsigned sum = goods->markers;
    for (int ware = 0; ware < GENOA_WARES; ware++)
        sum |= goods->wares[ware];
    for (int tile = 0; tile < GENOA_TILES; tile++)
        sum |= goods->tiles[tile];
    for (int deck = 0; deck < GENOA_DECKS; deck++)
        sum |= goods->cards[deck];
    return sum == 0;
}

bool genoa_no_goods(const struct genoa_goods *goods)
{
    return goods->money == 0 && only_money(goods);
}

bool genoa_same_goods(const struct genoa_goods *a, const struct genoa_goods *b)
{
    return memcmp(a->wares, b->wares, sizeof(a->wares)) == 0 && memcmp(a->tiles, b->tiles, sizeof(a->tiles)) == 0
        && a->markers == b->markers && memcmp(a->cards, b->cards, sizeof(a->cards)) == 0;
}

static bool owns_cards(const struct genoa_goods *owner, const struct genoa_goods *what)
{
    unsigned missing = 0;
    for (int deck = 0; deck < GENOA_DECKS; deck++)
        missing |= (unsigned)(what->cards[deck] & ~owner->cards[deck]);
    return missing == 0;
}

static bool owns(const struct genoa_goods *owner, const struct genoa_goods *what)
{
    bool has = owner->money >= what->money && owner->markers >= what->markers;
    for (int ware = 0; ware < GENOA_WARES; ware++)
        has &= owner->wares[ware] >= what->wares[ware];
    for (int tile = 0; tile < GENOA_TILES; tile++)
        has &= owner->tiles[tile] >= what->tiles[tile];
    return has && owns_cards(owner, what);
}

int genoa_terms_error(const struct genoa_state *st, const struct genoa_goods *give, int drawn, const struct genoa_goods *ask)
{
    if (give->money % GENOA_UNIT || ask->money % GENOA_UNIT)
        return GENOA_WRONG_UNIT;
    if (drawn)
        return RULE_OK;
    if (genoa_no_goods(give))
        return GENOA_EMPTY_OFFER;
    return st->seats == GENOA_FEWEST && only_money(give) ? GENOA_MONEY_ONLY : RULE_OK;
}

/* ---- The book ---- */

const struct genoa_offer *genoa_find_offer(const struct genoa_state *st, int seat, int slot)
{
    for (int i = 0; i < st->n_offers; i++)
        if (st->offers[i].seat == seat && st->offers[i].slot == slot)
            return &st->offers[i];
    return NULL;
}

const struct genoa_offer *genoa_find_street(const struct genoa_state *st, int seat, int street)
{
    const struct genoa_offer *best = NULL;
    for (int i = 0; i < st->n_offers; i++) {
        const struct genoa_offer *offer = &st->offers[i];
        if (offer->seat == seat && offer->right == GENOA_RIGHT_STREET && offer->place == street
            && (!best || offer->give.money > best->give.money) && genoa_offer_error(st, offer, false) == RULE_OK)
            best = offer;
    }
    return best;
}

bool genoa_offer_visible(const struct genoa_state *st, int viewer, const struct genoa_offer *offer)
{
    if (viewer >= 0 && (viewer == offer->seat || viewer == st->tower_seat))
        return true;
    return st->options.offers == GENOA_OFFERS_OPEN
        || (st->options.offers == GENOA_OFFERS_REVEAL && st->phase != GENOA_PHASE_OFFERS);
}

void genoa_forget_cards(struct genoa_state *st, int deck, uint16_t cards)
{
    for (int i = st->n_offers - 1; i >= 0; i--) {
        const struct genoa_offer *offer = &st->offers[i];
        uint16_t named = (uint16_t)(offer->give.cards[deck] | offer->ask.cards[deck] | offer->counter_give.cards[deck]
                                    | offer->counter_ask.cards[deck]);
        if (named & cards)
            genoa_drop_offer(st, i);
    }
}

void genoa_drop_offer(struct genoa_state *st, int index)
{
    st->n_offers--;
    memmove(&st->offers[index], &st->offers[index + 1], (size_t)(st->n_offers - index) * sizeof(st->offers[0]));
}

seatmask genoa_pending(const struct genoa_state *st)
{
    seatmask seats = 0;
    for (int i = 0; i < st->n_offers; i++)
        if (st->offers[i].pending)
            seats |= SEAT_BIT(st->offers[i].seat);
    return seats;
}

/* ---- Can it be paid? dossier genoa R10.4, R10.6, R14.28 ---- */

/* Everything that is promised is there, and the tile that the action itself costs as well. */
static bool has_all(const struct genoa_state *st, const struct genoa_offer *offer)
{
    const struct genoa_goods *buyer = &st->players[offer->seat];
    int spends = offer->right == GENOA_RIGHT_ACTION && !genoa_has_normal(st, offer->seat);
    return offer->drawn == 0 && owns(buyer, &offer->give) && st->supply.markers[st->tower_seat] >= offer->give.markers
        && buyer->tiles[GENOA_FURTHER_ACTION] - offer->give.tiles[GENOA_FURTHER_ACTION] >= spends;
}

/* Could what is missing come out of the action, or on the way? Cards that are named are owned or not there. */
static bool may_earn(const struct genoa_state *st, const struct genoa_offer *offer)
{
    return !offer->by_hand && owns_cards(&st->players[offer->seat], &offer->give);
}

/* The whole deal, on a copy: which cards would be drawn does not matter. */
bool genoa_settles(const struct genoa_state *st, const struct genoa_offer *offer, seatmask also)
{
    static const uint8_t key[RNG_KEY_BYTES] = {0};
    struct genoa_state copy = *st;
    struct rng rng;
    struct step s = {.st = &copy, .seat = st->tower_seat, .rng = &rng, .trial = true};
    rng_init(&rng, key, 0);
    return genoa_settle(&s, offer, also);
}

static bool is_payable(const struct genoa_state *st, const struct genoa_offer *offer)
{
    return has_all(st, offer) || (may_earn(st, offer) && genoa_settles(st, offer, 0));
}

/* What the tower player adds is neither owned nor brought by the action (dossier genoa R10.6). */
bool genoa_could_give(const struct genoa_state *st, const struct genoa_offer *offer, const struct genoa_goods *give)
{
    static const struct genoa_effect nothing = {.ware = {-1, -1}, .tile = -1, .deck = -1};
    const struct genoa_goods *buyer = &st->players[offer->seat];
    bool earns = offer->right == GENOA_RIGHT_ACTION && !offer->by_hand;
    const struct genoa_effect *effect = earns ? &genoa_effects[offer->place] : &nothing;
    bool could = true;
    for (int ware = 0; ware < GENOA_WARES; ware++) {
        int most = buyer->wares[ware] + (effect->ware[0] == ware || effect->ware[1] == ware);
        could &= give->wares[ware] <= most + (earns && buyer->tiles[GENOA_ANY_WARE]);
    }
    for (int tile = 0; tile < GENOA_TILES; tile++) {
        int most = buyer->tiles[tile] + (effect->tile == tile);
        could &= give->tiles[tile] <= most + (earns && genoa_is_villa(offer->place));
    }
    return could;
}

/* Would the action pay for it if the tower were there now? What the tower player adds counts as far as everybody sees that he has it. */
static bool is_promised(const struct genoa_state *st, const struct genoa_offer *offer)
{
    static const uint8_t key[RNG_KEY_BYTES] = {0};
    const struct genoa_goods *tower = &st->players[st->tower_seat];
    if (has_all(st, offer))
        return true;
    if (!may_earn(st, offer) || offer->right != GENOA_RIGHT_ACTION || !genoa_could_give(st, offer, &offer->give))
        return false;
    struct genoa_state copy = *st;
    struct genoa_offer there = *offer;
    struct rng rng;
    struct step s = {.st = &copy, .seat = st->tower_seat, .rng = &rng, .trial = true};
    rng_init(&rng, key, 0);
    copy.path[0] = offer->place;
    copy.n_path = 1;
    there.ask.money = 0;
    there.ask.markers = 0;
    memset(there.ask.cards, 0, sizeof(there.ask.cards));
    for (int ware = 0; ware < GENOA_WARES; ware++)
        if (there.ask.wares[ware] > tower->wares[ware])
            there.ask.wares[ware] = tower->wares[ware];
    for (int tile = 0; tile < GENOA_TILES; tile++)
        if (there.ask.tiles[tile] > tower->tiles[tile])
            there.ask.tiles[tile] = tower->tiles[tile];
    return genoa_settle(&s, &there, 0);
}

int genoa_promise_error(const struct genoa_state *st, const struct genoa_offer *offer)
{
    return is_promised(st, offer) ? RULE_OK : GENOA_NOT_PAYABLE;
}

/* ---- What may be written, and what may be accepted ---- */

static int right_error(const struct genoa_state *st, const struct genoa_offer *offer)
{
    if (offer->right == GENOA_RIGHT_ACTION)
        return genoa_action_error(st, offer->seat, offer->place, offer->further);
    return genoa_is_street(offer->place) ? RULE_OK : GENOA_STREET_ONLY;
}

/* Can the tower get there? */
static int way_error(const struct genoa_state *st, int space)
{
    if (genoa_steps_to(st, space) <= GENOA_STEPS)
        return RULE_OK;
    bool goes_back = !st->options.revisit && genoa_on_path(st, space);
    return goes_back ? GENOA_VISITED : GENOA_OUT_OF_REACH;
}

int genoa_filing_error(const struct genoa_state *st, const struct genoa_offer *offer)
{
    int error = right_error(st, offer);
    if (error == RULE_OK)
        error = way_error(st, offer->place);
    if (error == RULE_OK && offer->after >= 0 && !genoa_on_path(st, offer->after))
        error = way_error(st, offer->after);
    if (error == RULE_OK && offer->limit % GENOA_UNIT)
        error = GENOA_WRONG_UNIT;
    if (error == RULE_OK)
        error = genoa_terms_error(st, &offer->give, offer->drawn, &offer->ask);
    return error == RULE_OK ? genoa_promise_error(st, offer) : error;
}

bool genoa_tower_gives(const struct genoa_state *st, const struct genoa_offer *offer, const struct genoa_goods *give,
                       const struct genoa_goods *ask)
{
    return owns(&st->players[st->tower_seat], ask) && st->supply.markers[offer->seat] + give->markers >= ask->markers;
}

int genoa_offer_error(const struct genoa_state *st, const struct genoa_offer *offer, bool settled)
{
    int error = right_error(st, offer);
    if (error == RULE_OK && offer->right == GENOA_RIGHT_STREET && offer->place == genoa_here(st))
        error = GENOA_TOWER_IS_THERE;
    if (error == RULE_OK)
        error = way_error(st, offer->place);
    if (error != RULE_OK)
        return error;
    int far = genoa_distance[genoa_here(st)][offer->place];
    if (far > 1)
        return GENOA_NOT_ADJACENT;
    if (offer->after >= 0 && !genoa_on_path(st, offer->after))
        return GENOA_CONDITION;
    if (far && settled && genoa_must_sell(st))
        return GENOA_MUST_SELL;
    if (far && settled && genoa_watchers(st))
        return GENOA_MUST_CALL;
    if (!genoa_tower_gives(st, offer, &offer->give, &offer->ask))
        return GENOA_TOWER_CANNOT_GIVE;
    return is_payable(st, offer) ? RULE_OK : GENOA_NOT_PAYABLE;
}

/* ---- Duties where the tower stands: dossier genoa R5.8, 16.4 ---- */

static bool is_live_here(const struct genoa_state *st, const struct genoa_offer *offer)
{
    return offer->right == GENOA_RIGHT_ACTION && offer->place == genoa_here(st) && genoa_offer_error(st, offer, false) == RULE_OK;
}

bool genoa_must_sell(const struct genoa_state *st)
{
    int here = genoa_here(st);
    if (!st->options.forced_sale || !genoa_is_building(here) || st->actor[here] >= 0)
        return false;
    for (int i = 0; i < st->n_offers; i++)
        if (genoa_no_goods(&st->offers[i].ask) && is_live_here(st, &st->offers[i]))
            return true;
    return false;
}

static bool has_live_offer(const struct genoa_state *st, int seat)
{
    for (int i = 0; i < st->n_offers; i++)
        if (st->offers[i].seat == seat && is_live_here(st, &st->offers[i]))
            return true;
    return false;
}

seatmask genoa_watchers(const struct genoa_state *st)
{
    int here = genoa_here(st);
    seatmask seats = 0;
    if (st->options.last_call == GENOA_LAST_CALL_NEVER || !genoa_is_building(here) || st->actor[here] >= 0)
        return 0;
    for (int seat = 0; seat < st->seats; seat++) {
        bool wishes = st->options.last_call == GENOA_LAST_CALL_ALWAYS || st->watch[seat] >> here & 1;
        if (seat != st->tower_seat && wishes && !(st->called & SEAT_BIT(seat))
            && genoa_action_error(st, seat, here, true) == RULE_OK && !has_live_offer(st, seat))
            seats |= SEAT_BIT(seat);
    }
    return seats;
}
