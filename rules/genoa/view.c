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
 * spaces[39] space, { building, steps (or null), taken_by seat, owner seat, asking (ducats, 0: considered, or null), best and bid (the viewer's own)
 *           null or { sum, more }, cards[] { deck, dx } (of the viewer), reach, open (to offers), next, start, place in the start phase }
 * path[] space, { stop, x, y, left }, pawn null or space, { x, top, discs[] { y }, steps }, dice null or { red, blue },
 * rounds[] { number, past, now }, supply { silver, ... trade, ... large, ... }
 * must_sell, desk (the book stands beside the question), any_stops, stops[] space, { here, near, far, steps, building, yields goods, taken_by seat, value, doings[] { place },
 *         any_offers, offers[] { seat, slot, gives goods, asks goods, any_asks, drawn, after_label, by_hand, further, countered, pending, agreed, limit, plan,
 *         worth, possible, accept, accept_all (who pays for the same street), counter, withdraw: null or { place }, any_raises, raises[] sums, rest (what such a step says after the sum) } }
 * bids[] space, { place, building, steps, worth, slot, right, spends_further, yields goods, plan, asking, top, any_sums, sums[], rest }
 * answers[] space, { building, gives, asks, counter_gives, counter_asks goods, any_asks, any_counter_asks, worth, agree, decline { place } }
 * action null or space, { actor seat, main, small, sub, yields goods }
 * claims[] { street space, discs, sides[] space, { owner seat, mine }, options[] { place, sides[] { mode, mode_label, space } } }
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
static struct json_object *hands_view(const struct genoa_goods *goods)
{
    struct json_object *list = json_new_list();
    for (int deck = 0; deck < GENOA_DECKS; deck++) {
        struct json_object *out = json_new();
        json_set_text(out, "good", genoa_decks[deck].id);
        json_set_text(out, "good_label", genoa_decks[deck].label);
        json_set_number(out, "n", genoa_size(goods->cards[deck]));
        json_add(list, out);
    }
    return list;
}

static int offers_of(const struct genoa_state *st, int seat)
{
    int n = 0;
    for (int i = 0; i < st->n_offers; i++)
        n += st->offers[i].seat == seat;
    return n;
}

static struct json_object *result_view(const struct genoa_state *st, int seat)
{
    struct json_object *out = json_new();
    json_set_number(out, "cash", st->score[seat].cash);
    json_set_number(out, "privileges", st->score[seat].privileges);
    json_set_number(out, "markers", st->score[seat].markers);
    json_set_number(out, "total", st->score[seat].total);
    return out;
}

static struct json_object *player_view(const struct seen *seen, int seat)
{
    const struct genoa_state *st = seen->st;
    struct json_object *out = json_new();
    bool over = st->phase == GENOA_PHASE_OVER, writes = st->phase == GENOA_PHASE_OFFERS || st->phase == GENOA_PHASE_CALL;
    struct genoa_goods open = st->players[seat];
    open.money = 0;
    for (int deck = 0; deck < GENOA_DECKS; deck++)
        open.cards[deck] = 0;
    open.markers = 0;
    json_set_number(out, "seat", seat);
    json_set_truth(out, "leader", seat == st->tower_seat && !over);
    json_set_truth(out, "acted", st->acted[seat] > 0 && !over);
    json_set_truth(out, "ready", writes && seat != st->tower_seat && st->ready & SEAT_BIT(seat));
    json_set(out, "goods", genoa_goods_view(&open, false));
    json_set_truth(out, "any_goods", !genoa_no_goods(&open));
    json_set_number(out, "stock", st->players[seat].markers);
    json_set_number(out, "board", st->supply.markers[seat]);
    json_set_number(out, "placed", genoa_placed(st, seat));
    json_set_number(out, "offers", offers_of(st, seat));
    json_set(out, "cards", hands_view(&st->players[seat]));
    json_set(out, "money", money_shown(seen, seat) ? json_number(st->players[seat].money) : NULL);
    json_set(out, "result", over ? result_view(st, seat) : NULL);
    return out;
}

/* ---- What the viewer owns ---- */

static struct json_object *own_view(const struct seen *seen)
{
    const struct genoa_goods *own = &seen->st->players[seen->viewer];
    struct genoa_goods open = *own;
    for (int deck = 0; deck < GENOA_DECKS; deck++)
        open.cards[deck] = 0;
    struct json_object *out = genoa_cards_view(seen);
    json_set_number(out, "money", own->money);
    open.money = 0;
    json_set(out, "goods", genoa_goods_view(&open, false));
    json_set_truth(out, "any_goods", !genoa_no_goods(&open));
    return out;
}

/* A field of the form of an offer or counter: so many of it can be given. */
static void add_held(struct json_object *list, bool gives, const char *before, const struct name *kind, int count)
{
    char place[32];
    struct writer text = writer_on(place, sizeof(place));
    struct json_object *out;
    if (count == 0)
        return;
    out = json_new();
    write_text(&text, before);
    write_text(&text, kind->id);
    json_set_text(out, "place", place);
    json_set_truth(out, "gives", gives);
    json_set_text(out, "good", kind->id);
    json_set_text(out, "good_label", kind->label);
    json_set_number(out, "count", count);
    json_add(list, out);
}

static void add_goods_held(struct json_object *list, const struct genoa_goods *goods, bool gives, bool cards)
{
    static const struct name markers = {"markers", N_("ownership markers")};
    const char *before = gives ? "give_" : "ask_";
    for (int ware = 0; ware < GENOA_WARES; ware++)
        add_held(list, gives, before, &genoa_wares[ware], goods->wares[ware]);
    for (int tile = 0; tile < GENOA_TILES; tile++)
        add_held(list, gives, before, &genoa_tiles[tile], goods->tiles[tile]);
    add_held(list, gives, before, &markers, goods->markers);
    for (int deck = 0; deck < GENOA_DECKS && cards; deck++)
        add_held(list, gives, before, &genoa_decks[deck], genoa_size(goods->cards[deck]));
}

/* What may change hands between the tower player and the other side; cards only of the viewer, who knows them. */
static struct json_object *held_view(const struct seen *seen)
{
    const struct genoa_state *st = seen->st;
    struct json_object *list = json_new_list();
    if (seen->viewer < 0 || !(seen->offers || (seen->leads && seen->asked)))
        return list;
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
    return list;
}

/* ---- The running action, and markers ---- */

static struct json_object *action_view(const struct genoa_state *st)
{
    if (st->action.seat < 0)
        return NULL;
    const struct genoa_run *run = genoa_running(st);
    struct json_object *out = json_new();
    genoa_set_space(out, run->building);
    json_set(out, "actor", genoa_seat_view(st->action.seat));
    json_set_truth(out, "main", run->main);
    json_set_truth(out, "small", run->small);
    json_set_truth(out, "sub", run == &st->action.sub);
    json_set_truth(out, "villa", genoa_is_villa(run->building));
    json_set(out, "yields", genoa_yield_view(st, run->building));
    return out;
}

static struct json_object *side_view(const struct seen *seen, int building)
{
    struct json_object *out = json_new();
    int owner = seen->st->owner[building];
    genoa_set_space(out, building);
    json_set(out, "owner", genoa_seat_view(owner));
    json_set_truth(out, "mine", owner == seen->viewer);
    return out;
}

/* What a wish does, building by building, those left out that nothing is done with. */
static struct json_object *option_view(int street, const struct genoa_wish *wish)
{
    const int modes[] = {wish->first, wish->second};
    struct json_object *out = json_new(), *parts = json_new_list();
    char place[80];
    struct writer text = writer_on(place, sizeof(place));
    genoa_write_choice(&text, "verb", "claim");
    genoa_write_choice(&text, "street", genoa_spaces[GENOA_FIRST_STREET + street].id);
    genoa_write_number_choice(&text, "first", wish->first);
    genoa_write_number_choice(&text, "second", wish->second);
    json_set_text(out, "place", place);
    for (int i = 0; i < 2; i++) {
        if (modes[i] == GENOA_MODE_NONE)
            continue;
        struct json_object *part = json_new();
        genoa_set_space(part, genoa_map[GENOA_FIRST_STREET + street].building[i]);
        json_set_text(part, "mode", genoa_modes[modes[i]].id);
        json_set_text(part, "mode_label", genoa_modes[modes[i]].label);
        json_set_truth(part, "second", i == 1 && modes[0] != GENOA_MODE_NONE);
        json_add(parts, part);
    }
    json_set(out, "parts", parts);
    return out;
}

static struct json_object *options_view(const struct seen *seen, int street)
{
    struct json_object *list = json_new_list();
    /* both before one, placing before removing */
    static const struct genoa_wish order[] = {
        {0, 1, 1}, {0, 3, 1}, {0, 1, 3}, {0, 3, 3}, {0, 1, 0}, {0, 0, 1}, {0, 3, 0}, {0, 0, 3},
        {0, 1, 2}, {0, 2, 1}, {0, 2, 0}, {0, 0, 2}, {0, 2, 2}, {0, 3, 2}, {0, 2, 3}};
    for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
        struct genoa_wish wish = order[i];
        wish.street = (int8_t)street;
        if (genoa_wish_error(seen->st, seen->viewer, &wish) == RULE_OK)
            json_add(list, option_view(street, &wish));
    }
    return list;
}

