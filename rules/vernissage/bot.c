/* A sound player (dossier vernissage 16): weighs what a counter does to its own paintings against those it thinks the others
 * have. Worths are thousands; shares and chances are hundredths. It sees a concealed position, and looks at no hand but its own.
 */
#include "config.h"

#include "rules/engine/log.h"
#include "rules/engine/rng.h"
#include "rules/parts.h"
#include "rules/vernissage/order.h"

#include <string.h>

enum {
    WHOLE = 100,
    HIDDEN_SHARE = 9,      /* of a hidden card of another seat: that it is a painting of a given artist */
    POWER_SHARE = 22,      /* and that it is a suitcase */
    OTHERS_COUNT = 90,     /* what others lose is nearly what the seat gains */
    END_WORTH = 60,
    HARM_LEAST = 15,       /* below this nothing is worth a dispute */
    HURT = 25,
    LIKELY_OBJECTOR = 6,
    FIGHT_LEAST = 10,
    UNKNOWN_PILE = 70,
    CRITIC_LEAST = 25,
    GREY_LEAST = 8,
    UNLIMITED_LEAST = 25
};

/* What a position is judged by; settled once a decision. */
struct judge {
    const struct vernissage_state *st;
    int seat;
    int interest[VERNISSAGE_ARTISTS]; /* own paintings less the others' on average, in hundredths of a painting */
};

static int own_paintings(const struct vernissage_state *st, int seat, int artist)
{
    return st->hand[seat].face[artist] + st->shown[seat][artist];
}

/* What others may think that @seat has, in hundredths of a painting. */
static int guess(const struct vernissage_state *st, int seat, int artist)
{
    return WHOLE * st->shown[seat][artist] + HIDDEN_SHARE * vernissage_hand_size(st, seat);
}

/* The interest of @of as @seat sees it: its own cards it knows, those of others it guesses. */
static int interest_of(const struct vernissage_state *st, int seat, int of, int artist)
{
    int own = seat == of ? WHOLE * own_paintings(st, of, artist) : guess(st, of, artist), others = 0;
    for (int other = 0; other < st->seats; other++)
        if (other != of)
            others += other == seat ? WHOLE * own_paintings(st, other, artist) : guess(st, other, artist);
    return own - OTHERS_COUNT * others / (st->seats - 1) / WHOLE;
}

static struct judge judge_of(const struct vernissage_state *st, int seat)
{
    struct judge judge = {.st = st, .seat = seat};
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++)
        judge.interest[a] = interest_of(st, seat, seat, a);
    return judge;
}

static int gain_of(const struct vernissage_effect *effect)
{
    return effect->after - effect->before + effect->payment;
}

/* What a counter is worth to the judging seat. */
static int counter_worth(const struct judge *judge, int artist, int kind, int amount)
{
    struct vernissage_effect effect = vernissage_effect(judge->st, artist, kind, amount);
    return judge->interest[artist] * gain_of(&effect) / WHOLE;
}

static int assets_guess(const struct vernissage_state *st, int seat)
{
    int sum = vernissage_public_assets(st, seat);
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++)
        sum += HIDDEN_SHARE * vernissage_hand_size(st, seat) * vernissage_worth(st->artists[a].fame) / WHOLE;
    return sum;
}

/* Does the seat lead, with @more added to what it has? */
static bool leads(const struct judge *judge, int more)
{
    int own = vernissage_assets(judge->st, judge->seat) + more;
    for (int other = 0; other < judge->st->seats; other++)
        if (other != judge->seat && assets_guess(judge->st, other) > own)
            return false;
    return true;
}

/* ---- Placing ---- */

static int place_worth(const struct judge *judge, int artist, int kind, int amount)
{
    const struct vernissage_state *st = judge->st;
    struct vernissage_effect effect = vernissage_effect(st, artist, kind, amount);
    int gain = gain_of(&effect), worth = judge->interest[artist] * gain / WHOLE;
    if (effect.ends)
        worth += leads(judge, own_paintings(st, judge->seat, artist) * gain) ? END_WORTH : -END_WORTH;
    for (int seat = 0; seat < st->seats; seat++)
        if (seat != judge->seat && vernissage_has_influence(st, seat, artist)
            && interest_of(st, judge->seat, seat, artist) * gain / WHOLE < -HURT)
            worth -= LIKELY_OBJECTOR;
    return worth;
}

