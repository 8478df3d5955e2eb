#include "config.h"

#include "rules/vernissage/state.h"

const struct name vernissage_agents[VERNISSAGE_AGENTS] = {{"a", N_("first agent")}, {"b", N_("second agent")},
                                                      {"c", N_("third agent")}};

/* Five artists of our own; the printed game has others, in the same order and alike in the rules (dossier vernissage 2.2). */
const struct name vernissage_artists[VERNISSAGE_ARTISTS] = {
    {"blaise", N_("Blaise")}, {"moreau", N_("Moreau")}, {"ostrova", N_("Ostrova")}, {"vidal", N_("Vidal")}, {"winther", N_("Winther")},
};

const char vernissage_initials[VERNISSAGE_ARTISTS][2] = {"B", "M", "O", "V", "W"};

const struct name vernissage_kinds[VERNISSAGE_KINDS] = {
    {"purchase", N_("purchase")}, {"critique", N_("critique")}, {"scandal", N_("scandal")},
};

/* Values as they stand on the counters; 0 is on none. */
const struct name vernissage_values[2 * VERNISSAGE_AMOUNTS - 1] = {
    {"m7", "−7"}, {"m6", "−6"}, {"m5", "−5"}, {"m4", "−4"}, {"m3", "−3"}, {"m2", "−2"}, {"m1", "−1"}, {"nought", "0"},
    {"p1", "+1"}, {"p2", "+2"}, {"p3", "+3"}, {"p4", "+4"}, {"p5", "+5"}, {"p6", "+6"}, {"p7", "+7"},
};

const struct name vernissage_dice[VERNISSAGE_DIE_COUNT] = {
    [VERNISSAGE_DIE_PURCHASE] = {"purchase", N_("a purchase")},
    [VERNISSAGE_DIE_CRITIQUE] = {"critique", N_("a critique")},
    [VERNISSAGE_DIE_SCANDAL] = {"scandal", N_("a scandal")},
    [VERNISSAGE_DIE_MINUS] = {"minus", N_("a critique or a scandal")},
    [VERNISSAGE_DIE_WILD] = {"wild", N_("any counter")},
};

const struct name vernissage_faces[VERNISSAGE_FACES] = {
    {"blaise", N_("painting by Blaise")},   {"moreau", N_("painting by Moreau")}, {"ostrova", N_("painting by Ostrova")},
    {"vidal", N_("painting by Vidal")},     {"winther", N_("painting by Winther")}, {"power", N_("suitcase")},
    {"critic", N_("critic card")},          {"unlimited", N_("unlimited move card")},
};

const struct name vernissage_move_cards[VERNISSAGE_GREYS + 1] = {
    {"grey-2", N_("move card 2")}, {"grey-3", N_("move card 3")}, {"grey-4", N_("move card 4")},
    {"grey-5", N_("move card 5")}, {"grey-6", N_("move card 6")}, {"unlimited", N_("unlimited move card")},
};

const struct name vernissage_phases[VERNISSAGE_PHASE_COUNT] = {
    [VERNISSAGE_PHASE_PLACE] = {"place", N_("a counter of fate is placed")},
    [VERNISSAGE_PHASE_OBJECT] = {"object", N_("others may object to the counter")},
    [VERNISSAGE_PHASE_NEGOTIATE] = {"negotiate", N_("the value is negotiated")},
    [VERNISSAGE_PHASE_OFFER] = {"offer", N_("the objectors answer an offer")},
    [VERNISSAGE_PHASE_CHALLENGE] = {"challenge", N_("the objectors decide about a power play")},
    [VERNISSAGE_PHASE_COMMIT] = {"commit", N_("suitcases are played in the power play")},
    [VERNISSAGE_PHASE_LAST_WORD] = {"last_word", N_("the last suitcases are played in the power play")},
    [VERNISSAGE_PHASE_REVEAL] = {"reveal", N_("paintings may be shown for money")},
    [VERNISSAGE_PHASE_BUY] = {"buy", N_("a card is bought")},
    [VERNISSAGE_PHASE_TAKE] = {"take", N_("a card is taken from the pile")},
    [VERNISSAGE_PHASE_USE] = {"use", N_("cards may be used")},
    [VERNISSAGE_PHASE_OVER] = {"over", N_("the game is over")},
};

