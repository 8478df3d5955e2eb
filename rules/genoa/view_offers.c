/* The book of offers as a view tells it: by places, in the order in which the tower can come there. */
#include "config.h"

#include "rules/genoa/view_parts.h"

#include "rules/engine/verbs.h"
#include "rules/genoa/table.h"
#include "rules/genoa/worth.h"

#include <string.h>

enum { TOP_BIDS = 4, SUMS = 3, RAISES = 4 };

/* What a step says after its sum, as a form sends it: " give_silk=1". @move gives no money; the argument @last is the last that the
 * form says by itself. */
static void put_rest(struct value *out, const struct move *move, const char *last)
{
    char text[MOVE_TEXT];
    move_to_text(genoa_verbs, move, text);
    size_t length = strlen(last);
    const char *at = strchr(text, ' ');
    while (at && (strlen(at + 1) < length || memcmp(at + 1, last, length) != 0))
        at = strchr(at + 1, ' ');
    at = at ? strchr(at + 1, ' ') : NULL;
    if (at)
        put_copy(out, K_rest, at);
}

/* "counter": {"place": "verb=counter&from=1&slot=0"}; @seat -1: of one's own */
static void put_step(struct value *out, enum key verb, int seat, int slot)
{
    char place[64];
    struct writer text = writer_on(place, sizeof(place));
    genoa_write_choice(&text, "verb", key_name(verb));
    if (seat >= 0)
        genoa_write_number_choice(&text, "from", seat);
    genoa_write_number_choice(&text, "slot", slot);
    put_copy(put_object(out, verb), K_place, place);
}

/* {"place": "verb=accept&from=1&slot=0&also=2,3"}: @also pay for the same step to a street */
static void put_deal(struct value *out, enum key key, const struct genoa_offer *offer, seatmask also)
{
    char place[64];
    struct writer text = writer_on(place, sizeof(place));
    genoa_write_choice(&text, "verb", "accept");
    genoa_write_number_choice(&text, "from", offer->seat);
    genoa_write_number_choice(&text, "slot", offer->slot);
    genoa_write_choice(&text, "also", "");
    for (int seat = 0, n = 0; seat < GENOA_SEATS; seat++)
        if (also & SEAT_BIT(seat)) {
            write_text(&text, n++ ? "," : "");
            write_number(&text, seat);
        }
    put_copy(put_object(out, key), K_place, place);
}

/* Who else pays for the step to a street that an offer is about. */
static seatmask others_for(const struct genoa_state *st, const struct genoa_offer *offer)
{
    seatmask also = 0;
    for (int seat = 0; seat < st->seats && offer->right == GENOA_RIGHT_STREET; seat++)
        if (seat != offer->seat && genoa_find_street(st, seat, offer->place))
            also |= SEAT_BIT(seat);
    return also;
}

/* Sums of money, and whether there are any. */
static void put_sums(struct value *out, enum key any, enum key key, const int16_t *sum, int n)
{
    genoa_mark(out, any, n > 0);
    struct value *list = put_list(out, key);
    for (int i = 0; i < n; i++)
        add_int(list, sum[i]);
}

/* ---- One offer ---- */

static const char *label_of(const struct name *names, int i)
{
    return i < 0 ? NULL : names[i].label;
}

/* How its buyer has it carried out; nothing: the building gives what it has, and that is all. */
static void put_plan(struct value *out, const struct genoa_plan *plan)
{
    if (plan->ware < 0 && plan->main == GENOA_MAIN_TAKE && plan->small < 0)
        return;
    struct value *told = put_object(out, K_plan);
    bool delivers = plan->main == GENOA_MAIN_DELIVER;
    put_text(told, K_ware_label, label_of(genoa_wares, plan->ware));
    put_text(told, K_order_label, label_of(genoa_cards[GENOA_LARGE], delivers ? plan->order : -1));
    put_text(told, K_tile_label, label_of(genoa_tiles, delivers ? plan->tile : -1));
    put_text(told, K_small_label, label_of(genoa_cards[GENOA_SMALL], plan->small));
}