static void advise_place(const struct judge *judge, const struct move_list *list, struct rng *rng, struct move *move)
{
    int best = 0;
    bool chosen = false;
    for (int i = 0; i < list->n; i++) {
        const int16_t *arg = move_at(list, i)->arg;
        if (move_at(list, i)->verb != VERNISSAGE_PLACE)
            continue;
        int worth = 10 * place_worth(judge, arg[0], arg[1], arg[2]) + (int)rng_below(rng, 40);
        if (chosen && worth <= best)
            continue;
        chosen = true;
        best = worth;
        move_copy(move, move_at(list, i));
    }
}

/* ---- Objections ---- */

/* What it is worth to keep the agent on the artist's step. */
static int agent_worth(const struct vernissage_state *st, int seat, int artist)
{
    int on_step = 0;
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++)
        on_step += !st->artists[a].out && st->artists[a].step == st->artists[artist].step;
    return 12 + 6 * on_step + (vernissage_has_move_card(st, seat) ? 0 : 12);
}

static int within(int value, int least, int most)
{
    return value < least ? least : value > most ? most : value;
}

/* The chance to win against seats with so many suitcases, hundredths. */
static int chance_of(int own, int theirs, int rivals)
{
    return within(47 + 12 * (WHOLE * own - theirs) / WHOLE - 5 * rivals, 5, 95);
}

/* Suitcases that others may hold, hundredths. */
static int power_guess(const struct vernissage_state *st, int seat)
{
    int hidden = vernissage_hand_size(st, seat) - st->pending.laid[seat];
    return WHOLE * st->pending.laid[seat] + POWER_SHARE * hidden;
}

/* Amounts with which at most @left of the harm remains. */
static uint8_t tolerable(const struct judge *judge, int left)
{
    const struct vernissage_pending *p = &judge->st->pending;
    uint8_t values = 0;
    unsigned amounts = vernissage_in_supply(judge->st, p->kind) & ~(1u << p->amount) & ~(1u << p->offer);
    for (; amounts; amounts &= amounts - 1) {
        int amount = __builtin_ctz(amounts);
        if (-counter_worth(judge, p->artist, p->kind, amount) <= left)
            values |= (uint8_t)(1 << amount);
    }
    return values;
}

/* What the counter does to the seat for the worse, the end of the game included. */
static int harm_of(const struct judge *judge)
{
    const struct vernissage_pending *p = &judge->st->pending;
    struct vernissage_effect effect = vernissage_effect(judge->st, p->artist, p->kind, p->amount);
    int gain = gain_of(&effect), harm = -judge->interest[p->artist] * gain / WHOLE;
    if (effect.ends)
        harm += leads(judge, own_paintings(judge->st, judge->seat, p->artist) * gain) ? -END_WORTH : END_WORTH;
    return harm;
}

static bool fights(const struct judge *judge, int harm, int *chance)
{
    const struct vernissage_state *st = judge->st;
    int power = st->hand[judge->seat].face[VERNISSAGE_POWER];
    *chance = chance_of(power, power_guess(st, st->turn), 0);
    int loss = agent_worth(st, judge->seat, st->pending.artist);
    return (*chance * harm - (WHOLE - *chance) * loss) / WHOLE > FIGHT_LEAST;
}

/* A complete answer, so that nobody is asked twice. */
static void advise_object(const struct judge *judge, struct move *move)
{
    int harm = harm_of(judge), chance, power = judge->st->hand[judge->seat].face[VERNISSAGE_POWER];
    *move = (struct move){.verb = VERNISSAGE_ACCEPT};
    if (harm < HARM_LEAST)
        return;
    bool fight = fights(judge, harm, &chance);
    int left = fight ? (WHOLE - chance) * harm / WHOLE : 80 * harm / WHOLE;
    *move = (struct move){.verb = VERNISSAGE_OBJECT, .nargs = 4};
    move->arg[0] = tolerable(judge, left);
    move->arg[1] = fight ? VERNISSAGE_FIGHT : VERNISSAGE_YIELD;
    move->arg[2] = move->arg[3] = (int16_t)(fight ? power : 0);
}

static void advise_offer(const struct judge *judge, struct move *move)
{
    const struct vernissage_pending *p = &judge->st->pending;
    int harm = harm_of(judge);
    if (harm < HARM_LEAST || -counter_worth(judge, p->artist, p->kind, p->offer) <= 80 * harm / WHOLE) {
        *move = (struct move){.verb = VERNISSAGE_TAKE_OFFER};
        return;
    }
    *move = (struct move){.verb = VERNISSAGE_REFUSE_OFFER, .nargs = 1};
    move->arg[0] = tolerable(judge, 80 * harm / WHOLE);
}

