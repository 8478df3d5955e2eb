/* Gondoliere: what it is called, what matters in it, and what is asked of a player. */
#include "config.h"

#include "rules/gondoliere/state.h"
#include "rules/parts.h"

static const uint8_t weights[GONDOLIERE_EVENT_COUNT] = {
    [GONDOLIERE_STARTED] = EVENT_MINOR,
    [GONDOLIERE_DEALT] = EVENT_MINOR, /* they lie open */
    [GONDOLIERE_CLOSED] = EVENT_LASTING,
    [GONDOLIERE_PAID] = EVENT_WEIGHTY,
    [GONDOLIERE_TURN_BEGAN] = EVENT_MINOR,
    [GONDOLIERE_TURN_ENDED] = EVENT_MINOR,
    [GONDOLIERE_OVER] = EVENT_LASTING,
    [GONDOLIERE_RESULT] = EVENT_MINOR, /* the table of the result says these */
    [GONDOLIERE_WON] = EVENT_MINOR,
};

/* Whither the canal goes on says more than how the tile is turned. */
static const char *worded(const void *state, const struct move *move)
{
    static const char *const place[GONDOLIERE_SIDES] = {
        N_("Canal {canal}: {tile}, to the north"), N_("Canal {canal}: {tile}, to the east"),
        N_("Canal {canal}: {tile}, to the south"), N_("Canal {canal}: {tile}, to the west")};
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
        return (struct asked){N_("extend canals with 1–3 tiles"), doing};
    case GONDOLIERE_A_TURN:
        return (struct asked){N_("confirm your turn"), doing};
    default:
        return (struct asked){N_("place another tile, or confirm your turn"), doing};
    }
}

const struct rules_words gondoliere_words = {
    .title = N_("Gondoliere"),
    .name = N_("Gondoliere"),
    .effort = {20, 15, WEIGHT_LIGHT},
    .score = N_("{n:1 point|# points}"),
    .scores = N_("Points"),
    .lettered = true,
    .begins_round = GONDOLIERE_TURN_BEGAN,
    .weights = weights,
    .asks = asks,
    .worded = worded,
    .help = &gondoliere_help,
};
