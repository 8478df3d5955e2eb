/* Vernissage: the table of standing orders with its words (dossier vernissage 12.3). */
#include "config.h"

#include "rules/vernissage/order.h"
#include "rules/vernissage/table.h"

static const struct name any_artist[] = {
    {"blaise", N_("Blaise")}, {"moreau", N_("Moreau")},   {"ostrova", N_("Ostrova")},
    {"vidal", N_("Vidal")},   {"winther", N_("Winther")}, {"any", N_("any artist")},
};
static const struct name any_kind[] = {
    {"purchase", N_("purchase")}, {"critique", N_("critique")}, {"scandal", N_("scandal")},
    {"negative", N_("critique or scandal")}, {"any", N_("any counter")},
};
static const struct name any_seat[] = {{"any", N_("anybody")}};
static const struct name whens[] = {
    [WHEN_ALWAYS] = {"always", N_("always")},
    [WHEN_OUT] = {"out", N_("when the artist would be OUT")},
    [WHEN_IN] = {"in", N_("when the artist would be IN")},
    [WHEN_VERNISSAGE] = {"vernissage", N_("when it would bring a vernissage")},
    [WHEN_TOP] = {"top", N_("when it would end the game at the top step")},
};
static const struct name answers[] = {
    [ANSWER_ACCEPT] = {"accept", N_("let it pass")},
    [ANSWER_ASK] = {"ask", N_("ask me")},
    [ANSWER_OBJECT] = {"object", N_("object")},
};
static const struct name showings[] = {
    [SHOW_ALL] = {"all", N_("show all of them")},
    [SHOW_ASK] = {"ask", N_("ask me")},
    [SHOW_NONE] = {"none", N_("show none of them")},
};
static const struct name untils[] = {
    [UNTIL_ONCE] = {"once", N_("once")},
    [UNTIL_TURN] = {"turn", N_("until my next turn")},
    [UNTIL_GAME] = {"game", N_("until the end of the game")},
};
static const struct name otherwises[] = {
    [OTHERWISE_ASK] = {"ask", N_("ask me")},
    [OTHERWISE_STAND] = {"stand", N_("insist")},
};
static const struct name buy_whens[] = {
    [BUY_UNOPPOSED] = {"unopposed", N_("if nobody objects to my counter")},
    [BUY_ALWAYS] = {"always", N_("whatever happens to my counter")},
};
static const struct name to_buy[] = {
    [BUY_GREY] = {"grey", N_("a move card, 10,000")},
    [BUY_FIRST_PILE] = {"pile-20", N_("from the pile for 20,000")},
    {"pile-30", N_("from the pile for 30,000")}, {"pile-40", N_("from the pile for 40,000")},
    {"pile-50", N_("from the pile for 50,000")}, {"pile-60", N_("from the pile for 60,000")},
    {"pile-70", N_("from the pile for 70,000")}, {"pile-80", N_("from the pile for 80,000")},
};
static const struct name buy_nones[] = {
    [NONE_ASK] = {"ask", N_("ask me")},
    [NONE_NOTHING] = {"nothing", N_("take nothing")},
};
static const struct name buy_loans[] = {
    [LOAN_ASK] = {"ask", N_("ask me")},
    [LOAN_TAKE] = {"take", N_("borrow 100,000")},
};
static const struct name buy_afters[] = {
    [AFTER_END] = {"end", N_("end my turn")},
    [AFTER_ASK] = {"ask", N_("ask me")},
};
static const struct name cards_to_use[] = {
    [CARD_NONE] = {"none", N_("no move card")},
    [CARD_FIRST_GREY] = {"move-2", N_("move card 2")},
    {"move-3", N_("move card 3")}, {"move-4", N_("move card 4")}, {"move-5", N_("move card 5")}, {"move-6", N_("move card 6")},
    [CARD_UNLIMITED] = {"unlimited", N_("unlimited move card")},
};
static const struct name critics[] = {
    [CRITIC_NONE] = {"none", N_("nobody")},
    [CRITIC_FIRST_ARTIST] = {"blaise", N_("Blaise")},
    {"moreau", N_("Moreau")}, {"ostrova", N_("Ostrova")}, {"vidal", N_("Vidal")}, {"winther", N_("Winther")},
};
static const struct name stays_or_goes[] = {{"stays", N_("stays")}, STEP_NAMES};
_Static_assert(COUNT(cards_to_use) == CARD_COUNT && COUNT(critics) == CRITIC_COUNT && COUNT(stays_or_goes) == VERNISSAGE_STEPS + 1,
               "words of cards to use");
_Static_assert(COUNT(to_buy) == BUY_PILE_COUNT && COUNT(buy_whens) == BUY_WHEN_COUNT && COUNT(buy_nones) == NONE_COUNT
                   && COUNT(buy_loans) == LOAN_COUNT && COUNT(buy_afters) == AFTER_COUNT, "words of the order to buy");
_Static_assert(COUNT(any_artist) == ORDER_ANY_ARTIST + 1 && COUNT(any_kind) == ORDER_ANY_KIND + 1, "words of orders");

