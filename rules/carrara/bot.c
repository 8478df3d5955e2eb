/* A sound player: takes the step after which its own position is worth most (dossier carrara 13).
 *
 * Worths are whole thousandths of a point. What others hold behind closed screens, the bag and the order of the stack
 * are never looked at.
 */
#include "config.h"

#include "rules/carrara/state.h"
#include "rules/engine/log.h"
#include "rules/parts.h"

#include <string.h>

enum {
    POINT = 1000,
    GROUPS = CARRARA_TYPES + CARRARA_CITIES + CARRARA_CATEGORIES,
    MARKER_WORTH = 8 * POINT,
    OBJECTIVE_WORTH = 3 * POINT,
    STONE_LEAST = 150,   /* what even a black stone is worth */
    STONE_PAINS = 500,   /* what a stone's yield loses by the turns it takes to build and score */
    STONES_IN_USE = 10,  /* more than these lie about for long */
    COINS_LOW = 4,
    COINS_RELIEF = 6,    /* a scoring with so many coins helps who is low on them */
    DECLARE_MARGIN = 3,
    SET_MOST = 3         /* objects in one set of a purple card */
};

/* What a position is judged by; settled once a decision, so that all its choices are measured alike. */
struct judge {
    const struct carrara_state *st;
    int seat;
    int progress;                 /* of the game, 0..POINT */
    int coin;                     /* worth of one coin */
    int object[CARRARA_OBJECTS];  /* worth of one more object of a kind */
    int stone[CARRARA_COLOURS];   /* worth of one stone of use */
    bool last;                    /* this is the seat's last turn: only points count */
};

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

static int fewest(const uint8_t counts[6])
{
    int at = 0;
    for (int i = 1; i < 6; i++)
        at = counts[i] < counts[at] ? i : at;
    return at;
}

/* How far a seat is, as the judging one can know: what a card counts behind another's screen is nothing to it. */
static int objective_fractions(const struct carrara_state *st, int viewer, int seat)
{
    struct carrara_progress progress = carrara_progress(st, seat);
    int sum = 0;
    for (int i = 0; i < CARRARA_OBJECTIVE_COUNT; i++)
        if (!carrara_card_hides(st, i) || carrara_sees_hand(st, viewer, seat))
            sum += least(POINT, POINT * progress.have[i] / progress.need[i]);
    return sum;
}

/* By tiles taken, own markers used, and the nearest player's way to the objectives, whatever is furthest. */
static int game_progress(const struct carrara_state *st, int seat)
{
    int taken = CARRARA_DECK - st->n_stack;
    for (int slot = 0; slot < CARRARA_MARKET; slot++)
        taken -= st->market[slot] >= 0;
    int progress = taken * POINT / CARRARA_DECK;
    progress = most(progress, 900 * (CARRARA_MARKERS - carrara_markers(st, seat)) / CARRARA_MARKERS);
    for (int other = 0; other < st->seats; other++) {
        int fraction = objective_fractions(st, seat, other) / CARRARA_OBJECTIVE_COUNT;
        progress = most(progress, fraction * fraction / POINT);
    }
    return progress;
}

/* The best that a unit of cost paid in this colour can yield. */
static int best_yield(const struct carrara_state *st, int seat, int colour, int coin)
{
    int best = 0;
    for (int city = colour; city < CARRARA_CITIES; city++)
        best = most(best, carrara_multiplier(st, seat, city) * (carrara_gives_points(city) ? POINT : coin));
    return best;
}

/* What the purple card gives for one more object of a kind: of a set of several its share. An object that lies in no set is a point
 * with the expansion. */
static int object_worth(const struct carrara_state *st, int seat, int kind)
{
    struct carrara_state more = *st;
    int before = carrara_card_points(st, seat, CARRARA_PURPLE) + carrara_surplus(st, seat), best = 0;
    for (int n = 1; n <= SET_MOST; n++) { /* so many more objects, first of this kind, then of those of which there are the fewest */
        int add = kind;
        if (n > 1 && carrara_cards[CARRARA_PURPLE][st->purple].arg == SET_MOST)
            add = fewest(more.players[seat].objects);
        more.players[seat].objects[add]++;
        int gain = carrara_card_points(&more, seat, CARRARA_PURPLE) + carrara_surplus(&more, seat) - before;
        best = most(best, POINT * gain / n);
    }
    return best;
}

