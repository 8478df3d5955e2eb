/* A deal is settled in one step: pay, move, act, pay the rest (dossier genoa 16.5). */
#include "config.h"

#include "rules/genoa/step.h"

/* Who pays, what is still owed, and for what. */
struct payer {
    const struct genoa_offer *offer;
    struct genoa_goods owes;
};

/* ---- Property changes hands ---- */

/* As much of what is owed as the giver has; what is left is still owed. Marked goods go by the board (dossier genoa R10.7).
 * @kept: further action tiles that the giver does not part with */
static void pass(struct genoa_state *st, int from, int to, struct genoa_goods *owes, int kept)
{
    struct genoa_goods *giver = &st->players[from], *taker = &st->players[to];
    int16_t money = owes->money < giver->money ? owes->money : giver->money;
    must(from != to && money >= 0);
    giver->money = (int16_t)(giver->money - money);
    taker->money = (int16_t)(taker->money + money);
    owes->money = (int16_t)(owes->money - money);
    for (int ware = 0; ware < GENOA_WARES; ware++) {
        if (!owes->wares[ware])
            continue;
        uint8_t n = owes->wares[ware] < giver->wares[ware] ? owes->wares[ware] : giver->wares[ware];
        count_move(&giver->wares[ware], &taker->wares[ware], n);
        count_take(&owes->wares[ware], n);
    }
    for (int tile = 0; tile < GENOA_TILES; tile++) {
        if (!owes->tiles[tile])
            continue;
        int free = giver->tiles[tile] - (tile == GENOA_FURTHER_ACTION ? kept : 0);
        uint8_t n = (uint8_t)(owes->tiles[tile] < free ? owes->tiles[tile] : free < 0 ? 0 : free);
        count_move(&giver->tiles[tile], &taker->tiles[tile], n);
        count_take(&owes->tiles[tile], n);
    }
    uint8_t markers = owes->markers < giver->markers ? owes->markers : giver->markers;
    markers = markers < st->supply.markers[to] ? markers : st->supply.markers[to];
    count_move(&giver->markers, &st->supply.markers[from], markers);
    count_move(&st->supply.markers[to], &taker->markers, markers);
    count_take(&owes->markers, markers);
    for (int deck = 0; deck < GENOA_DECKS; deck++) {
        uint16_t cards = owes->cards[deck] & giver->cards[deck];
        giver->cards[deck] &= (uint16_t)~cards;
        taker->cards[deck] |= cards;
        owes->cards[deck] &= (uint16_t)~cards;
        for (int seat = 0; seat < st->seats; seat++) /* who passes a card on knows where it is, and nobody else does any more */
            st->told[seat][deck] = (uint16_t)(seat == from ? st->told[seat][deck] | cards : st->told[seat][deck] & ~cards);
    }
}

static void tell_passed(struct step *s, int from, int to, const uint16_t cards[GENOA_DECKS])
{
    if (s->trial || !(cards[GENOA_LARGE] | cards[GENOA_SMALL] | cards[GENOA_MESSAGE] | cards[GENOA_PRIVILEGE]))
        return;
    int16_t *slots = log_event(s->log, GENOA_CARDS_PASSED, NO_SEAT, 2 + GENOA_TOLD_CARDS);
    log_secret(s->log, (seatmask)(SEAT_BIT(from) | SEAT_BIT(to)));
    slots[0] = (int16_t)from;
    slots[1] = (int16_t)to;
    genoa_tell_cards(cards, slots + 2);
}

static void tell_deal(struct step *s, const struct genoa_offer *offer)
{
    static const uint8_t kinds[GENOA_RIGHT_COUNT][2] = {
        [GENOA_RIGHT_ACTION] = {GENOA_ACCEPTED, GENOA_ACCEPTED_WITH},
        [GENOA_RIGHT_STREET] = {GENOA_ACCEPTED_STREET, GENOA_ACCEPTED_STREET_WITH}};
    if (s->trial)
        return;
    int16_t *slots = log_event(s->log, kinds[offer->right][!genoa_no_goods(&offer->ask)], s->st->tower_seat, 3 + GENOA_TOLD_TERMS);
    slots[0] = offer->seat;
    slots[1] = offer->slot;
    slots[2] = offer->place;
    genoa_tell_terms(&offer->give, offer->drawn, &offer->ask, slots + 3);
}

/* ---- Before and after the step ---- */

/* What is owned is paid at once, and what the tower player adds; false when that is not there. */
static bool pay_first(struct step *s, struct payer *payer)
{
    struct genoa_state *st = s->st;
    const struct genoa_offer *offer = payer->offer;
    int tower = st->tower_seat;
    int kept = offer->right == GENOA_RIGHT_ACTION && !genoa_has_normal(st, offer->seat);
    struct genoa_goods asked = offer->ask;
    tell_deal(s, offer);
    payer->owes = offer->give;
    pass(st, offer->seat, tower, &payer->owes, kept);
    tell_passed(s, offer->seat, tower, offer->give.cards);
    pass(st, tower, offer->seat, &asked, 0);
    tell_passed(s, tower, offer->seat, offer->ask.cards);
    return genoa_no_goods(&asked);
}

static bool pay_rest(struct step *s, struct payer *payer)
{
    pass(s->st, payer->offer->seat, s->st->tower_seat, &payer->owes, 0);
    return genoa_no_goods(&payer->owes);
}

/* The first cards that were drawn go to the tower player. */
static bool pass_drawn(struct step *s, const struct genoa_offer *offer, int n, const uint8_t drawn[2])
{
    struct genoa_goods owes = {.money = 0};
    int deck = genoa_effects[offer->place].deck;
    if (n < offer->drawn)
        return false;
    for (int i = 0; i < offer->drawn; i++)
        owes.cards[deck] |= (uint16_t)(1u << drawn[i]);
    tell_passed(s, offer->seat, s->st->tower_seat, owes.cards);
    pass(s->st, offer->seat, s->st->tower_seat, &owes, 0);
    return genoa_no_goods(&owes);
}

/* The action by its plan, or by hand; false when the tile that it costs is not there, or a promised card. */
static bool act(struct step *s, const struct genoa_offer *offer)
{
    struct genoa_state *st = s->st;
    uint8_t drawn[2];
    if (!genoa_can_act(st, offer->seat, offer->further))
        return false;
    genoa_begin_action(s, offer->seat);
    if (offer->by_hand) {
        st->action.plan = offer->plan;
        st->phase = GENOA_PHASE_ACTION;
        return true;
    }
    int n = genoa_run_plan(s, &offer->plan, drawn);
    genoa_end_action(st);
    return offer->drawn == 0 || pass_drawn(s, offer, n, drawn);
}

bool genoa_settle(struct step *s, const struct genoa_offer *offers, int n)
{
    struct genoa_state *st = s->st;
    struct payer payers[GENOA_SEATS];
    const struct genoa_offer *offer = &offers[0];
    bool paid = true;
    for (int i = 0; i < n; i++) {
        payers[i].offer = &offers[i];
        paid &= pay_first(s, &payers[i]);
    }
    if (offer->place != genoa_here(st))
        genoa_step_to(s, offer->place);
    if (offer->right == GENOA_RIGHT_ACTION)
        paid &= act(s, offer);
    for (int i = 0; i < n; i++)
        paid &= pay_rest(s, &payers[i]);
    genoa_pay_messages(s);
    return paid;
}
