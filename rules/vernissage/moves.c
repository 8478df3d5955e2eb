/* What may be done, and what is said by saying nothing. */
#include "config.h"

#include "rules/engine/log.h"
#include "rules/vernissage/state.h"

#include <string.h>

/* ---- Saying nothing: dossier vernissage 12.7 ---- */

/* The smallest amount of the first kind that is allowed, on the artist whom fewest others influence. */
static void silent_place(const struct vernissage_state *st, int seat, struct move *move)
{
    int kind = __builtin_ctz(vernissage_kinds_allowed(st)), best = -1, fewest = 0;
    for (int rest = vernissage_influenced(st, seat); rest; rest &= rest - 1) {
        int artist = __builtin_ctz((unsigned)rest), others = 0;
        for (int all = vernissage_influencing(st, artist); all; all &= all - 1)
            others++;
        if (best < 0 || others < fewest) {
            best = artist;
            fewest = others;
        }
    }
    move_set(move, VERNISSAGE_PLACE, 3, best, 0);
    move->arg[1] = (int16_t)kind;
    move->arg[2] = (int16_t)__builtin_ctz(vernissage_in_supply(st, kind));
}

/* The cheapest there is. */
static void silent_buy(const struct vernissage_state *st, struct move *move)
{
    int pile = 0;
    while (pile < VERNISSAGE_PILES - 1 && !counts_sum(st->piles[pile], VERNISSAGE_FACES))
        pile++;
    if (vernissage_greys_left(st))
        move_set(move, VERNISSAGE_BUY_GREY, 0, 0, 0);
    else
        move_set(move, VERNISSAGE_BUY_BROWN, 1, pile, 0);
}

/* Outside one's own turn silence is consent, and it never costs an agent there. */
int vernissage_silence(const void *state, int seat, struct move *move)
{
    const struct vernissage_state *st = state;
    int agreed;
    switch (st->phase) {
    case VERNISSAGE_PHASE_PLACE:
        silent_place(st, seat, move);
        return 0;
    case VERNISSAGE_PHASE_OBJECT:
        move_set(move, VERNISSAGE_ACCEPT, 0, 0, 0);
        return 0;
    case VERNISSAGE_PHASE_NEGOTIATE:
        agreed = vernissage_nearest(vernissage_settle_set(st), st->pending.amount);
        move_set(move, agreed ? VERNISSAGE_SETTLE : VERNISSAGE_STAND, agreed ? 1 : 0, agreed, 0);
        return 0;
    case VERNISSAGE_PHASE_OFFER:
        move_set(move, VERNISSAGE_REFUSE_OFFER, 1, st->pending.values[seat], 0);
        return 0;
    case VERNISSAGE_PHASE_CHALLENGE:
        move_set(move, VERNISSAGE_DO_YIELD, 0, 0, 0);
        return 0;
    case VERNISSAGE_PHASE_COMMIT:
    case VERNISSAGE_PHASE_LAST_WORD:
        move_set(move, VERNISSAGE_COMMIT, 1, 0, 0);
        return 0;
    case VERNISSAGE_PHASE_REVEAL:
        move_set(move, VERNISSAGE_REVEAL, 1, st->hand[seat].face[st->pending.artist], 0);
        return 0;
    case VERNISSAGE_PHASE_BUY:
        silent_buy(st, move);
        return 0;
    case VERNISSAGE_PHASE_TAKE:
        move_set(move, VERNISSAGE_TAKE_NONE, 0, 0, 0);
        return 0;
    case VERNISSAGE_PHASE_USE:
        move_set(move, VERNISSAGE_END, 0, 0, 0);
        return 0;
    default:
        return -1;
    }
}

/* ---- The counter ---- */

static void list_place(const struct vernissage_state *st, int seat, struct move_list *list)
{
    uint8_t artists = vernissage_influenced(st, seat), kinds = vernissage_kinds_allowed(st);
    uint8_t amounts[VERNISSAGE_KINDS];
    for (int kind = 0; kind < VERNISSAGE_KINDS; kind++)
        amounts[kind] = kinds >> kind & 1 ? vernissage_in_supply(st, kind) : 0;
    for (int left = artists; left; left &= left - 1)
        for (int kind = 0; kind < VERNISSAGE_KINDS; kind++)
            for (int rest = amounts[kind]; rest; rest &= rest - 1) {
                int16_t *arg = move_list_add(list, VERNISSAGE_PLACE, 3);
                arg[0] = (int16_t)__builtin_ctz((unsigned)left);
                arg[1] = (int16_t)kind;
                arg[2] = (int16_t)__builtin_ctz((unsigned)rest);
            }
}

