#include "config.h"

#include "rules/engine/log.h"
#include "rules/engine/rng.h"
#include "rules/venedig/state.h"

#include <string.h>

/* dossier venedig 3.2 */
static void lay_swamp(struct venedig_state *st, struct rng *rng)
{
    int8_t tiles[VENEDIG_SWAMP_TILES];
    int n = 0;
    for (int value = 0; value < VENEDIG_SWAMP_VALUES; value++)
        for (int i = 0; i < venedig_swamp_tiles[value]; i++)
            tiles[n++] = (int8_t)value;
    rng_shuffle(rng, tiles, sizeof(tiles));
    for (int site = 0; site < VENEDIG_SITES; site++)
        st->swamp[site] = venedig_sites[site].swamp ? tiles[--n] : -1;
}

/* dossier venedig 3.4 */
static void deal(struct venedig_state *st, struct rng *rng, struct log *log)
{
    for (int kind = 0; kind < VENEDIG_KINDS; kind++)
        for (int i = 0; i < venedig_pieces[kind].cards; i++)
            st->deck[st->n_deck++] = (uint8_t)kind;
    rng_shuffle(rng, st->deck, sizeof(st->deck));
    for (int seat = 0; seat < st->seats; seat++) {
        int16_t *slots = log_event(log, VENEDIG_WAS_DEALT, seat, VENEDIG_KINDS);
        log_secret(log, SEAT_BIT(seat));
        for (int i = 0; i < VENEDIG_DEALT; i++) {
            int kind = st->deck[--st->n_deck];
            st->hand[seat].of[kind]++;
            slots[kind]++;
        }
    }
}

/* dossier venedig 3: the swamp is laid first, then the cards are dealt, then the first seat is drawn */
void venedig_setup(void *state, const struct setup *setup, struct rng *rng, struct log *log)
{
    struct venedig_state *st = state;
    memset(st, 0, sizeof(*st));
    st->seats = (uint8_t)setup->n_seats;
    st->turn = 1;
    st->solo = st->last = -1;
    memset(st->architect, -1, sizeof(st->architect));
    memcpy(st->buildings, venedig_printed, sizeof(venedig_printed));
    st->n_buildings = VENEDIG_PRINTED;
    memcpy(st->aside + VENEDIG_SWAMP_VALUES, venedig_treasure_tiles, sizeof(venedig_treasure_tiles));
    st->job = venedig_job_of(-1, 0, -1);
    lay_swamp(st, rng);
    deal(st, rng, log);
    st->active = (uint8_t)rng_below(rng, st->seats);
    log_event(log, VENEDIG_STARTED, st->active, 0);
    log_event(log, VENEDIG_TURN_BEGAN, st->active, 1)[0] = 1;
}
