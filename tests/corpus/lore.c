#include "config.h"

#include "tests/corpus/lore.h"

#include <string.h>

#include "rules/carrara/state.h"
#include "rules/genoa/state.h"
#include "rules/gondoliere/state.h"
#include "rules/venedig/state.h"
#include "rules/vernissage/state.h"

static void lose(int *held, int n)
{
    *held = *held > n ? *held - n : 0;
}

/* ---- The Palaces of Carrara: the order of the stack ---- */

static void hear_carrara(struct memory *m, const void *after, const struct event *event, bool told)
{
    (void)m, (void)after, (void)event, (void)told;
}

static bool fits_carrara(const struct memory *m, const void *state)
{
    (void)m, (void)state;
    return true; /* what is not the stack lies open */
}

static void uncover_carrara(void *dealt, const void *real, int viewer)
{
    struct carrara_state *to = dealt;
    const struct carrara_state *from = real;
    (void)viewer;
    memcpy(to->stack, from->stack, sizeof(to->stack));
}

static void differ_carrara(const void *dealt, const void *real, int viewer, bool differs[LORE_AREAS])
{
    const struct carrara_state *a = dealt, *b = real;
    (void)viewer;
    differs[0] |= memcmp(a->stack, b->stack, a->n_stack) != 0;
}

/* ---- Vernissage: suitcases that were laid, piles that were looked through ---- */

static void remember_pile(struct memory *m, const struct vernissage_state *st, int pile)
{
    m->looked[pile] = true;
    for (int face = 0; face < VERNISSAGE_FACES; face++)
        m->seen[pile][face] = st->piles[pile][face];
}

static void hear_vernissage(struct memory *m, const void *after, const struct event *event, bool told)
{
    int *power = event->seat < 0 ? NULL : &m->held[event->seat][VERNISSAGE_POWER];
    (void)told;
    switch (event->kind) {
    case VERNISSAGE_COUNTER_PLACED:
        memset(m->laid, 0, sizeof(m->laid));
        break;
    case VERNISSAGE_CARDS_LAID:
    case VERNISSAGE_CARDS_RAISED:
        m->laid[event->seat] = event->arg[0] + (event->kind == VERNISSAGE_CARDS_LAID ? m->laid[event->seat] : 0);
        *power = m->laid[event->seat] > *power ? m->laid[event->seat] : *power;
        break;
    case VERNISSAGE_POWER_CARD_LOST:
        m->laid[event->seat]--;
        lose(power, 1);
        break;
    case VERNISSAGE_REDRAWN: /* out of piles, too, and nobody is told which */
        *power = 0;
        memset(m->looked, 0, sizeof(m->looked));
        break;
    case VERNISSAGE_CARD_TAKEN:
    case VERNISSAGE_CARD_DECLINED:
        if (event->seat == m->viewer)
            remember_pile(m, after, event->arg[0]);
        else if (event->kind == VERNISSAGE_CARD_TAKEN)
            m->looked[event->arg[0]] = false;
        break;
    default:
        break;
    }
}

static bool fits_vernissage(const struct memory *m, const void *state)
{
    const struct vernissage_state *st = state;
    for (int seat = 0; seat < st->seats; seat++)
        if (st->hand[seat].face[VERNISSAGE_POWER] < m->held[seat][VERNISSAGE_POWER])
            return false;
    for (int pile = 0; pile < VERNISSAGE_PILES; pile++)
        for (int face = 0; m->looked[pile] && face < VERNISSAGE_FACES; face++)
            if (st->piles[pile][face] != m->seen[pile][face])
                return false;
    return true;
}