static struct judge judge_of(const struct carrara_state *st, int seat)
{
    struct judge judge = {.st = st, .seat = seat, .last = st->ending != CARRARA_ENDING_NONE};
    judge.progress = game_progress(st, seat);
    judge.coin = carrara_coins_a_point(st) < CARRARA_COINS_A_POINT ? POINT / 2 : 430 - 180 * judge.progress / POINT;
    for (int kind = 0; kind < CARRARA_OBJECTS; kind++)
        judge.object[kind] = st->options.expansion ? object_worth(st, seat, kind) : POINT * CARRARA_OBJECT_POINTS;
    for (int c = 0; c < CARRARA_COLOURS; c++)
        judge.stone[c] = most(STONE_LEAST, 95 * best_yield(st, seat, c, judge.coin) / 100 - STONE_PAINS);
    return judge;
}

/* ---- The worth of a position ---- */

/* What lies ready to be scored together: a type, the tiles of a city, or with the expansion those of a category. */
struct group {
    int points, coins, tiles;
    uint8_t objects[CARRARA_OBJECTS];
};

static void group_add(const struct judge *judge, const struct carrara_state *st, struct group *group, const struct carrara_building *building)
{
    int worth = carrara_tile_cost[building->tile] * carrara_multiplier(st, judge->seat, building->city);
    if (carrara_gives_points(building->city))
        group->points += worth;
    else
        group->coins += worth;
    group->objects[carrara_tile_type[building->tile]]++;
    group->tiles++;
}

static int group_worth(const struct judge *judge, const struct carrara_state *st, const struct group *group)
{
    int objects = 0;
    for (int kind = 0; kind < CARRARA_OBJECTS; kind++)
        objects += judge->object[kind] * least(group->objects[kind], st->reserve[kind]);
    return POINT * group->points + objects + judge->coin * group->coins;
}

/* The worths of all groups that the seat may still score; 0 where it may not or owns nothing. */
static void group_worths(const struct judge *judge, const struct carrara_state *st, int worth[GROUPS])
{
    const struct carrara_player *player = &st->players[judge->seat];
    struct group of[CARRARA_TYPES] = {0}, in[CARRARA_CITIES] = {0};
    for (int i = 0; i < player->n_buildings; i++) {
        group_add(judge, st, &of[carrara_tile_type[player->buildings[i].tile]], &player->buildings[i]);
        group_add(judge, st, &in[player->buildings[i].city], &player->buildings[i]);
    }
    for (int type = 0; type < CARRARA_TYPES; type++)
        worth[type] = of[type].tiles && !player->types[type] ? group_worth(judge, st, &of[type]) : 0;
    for (int city = 0; city < CARRARA_CITIES; city++) {
        int need = carrara_city_needs[city], have = in[city].tiles;
        int *at = &worth[CARRARA_TYPES + city];
        *at = have && st->cities[city] < 0 ? group_worth(judge, st, &in[city]) : 0;
        *at = have >= need ? *at * 95 / 100 : *at * 45 / 100 * have / need;
    }
    for (int category = 0; category < CARRARA_CATEGORIES; category++) {
        bool can = st->options.expansion && !player->categories[category];
        struct carrara_yield yield = can ? carrara_yield_category(st, judge->seat, category) : (struct carrara_yield){0};
        worth[CARRARA_TYPES + CARRARA_CITIES + category] = POINT * yield.points + judge->coin * yield.coins;
    }
}

/* The best groups, one a marker, each a little less likely to be reached than the one before. */
static int prospects(int worth[GROUPS], int markers)
{
    int sum = 0, share = 780;
    for (int rank = 0; rank < markers; rank++) {
        int best = 0;
        for (int i = 1; i < GROUPS; i++)
            if (worth[i] > worth[best])
                best = i;
        sum += worth[best] / 10 * share / 100;
        worth[best] = 0;
        share = share * 97 / 100;
    }
    return sum;
}

