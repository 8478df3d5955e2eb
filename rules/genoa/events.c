/* Genoa: what the log tells, in words (dossier genoa 17.3). */
#include "config.h"

#include "rules/genoa/table.h"

static const char *const ducats[] = {N_("{n:1 ducat|# ducats}")};
static const char *const markers[] = {N_("{n:1 ownership marker|# ownership markers}")};
static const char *const large[] = {N_("{n:1 large order|# large orders}")};
static const char *const small[] = {N_("{n:1 small order|# small orders}")};
static const char *const messages[] = {N_("{n:1 message|# messages}")};
static const char *const privileges[] = {N_("{n:1 privilege|# privileges}")};
static const char *const drawn[] = {N_("{n:the first card drawn there|the first # cards drawn there}")};

#define SUM(key, most) {.name = (key), .kind = ARG_NUMBER, .hi = (most)}
#define ARG_WARES(key, hides) {.name = (key), .kind = ARG_COUNTS, .names = genoa_wares, .n_names = GENOA_WARES, .hi = 99, \
                               .secret = (hides), .words = SAID(.counted = genoa_wares_counted)}
#define ARG_TILES(key, hides) {.name = (key), .kind = ARG_COUNTS, .names = genoa_tiles, .n_names = GENOA_TILES, .hi = 99, \
                               .secret = (hides), .words = SAID(.counted = genoa_tiles_counted)}
#define HIDDEN_SUM(key, most, hides) {.name = (key), .kind = ARG_NUMBER, .hi = (most), .secret = (hides)}
#define SOME_CARDS(key, deck, most) {.name = (key), .kind = ARG_SET, .names = genoa_cards[deck], .n_names = (most), .secret = true}
#define ARG_CARD_SETS \
    {.name = "large", .kind = ARG_SET, .names = genoa_cards[GENOA_LARGE], .n_names = GENOA_CARDS, .secret = true, .words = SAID(.together = "cards", \
     .n_together = 4)}, \
    SOME_CARDS("small", GENOA_SMALL, GENOA_CARDS), \
    SOME_CARDS("message", GENOA_MESSAGE, GENOA_RING), SOME_CARDS("privilege", GENOA_PRIVILEGE, GENOA_RING)
/* What a side gives, of cards only how many: GENOA_TOLD slots in all. */
#define TOLD_SUM(key, most, hides, text) {.name = (key), .kind = ARG_NUMBER, .hi = (most), .secret = (hides), .words = SAID(.counted = (text))}
#define TOLD(give, hides, list, n) \
    {.name = give "money", .kind = ARG_NUMBER, .hi = GENOA_MOST_MONEY, .secret = (hides), .words = SAID(.counted = ducats, .together = (list), \
     .n_together = (n))}, \
    ARG_WARES(give "wares", hides), ARG_TILES(give "tiles", hides), \
    TOLD_SUM(give "markers", GENOA_MARKERS, hides, markers), TOLD_SUM(give "large", GENOA_CARDS, hides, large), \
    TOLD_SUM(give "small", GENOA_CARDS, hides, small), TOLD_SUM(give "message", GENOA_RING, hides, messages), \
    TOLD_SUM(give "privilege", GENOA_RING, hides, privileges)
/* The tower player's side; and the other, that may promise of what it draws. */
#define TOLD_ADDED(hides) TOLD("ask_", hides, "adds", 8)
#define TOLD_GIVEN(hides) TOLD("", hides, "gives", 9), TOLD_SUM("drawn", 2, hides, drawn)
#define ARG_SLOT SUM("slot", GENOA_SLOTS - 1)
#define ARG_DECK ARG_OF("kind", genoa_decks)
#define ARG_DIE(key) {.name = (key), .kind = ARG_NUMBER, .lo = 1, .hi = GENOA_SIDE}
#define ARG_ROUND(key) {.name = (key), .kind = ARG_NUMBER, .lo = 1, .hi = GENOA_ROUNDS}
#define ARG_DUCATS(key) SUM(key, GENOA_HIGHEST_MONEY)

