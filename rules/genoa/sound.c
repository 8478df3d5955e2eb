/* What must always be true: dossier genoa 17.1, invariants. */
#include "config.h"

#include "rules/engine/fault.h"
#include "rules/genoa/state.h"

/* ---- Pieces ---- */

static bool wares_add_up(const struct genoa_state *st, struct fault *fault)
{
    for (int ware = 0; ware < GENOA_WARES; ware++) {
        int n = st->supply.wares[ware];
        for (int seat = 0; seat < st->seats; seat++)
            n += st->players[seat].wares[ware];
        if (n != GENOA_EACH_WARE)
            return fault_set(fault, N_("The board and the players do not hold all pieces of this ware: {what}."), genoa_wares[ware].id);
    }
    for (int tile = 0; tile < GENOA_TILES; tile++) {
        int n = st->supply.tiles[tile];
        for (int seat = 0; seat < st->seats; seat++)
            n += st->players[seat].tiles[tile];
        if (n != genoa_tile_counts[tile])
            return fault_set(fault, N_("The board and the players do not hold all tiles of this kind: {what}."), genoa_tiles[tile].id);
    }
    return true;
}

static bool markers_add_up(const struct genoa_state *st, struct fault *fault)
{
    int placed[GENOA_SEATS] = {0};
    for (int building = 0; building < GENOA_BUILDINGS; building++) {
        int owner = st->owner[building];
        if (owner >= st->seats)
            return fault_member_at(fault, "owner", building);
        if (owner >= 0)
            placed[owner]++;
    }
    for (int seat = 0; seat < GENOA_SEATS; seat++) {
        int all = seat < st->seats ? GENOA_MARKERS : 0, stock = seat < st->seats ? st->players[seat].markers : 0;
        if (st->supply.markers[seat] + stock + placed[seat] != all)
            return fault_index(fault, N_("{what}, the stock and the board do not hold all markers of this player."), "supply.markers",
                               seat);
    }
    return true;
}

static bool cards_add_up(const struct genoa_state *st, struct fault *fault)
{
    for (int deck = 0; deck < GENOA_DECKS; deck++) {
        unsigned seen = st->discard[deck], all = (1u << genoa_deck_sizes[deck]) - 1;
        bool twice = false;
        for (int i = 0; i < st->deck[deck].n; i++) {
            twice |= seen >> st->deck[deck].card[i] & 1;
            seen |= 1u << st->deck[deck].card[i];
        }
        for (int seat = 0; seat < st->seats; seat++) {
            twice |= (seen & st->players[seat].cards[deck]) != 0;
            seen |= st->players[seat].cards[deck];
        }
        if (twice || seen != all)
            return fault_set(fault, N_("Hands, deck and used cards do not hold each card once: {what}."), genoa_decks[deck].id);
    }
    return true;
}

static bool players_are_sound(const struct genoa_state *st, struct fault *fault)
{
    for (int seat = 0; seat < st->seats; seat++)
        if (st->players[seat].money < 0 || st->players[seat].money % GENOA_UNIT)
            return fault_index(fault, N_("{what} holds ducats that are not a multiple of 5."), "players", seat);
    return true;
}

/* ---- Turn and tower ---- */

static bool turn_is_sound(const struct genoa_state *st, struct fault *fault)
{
    if (st->first >= st->seats || st->tower_seat >= st->seats)
        return fault_set(fault, N_("{what} names a seat that is not at this table."), "tower_seat");
    if (st->round_spaces != genoa_round_spaces[st->seats])
        return fault_member(fault, "round_spaces");
    if (st->round_space > st->round_spaces || st->round > st->round_spaces)
        return fault_member(fault, "round_space");
    if (st->calls_left > st->options.calls || st->counters_left > st->options.counters)
        return fault_member(fault, st->calls_left > st->options.calls ? "calls_left" : "counters_left");
    if ((st->dice[0] == 0) != (st->dice[1] == 0))
        return fault_member(fault, "dice");
    return true;
}

static bool path_is_sound(const struct genoa_state *st, struct fault *fault)
{
    if (st->phase == GENOA_PHASE_START ? st->n_path : !st->n_path)
        return fault_member(fault, "path");
    for (int i = 1; i < st->n_path; i++)
        if (!genoa_adjacent(st->path[i - 1], st->path[i]))
            return fault_index(fault, N_("{what} does not lie beside the space before."), "path", i);
    for (int building = 0; building < GENOA_BUILDINGS; building++)
        if (st->actor[building] >= st->seats
            || (st->actor[building] >= 0 && !genoa_on_path(st, building) && !(st->acted_in[st->actor[building]] >> building & 1)))
            return fault_member_at(fault, "actor", building);
    return true;
}

