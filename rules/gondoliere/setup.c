#include "config.h"

#include "rules/gondoliere/state.h"
#include "rules/engine/log.h"
#include "rules/engine/rng.h"

#include <string.h>

enum { OPTION_PROTECT_DRY };

static void deal_canal_tiles(struct gondoliere_state *st, struct rng *rng)
{
    uint8_t tiles[GONDOLIERE_CANAL_TILES];
    for (int i = 0; i < GONDOLIERE_CANAL_TILES; i++)
        tiles[i] = (uint8_t)i;
    rng_shuffle(rng, tiles, sizeof(tiles));
    st->n_common = GONDOLIERE_DISPLAY;
    memcpy(st->common, tiles, GONDOLIERE_DISPLAY);
    st->n_pile = GONDOLIERE_CANAL_TILES - GONDOLIERE_DISPLAY;
    memcpy(st->pile, tiles + GONDOLIERE_DISPLAY, st->n_pile);
}

static void deal_landings(struct gondoliere_state *st, int seat, struct rng *rng)
{
    struct gondoliere_player *player = &st->players[seat];
    uint8_t tiles[GONDOLIERE_LANDINGS];
    for (int i = 0; i < GONDOLIERE_LANDINGS; i++)
        tiles[i] = (uint8_t)gondoliere_landing(seat, i);
    rng_shuffle(rng, tiles, sizeof(tiles));
    player->n_display = GONDOLIERE_DISPLAY;
    memcpy(player->display, tiles, GONDOLIERE_DISPLAY);
    player->n_pile = GONDOLIERE_LANDINGS - GONDOLIERE_DISPLAY;
    memcpy(player->pile, tiles + GONDOLIERE_DISPLAY, player->n_pile);
}

static void log_tiles(struct log *log, int kind, int seat, const uint8_t tile[GONDOLIERE_DISPLAY])
{
    int16_t *slots = log_event(log, kind, seat, 1 + GONDOLIERE_DISPLAY);
    slots[0] = GONDOLIERE_DISPLAY;
    for (int i = 0; i < GONDOLIERE_DISPLAY; i++)
        slots[1 + i] = tile[i];
}

/* dossier gondoliere 4: the start seat is drawn first, then the canal tiles, then the landings by seat */
void gondoliere_setup(void *state, const struct setup *setup, struct rng *rng, struct log *log)
{
    struct gondoliere_state *st = state;
    *st = (struct gondoliere_state){
        .options = {.protect_dry_canals = (uint8_t)setup->option[OPTION_PROTECT_DRY]},
        .seats = (uint8_t)setup->n_seats,
        .turn = 1,
    };
    st->start = (uint8_t)rng_below(rng, st->seats);
    st->current = st->start;
    deal_canal_tiles(st, rng);
    log_tiles(log, GONDOLIERE_STARTED, st->start, st->common);
    for (int seat = 0; seat < st->seats; seat++) {
        deal_landings(st, seat, rng);
        log_tiles(log, GONDOLIERE_DEALT, seat, st->players[seat].display);
    }
    log_event(log, GONDOLIERE_TURN_BEGAN, st->current, 1)[0] = (int16_t)gondoliere_round(st);
}
