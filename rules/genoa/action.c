/* What is done in a building: its effect, orders and special tiles (dossier genoa 6 - 8). */
#include "config.h"

#include "rules/engine/rng.h"
#include "rules/genoa/step.h"

void genoa_end_action(struct genoa_state *st)
{
    st->action = (struct genoa_action){.seat = NO_SEAT, .own.building = -1, .sub.building = -1, .plan = genoa_no_plan};
}

/* The action that goes on, to be changed. */
static struct genoa_run *running(struct genoa_state *st)
{
    return st->action.sub.building >= 0 ? &st->action.sub : &st->action.own;
}

/* ---- Messages, and the way of the tower: dossier genoa R5.4, R7.3 ---- */

void genoa_pay_messages(struct step *s)
{
    struct genoa_state *st = s->st;
    uint32_t been = 0;
    for (int i = 0; i < st->n_path; i++)
        if (genoa_is_building(st->path[i]))
            been |= 1u << st->path[i];
    if (!(been & (been - 1))) /* fewer than two buildings */
        return;
    for (int i = 0, seat = st->tower_seat; i < st->seats; i++, seat = genoa_next_seat(st, seat))
        for (unsigned held = st->players[seat].cards[GENOA_MESSAGE]; held; held &= held - 1) {
            int card = __builtin_ctz(held);
            uint32_t both = 1u << genoa_message[card].building[0] | 1u << genoa_message[card].building[1];
            if ((been & both) != both)
                continue;
            st->players[seat].cards[GENOA_MESSAGE] &= (uint16_t)~(1u << card);
            st->discard[GENOA_MESSAGE] |= (uint16_t)(1u << card);
            st->players[seat].money += GENOA_FOR_MESSAGE;
            if (!s->trial)
                log_two(s->log, GENOA_MESSAGE_PAID, seat, card, GENOA_FOR_MESSAGE);
        }
}

void genoa_step_to(struct step *s, int space)
{
    struct genoa_state *st = s->st;
    must(st->n_path < GENOA_PATH);
    st->path[st->n_path++] = (uint8_t)space;
    st->called = 0;
    if (!s->trial)
        log_one(s->log, GENOA_TOWER, st->tower_seat, space);
    genoa_pay_messages(s);
}

/* ---- Its beginning: dossier genoa R5.5, R6.2 ---- */

static void spend_tile(struct step *s, int seat, int tile)
{
    count_move(&s->st->players[seat].tiles[tile], &s->st->supply.tiles[tile], 1);
    if (!s->trial)
        log_one(s->log, GENOA_TILE_USED, seat, tile);
}

static void begin(struct step *s, int seat, int building, int by)
{
    struct genoa_state *st = s->st;
    int owner = st->owner[building];
    st->acted_in[seat] |= 1u << building;
    if (!s->trial)
        log_two(s->log, GENOA_ACTED, seat, building, by);
    if (owner < 0 || owner == seat)
        return;
    st->players[owner].money += GENOA_FOR_OWNER;
    if (!s->trial)
        log_two(s->log, GENOA_OWNER_BONUS, owner, building, GENOA_FOR_OWNER);
}

void genoa_begin_action(struct step *s, int seat)
{
    struct genoa_state *st = s->st;
    int building = genoa_here(st);
    bool normal = genoa_has_normal(st, seat);
    if (normal) {
        st->acted[seat]++;
    } else {
        spend_tile(s, seat, GENOA_FURTHER_ACTION);
        st->acted_further[seat]++;
    }
    st->actor[building] = (int8_t)seat;
    st->action = (struct genoa_action){.seat = (int8_t)seat, .own.building = (int8_t)building, .sub.building = -1, .plan = genoa_no_plan};
    begin(s, seat, building, normal ? GENOA_BY_TOWER : GENOA_BY_FURTHER);
}

void genoa_do_act(struct step *s)
{
    genoa_begin_action(s, s->seat);
    s->st->phase = GENOA_PHASE_ACTION;
}

/* ---- Taking from the board ---- */

/* Cards that go back into the deck are nobody's to give: offers that name them are gone (dossier genoa 15). */
static void shuffle(struct step *s, int deck)
{
    struct genoa_state *st = s->st;
    struct genoa_pile *pile = &st->deck[deck];
    unsigned cards = st->discard[deck];
    must(pile->n == 0);
    for (unsigned left = cards; left; left &= left - 1)
        pile->card[pile->n++] = (uint8_t)__builtin_ctz(left);
    st->discard[deck] = 0;
    for (int seat = 0; seat < st->seats; seat++)
        st->told[seat][deck] &= (uint16_t)~cards;
    rng_shuffle(s->rng, pile->card, pile->n);
    genoa_forget_cards(st, deck, (uint16_t)cards);
    if (!s->trial)
        log_two(s->log, GENOA_SHUFFLED, NO_SEAT, deck, pile->n);
}

