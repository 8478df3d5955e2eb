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
static void set_rest(struct json_object *out, const struct move *move, const char *last)
{
    char text[MOVE_TEXT];
    move_to_text(genoa_verbs, move, text);
    size_t length = strlen(last);
    const char *at = strchr(text, ' ');
    while (at && (strlen(at + 1) < length || memcmp(at + 1, last, length) != 0))
        at = strchr(at + 1, ' ');
    at = at ? strchr(at + 1, ' ') : NULL;
    genoa_put(out, "rest", at ? json_text(at) : NULL);
}

/* {"place": "verb=accept&from=1&slot=0"}; @seat -1: of one's own */
static struct json_object *about_offer(const char *verb, int seat, int slot)
{
    char place[64];
    struct writer text = writer_on(place, sizeof(place));
    struct json_object *out = json_new();
    genoa_write_choice(&text, "verb", verb);
    if (seat >= 0)
        genoa_write_number_choice(&text, "from", seat);
    genoa_write_number_choice(&text, "slot", slot);
    json_set_text(out, "place", place);
    return out;
}

/* {"place": "verb=accept&from=1&slot=0&also=2,3"}: @also pay for the same step to a street */
static struct json_object *about_deal(const struct genoa_offer *offer, seatmask also)
{
    char place[64];
    struct writer text = writer_on(place, sizeof(place));
    struct json_object *out = json_new();
    genoa_write_choice(&text, "verb", "accept");
    genoa_write_number_choice(&text, "from", offer->seat);
    genoa_write_number_choice(&text, "slot", offer->slot);
    genoa_write_choice(&text, "also", "");
    for (int seat = 0, n = 0; seat < GENOA_SEATS; seat++)
        if (also & SEAT_BIT(seat)) {
            write_text(&text, n++ ? "," : "");
            write_number(&text, seat);
        }
    json_set_text(out, "place", place);
    return out;
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

static void add_place(struct json_object *list, const char *place)
{
    struct json_object *out = json_new();
    json_set_text(out, "place", place);
    json_add(list, out);
}

/* ---- One offer ---- */

static const char *label_of(const struct name *names, int i)
{
    return i < 0 ? NULL : names[i].label;
}

/* How its buyer has it carried out; NULL: the building gives what it has, and that is all. */
static struct json_object *plan_view(const struct genoa_plan *plan)
{
    if (plan->ware < 0 && plan->main == GENOA_MAIN_TAKE && plan->small < 0)
        return NULL;
    struct json_object *out = json_new();
    bool delivers = plan->main == GENOA_MAIN_DELIVER;
    json_set_text(out, "ware_label", label_of(genoa_wares, plan->ware));
    json_set_text(out, "order_label", label_of(genoa_cards[GENOA_LARGE], delivers ? plan->order : -1));
    json_set_text(out, "tile_label", label_of(genoa_tiles, delivers ? plan->tile : -1));
    json_set_text(out, "small_label", label_of(genoa_cards[GENOA_SMALL], plan->small));
    return out;
}

/* More money for the same: what is asked for most when one haggles. */
static void set_raises(const struct seen *seen, const struct genoa_offer *offer, struct json_object *out)
{
    struct move move = {.verb = GENOA_COUNTER, .nargs = SLOTS_OF_COUNTER};
    struct json_object *list = json_new_list();
    struct genoa_goods give = offer->give;
    move.arg[SLOT_COUNTER_FROM] = offer->seat;
    move.arg[SLOT_COUNTER_SLOT] = offer->slot;
    genoa_write_goods(&offer->ask, false, move.arg + SLOT_COUNTER_ASK);
    for (int i = 1; i <= RAISES; i++) {
        give.money = (int16_t)(offer->give.money + GENOA_UNIT * i);
        genoa_write_goods(&give, false, move.arg + SLOT_COUNTER_GIVE);
        if (genoa_check(seen->st, seen->viewer, &move, NULL) == RULE_OK)
            json_add(list, json_number(give.money));
    }
    give.money = 0;
    genoa_write_goods(&give, false, move.arg + SLOT_COUNTER_GIVE);
    genoa_mark(out, "any_raises", json_object_array_length(list) > 0);
    json_set(out, "raises", list);
    set_rest(out, &move, "slot=");
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

static void set_acts(const struct seen *seen, const struct genoa_offer *offer, bool near, struct json_object *out)
{
    bool mine = offer->seat == seen->viewer, deals = seen->asked && seen->leads && seen->st->phase == GENOA_PHASE_TOWER;
    int error = genoa_offer_error(seen->st, offer, seen->leads); /* what must come first is the tower player's to know */
    genoa_mark(out, "possible", still_possible(error));
    seatmask also = deals && near ? others_for(seen->st, offer) : 0;
    genoa_put(out, "accept", deals && near ? about_deal(offer, 0) : NULL);
    genoa_put(out, "accept_all", also ? about_deal(offer, also) : NULL);
    bool haggles = deals && seen->st->counters_left && !offer->countered && worth_haggling(error);
    genoa_put(out, "counter", haggles ? about_offer("counter", offer->seat, offer->slot) : NULL);
    genoa_put(out, "withdraw", mine && seen->offers ? about_offer("withdraw", -1, offer->slot) : NULL);
    if (haggles)
        set_raises(seen, offer, out);
    if (deals && error != RULE_OK && (near || !worth_haggling(error))) {
        char refused[48];
        struct writer text = writer_on(refused, sizeof(refused));
        write_text(&text, "accept from=");
        write_number(&text, offer->seat);
        write_text(&text, " slot=");
        write_number(&text, offer->slot);
        json_set_text(out, "refused", refused);
    }
}

static struct json_object *offer_view(const struct seen *seen, const struct genoa_offer *offer, bool near)
{
    struct json_object *out = json_new();
    bool mine = offer->seat == seen->viewer, party = mine || seen->leads;
    json_set_number(out, "seat", offer->seat);
    json_set_number(out, "slot", offer->slot);
    json_set(out, "gives", genoa_goods_view(&offer->give, party));
    genoa_put(out, "asks", genoa_no_goods(&offer->ask) ? NULL : genoa_goods_view(&offer->ask, party));
    genoa_mark(out, "any_asks", !genoa_no_goods(&offer->ask));
    genoa_put(out, "drawn", offer->drawn ? json_number(offer->drawn) : NULL);
    genoa_put(out, "after_label", offer->after < 0 ? NULL : json_text(genoa_spaces[offer->after].label));
    genoa_mark(out, "by_hand", offer->by_hand);
    genoa_mark(out, "further", offer->further);
    genoa_mark(out, "countered", offer->countered && !offer->pending);
    genoa_mark(out, "pending", offer->pending);
    genoa_mark(out, "agreed", offer->agreed);
    genoa_put(out, "limit", mine && offer->limit ? json_number(offer->limit) : NULL);
    genoa_put(out, "plan", mine ? plan_view(&offer->plan) : NULL);
    genoa_put(out, "worth", party ? json_number(genoa_worth_offer(seen->st, seen->viewer, offer)) : NULL);
    set_acts(seen, offer, near, out);
    return out;
}

/* ---- Places ---- */

struct stop {
    uint8_t space, steps;
    int16_t best; /* what an offer there is worth at most */
};

/* The nearest first; of equals those with the best offer. */
static bool goes_before(const struct stop *a, const struct stop *b)
{
    bool near = a->steps <= 1 && b->steps <= 1 && a->steps && b->steps;
    return a->steps != b->steps && !near ? a->steps < b->steps : a->best > b->best;
}

enum { NO_OFFER = -10000 };

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

/* What the tower player can do at a place: act where the tower stands, or go there; NULL: nothing. */
static struct json_object *doings_view(const struct seen *seen, const struct stop *stop)
{
    char place[48];
    struct writer text = writer_on(place, sizeof(place));
    if (!seen->asked || !seen->leads || seen->st->phase != GENOA_PHASE_TOWER || stop->steps > 1)
        return NULL;
    struct json_object *list = json_new_list();
    if (stop->steps == 0 && genoa_is_building(stop->space)) {
        add_place(list, "verb=act&further=0");
        add_place(list, "verb=act&further=1");
    } else if (stop->steps == 1) {
        genoa_write_choice(&text, "verb", "move");
        genoa_write_choice(&text, "space", genoa_spaces[stop->space].id);
        add_place(list, place);
    }
    return list;
}

static struct json_object *stop_view(const struct seen *seen, const struct stop *stop)
{
    const struct genoa_state *st = seen->st;
    struct json_object *out = json_new(), *offers = json_new_list();
    bool building = genoa_is_building(stop->space), free = building && st->actor[stop->space] < 0;
    genoa_set_space(out, stop->space);
    genoa_mark(out, "here", stop->steps == 0);
    genoa_mark(out, "near", stop->steps == 1);
    genoa_mark(out, "far", stop->steps > 1);
    json_set_number(out, "steps", stop->steps);
    genoa_mark(out, "building", building);
    genoa_put(out, "yields", free ? genoa_yield_view(st, stop->space) : NULL);
    genoa_put(out, "taken_by", building ? genoa_seat_view(st->actor[stop->space]) : NULL);
    genoa_put(out, "value", free && seen->leads && genoa_action_error(st, seen->viewer, stop->space, false) == RULE_OK
                                ? json_number(genoa_worth_action(st, seen->viewer, stop->space)) : NULL);
    genoa_put(out, "doings", doings_view(seen, stop));
    for (int i = 0; i < st->n_offers; i++)
        if (st->offers[i].place == stop->space && genoa_offer_visible(st, seen->viewer, &st->offers[i]))
            json_add(offers, offer_view(seen, &st->offers[i], stop->steps <= 1));
    genoa_mark(out, "any_offers", json_object_array_length(offers) > 0);
    json_set(out, "offers", offers);
    return out;
}

/* ---- What the viewer could offer ---- */

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
        bid.worth = genoa_weigh_action(look, &st->players[seen->viewer], space, &offer->plan) / WORTH_DUCAT;
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

static void set_sums(const struct seen *seen, const struct bid *bid, struct json_object *out)
{
    struct json_object *list = json_new_list();
    struct genoa_offer offer = bid->offer;
    for (int i = 0; i < SUMS; i++) {
        offer.give.money = (int16_t)(bid->offer.give.money + GENOA_UNIT * i);
        const struct move move = offer_move(&offer);
        if (genoa_check(seen->st, seen->viewer, &move, NULL) == RULE_OK)
            json_add(list, json_number(offer.give.money));
    }
    offer.give.money = 0;
    const struct move rest = offer_move(&offer);
    genoa_mark(out, "any_sums", json_object_array_length(list) > 0);
    json_set(out, "sums", list);
    set_rest(out, &rest, "place=");
}

static void add_choice(struct json_object **list, const struct name *name, bool preset)
{
    struct json_object *out = json_new();
    *list = *list ? *list : json_new_list();
    json_set_text(out, "id", name->id);
    json_set_text(out, "choice_label", name->label);
    json_set_truth(out, "preset", preset);
    json_add(*list, out);
}

/* What there is to choose from for the way in which the action is carried out. */
static void set_plan_choices(const struct seen *seen, const struct bid *bid, struct json_object *out)
{
    const struct genoa_goods *own = &seen->st->players[seen->viewer];
    const struct genoa_plan *plan = &bid->offer.plan;
    struct json_object *orders = NULL, *smalls = NULL, *rewards = NULL, *wares = NULL;
    int place = bid->offer.place;
    for (int card = 0; card < GENOA_CARDS; card++) {
        if (own->cards[GENOA_LARGE] >> card & 1 && genoa_large[card].villa == place)
            add_choice(&orders, &genoa_cards[GENOA_LARGE][card], plan->order == card);
        if (own->cards[GENOA_SMALL] >> card & 1 && genoa_small[card].building == place)
            add_choice(&smalls, &genoa_cards[GENOA_SMALL][card], plan->small == card);
    }
    bool any = orders != NULL, delivers = plan->main == GENOA_MAIN_DELIVER;
    for (int tile = 0; tile < GENOA_TILES && any; tile++)
        if (seen->st->supply.tiles[tile])
            add_choice(&rewards, &genoa_tiles[tile], delivers ? plan->tile == tile : tile == GENOA_ANY_WARE);
    for (int ware = 0; ware < GENOA_WARES && own->tiles[GENOA_ANY_WARE]; ware++)
        if (seen->st->supply.wares[ware])
            add_choice(&wares, &genoa_wares[ware], plan->ware == ware);
    genoa_mark(out, "any_orders", any);
    genoa_mark(out, "delivers", delivers);
    genoa_mark(out, "any_smalls", smalls != NULL);
    genoa_mark(out, "any_free_wares", wares != NULL);
    genoa_mark(out, "any_plan", orders || smalls || wares);
    genoa_put(out, "orders", orders);
    genoa_put(out, "smalls", smalls);
    genoa_put(out, "rewards", rewards);
    genoa_put(out, "free_wares", wares);
}

static struct json_object *bid_view(const struct seen *seen, const struct bid *bid, bool top)
{
    const struct genoa_state *st = seen->st;
    struct json_object *out = json_new();
    int space = bid->offer.place;
    bool building = genoa_is_building(space);
    char place[48];
    struct writer text = writer_on(place, sizeof(place));
    genoa_write_choice(&text, "verb", "offer");
    genoa_write_choice(&text, "place", genoa_spaces[space].id);
    json_set_text(out, "place", place);
    genoa_set_space(out, space);
    genoa_mark(out, "building", building);
    json_set_number(out, "steps", bid->steps);
    genoa_put(out, "worth", building ? json_number(bid->worth) : NULL);
    json_set_number(out, "slot", bid->offer.slot);
    json_set_text(out, "right", genoa_rights[bid->offer.right].id);
    genoa_mark(out, "spends_further", bid->offer.further);
    genoa_put(out, "yields", building ? genoa_yield_view(st, space) : NULL);
    genoa_put(out, "plan", plan_view(&bid->offer.plan));
    set_plan_choices(seen, bid, out);
    genoa_put(out, "asking", st->announced[space] > 0 ? json_number(st->announced[space]) : NULL);
    genoa_mark(out, "top", top);
    set_sums(seen, bid, out);
    return out;
}

/* Where there is something to be bought, what is worth most first; streets last. */
static struct json_object *bids_view(const struct seen *seen)
{
    struct json_object *list = json_new_list();
    struct bid bids[GENOA_SPACES];
    int n = 0;
    if (!seen->offers)
        return list;
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
    for (int i = 0; i < n; i++)
        json_add(list, bid_view(seen, &bids[i], i < TOP_BIDS && genoa_is_building(bids[i].offer.place)));
    return list;
}

/* ---- Counters that wait for the viewer ---- */

static struct json_object *answers_view(const struct seen *seen)
{
    struct json_object *list = json_new_list();
    bool asked = seen->asked && seen->st->phase == GENOA_PHASE_ANSWERS;
    for (int i = 0; i < seen->st->n_offers && asked; i++) {
        const struct genoa_offer *offer = &seen->st->offers[i];
        if (offer->seat != seen->viewer || !offer->pending)
            continue;
        struct json_object *out = json_new();
        struct genoa_offer after = *offer;
        after.give = offer->counter_give;
        after.ask = offer->counter_ask;
        genoa_set_space(out, offer->place);
        json_set_truth(out, "building", genoa_is_building(offer->place));
        json_set(out, "gives", genoa_goods_view(&offer->give, true));
        json_set(out, "asks", genoa_goods_view(&offer->ask, true));
        json_set_truth(out, "any_asks", !genoa_no_goods(&offer->ask));
        json_set(out, "counter_gives", genoa_goods_view(&offer->counter_give, true));
        json_set(out, "counter_asks", genoa_goods_view(&offer->counter_ask, true));
        json_set_truth(out, "any_counter_asks", !genoa_no_goods(&offer->counter_ask));
        json_set_number(out, "worth", genoa_worth_offer(seen->st, seen->viewer, &after));
        json_set(out, "agree", about_offer("agree", -1, offer->slot));
        json_set(out, "decline", about_offer("decline", -1, offer->slot));
        json_add(list, out);
    }
    return list;
}

void genoa_set_offers(const struct seen *seen, struct json_object *out)
{
    struct json_object *stops = json_new_list();
    struct stop stop[GENOA_SPACES];
    bool runs = seen->st->n_path && seen->st->phase < GENOA_PHASE_MARKERS;
    int n = runs ? list_stops(seen, stop) : 0;
    for (int i = 0; i < n; i++)
        json_add(stops, stop_view(seen, &stop[i]));
    json_set_truth(out, "desk", seen->asked && seen->leads && seen->st->phase == GENOA_PHASE_TOWER);
    json_set_truth(out, "must_sell", runs && seen->asked && seen->leads && genoa_must_sell(seen->st));
    json_set_truth(out, "any_stops", n > 0);
    json_set(out, "stops", stops);
    json_set_truth(out, "offering", seen->offers);
    json_set_truth(out, "spent", seen->spent);
    json_set(out, "bids", bids_view(seen));
    json_set(out, "answers", answers_view(seen));
}
