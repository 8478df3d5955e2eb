/* What a legal move does. Slots of events are in the order of the tables in vernissage.c; money in them is thousands. */
#include "config.h"

#include "rules/engine/log.h"
#include "rules/engine/rng.h"
#include "rules/vernissage/state.h"

#include <assert.h>
#include <string.h>

/* A move on its way: who makes it, with what, where chance comes from and where it is written down. */
struct step {
    struct vernissage_state *st;
    struct vernissage_pending *p;
    int seat;
    const int16_t *arg;
    struct rng *rng;
    struct log *log;
};

static void tell(struct step *s, int kind, int seat)
{
    log_event(s->log, kind, seat, 0);
}

static void tell_one(struct step *s, int kind, int seat, int a)
{
    log_event(s->log, kind, seat, 1)[0] = (int16_t)a;
}

static void tell_two(struct step *s, int kind, int seat, int a, int b)
{
    int16_t *slots = log_event(s->log, kind, seat, 2);
    slots[0] = (int16_t)a;
    slots[1] = (int16_t)b;
}

static void tell_three(struct step *s, int kind, int seat, int a, int b, int c)
{
    int16_t *slots = log_event(s->log, kind, seat, 3);
    slots[0] = (int16_t)a;
    slots[1] = (int16_t)b;
    slots[2] = (int16_t)c;
}

/* The counter that is argued about: artist, kind, amount, value. */
static int16_t *tell_counter(struct step *s, int kind, int seat, int more)
{
    int16_t *slots = log_event(s->log, kind, seat, 4 + more);
    slots[0] = s->p->artist;
    slots[1] = s->p->kind;
    slots[2] = s->p->amount;
    slots[3] = (int16_t)vernissage_value(s->p->kind, s->p->amount);
    return slots;
}

/* A kind and a value of the counter that is argued about, for sentences: {kind} {value}. */
static void tell_value(struct step *s, int kind, int seat, int amount)
{
    tell_three(s, kind, seat, amount, s->p->kind, vernissage_value(s->p->kind, amount));
}

/* ---- The end of the game: dossier vernissage 8 ---- */

static void tell_result(struct step *s, int seat)
{
    const struct vernissage_state *st = s->st;
    int cash = st->cash[seat] / VERNISSAGE_THOUSAND, notes = VERNISSAGE_NOTE_COSTS * st->notes[seat];
    int assets = vernissage_assets(st, seat);
    int16_t *slots = log_event(s->log, VERNISSAGE_RESULT, seat, 4);
    slots[0] = (int16_t)assets;
    slots[1] = (int16_t)cash;
    slots[2] = (int16_t)(assets - cash + notes);
    slots[3] = (int16_t)notes;
}

static void end_game(struct step *s, int why)
{
    struct vernissage_state *st = s->st;
    int8_t rank[VERNISSAGE_SEATS];
    st->phase = VERNISSAGE_PHASE_OVER;
    st->ending = (int8_t)why;
    vernissage_clear_pending(&st->pending);
    vernissage_rank(st, rank);
    int16_t *slots = log_event(s->log, VERNISSAGE_GAME_OVER, NO_SEAT, 2 + VERNISSAGE_SEATS);
    slots[0] = (int16_t)why;
    slots[1] = st->seats;
    for (int seat = 0; seat < st->seats; seat++)
        slots[2 + seat] = (int16_t)vernissage_assets(st, seat);
    for (int place = 1; place <= st->seats; place++)
        for (int seat = 0; seat < st->seats; seat++)
            if (rank[seat] == place)
                tell_result(s, seat);
    for (int seat = 0; seat < st->seats; seat++)
        if (rank[seat] == 1)
            tell_one(s, VERNISSAGE_WON, seat, vernissage_assets(st, seat));
}

