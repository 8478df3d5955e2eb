/* A sound player (dossier genoa 20); sees only a concealed position. Everything is weighed in tenths of a ducat. */
#include "config.h"

#include "rules/engine/log.h"
#include "rules/genoa/order.h"
#include "rules/genoa/worth.h"
#include "rules/parts.h"

#include <string.h>

enum {
    NOTHING = -30000,
    WORTH_A_BID = 9 * WORTH_DUCAT,  /* an action that is worth less is not bid for */
    BID_SHARE = 46,                 /* per cent of what the action is worth */
    BID_SHARE_OF_TWO = 36,          /* the same where the money goes to the only rival */
    LIMIT_SHARE = 70,               /* no more than so much is agreed to */
    STREET_SHARE = 30,              /* as BID_SHARE, of what markers beside a street are worth */
    FARTHER = 90,                   /* with each step it is less likely that the tower comes */
    TILE_GAIN = 2 * WORTH_DUCAT,    /* so much more than it is worth itself a tile should bring */
    START_GAIN = 4 * WORTH_DUCAT,
    WHOLE = 100
};

static bool is_legal(const struct genoa_state *st, int seat, const struct move *move)
{
    return genoa_check(st, seat, move, NULL) == RULE_OK;
}

static int to_unit(int worth)
{
    int ducats = worth / WORTH_DUCAT + GENOA_UNIT / 2;
    return ducats < GENOA_UNIT ? GENOA_UNIT : ducats - ducats % GENOA_UNIT;
}

/* ---- Markers ---- */

/* What a marker of others on a building costs oneself. */
static int hurt(const struct genoa_outlook *look)
{
    return look->placed / 2 / (look->st->seats - 1);
}

static int mode_cost(int mode)
{
    return mode == GENOA_MODE_REPLACE ? 2 : mode != GENOA_MODE_NONE;
}

/* What is best done with one building for @stock markers at most, beyond what they are worth in stock. */
static int weigh_mode(const struct genoa_outlook *look, int building, int stock, int *mode)
{
    int owner = look->st->owner[building], gain = 0;
    *mode = GENOA_MODE_NONE;
    if (owner < 0 && stock >= 1 && look->placed > look->marker) {
        *mode = GENOA_MODE_PLACE;
        gain = look->placed - look->marker;
    } else if (owner >= 0 && owner != look->seat && stock >= 2 && look->placed + hurt(look) > 2 * look->marker) {
        *mode = GENOA_MODE_REPLACE;
        gain = look->placed + hurt(look) - 2 * look->marker;
    }
    return gain;
}

/* What is best done beside a street: of two buildings the better first. */
static int weigh_street(const struct genoa_outlook *look, int street, struct genoa_wish *wish)
{
    const int8_t *building = genoa_map[street].building;
    int stock = look->st->players[look->seat].markers, mode[2], gain[2];
    for (int i = 0; i < 2; i++)
        gain[i] = weigh_mode(look, building[i], stock, &mode[i]);
    int first = gain[1] > gain[0], second = !first;
    gain[second] = weigh_mode(look, building[second], stock - mode_cost(mode[first]), &mode[second]);
    *wish = (struct genoa_wish){.street = (int8_t)(street - GENOA_FIRST_STREET), .first = (uint8_t)mode[0], .second = (uint8_t)mode[1]};
    return gain[0] + gain[1];
}

/* The best streets first, as wishes. */
static void advise_claim(const struct genoa_outlook *look, struct move *move)
{
    const struct genoa_state *st = look->st;
    int most[GENOA_WISHES] = {0}, n = 0;
    struct genoa_wish wish, best[GENOA_WISHES];
    for (int i = 0; i < GENOA_STREETS; i++) {
        int gain = st->street_discs[i] ? weigh_street(look, GENOA_FIRST_STREET + i, &wish) : 0, at = n;
        if (gain <= 0)
            continue;
        while (at > 0 && gain > most[at - 1])
            at--;
        if (at == GENOA_WISHES)
            continue;
        n += n < GENOA_WISHES;
        for (int j = n - 1; j > at; j--) {
            most[j] = most[j - 1];
            best[j] = best[j - 1];
        }
        most[at] = gain;
        best[at] = wish;
    }
    if (n == 0) {
        move_set(move, GENOA_PASS, 0, 0, 0);
        return;
    }
    move_set(move, GENOA_CLAIM, SLOTS_OF_CLAIM, 0, 0);
    for (int i = 0; i < GENOA_WISHES; i++) {
        int16_t *slots = move->arg + i * SLOTS_OF_WISH;
        slots[SLOT_WISH_STREET] = i < n ? best[i].street : -1;
        slots[SLOT_WISH_FIRST] = i < n ? best[i].first : 0;
        slots[SLOT_WISH_SECOND] = i < n ? best[i].second : 0;
    }
}

