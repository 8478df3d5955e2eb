/* Vernissage: tables of words, members and moves, what is asked of a player, and the module itself. */
#include "config.h"

#include "rules/engine/fault.h"
#include "rules/vernissage/table.h"

#define ARG_ARTIST ARG_OF("artist", vernissage_artists)
#define ARG_KIND ARG_OF("kind", vernissage_kinds)
#define ARG_AMOUNT(key) ARG_NUMBER_OF(key, 1, VERNISSAGE_AMOUNTS - 1)
#define ARG_CARDS(key) ARG_NUMBER_OF(key, 0, VERNISSAGE_POWERS)
#define ARG_GOES_TO(key, text) {.name = (key), .kind = ARG_NUMBER, .hi = VERNISSAGE_STEPS, .names = steps_or_reserve, \
                                 .n_names = COUNT(steps_or_reserve), .words = SAID(.label = (text))}
#define ARG_VALUE(key) {.name = (key), .kind = ARG_NUMBER, .lo = 1 - VERNISSAGE_AMOUNTS, .hi = VERNISSAGE_AMOUNTS - 1, \
                        .names = vernissage_values, .n_names = COUNT(vernissage_values)}
#define ARG_MONEY(key) {.name = (key), .kind = ARG_NUMBER, .lo = -VERNISSAGE_MOST, .hi = VERNISSAGE_MOST, \
                        .unit = VERNISSAGE_THOUSAND}
#define ARG_SPACE(key) ARG_NUMBER_OF(key, 0, VERNISSAGE_LAST)
#define ARG_STEP(key) ARG_NUMBER_OF(key, 1, VERNISSAGE_STEPS)
#define ARG_PILE {.name = "pile", .kind = ARG_NUMBER, .hi = VERNISSAGE_PILES - 1, .names = piles, .n_names = COUNT(piles)}
#define ARG_FACES {.name = "faces", .kind = ARG_COUNTS, .names = vernissage_faces, .n_names = VERNISSAGE_FACES, \
                   .hi = VERNISSAGE_DEALT, .secret = true, .words = SAID(.counted = counted_faces)}

static const char *const counted_faces[VERNISSAGE_FACES] = {
    N_("{n:1 painting by Blaise|# paintings by Blaise}"),   N_("{n:1 painting by Moreau|# paintings by Moreau}"),
    N_("{n:1 painting by Ostrova|# paintings by Ostrova}"), N_("{n:1 painting by Vidal|# paintings by Vidal}"),
    N_("{n:1 painting by Winther|# paintings by Winther}"), N_("{n:1 suitcase|# suitcases}"),
    N_("{n:1 critic card|# critic cards}"),                 N_("{n:1 unlimited move card|# unlimited move cards}"),
};

/* ---- Options: dossier vernissage 9 ---- */

static const struct name off_on[] = {{"off", N_("off")}, {"on", N_("on")}};
static const struct name offer_counts[] = {{"none", N_("none")}, {"one", "1"},  {"two", "2"},
                                           {"three", "3"},       {"four", "4"}, {"five", "5"}};
#define ROUND_COUNT(n) {"r" #n, #n},
static const struct name round_counts[] = {VERNISSAGE_ROUND_COUNTS(ROUND_COUNT) {"none", N_("no limit")}};
enum { FORTY = 4, NO_LIMIT = COUNT(round_counts) - 1 };

/* Up to the limit of rounds, of which games of the first revision have no other choice. */
#define OPTIONS(n_rounds, preset_rounds, help_rounds) \
    {"power14", N_("A strong total costs a suitcase"), off_on, COUNT(off_on), 0, \
     N_("Whoever reaches a total of 14 or more in a power play loses one of the suitcases played. For tables that " \
        "find suitcases too strong.")}, \
    {"layout", N_("Cards on the market"), vernissage_layouts, VERNISSAGE_LAYOUT_COUNT, 0, \
     N_("Seven piles of seven leave some cards out, and nobody knows which; otherwise all of them are for sale.")}, \
    {"head_start", N_("Artists begin with a counter"), off_on, COUNT(off_on), 0, \
     N_("Each artist starts with one counter drawn at random, for a quicker opening.")}, \
    {"offers", N_("Offers per counter"), offer_counts, COUNT(offer_counts), 2, \
     N_("How many values the active player may propose to those who object, apart from values they accept anyway.")}, \
    {"rounds", N_("Maximum number of rounds"), round_counts, n_rounds, preset_rounds, help_rounds}, {0}

static const struct option options[] = {
    OPTIONS(COUNT(round_counts), NO_LIMIT, N_("The rules have no limit. A limit ends games in which nobody makes progress."))};
static const struct option first_options[] = {
    OPTIONS(NO_LIMIT, FORTY, N_("Most games end long before this; it ends those in which nobody makes progress."))};

static bool has_no_limit(const struct setup *setup)
{
    enum { ROUNDS_OPTION = 4 };
    return setup->option[ROUNDS_OPTION] == NO_LIMIT;
}

/* ---- Moves: dossier vernissage 13.2 ---- */

