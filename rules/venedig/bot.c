/* A sound player (dossier venedig 17); sees only a concealed position. Everything is weighed in hundredths of a step. */
#include "config.h"

#include "rules/engine/log.h"
#include "rules/parts.h"
#include "rules/venedig/order.h"

#include <string.h>

enum {
    STEP = 100,
    TREASURE = 88,     /* a tile of 4.4 gold on average */
    CARD = 75,         /* kept for later */
    CASA = 45,         /* a card with which a casa can be built at any time */
    CASA_KEEPS = 30,   /* less than that no casa should bring */
    LOCKED = 2,        /* with so many cards of a set nobody else becomes its architect */
    WINS = 3000,
    PATIENCE = 30,     /* turns of each seat, after which a lost game is ended as well */
    LOSES = -WINS / 2, /* what is worth less loses the game */
    HOLE = 8,          /* a built neighbour of a site that a campo could use */
    BANK = 12,         /* a site at the end of a bridge */
    NEAR_BUILT = 4,    /* a built neighbour of a site that could be drained */
    CARES = 20,        /* a lesser interest in a kind does not matter for what is drained */
    NONE = -32000,
    FIFTHS_OF_SWAMP = 4, /* what a swamp tile of others is worth, in fifths of one gold */
    FIFTHS_OF_TREASURE = 22
};

/* ---- Who would win ---- */

/* Where a seat would end: its own gold it knows, that of others by what a tile is worth on average. In hundredths. */
static int final_of(const struct venedig_state *st, int viewer, int seat, int space)
{
    const uint8_t *tiles = st->gold[seat];
    int fifths = FIFTHS_OF_SWAMP * counts_sum(tiles, VENEDIG_SWAMP_VALUES)
        + FIFTHS_OF_TREASURE * counts_sum(tiles + VENEDIG_SWAMP_VALUES, VENEDIG_TREASURE_VALUES);
    return STEP * space + (seat == viewer ? venedig_gold(tiles) / VENEDIG_PRICE * STEP : STEP * fifths / 25);
}

/* Is @viewer ahead of all if the gondolas lay at @space and the game ended? */
static bool would_win(const struct venedig_state *st, int viewer, const int space[VENEDIG_SEATS])
{
    for (int seat = 0; seat < st->seats; seat++)
        if (seat != viewer && final_of(st, viewer, seat, space[seat]) >= final_of(st, viewer, viewer, space[viewer]))
            return false;
    return true;
}

/* ---- Places ---- */

/* How much a step of somebody else costs: all of it between two. */
static int weight(const struct venedig_state *st)
{
    return STEP / (st->seats - 1);
}

/* A building at this place: steps and treasure of @seat, less what others get, and whether it ends the game well. */
static int score_place(const struct venedig_state *st, const struct venedig_field *built, int seat, const struct venedig_job *job)
{
    int points = venedig_brings_on(st, built, job), ring = venedig_ring(st), tiles = venedig_stock(st), score = 0, space[VENEDIG_SEATS];
    bool ends = venedig_supply(st, job->kind) == 1;
    for (int i = 0; i < ring; i++) {
        int other = (job->builder + i) % ring;
        if (!venedig_is_person(st, other))
            continue;
        bool treasure = tiles > 0 && venedig_earns_treasure(st, job, other);
        tiles -= treasure;
        int steps = venedig_share(st, job, other, points);
        int gain = venedig_goes_to(st, other, steps, NULL) - st->gondola[other];
        space[other] = st->gondola[other] + gain;
        ends |= steps > 0 && space[other] >= VENEDIG_GOAL;
        gain = STEP * gain + (treasure ? TREASURE : 0);
        score += other == seat ? gain : -gain * weight(st) / STEP;
    }
    if (ends)
        score += would_win(st, seat, space) ? WINS : -WINS;
    return score;
}

/* What a site is worth to keep: a hole among buildings for a campo, the end of a bridge. Breaks ties between casas. */
static int spoils(const struct venedig_state *st, const struct venedig_field *field, int site)
{
    int built = venedig_points_on(st, field, VENEDIG_CAMPO, site, -1);
    bool bridge = false;
    for (int spot = VENEDIG_OVER; spot < VENEDIG_TRIANGLES; spot++)
        bridge |= venedig_spots[spot].site[0] == site || venedig_spots[spot].site[1] == site;
    return (built > 2 ? HOLE * built : 0) + (bridge ? BANK : 0);
}

/* The best place for @seat of a building that has none yet, and what it brings the seat in *@worth, where @chooser decides by what
 * is best for that seat. */
