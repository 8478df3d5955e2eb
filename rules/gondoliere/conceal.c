/* What nobody can see, shuffled anew: the order of the piles, dossier gondoliere 14. */
#include "config.h"

#include "rules/gondoliere/state.h"
#include "rules/engine/rng.h"

/* Three landings that were exchanged lie at the bottom as everybody has seen. */
void gondoliere_conceal(void *state, int viewer, struct rng *rng)
{
    struct gondoliere_state *st = state;
    (void)viewer;
    rng_shuffle_unseen(rng, st->pile, st->n_pile);
    for (int seat = 0; seat < st->seats; seat++) {
        struct gondoliere_player *player = &st->players[seat];
        int known = player->mulligan == GONDOLIERE_MULLIGAN_TAKEN ? GONDOLIERE_DISPLAY : 0;
        if (player->n_pile > known)
            rng_shuffle_unseen(rng, player->pile, (size_t)(player->n_pile - known));
    }
}
