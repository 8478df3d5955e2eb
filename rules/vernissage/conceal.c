/* What a viewer cannot see, dealt anew at random: dossier vernissage 11. */
#include "config.h"

#include "rules/engine/rng.h"
#include "rules/vernissage/state.h"

#include <string.h>

static void collect(uint8_t *heap, uint8_t *from, int n)
{
    for (int i = 0; i < n; i++) {
        heap[i] = (uint8_t)(heap[i] + from[i]);
        from[i] = 0;
    }
}

/* As many cards as there were come back, at random. */
static void deal_back(uint8_t *heap, uint8_t *to, int n, int cards, struct rng *rng)
{
    for (; cards > 0; cards--)
        to[rng_draw(rng, heap, n)]++;
}

static bool sees(int viewer, int seat)
{
    return viewer == seat || viewer == EVERY_SEAT;
}

static bool seat_knows_pile(const struct vernissage_state *st, int viewer, int pile)
{
    const struct vernissage_look *look = &st->seen[viewer][pile];
    bool whole = look->turn >= 0
        && counts_sum(look->faces, VERNISSAGE_FACES) == counts_sum(st->piles[pile], VERNISSAGE_FACES);
    return whole || (st->open_pile == pile && st->turn == viewer);
}

static bool knows_pile(const struct vernissage_state *st, int viewer, int pile)
{
    bool knows = false;
    for (int seat = 0; seat < st->seats; seat++)
        knows = knows || (sees(viewer, seat) && seat_knows_pile(st, seat, pile));
    return knows;
}

static bool knows_hand(const struct vernissage_state *st, int viewer, int seat)
{
    return sees(viewer, seat) || st->phase == VERNISSAGE_PHASE_OVER;
}

/* Suitcases on the table, and those that were there before and are not lost, are seen: they stay with their owners. */
static void conceal_brown(struct vernissage_state *st, int viewer, struct rng *rng)
{
    uint8_t heap[VERNISSAGE_FACES] = {0};
    int hand[VERNISSAGE_SEATS] = {0}, pile[VERNISSAGE_PILES] = {0};
    int aside = counts_sum(st->aside, VERNISSAGE_FACES);
    for (int seat = 0; seat < st->seats; seat++) {
        if (knows_hand(st, viewer, seat))
            continue;
        uint8_t laid = st->pending.laid[seat] > st->known_power[seat] ? st->pending.laid[seat] : st->known_power[seat];
        hand[seat] = counts_sum(st->hand[seat].face, VERNISSAGE_FACES) - laid;
        st->hand[seat].face[VERNISSAGE_POWER] = (uint8_t)(st->hand[seat].face[VERNISSAGE_POWER] - laid);
        collect(heap, st->hand[seat].face, VERNISSAGE_FACES);
        st->hand[seat].face[VERNISSAGE_POWER] = laid;
    }
    for (int i = 0; i < VERNISSAGE_PILES; i++)
        if (!knows_pile(st, viewer, i)) {
            pile[i] = counts_sum(st->piles[i], VERNISSAGE_FACES);
            collect(heap, st->piles[i], VERNISSAGE_FACES);
        }
    collect(heap, st->aside, VERNISSAGE_FACES);
    for (int seat = 0; seat < st->seats; seat++)
        deal_back(heap, st->hand[seat].face, VERNISSAGE_FACES, hand[seat], rng);
    for (int i = 0; i < VERNISSAGE_PILES; i++)
        deal_back(heap, st->piles[i], VERNISSAGE_FACES, pile[i], rng);
    deal_back(heap, st->aside, VERNISSAGE_FACES, aside, rng);
}

static void conceal_grey(struct vernissage_state *st, int viewer, struct rng *rng)
{
    uint8_t heap[VERNISSAGE_GREYS] = {0};
    int hand[VERNISSAGE_SEATS] = {0}, deck = counts_sum(st->grey_deck, VERNISSAGE_GREYS);
    for (int seat = 0; seat < st->seats; seat++)
        if (!knows_hand(st, viewer, seat)) {
            hand[seat] = counts_sum(st->hand[seat].grey, VERNISSAGE_GREYS);
            collect(heap, st->hand[seat].grey, VERNISSAGE_GREYS);
        }
    collect(heap, st->grey_deck, VERNISSAGE_GREYS);
    for (int seat = 0; seat < st->seats; seat++)
        deal_back(heap, st->hand[seat].grey, VERNISSAGE_GREYS, hand[seat], rng);
    deal_back(heap, st->grey_deck, VERNISSAGE_GREYS, deck, rng);
}

/* What another seat has answered under seal is as if it had said the least. */
static void conceal_answers(struct vernissage_state *st, int seat)
{
    struct vernissage_pending *p = &st->pending;
    bool final = p->nodeal[seat] == VERNISSAGE_YIELD || p->nodeal[seat] == VERNISSAGE_FIGHT;
    p->show[seat] = 0;
    p->offer_takers &= (seatmask)~SEAT_BIT(seat);
    p->offer_values[seat] = p->offer_answers & SEAT_BIT(seat) ? p->values[seat] : 0;
    if (p->fighters) { /* who fights is known by now; how far is not */
        p->cap[seat] = p->fighters & SEAT_BIT(seat) ? p->laid[seat] : 0;
        return;
    }
    p->cards[seat] = p->cap[seat] = 0;
    if (st->phase == VERNISSAGE_PHASE_OBJECT) {
        p->objectors &= (seatmask)~SEAT_BIT(seat);
        p->values[seat] = 0;
        p->nodeal[seat] = -1;
    } else if (final) {
        p->nodeal[seat] = VERNISSAGE_YIELD;
    }
}

void vernissage_conceal(void *state, int viewer, struct rng *rng)
{
    struct vernissage_state *st = state;
    for (int seat = 0; seat < st->seats; seat++)
        if (!sees(viewer, seat))
            conceal_answers(st, seat);
    conceal_brown(st, viewer, rng);
    conceal_grey(st, viewer, rng);
    for (int seat = 0; seat < st->seats; seat++) /* nobody knows what others have seen */
        for (int pile = 0; !sees(viewer, seat) && pile < VERNISSAGE_PILES; pile++)
            if (st->seen[seat][pile].turn >= 0)
                memset(st->seen[seat][pile].faces, 0, sizeof(st->seen[seat][pile].faces));
}
