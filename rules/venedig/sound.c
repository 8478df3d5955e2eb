/* What must always be true: dossier venedig 11, invariants. */
#include "config.h"

#include "rules/engine/fault.h"
#include "rules/venedig/state.h"

/* ---- Pieces ---- */

static bool buildings_stand(const struct venedig_state *st, struct fault *fault)
{
    struct venedig_field taken = {{0, 0}};
    for (int i = 0; i < st->n_buildings; i++) {
        const struct venedig_building *b = &st->buildings[i];
        int first, end;
        venedig_spots_of(b->kind, &first, &end);
        if (b->spot < first || b->spot >= end)
            return fault_index(fault, N_("{what} does not have the shape of its site."), "buildings", i);
        for (int s = 0; s < venedig_spots[b->spot].n; s++) {
            int site = venedig_spots[b->spot].site[s];
            if (venedig_holds(&taken, site) || st->swamp[site] >= 0)
                return fault_index(fault, N_("{what} stands on a building or on swamp."), "buildings", i);
            venedig_add(&taken, site);
        }
    }
    for (int kind = 0; kind < VENEDIG_KINDS; kind++)
        if (venedig_supply(st, kind) < 0)
            return fault_member(fault, "buildings");
    return true;
}

static bool cards_add_up(const struct venedig_state *st, struct fault *fault)
{
    for (int kind = 0; kind < VENEDIG_KINDS; kind++) {
        int n = st->discard.of[kind] + st->pool.of[kind];
        for (int i = 0; i < st->n_deck; i++)
            n += st->deck[i] == kind;
        for (int seat = 0; seat < VENEDIG_SEATS; seat++)
            n += (seat < st->seats ? st->hand[seat].of[kind] : 0) + st->front[seat].of[kind];
        n += st->solo == kind ? venedig_pieces[kind].need : 0;
        /* The card of an imaginary casa lies nowhere until it stands. */
        n += kind == VENEDIG_CASA && st->job.kind == kind && !venedig_is_person(st, st->job.builder);
        if (n != venedig_pieces[kind].cards)
            return fault_index(fault, N_("{what}, hands, deck and discard pile do not hold all cards of this kind."),
                               "front", kind);
    }
    for (int seat = 0; seat < st->seats; seat++)
        if (counts_sum(st->hand[seat].of, VENEDIG_KINDS) > VENEDIG_HAND)
            return fault_index(fault, N_("{what} holds more cards than a player may."), "hand", seat);
    for (int seat = 0; seat < st->seats; seat++)
        for (int kind = 0; kind < VENEDIG_KINDS; kind++)
            if (st->known[seat].of[kind] > st->hand[seat].of[kind])
                return fault_index(fault, N_("{what} says of more cards than there are that they are known."), "known", seat);
    for (int kind = 0; kind < VENEDIG_KINDS; kind++)
        if (st->pool.of[kind] > 1)
            return fault_member(fault, "pool");
    return counts_sum(st->pool.of, VENEDIG_KINDS) < VENEDIG_POOL || fault_member(fault, "pool");
}

static bool tiles_add_up(const struct venedig_state *st, struct fault *fault)
{
    for (int value = 0; value < VENEDIG_GOLD_VALUES; value++) {
        bool swamp = value < VENEDIG_SWAMP_VALUES;
        int rest = value - VENEDIG_SWAMP_VALUES, n = st->aside[value];
        for (int seat = 0; seat < st->seats; seat++)
            n += st->gold[seat][value];
        for (int site = 0; swamp && site < VENEDIG_SITES; site++)
            n += st->swamp[site] == value;
        if (n != (swamp ? venedig_swamp_tiles[value] : venedig_treasure_tiles[rest]))
            return fault_index(fault, N_("{what} and the tiles elsewhere are not all tiles of this value."), "gold", value);
    }
    for (int site = 0; site < VENEDIG_SITES; site++)
        if (st->swamp[site] >= 0 && !venedig_sites[site].swamp)
            return fault_index(fault, N_("{what} has swamp that was never there."), "swamp", site);
    return true;
}

/* ---- Sets and tokens ---- */

