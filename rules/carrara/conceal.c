/* What each seat sees of the others, and what may lie where it cannot look: dossier carrara 8. */
#include "config.h"

#include "rules/carrara/state.h"
#include "rules/engine/rng.h"

bool carrara_sees_hand(const struct carrara_state *st, int viewer, int seat)
{
    return viewer == seat || st->options.screens || st->phase == CARRARA_PHASE_OVER;
}

/* By an honest log everyone can work out the hands, so an imagined position keeps them; only the stack is unknown. */
void carrara_conceal(void *state, int viewer, struct rng *rng)
{
    struct carrara_state *st = state;
    (void)viewer;
    rng_shuffle_unseen(rng, st->stack, st->n_stack);
}
