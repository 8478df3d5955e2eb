/* Gondoliere: what the points are made of at the end (dossier gondoliere 10). */
#include "config.h"

#include "rules/engine/breakdown.h"
#include "rules/gondoliere/state.h"

/* Each canal that is closed; nothing is hidden. */
void gondoliere_breakdown(const void *state, const struct gains *gains, bool hidden, struct breakdown *out)
{
    static const char *const labels[GONDOLIERE_CANALS] = {N_("Canal 4"), N_("Canal 5"), N_("Canal 6"),
                                                          N_("Canal 7"), N_("Canal 8"), N_("Canal 9")};
    const struct gondoliere_state *st = state;
    struct gondoliere_chart room;
    const struct gondoliere_chart *chart = gondoliere_chart_of(st, &room);
    (void)gains;
    (void)hidden;
    for (int canal = 0; canal < GONDOLIERE_CANALS; canal++) {
        int16_t points[GONDOLIERE_SEATS], *row = breakdown_row(out, labels[canal]);
        gondoliere_payout(chart, canal, points);
        for (int seat = 0; seat < st->seats && st->canals[canal] != GONDOLIERE_OPEN; seat++)
            row[seat] = points[seat];
    }
    out->tie.label = N_("Landings used (fewer is better)");
    for (int seat = 0; seat < st->seats; seat++)
        out->tie.points[seat] = (int16_t)gondoliere_landings_placed(&st->players[seat]);
}
