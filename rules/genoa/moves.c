/* What may be done, what shows hidden things, and what silence says. */
#include "config.h"

#include "rules/engine/log.h"
#include "rules/genoa/listing.h"

#include <string.h>

/* ---- The tower player's turn ---- */

static void list_start(const struct genoa_state *st, int seat, struct move_list *list)
{
    list_plain(list, GENOA_ROLL);
    for (int space = 0; space < GENOA_SPACES && st->players[seat].tiles[GENOA_ANY_START]; space++)
        list_one(list, GENOA_START_AT, space);
}

static void list_accept(const struct genoa_state *st, const struct genoa_offer *offer, struct move_list *list)
{
    int16_t *arg = move_list_add(list, GENOA_ACCEPT, SLOTS_OF_ACCEPT);
    seatmask also = 0;
    arg[SLOT_ACCEPT_FROM] = offer->seat;
    arg[SLOT_ACCEPT_SLOT] = offer->slot;
    arg[SLOT_ACCEPT_ALSO] = 0;
    for (int seat = 0; seat < st->seats && offer->right == GENOA_RIGHT_STREET; seat++)
        if (seat != offer->seat && genoa_find_street(st, seat, offer->place))
            also |= SEAT_BIT(seat);
    if (!also || !genoa_settles(st, offer, also))
        return;
    int16_t *all = move_list_add(list, GENOA_ACCEPT, SLOTS_OF_ACCEPT);
    memcpy(all, arg, sizeof(all[0]) * SLOTS_OF_ACCEPT);
    all[SLOT_ACCEPT_ALSO] = also;
}

/* Five ducats more for the same; or, where the same cannot be had any more, its money alone, by the printed rules for two with a card. */
static void list_raise(const struct genoa_state *st, const struct genoa_offer *offer, struct move_list *list)
{
    struct genoa_goods give = offer->give, ask = offer->ask;
    if (give.money + GENOA_UNIT <= GENOA_MOST_MONEY)
        give.money = (int16_t)(give.money + GENOA_UNIT);
    if (!genoa_tower_gives(st, offer, &give, &ask) || !genoa_could_give(st, offer, &give)) {
        give = (struct genoa_goods){.money = give.money, .cards = {genoa_printed_two(st)}};
        ask = (struct genoa_goods){.money = 0};
    }
    genoa_list_counter(offer, &give, &ask, list);
}

/* One for each offer that may be countered, and once the widest and the narrowest terms, so that a form knows its bounds. */
static void list_counters(const struct genoa_state *st, struct move_list *list)
{
    bool bounds = false;
    for (int i = 0; i < st->n_offers && st->counters_left; i++) {
        const struct genoa_offer *offer = &st->offers[i];
        if (offer->countered)
            continue;
        list_raise(st, offer, list);
        if (!bounds)
            genoa_list_counter_bounds(st, offer, list);
        bounds = true;
    }
}

static void list_tower(const struct genoa_state *st, struct move_list *list)
{
    int seat = st->tower_seat, here = genoa_here(st);
    list->partial = true;
    if (genoa_pending(st)) {
        list_counters(st, list);
        list_plain(list, GENOA_SEND);
        genoa_list_announce(st, list);
        return;
    }
    if (genoa_action_error(st, seat, here, false) == RULE_OK)
        list_one(list, GENOA_ACT, 0);
    else if (genoa_action_error(st, seat, here, true) == RULE_OK)
        list_one(list, GENOA_ACT, 1);
    seatmask asked = genoa_watchers(st);
    bool leaves = !genoa_must_sell(st) && !asked;
    for (int i = 0; i < st->n_offers; i++)
        if ((leaves || st->offers[i].place == here) && genoa_offer_error(st, &st->offers[i], false) == RULE_OK)
            list_accept(st, &st->offers[i], list);
    const struct genoa_space *space = &genoa_map[here];
    for (int i = 0; i < space->n && leaves; i++)
        if (genoa_may_step(st, space->neighbour[i]))
            list_one(list, GENOA_MOVE, space->neighbour[i]);
    list_counters(st, list);
    if (asked)
        list_one(list, GENOA_CALL, 0);
    if (st->calls_left)
        list_one(list, GENOA_CALL, 1);
    genoa_list_announce(st, list);
    if (leaves && !genoa_must_step(st))
        list_plain(list, GENOA_STOP);
}

/* ---- Windows ---- */

static void list_ready(struct move_list *list)
{
    enum { SET_BITS = 15, LOW = 0x7fff };
    list->partial = true;
    list_two(list, GENOA_READY, LOW, (1 << (GENOA_BUILDINGS - SET_BITS)) - 1);
    list_two(list, GENOA_READY, 0, 0);
}

static void list_answers(const struct genoa_state *st, int seat, struct move_list *list)
{
    for (int i = 0; i < st->n_offers; i++) {
        const struct move agree = {.verb = GENOA_AGREE, .nargs = 1, .arg = {st->offers[i].slot}};
        if (st->offers[i].seat != seat || !st->offers[i].pending)
            continue;
        if (genoa_check(st, seat, &agree, NULL) == RULE_OK)
            list_one(list, GENOA_AGREE, st->offers[i].slot);
        list_one(list, GENOA_DECLINE, st->offers[i].slot);
    }
}

