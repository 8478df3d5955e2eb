/* What a legal move does. Slots of events are in the order of the tables in carrara.c. */
#include "config.h"

#include "rules/carrara/state.h"
#include "rules/engine/counts.h"
#include "rules/engine/log.h"
#include "rules/engine/rng.h"

#include <string.h>

/* A move on its way: who makes it, with what, where chance comes from and where it is written down. */
struct turn {
    struct carrara_state *st;
    struct carrara_player *player;
    int seat;
    const int16_t *arg;
    struct rng *rng;
    struct log *log;
};

static void put_counts(int16_t *slots, const uint8_t counts[6])
{
    for (int i = 0; i < 6; i++)
        slots[i] = counts[i];
}

/* ---- Stones: dossier carrara 4.1 ---- */

static void draw_stones(struct carrara_state *st, struct rng *rng, int16_t *drawn)
{
    int on_wheel = carrara_wheel_stones(st), in_bag = carrara_sum(st->bag);
    for (; on_wheel < CARRARA_WHEEL_STONES && in_bag > 0; on_wheel++, in_bag--) {
        int colour = rng_draw(rng, st->bag, CARRARA_COLOURS);
        count_put(&st->wheel[0][colour], 1);
        drawn[colour]++;
    }
}

static void do_turn_wheel(struct turn *t)
{
    int16_t *slots = log_event(t->log, CARRARA_WHEEL_TURNED, t->seat, 2 * CARRARA_COLOURS);
    uint8_t back[CARRARA_COLOURS];
    memcpy(back, t->st->wheel[CARRARA_SECTIONS - 1], sizeof(back));
    memmove(t->st->wheel[1], t->st->wheel[0], sizeof(t->st->wheel[0]) * (CARRARA_SECTIONS - 1));
    memcpy(t->st->wheel[0], back, sizeof(back));
    draw_stones(t->st, t->rng, slots);
    put_counts(slots + CARRARA_COLOURS, back);
    t->st->phase = CARRARA_PHASE_BUY;
}

static void pay_coins(struct carrara_player *player, int coins)
{
    must(player->coins >= coins);
    player->coins = (int16_t)(player->coins - coins);
}

static void do_buy(struct turn *t)
{
    int section = t->arg[0] - 1, paid = 0;
    must(section >= 0 && section < CARRARA_SECTIONS);
    const int16_t *stones = t->arg + 1;
    for (int c = 0; c < CARRARA_COLOURS; c++) {
        count_move(&t->st->wheel[section][c], &t->player->stones[c], stones[c]);
        paid += stones[c] * carrara_prices[section][c];
    }
    pay_coins(t->player, paid);
    int16_t *slots = log_event(t->log, CARRARA_STONES_BOUGHT, t->seat, 2 + CARRARA_COLOURS);
    memcpy(slots, t->arg, (1 + CARRARA_COLOURS) * sizeof(slots[0]));
    slots[1 + CARRARA_COLOURS] = (int16_t)paid;
    t->st->phase = CARRARA_PHASE_FINISH;
}

static void do_relief(struct turn *t)
{
    int16_t *slots = log_event(t->log, CARRARA_RELIEVED, t->seat, 2 + CARRARA_COLOURS);
    slots[0] = CARRARA_RELIEF_COINS;
    slots[1] = t->player->coins;
    put_counts(slots + 2, t->player->stones);
    t->player->coins = (int16_t)(t->player->coins + CARRARA_RELIEF_COINS);
    t->st->phase = CARRARA_PHASE_FINISH;
}

/* ---- Building: dossier carrara 4.2 ---- */

static void do_build(struct turn *t)
{
    t->st->pending = (struct carrara_pending){
        .tile = (int8_t)t->arg[0], .city = (int8_t)t->arg[1], .old = -1, .due = carrara_tile_cost[t->arg[0]]};
    t->st->phase = CARRARA_PHASE_PAY;
}

static void do_rebuild(struct turn *t)
{
    int tile = t->arg[0], old = t->arg[1], own = carrara_own_building(t->player, old);
    must(own >= 0);
    t->st->pending = (struct carrara_pending){
        .tile = (int8_t)tile,
        .city = (int8_t)t->player->buildings[own].city,
        .old = (int8_t)old,
        .due = (uint8_t)(carrara_tile_cost[tile] - carrara_tile_cost[old]),
    };
    t->st->phase = CARRARA_PHASE_PAY;
}

static void log_building(struct turn *t, const struct carrara_pending *pending)
{
    bool anew = pending->old < 0;
    int16_t *slots = anew ? log_event(t->log, CARRARA_BUILT, t->seat, 2 + CARRARA_COLOURS)
                          : log_event(t->log, CARRARA_REBUILT, t->seat, 3 + CARRARA_COLOURS);
    *slots++ = pending->tile;
    if (!anew)
        *slots++ = pending->old;
    *slots++ = pending->city;
    memcpy(slots, t->arg, CARRARA_COLOURS * sizeof(slots[0]));
}