static void advise_challenge(const struct judge *judge, struct move *move)
{
    int harm = harm_of(judge), chance;
    *move = (struct move){.verb = VERNISSAGE_DO_YIELD};
    if (harm < HARM_LEAST || !fights(judge, harm, &chance))
        return;
    *move = (struct move){.verb = VERNISSAGE_DO_FIGHT, .nargs = 2};
    move->arg[0] = move->arg[1] = judge->st->hand[judge->seat].face[VERNISSAGE_POWER];
}

/* ---- The turn seat's side ---- */

/* What it is worth to insist: perhaps somebody fights, and perhaps wins. */
static int stand_worth(const struct judge *judge)
{
    const struct vernissage_state *st = judge->st;
    const struct vernissage_pending *p = &st->pending;
    struct vernissage_effect effect = vernissage_effect(st, p->artist, p->kind, p->amount);
    int worth = counter_worth(judge, p->artist, p->kind, p->amount), peace = WHOLE, strongest = 0, rivals = -1;
    for (int seat = 0; seat < st->seats; seat++) {
        if (!(p->objectors & SEAT_BIT(seat)))
            continue;
        bool hurt = interest_of(st, judge->seat, seat, p->artist) * gain_of(&effect) / WHOLE < -HARM_LEAST;
        int power = power_guess(st, seat);
        peace = peace * (hurt ? 25 : 75) / WHOLE;
        strongest = power > strongest ? power : strongest;
        rivals++;
    }
    int chance = chance_of(st->hand[judge->seat].face[VERNISSAGE_POWER], strongest, rivals);
    int fought = (chance * worth - (WHOLE - chance) * agent_worth(st, judge->seat, p->artist)) / WHOLE;
    return (peace * worth + (WHOLE - peace) * fought) / WHOLE;
}

/* The best agreed value, or an offer that is better than to insist, or neither. */
static void advise_negotiate(const struct judge *judge, const struct move_list *list, struct move *move)
{
    const struct vernissage_pending *p = &judge->st->pending;
    int best = stand_worth(judge);
    bool agreed = false;
    *move = (struct move){.verb = VERNISSAGE_STAND};
    for (int i = 0; i < list->n; i++) {
        bool settle = move_at(list, i)->verb == VERNISSAGE_SETTLE;
        if (move_at(list, i)->verb == VERNISSAGE_STAND || (agreed && !settle))
            continue;
        int worth = counter_worth(judge, p->artist, p->kind, move_at(list, i)->arg[0]);
        if (worth < best || (!settle && worth == best))
            continue;
        best = worth;
        agreed |= settle;
        move_copy(move, move_at(list, i));
    }
}

static void advise_commit(const struct judge *judge, const struct move_list *list, struct move *move)
{
    const struct vernissage_state *st = judge->st;
    const struct vernissage_pending *p = &st->pending;
    int worth = counter_worth(judge, p->artist, p->kind, p->amount);
    bool cares = worth + agent_worth(st, judge->seat, p->artist) > 0;
    move_copy(move, move_at(list, cares ? list->n - 1 : 0));
}

/* ---- Buying ---- */

static int painting_worth(const struct judge *judge, int artist)
{
    const struct vernissage_state *st = judge->st;
    if (st->artists[artist].out)
        return -VERNISSAGE_OUT_COSTS;
    int round = st->round < 10 ? st->round : 10;
    int worth = 90 * vernissage_worth(st->artists[artist].fame) / WHOLE
        + (vernissage_has_influence(st, judge->seat, artist) ? 10 : -10) + 8 * own_paintings(st, judge->seat, artist);
    return worth * (70 + 3 * round) / WHOLE;
}

static int face_worth(const struct judge *judge, int face)
{
    static const uint8_t power[] = {75, 65, 45, 25, 15}, unlimited[] = {80, 35, 10}, critic[] = {60, 20, 5};
    const struct vernissage_hand *hand = &judge->st->hand[judge->seat];
    int have = hand->face[face];
    if (face < VERNISSAGE_ARTISTS)
        return painting_worth(judge, face);
    if (face == VERNISSAGE_POWER)
        return have < 5 ? power[have] : 5;
    if (face == VERNISSAGE_CRITIC)
        return have < 3 ? critic[have] : 0;
    unsigned artists = vernissage_influenced(judge->st, judge->seat);
    bool few = (artists & (artists - 1)) == 0;
    return (have < 3 ? unlimited[have] : 0) + (few ? 30 : 0);
}

