/* The canal's tables, what is asked of a player, and the module itself. */
#include "config.h"

#include "rules/canal/state.h"

#include "rules/engine/fault.h"
#include "rules/engine/tables.h"
#include "rules/parts.h"

static const struct name lengths[] = {{"short", N_("9 moorings")}, {"middle", N_("12 moorings")}, {"long", N_("15 moorings")}};
static const struct name endings[CANAL_ENDING_COUNT] = {
    [CANAL_GOES_ON] = {"none", NULL},
    [CANAL_THREE] = {"three", N_("three boats side by side")},
    [CANAL_FULL] = {"full", N_("the canal is full")},
};

static const struct option options[] = {
    {"canal", N_("Length of the canal"), lengths, COUNT(lengths), 1, N_("The longer it is, the more often somebody wins.")},
    {0},
};

static const struct arg moor_args[] = {
    {.name = "mooring", .kind = ARG_NUMBER, .lo = 1, .hi = CANAL_MOORINGS, .words = SAID(.alone = N_("Mooring {mooring}"))}, {0}};
static const struct arg won_args[] = {ARG_NUMBER_OF("first", 1, CANAL_MOORINGS), ARG_NUMBER_OF("last", 1, CANAL_MOORINGS), {0}};
static const struct arg taken_args[] = {
    ARG_NUMBER_OF("mooring", 1, CANAL_MOORINGS), {.name = "owner", .kind = ARG_SEAT, .hi = CANAL_SEATS - 1}, {0}};
static const struct arg too_far_args[] = {ARG_NUMBER_OF("length", 1, CANAL_MOORINGS), {0}};

static const struct verb verbs[] = {
    [CANAL_MOOR] = {"moor", N_("Moor a boat"), N_("Moor at mooring {mooring}"), moor_args, .confirms = true},
    [CANAL_VERB_COUNT] = {0},
};

static const struct event_kind events[] = {
    [CANAL_STARTED] = {"started", N_("{seat} moors the first boat."), NULL, NULL},
    [CANAL_MOORED] = {"moored", N_("{seat} moors at mooring {mooring}."), NULL, moor_args},
    [CANAL_WON] = {"won", N_("{seat} wins with moorings {first} to {last}."), NULL, won_args},
    [CANAL_DRAWN] = {"drawn", N_("The canal is full, and nobody has three boats side by side."), NULL, NULL},
    [CANAL_EVENT_COUNT] = {0},
};

static const struct rule_error_kind errors[] = {
    [RULE_OK] = {"ok", N_("That is possible."), NULL},
    [RULE_GAME_OVER] = {"game_over", N_("The game is over."), NULL},
    [RULE_NOT_YOUR_TURN] = {"not_your_turn", N_("It is another player’s turn."), NULL},
    [RULE_WRONG_STEP] = {"wrong_step", N_("That is not possible at this point of your turn."), NULL},
    [CANAL_TAKEN] = {"taken", N_("{owner} lies at mooring {mooring} already."), taken_args},
    [CANAL_TOO_FAR] = {"too_far", N_("This canal has {length} moorings."), too_far_args},
    [CANAL_ERROR_COUNT] = {0},
};

static const struct member members[] = {
    {MEMBER(struct canal_state, start), .hi = CANAL_SEATS - 1},
    {MEMBER(struct canal_state, current), .hi = CANAL_SEATS - 1},
    {MEMBER_LIST(struct canal_state, boats, length), .lo = -1, .hi = CANAL_SEATS - 1},
    {MEMBER(struct canal_state, ending), NAME_OF(endings)},
    {0},
};

static seatmask awaits(const void *state)
{
    const struct canal_state *st = state;
    return st->ending == CANAL_GOES_ON ? SEAT_BIT(st->current) : 0;
}

/* All lies open, and nothing is drawn after the start. */
static unsigned traits(const void *state, int seat, const struct move *move)
{
    struct canal_state after = *(const struct canal_state *)state;
    after.boats[move->arg[0] - 1] = (int8_t)seat;
    return canal_row(&after, seat) >= 0 || canal_free(&after) == 0 ? MOVE_ENDS : 0;
}

static void conceal(void *state, int viewer, struct rng *rng)
{
    (void)state, (void)viewer, (void)rng;
}

static void standing(const void *state, struct standing *standing)
{
    const struct canal_state *st = state;
    standing->n = CANAL_SEATS;
    for (int seat = 0; seat < CANAL_SEATS; seat++) {
        bool won = canal_row(st, seat) >= 0;
        standing->seat[seat].points = won;
        standing->seat[seat].rank = (int8_t)(st->ending == CANAL_GOES_ON ? 0 : st->ending == CANAL_FULL || won ? 1 : 2);
    }
}

static struct asked asks(const void *state, int seat)
{
    (void)state, (void)seat;
    return (struct asked){N_("moor a boat"), N_("moors a boat")};
}

/* In turn, from the start seat on, until somebody has three or no mooring is free. */
static bool sound(const void *state, struct fault *fault)
{
    const struct canal_state *st = state;
    int boats[CANAL_SEATS] = {0};
    if (st->length != 9 && st->length != 12 && st->length != CANAL_MOORINGS)
        return fault_member(fault, "boats");
    for (int i = 0; i < st->length; i++)
        if (st->boats[i] >= 0)
            boats[st->boats[i]]++;
    int ahead = boats[st->start] - boats[!st->start], last = ahead ? st->start : !st->start;
    if (ahead < 0 || ahead > 1 || canal_row(st, !last) >= 0)
        return fault_member(fault, "boats");
    enum canal_ending due = canal_row(st, last) >= 0 ? CANAL_THREE : canal_free(st) ? CANAL_GOES_ON : CANAL_FULL;
    if (st->ending != due)
        return fault_member(fault, "ending");
    return st->current == (due == CANAL_GOES_ON ? !last : last) || fault_member(fault, "current");
}

static const struct rules_words words = {
    .title = N_("Noughts and Crosses on a Canal"),
    .effort = {3, 6, WEIGHT_LIGHT},
    .score = N_("{n:1 point|# points}"),
    .scores = N_("Points"),
    .plain_rounds = true,
    .asks = asks,
};

const struct rules canal_rules = {
    .id = "canal",
    .revision = 1,
    .min_seats = CANAL_SEATS,
    .max_seats = CANAL_SEATS,
    .options = options,
    .verbs = verbs,
    .events = events,
    .errors = errors,
    .members = members,
    .size = sizeof(struct canal_state),
    .setup = canal_setup,
    .awaits = awaits,
    .moves = canal_moves,
    .check = canal_check,
    .traits = traits,
    .apply = canal_apply,
    .conceal = conceal,
    .standing = standing,
    .sound = sound,
    .words = &words,
    .mind = &canal_mind,
    .view = &canal_view,
};
