/* A turn from its start to its end, and the end of the game: dossier genoa 5, 12. */
#include "config.h"

#include "rules/engine/rng.h"
#include "rules/genoa/step.h"

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
    st->players[s->seat].tiles[GENOA_ANY_START]--;
    st->supply.tiles[GENOA_ANY_START]++;
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

void genoa_pay_messages(struct step *s)
{
    struct genoa_state *st = s->st;
    uint32_t been = 0;
    for (int i = 0; i < st->n_path; i++)
        if (genoa_is_building(st->path[i]))
            been |= 1u << st->path[i];
    if (!(been & (been - 1))) /* fewer than two buildings */
        return;
    for (int i = 0, seat = st->tower_seat; i < st->seats; i++, seat = genoa_next_seat(st, seat))
        for (unsigned held = st->players[seat].cards[GENOA_MESSAGE]; held; held &= held - 1) {
            int card = __builtin_ctz(held);
            uint32_t both = 1u << genoa_message[card].building[0] | 1u << genoa_message[card].building[1];
            if ((been & both) != both)
                continue;
            st->players[seat].cards[GENOA_MESSAGE] &= (uint16_t)~(1u << card);
            st->discard[GENOA_MESSAGE] |= (uint16_t)(1u << card);
            st->players[seat].money += GENOA_FOR_MESSAGE;
            if (!s->trial)
                log_two(s->log, GENOA_MESSAGE_PAID, seat, card, GENOA_FOR_MESSAGE);
        }
}

void genoa_step_to(struct step *s, int space)
{
    struct genoa_state *st = s->st;
    st->path[st->n_path++] = (uint8_t)space;
    st->called = 0;
    if (!s->trial)
        log_one(s->log, GENOA_TOWER, st->tower_seat, space);
    genoa_pay_messages(s);
}

void genoa_do_move(struct step *s)
{
    genoa_step_to(s, s->arg[0]);
}

void genoa_do_stop(struct step *s)
{
    log_event(s->log, GENOA_STOPPED, s->seat, 0);
    s->st->n_offers = 0;
    genoa_begin_claims(s);
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

void genoa_end_turn(struct step *s)
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