/* How the piles are told: by their prices. */
static const struct name piles[VERNISSAGE_PILES] = {
    {"pile-20", "20,000"}, {"pile-30", "30,000"}, {"pile-40", "40,000"}, {"pile-50", "50,000"},
    {"pile-60", "60,000"}, {"pile-70", "70,000"}, {"pile-80", "80,000"},
};

/* Where agents go, by the step's number. */
static const struct name steps_or_reserve[] = {{"reserve", N_("reserve")}, STEP_NAMES};

#define ARG_AGENT {.name = "agent", .kind = ARG_NUMBER, .hi = VERNISSAGE_AGENTS - 1, .names = vernissage_agents, \
                   .n_names = VERNISSAGE_AGENTS}

static const struct arg place_args[] = {ARG_ARTIST, ARG_KIND, ARG_AMOUNT("amount"), {0}};
static const struct arg object_args[] = {
    ARG_VALUES("values"), ARG_NODEAL, ARG_AT_ONCE, ARG_AT_MOST, {0}};
static const struct arg amount_args[] = {ARG_AMOUNT("amount"), {0}};
static const struct arg values_args[] = {ARG_VALUES("values"), {0}};
static const struct arg fight_args[] = {ARG_AT_ONCE, ARG_AT_MOST, {0}};
/* Drawn in the log as well as told. */
#define ARG_DIE(key) {.name = (key), .kind = ARG_NUMBER, .lo = 1, .hi = 6, .words = SAID(.drawn = "v-d#")}
#define ARG_CASES {.name = "cards", .kind = ARG_NUMBER, .hi = VERNISSAGE_POWERS, .words = SAID(.drawn = "v-power")}

static const struct arg cards_args[] = {ARG_CASES, {0}};
static const struct arg laid_args[] = {ARG_CARDS("cards"), {0}}; /* told in words alone: the dice that follow show them */
static const struct arg count_args[] = {ARG_NUMBER_OF("count", 0, VERNISSAGE_PAINTINGS), {0}};
static const struct arg pile_args[] = {ARG_PILE, {0}};
static const struct arg face_args[] = {ARG_OF("face", vernissage_faces), {0}};
static const struct arg move_one_args[] = {
    ARG_AGENT, ARG_NUMBER_OF("steps", VERNISSAGE_GREY_LEAST, VERNISSAGE_GREY_LEAST + VERNISSAGE_GREYS - 1),
    ARG_STEP("to"), {0}};
static const struct arg move_all_args[] = {
    ARG_GOES_TO("a", N_("First agent to step")), ARG_GOES_TO("b", N_("Second agent to step")),
    ARG_GOES_TO("c", N_("Third agent to step")), {0}};
static const struct arg artist_args[] = {ARG_ARTIST, {0}};

static const struct verb verbs[] = {
    [VERNISSAGE_REDRAW] = {"redraw", N_("Three paintings in hand"), N_("Exchange the three paintings"), NULL, .unsolicited = true,
                           .asked = true},
    [VERNISSAGE_PLACE] = {"place", N_("Place a counter"), N_("{artist}: {kind} of {amount}"), place_args},
    [VERNISSAGE_ACCEPT] = {"accept", N_("Let it pass"), N_("Let it pass"), NULL},
    [VERNISSAGE_OBJECT] = {"object", N_("Object"),
                           N_("Object; agree to a value of {values}; otherwise {nodeal} with "
                              "{cards:1 suitcase|# suitcases}, at most {cap}"),
                           object_args, .form = true},
    [VERNISSAGE_SETTLE] = {"settle", N_("Settle"), N_("Settle on the value {amount}"), amount_args},
    [VERNISSAGE_OFFER] = {"offer", N_("Offer a value"), N_("Offer the value {amount}"), amount_args},
    [VERNISSAGE_STAND] = {"stand", N_("Insist on the counter"), N_("Insist on the counter"), NULL},
    [VERNISSAGE_TAKE_OFFER] = {"take_offer", N_("Agree to the offer"), N_("Agree to the offer"), NULL},
    [VERNISSAGE_REFUSE_OFFER] = {"refuse_offer", N_("Refuse the offer"), N_("Refuse; agree to a value of {values}"), values_args,
                                 .form = true},
    [VERNISSAGE_DO_FIGHT] = {"fight", N_("Power play"),
                             N_("Power play with {cards:1 suitcase|# suitcases}, at most {cap}"), fight_args,
                             .form = true},
    [VERNISSAGE_DO_YIELD] = {"yield", N_("Let it pass"), N_("Let it pass"), NULL},
    [VERNISSAGE_COMMIT] = {"commit", N_("Play suitcases"), N_("Play {cards:1 suitcase|# suitcases}"), cards_args},
    [VERNISSAGE_REVEAL] = {"reveal", N_("Show paintings for money"), N_("Show {count:1 painting|# paintings}"), count_args},
    [VERNISSAGE_BUY_BROWN] = {"buy_brown", N_("Look through a pile"), N_("Look through the pile for {pile}"), pile_args},
    [VERNISSAGE_BUY_GREY] = {"buy_grey", N_("Buy a move card"), N_("Draw a move card for 10,000"), NULL},
    [VERNISSAGE_TAKE] = {"take", N_("Take a card"), N_("Take: {face}"), face_args},
    [VERNISSAGE_TAKE_NONE] = {"take_none", N_("Take nothing"), N_("Take nothing"), NULL},
    [VERNISSAGE_MOVE_ONE] = {"move_one", N_("Use a move card"), N_("Move card {steps}: {agent} to step {to}"),
                             move_one_args},
    [VERNISSAGE_MOVE_ALL] = {"move_all", N_("Use an unlimited move card"), N_("Agents on steps {a} · {b} · {c}"),
                             move_all_args, .form = true},
    [VERNISSAGE_USE_CRITIC] = {"critic", N_("Use a critic card"), N_("Send the critic to {artist}"), artist_args},
    [VERNISSAGE_END] = {"end", N_("End your turn"), N_("Confirm turn"), NULL, .confirms = true},
    [VERNISSAGE_VERB_COUNT] = {0},
};

