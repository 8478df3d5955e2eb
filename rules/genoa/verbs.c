/* Genoa: moves and standing orders with their words (dossier genoa 16, 17.2). */
#include "config.h"

#include "rules/genoa/order.h"
#include "rules/genoa/table.h"

/* ---- Arguments ---- */

#define ARG_SUM(key, most, text) {.name = (key), .kind = ARG_NUMBER, .hi = (most), .optional = true, .words = SAID(.label = (text))}
#define ARG_YES(key, text) ARG_SUM(key, 1, text)
#define ARG_WARES(key, before) {.name = (key), .kind = ARG_COUNTS, .names = genoa_wares, .n_names = GENOA_WARES, .hi = GENOA_EACH_WARE, \
                                .optional = true, .prefix = (before), .words = SAID(.counted = genoa_wares_counted)}
#define ARG_TILES(key, before) {.name = (key), .kind = ARG_COUNTS, .names = genoa_tiles, .n_names = GENOA_TILES, .hi = 7, \
                                .optional = true, .prefix = (before), .words = SAID(.counted = genoa_tiles_counted)}
#define ARG_CARDS(key, deck, most, text) {.name = (key), .kind = ARG_SET, .names = genoa_cards[deck], .n_names = (most), \
                                           .optional = true, .words = SAID(.label = (text))}
#define ARG_MAYBE(key, of, most, text) {.name = (key), .kind = ARG_NAME, .lo = -1, .names = (of), .n_names = (most), \
                                         .optional = true, .words = SAID(.label = (text))}
#define PLAIN_GOODS(give) \
    ARG_SUM(give "money", GENOA_MOST_MONEY, N_("Ducats")), ARG_WARES(give "wares", give), ARG_TILES(give "tiles", give), \
    ARG_SUM(give "markers", GENOA_MARKERS, N_("Ownership markers"))
#define CARD_GOODS(give) \
    ARG_CARDS(give "large", GENOA_LARGE, GENOA_CARDS, N_("Large orders")), \
    ARG_CARDS(give "small", GENOA_SMALL, GENOA_CARDS, N_("Small orders")), \
    ARG_CARDS(give "message", GENOA_MESSAGE, GENOA_RING, N_("Messages")), \
    ARG_CARDS(give "privilege", GENOA_PRIVILEGE, GENOA_RING, N_("Privileges"))

static const struct name slots[GENOA_SLOTS] = {{"slot-a", "A"}, {"slot-b", "B"}, {"slot-c", "C"},
                                               {"slot-d", "D"}, {"slot-e", "E"}, {"slot-f", "F"}};
#define ARG_SLOT {.name = "slot", .kind = ARG_NUMBER, .hi = GENOA_SLOTS - 1, .names = slots, .n_names = GENOA_SLOTS, \
                  .words = SAID(.label = N_("Offer"), .alone = N_("Offer {slot}"))}

#define OFFER_ARGS \
    ARG_SLOT, \
    {.name = "right", .kind = ARG_NAME, .names = genoa_rights, .n_names = GENOA_RIGHT_COUNT, .optional = true, .words = SAID(.label = N_("For"))}, \
    {.name = "place", .kind = ARG_NAME, .names = genoa_spaces, .n_names = GENOA_SPACES, .words = SAID(.label = N_("Place"))}, \
    ARG_MAYBE("after", genoa_spaces, GENOA_SPACES, N_("Only if the tower has been in")), \
    ARG_YES("further", N_("If I have acted, use a Further Action tile")), \
    ARG_YES("by_hand", N_("Ask me how to act when it happens")), \
    PLAIN_GOODS("give_"), CARD_GOODS("give_"), \
    ARG_SUM("drawn", 2, N_("Of the cards I draw there, the first")), \
    PLAIN_GOODS("ask_"), \
    ARG_SUM("limit", GENOA_MOST_MONEY, N_("Agree at once up to this many ducats")), \
    ARG_MAYBE("ware", genoa_wares, GENOA_WARES, N_("First use an Any Ware tile for")), \
    {.name = "main", .kind = ARG_NAME, .names = genoa_mains, .n_names = GENOA_MAIN_COUNT, .optional = true, .words = SAID(.label = N_("Then"))}, \
    ARG_MAYBE("order", genoa_cards[GENOA_LARGE], GENOA_CARDS, N_("Large order to deliver")), \
    ARG_MAYBE("tile", genoa_tiles, GENOA_TILES, N_("Special tile as its reward")), \
    ARG_MAYBE("small", genoa_cards[GENOA_SMALL], GENOA_CARDS, N_("Small order to deliver"))