static void uncover_vernissage(void *dealt, const void *real, int viewer)
{
    struct vernissage_state *to = dealt;
    const struct vernissage_state *from = real;
    struct vernissage_pending *p = &to->pending;
    memcpy(to->piles, from->piles, sizeof(to->piles));
    memcpy(to->aside, from->aside, sizeof(to->aside));
    memcpy(to->grey_deck, from->grey_deck, sizeof(to->grey_deck));
    for (int seat = 0; seat < to->seats; seat++) {
        if (seat == viewer)
            continue;
        to->hand[seat] = from->hand[seat];
        memcpy(to->seen[seat], from->seen[seat], sizeof(to->seen[seat]));
        p->show[seat] = from->pending.show[seat];
        p->cards[seat] = from->pending.cards[seat];
        p->cap[seat] = from->pending.cap[seat];
        p->values[seat] = from->pending.values[seat];
        p->nodeal[seat] = from->pending.nodeal[seat];
        p->offer_values[seat] = from->pending.offer_values[seat];
        p->objectors |= (seatmask)(from->pending.objectors & SEAT_BIT(seat));
        p->offer_takers |= (seatmask)(from->pending.offer_takers & SEAT_BIT(seat));
    }
}

static void differ_vernissage(const void *dealt, const void *real, int viewer, bool differs[LORE_AREAS])
{
    const struct vernissage_state *a = dealt, *b = real;
    for (int seat = 0; seat < a->seats; seat++) {
        if (seat == viewer)
            continue;
        differs[0] |= memcmp(a->hand[seat].face, b->hand[seat].face, sizeof(a->hand[seat].face)) != 0;
        differs[1] |= memcmp(a->hand[seat].grey, b->hand[seat].grey, sizeof(a->hand[seat].grey)) != 0;
    }
    differs[2] |= memcmp(a->piles, b->piles, sizeof(a->piles)) != 0;
    differs[3] |= memcmp(a->grey_deck, b->grey_deck, sizeof(a->grey_deck)) != 0;
}

static bool nothing_vernissage(const void *real, int viewer, int area)
{
    const struct vernissage_state *st = real;
    for (int seat = 0; seat < st->seats; seat++)
        for (int card = 0; seat != viewer && card < VERNISSAGE_GREYS; card++)
            if (st->hand[seat].grey[card])
                return false;
    return area == 1 || area == 3; /* the grey cards, in hands and in the deck */
}

/* ---- Gondoliere: landings that were exchanged lie at the bottom ---- */

static void hear_gondoliere(struct memory *m, const void *after, const struct event *event, bool told)
{
    (void)after, (void)told;
    if (event->kind != GONDOLIERE_EXCHANGED)
        return;
    m->buried[event->seat] = true;
    for (int i = 0; i < GONDOLIERE_DISPLAY; i++)
        m->bottom[event->seat][i] = event->arg[1 + i];
}

static bool fits_gondoliere(const struct memory *m, const void *state)
{
    const struct gondoliere_state *st = state;
    for (int seat = 0; seat < st->seats; seat++) {
        const struct gondoliere_player *player = &st->players[seat];
        for (int i = 1; m->buried[seat] && i <= GONDOLIERE_DISPLAY && i <= player->n_pile; i++)
            if (player->pile[player->n_pile - i] != m->bottom[seat][GONDOLIERE_DISPLAY - i])
                return false;
    }
    return true;
}

static void uncover_gondoliere(void *dealt, const void *real, int viewer)
{
    struct gondoliere_state *to = dealt;
    const struct gondoliere_state *from = real;
    (void)viewer;
    memcpy(to->pile, from->pile, sizeof(to->pile));
    for (int seat = 0; seat < to->seats; seat++)
        memcpy(to->players[seat].pile, from->players[seat].pile, sizeof(to->players[seat].pile));
}

static void differ_gondoliere(const void *dealt, const void *real, int viewer, bool differs[LORE_AREAS])
{
    const struct gondoliere_state *a = dealt, *b = real;
    (void)viewer;
    differs[0] |= memcmp(a->pile, b->pile, a->n_pile) != 0;
    for (int seat = 0; seat < a->seats; seat++)
        differs[1] |= memcmp(a->players[seat].pile, b->players[seat].pile, a->players[seat].n_pile) != 0;
}

/* ---- Venedig: cards that were taken openly ---- */