static struct json_object *claims_view(const struct seen *seen)
{
    struct json_object *list = json_new_list();
    const struct genoa_state *st = seen->st;
    for (int street = 0; street < GENOA_STREETS && st->phase == GENOA_PHASE_MARKERS; street++) {
        if (!st->street_discs[street])
            continue;
        struct json_object *out = json_new(), *sides = json_new_list();
        genoa_set_space(out, GENOA_FIRST_STREET + street);
        json_set_number(out, "discs", st->street_discs[street]);
        for (int i = 0; i < 2; i++)
            json_add(sides, side_view(seen, genoa_map[GENOA_FIRST_STREET + street].building[i]));
        json_set(out, "sides", sides);
        struct json_object *options = seen->asked ? options_view(seen, street) : json_new_list();
        json_set_truth(out, "any_options", json_object_array_length(options) > 0);
        json_set(out, "options", options);
        json_add(list, out);
    }
    return list;
}

/* ---- The whole ---- */

static void set_game(const struct seen *seen, struct json_object *out)
{
    const struct genoa_state *st = seen->st;
    struct json_object *is = json_new(), *watched = json_new_list();
    for (int phase = 0; phase < GENOA_PHASE_COUNT; phase++)
        json_set_truth(is, genoa_phases[phase].id, (int)st->phase == phase);
    json_set_number(out, "seats", st->seats);
    json_set_number(out, "round", st->round);
    json_set_number(out, "turn", st->turn);
    json_set_text(out, "phase", genoa_phases[st->phase].id);
    json_set_text(out, "phase_label", genoa_phases[st->phase].label);
    json_set(out, "is", is);
    json_set(out, "leader", genoa_seat_view(st->phase == GENOA_PHASE_OVER ? -1 : st->tower_seat));
    json_set_truth(out, "leads", seen->leads);
    json_set_truth(out, "asked", seen->asked);
    json_set_truth(out, "two", genoa_printed_two(st));
    json_set_truth(out, "last", st->round_space >= st->round_spaces && st->phase != GENOA_PHASE_OVER);
    json_set_number(out, "counters_left", st->counters_left);
    json_set_number(out, "calls_left", st->calls_left);
    for (int seat = 0; seat < st->seats && seen->leads && st->n_path; seat++)
        if (genoa_watchers(st) & SEAT_BIT(seat))
            json_add(watched, genoa_seat_view(seat));
    json_set_truth(out, "any_watched", json_object_array_length(watched) > 0);
    json_set(out, "watched", watched);
}

