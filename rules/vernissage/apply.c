/* What a legal move does. Slots of events are in the order of the tables in vernissage.c; money in them is thousands. */
#include "config.h"

#include "rules/engine/rng.h"
#include "rules/vernissage/step.h"

#include <assert.h>
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
            log_one(s->log, VERNISSAGE_WON, seat, vernissage_assets(st, seat));
}

/* Whoever holds no card has nothing to decide any more, and everybody knows (dossier vernissage 13.2). */
static bool has_nothing_to_do(const struct vernissage_state *st)
{
    return st->phase == VERNISSAGE_PHASE_USE && vernissage_hand_size(st, st->turn) == 0;
}

/* The next seat's turn, or the end by the number of rounds (dossier vernissage 8.1). A turn without a die in which nothing is
 * left to buy may begin with nothing to do; never every seat's, since the move cards are then in somebody's hand. */
static void end_turn(struct step *s)
{
    struct vernissage_state *st = s->st;
    do {
        log_event(s->log, VERNISSAGE_TURN_ENDED, st->turn, 0);
        if (vernissage_is_last_turn(st)) {
            end_game(s, VERNISSAGE_ROUND_LIMIT);
            return;
        }
        st->turns++;
        st->turn = (uint8_t)((st->turn + 1) % st->seats);
        vernissage_begin_turn(st, s->rng, s->log);
    } while (has_nothing_to_do(st));
}

static void go_to_use(struct step *s)
{
    s->st->phase = VERNISSAGE_PHASE_USE;
    if (has_nothing_to_do(s->st))
        end_turn(s);
}

void vernissage_go_to_buy(struct step *s)
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
    log_one(s->log, VERNISSAGE_WENT_OUT, NO_SEAT, artist);
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

static void do_reveal(struct step *s)
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
    artist->column[artist->n_column++] = (struct vernissage_counter){(uint8_t)p->kind, p->amount};
    move_fame(s, p->artist, vernissage_value(p->kind, p->amount), st->feather == p->artist ? -VERNISSAGE_FEATHER : 0);
    if (artist->out)
        finish_counter(s);
    else if (artist->fame > VERNISSAGE_CEILING)
        arrive(s, VERNISSAGE_STAGE_COUNTER);
    else
        hold_vernissage(s);
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
        if (counts_sum(st->piles[pile], VERNISSAGE_FACES))
            piles[n++] = (uint8_t)pile;
    bool aside = counts_sum(st->aside, VERNISSAGE_FACES) >= VERNISSAGE_DEALT;
    if (!aside)
        rng_shuffle(s->rng, piles, (size_t)n);
    int16_t *slots = log_event(s->log, VERNISSAGE_REDRAWN, s->seat, VERNISSAGE_FACES);
    log_secret(s->log, SEAT_BIT(s->seat));
    for (int i = 0; i < VERNISSAGE_DEALT; i++) {
        from[i] = aside ? st->aside : st->piles[piles[i % n]];
        int face = rng_draw(s->rng, from[i], VERNISSAGE_FACES);
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
        vernissage_confirm(s);
}

/* ---- Buying: dossier vernissage 6 ---- */

static void spend(struct step *s, int32_t price)
{
    struct vernissage_state *st = s->st;
    if (st->cash[s->seat] < price) {
        st->cash[s->seat] += VERNISSAGE_LOAN;
        st->notes[s->seat]++;
        log_event(s->log, VERNISSAGE_NOTE_TAKEN, s->seat, 0);
    }
    st->cash[s->seat] -= price;
}

static void do_buy_brown(struct step *s)
{
    int pile = s->arg[0];
    spend(s, vernissage_price(pile));
    s->st->open_pile = (int8_t)pile;
    log_two(s->log, VERNISSAGE_PILE_BOUGHT, s->seat, pile, vernissage_price(pile) / VERNISSAGE_THOUSAND);
    s->st->phase = VERNISSAGE_PHASE_TAKE;
}

static void do_buy_grey(struct step *s)
{
    struct vernissage_state *st = s->st;
    spend(s, VERNISSAGE_GREY_PRICE);
    if (counts_sum(st->grey_deck, VERNISSAGE_GREYS) == 0) {
        memcpy(st->grey_deck, st->grey_discard, sizeof(st->grey_deck));
        memset(st->grey_discard, 0, sizeof(st->grey_discard));
        log_event(s->log, VERNISSAGE_GREY_RESHUFFLED, NO_SEAT, 0);
    }
    int card = rng_draw(s->rng, st->grey_deck, VERNISSAGE_GREYS);
    st->hand[s->seat].grey[card]++;
    log_one(s->log, VERNISSAGE_GREY_BOUGHT, s->seat, card + VERNISSAGE_GREY_LEAST);
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
    log_two(s->log, VERNISSAGE_CARD_TAKEN, s->seat, st->open_pile, face);
    log_secret(s->log, SEAT_BIT(s->seat));
    close_pile(s);
}

static void do_take_none(struct step *s)
{
    log_one(s->log, VERNISSAGE_CARD_DECLINED, s->seat, s->st->open_pile);
    close_pile(s);
}

/* ---- Using cards: dossier vernissage 7 ---- */

static void move_agent(struct step *s, int agent, int to)
{
    uint8_t *at = &s->st->agents[s->seat][agent];
    if (*at == to)
        return;
    if (*at)
        log_two(s->log, VERNISSAGE_AGENT_MOVED, s->seat, *at, to);
    else
        log_one(s->log, VERNISSAGE_AGENT_ENTERED, s->seat, to);
    *at = (uint8_t)to;
}

static void do_move_one(struct step *s)
{
    struct vernissage_state *st = s->st;
    int card = s->arg[1] - VERNISSAGE_GREY_LEAST;
    log_one(s->log, VERNISSAGE_MOVE_CARD_USED, s->seat, card);
    move_agent(s, s->arg[0], s->arg[2]);
    st->hand[s->seat].grey[card]--;
    st->grey_discard[card]++;
    st->moved = 1;
    go_to_use(s);
}

static void do_move_all(struct step *s)
{
    struct vernissage_state *st = s->st;
    log_one(s->log, VERNISSAGE_MOVE_CARD_USED, s->seat, VERNISSAGE_GREYS);
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
    log_two(s->log, st->feather < 0 || st->feather == artist ? VERNISSAGE_CRITIC_USED : VERNISSAGE_FEATHER_MOVED, s->seat,
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
    [VERNISSAGE_ACCEPT] = vernissage_answer,
    [VERNISSAGE_OBJECT] = vernissage_do_object,
    [VERNISSAGE_SETTLE] = vernissage_do_settle,
    [VERNISSAGE_OFFER] = vernissage_do_offer,
    [VERNISSAGE_STAND] = vernissage_do_stand,
    [VERNISSAGE_TAKE_OFFER] = vernissage_do_take_offer,
    [VERNISSAGE_REFUSE_OFFER] = vernissage_do_refuse_offer,
    [VERNISSAGE_DO_FIGHT] = vernissage_do_fight,
    [VERNISSAGE_DO_YIELD] = vernissage_do_yield,
    [VERNISSAGE_COMMIT] = vernissage_do_commit,
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
