/* A counter that is confirmed: fame, IN, OUT, vernissage, and the end of turn and game. Slots of events are in the order of the
 * tables in vernissage.c; money in them is thousands. */
#include "config.h"

#include "rules/vernissage/step.h"

#include <string.h>

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

void vernissage_end_game(struct step *s, int why)
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
            log_one(s->log, VERNISSAGE_WON, seat, vernissage_assets(st, seat));
}

/* Whoever holds no card has nothing to decide any more, and everybody knows (dossier vernissage 13.2). */
static bool has_nothing_to_do(const struct vernissage_state *st)
{
    return st->phase == VERNISSAGE_PHASE_USE && vernissage_hand_size(st, st->turn) == 0;
}

/* The next seat's turn, or the end by the number of rounds (dossier vernissage 8.1). A turn without a die in which nothing is
 * left to buy may begin with nothing to do; never every seat's, since the move cards are then in somebody's hand. */
void vernissage_end_turn(struct step *s)
{
    struct vernissage_state *st = s->st;
    do {
        log_event(s->log, VERNISSAGE_TURN_ENDED, st->turn, 0);
        if (vernissage_is_last_turn(st)) {
            vernissage_end_game(s, VERNISSAGE_ROUND_LIMIT);
            return;
        }
        st->turns++;
        st->turn = (uint8_t)((st->turn + 1) % st->seats);
        vernissage_begin_turn(st, s->rng, s->log);
    } while (has_nothing_to_do(st));
}

void vernissage_go_to_use(struct step *s)
{
    s->st->phase = VERNISSAGE_PHASE_USE;
    if (has_nothing_to_do(s->st))
        vernissage_end_turn(s);
}

void vernissage_go_to_buy(struct step *s)
{
    vernissage_clear_pending(s->p);
    if (vernissage_can_buy(s->st))
        s->st->phase = VERNISSAGE_PHASE_BUY;
    else
        vernissage_go_to_use(s);
}

/* ---- Fame, IN, OUT, vernissage: dossier vernissage 5 ---- */

static void return_column(struct vernissage_state *st, struct vernissage_artist *artist)
{
    for (int i = 0; i < artist->n_column; i++)
        count_put(&st->supply[artist->column[i].kind][artist->column[i].amount], 1);
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
    log_one(s->log, VERNISSAGE_WENT_OUT, NO_SEAT, artist);
}

/* One movement, judged where it ends: OUT at once, beyond the ceiling the caller's business. */
void vernissage_move_fame(struct step *s, int artist, int value, int feather)
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
        vernissage_end_game(s, VERNISSAGE_TWO_OUT);
    else if (s->st->artists[s->p->artist].step == VERNISSAGE_STEPS && !s->st->artists[s->p->artist].out)
        vernissage_end_game(s, VERNISSAGE_ARTIST_ON_TOP);
    else if (s->p->cell == VERNISSAGE_STEPS)
        vernissage_end_game(s, VERNISSAGE_COUNTER_ON_TOP);
    else
        vernissage_go_to_buy(s);
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
            vernissage_move_fame(s, s->p->artist, bonus[rank], 0);
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
        count_move(&st->hand[seat].face[artist], &st->shown[seat][artist], count);
        log_two(s->log, VERNISSAGE_PAINTINGS_SHOWN, seat, artist, count);
    }
    for (int seat = 0; seat < st->seats; seat++) {
        int sum = payment * st->shown[seat][artist];
        if (sum == 0)
            continue;
        st->cash[seat] += sum * VERNISSAGE_THOUSAND;
        log_three(s->log, VERNISSAGE_PAID, seat, artist, st->shown[seat][artist], sum);
    }
    st->artists[artist].fame = VERNISSAGE_CEILING;
    int stage = s->p->stage;
    s->p->stage = -1;
    s->p->space = 0;
    memset(s->p->show, 0, sizeof(s->p->show));
    if (stage == VERNISSAGE_STAGE_COUNTER && st->options.revision > 0 && st->feather == artist)
        vernissage_move_fame(s, artist, 0, -VERNISSAGE_FEATHER);
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
    log_three(s->log, VERNISSAGE_WENT_IN, NO_SEAT, artist, space, 10 * (space - VERNISSAGE_CEILING));
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

void vernissage_do_reveal(struct step *s)
{
    log_event(s->log, VERNISSAGE_ANSWERED, s->seat, 0);
    s->p->show[s->seat] = (uint8_t)s->arg[0];
    s->p->ask &= (seatmask)~SEAT_BIT(s->seat);
    if (!s->p->ask)
        pay(s);
}

void vernissage_confirm(struct step *s)
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
    must(artist->n_column < VERNISSAGE_COLUMN);
    artist->column[artist->n_column++] = (struct vernissage_counter){(uint8_t)p->kind, p->amount};
    int value = vernissage_value(p->kind, p->amount);
    bool feather = st->feather == p->artist && !vernissage_pays_first(st, p->artist, value);
    vernissage_move_fame(s, p->artist, value, feather ? -VERNISSAGE_FEATHER : 0);
    if (artist->out)
        finish_counter(s);
    else if (artist->fame > VERNISSAGE_CEILING)
        arrive(s, VERNISSAGE_STAGE_COUNTER);
    else
        hold_vernissage(s);
}