/* An empty place in the market stays empty until the end of the turn. */
static void take_offer(struct carrara_state *st, int tile)
{
    if (tile >= CARRARA_DECK) {
        count_take(&st->expensive[tile - CARRARA_DECK], 1);
        return;
    }
    int slot = carrara_market_slot(st, tile);
    must(slot >= 0);
    st->market[slot] = -1;
}

static void do_pay(struct turn *t)
{
    struct carrara_pending pending = t->st->pending;
    int at = pending.old < 0 ? t->player->n_buildings++ : carrara_own_building(t->player, pending.old);
    must(at >= 0 && at < CARRARA_TILES);
    take_offer(t->st, pending.tile);
    for (int c = 0; c < CARRARA_COLOURS; c++)
        count_move(&t->player->stones[c], &t->st->bag[c], t->arg[c]);
    t->player->buildings[at] = (struct carrara_building){(uint8_t)pending.tile, (uint8_t)pending.city};
    log_building(t, &pending);
    bool dear = pending.tile >= CARRARA_DECK;
    t->st->pending = (struct carrara_pending){.tile = dear ? pending.tile : -1, .city = -1, .old = -1};
    t->st->phase = dear ? CARRARA_PHASE_UPGRADE : CARRARA_PHASE_FINISH;
}

/* dossier carrara 6.3: there are more of them than tiles of cost 8. */
static void do_upgrade(struct turn *t)
{
    must(t->st->upgrades[t->arg[0]] < 0);
    t->st->upgrades[t->arg[0]] = (int8_t)t->seat;
    log_one(t->log, CARRARA_UPGRADED, t->seat, t->arg[0]);
    t->st->pending.tile = -1;
    t->st->phase = CARRARA_PHASE_FINISH;
}

/* ---- Scoring: dossier carrara 4.3 ---- */

static void collect(struct turn *t, int what, int which, const struct carrara_yield *yield)
{
    int16_t *slots = log_event(t->log, CARRARA_SCORED, t->seat, 7 + 2 * CARRARA_OBJECTS);
    slots[0] = (int16_t)what;
    slots[1] = (int16_t)which;
    for (int i = 0; i < 3; i++)
        slots[2 + i] = (int16_t)(yield->tiles >> (15 * i) & 0x7fff);
    slots[5] = yield->points;
    slots[6] = yield->coins;
    put_counts(slots + 7, yield->objects);
    put_counts(slots + 7 + CARRARA_OBJECTS, yield->missing);
    t->player->points = (int16_t)(t->player->points + yield->points);
    t->player->coins = (int16_t)(t->player->coins + yield->coins);
    for (int kind = 0; kind < CARRARA_OBJECTS; kind++)
        count_move(&t->st->reserve[kind], &t->player->objects[kind], yield->objects[kind]);
    t->st->phase = CARRARA_PHASE_FINISH;
}

/* `what` of the event is a type, a city or a category; `which` counts types first, then cities, then categories. */
static void do_score_type(struct turn *t)
{
    struct carrara_yield yield = carrara_yield_type(t->st, t->seat, t->arg[0]);
    collect(t, 0, t->arg[0], &yield);
    t->player->types[t->arg[0]] = 1;
}

static void do_score_city(struct turn *t)
{
    struct carrara_yield yield = carrara_yield_city(t->st, t->seat, t->arg[0]);
    collect(t, 1, CARRARA_TYPES + t->arg[0], &yield);
    t->st->cities[t->arg[0]] = (int8_t)t->seat;
}

static void do_score_category(struct turn *t)
{
    struct carrara_yield yield = carrara_yield_category(t->st, t->seat, t->arg[0]);
    collect(t, 2, CARRARA_TYPES + CARRARA_CITIES + t->arg[0], &yield);
    t->player->categories[t->arg[0]] = 1;
}

/* ---- The end of a turn and of the game: dossier carrara 4.4, 5 ---- */

static void do_object(struct turn *t)
{
    pay_coins(t->player, CARRARA_OBJECT_PRICE);
    must(t->st->sale[t->arg[0]]);
    count_put(&t->player->objects[t->arg[0]], 1);
    t->st->sale[t->arg[0]] = 0;
    t->st->bought = 1;
    int16_t *slots = log_event(t->log, CARRARA_OBJECT_BOUGHT, t->seat, 2);
    slots[0] = t->arg[0];
    slots[1] = CARRARA_OBJECT_PRICE;
}

static void set_ending(struct turn *t, int ending)
{
    t->st->ending = (uint8_t)ending;
    int16_t *slots = log_event(t->log, CARRARA_LAST_ROUND, NO_SEAT, 2);
    slots[0] = (int16_t)ending;
    slots[1] = (int16_t)((t->st->start + t->st->seats - 1) % t->st->seats);
}

static void do_declare(struct turn *t)
{
    t->player->points += CARRARA_DECLARE_POINTS;
    t->st->declared = (int8_t)t->seat;
    log_event(t->log, CARRARA_DECLARED, t->seat, 1)[0] = CARRARA_DECLARE_POINTS;
    set_ending(t, CARRARA_ENDING_DECLARED);
}

