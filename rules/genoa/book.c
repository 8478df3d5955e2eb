/* Moves that write into the book of offers, counter what stands there, and open it again (dossier genoa 16.2 - 16.4). */
#include "config.h"

#include "rules/genoa/step.h"

static seatmask others(const struct genoa_state *st)
{
    return (seatmask)(((1u << st->seats) - 1) & ~(unsigned)SEAT_BIT(st->tower_seat));
}

/* ---- Offers ---- */

void genoa_do_announce(struct step *s)
{
    int space = s->arg[0], money = s->arg[1];
    s->st->edits[s->seat]++;
    s->st->announced[space] = (int16_t)(money < 0 ? -1 : money);
    if (money > 0)
        log_two(s->log, GENOA_ANNOUNCED, s->seat, space, money);
    else
        log_one(s->log, money < 0 ? GENOA_ANNOUNCED_OFF : GENOA_CONSIDERED, s->seat, space);
}

/* Who may read what an offer says: its two sides, and whoever sees the book. */
static seatmask readers(const struct genoa_state *st, const struct genoa_offer *offer)
{
    seatmask seats = 0;
    for (int seat = 0; seat < st->seats; seat++)
        if (genoa_offer_visible(st, seat, offer))
            seats |= SEAT_BIT(seat);
    return seats;
}

static void tell_offer(struct step *s, const struct genoa_offer *offer)
{
    int kind = offer->right == GENOA_RIGHT_ACTION ? GENOA_OFFERED : GENOA_OFFERED_STREET;
    seatmask seats = readers(s->st, offer);
    int16_t *slots = log_event(s->log, kind, s->seat, 3 + GENOA_TOLD_TERMS);
    log_secret(s->log, seats);
    slots[0] = offer->slot;
    slots[1] = offer->right;
    slots[2] = offer->place;
    genoa_tell_terms(&offer->give, offer->drawn, &offer->ask, slots + 3);
}

/* An offer that still stands when the turn ends has not been accepted: each seat that made one is told so, once. */
void genoa_tell_not_accepted(struct step *s)
{
    seatmask told = 0;
    for (int i = 0; i < s->st->n_offers; i++) {
        int buyer = s->st->offers[i].seat;
        if (!(told & SEAT_BIT(buyer)))
            log_event(s->log, GENOA_NOT_ACCEPTED, s->seat, 1)[0] = (int16_t)buyer;
        told |= SEAT_BIT(buyer);
    }
}

/* In the order of seats and slots; another offer in this slot is replaced. */
void genoa_do_offer(struct step *s)
{
    struct genoa_state *st = s->st;
    struct genoa_offer offer;
    int at = 0;
    genoa_read_offer(s->seat, s->arg, &offer);
    st->edits[s->seat]++;
    while (at < st->n_offers
           && (st->offers[at].seat < offer.seat || (st->offers[at].seat == offer.seat && st->offers[at].slot < offer.slot)))
        at++;
    bool replaces = at < st->n_offers && st->offers[at].seat == offer.seat && st->offers[at].slot == offer.slot;
    if (!replaces) {
        must(st->n_offers < GENOA_OFFERS);
        memmove(&st->offers[at + 1], &st->offers[at], (size_t)(st->n_offers - at) * sizeof(st->offers[0]));
        st->n_offers++;
    }
    st->offers[at] = offer;
    tell_offer(s, &offer);
}

/* The offer of a seat in a slot, to be changed. */
static struct genoa_offer *find(struct genoa_state *st, int seat, int slot)
{
    const struct genoa_offer *offer = genoa_find_offer(st, seat, slot);
    must(offer);
    return &st->offers[offer - st->offers];
}

void genoa_do_withdraw(struct step *s)
{
    struct genoa_state *st = s->st;
    st->edits[s->seat]++;
    genoa_drop_offer(st, (int)(find(st, s->seat, s->arg[0]) - st->offers));
    log_one(s->log, GENOA_WITHDRAWN, s->seat, s->arg[0]);
}

/* A wish to be asked that was told before a call is not lost by what is said in it. */
void genoa_do_ready(struct step *s)
{
    struct genoa_state *st = s->st;
    enum { SET_BITS = 15 };
    uint32_t watch = (uint32_t)(s->arg[0] | s->arg[1] << SET_BITS);
    st->watch[s->seat] = st->phase == GENOA_PHASE_CALL ? st->watch[s->seat] | watch : watch;
    st->ready |= SEAT_BIT(s->seat);
    log_event(s->log, GENOA_WAS_READY, s->seat, 0);
    if (!(others(st) & ~st->ready))
        st->phase = GENOA_PHASE_TOWER;
}

/* ---- Counters ---- */

static void adopt(struct genoa_offer *offer)
{
    offer->give = offer->counter_give;
    offer->ask = offer->counter_ask;
    offer->agreed = 1;
}