/* ---- The way of the tower ---- */

struct deal {
    int worth;
    uint8_t seat, slot, place, right;
    int8_t after;
    bool forces; /* the action must be sold to somebody rather than be left */
};

/* What is known before the way is looked for. */
struct route {
    const struct genoa_outlook *look;
    int act[GENOA_BUILDINGS];    /* an own action, NOTHING where it cannot be */
    int street[GENOA_STREETS];   /* what one's markers could do there */
    int n_deals;
    struct deal deal[GENOA_OFFERS];
    bool two;                    /* the opponent's action gives the tower player another */
};

/* A point on the way. */
struct point {
    uint8_t here, steps, seats; /* seats: who has acted by a deal */
    int8_t actions, further;    /* of one's own that are left */
    bool served;                /* the action here is taken or cannot be */
    uint32_t taken;             /* buildings whose action is gone */
    uint64_t visited;
    int street;                 /* the best street so far */
};

/* The first thing to do on a way. */
struct choice {
    uint8_t verb; /* GENOA_ACT, GENOA_ACCEPT, GENOA_MOVE, GENOA_STOP */
    uint8_t what; /* a deal or a space */
};

static bool has_visited(const struct point *at, int space)
{
    return at->visited >> space & 1;
}

/* Own messages that a step completes. */
static int weigh_messages(const struct route *route, const struct point *at, int space)
{
    const struct genoa_outlook *look = route->look;
    int gain = 0;
    for (unsigned hand = look->st->players[look->seat].cards[GENOA_MESSAGE]; hand; hand &= hand - 1) {
        const uint8_t *building = genoa_message[__builtin_ctz(hand)].building;
        for (int i = 0; i < 2; i++)
            if (building[i] == space && has_visited(at, building[!i]))
                gain += GENOA_FOR_MESSAGE * WORTH_DUCAT - look->message;
    }
    return gain;
}

static int best_way(const struct route *route, const struct point *at, struct choice *first);

/* All who pay for a step to a street, as far as it is worth it. */
static int weigh_street_deals(const struct route *route, const struct point *at, int street)
{
    int sum = 0;
    for (int i = 0; i < route->n_deals; i++) {
        const struct deal *deal = &route->deal[i];
        if (deal->right == GENOA_RIGHT_STREET && deal->place == street && deal->worth > 0
            && (deal->after < 0 || has_visited(at, deal->after)))
            sum += deal->worth;
    }
    return sum;
}

static int try_step(const struct route *route, const struct point *at, int space)
{
    struct point then = *at;
    struct choice choice;
    int gain = weigh_messages(route, at, space);
    then.here = (uint8_t)space;
    then.steps--;
    then.visited |= (uint64_t)1 << space;
    then.served = !genoa_is_building(space) || then.taken >> space & 1;
    if (genoa_is_street(space)) {
        gain += weigh_street_deals(route, at, space);
        if (route->street[space - GENOA_FIRST_STREET] > then.street)
            then.street = route->street[space - GENOA_FIRST_STREET];
    }
    return gain + best_way(route, &then, &choice);
}

static int try_served(const struct route *route, const struct point *at)
{
    struct point then = *at;
    struct choice choice;
    then.served = true;
    then.taken |= 1u << at->here;
    return best_way(route, &then, &choice);
}

static int try_act(const struct route *route, const struct point *at)
{
    struct point then = *at;
    int gain = route->act[at->here];
    if (then.actions > 0) {
        then.actions--;
    } else {
        then.further--;
        gain -= route->look->tile[GENOA_FURTHER_ACTION];
    }
    return gain + try_served(route, &then);
}

static int try_deal(const struct route *route, const struct point *at, const struct deal *deal)
{
    struct point then = *at;
    then.actions = (int8_t)(then.actions + (route->two && !then.seats));
    then.seats |= SEAT_BIT(deal->seat);
    return deal->worth + try_served(route, &then);
}

