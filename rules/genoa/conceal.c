/* What a viewer cannot see, dealt anew at random: dossier genoa 15. Money stays: every flow of it is told to all (R14.30). */
#include "config.h"

#include "rules/engine/rng.h"
#include "rules/genoa/state.h"

#include <string.h>

/* Cards are not moved but renamed, so that whatever names one names it still: @to[card] is what @card is called now. */
struct names {
    uint8_t to[GENOA_CARDS];
};

static uint16_t rename_set(const struct names *names, unsigned cards)
{
    unsigned renamed = 0;
    for (; cards; cards &= cards - 1)
        renamed |= 1u << names->to[__builtin_ctz(cards)];
    return (uint16_t)renamed;
}

/* ---- Which cards a viewer knows ---- */

/* May it hang on what readers of an offer cannot see whether it can be paid: on a plan, or on a message on the way? (dossier genoa
 * R14.28) Then nothing of that is changed, for it shows in what can be accepted. */
static bool depends_on_hidden(const struct genoa_state *st, const struct genoa_offer *offer)
{
    struct genoa_offer plain = *offer;
    struct genoa_state without = *st;
    if (genoa_distance[genoa_here(st)][offer->place] > 1)
        return false;
    plain.plan = genoa_no_plan;
    without.players[offer->seat].cards[GENOA_MESSAGE] = 0;
    int seen = genoa_offer_error(&without, &plain, false);
    return seen == GENOA_NOT_PAYABLE || seen != genoa_offer_error(st, offer, false);
}

/* Named in an offer or counter that the viewer is a party to. */
static uint16_t named_to(const struct genoa_state *st, int viewer, int deck)
{
    uint16_t cards = 0;
    for (int i = 0; i < st->n_offers; i++) {
        const struct genoa_offer *offer = &st->offers[i];
        if (viewer == offer->seat || viewer == st->tower_seat || viewer == EVERY_SEAT)
            cards |= (uint16_t)(offer->give.cards[deck] | offer->ask.cards[deck] | offer->counter_give.cards[deck]
                                | offer->counter_ask.cards[deck]);
    }
    return cards;
}

/* The cards of a deck that are not @known, by where they lie: where which of them lies is what nobody may tell. */
static int by_place(const struct genoa_state *st, int deck, unsigned known, uint8_t hidden[GENOA_CARDS])
{
    int n = 0;
    unsigned left = ~known & ((1u << genoa_deck_sizes[deck]) - 1);
    for (int i = 0; i < st->deck[deck].n; i++)
        if (left >> st->deck[deck].card[i] & 1)
            hidden[n++] = st->deck[deck].card[i];
    for (int i = 0; i < n; i++)
        left &= ~(1u << hidden[i]);
    for (int seat = 0; seat < st->seats; seat++)
        for (unsigned held = st->players[seat].cards[deck] & left; held; held &= held - 1)
            hidden[n++] = (uint8_t)__builtin_ctz(held);
    for (int seat = 0; seat < st->seats; seat++)
        left &= ~(unsigned)st->players[seat].cards[deck];
    for (; left; left &= left - 1)
        hidden[n++] = (uint8_t)__builtin_ctz(left);
    return n;
}

/* Hidden cards change their names among each other; those in use, one's own and those one has been told of keep theirs. */
static struct names shuffle_names(const struct genoa_state *st, int viewer, int deck, uint16_t fixed, struct rng *rng)
{
    struct names names;
    uint8_t hidden[GENOA_CARDS], shuffled[GENOA_CARDS];
    unsigned known = fixed | st->discard[deck] | named_to(st, viewer, deck);
    for (int seat = 0; seat < st->seats; seat++)
        if (seat == viewer || viewer == EVERY_SEAT)
            known |= (unsigned)st->players[seat].cards[deck] | st->told[seat][deck];
    for (int card = 0; card < GENOA_CARDS; card++)
        names.to[card] = (uint8_t)card;
    int n = by_place(st, deck, known, hidden);
    memcpy(shuffled, hidden, (size_t)n);
    rng_shuffle_unseen(rng, shuffled, (size_t)n);
    for (int i = 0; i < n; i++)
        names.to[hidden[i]] = shuffled[i];
    return names;
}