/* The next seat's turn, or the end by the number of rounds (dossier vernissage 8.1). */
static void end_turn(struct step *s)
{
    struct vernissage_state *st = s->st;
    tell(s, VERNISSAGE_TURN_ENDED, st->turn);
    if (vernissage_is_last_turn(st)) {
        end_game(s, VERNISSAGE_ROUND_LIMIT);
        return;
    }
    st->turns++;
    st->turn = (uint8_t)((st->turn + 1) % st->seats);
    vernissage_begin_turn(st, s->rng, s->log);
}

/* Whoever holds no card has nothing to decide any more, and everybody knows (dossier vernissage 13.2). */
static void go_to_use(struct step *s)
{
    s->st->phase = VERNISSAGE_PHASE_USE;
    if (vernissage_hand_size(s->st, s->st->turn) == 0)
        end_turn(s);
}

static void go_to_buy(struct step *s)
{
    vernissage_clear_pending(s->p);
    if (vernissage_can_buy(s->st))
        s->st->phase = VERNISSAGE_PHASE_BUY;
    else
        go_to_use(s);
}

/* ---- Fame, IN, OUT, vernissage: dossier vernissage 5 ---- */

static void return_column(struct vernissage_state *st, struct vernissage_artist *artist)
{
    for (int i = 0; i < artist->n_column; i++)
        st->supply[artist->column[i].kind][artist->column[i].amount]++;
    memset(artist->column, 0, sizeof(artist->column));
    artist->n_column = 0;
}

static void leave_game(struct step *s, int artist)
{
    struct vernissage_state *st = s->st;
    return_column(st, &st->artists[artist]);
    st->artists[artist].fame = VERNISSAGE_OUT;
    st->artists[artist].out = 1;
    if (st->feather == artist)
        st->feather = -1;
    tell_one(s, VERNISSAGE_WENT_OUT, NO_SEAT, artist);
}

/* One movement, judged where it ends: OUT at once, beyond the ceiling the caller's business. */
static void move_fame(struct step *s, int artist, int value, int feather)
{
    struct vernissage_artist *of = &s->st->artists[artist];
    int from = of->fame, to = from + value + feather;
    to = to < VERNISSAGE_OUT ? VERNISSAGE_OUT : to > VERNISSAGE_LAST ? VERNISSAGE_LAST : to;
    of->fame = (uint8_t)to;
    int16_t *slots = log_event(s->log, VERNISSAGE_FAME_MOVED, NO_SEAT, 6);
    slots[0] = (int16_t)artist;
    slots[1] = (int16_t)from;
    slots[2] = (int16_t)to;
    slots[3] = (int16_t)value;
    slots[4] = (int16_t)feather;
    slots[5] = (int16_t)vernissage_worth(to);
    if (to == VERNISSAGE_OUT)
        leave_game(s, artist);
}

static void finish_counter(struct step *s)
{
    if (vernissage_outs(s->st) >= 2)
        end_game(s, VERNISSAGE_TWO_OUT);
    else if (s->st->artists[s->p->artist].step == VERNISSAGE_STEPS && !s->st->artists[s->p->artist].out)
        end_game(s, VERNISSAGE_ARTIST_ON_TOP);
    else if (s->p->cell == VERNISSAGE_STEPS)
        end_game(s, VERNISSAGE_COUNTER_ON_TOP);
    else
        go_to_buy(s);
}

static int step_after_jump(const struct vernissage_artist *artist)
{
    int step = vernissage_cell(artist);
    return step > VERNISSAGE_STEPS ? VERNISSAGE_STEPS : step;
}

static bool holds_vernissage(const struct vernissage_artist *artist)
{
    return vernissage_kinds_in(artist) == (1 << VERNISSAGE_KINDS) - 1;
}

static void arrive(struct step *s, int stage);

