/* The counter that is argued about: objections, haggling, and the power play. Slots of events are in the order of the tables in
 * vernissage.c. */
#include "config.h"

#include "rules/engine/rng.h"
#include "rules/vernissage/step.h"

#include <string.h>

/* ---- Power play: dossier vernissage 4.7 ---- */

static void send_home(struct step *s, int seat)
{
    int step = s->st->artists[s->p->artist].step;
    for (int i = 0; i < VERNISSAGE_AGENTS; i++)
        if (s->st->agents[seat][i] == step)
            s->st->agents[seat][i] = 0;
    log_one(s->log, VERNISSAGE_AGENT_SENT_HOME, seat, step);
}

/* One throw of each of @who, fighters first, clockwise; returns who shares the highest total. */
static seatmask throw(struct step *s, seatmask who, bool again, int total[VERNISSAGE_SEATS])
{
    enum { FOLLOWING = 45 }; /* events that what comes after the throws may need */
    struct vernissage_state *st = s->st;
    int most = 0;
    seatmask highest = 0;
    for (int i = 1; i <= st->seats; i++) {
        int seat = (st->turn + i) % st->seats;
        if (!(who & SEAT_BIT(seat)))
            continue;
        int a = 1 + (int)rng_below(s->rng, 6), b = 1 + (int)rng_below(s->rng, 6);
        total[seat] = a + b + s->p->laid[seat];
        if (total[seat] >= most)
            highest = (seatmask)((total[seat] == most ? highest : 0) | SEAT_BIT(seat));
        most = total[seat] > most ? total[seat] : most;
        if (s->log->n >= LOG_EVENTS - FOLLOWING)
            continue; /* ties without end: the log has its limit */
        int16_t *slots = log_event(s->log, VERNISSAGE_DICE_ROLLED, seat, 5);
        slots[0] = (int16_t)a;
        slots[1] = (int16_t)b;
        slots[2] = s->p->laid[seat];
        slots[3] = (int16_t)total[seat];
        slots[4] = again;
    }
    return highest;
}

static void lose_power_cards(struct step *s, seatmask who, const int total[VERNISSAGE_SEATS])
{
    for (int seat = 0; seat < s->st->seats; seat++) {
        if (!(who & SEAT_BIT(seat)) || total[seat] < VERNISSAGE_STRONG || s->p->laid[seat] == 0)
            continue;
        count_take(&s->p->laid[seat], 1);
        count_take(&s->st->known_power[seat], 1);
        count_move(&s->st->hand[seat].face[VERNISSAGE_POWER], &s->st->gone[VERNISSAGE_POWER], 1);
        log_event(s->log, VERNISSAGE_POWER_CARD_LOST, seat, 0);
    }
}

static void roll(struct step *s)
{
    enum { PLACING, OBJECTING };
    struct vernissage_state *st = s->st;
    int total[VERNISSAGE_SEATS] = {0};
    seatmask placing = SEAT_BIT(st->turn), fighters = s->p->fighters;
    seatmask who = fighters | placing, highest = throw(s, who, false, total);
    while ((highest & placing) && highest != placing) {
        who = highest;
        highest = throw(s, who, true, total);
    }
    bool won = highest == placing;
    int best = st->turn, against = won ? 0 : total[st->turn];
    for (int i = 1; !won && !(highest & SEAT_BIT(best)); i++)
        best = (st->turn + i) % st->seats;
    for (int seat = 0; won && seat < st->seats; seat++) /* of the last throw: who is out of it is beaten already */
        if (who & fighters & SEAT_BIT(seat) && total[seat] > against)
            against = total[seat];
    for (int seat = 0; seat < st->seats; seat++) /* all have seen what was laid */
        if (s->p->laid[seat] > st->known_power[seat])
            st->known_power[seat] = s->p->laid[seat];
    log_three(s->log, VERNISSAGE_POWER_PLAY_WON, best, won ? PLACING : OBJECTING, total[best], against);
    if (st->options.power14)
        lose_power_cards(s, (seatmask)(fighters | placing), total);
    if (won) {
        for (int seat = 0; seat < st->seats; seat++)
            if (fighters & SEAT_BIT(seat))
                send_home(s, seat);
        vernissage_confirm(s);
        return;
    }
    st->opposed = 1;
    count_put(&st->supply[s->p->kind][s->p->amount], 1);
    tell_counter(s, VERNISSAGE_COUNTER_REMOVED, NO_SEAT, 0);
    send_home(s, st->turn);
    vernissage_go_to_buy(s);
}

/* Who holds no card at all is not asked for suitcases, and everybody can see why (dossier vernissage 13.2). */
static bool holds_cards(const struct vernissage_state *st)
{
    return vernissage_hand_size(st, st->turn) > 0;
}

