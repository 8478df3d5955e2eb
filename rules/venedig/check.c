/* What is allowed, and if not, which rule says so. */
#include "config.h"

#include "rules/venedig/state.h"

typedef int checker(const struct venedig_state *st, int seat, const int16_t *arg);

static int check_always(const struct venedig_state *st, int seat, const int16_t *arg)
{
    (void)st, (void)seat, (void)arg;
    return RULE_OK;
}

/* ---- Cards: dossier venedig 5.1, 5.7, 10 ---- */

static int check_flip(const struct venedig_state *st, int seat, const int16_t *arg)
{
    (void)seat, (void)arg;
    if (st->seats != VENEDIG_FEWEST)
        return VENEDIG_NO_THIRD;
    if (st->flipped)
        return VENEDIG_ALREADY_FLIPPED;
    return st->begun ? VENEDIG_TOO_LATE_TO_FLIP : RULE_OK;
}

static int check_play(const struct venedig_state *st, int seat, const int16_t *arg)
{
    int kind = arg[0], count = arg[1], need = venedig_pieces[kind].need;
    if (count != need && count > need - venedig_total(st, kind))
        return VENEDIG_TOO_MANY_CARDS;
    return count <= st->hand[seat].of[kind] ? RULE_OK : VENEDIG_CARDS_MISSING;
}

static int check_done(const struct venedig_state *st, int seat, const int16_t *arg)
{
    uint8_t before = venedig_kinds_of(&st->front[seat]);
    int over = venedig_size(before) - VENEDIG_FRONTS, given = venedig_size((unsigned)arg[0]);
    for (int kind = 0; kind < VENEDIG_SHARED; kind++)
        if (venedig_complete(st, kind, VENEDIG_SET_SHARED) || venedig_complete(st, kind, VENEDIG_SET_SOLO))
            return VENEDIG_BUILDING_WAITING;
    if (arg[0] & ~before || given > (over > 0 ? over : 0))
        return VENEDIG_WRONG_DISCARD;
    return over > given ? VENEDIG_TOO_MANY_KINDS : RULE_OK;
}

/* ---- Sites: dossier venedig 5.4 ---- */

static int check_spot(const struct venedig_state *st, int kind, int spot, int count_in)
{
    struct venedig_field free = venedig_free(st);
    int site, error = venedig_site_error(st, &free, kind, spot, &site);
    if (error != RULE_OK)
        return error;
    if (kind != VENEDIG_PONTE)
        return count_in < 0 ? RULE_OK : VENEDIG_COUNTS_NOTHING;
    return count_in >= 0 && venedig_districts_of(spot) >> count_in & 1 ? RULE_OK : VENEDIG_WRONG_DISTRICT;
}

static int check_room(const struct venedig_state *st, int kind)
{
    struct venedig_field free = venedig_free(st);
    return venedig_has_room(&free, kind) ? RULE_OK : VENEDIG_NO_ROOM;
}

static int check_casa(const struct venedig_state *st, int seat, const int16_t *arg)
{
    if (!st->hand[seat].of[VENEDIG_CASA])
        return VENEDIG_CARDS_MISSING;
    if (arg[0] < 0)
        return check_room(st, VENEDIG_CASA) == RULE_OK ? VENEDIG_ROOM_LEFT : RULE_OK;
    return check_spot(st, VENEDIG_CASA, arg[0], -1);
}

/* Is a set complete, and whose is it to build? dossier venedig 5.3 */
static int check_set(const struct venedig_state *st, int seat, int kind, int set)
{
    if (!venedig_complete(st, kind, set))
        return VENEDIG_NOT_COMPLETE;
    bool own = set == VENEDIG_SET_SOLO || venedig_decides(st, st->architect[kind]) == seat;
    return own ? RULE_OK : VENEDIG_NOT_ARCHITECT;
}