/* dossier vernissage 5.4 */
static void hold_vernissage(struct step *s)
{
    static const uint8_t bonus[VERNISSAGE_RANK_COUNT] = {
        [VERNISSAGE_RANK_GREAT] = VERNISSAGE_GREAT, [VERNISSAGE_RANK_SMALL] = VERNISSAGE_SMALL};
    struct vernissage_artist *artist = &s->st->artists[s->p->artist];
    if (holds_vernissage(artist)) {
        int16_t *slots = log_event(s->log, VERNISSAGE_HELD, NO_SEAT, 4);
        slots[0] = s->p->artist;
        slots[1] = artist->step;
        artist->step = (uint8_t)step_after_jump(artist);
        slots[2] = artist->step;
        return_column(s->st, artist);
        int rank = vernissage_rank_of(s->st, s->p->artist);
        slots[3] = (int16_t)rank;
        if (bonus[rank])
            move_fame(s, s->p->artist, bonus[rank], 0);
        if (artist->fame > VERNISSAGE_CEILING) {
            arrive(s, VERNISSAGE_STAGE_VERNISSAGE);
            return;
        }
    }
    finish_counter(s);
}

/* All who have answered show at once; then every shown painting is paid (dossier vernissage 5.3). */
static void pay(struct step *s)
{
    struct vernissage_state *st = s->st;
    int artist = s->p->artist, payment = 10 * (s->p->space - VERNISSAGE_CEILING);
    for (int seat = 0; seat < st->seats; seat++) {
        int count = s->p->show[seat];
        if (count == 0)
            continue;
        st->hand[seat].face[artist] = (uint8_t)(st->hand[seat].face[artist] - count);
        st->shown[seat][artist] = (uint8_t)(st->shown[seat][artist] + count);
        tell_two(s, VERNISSAGE_PAINTINGS_SHOWN, seat, artist, count);
    }
    for (int seat = 0; seat < st->seats; seat++) {
        int sum = payment * st->shown[seat][artist];
        if (sum == 0)
            continue;
        st->cash[seat] += sum * VERNISSAGE_THOUSAND;
        tell_three(s, VERNISSAGE_PAID, seat, artist, st->shown[seat][artist], sum);
    }
    st->artists[artist].fame = VERNISSAGE_CEILING;
    int stage = s->p->stage;
    s->p->stage = -1;
    s->p->space = 0;
    memset(s->p->show, 0, sizeof(s->p->show));
    if (stage == VERNISSAGE_STAGE_COUNTER)
        hold_vernissage(s);
    else
        finish_counter(s);
}

/* Will this counter end the game on the staircase? Then nothing speaks against showing (dossier vernissage R17). */
static bool ends_anyway(const struct vernissage_state *st)
{
    const struct vernissage_artist *artist = &st->artists[st->pending.artist];
    return st->pending.cell == VERNISSAGE_STEPS || artist->step == VERNISSAGE_STEPS
        || (holds_vernissage(artist) && step_after_jump(artist) == VERNISSAGE_STEPS);
}

/* The marker is on a golden space: who may show is asked, all at the same time (dossier vernissage 12.5). */
static void arrive(struct step *s, int stage)
{
    struct vernissage_state *st = s->st;
    int artist = s->p->artist, space = st->artists[artist].fame;
    tell_three(s, VERNISSAGE_WENT_IN, NO_SEAT, artist, space, 10 * (space - VERNISSAGE_CEILING));
    s->p->stage = (int8_t)stage;
    s->p->space = (uint8_t)space;
    s->p->ask = 0;
    bool all = ends_anyway(st);
    for (int seat = 0; seat < st->seats; seat++)
        if (all)
            s->p->show[seat] = st->hand[seat].face[artist];
        else if (vernissage_hand_size(st, seat) > 0)
            s->p->ask |= SEAT_BIT(seat);
    if (s->p->ask)
        st->phase = VERNISSAGE_PHASE_REVEAL;
    else
        pay(s);
}

static void do_reveal(struct step *s)
{
    tell(s, VERNISSAGE_ANSWERED, s->seat);
    s->p->show[s->seat] = (uint8_t)s->arg[0];
    s->p->ask &= (seatmask)~SEAT_BIT(s->seat);
    if (!s->p->ask)
        pay(s);
}