/* ---- Objections and haggling ---- */

enum { SUGGESTED_SETS = 5 };

/* Sets of amounts to suggest: what the seat said before, or none, so that a form agrees to nothing unasked; all milder ones, the next
 * milder one, all there are, none; each once. Never any of @but. */
static int suggest_values(const struct vernissage_state *st, uint8_t but, const uint8_t *said, uint8_t sets[SUGGESTED_SETS])
{
    uint8_t all = vernissage_in_supply(st, st->pending.kind) & (uint8_t)~(1u << st->pending.amount) & (uint8_t)~but;
    uint8_t milder = all & (uint8_t)((1u << st->pending.amount) - 1);
    uint8_t next = milder ? (uint8_t)(1u << (31 - __builtin_clz(milder))) : 0;
    const uint8_t wanted[SUGGESTED_SETS] = {said ? *said & all : 0, milder, next, all, 0};
    int n = 0;
    for (int i = 0; i < SUGGESTED_SETS; i++) {
        bool known = false;
        for (int j = 0; j < n; j++)
            known |= sets[j] == wanted[i];
        if (!known)
            sets[n++] = wanted[i];
    }
    return n;
}

static void list_object(struct move_list *list, int values, int nodeal, int cards, int cap)
{
    int16_t *arg = move_list_add(list, VERNISSAGE_OBJECT, 4);
    arg[0] = (int16_t)values;
    arg[1] = (int16_t)nodeal;
    arg[2] = (int16_t)cards;
    arg[3] = (int16_t)cap;
}

/* Samples only: an objection is free in what it accepts and in how many cards it brings. */
static void list_objections(const struct vernissage_state *st, int seat, struct move_list *list)
{
    uint8_t sets[SUGGESTED_SETS];
    int n = suggest_values(st, 0, NULL, sets), power = st->hand[seat].face[VERNISSAGE_POWER];
    list_plain(list, VERNISSAGE_ACCEPT);
    for (int i = 0; i < n; i++) {
        list_object(list, sets[i], VERNISSAGE_ASK, 0, 0);
        list_object(list, sets[i], VERNISSAGE_YIELD, 0, 0);
        list_object(list, sets[i], VERNISSAGE_FIGHT, 0, power);
        if (power)
            list_object(list, sets[i], VERNISSAGE_FIGHT, power, power);
    }
    list->partial = true;
}

static void list_negotiate(const struct vernissage_state *st, struct move_list *list)
{
    for (int rest = vernissage_settle_set(st); rest; rest &= rest - 1)
        list_one(list, VERNISSAGE_SETTLE, __builtin_ctz((unsigned)rest));
    for (int rest = vernissage_offer_set(st); rest; rest &= rest - 1)
        list_one(list, VERNISSAGE_OFFER, __builtin_ctz((unsigned)rest));
    list_plain(list, VERNISSAGE_STAND);
}

static void list_offer(const struct vernissage_state *st, int seat, struct move_list *list)
{
    uint8_t sets[SUGGESTED_SETS];
    int n = suggest_values(st, (uint8_t)(1u << st->pending.offer), &st->pending.values[seat], sets);
    list_plain(list, VERNISSAGE_TAKE_OFFER);
    for (int i = 0; i < n; i++)
        list_one(list, VERNISSAGE_REFUSE_OFFER, sets[i]);
    list->partial = true;
}

static void list_challenge(const struct vernissage_state *st, int seat, struct move_list *list)
{
    int power = st->hand[seat].face[VERNISSAGE_POWER];
    list_plain(list, VERNISSAGE_DO_YIELD);
    for (int cards = 0; cards <= power; cards++)
        for (int cap = cards; cap <= power; cap++) {
            int16_t *arg = move_list_add(list, VERNISSAGE_DO_FIGHT, 2);
            arg[0] = (int16_t)cards;
            arg[1] = (int16_t)cap;
        }
}

static void list_up_to(struct move_list *list, int verb, int most)
{
    for (int n = 0; n <= most; n++)
        list_one(list, verb, n);
}

/* All first: that is what most want. */
static void list_reveal(struct move_list *list, int most)
{
    for (int n = most; n >= 0; n--)
        list_one(list, VERNISSAGE_REVEAL, n);
}

/* ---- Buying ---- */

static void list_buy(const struct vernissage_state *st, struct move_list *list)
{
    for (int pile = 0; pile < VERNISSAGE_PILES; pile++)
        if (counts_sum(st->piles[pile], VERNISSAGE_FACES))
            list_one(list, VERNISSAGE_BUY_BROWN, pile);
    if (vernissage_greys_left(st))
        list_plain(list, VERNISSAGE_BUY_GREY);
}

