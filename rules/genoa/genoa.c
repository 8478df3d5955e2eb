/* Genoa: variants, errors, members, what is asked of a player, and the module itself. */
#include "config.h"

#include "rules/genoa/order.h"
#include "rules/genoa/table.h"

/* ---- Variants: dossier genoa 17.1 ---- */

static const struct name counts[] = {{"none", "0"}, {"one", "1"}, {"two", "2"}, {"three", "3"}, {"four", "4"}};

/* Games of the first two revisions have these alone. */
#define FIRST_OPTIONS \
    {"forced_sale", N_("The action must be sold"), genoa_off_on, COUNT(genoa_off_on), 1, \
     N_("If you do not act where the tower is, you must accept one of the offers for it that ask for nothing in return.")}, \
    {"revisit", N_("The tower may come back"), genoa_off_on, COUNT(genoa_off_on), 1, \
     N_("The tower may return to a space in the same turn; nobody can act there a second time.")}, \
    {"offers", N_("Offers are"), genoa_offer_kinds, GENOA_OFFERS_COUNT, GENOA_OFFERS_REVEAL, \
     N_("Who can see an offer besides its owner and the tower player.")}, \
    {"last_call", N_("Asked again before the tower leaves"), genoa_last_calls, GENOA_LAST_CALL_COUNT, GENOA_LAST_CALL_ASKED, \
     N_("Who is asked again before the tower leaves an action unused. “Everybody” is closest to play at a real " \
        "table; “nobody” is fastest.")}, \
    {"counters", N_("Counter-offers per turn"), counts, 4, 2, N_("How many offers the tower player may answer " \
                                                                  "with a counter-offer.")}, \
    {"calls", N_("Extra calls for offers per turn"), counts, 3, 1, N_("How often the tower player may ask everyone " \
                                                                     "for new offers.")}, \
    {"claims", N_("Markers are placed"), genoa_claim_kinds, GENOA_CLAIMS_COUNT, GENOA_CLAIMS_PARALLEL, \
     N_("After the tower player, all others choose at the same time, with a second and third choice, or they are " \
        "asked in turn.")}, \
    {"building_action_at_once", N_("A Building Action tile can be used at once"), genoa_off_on, COUNT(genoa_off_on), 0, \
     N_("You may use it in the same action that gave it to you.")}, \
    {"open_money", N_("Money is open"), genoa_off_on, COUNT(genoa_off_on), 0, \
     N_("Everyone sees everyone’s money; otherwise it is revealed at the end.")}, \
    {"shorter", N_("Fewer rounds"), counts, 5, 0, N_("The round marker starts this many spaces further on.")},

static const struct name rule_choices[] = {{"seed", N_("as in our rules")}, {"printed", N_("as printed")}};
static const struct name stop_choices[] = {{"may", N_("at any time")}, {"must", N_("when the last disc has moved")}};

static const struct option options[] = {
    FIRST_OPTIONS
    {"rules", N_("Rules for two players, trades and ties"), rule_choices, COUNT(rule_choices), 0,
     N_("Ours: two players follow the same rules as more players, a 1:1 trade may use 5 ducats, and ties are "
        "shared. As printed: with two players the tower player may act twice and no offer may be money alone, a "
        "trade uses no money, and wares break ties.")},
    {"stop", N_("The tower stops"), stop_choices, COUNT(stop_choices), 0,
     N_("By the strict rules the tower moves on until its last disc; stopping early saves days.")},
    {0},
};
static const struct option first_options[] = {FIRST_OPTIONS {0}};

/* ---- Errors: dossier genoa 17.4 ---- */

static const struct arg phase_args[] = {ARG_OF("step", genoa_phases), {0}};
/* The reader, or another: by whether it is the reader's tower. */
static const struct name givers[] = {{"tower", N_("The tower player does not have")}, {"you", N_("You do not have")}};
static const struct arg giver_args[] = {ARG_OF("giver", givers), {0}};