static int stones_worth(const struct judge *judge, const uint8_t stones[CARRARA_COLOURS], int markers)
{
    int sum = 0, in_use = STONES_IN_USE;
    for (int c = 0; c < CARRARA_COLOURS; c++) {
        int used = least(stones[c], in_use);
        in_use -= used;
        sum += judge->stone[c] * used + judge->stone[c] * 4 / 10 * (stones[c] - used);
    }
    return markers > 0 ? sum : sum / 10;
}

/* The worth of @st to the judging seat. */
static int worth_of(const struct judge *judge, const struct carrara_state *st)
{
    const struct carrara_player *player = &st->players[judge->seat];
    struct carrara_total total = carrara_total(st, judge->seat);
    if (judge->last)
        return POINT * total.total + player->coins % carrara_coins_a_point(st) + total.stones;
    int markers = carrara_markers(st, judge->seat), worth[GROUPS];
    int objectives = OBJECTIVE_WORTH / POINT * objective_fractions(st, judge->seat, judge->seat);
    group_worths(judge, st, worth);
    return POINT * (total.total - total.coins) + judge->coin * player->coins + prospects(worth, markers)
        + MARKER_WORTH / POINT * markers * (POINT - judge->progress) + stones_worth(judge, player->stones, markers)
        + (markers > 0 ? objectives : objectives * 16 / 10);
}

/* ---- Getting stones ---- */

/* What to take of one section, and what that gains; nothing can be had when number is 0. */
struct purchase {
    int section, number, cost, gain;
    uint8_t stones[CARRARA_COLOURS];
};

/* The colour with the most worth for its price among those still worth their price and within the means; -1: none. */
static int best_colour(const struct judge *judge, const uint8_t *left, const uint8_t *price, int coins)
{
    int best = -1;
    for (int c = 0; c < CARRARA_COLOURS; c++) {
        if (left[c] == 0 || price[c] > coins || judge->stone[c] <= price[c] * judge->coin)
            continue;
        if (best < 0 || judge->stone[c] * price[best] > judge->stone[best] * price[c])
            best = c;
    }
    return best;
}

static void take(struct purchase *purchase, uint8_t *left, const uint8_t *price, int colour, int count)
{
    left[colour] = (uint8_t)(left[colour] - count);
    purchase->stones[colour] = (uint8_t)(purchase->stones[colour] + count);
    purchase->number += count;
    purchase->cost += count * price[colour];
}

/* All free stones, then the others by worth for their price; when none is worth it, the cheapest within the means. */
static struct purchase purchase_of(const struct judge *judge, const uint8_t *stones, const uint8_t *price)
{
    const struct carrara_player *player = &judge->st->players[judge->seat];
    struct purchase purchase = {0};
    uint8_t left[CARRARA_COLOURS];
    int colour;
    memcpy(left, stones, sizeof(left));
    for (int c = 0; c < CARRARA_COLOURS; c++)
        if (price[c] == 0)
            take(&purchase, left, price, c, left[c]);
    while ((colour = best_colour(judge, left, price, player->coins - purchase.cost)) >= 0)
        take(&purchase, left, price, colour, 1);
    for (int c = CARRARA_COLOURS - 1; c >= 0 && purchase.number == 0; c--)
        if (left[c] > 0 && price[c] <= player->coins)
            take(&purchase, left, price, c, 1);
    return purchase;
}

static int purchase_gain(const struct judge *judge, const struct purchase *purchase)
{
    const struct carrara_player *player = &judge->st->players[judge->seat];
    if (judge->last)
        return purchase->number - (POINT / carrara_coins_a_point(judge->st)) * purchase->cost;
    uint8_t after[CARRARA_COLOURS];
    int markers = carrara_markers(judge->st, judge->seat);
    for (int c = 0; c < CARRARA_COLOURS; c++)
        after[c] = (uint8_t)(player->stones[c] + purchase->stones[c]);
    return stones_worth(judge, after, markers) - stones_worth(judge, player->stones, markers)
        - judge->coin * purchase->cost;
}

