/* What a legal move does. Slots of events are in the order of the tables in venedig.c. */
#include "config.h"

#include "rules/engine/counts.h"
#include "rules/venedig/step.h"


/* Cards leave a hand before everybody's eyes: of those that are known to be there so many are no longer. */
static void leave_hand(struct step *s, int kind, int count)
{
    uint8_t *held = &s->st->hand[s->seat].of[kind], *known = &s->st->known[s->seat].of[kind];
    count_take(held, count);
    *known = (uint8_t)(*known > count ? *known - count : 0);
}

/* ---- Playing cards and building ---- */

static void do_flip(struct step *s)
{
    venedig_turn_card(s, VENEDIG_BACK_BUILD);
}

static void do_play(struct step *s)
{
    struct venedig_state *st = s->st;
    int kind = s->arg[0], count = s->arg[1];
    bool solo = count == venedig_pieces[kind].need;
    leave_hand(s, kind, count);
    log_two(s->log, solo ? VENEDIG_PLAYED_SOLO : VENEDIG_PLAYED, s->seat, kind, count);
    if (solo)
        st->solo = (int8_t)kind;
    else
        venedig_lay(s, s->seat, kind, count);
}

static void do_casa(struct step *s)
{
    struct venedig_state *st = s->st;
    leave_hand(s, VENEDIG_CASA, 1);
    count_put(&st->discard.of[VENEDIG_CASA], 1);
    if (s->arg[0] < 0) {
        log_two(s->log, VENEDIG_SCRAPPED, s->seat, VENEDIG_CASA, 1);
        return;
    }
    st->job = venedig_job_of(VENEDIG_CASA, VENEDIG_SET_SOLO, s->seat);
    st->job.spot = s->arg[0];
    venedig_put_up(s);
}

/* Called for, the building waits as a job already; the active seat's own begins here. */
static void do_build(struct step *s)
{
    struct venedig_state *st = s->st;
    int kind = s->arg[SLOT_BUILD_KIND], set = s->arg[SLOT_BUILD_SET];
    if (st->phase == VENEDIG_PHASE_BUILD)
        st->job = venedig_job_of(kind, set, set == VENEDIG_SET_SOLO ? s->seat : st->architect[kind]);
    st->job.spot = s->arg[SLOT_BUILD_SPOT];
    st->job.count_in = (int8_t)s->arg[SLOT_BUILD_COUNT_IN];
    venedig_put_up(s);
}

static void do_scrap(struct step *s)
{
    venedig_lose_set(s, s->arg[SLOT_BUILD_KIND], s->arg[SLOT_BUILD_SET]);
}

static void do_call(struct step *s)
{
    struct venedig_state *st = s->st;
    int kind = s->arg[SLOT_CALL_KIND], architect = st->architect[kind];
    venedig_await_site(s, kind, VENEDIG_SET_SHARED, architect, VENEDIG_BACK_BUILD);
    st->job.spot = s->arg[SLOT_CALL_SPOT];
    st->job.count_in = (int8_t)s->arg[SLOT_CALL_COUNT_IN];
    if (st->job.spot >= 0)
        log_three(s->log, VENEDIG_WISHED, s->seat, kind, architect, st->job.spot);
    else
        log_two(s->log, VENEDIG_CALLED, s->seat, kind, architect);
}

static void do_done(struct step *s)
{
    struct venedig_state *st = s->st;
    for (int kind = 0; kind < VENEDIG_SHARED; kind++) {
        if (!(s->arg[0] >> kind & 1))
            continue;
        log_two(s->log, VENEDIG_GAVE_UP, s->seat, kind, st->front[s->seat].of[kind]);
        venedig_discard_front(s, s->seat, kind);
        if (st->architect[kind] == s->seat)
            venedig_give_token(s, kind, venedig_heir(st, kind, s->seat));
    }
    st->phase = VENEDIG_PHASE_DRAIN;
    if (venedig_no_swamp(st))
        venedig_go_to_draw(s);
}

/* ---- Gold: dossier venedig 7 ---- */

static void do_spend(struct step *s)
{
    struct venedig_state *st = s->st;
    int gold = 0;
    int16_t *slots = log_event(s->log, VENEDIG_SPENT, s->seat, VENEDIG_GOLD_VALUES);
    for (int value = 1; value < VENEDIG_GOLD_VALUES; value++) {
        int tiles = s->arg[value - 1];
        gold += value * tiles;
        count_move(&st->gold[s->seat][value], &st->aside[value], tiles);
        slots[value - 1] = (int16_t)tiles;
    }
    slots[VENEDIG_GOLD_VALUES - 1] = (int16_t)(gold / VENEDIG_PRICE);
    venedig_move(s, s->seat, gold / VENEDIG_PRICE, VENEDIG_BY_GOLD);
    bool ends = st->ending != VENEDIG_ENDING_NONE;
    if (st->phase == VENEDIG_PHASE_GOLD && (ends || !venedig_may_pay(st, s->seat)))
        venedig_go_on(s, true);
    else if (ends)
        venedig_end_game(s);
    else if (st->phase == VENEDIG_PHASE_DRAW)
        venedig_go_to_draw(s);
}