/* Forms that the page draws itself. */
static struct json_object *own_forms(void)
{
    static const uint8_t verbs[] = {GENOA_OFFER, GENOA_COUNTER, GENOA_READY, GENOA_ANNOUNCE};
    struct json_object *list = json_new_list();
    for (size_t i = 0; i < sizeof(verbs); i++)
        json_add(list, json_text(genoa_verbs[verbs[i]].name));
    return list;
}

/* What is false, null or empty for most places and offers is said once: names fall outward. */
static void set_defaults(struct json_object *out)
{
    static const char *const none[] = {
        "act", "after_label", "agreed", "accept", "accept_all", "any_asks", "any_free_wares", "any_offers", "any_orders", "any_plan", "any_raises", "any_smalls", "any_sums",
        "asking", "best", "bid", "building", "by_hand", "coin", "counter", "countered", "delivers", "drawn", "far", "further", "here", "limit",
        "many", "near", "next", "open", "owner", "pending", "plan", "possible", "reach", "refused_text", "rest", "spends_further", "start", "steps",
        "taken_by", "top", "value", "withdraw", "worth"};
    static const char *const empty[] = {"asks", "cards", "doings", "free_wares", "orders", "raises", "rewards", "smalls", "yields"};
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
        json_set(out, none[i], NULL);
    for (size_t i = 0; i < sizeof(empty) / sizeof(empty[0]); i++)
        json_set(out, empty[i], json_new_list());
}

static void view(const void *state, int viewer, struct json_object *out)
{
    const struct genoa_state *st = state;
    bool sits = viewer >= 0, writes = st->phase == GENOA_PHASE_OFFERS || st->phase == GENOA_PHASE_CALL || st->phase == GENOA_PHASE_TOWER;
    struct seen seen = {st, viewer, sits && genoa_awaits(st) & SEAT_BIT(viewer), sits && viewer == st->tower_seat,
                        sits && writes && viewer != st->tower_seat, sits && genoa_book_full(st, viewer), {0}};
    struct json_object *players = json_new_list();
    memset(seen.steps, GENOA_PATH, sizeof(seen.steps));
    if (st->n_path && st->phase != GENOA_PHASE_OVER)
        genoa_steps(st, seen.steps);
    set_defaults(out);
    set_game(&seen, out);
    genoa_set_board(&seen, out);
    genoa_set_offers(&seen, out);
    json_set(out, "action", action_view(st));
    json_set(out, "claims", claims_view(&seen));
    json_set(out, "held", held_view(&seen));
    for (int seat = 0; seat < st->seats; seat++)
        json_add(players, player_view(&seen, seat));
    json_set(out, "players", players);
    json_set(out, "own", sits && st->phase != GENOA_PHASE_OVER ? own_view(&seen) : NULL);
    json_set(out, "own_forms", own_forms());
    bool chooses = seen.asked || seen.offers || (seen.leads && writes);
    json_set_truth(out, "on_board", chooses);
    json_set_truth(out, "all_on_board", chooses);
    json_set_truth(out, "listed", chooses);
}

const struct rules_view genoa_view = {.view = view};
