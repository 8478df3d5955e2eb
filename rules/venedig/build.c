/* A building from its cards to its last movement. */
#include "config.h"

#include "rules/engine/counts.h"
#include "rules/engine/rng.h"
#include "rules/venedig/step.h"

/* ---- Cards and tokens: dossier venedig 5.1, 5.2 ---- */

void venedig_give_token(struct step *s, int kind, int to)
{
    s->st->architect[kind] = (int8_t)to;
    if (venedig_is_person(s->st, to))
        log_one(s->log, VENEDIG_ARCHITECT, to, kind);
    else
        log_one(s->log, to < 0 ? VENEDIG_ARCHITECT_NOBODY : VENEDIG_ARCHITECT_THIRD, NO_SEAT, kind);
}

void venedig_lay(struct step *s, int seat, int kind, int count)
{
    struct venedig_state *st = s->st;
    bool takes = venedig_takes_token(st, seat, kind, count);
    count_put(&st->front[seat].of[kind], count);
    if (takes)
        venedig_give_token(s, kind, seat);
}

/* ---- Movement: dossier venedig 6 ---- */

static void begin_end(struct step *s, int why, int kind)
{
    if (s->st->ending != VENEDIG_ENDING_NONE)
        return;
    s->st->ending = (uint8_t)why;
    log_two(s->log, VENEDIG_ENDS, NO_SEAT, why, kind);
}

void venedig_move(struct step *s, int seat, int steps, int by)
{
    struct venedig_state *st = s->st;
    int jumped, from = st->gondola[seat];
    if (steps == 0)
        return;
    int to = venedig_goes_to(st, seat, steps, &jumped);
    st->gondola[seat] = (uint8_t)to;
    int16_t *slots = log_event(s->log, VENEDIG_MOVED, seat, 5);
    slots[0] = (int16_t)from;
    slots[1] = (int16_t)to;
    slots[2] = (int16_t)steps;
    slots[3] = (int16_t)jumped;
    slots[4] = (int16_t)by;
    if (to >= VENEDIG_GOAL && by != VENEDIG_BY_END)
        begin_end(s, VENEDIG_ENDING_GOAL, -1);
}

/* ---- The steps of a building: dossier venedig 5.6 ---- */

void venedig_discard_front(struct step *s, int seat, int kind)
{
    struct venedig_state *st = s->st;
    count_move(&st->front[seat].of[kind], &st->discard.of[kind], st->front[seat].of[kind]);
}

/* The cards of a set go away, and a shared one's token; a casa's card is gone already, but for the imaginary player's. */
static void tidy(struct step *s, int kind, int set, int builder)
{
    struct venedig_state *st = s->st;
    if (set == VENEDIG_SET_SHARED) {
        for (int seat = 0; seat < VENEDIG_SEATS; seat++)
            venedig_discard_front(s, seat, kind);
        venedig_give_token(s, kind, -1);
        return;
    }
    if (kind == VENEDIG_CASA && venedig_is_person(st, builder))
        return;
    count_put(&st->discard.of[kind], venedig_pieces[kind].need);
    st->solo = -1;
}

static void finish(struct step *s)
{
    struct venedig_state *st = s->st;
    struct venedig_job job = st->job;
    tidy(s, job.kind, job.set, job.builder);
    st->job = venedig_job_of(-1, 0, -1);
    st->phase = VENEDIG_PHASE_BUILD;
    if (st->ending != VENEDIG_ENDING_NONE)
        s->next = STEP_END_GAME;
    else if (job.back == VENEDIG_BACK_TURN)
        s->next = STEP_NEXT_TURN;
}

/* A tile for each who takes part and lies beside the districts, from the architect on. */
static void hand_out(struct step *s)
{
    struct venedig_state *st = s->st;
    const struct venedig_job *job = &st->job;
    int ring = venedig_ring(st);
    for (int i = 0; i < ring; i++) {
        int seat = (job->builder + i) % ring;
        if (!venedig_earns_treasure(st, job, seat))
            continue;
        if (venedig_stock(st) == 0) {
            log_event(s->log, VENEDIG_NO_TREASURE, seat, 0);
            continue;
        }
        int value = VENEDIG_SWAMP_VALUES + rng_draw(s->rng, st->aside + VENEDIG_SWAMP_VALUES, VENEDIG_TREASURE_VALUES);
        count_put(&st->gold[seat][value], 1);
        log_one(s->log, VENEDIG_TREASURE, seat, value);
        log_secret(s->log, SEAT_BIT(seat));
    }
}

/* May the active seat spend gold before this? Never once the game is ending or its turn is over. */
static bool halts(struct step *s)
{
    struct venedig_state *st = s->st;
    if (st->ending != VENEDIG_ENDING_NONE || st->job.back == VENEDIG_BACK_TURN || !venedig_may_pay(st, st->active))
        return false;
    st->phase = VENEDIG_PHASE_GOLD;
    return true;
}

void venedig_go_on(struct step *s, bool closed)
{
    struct venedig_state *st = s->st;
    struct venedig_job *job = &st->job;
    int ring = venedig_ring(st);
    if (job->step == VENEDIG_STEP_TREASURE) {
        /* One's own begins when one likes, after spending gold; but not when a card of the imaginary player completes it. */
        bool sudden = job->builder != st->active || st->phase == VENEDIG_PHASE_PLACE;
        if (job->set == VENEDIG_SET_SHARED && sudden && !closed && halts(s))
            return;
        closed = false;
        hand_out(s);
        job->step = VENEDIG_STEP_MOVE;
    }
    for (; job->next < ring; job->next++, closed = false) {
        int seat = (job->builder + job->next) % ring;
        int steps = venedig_share(st, job, seat, job->points);
        if (steps > 0 && seat != st->active && !closed && halts(s))
            return;
        venedig_move(s, seat, steps, VENEDIG_BY_BUILDING);
    }
    finish(s);
}

static void tell_built(struct step *s)
{
    const struct venedig_job *job = &s->st->job;
    bool person = venedig_is_person(s->st, job->builder);
    int kind = !person ? VENEDIG_BUILT_THIRD : job->kind == VENEDIG_PONTE ? VENEDIG_BUILT_PONTE : VENEDIG_BUILT;
    int16_t *slots = log_event(s->log, kind, person ? job->builder : NO_SEAT, 5);
    slots[0] = job->kind;
    slots[1] = job->set;
    slots[2] = job->spot;
    slots[3] = job->points;
    slots[4] = job->count_in;
}

void venedig_put_up(struct step *s)
{
    struct venedig_state *st = s->st;
    struct venedig_job *job = &st->job;
    must(job->kind >= 0 && job->spot >= 0 && st->n_buildings < VENEDIG_PIECES);
    job->points = (uint8_t)venedig_brings(st, job);
    st->buildings[st->n_buildings++] = (struct venedig_building){(uint8_t)job->kind, job->spot};
    tell_built(s);
    if (venedig_supply(st, job->kind) == 0)
        begin_end(s, VENEDIG_ENDING_SUPPLY, job->kind);
    job->step = VENEDIG_STEP_TREASURE;
    venedig_go_on(s, false);
}

void venedig_lose_set(struct step *s, int kind, int set)
{
    log_two(s->log, VENEDIG_SCRAPPED, NO_SEAT, kind, venedig_pieces[kind].need);
    tidy(s, kind, set, s->st->active);
}