/* ---- Events: dossier vernissage 13.3 ---- */

static const struct name skip_reasons[] = {
    {"no_influence", N_("none of the agents stands on an artist’s step")}, {"no_counters", N_("no counter is left")}};
static const struct name finals[] = {{"open", N_("open to offers")}, {"final", N_("final answer")}};
static const struct name sides[] = {{"placing", N_("the counter stays")}, {"objecting", N_("the counter goes")}};
static const struct name throws[] = {{"no", ""}, {"yes", N_(" (rolled again after a tie)")}};
static const struct name first_words[] = {{"nobody", N_("nobody yet, the highest roll again")}};
/* What is said of the feather's part in a movement of fame, -5 .. 0; there is none between. */
static const struct name feathers[] = {{"m5", N_(" (also by −5 for the critic’s feather)")}, {"m4", ""}, {"m3", ""},
                                       {"m2", ""}, {"m1", ""}, {"nought", ""}};

static const struct arg start_args[] = {
    {.name = "rolls", .kind = ARG_LIST, .hi = 12, .max = VERNISSAGE_SEATS, .by_seat = true},
    {.name = "first", .kind = ARG_SEAT, .lo = -1, .names = first_words, .n_names = 1}, {0}};
static const struct arg faces_args[] = {ARG_FACES, {0}};
static const struct arg counter_args[] = {ARG_ARTIST, ARG_KIND, ARG_AMOUNT("amount"), ARG_VALUE("value"), {0}};
static const struct arg round_args[] = {ARG_NUMBER_OF("round", 1, VERNISSAGE_ROUNDS), {0}};
static const struct arg die_args[] = {ARG_OF("face", vernissage_dice), {0}};
static const struct arg why_args[] = {ARG_OF("why", skip_reasons), {0}};
static const struct arg placed_args[] = {
    ARG_ARTIST, ARG_KIND, ARG_AMOUNT("amount"), ARG_VALUE("value"), ARG_STEP("cell"), {0}};
/* A set of amounts once more, as they stand on the counters. */
#define ARG_SIGNED {.name = "signed", .kind = ARG_SET, .names = vernissage_values, .n_names = COUNT(vernissage_values)}

static const struct arg objected_args[] = {
    ARG_VALUES("values"), ARG_OF("final", finals), ARG_ARTIST, ARG_KIND, ARG_SIGNED, {0}};
static const struct arg refused_args[] = {ARG_VALUES("values"), ARG_SIGNED, {0}};
static const struct arg settled_args[] = {
    ARG_AMOUNT("from"), ARG_AMOUNT("to"), ARG_KIND, ARG_VALUE("value"), {0}};
static const struct arg offered_args[] = {ARG_AMOUNT("amount"), ARG_KIND, ARG_VALUE("value"), {0}};
static const struct arg challenged_args[] = {
    {.name = "fighters", .kind = ARG_LIST, .hi = VERNISSAGE_SEATS - 1, .max = VERNISSAGE_SEATS}, {0}};
static const struct arg dice_args[] = {
    ARG_DIE("a"), ARG_DIE("b"), ARG_CASES, ARG_NUMBER_OF("total", 2, 35),
    ARG_OF("again", throws), {0}};
static const struct arg won_play_args[] = {
    ARG_OF("side", sides), ARG_NUMBER_OF("total", 2, 35), ARG_NUMBER_OF("against", 2, 35), {0}};
static const struct arg step_args[] = {ARG_STEP("step"), {0}};
static const struct arg fame_args[] = {
    ARG_ARTIST, ARG_SPACE("from"), ARG_SPACE("to"), ARG_NUMBER_OF("value", -12, 12),
    {.name = "feather", .kind = ARG_NUMBER, .lo = -5, .hi = 0, .names = feathers, .n_names = COUNT(feathers)},
    ARG_MONEY("worth"), {0}};
static const struct arg in_args[] = {ARG_ARTIST, ARG_SPACE("space"), ARG_MONEY("payment"), {0}};
static const struct arg shown_args[] = {ARG_ARTIST, ARG_NUMBER_OF("count", 0, VERNISSAGE_PAINTINGS), {0}};
static const struct arg paid_args[] = {
    ARG_ARTIST, ARG_NUMBER_OF("count", 0, VERNISSAGE_PAINTINGS), ARG_MONEY("sum"), {0}};
