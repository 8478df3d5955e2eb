/* What can be worked out of a position: influence, what may be agreed, what a counter would do, who has how much. */
#include "config.h"

#include "rules/vernissage/state.h"

seatmask vernissage_influencing(const struct vernissage_state *st, int artist)
{
    seatmask who = 0;
    for (int seat = 0; seat < st->seats; seat++)
        if (vernissage_has_influence(st, seat, artist))
            who |= SEAT_BIT(seat);
    return who;
}

uint8_t vernissage_influenced(const struct vernissage_state *st, int seat)
{
    uint8_t artists = 0;
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++)
        if (vernissage_has_influence(st, seat, a))
            artists |= (uint8_t)(1 << a);
    return artists;
}

int vernissage_hand_size(const struct vernissage_state *st, int seat)
{
    return counts_sum(st->hand[seat].face, VERNISSAGE_FACES) + counts_sum(st->hand[seat].grey, VERNISSAGE_GREYS);
}

bool vernissage_has_move_card(const struct vernissage_state *st, int seat)
{
    return st->hand[seat].face[VERNISSAGE_UNLIMITED] || counts_sum(st->hand[seat].grey, VERNISSAGE_GREYS);
}

uint8_t vernissage_in_supply(const struct vernissage_state *st, int kind)
{
    uint8_t amounts = 0;
    for (int amount = 1; amount < VERNISSAGE_AMOUNTS; amount++)
        if (st->supply[kind][amount])
            amounts |= (uint8_t)(1 << amount);
    return amounts;
}

uint8_t vernissage_kinds_allowed(const struct vernissage_state *st)
{
    uint8_t left = 0;
    for (int kind = 0; kind < VERNISSAGE_KINDS; kind++)
        if (vernissage_in_supply(st, kind))
            left |= (uint8_t)(1 << kind);
    uint8_t allowed = st->die < 0 ? 0 : vernissage_die_allows[st->die];
    return left & allowed ? left & allowed : left;
}

/* ---- Haggling: dossier vernissage 4.5 ---- */

uint8_t vernissage_settle_set(const struct vernissage_state *st)
{
    uint8_t agreed = vernissage_in_supply(st, st->pending.kind);
    for (int seat = 0; seat < st->seats; seat++)
        if (st->pending.objectors & SEAT_BIT(seat))
            agreed &= st->pending.values[seat];
    return agreed & (uint8_t)~(1u << st->pending.amount);
}

seatmask vernissage_lacking(const struct vernissage_state *st, int amount)
{
    seatmask who = 0;
    for (int seat = 0; seat < st->seats; seat++)
        if (st->pending.objectors & SEAT_BIT(seat) && !(st->pending.values[seat] >> amount & 1))
            who |= SEAT_BIT(seat);
    return who;
}

seatmask vernissage_open(const struct vernissage_state *st)
{
    seatmask who = 0;
    for (int seat = 0; seat < st->seats; seat++)
        if (st->pending.objectors & SEAT_BIT(seat) && st->pending.nodeal[seat] == VERNISSAGE_ASK)
            who |= SEAT_BIT(seat);
    return who;
}

uint8_t vernissage_offer_set(const struct vernissage_state *st)
{
    const struct vernissage_pending *p = &st->pending;
    uint8_t amounts = 0, supply = vernissage_in_supply(st, p->kind) & (uint8_t)~(1u << p->amount);
    if (p->offers_left == 0)
        return 0;
    seatmask closed = p->objectors & (seatmask)~vernissage_open(st);
    for (int amount = 1; amount < VERNISSAGE_AMOUNTS; amount++) {
        seatmask lacking = supply >> amount & 1 ? vernissage_lacking(st, amount) : 0;
        if (lacking && !(lacking & closed))
            amounts |= (uint8_t)(1 << amount);
    }
    return amounts;
}

