/* What a viewer may see, built from nothing (dossier genoa 15). Hidden are hands and decks, money, plans and limits of offers, wishes,
 * and offers themselves as long as their table keeps them so.
 *
 * Every object with "place" is something that can be chosen when the viewer is asked (docs/architecture.md). A space is { space, space_label },
 * a seat { seat } or null, goods[] { good, good_label, n, many, coin }; points of the picture are x, y in 640 by 640.
 *
 * What is false, null or empty for most members of a list is left out there, and stands outside of it.
 *
 * seats, round, turn, phase and phase_label and true under the phase's name in `is`, leader seat, leads (it is the viewer's tower), asked,
 * offering (the viewer may write into the book), spent (and has done so as often as one may in a turn), two (players, by the printed rules), ending, counters_left, calls_left, watched seats (want to be asked here)
 * spaces[39] space, { fresh (taken, or its marker is another, since what it is compared with), building, steps (or null), taken_by seat, owner seat, asking (ducats, 0: considered, or null), best and bid (the viewer's own)
 *           null or { sum, more }, cards[] { deck, dx } (of the viewer), reach, open (to offers), next, start, place in the start phase }
 * path[] space, { stop, x, y, left }, pawn null or space, { fresh, x, top, discs[] { y }, steps }, dice null or { red, blue },
 * rounds[] { number, past, now }, supply { silver, ... trade, ... large, ... }
 * must_sell, desk (the book stands beside the question), any_stops, stops[] space, { here, near, far, steps, building, yields goods, taken_by seat, value, doings[] { place },
 *         any_offers, offers[] { seat, slot, gives goods, asks goods, any_asks, drawn, after_label, by_hand, further, countered, pending, agreed, limit, plan,
 *         worth, possible, accept, accept_all (who pays for the same street), counter, withdraw: null or { place }, any_raises, raises[] sums, rest (what such a step says after the sum) } }
 * n_far (stops that are more than a step away), n_stops
 * posted[] space, { place, steps, best } and as offers[]: those of the viewer that can still be changed
 * bids[] space, { place, building, steps, stands (an offer of the viewer), best, worth, slot, right, spends_further, yields goods, plan, asking, top, any_sums, sums[], rest }
 * answers[] space, { building, slot, gives, asks, counter_gives, counter_asks goods, any_asks, any_counter_asks, worth, agree, decline { place } }
 * action null or space, { actor seat, main, small, sub, yields goods }
 * claims[] { first, street space, discs, sides[] space, { owner seat, mine }, options[] { place, sides[] { mode, mode_label, space } } }
 * held[] { place (the name of a field of a form), gives, good, good_label, count }
 * players[] { seat, leader, acted, ready, watches, goods goods, stock, board, placed, offers, cards[] { good, n }, money or null, score null or { total } }
 * own null or { goods, large[], small[], messages[], runs[], privileges, privileges_pay } */
#include "config.h"

#include "rules/genoa/view_parts.h"

#include "rules/genoa/table.h"
#include "rules/parts.h"

#include <string.h>

/* ---- Players ---- */

static bool money_shown(const struct seen *seen, int seat)
{
    return seat == seen->viewer || seen->st->options.open_money || seen->st->phase == GENOA_PHASE_OVER;
}

/* Of the cards in hand everybody sees how many; at the end all of them lie open, but what counts then are the privileges. */
static void add_hands(struct value *list, const struct genoa_goods *goods)
{
    for (int deck = 0; deck < GENOA_DECKS; deck++) {
        struct value *out = add_object(list);
        put_text(out, K_good, genoa_decks[deck].id);
        put_text(out, K_good_label, genoa_decks[deck].label);
        put_int(out, K_n, genoa_size(goods->cards[deck]));
    }
}

/* Of what somebody has without money and cards. */
static void put_open_goods(struct value *out, const struct genoa_goods *goods, int markers)
{
    struct genoa_goods open = *goods;
    open.money = 0;
    memset(open.cards, 0, sizeof(open.cards));
    open.markers = (uint8_t)markers;
    genoa_put_goods(out, K_goods, &open, false);
    put_bool(out, K_any_goods, !genoa_no_goods(&open));
}

static int offers_of(const struct genoa_state *st, int seat)
{
    int n = 0;
    for (int i = 0; i < st->n_offers; i++)
        n += st->offers[i].seat == seat;
    return n;
}

static void set_result(struct value *out, const struct genoa_state *st, int seat)
{
    put_int(out, K_cash, st->score[seat].cash);
    put_int(out, K_privileges, st->score[seat].privileges);
    put_int(out, K_markers, st->score[seat].markers);
    put_int(out, K_total, st->score[seat].total);
}

