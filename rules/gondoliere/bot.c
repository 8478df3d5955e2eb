/* A sound player: looks over its own turn and takes the first step of the best one (dossier gondoliere 18).
 *
 * What lies open to all is all it needs; the order of the piles is never looked at.
 */
#include "config.h"

#include "rules/gondoliere/state.h"
#include "rules/engine/rng.h"
#include "rules/parts.h"

#include <string.h>

enum {
    BEAM = 4,            /* positions that are followed further */
    POINT = 1000,        /* of a closed canal */
    POINT_OPEN = 500,    /* of one that may yet change, or never be finished, */
    POINT_VALUE = 120,   /* and more for each value that lies in it: so much nearer is its end */
    WORTH_OF_WINNING = 30 * POINT,
    WHIM = 8,            /* so that equals are not always told apart in the same way */
    LOW_LANDINGS = 5     /* three landings of no more than this are exchanged */
};

/* A position that this turn can lead to, and the step of the turn that comes next. */
struct prospect {
    struct gondoliere_state st;
    struct gondoliere_chart chart;
    struct move first;
    int worth;
};

/* The best so far, the best first. */
struct beam {
    int n;
    struct prospect prospect[BEAM];
};

struct search {
    int seat;
    struct rng *rng;
    struct beam beam;   /* as far as the turn has been looked at, */
    struct beam next;   /* and one tile further */
    struct move best;
    int best_worth;
    bool found;
};

/* ---- The worth of a position ---- */

static int weight_of(const struct prospect *prospect, int canal)
{
    if (prospect->st.canals[canal] != GONDOLIERE_OPEN)
        return POINT;
    if (prospect->st.ending != GONDOLIERE_ENDING_NONE)
        return 0;
    int weight = POINT_OPEN;
    for (int value = 1; value <= GONDOLIERE_VALUES; value++)
        if (prospect->chart.course[canal].values >> value & 1)
            weight += POINT_VALUE;
    return weight;
}

/* By how much the seat is ahead of the others' average in what the canals pay; once the game is over, winning counts. */
static int worth_of(const struct prospect *prospect, int seat)
{
    const struct gondoliere_state *st = &prospect->st;
    int worth = 0, others = st->seats - 1;
    for (int canal = 0; canal < GONDOLIERE_CANALS; canal++) {
        int16_t points[GONDOLIERE_SEATS];
        int ahead = 0;
        gondoliere_payout(&prospect->chart, canal, points);
        for (int i = 0; i < st->seats; i++)
            ahead += i == seat ? others * points[i] : -points[i];
        worth += weight_of(prospect, canal) * ahead / others;
    }
    if (st->ending == GONDOLIERE_ENDING_NONE)
        return worth;
    struct gondoliere_result result = gondoliere_result(st, &prospect->chart);
    return result.rank[seat] == 1 ? worth + WORTH_OF_WINNING : worth - WORTH_OF_WINNING;
}

/* ---- The turn ---- */

static void keep(struct beam *beam, const struct prospect *prospect)
{
    if (beam->n == BEAM && beam->prospect[BEAM - 1].worth >= prospect->worth)
        return;
    int i = beam->n < BEAM ? beam->n++ : BEAM - 1;
    for (; i > 0 && beam->prospect[i - 1].worth < prospect->worth; i--)
        beam->prospect[i] = beam->prospect[i - 1];
    beam->prospect[i] = *prospect;
}

static void look_at(struct search *search, const struct prospect *from, const struct gondoliere_way *way, bool first)
{
    struct prospect then = *from;
    gondoliere_place(&then.st, &then.chart, way);
    then.worth = worth_of(&then, search->seat) + (int)rng_below(search->rng, WHIM);
    if (first)
        then.first = (struct move){.verb = GONDOLIERE_PLACE, .nargs = SLOTS_OF_PLACE,
                                   .arg = {way->tile, (int16_t)(GONDOLIERE_FIRST_CANAL + way->canal), way->rotation}};
    if (!search->found || then.worth > search->best_worth) {
        search->found = true;
        search->best = then.first;
        search->best_worth = then.worth;
    }
    if (then.st.ending == GONDOLIERE_ENDING_NONE)
        keep(&search->next, &then);
}

static bool same_kind(int a, int b)
{
    return gondoliere_is_landing(a) == gondoliere_is_landing(b)
        && memcmp(&gondoliere_tile[a], &gondoliere_tile[b], sizeof(gondoliere_tile[a])) == 0;
}

/* Of several displayed tiles of one kind the first stands for all. */
static bool is_new(const uint8_t *tile, int i)
{
    for (int j = 0; j < i; j++)
        if (same_kind(tile[j], tile[i]))
            return false;
    return true;
}

static void look_at_tile(struct search *search, const struct prospect *from, int tile, bool first)
{
    for (int canal = 0; canal < GONDOLIERE_CANALS; canal++) {
        struct gondoliere_way way;
        uint8_t rotation[2];
        int turns = gondoliere_rotations(tile, from->chart.course[canal].side, rotation);
        for (int i = 0; i < turns; i++)
            if (gondoliere_permits(&from->st, &from->chart, tile, canal, rotation[i], &way) == RULE_OK)
                look_at(search, from, &way, first);
    }
}

/* One tile more than in the positions of the beam. */
static void look_further(struct search *search, bool first)
{
    search->next.n = 0;
    for (int i = 0; i < search->beam.n; i++) {
        const struct prospect *from = &search->beam.prospect[i];
        uint8_t tile[2 * GONDOLIERE_DISPLAY];
        int n = gondoliere_shown(&from->st, search->seat, tile);
        for (int k = 0; k < n; k++)
            if (is_new(tile, k))
                look_at_tile(search, from, tile[k], first);
    }
    search->beam = search->next;
}

/* ---- Advice ---- */

/* dossier gondoliere 18: no 4, and little else */
static bool wants_others(const struct gondoliere_player *player)
{
    int sum = 0;
    if (player->mulligan != GONDOLIERE_MULLIGAN_OPEN)
        return false;
    for (int i = 0; i < player->n_display; i++) {
        int value = gondoliere_tile[player->display[i]].value;
        if (value == GONDOLIERE_VALUES)
            return false;
        sum += value;
    }
    return sum <= LOW_LANDINGS;
}

int gondoliere_advise(const void *state, int seat, struct rng *rng, struct move *move)
{
    const struct gondoliere_state *st = state;
    struct search search = {.seat = seat, .rng = rng};
    struct prospect *now = &search.beam.prospect[0];
    if (!(gondoliere_awaits(st) & SEAT_BIT(seat)))
        return -1;
    if (wants_others(&st->players[seat])) {
        *move = (struct move){.verb = GONDOLIERE_MULLIGAN};
        return 0;
    }
    now->st = *st;
    now->chart = *gondoliere_chart_of(st, &now->chart);
    search.beam.n = 1;
    if (st->placed) { /* the turn may end here */
        search.best = (struct move){.verb = GONDOLIERE_END};
        search.best_worth = worth_of(now, seat);
        search.found = true;
    }
    for (int placed = st->placed; placed < GONDOLIERE_A_TURN; placed++)
        look_further(&search, placed == st->placed);
    *move = search.best;
    return search.found ? 0 : -1;
}

