/* What may be done, and what shows hidden things. */
#include "config.h"

#include "rules/engine/log.h"
#include "rules/engine/rng.h"
#include "rules/venedig/state.h"

/* Nobody's gold is spent by saying nothing; elsewhere advice speaks, also for an architect (dossier venedig 14). */
int venedig_silence(const void *state, int seat, struct move *move)
{
    const struct venedig_state *st = state;
    (void)seat;
    if (st->phase != VENEDIG_PHASE_GOLD)
        return -1;
    *move = (struct move){.verb = VENEDIG_PROCEED};
    return 0;
}

/* ---- Sites ---- */

static void list_call(struct move_list *list, int kind, int spot, int count_in)
{
    int16_t *arg = move_list_add(list, VENEDIG_CALL, SLOTS_OF_CALL);
    arg[SLOT_CALL_KIND] = (int16_t)kind;
    arg[SLOT_CALL_SPOT] = (int16_t)spot;
    arg[SLOT_CALL_COUNT_IN] = (int16_t)count_in;
}

/* A building on each spot that fits; called for, as a wish. @set: -1 for wishes */
static void list_spots(const struct venedig_field *free, int kind, int set, struct move_list *list)
{
    struct venedig_job job = venedig_job_of(kind, set, -1);
    while (venedig_next_place(free, &job))
        if (set < 0)
            list_call(list, kind, job.spot, job.count_in);
        else
            venedig_write_build(move_list_add(list, VENEDIG_BUILD, SLOTS_OF_BUILD), &job);
}

/* ---- Building ---- */

static void list_plays(const struct venedig_state *st, int seat, struct move_list *list)
{
    for (int kind = 0; kind < VENEDIG_SHARED; kind++) {
        int held = st->hand[seat].of[kind], need = venedig_pieces[kind].need, left = need - venedig_total(st, kind);
        for (int count = 1; count <= held && count <= left; count++)
            list_two(list, VENEDIG_PLAY, kind, count);
        if (left < need && held >= need)
            list_two(list, VENEDIG_PLAY, kind, need);
    }
}

static void list_set(const struct venedig_state *st, int seat, const struct venedig_field *free, int kind, int set,
                     struct move_list *list)
{
    if (!venedig_has_room(free, kind)) {
        list_two(list, VENEDIG_SCRAP, kind, set);
    } else if (set == VENEDIG_SET_SOLO || venedig_decides(st, st->architect[kind]) == seat) {
        list_spots(free, kind, set, list);
    } else {
        list_call(list, kind, -1, -1);
        list_spots(free, kind, -1, list);
        if (venedig_has_one_place(free, kind))
            list_spots(free, kind, set, list);
    }
}

static void list_casas(const struct venedig_field *free, struct move_list *list)
{
    if (!venedig_has_room(free, VENEDIG_CASA))
        list_one(list, VENEDIG_DO_CASA, -1);
    for (int half = 0; half < 2; half++)
        for (uint64_t rest = free->part[half]; rest; rest &= rest - 1)
            list_one(list, VENEDIG_DO_CASA, half * 64 + __builtin_ctzll(rest));
}

static void list_done(const struct venedig_state *st, int seat, struct move_list *list)
{
    uint8_t before = venedig_kinds_of(&st->front[seat]);
    int over = venedig_size(before) - VENEDIG_FRONTS;
    for (int set = 0; set < 1 << VENEDIG_SHARED; set++)
        if (!(set & ~before) && venedig_size((unsigned)set) == (over > 0 ? over : 0))
            list_one(list, VENEDIG_DONE, set);
}

static void list_building(const struct venedig_state *st, int seat, struct move_list *list)
{
    struct venedig_field free = venedig_free(st);
    bool waiting = false;
    if (venedig_check(st, seat, &(struct move){.verb = VENEDIG_FLIP}, NULL) == RULE_OK)
        list_plain(list, VENEDIG_FLIP);
    list_plays(st, seat, list);
    if (st->hand[seat].of[VENEDIG_CASA])
        list_casas(&free, list);
    for (int kind = 0; kind < VENEDIG_SHARED; kind++)
        for (int set = 0; set < VENEDIG_SET_COUNT; set++)
            if (venedig_complete(st, kind, set)) {
                list_set(st, seat, &free, kind, set, list);
                waiting = true;
            }
    if (!waiting)
        list_done(st, seat, list);
}

/* ---- Gold: dossier venedig 7 ---- */

enum { SUMS = 64 };

/* Sums up to SUMS - 1 that tiles of the first so many values make: bit s for the sum s. */
static void reach_sums(const uint8_t tiles[VENEDIG_GOLD_VALUES], uint64_t reach[VENEDIG_GOLD_VALUES])
{
    reach[0] = 1;
    for (int value = 1; value < VENEDIG_GOLD_VALUES; value++) {
        reach[value] = reach[value - 1];
        for (int n = 1; n <= tiles[value] && n * value < SUMS; n++)
            reach[value] |= reach[value - 1] << (n * value);
    }
}