/* The counter stays: it joins the column and takes effect. */
static void confirm(struct step *s)
{
    struct vernissage_state *st = s->st;
    struct vernissage_pending *p = s->p, kept = *p;
    struct vernissage_artist *artist = &st->artists[p->artist];
    vernissage_clear_pending(p);
    st->opposed = kept.objectors != 0;
    p->artist = kept.artist;
    p->kind = kept.kind;
    p->amount = kept.amount;
    p->cell = kept.cell;
    tell_counter(s, VERNISSAGE_COUNTER_CONFIRMED, NO_SEAT, 0);
    st->phase = VERNISSAGE_PHASE_BUY; /* no longer argued about; what follows says more */
    artist->column[artist->n_column++] = (struct vernissage_counter){(uint8_t)p->kind, p->amount};
    move_fame(s, p->artist, vernissage_value(p->kind, p->amount), st->feather == p->artist ? -VERNISSAGE_FEATHER : 0);
    if (artist->out)
        finish_counter(s);
    else if (artist->fame > VERNISSAGE_CEILING)
        arrive(s, VERNISSAGE_STAGE_COUNTER);
    else
        hold_vernissage(s);
}

/* ---- Power play: dossier vernissage 4.7 ---- */

static void send_home(struct step *s, int seat)
{
    int step = s->st->artists[s->p->artist].step;
    for (int i = 0; i < VERNISSAGE_AGENTS; i++)
        if (s->st->agents[seat][i] == step)
            s->st->agents[seat][i] = 0;
    tell_one(s, VERNISSAGE_AGENT_SENT_HOME, seat, step);
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
        s->p->laid[seat]--;
        s->st->hand[seat].face[VERNISSAGE_POWER]--;
        s->st->gone[VERNISSAGE_POWER]++;
        tell(s, VERNISSAGE_POWER_CARD_LOST, seat);
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
    tell_three(s, VERNISSAGE_POWER_PLAY_WON, best, won ? PLACING : OBJECTING, total[best], against);
    if (st->options.power14)
        lose_power_cards(s, (seatmask)(fighters | placing), total);
    if (won) {
        for (int seat = 0; seat < st->seats; seat++)
            if (fighters & SEAT_BIT(seat))
                send_home(s, seat);
        confirm(s);
        return;
    }
    st->opposed = 1;
    st->supply[s->p->kind][s->p->amount]++;
    tell_counter(s, VERNISSAGE_COUNTER_REMOVED, NO_SEAT, 0);
    send_home(s, st->turn);
    go_to_buy(s);
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
        tell_one(s, VERNISSAGE_CARDS_RAISED, seat, most);
        raised = true;
    }
    return raised;
}

static void lay(struct step *s, int cards)
{
    struct vernissage_state *st = s->st;
    s->p->laid[st->turn] = (uint8_t)(s->p->laid[st->turn] + cards);
    if (st->phase == VERNISSAGE_PHASE_COMMIT && cards > 0 && raise(s))
        st->phase = VERNISSAGE_PHASE_LAST_WORD;
    else
        roll(s);
}

static void do_commit(struct step *s)
{
    tell_one(s, VERNISSAGE_CARDS_LAID, s->seat, s->arg[0]);
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
        tell_one(s, VERNISSAGE_CARDS_LAID, seat, s->p->laid[seat]);
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
    tell(s, VERNISSAGE_LET_PASS, NO_SEAT);
    confirm(s);
}