/* The best face that was seen there, less likely with every card that was taken since. */
static int pile_worth(const struct judge *judge, int pile)
{
    const struct vernissage_state *st = judge->st;
    const struct vernissage_look *look = &st->seen[judge->seat][pile];
    int best = UNKNOWN_PILE;
    if (look->turn >= 0) {
        int taken = counts_sum(look->faces, VERNISSAGE_FACES) - counts_sum(st->piles[pile], VERNISSAGE_FACES);
        best = 0;
        for (int face = 0; face < VERNISSAGE_FACES; face++)
            if (look->faces[face] && face_worth(judge, face) > best)
                best = face_worth(judge, face);
        for (; taken > 0; taken--)
            best = best * 85 / WHOLE;
    }
    return best - vernissage_price(pile) / VERNISSAGE_THOUSAND;
}

static int grey_worth(const struct judge *judge)
{
    bool card = vernissage_has_move_card(judge->st, judge->seat);
    if (!card && vernissage_influenced(judge->st, judge->seat) == 0)
        return 45 - 10;
    return card ? -10 : 12 - 10;
}

static void advise_buy(const struct judge *judge, const struct move_list *list, struct rng *rng, struct move *move)
{
    int best = 0;
    bool chosen = false;
    for (int i = 0; i < list->n; i++) {
        int verb = move_at(list, i)->verb;
        if (verb == VERNISSAGE_REDRAW)
            continue;
        int worth = verb == VERNISSAGE_BUY_GREY ? grey_worth(judge) : pile_worth(judge, move_at(list, i)->arg[0]);
        worth = 10 * worth + (int)rng_below(rng, 10);
        if (chosen && worth <= best)
            continue;
        chosen = true;
        best = worth;
        move_copy(move, move_at(list, i));
    }
}

static void advise_take(const struct judge *judge, const struct move_list *list, struct move *move)
{
    int best = 0;
    move_copy(move, move_at(list, list->n - 1));
    for (int i = 0; i + 1 < list->n; i++) {
        int worth = face_worth(judge, move_at(list, i)->arg[0]);
        if (worth <= best)
            continue;
        best = worth;
        move_copy(move, move_at(list, i));
    }
}

/* ---- Using cards ---- */

static int stand_value(const struct judge *judge, const uint8_t agents[VERNISSAGE_AGENTS])
{
    const struct vernissage_state *st = judge->st;
    int sum = 0, top = 0;
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++)
        if (!st->artists[a].out && st->artists[a].step > top)
            top = st->artists[a].step;
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++) {
        int step = st->artists[a].step;
        if (st->artists[a].out || !vernissage_stands_on(agents, step))
            continue;
        sum += 10 + 15 * own_paintings(st, judge->seat, a) + (step == top ? 5 : 0);
    }
    for (int i = 0; i < VERNISSAGE_AGENTS; i++)
        sum += agents[i] > 0; /* better on the stairs than in reserve */
    return sum;
}

static int move_gain(const struct judge *judge, const struct move *move, int before)
{
    uint8_t agents[VERNISSAGE_AGENTS];
    memcpy(agents, judge->st->agents[judge->seat], sizeof(agents));
    if (move->verb == VERNISSAGE_MOVE_ONE) {
        agents[move->arg[0]] = (uint8_t)move->arg[2];
        return stand_value(judge, agents) - before - GREY_LEAST;
    }
    for (int i = 0; i < VERNISSAGE_AGENTS; i++)
        agents[i] = (uint8_t)move->arg[i];
    return stand_value(judge, agents) - before - UNLIMITED_LEAST;
}

static int critic_gain(const struct judge *judge, int artist)
{
    const struct vernissage_state *st = judge->st;
    int fame = st->artists[artist].fame, to = fame - VERNISSAGE_FEATHER;
    int loss = vernissage_worth(to > 0 ? to : VERNISSAGE_OUT) - vernissage_worth(fame);
    int gain = judge->interest[artist] * loss / WHOLE;
    if (st->feather >= 0 && st->feather != artist)
        gain += 30 * judge->interest[st->feather] / WHOLE;
    if (st->feather != artist) /* it goes on to bear the feather */
        gain -= 15 * judge->interest[artist] / WHOLE;
    if (to <= 0 && vernissage_outs(st) > 0)
        gain += leads(judge, own_paintings(st, judge->seat, artist) * loss) ? END_WORTH : -END_WORTH;
    return gain - CRITIC_LEAST;
}