static bool tokens_are_sound(const struct venedig_state *st, struct fault *fault)
{
    int ring = venedig_ring(st);
    for (int kind = 0; kind < VENEDIG_SHARED; kind++) {
        int holder = st->architect[kind], most = 0, total = venedig_total(st, kind);
        for (int seat = 0; seat < VENEDIG_SEATS; seat++) {
            if (seat >= ring && st->front[seat].of[kind])
                return fault_index(fault, N_("{what} has cards of nobody."), "front", seat);
            most = st->front[seat].of[kind] > most ? st->front[seat].of[kind] : most;
        }
        if (total > venedig_pieces[kind].need || (holder >= 0) != (total > 0) || holder >= ring)
            return fault_member_at(fault, "architect", kind);
        if (holder >= 0 && st->front[holder].of[kind] < most)
            return fault_index(fault, N_("{what} is held by somebody with fewer cards."), "architect", kind);
    }
    for (int seat = 0; seat < VENEDIG_SEATS; seat++)
        if (st->front[seat].of[VENEDIG_CASA])
            return fault_member_at(fault, "front", seat);
    return true;
}

/* Does a building wait that a card turned after the turn completes? */
static bool is_after_turn(const struct venedig_state *st)
{
    return st->phase == VENEDIG_PHASE_PLACE && st->job.back == VENEDIG_BACK_TURN;
}

/* Complete sets are there only while they can be built. */
static bool sets_are_sound(const struct venedig_state *st, struct fault *fault)
{
    bool builds = (st->phase <= VENEDIG_PHASE_GOLD && !is_after_turn(st)) || st->phase == VENEDIG_PHASE_OVER;
    for (int kind = 0; kind < VENEDIG_SHARED && !builds; kind++)
        if (kind != st->job.kind && venedig_complete(st, kind, VENEDIG_SET_SHARED))
            return fault_member(fault, "front");
    for (int seat = 0; seat < VENEDIG_SEATS; seat++)
        if ((!builds || seat != st->active) && venedig_size(venedig_kinds_of(&st->front[seat])) > VENEDIG_FRONTS)
            return fault_index(fault, N_("{what} has more than two kinds of cards."), "front", seat);
    return st->solo < 0 || builds || fault_member(fault, "solo");
}

/* Only the district of a bridge, or of a wish for one, is named. */
static bool names_district(const struct venedig_job *job)
{
    if (job->kind != VENEDIG_PONTE || job->spot < 0)
        return job->count_in < 0;
    return job->count_in >= 0 && venedig_districts_of(job->spot) >> job->count_in & 1;
}

/* Somebody chooses a site: after a call for an architect, or when a card of the imaginary player was turned. */
static bool waiting_is_sound(const struct venedig_state *st, struct fault *fault)
{
    const struct venedig_job *job = &st->job;
    struct venedig_field free = venedig_free(st);
    int site;
    bool turned = job->back == VENEDIG_BACK_TURN || venedig_decides(st, job->builder) == st->active;
    if (turned && !st->flipped)
        return fault_member(fault, "flipped");
    if (job->next || job->points)
        return fault_member(fault, "job");
    if (job->spot >= 0 && venedig_site_error(st, &free, job->kind, job->spot, &site) != RULE_OK)
        return fault_member(fault, "job.spot");
    return venedig_has_room(&free, job->kind) || fault_member(fault, "job.kind");
}

/* The newest building waits until the active seat has spent gold or not: before its treasure, or before a movement of another. */
static bool halt_is_sound(const struct venedig_state *st, struct fault *fault)
{
    const struct venedig_job *job = &st->job;
    const struct venedig_building *newest = &st->buildings[st->n_buildings - 1];
    int seat = (job->builder + job->next) % venedig_ring(st);
    bool treasure = job->step == VENEDIG_STEP_TREASURE;
    if (st->n_buildings == 0 || job->kind == VENEDIG_CASA || newest->kind != job->kind || newest->spot != job->spot)
        return fault_member(fault, "job.spot");
    if (job->points != venedig_points(st, job->kind, job->spot, job->count_in))
        return fault_member(fault, "job.points");
    if (treasure ? job->next || (job->builder == st->active && !st->flipped)
                 : job->step != VENEDIG_STEP_MOVE || job->next >= venedig_ring(st) || seat == st->active
                       || !venedig_share(st, job, seat, job->points))
        return fault_member(fault, "job.next");
    return venedig_may_pay(st, st->active) || fault_member(fault, "phase");
}