static const struct arg held_args[] = {
    ARG_ARTIST, ARG_STEP("from"), ARG_STEP("to"), ARG_OF("rank", vernissage_ranks), {0}};
static const struct arg bought_args[] = {ARG_PILE, ARG_MONEY("price"), {0}};
static const struct arg taken_args[] = {
    ARG_PILE, {.name = "face", .kind = ARG_NAME, .names = vernissage_faces, .n_names = VERNISSAGE_FACES, .secret = true}, {0}};
static const struct arg grey_args[] = {
    {.name = "number", .kind = ARG_NUMBER, .lo = VERNISSAGE_GREY_LEAST, .hi = VERNISSAGE_GREY_LEAST + VERNISSAGE_GREYS - 1,
     .secret = true}, {0}};
static const struct arg moved_args[] = {ARG_STEP("from"), ARG_STEP("to"), {0}};
static const struct arg entered_args[] = {ARG_STEP("to"), {0}};
static const struct arg move_card_args[] = {ARG_OF("card", vernissage_move_cards), {0}};
static const struct arg critic_args[] = {
    ARG_ARTIST, {.name = "from", .kind = ARG_NAME, .names = vernissage_artists, .n_names = VERNISSAGE_ARTISTS, .lo = -1}, {0}};
static const struct arg over_args[] = {
    ARG_OF("why", vernissage_endings),
    {.name = "assets", .kind = ARG_LIST, .lo = -VERNISSAGE_MOST, .hi = VERNISSAGE_MOST, .max = VERNISSAGE_SEATS,
     .unit = VERNISSAGE_THOUSAND}, {0}};
static const struct arg result_args[] = {
    ARG_MONEY("assets"), ARG_MONEY("cash"), ARG_MONEY("paintings"), ARG_MONEY("notes"), {0}};
static const struct arg assets_args[] = {ARG_MONEY("assets"), {0}};

