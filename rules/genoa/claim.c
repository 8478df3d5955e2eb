/* Ownership markers after the movement: dossier genoa 9. */
#include "config.h"

#include "rules/genoa/step.h"

const struct genoa_claim genoa_no_claim = {.wish = {{.street = -1}, {.street = -1}, {.street = -1}}};

static void set_wishes(const int16_t *arg, struct genoa_claim *claim)
{
    for (int i = 0; i < GENOA_WISHES; i++, arg += SLOTS_OF_WISH)
        claim->wish[i] = (struct genoa_wish){.street = (int8_t)arg[SLOT_WISH_STREET], .first = (uint8_t)arg[SLOT_WISH_FIRST],
                                             .second = (uint8_t)arg[SLOT_WISH_SECOND]};
}

/* ---- On the board ---- */

static void change(struct step *s, int seat, int building, int mode)
{
    struct genoa_state *st = s->st;
    int owner = st->owner[building];
    if (mode == GENOA_MODE_REMOVE || mode == GENOA_MODE_REPLACE) {
        st->players[seat].markers--;
        st->supply.markers[seat]++;
        st->supply.markers[owner]++;
        st->owner[building] = -1;
        log_two(s->log, GENOA_MARKER_REMOVED, seat, building, owner);
    }
    if (mode == GENOA_MODE_PLACE || mode == GENOA_MODE_REPLACE) {
        st->players[seat].markers--;
        st->owner[building] = (int8_t)seat;
        log_one(s->log, GENOA_MARKER_PLACED, seat, building);
    }
}

static void fulfil(struct step *s, int seat, const struct genoa_wish *wish)
{
    const int8_t *building = genoa_map[GENOA_FIRST_STREET + wish->street].building;
    change(s, seat, building[0], wish->first);
    change(s, seat, building[1], wish->second);
    s->st->street_discs[wish->street]--;
    log_one(s->log, GENOA_DISC_OFF, seat, wish->street);
}

/* ---- Who is asked ---- */

/* All have said what they want: clockwise each has the first of his wishes that is possible. */
static void settle(struct step *s)
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
    genoa_end_turn(s);
}

/* The next seat in turn that could place a marker, or all of them at once. Whoever comes after the next may be able to when his
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
    st->claim_queue = in_order ? (s->first_revision ? later & able : later) : 0;
    if (!st->claim_now)
        genoa_end_turn(s);
}

void genoa_begin_claims(struct step *s)
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
        settle(s);
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
