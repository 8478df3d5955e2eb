#include "config.h"

#include "rules/carrara/state.h"
#include "rules/engine/log.h"
#include "rules/engine/rng.h"

#include <string.h>

enum { OPTION_EXPANSION, OPTION_WHEEL, OPTION_REBUILD, OPTION_SCREENS };

/* One of each colour lies in section I, the start stones are handed out, the rest is in the bag (3.3, 3.4). */
static void deal_stones(struct carrara_state *st)
{
    for (int c = 0; c < CARRARA_COLOURS; c++) {
        st->wheel[0][c] = 1;
        st->bag[c] = CARRARA_PER_COLOUR - 1;
    }
    for (int i = 0; i < st->seats; i++) {
        int colour = carrara_start_stones[i];
        st->players[(st->start + i) % st->seats].stones[colour] = 1;
        st->bag[colour]--;
    }
}

static void deal_tiles(struct carrara_state *st, struct rng *rng)
{
    uint8_t deck[CARRARA_DECK];
    for (int i = 0; i < CARRARA_DECK; i++)
        deck[i] = (uint8_t)i;
    rng_shuffle(rng, deck, CARRARA_DECK);
    for (int slot = 0; slot < CARRARA_MARKET; slot++)
        st->market[slot] = (int8_t)deck[slot];
    st->n_stack = CARRARA_DECK - CARRARA_MARKET;
    memcpy(st->stack, deck + CARRARA_MARKET, st->n_stack);
}

/* One card of each colour, at random, and the tiles of cost 8 (3.8). */
static void lay_expansion(struct carrara_state *st, struct rng *rng)
{
    uint8_t *const cards[] = {&st->brown, &st->purple, &st->grey};
    for (int i = 0; i < CARRARA_OBJECTIVE_COUNT; i++)
        *cards[i] = (uint8_t)(1 + rng_below(rng, CARRARA_CARDS - 1));
    st->green = (uint8_t)(1 + rng_below(rng, CARRARA_GREENS - 1));
    memset(st->expensive, 1, sizeof(st->expensive));
}

static void log_start(const struct carrara_state *st, struct log *log)
{
    int16_t *slots = log_event(log, CARRARA_STARTED, st->start, 1 + CARRARA_SEATS + 4);
    slots[0] = st->seats;
    for (int i = 0; i < st->seats; i++)
        slots[1 + (st->start + i) % st->seats] = carrara_start_stones[i];
    slots[5] = st->brown;
    slots[6] = st->purple;
    slots[7] = st->grey;
    slots[8] = st->green;
    if (st->options.expansion)
        memcpy(log_event(log, CARRARA_OBJECTIVES, NO_SEAT, 4), slots + 5, 4 * sizeof(slots[0]));
}

/* dossier carrara 3: the start seat is drawn first, then the tiles, then the cards. With the expansion the wheel is optional and
 * rebuilding allowed (6.1). */
void carrara_setup(void *state, const struct setup *setup, struct rng *rng, struct log *log)
{
    struct carrara_state *st = state;
    *st = (struct carrara_state){
        .options = {
            .expansion = (uint8_t)setup->option[OPTION_EXPANSION],
            .wheel = (uint8_t)setup->option[OPTION_WHEEL],
            .rebuild = (uint8_t)setup->option[OPTION_REBUILD],
            .screens = (uint8_t)setup->option[OPTION_SCREENS],
        },
        .seats = (uint8_t)setup->n_seats,
        .pending = {.tile = -1, .city = -1, .old = -1},
        .declared = NO_SEAT,
    };
    st->start = (uint8_t)rng_below(rng, st->seats);
    st->current = st->start;
    for (int seat = 0; seat < st->seats; seat++)
        st->players[seat].coins = CARRARA_START_COINS;
    memset(st->upgrades, -1, sizeof(st->upgrades));
    memset(st->cities, -1, sizeof(st->cities));
    memset(st->sale, 1, sizeof(st->sale));
    memset(st->reserve, CARRARA_PER_OBJECT - 1, sizeof(st->reserve));
    deal_stones(st);
    deal_tiles(st, rng);
    if (st->options.expansion) {
        st->options.wheel = 0;
        st->options.rebuild = 1;
        lay_expansion(st, rng);
    }
    log_start(st, log);
}