/* ---- Markers ---- */

static void list_claims(const struct genoa_state *st, int seat, struct move_list *list)
{
    for (int street = 0; street < GENOA_STREETS; street++)
        for (int modes = 1; st->street_discs[street] && modes < GENOA_MODE_COUNT * GENOA_MODE_COUNT; modes++) {
            struct genoa_wish wish = {.street = (int8_t)street, .first = (uint8_t)(modes % GENOA_MODE_COUNT),
                                      .second = (uint8_t)(modes / GENOA_MODE_COUNT)};
            if (genoa_wish_error(st, seat, &wish) != RULE_OK)
                continue;
            int16_t *arg = move_list_add(list, GENOA_CLAIM, SLOTS_OF_CLAIM);
            memset(arg, 0, SLOTS_OF_CLAIM * sizeof(arg[0]));
            arg[SLOT_WISH_STREET] = wish.street;
            arg[SLOT_WISH_FIRST] = wish.first;
            arg[SLOT_WISH_SECOND] = wish.second;
            for (int i = 1; i < GENOA_WISHES; i++)
                arg[i * SLOTS_OF_WISH + SLOT_WISH_STREET] = -1;
        }
    list->partial = true; /* with further wishes */
    list_plain(list, GENOA_PASS);
}

/* ---- Every position ---- */

int genoa_moves(const void *state, int seat, struct move_list *list)
{
    const struct genoa_state *st = state;
    bool tower = seat == st->tower_seat, awaited = genoa_awaits(st) & SEAT_BIT(seat);
    move_list_clear(list);
    switch (st->phase) {
    case GENOA_PHASE_START:
        if (awaited)
            list_start(st, seat, list);
        break;
    case GENOA_PHASE_OFFERS:
    case GENOA_PHASE_CALL:
        if (tower)
            genoa_list_announce(st, list);
        else
            genoa_list_offers(st, seat, list);
        if (awaited)
            list_ready(list);
        break;
    case GENOA_PHASE_TOWER:
        if (tower)
            list_tower(st, list);
        else
            genoa_list_offers(st, seat, list);
        break;
    case GENOA_PHASE_ANSWERS:
        if (awaited)
            list_answers(st, seat, list);
        break;
    case GENOA_PHASE_ACTION:
        if (awaited)
            genoa_list_action(st, seat, list);
        break;
    case GENOA_PHASE_MARKERS:
        if (awaited)
            list_claims(st, seat, list);
        break;
    }
    return list->n;
}

/* ---- What shows hidden things: dossier genoa 16.5 ---- */

/* Could the step to a space complete a message that somebody else holds? One's own cards and the used ones are known. */
static bool may_pay_message(const struct genoa_state *st, int seat, int space)
{
    uint32_t been = 0;
    bool held = false;
    if (!genoa_is_building(space) || genoa_on_path(st, space))
        return false;
    for (int other = 0; other < st->seats; other++)
        held |= other != seat && st->players[other].cards[GENOA_MESSAGE];
    for (int i = 0; i < st->n_path; i++)
        if (genoa_is_building(st->path[i]))
            been |= 1u << st->path[i];
    unsigned known = st->players[seat].cards[GENOA_MESSAGE] | st->discard[GENOA_MESSAGE];
    for (int card = 0; card < genoa_deck_sizes[GENOA_MESSAGE] && held; card++) {
        const uint8_t *both = genoa_message[card].building;
        int other = both[0] == space ? both[1] : both[1] == space ? both[0] : -1;
        if (other >= 0 && been >> other & 1 && !(known >> card & 1))
            return true;
    }
    return false;
}

/* Could anybody wish to be asked where the tower comes to stand? Who does shows there, and may not be tried out on a draft: so
 * it counts what everybody sees, never who has wished. Dossier genoa 16.4; where everybody is asked nothing is hidden. */
static bool may_be_asked_at(const struct genoa_state *st, int space)
{
    bool could = false;
    for (int other = 0; other < st->seats; other++)
        could |= other != st->tower_seat && genoa_action_error(st, other, space, true) == RULE_OK;
    return could && st->options.last_call == GENOA_LAST_CALL_ASKED;
}

static bool accept_reveals(const struct genoa_state *st, int seat, const int16_t *arg)
{
    const struct genoa_offer *offer = genoa_find_offer(st, arg[SLOT_ACCEPT_FROM], arg[SLOT_ACCEPT_SLOT]);
    return !offer || offer->right == GENOA_RIGHT_ACTION || may_pay_message(st, seat, offer->place);
}

/* Is the last seat that may place a marker asked, in the last turn of all? (dossier genoa R5.10) */
static bool is_last_answer(const struct genoa_state *st, int seat)
{
    return st->claim_now == SEAT_BIT(seat) && !st->claim_queue && st->round_space == st->round_spaces
        && genoa_next_seat(st, st->tower_seat) == st->first;
}

