/* Vernissage: what the points are made of at the end (dossier vernissage 8). */
#include "config.h"

#include "rules/engine/breakdown.h"
#include "rules/vernissage/state.h"

/* Cash and what paintings are worth, those that are hidden too once all lies open. */
void vernissage_breakdown(const void *state, const struct gains *gains, bool hidden, struct breakdown *out)
{
    static const char *const labels[VERNISSAGE_ARTISTS] = {N_("Paintings by Blaise"), N_("Paintings by Moreau"), N_("Paintings by Ostrova"),
                                                           N_("Paintings by Vidal"), N_("Paintings by Winther")};
    const struct vernissage_state *st = state;
    bool open = hidden || st->phase == VERNISSAGE_PHASE_OVER;
    (void)gains;
    int16_t *cash = breakdown_row(out, N_("Cash"));
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++) {
        int16_t *paintings = breakdown_row(out, labels[a]);
        for (int seat = 0; seat < st->seats; seat++)
            paintings[seat] = (int16_t)((st->shown[seat][a] + (open ? st->hand[seat].face[a] : 0)) * vernissage_worth(st->artists[a].fame));
    }
    int16_t *owed = breakdown_row(out, N_("Owed"));
    for (int seat = 0; seat < st->seats; seat++) {
        cash[seat] = (int16_t)(st->cash[seat] / VERNISSAGE_THOUSAND);
        owed[seat] = (int16_t)(-VERNISSAGE_NOTE_COSTS * st->notes[seat]);
    }
}
