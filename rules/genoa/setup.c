#include "config.h"

#include "rules/engine/rng.h"
#include "rules/genoa/step.h"

#include <string.h>

/* In the order of the table of variants in genoa.c. */
static struct genoa_options read_options(const int16_t *option)
{
    return (struct genoa_options){
        .forced_sale = (uint8_t)option[0], .revisit = (uint8_t)option[1], .offers = (uint8_t)option[2], .last_call = (uint8_t)option[3],
        .counters = (uint8_t)option[4], .calls = (uint8_t)option[5], .claims = (uint8_t)option[6],
        .building_action_at_once = (uint8_t)option[7], .open_money = (uint8_t)option[8], .shorter = (uint8_t)option[9],
        .rules = option[10] ? GENOA_RULES_PRINTED : GENOA_RULES_SEED, .must_go_on = (uint8_t)option[11]};
}

static void lay_out(struct genoa_state *st)
{
    memset(st->supply.wares, GENOA_EACH_WARE, sizeof(st->supply.wares));
    memcpy(st->supply.tiles, genoa_tile_counts, sizeof(st->supply.tiles));
    for (int seat = 0; seat < st->seats; seat++) {
        st->supply.markers[seat] = GENOA_MARKERS;
        st->players[seat].money = GENOA_MONEY;
    }
    memset(st->owner, -1, sizeof(st->owner));
}

/* Four decks, and of each a card for every seat, clockwise from the first (dossier genoa 4.4). */
static void deal(struct genoa_state *st, struct rng *rng, struct log *log)
{
    for (int deck = 0; deck < GENOA_DECKS; deck++) {
        struct genoa_pile *pile = &st->deck[deck];
        for (; pile->n < genoa_deck_sizes[deck]; pile->n++)
            pile->card[pile->n] = pile->n;
        rng_shuffle(rng, pile->card, pile->n);
    }
    for (int deck = 0; deck < GENOA_DECKS; deck++)
        for (int i = 0, seat = st->first; i < st->seats; i++, seat = genoa_next_seat(st, seat))
            st->players[seat].cards[deck] |= (uint16_t)(1u << genoa_top_card(&st->deck[deck]));
    for (int i = 0, seat = st->first; i < st->seats; i++, seat = genoa_next_seat(st, seat)) {
        int16_t *slots = log_event(log, GENOA_DEALT, seat, GENOA_TOLD_CARDS);
        log_secret(log, SEAT_BIT(seat));
        genoa_tell_cards(st->players[seat].cards, slots);
    }
}

/* dossier genoa 4: the first seat is drawn, then the decks are shuffled, then the dice are rolled */
void genoa_setup(void *state, const struct setup *setup, struct rng *rng, struct log *log)
{
    struct genoa_state *st = state;
    memset(st, 0, sizeof(*st));
    st->options = read_options(setup->option);
    st->seats = (uint8_t)setup->n_seats;
    st->first = st->tower_seat = (uint8_t)rng_below(rng, st->seats);
    st->turn = st->round = 1;
    st->round_spaces = genoa_round_spaces[st->seats];
    st->round_space = (uint8_t)(1 + st->options.shorter);
    lay_out(st);
    log_event(log, GENOA_STARTED, st->first, 0);
    deal(st, rng, log);
    struct step s = {.st = st, .seat = st->first, .rng = rng, .log = log};
    genoa_begin_turn(&s);
}

void genoa_setup_2(void *state, const struct setup *setup, struct rng *rng, struct log *log)
{
    struct genoa_state *st = state;
    genoa_setup(state, setup, rng, log);
    st->options.rules = GENOA_RULES_BEFORE;
    st->options.must_go_on = 0;
}