static void do_proceed(struct step *s)
{
    venedig_go_on(s, true);
}

/* ---- Swamp and cards: dossier venedig 8 ---- */

static void do_drain(struct step *s)
{
    struct venedig_state *st = s->st;
    int site = s->arg[0], value = st->swamp[site];
    must(value >= 0);
    st->swamp[site] = -1;
    count_put(&st->gold[s->seat][value], 1);
    st->drained++;
    log_two(s->log, VENEDIG_DRAINED, s->seat, site, value);
    log_secret(s->log, SEAT_BIT(s->seat));
    if (st->drained == VENEDIG_A_TURN || venedig_no_swamp(st))
        venedig_go_to_draw(s);
}

static void do_stop(struct step *s)
{
    venedig_go_to_draw(s);
}

/* From the deck into the hand; which kinds only the seat learns. */
static void draw_cards(struct step *s, int n)
{
    struct venedig_state *st = s->st;
    int16_t drawn[VENEDIG_KINDS] = {0};
    int count = 0;
    for (; count < n; count++) {
        int kind = venedig_take_top(s);
        if (kind < 0)
            break;
        count_put(&st->hand[s->seat].of[kind], 1);
        drawn[kind]++;
    }
    if (count == 0)
        return;
    int16_t *slots = log_event(s->log, VENEDIG_DREW, s->seat, 1 + VENEDIG_KINDS);
    log_secret(s->log, SEAT_BIT(s->seat));
    slots[0] = (int16_t)count;
    for (int kind = 0; kind < VENEDIG_KINDS; kind++)
        slots[1 + kind] = drawn[kind];
}

static void take_from_pool(struct step *s, int kinds)
{
    struct venedig_state *st = s->st;
    if (!kinds)
        return;
    for (int kind = 0; kind < VENEDIG_KINDS; kind++)
        if (kinds >> kind & 1) {
            count_move(&st->pool.of[kind], &st->hand[s->seat].of[kind], 1);
            count_put(&st->known[s->seat].of[kind], 1);
        }
    log_one(s->log, VENEDIG_TOOK, s->seat, kinds);
}

static void do_draw(struct step *s)
{
    if (s->arg[0] == VENEDIG_FROM_DECK)
        draw_cards(s, 1);
    else
        take_from_pool(s, 1 << s->arg[0]);
    venedig_end_turn(s);
}

static void do_swap(struct step *s)
{
    struct venedig_state *st = s->st;
    int put = s->arg[SLOT_SWAP_PUT], take = s->arg[SLOT_SWAP_TAKE];
    leave_hand(s, put, 1);
    log_one(s->log, VENEDIG_POOLED, s->seat, put);
    take_from_pool(s, take);
    count_put(&st->pool.of[put], 1);
    draw_cards(s, VENEDIG_SWAP - venedig_size((unsigned)take));
    venedig_end_turn(s);
}

static void do_pass(struct step *s)
{
    log_event(s->log, VENEDIG_PASSED, s->seat, 0);
    venedig_end_turn(s);
}

/* ---- Every move ---- */

void venedig_apply(void *state, int seat, const struct move *move, struct rng *rng, struct log *log)
{
    static void (*const verbs[VENEDIG_VERB_COUNT])(struct step *) = {
        [VENEDIG_FLIP] = do_flip,   [VENEDIG_PLAY] = do_play,       [VENEDIG_DO_CASA] = do_casa, [VENEDIG_BUILD] = do_build,
        [VENEDIG_SCRAP] = do_scrap, [VENEDIG_CALL] = do_call,       [VENEDIG_SPEND] = do_spend,  [VENEDIG_PROCEED] = do_proceed,
        [VENEDIG_DONE] = do_done,   [VENEDIG_DRAIN] = do_drain,     [VENEDIG_STOP] = do_stop,    [VENEDIG_DRAW] = do_draw,
        [VENEDIG_DO_SWAP] = do_swap, [VENEDIG_PASS] = do_pass,
    };
    struct step s = {.st = state, .seat = seat, .arg = move->arg, .rng = rng, .log = log};
    must(seat >= 0 && seat < s.st->seats && move->verb < VENEDIG_VERB_COUNT && verbs[move->verb]);
    must_costly(venedig_check(state, seat, move, NULL) == RULE_OK);
    s.st->begun = 1;
    verbs[move->verb](&s);
    if (s.next == STEP_NEXT_TURN)
        venedig_next_turn(&s);
    else if (s.next == STEP_END_GAME)
        venedig_end_game(&s);
}