static const struct event_kind events[] = {
    [VERNISSAGE_START_ROLLED] = {"start_rolled", N_("The dice for the first turn: {rolls}. First: {first}."),
                                 NULL, start_args},
    [VERNISSAGE_WAS_DEALT] = {"dealt", N_("{seat} is dealt {faces}."), N_("{seat} is dealt three cards."), faces_args},
    [VERNISSAGE_HEAD_START] = {"head_start", N_("{artist} begins with a {kind} of {value}."), NULL, counter_args},
    [VERNISSAGE_TURN_BEGAN] = {"turn_began", N_("Round {round}: it is {seat}’s turn."), NULL, round_args},
    [VERNISSAGE_DIE_ROLLED] = {"die_rolled", N_("{seat} rolls the die of fate: {face}."), NULL, die_args},
    [VERNISSAGE_FATE_SKIPPED] = {"fate_skipped", N_("{seat} places no counter: {why}."), NULL, why_args},
    [VERNISSAGE_REDRAWN] = {"redrawn", N_("{seat} exchanges three paintings for {faces}."),
                            N_("{seat} exchanges three paintings for three other cards."), faces_args},
    [VERNISSAGE_COUNTER_PLACED] = {"counter_placed", N_("{seat} places a {kind} of {value} on {artist}."), NULL,
                                   placed_args},
    [VERNISSAGE_ANSWERED] = {"answered", N_("{seat} has answered."), NULL, NULL},
    [VERNISSAGE_UNOPPOSED] = {"window_closed", N_("Nobody objects."), NULL, NULL},
    [VERNISSAGE_OBJECTED] = {"objected",
                             N_("{seat} objects to the {kind} on {artist}; would accept {signed} ({final})."),
                             NULL, objected_args},
    [VERNISSAGE_OBJECTED_TO_ALL] = {"objected_to_all",
                                    N_("{seat} objects to the {kind} on {artist} and accepts no other value ({final})."),
                                    NULL, objected_args},
    [VERNISSAGE_SETTLED] = {"settled", N_("They settle on a {kind} of {value} on {artist}."), NULL, settled_args,
                            VERNISSAGE_COUNTER_CONFIRMED},
    [VERNISSAGE_OFFERED] = {"offered", N_("{seat} offers a {kind} of {value}."), NULL, offered_args},
    [VERNISSAGE_OFFER_TAKEN] = {"offer_taken", N_("{seat} agrees to the offer."), NULL, NULL},
    [VERNISSAGE_OFFER_REFUSED] = {"offer_refused", N_("{seat} refuses the offer; would accept: {signed}."), NULL,
                                  refused_args},
    [VERNISSAGE_STOOD] = {"stood", N_("{seat} insists on the counter."), NULL, NULL},
    [VERNISSAGE_LET_PASS] = {"let_pass", N_("The objectors let it pass."), NULL, NULL},
    [VERNISSAGE_CHALLENGED] = {"challenged", N_("There will be a power play."), NULL, challenged_args},
    [VERNISSAGE_CARDS_LAID] = {"cards_laid", N_("{seat} plays {cards:1 suitcase|# suitcases}."), NULL,
                               laid_args},
    [VERNISSAGE_CARDS_RAISED] = {"cards_raised", N_("{seat} matches it: {cards:1 suitcase|# suitcases} in all."), NULL,
                                 laid_args},
    [VERNISSAGE_DICE_ROLLED] = {"dice_rolled",
                                N_("{seat} rolls {a} and {b}, with {cards:1 suitcase|# suitcases}: {total}{again}."),
                                NULL, dice_args},
    [VERNISSAGE_POWER_PLAY_WON] = {"power_play_won", N_("{seat} wins the power play, {total} to {against}: {side}."), NULL,
                                   won_play_args},
    [VERNISSAGE_POWER_CARD_LOST] = {"power_card_lost", N_("Such a strong hand costs {seat} a suitcase."), NULL, NULL},
    [VERNISSAGE_AGENT_SENT_HOME] = {"agent_sent_home", N_("{seat}’s agent on step {step} goes home."), NULL, step_args},
    [VERNISSAGE_COUNTER_REMOVED] = {"counter_removed", N_("The {kind} of {value} on {artist} is removed."), NULL,
                                    counter_args},
    [VERNISSAGE_COUNTER_CONFIRMED] = {"counter_confirmed", N_("The {kind} of {value} on {artist} takes effect."), NULL,
                                      counter_args},
    [VERNISSAGE_FAME_MOVED] = {"fame_moved", N_("The fame of {artist} changes{feather}: a painting is now worth {worth}."), NULL,
                               fame_args},
    [VERNISSAGE_WENT_IN] = {"went_in", N_("{artist} is IN: {payment} for every painting shown."),
                            NULL, in_args},
    [VERNISSAGE_PAINTINGS_SHOWN] = {"paintings_shown", N_("{seat} shows {count:1 painting|# paintings} by {artist}."), NULL,
                                    shown_args},
    [VERNISSAGE_PAID] = {"paid", N_("{seat} receives {sum} for {count:1 painting|# paintings} by {artist}."), NULL,
                         paid_args},
    [VERNISSAGE_WENT_OUT] = {"went_out", N_("{artist} is OUT: the career is over."), NULL, artist_args},
    [VERNISSAGE_HELD] = {"vernissage", N_("{rank}: {artist} climbs from step {from} to step {to}."), NULL, held_args},
    [VERNISSAGE_PILE_BOUGHT] = {"pile_bought", N_("{seat} pays {price} and looks through a pile."), NULL, bought_args},
    [VERNISSAGE_CARD_TAKEN] = {"card_taken", N_("{seat} takes a card from the pile for {pile}: {face}."),
                               N_("{seat} takes a card from the pile for {pile}."), taken_args},
    [VERNISSAGE_CARD_DECLINED] = {"card_declined", N_("{seat} takes no card from the pile for {pile}."), NULL, pile_args},
    [VERNISSAGE_GREY_BOUGHT] = {"grey_bought", N_("{seat} draws a move card for 10,000: {number}."),
                                N_("{seat} draws a move card for 10,000."), grey_args},
    [VERNISSAGE_GREY_RESHUFFLED] = {"grey_reshuffled", N_("The used move cards are shuffled."), NULL, NULL},
    [VERNISSAGE_NOTE_TAKEN] = {"note_taken", N_("{seat} borrows 100,000 and will owe 150,000."), NULL, NULL},
    [VERNISSAGE_AGENT_MOVED] = {"agent_moved", N_("{seat}’s agent moves from step {from} to step {to}."), NULL, moved_args},
    [VERNISSAGE_AGENT_ENTERED] = {"agent_entered", N_("{seat}’s agent comes in on step {to}."), NULL, entered_args},
    [VERNISSAGE_MOVE_CARD_USED] = {"move_card_used", N_("{seat} uses a card: {card}."), NULL, move_card_args},
    [VERNISSAGE_CRITIC_USED] = {"critic_used", N_("{seat} sends the critic to {artist}."), NULL, critic_args},
    [VERNISSAGE_FEATHER_MOVED] = {"critic_moved", N_("{seat} sends the critic from {from} to {artist}."), NULL, critic_args},
    [VERNISSAGE_TURN_ENDED] = {"turn_ended", N_("{seat} ends the turn."), NULL, NULL},
    [VERNISSAGE_GAME_OVER] = {"game_over", N_("{why}: the game is over."), NULL, over_args},
    [VERNISSAGE_RESULT] = {"result", N_("{seat}: {assets} (cash {cash}, paintings {paintings}, owed {notes})."), NULL,
                           result_args},
    [VERNISSAGE_WON] = {"won", N_("{seat} wins with {assets}."), NULL, assets_args},
    [VERNISSAGE_EVENT_COUNT] = {0},
};

/* ---- Errors: dossier vernissage 13.5 ---- */

static const struct arg phase_args[] = {ARG_OF("step", vernissage_phases), {0}};
static const struct arg supply_args[] = {ARG_KIND, ARG_VALUE("value"), {0}};
static const struct arg have_args[] = {ARG_CARDS("have"), {0}};
static const struct arg hidden_args[] = {ARG_NUMBER_OF("have", 0, VERNISSAGE_PAINTINGS), ARG_ARTIST, {0}};
static const struct arg steps_args[] = {
    ARG_NUMBER_OF("steps", VERNISSAGE_GREY_LEAST, VERNISSAGE_GREY_LEAST + VERNISSAGE_GREYS - 1), {0}};