/* The best purchase with the wheel as it lies, or (@turned) as it will lie, new stones not counted. */
static struct purchase best_purchase(const struct judge *judge, bool turned)
{
    struct purchase best = {0};
    for (int section = 0; section < CARRARA_SECTIONS; section++) {
        int from = turned ? (section + CARRARA_SECTIONS - 1) % CARRARA_SECTIONS : section;
        struct purchase purchase = purchase_of(judge, judge->st->wheel[from], carrara_prices[section]);
        purchase.section = section;
        purchase.gain = purchase_gain(judge, &purchase);
        if (purchase.number > 0 && (best.number == 0 || purchase.gain > best.gain))
            best = purchase;
    }
    return best;
}

static void set_buy(struct move *move, const struct purchase *purchase)
{
    move->verb = CARRARA_BUY;
    move->nargs = 1 + CARRARA_COLOURS;
    move->arg[0] = (int16_t)(purchase->section + 1);
    for (int c = 0; c < CARRARA_COLOURS; c++)
        move->arg[1 + c] = purchase->stones[c];
}

/* ---- Building and scoring ---- */

static void pay_least_noble(struct carrara_player *player, int city, int due)
{
    for (int c = city; c >= 0 && due > 0; c--) {
        int paid = least(player->stones[c], due);
        player->stones[c] = (uint8_t)(player->stones[c] - paid);
        due -= paid;
    }
}

static void imagine_building(struct carrara_player *player, int tile, int city, int old)
{
    int at = old < 0 ? player->n_buildings++ : carrara_own_building(player, old);
    pay_least_noble(player, city, carrara_tile_cost[tile] - (old < 0 ? 0 : carrara_tile_cost[old]));
    player->buildings[at] = (struct carrara_building){(uint8_t)tile, (uint8_t)city};
}

static void imagine_scoring(struct carrara_state *st, int seat, const struct carrara_yield *yield)
{
    struct carrara_player *player = &st->players[seat];
    player->points = (int16_t)(player->points + yield->points);
    player->coins = (int16_t)(player->coins + yield->coins);
    for (int kind = 0; kind < CARRARA_OBJECTS; kind++) {
        st->reserve[kind] = (uint8_t)(st->reserve[kind] - yield->objects[kind]);
        player->objects[kind] = (uint8_t)(player->objects[kind] + yield->objects[kind]);
    }
}

/* The upgrade tile after which @st is worth most. */
static int best_upgrade(const struct judge *judge, const struct carrara_state *st, int *worth)
{
    struct carrara_state with = *st;
    int best = -1;
    for (int i = 0; i < CARRARA_UPGRADES; i++) {
        if (st->upgrades[i] >= 0)
            continue;
        with.upgrades[i] = (int8_t)judge->seat;
        int is = worth_of(judge, &with);
        with.upgrades[i] = NO_SEAT;
        if (best >= 0 && is <= *worth)
            continue;
        best = i;
        *worth = is;
    }
    return best;
}

/* What a build, rebuild or scoring gains; @before is the worth of the position as it is. */
static int gain_of(const struct judge *judge, const struct move *move, int before)
{
    struct carrara_state st = *judge->st;
    struct carrara_player *player = &st.players[judge->seat];
    struct carrara_yield yield = {0};
    int first = move->arg[0];
    switch (move->verb) {
    case CARRARA_BUILD:
        imagine_building(player, first, move->arg[1], -1);
        break;
    case CARRARA_REBUILD:
        imagine_building(player, first, player->buildings[carrara_own_building(player, move->arg[1])].city,
                         move->arg[1]);
        break;
    case CARRARA_SCORE_TYPE:
        yield = carrara_yield_type(&st, judge->seat, first);
        imagine_scoring(&st, judge->seat, &yield);
        player->types[first] = 1;
        break;
    case CARRARA_SCORE_CITY:
        yield = carrara_yield_city(&st, judge->seat, first);
        imagine_scoring(&st, judge->seat, &yield);
        st.cities[first] = (int8_t)judge->seat;
        break;
    case CARRARA_SCORE_CATEGORY:
        yield = carrara_yield_category(&st, judge->seat, first);
        imagine_scoring(&st, judge->seat, &yield);
        player->categories[first] = 1;
        break;
    }
    bool dear = (move->verb == CARRARA_BUILD || move->verb == CARRARA_REBUILD) && first >= CARRARA_DECK;
    int worth = dear ? 0 : worth_of(judge, &st);
    if (dear)
        best_upgrade(judge, &st, &worth);
    int gain = worth - before;
    if (judge->st->players[judge->seat].coins < COINS_LOW && yield.coins >= COINS_RELIEF)
        gain += 3 * POINT;
    return gain;
}