/* More money for the same: what is asked for most when one haggles. */
static void set_raises(struct value *out, const struct seen *seen, const struct genoa_offer *offer)
{
    struct move move = {.verb = GENOA_COUNTER, .nargs = SLOTS_OF_COUNTER};
    struct genoa_goods give = offer->give;
    int16_t raise[RAISES];
    int n = 0;
    move.arg[SLOT_COUNTER_FROM] = offer->seat;
    move.arg[SLOT_COUNTER_SLOT] = offer->slot;
    genoa_write_goods(&offer->ask, false, move.arg + SLOT_COUNTER_ASK);
    for (int i = 1; i <= RAISES; i++) {
        give.money = (int16_t)(offer->give.money + GENOA_UNIT * i);
        genoa_write_goods(&give, false, move.arg + SLOT_COUNTER_GIVE);
        if (genoa_check(seen->st, seen->viewer, &move, NULL) == RULE_OK)
            raise[n++] = give.money;
    }
    give.money = 0;
    genoa_write_goods(&give, false, move.arg + SLOT_COUNTER_GIVE);
    put_sums(out, K_any_raises, K_raises, raise, n);
    put_rest(out, &move, "slot=");
}

/* Could it be accepted once the tower is there? */
static bool still_possible(int error)
{
    return error == RULE_OK || error == GENOA_NOT_ADJACENT || error == GENOA_CONDITION || error == GENOA_MUST_SELL
        || error == GENOA_MUST_CALL;
}

/* Could it be accepted this turn if its terms were others? */
static bool worth_haggling(int error)
{
    return still_possible(error) || error == GENOA_TOWER_CANNOT_GIVE || error == GENOA_NOT_PAYABLE;
}

static void set_acts(struct value *out, const struct seen *seen, const struct genoa_offer *offer, bool near)
{
    bool mine = offer->seat == seen->viewer, deals = seen->asked && seen->leads && seen->st->phase == GENOA_PHASE_TOWER;
    int error = genoa_offer_error(seen->st, offer, seen->leads); /* what must come first is the tower player's to know */
    seatmask also = deals && near ? others_for(seen->st, offer) : 0;
    bool haggles = deals && seen->st->counters_left && !offer->countered && worth_haggling(error);
    genoa_mark(out, K_possible, still_possible(error));
    if (deals && near)
        put_deal(out, K_accept, offer, 0);
    if (also)
        put_deal(out, K_accept_all, offer, also);
    if (haggles)
        put_step(out, K_counter, offer->seat, offer->slot);
    if (mine && seen->offers)
        put_step(out, K_withdraw, -1, offer->slot);
    if (haggles)
        set_raises(out, seen, offer);
    if (deals && error != RULE_OK && (near || !worth_haggling(error))) {
        char refused[48];
        struct writer text = writer_on(refused, sizeof(refused));
        write_text(&text, "accept from=");
        write_number(&text, offer->seat);
        write_text(&text, " slot=");
        write_number(&text, offer->slot);
        put_copy(out, K_refused, refused);
    }
}

static void set_offer(struct value *out, const struct seen *seen, const struct genoa_offer *offer, bool near)
{
    bool mine = offer->seat == seen->viewer, party = mine || seen->leads, asks = !genoa_no_goods(&offer->ask);
    put_int(out, K_seat, offer->seat);
    put_int(out, K_slot, offer->slot);
    genoa_put_goods(out, K_gives, &offer->give, party);
    if (asks)
        genoa_put_goods(out, K_asks, &offer->ask, party);
    genoa_mark(out, K_any_asks, asks);
    if (offer->drawn)
        put_int(out, K_drawn, offer->drawn);
    if (offer->after >= 0)
        put_text(out, K_after_label, genoa_spaces[offer->after].label);
    genoa_mark(out, K_by_hand, offer->by_hand);
    genoa_mark(out, K_further, offer->further);
    genoa_mark(out, K_countered, offer->countered && !offer->pending);
    genoa_mark(out, K_pending, offer->pending);
    genoa_mark(out, K_agreed, offer->agreed);
    if (mine && offer->limit)
        put_int(out, K_limit, offer->limit);
    if (mine)
        put_plan(out, &offer->plan);
    if (party)
        put_int(out, K_worth, genoa_worth_offer(seen->st, seen->viewer, offer));
    set_acts(out, seen, offer, near);
}

