/* What might be written into the book of offers: samples, and the bounds of its forms. */
#include "config.h"

#include "rules/engine/log.h"
#include "rules/genoa/listing.h"

#include <string.h>

enum { SET_BITS = 15, SOME_MONEY = 15 };

/* An offer of nothing, to be filled in: the rest of a sample is like it. */
static void blank(struct move *move)
{
    move->verb = GENOA_OFFER;
    move->nargs = SLOTS_OF_OFFER;
    memset(move->arg, 0, sizeof(move->arg));
    move->arg[SLOT_OFFER_AFTER] = move->arg[SLOT_OFFER_WARE] = move->arg[SLOT_OFFER_ORDER] = move->arg[SLOT_OFFER_TILE] =
        move->arg[SLOT_OFFER_SMALL] = -1;
}

/* All slots at once: most moves of Genoa are offers. */
static void list_copy(const struct move *sample, struct move_list *list)
{
    memcpy(move_list_add(list, GENOA_OFFER, SLOTS_OF_OFFER), sample->arg, SLOTS_OF_OFFER * sizeof(sample->arg[0]));
}

/* Where an offer is worth while: places in reach, whose action a seat could take. */
struct field {
    const struct genoa_state *st;
    int seat, tower;
    const struct genoa_goods *own;
    uint32_t free;    /* buildings */
    uint32_t streets; /* from the first on */
    bool further;     /* an action costs a further action tile */
    int slot;         /* the lowest free one */
};

static int free_slot(const struct genoa_state *st, int seat)
{
    unsigned used = 0;
    for (int i = 0; i < st->n_offers; i++)
        if (st->offers[i].seat == seat)
            used |= 1u << st->offers[i].slot;
    int slot = 0;
    while (slot < GENOA_SLOTS - 1 && used >> slot & 1)
        slot++;
    return slot;
}

static struct field look(const struct genoa_state *st, int seat)
{
    struct field f = {.st = st, .seat = seat, .tower = st->tower_seat, .own = &st->players[seat]};
    uint8_t steps[GENOA_SPACES];
    int here = genoa_here(st);
    f.further = !genoa_has_normal(st, seat);
    f.slot = free_slot(st, seat);
    bool acts = genoa_can_act(st, seat, true);
    genoa_steps(st, steps);
    for (int space = 0; space < GENOA_SPACES; space++) {
        if (steps[space] > GENOA_STEPS)
            continue;
        if (genoa_is_street(space) && space != here)
            f.streets |= 1u << (space - GENOA_FIRST_STREET);
        else if (genoa_is_building(space) && acts && st->actor[space] < 0 && !(st->acted_in[seat] >> space & 1))
            f.free |= 1u << space;
    }
    return f;
}

/* Something besides money that this seat can give: by the printed rules for two an offer needs it. Into the slots of @give; false: nothing. */
static bool add_good(const struct field *f, int16_t *give)
{
    const struct genoa_goods *own = f->own;
    for (int ware = 0; ware < GENOA_WARES; ware++)
        if (own->wares[ware]) {
            give[GOODS_WARES + ware] = 1;
            return true;
        }
    for (int deck = GENOA_DECKS - 1; deck >= 0; deck--) {
        static const uint8_t at[GENOA_DECKS] = {GOODS_LARGE, GOODS_SMALL, GOODS_MESSAGE, GOODS_PRIVILEGE};
        if (!own->cards[deck])
            continue;
        int card = __builtin_ctz(own->cards[deck]);
        give[at[deck] + card / SET_BITS] = (int16_t)(1 << card % SET_BITS);
        return true;
    }
    for (int tile = 0; tile < GENOA_TILES; tile++)
        if (own->tiles[tile] > (tile == GENOA_FURTHER_ACTION && f->further)) {
            give[GOODS_TILES + tile] = 1;
            return true;
        }
    give[GOODS_MARKERS] = own->markers && f->st->supply.markers[f->tower];
    return give[GOODS_MARKERS];
}