static void list_take(const struct vernissage_state *st, struct move_list *list)
{
    for (int face = 0; face < VERNISSAGE_FACES; face++)
        if (st->piles[st->open_pile][face])
            list_one(list, VERNISSAGE_TAKE, face);
    list_plain(list, VERNISSAGE_TAKE_NONE);
}

/* ---- Using cards ---- */

static void list_move_one(const struct vernissage_state *st, int seat, int number, struct move_list *list)
{
    const uint8_t *agents = st->agents[seat];
    for (int agent = 0; agent < VERNISSAGE_AGENTS; agent++) {
        int from = agents[agent], least = from - number, most = from + number;
        least = from == 0 || least < 1 ? 1 : least;
        most = most > VERNISSAGE_STEPS ? VERNISSAGE_STEPS : most;
        for (int to = least; to <= most; to++) {
            if (vernissage_stands_on(agents, to))
                continue;
            int16_t *arg = move_list_add(list, VERNISSAGE_MOVE_ONE, 3);
            arg[0] = (int16_t)agent;
            arg[1] = (int16_t)number;
            arg[2] = (int16_t)to;
        }
    }
}

/* Is one of @n steps new to the agents? */
static bool changes_steps(const uint8_t agents[VERNISSAGE_AGENTS], const int *at, int n)
{
    bool changes = false;
    for (int i = 0; i < n; i++)
        changes |= !vernissage_stands_on(agents, at[i]);
    return changes;
}

/* The first @n of @order go to the steps @at, the first one of them to at[@turned], and so on round. */
static void list_steps(const int *order, const int *at, int n, int turned, struct move_list *list)
{
    int16_t *arg = move_list_add(list, VERNISSAGE_MOVE_ALL, VERNISSAGE_AGENTS);
    memset(arg, 0, VERNISSAGE_AGENTS * sizeof(arg[0]));
    for (int i = 0; i < n; i++)
        arg[order[i]] = (int16_t)at[(i + turned) % n];
}

/* Agents of a seat are alike, so each set of steps is listed once: the agents on the stairs and, of those in reserve, the
 * first ones, upwards in their order. All other ways to say the same are allowed as well; of them come the lowest and the
 * highest set once more, for each agent may go to the bottom and to the top, and when none is on the stairs, one in which
 * the first stays behind. */
static void list_move_all(const struct vernissage_state *st, int seat, struct move_list *list)
{
    const uint8_t *agents = st->agents[seat];
    int order[VERNISSAGE_AGENTS], lowest[VERNISSAGE_AGENTS] = {0}, highest[VERNISSAGE_AGENTS] = {0}, n = 0;
    for (int reserve = 0; reserve <= 1; reserve++)
        for (int agent = 0; agent < VERNISSAGE_AGENTS; agent++)
            if ((agents[agent] == 0) == reserve)
                order[n++] = agent;
    int on_stairs = (agents[0] > 0) + (agents[1] > 0) + (agents[2] > 0);
    for (n = on_stairs; n <= VERNISSAGE_AGENTS; n++) {
        int at[VERNISSAGE_AGENTS] = {1, 2, 3};
        while (n > 0) {
            if (changes_steps(agents, at, n)) {
                list_steps(order, at, n, 0, list);
                memcpy(highest, at, sizeof(at));
                if (n == VERNISSAGE_AGENTS && !lowest[0])
                    memcpy(lowest, at, sizeof(at));
            }
            int i = n - 1;
            while (i >= 0 && at[i] == VERNISSAGE_STEPS - (n - 1 - i))
                i--;
            if (i < 0)
                break;
            at[i]++;
            for (int j = i + 1; j < n; j++)
                at[j] = at[j - 1] + 1;
        }
    }
    for (int turned = 1; turned < VERNISSAGE_AGENTS; turned++) {
        list_steps(order, lowest, VERNISSAGE_AGENTS, turned, list);
        list_steps(order, highest, VERNISSAGE_AGENTS, turned, list);
    }
    if (on_stairs == 0)
        list_steps(order + 1, lowest, 1, 0, list);
    list->partial = true;
}