static void close_counter(struct genoa_offer *offer)
{
    offer->pending = 0;
    memset(&offer->counter_give, 0, sizeof(offer->counter_give));
    memset(&offer->counter_ask, 0, sizeof(offer->counter_ask));
}

/* Only more money, and no more than its author has agreed to beforehand? */
static bool is_within_limit(const struct genoa_offer *offer)
{
    int most = offer->limit > offer->give.money ? offer->limit : offer->give.money;
    return offer->counter_give.money <= most && genoa_same_goods(&offer->give, &offer->counter_give)
        && genoa_same_goods(&offer->ask, &offer->counter_ask) && offer->ask.money == offer->counter_ask.money;
}

/* Whoever cannot pay it is asked. */
static bool can_pay_counter(const struct genoa_state *st, const struct genoa_offer *offer)
{
    struct genoa_offer agreed = *offer;
    agreed.give = offer->counter_give;
    agreed.ask = offer->counter_ask;
    return genoa_promise_error(st, &agreed) == RULE_OK;
}

void genoa_do_counter(struct step *s)
{
    struct genoa_state *st = s->st;
    struct genoa_offer *offer = find(st, s->arg[SLOT_COUNTER_FROM], s->arg[SLOT_COUNTER_SLOT]);
    genoa_read_goods(s->arg + SLOT_COUNTER_GIVE, false, &offer->counter_give);
    genoa_read_goods(s->arg + SLOT_COUNTER_ASK, false, &offer->counter_ask);
    offer->countered = offer->pending = 1;
    count_take(&st->counters_left, 1);
    int16_t *slots = log_event(s->log, GENOA_COUNTERED, s->seat, 2 + GENOA_TOLD_TERMS);
    log_secret(s->log, readers(st, offer));
    slots[0] = offer->seat;
    slots[1] = offer->slot;
    genoa_tell_terms(&offer->counter_give, offer->drawn, &offer->counter_ask, slots + 2);
    if (!is_within_limit(offer) || !can_pay_counter(st, offer))
        return;
    adopt(offer);
    close_counter(offer);
    log_one(s->log, GENOA_AGREED_AT_ONCE, offer->seat, offer->slot);
}

void genoa_do_send(struct step *s)
{
    s->st->phase = GENOA_PHASE_ANSWERS;
    log_event(s->log, GENOA_SENT, s->seat, 0);
}

static void answer(struct step *s, bool agrees)
{
    struct genoa_offer *offer = find(s->st, s->seat, s->arg[0]);
    if (agrees)
        adopt(offer);
    close_counter(offer);
    log_one(s->log, agrees ? GENOA_AGREED : GENOA_DECLINED, s->seat, s->arg[0]);
    if (!genoa_pending(s->st))
        s->st->phase = GENOA_PHASE_TOWER;
}

void genoa_do_agree(struct step *s)
{
    answer(s, true);
}

void genoa_do_decline(struct step *s)
{
    answer(s, false);
}

/* ---- Calls ---- */

void genoa_do_call(struct step *s)
{
    struct genoa_state *st = s->st;
    bool all = s->arg[0];
    seatmask asked = all ? others(st) : genoa_watchers(st);
    st->ready = (seatmask)(((1u << st->seats) - 1) & ~(unsigned)asked);
    st->called |= asked;
    count_take(&st->calls_left, all);
    st->phase = GENOA_PHASE_CALL;
    int16_t *slots = log_event(s->log, all ? GENOA_CALLED_ALL : GENOA_CALLED_LAST, s->seat, 1 + GENOA_SEATS);
    for (int seat = 0; seat < st->seats; seat++)
        if (asked & SEAT_BIT(seat))
            slots[++slots[0]] = (int16_t)seat;
}

/* ---- A deal: dossier genoa 16.5 ---- */

void genoa_do_accept(struct step *s)
{
    struct genoa_state *st = s->st;
    const struct genoa_offer *accepted = genoa_find_offer(st, s->arg[SLOT_ACCEPT_FROM], s->arg[SLOT_ACCEPT_SLOT]);
    struct genoa_offer offers[GENOA_SEATS]; /* copies: a shuffle may take the originals out of the book */
    int n = genoa_payers(st, accepted, (seatmask)s->arg[SLOT_ACCEPT_ALSO], offers);
    uint8_t used[GENOA_SEATS] = {0}; /* sets of slots */
    for (int i = 0; i < n; i++)
        used[offers[i].seat] = (uint8_t)(1 << offers[i].slot);
    genoa_settle(s, offers, n);
    for (int i = st->n_offers - 1; i >= 0; i--)
        if (used[st->offers[i].seat] >> st->offers[i].slot & 1)
            genoa_drop_offer(st, i);
}