static const struct arg dealt_args[] = {ARG_CARD_SETS, {0}};
static const struct arg round_args[] = {ARG_ROUND("round"), {0}};
static const struct arg dice_args[] = {ARG_DIE("x"), ARG_DIE("y"), {0}};
static const struct arg space_args[] = {ARG_SPACE("space"), {0}};
static const struct arg round_marker_args[] = {ARG_ROUND("space"), {0}};
static const struct arg announce_args[] = {ARG_SPACE("space"), SUM("money", GENOA_ASKING), {0}};
static const struct arg offered_args[] = {
    ARG_SLOT, {.name = "right", .kind = ARG_NAME, .names = genoa_rights, .n_names = GENOA_RIGHT_COUNT, .secret = true},
    {.name = "place", .kind = ARG_NAME, .names = genoa_spaces, .n_names = GENOA_SPACES, .secret = true}, TOLD_GIVEN(true), TOLD_ADDED(true), {0}};
static const struct arg not_accepted_args[] = {ARG_SEAT_OF("buyer"), {0}};
static const struct arg slot_args[] = {ARG_SLOT, {0}};
static const struct arg seats_args[] = {{.name = "seats", .kind = ARG_LIST, .hi = GENOA_SEATS - 1, .max = GENOA_SEATS}, {0}};
static const struct arg countered_args[] = {
    ARG_SEAT_OF("from_seat"), ARG_SLOT, TOLD_GIVEN(true), TOLD_ADDED(true), {0}};
static const struct arg accepted_args[] = {
    ARG_SEAT_OF("buyer"), ARG_SLOT, ARG_SPACE("place"), TOLD_GIVEN(false), TOLD_ADDED(false), {0}};
static const struct arg passed_args[] = {ARG_SEAT_OF("from"), ARG_SEAT_OF("to"), ARG_CARD_SETS, {0}};
static const struct arg acted_args[] = {ARG_BUILDING("building"), ARG_OF("by", genoa_ways), {0}};
static const struct arg owner_args[] = {ARG_BUILDING("building"), SUM("money", GENOA_FOR_OWNER), {0}};
static const struct arg gained_args[] = {
    {.name = "wares", .kind = ARG_COUNTS, .names = genoa_wares, .n_names = GENOA_WARES, .hi = 99, .words = SAID(.counted = genoa_wares_counted,
     .together = "things", .n_together = 3)},
    ARG_TILES("tiles", false), TOLD_SUM("markers", GENOA_MARKERS, false, markers), {0}};
static const struct arg building_args[] = {ARG_BUILDING("building"), {0}};
static const struct arg drew_args[] = {ARG_DECK, SUM("count", GENOA_CARDS), ARG_CARD_SETS, {0}};
static const struct arg shuffled_args[] = {ARG_DECK, SUM("count", GENOA_CARDS), {0}};
static const struct arg delivered_args[] = {
    ARG_CARD("card", GENOA_LARGE, GENOA_CARDS), SUM("money", GENOA_FOR_LARGE),
    {.name = "tile", .kind = ARG_NAME, .lo = -1, .names = genoa_tiles, .n_names = GENOA_TILES}, {0}};
static const struct arg small_args[] = {ARG_CARD("card", GENOA_SMALL, GENOA_CARDS), SUM("money", GENOA_FOR_SMALL), {0}};
static const struct arg message_args[] = {ARG_CARD("card", GENOA_MESSAGE, GENOA_RING), SUM("money", GENOA_FOR_MESSAGE), {0}};
static const struct arg tile_args[] = {ARG_OF("kind", genoa_tiles), {0}};
static const struct arg traded_args[] = {
    {.name = "give", .kind = ARG_NAME, .names = genoa_things, .n_names = GENOA_THINGS},
    {.name = "get", .kind = ARG_NAME, .names = genoa_things, .n_names = GENOA_THINGS}, {0}};
