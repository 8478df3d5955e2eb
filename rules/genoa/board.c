/* What can be worked out of a position: where the tower can go, who may act and where markers can be placed. */
#include "config.h"

#include "rules/genoa/state.h"

#include <string.h>

/* ---- The way of the tower: dossier genoa R5.7 ---- */

/* Where the tower may not go back, it looks for a way around. */
static void steps_around(const struct genoa_state *st, uint8_t steps[GENOA_SPACES])
{
    uint64_t been = 0, edge = UINT64_C(1) << genoa_here(st);
    for (int i = 0; i < st->n_path; i++)
        been |= UINT64_C(1) << st->path[i];
    steps[genoa_here(st)] = 0;
    for (int n = 1; n <= genoa_steps_left(st); n++) {
        uint64_t next = 0;
        for (uint64_t left = edge; left; left &= left - 1) {
            const struct genoa_space *from = &genoa_map[__builtin_ctzll(left)];
            for (int i = 0; i < from->n; i++)
                next |= UINT64_C(1) << from->neighbour[i];
        }
        edge = next & ~been;
        been |= edge;
        for (uint64_t left = edge; left; left &= left - 1)
            steps[__builtin_ctzll(left)] = (uint8_t)n;
    }
}

void genoa_steps(const struct genoa_state *st, uint8_t steps[GENOA_SPACES])
{
    memset(steps, GENOA_STEPS + 1, GENOA_SPACES);
    if (!st->options.revisit) {
        steps_around(st, steps);
        return;
    }
    for (int space = 0; space < GENOA_SPACES; space++)
        if (genoa_distance[genoa_here(st)][space] <= genoa_steps_left(st))
            steps[space] = genoa_distance[genoa_here(st)][space];
}

int genoa_steps_to(const struct genoa_state *st, int space)
{
    uint8_t steps[GENOA_SPACES];
    int far = genoa_distance[genoa_here(st)][space];
    if (far > genoa_steps_left(st))
        return GENOA_STEPS + 1;
    if (far == 0 || st->options.revisit)
        return far;
    genoa_steps(st, steps);
    return steps[space];
}

bool genoa_must_step(const struct genoa_state *st)
{
    const struct genoa_space *space = &genoa_map[genoa_here(st)];
    for (int i = 0; st->options.must_go_on && i < space->n; i++)
        if (genoa_may_step(st, space->neighbour[i]))
            return true;
    return false;
}

/* ---- Who may act: dossier genoa R5.5, R5.6, R8.2, R11.2 ---- */

bool genoa_has_normal(const struct genoa_state *st, int seat)
{
    if (st->acted[seat] == 0)
        return true;
    return genoa_printed_two(st) && seat == st->tower_seat && st->acted[seat] == 1 && st->acted[1 - seat] > 0;
}

bool genoa_can_act(const struct genoa_state *st, int seat, bool further)
{
    return genoa_has_normal(st, seat) || (further && st->players[seat].tiles[GENOA_FURTHER_ACTION]);
}

int genoa_action_error(const struct genoa_state *st, int seat, int place, bool further)
{
    if (!genoa_is_building(place))
        return GENOA_NO_ACTION_HERE;
    if (st->actor[place] >= 0)
        return GENOA_ACTION_GONE;
    if (st->acted_in[seat] >> place & 1)
        return GENOA_SAME_BUILDING;
    return genoa_can_act(st, seat, further) ? RULE_OK : GENOA_ALREADY_ACTED;
}

bool genoa_has_wares(const struct genoa_goods *goods, int order)
{
    const uint8_t *ware = genoa_large[order].ware; /* three different ones */
    return goods->wares[ware[0]] && goods->wares[ware[1]] && goods->wares[ware[2]];
}

/* ---- Markers: dossier genoa 9 ---- */

static int building_error(const struct genoa_state *st, int seat, int building, int mode)
{
    int owner = st->owner[building];
    if (mode == GENOA_MODE_PLACE && owner >= 0)
        return GENOA_OCCUPIED;
    if ((mode == GENOA_MODE_REMOVE || mode == GENOA_MODE_REPLACE) && (owner < 0 || owner == seat))
        return GENOA_NOTHING_TO_REMOVE;
    return RULE_OK;
}