static bool find_place(const struct venedig_state *st, int seat, int chooser, struct venedig_job *job, int *worth)
{
    struct venedig_field free = venedig_free(st), built = venedig_built(st);
    struct venedig_job tried = *job;
    int most = NONE;
    while (venedig_next_place(&free, &tried)) {
        int score = score_place(st, &built, chooser, &tried) - (tried.kind == VENEDIG_CASA ? spoils(st, &built, tried.spot) : 0);
        if (score <= most)
            continue;
        most = score;
        *job = tried;
        *worth = chooser == seat ? score : score_place(st, &built, seat, &tried);
    }
    return most > NONE;
}

/* ---- Building ---- */

static bool is_late(const struct venedig_state *st)
{
    return st->turn > PATIENCE * st->seats;
}

/* A complete set of the active seat's: build, ask the architect, or give it up. */
static bool resolve(const struct venedig_state *st, int seat, struct move *move)
{
    struct venedig_job best = venedig_job_of(-1, 0, -1);
    struct venedig_field free = venedig_free(st);
    int most = NONE, worth;
    for (int kind = 0; kind < VENEDIG_SHARED; kind++)
        for (int set = 0; set < VENEDIG_SET_COUNT; set++) {
            if (!venedig_complete(st, kind, set))
                continue;
            struct venedig_job job = venedig_job_of(kind, set, set == VENEDIG_SET_SOLO ? seat : st->architect[kind]);
            if (!find_place(st, seat, venedig_decides(st, job.builder), &job, &worth)) {
                move_set(move, VENEDIG_SCRAP, 2, kind, set);
                return true;
            }
            if (best.kind >= 0 && worth <= most)
                continue;
            best = job;
            most = worth;
        }
    if (best.kind < 0)
        return false;
    if (venedig_decides(st, best.builder) == seat || venedig_has_one_place(&free, best.kind)) {
        venedig_set_build(move, &best);
        return true;
    }
    move_set(move, VENEDIG_CALL, SLOTS_OF_CALL, best.kind, -1);
    move->arg[SLOT_CALL_COUNT_IN] = -1;
    return true;
}

/* What it would bring to play @count cards that complete a set, cards paid; NONE: it cannot be built. */
static int worth_completing(const struct venedig_state *st, int seat, int kind, int count)
{
    struct venedig_state then = *st;
    struct venedig_job job = venedig_job_of(kind, VENEDIG_SET_SOLO, seat);
    int worth;
    if (count != venedig_pieces[kind].need) {
        job.set = VENEDIG_SET_SHARED;
        if (!venedig_takes_token(st, seat, kind, count))
            job.builder = st->architect[kind];
        then.front[seat].of[kind] = (uint8_t)(then.front[seat].of[kind] + count);
    }
    return find_place(&then, seat, venedig_decides(st, job.builder), &job, &worth) ? worth - CARD * count : NONE;
}

/* The set that is most worth completing, if it is worth more than @least. */
static bool complete_one(const struct venedig_state *st, int seat, int least, struct move *move)
{
    int best = least;
    for (int kind = 0; kind < VENEDIG_SHARED; kind++) {
        int held = st->hand[seat].of[kind], need = venedig_pieces[kind].need, left = need - venedig_total(st, kind);
        const int counts[2] = {left, need};
        for (int i = 0; i < 2; i++) {
            if (counts[i] < 1 || counts[i] > held)
                continue;
            int worth = worth_completing(st, seat, kind, counts[i]);
            if (worth <= best)
                continue;
            best = worth;
            move_set(move, VENEDIG_PLAY, 2, kind, counts[i]);
        }
    }
    return best > least;
}

/* Points that a kind might bring whoever is its architect, by its best place: as the sites are, and when one more is dry. */
struct promises {
    int now;
    uint8_t drained[VENEDIG_SITES];
};

static int best_at(const struct venedig_state *st, const struct venedig_field *built, int kind, int spot)
{
    int most = 0;
    if (kind != VENEDIG_PONTE)
        return venedig_points_on(st, built, kind, spot, -1);
    for (unsigned districts = venedig_districts_of(spot); districts; districts &= districts - 1) {
        int points = venedig_points_on(st, built, kind, spot, __builtin_ctz(districts));
        most = points > most ? points : most;
    }
    return most;
}

