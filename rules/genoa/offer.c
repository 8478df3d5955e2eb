/* Which offers may be written, and which could be accepted (dossier genoa 10, 16). */
#include "config.h"

#include "rules/engine/rng.h"
#include "rules/genoa/step.h"

/* ---- Can it be paid? dossier genoa R10.4, R10.6, R14.28 ---- */

/* Everything that is promised is there, and the tile that the action itself costs as well. */
static bool has_all(const struct genoa_state *st, const struct genoa_offer *offer)
{
    const struct genoa_goods *buyer = &st->players[offer->seat];
    int spends = offer->right == GENOA_RIGHT_ACTION && !genoa_has_normal(st, offer->seat);
    return offer->drawn == 0 && genoa_owns(buyer, &offer->give) && st->supply.markers[st->tower_seat] >= offer->give.markers
        && buyer->tiles[GENOA_FURTHER_ACTION] - offer->give.tiles[GENOA_FURTHER_ACTION] >= spends;
}

/* Could what is missing come out of the action, or on the way? Cards that are named are owned or not there. */
static bool may_earn(const struct genoa_state *st, const struct genoa_offer *offer)
{
    return !offer->by_hand && genoa_owns_cards(&st->players[offer->seat], &offer->give);
}

int genoa_payers(const struct genoa_state *st, const struct genoa_offer *offer, seatmask also, struct genoa_offer *offers)
{
    int n = 1;
    offers[0] = *offer;
    for (int seat = 0; seat < st->seats; seat++) {
        const struct genoa_offer *other = also & SEAT_BIT(seat) ? genoa_find_street(st, seat, offer->place) : NULL;
        if (other)
            offers[n++] = *other;
    }
    return n;
}

/* The whole deal, on a copy: which cards would be drawn does not matter. */
bool genoa_settles(const struct genoa_state *st, const struct genoa_offer *offer, seatmask also)
{
    static const uint8_t key[RNG_KEY_BYTES] = {0};
    struct genoa_state copy = *st;
    struct rng rng;
    struct step s = {.st = &copy, .seat = st->tower_seat, .rng = &rng, .trial = true};
    rng_init(&rng, key, 0);
    struct genoa_offer offers[GENOA_SEATS];
    return genoa_settle(&s, offers, genoa_payers(st, offer, also, offers));
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

/* Would the action pay for it if the tower were there now? What the tower player adds counts as far as everybody can see it in front of that player. */
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
    return genoa_settle(&s, &there, 1);
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
    return genoa_owns(&st->players[st->tower_seat], ask) && st->supply.markers[offer->seat] + give->markers >= ask->markers;
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