static bool fits(const struct point *at, const struct deal *deal)
{
    return deal->right == GENOA_RIGHT_ACTION && deal->place == at->here && !(at->seats & SEAT_BIT(deal->seat))
        && (deal->after < 0 || has_visited(at, deal->after));
}

static void keep_best(int worth, int verb, int what, int *most, struct choice *first)
{
    if (worth <= *most)
        return;
    *most = worth;
    *first = (struct choice){(uint8_t)verb, (uint8_t)what};
}

/* The most that the rest of the turn can bring from here. */
static int best_way(const struct route *route, const struct point *at, struct choice *first)
{
    const struct genoa_space *space = &genoa_map[at->here];
    bool forced = false;
    int most = NOTHING;
    for (int i = 0; !at->served && i < route->n_deals; i++) {
        if (!fits(at, &route->deal[i]))
            continue;
        forced |= route->deal[i].forces;
        keep_best(try_deal(route, at, &route->deal[i]), GENOA_ACCEPT, i, &most, first);
    }
    if (!at->served && route->act[at->here] > NOTHING && at->actions + at->further > 0)
        keep_best(try_act(route, at), GENOA_ACT, 0, &most, first);
    if (forced)
        return most;
    bool must_go_on = route->look->st->options.must_go_on, goes_on = false;
    if (!must_go_on)
        keep_best(at->street, GENOA_STOP, 0, &most, first);
    for (int i = 0; at->steps > 0 && i < space->n; i++)
        if (!has_visited(at, space->neighbour[i])) {
            keep_best(try_step(route, at, space->neighbour[i]), GENOA_MOVE, space->neighbour[i], &most, first);
            goes_on = true;
        }
    if (must_go_on && !goes_on) /* nowhere to go that is new */
        keep_best(at->street, GENOA_STOP, 0, &most, first);
    return most;
}

/* ---- The sitting of the tower player ---- */

static void add_deal(struct route *route, const struct genoa_offer *offer)
{
    const struct genoa_state *st = route->look->st;
    if (genoa_steps_to(st, offer->place) > genoa_steps_left(st) || genoa_filing_error(st, offer) != RULE_OK)
        return;
    route->deal[route->n_deals++] = (struct deal){
        .worth = genoa_weigh_offer(route->look, offer), .seat = offer->seat, .slot = offer->slot, .place = offer->place,
        .right = offer->right, .after = offer->after, .forces = st->options.forced_sale && genoa_no_goods(&offer->ask)};
}

/* Of equal offers the first is taken: of another seat each round. */
static void find_deals(struct route *route)
{
    const struct genoa_state *st = route->look->st;
    for (int i = 0; i < st->seats; i++)
        for (int j = 0; j < st->n_offers; j++)
            if (st->offers[j].seat == (st->tower_seat + st->round + i) % st->seats)
                add_deal(route, &st->offers[j]);
}

/* Of the actions, streets and deals of this turn. @deals: with those of the book */
static struct route survey(const struct genoa_outlook *look, bool deals)
{
    const struct genoa_state *st = look->st;
    struct route route = {.look = look, .two = genoa_printed_two(st)};
    struct genoa_wish wish;
    for (int building = 0; building < GENOA_BUILDINGS; building++) {
        bool open = st->actor[building] < 0 && !(st->acted_in[look->seat] >> building & 1);
        route.act[building] = open ? genoa_weigh_action(look, &st->players[look->seat], building, NULL) : NOTHING;
    }
    for (int i = 0; i < GENOA_STREETS; i++)
        route.street[i] = st->players[look->seat].markers ? weigh_street(look, GENOA_FIRST_STREET + i, &wish) : 0;
    if (deals)
        find_deals(&route);
    return route;
}

static struct point stand(const struct genoa_state *st, int seat, const struct route *route)
{
    struct point at = {.here = (uint8_t)genoa_here(st), .steps = (uint8_t)genoa_steps_left(st),
                       .further = (int8_t)st->players[seat].tiles[GENOA_FURTHER_ACTION]};
    int opponent = genoa_next_seat(st, seat);
    bool helped = route->two && st->acted[opponent] + st->acted_further[opponent] > 0;
    at.actions = (int8_t)(1 + helped - st->acted[seat]);
    at.seats = helped ? SEAT_BIT(opponent) : 0;
    for (int building = 0; building < GENOA_BUILDINGS; building++)
        at.taken |= st->actor[building] >= 0 ? 1u << building : 0;
    for (int i = 0; i < st->n_path; i++) {
        at.visited |= (uint64_t)1 << st->path[i];
        if (genoa_is_street(st->path[i]) && route->street[st->path[i] - GENOA_FIRST_STREET] > at.street)
            at.street = route->street[st->path[i] - GENOA_FIRST_STREET];
    }
    at.served = !genoa_is_building(at.here) || at.taken >> at.here & 1;
    return at;
}

