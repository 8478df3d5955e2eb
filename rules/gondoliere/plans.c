/* A turn prepared while others think: where it begins, and what its steps depend on. */
#include "config.h"

#include "rules/gondoliere/state.h"
#include "rules/engine/plans.h"
#include "rules/parts.h"

static const char canal_words[] = N_("the canal"), tile_words[] = N_("the tiles on display"), closing[] = N_("which canals close"),
                  payout[] = N_("what a canal pays"), placed[] = N_("how many tiles you have placed");

static bool begin(void *state, int seat)
{
    struct gondoliere_state *st = state;
    struct gondoliere_chart room;
    if (st->ending != GONDOLIERE_ENDING_NONE || seat < 0 || seat >= st->seats || seat == st->current)
        return false;
    st->turn = (uint8_t)(st->turn + (seat - st->current + st->seats) % st->seats);
    st->current = (uint8_t)seat;
    st->placed = 0;
    return gondoliere_can_place(st, gondoliere_chart_of(st, &room));
}

static void read_shown(const struct gondoliere_state *st, int seat, int tile, struct reads *reads)
{
    uint8_t shown[2 * GONDOLIERE_DISPLAY];
    int n = gondoliere_shown(st, seat, shown), found = 0;
    for (int i = 0; i < n; i++)
        found += shown[i] == tile;
    reads_number(reads, tile_words, found);
}

/* A canal as far as it goes; structs of bytes, without padding. */
_Static_assert(sizeof(struct gondoliere_course) == 8 + GONDOLIERE_VALUES + GONDOLIERE_SEATS, "a course has padding");

static void read_course(const struct gondoliere_state *st, const struct gondoliere_chart *chart, int canal, struct reads *reads)
{
    reads_bytes(reads, canal_words, &chart->course[canal], sizeof(chart->course[canal]));
    reads_number(reads, canal_words, st->canals[canal]);
}

/* The canals that the tile leads on, as they are before it and after, with those that wait at the same place; the canals that close with
 * it, and what each pays then; and whether the game ends. */
static void read_place(const struct gondoliere_state *st, int seat, const int16_t *arg, struct reads *reads)
{
    struct gondoliere_state after = *st;
    struct gondoliere_chart room;
    const struct gondoliere_chart *chart = gondoliere_chart_of(st, &room);
    struct gondoliere_way way;
    int canal = arg[SLOT_CANAL] - GONDOLIERE_FIRST_CANAL;
    read_shown(st, seat, arg[SLOT_TILE], reads);
    reads_number(reads, placed, st->placed);
    read_course(st, chart, canal, reads);
    reads_number(reads, canal_words, chart->same[canal]);
    for (int j = 0; j < GONDOLIERE_CANALS; j++)
        if (chart->same[canal] >> j & 1)
            read_course(st, chart, j, reads);
    if (gondoliere_permits(st, chart, arg[SLOT_TILE], canal, arg[SLOT_ROTATION], &way) != RULE_OK)
        return;
    reads_bytes(reads, canal_words, &way.course, sizeof(way.course));
    if (way.partner >= 0)
        reads_bytes(reads, canal_words, &way.partner_course, sizeof(way.partner_course));
    struct gondoliere_chart then = *chart;
    unsigned closed = gondoliere_place(&after, &then, &way);
    reads_number(reads, closing, closed | (unsigned)after.ending << GONDOLIERE_CANALS);
    for (int k = 0; k < GONDOLIERE_CANALS; k++) {
        int16_t points[GONDOLIERE_SEATS];
        if (!(closed >> k & 1))
            continue;
        gondoliere_payout(&then, k, points);
        reads_number(reads, payout, after.canals[k]);
        reads_bytes(reads, payout, points, st->seats * sizeof(points[0]));
    }
}

/* What is turned up at the end of a turn decides nothing in it. */
static void reads_of(const void *state, int seat, const struct move *step, struct reads *reads)
{
    const struct gondoliere_state *st = state;
    if (step->verb == GONDOLIERE_PLACE)
        read_place(st, seat, step->arg, reads);
    else
        reads_number(reads, placed, st->placed);
}

const struct rules_plans gondoliere_plans = {.begin = begin, .reads = reads_of};