bool vernissage_can_redraw(const struct vernissage_state *st, int seat)
{
    const struct vernissage_hand *hand = &st->hand[seat];
    bool place = st->phase == VERNISSAGE_PHASE_PLACE, buy = st->phase == VERNISSAGE_PHASE_BUY && st->die < 0;
    bool in_turn = (place || buy) && seat == st->turn; /* what the first revision asks for */
    bool at_any_time = st->options.revision > 0 && st->phase != VERNISSAGE_PHASE_OVER && !st->pending.show[seat];
    return (in_turn || at_any_time) && !st->begun[seat] && vernissage_hand_size(st, seat) == VERNISSAGE_DEALT
        && counts_sum(hand->face, VERNISSAGE_ARTISTS) == VERNISSAGE_DEALT
        && counts_sum(st->shown[seat], VERNISSAGE_ARTISTS) == 0;
}

bool vernissage_is_last_turn(const struct vernissage_state *st)
{
    return st->turns / st->seats + 1 > (st->options.rounds ? st->options.rounds : VERNISSAGE_ROUNDS);
}

bool vernissage_greys_left(const struct vernissage_state *st)
{
    return counts_sum(st->grey_deck, VERNISSAGE_GREYS) || counts_sum(st->grey_discard, VERNISSAGE_GREYS);
}

bool vernissage_can_buy(const struct vernissage_state *st)
{
    for (int pile = 0; pile < VERNISSAGE_PILES; pile++)
        if (counts_sum(st->piles[pile], VERNISSAGE_FACES))
            return true;
    return vernissage_greys_left(st);
}

/* ---- What a counter does: dossier vernissage 5 ---- */

int vernissage_outs(const struct vernissage_state *st)
{
    int n = 0;
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++)
        n += st->artists[a].out;
    return n;
}

uint8_t vernissage_kinds_in(const struct vernissage_artist *artist)
{
    uint8_t kinds = 0;
    for (int i = 0; i < artist->n_column; i++)
        kinds |= (uint8_t)(1 << artist->column[i].kind);
    return kinds;
}

/* Of an artist that stands on @step: how many occupied steps are above it? */
static int rank_on(const struct vernissage_state *st, int artist, int step)
{
    uint16_t above = 0;
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++)
        if (a != artist && !st->artists[a].out && st->artists[a].step > step)
            above |= (uint16_t)(1 << st->artists[a].step);
    if (st->feather == artist)
        return VERNISSAGE_RANK_FEATHER;
    return !above ? VERNISSAGE_RANK_GREAT : !(above & (above - 1)) ? VERNISSAGE_RANK_SMALL : VERNISSAGE_RANK_NONE;
}

int vernissage_rank_of(const struct vernissage_state *st, int artist)
{
    return rank_on(st, artist, st->artists[artist].step);
}

/* One movement of a marker; what it pays is added to the effect. */
static int move_marker(struct vernissage_effect *effect, int space, int by)
{
    space += by;
    if (space <= VERNISSAGE_CEILING)
        return space;
    effect->in = true;
    space = space > VERNISSAGE_LAST ? VERNISSAGE_LAST : space;
    effect->payment = (int16_t)(effect->payment + 10 * (space - VERNISSAGE_CEILING));
    return VERNISSAGE_CEILING;
}

bool vernissage_pays_first(const struct vernissage_state *st, int artist, int by)
{
    return st->options.revision > 0 && st->feather == artist && st->artists[artist].fame + by > VERNISSAGE_CEILING;
}

struct vernissage_effect vernissage_effect(const struct vernissage_state *st, int artist, int kind, int amount)
{
    const struct vernissage_artist *of = &st->artists[artist];
    bool feather = st->feather == artist;
    struct vernissage_effect effect = {.step = of->step, .rank = -1, .before = (int16_t)vernissage_worth(of->fame)};
    int by = vernissage_value(kind, amount), space;
    if (vernissage_pays_first(st, artist, by))
        space = move_marker(&effect, of->fame, by) - VERNISSAGE_FEATHER;
    else
        space = move_marker(&effect, of->fame, by - (feather ? VERNISSAGE_FEATHER : 0));
    effect.top = vernissage_cell(of) == VERNISSAGE_STEPS;
    effect.out = space <= VERNISSAGE_OUT;
    if (effect.out)
        space = VERNISSAGE_OUT;
    effect.vernissage = !effect.out && (vernissage_kinds_in(of) | 1 << kind) == (1 << VERNISSAGE_KINDS) - 1;
    if (effect.vernissage) {
        int step = of->step + of->n_column + 2;
        effect.step = (uint8_t)(step > VERNISSAGE_STEPS ? VERNISSAGE_STEPS : step);
        effect.top |= effect.step == VERNISSAGE_STEPS;
        effect.rank = (int8_t)rank_on(st, artist, effect.step);
        if (effect.rank <= VERNISSAGE_RANK_SMALL)
            space = move_marker(&effect, space, effect.rank == VERNISSAGE_RANK_GREAT ? VERNISSAGE_GREAT
                                                                                     : VERNISSAGE_SMALL);
    }
    effect.ends = effect.top || (effect.out && vernissage_outs(st) > 0);
    effect.fame = (uint8_t)space;
    effect.after = (int16_t)vernissage_worth(space);
    return effect;
}

