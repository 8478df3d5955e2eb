/* What must always be true: dossier vernissage 13.1, invariants. */
#include "config.h"

#include "rules/engine/fault.h"
#include "rules/vernissage/state.h"

static bool brown_adds_up(const struct vernissage_state *st, struct fault *fault)
{
    for (int face = 0; face < VERNISSAGE_FACES; face++) {
        int n = st->aside[face] + st->gone[face];
        for (int seat = 0; seat < st->seats; seat++)
            n += st->hand[seat].face[face] + (face < VERNISSAGE_ARTISTS ? st->shown[seat][face] : 0);
        for (int pile = 0; pile < VERNISSAGE_PILES; pile++)
            n += st->piles[pile][face];
        if (n != vernissage_face_cards[face])
            return fault_index(fault, N_("{what}, hands, piles and what is gone do not hold all cards of this face."),
                               "aside", face);
    }
    for (int seat = 0; seat < st->seats; seat++)
        if (st->known_power[seat] > st->hand[seat].face[VERNISSAGE_POWER])
            return fault_index(fault, N_("{what} says of more cards than there are that they are known."), "known_power", seat);
    return true;
}

static bool grey_adds_up(const struct vernissage_state *st, struct fault *fault)
{
    for (int card = 0; card < VERNISSAGE_GREYS; card++) {
        int n = st->grey_deck[card] + st->grey_discard[card];
        for (int seat = 0; seat < st->seats; seat++)
            n += st->hand[seat].grey[card];
        if (n != vernissage_grey_cards[card])
            return fault_index(fault, N_("{what}, hands and used cards do not hold all move cards of this number."),
                               "grey_deck", card);
    }
    return true;
}

static bool counters_add_up(const struct vernissage_state *st, struct fault *fault)
{
    static const char *const supply_of[VERNISSAGE_KINDS] = {"supply.purchase", "supply.critique", "supply.scandal"};
    uint8_t n[VERNISSAGE_KINDS][VERNISSAGE_AMOUNTS] = {{0}};
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++)
        for (int i = 0; i < st->artists[a].n_column; i++)
            n[st->artists[a].column[i].kind][st->artists[a].column[i].amount]++;
    if (vernissage_argued(st) && st->pending.kind >= 0)
        n[st->pending.kind][st->pending.amount]++;
    for (int kind = 0; kind < VERNISSAGE_KINDS; kind++)
        for (int amount = 0; amount < VERNISSAGE_AMOUNTS; amount++)
            if (st->supply[kind][amount] + n[kind][amount] != vernissage_counters[kind][amount])
                return fault_index(fault, N_("{what} and the stairs do not hold all counters of this value."),
                                   supply_of[kind], amount);
    return true;
}

static bool agents_are_apart(const struct vernissage_state *st, struct fault *fault)
{
    for (int seat = 0; seat < st->seats; seat++)
        for (int i = 0; i < VERNISSAGE_AGENTS; i++)
            for (int j = 0; j < i; j++)
                if (st->agents[seat][i] && st->agents[seat][i] == st->agents[seat][j])
                    return fault_index(fault, N_("{what} has two agents on one step."), "agents", seat);
    return true;
}

static bool artist_is_sound(const struct vernissage_state *st, int a, struct fault *fault)
{
    const struct vernissage_artist *artist = &st->artists[a];
    bool pays = st->phase == VERNISSAGE_PHASE_REVEAL && st->pending.artist == a;
    bool full = vernissage_kinds_in(artist) == (1 << VERNISSAGE_KINDS) - 1;
    if (artist->out)
        return (artist->fame == VERNISSAGE_OUT && artist->n_column == 0 && st->feather != a)
            || fault_member_at(fault, "artists", a);
    if (artist->fame == VERNISSAGE_OUT || (artist->fame > VERNISSAGE_CEILING) != pays)
        return fault_index(fault, N_("{what} has an impossible fame."), "artists", a);
    if (full && !(pays && st->pending.stage == VERNISSAGE_STAGE_COUNTER))
        return fault_index(fault, N_("{what} should have held a vernissage."), "artists", a);
    if (artist->step + artist->n_column > VERNISSAGE_STEPS - (st->phase != VERNISSAGE_PHASE_OVER && !pays))
        return fault_index(fault, N_("{what} has counters above the stairs."), "artists", a);
    return true;
}

