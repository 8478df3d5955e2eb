/* A turn from its start to its end, with the claims after the movement, and the end of the game: dossier genoa 5, 9, 12. */
#include "config.h"

#include "rules/engine/rng.h"
#include "rules/genoa/step.h"

const struct genoa_claim genoa_no_claim = {.wish = {{.street = -1}, {.street = -1}, {.street = -1}}};

/* ---- The start: dossier genoa R5.1, R5.2 ---- */

static void start_in(struct step *s, int space)
{
    struct genoa_state *st = s->st;
    st->path[0] = (uint8_t)space;
    st->n_path = 1;
    st->phase = GENOA_PHASE_OFFERS;
    log_one(s->log, GENOA_TOWER, st->tower_seat, space);
    if (space == GENOA_MARKET && st->round_space < st->round_spaces) {
        st->round_space++;
        log_one(s->log, GENOA_ROUND_MARKER, NO_SEAT, st->round_space);
    }
}

void genoa_do_roll(struct step *s)
{
    struct genoa_state *st = s->st;
    st->dice[0] = (uint8_t)(1 + rng_below(s->rng, GENOA_SIDE));
    st->dice[1] = (uint8_t)(1 + rng_below(s->rng, GENOA_SIDE));
    log_two(s->log, GENOA_DICE, st->tower_seat, st->dice[0], st->dice[1]);
    start_in(s, genoa_grid[st->dice[1] - 1][st->dice[0] - 1]);
}

void genoa_do_start_at(struct step *s)
{
    struct genoa_state *st = s->st;
    count_move(&st->players[s->seat].tiles[GENOA_ANY_START], &st->supply.tiles[GENOA_ANY_START], 1);
    log_one(s->log, GENOA_TILE_USED, s->seat, GENOA_ANY_START);
    start_in(s, s->arg[0]);
}

void genoa_begin_turn(struct step *s)
{
    struct genoa_state *st = s->st;
    memset(st->dice, 0, sizeof(st->dice));
    st->n_path = 0;
    memset(st->acted, 0, sizeof(st->acted));
    memset(st->acted_further, 0, sizeof(st->acted_further));
    memset(st->actor, -1, sizeof(st->actor));
    memset(st->acted_in, 0, sizeof(st->acted_in));
    memset(st->announced, -1, sizeof(st->announced));
    st->n_offers = 0;
    st->ready = st->called = 0;
    memset(st->watch, 0, sizeof(st->watch));
    st->calls_left = st->options.calls;
    st->counters_left = st->options.counters;
    memset(st->edits, 0, sizeof(st->edits));
    genoa_end_action(st);
    memset(st->street_discs, 0, sizeof(st->street_discs));
    st->claim_queue = st->claim_now = 0;
    for (int seat = 0; seat < GENOA_SEATS; seat++)
        st->claims[seat] = genoa_no_claim;
    log_one(s->log, GENOA_TURN_BEGAN, st->tower_seat, st->round);
    if (st->players[st->tower_seat].tiles[GENOA_ANY_START])
        st->phase = GENOA_PHASE_START;
    else
        genoa_do_roll(s);
}

/* ---- On its way ---- */

void genoa_do_move(struct step *s)
{
    genoa_step_to(s, s->arg[0]);
}

/* ---- The end: dossier genoa R5.9, R5.10, 12 ---- */

static void end_game(struct step *s)
{
    struct genoa_state *st = s->st;
    struct standing standing;
    st->phase = GENOA_PHASE_OVER;
    genoa_end(st);
    int16_t *totals = log_event(s->log, GENOA_GAME_OVER, NO_SEAT, 1 + GENOA_SEATS);
    totals[0] = st->seats;
    for (int seat = 0; seat < st->seats; seat++) {
        const struct genoa_score *score = &st->score[seat];
        int16_t *slots = log_event(s->log, GENOA_RESULT, seat, 5);
        totals[1 + seat] = slots[3] = score->total;
        slots[0] = score->cash;
        slots[1] = score->privileges;
        slots[2] = score->markers;
        slots[4] = score->wares;
    }
    genoa_standing(st, &standing);
    for (int seat = 0; seat < st->seats; seat++)
        if (standing.seat[seat].rank == 1)
            log_one(s->log, GENOA_WON, seat, st->score[seat].total);
}

static void end_turn(struct step *s)
{
    struct genoa_state *st = s->st;
    int next = genoa_next_seat(st, st->tower_seat);
    st->n_offers = 0;
    if (next == st->first) {
        if (st->round_space == st->round_spaces) {
            end_game(s);
            return;
        }
        st->round++;
        st->round_space++;
    }
    st->turn++;
    st->tower_seat = (uint8_t)next;
    if (next == st->first)
        log_two(s->log, GENOA_ROUND_BEGAN, NO_SEAT, st->round, st->round_space);
    genoa_begin_turn(s);
}

/* ---- Ownership markers after the movement: dossier genoa 9 ---- */

static void set_wishes(const int16_t *arg, struct genoa_claim *claim)
{
    for (int i = 0; i < GENOA_WISHES; i++, arg += SLOTS_OF_WISH)
        claim->wish[i] = (struct genoa_wish){.street = (int8_t)arg[SLOT_WISH_STREET], .first = (uint8_t)arg[SLOT_WISH_FIRST],
                                             .second = (uint8_t)arg[SLOT_WISH_SECOND]};
}