int genoa_wish_error(const struct genoa_state *st, int seat, const struct genoa_wish *wish)
{
    static const uint8_t cost[GENOA_MODE_COUNT] = {0, 1, 1, 2};
    if (wish->street < 0 || !(wish->first || wish->second))
        return GENOA_NOTHING_CHOSEN;
    const int8_t *building = genoa_map[GENOA_FIRST_STREET + wish->street].building;
    if (!st->street_discs[wish->street])
        return GENOA_NO_DISC;
    int error = building_error(st, seat, building[0], wish->first);
    if (error == RULE_OK)
        error = building_error(st, seat, building[1], wish->second);
    if (error != RULE_OK)
        return error;
    return cost[wish->first] + cost[wish->second] <= st->players[seat].markers ? RULE_OK : GENOA_NOT_ENOUGH_MARKERS;
}

bool genoa_may_claim(const struct genoa_state *st, int seat)
{
    if (!st->players[seat].markers)
        return false;
    for (int street = 0; street < GENOA_STREETS; street++) {
        const int8_t *building = genoa_map[GENOA_FIRST_STREET + street].building;
        if (st->street_discs[street] && (st->owner[building[0]] != seat || st->owner[building[1]] != seat))
            return true;
    }
    return false;
}

/* ---- A 1:1 trade: dossier genoa R8.4 ---- */

int genoa_deck_of_thing(int thing, int *card)
{
    int deck = 0;
    for (*card = thing - GENOA_FIRST_CARD; *card >= genoa_deck_sizes[deck]; deck++)
        *card -= genoa_deck_sizes[deck];
    return deck;
}

int genoa_thing_of_card(int deck, int card)
{
    int thing = GENOA_FIRST_CARD + card;
    for (int before = 0; before < deck; before++)
        thing += genoa_deck_sizes[before];
    return thing;
}

int genoa_sort_of(int thing)
{
    int card;
    if (thing == GENOA_THING_MONEY)
        return GENOA_SORT_MONEY;
    if (thing >= GENOA_FIRST_CARD)
        return GENOA_SORT_LARGE + genoa_deck_of_thing(thing, &card);
    if (thing >= GENOA_THING_MARKER)
        return GENOA_SORT_MARKER + thing - GENOA_THING_MARKER;
    return thing < GENOA_WARES ? GENOA_SORT_WARE : GENOA_SORT_TILE;
}

/* A sort says enough where there is only one thing of it: a marker, the top card of a deck, five ducats. */
static int one_thing(int sort, int what)
{
    if (what < 0 && sort == GENOA_SORT_MONEY)
        return GENOA_THING_MONEY;
    if (what < 0)
        return sort < GENOA_SORT_MARKER ? -1 : GENOA_THING_MARKER + sort - GENOA_SORT_MARKER;
    return sort < 0 || genoa_sort_of(what) == sort ? what : -1;
}

struct genoa_trade genoa_read_trade(const int16_t *slots)
{
    struct genoa_trade trade = {one_thing(slots[SLOT_TRADE_GIVE], slots[SLOT_TRADE_GIVE_WHAT]),
                                one_thing(slots[SLOT_TRADE_GET], slots[SLOT_TRADE_GET_WHAT])};
    if (trade.give >= GENOA_FIRST_DRAW && trade.give < GENOA_FIRST_CARD) /* of a hand the card must be named */
        trade.give = -1;
    return trade;
}

/* ---- Who is asked ---- */

seatmask genoa_awaits(const void *state)
{
    const struct genoa_state *st = state;
    seatmask tower = SEAT_BIT(st->tower_seat);
    switch (st->phase) {
    case GENOA_PHASE_OFFERS:
    case GENOA_PHASE_CALL:
        return (seatmask)(((1u << st->seats) - 1) & ~(unsigned)(tower | st->ready));
    case GENOA_PHASE_ANSWERS:
        return genoa_pending(st);
    case GENOA_PHASE_ACTION:
        return SEAT_BIT(st->action.seat);
    case GENOA_PHASE_MARKERS:
        return st->claim_now;
    case GENOA_PHASE_OVER:
        return 0;
    default:
        return tower;
    }
}

seatmask genoa_windows(const void *state)
{
    const struct genoa_state *st = state;
    return genoa_awaits(st) & (seatmask)~SEAT_BIT(st->tower_seat);
}