const struct name vernissage_layouts[VERNISSAGE_LAYOUT_COUNT] = {
    {"sevens", N_("seven piles of seven cards")}, {"all", N_("all cards in the seven piles")},
};

const struct name vernissage_endings[VERNISSAGE_ENDING_COUNT] = {
    [VERNISSAGE_COUNTER_ON_TOP] = {"counter_on_top", N_("There is a counter on the top step")},
    [VERNISSAGE_ARTIST_ON_TOP] = {"artist_on_top", N_("An artist has reached the top step")},
    [VERNISSAGE_TWO_OUT] = {"two_out", N_("Two artists are OUT")},
    [VERNISSAGE_ROUND_LIMIT] = {"round_limit", N_("The last round has been played")},
};

const struct name vernissage_nodeals[VERNISSAGE_NODEAL_COUNT] = {
    [VERNISSAGE_ASK] = {"ask", N_("ask me")},
    [VERNISSAGE_YIELD] = {"yield", N_("let it pass")},
    [VERNISSAGE_FIGHT] = {"fight", N_("power play")},
};

const struct name vernissage_stages[VERNISSAGE_STAGE_COUNT] = {{"counter", NULL}, {"vernissage", NULL}};

const struct name vernissage_ranks[VERNISSAGE_RANK_COUNT] = {
    [VERNISSAGE_RANK_GREAT] = {"great", N_("A great vernissage")},
    [VERNISSAGE_RANK_SMALL] = {"small", N_("A small vernissage")},
    [VERNISSAGE_RANK_NONE] = {"none", N_("A vernissage far below the others brings no fame")},
    [VERNISSAGE_RANK_FEATHER] = {"feather", N_("A vernissage under the critic’s feather brings no fame")},
};

/* dossier vernissage 2.3 */
const uint8_t vernissage_counters[VERNISSAGE_KINDS][VERNISSAGE_AMOUNTS] = {
    {0, 2, 2, 2, 2, 2, 2, 2}, {0, 2, 2, 2, 2, 2, 2, 0}, {0, 0, 2, 2, 2, 2, 2, 2},
};

/* dossier vernissage 2.1 */
const uint8_t vernissage_face_cards[VERNISSAGE_FACES] = {7, 7, 7, 7, 7, VERNISSAGE_POWERS, 13, 11};

/* dossier vernissage 2.8: numbers 2 to 6 */
const uint8_t vernissage_grey_cards[VERNISSAGE_GREYS] = {4, 5, 6, 5, 3};

/* dossier vernissage 2.4 */
const uint8_t vernissage_die_faces[6] = {
    VERNISSAGE_DIE_PURCHASE, VERNISSAGE_DIE_PURCHASE, VERNISSAGE_DIE_CRITIQUE,
    VERNISSAGE_DIE_SCANDAL,  VERNISSAGE_DIE_MINUS,    VERNISSAGE_DIE_WILD,
};

const uint8_t vernissage_die_allows[VERNISSAGE_DIE_COUNT] = {
    [VERNISSAGE_DIE_PURCHASE] = 1 << VERNISSAGE_PURCHASE,
    [VERNISSAGE_DIE_CRITIQUE] = 1 << VERNISSAGE_CRITIQUE,
    [VERNISSAGE_DIE_SCANDAL] = 1 << VERNISSAGE_SCANDAL,
    [VERNISSAGE_DIE_MINUS] = 1 << VERNISSAGE_CRITIQUE | 1 << VERNISSAGE_SCANDAL,
    [VERNISSAGE_DIE_WILD] = 1 << VERNISSAGE_PURCHASE | 1 << VERNISSAGE_CRITIQUE | 1 << VERNISSAGE_SCANDAL,
};

/* dossier vernissage 3.2 */
const uint8_t vernissage_start_steps[VERNISSAGE_AGENTS] = {1, 2, 0};

/* dossier vernissage 3.6 */
const uint8_t vernissage_head_start[VERNISSAGE_ARTISTS] = {
    VERNISSAGE_PURCHASE, VERNISSAGE_PURCHASE, VERNISSAGE_CRITIQUE, VERNISSAGE_CRITIQUE, VERNISSAGE_SCANDAL,
};