/* Of each number of steps the least gold that pays for it; anything else may be typed. */
static void list_spends(const struct venedig_state *st, int seat, struct move_list *list)
{
    const uint8_t *tiles = st->gold[seat];
    uint64_t reach[VENEDIG_GOLD_VALUES];
    int gold = venedig_gold(tiles);
    if (gold < VENEDIG_PRICE)
        return;
    list->partial = true;
    reach_sums(tiles, reach);
    for (int steps = 1; steps <= gold / VENEDIG_PRICE && steps * VENEDIG_PRICE < SUMS; steps++) {
        uint64_t enough = reach[VENEDIG_GOLD_VALUES - 1] >> (steps * VENEDIG_PRICE);
        if (!enough)
            break;
        int sum = steps * VENEDIG_PRICE + __builtin_ctzll(enough);
        if (sum >= (steps + 1) * VENEDIG_PRICE)
            continue; /* a step more for the same tiles */
        int16_t *arg = move_list_add(list, VENEDIG_SPEND, VENEDIG_GOLD_VALUES - 1);
        for (int value = VENEDIG_GOLD_VALUES - 1; value > 0; value--) {
            int n = 0;
            while (!(reach[value - 1] >> (sum - n * value) & 1))
                n++;
            arg[value - 1] = (int16_t)n;
            sum -= n * value;
        }
    }
}

/* ---- Swamp and cards: dossier venedig 8 ---- */

static void list_draining(const struct venedig_state *st, struct move_list *list)
{
    for (int site = 0; site < VENEDIG_SITES; site++)
        if (st->swamp[site] >= 0)
            list_one(list, VENEDIG_DRAIN, site);
    list_plain(list, VENEDIG_STOP);
}

static void list_swaps(const struct venedig_state *st, int put, struct move_list *list)
{
    int pool = venedig_kinds_of(&st->pool);
    for (int take = 0; take < 1 << VENEDIG_KINDS; take++) {
        int n = venedig_size((unsigned)take);
        if (!(take & ~pool) && n <= VENEDIG_SWAP && VENEDIG_SWAP - n <= venedig_left(st))
            list_two(list, VENEDIG_DO_SWAP, put, take);
    }
}

static void list_taking(const struct venedig_state *st, int seat, struct move_list *list)
{
    int held = counts_sum(st->hand[seat].of, VENEDIG_KINDS);
    if (!venedig_can_take(st, seat)) {
        list_plain(list, VENEDIG_PASS);
        return;
    }
    for (int kind = 0; kind < VENEDIG_KINDS; kind++)
        if (st->pool.of[kind])
            list_one(list, VENEDIG_DRAW, kind);
    if (venedig_left(st) > 0)
        list_one(list, VENEDIG_DRAW, VENEDIG_FROM_DECK);
    for (int kind = 0; kind < VENEDIG_KINDS && held - 1 + VENEDIG_SWAP <= VENEDIG_HAND; kind++)
        if (st->hand[seat].of[kind] && !st->pool.of[kind])
            list_swaps(st, kind, list);
}

int venedig_moves(const void *state, int seat, struct move_list *list)
{
    const struct venedig_state *st = state;
    struct venedig_field free;
    move_list_clear(list);
    if (!(venedig_awaits(st) & SEAT_BIT(seat)))
        return 0;
    switch (st->phase) {
    case VENEDIG_PHASE_BUILD:
        list_building(st, seat, list);
        break;
    case VENEDIG_PHASE_PLACE:
        free = venedig_free(st);
        list_spots(&free, st->job.kind, st->job.set, list);
        break;
    case VENEDIG_PHASE_GOLD:
        list_plain(list, VENEDIG_PROCEED);
        break;
    case VENEDIG_PHASE_DRAIN:
        list_draining(st, list);
        break;
    case VENEDIG_PHASE_DRAW:
        list_taking(st, seat, list);
        break;
    }
    if (st->phase != VENEDIG_PHASE_PLACE)
        list_spends(st, seat, list);
    return list->n;
}

/* What a step shows or draws is found by taking it on a copy: treasure, cards of the deck, the end. Whether anything of that
 * comes follows from what everybody sees; what comes is another matter, and is not looked at. */
unsigned venedig_traits(const void *state, int seat, const struct move *move)
{
    static const uint8_t key[RNG_KEY_BYTES] = {0};
    const struct venedig_state *st = state;
    struct venedig_state after = *st;
    struct log log = {.n = 0};
    struct rng rng;
    if (move->verb == VENEDIG_FLIP || move->verb == VENEDIG_DRAIN || move->verb == VENEDIG_CALL)
        return MOVE_REVEALS | MOVE_DRAWS;
    rng_init(&rng, key, 0);
    venedig_apply(&after, seat, move, &rng, &log);
    unsigned traits = (rng.used ? MOVE_DRAWS : 0) | (after.phase == VENEDIG_PHASE_OVER ? MOVE_REVEALS | MOVE_ENDS : 0);
    for (int i = 0; i < log.n; i++) {
        int kind = log.event[i].kind;
        if (kind == VENEDIG_TREASURE || kind == VENEDIG_DREW || kind == VENEDIG_FLIPPED)
            traits |= MOVE_REVEALS;
    }
    return traits;
}