static void fill_market(struct turn *t)
{
    struct carrara_state *st = t->st;
    for (int slot = 0; slot < CARRARA_MARKET && st->n_stack > 0; slot++) {
        if (st->market[slot] >= 0)
            continue;
        st->market[slot] = (int8_t)st->stack[0];
        st->n_stack--;
        memmove(st->stack, st->stack + 1, st->n_stack);
        int16_t *slots = log_event(t->log, CARRARA_MARKET_FILLED, NO_SEAT, 2);
        slots[0] = (int16_t)slot;
        slots[1] = st->market[slot];
    }
}

static bool market_is_empty(const struct carrara_state *st)
{
    for (int slot = 0; slot < CARRARA_MARKET; slot++)
        if (st->market[slot] >= 0)
            return false;
    return true;
}

static void log_result(struct turn *t, int seat, const struct carrara_total *total)
{
    if (t->st->options.expansion) {
        const int16_t parts[] = {total->total, total->track, total->purple, total->grey,
                                 total->green, total->surplus, total->coins, total->stones};
        memcpy(log_event(t->log, CARRARA_RESULT_CARDS, seat, 8), parts, sizeof(parts));
        return;
    }
    int16_t *slots = log_event(t->log, CARRARA_RESULT, seat, 6);
    slots[0] = total->total;
    slots[1] = total->track;
    slots[2] = total->purple;
    slots[3] = total->grey;
    slots[4] = total->coins;
    slots[5] = total->stones;
}

/* One event for the record, with a list of figures per seat; then a line for each player, and who won. */
static void finish_game(struct turn *t)
{
    struct carrara_state *st = t->st;
    struct carrara_total total[CARRARA_SEATS];
    int8_t rank[CARRARA_SEATS];
    enum { LIST = 1 + CARRARA_SEATS, LISTS = 8 };
    st->phase = CARRARA_PHASE_OVER;
    carrara_rank(st, rank);
    int16_t *slots = log_event(t->log, CARRARA_OVER, NO_SEAT, (LISTS + 1) * LIST);
    for (int list = 0; list < LISTS; list++)
        slots[list * LIST] = st->seats;
    for (int seat = 0; seat < st->seats; seat++) {
        total[seat] = carrara_total(st, seat);
        const int16_t figures[LISTS] = {total[seat].track, total[seat].purple,  total[seat].grey,  total[seat].green,
                                        total[seat].coins, total[seat].surplus, total[seat].total, total[seat].stones};
        for (int list = 0; list < LISTS; list++)
            slots[list * LIST + 1 + seat] = figures[list];
        if (rank[seat] == 1)
            slots[LISTS * LIST + ++slots[LISTS * LIST]] = (int16_t)seat;
    }
    for (int place = 1; place <= st->seats; place++)
        for (int seat = 0; seat < st->seats; seat++)
            if (rank[seat] == place)
                log_result(t, seat, &total[seat]);
    for (int seat = 0; seat < st->seats; seat++)
        if (rank[seat] == 1)
            log_event(t->log, CARRARA_WON, seat, 1)[0] = total[seat].total;
}

static void do_end(struct turn *t)
{
    struct carrara_state *st = t->st;
    fill_market(t);
    if (st->ending == CARRARA_ENDING_NONE && market_is_empty(st))
        set_ending(t, CARRARA_ENDING_BUILT);
    st->turn++;
    st->bought = 0;
    st->current = (uint8_t)((st->current + 1) % st->seats);
    if (st->ending != CARRARA_ENDING_NONE && st->current == st->start)
        finish_game(t);
    else
        st->phase = CARRARA_PHASE_ACTION;
}

typedef void doer(struct turn *t);

static doer *const verbs[CARRARA_VERB_COUNT] = {
    [CARRARA_TURN_WHEEL] = do_turn_wheel,
    [CARRARA_BUY] = do_buy,
    [CARRARA_RELIEF] = do_relief,
    [CARRARA_BUILD] = do_build,
    [CARRARA_REBUILD] = do_rebuild,
    [CARRARA_PAY] = do_pay,
    [CARRARA_SCORE_TYPE] = do_score_type,
    [CARRARA_SCORE_CITY] = do_score_city,
    [CARRARA_SCORE_CATEGORY] = do_score_category,
    [CARRARA_UPGRADE] = do_upgrade,
    [CARRARA_OBJECT] = do_object,
    [CARRARA_DECLARE] = do_declare,
    [CARRARA_END] = do_end,
};

void carrara_apply(void *state, int seat, const struct move *move, struct rng *rng, struct log *log)
{
    struct carrara_state *st = state;
    must(seat >= 0 && seat < st->seats && move->verb < CARRARA_VERB_COUNT && verbs[move->verb]);
    must_costly(carrara_check(st, seat, move, NULL) == RULE_OK);
    struct turn turn = {st, &st->players[seat], seat, move->arg, rng, log};
    verbs[move->verb](&turn);
}