/* Cards from the top into a hand, as many as there are; which ones only that seat learns. */
static int draw(struct step *s, int seat, int deck, int n, uint8_t drawn[2])
{
    struct genoa_state *st = s->st;
    uint16_t cards[GENOA_DECKS] = {0};
    int count = 0;
    for (; count < n; count++) {
        if (st->deck[deck].n == 0 && st->discard[deck])
            shuffle(s, deck);
        if (st->deck[deck].n == 0)
            break;
        drawn[count] = (uint8_t)genoa_top_card(&st->deck[deck]);
        cards[deck] |= (uint16_t)(1u << drawn[count]);
    }
    st->players[seat].cards[deck] |= cards[deck];
    if (s->trial || count == 0)
        return count;
    int16_t *slots = log_event(s->log, GENOA_DREW, seat, 2 + GENOA_TOLD_CARDS);
    log_secret(s->log, SEAT_BIT(seat));
    slots[0] = (int16_t)deck;
    slots[1] = (int16_t)count;
    genoa_tell_cards(cards, slots + 2);
    return count;
}

enum { GAIN_WARES, GAIN_TILES = GAIN_WARES + GENOA_WARES, GAIN_MARKERS = GAIN_TILES + GENOA_TILES, GAIN_COUNT };

static void gain_ware(struct genoa_state *st, int seat, int ware)
{
    count_move(&st->supply.wares[ware], &st->players[seat].wares[ware], 1);
}

static void gain_marker(struct genoa_state *st, int seat)
{
    count_move(&st->supply.markers[seat], &st->players[seat].markers, 1);
}

static void gain_tile(struct genoa_state *st, int seat, int tile)
{
    count_move(&st->supply.tiles[tile], &st->players[seat].tiles[tile], 1);
    st->action.gained = (uint8_t)(st->action.gained + (tile == GENOA_BUILDING_ACTION));
}

int genoa_take_effect(struct step *s, uint8_t drawn[2])
{
    struct genoa_state *st = s->st;
    struct genoa_run *run = running(st);
    const struct genoa_effect *effect = &genoa_effects[run->building];
    int seat = st->action.seat, cards = 0, building = run->building;
    int16_t gained[GAIN_COUNT] = {0};
    run->main = 1;
    for (int i = 0; i < 2 && effect->ware[i] >= 0; i++) {
        int ware = effect->ware[i];
        if (st->supply.wares[ware] == 0)
            continue;
        gain_ware(st, seat, ware);
        gained[GAIN_WARES + ware]++;
    }
    if (effect->tile >= 0 && st->supply.tiles[effect->tile]) {
        gain_tile(st, seat, effect->tile);
        gained[GAIN_TILES + effect->tile]++;
    }
    for (int i = 0; i < effect->markers && st->supply.markers[seat]; i++) {
        gain_marker(st, seat);
        gained[GAIN_MARKERS]++;
    }
    if (effect->deck >= 0)
        cards = draw(s, seat, effect->deck, effect->cards, drawn);
    if (s->trial)
        return cards;
    int things = 0;
    for (int i = 0; i < GAIN_COUNT; i++)
        things += gained[i];
    if (things)
        memcpy(log_event(s->log, GENOA_GAINED, seat, GAIN_COUNT), gained, sizeof(gained));
    else if (cards == 0)
        log_one(s->log, GENOA_GAINED_NOTHING, seat, building);
    return cards;
}

void genoa_do_take(struct step *s)
{
    uint8_t drawn[2];
    genoa_take_effect(s, drawn);
    genoa_pay_messages(s);
}

/* ---- Orders: dossier genoa R7.1, R7.2 ---- */

static void return_ware(struct genoa_state *st, int seat, int ware)
{
    count_move(&st->players[seat].wares[ware], &st->supply.wares[ware], 1);
}

static void discard(struct genoa_state *st, int seat, int deck, int card)
{
    must(st->players[seat].cards[deck] >> card & 1);
    st->players[seat].cards[deck] &= (uint16_t)~(1u << card);
    st->discard[deck] |= (uint16_t)(1u << card);
}

static void deliver(struct step *s, int order, int tile)
{
    struct genoa_state *st = s->st;
    int seat = st->action.seat;
    running(st)->main = 1;
    for (int i = 0; i < 3; i++)
        return_ware(st, seat, genoa_large[order].ware[i]);
    discard(st, seat, GENOA_LARGE, order);
    st->players[seat].money += GENOA_FOR_LARGE;
    if (tile >= 0)
        gain_tile(st, seat, tile);
    if (!s->trial)
        log_three(s->log, GENOA_DELIVERED, seat, order, GENOA_FOR_LARGE, tile);
}

static void deliver_small(struct step *s, int order)
{
    struct genoa_state *st = s->st;
    int seat = st->action.seat;
    running(st)->small = 1;
    return_ware(st, seat, genoa_small[order].ware);
    discard(st, seat, GENOA_SMALL, order);
    st->players[seat].money += GENOA_FOR_SMALL;
    if (!s->trial)
        log_two(s->log, GENOA_SMALL_DONE, seat, order, GENOA_FOR_SMALL);
}