static const struct rule_error_kind errors[] = {
    [RULE_OK] = {"ok", N_("That is possible."), NULL},
    [RULE_GAME_OVER] = {"game_over", N_("The game is over."), NULL},
    [RULE_NOT_YOUR_TURN] = {"not_your_turn", N_("It is not your turn to answer."), NULL},
    [RULE_WRONG_STEP] = {"wrong_step", N_("That is not possible at this point of the turn. Now: {step}."), phase_args},
    [VERNISSAGE_NO_INFLUENCE] = {"no_influence", N_("None of your agents stands on {artist}’s step."), artist_args},
    [VERNISSAGE_KIND_NOT_ALLOWED] = {"kind_not_allowed", N_("The die asks for {face}."), die_args},
    [VERNISSAGE_NOT_IN_SUPPLY] = {"not_in_supply", N_("No {kind} of {value} is left."), supply_args},
    [VERNISSAGE_ARTIST_OUT] = {"artist_out", N_("{artist} is OUT."), artist_args},
    [VERNISSAGE_SAME_AMOUNT] = {"same_amount", N_("That is the value it already has."), NULL},
    [VERNISSAGE_NOT_AGREED] = {"not_agreed", N_("Not every objector agrees to this value."), NULL},
    [VERNISSAGE_AGREED_ALREADY] = {"agreed_already", N_("Every objector agrees to this value: settle on it."), NULL},
    [VERNISSAGE_FINAL_ANSWER] = {"final_answer", N_("An objector has given a final answer: no other value can be offered."), NULL},
    [VERNISSAGE_OFFERS_SPENT] = {"offers_spent", N_("No more offers can be made for this counter."), NULL},
    [VERNISSAGE_REFUSES_ITSELF] = {"refuses_itself", N_("This value is the offer: agree to it, or leave it out."), NULL},
    [VERNISSAGE_TOO_MANY_CARDS] = {"too_many_cards", N_("You have only {have:1 suitcase|# suitcases}."), have_args},
    [VERNISSAGE_CAP_BELOW_CARDS] = {"cap_below_cards", N_("The suitcases played at once are more than your maximum."), NULL},
    [VERNISSAGE_NOT_THAT_MANY] = {"not_that_many",
                                  N_("You have only {have:1 hidden painting|# hidden paintings} by {artist}."), hidden_args},
    [VERNISSAGE_PILE_EMPTY] = {"pile_empty", N_("This pile is empty."), NULL},
    [VERNISSAGE_NO_GREY_LEFT] = {"no_grey_left", N_("No move card is left."), NULL},
    [VERNISSAGE_NOT_IN_PILE] = {"not_in_pile", N_("This is not in the pile: {face}."), face_args},
    [VERNISSAGE_NO_SUCH_CARD] = {"no_such_card", N_("You do not have that card."), NULL},
    [VERNISSAGE_ONE_MOVE_CARD] = {"one_move_card", N_("You can use only one move card a turn."), NULL},
    [VERNISSAGE_TOO_FAR] = {"too_far", N_("This card moves an agent at most {steps} steps."), steps_args},
    [VERNISSAGE_TOO_HIGH] = {"too_high", N_("From the reserve this card reaches at most step {steps}."), steps_args},
    [VERNISSAGE_STEP_TAKEN] = {"step_taken", N_("Two of your agents cannot be on the same step."), NULL},
    [VERNISSAGE_NOTHING_CHANGES] = {"nothing_changes", N_("That would change nothing."), NULL},
    [VERNISSAGE_AGENT_STAYS] = {"agent_stays", N_("An agent on the stairs cannot go back to the reserve."), NULL},
    [VERNISSAGE_NO_REDRAW] = {"no_redraw",
                              N_("You can exchange cards only at the start of your first turn, if you have three paintings."),
                              NULL},
    [VERNISSAGE_ERROR_COUNT] = {0},
};

/* ---- Members: dossier vernissage 13.1 ---- */

#define MEMBER_SEATS(field) MEMBER_LIST(struct vernissage_state, field, seats)
#define MEMBER_SEAT_ROWS(type_of, field) \
    .name = #field, .offset = offsetof(struct vernissage_state, field), .width = 1, \
    .size = sizeof(MEMBER_OF(struct vernissage_state, field)[0][0]), \
    .rows = sizeof(MEMBER_OF(struct vernissage_state, field)) / sizeof(MEMBER_OF(struct vernissage_state, field)[0]), \
    .cols = sizeof(MEMBER_OF(struct vernissage_state, field)[0]) / sizeof(MEMBER_OF(struct vernissage_state, field)[0][0]), \
    .kind = (type_of), .count_offset = offsetof(struct vernissage_state, seats)
#define MASK_OF_SEATS .kind = MEMBER_SET, .hi = VERNISSAGE_SEATS - 1
#define MASK_OF_AMOUNTS .kind = MEMBER_SET, .lo = 1, .hi = VERNISSAGE_AMOUNTS - 1