/* All others who pay for the step to this street. */
static int also_for(const struct route *route, int street, int but)
{
    int seats = 0;
    for (int i = 0; i < route->n_deals; i++)
        if (route->deal[i].right == GENOA_RIGHT_STREET && route->deal[i].place == street && route->deal[i].seat != but
            && route->deal[i].worth > 0 && route->deal[i].after < 0)
            seats |= SEAT_BIT(route->deal[i].seat);
    return seats;
}

static void set_accept(const struct deal *deal, int also, struct move *move)
{
    move_set(move, GENOA_ACCEPT, SLOTS_OF_ACCEPT, deal->seat, deal->slot);
    move->arg[SLOT_ACCEPT_ALSO] = (int16_t)also;
}

/* To a street with whoever pays most for it. */
static bool step_for_money(const struct genoa_state *st, int seat, const struct route *route, int street, struct move *move)
{
    int best = -1;
    for (int i = 0; i < route->n_deals; i++)
        if (route->deal[i].right == GENOA_RIGHT_STREET && route->deal[i].place == street && route->deal[i].worth > 0
            && (best < 0 || route->deal[i].worth > route->deal[best].worth))
            best = i;
    if (best < 0)
        return false;
    set_accept(&route->deal[best], also_for(route, street, route->deal[best].seat), move);
    if (is_legal(st, seat, move))
        return true;
    set_accept(&route->deal[best], 0, move);
    return is_legal(st, seat, move);
}

static bool follow(const struct genoa_state *st, int seat, const struct route *route, struct choice choice, struct move *move)
{
    switch (choice.verb) {
    case GENOA_ACT:
        move_set(move, GENOA_ACT, 1, !genoa_has_normal(st, seat), 0);
        break;
    case GENOA_ACCEPT:
        set_accept(&route->deal[choice.what], 0, move);
        break;
    case GENOA_MOVE:
        if (genoa_is_street(choice.what) && step_for_money(st, seat, route, choice.what, move))
            return true;
        move_set(move, GENOA_MOVE, 1, choice.what, 0);
        break;
    default:
        move_set(move, GENOA_STOP, 0, 0, 0);
    }
    return is_legal(st, seat, move);
}

/* What hinders the tower from going on: counters to be sent, somebody to be asked, an action to be sold; or it goes on where it must. */
static bool clear_the_way(const struct genoa_state *st, int seat, const struct route *route, struct move *move)
{
    int most = NOTHING;
    struct move tried;
    move_set(move, GENOA_SEND, 0, 0, 0);
    if (is_legal(st, seat, move))
        return true;
    move_set(move, GENOA_CALL, 1, 0, 0);
    if (is_legal(st, seat, move))
        return true;
    for (int i = 0; genoa_must_step(st) && i < genoa_map[genoa_here(st)].n; i++) {
        move_set(move, GENOA_MOVE, 1, genoa_map[genoa_here(st)].neighbour[i], 0);
        if (is_legal(st, seat, move))
            return true;
    }
    for (int i = 0; i < route->n_deals; i++) {
        set_accept(&route->deal[i], 0, &tried);
        if (route->deal[i].place != genoa_here(st) || route->deal[i].worth <= most || !is_legal(st, seat, &tried))
            continue;
        most = route->deal[i].worth;
        *move = tried;
    }
    if (most > NOTHING)
        return true;
    move_set(move, GENOA_ACT, 1, !genoa_has_normal(st, seat), 0);
    if (is_legal(st, seat, move))
        return true;
    move_set(move, GENOA_STOP, 0, 0, 0);
    return is_legal(st, seat, move);
}

static bool advise_tower(const struct genoa_outlook *look, struct move *move)
{
    const struct genoa_state *st = look->st;
    struct choice choice = {GENOA_STOP, 0};
    struct route route = survey(look, true);
    struct point at = stand(st, look->seat, &route);
    best_way(&route, &at, &choice);
    return follow(st, look->seat, &route, choice, move) || clear_the_way(st, look->seat, &route, move);
}