static const struct rule_error_kind errors[] = {
    [RULE_OK] = {"ok", N_("That is possible."), NULL},
    [RULE_GAME_OVER] = {"game_over", N_("The game is over."), NULL},
    [RULE_NOT_YOUR_TURN] = {"not_your_turn", N_("This is not your decision now."), NULL},
    [RULE_WRONG_STEP] = {"wrong_step", N_("That is not possible at this point of the turn. Now: {step}."), phase_args},
    [GENOA_NO_ACTION_HERE] = {"no_action_here", N_("Streets and the market have no action."), NULL},
    [GENOA_ACTION_GONE] = {"action_gone", N_("The action of this building has already been used this turn."), NULL},
    [GENOA_SAME_BUILDING] = {"same_building", N_("You have already acted in this building this turn."), NULL},
    [GENOA_ALREADY_ACTED] = {"already_acted", N_("You have already acted this turn."), NULL},
    [GENOA_BUYER_ACTED] = {"buyer_acted", N_("The player who made this offer has already acted this turn."), NULL},
    [GENOA_NOT_ADJACENT] = {"not_adjacent", N_("The tower is neither at this place nor next to it."), NULL},
    [GENOA_OUT_OF_REACH] = {"out_of_reach", N_("The tower cannot reach this place with its remaining discs."), NULL},
    [GENOA_NO_DISCS] = {"no_discs", N_("The tower has no disc left to move."), NULL},
    [GENOA_VISITED] = {"visited", N_("The tower has been here this turn."), NULL},
    [GENOA_CONDITION] = {"condition", N_("The condition of this offer is not met yet."), NULL},
    [GENOA_STREET_ONLY] = {"street_only", N_("Without its action, you can buy only a step to a street."), NULL},
    [GENOA_TOWER_IS_THERE] = {"tower_is_there", N_("The tower already stands on this street."), NULL},
    [GENOA_TOWER_MAKES_NO_OFFERS] = {"tower_makes_no_offers", N_("With the tower you receive offers; announce a price instead."), NULL},
    [GENOA_EMPTY_OFFER] = {"empty_offer", N_("An offer must give at least 5 ducats or one item."), NULL},
    [GENOA_WRONG_UNIT] = {"unit", N_("Ducats are paid in multiples of 5."), NULL},
    [GENOA_MONEY_ONLY] = {"money_only", N_("With two players, an offer must include something besides money."), NULL},
    [GENOA_NOT_PAYABLE] = {"not_payable", N_("You cannot pay this from what you own or what the action gives you."), NULL},
    [GENOA_TOWER_CANNOT_GIVE] = {"tower_cannot_give", N_("{giver} what the offer asks for."), giver_args},
    [GENOA_NO_SUCH_OFFER] = {"no_such_offer", N_("This offer no longer exists."), NULL},
    [GENOA_ALSO_STREETS_ONLY] = {"also_streets_only", N_("Only steps to a street can be paid by several players."), NULL},
    [GENOA_MUST_SELL] = {"must_sell", N_("Someone offers to pay for the action here: accept an offer first, or "
                                         "take the action yourself if you still can."), NULL},
    [GENOA_MUST_CALL] = {"must_call", N_("Someone wants to be asked here: act, accept an offer, or ask them first."), NULL},
    [GENOA_SEND_FIRST] = {"send_first", N_("Send your counter-offers first."), NULL},
    [GENOA_NOTHING_TO_SEND] = {"nothing_to_send", N_("There is nothing to send."), NULL},
    [GENOA_NO_COUNTERS] = {"no_counters", N_("No counter-offers are left this turn."), NULL},
    [GENOA_ALREADY_COUNTERED] = {"countered", N_("This offer has already had a counter-offer."), NULL},
    [GENOA_NO_COUNTER] = {"no_counter", N_("There is no counter-offer to answer."), NULL},
    [GENOA_NO_CALLS] = {"no_calls", N_("You have already asked for new offers this turn."), NULL},
    [GENOA_NOBODY_TO_CALL] = {"nobody_to_call", N_("Nobody wants to be asked."), NULL},
    [GENOA_NO_TILE] = {"no_tile", N_("You have no such tile."), NULL},
    [GENOA_TILE_GONE] = {"tile_gone", N_("There is none of these tiles left."), NULL},
    [GENOA_CHOOSE_TILE] = {"choose_tile", N_("Choose a tile as your reward."), NULL},
    [GENOA_FRESH_TILE] = {"fresh_tile", N_("You cannot use a Building Action tile in the action that gave it to you."), NULL},
    [GENOA_NOT_YOUR_BUILDING] = {"not_your_building", N_("A Building Action needs a building with your marker."), NULL},
    [GENOA_FINISH_FIRST] = {"finish_first", N_("Finish the current building action first."), NULL},
    [GENOA_NOT_A_VILLA] = {"not_a_villa", N_("Large orders are delivered at villas."), NULL},
    [GENOA_WRONG_VILLA] = {"wrong_villa", N_("This order belongs to another villa."), NULL},
    [GENOA_WRONG_BUILDING] = {"wrong_building", N_("This small order belongs to another building."), NULL},
    [GENOA_ONE_SMALL] = {"one_small", N_("One small order per action."), NULL},
    [GENOA_WARE_MISSING] = {"ware_missing", N_("You do not have the wares for this order."), NULL},
    [GENOA_WARE_GONE] = {"ware_gone", N_("None of this ware is left on the board."), NULL},
    [GENOA_NOT_OWNED] = {"not_owned", N_("You do not own this."), NULL},
    [GENOA_NO_MARKER] = {"no_marker", N_("You have no marker left on the board."), NULL},
    [GENOA_DECK_EMPTY] = {"deck_empty", N_("No card of this kind is left."), NULL},
    [GENOA_MAIN_DONE] = {"main_done", N_("You have already taken the effect of this action."), NULL},
    [GENOA_MAIN_OPEN] = {"main_open", N_("Take the action’s effect first."), NULL},
    [GENOA_NO_DISC] = {"no_disc", N_("There is no disc on this street."), NULL},
    [GENOA_OCCUPIED] = {"occupied", N_("Another marker stands there; remove it first."), NULL},
    [GENOA_NOTHING_TO_REMOVE] = {"nothing_to_remove", N_("There is nothing to remove."), NULL},
    [GENOA_NOT_ENOUGH_MARKERS] = {"not_enough_markers", N_("You have too few markers."), NULL},
    [GENOA_NOTHING_CHOSEN] = {"nothing_chosen", N_("Choose at least one building."), NULL},
    [GENOA_TOO_MANY_EDITS] = {"too_many_edits", N_("You have made as many offers as allowed this turn."), NULL},
    [GENOA_NOT_ANNOUNCED] = {"not_announced", N_("Nothing has been announced for this place."), NULL},
    [GENOA_WRONG_THING] = {"wrong_thing", N_("Choose what to give and what to get, of the kinds that you named."), NULL},
    [GENOA_STEP_LEFT] = {"step_left", N_("The tower goes on until its last disc has moved."), NULL},
    [GENOA_NO_MONEY_TRADE] = {"no_money_trade", N_("By the printed rules no money can be given in a trade."), NULL},
    [GENOA_ERROR_COUNT] = {0},
};