static struct promises promises_of(const struct venedig_state *st, int kind)
{
    struct promises promises = {.now = 0};
    struct venedig_field built = venedig_built(st), free = venedig_free(st);
    int spot, end;
    for (venedig_spots_of(kind, &spot, &end); spot < end; spot++) {
        const struct venedig_spot *s = &venedig_spots[spot];
        int wet = -1, n_wet = 0;
        for (int i = 0; i < s->n && n_wet < 2; i++)
            if (!venedig_holds(&free, s->site[i])) {
                wet = s->site[i];
                n_wet += venedig_holds(&built, wet) ? 2 : 1;
            }
        if (n_wet > 1)
            continue;
        int points = best_at(st, &built, kind, spot);
        if (n_wet == 0)
            promises.now = points > promises.now ? points : promises.now;
        else if (points > promises.drained[wet])
            promises.drained[wet] = (uint8_t)points;
    }
    return promises;
}

/* A little when there is no place as yet. In hundredths. @site: that is drained before, or -1 */
static int promise(const struct promises *promises, int kind, int site)
{
    static const uint8_t least[VENEDIG_KINDS] = {
        [VENEDIG_PALAZZO] = 4, [VENEDIG_CAMPO] = 2, [VENEDIG_PONTE] = 2, [VENEDIG_BASILIKA] = 6, [VENEDIG_CASA] = 1};
    int most = site >= 0 && promises->drained[site] > promises->now ? promises->drained[site] : promises->now;
    return STEP * (most > least[kind] ? most : least[kind]);
}

/* Two cards lie so that nobody overtakes; one more than another's, likewise. Never a third kind. */
static bool lead(const struct venedig_state *st, int seat, struct move *move)
{
    uint8_t before = venedig_kinds_of(&st->front[seat]);
    int best = 0;
    for (int kind = 0; kind < VENEDIG_SHARED; kind++) {
        int held = st->hand[seat].of[kind], mine = st->front[seat].of[kind], total = venedig_total(st, kind);
        int need = venedig_pieces[kind].need, more = LOCKED - mine;
        bool fits = before >> kind & 1 || venedig_size(before) < VENEDIG_FRONTS;
        if (!fits || more < 1 || held < more || total - mine > 1 || total + more >= need)
            continue;
        struct promises promises = promises_of(st, kind);
        int worth = promise(&promises, kind, -1) / need;
        if (worth > best) {
            best = worth;
            move_set(move, VENEDIG_PLAY, 2, kind, more);
        }
    }
    return best > 0;
}

/* One card is laid where it completes nothing; of kinds beyond two it is given up again. @third: such a kind, too */
static bool lay_one(const struct venedig_state *st, int seat, bool third, struct move *move)
{
    uint8_t before = venedig_kinds_of(&st->front[seat]);
    bool room = third || venedig_size(before) < VENEDIG_FRONTS;
    for (int kind = 0; kind < VENEDIG_SHARED; kind++) {
        if ((!room && !(before >> kind & 1)) || !st->hand[seat].of[kind]
            || venedig_total(st, kind) + 1 >= venedig_pieces[kind].need)
            continue;
        move_set(move, VENEDIG_PLAY, 2, kind, 1);
        return true;
    }
    return false;
}

/* A full hand takes no cards: something goes, rather a card than a set that brings little, and what loses the game only when
 * nobody seems to end it. */
static bool unload(const struct venedig_state *st, int seat, struct move *move)
{
    if (counts_sum(st->hand[seat].of, VENEDIG_KINDS) < VENEDIG_HAND)
        return false;
    return lay_one(st, seat, false, move) || complete_one(st, seat, is_late(st) ? NONE : LOSES, move)
        || lay_one(st, seat, true, move);
}

/* For its one step a casa is built when the hand is full; otherwise it waits until it brings a treasure as well. */
static bool build_casa(const struct venedig_state *st, int seat, struct move *move)
{
    struct venedig_job job = venedig_job_of(VENEDIG_CASA, VENEDIG_SET_SOLO, seat);
    bool full = counts_sum(st->hand[seat].of, VENEDIG_KINDS) == VENEDIG_HAND;
    int least = !full ? STEP + CASA_KEEPS : is_late(st) ? NONE : CASA_KEEPS, worth;
    if (!st->hand[seat].of[VENEDIG_CASA] || !find_place(st, seat, seat, &job, &worth) || worth < least)
        return false;
    move_set(move, VENEDIG_DO_CASA, 1, job.spot, 0);
    return true;
}

/* Kinds beyond two: those with fewest own cards, rather not one's own buildings. */
static void finish_building(const struct venedig_state *st, int seat, struct move *move)
{
    uint8_t before = venedig_kinds_of(&st->front[seat]);
    int give = 0;
    while (venedig_size(before & ~(unsigned)give) > VENEDIG_FRONTS) {
        int least = -1, fewest = 0;
        for (int kind = 0; kind < VENEDIG_SHARED; kind++) {
            int worth = 2 * st->front[seat].of[kind] + (st->architect[kind] == seat);
            if (!(before >> kind & 1) || give >> kind & 1 || (least >= 0 && worth >= fewest))
                continue;
            least = kind;
            fewest = worth;
        }
        give |= 1 << least;
    }
    move_set(move, VENEDIG_DONE, 1, give, 0);
}