static void set_player(struct value *out, const struct seen *seen, int seat)
{
    const struct genoa_state *st = seen->st;
    const struct genoa_goods *goods = &st->players[seat];
    bool over = st->phase == GENOA_PHASE_OVER, writes = st->phase == GENOA_PHASE_OFFERS || st->phase == GENOA_PHASE_CALL;
    put_int(out, K_seat, seat);
    put_bool(out, K_leader, seat == st->tower_seat && !over);
    put_bool(out, K_acted, st->acted[seat] > 0 && !over);
    put_bool(out, K_ready, writes && seat != st->tower_seat && st->ready & SEAT_BIT(seat));
    put_open_goods(out, goods, 0);
    put_int(out, K_stock, goods->markers);
    put_int(out, K_board, st->supply.markers[seat]);
    put_int(out, K_placed, genoa_placed(st, seat));
    put_int(out, K_offers, offers_of(st, seat));
    add_hands(put_list(out, K_cards), goods);
    put_null(out, K_money);
    if (money_shown(seen, seat))
        put_int(out, K_money, goods->money);
    put_null(out, K_result);
    if (over)
        set_result(put_object(out, K_result), st, seat);
}

/* ---- What the viewer owns ---- */

static void set_own(struct value *out, const struct seen *seen)
{
    const struct genoa_goods *own = &seen->st->players[seen->viewer];
    genoa_set_cards(out, seen);
    put_int(out, K_money, own->money);
    put_open_goods(out, own, own->markers);
}

/* A field of the form of an offer or counter: so many of it can be given. */
static void add_held(struct value *list, bool gives, const struct name *kind, int count)
{
    char place[32];
    struct writer text = writer_on(place, sizeof(place));
    if (count == 0)
        return;
    struct value *out = add_object(list);
    write_text(&text, gives ? "give_" : "ask_");
    write_text(&text, kind->id);
    put_copy(out, K_place, place);
    put_bool(out, K_gives, gives);
    put_text(out, K_good, kind->id);
    put_text(out, K_good_label, kind->label);
    put_int(out, K_count, count);
}

static void add_goods_held(struct value *list, const struct genoa_goods *goods, bool gives, bool cards)
{
    static const struct name markers = {"markers", N_("ownership markers")};
    for (int ware = 0; ware < GENOA_WARES; ware++)
        add_held(list, gives, &genoa_wares[ware], goods->wares[ware]);
    for (int tile = 0; tile < GENOA_TILES; tile++)
        add_held(list, gives, &genoa_tiles[tile], goods->tiles[tile]);
    add_held(list, gives, &markers, goods->markers);
    for (int deck = 0; deck < GENOA_DECKS && cards; deck++)
        add_held(list, gives, &genoa_decks[deck], genoa_size(goods->cards[deck]));
}

/* What may change hands between the tower player and the other side; cards only of the viewer, who knows them. */
static void add_all_held(struct value *list, const struct seen *seen)
{
    const struct genoa_state *st = seen->st;
    if (seen->viewer < 0 || !(seen->offers || (seen->leads && seen->asked)))
        return;
    if (seen->leads) {
        struct genoa_goods all = {0}; /* of all others together: which of them it is stands in the offer */
        for (int seat = 0; seat < st->seats; seat++) {
            const struct genoa_goods *goods = &st->players[seat];
            for (int ware = 0; ware < GENOA_WARES && seat != seen->viewer; ware++)
                all.wares[ware] = goods->wares[ware] > all.wares[ware] ? goods->wares[ware] : all.wares[ware];
            for (int tile = 0; tile < GENOA_TILES && seat != seen->viewer; tile++)
                all.tiles[tile] = goods->tiles[tile] > all.tiles[tile] ? goods->tiles[tile] : all.tiles[tile];
            if (seat != seen->viewer && goods->markers > all.markers)
                all.markers = goods->markers;
        }
        add_goods_held(list, &all, true, false);
        add_goods_held(list, &st->players[seen->viewer], false, true);
    } else {
        add_goods_held(list, &st->players[seen->viewer], true, true);
        add_goods_held(list, &st->players[st->tower_seat], false, false);
    }
}

/* ---- The running action, and markers ---- */

static void put_action(struct value *out, const struct genoa_state *st)
{
    put_null(out, K_action);
    if (st->action.seat < 0)
        return;
    const struct genoa_run *run = genoa_running(st);
    struct value *action = put_object(out, K_action);
    genoa_set_space(action, run->building);
    genoa_put_seat(action, K_actor, st->action.seat);
    put_bool(action, K_main, run->main);
    put_bool(action, K_small, run->small);
    put_bool(action, K_sub, run == &st->action.sub);
    put_bool(action, K_villa, genoa_is_villa(run->building));
    genoa_put_yields(action, st, run->building);
}