static const struct arg space_args[] = {ARG_SPACE("space"), {0}};
static const struct arg announce_args[] = {
    ARG_SPACE("space"),
    {.name = "money", .kind = ARG_NUMBER, .lo = -GENOA_UNIT, .hi = GENOA_ASKING, .words = SAID(.label = N_("Ducats"))}, {0}};
static const struct arg offer_args[] = {OFFER_ARGS, {0}};
static const struct arg slot_args[] = {ARG_SLOT, {0}};
static const struct arg ready_args[] = {ARG_BUILDINGS("watch", N_("Ask me again if the tower is at")), {0}};
static const struct arg act_args[] = {ARG_YES("further", N_("Use a Further Action tile")), {0}};
static const struct arg accept_args[] = {
    [SLOT_ACCEPT_FROM] = ARG_SEAT_OF("from"), [SLOT_ACCEPT_SLOT] = ARG_SLOT,
    [SLOT_ACCEPT_ALSO] = {.name = "also", .kind = ARG_SET, .n_names = GENOA_SEATS, .optional = true, .words = SAID(.label = N_("Together with"))},
    [SLOTS_OF_ACCEPT] = {0}};
static const struct arg counter_args[] = {
    ARG_SEAT_OF("from"), ARG_SLOT, PLAIN_GOODS("give_"), CARD_GOODS("give_"), PLAIN_GOODS("ask_"),
    CARD_GOODS("ask_"), {0}};
static const struct arg call_args[] = {ARG_YES("all", N_("Ask all others")), {0}};
static const struct arg deliver_args[] = {
    ARG_CARD("order", GENOA_LARGE, GENOA_CARDS), ARG_MAYBE("tile", genoa_tiles, GENOA_TILES, N_("Special tile as its reward")), {0}};
static const struct arg small_args[] = {ARG_CARD("order", GENOA_SMALL, GENOA_CARDS), {0}};
static const struct arg ware_args[] = {ARG_OF("ware", genoa_wares), {0}};
static const struct arg trade_args[] = {
    [SLOT_TRADE_GIVE] = ARG_MAYBE("give", genoa_sorts, GENOA_SORTS, N_("Give")),
    [SLOT_TRADE_GIVE_WHAT] = ARG_MAYBE("give_what", genoa_things, GENOA_THINGS, N_("Give")),
    [SLOT_TRADE_GET] = ARG_MAYBE("get", genoa_sorts, GENOA_SORT_MONEY, N_("Get")),
    [SLOT_TRADE_GET_WHAT] = ARG_MAYBE("get_what", genoa_things, GENOA_FIRST_CARD, N_("Get")),
    [SLOTS_OF_TRADE] = {0}};
static const struct arg building_args[] = {ARG_BUILDING("building"), {0}};

#define ARG_MODE(key) {.name = (key), .kind = ARG_NUMBER, .hi = GENOA_MODE_COUNT - 1, .names = genoa_modes, \
                       .n_names = GENOA_MODE_COUNT, .optional = true}
#define STREETS genoa_spaces + GENOA_FIRST_STREET
static const struct arg claim_args[] = {
    {.name = "street", .kind = ARG_NAME, .names = STREETS, .n_names = GENOA_STREETS}, ARG_MODE("first"), ARG_MODE("second"),
    ARG_MAYBE("street2", STREETS, GENOA_STREETS, N_("Otherwise")), ARG_MODE("first2"), ARG_MODE("second2"),
    ARG_MAYBE("street3", STREETS, GENOA_STREETS, N_("Otherwise")), ARG_MODE("first3"), ARG_MODE("second3"), {0}};

/* ---- Moves: dossier genoa 17.2 ---- */