/* ---- Gold ---- */

/* All tiles, when that ends the game for the better. */
static bool spend_to_win(const struct venedig_state *st, int seat, struct move *move)
{
    int steps = venedig_gold(st->gold[seat]) / VENEDIG_PRICE, space[VENEDIG_SEATS];
    if (steps == 0)
        return false;
    for (int other = 0; other < st->seats; other++)
        space[other] = st->gondola[other];
    int to = venedig_goes_to(st, seat, steps, NULL);
    if (to < VENEDIG_GOAL)
        return false;
    space[seat] = to - steps; /* its gold is counted as such */
    if (!would_win(st, seat, space))
        return false;
    move_set(move, VENEDIG_SPEND, VENEDIG_GOLD_VALUES - 1, 0, 0);
    for (int value = 1; value < VENEDIG_GOLD_VALUES; value++)
        move->arg[value - 1] = st->gold[seat][value];
    return true;
}

/* One step over another gondola, for five gold exactly. */
static bool spend_to_jump(const struct venedig_state *st, int seat, struct move *move)
{
    static const uint8_t exact[][VENEDIG_GOLD_VALUES] = {
        {[5] = 1}, {[1] = 5}, {[1] = 1, [2] = 2}, {[1] = 3, [2] = 1}, {[2] = 1, [3] = 1}, {[1] = 2, [3] = 1}, {[1] = 1, [4] = 1}};
    int jumped;
    int to = venedig_goes_to(st, seat, 1, &jumped);
    if (jumped == 0 || to >= VENEDIG_GOAL)
        return false;
    for (size_t i = 0; i < sizeof(exact) / sizeof(exact[0]); i++) {
        bool has = true;
        for (int value = 0; value < VENEDIG_GOLD_VALUES; value++)
            has &= st->gold[seat][value] >= exact[i][value];
        if (!has)
            continue;
        move_set(move, VENEDIG_SPEND, VENEDIG_GOLD_VALUES - 1, 0, 0);
        for (int value = 1; value < VENEDIG_GOLD_VALUES; value++)
            move->arg[value - 1] = exact[i][value];
        return true;
    }
    return false;
}

/* ---- Swamp ---- */

/* What @seat has of a kind's coming building, less what others have, in hundredths. */
static int interest(const struct venedig_state *st, int seat, int kind)
{
    int need = venedig_pieces[kind].need;
    if (kind == VENEDIG_CASA)
        return 0;
    int cards = st->hand[seat].of[kind] + st->front[seat].of[kind];
    int share = STEP * (cards < need ? cards : need) / need;
    if (st->architect[kind] >= 0 && st->architect[kind] != seat && st->front[st->architect[kind]].of[kind] >= LOCKED)
        return share / 2 - STEP * st->front[st->architect[kind]].of[kind] / need;
    return share - STEP / 4;
}

static void drain(const struct venedig_state *st, int seat, struct move *move)
{
    struct promises promises[VENEDIG_SHARED];
    struct venedig_field built = venedig_built(st);
    int of[VENEDIG_SHARED], best = NONE, most = -1;
    for (int kind = 0; kind < VENEDIG_SHARED; kind++) {
        of[kind] = interest(st, seat, kind);
        if (of[kind] > CARES || of[kind] < -CARES)
            promises[kind] = promises_of(st, kind);
        else
            of[kind] = 0;
    }
    for (int site = 0; site < VENEDIG_SITES; site++) {
        if (st->swamp[site] < 0)
            continue;
        int score = -NEAR_BUILT * venedig_points_on(st, &built, VENEDIG_CAMPO, site, -1) - site % 3; /* equals: not all from one corner */
        for (int kind = 0; kind < VENEDIG_SHARED; kind++)
            if (of[kind])
                score += promise(&promises[kind], kind, site) * of[kind] / STEP;
        if (score > best) {
            best = score;
            most = site;
        }
    }
    move_set(move, VENEDIG_DRAIN, 1, most, 0);
}

/* ---- Cards ---- */

/* What one more card of a kind is worth to @seat, with none of it in hand and with some. */
static void use_of(const struct venedig_state *st, int seat, int kind, int use[2])
{
    use[0] = use[1] = CASA;
    if (kind == VENEDIG_CASA)
        return;
    struct promises promises = promises_of(st, kind);
    int need = venedig_pieces[kind].need, mine = st->front[seat].of[kind], each = promise(&promises, kind, -1) / need;
    bool own = st->architect[kind] == seat;
    for (int held = 0; held < 2; held++)
        use[held] = own && mine >= LOCKED ? (held ? each / 2 : 2 * each) : each * (2 + held + own) / 3;
}