/* ---- The start ---- */

/* What a turn that begins in a space can bring by one's own action, messages and markers. */
static int weigh_start(const struct genoa_outlook *look, const struct route *route, int space)
{
    struct genoa_state then = *look->st;
    struct choice choice;
    then.path[0] = (uint8_t)space;
    then.n_path = 1;
    struct point at = stand(&then, look->seat, route);
    return best_way(route, &at, &choice);
}

static void advise_start(const struct genoa_outlook *look, struct move *move)
{
    int worth[GENOA_SPACES], best = 0, sum = 0;
    struct route route = survey(look, false);
    for (int space = 0; space < GENOA_SPACES; space++) {
        worth[space] = weigh_start(look, &route, space);
        if (worth[space] > worth[best])
            best = space;
    }
    for (int i = 0; i < GENOA_SIDE * GENOA_SIDE; i++)
        sum += worth[genoa_grid[i / GENOA_SIDE][i % GENOA_SIDE]];
    move_set(move, GENOA_ROLL, 0, 0, 0);
    if (worth[best] - sum / (GENOA_SIDE * GENOA_SIDE) > look->tile[GENOA_ANY_START] + START_GAIN)
        move_set(move, GENOA_START_AT, 1, best, 0);
}

/* ---- Offers ---- */

/* By the printed rules for two money alone is no offer: the thing that is missed least comes on top. Return: what it costs, or NOTHING. */
static int add_a_good(const struct genoa_outlook *look, int at_most, struct genoa_offer *offer)
{
    const struct genoa_goods *own = &look->st->players[look->seat];
    struct genoa_goods best = {0};
    int least = at_most, before = genoa_estate(look, own);
    for (int thing = 0; thing < GENOA_FIRST_DRAW + GENOA_DECKS; thing++) {
        struct genoa_goods one = {0};
        if (thing < GENOA_WARES)
            one.wares[thing] = own->wares[thing] > 0;
        else if (thing < GENOA_THING_MARKER)
            one.tiles[thing - GENOA_WARES] = own->tiles[thing - GENOA_WARES] > 0;
        else if (thing == GENOA_THING_MARKER)
            one.markers = own->markers > 0 && look->st->supply.markers[look->st->tower_seat] > 0;
        else
            one.cards[thing - GENOA_FIRST_DRAW] = own->cards[thing - GENOA_FIRST_DRAW] & -own->cards[thing - GENOA_FIRST_DRAW];
        if (genoa_no_goods(&one))
            continue;
        struct genoa_goods then = genoa_plus(own, &one, -1);
        int loss = before - genoa_estate(look, &then);
        if (loss < least) {
            least = loss;
            best = one;
        }
    }
    if (genoa_no_goods(&best))
        return NOTHING;
    offer->give = best;
    return least;
}

/* An offer for the action in a building, as much as is usual; false when it is not worth it. */
static bool make_offer(const struct genoa_outlook *look, int building, struct genoa_offer *offer, int *worth)
{
    const struct genoa_state *st = look->st;
    const struct genoa_goods *own = &st->players[look->seat];
    *offer = (struct genoa_offer){.seat = (uint8_t)look->seat, .right = GENOA_RIGHT_ACTION, .place = (uint8_t)building, .after = -1};
    *worth = genoa_weigh_action(look, own, building, &offer->plan);
    offer->further = !genoa_has_normal(st, look->seat);
    if (offer->further)
        *worth -= look->tile[GENOA_FURTHER_ACTION];
    if (*worth < WORTH_A_BID)
        return false;
    int pays = *worth * (st->seats == 2 ? BID_SHARE_OF_TWO : BID_SHARE) / WHOLE, limit = to_unit(*worth * LIMIT_SHARE / WHOLE - WORTH_DUCAT * GENOA_UNIT / 2);
    if (genoa_printed_two(st)) {
        int cost = add_a_good(look, *worth * LIMIT_SHARE / WHOLE, offer);
        if (cost == NOTHING)
            return false;
        pays -= cost;
        limit -= (cost + WORTH_DUCAT - 1) / WORTH_DUCAT;
    }
    int money = genoa_printed_two(st) && pays < GENOA_UNIT * WORTH_DUCAT / 2 ? 0 : to_unit(pays);
    int cash = own->money - own->money % GENOA_UNIT;
    limit -= limit % GENOA_UNIT;
    offer->give.money = (int16_t)(money < cash ? money : cash);
    offer->limit = (int16_t)(limit < cash ? limit : cash);
    if (offer->limit < offer->give.money)
        offer->limit = 0;
    return !genoa_no_goods(&offer->give);
}