static void rename_deck(struct genoa_state *st, int deck, const struct names *names)
{
    for (int i = 0; i < st->deck[deck].n; i++)
        st->deck[deck].card[i] = names->to[st->deck[deck].card[i]];
    for (int seat = 0; seat < st->seats; seat++)
        st->players[seat].cards[deck] = rename_set(names, st->players[seat].cards[deck]);
    for (int i = 0; i < st->n_offers; i++) {
        struct genoa_goods *goods[] = {&st->offers[i].give, &st->offers[i].ask, &st->offers[i].counter_give, &st->offers[i].counter_ask};
        for (int side = 0; side < 4; side++)
            goods[side]->cards[deck] = rename_set(names, goods[side]->cards[deck]);
    }
}

/* ---- Offers, wishes, plans ---- */

/* That there is an offer everybody sees, and that it was countered; five ducats for a place stand for what it says. */
static void blank_offer(struct genoa_state *st, struct genoa_offer *offer)
{
    struct genoa_offer blank = {
        .seat = offer->seat, .slot = offer->slot, .right = GENOA_RIGHT_ACTION, .place = st->path[0], .after = -1,
        .give.money = GENOA_UNIT, .plan = genoa_no_plan, .countered = offer->countered, .agreed = offer->agreed,
        .pending = offer->pending};
    if (!genoa_is_building(blank.place))
        blank.place = GENOA_PARK;
    if (offer->pending)
        blank.counter_give.money = 2 * GENOA_UNIT;
    *offer = blank;
}

static void conceal_book(struct genoa_state *st, int viewer, const bool keep[GENOA_OFFERS])
{
    for (int i = 0; i < st->n_offers; i++) {
        struct genoa_offer *offer = &st->offers[i];
        if (!genoa_offer_visible(st, viewer, offer)) {
            blank_offer(st, offer);
        } else if (offer->seat != viewer && !keep[i]) {
            offer->limit = 0;
            offer->plan = genoa_no_plan;
        }
    }
}

static void conceal_wishes(struct genoa_state *st, int viewer)
{
    int here = st->n_path ? genoa_here(st) : GENOA_MARKET;
    uint32_t asked = genoa_is_building(here) && viewer == st->tower_seat ? 1u << here : 0;
    for (int seat = 0; seat < st->seats; seat++) {
        if (seat == viewer)
            continue;
        st->watch[seat] &= asked;
        for (int i = 0; i < GENOA_WISHES; i++)
            st->claims[seat].wish[i] = (struct genoa_wish){.street = -1};
    }
    if (st->action.seat != viewer)
        st->action.plan = genoa_no_plan;
}

static bool is_kept(const struct genoa_state *st, int viewer, const struct genoa_offer *offer)
{
    return offer->seat != viewer && genoa_offer_visible(st, viewer, offer) && depends_on_hidden(st, offer);
}

bool genoa_keeps(const void *state, int viewer)
{
    const struct genoa_state *st = state;
    for (int i = 0; i < st->n_offers; i++)
        if (is_kept(st, viewer, &st->offers[i]))
            return true;
    return false;
}

/* Offers, wishes and plans of others; @fixed: the cards whose names may be changed no more. */
static void conceal_others(struct genoa_state *st, int viewer, uint16_t fixed[GENOA_DECKS])
{
    bool keep[GENOA_OFFERS] = {false}, any = false;
    for (int i = 0; i < st->n_offers; i++) {
        const struct genoa_offer *offer = &st->offers[i];
        keep[i] = is_kept(st, viewer, offer);
        any |= keep[i];
        if (keep[i] && offer->plan.order >= 0)
            fixed[GENOA_LARGE] |= (uint16_t)(1u << offer->plan.order);
        if (keep[i] && offer->plan.small >= 0)
            fixed[GENOA_SMALL] |= (uint16_t)(1u << offer->plan.small);
    }
    conceal_book(st, viewer, keep);
    conceal_wishes(st, viewer);
    if (any) /* a message on the way may be what pays */
        fixed[GENOA_MESSAGE] = (uint16_t)((1u << GENOA_RING) - 1);
    for (int seat = 0; seat < st->seats; seat++)
        if (seat != viewer)
            memset(st->told[seat], 0, sizeof(st->told[seat]));
}

void genoa_conceal(void *state, int viewer, struct rng *rng)
{
    struct genoa_state *st = state;
    uint16_t fixed[GENOA_DECKS] = {0};
    if (st->phase == GENOA_PHASE_OVER) /* only the order of the decks is nobody's business */
        fixed[GENOA_PRIVILEGE] = (uint16_t)((1u << GENOA_RING) - 1);
    if (viewer != EVERY_SEAT)
        conceal_others(st, viewer, fixed);
    for (int deck = 0; deck < GENOA_DECKS; deck++) {
        struct names names = shuffle_names(st, viewer, deck, fixed[deck], rng);
        rename_deck(st, deck, &names);
    }
}