static void set_side(struct value *out, const struct seen *seen, int building)
{
    int owner = seen->st->owner[building];
    genoa_set_space(out, building);
    genoa_put_seat(out, K_owner, owner);
    put_bool(out, K_mine, owner == seen->viewer);
}

/* What a wish does, building by building, those left out that nothing is done with. */
static void set_option(struct value *out, int street, const struct genoa_wish *wish)
{
    const int modes[] = {wish->first, wish->second};
    char place[80];
    struct writer text = writer_on(place, sizeof(place));
    genoa_write_choice(&text, "verb", "claim");
    genoa_write_choice(&text, "street", genoa_spaces[GENOA_FIRST_STREET + street].id);
    genoa_write_number_choice(&text, "first", wish->first);
    genoa_write_number_choice(&text, "second", wish->second);
    put_copy(out, K_place, place);
    struct value *parts = put_list(out, K_parts);
    for (int i = 0; i < 2; i++) {
        if (modes[i] == GENOA_MODE_NONE)
            continue;
        struct value *part = add_object(parts);
        genoa_set_space(part, genoa_map[GENOA_FIRST_STREET + street].building[i]);
        put_text(part, K_mode, genoa_modes[modes[i]].id);
        put_text(part, K_mode_label, genoa_modes[modes[i]].label);
        put_bool(part, K_second, i == 1 && modes[0] != GENOA_MODE_NONE);
    }
}

static void add_options(struct value *list, const struct seen *seen, int street)
{
    /* both before one, placing before removing */
    static const struct genoa_wish order[] = {
        {0, 1, 1}, {0, 3, 1}, {0, 1, 3}, {0, 3, 3}, {0, 1, 0}, {0, 0, 1}, {0, 3, 0}, {0, 0, 3},
        {0, 1, 2}, {0, 2, 1}, {0, 2, 0}, {0, 0, 2}, {0, 2, 2}, {0, 3, 2}, {0, 2, 3}};
    for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
        struct genoa_wish wish = order[i];
        wish.street = (int8_t)street;
        if (genoa_wish_error(seen->st, seen->viewer, &wish) == RULE_OK)
            set_option(add_object(list), street, &wish);
    }
}

static void set_claim(struct value *out, const struct seen *seen, int street, bool first)
{
    put_bool(out, K_first, first);
    genoa_set_space(out, GENOA_FIRST_STREET + street);
    put_int(out, K_discs, seen->st->street_discs[street]);
    struct value *sides = put_list(out, K_sides);
    for (int i = 0; i < 2; i++)
        set_side(add_object(sides), seen, genoa_map[GENOA_FIRST_STREET + street].building[i]);
    put_null(out, K_any_options); /* is told below, and stands before them */
    struct value *options = put_list(out, K_options);
    if (seen->asked)
        add_options(options, seen, street);
    put_bool(out, K_any_options, value_n(options) > 0);
}

static void add_claims(struct value *list, const struct seen *seen)
{
    int n = 0;
    for (int street = 0; street < GENOA_STREETS && seen->st->phase == GENOA_PHASE_MARKERS; street++)
        if (seen->st->street_discs[street])
            set_claim(add_object(list), seen, street, n++ == 0);
}

/* ---- The whole ---- */

static void set_phase(struct value *out, const struct genoa_state *st)
{
    static const enum key keys[GENOA_PHASE_COUNT] = {
        [GENOA_PHASE_START] = K_start,     [GENOA_PHASE_OFFERS] = K_offers,   [GENOA_PHASE_TOWER] = K_tower,
        [GENOA_PHASE_CALL] = K_call,       [GENOA_PHASE_ANSWERS] = K_answers, [GENOA_PHASE_ACTION] = K_action,
        [GENOA_PHASE_MARKERS] = K_markers, [GENOA_PHASE_OVER] = K_over};
    put_text(out, K_phase, genoa_phases[st->phase].id);
    put_text(out, K_phase_label, genoa_phases[st->phase].label);
    struct value *is = put_object(out, K_is);
    for (int phase = 0; phase < GENOA_PHASE_COUNT; phase++)
        put_bool(is, keys[phase], (int)st->phase == phase);
}