/* For the step to a street, if one's markers could do something beside it. */
static bool make_street_offer(const struct genoa_outlook *look, int street, struct genoa_offer *offer, int *worth)
{
    const struct genoa_goods *own = &look->st->players[look->seat];
    struct genoa_wish wish;
    *offer = (struct genoa_offer){.seat = (uint8_t)look->seat, .right = GENOA_RIGHT_STREET, .place = (uint8_t)street, .after = -1,
                                  .plan = {.ware = -1, .order = -1, .tile = -1, .small = -1}};
    *worth = own->markers ? weigh_street(look, street, &wish) : 0;
    int pays = to_unit(*worth * STREET_SHARE / WHOLE);
    offer->give.money = (int16_t)(pays < own->money ? pays : own->money);
    return *worth >= WORTH_A_BID && offer->give.money >= GENOA_UNIT;
}

static bool has_offered(const struct genoa_state *st, int seat, int place)
{
    for (int i = 0; i < st->n_offers; i++)
        if (st->offers[i].seat == seat && st->offers[i].place == place)
            return true;
    return false;
}

static int free_slot(const struct genoa_state *st, int seat)
{
    int slot = 0;
    while (slot < GENOA_SLOTS && genoa_find_offer(st, seat, slot))
        slot++;
    return slot;
}

/* The likeliest and best place for which nothing is offered yet. */
static bool next_offer(const struct genoa_outlook *look, struct genoa_offer *best)
{
    const struct genoa_state *st = look->st;
    struct genoa_offer offer;
    int most = 0, slot = free_slot(st, look->seat), worth;
    if (slot == GENOA_SLOTS)
        return false;
    for (int place = 0; place < GENOA_SPACES; place++) {
        int steps = genoa_steps_to(st, place);
        if (steps > genoa_steps_left(st) || has_offered(st, look->seat, place))
            continue;
        if (genoa_is_building(place) ? genoa_action_error(st, look->seat, place, true) != RULE_OK || !make_offer(look, place, &offer, &worth)
                                     : !genoa_is_street(place) || !make_street_offer(look, place, &offer, &worth))
            continue;
        for (int i = 0; i < steps; i++)
            worth = worth * FARTHER / WHOLE;
        offer.slot = (uint8_t)slot;
        if (worth > most && genoa_filing_error(st, &offer) == RULE_OK) {
            most = worth;
            *best = offer;
        }
    }
    return most > 0;
}

static void advise_offers(const struct genoa_outlook *look, struct move *move)
{
    struct genoa_offer offer;
    if (next_offer(look, &offer)) {
        move_set(move, GENOA_OFFER, SLOTS_OF_OFFER, 0, 0);
        genoa_write_offer(&offer, move->arg);
        if (is_legal(look->st, look->seat, move))
            return;
    }
    move_set(move, GENOA_READY, 2, 0, 0);
}

/* Is it still a good bargain on the new terms? */
static void advise_answer(const struct genoa_outlook *look, struct move *move)
{
    const struct genoa_state *st = look->st;
    for (int i = 0; i < st->n_offers; i++) {
        struct genoa_offer offer = st->offers[i];
        if (offer.seat != look->seat || !offer.pending)
            continue;
        int before = genoa_weigh_offer(look, &offer);
        offer.give = offer.counter_give;
        offer.ask = offer.counter_ask;
        int after = genoa_weigh_offer(look, &offer);
        bool good = after >= before || after * LIMIT_SHARE / WHOLE > (before - after) * (WHOLE - LIMIT_SHARE) / WHOLE;
        move_set(move, GENOA_AGREE, 1, offer.slot, 0);
        if (!good || after <= 0 || !is_legal(st, look->seat, move))
            move_set(move, GENOA_DECLINE, 1, offer.slot, 0);
        return;
    }
}

/* ---- Within an action ---- */