static void do_stand(struct step *s)
{
    tell(s, VERNISSAGE_STOOD, s->st->turn);
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
        do_stand(s);
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
        tell(s, VERNISSAGE_UNOPPOSED, NO_SEAT);
        confirm(s);
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

static void answer(struct step *s)
{
    tell(s, VERNISSAGE_ANSWERED, s->seat);
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

static void do_object(struct step *s)
{
    s->p->objectors |= SEAT_BIT(s->seat);
    s->p->values[s->seat] = (uint8_t)s->arg[0];
    keep_decision(s, s->arg[1], s->arg[2], s->arg[3]);
    answer(s);
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
    s->st->supply[p->kind][p->amount]++;
    s->st->supply[p->kind][amount]--;
    p->amount = (uint8_t)amount;
    confirm(s);
}

static void do_settle(struct step *s)
{
    settle(s, s->arg[0]);
}

static void do_offer(struct step *s)
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
            tell(s, VERNISSAGE_OFFER_TAKEN, seat);
        } else {
            p->values[seat] = p->offer_values[seat];
            tell_two(s, VERNISSAGE_OFFER_REFUSED, seat, p->values[seat], signed_values(p->kind, p->values[seat]));
        }
    }
    p->offer = 0;
    p->offer_answers = p->offer_takers = 0;
    memset(p->offer_values, 0, sizeof(p->offer_values));
    if (all) {
        settle(s, amount);
        return;
    }
    p->offers_left--;
    go_to_negotiate(s);
}

static void answer_offer(struct step *s)
{
    tell(s, VERNISSAGE_ANSWERED, s->seat);
    s->p->offer_answers |= SEAT_BIT(s->seat);
    if (s->p->offer_answers == vernissage_lacking(s->st, s->p->offer))
        close_offer(s);
}

static void do_take_offer(struct step *s)
{
    s->p->offer_takers |= SEAT_BIT(s->seat);
    answer_offer(s);
}

static void do_refuse_offer(struct step *s)
{
    s->p->offer_values[s->seat] = (uint8_t)s->arg[0];
    answer_offer(s);
}

static void decide(struct step *s, int nodeal, int cards, int cap)
{
    tell(s, VERNISSAGE_ANSWERED, s->seat);
    keep_decision(s, nodeal, cards, cap);
    if (!vernissage_open(s->st))
        close_challenge(s);
}

static void do_fight(struct step *s)
{
    decide(s, VERNISSAGE_FIGHT, s->arg[0], s->arg[1]);
}

static void do_yield(struct step *s)
{
    decide(s, VERNISSAGE_YIELD, 0, 0);
}

/* ---- The counter: dossier vernissage 3.4, 4.3 ---- */

/* Each card for another one of those set aside, or, when none is, of as many piles drawn at random. */
static void do_redraw(struct step *s)
{
    struct vernissage_state *st = s->st;
    uint8_t old[VERNISSAGE_FACES], *from[VERNISSAGE_DEALT], piles[VERNISSAGE_PILES];
    int n = 0, next = 0;
    memcpy(old, st->hand[s->seat].face, sizeof(old));
    memset(st->hand[s->seat].face, 0, sizeof(old));
    for (int pile = 0; pile < VERNISSAGE_PILES; pile++)
        if (vernissage_sum(st->piles[pile], VERNISSAGE_FACES))
            piles[n++] = (uint8_t)pile;
    bool aside = vernissage_sum(st->aside, VERNISSAGE_FACES) >= VERNISSAGE_DEALT;
    if (!aside)
        rng_shuffle(s->rng, piles, (size_t)n);
    int16_t *slots = log_event(s->log, VERNISSAGE_REDRAWN, s->seat, VERNISSAGE_FACES);
    log_secret(s->log, SEAT_BIT(s->seat));
    for (int i = 0; i < VERNISSAGE_DEALT; i++) {
        from[i] = aside ? st->aside : st->piles[piles[i % n]];
        int face = vernissage_draw(from[i], VERNISSAGE_FACES, s->rng);
        st->hand[s->seat].face[face]++;
        slots[face]++;
        for (int seat = 0; !aside && seat < st->seats; seat++)
            st->seen[seat][piles[i % n]] = (struct vernissage_look){.turn = -1};
    }
    for (int face = 0; face < VERNISSAGE_FACES; face++)
        for (int i = 0; i < old[face]; i++)
            from[next++][face]++;
}