/* ---- Places ---- */

enum { NO_OFFER = -10000 };

struct stop {
    uint8_t space, steps;
    int16_t best; /* what an offer there is worth at most; NO_OFFER: there is none */
};

/* The nearest first; of equals those with the best offer. */
static bool goes_before(const struct stop *a, const struct stop *b)
{
    bool near = a->steps <= 1 && b->steps <= 1 && a->steps && b->steps;
    return a->steps != b->steps && !near ? a->steps < b->steps : a->best > b->best;
}

/* What the best offer for a place brings the tower player, as far as the viewer reads them; to others its ducats. */
static int best_at(const struct seen *seen, int space)
{
    int best = NO_OFFER;
    for (int i = 0; i < seen->st->n_offers; i++) {
        const struct genoa_offer *offer = &seen->st->offers[i];
        if (offer->place != space || !genoa_offer_visible(seen->st, seen->viewer, offer))
            continue;
        int worth = seen->leads ? genoa_worth_offer(seen->st, seen->viewer, offer) : offer->give.money;
        best = worth > best ? worth : best;
    }
    return best;
}

static int list_stops(const struct seen *seen, struct stop stop[GENOA_SPACES])
{
    bool deals = seen->asked && seen->leads && seen->st->phase == GENOA_PHASE_TOWER;
    bool must = deals && (genoa_must_sell(seen->st) || genoa_watchers(seen->st));
    int n = 0;
    for (int space = 0; space < GENOA_SPACES; space++) {
        int steps = seen->steps[space], best = best_at(seen, space), i = n;
        if ((best == NO_OFFER || steps > GENOA_STEPS) && !(deals && steps <= (must ? 0 : 1)))
            continue;
        const struct stop one = {(uint8_t)space, (uint8_t)(steps > GENOA_STEPS ? GENOA_PATH : steps), (int16_t)best};
        for (; i > 0 && goes_before(&one, &stop[i - 1]); i--)
            stop[i] = stop[i - 1];
        stop[i] = one;
        n++;
    }
    return n;
}

/* What the tower player can do at a place: act where the tower stands, or go there. */
static void put_doings(struct value *out, const struct seen *seen, const struct stop *stop)
{
    char place[48];
    struct writer text = writer_on(place, sizeof(place));
    if (!seen->asked || !seen->leads || seen->st->phase != GENOA_PHASE_TOWER || stop->steps > 1)
        return;
    struct value *list = put_list(out, K_doings);
    if (stop->steps == 0 && genoa_is_building(stop->space)) {
        put_text(add_object(list), K_place, "verb=act&further=0");
        put_text(add_object(list), K_place, "verb=act&further=1");
    } else if (stop->steps == 1) {
        genoa_write_choice(&text, "verb", "move");
        genoa_write_choice(&text, "space", genoa_spaces[stop->space].id);
        put_copy(add_object(list), K_place, place);
    }
}

static void set_stop(struct value *out, const struct seen *seen, const struct stop *stop)
{
    const struct genoa_state *st = seen->st;
    bool building = genoa_is_building(stop->space), free = building && st->actor[stop->space] < 0;
    genoa_set_space(out, stop->space);
    genoa_mark(out, K_here, stop->steps == 0);
    genoa_mark(out, K_near, stop->steps == 1);
    genoa_mark(out, K_far, stop->steps > 1);
    put_int(out, K_steps, stop->steps);
    genoa_mark(out, K_building, building);
    if (free)
        genoa_put_yields(out, st, stop->space);
    else if (building)
        genoa_put_seat(out, K_taken_by, st->actor[stop->space]);
    if (free && seen->leads && genoa_action_error(st, seen->viewer, stop->space, false) == RULE_OK)
        put_int(out, K_value, genoa_worth_action(st, seen->viewer, stop->space));
    put_doings(out, seen, stop);
    genoa_mark(out, K_any_offers, stop->best != NO_OFFER);
    struct value *offers = put_list(out, K_offers);
    for (int i = 0; i < st->n_offers; i++)
        if (st->offers[i].place == stop->space && genoa_offer_visible(st, seen->viewer, &st->offers[i]))
            set_offer(add_object(offers), seen, &st->offers[i], stop->steps <= 1);
}