/* What the action itself brings may be given as well: one ware, the tile, a card. Into a sample; false: it brings nothing. */
static bool add_yield(const struct field *f, int building, struct move *sample)
{
    const struct genoa_effect *effect = &genoa_effects[building];
    int16_t *give = sample->arg + SLOT_OFFER_GIVE;
    for (int i = 0; i < 2; i++)
        if (effect->ware[i] >= 0 && f->st->supply.wares[effect->ware[i]]) {
            give[GOODS_WARES + effect->ware[i]] = (int16_t)(f->own->wares[effect->ware[i]] + 1);
            return give[GOODS_WARES + effect->ware[i]] <= GENOA_EACH_WARE;
        }
    if (effect->tile >= 0 && f->st->supply.tiles[effect->tile]) {
        give[GOODS_TILES + effect->tile] = 1;
        return true;
    }
    if (effect->deck >= 0 && genoa_left_in(f->st, effect->deck)) {
        sample->arg[SLOT_OFFER_DRAWN] = 1;
        return true;
    }
    return false;
}

/* ---- One offer for each place ---- */

/* What is given anywhere: money, else a good; false: only what the action brings. */
static bool begin_sample(const struct field *f, struct move *sample)
{
    int16_t *give = sample->arg + SLOT_OFFER_GIVE;
    int16_t money = f->own->money < SOME_MONEY ? f->own->money : SOME_MONEY;
    blank(sample);
    sample->arg[SLOT_OFFER_SLOT] = (int16_t)f->slot;
    give[GOODS_MONEY] = (int16_t)(money - money % GENOA_UNIT);
    bool needs_good = genoa_printed_two(f->st) || give[GOODS_MONEY] == 0;
    return !needs_good || add_good(f, give);
}

static void list_places(const struct field *f, struct move_list *list)
{
    struct move sample;
    bool pays = begin_sample(f, &sample);
    sample.arg[SLOT_OFFER_FURTHER] = f->further;
    for (uint32_t left = f->free; left; left &= left - 1) {
        int building = __builtin_ctz(left);
        sample.arg[SLOT_OFFER_PLACE] = (int16_t)building;
        if (pays) {
            list_copy(&sample, list);
            continue;
        }
        struct move promise = sample;
        if (add_yield(f, building, &promise))
            list_copy(&promise, list);
    }
    sample.arg[SLOT_OFFER_RIGHT] = GENOA_RIGHT_STREET;
    sample.arg[SLOT_OFFER_FURTHER] = 0;
    for (uint32_t left = pays ? f->streets : 0; left; left &= left - 1) {
        sample.arg[SLOT_OFFER_PLACE] = (int16_t)(GENOA_FIRST_STREET + __builtin_ctz(left));
        list_copy(&sample, list);
    }
}

/* ---- The bounds of the form ---- */

/* All that this seat owns: the most of everything that is not earned by the action. */
static void give_all(const struct field *f, int16_t *give)
{
    struct genoa_goods all = *f->own;
    int room = f->st->supply.markers[f->tower];
    all.money = all.money < GENOA_MOST_MONEY ? all.money : GENOA_MOST_MONEY;
    all.markers = (uint8_t)(all.markers < room ? all.markers : room);
    if (f->further && all.tiles[GENOA_FURTHER_ACTION])
        all.tiles[GENOA_FURTHER_ACTION]--;
    genoa_write_goods(&all, false, give);
}

/* What delivering in a building would earn, with the plan for it in @sample. */
static int earn(const struct field *f, int building, struct move *sample)
{
    struct genoa_goods own = *f->own;
    int ducats = 0;
    for (int order = 0; order < GENOA_CARDS && ducats == 0 && genoa_is_villa(building); order++)
        if (own.cards[GENOA_LARGE] >> order & 1 && genoa_large[order].villa == building && genoa_has_wares(&own, order)) {
            sample->arg[SLOT_OFFER_MAIN] = GENOA_MAIN_DELIVER;
            sample->arg[SLOT_OFFER_ORDER] = (int16_t)order;
            for (int i = 0; i < 3; i++)
                own.wares[genoa_large[order].ware[i]]--;
            ducats = GENOA_FOR_LARGE;
        }
    for (int order = 0; order < GENOA_CARDS; order++) {
        int ware = genoa_small[order].ware;
        bool mine = own.cards[GENOA_SMALL] >> order & 1 && genoa_small[order].building == building;
        bool tile = own.tiles[GENOA_ANY_WARE] && f->st->supply.wares[ware];
        if (!mine || !(own.wares[ware] || tile))
            continue;
        sample->arg[SLOT_OFFER_SMALL] = (int16_t)order;
        sample->arg[SLOT_OFFER_WARE] = (int16_t)(own.wares[ware] ? -1 : ware);
        return ducats + GENOA_FOR_SMALL;
    }
    return ducats;
}

/* The bounds hold for what is checked, so each sample is. */
static void list_if_legal(const struct field *f, const struct move *sample, struct move_list *list)
{
    if (genoa_check(f->st, f->seat, sample, NULL) == RULE_OK)
        list_copy(sample, list);
}