/* ---- The book ---- */

/* Dossier genoa 16.2: ducats change hands in fives. */
static bool sums_are_sound(const struct genoa_offer *offer)
{
    const int16_t sums[] = {offer->give.money, offer->ask.money, offer->counter_give.money, offer->counter_ask.money, offer->limit};
    for (size_t i = 0; i < sizeof(sums) / sizeof(sums[0]); i++)
        if (sums[i] < 0 || sums[i] % GENOA_UNIT)
            return false;
    return true;
}

static bool offer_is_sound(const struct genoa_state *st, int i, struct fault *fault)
{
    const struct genoa_offer *offer = &st->offers[i], *before = offer - 1;
    if (offer->seat >= st->seats || offer->seat == st->tower_seat)
        return fault_index(fault, N_("{what} is an offer of nobody who may make one."), "offers", i);
    if (i > 0 && (before->seat > offer->seat || (before->seat == offer->seat && before->slot >= offer->slot)))
        return fault_index(fault, N_("{what} is not in the order of seats and slots."), "offers", i);
    if (!sums_are_sound(offer))
        return fault_index(fault, N_("{what} names ducats that are not a multiple of 5."), "offers", i);
    if (offer->right == GENOA_RIGHT_ACTION ? !genoa_is_building(offer->place) : !genoa_is_street(offer->place))
        return fault_member_at(fault, "offers", i);
    if (offer->pending ? !offer->countered || (st->phase != GENOA_PHASE_TOWER && st->phase != GENOA_PHASE_ANSWERS)
                       : !genoa_no_goods(&offer->counter_give) || !genoa_no_goods(&offer->counter_ask))
        return fault_index(fault, N_("{what} has a counter-offer at the wrong time."), "offers", i);
    return (offer->drawn || !genoa_no_goods(&offer->give)) || fault_member_at(fault, "offers", i);
}

static bool book_is_sound(const struct genoa_state *st, struct fault *fault)
{
    bool open = st->phase >= GENOA_PHASE_OFFERS && st->phase <= GENOA_PHASE_ACTION;
    if (st->n_offers && !open)
        return fault_member(fault, "offers");
    for (int i = 0; i < st->n_offers; i++)
        if (!offer_is_sound(st, i, fault))
            return false;
    return true;
}

/* ---- What goes on ---- */

static bool action_is_sound(const struct genoa_state *st, struct fault *fault)
{
    const struct genoa_action *action = &st->action;
    bool acts = st->phase == GENOA_PHASE_ACTION;
    if (acts != (action->seat >= 0) || acts != (action->own.building >= 0) || action->seat >= st->seats)
        return fault_member(fault, "action");
    if (!acts)
        return action->sub.building < 0 || fault_member(fault, "action");
    if (action->own.building != genoa_here(st) || st->actor[action->own.building] != action->seat)
        return fault_member(fault, "action.building");
    if (action->sub.building >= 0 && st->owner[action->sub.building] != action->seat)
        return fault_member(fault, "action.sub_building");
    return true;
}

/* Discs lie on streets of the path only, and somebody decides about them. */
static bool claims_are_sound(const struct genoa_state *st, struct fault *fault)
{
    bool places = st->phase == GENOA_PHASE_MARKERS;
    for (int street = 0; street < GENOA_STREETS; street++) {
        int discs = 0;
        for (int i = 0; i < st->n_path; i++)
            discs += st->path[i] == GENOA_FIRST_STREET + street;
        if (places && st->street_discs[street] > discs)
            return fault_member_at(fault, "street_discs", street);
    }
    if ((st->claim_now || st->claim_queue) && !places)
        return fault_member(fault, "claim_now");
    return ((st->claim_now | st->claim_queue) >> st->seats) == 0 || fault_member(fault, "claim_now");
}

/* Somebody is asked as long as the game goes on. */
static bool somebody_is_asked(const struct genoa_state *st, struct fault *fault)
{
    seatmask who = genoa_awaits(st);
    return st->phase == GENOA_PHASE_OVER || (who && !(who >> st->seats)) || fault_member(fault, "phase");
}

bool genoa_sound(const void *state, struct fault *fault)
{
    const struct genoa_state *st = state;
    return turn_is_sound(st, fault) && wares_add_up(st, fault) && markers_add_up(st, fault) && cards_add_up(st, fault)
        && players_are_sound(st, fault) && path_is_sound(st, fault) && book_is_sound(st, fault) && action_is_sound(st, fault)
        && claims_are_sound(st, fault) && somebody_is_asked(st, fault);
}