static void list_use(const struct vernissage_state *st, int seat, struct move_list *list)
{
    const struct vernissage_hand *hand = &st->hand[seat];
    for (int i = 0; i < VERNISSAGE_GREYS && !st->moved; i++)
        if (hand->grey[i])
            list_move_one(st, seat, i + VERNISSAGE_GREY_LEAST, list);
    if (hand->face[VERNISSAGE_UNLIMITED] && !st->moved)
        list_move_all(st, seat, list);
    if (hand->face[VERNISSAGE_CRITIC])
        for (int rest = vernissage_influenced(st, seat); rest; rest &= rest - 1)
            list_one(list, VERNISSAGE_USE_CRITIC, __builtin_ctz((unsigned)rest));
    list_plain(list, VERNISSAGE_END);
}

int vernissage_moves(const void *state, int seat, struct move_list *list)
{
    const struct vernissage_state *st = state;
    const struct vernissage_hand *hand = &st->hand[seat];
    move_list_clear(list);
    bool redraws = vernissage_can_redraw(st, seat), awaited = vernissage_awaits(st) & SEAT_BIT(seat);
    bool first = st->phase == VERNISSAGE_PHASE_PLACE || st->phase == VERNISSAGE_PHASE_BUY;
    if (redraws && (first || !awaited))
        list_plain(list, VERNISSAGE_REDRAW);
    if (!awaited)
        return list->n;
    switch (st->phase) {
    case VERNISSAGE_PHASE_PLACE:
        list_place(st, seat, list);
        break;
    case VERNISSAGE_PHASE_OBJECT:
        list_objections(st, seat, list);
        break;
    case VERNISSAGE_PHASE_NEGOTIATE:
        list_negotiate(st, list);
        break;
    case VERNISSAGE_PHASE_OFFER:
        list_offer(st, seat, list);
        break;
    case VERNISSAGE_PHASE_CHALLENGE:
        list_challenge(st, seat, list);
        break;
    case VERNISSAGE_PHASE_COMMIT:
    case VERNISSAGE_PHASE_LAST_WORD:
        list_up_to(list, VERNISSAGE_COMMIT, hand->face[VERNISSAGE_POWER] - st->pending.laid[seat]);
        break;
    case VERNISSAGE_PHASE_REVEAL:
        list_reveal(list, hand->face[st->pending.artist]);
        break;
    case VERNISSAGE_PHASE_BUY:
        list_buy(st, list);
        break;
    case VERNISSAGE_PHASE_TAKE:
        list_take(st, list);
        break;
    case VERNISSAGE_PHASE_USE:
        list_use(st, seat, list);
        break;
    }
    if (redraws && !first) /* behind what is asked */
        list_plain(list, VERNISSAGE_REDRAW);
    return list->n;
}

/* Of a counter that nobody can object to: does it show hidden paintings, for money or because the game is over? */
static unsigned traits_of_counter(const struct vernissage_state *st, int artist, int kind, int amount)
{
    struct vernissage_effect effect = vernissage_effect(st, artist, kind, amount);
    return (effect.in || effect.ends ? MOVE_REVEALS : 0) | (effect.ends && !effect.in ? MOVE_ENDS : 0);
}

/* The turn is over, and the next die falls, unless it was the last. */
static unsigned traits_of_end(const struct vernissage_state *st)
{
    return MOVE_REVEALS | MOVE_DRAWS | (vernissage_is_last_turn(st) ? MOVE_ENDS : 0);
}

/* dossier vernissage 11, 13.2: what tells others something, asks them, or draws chance. */
unsigned vernissage_traits(const void *state, int seat, const struct move *move)
{
    const struct vernissage_state *st = state;
    switch (move->verb) {
    case VERNISSAGE_PLACE:
        if (vernissage_influencing(st, move->arg[0]) & (seatmask)~SEAT_BIT(seat))
            return MOVE_REVEALS;
        return traits_of_counter(st, move->arg[0], move->arg[1], move->arg[2]);
    case VERNISSAGE_SETTLE:
        return st->pending.artist >= 0 ? traits_of_counter(st, st->pending.artist, st->pending.kind, move->arg[0]) : 0;
    case VERNISSAGE_TAKE:
        return 0;
    case VERNISSAGE_TAKE_NONE:
        return vernissage_hand_size(st, seat) == 0 ? traits_of_end(st) : 0; /* nothing is left to do */
    case VERNISSAGE_MOVE_ONE:
    case VERNISSAGE_MOVE_ALL:
        return vernissage_hand_size(st, seat) == 1 ? traits_of_end(st) : 0;
    case VERNISSAGE_END:
        return traits_of_end(st);
    default:
        return MOVE_REVEALS | MOVE_DRAWS;
    }
}

bool vernissage_alters(const struct move *step, int other, const struct move *move)
{
    (void)other;
    return step->verb == VERNISSAGE_BUY_BROWN && move->verb == VERNISSAGE_REDRAW;
}