/* Who can give nothing but what an action brings has such an offer in the list already, for the lowest free slot. */
static bool is_listed(const struct field *f, const struct move *sample)
{
    return f->slot == sample->arg[SLOT_OFFER_SLOT] && f->own->money < GENOA_UNIT;
}

static void list_earned(const struct field *f, struct move_list *list)
{
    for (uint32_t left = f->free; left; left &= left - 1) {
        struct move sample;
        int building = __builtin_ctz(left);
        blank(&sample);
        int money = f->own->money + earn(f, building, &sample);
        if (money == f->own->money || money > GENOA_MOST_MONEY)
            continue;
        sample.arg[SLOT_OFFER_PLACE] = (int16_t)building;
        sample.arg[SLOT_OFFER_FURTHER] = f->further;
        sample.arg[SLOT_OFFER_GIVE + GOODS_MONEY] = (int16_t)money;
        if (genoa_printed_two(f->st) && !add_good(f, sample.arg + SLOT_OFFER_GIVE))
            continue;
        list_if_legal(f, &sample, list);
    }
}

/* Cards to be drawn, and markers out of the Cathedral. */
static void list_yields(const struct field *f, struct move_list *list)
{
    int most = 0, where = -1, room = f->st->supply.markers[f->tower];
    for (uint32_t left = f->free; left; left &= left - 1) {
        int building = __builtin_ctz(left), deck = genoa_effects[building].deck;
        int there = deck < 0 ? 0 : genoa_left_in(f->st, deck), cards = genoa_effects[building].cards;
        int n = there < cards ? there : cards;
        if (n > most) {
            most = n;
            where = building;
        }
    }
    struct move sample;
    blank(&sample);
    sample.arg[SLOT_OFFER_FURTHER] = f->further;
    if (most) {
        sample.arg[SLOT_OFFER_PLACE] = (int16_t)where;
        sample.arg[SLOT_OFFER_DRAWN] = (int16_t)most;
        if (!is_listed(f, &sample) || move_list_find(list, &sample) < 0)
            list_copy(&sample, list);
    }
    int back = f->st->supply.markers[f->seat] + f->own->markers; /* those given come back to the board first */
    int markers = f->own->markers + (back < 2 ? back : 2);
    markers = markers < room ? markers : room;
    if (!(f->free >> GENOA_CATHEDRAL & 1) || markers <= f->own->markers)
        return;
    sample.arg[SLOT_OFFER_PLACE] = GENOA_CATHEDRAL;
    sample.arg[SLOT_OFFER_DRAWN] = 0;
    sample.arg[SLOT_OFFER_GIVE + GOODS_MARKERS] = (int16_t)markers;
    list_copy(&sample, list);
}

/* The first place that is for sale, as the subject of an offer; with @promise the first where the action brings something, which is
 * given. False: there is none. */
static bool pick_place(const struct field *f, bool promise, struct move *sample)
{
    blank(sample);
    if (!f->free && f->streets && !promise) {
        sample->arg[SLOT_OFFER_RIGHT] = GENOA_RIGHT_STREET;
        sample->arg[SLOT_OFFER_PLACE] = (int16_t)(GENOA_FIRST_STREET + __builtin_ctz(f->streets));
        return true;
    }
    sample->arg[SLOT_OFFER_FURTHER] = f->further;
    for (uint32_t left = f->free; left; left &= left - 1) {
        sample->arg[SLOT_OFFER_PLACE] = (int16_t)__builtin_ctz(left);
        if (!promise || add_yield(f, __builtin_ctz(left), sample))
            return true;
    }
    return false;
}

static void list_widest(const struct field *f, bool promise, struct move_list *list)
{
    struct move sample;
    if (!pick_place(f, promise, &sample))
        return;
    struct move widest = sample;
    give_all(f, widest.arg + SLOT_OFFER_GIVE);
    for (int slot = GOODS_WARES; promise && slot < GOODS_PLAIN; slot++)
        if (sample.arg[SLOT_OFFER_GIVE + slot])
            widest.arg[SLOT_OFFER_GIVE + slot] = sample.arg[SLOT_OFFER_GIVE + slot];
    widest.arg[SLOT_OFFER_SLOT] = GENOA_SLOTS - 1;
    widest.arg[SLOT_OFFER_FURTHER] = 1;
    widest.arg[SLOT_OFFER_BY_HAND] = !promise;
    widest.arg[SLOT_OFFER_ASK + GOODS_MONEY] = widest.arg[SLOT_OFFER_LIMIT] = GENOA_MOST_MONEY;
    widest.arg[SLOT_OFFER_ASK + GOODS_MARKERS] = GENOA_MARKERS;
    list_if_legal(f, &widest, list);
}

