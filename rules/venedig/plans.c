/* A turn prepared while others think: where it begins, and what its steps depend on.
 *
 * Draining and cards from the deck show what lies hidden, so a plan seldom holds a whole turn: it is the part with cards and buildings,
 * which is then offered. */
#include "config.h"

#include "rules/engine/plans.h"
#include "rules/parts.h"
#include "rules/venedig/state.h"

static const char cards[] = N_("your cards"), fronts[] = N_("the cards on the table"), site_words[] = N_("the site"),
                  worth[] = N_("what the building brings"), gondolas[] = N_("where the gondolas are"), gold_words[] = N_("your gold"),
                  pool[] = N_("the pool"), left_words[] = N_("the cards in the deck");

/* Is something of another's turn on its way: a building, a whole set, more kinds of cards than may stay? What comes of it is not this
 * seat's to decide. */
static bool is_busy(const struct venedig_state *st)
{
    bool busy = st->job.kind >= 0 || st->solo >= 0;
    for (int kind = 0; kind < VENEDIG_SHARED; kind++)
        busy = busy || venedig_complete(st, kind, VENEDIG_SET_SHARED);
    for (int seat = 0; seat < VENEDIG_SEATS; seat++)
        busy = busy || venedig_size(venedig_kinds_of(&st->front[seat])) > VENEDIG_FRONTS;
    return busy;
}

static bool begin(void *state, int seat)
{
    struct venedig_state *st = state;
    if (st->phase == VENEDIG_PHASE_OVER || st->ending != VENEDIG_ENDING_NONE || seat < 0 || seat >= st->seats || seat == st->active
        || is_busy(st))
        return false;
    st->turn = (int16_t)(st->turn + (seat - st->active + st->seats) % st->seats);
    st->active = (uint8_t)seat;
    st->begun = st->flipped = st->drained = 0;
    st->phase = VENEDIG_PHASE_BUILD;
    return true;
}

/* Who has how many cards of a kind before them, whose the token is, and whether a whole set waits. */
static void read_kind(const struct venedig_state *st, int kind, struct reads *reads)
{
    uint8_t of[VENEDIG_SEATS];
    for (int seat = 0; seat < VENEDIG_SEATS; seat++)
        of[seat] = st->front[seat].of[kind];
    reads_bytes(reads, fronts, of, sizeof(of));
    if (kind < VENEDIG_SHARED)
        reads_number(reads, fronts, st->architect[kind]);
    reads_number(reads, fronts, st->solo);
}

/* A building at its place: whether it can stand there, what it brings, who gets treasure, where gondolas come to, and who may be asked
 * meanwhile. */
static void read_site(const struct venedig_state *st, int seat, int kind, int set, int spot, int count_in, struct reads *reads)
{
    struct venedig_field free = venedig_free(st);
    struct venedig_job job = venedig_job_of(kind, set, set == VENEDIG_SET_SOLO ? seat : st->architect[kind]);
    int site;
    job.spot = (int16_t)spot;
    job.count_in = (int8_t)count_in;
    reads_number(reads, site_words, venedig_site_error(st, &free, kind, spot, &site));
    reads_number(reads, site_words, venedig_has_room(&free, kind) | venedig_has_one_place(&free, kind) << 1);
    reads_number(reads, worth, venedig_brings(st, &job));
    reads_number(reads, worth, venedig_supply(st, kind));
    reads_number(reads, worth, st->ending);
    reads_bytes(reads, gondolas, st->gondola, st->seats);
    reads_number(reads, gold_words, venedig_may_pay(st, seat));
}

static void read_swap(const struct venedig_state *st, const struct move *step, struct reads *reads)
{
    reads_bytes(reads, pool, st->pool.of, sizeof(st->pool.of));
    if (step->verb == VENEDIG_DO_SWAP)
        reads_number(reads, left_words, venedig_left(st));
}

static void reads_of(const void *state, int seat, const struct move *step, struct reads *reads)
{
    const struct venedig_state *st = state;
    const int16_t *arg = step->arg;
    reads_bytes(reads, cards, st->hand[seat].of, sizeof(st->hand[seat].of));
    switch (step->verb) {
    case VENEDIG_PLAY:
        read_kind(st, arg[0], reads);
        break;
    case VENEDIG_DO_CASA:
        if (arg[0] >= 0)
            read_site(st, seat, VENEDIG_CASA, VENEDIG_SET_SOLO, arg[0], -1, reads);
        break;
    case VENEDIG_BUILD:
        read_kind(st, arg[SLOT_BUILD_KIND], reads);
        read_site(st, seat, arg[SLOT_BUILD_KIND], arg[SLOT_BUILD_SET], arg[SLOT_BUILD_SPOT], arg[SLOT_BUILD_COUNT_IN], reads);
        break;
    case VENEDIG_SPEND:
        reads_bytes(reads, gold_words, st->gold[seat], sizeof(st->gold[seat]));
        reads_bytes(reads, gondolas, st->gondola, st->seats);
        reads_number(reads, worth, st->ending);
        break;
    case VENEDIG_SCRAP:
    case VENEDIG_DONE:
        for (int kind = 0; kind < VENEDIG_SHARED; kind++)
            read_kind(st, kind, reads);
        break;
    default: /* taking cards, and going on without draining */
        read_swap(st, step, reads);
    }
}

const struct rules_plans venedig_plans = {.begin = begin, .reads = reads_of};