static bool artists_are_sound(const struct vernissage_state *st, struct fault *fault)
{
    int n_out = 0;
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++) {
        n_out += st->artists[a].out;
        if (!artist_is_sound(st, a, fault))
            return false;
    }
    return n_out < 2 || st->phase == VERNISSAGE_PHASE_OVER || fault_member(fault, "artists");
}

static bool turn_is_sound(const struct vernissage_state *st, struct fault *fault)
{
    bool over = st->phase == VERNISSAGE_PHASE_OVER;
    bool dice = st->phase <= VERNISSAGE_PHASE_REVEAL;
    if (st->turn >= st->seats)
        return fault_set(fault, N_("{what} names a seat that is not at this table."), "turn");
    if (st->first >= st->seats)
        return fault_set(fault, N_("{what} names a seat that is not at this table."), "first");
    if (st->turn != (st->first + st->turns - 1) % st->seats)
        return fault_member(fault, "turns");
    if (st->round != (st->turns - 1) / st->seats + 1 || (st->options.rounds && st->round > st->options.rounds))
        return fault_member(fault, "round");
    if (dice && st->die < 0)
        return fault_member(fault, "die");
    if ((st->open_pile >= 0) != (st->phase == VERNISSAGE_PHASE_TAKE))
        return fault_member(fault, "open_pile");
    if (st->open_pile >= 0 && !counts_sum(st->piles[st->open_pile], VERNISSAGE_FACES))
        return fault_member(fault, "open_pile");
    if (st->phase == VERNISSAGE_PHASE_BUY && !vernissage_can_buy(st))
        return fault_member(fault, "phase");
    if (st->phase == VERNISSAGE_PHASE_PLACE && (!vernissage_influenced(st, st->turn) || !vernissage_kinds_allowed(st)))
        return fault_member(fault, "phase");
    if (st->moved && !over && st->phase != VERNISSAGE_PHASE_USE)
        return fault_member(fault, "moved");
    return (st->ending >= 0) == over || fault_member(fault, "ending");
}

/* ---- The counter that is argued about ---- */

static bool objections_are_sound(const struct vernissage_state *st, struct fault *fault)
{
    const struct vernissage_pending *p = &st->pending;
    seatmask others = (seatmask)((SEAT_BIT(st->seats) - 1) & ~SEAT_BIT(st->turn));
    if (!p->eligible || p->eligible != (vernissage_influencing(st, p->artist) & others))
        return fault_member(fault, "pending.eligible");
    if (p->answered & ~p->eligible || (st->phase == VERNISSAGE_PHASE_OBJECT) != (p->answered != p->eligible))
        return fault_member(fault, "pending.answered");
    if (p->objectors & ~p->answered || (st->phase > VERNISSAGE_PHASE_OBJECT && !p->objectors))
        return fault_member(fault, "pending.objectors");
    for (int seat = 0; seat < VERNISSAGE_SEATS; seat++) {
        bool objects = p->objectors & SEAT_BIT(seat);
        if (objects != (p->nodeal[seat] >= 0) || (!objects && p->values[seat]))
            return fault_member_at(fault, "pending.nodeal", seat);
        if (p->values[seat] >> p->amount & 1)
            return fault_member_at(fault, "pending.values", seat);
        int power = objects ? st->hand[seat].face[VERNISSAGE_POWER] : 0;
        if (p->cards[seat] > p->cap[seat] || p->cap[seat] > (p->nodeal[seat] == VERNISSAGE_FIGHT ? power : 0))
            return fault_member_at(fault, "pending.cap", seat);
    }
    return p->offers_left <= st->options.offers || fault_member(fault, "pending.offers_left");
}

static bool offer_is_sound(const struct vernissage_state *st, struct fault *fault)
{
    const struct vernissage_pending *p = &st->pending;
    bool offered = st->phase == VERNISSAGE_PHASE_OFFER;
    if (offered != (p->offer != 0))
        return fault_member(fault, "pending.offer");
    if (!offered)
        return (!p->offer_answers && !p->offer_takers) || fault_member(fault, "pending.offer_answers");
    seatmask asked = vernissage_lacking(st, p->offer);
    if (p->offer == p->amount || !st->supply[p->kind][p->offer] || asked & ~vernissage_open(st) || !p->offers_left)
        return fault_member(fault, "pending.offer");
    return (!(p->offer_answers & ~asked) && p->offer_answers != asked && !(p->offer_takers & ~p->offer_answers))
        || fault_member(fault, "pending.offer_answers");
}