static void set_game(struct value *out, const struct seen *seen)
{
    const struct genoa_state *st = seen->st;
    seatmask watchers = seen->leads && st->n_path ? genoa_watchers(st) : 0;
    put_int(out, K_seats, st->seats);
    put_int(out, K_round, st->round);
    put_int(out, K_turn, st->turn);
    set_phase(out, st);
    genoa_put_seat(out, K_leader, st->phase == GENOA_PHASE_OVER ? -1 : st->tower_seat);
    put_bool(out, K_leads, seen->leads);
    put_bool(out, K_asked, seen->asked);
    put_bool(out, K_two, genoa_printed_two(st));
    put_bool(out, K_last, st->round_space >= st->round_spaces && st->phase != GENOA_PHASE_OVER);
    put_int(out, K_counters_left, st->counters_left);
    put_int(out, K_calls_left, st->calls_left);
    put_bool(out, K_any_watched, watchers != 0);
    struct value *watched = put_list(out, K_watched);
    for (int seat = 0; seat < st->seats; seat++)
        if (watchers & SEAT_BIT(seat))
            put_int(add_object(watched), K_seat, seat);
}

/* Forms that the page draws itself. */
static void add_own_forms(struct value *list)
{
    static const uint8_t verbs[] = {GENOA_OFFER, GENOA_COUNTER, GENOA_READY, GENOA_ANNOUNCE};
    for (size_t i = 0; i < sizeof(verbs); i++)
        add_text(list, genoa_verbs[verbs[i]].name);
}

/* What is false, null or empty for most places and offers is said once: names fall outward. */
static void set_defaults(struct value *out)
{
    static const enum key none[] = {
        K_act, K_after_label, K_agreed, K_accept, K_accept_all, K_any_asks, K_any_free_wares, K_any_offers, K_any_orders,
        K_any_plan, K_any_raises, K_any_smalls, K_any_sums, K_asking, K_best, K_bid, K_building, K_by_hand, K_coin, K_counter,
        K_countered, K_delivers, K_drawn, K_far, K_fresh, K_further, K_here, K_limit, K_many, K_near, K_next, K_open, K_owner, K_pending,
        K_plan, K_possible, K_reach, K_refused_text, K_rest, K_spends_further, K_stands, K_start, K_steps, K_taken_by, K_top, K_value,
        K_withdraw, K_worth};
    static const enum key empty[] = {K_asks, K_cards, K_doings, K_free_wares, K_orders, K_raises, K_rewards, K_smalls, K_yields};
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
        put_null(out, none[i]);
    for (size_t i = 0; i < sizeof(empty) / sizeof(empty[0]); i++)
        put_list(out, empty[i]);
}

static void view(const void *state, int viewer, struct value *out)
{
    const struct genoa_state *st = state;
    bool sits = viewer >= 0, writes = st->phase == GENOA_PHASE_OFFERS || st->phase == GENOA_PHASE_CALL || st->phase == GENOA_PHASE_TOWER;
    struct seen seen = {st, viewer, sits && genoa_awaits(st) & SEAT_BIT(viewer), sits && viewer == st->tower_seat,
                        sits && writes && viewer != st->tower_seat, sits && genoa_book_full(st, viewer), {0}};
    memset(seen.steps, GENOA_PATH, sizeof(seen.steps));
    if (st->n_path && st->phase != GENOA_PHASE_OVER)
        genoa_steps(st, seen.steps);
    set_defaults(out);
    set_game(out, &seen);
    genoa_set_board(out, &seen);
    genoa_set_offers(out, &seen);
    put_action(out, st);
    add_claims(put_list(out, K_claims), &seen);
    add_all_held(put_list(out, K_held), &seen);
    struct value *players = put_list(out, K_players);
    for (int seat = 0; seat < st->seats; seat++)
        set_player(add_object(players), &seen, seat);
    put_null(out, K_own);
    if (sits && st->phase != GENOA_PHASE_OVER)
        set_own(put_object(out, K_own), &seen);
    add_own_forms(put_list(out, K_own_forms));
    bool chooses = seen.asked || seen.offers || (seen.leads && writes);
    put_bool(out, K_on_board, chooses);
    put_bool(out, K_all_on_board, chooses);
    put_bool(out, K_listed, chooses && st->phase != GENOA_PHASE_ACTION); /* what can be done in a building stands beside the question by its kinds */
}

/* Markers, buildings where somebody has acted, and where the tower has come to. */
static void news(const void *before, const void *state, struct value *out)
{
    const struct genoa_state *was = before, *st = state;
    struct value *spaces = get(out, K_spaces), *pawn = get(out, K_pawn);
    for (int space = 0; space < GENOA_SPACES; space++) {
        bool acted = genoa_is_building(space) && st->actor[space] >= 0 && was->actor[space] != st->actor[space];
        bool owned = genoa_is_building(space) && was->owner[space] != st->owner[space];
        genoa_mark(value_at(spaces, (size_t)space), K_fresh, acted || owned);
    }
    if (st->n_path)
        genoa_mark(pawn, K_fresh, !was->n_path || genoa_here(was) != genoa_here(st) || was->tower_seat != st->tower_seat);
}

const struct rules_view genoa_view = {.view = view, .own = genoa_own, .news = news};