static void advise_use(const struct judge *judge, const struct move_list *list, struct move *move)
{
    int before = stand_value(judge, judge->st->agents[judge->seat]), best = 0, best_critic = 0;
    const struct move *moved = NULL, *critic = NULL;
    for (int i = 0; i < list->n; i++) {
        const struct move *listed = move_at(list, i);
        bool moves = listed->verb == VERNISSAGE_MOVE_ONE || listed->verb == VERNISSAGE_MOVE_ALL;
        int gain = moves ? move_gain(judge, listed, before)
                         : listed->verb == VERNISSAGE_USE_CRITIC ? critic_gain(judge, listed->arg[0]) : 0;
        if (moves && gain > best) {
            best = gain;
            moved = listed;
        } else if (!moves && gain > best_critic) {
            best_critic = gain;
            critic = listed;
        }
    }
    move_copy(move, moved ? moved : critic ? critic : move_at(list, list->n - 1));
}

/* ---- Standing orders: let pass what does not hurt, ask about the rest ---- */

/* The smallest amount of this direction that would hurt, by the marker alone; 0: none does. */
static int hurts_from(const struct judge *judge, int artist, int sign)
{
    int fame = judge->st->artists[artist].fame;
    for (int amount = 1; amount < VERNISSAGE_AMOUNTS; amount++) {
        int to = within(fame + sign * amount, VERNISSAGE_OUT, VERNISSAGE_CEILING);
        int change = vernissage_worth(to) - vernissage_worth(fame);
        if (-judge->interest[artist] * change / WHOLE >= HARM_LEAST)
            return amount;
    }
    return 0;
}

/* Faces that are worth taking, the best first, after their number. */
static void rank_faces(const struct judge *judge, int16_t *faces)
{
    int worth[VERNISSAGE_FACES];
    faces[0] = 0;
    for (int face = 0; face < VERNISSAGE_FACES; face++) {
        worth[face] = face_worth(judge, face);
        if (worth[face] <= 0)
            continue;
        int at = ++faces[0];
        for (; at > 1 && worth[faces[at - 1]] < worth[face]; at--)
            faces[at] = faces[at - 1];
        faces[at] = (int16_t)face;
    }
}

/* Into the order which move card goes where, and the same on the board. */
static void plan_card(struct vernissage_state *st, int seat, const struct move *use, int16_t *arg)
{
    bool one = use->verb == VERNISSAGE_MOVE_ONE;
    arg[BUY_CARD] = (int16_t)(one ? CARD_FIRST_GREY + use->arg[1] - VERNISSAGE_GREY_LEAST : CARD_UNLIMITED);
    for (int agent = 0; agent < VERNISSAGE_AGENTS; agent++) {
        int to = !one ? use->arg[agent] : agent == use->arg[0] ? use->arg[2] : st->agents[seat][agent];
        arg[BUY_TO + agent] = (int16_t)(to == st->agents[seat][agent] ? 0 : to);
        st->agents[seat][agent] = (uint8_t)to;
    }
    st->moved = 1;
}

/* Which cards the seat would use if it came to that now. */
static void plan_use(const struct vernissage_state *st, int seat, int16_t *arg)
{
    struct vernissage_state then = *st;
    struct move_room room;
    struct move_list *list = move_list_in(&room);
    struct move use;
    then.phase = VERNISSAGE_PHASE_USE;
    for (int cards = 0; cards < 2; cards++) {
        struct judge judge = judge_of(&then, seat);
        vernissage_moves(&then, seat, list);
        advise_use(&judge, list, &use);
        if (use.verb == VERNISSAGE_USE_CRITIC)
            arg[BUY_CRITIC] = (int16_t)(CRITIC_FIRST_ARTIST + use.arg[0]);
        if (use.verb != VERNISSAGE_MOVE_ONE && use.verb != VERNISSAGE_MOVE_ALL)
            break;
        plan_card(&then, seat, &use, arg);
    }
}

/* @what: as the order for the rest of the turn names it */
static bool is_for_sale(const struct vernissage_state *st, int what)
{
    if (what != BUY_GREY)
        return counts_sum(st->piles[what - BUY_FIRST_PILE], VERNISSAGE_FACES) > 0;
    return counts_sum(st->grey_deck, VERNISSAGE_GREYS) || counts_sum(st->grey_discard, VERNISSAGE_GREYS);
}