unsigned genoa_traits(const void *state, int seat, const struct move *move)
{
    const struct genoa_state *st = state;
    switch (move->verb) {
    case GENOA_ROLL:
        return MOVE_DRAWS;
    case GENOA_READY: /* others are asked next */
    case GENOA_COUNTER:
    case GENOA_SEND:
    case GENOA_CALL:
        return MOVE_REVEALS;
    case GENOA_STOP: /* the next turn may begin with these */
    case GENOA_AGREE:
    case GENOA_DECLINE:
        return MOVE_REVEALS | MOVE_DRAWS;
    case GENOA_CLAIM:
    case GENOA_PASS:
        return is_last_answer(st, seat) ? MOVE_REVEALS | MOVE_ENDS : MOVE_REVEALS | MOVE_DRAWS;
    case GENOA_ACCEPT:
        return accept_reveals(st, seat, move->arg) ? MOVE_REVEALS | MOVE_DRAWS : 0;
    case GENOA_MOVE:
        return may_pay_message(st, seat, move->arg[0]) || may_be_asked_at(st, move->arg[0]) ? MOVE_REVEALS | MOVE_DRAWS : 0;
    case GENOA_TAKE:
        return st->phase != GENOA_PHASE_ACTION || genoa_effects[genoa_running(st)->building].deck >= 0 ? MOVE_REVEALS | MOVE_DRAWS : 0;
    case GENOA_USE_TRADE:
        return genoa_read_trade(move->arg).get >= GENOA_FIRST_DRAW ? MOVE_REVEALS | MOVE_DRAWS : 0;
    default:
        return 0;
    }
}

/* ---- An offer that is written anew while somebody reads it ---- */

bool genoa_alters(const struct move *step, int other, const struct move *move)
{
    const int16_t *arg = step->arg;
    if (move->verb != GENOA_OFFER)
        return false;
    switch (step->verb) {
    case GENOA_ACCEPT:
        return arg[SLOT_ACCEPT_ALSO] & SEAT_BIT(other) || (arg[SLOT_ACCEPT_FROM] == other && arg[SLOT_ACCEPT_SLOT] == move->arg[SLOT_OFFER_SLOT]);
    case GENOA_COUNTER:
        return arg[SLOT_COUNTER_FROM] == other && arg[SLOT_COUNTER_SLOT] == move->arg[SLOT_OFFER_SLOT];
    default:
        return false;
    }
}

/* ---- What silence says: dossier genoa 16.6 ---- */

static const struct genoa_offer *best_offer(const struct genoa_state *st)
{
    const struct genoa_offer *best = NULL;
    for (int i = 0; i < st->n_offers; i++) {
        const struct genoa_offer *offer = &st->offers[i];
        if (offer->place == genoa_here(st) && offer->right == GENOA_RIGHT_ACTION && genoa_no_goods(&offer->ask)
            && (!best || offer->give.money > best->give.money) && genoa_offer_error(st, offer, false) == RULE_OK)
            best = offer;
    }
    return best;
}

/* Where the tower has to go on, advice says where to. */
static int silent_tower(const struct genoa_state *st, struct move *move)
{
    if (genoa_pending(st)) {
        *move = (struct move){.verb = GENOA_SEND};
    } else if (genoa_must_sell(st)) {
        const struct genoa_offer *best = best_offer(st);
        *move = (struct move){.verb = GENOA_ACCEPT, .nargs = SLOTS_OF_ACCEPT, .arg = {best->seat, best->slot}};
    } else if (genoa_watchers(st)) {
        *move = (struct move){.verb = GENOA_CALL, .nargs = 1};
    } else if (genoa_must_step(st)) {
        return -1;
    } else {
        *move = (struct move){.verb = GENOA_STOP};
    }
    return 0;
}

int genoa_silence(const void *state, int seat, struct move *move)
{
    const struct genoa_state *st = state;
    switch (st->phase) {
    case GENOA_PHASE_START:
        *move = (struct move){.verb = GENOA_ROLL};
        break;
    case GENOA_PHASE_OFFERS:
    case GENOA_PHASE_CALL:
        *move = (struct move){.verb = GENOA_READY, .nargs = 2};
        break;
    case GENOA_PHASE_TOWER:
        return silent_tower(st, move);
    case GENOA_PHASE_ANSWERS: {
        int i = 0;
        while (st->offers[i].seat != seat || !st->offers[i].pending)
            i++;
        *move = (struct move){.verb = GENOA_DECLINE, .nargs = 1, .arg = {st->offers[i].slot}};
        break;
    }
    case GENOA_PHASE_ACTION:
        genoa_next_of_plan(st, move);
        break;
    case GENOA_PHASE_MARKERS:
        *move = (struct move){.verb = GENOA_PASS};
        break;
    default:
        return -1;
    }
    return 0;
}