static bool job_is_sound(const struct venedig_state *st, struct fault *fault)
{
    const struct venedig_job *job = &st->job;
    bool waits = st->phase == VENEDIG_PHASE_PLACE, halts = st->phase == VENEDIG_PHASE_GOLD;
    if ((job->kind >= 0) != (waits || halts) || waits != (job->step == VENEDIG_STEP_PLACE))
        return fault_member(fault, "job.step");
    if (job->kind < 0)
        return (job->step == VENEDIG_STEP_NONE && job->builder < 0 && job->spot < 0 && job->count_in < 0 && !job->next)
            || fault_member(fault, "job");
    if (job->back == VENEDIG_BACK_TURN && (st->seats != VENEDIG_FEWEST || halts))
        return fault_member(fault, "job.back");
    bool third = job->kind == VENEDIG_CASA;
    if (third ? job->set != VENEDIG_SET_SOLO || job->builder != VENEDIG_THIRD || st->seats != VENEDIG_FEWEST
              : job->set != VENEDIG_SET_SHARED || !venedig_complete(st, job->kind, job->set)
                    || job->builder != st->architect[job->kind])
        return fault_member(fault, "job.builder");
    if (!names_district(job))
        return fault_member(fault, "job.count_in");
    return halts ? halt_is_sound(st, fault) : waiting_is_sound(st, fault);
}

/* ---- Turn and route ---- */

static bool turn_is_sound(const struct venedig_state *st, struct fault *fault)
{
    bool over = st->phase == VENEDIG_PHASE_OVER;
    if (st->active >= st->seats)
        return fault_set(fault, N_("{what} names a seat that is not at this table."), "active");
    bool builds = st->phase <= VENEDIG_PHASE_GOLD && !is_after_turn(st);
    int most = builds ? 0 : st->phase == VENEDIG_PHASE_DRAIN ? VENEDIG_A_TURN - 1 : VENEDIG_A_TURN;
    if (st->drained > most)
        return fault_member(fault, "drained");
    if (st->phase == VENEDIG_PHASE_DRAIN && venedig_no_swamp(st))
        return fault_member(fault, "phase");
    if (st->phase == VENEDIG_PHASE_DRAW && venedig_ends_turn(st))
        return fault_member(fault, "phase");
    if (st->flipped && st->seats != VENEDIG_FEWEST)
        return fault_member(fault, "flipped");
    if (over != (st->ending != VENEDIG_ENDING_NONE) || st->last != (over ? st->active : -1))
        return fault_member(fault, "ending");
    return true;
}

/* A game that is over has a reason. */
static bool ending_is_sound(const struct venedig_state *st, struct fault *fault)
{
    bool goal = false, supply = false;
    for (int seat = 0; seat < st->seats; seat++)
        goal |= st->gondola[seat] >= VENEDIG_GOAL;
    for (int kind = 0; kind < VENEDIG_KINDS; kind++)
        supply |= venedig_supply(st, kind) == 0;
    return st->ending == VENEDIG_ENDING_NONE || (st->ending == VENEDIG_ENDING_GOAL ? goal : supply) || fault_member(fault, "ending");
}

static bool gondolas_are_apart(const struct venedig_state *st, struct fault *fault)
{
    for (int seat = 0; seat < st->seats; seat++) {
        if (st->gondola[seat] >= VENEDIG_GOAL && st->phase != VENEDIG_PHASE_OVER)
            return fault_member_at(fault, "gondola", seat);
        for (int other = 0; other < seat; other++)
            if (st->gondola[seat] && venedig_place(st->gondola[seat]) == venedig_place(st->gondola[other]))
                return fault_index(fault, N_("{what} lies where another gondola is."), "gondola", seat);
    }
    for (int kind = 0; kind < VENEDIG_KINDS && st->phase != VENEDIG_PHASE_OVER; kind++)
        if (venedig_supply(st, kind) == 0)
            return fault_member(fault, "buildings");
    return true;
}

bool venedig_sound(const void *state, struct fault *fault)
{
    const struct venedig_state *st = state;
    return turn_is_sound(st, fault) && buildings_stand(st, fault) && cards_add_up(st, fault) && tiles_add_up(st, fault)
        && tokens_are_sound(st, fault) && sets_are_sound(st, fault) && job_is_sound(st, fault)
        && gondolas_are_apart(st, fault) && ending_is_sound(st, fault);
}