/* ---- Members: dossier genoa 17.1 ---- */

#define OPTION_OF(field, table) {MEMBER(struct genoa_options, field), NAME_OF(table)}
static const struct member options_members[] = {
    OPTION_OF(forced_sale, genoa_off_on), OPTION_OF(revisit, genoa_off_on), OPTION_OF(offers, genoa_offer_kinds),
    OPTION_OF(last_call, genoa_last_calls), {MEMBER(struct genoa_options, counters), .hi = 3},
    {MEMBER(struct genoa_options, calls), .hi = 2}, OPTION_OF(claims, genoa_claim_kinds),
    OPTION_OF(building_action_at_once, genoa_off_on), OPTION_OF(open_money, genoa_off_on),
    {MEMBER(struct genoa_options, shorter), .hi = 4},
    {MEMBER(struct genoa_options, rules), NAME_OF(genoa_rule_books), .later = true},
    {MEMBER(struct genoa_options, must_go_on), .hi = 1, .later = true}, {0},
};

#define BYTES(word, at, n, names_of, most) .name = (word), .offset = (at), .width = 1, .size = 1, .rows = (n), .count_offset = -1, \
    .keys = (names_of), .hi = (most)
#define CARD_SET(word, at, deck, least, n) \
    {.name = (word), .kind = MEMBER_SET, .offset = (at) + (deck) * sizeof(uint16_t), .width = 2, .size = 2, .count_offset = -1, \
     .names = genoa_cards[deck], .n_names = (n), .hi = (n) - 1, .spare = (least)}
#define CARD_SETS(before, at, least) \
    CARD_SET(before "large", at, GENOA_LARGE, least, GENOA_CARDS), CARD_SET(before "small", at, GENOA_SMALL, least, GENOA_CARDS), \
    CARD_SET(before "message", at, GENOA_MESSAGE, least, GENOA_RING), \
    CARD_SET(before "privilege", at, GENOA_PRIVILEGE, least, GENOA_RING)