static int check_build(const struct venedig_state *st, int seat, const int16_t *arg)
{
    int kind = arg[SLOT_BUILD_KIND], set = arg[SLOT_BUILD_SET];
    if (st->phase == VENEDIG_PHASE_PLACE) {
        if (kind != st->job.kind || set != st->job.set)
            return VENEDIG_BUILDING_WAITING;
    } else {
        struct venedig_field free = venedig_free(st);
        int error = check_set(st, seat, kind, set);
        if (error == VENEDIG_NOT_ARCHITECT && venedig_has_one_place(&free, kind)) /* nobody need be asked */
            error = RULE_OK;
        if (error == RULE_OK)
            error = check_room(st, kind);
        if (error != RULE_OK)
            return error;
    }
    return check_spot(st, kind, arg[SLOT_BUILD_SPOT], arg[SLOT_BUILD_COUNT_IN]);
}

static int check_scrap(const struct venedig_state *st, int seat, const int16_t *arg)
{
    (void)seat;
    if (!venedig_complete(st, arg[SLOT_BUILD_KIND], arg[SLOT_BUILD_SET]))
        return VENEDIG_NOT_COMPLETE;
    return check_room(st, arg[SLOT_BUILD_KIND]) == RULE_OK ? VENEDIG_ROOM_LEFT : RULE_OK;
}

static int check_call(const struct venedig_state *st, int seat, const int16_t *arg)
{
    int kind = arg[SLOT_CALL_KIND], error = check_set(st, seat, kind, VENEDIG_SET_SHARED);
    if (error != VENEDIG_NOT_ARCHITECT)
        return error == RULE_OK ? VENEDIG_OWN_PLACE : error;
    error = check_room(st, kind);
    if (error != RULE_OK)
        return error;
    if (arg[SLOT_CALL_SPOT] < 0)
        return arg[SLOT_CALL_COUNT_IN] < 0 ? RULE_OK : VENEDIG_COUNTS_NOTHING;
    return check_spot(st, kind, arg[SLOT_CALL_SPOT], arg[SLOT_CALL_COUNT_IN]);
}

/* ---- Gold, swamp, cards: dossier venedig 7, 8 ---- */

static int check_spend(const struct venedig_state *st, int seat, const int16_t *arg)
{
    int gold = 0;
    for (int value = 1; value < VENEDIG_GOLD_VALUES; value++) {
        if (arg[value - 1] > st->gold[seat][value])
            return VENEDIG_TILE_MISSING;
        gold += value * arg[value - 1];
    }
    return gold >= VENEDIG_PRICE ? RULE_OK : VENEDIG_NOT_ENOUGH_GOLD;
}

static int check_drain(const struct venedig_state *st, int seat, const int16_t *arg)
{
    (void)seat;
    return st->swamp[arg[0]] >= 0 ? RULE_OK : VENEDIG_NO_SWAMP;
}

static int check_draw(const struct venedig_state *st, int seat, const int16_t *arg)
{
    if (counts_sum(st->hand[seat].of, VENEDIG_KINDS) >= VENEDIG_HAND)
        return VENEDIG_HAND_FULL;
    if (arg[0] == VENEDIG_FROM_DECK)
        return venedig_left(st) > 0 ? RULE_OK : VENEDIG_DECK_EMPTY;
    return st->pool.of[arg[0]] ? RULE_OK : VENEDIG_NOT_IN_POOL;
}

static int check_swap(const struct venedig_state *st, int seat, const int16_t *arg)
{
    int put = arg[SLOT_SWAP_PUT], take = arg[SLOT_SWAP_TAKE], taken = venedig_size((unsigned)take);
    if (counts_sum(st->hand[seat].of, VENEDIG_KINDS) - 1 + VENEDIG_SWAP > VENEDIG_HAND)
        return VENEDIG_HAND_FULL;
    if (!st->hand[seat].of[put])
        return VENEDIG_CARDS_MISSING;
    if (st->pool.of[put])
        return VENEDIG_KIND_IN_POOL;
    if (take >> put & 1)
        return VENEDIG_OWN_CARD_BACK;
    for (int kind = 0; kind < VENEDIG_KINDS; kind++)
        if (take >> kind & 1 && !st->pool.of[kind])
            return VENEDIG_NOT_IN_POOL;
    if (taken > VENEDIG_SWAP)
        return VENEDIG_TOO_MANY_TAKEN;
    return VENEDIG_SWAP - taken <= venedig_left(st) ? RULE_OK : VENEDIG_DECK_EMPTY;
}