/* The widest offer that there is, and one without money and condition in the first slot. Who owns hardly anything can still give
 * what an action brings. */
static void list_bounds(const struct field *f, struct move_list *list)
{
    struct move sample;
    int16_t goods[GOODS_SLOTS] = {0};
    bool good = add_good(f, goods), pays = !genoa_printed_two(f->st) && f->own->money >= GENOA_UNIT;
    list_widest(f, !good && !pays, list);
    if (good && pick_place(f, false, &sample)) {
        memcpy(sample.arg + SLOT_OFFER_GIVE, goods, sizeof(goods));
        if (!is_listed(f, &sample) || move_list_find(list, &sample) < 0)
            list_copy(&sample, list);
    }
    if ((!good || goods[GOODS_MARKERS]) && pick_place(f, true, &sample) && move_list_find(list, &sample) < 0)
        list_if_legal(f, &sample, list);
}

void genoa_list_offers(const struct genoa_state *st, int seat, struct move_list *list)
{
    if (genoa_book_full(st, seat))
        return;
    struct field f = look(st, seat);
    list->partial = true;
    list_places(&f, list);
    list_yields(&f, list);
    list_earned(&f, list);
    list_bounds(&f, list);
    for (int i = 0; i < st->n_offers; i++)
        if (st->offers[i].seat == seat)
            list_one(list, GENOA_WITHDRAW, st->offers[i].slot);
}

/* ---- Prices that the tower player asks ---- */

void genoa_list_announce(const struct genoa_state *st, struct move_list *list)
{
    enum { SOME_PRICE = 20 };
    uint8_t steps[GENOA_SPACES];
    bool bounds = false;
    if (genoa_book_full(st, st->tower_seat))
        return;
    genoa_steps(st, steps);
    list->partial = true;
    for (int space = 0; space < GENOA_SPACES; space++) {
        if (st->announced[space] >= 0)
            list_two(list, GENOA_ANNOUNCE, space, -GENOA_UNIT);
        else if (genoa_is_building(space) && st->actor[space] < 0 && steps[space] <= GENOA_STEPS)
            list_two(list, GENOA_ANNOUNCE, space, SOME_PRICE);
    }
    for (int space = 0; space < GENOA_SPACES && !bounds; space++)
        if (steps[space] <= GENOA_STEPS) {
            bounds = true;
            list_two(list, GENOA_ANNOUNCE, space, 0);
            list_two(list, GENOA_ANNOUNCE, space, GENOA_ASKING);
        }
}

/* ---- Counters ---- */

void genoa_list_counter(const struct genoa_offer *offer, const struct genoa_goods *give, const struct genoa_goods *ask,
                        struct move_list *list)
{
    int16_t *arg = move_list_add(list, GENOA_COUNTER, SLOTS_OF_COUNTER);
    arg[SLOT_COUNTER_FROM] = offer->seat;
    arg[SLOT_COUNTER_SLOT] = offer->slot;
    genoa_write_goods(give, false, arg + SLOT_COUNTER_GIVE);
    genoa_write_goods(ask, false, arg + SLOT_COUNTER_ASK);
}

/* Whatever can be asked of the author, for all that the tower player owns; and one card for nothing. */
void genoa_list_counter_bounds(const struct genoa_state *st, const struct genoa_offer *offer, struct move_list *list)
{
    struct genoa_goods all = {.money = GENOA_MOST_MONEY, .markers = GENOA_MARKERS}, card = {.cards = {1}}, nothing = {.money = 0};
    struct genoa_goods own = st->players[st->tower_seat];
    int room = st->supply.markers[offer->seat] + GENOA_MARKERS;
    for (int deck = 0; deck < GENOA_DECKS; deck++)
        all.cards[deck] = (uint16_t)((1u << genoa_deck_sizes[deck]) - 1);
    own.money = own.money < GENOA_MOST_MONEY ? own.money : GENOA_MOST_MONEY;
    own.markers = (uint8_t)(own.markers < room ? own.markers : room);
    genoa_list_counter(offer, &all, &own, list);
    genoa_list_counter(offer, &card, &nothing, list);
}