/* The best trade: what is missed least for what helps most. */
static int find_trade(const struct genoa_outlook *look, struct move *move)
{
    const struct genoa_goods *own = &look->st->players[look->seat];
    struct genoa_goods spent = *own;
    struct move tried;
    int most = NOTHING;
    if (!own->tiles[GENOA_TRADE])
        return NOTHING;
    spent.tiles[GENOA_TRADE]--;
    int before = genoa_estate(look, own);
    for (int thing = 0; thing <= GENOA_FIRST_DRAW; thing++) {
        int give = thing < GENOA_FIRST_DRAW ? thing : GENOA_THING_MONEY;
        struct genoa_goods kept = spent;
        if (give < GENOA_WARES && spent.wares[give])
            kept.wares[give]--;
        else if (give >= GENOA_WARES && give < GENOA_THING_MARKER && spent.tiles[give - GENOA_WARES])
            kept.tiles[give - GENOA_WARES]--;
        else if (give == GENOA_THING_MARKER && spent.markers)
            kept.markers--;
        else if (give == GENOA_THING_MONEY && spent.money >= GENOA_UNIT)
            kept.money = (int16_t)(kept.money - GENOA_UNIT);
        else
            continue;
        for (int get = 0; get < GENOA_FIRST_DRAW + GENOA_DECKS; get++) {
            struct genoa_goods then = kept;
            int gain = 0;
            if (get == give)
                continue;
            if (get < GENOA_WARES)
                then.wares[get]++;
            else if (get < GENOA_THING_MARKER)
                then.tiles[get - GENOA_WARES]++;
            else if (get == GENOA_THING_MARKER)
                then.markers++;
            else
                gain = genoa_weigh_draw(look, &kept, get - GENOA_FIRST_DRAW);
            gain += genoa_estate(look, &then) - before;
            if (gain <= most)
                continue;
            move_set(&tried, GENOA_USE_TRADE, SLOTS_OF_TRADE, 0, 0);
            tried.arg[SLOT_TRADE_GIVE] = (int16_t)genoa_sort_of(give);
            tried.arg[SLOT_TRADE_GIVE_WHAT] = (int16_t)give;
            tried.arg[SLOT_TRADE_GET] = (int16_t)genoa_sort_of(get);
            tried.arg[SLOT_TRADE_GET_WHAT] = (int16_t)get;
            if (!is_legal(look->st, look->seat, &tried))
                continue;
            most = gain;
            *move = tried;
        }
    }
    return most;
}

/* The own building that a building action tile serves best. */
static int find_building(const struct genoa_outlook *look, struct move *move)
{
    const struct genoa_goods *own = &look->st->players[look->seat];
    struct move tried;
    int most = NOTHING;
    for (int building = 0; own->tiles[GENOA_BUILDING_ACTION] && building < GENOA_BUILDINGS; building++) {
        move_set(&tried, GENOA_USE_BUILDING, 1, building, 0);
        if (look->st->owner[building] != look->seat || !is_legal(look->st, look->seat, &tried))
            continue;
        int gain = genoa_weigh_action(look, own, building, NULL) - look->tile[GENOA_BUILDING_ACTION];
        if (gain > most) {
            most = gain;
            *move = tried;
        }
    }
    return most;
}

/* What is still worth doing once the effect has been taken. */
static void finish_action(const struct genoa_outlook *look, const struct genoa_plan *plan, struct move *move)
{
    move_set(move, GENOA_SMALL_ORDER, 1, plan->small, 0);
    if (plan->small >= 0 && is_legal(look->st, look->seat, move))
        return;
    if (find_building(look, move) > TILE_GAIN || find_trade(look, move) > TILE_GAIN)
        return;
    move_set(move, GENOA_DONE, 0, 0, 0);
}

static void advise_action(const struct genoa_outlook *look, struct move *move)
{
    const struct genoa_state *st = look->st;
    const struct genoa_run *run = genoa_running(st);
    struct genoa_plan plan;
    genoa_weigh_action(look, &st->players[look->seat], run->building, &plan);
    move_set(move, GENOA_USE_WARE, 1, plan.ware, 0);
    if (plan.ware >= 0 && (!run->main || !run->small) && is_legal(st, look->seat, move))
        return;
    move_set(move, GENOA_DELIVER, SLOTS_OF_DELIVER, plan.order, plan.tile);
    if (plan.main == GENOA_MAIN_DELIVER && is_legal(st, look->seat, move))
        return;
    move_set(move, GENOA_TAKE, 0, 0, 0);
    if (!run->main && is_legal(st, look->seat, move))
        return;
    finish_action(look, &plan, move);
}