/* What a player owns, or gives; what is nothing is left out. */
#define GOODS(before, at, least) \
    {.name = before "money", .offset = (at) + offsetof(struct genoa_goods, money), .width = 2, .is_signed = true, .size = 2, \
     .count_offset = -1, .hi = GENOA_HIGHEST_MONEY, .spare = (least)}, \
    {BYTES(before "wares", (at) + offsetof(struct genoa_goods, wares), GENOA_WARES, genoa_wares, 99), .spare = (least)}, \
    {BYTES(before "tiles", (at) + offsetof(struct genoa_goods, tiles), GENOA_TILES, genoa_tiles, 99), .spare = (least)}, \
    {.name = before "markers", .offset = (at) + offsetof(struct genoa_goods, markers), .width = 1, .size = 1, .count_offset = -1, \
     .hi = GENOA_MARKERS, .spare = (least)}, \
    CARD_SETS(before, (at) + offsetof(struct genoa_goods, cards), least)

static const struct member player_members[] = {GOODS("", 0, false), {0}};
static const struct member discard_members[] = {CARD_SETS("", 0, false), {0}};

#define OFFER_NUMBER(field, most) {MEMBER(struct genoa_offer, field), .hi = (most), .spare = true}
#define PLAN_OF(before, word, at, field, table, n) \
    {.name = before word, .kind = MEMBER_NAME, .offset = (at) + offsetof(struct genoa_plan, field), .width = 1, \
     .is_signed = true, .size = 1, .count_offset = -1, .names = (table), .n_names = (n), .lo = -1, .spare = true}
#define PLAN(before, at) \
    PLAN_OF(before, "ware", at, ware, genoa_wares, GENOA_WARES), \
    {.name = before "main", .kind = MEMBER_NAME, .offset = (at) + offsetof(struct genoa_plan, main), .width = 1, .size = 1, \
     .count_offset = -1, .names = genoa_mains, .n_names = GENOA_MAIN_COUNT, .spare = true}, \
    PLAN_OF(before, "order", at, order, genoa_cards[GENOA_LARGE], GENOA_CARDS), \
    PLAN_OF(before, "tile", at, tile, genoa_tiles, GENOA_TILES), \
    PLAN_OF(before, "small", at, small, genoa_cards[GENOA_SMALL], GENOA_CARDS)

struct genoa_terms {
    struct genoa_goods give, ask;
};
static const struct member counter_members[] = {
    GOODS("give_", offsetof(struct genoa_terms, give), true), GOODS("ask_", offsetof(struct genoa_terms, ask), true), {0}};
_Static_assert(offsetof(struct genoa_offer, counter_ask) - offsetof(struct genoa_offer, counter_give) == offsetof(struct genoa_terms, ask),
               "the terms of a counter lie side by side");

static const struct member offer_members[] = {
    {MEMBER(struct genoa_offer, seat), .hi = GENOA_SEATS - 1},
    {MEMBER(struct genoa_offer, slot), .hi = GENOA_SLOTS - 1},
    {MEMBER(struct genoa_offer, right), NAME_OF(genoa_rights)},
    {MEMBER(struct genoa_offer, place), NAME_OF(genoa_spaces)},
    {MEMBER(struct genoa_offer, after), NAME_OF(genoa_spaces), .lo = -1, .spare = true},
    OFFER_NUMBER(further, 1), OFFER_NUMBER(by_hand, 1),
    GOODS("give_", offsetof(struct genoa_offer, give), true),
    OFFER_NUMBER(drawn, 2),
    GOODS("ask_", offsetof(struct genoa_offer, ask), true),
    OFFER_NUMBER(limit, GENOA_MOST_MONEY),
    PLAN("", offsetof(struct genoa_offer, plan)),
    OFFER_NUMBER(countered, 1), OFFER_NUMBER(agreed, 1), OFFER_NUMBER(pending, 1),
    {.name = "counter", .kind = MEMBER_STRUCT, .offset = offsetof(struct genoa_offer, counter_give), .size = sizeof(struct genoa_terms),
     .members = counter_members, .count_offset = -1, .spare = true},
    {0},
};

static const struct member supply_members[] = {
    {MEMBER_ROWS(struct genoa_supply, wares), .keys = genoa_wares, .hi = GENOA_EACH_WARE},
    {MEMBER_ROWS(struct genoa_supply, tiles), .keys = genoa_tiles, .hi = 7},
    {MEMBER_ROWS(struct genoa_supply, markers), .hi = GENOA_MARKERS},
    {0},
};