/* ---- Money ---- */

int vernissage_worth(int space)
{
    if (space == VERNISSAGE_OUT)
        return -VERNISSAGE_OUT_COSTS;
    if (space < VERNISSAGE_ZERO)
        return -5 * (VERNISSAGE_ZERO - space);
    return 10 * ((space > VERNISSAGE_CEILING ? VERNISSAGE_CEILING : space) - VERNISSAGE_ZERO);
}

int vernissage_public_assets(const struct vernissage_state *st, int seat)
{
    int sum = st->cash[seat] / VERNISSAGE_THOUSAND - VERNISSAGE_NOTE_COSTS * st->notes[seat];
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++)
        sum += st->shown[seat][a] * vernissage_worth(st->artists[a].fame);
    return sum;
}

int vernissage_assets(const struct vernissage_state *st, int seat)
{
    int sum = vernissage_public_assets(st, seat);
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++)
        sum += st->hand[seat].face[a] * vernissage_worth(st->artists[a].fame);
    return sum;
}

void vernissage_rank(const struct vernissage_state *st, int8_t rank[VERNISSAGE_SEATS])
{
    int assets[VERNISSAGE_SEATS];
    for (int seat = 0; seat < st->seats; seat++)
        assets[seat] = vernissage_assets(st, seat);
    for (int seat = 0; seat < st->seats; seat++) {
        rank[seat] = 1;
        for (int other = 0; other < st->seats; other++)
            rank[seat] = (int8_t)(rank[seat] + (assets[other] > assets[seat]));
    }
}

int vernissage_own(const void *state, int seat)
{
    return vernissage_assets(state, seat);
}

void vernissage_standing(const void *state, struct standing *standing)
{
    const struct vernissage_state *st = state;
    bool over = st->phase == VERNISSAGE_PHASE_OVER;
    int8_t rank[VERNISSAGE_SEATS] = {0};
    if (over)
        vernissage_rank(st, rank);
    standing->n = st->seats;
    for (int seat = 0; seat < st->seats; seat++) {
        int points = over ? vernissage_assets(st, seat) : vernissage_public_assets(st, seat);
        standing->seat[seat].points = (int16_t)points;
        standing->seat[seat].rank = rank[seat];
    }
}

/* ---- Who is asked ---- */

seatmask vernissage_awaits(const void *state)
{
    const struct vernissage_state *st = state;
    const struct vernissage_pending *p = &st->pending;
    switch (st->phase) {
    case VERNISSAGE_PHASE_OBJECT:
        return p->eligible & (seatmask)~p->answered;
    case VERNISSAGE_PHASE_OFFER:
        return vernissage_lacking(st, p->offer) & (seatmask)~p->offer_answers;
    case VERNISSAGE_PHASE_CHALLENGE:
        return vernissage_open(st);
    case VERNISSAGE_PHASE_REVEAL:
        return p->ask;
    case VERNISSAGE_PHASE_OVER:
        return 0;
    default:
        return SEAT_BIT(st->turn);
    }
}

seatmask vernissage_windows(const void *state)
{
    const struct vernissage_state *st = state;
    return vernissage_awaits(st) & (seatmask)~SEAT_BIT(st->turn);
}

int vernissage_nearest(uint8_t amounts, int placed)
{
    int best = 0;
    for (int amount = 1; amount < VERNISSAGE_AMOUNTS; amount++) {
        int way = amount < placed ? placed - amount : amount - placed;
        int best_way = best < placed ? placed - best : best - placed;
        if (amounts >> amount & 1 && (best == 0 || way <= best_way))
            best = amount;
    }
    return best;
}
