#include "config.h"

#include "rules/engine/log.h"
#include "rules/engine/rng.h"
#include "rules/vernissage/state.h"

#include <string.h>

void vernissage_clear_pending(struct vernissage_pending *pending)
{
    memset(pending, 0, sizeof(*pending));
    pending->artist = pending->kind = pending->stage = -1;
    memset(pending->nodeal, -1, sizeof(pending->nodeal));
}

/* dossier vernissage 3.5: all roll two dice; those who share the highest sum roll again. */
static int roll_for_start(int seats, struct rng *rng, struct log *log)
{
    seatmask who = (seatmask)(SEAT_BIT(seats) - 1);
    for (;;) {
        int most = 0;
        seatmask highest = 0;
        int16_t rolls[VERNISSAGE_SEATS] = {0};
        for (int seat = 0; seat < seats; seat++) {
            if (!(who & SEAT_BIT(seat)))
                continue;
            rolls[seat] = (int16_t)(2 + rng_below(rng, 6) + rng_below(rng, 6));
            if (rolls[seat] > most)
                highest = 0;
            most = rolls[seat] > most ? rolls[seat] : most;
            highest |= rolls[seat] == most ? SEAT_BIT(seat) : 0;
        }
        bool settled = !(highest & (highest - 1));
        if (settled || log->n < LOG_EVENTS / 2) {
            int16_t *slots = log_event(log, VERNISSAGE_START_ROLLED, NO_SEAT, 2 + VERNISSAGE_SEATS);
            slots[0] = (int16_t)seats;
            memcpy(slots + 1, rolls, sizeof(rolls));
            slots[1 + VERNISSAGE_SEATS] = (int16_t)(settled ? __builtin_ctz(highest) : NO_SEAT);
        }
        if (settled)
            return __builtin_ctz(highest);
        who = highest;
    }
}

/* dossier vernissage 3.3, 2.9 */
static void deal_brown(struct vernissage_state *st, struct rng *rng, struct log *log)
{
    uint8_t deck[VERNISSAGE_BROWN];
    int n = 0;
    for (int face = 0; face < VERNISSAGE_FACES; face++)
        for (int i = 0; i < vernissage_face_cards[face]; i++)
            deck[n++] = (uint8_t)face;
    rng_shuffle(rng, deck, sizeof(deck));
    for (int seat = 0; seat < st->seats; seat++) {
        int16_t *slots = log_event(log, VERNISSAGE_WAS_DEALT, seat, VERNISSAGE_FACES);
        log_secret(log, SEAT_BIT(seat));
        for (int i = 0; i < VERNISSAGE_DEALT; i++) {
            int face = deck[--n];
            st->hand[seat].face[face]++;
            slots[face]++;
        }
    }
    int piled = st->options.layout == VERNISSAGE_LAYOUT_ALL ? n : VERNISSAGE_PILES * VERNISSAGE_PILE_CARDS;
    for (int i = 0; i < piled; i++)
        st->piles[i % VERNISSAGE_PILES][deck[--n]]++;
    while (n > 0)
        st->aside[deck[--n]]++;
}

/* dossier vernissage 3.6 */
static void give_head_start(struct vernissage_state *st, struct rng *rng, struct log *log)
{
    uint8_t kinds[VERNISSAGE_ARTISTS];
    memcpy(kinds, vernissage_head_start, sizeof(kinds));
    rng_shuffle(rng, kinds, sizeof(kinds));
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++) {
        struct vernissage_artist *artist = &st->artists[a];
        int kind = kinds[a], amount = rng_draw(rng, st->supply[kind], VERNISSAGE_AMOUNTS);
        artist->column[artist->n_column++] = (struct vernissage_counter){(uint8_t)kind, (uint8_t)amount};
        artist->fame = (uint8_t)(artist->fame + vernissage_value(kind, amount));
        int16_t *slots = log_event(log, VERNISSAGE_HEAD_START, NO_SEAT, 4);
        slots[0] = (int16_t)a;
        slots[1] = (int16_t)kind;
        slots[2] = (int16_t)amount;
        slots[3] = (int16_t)vernissage_value(kind, amount);
    }
}

static void set_out(struct vernissage_state *st)
{
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++)
        st->artists[a] = (struct vernissage_artist){.step = 1, .fame = VERNISSAGE_START};
    memcpy(st->supply, vernissage_counters, sizeof(st->supply));
    memcpy(st->grey_deck, vernissage_grey_cards, sizeof(st->grey_deck));
    for (int seat = 0; seat < st->seats; seat++) {
        memcpy(st->agents[seat], vernissage_start_steps, sizeof(st->agents[seat]));
        st->cash[seat] = VERNISSAGE_START_CASH;
    }
    for (int seat = 0; seat < VERNISSAGE_SEATS; seat++)
        for (int pile = 0; pile < VERNISSAGE_PILES; pile++)
            st->seen[seat][pile].turn = -1;
    st->open_pile = st->feather = st->ending = -1;
    vernissage_clear_pending(&st->pending);
}

void vernissage_begin_turn(struct vernissage_state *st, struct rng *rng, struct log *log)
{
    enum { NO_INFLUENCE, NO_COUNTERS };
    bool counters = false;
    st->round = (uint8_t)((st->turns - 1) / st->seats + 1);
    st->moved = st->opposed = 0;
    st->die = -1;
    log_event(log, VERNISSAGE_TURN_BEGAN, st->turn, 1)[0] = st->round;
    for (int kind = 0; kind < VERNISSAGE_KINDS; kind++)
        counters |= vernissage_in_supply(st, kind) != 0;
    if (counters && vernissage_influenced(st, st->turn)) {
        st->die = (int8_t)vernissage_die_faces[rng_below(rng, 6)];
        log_event(log, VERNISSAGE_DIE_ROLLED, st->turn, 1)[0] = st->die;
        st->phase = VERNISSAGE_PHASE_PLACE;
        return;
    }
    log_event(log, VERNISSAGE_FATE_SKIPPED, st->turn, 1)[0] = counters ? NO_INFLUENCE : NO_COUNTERS;
    st->phase = vernissage_can_buy(st) ? VERNISSAGE_PHASE_BUY : VERNISSAGE_PHASE_USE;
}

void vernissage_setup(void *state, const struct setup *setup, struct rng *rng, struct log *log)
{
#define ROUNDS(n) n,
    static const uint8_t rounds[] = {VERNISSAGE_ROUND_COUNTS(ROUNDS) 0};
    struct vernissage_state *st = state;
    memset(st, 0, sizeof(*st));
    st->seats = (uint8_t)setup->n_seats;
    st->options = (struct vernissage_options){
        .power14 = (uint8_t)setup->option[0],
        .layout = (uint8_t)setup->option[1],
        .head_start = (uint8_t)setup->option[2],
        .offers = (uint8_t)setup->option[3],
        .rounds = rounds[setup->option[4]],
        .revision = 1,
    };
    set_out(st);
    st->first = st->turn = (uint8_t)roll_for_start(st->seats, rng, log);
    st->turns = 1;
    deal_brown(st, rng, log);
    if (st->options.head_start)
        give_head_start(st, rng, log);
    vernissage_begin_turn(st, rng, log);
}

void vernissage_setup_1(void *state, const struct setup *setup, struct rng *rng, struct log *log)
{
    struct vernissage_state *st = state;
    vernissage_setup(state, setup, rng, log);
    st->options.revision = 0;
}