static const struct arg removed_args[] = {ARG_BUILDING("building"), ARG_SEAT_OF("owner"), {0}};
static const struct arg street_args[] = {
    {.name = "street", .kind = ARG_NAME, .names = genoa_spaces + GENOA_FIRST_STREET, .n_names = GENOA_STREETS}, {0}};
static const struct arg began_args[] = {ARG_ROUND("round"), ARG_ROUND("space"), {0}};
static const struct arg over_args[] = {
    {.name = "score", .kind = ARG_LIST, .hi = GENOA_HIGHEST_MONEY, .max = GENOA_SEATS, .by_seat = true}, {0}};
static const struct arg result_args[] = {
    ARG_DUCATS("cash"), ARG_DUCATS("privileges"), ARG_DUCATS("markers"), ARG_DUCATS("total"), SUM("wares", 40), {0}};
static const struct arg won_args[] = {ARG_DUCATS("total"), {0}};

const struct event_kind genoa_events[GENOA_EVENT_COUNT + 1] = {
    [GENOA_STARTED] = {"started", N_("{seat} begins and keeps the start player tile."), NULL, NULL},
    [GENOA_DEALT] = {"dealt", N_("{seat} is dealt one card of each kind: {cards}."),
                     N_("{seat} is dealt one card of each kind."), dealt_args},
    [GENOA_TURN_BEGAN] = {"turn", N_("Round {round}: {seat} has the tower."), NULL, round_args},
    [GENOA_DICE] = {"dice", N_("The dice show {x} and {y}."), NULL, dice_args},
    [GENOA_TOWER] = {"tower", N_("The tower stands in {space}."), NULL, space_args},
    [GENOA_ROUND_MARKER] = {"round_marker", N_("The market moves the round marker to space {space}."), NULL, round_marker_args},
    [GENOA_ANNOUNCED] = {"announce", N_("{seat} asks {money:1 ducat|# ducats} for going to {space}."), NULL, announce_args},
    [GENOA_CONSIDERED] = {"consider", N_("{seat} may go to {space}."), NULL, space_args},
    [GENOA_ANNOUNCED_OFF] = {"announce_off", N_("{seat} is no longer interested in {space}."), NULL, space_args},
    [GENOA_OFFERED] = {"offer", N_("{seat} offers {gives} for the action in {place}."),
                       N_("{seat} makes an offer."), offered_args,
                       .with_list = N_("{seat} offers {gives} for the action in {place}, and wants {adds} in return."), .list = "adds"},
    [GENOA_OFFERED_STREET] = {"offer_street", N_("{seat} offers {gives} for the step to {place}."),
                              N_("{seat} makes an offer."), offered_args,
                              .with_list = N_("{seat} offers {gives} for the step to {place}, and wants {adds} in return."), .list = "adds"},
    [GENOA_WITHDRAWN] = {"withdraw", N_("{seat} withdraws an offer."), NULL, slot_args},
    [GENOA_WAS_READY] = {"ready", N_("{seat} is ready."), NULL, NULL},
    [GENOA_CALLED_ALL] = {"call", N_("{seat} asks everyone for new offers."), NULL, seats_args},
    [GENOA_CALLED_LAST] = {"last_call", N_("{seat} asks those who wanted to be asked here."), NULL, seats_args},
    [GENOA_COUNTERED] = {"counter", N_("{seat} wants {gives} from {from_seat} instead."),
                         N_("{seat} answers an offer of {from_seat} with a counter-offer."), countered_args,
                         .with_list = N_("{seat} wants {gives} from {from_seat} instead, and adds {adds}."), .list = "adds"},
    [GENOA_SENT] = {"send", N_("{seat} sends the counter-offers."), NULL, NULL},
    [GENOA_AGREED] = {"agree", N_("{seat} agrees to the counter-offer."), NULL, slot_args},
    [GENOA_AGREED_AT_ONCE] = {"agree_at_once", N_("{seat} agreed to this in advance."), NULL, slot_args},
    [GENOA_DECLINED] = {"decline", N_("{seat} declines the counter-offer."), NULL, slot_args},
    [GENOA_ACCEPTED] = {"accept", N_("{seat} sells {buyer} the action in {place} for {gives}."), NULL, accepted_args},
    [GENOA_ACCEPTED_WITH] = {"accept_with", N_("{seat} sells {buyer} the action in {place} for {gives}, and adds {adds}."), NULL, accepted_args},
    [GENOA_ACCEPTED_STREET] = {"accept_street", N_("{buyer} pays {seat} {gives} for the step to {place}."), NULL,
                               accepted_args},
    [GENOA_ACCEPTED_STREET_WITH] = {"accept_street_with", N_("{buyer} pays {seat} {gives} for the step to {place}, "
                                                             "and gets {adds}."), NULL, accepted_args},
    [GENOA_CARDS_PASSED] = {"cards_passed", N_("{from} gives {to}: {cards}."),
                            "", passed_args},
    [GENOA_ACTED] = {"act", N_("{seat} acts in {building}{by}."), NULL, acted_args},
    [GENOA_OWNER_BONUS] = {"owner_bonus", N_("{seat} owns {building} and receives {money} ducats."), NULL, owner_args},
    [GENOA_GAINED] = {"gain", N_("{seat} takes {things}."), NULL, gained_args},
    [GENOA_GAINED_NOTHING] = {"gain_nothing", N_("There is nothing left in {building} for {seat}."), NULL, building_args},
    [GENOA_DREW] = {"draw", N_("{seat} draws {count:1 card|# cards} ({kind}): {cards}."), N_("{seat} draws {count:1 card|# cards}: {kind}."),
                    drew_args},
    [GENOA_SHUFFLED] = {"shuffle", N_("The used cards are shuffled into a new deck: {kind}, {count}."), NULL, shuffled_args},
    [GENOA_DELIVERED] = {"deliver", N_("{seat} fulfils a large order ({card}): {money} ducats and a tile: {tile}."), NULL, delivered_args},
    [GENOA_SMALL_DONE] = {"small", N_("{seat} fulfils a small order ({card}): {money} ducats."), NULL, small_args},
    [GENOA_MESSAGE_PAID] = {"message", N_("{seat} receives {money} ducats for a message: {card}."), NULL, message_args},
    [GENOA_TILE_USED] = {"tile", N_("{seat} uses a special tile: {kind}."), NULL, tile_args},
    [GENOA_TRADED] = {"trade", N_("{seat} trades {give} for {get}."), NULL, traded_args},
    [GENOA_STOPPED] = {"stop", N_("{seat} stops the tower."), NULL, NULL},
    [GENOA_CLAIMED] = {"claim", N_("{seat} has decided about markers."), NULL, NULL},
    [GENOA_MARKER_REMOVED] = {"marker_removed", N_("{seat} removes {owner}’s marker from {building}."), NULL, removed_args},
    [GENOA_MARKER_PLACED] = {"marker_placed", N_("{seat} places a marker on {building}."), NULL, building_args},
    [GENOA_DISC_OFF] = {"disc_off", N_("A disc is removed from {street}."), NULL, street_args},
    [GENOA_PASSED] = {"pass", N_("{seat} places no marker."), NULL, NULL},
    [GENOA_ROUND_BEGAN] = {"round", N_("Round {round} begins; the round marker stands on space {space}."), NULL, began_args},
    [GENOA_GAME_OVER] = {"game_over", N_("The game is over."), NULL, over_args},
    [GENOA_RESULT] = {"result", N_("{seat}: {cash} in cash, {privileges} for privileges, {markers} for markers: {total} ducats."), NULL,
                      result_args},
    [GENOA_WON] = {"won", N_("{seat} wins with {total} ducats."), NULL, won_args},
    [GENOA_NOT_ACCEPTED] = {"not_accepted", N_("{seat} does not accept an offer of {buyer}."), NULL, not_accepted_args},
    [GENOA_EVENT_COUNT] = {0},
};
