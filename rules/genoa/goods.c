/* What is owned and offered: goods as slots of moves, and the offers that stand in the book (dossier genoa 10, 16). */
#include "config.h"

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

void genoa_tell_terms(const struct genoa_goods *give, int drawn, const struct genoa_goods *ask, int16_t *slots)
{
    genoa_write_goods(give, true, slots);
    genoa_write_goods(ask, true, slots + GENOA_TOLD_GOODS + 1);
    for (int deck = 0; deck < GENOA_DECKS; deck++) {
        slots[GOODS_PLAIN + deck] = (int16_t)genoa_size(give->cards[deck]);
        slots[GENOA_TOLD_GOODS + 1 + GOODS_PLAIN + deck] = (int16_t)genoa_size(ask->cards[deck]);
    }
    slots[GENOA_TOLD_GOODS] = (int16_t)drawn;
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

bool genoa_owns_cards(const struct genoa_goods *owner, const struct genoa_goods *what)
{
    unsigned missing = 0;
    for (int deck = 0; deck < GENOA_DECKS; deck++)
        missing |= (unsigned)(what->cards[deck] & ~owner->cards[deck]);
    return missing == 0;
}

bool genoa_owns(const struct genoa_goods *owner, const struct genoa_goods *what)
{
    bool has = owner->money >= what->money && owner->markers >= what->markers;
    for (int ware = 0; ware < GENOA_WARES; ware++)
        has &= owner->wares[ware] >= what->wares[ware];
    for (int tile = 0; tile < GENOA_TILES; tile++)
        has &= owner->tiles[tile] >= what->tiles[tile];
    return has && genoa_owns_cards(owner, what);
}

int genoa_terms_error(const struct genoa_state *st, const struct genoa_goods *give, int drawn, const struct genoa_goods *ask)
{
    if (give->money % GENOA_UNIT || ask->money % GENOA_UNIT)
        return GENOA_WRONG_UNIT;
    if (drawn)
        return RULE_OK;
    if (genoa_no_goods(give))
        return GENOA_EMPTY_OFFER;
    return genoa_printed_two(st) && only_money(give) ? GENOA_MONEY_ONLY : RULE_OK;
}

/* ---- The book ---- */

const struct genoa_offer *genoa_find_offer(const struct genoa_state *st, int seat, int slot)
{
    for (int i = 0; i < st->n_offers; i++)
        if (st->offers[i].seat == seat && st->offers[i].slot == slot)
            return &st->offers[i];
    return NULL;
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
    must(index >= 0 && index < st->n_offers);
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