/* Fighters go along with what the turn seat has laid, as far as they have said; did any? (dossier vernissage R11) */
static bool raise(struct step *s)
{
    struct vernissage_pending *p = s->p;
    bool raised = false;
    for (int i = 1; i < s->st->seats; i++) {
        int seat = (s->st->turn + i) % s->st->seats, most = p->laid[s->st->turn];
        if (!(p->fighters & SEAT_BIT(seat)))
            continue;
        most = p->cap[seat] < most ? p->cap[seat] : most;
        if (most <= p->laid[seat])
            continue;
        p->laid[seat] = (uint8_t)most;
        log_one(s->log, VERNISSAGE_CARDS_RAISED, seat, most);
        raised = true;
    }
    return raised;
}

static void lay(struct step *s, int cards)
{
    struct vernissage_state *st = s->st;
    must(cards >= 0 && s->p->laid[st->turn] + cards <= st->hand[st->turn].face[VERNISSAGE_POWER]);
    s->p->laid[st->turn] = (uint8_t)(s->p->laid[st->turn] + cards);
    if (st->phase == VERNISSAGE_PHASE_COMMIT && cards > 0 && raise(s))
        st->phase = VERNISSAGE_PHASE_LAST_WORD;
    else
        roll(s);
}

void vernissage_do_commit(struct step *s)
{
    log_one(s->log, VERNISSAGE_CARDS_LAID, s->seat, s->arg[0]);
    lay(s, s->arg[0]);
}

static void begin_power_play(struct step *s)
{
    struct vernissage_state *st = s->st;
    int16_t *slots = log_event(s->log, VERNISSAGE_CHALLENGED, NO_SEAT, 1 + VERNISSAGE_SEATS);
    for (int seat = 0; seat < st->seats; seat++)
        if (s->p->fighters & SEAT_BIT(seat))
            slots[++slots[0]] = (int16_t)seat;
    for (int i = 1; i < st->seats; i++) {
        int seat = (st->turn + i) % st->seats;
        if (!(s->p->fighters & SEAT_BIT(seat)))
            continue;
        s->p->laid[seat] = s->p->cards[seat];
        log_one(s->log, VERNISSAGE_CARDS_LAID, seat, s->p->laid[seat]);
    }
    st->phase = VERNISSAGE_PHASE_COMMIT;
    if (!holds_cards(st))
        lay(s, 0);
}

/* ---- Objections and haggling: dossier vernissage 4.4 - 4.6 ---- */

static void close_challenge(struct step *s)
{
    struct vernissage_pending *p = s->p;
    p->fighters = 0;
    for (int seat = 0; seat < s->st->seats; seat++)
        if (p->nodeal[seat] == VERNISSAGE_FIGHT)
            p->fighters |= SEAT_BIT(seat);
    if (p->fighters) {
        begin_power_play(s);
        return;
    }
    log_event(s->log, VERNISSAGE_LET_PASS, NO_SEAT, 0);
    vernissage_confirm(s);
}

void vernissage_do_stand(struct step *s)
{
    log_event(s->log, VERNISSAGE_STOOD, s->st->turn, 0);
    if (vernissage_open(s->st))
        s->st->phase = VERNISSAGE_PHASE_CHALLENGE;
    else
        close_challenge(s);
}

/* To stand by the value is all that is left when nothing can be settled or offered, and everybody can see that. */
static void go_to_negotiate(struct step *s)
{
    s->st->phase = VERNISSAGE_PHASE_NEGOTIATE;
    if (!vernissage_settle_set(s->st) && !vernissage_offer_set(s->st))
        vernissage_do_stand(s);
}

/* A set of amounts as a set of the values on the counters. */
static int16_t signed_values(int kind, unsigned amounts)
{
    int set = 0;
    for (; amounts; amounts &= amounts - 1)
        set |= 1 << (vernissage_value(kind, __builtin_ctz(amounts)) + VERNISSAGE_AMOUNTS - 1);
    return (int16_t)set;
}

/* All answers are opened, except whether who has answered for good will fight. */
static void close_window(struct step *s)
{
    const struct vernissage_pending *p = s->p;
    if (!p->objectors) {
        log_event(s->log, VERNISSAGE_UNOPPOSED, NO_SEAT, 0);
        vernissage_confirm(s);
        return;
    }
    for (int i = 1; i < s->st->seats; i++) {
        int seat = (s->st->turn + i) % s->st->seats;
        if (!(p->objectors & SEAT_BIT(seat)))
            continue;
        int16_t *slots = log_event(s->log, p->values[seat] ? VERNISSAGE_OBJECTED : VERNISSAGE_OBJECTED_TO_ALL, seat, 5);
        slots[0] = p->values[seat];
        slots[1] = p->nodeal[seat] != VERNISSAGE_ASK;
        slots[2] = p->artist;
        slots[3] = p->kind;
        slots[4] = signed_values(p->kind, p->values[seat]);
    }
    go_to_negotiate(s);
}