/* ---- Advice ---- */

int genoa_advise(const void *state, int seat, struct rng *rng, struct move *move)
{
    const struct genoa_state *st = state;
    (void)rng;
    if (!(genoa_awaits(st) & SEAT_BIT(seat)))
        return -1;
    struct genoa_outlook look = genoa_outlook(st, seat);
    switch (st->phase) {
    case GENOA_PHASE_START:
        advise_start(&look, move);
        return 0;
    case GENOA_PHASE_OFFERS:
    case GENOA_PHASE_CALL:
        advise_offers(&look, move);
        return 0;
    case GENOA_PHASE_ANSWERS:
        advise_answer(&look, move);
        return 0;
    case GENOA_PHASE_ACTION:
        advise_action(&look, move);
        return 0;
    case GENOA_PHASE_MARKERS:
        advise_claim(&look, move);
        return 0;
    default:
        return advise_tower(&look, move) ? 0 : -1;
    }
}

/* ---- Standing orders ---- */

/* The slots of a new order, cleared. */
static int16_t *add_order(struct move_list *orders, int verb, int nargs)
{
    int16_t *order = move_list_add(orders, verb, nargs);
    memset(order, 0, (size_t)nargs * sizeof(*order));
    return order;
}

/* Standing offers for the places that are worth most; the first six that the tower can reach come into the book. */
static void add_bids(const struct genoa_outlook *look, struct move_list *orders)
{
    enum { BIDS = 2 * GENOA_SLOTS };
    struct genoa_offer offer[GENOA_BUILDINGS];
    int worth[GENOA_BUILDINGS];
    for (int building = 0; building < GENOA_BUILDINGS; building++)
        if (!make_offer(look, building, &offer[building], &worth[building]))
            worth[building] = NOTHING;
    for (int i = 0; i < BIDS; i++) {
        int at = 0;
        for (int building = 1; building < GENOA_BUILDINGS; building++)
            if (worth[building] > worth[at])
                at = building;
        if (worth[at] <= 0)
            return;
        worth[at] = NOTHING;
        offer[at].slot = (uint8_t)(i % GENOA_SLOTS);
        int16_t *order = add_order(orders, GENOA_ORDER_BID, BID_COUNT);
        genoa_write_offer(&offer[at], order);
        order[BID_STEPS] = GENOA_STEPS;
    }
}

/* A marker wherever there is room, the busiest places first. */
static void add_claims(struct move_list *orders)
{
    static const uint8_t ranked[] = {
        GENOA_CATHEDRAL, GENOA_VILLA_COLINI, GENOA_VILLA_MONETTI, GENOA_VILLA_RICCI, GENOA_VILLA_ZASTERI, GENOA_GUILD_HALL,
        GENOA_CITY_HALL, GENOA_POST_OFFICE, GENOA_METALS, GENOA_FABRICS, GENOA_SPICES, GENOA_GRAINS, GENOA_PARK, GENOA_HARBOR,
        GENOA_TAVERN, GENOA_RESTAURANT, GENOA_PALACE, GENOA_COACH_HOUSE};
    for (size_t i = 0; i < sizeof(ranked); i++)
        add_order(orders, GENOA_ORDER_CLAIM_AT, CLAIM_AT_COUNT)[CLAIM_AT_BUILDING] = ranked[i];
    add_order(orders, GENOA_ORDER_CLAIM_NONE, 0);
}

int genoa_advise_orders(const void *state, int seat, struct move_list *orders)
{
    const struct genoa_state *st = state;
    struct genoa_outlook look = genoa_outlook(st, seat);
    move_list_clear(orders);
    add_bids(&look, orders);
    add_order(orders, GENOA_ORDER_READY_IF, READY_IF_COUNT)[READY_IF_IF] = IF_ALWAYS;
    int16_t *agree = add_order(orders, GENOA_ORDER_AGREE_TO, AGREE_TO_COUNT);
    agree[AGREE_TO_RAISE] = GENOA_UNIT;
    agree[AGREE_TO_REST] = REST_DECLINE;
    add_order(orders, GENOA_ORDER_BY_PLAN, 0);
    add_claims(orders);
    return orders->n;
}