static const struct member options_members[] = {
    {MEMBER(struct vernissage_options, power14), .hi = 1},
    {MEMBER(struct vernissage_options, layout), NAME_OF(vernissage_layouts)},
    {MEMBER(struct vernissage_options, head_start), .hi = 1},
    {MEMBER(struct vernissage_options, offers), .hi = VERNISSAGE_OFFERS},
    {MEMBER(struct vernissage_options, rounds), .hi = VERNISSAGE_ROUNDS},
    {MEMBER(struct vernissage_options, revision), .hi = 1, .later = true},
    {0},
};

static const struct member counter_members[] = {
    {MEMBER(struct vernissage_counter, kind), NAME_OF(vernissage_kinds)},
    {MEMBER(struct vernissage_counter, amount), .lo = 1, .hi = VERNISSAGE_AMOUNTS - 1},
    {0},
};

static const struct member artist_members[] = {
    {MEMBER(struct vernissage_artist, step), .lo = 1, .hi = VERNISSAGE_STEPS},
    {MEMBER(struct vernissage_artist, fame), .hi = VERNISSAGE_LAST},
    {MEMBER(struct vernissage_artist, out), .hi = 1},
    {MEMBER_STRUCTS(struct vernissage_artist, column, n_column, counter_members)},
    {0},
};

static const struct member supply_members[] = {
    {.name = "purchase", .offset = VERNISSAGE_PURCHASE * VERNISSAGE_AMOUNTS, .width = 1, .size = 1,
     .rows = VERNISSAGE_AMOUNTS, .count_offset = -1, .hi = 2},
    {.name = "critique", .offset = VERNISSAGE_CRITIQUE * VERNISSAGE_AMOUNTS, .width = 1, .size = 1,
     .rows = VERNISSAGE_AMOUNTS, .count_offset = -1, .hi = 2},
    {.name = "scandal", .offset = VERNISSAGE_SCANDAL * VERNISSAGE_AMOUNTS, .width = 1, .size = 1,
     .rows = VERNISSAGE_AMOUNTS, .count_offset = -1, .hi = 2},
    {0},
};

#define MEMBER_FACE(word, face_of) \
    .name = (word), .offset = offsetof(struct vernissage_hand, face) + (face_of), .width = 1, .size = 1, .count_offset = -1

static const struct member hand_members[] = {
    {MEMBER_FACE("painting", 0), .rows = VERNISSAGE_ARTISTS, .hi = VERNISSAGE_PAINTINGS},
    {MEMBER_FACE("power", VERNISSAGE_POWER), .hi = VERNISSAGE_POWERS},
    {MEMBER_FACE("critic", VERNISSAGE_CRITIC), .hi = 13},
    {MEMBER_FACE("unlimited", VERNISSAGE_UNLIMITED), .hi = 11},
    {MEMBER_ROWS(struct vernissage_hand, grey), .hi = 6},
    {0},
};

static const struct member look_members[] = {
    {MEMBER_ROWS(struct vernissage_look, faces), .hi = VERNISSAGE_POWERS},
    {MEMBER(struct vernissage_look, turn), .lo = -1, .hi = VERNISSAGE_ROUNDS * VERNISSAGE_SEATS},
    {0},
};

static const struct member pending_members[] = {
    {MEMBER(struct vernissage_pending, artist), .lo = -1, .hi = VERNISSAGE_ARTISTS - 1},
    {MEMBER(struct vernissage_pending, kind), NAME_OF(vernissage_kinds), .lo = -1},
    {MEMBER(struct vernissage_pending, amount), .hi = VERNISSAGE_AMOUNTS - 1},
    {MEMBER(struct vernissage_pending, cell), .hi = VERNISSAGE_STEPS},
    {MEMBER(struct vernissage_pending, eligible), MASK_OF_SEATS},
    {MEMBER(struct vernissage_pending, answered), MASK_OF_SEATS},
    {MEMBER(struct vernissage_pending, objectors), MASK_OF_SEATS},
    {MEMBER_ROWS(struct vernissage_pending, values), MASK_OF_AMOUNTS},
    {MEMBER_ROWS(struct vernissage_pending, nodeal), NAME_OF(vernissage_nodeals), .lo = -1},
    {MEMBER_ROWS(struct vernissage_pending, cards), .hi = VERNISSAGE_POWERS},
    {MEMBER_ROWS(struct vernissage_pending, cap), .hi = VERNISSAGE_POWERS},
    {MEMBER(struct vernissage_pending, offer), .hi = VERNISSAGE_AMOUNTS - 1},
    {MEMBER(struct vernissage_pending, offers_left), .hi = VERNISSAGE_OFFERS},
    {MEMBER(struct vernissage_pending, offer_answers), MASK_OF_SEATS},
    {MEMBER(struct vernissage_pending, offer_takers), MASK_OF_SEATS},
    {MEMBER_ROWS(struct vernissage_pending, offer_values), MASK_OF_AMOUNTS},
    {MEMBER(struct vernissage_pending, fighters), MASK_OF_SEATS},
    {MEMBER_ROWS(struct vernissage_pending, laid), .hi = VERNISSAGE_POWERS},
    {MEMBER(struct vernissage_pending, stage), NAME_OF(vernissage_stages), .lo = -1},
    {MEMBER(struct vernissage_pending, space), .hi = VERNISSAGE_LAST},
    {MEMBER(struct vernissage_pending, ask), MASK_OF_SEATS},
    {MEMBER_ROWS(struct vernissage_pending, show), .hi = VERNISSAGE_PAINTINGS},
    {0},
};