static int check_pass(const struct venedig_state *st, int seat, const int16_t *arg)
{
    (void)arg;
    return venedig_can_take(st, seat) ? VENEDIG_MUST_TAKE : RULE_OK;
}

enum {
    IN_BUILD = 1 << VENEDIG_PHASE_BUILD,
    IN_PLACE = 1 << VENEDIG_PHASE_PLACE,
    IN_GOLD = 1 << VENEDIG_PHASE_GOLD,
    IN_DRAIN = 1 << VENEDIG_PHASE_DRAIN,
    IN_DRAW = 1 << VENEDIG_PHASE_DRAW
};

static const struct {
    uint8_t phases;
    checker *check;
} verbs[VENEDIG_VERB_COUNT] = {
    [VENEDIG_FLIP] = {IN_BUILD, check_flip},                               /* dossier venedig 10 */
    [VENEDIG_PLAY] = {IN_BUILD, check_play},                               /* dossier venedig 5.1 */
    [VENEDIG_DO_CASA] = {IN_BUILD, check_casa},                            /* dossier venedig 5.5 */
    [VENEDIG_BUILD] = {IN_BUILD | IN_PLACE, check_build},                  /* dossier venedig 5.3, 5.4 */
    [VENEDIG_SCRAP] = {IN_BUILD, check_scrap},                             /* dossier venedig 5.4 */
    [VENEDIG_CALL] = {IN_BUILD, check_call},                               /* dossier venedig 5.3 */
    [VENEDIG_SPEND] = {IN_BUILD | IN_GOLD | IN_DRAIN | IN_DRAW, check_spend}, /* dossier venedig 7 */
    [VENEDIG_PROCEED] = {IN_GOLD, check_always},                           /* dossier venedig 5.6 */
    [VENEDIG_DONE] = {IN_BUILD, check_done},                               /* dossier venedig 5.7 */
    [VENEDIG_DRAIN] = {IN_DRAIN, check_drain},                             /* dossier venedig 8 */
    [VENEDIG_STOP] = {IN_DRAIN, check_always},                             /* dossier venedig 8 */
    [VENEDIG_DRAW] = {IN_DRAW, check_draw},                                /* dossier venedig 8 */
    [VENEDIG_DO_SWAP] = {IN_DRAW, check_swap},                             /* dossier venedig 8 */
    [VENEDIG_PASS] = {IN_DRAW, check_pass},                                /* dossier venedig 8 */
};

static int error_of(const struct venedig_state *st, int seat, const struct move *move)
{
    if (st->phase == VENEDIG_PHASE_OVER)
        return RULE_GAME_OVER;
    if (!(venedig_awaits(st) & SEAT_BIT(seat)))
        return RULE_NOT_YOUR_TURN;
    if (!(verbs[move->verb].phases & 1 << st->phase))
        return RULE_WRONG_STEP;
    return verbs[move->verb].check(st, seat, move->arg);
}

/* ---- Figures for the sentences; slots in the order of the tables in venedig.c ---- */

/* The kind whose complete set comes first, or the one that waits for its site. */
static int waiting_kind(const struct venedig_state *st)
{
    if (st->phase == VENEDIG_PHASE_PLACE)
        return st->job.kind;
    for (int kind = 0; kind < VENEDIG_SHARED; kind++)
        if (venedig_complete(st, kind, VENEDIG_SET_SHARED))
            return kind;
    return st->solo;
}

