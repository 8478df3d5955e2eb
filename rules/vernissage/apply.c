/* What a legal move does. Slots of events are in the order of the tables in vernissage.c; money in them is thousands. */
#include "config.h"

#include "rules/engine/counts.h"
#include "rules/engine/rng.h"
#include "rules/vernissage/step.h"

#include <string.h>

/* ---- The counter: dossier vernissage 3.4, 4.3 ---- */

/* Each card for another one of those set aside, or, when none is, of as many piles drawn at random. */
static void do_redraw(struct step *s)
{
    struct vernissage_state *st = s->st;
    uint8_t old[VERNISSAGE_FACES], *from[VERNISSAGE_DEALT], piles[VERNISSAGE_PILES];
    int n = 0, next = 0;
    memcpy(old, st->hand[s->seat].face, sizeof(old));
    memset(st->hand[s->seat].face, 0, sizeof(old));
    st->known_power[s->seat] = 0;
    for (int pile = 0; pile < VERNISSAGE_PILES; pile++)
        if (counts_sum(st->piles[pile], VERNISSAGE_FACES) && pile != st->open_pile) /* which somebody looks through */
            piles[n++] = (uint8_t)pile;
    bool aside = counts_sum(st->aside, VERNISSAGE_FACES) >= VERNISSAGE_DEALT;
    if (!aside)
        rng_shuffle(s->rng, piles, (size_t)n);
    must(counts_sum(old, VERNISSAGE_FACES) == VERNISSAGE_DEALT && (aside || n > 0));
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
            count_put(&from[next++][face], 1);
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
    count_take(&st->supply[kind][amount], 1);
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
    must(st->cash[s->seat] >= price);
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
    count_put(&st->hand[s->seat].grey[card], 1);
    log_one(s->log, VERNISSAGE_GREY_BOUGHT, s->seat, card + VERNISSAGE_GREY_LEAST);
    log_secret(s->log, SEAT_BIT(s->seat));
    vernissage_go_to_use(s);
}

/* What the buyer leaves there is what it knows of the pile from now on. */
static void close_pile(struct step *s)
{
    struct vernissage_state *st = s->st;
    struct vernissage_look *look = &st->seen[s->seat][st->open_pile];
    memcpy(look->faces, st->piles[st->open_pile], sizeof(look->faces));
    look->turn = st->turns;
    st->open_pile = -1;
    vernissage_go_to_use(s);
}

static void do_take(struct step *s)
{
    struct vernissage_state *st = s->st;
    int face = s->arg[0];
    must(st->open_pile >= 0);
    count_move(&st->piles[st->open_pile][face], &st->hand[s->seat].face[face], 1);
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
    count_move(&st->hand[s->seat].grey[card], &st->grey_discard[card], 1);
    st->moved = 1;
    vernissage_go_to_use(s);
}

static void do_move_all(struct step *s)
{
    struct vernissage_state *st = s->st;
    log_one(s->log, VERNISSAGE_MOVE_CARD_USED, s->seat, VERNISSAGE_GREYS);
    for (int agent = 0; agent < VERNISSAGE_AGENTS; agent++)
        move_agent(s, agent, s->arg[agent]);
    count_move(&st->hand[s->seat].face[VERNISSAGE_UNLIMITED], &st->gone[VERNISSAGE_UNLIMITED], 1);
    st->moved = 1;
    vernissage_go_to_use(s);
}

static void do_critic(struct step *s)
{
    struct vernissage_state *st = s->st;
    int artist = s->arg[0];
    log_two(s->log, st->feather < 0 || st->feather == artist ? VERNISSAGE_CRITIC_USED : VERNISSAGE_FEATHER_MOVED, s->seat,
             artist, st->feather);
    count_move(&st->hand[s->seat].face[VERNISSAGE_CRITIC], &st->gone[VERNISSAGE_CRITIC], 1);
    st->feather = (int8_t)artist;
    vernissage_move_fame(s, artist, -VERNISSAGE_FEATHER, 0);
    if (vernissage_outs(st) >= 2)
        vernissage_end_game(s, VERNISSAGE_TWO_OUT);
    else
        vernissage_end_turn(s);
}

/* What of a seat's first steps takes its redraw away; that it shows a painting is seen in its hand. */
static const bool ends_redraw[VERNISSAGE_VERB_COUNT] = {
    [VERNISSAGE_REDRAW] = true, [VERNISSAGE_PLACE] = true, [VERNISSAGE_BUY_BROWN] = true, [VERNISSAGE_BUY_GREY] = true};

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
    [VERNISSAGE_REVEAL] = vernissage_do_reveal,
    [VERNISSAGE_BUY_BROWN] = do_buy_brown,
    [VERNISSAGE_BUY_GREY] = do_buy_grey,
    [VERNISSAGE_TAKE] = do_take,
    [VERNISSAGE_TAKE_NONE] = do_take_none,
    [VERNISSAGE_MOVE_ONE] = do_move_one,
    [VERNISSAGE_MOVE_ALL] = do_move_all,
    [VERNISSAGE_USE_CRITIC] = do_critic,
    [VERNISSAGE_END] = vernissage_end_turn,
};

void vernissage_apply(void *state, int seat, const struct move *move, struct rng *rng, struct log *log)
{
    struct vernissage_state *st = state;
    must(seat >= 0 && seat < st->seats && move->verb < VERNISSAGE_VERB_COUNT && verbs[move->verb]);
    must_costly(vernissage_check(st, seat, move, NULL) == RULE_OK);
    struct step step = {st, &st->pending, seat, move->arg, rng, log};
    if (st->options.revision == 0 ? seat == st->turn : ends_redraw[move->verb])
        st->begun[seat] = 1;
    verbs[move->verb](&step);
}