#define PILE(word, deck, most) \
    {.name = (word), .kind = MEMBER_NAME, .offset = (deck) * sizeof(struct genoa_pile) + offsetof(struct genoa_pile, card), .width = 1, \
     .size = 1, .rows = (most), .count_offset = (deck) * sizeof(struct genoa_pile) + offsetof(struct genoa_pile, n), \
     .names = genoa_cards[deck], .n_names = (most)}
static const struct member deck_members[] = {
    PILE("large", GENOA_LARGE, GENOA_CARDS), PILE("small", GENOA_SMALL, GENOA_CARDS), PILE("message", GENOA_MESSAGE, GENOA_RING),
    PILE("privilege", GENOA_PRIVILEGE, GENOA_RING), {0},
};

#define RUN(before, field) \
    {.name = before "building", .kind = MEMBER_NAME, .offset = offsetof(struct genoa_action, field.building), .width = 1, \
     .is_signed = true, .size = 1, .count_offset = -1, .names = genoa_spaces, .n_names = GENOA_BUILDINGS, .lo = -1, .spare = true}, \
    {.name = before "main", .offset = offsetof(struct genoa_action, field.main), .width = 1, .size = 1, .count_offset = -1, .hi = 1, \
     .spare = true}, \
    {.name = before "small", .offset = offsetof(struct genoa_action, field.small), .width = 1, .size = 1, .count_offset = -1, .hi = 1, \
     .spare = true}
static const struct member action_members[] = {
    {MEMBER(struct genoa_action, seat), .lo = -1, .hi = GENOA_SEATS - 1, .spare = true},
    RUN("", own), RUN("sub_", sub), PLAN("plan_", offsetof(struct genoa_action, plan)),
    {MEMBER(struct genoa_action, gained), .hi = GENOA_EACH_WARE, .spare = true},
    {0},
};

static const struct member wish_members[] = {
    {MEMBER(struct genoa_wish, street), .kind = MEMBER_NAME, .names = genoa_spaces + GENOA_FIRST_STREET, .n_names = GENOA_STREETS, .lo = -1,
     .spare = true},
    {MEMBER(struct genoa_wish, first), .hi = GENOA_MODE_COUNT - 1, .spare = true},
    {MEMBER(struct genoa_wish, second), .hi = GENOA_MODE_COUNT - 1, .spare = true},
    {0},
};
static const struct member claim_members[] = {
    {.name = "wishes", .kind = MEMBER_STRUCT, .offset = offsetof(struct genoa_claim, wish), .size = sizeof(struct genoa_wish),
     .rows = GENOA_WISHES, .members = wish_members, .count_offset = -1, .spare = true},
    {0},
};
static const struct member score_members[] = {
    {MEMBER(struct genoa_score, cash), .hi = GENOA_HIGHEST_MONEY, .spare = true},
    {MEMBER(struct genoa_score, privileges), .hi = GENOA_HIGHEST_MONEY, .spare = true},
    {MEMBER(struct genoa_score, markers), .hi = GENOA_HIGHEST_MONEY, .spare = true},
    {MEMBER(struct genoa_score, total), .hi = GENOA_HIGHEST_MONEY, .spare = true},
    {MEMBER(struct genoa_score, wares), .hi = GENOA_WARES * GENOA_EACH_WARE, .spare = true},
    {0},
};

#define BUILDING_SETS(field) \
    {MEMBER_LIST(struct genoa_state, field, seats), .kind = MEMBER_SET, .names = genoa_spaces, .n_names = GENOA_BUILDINGS, \
     .hi = GENOA_BUILDINGS - 1}
#define SEAT_SET(field) {MEMBER(struct genoa_state, field), .kind = MEMBER_SET, .hi = GENOA_SEATS - 1}