/* ---- By phase ---- */

static void advise_action(const struct judge *judge, const struct move_list *list, struct move *move)
{
    int before = worth_of(judge, judge->st), best = 0;
    bool chosen = false;
    struct purchase now = best_purchase(judge, false), turned = best_purchase(judge, true);
    if (turned.number == 0)
        turned.gain = CARRARA_RELIEF_COINS * judge->coin;
    for (int i = 0; i < list->n; i++) {
        const struct move *listed = move_at(list, i);
        int gain;
        if (listed->verb == CARRARA_BUY) /* listed one by one, but weighed once */
            gain = now.gain;
        else if (listed->verb == CARRARA_TURN_WHEEL)
            gain = turned.gain;
        else
            gain = gain_of(judge, listed, before);
        if (chosen && gain <= best)
            continue;
        chosen = true;
        best = gain;
        move_copy(move, listed);
        if (listed->verb == CARRARA_BUY)
            set_buy(move, &now);
    }
}

static bool leads(const struct carrara_state *st, int seat)
{
    int own = carrara_total(st, seat).total + CARRARA_DECLARE_POINTS;
    for (int other = 0; other < st->seats; other++) {
        struct carrara_total theirs = carrara_total(st, other);
        int known = theirs.total - (carrara_sees_hand(st, seat, other) ? 0 : theirs.hidden);
        if (other != seat && own < known + DECLARE_MARGIN)
            return false;
    }
    return true;
}

/* An object, when it is worth its coins or the last thing that is missing; the end, when that wins. */
static void advise_finish(const struct judge *judge, const struct move_list *list, struct move *move)
{
    int before = worth_of(judge, judge->st);
    move_copy(move, move_at(list, list->n - 1));
    for (int i = 0; i < list->n; i++) {
        const struct move *listed = move_at(list, i);
        if (listed->verb == CARRARA_DECLARE && leads(judge->st, judge->seat)) {
            move_copy(move, listed);
            return;
        }
        if (listed->verb != CARRARA_OBJECT || move->verb == CARRARA_OBJECT)
            continue;
        struct carrara_state st = *judge->st;
        st.players[judge->seat].coins -= CARRARA_OBJECT_PRICE;
        st.players[judge->seat].objects[listed->arg[0]]++;
        bool wins = st.ending == CARRARA_ENDING_NONE && !carrara_objectives_met(judge->st, judge->seat)
            && carrara_objectives_met(&st, judge->seat) && leads(&st, judge->seat);
        if (wins || worth_of(judge, &st) > before)
            move_copy(move, listed);
    }
}

int carrara_advise(const void *state, int seat, struct rng *rng, struct move *move)
{
    const struct carrara_state *st = state;
    struct move_room room;
    struct move_list *list = move_list_in(&room);
    (void)rng;
    if (carrara_awaits(st) != SEAT_BIT(seat) || carrara_moves(st, seat, list) == 0)
        return -1;
    struct judge judge = judge_of(st, seat);
    switch (st->phase) {
    case CARRARA_PHASE_ACTION:
        advise_action(&judge, list, move);
        break;
    case CARRARA_PHASE_FINISH:
        advise_finish(&judge, list, move);
        break;
    case CARRARA_PHASE_UPGRADE: {
        int worth;
        move_set(move, CARRARA_UPGRADE, 1, best_upgrade(&judge, st, &worth), 0);
        break;
    }
    default: { /* to buy, unless relief is all there is; or to pay, the least noble stones standing first */
        struct purchase purchase = best_purchase(&judge, false);
        move_copy(move, move_at(list, 0));
        if (move->verb == CARRARA_BUY)
            set_buy(move, &purchase);
        break;
    }
    }
    return 0;
}