void genoa_do_deliver(struct step *s)
{
    deliver(s, s->arg[SLOT_DELIVER_ORDER], s->arg[SLOT_DELIVER_TILE]);
}

void genoa_do_small(struct step *s)
{
    deliver_small(s, s->arg[0]);
}

/* ---- Special tiles: dossier genoa 8 ---- */

static void use_ware(struct step *s, int seat, int ware)
{
    struct genoa_state *st = s->st;
    spend_tile(s, seat, GENOA_ANY_WARE);
    gain_ware(st, seat, ware);
    if (s->trial)
        return;
    log_event(s->log, GENOA_GAINED, seat, GAIN_COUNT)[GAIN_WARES + ware] = 1;
}

void genoa_do_use_ware(struct step *s)
{
    use_ware(s, s->seat, s->arg[0]);
}

/* The thing goes to the board; of building action tiles the one just gained first. */
static void give_thing(struct genoa_state *st, int seat, int thing)
{
    struct genoa_goods *player = &st->players[seat];
    if (thing < GENOA_WARES) {
        return_ware(st, seat, thing);
    } else if (thing < GENOA_THING_MARKER) {
        int tile = thing - GENOA_WARES;
        count_move(&player->tiles[tile], &st->supply.tiles[tile], 1);
        st->action.gained = (uint8_t)(st->action.gained - (tile == GENOA_BUILDING_ACTION && st->action.gained > 0));
    } else if (thing == GENOA_THING_MARKER) {
        count_move(&player->markers, &st->supply.markers[seat], 1);
    } else if (thing == GENOA_THING_MONEY) {
        must(player->money >= GENOA_UNIT);
        player->money = (int16_t)(player->money - GENOA_UNIT);
    } else {
        int card, deck = genoa_deck_of_thing(thing, &card);
        discard(st, seat, deck, card);
    }
}

static void get_thing(struct step *s, int seat, int thing)
{
    struct genoa_state *st = s->st;
    uint8_t drawn[2];
    if (thing < GENOA_WARES) {
        gain_ware(st, seat, thing);
    } else if (thing < GENOA_THING_MARKER) {
        gain_tile(st, seat, thing - GENOA_WARES);
    } else if (thing == GENOA_THING_MARKER) {
        gain_marker(st, seat);
    } else {
        draw(s, seat, thing - GENOA_FIRST_DRAW, 1, drawn);
    }
}

/* What is got comes first, so that the thing given is never the thing received (dossier genoa R14.18). */
void genoa_do_use_trade(struct step *s)
{
    struct genoa_trade trade = genoa_read_trade(s->arg);
    spend_tile(s, s->seat, GENOA_TRADE);
    log_two(s->log, GENOA_TRADED, s->seat, trade.give, trade.get);
    get_thing(s, s->seat, trade.get);
    give_thing(s->st, s->seat, trade.give);
    genoa_pay_messages(s);
}

void genoa_do_use_building(struct step *s)
{
    struct genoa_state *st = s->st;
    spend_tile(s, s->seat, GENOA_BUILDING_ACTION);
    if (st->options.rules != GENOA_RULES_BEFORE)
        st->actor[s->arg[0]] = (int8_t)s->seat;
    st->action.sub = (struct genoa_run){.building = (int8_t)s->arg[0]};
    begin(s, s->seat, s->arg[0], GENOA_BY_TILE);
}

void genoa_do_done(struct step *s)
{
    struct genoa_state *st = s->st;
    if (st->action.sub.building >= 0) {
        st->action.sub = (struct genoa_run){.building = -1};
        return;
    }
    genoa_end_action(st);
    st->phase = GENOA_PHASE_TOWER;
}

/* ---- A plan: dossier genoa 16.5 ---- */

/* The tile that was wished for, else the first that is left; -1: none is. */
static int reward(const struct genoa_state *st, int wished)
{
    if (wished >= 0 && st->supply.tiles[wished])
        return wished;
    for (int tile = 0; tile < GENOA_TILES; tile++)
        if (st->supply.tiles[tile])
            return tile;
    return -1;
}

int genoa_run_plan(struct step *s, const struct genoa_plan *plan, uint8_t drawn[2])
{
    struct genoa_state *st = s->st;
    int seat = st->action.seat, order = plan->main == GENOA_MAIN_DELIVER ? plan->order : -1, small = plan->small, n = 0;
    const struct genoa_goods *player = &st->players[seat];
    if (plan->ware >= 0 && player->tiles[GENOA_ANY_WARE] && st->supply.wares[plan->ware])
        use_ware(s, seat, plan->ware);
    if (order >= 0 && player->cards[GENOA_LARGE] >> order & 1 && genoa_large[order].villa == st->action.own.building
        && genoa_has_wares(player, order))
        deliver(s, order, reward(st, plan->tile));
    else
        n = genoa_take_effect(s, drawn);
    if (small >= 0 && player->cards[GENOA_SMALL] >> small & 1 && genoa_small[small].building == st->action.own.building
        && player->wares[genoa_small[small].ware])
        deliver_small(s, small);
    return n;
}