const struct verb genoa_verbs[GENOA_VERB_COUNT + 1] = {
    [GENOA_ROLL] = {"roll", N_("Roll the dice"), N_("Roll the dice"), NULL},
    [GENOA_START_AT] = {"start_at", N_("Start where you like"), N_("Use the Any Start tile: start in {space}"), space_args},
    [GENOA_ANNOUNCE] = {"announce", N_("Announce where you might go"), N_("{space}: asking {money:1 ducat|# ducats}"), announce_args,
                        .unsolicited = true, .form = true, .open = true},
    [GENOA_OFFER] = {"offer", N_("Make an offer"), N_("Offer {slot}: {right} in {place}"), offer_args, .unsolicited = true,
                     .form = true, .n_key = 3},
    [GENOA_WITHDRAW] = {"withdraw", N_("Withdraw an offer"), N_("Withdraw offer {slot}"), slot_args, .unsolicited = true},
    [GENOA_READY] = {"ready", N_("No more offers for now"), N_("Ready; ask me again at {watch}"), ready_args, .form = true},
    [GENOA_ACT] = {"act", N_("Act where the tower stands"), N_("Act here yourself"), act_args},
    [GENOA_ACCEPT] = {"accept", N_("Accept an offer"), N_("Accept {from}’s offer {slot}"), accept_args, .told = true},
    [GENOA_MOVE] = {"move", N_("Move the tower"), N_("Go to {space}"), space_args},
    [GENOA_COUNTER] = {"counter", N_("Make a counter-offer"), N_("Counter {from}’s offer {slot}"), counter_args, .form = true,
                       .n_key = 2},
    [GENOA_SEND] = {"send", N_("Send the counter-offers"), N_("Send the counter-offers"), NULL},
    [GENOA_STOP] = {"stop", N_("Stop the tower"), N_("Stop here and end my turn"), NULL, .confirms = true, .asked = true},
    [GENOA_CALL] = {"call", N_("Ask the others"), N_("Ask those who wanted to be asked here"), call_args},
    [GENOA_AGREE] = {"agree", N_("Agree to the counter-offer"), N_("Agree to the counter-offer for your offer {slot}"), slot_args},
    [GENOA_DECLINE] = {"decline", N_("Decline the counter-offer"), N_("Keep your own offer {slot}"), slot_args},
    [GENOA_TAKE] = {"take", N_("Take what the building gives"), N_("Take what the building gives"), NULL, .automatic = true},
    [GENOA_DELIVER] = {"deliver", N_("Deliver a large order"), N_("Deliver {order} for 100 ducats and one tile: {tile}"), deliver_args},
    [GENOA_SMALL_ORDER] = {"small", N_("Deliver a small order"), N_("Deliver {order} for 40 ducats"), small_args},
    [GENOA_USE_WARE] = {"use_ware", N_("Use an Any Ware tile"), N_("Any Ware tile: {ware}"), ware_args},
    [GENOA_USE_TRADE] = {"use_trade", N_("Use a 1:1 trade tile"), N_("Trade {give_what} for {get_what}"), trade_args, .form = true},
    [GENOA_USE_BUILDING] = {"use_building", N_("Use a Building Action tile"), N_("Building Action: {building}"), building_args},
    [GENOA_DONE] = {"done", N_("Finish the action"), N_("Finish the action"), NULL, .automatic = true},
    [GENOA_CLAIM] = {"claim", N_("Place ownership markers"), N_("From {street}: {first}; {second}"), claim_args},
    [GENOA_PASS] = {"pass", N_("Place no marker"), N_("Place no marker"), NULL},
    [GENOA_VERB_COUNT] = {0},
};

/* ---- Standing orders: dossier genoa 16.7 ---- */

static const struct name ifs[IF_COUNT] = {
    [IF_ALWAYS] = {"always", N_("always")},
    [IF_ACTED] = {"acted", N_("once I have acted this turn")},
    [IF_FAR] = {"far", N_("when nothing I want is near")},
};
static const struct name rests[REST_COUNT] = {[REST_ASK] = {"ask", N_("ask me")}, [REST_DECLINE] = {"decline", N_("decline")}};
static const struct name any_building[GENOA_BUILDINGS + 1] = {
    [GENOA_VILLA_COLINI] = {"villa_colini", N_("Villa Colini")}, [GENOA_PARK] = {"park", N_("Park")},
    [GENOA_COACH_HOUSE] = {"coach_house", N_("Coach House")}, [GENOA_VILLA_MONETTI] = {"villa_monetti", N_("Villa Monetti")},
    [GENOA_SPICES] = {"spices", N_("Spices")}, [GENOA_RESTAURANT] = {"restaurant", N_("Restaurant")},
    [GENOA_GRAINS] = {"grains", N_("Grains")}, [GENOA_VILLA_RICCI] = {"villa_ricci", N_("Villa Ricci")},
    [GENOA_HARBOR] = {"harbor", N_("Harbor")}, [GENOA_PALACE] = {"palace", N_("Palace")},
    [GENOA_VILLA_ZASTERI] = {"villa_zasteri", N_("Villa Zasteri")}, [GENOA_FABRICS] = {"fabrics", N_("Fabrics")},
    [GENOA_TAVERN] = {"tavern", N_("Tavern")}, [GENOA_METALS] = {"metals", N_("Metals")},
    [GENOA_GUILD_HALL] = {"guild_hall", N_("Guild Hall")}, [GENOA_CITY_HALL] = {"city_hall", N_("City Hall")},
    [GENOA_POST_OFFICE] = {"post_office", N_("Post Office")}, [GENOA_CATHEDRAL] = {"cathedral", N_("Cathedral")},
    [ORDER_ANY_BUILDING] = {"any", N_("any building")},
};

