/* Cards, turns, the imaginary player, and the end. */
#include "config.h"

#include "rules/engine/counts.h"
#include "rules/engine/rng.h"
#include "rules/venedig/step.h"

#include <string.h>

/* ---- Cards: dossier venedig 8 ---- */

static void make_deck(struct step *s)
{
    struct venedig_state *st = s->st;
    must(counts_sum(st->discard.of, VENEDIG_KINDS) <= VENEDIG_CARDS);
    for (int kind = 0; kind < VENEDIG_KINDS; kind++)
        for (; st->discard.of[kind]; st->discard.of[kind]--)
            st->deck[st->n_deck++] = (uint8_t)kind;
    rng_shuffle(s->rng, st->deck, st->n_deck);
    log_one(s->log, VENEDIG_RESHUFFLED, NO_SEAT, st->n_deck);
}

int venedig_take_top(struct step *s)
{
    struct venedig_state *st = s->st;
    if (venedig_left(st) == 0)
        return -1;
    if (st->n_deck == 0)
        make_deck(s);
    int kind = st->deck[0];
    count_take(&st->n_deck, 1);
    memmove(st->deck, st->deck + 1, st->n_deck);
    return kind;
}

/* ---- The imaginary player: dossier venedig 10 ---- */

void venedig_await_site(struct step *s, int kind, int set, int builder, int back)
{
    s->st->job = venedig_job_of(kind, set, builder);
    s->st->job.step = VENEDIG_STEP_PLACE;
    s->st->job.back = (uint8_t)back;
    s->st->phase = VENEDIG_PHASE_PLACE;
}

void venedig_turn_card(struct step *s, int back)
{
    struct venedig_state *st = s->st;
    int kind = venedig_take_top(s);
    st->flipped = 1;
    if (kind < 0)
        return;
    struct venedig_field free = venedig_free(st);
    uint8_t before = venedig_kinds_of(&st->front[VENEDIG_THIRD]);
    bool room = venedig_has_room(&free, kind);
    bool third = kind != VENEDIG_CASA && !(before >> kind & 1) && venedig_size(before) == VENEDIG_FRONTS;
    bool lost = third || (kind == VENEDIG_CASA && !room);
    int fate = lost ? VENEDIG_FATE_LOST : kind == VENEDIG_CASA ? VENEDIG_FATE_BUILDS : VENEDIG_FATE_FRONT;
    log_two(s->log, VENEDIG_FLIPPED, st->active, kind, fate);
    if (lost) {
        count_put(&st->discard.of[kind], 1);
    } else if (kind == VENEDIG_CASA) {
        venedig_await_site(s, kind, VENEDIG_SET_SOLO, VENEDIG_THIRD, back);
    } else {
        venedig_lay(s, VENEDIG_THIRD, kind, 1);
        if (venedig_complete(st, kind, VENEDIG_SET_SHARED) && room)
            venedig_await_site(s, kind, VENEDIG_SET_SHARED, st->architect[kind], back);
        else if (venedig_complete(st, kind, VENEDIG_SET_SHARED))
            venedig_lose_set(s, kind, VENEDIG_SET_SHARED);
    }
}

/* ---- Turns: dossier venedig 4 ---- */

void venedig_next_turn(struct step *s)
{
    struct venedig_state *st = s->st;
    st->active = (uint8_t)((st->active + 1) % st->seats);
    st->turn = (int16_t)(st->turn + (st->turn < VENEDIG_TURNS)); /* nobody plays that long; it only must stay readable */
    st->begun = st->flipped = st->drained = 0;
    st->phase = VENEDIG_PHASE_BUILD;
    log_one(s->log, VENEDIG_TURN_BEGAN, st->active, venedig_round(st));
}

void venedig_end_turn(struct step *s)
{
    struct venedig_state *st = s->st;
    if (counts_sum(st->pool.of, VENEDIG_KINDS) >= VENEDIG_POOL) {
        log_one(s->log, VENEDIG_POOL_CLEARED, NO_SEAT, venedig_kinds_of(&st->pool));
        for (int kind = 0; kind < VENEDIG_KINDS; kind++)
            count_move(&st->pool.of[kind], &st->discard.of[kind], st->pool.of[kind]);
    }
    if (st->seats == VENEDIG_FEWEST && !st->flipped)
        venedig_turn_card(s, VENEDIG_BACK_TURN);
    if (st->phase != VENEDIG_PHASE_PLACE)
        venedig_next_turn(s);
}

void venedig_go_to_draw(struct step *s)
{
    s->st->phase = VENEDIG_PHASE_DRAW;
    if (!venedig_ends_turn(s->st))
        return;
    log_event(s->log, VENEDIG_PASSED, s->st->active, 0);
    venedig_end_turn(s);
}

/* ---- The end: dossier venedig 9 ---- */

static void convert(struct step *s, int seat)
{
    struct venedig_state *st = s->st;
    int gold = venedig_gold(st->gold[seat]), steps = gold / VENEDIG_PRICE;
    if (counts_sum(st->gold[seat], VENEDIG_GOLD_VALUES) == 0)
        return;
    for (int value = 0; value < VENEDIG_GOLD_VALUES; value++)
        count_move(&st->gold[seat][value], &st->aside[value], st->gold[seat][value]);
    log_two(s->log, VENEDIG_CONVERTED, seat, gold, steps);
    venedig_move(s, seat, steps, VENEDIG_BY_END);
}

static void tell_results(struct step *s)
{
    struct venedig_state *st = s->st;
    struct standing standing;
    venedig_standing(st, &standing);
    int16_t *slots = log_event(s->log, VENEDIG_GAME_OVER, NO_SEAT, 2 + VENEDIG_SEATS);
    slots[0] = st->ending;
    slots[1] = st->seats;
    for (int seat = 0; seat < st->seats; seat++)
        slots[2 + seat] = standing.seat[seat].points;
    for (int rank = 1; rank <= st->seats; rank++)
        for (int seat = 0; seat < st->seats; seat++)
            if (standing.seat[seat].rank == rank)
                log_one(s->log, rank == 1 ? VENEDIG_WON : VENEDIG_RESULT, seat, standing.seat[seat].points);
}

void venedig_end_game(struct step *s)
{
    struct venedig_state *st = s->st;
    st->last = (int8_t)st->active;
    st->job = venedig_job_of(-1, 0, -1);
    for (int i = 1; i <= st->seats; i++)
        convert(s, (st->active + i) % st->seats);
    st->phase = VENEDIG_PHASE_OVER;
    tell_results(s);
}