/* ---- What the viewer has offered, and could offer ---- */

static bool stands(const struct seen *seen, int space)
{
    for (int i = 0; i < seen->st->n_offers; i++)
        if (seen->st->offers[i].seat == seen->viewer && seen->st->offers[i].place == space)
            return true;
    return false;
}

/* The viewer's own offers for a set of places, as long as they can be changed. */
static void add_posted(struct value *list, const struct seen *seen, uint64_t places)
{
    for (int i = 0; i < seen->st->n_offers && seen->offers; i++) {
        const struct genoa_offer *offer = &seen->st->offers[i];
        if (offer->seat != seen->viewer || !(places >> offer->place & 1))
            continue;
        struct value *out = add_object(list);
        genoa_put_place(out, "offer", "place", offer->place);
        genoa_set_space(out, offer->place);
        if (seen->steps[offer->place] < GENOA_PATH)
            put_int(out, K_steps, seen->steps[offer->place]);
        set_offer(out, seen, offer, false);
        genoa_put_best(out, K_best, seen, offer->place, false);
    }
}

struct bid {
    struct genoa_offer offer;
    int worth, steps;
};

static int slot_for(const struct genoa_state *st, int seat, int place)
{
    bool used[GENOA_SLOTS] = {false};
    for (int i = 0; i < st->n_offers; i++) {
        if (st->offers[i].seat != seat)
            continue;
        if (st->offers[i].place == place)
            return st->offers[i].slot;
        used[st->offers[i].slot] = true;
    }
    for (int slot = 0; slot < GENOA_SLOTS; slot++)
        if (!used[slot])
            return slot;
    return GENOA_SLOTS - 1;
}

/* Ducats that one might begin with: less than half of what it is worth. */
static int first_sum(int worth)
{
    int sum = worth * 2 / 5 / GENOA_UNIT * GENOA_UNIT;
    return sum > GENOA_UNIT ? sum : GENOA_UNIT;
}

static struct bid bid_for(const struct seen *seen, const struct genoa_outlook *look, int space)
{
    const struct genoa_state *st = seen->st;
    struct bid bid = {.steps = seen->steps[space]};
    struct genoa_offer *offer = &bid.offer;
    bool building = genoa_is_building(space);
    *offer = (struct genoa_offer){.seat = (uint8_t)seen->viewer, .slot = (uint8_t)slot_for(st, seen->viewer, space), .place = (uint8_t)space,
                                  .right = building ? GENOA_RIGHT_ACTION : GENOA_RIGHT_STREET, .after = -1,
                                  .plan = {.ware = -1, .order = -1, .tile = -1, .small = -1}};
    if (building)
        bid.worth = genoa_in_ducats(genoa_weigh_action(look, &st->players[seen->viewer], space, &offer->plan));
    offer->give.money = (int16_t)first_sum(bid.worth);
    offer->further = !genoa_has_normal(st, seen->viewer);
    return bid;
}

static struct move offer_move(const struct genoa_offer *offer)
{
    struct move move = {.verb = GENOA_OFFER, .nargs = SLOTS_OF_OFFER};
    genoa_write_offer(offer, move.arg);
    return move;
}

/* Does the viewer offer as many ducats for that place already? */
static bool is_current(const struct seen *seen, int space, int money)
{
    for (int i = 0; i < seen->st->n_offers; i++) {
        const struct genoa_offer *offer = &seen->st->offers[i];
        if (offer->seat == seen->viewer && offer->place == space && offer->give.money == money)
            return true;
    }
    return false;
}