#define ARG_STEPS(least, text) {.name = "steps", .kind = ARG_NUMBER, .hi = GENOA_STEPS, .optional = (least), .words = SAID(.label = (text))}

static const struct arg when_args[] = {
    {.name = "towers", .kind = ARG_SET, .n_names = GENOA_SEATS, .words = SAID(.label = N_("While the tower belongs to"))},
    {.name = "from", .kind = ARG_NUMBER, .lo = 1, .hi = GENOA_ROUNDS, .words = SAID(.label = N_("From round"))},
    {.name = "to", .kind = ARG_NUMBER, .hi = GENOA_ROUNDS, .words = SAID(.label = N_("To round (0: to the end)"))}, {0}};
static const struct arg bid_args[] = {OFFER_ARGS, ARG_STEPS(false, N_("If the tower is at most this many steps away")), {0}};
static const struct arg ready_if_args[] = {
    ARG_CALLED("if", ifs, N_("Ready")), ARG_BUILDINGS("near", N_("What I want")), ARG_STEPS(true, N_("Near means "
                                                                                                     "at most this "
                                                                                                     "many steps")),
    ARG_BUILDINGS("watch", N_("Ask me again if the tower is at")), {0}};
static const struct arg not_here_args[] = {ARG_BUILDINGS("at", N_("Not interested while the tower is at")), {0}};
static const struct arg agree_args[] = {
    {.name = "raise", .kind = ARG_NUMBER, .hi = GENOA_ASKING, .step = GENOA_UNIT, .words = SAID(.label = N_("More "
                                                                                                            "than "
                                                                                                            "I "
                                                                                                            "offered, "
                                                                                                            "at "
                                                                                                            "most"))},
    ARG_CALLED("rest", rests, N_("Any other counter-offer")), {0}};
static const struct arg claim_at_args[] = {
    ARG_BUILDING("building"), ARG_YES("replace", N_("Even to replace another player’s marker")),
    ARG_SUM("keep", GENOA_MARKERS - 1, N_("Markers to keep in stock")), {0}};
static const struct arg sell_args[] = {
    ARG_CALLED("building", any_building, N_("The action in")),
    {.name = "money", .kind = ARG_NUMBER, .lo = GENOA_UNIT, .hi = GENOA_MOST_MONEY, .step = GENOA_UNIT,
     .words = SAID(.label = N_("For at least this many ducats"))},
    {.name = "steps", .kind = ARG_NUMBER, .hi = 1, .optional = true, .words = SAID(.label = N_("Also move next "
                                                                                               "door to reach it"))}, {0}};

const struct verb genoa_order_verbs[] = {
    [GENOA_ORDER_WHEN] = {"when", N_("Only in certain turns"), N_("The orders below are valid from round {from} to "
                                                                  "round {to}"), when_args,
                          .n_key = 3},
    [GENOA_ORDER_BID] = {"bid", N_("Standing offer"), N_("Offer {slot}: {right} in {place}, at most "
                                                           "{steps:1 step|# steps} away"),
                         bid_args, .n_key = 3},
    [GENOA_ORDER_READY_IF] = {"ready_if", N_("When I do not need to be asked"), N_("Ready {if}"), ready_if_args, .n_key = 2},
    [GENOA_ORDER_NOT_HERE] = {"not_here", N_("Not interested when the tower leaves"),
                              N_("When I am asked again in {at}: not interested"), not_here_args},
    [GENOA_ORDER_AGREE_TO] = {"agree_to", N_("Counter-offers"),
                              N_("Agree to {raise:1 ducat|# ducats} more than I offered; otherwise {rest}"), agree_args},
    [GENOA_ORDER_BY_PLAN] = {"by_plan", N_("Actions decided at the table"), N_("Act as my offer says instead of asking me"), NULL},
    [GENOA_ORDER_CLAIM_AT] = {"claim_at", N_("Place a marker"), N_("Place a marker on {building}, keep {keep} in stock"), claim_at_args,
                              .n_key = 1},
    [GENOA_ORDER_CLAIM_NONE] = {"claim_none", N_("Place no markers"), N_("Place no markers"), NULL},
    [GENOA_ORDER_ROLL] = {"roll", N_("Roll the dice"), N_("Roll the dice and keep my Any Start tiles"), NULL},
    [GENOA_ORDER_SELL] = {"sell", N_("Sell on my own turn"),
                          N_("Sell the action in {building} to the highest bidder, from {money:1 ducat|# ducats}"), sell_args,
                          .n_key = 1},
    [GENOA_ORDER_COUNT] = {0},
};