static void change(struct step *s, int seat, int building, int mode)
{
    struct genoa_state *st = s->st;
    int owner = st->owner[building];
    if (mode == GENOA_MODE_REMOVE || mode == GENOA_MODE_REPLACE) {
        must(owner >= 0);
        count_move(&st->players[seat].markers, &st->supply.markers[seat], 1);
        count_put(&st->supply.markers[owner], 1);
        st->owner[building] = -1;
        log_two(s->log, GENOA_MARKER_REMOVED, seat, building, owner);
    }
    if (mode == GENOA_MODE_PLACE || mode == GENOA_MODE_REPLACE) {
        must(st->owner[building] < 0);
        count_take(&st->players[seat].markers, 1);
        st->owner[building] = (int8_t)seat;
        log_one(s->log, GENOA_MARKER_PLACED, seat, building);
    }
}

static void fulfil(struct step *s, int seat, const struct genoa_wish *wish)
{
    const int8_t *building = genoa_map[GENOA_FIRST_STREET + wish->street].building;
    change(s, seat, building[0], wish->first);
    change(s, seat, building[1], wish->second);
    count_take(&s->st->street_discs[wish->street], 1);
    log_one(s->log, GENOA_DISC_OFF, seat, wish->street);
}

/* All have said what they want: clockwise each gets the first of their wishes that is possible. */
static void settle_claims(struct step *s)
{
    struct genoa_state *st = s->st;
    for (int i = 1, seat = genoa_next_seat(st, st->tower_seat); i < st->seats; i++, seat = genoa_next_seat(st, seat)) {
        struct genoa_claim claim = st->claims[seat];
        st->claims[seat] = genoa_no_claim;
        for (int w = 0; w < GENOA_WISHES; w++)
            if (genoa_wish_error(st, seat, &claim.wish[w]) == RULE_OK) {
                fulfil(s, seat, &claim.wish[w]);
                break;
            }
    }
    end_turn(s);
}

/* The next seat in turn that could place a marker, or all of them at once. A seat after the next may be able to when its
 * turn has come: where one removes a marker, its owner may find another disc beside the building. */
static void ask_next(struct step *s)
{
    struct genoa_state *st = s->st;
    seatmask able = 0, next = 0, later = 0;
    for (int i = 1, seat = genoa_next_seat(st, st->tower_seat); i < st->seats; i++, seat = genoa_next_seat(st, seat)) {
        if (!(st->claim_queue & SEAT_BIT(seat)))
            continue;
        later |= next ? SEAT_BIT(seat) : 0;
        if (genoa_may_claim(st, seat)) {
            able |= SEAT_BIT(seat);
            next = next ? next : SEAT_BIT(seat);
        }
    }
    bool in_order = st->options.claims == GENOA_CLAIMS_IN_ORDER;
    st->claim_now = in_order ? next : able;
    st->claim_queue = in_order ? (s->revision == 1 ? later & able : later) : 0;
    if (!st->claim_now)
        end_turn(s);
}

static void begin_claims(struct step *s)
{
    struct genoa_state *st = s->st;
    seatmask tower = SEAT_BIT(st->tower_seat);
    for (int i = 0; i < st->n_path; i++)
        if (genoa_is_street(st->path[i]))
            st->street_discs[st->path[i] - GENOA_FIRST_STREET]++;
    st->phase = GENOA_PHASE_MARKERS;
    st->claim_queue = (seatmask)(((1u << st->seats) - 1) & ~(unsigned)tower);
    st->claim_now = genoa_may_claim(st, st->tower_seat) ? tower : 0;
    if (!st->claim_now)
        ask_next(s);
}

/* One after the other, or all others of whom nobody knows yet what they want? */
static bool is_secret(const struct genoa_state *st, int seat)
{
    return seat != st->tower_seat && st->options.claims == GENOA_CLAIMS_PARALLEL;
}

static void answered(struct step *s)
{
    struct genoa_state *st = s->st;
    st->claim_now &= (seatmask)~SEAT_BIT(s->seat);
    if (!is_secret(st, s->seat))
        ask_next(s);
    else if (!st->claim_now)
        settle_claims(s);
}

void genoa_do_claim(struct step *s)
{
    struct genoa_claim claim;
    set_wishes(s->arg, &claim);
    if (is_secret(s->st, s->seat)) {
        s->st->claims[s->seat] = claim;
        log_event(s->log, GENOA_CLAIMED, s->seat, 0);
    } else {
        fulfil(s, s->seat, &claim.wish[0]);
    }
    answered(s);
}

void genoa_do_pass(struct step *s)
{
    log_event(s->log, is_secret(s->st, s->seat) ? GENOA_CLAIMED : GENOA_PASSED, s->seat, 0);
    answered(s);
}

int genoa_claim_error(const struct genoa_state *st, int seat, const int16_t *arg)
{
    struct genoa_claim claim;
    set_wishes(arg, &claim);
    int first = genoa_wish_error(st, seat, &claim.wish[0]);
    if (!is_secret(st, seat))
        return first;
    for (int i = 0; i < GENOA_WISHES; i++) {
        int error = genoa_wish_error(st, seat, &claim.wish[i]);
        if (error != GENOA_NOTHING_CHOSEN && error != GENOA_NO_DISC && error != GENOA_NOT_ENOUGH_MARKERS)
            return RULE_OK; /* another's claim may still make it possible; what is not is skipped */
    }
    return first;
}

void genoa_do_stop(struct step *s)
{
    log_event(s->log, GENOA_STOPPED, s->seat, 0);
    if (s->revision > 3)
        genoa_tell_not_accepted(s);
    s->st->n_offers = 0;
    begin_claims(s);
}