static bool power_play_is_sound(const struct vernissage_state *st, struct fault *fault)
{
    const struct vernissage_pending *p = &st->pending;
    bool fights = st->phase == VERNISSAGE_PHASE_COMMIT || st->phase == VERNISSAGE_PHASE_LAST_WORD;
    if (fights != (p->fighters != 0) || p->fighters & ~p->objectors)
        return fault_member(fault, "pending.fighters");
    if (st->phase == VERNISSAGE_PHASE_CHALLENGE && !vernissage_open(st))
        return fault_member(fault, "pending.nodeal");
    for (int seat = 0; seat < VERNISSAGE_SEATS; seat++) {
        bool takes_part = fights && (p->fighters & SEAT_BIT(seat) || seat == st->turn);
        if (p->fighters & SEAT_BIT(seat) && (p->nodeal[seat] != VERNISSAGE_FIGHT || p->laid[seat] > p->cap[seat]))
            return fault_member_at(fault, "pending.laid", seat);
        if (p->laid[seat] > (takes_part ? st->hand[seat].face[VERNISSAGE_POWER] : 0))
            return fault_member_at(fault, "pending.laid", seat);
    }
    return true;
}

static bool payment_is_sound(const struct vernissage_state *st, struct fault *fault)
{
    const struct vernissage_pending *p = &st->pending;
    if (p->stage < 0 || p->space != st->artists[p->artist].fame)
        return fault_member(fault, "pending.space");
    if (!p->ask || p->ask >> st->seats)
        return fault_member(fault, "pending.ask");
    for (int seat = 0; seat < VERNISSAGE_SEATS; seat++)
        if (p->show[seat] > (seat < st->seats ? st->hand[seat].face[p->artist] : 0))
            return fault_member_at(fault, "pending.show", seat);
    return true;
}

/* Suitcases lie on the table in a power play only. */
static bool none_are_laid(const struct vernissage_state *st, struct fault *fault)
{
    for (int seat = 0; seat < VERNISSAGE_SEATS; seat++)
        if (st->pending.laid[seat])
            return fault_member_at(fault, "pending.laid", seat);
    return true;
}

static bool pending_is_sound(const struct vernissage_state *st, struct fault *fault)
{
    const struct vernissage_pending *p = &st->pending;
    bool argued = vernissage_argued(st), pays = st->phase == VERNISSAGE_PHASE_REVEAL;
    if ((p->artist >= 0) != (argued || pays) || (p->kind >= 0) != (p->artist >= 0))
        return fault_member(fault, "pending.artist");
    if (p->artist < 0)
        return (!p->amount && !p->eligible && p->stage < 0) ? none_are_laid(st, fault) : fault_member(fault, "pending");
    if (st->artists[p->artist].out || p->amount == 0)
        return fault_member(fault, "pending.amount");
    if (pays)
        return none_are_laid(st, fault) && payment_is_sound(st, fault);
    if (p->stage >= 0 || p->cell != vernissage_cell(&st->artists[p->artist]))
        return fault_member(fault, "pending.cell");
    return objections_are_sound(st, fault) && offer_is_sound(st, fault) && power_play_is_sound(st, fault);
}

/* Objections are on record only once the counter is settled, which takes a die. */
static bool opposed_is_sound(const struct vernissage_state *st, struct fault *fault)
{
    bool settled = st->phase >= VERNISSAGE_PHASE_REVEAL && st->die >= 0;
    return !st->opposed || settled || fault_member(fault, "opposed");
}

bool vernissage_sound(const void *state, struct fault *fault)
{
    const struct vernissage_state *st = state;
    return turn_is_sound(st, fault) && opposed_is_sound(st, fault) && artists_are_sound(st, fault) && agents_are_apart(st, fault)
        && brown_adds_up(st, fault) && grey_adds_up(st, fault) && counters_add_up(st, fault)
        && pending_is_sound(st, fault);
}