static const struct member members[] = {
    {MEMBER(struct vernissage_state, phase), NAME_OF(vernissage_phases)},
    {MEMBER(struct vernissage_state, seats), .lo = 3, .hi = VERNISSAGE_SEATS},
    {MEMBER(struct vernissage_state, turn), .hi = VERNISSAGE_SEATS - 1},
    {MEMBER(struct vernissage_state, first), .hi = VERNISSAGE_SEATS - 1},
    {MEMBER(struct vernissage_state, round), .lo = 1, .hi = VERNISSAGE_ROUNDS},
    {MEMBER(struct vernissage_state, turns), .lo = 1, .hi = VERNISSAGE_ROUNDS * VERNISSAGE_SEATS},
    {MEMBER(struct vernissage_state, die), NAME_OF(vernissage_dice), .lo = -1},
    {MEMBER(struct vernissage_state, moved), .hi = 1},
    {MEMBER(struct vernissage_state, opposed), .hi = 1, .later = true},
    {MEMBER_SEATS(known_power), .hi = VERNISSAGE_POWERS, .later = true, .spare = true},
    {MEMBER(struct vernissage_state, open_pile), .lo = -1, .hi = VERNISSAGE_PILES - 1},
    {MEMBER_SEATS(begun), .hi = 1},
    {MEMBER_ONE(struct vernissage_state, options, options_members)},
    {.name = "artists", .kind = MEMBER_STRUCT, .offset = offsetof(struct vernissage_state, artists),
     .size = sizeof(struct vernissage_artist), .rows = VERNISSAGE_ARTISTS, .members = artist_members, .count_offset = -1},
    {MEMBER(struct vernissage_state, feather), .lo = -1, .hi = VERNISSAGE_ARTISTS - 1},
    {MEMBER_ONE(struct vernissage_state, supply, supply_members)},
    {MEMBER_SEAT_ROWS(MEMBER_NUMBER, agents), .hi = VERNISSAGE_STEPS},
    {MEMBER_SEATS(cash), .hi = VERNISSAGE_MOST * VERNISSAGE_THOUSAND},
    {MEMBER_SEATS(notes), .hi = VERNISSAGE_ROUNDS},
    {MEMBER_STRUCTS(struct vernissage_state, hand, seats, hand_members)},
    {MEMBER_SEAT_ROWS(MEMBER_NUMBER, shown), .hi = VERNISSAGE_PAINTINGS},
    {MEMBER_GRID(struct vernissage_state, piles), .hi = VERNISSAGE_POWERS},
    {MEMBER_ROWS(struct vernissage_state, aside), .hi = VERNISSAGE_POWERS},
    {MEMBER_ROWS(struct vernissage_state, gone), .hi = VERNISSAGE_POWERS},
    {MEMBER_ROWS(struct vernissage_state, grey_deck), .hi = 6},
    {MEMBER_ROWS(struct vernissage_state, grey_discard), .hi = 6},
    {MEMBER_SEAT_ROWS(MEMBER_STRUCT, seen), .members = look_members},
    {MEMBER_ONE(struct vernissage_state, pending, pending_members)},
    {MEMBER(struct vernissage_state, ending), NAME_OF(vernissage_endings), .lo = -1},
    {0},
};

/* Linked by whoever names them: rules/parts.h. */
#pragma weak vernissage_words
#pragma weak vernissage_orders
#pragma weak vernissage_orders_1
#pragma weak vernissage_mind
#pragma weak vernissage_view
#pragma weak vernissage_guide

#define VERNISSAGE(number, earlier, options_of, setup_of, orders_of) \
    { \
        .id = "vernissage", .revision = (number), .before = (earlier), .min_seats = 3, .max_seats = VERNISSAGE_SEATS, .endless = has_no_limit, .turns_show = true, .alters = vernissage_alters, \
        .options = (options_of), .verbs = verbs, .events = events, .errors = errors, .members = members, \
        .size = sizeof(struct vernissage_state), .setup = (setup_of), .awaits = vernissage_awaits, .windows = vernissage_windows, \
        .moves = vernissage_moves, .check = vernissage_check, .traits = vernissage_traits, .silence = vernissage_silence, \
        .apply = vernissage_apply, .conceal = vernissage_conceal, .standing = vernissage_standing, .sound = vernissage_sound, \
        .words = &vernissage_words, .orders = (orders_of), .mind = &vernissage_mind, .view = &vernissage_view, .guide = &vernissage_guide, \
    }

static const struct rules first_revision = VERNISSAGE(1, NULL, first_options, vernissage_setup_1, &vernissage_orders_1);
const struct rules vernissage_rules = VERNISSAGE(2, &first_revision, options, vernissage_setup, &vernissage_orders);
