/* Gondoliere, put together. */
#include "config.h"

#include "rules/gondoliere/state.h"

/* Whither the canal goes on says more than how the tile is turned. */
static const char *worded(const void *state, const struct move *move)
{
    static const char *const place[GONDOLIERE_SIDES] = {
        N_("Canal {canal}: {tile}, on to the north"), N_("Canal {canal}: {tile}, on to the east"),
        N_("Canal {canal}: {tile}, on to the south"), N_("Canal {canal}: {tile}, on to the west")};
    struct gondoliere_chart room;
    if (!state || move->verb != GONDOLIERE_PLACE)
        return NULL;
    const struct gondoliere_course *course = gondoliere_chart_of(state, &room)->course;
    int exit = gondoliere_exit(gondoliere_tile[move->arg[SLOT_TILE]].shape, move->arg[SLOT_ROTATION],
                               course[move->arg[SLOT_CANAL] - GONDOLIERE_FIRST_CANAL].side);
    return exit < 0 ? NULL : place[exit];
}

static struct asked asks(const void *state, int seat)
{
    const struct gondoliere_state *st = state;
    static const char doing[] = N_("places tiles");
    (void)seat;
    switch (st->placed) {
    case 0:
        return (struct asked){N_("lead canals on with one to three tiles"), doing};
    case GONDOLIERE_A_TURN:
        return (struct asked){N_("confirm your turn"), doing};
    default:
        return (struct asked){N_("place another tile, or confirm your turn"), doing};
    }
}

const struct rules gondoliere_rules = {
    .id = "gondoliere",
    .title = N_("Gondoliere"),
    .revision = 1,
    .score = N_("{n:1 point|# points}"),
    .scores = N_("Points"),
    .lettered = true,
    .begins_round = &gondoliere_events[GONDOLIERE_TURN_BEGAN],
    .min_seats = GONDOLIERE_FEWEST,
    .max_seats = GONDOLIERE_SEATS,
    .options = gondoliere_options,
    .verbs = gondoliere_verbs,
    .events = gondoliere_events,
    .weights = gondoliere_weights,
    .errors = gondoliere_errors,
    .members = gondoliere_members,
    .size = sizeof(struct gondoliere_state),
    .setup = gondoliere_setup,
    .awaits = gondoliere_awaits,
    .moves = gondoliere_moves,
    .check = gondoliere_check,
    .explain = gondoliere_explain,
    .worded = worded,
    .reveals = gondoliere_reveals,
    .apply = gondoliere_apply,
    .view = gondoliere_view,
    .conceal = gondoliere_conceal,
    .standing = gondoliere_standing,
    .asks = asks,
    .sound = gondoliere_sound,
    .advise = gondoliere_advise,
};