static void set_sums(struct value *out, const struct seen *seen, const struct bid *bid)
{
    struct genoa_offer offer = bid->offer;
    struct value *list = put_list(out, K_sums);
    bool any = false;
    for (int i = 0; i < SUMS; i++) {
        offer.give.money = (int16_t)(bid->offer.give.money + GENOA_UNIT * i);
        const struct move move = offer_move(&offer);
        if (genoa_check(seen->st, seen->viewer, &move, NULL) != RULE_OK)
            continue;
        struct value *sum = add_object(list);
        put_int(sum, K_sum, offer.give.money);
        put_bool(sum, K_current, is_current(seen, offer.place, offer.give.money));
        any = true;
    }
    offer.give.money = 0;
    const struct move rest = offer_move(&offer);
    genoa_mark(out, K_any_sums, any);
    put_rest(out, &rest, "place=");
}

/* An item for each name in a @set, or nothing for none. */
static void put_choices(struct value *out, enum key key, const struct name *names, unsigned set, int preset)
{
    struct value *list = set ? put_list(out, key) : NULL;
    for (int i = 0; set >> i; i++) {
        if (!(set >> i & 1))
            continue;
        struct value *choice = add_object(list);
        put_text(choice, K_id, names[i].id);
        put_text(choice, K_choice_label, names[i].label);
        put_bool(choice, K_preset, i == preset);
    }
}

/* What there is to choose from for the way in which the action is carried out. */
static void set_plan_choices(struct value *out, const struct seen *seen, const struct bid *bid)
{
    const struct genoa_goods *own = &seen->st->players[seen->viewer];
    const struct genoa_plan *plan = &bid->offer.plan;
    unsigned orders = 0, smalls = 0, rewards = 0, wares = 0;
    bool delivers = plan->main == GENOA_MAIN_DELIVER;
    for (int card = 0; card < GENOA_CARDS; card++) {
        orders |= (own->cards[GENOA_LARGE] >> card & 1u && genoa_large[card].villa == bid->offer.place) << card;
        smalls |= (own->cards[GENOA_SMALL] >> card & 1u && genoa_small[card].building == bid->offer.place) << card;
    }
    for (int tile = 0; tile < GENOA_TILES && orders; tile++)
        rewards |= (seen->st->supply.tiles[tile] > 0) << tile;
    for (int ware = 0; ware < GENOA_WARES && own->tiles[GENOA_ANY_WARE]; ware++)
        wares |= (seen->st->supply.wares[ware] > 0) << ware;
    genoa_mark(out, K_any_orders, orders);
    genoa_mark(out, K_delivers, delivers);
    genoa_mark(out, K_any_smalls, smalls);
    genoa_mark(out, K_any_free_wares, wares);
    genoa_mark(out, K_any_plan, orders || smalls || wares);
    put_choices(out, K_orders, genoa_cards[GENOA_LARGE], orders, plan->order);
    put_choices(out, K_smalls, genoa_cards[GENOA_SMALL], smalls, plan->small);
    put_choices(out, K_rewards, genoa_tiles, rewards, delivers ? plan->tile : GENOA_ANY_WARE);
    put_choices(out, K_free_wares, genoa_wares, wares, plan->ware);
}

static void set_bid(struct value *out, const struct seen *seen, const struct bid *bid, bool top)
{
    const struct genoa_state *st = seen->st;
    int space = bid->offer.place;
    bool building = genoa_is_building(space);
    genoa_put_place(out, "offer", "place", space);
    genoa_set_space(out, space);
    genoa_mark(out, K_building, building);
    put_int(out, K_steps, bid->steps);
    genoa_mark(out, K_stands, stands(seen, space));
    add_posted(put_list(out, K_offers), seen, 1ull << space);
    genoa_put_best(out, K_best, seen, space, false);
    if (building)
        put_int(out, K_worth, bid->worth);
    put_int(out, K_slot, bid->offer.slot);
    put_text(out, K_right, genoa_rights[bid->offer.right].id);
    genoa_mark(out, K_spends_further, bid->offer.further);
    if (building)
        genoa_put_yields(out, st, space);
    put_plan(out, &bid->offer.plan);
    set_plan_choices(out, seen, bid);
    if (st->announced[space] > 0)
        put_int(out, K_asking, st->announced[space]);
    genoa_mark(out, K_top, top);
    set_sums(out, seen, bid);
}