static void hear_venedig(struct memory *m, const void *after, const struct event *event, bool told)
{
    enum { KIND, COUNT };
    (void)after, (void)told;
    int *held = event->seat < 0 ? NULL : m->held[event->seat];
    switch (event->kind) {
    case VENEDIG_TOOK:
        for (int kind = 0; kind < VENEDIG_KINDS; kind++)
            held[kind] += event->arg[0] >> kind & 1;
        break;
    case VENEDIG_PLAYED:
    case VENEDIG_PLAYED_SOLO:
        lose(&held[event->arg[KIND]], event->arg[COUNT]);
        break;
    case VENEDIG_POOLED:
        lose(&held[event->arg[KIND]], 1);
        break;
    case VENEDIG_BUILT:
    case VENEDIG_SCRAPPED:
        if (held && event->arg[KIND] == VENEDIG_CASA)
            lose(&held[VENEDIG_CASA], 1);
        break;
    default:
        break;
    }
}

static bool fits_venedig(const struct memory *m, const void *state)
{
    const struct venedig_state *st = state;
    for (int seat = 0; seat < st->seats; seat++)
        for (int kind = 0; kind < VENEDIG_KINDS; kind++)
            if (st->hand[seat].of[kind] < m->held[seat][kind])
                return false;
    return true;
}

static void uncover_venedig(void *dealt, const void *real, int viewer)
{
    struct venedig_state *to = dealt;
    const struct venedig_state *from = real;
    memcpy(to->deck, from->deck, sizeof(to->deck));
    memcpy(to->aside + VENEDIG_SWAMP_VALUES, from->aside + VENEDIG_SWAMP_VALUES, VENEDIG_TREASURE_VALUES);
    for (int site = 0; site < VENEDIG_SITES; site++)
        if (to->swamp[site] >= 0)
            to->swamp[site] = from->swamp[site];
    for (int seat = 0; seat < to->seats; seat++)
        if (seat != viewer) {
            to->hand[seat] = from->hand[seat];
            memcpy(to->gold[seat], from->gold[seat], sizeof(to->gold[seat]));
        }
}

static void differ_venedig(const void *dealt, const void *real, int viewer, bool differs[LORE_AREAS])
{
    const struct venedig_state *a = dealt, *b = real;
    differs[0] |= memcmp(a->deck, b->deck, a->n_deck) != 0;
    differs[1] |= memcmp(a->swamp, b->swamp, sizeof(a->swamp)) != 0;
    for (int seat = 0; seat < a->seats; seat++) {
        if (seat == viewer)
            continue;
        differs[2] |= memcmp(&a->hand[seat], &b->hand[seat], sizeof(a->hand[seat])) != 0;
        differs[3] |= memcmp(a->gold[seat], b->gold[seat], VENEDIG_SWAMP_VALUES) != 0;
        differs[4] |= memcmp(a->gold[seat] + VENEDIG_SWAMP_VALUES, b->gold[seat] + VENEDIG_SWAMP_VALUES,
                             VENEDIG_TREASURE_VALUES) != 0;
    }
}

/* ---- The Merchants of Genoa: cards that one has handed on ---- */

static void forget_card(struct memory *m, int deck, int card)
{
    for (int seat = 0; seat < SEATS_MAX; seat++)
        m->cards[seat][deck] &= ~(1u << card);
}

static void hear_passed(struct memory *m, const struct event *event, bool told)
{
    enum { FROM, TO, LARGE, SMALL = LARGE + 2, MESSAGE = SMALL + 2, PRIVILEGE };
    int from = event->arg[FROM], to = event->arg[TO];
    if (!told) { /* any of its cards may have gone */
        memset(m->cards[from], 0, sizeof(m->cards[from]));
        return;
    }
    const uint32_t cards[LORE_DECKS] = {
        [GENOA_LARGE] = (uint32_t)event->arg[LARGE] | (uint32_t)event->arg[LARGE + 1] << 15,
        [GENOA_SMALL] = (uint32_t)event->arg[SMALL] | (uint32_t)event->arg[SMALL + 1] << 15,
        [GENOA_MESSAGE] = (uint32_t)event->arg[MESSAGE],
        [GENOA_PRIVILEGE] = (uint32_t)event->arg[PRIVILEGE]};
    for (int deck = 0; deck < LORE_DECKS; deck++) {
        m->cards[from][deck] &= ~cards[deck];
        m->cards[to][deck] |= cards[deck];
    }
}