static void do_place(struct step *s)
{
    struct vernissage_state *st = s->st;
    struct vernissage_pending *p = s->p;
    int artist = s->arg[0], kind = s->arg[1], amount = s->arg[2];
    vernissage_clear_pending(p);
    p->artist = (int8_t)artist;
    p->kind = (int8_t)kind;
    p->amount = (uint8_t)amount;
    p->cell = (uint8_t)vernissage_cell(&st->artists[artist]);
    p->offers_left = st->options.offers;
    p->eligible = vernissage_influencing(st, artist) & (seatmask)~SEAT_BIT(s->seat);
    st->supply[kind][amount]--;
    tell_counter(s, VERNISSAGE_COUNTER_PLACED, s->seat, 1)[4] = p->cell;
    if (p->eligible)
        st->phase = VERNISSAGE_PHASE_OBJECT;
    else
        confirm(s);
}

/* ---- Buying: dossier vernissage 6 ---- */

static void spend(struct step *s, int32_t price)
{
    struct vernissage_state *st = s->st;
    if (st->cash[s->seat] < price) {
        st->cash[s->seat] += VERNISSAGE_LOAN;
        st->notes[s->seat]++;
        tell(s, VERNISSAGE_NOTE_TAKEN, s->seat);
    }
    st->cash[s->seat] -= price;
}

static void do_buy_brown(struct step *s)
{
    int pile = s->arg[0];
    spend(s, vernissage_price(pile));
    s->st->open_pile = (int8_t)pile;
    tell_two(s, VERNISSAGE_PILE_BOUGHT, s->seat, pile, vernissage_price(pile) / VERNISSAGE_THOUSAND);
    s->st->phase = VERNISSAGE_PHASE_TAKE;
}

static void do_buy_grey(struct step *s)
{
    struct vernissage_state *st = s->st;
    spend(s, VERNISSAGE_GREY_PRICE);
    if (vernissage_sum(st->grey_deck, VERNISSAGE_GREYS) == 0) {
        memcpy(st->grey_deck, st->grey_discard, sizeof(st->grey_deck));
        memset(st->grey_discard, 0, sizeof(st->grey_discard));
        tell(s, VERNISSAGE_GREY_RESHUFFLED, NO_SEAT);
    }
    int card = vernissage_draw(st->grey_deck, VERNISSAGE_GREYS, s->rng);
    st->hand[s->seat].grey[card]++;
    tell_one(s, VERNISSAGE_GREY_BOUGHT, s->seat, card + VERNISSAGE_GREY_LEAST);
    log_secret(s->log, SEAT_BIT(s->seat));
    go_to_use(s);
}

/* What the buyer leaves there is what it knows of the pile from now on. */
static void close_pile(struct step *s)
{
    struct vernissage_state *st = s->st;
    struct vernissage_look *look = &st->seen[s->seat][st->open_pile];
    memcpy(look->faces, st->piles[st->open_pile], sizeof(look->faces));
    look->turn = st->turns;
    st->open_pile = -1;
    go_to_use(s);
}

static void do_take(struct step *s)
{
    struct vernissage_state *st = s->st;
    int face = s->arg[0];
    st->piles[st->open_pile][face]--;
    st->hand[s->seat].face[face]++;
    tell_two(s, VERNISSAGE_CARD_TAKEN, s->seat, st->open_pile, face);
    log_secret(s->log, SEAT_BIT(s->seat));
    close_pile(s);
}

static void do_take_none(struct step *s)
{
    tell_one(s, VERNISSAGE_CARD_DECLINED, s->seat, s->st->open_pile);
    close_pile(s);
}

/* ---- Using cards: dossier vernissage 7 ---- */