static const struct arg order_args[] = {
    [SLOT_SLOT] = {.name = "slot", .kind = ARG_NUMBER, .hi = VERNISSAGE_SLOTS - 1, .words = SAID(.label = N_(""
                                                                                                             "Position "
                                                                                                             "in "
                                                                                                             "my "
                                                                                                             "list"))},
    [SLOT_ARTIST] = ARG_CALLED("artist", any_artist, N_("Artist")),
    [SLOT_KIND] = ARG_CALLED("kind", any_kind, N_("Kind of counter")),
    [SLOT_SEAT] = {.name = "seat", .kind = ARG_SEAT, .lo = -1, .hi = VERNISSAGE_SEATS - 1, .names = any_seat, .n_names = 1,
                   .words = SAID(.label = N_("Placed by"))},
    [SLOT_MIN] = {.name = "min", .kind = ARG_NUMBER, .lo = 1, .hi = VERNISSAGE_AMOUNTS - 1, .words = SAID(.label = N_(""
                                                                                                                      "Of "
                                                                                                                      "at "
                                                                                                                      "least "
                                                                                                                      "this "
                                                                                                                      "value"))},
    [SLOT_WHEN] = ARG_CALLED("when", whens, N_("When")),
    [SLOT_ANSWER] = ARG_CALLED("answer", answers, N_("My answer")),
    [SLOT_VALUES] = ARG_VALUES("values"),
    [SLOT_NODEAL] = ARG_NODEAL,
    [SLOT_CARDS] = ARG_AT_ONCE,
    [SLOT_CAP] = ARG_AT_MOST,
    [SLOT_UNTIL] = ARG_CALLED("until", untils, N_("How long")),
    [SLOT_COUNT] = {0},
};
static const struct arg order_default_args[] = {
    {.name = "answer", .kind = ARG_NAME, .names = answers, .n_names = ANSWER_OBJECT, .words = SAID(.label = N_("My answer"))}, {0}};
static const struct arg order_reveal_args[] = {
    ARG_CALLED("artist", any_artist, N_("Artist")), ARG_CALLED("reveal", showings, N_("What to show")), {0}};
static const struct arg order_stand_args[] = {
    ARG_VALUES("values"), ARG_CALLED("otherwise", otherwises, N_("Otherwise")), ARG_AT_MOST, {0}};
#define ARG_STAYS_OR_GOES(key, text) {.name = (key), .kind = ARG_NUMBER, .hi = VERNISSAGE_STEPS, .names = stays_or_goes, \
                                       .n_names = COUNT(stays_or_goes), .words = SAID(.label = (text))}
static const struct arg order_buy_args[] = {
    ARG_CALLED("when", buy_whens, N_("When")),
    ARG_CALLED("pile", to_buy, N_("Buy")),
    {.name = "faces", .kind = ARG_LIST, .names = vernissage_faces, .n_names = VERNISSAGE_FACES, .max = VERNISSAGE_FACES,
     .words = SAID(.label = N_("Keep the first available of these"))},
    ARG_CALLED("none", buy_nones, N_("If none of them is there")),
    ARG_CALLED("loan", buy_loans, N_("If my cash is not enough")),
    ARG_CALLED("after", buy_afters, N_("Then")),
    ARG_CALLED("card", cards_to_use, N_("Move card")),
    ARG_STAYS_OR_GOES("a", N_("First agent to step")), ARG_STAYS_OR_GOES("b", N_("Second agent to step")),
    ARG_STAYS_OR_GOES("c", N_("Third agent to step")),
    ARG_CALLED("critic", critics, N_("Critic to")),
    {0}};

const struct verb vernissage_order_verbs[VERNISSAGE_ORDER_COUNT + 1] = {
    [VERNISSAGE_ORDER] = {"order", N_("A rule for other players’ counters"),
                          N_("{artist}, {kind} of {min} or more by {seat}, {when}: {answer} (agree to {values}; else "
                             "{nodeal}, {cards} to {cap} suitcases); {until}"),
                          order_args, .n_key = 1},
    [VERNISSAGE_ORDER_DEFAULT] = {"order_default", N_("All other counters"), N_("All other counters: {answer}"),
                                  order_default_args},
    [VERNISSAGE_ORDER_REVEAL] = {"order_reveal", N_("Paintings in demand"), N_("Paintings by {artist}: {reveal}"),
                                 order_reveal_args, .n_key = 1},
    [VERNISSAGE_ORDER_STAND] = {"order_stand", N_("My own counter of this turn"),
                                N_("If others object: settle on {values}, otherwise {otherwise}, at most {cap} suitcases"),
                                order_stand_args},
    [VERNISSAGE_ORDER_BUY] = {"order_buy", N_("The rest of my turn"),
                              N_("The rest of my turn, {when}: buy {pile}, keep the first of {faces} (none of them: {none}; "
                                 "not enough cash: {loan}), use {card} (agents to {a}, {b}, {c}) and {critic}, {after}"),
                              order_buy_args},
    [VERNISSAGE_ORDER_COUNT] = {0},
};
