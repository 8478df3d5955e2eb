/* Gondoliere, put together. */
#include "config.h"

#include "rules/gondoliere/state.h"

/* Linked by whoever names them: rules/parts.h. */
#pragma weak gondoliere_words
#pragma weak gondoliere_plans
#pragma weak gondoliere_mind
#pragma weak gondoliere_view
#pragma weak gondoliere_guide

const struct rules gondoliere_rules = {
    .id = "gondoliere",
    .turns_show = true,
    .revision = 1,
    .min_seats = GONDOLIERE_FEWEST,
    .max_seats = GONDOLIERE_SEATS,
    .options = gondoliere_options,
    .verbs = gondoliere_verbs,
    .events = gondoliere_events,
    .errors = gondoliere_errors,
    .members = gondoliere_members,
    .size = sizeof(struct gondoliere_state),
    .setup = gondoliere_setup,
    .awaits = gondoliere_awaits,
    .moves = gondoliere_moves,
    .check = gondoliere_check,
    .traits = gondoliere_traits,
    .apply = gondoliere_apply,
    .conceal = gondoliere_conceal,
    .standing = gondoliere_standing,
    .sound = gondoliere_sound,
    .words = &gondoliere_words,
    .plans = &gondoliere_plans,
    .mind = &gondoliere_mind,
    .view = &gondoliere_view,
    .guide = &gondoliere_guide,
};
