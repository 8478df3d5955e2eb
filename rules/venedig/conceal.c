/* What a viewer cannot see, dealt anew at random: dossier venedig 13. */
#include "config.h"

#include "rules/engine/rng.h"
#include "rules/venedig/state.h"

static bool sees(int viewer, int seat)
{
    return viewer == seat || viewer == EVERY_SEAT;
}

/* The hands of others and the deck: which cards lie where. What everybody saw go into a hand stays there. */
static void conceal_cards(struct venedig_state *st, int viewer, struct rng *rng)
{
    uint8_t cards[VENEDIG_CARDS];
    int n = 0, held[VENEDIG_SEATS] = {0};
    for (int seat = 0; seat < st->seats; seat++)
        for (int kind = 0; !sees(viewer, seat) && kind < VENEDIG_KINDS; kind++)
            for (; st->hand[seat].of[kind] > st->known[seat].of[kind]; st->hand[seat].of[kind]--, held[seat]++)
                cards[n++] = (uint8_t)kind;
    for (int i = 0; i < st->n_deck; i++)
        cards[n++] = st->deck[i];
    rng_shuffle_unseen(rng, cards, (size_t)n);
    for (int seat = 0; seat < st->seats; seat++)
        for (; held[seat]; held[seat]--)
            st->hand[seat].of[cards[--n]]++;
    for (int i = 0; i < st->n_deck; i++)
        st->deck[i] = cards[--n];
}

/* Values under swamp tiles, on the board and before others. */
static void conceal_swamp(struct venedig_state *st, int viewer, struct rng *rng)
{
    uint8_t heap[VENEDIG_SWAMP_VALUES] = {0};
    int held[VENEDIG_SEATS] = {0};
    for (int site = 0; site < VENEDIG_SITES; site++)
        if (st->swamp[site] >= 0)
            heap[st->swamp[site]]++;
    for (int seat = 0; seat < st->seats; seat++)
        for (int value = 0; !sees(viewer, seat) && value < VENEDIG_SWAMP_VALUES; value++) {
            held[seat] += st->gold[seat][value];
            heap[value] = (uint8_t)(heap[value] + st->gold[seat][value]);
            st->gold[seat][value] = 0;
        }
    for (int seat = 0; seat < st->seats; seat++)
        for (; held[seat]; held[seat]--)
            st->gold[seat][rng_draw(rng, heap, VENEDIG_SWAMP_VALUES)]++;
    for (int site = 0; site < VENEDIG_SITES; site++)
        if (st->swamp[site] >= 0)
            st->swamp[site] = (int8_t)rng_draw(rng, heap, VENEDIG_SWAMP_VALUES);
}

/* Treasure before others and in the stock. */
static void conceal_treasure(struct venedig_state *st, int viewer, struct rng *rng)
{
    int held[VENEDIG_SEATS] = {0};
    uint8_t *stock = st->aside + VENEDIG_SWAMP_VALUES;
    for (int seat = 0; seat < st->seats; seat++)
        for (int i = 0; !sees(viewer, seat) && i < VENEDIG_TREASURE_VALUES; i++) {
            uint8_t *tiles = &st->gold[seat][VENEDIG_SWAMP_VALUES + i];
            held[seat] += *tiles;
            stock[i] = (uint8_t)(stock[i] + *tiles);
            *tiles = 0;
        }
    for (int seat = 0; seat < st->seats; seat++)
        for (; held[seat]; held[seat]--)
            st->gold[seat][VENEDIG_SWAMP_VALUES + rng_draw(rng, stock, VENEDIG_TREASURE_VALUES)]++;
}

void venedig_conceal(void *state, int viewer, struct rng *rng)
{
    struct venedig_state *st = state;
    conceal_cards(st, viewer, rng);
    conceal_swamp(st, viewer, rng);
    conceal_treasure(st, viewer, rng);
}