static int slot_of_spot(const struct move *move)
{
    return move->verb == VENEDIG_BUILD ? move->arg[SLOT_BUILD_SPOT]
         : move->verb == VENEDIG_CALL  ? move->arg[SLOT_CALL_SPOT]
                                       : move->arg[0];
}

static void explain_site(const struct venedig_state *st, const struct move *move, int16_t *slots)
{
    struct venedig_field free = venedig_free(st);
    int site = slot_of_spot(move), kind = move->verb == VENEDIG_DO_CASA ? VENEDIG_CASA : move->arg[0];
    if (move->verb != VENEDIG_DRAIN)
        venedig_site_error(st, &free, kind, site, &site);
    slots[0] = (int16_t)site;
}

static void explain_districts(const struct move *move, int16_t *slots)
{
    uint8_t both = venedig_districts_of(slot_of_spot(move));
    slots[0] = (int16_t)__builtin_ctz(both);
    slots[1] = (int16_t)__builtin_ctz(both & (both - 1u));
}

/* Alone a set is played whole or not at all. */
static void explain_cards(const struct venedig_state *st, const struct move *move, int error, int16_t *slots)
{
    int kind = move->verb == VENEDIG_DO_CASA ? VENEDIG_CASA : move->arg[0], need = venedig_pieces[kind].need;
    bool names_set = move->verb == VENEDIG_BUILD || move->verb == VENEDIG_SCRAP;
    bool alone = kind == VENEDIG_CASA || (names_set && move->arg[SLOT_BUILD_SET] == VENEDIG_SET_SOLO);
    slots[0] = (int16_t)kind;
    slots[1] = (int16_t)(error == VENEDIG_CARDS_MISSING ? (move->verb == VENEDIG_PLAY ? move->arg[1] : 1)
                         : alone                      ? need
                                                      : need - venedig_total(st, kind));
    slots[2] = (int16_t)need;
}

static void explain(const struct venedig_state *st, int seat, const struct move *move, int error, int16_t *slots)
{
    switch (error) {
    case RULE_WRONG_STEP:
        slots[0] = st->phase;
        break;
    case VENEDIG_NOT_ARCHITECT:
        slots[0] = st->architect[move->arg[0]];
        slots[1] = move->arg[0];
        break;
    case VENEDIG_OWN_PLACE:
    case VENEDIG_NO_ROOM:
    case VENEDIG_ROOM_LEFT:
        slots[0] = move->verb == VENEDIG_DO_CASA ? VENEDIG_CASA : move->arg[0];
        break;
    case VENEDIG_CARDS_MISSING:
    case VENEDIG_TOO_MANY_CARDS:
    case VENEDIG_NOT_COMPLETE:
        explain_cards(st, move, error, slots);
        break;
    case VENEDIG_BUILDING_WAITING:
        slots[0] = (int16_t)waiting_kind(st);
        break;
    case VENEDIG_TOO_MANY_KINDS:
        slots[0] = (int16_t)(venedig_size(venedig_kinds_of(&st->front[seat])) - VENEDIG_FRONTS);
        break;
    case VENEDIG_UNDER_SWAMP:
    case VENEDIG_SITE_TAKEN:
    case VENEDIG_NO_SWAMP:
        explain_site(st, move, slots);
        break;
    case VENEDIG_WRONG_SHAPE:
        slots[0] = move->arg[0];
        break;
    case VENEDIG_WRONG_DISTRICT:
        explain_districts(move, slots);
        break;
    case VENEDIG_KIND_IN_POOL:
    case VENEDIG_OWN_CARD_BACK:
        slots[0] = move->arg[SLOT_SWAP_PUT];
        break;
    }
}

int venedig_check(const void *state, int seat, const struct move *move, int16_t *figures)
{
    int error = error_of(state, seat, move);
    if (error != RULE_OK && figures)
        explain(state, seat, move, error, figures);
    return error;
}