/* Where there is something to be bought, what is worth most first; streets last. An offer changes nothing in their order.
 * Return: the set of places that are suggested; what is offered for one stands in its line. */
static uint64_t add_bids(struct value *list, const struct seen *seen)
{
    struct bid bids[GENOA_SPACES];
    int n = 0;
    uint64_t suggested = 0;
    if (!seen->offers)
        return 0;
    const struct genoa_outlook look = genoa_outlook(seen->st, seen->viewer);
    for (int space = 0; space < GENOA_SPACES; space++) {
        int i = n;
        if (space == GENOA_MARKET || seen->steps[space] > GENOA_STEPS
            || (genoa_is_building(space) && genoa_action_error(seen->st, seen->viewer, space, true) != RULE_OK
                && genoa_action_error(seen->st, seen->viewer, space, false) != RULE_OK))
            continue;
        const struct bid bid = bid_for(seen, &look, space);
        for (; i > 0 && bids[i - 1].worth < bid.worth; i--)
            bids[i] = bids[i - 1];
        bids[i] = bid;
        n++;
    }
    for (int i = 0; i < n; i++) {
        bool top = i < TOP_BIDS && genoa_is_building(bids[i].offer.place);
        suggested |= (uint64_t)top << bids[i].offer.place;
        set_bid(add_object(list), seen, &bids[i], top);
    }
    return suggested;
}

/* ---- Counters that wait for the viewer ---- */

static void set_answer(struct value *out, const struct seen *seen, const struct genoa_offer *offer)
{
    struct genoa_offer after = *offer;
    after.give = offer->counter_give;
    after.ask = offer->counter_ask;
    genoa_set_space(out, offer->place);
    put_bool(out, K_building, genoa_is_building(offer->place));
    put_int(out, K_slot, offer->slot);
    genoa_put_goods(out, K_gives, &offer->give, true);
    genoa_put_goods(out, K_asks, &offer->ask, true);
    put_bool(out, K_any_asks, !genoa_no_goods(&offer->ask));
    genoa_put_goods(out, K_counter_gives, &after.give, true);
    genoa_put_goods(out, K_counter_asks, &after.ask, true);
    put_bool(out, K_any_counter_asks, !genoa_no_goods(&after.ask));
    genoa_put_goods(out, K_counter_gives_open, &after.give, false); /* cards without their names, which only who owns them knows */
    put_int(out, K_worth, genoa_worth_offer(seen->st, seen->viewer, &after));
    put_step(out, K_agree, -1, offer->slot);
    put_step(out, K_decline, -1, offer->slot);
}

static void add_answers(struct value *list, const struct seen *seen)
{
    bool asked = seen->asked && seen->st->phase == GENOA_PHASE_ANSWERS;
    for (int i = 0; i < seen->st->n_offers && asked; i++)
        if (seen->st->offers[i].seat == seen->viewer && seen->st->offers[i].pending)
            set_answer(add_object(list), seen, &seen->st->offers[i]);
}

void genoa_set_offers(struct value *out, const struct seen *seen)
{
    struct stop stop[GENOA_SPACES];
    bool runs = seen->st->n_path && seen->st->phase < GENOA_PHASE_MARKERS;
    int n = runs ? list_stops(seen, stop) : 0;
    put_bool(out, K_desk, seen->asked && seen->leads && seen->st->phase == GENOA_PHASE_TOWER);
    put_bool(out, K_must_sell, runs && seen->asked && seen->leads && genoa_must_sell(seen->st));
    put_bool(out, K_any_stops, n > 0);
    struct value *stops = put_list(out, K_stops);
    int n_far = 0;
    for (int i = 0; i < n; i++) {
        set_stop(add_object(stops), seen, &stop[i]);
        n_far += stop[i].steps > 1;
    }
    put_int(out, K_n_far, n_far);
    put_int(out, K_n_stops, n);
    put_bool(out, K_offering, seen->offers);
    put_bool(out, K_spent, seen->spent);
    uint64_t suggested = add_bids(put_list(out, K_bids), seen);
    add_posted(put_list(out, K_posted), seen, ~suggested);
    add_answers(put_list(out, K_answers), seen);
}