static const struct member members[] = {
    {MEMBER_ONE(struct genoa_state, options, options_members)},
    {MEMBER(struct genoa_state, seats), .lo = GENOA_FEWEST, .hi = GENOA_SEATS},
    {MEMBER(struct genoa_state, first), .hi = GENOA_SEATS - 1},
    {MEMBER(struct genoa_state, tower_seat), .hi = GENOA_SEATS - 1},
    {MEMBER(struct genoa_state, turn), .lo = 1, .hi = GENOA_TURNS},
    {MEMBER(struct genoa_state, round), .lo = 1, .hi = GENOA_ROUNDS},
    {MEMBER(struct genoa_state, round_space), .lo = 1, .hi = GENOA_ROUNDS},
    {MEMBER(struct genoa_state, round_spaces), .lo = 1, .hi = GENOA_ROUNDS},
    {MEMBER(struct genoa_state, phase), NAME_OF(genoa_phases)},
    {MEMBER_ROWS(struct genoa_state, dice), .hi = GENOA_SIDE},
    {MEMBER_LIST(struct genoa_state, path, n_path), NAME_OF(genoa_spaces)},
    {MEMBER_LIST(struct genoa_state, acted, seats), .hi = 2},
    {MEMBER_LIST(struct genoa_state, acted_further, seats), .hi = GENOA_EACH_WARE},
    {MEMBER_ROWS(struct genoa_state, actor), .keys = genoa_spaces, .lo = -1, .hi = GENOA_SEATS - 1},
    BUILDING_SETS(acted_in),
    {MEMBER_ROWS(struct genoa_state, owner), .keys = genoa_spaces, .lo = -1, .hi = GENOA_SEATS - 1},
    {MEMBER_ONE(struct genoa_state, supply, supply_members)},
    {MEMBER_ONE(struct genoa_state, deck, deck_members)},
    {MEMBER_ONE(struct genoa_state, discard, discard_members)},
    {MEMBER_STRUCTS(struct genoa_state, players, seats, player_members)},
    {.name = "told", .kind = MEMBER_STRUCT, .offset = offsetof(struct genoa_state, told), .size = GENOA_DECKS * sizeof(uint16_t),
     .rows = GENOA_SEATS, .members = discard_members, .count_offset = offsetof(struct genoa_state, seats), .later = true, .spare = true},
    {MEMBER_ROWS(struct genoa_state, announced), .keys = genoa_spaces, .lo = -1, .hi = GENOA_ASKING},
    {MEMBER_STRUCTS(struct genoa_state, offers, n_offers, offer_members)},
    SEAT_SET(ready), BUILDING_SETS(watch), SEAT_SET(called),
    {MEMBER(struct genoa_state, calls_left), .hi = 2},
    {MEMBER(struct genoa_state, counters_left), .hi = 3},
    {MEMBER_LIST(struct genoa_state, edits, seats), .hi = GENOA_EDITS},
    {MEMBER_ONE(struct genoa_state, action, action_members)},
    {MEMBER_ROWS(struct genoa_state, street_discs), .keys = genoa_spaces + GENOA_FIRST_STREET, .hi = GENOA_PATH},
    SEAT_SET(claim_queue), SEAT_SET(claim_now),
    {MEMBER_STRUCTS(struct genoa_state, claims, seats, claim_members)},
    {MEMBER_STRUCTS(struct genoa_state, score, seats, score_members)},
    {0},
};

/* Linked by whoever names them: rules/parts.h. */
#pragma weak genoa_words
#pragma weak genoa_orders
#pragma weak genoa_mind
#pragma weak genoa_view
#pragma weak genoa_guide

#define GENOA(number, earlier, options_of, setup_of, apply_of) \
    { \
        .id = "genoa", .revision = (number), .before = (earlier), .min_seats = GENOA_FEWEST, .max_seats = GENOA_SEATS, .turns_show = true, \
        .options = (options_of), .verbs = genoa_verbs, .events = genoa_events, .errors = errors, .members = members, \
        .size = sizeof(struct genoa_state), .setup = (setup_of), .awaits = genoa_awaits, .windows = genoa_windows, \
        .moves = genoa_moves, .check = genoa_check, .traits = genoa_traits, \
        .alters = genoa_alters, .silence = genoa_silence, .apply = (apply_of), .conceal = genoa_conceal, .keeps = genoa_keeps, \
        .standing = genoa_standing, .sound = genoa_sound, .words = &genoa_words, .orders = &genoa_orders, \
        .mind = &genoa_mind, .view = &genoa_view, .guide = &genoa_guide, \
    }

static const struct rules first_revision = GENOA(1, NULL, first_options, genoa_setup_2, genoa_apply_1);
static const struct rules second_revision = GENOA(2, &first_revision, first_options, genoa_setup_2, genoa_apply_3);
static const struct rules third_revision = GENOA(3, &second_revision, options, genoa_setup, genoa_apply_3);
const struct rules genoa_rules = GENOA(4, &third_revision, options, genoa_setup, genoa_apply);