static void move_agent(struct step *s, int agent, int to)
{
    uint8_t *at = &s->st->agents[s->seat][agent];
    if (*at == to)
        return;
    if (*at)
        tell_two(s, VERNISSAGE_AGENT_MOVED, s->seat, *at, to);
    else
        tell_one(s, VERNISSAGE_AGENT_ENTERED, s->seat, to);
    *at = (uint8_t)to;
}

static void do_move_one(struct step *s)
{
    struct vernissage_state *st = s->st;
    int card = s->arg[1] - VERNISSAGE_GREY_LEAST;
    tell_one(s, VERNISSAGE_MOVE_CARD_USED, s->seat, card);
    move_agent(s, s->arg[0], s->arg[2]);
    st->hand[s->seat].grey[card]--;
    st->grey_discard[card]++;
    st->moved = 1;
    go_to_use(s);
}

static void do_move_all(struct step *s)
{
    struct vernissage_state *st = s->st;
    tell_one(s, VERNISSAGE_MOVE_CARD_USED, s->seat, VERNISSAGE_GREYS);
    for (int agent = 0; agent < VERNISSAGE_AGENTS; agent++)
        move_agent(s, agent, s->arg[agent]);
    st->hand[s->seat].face[VERNISSAGE_UNLIMITED]--;
    st->gone[VERNISSAGE_UNLIMITED]++;
    st->moved = 1;
    go_to_use(s);
}

static void do_critic(struct step *s)
{
    struct vernissage_state *st = s->st;
    int artist = s->arg[0];
    tell_two(s, st->feather < 0 || st->feather == artist ? VERNISSAGE_CRITIC_USED : VERNISSAGE_FEATHER_MOVED, s->seat,
             artist, st->feather);
    st->hand[s->seat].face[VERNISSAGE_CRITIC]--;
    st->gone[VERNISSAGE_CRITIC]++;
    st->feather = (int8_t)artist;
    move_fame(s, artist, -VERNISSAGE_FEATHER, 0);
    if (vernissage_outs(st) >= 2)
        end_game(s, VERNISSAGE_TWO_OUT);
    else
        end_turn(s);
}

typedef void doer(struct step *s);

static doer *const verbs[VERNISSAGE_VERB_COUNT] = {
    [VERNISSAGE_REDRAW] = do_redraw,
    [VERNISSAGE_PLACE] = do_place,
    [VERNISSAGE_ACCEPT] = answer,
    [VERNISSAGE_OBJECT] = do_object,
    [VERNISSAGE_SETTLE] = do_settle,
    [VERNISSAGE_OFFER] = do_offer,
    [VERNISSAGE_STAND] = do_stand,
    [VERNISSAGE_TAKE_OFFER] = do_take_offer,
    [VERNISSAGE_REFUSE_OFFER] = do_refuse_offer,
    [VERNISSAGE_DO_FIGHT] = do_fight,
    [VERNISSAGE_DO_YIELD] = do_yield,
    [VERNISSAGE_COMMIT] = do_commit,
    [VERNISSAGE_REVEAL] = do_reveal,
    [VERNISSAGE_BUY_BROWN] = do_buy_brown,
    [VERNISSAGE_BUY_GREY] = do_buy_grey,
    [VERNISSAGE_TAKE] = do_take,
    [VERNISSAGE_TAKE_NONE] = do_take_none,
    [VERNISSAGE_MOVE_ONE] = do_move_one,
    [VERNISSAGE_MOVE_ALL] = do_move_all,
    [VERNISSAGE_USE_CRITIC] = do_critic,
    [VERNISSAGE_END] = end_turn,
};

void vernissage_apply(void *state, int seat, const struct move *move, struct rng *rng, struct log *log)
{
    struct vernissage_state *st = state;
#ifdef COSTLY_CHECKS
    assert(vernissage_check(st, seat, move) == RULE_OK);
#endif
    struct step step = {st, &st->pending, seat, move->arg, rng, log};
    assert(move->verb < VERNISSAGE_VERB_COUNT);
    if (seat == st->turn)
        st->begun[seat] = 1;
    verbs[move->verb](&step);
}