bool vernissage_advise_buy(const struct vernissage_state *st, int seat, struct move *order)
{
    struct judge judge = judge_of(st, seat);
    int best = 0, pile = -1;
    for (int i = BUY_GREY; i < BUY_PILE_COUNT; i++) {
        int worth = i == BUY_GREY ? grey_worth(&judge) : pile_worth(&judge, i - BUY_FIRST_PILE);
        if (!is_for_sale(st, i) || (pile >= 0 && worth <= best))
            continue;
        best = worth;
        pile = i;
    }
    *order = (struct move){.verb = VERNISSAGE_ORDER_BUY, .nargs = BUY_COUNT};
    order->arg[BUY_PILE] = (int16_t)pile;
    order->arg[BUY_WHEN] = BUY_UNOPPOSED;
    rank_faces(&judge, order->arg + BUY_FACES);
    order->arg[BUY_NONE] = NONE_NOTHING;
    int32_t price = pile < BUY_FIRST_PILE ? VERNISSAGE_GREY_PRICE : vernissage_price(pile - BUY_FIRST_PILE);
    order->arg[BUY_LOAN] = st->cash[seat] < price ? LOAN_TAKE : LOAN_ASK;
    order->arg[BUY_AFTER] = AFTER_END;
    if (pile >= 0 && st->phase == VERNISSAGE_PHASE_PLACE)
        plan_use(st, seat, order->arg);
    return pile >= 0;
}

int vernissage_advise_orders(const void *state, int seat, struct move_list *orders)
{
    const struct vernissage_state *st = state;
    struct judge judge = judge_of(st, seat);
    move_list_clear(orders);
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++) {
        bool likes = judge.interest[a] > 0;
        if (st->artists[a].out)
            continue;
        int min = hurts_from(&judge, a, likes ? -1 : 1);
        if (min)
            vernissage_add_rule(orders, a, a, likes ? ORDER_NEGATIVE : VERNISSAGE_PURCHASE, min, ANSWER_ASK);
        if (!likes && vernissage_rank_of(st, a) <= VERNISSAGE_RANK_SMALL)
            vernissage_add_rule(orders, VERNISSAGE_ARTISTS + a, a, ORDER_ANY_KIND, 1, ANSWER_ASK)[SLOT_WHEN] = WHEN_VERNISSAGE;
    }
    move_list_add(orders, VERNISSAGE_ORDER_DEFAULT, 1)[0] = ANSWER_ACCEPT;
    int16_t *reveal = move_list_add(orders, VERNISSAGE_ORDER_REVEAL, 2);
    reveal[0] = ORDER_ANY_ARTIST;
    reveal[1] = SHOW_ALL;
    struct move buy;
    if (st->phase == VERNISSAGE_PHASE_PLACE && st->turn == seat && vernissage_advise_buy(st, seat, &buy))
        move_list_copy(orders, &buy);
    return orders->n;
}

int vernissage_advise(const void *state, int seat, struct rng *rng, struct move *move)
{
    const struct vernissage_state *st = state;
    struct move_room room;
    struct move_list *list = move_list_in(&room);
    if (vernissage_moves(st, seat, list) == 0)
        return -1;
    struct judge judge = judge_of(st, seat);
    switch (st->phase) {
    case VERNISSAGE_PHASE_PLACE:
        advise_place(&judge, list, rng, move);
        break;
    case VERNISSAGE_PHASE_OBJECT:
        advise_object(&judge, move);
        break;
    case VERNISSAGE_PHASE_NEGOTIATE:
        advise_negotiate(&judge, list, move);
        break;
    case VERNISSAGE_PHASE_OFFER:
        advise_offer(&judge, move);
        break;
    case VERNISSAGE_PHASE_CHALLENGE:
        advise_challenge(&judge, move);
        break;
    case VERNISSAGE_PHASE_COMMIT:
    case VERNISSAGE_PHASE_LAST_WORD:
        advise_commit(&judge, list, move);
        break;
    case VERNISSAGE_PHASE_REVEAL:
        move_copy(move, move_at(list, 0)); /* all */
        break;
    case VERNISSAGE_PHASE_BUY:
        advise_buy(&judge, list, rng, move);
        break;
    case VERNISSAGE_PHASE_TAKE:
        advise_take(&judge, list, move);
        break;
    default:
        advise_use(&judge, list, move);
        break;
    }
    return 0;
}