/* Cards are taken one by one into a hand that is imagined. */
static int worth_taking(const struct venedig_state *st, int seat, int put, int take, int use[VENEDIG_KINDS][2])
{
    int score = 0, from_deck = VENEDIG_SWAP - venedig_size((unsigned)take);
    for (int kind = 0; kind < VENEDIG_KINDS; kind++)
        if (take >> kind & 1)
            score += use[kind][st->hand[seat].of[kind] > 0];
    return score + CARD * from_deck - use[put][st->hand[seat].of[put] > 1];
}

static void take_cards(const struct venedig_state *st, int seat, struct move *move)
{
    struct move_room room;
    struct move_list *list = move_list_in(&room);
    int use[VENEDIG_KINDS][2], best = NONE, n = venedig_moves(st, seat, list);
    for (int kind = 0; kind < VENEDIG_KINDS; kind++)
        use_of(st, seat, kind, use[kind]);
    for (int i = 0; i < n; i++) {
        const struct move *tried = move_at(list, i);
        int score = NONE + 1;
        if (tried->verb == VENEDIG_DRAW)
            score = tried->arg[0] == VENEDIG_FROM_DECK ? CARD : use[tried->arg[0]][st->hand[seat].of[tried->arg[0]] > 0];
        else if (tried->verb == VENEDIG_DO_SWAP)
            score = worth_taking(st, seat, tried->arg[SLOT_SWAP_PUT], tried->arg[SLOT_SWAP_TAKE], use);
        else if (tried->verb == VENEDIG_SPEND)
            continue;
        if (score > best) {
            best = score;
            move_copy(move, tried);
        }
    }
}

/* ---- Advice ---- */

void venedig_advise_rest(const struct venedig_state *st, int seat, int16_t *order)
{
    struct venedig_state then = *st;
    struct move move;
    memset(order, 0, REST_COUNT * sizeof(*order));
    then.phase = VENEDIG_PHASE_DRAIN;
    for (int i = 1; i <= VENEDIG_A_TURN && !venedig_no_swamp(&then); i++) {
        drain(&then, seat, &move);
        order[REST_DRAIN] = (int16_t)i;
        order[REST_DRAIN + i] = move.arg[0];
        then.swamp[move.arg[0]] = -1;
    }
    then.phase = VENEDIG_PHASE_DRAW;
    order[REST_PUT] = -1;
    if (!venedig_can_take(&then, seat))
        return;
    take_cards(&then, seat, &move);
    if (move.verb == VENEDIG_DO_SWAP) {
        order[REST_PUT] = move.arg[SLOT_SWAP_PUT];
        order[REST_TAKE] = move.arg[SLOT_SWAP_TAKE];
    } else if (move.arg[0] != VENEDIG_FROM_DECK) {
        order[REST_TAKE] = (int16_t)(1 << move.arg[0]);
    }
}

static void advise_building(const struct venedig_state *st, int seat, struct move *move)
{
    if (spend_to_win(st, seat, move) || spend_to_jump(st, seat, move) || resolve(st, seat, move) || build_casa(st, seat, move)
        || complete_one(st, seat, 0, move) || lead(st, seat, move) || unload(st, seat, move))
        return;
    finish_building(st, seat, move);
}

int venedig_advise(const void *state, int seat, struct rng *rng, struct move *move)
{
    const struct venedig_state *st = state;
    struct venedig_job job = venedig_job_of(st->job.kind, st->job.set, st->job.builder);
    int worth;
    (void)rng;
    if (!(venedig_awaits(st) & SEAT_BIT(seat)))
        return -1;
    switch (st->phase) {
    case VENEDIG_PHASE_BUILD:
        advise_building(st, seat, move);
        return 0;
    case VENEDIG_PHASE_PLACE:
        find_place(st, seat, seat, &job, &worth);
        venedig_set_build(move, &job);
        return 0;
    case VENEDIG_PHASE_GOLD:
        if (!spend_to_win(st, seat, move))
            move_set(move, VENEDIG_PROCEED, 0, 0, 0);
        return 0;
    case VENEDIG_PHASE_DRAIN:
        if (!spend_to_win(st, seat, move))
            drain(st, seat, move);
        return 0;
    default:
        if (!spend_to_win(st, seat, move))
            take_cards(st, seat, move);
        return 0;
    }
}