void vernissage_answer(struct step *s)
{
    log_event(s->log, VERNISSAGE_ANSWERED, s->seat, 0);
    s->p->answered |= SEAT_BIT(s->seat);
    if (s->p->answered == s->p->eligible)
        close_window(s);
}

static void keep_decision(struct step *s, int nodeal, int cards, int cap)
{
    bool fights = nodeal == VERNISSAGE_FIGHT;
    s->p->nodeal[s->seat] = (int8_t)nodeal;
    s->p->cards[s->seat] = (uint8_t)(fights ? cards : 0);
    s->p->cap[s->seat] = (uint8_t)(fights ? cap : 0);
}

void vernissage_do_object(struct step *s)
{
    s->p->objectors |= SEAT_BIT(s->seat);
    s->p->values[s->seat] = (uint8_t)s->arg[0];
    keep_decision(s, s->arg[1], s->arg[2], s->arg[3]);
    vernissage_answer(s);
}

/* Another counter of the kind in the place of the one that was placed, and confirmed at once. */
static void settle(struct step *s, int amount)
{
    struct vernissage_pending *p = s->p;
    int16_t *slots = log_event(s->log, VERNISSAGE_SETTLED, s->st->turn, 4);
    slots[0] = p->amount;
    slots[1] = (int16_t)amount;
    slots[2] = p->kind;
    slots[3] = (int16_t)vernissage_value(p->kind, amount);
    count_put(&s->st->supply[p->kind][p->amount], 1);
    count_take(&s->st->supply[p->kind][amount], 1);
    p->amount = (uint8_t)amount;
    vernissage_confirm(s);
}

void vernissage_do_settle(struct step *s)
{
    settle(s, s->arg[0]);
}

void vernissage_do_offer(struct step *s)
{
    tell_value(s, VERNISSAGE_OFFERED, s->seat, s->arg[0]);
    s->p->offer = (uint8_t)s->arg[0];
    s->st->phase = VERNISSAGE_PHASE_OFFER;
}

/* Answers to an offer are opened together, like those to the counter. */
static void close_offer(struct step *s)
{
    struct vernissage_pending *p = s->p;
    int amount = p->offer;
    bool all = p->offer_takers == p->offer_answers;
    for (int seat = 0; seat < s->st->seats; seat++) {
        if (!(p->offer_answers & SEAT_BIT(seat)))
            continue;
        if (p->offer_takers & SEAT_BIT(seat)) {
            p->values[seat] |= (uint8_t)(1 << amount);
            log_event(s->log, VERNISSAGE_OFFER_TAKEN, seat, 0);
        } else {
            p->values[seat] = p->offer_values[seat];
            log_two(s->log, VERNISSAGE_OFFER_REFUSED, seat, p->values[seat], signed_values(p->kind, p->values[seat]));
        }
    }
    p->offer = 0;
    p->offer_answers = p->offer_takers = 0;
    memset(p->offer_values, 0, sizeof(p->offer_values));
    if (all) {
        settle(s, amount);
        return;
    }
    count_take(&p->offers_left, 1);
    go_to_negotiate(s);
}

static void answer_offer(struct step *s)
{
    log_event(s->log, VERNISSAGE_ANSWERED, s->seat, 0);
    s->p->offer_answers |= SEAT_BIT(s->seat);
    if (s->p->offer_answers == vernissage_lacking(s->st, s->p->offer))
        close_offer(s);
}

void vernissage_do_take_offer(struct step *s)
{
    s->p->offer_takers |= SEAT_BIT(s->seat);
    answer_offer(s);
}

void vernissage_do_refuse_offer(struct step *s)
{
    s->p->offer_values[s->seat] = (uint8_t)s->arg[0];
    answer_offer(s);
}

static void decide(struct step *s, int nodeal, int cards, int cap)
{
    log_event(s->log, VERNISSAGE_ANSWERED, s->seat, 0);
    keep_decision(s, nodeal, cards, cap);
    if (!vernissage_open(s->st))
        close_challenge(s);
}

void vernissage_do_fight(struct step *s)
{
    decide(s, VERNISSAGE_FIGHT, s->arg[0], s->arg[1]);
}

void vernissage_do_yield(struct step *s)
{
    decide(s, VERNISSAGE_YIELD, 0, 0);
}