static void hear_genoa(struct memory *m, const void *after, const struct event *event, bool told)
{
    (void)after;
    int card, deck;
    switch (event->kind) {
    case GENOA_CARDS_PASSED:
        hear_passed(m, event, told);
        break;
    case GENOA_DELIVERED:
        forget_card(m, GENOA_LARGE, event->arg[0]);
        break;
    case GENOA_SMALL_DONE:
        forget_card(m, GENOA_SMALL, event->arg[0]);
        break;
    case GENOA_MESSAGE_PAID:
        forget_card(m, GENOA_MESSAGE, event->arg[0]);
        break;
    case GENOA_TRADED:
        if (event->arg[0] > GENOA_THING_MARKER) {
            deck = genoa_deck_of_thing(event->arg[0], &card);
            forget_card(m, deck, card);
        }
        break;
    default:
        break;
    }
}

static bool fits_genoa(const struct memory *m, const void *state)
{
    const struct genoa_state *st = state;
    for (int seat = 0; seat < st->seats; seat++)
        for (int deck = 0; deck < GENOA_DECKS; deck++)
            if (m->cards[seat][deck] & ~(uint32_t)st->players[seat].cards[deck])
                return false;
    return true;
}

static void uncover_genoa(void *dealt, const void *real, int viewer)
{
    struct genoa_state *to = dealt;
    const struct genoa_state *from = real;
    memcpy(to->deck, from->deck, sizeof(to->deck));
    for (int i = 0; i < to->n_offers; i++) {
        const struct genoa_offer *offer = &from->offers[i];
        if (!genoa_offer_visible(from, viewer, offer)) {
            to->offers[i] = *offer;
            continue;
        }
        if (offer->seat != viewer) {
            to->offers[i].limit = offer->limit;
            to->offers[i].plan = offer->plan;
        }
        if (viewer != offer->seat && viewer != from->tower_seat) /* readers see of cards only how many */
            for (int deck = 0; deck < GENOA_DECKS; deck++) {
                to->offers[i].give.cards[deck] = offer->give.cards[deck];
                to->offers[i].ask.cards[deck] = offer->ask.cards[deck];
                to->offers[i].counter_give.cards[deck] = offer->counter_give.cards[deck];
                to->offers[i].counter_ask.cards[deck] = offer->counter_ask.cards[deck];
            }
    }
    if (to->action.seat != viewer)
        to->action.plan = from->action.plan;
    for (int seat = 0; seat < to->seats; seat++) {
        if (seat == viewer)
            continue;
        to->watch[seat] = from->watch[seat];
        to->claims[seat] = from->claims[seat];
        memcpy(to->told[seat], from->told[seat], sizeof(to->told[seat]));
        memcpy(to->players[seat].cards, from->players[seat].cards, sizeof(to->players[seat].cards));
    }
}

static void differ_genoa(const void *dealt, const void *real, int viewer, bool differs[LORE_AREAS])
{
    const struct genoa_state *a = dealt, *b = real;
    for (int deck = 0; deck < GENOA_DECKS; deck++) {
        differs[deck] |= memcmp(a->deck[deck].card, b->deck[deck].card, a->deck[deck].n) != 0;
        for (int seat = 0; seat < a->seats; seat++)
            differs[GENOA_DECKS + deck] |= seat != viewer && a->players[seat].cards[deck] != b->players[seat].cards[deck];
    }
}

const struct lore lores[] = {
    {"carrara", hear_carrara, fits_carrara, uncover_carrara, differ_carrara, {"the stack"}, NULL},
    {"vernissage", hear_vernissage, fits_vernissage, uncover_vernissage, differ_vernissage,
     {"hands", "grey cards in hands", "piles", "the grey deck"}, nothing_vernissage},
    {"gondoliere", hear_gondoliere, fits_gondoliere, uncover_gondoliere, differ_gondoliere,
     {"the pile of canal tiles", "piles of landings"}, NULL},
    {"venedig", hear_venedig, fits_venedig, uncover_venedig, differ_venedig,
     {"the deck", "the swamp", "hands", "swamp tiles before others", "treasure before others"}, NULL},
    {"genoa", hear_genoa, fits_genoa, uncover_genoa, differ_genoa,
     {"the deck of large orders", "the deck of small orders", "the deck of messages", "the deck of privileges",
      "large orders of others", "small orders of others", "messages of others", "privileges of others"}, NULL},
    {.game = NULL},
};
