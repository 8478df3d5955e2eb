/* Venedig: what the points are made of at the end (dossier venedig 9). */
#include "config.h"

#include "rules/engine/breakdown.h"
#include "rules/venedig/state.h"

/* Why a gondola has moved: the kinds of buildings come first, as in enum venedig_kind. */
enum source { GOLD = VENEDIG_KINDS, GOLD_AT_THE_END, JUMPED };

/* A building's movements may come in later moves, when gold is spent in between: its kind is noted. */
void venedig_gain(struct gains *gains, const struct event *event)
{
    enum { FROM, TO, STEPS, OVER, BY };
    if (event->kind == VENEDIG_BUILT || event->kind == VENEDIG_BUILT_PONTE || event->kind == VENEDIG_BUILT_THIRD)
        gains->note = event->arg[0];
    if (event->kind != VENEDIG_MOVED)
        return;
    const int16_t *arg = event->arg;
    int source = arg[BY] == VENEDIG_BY_GOLD ? GOLD : arg[BY] == VENEDIG_BY_END ? GOLD_AT_THE_END : gains->note;
    gains_add(gains, source, event->seat, arg[STEPS]);
    gains_add(gains, JUMPED, event->seat, arg[OVER]);
}

void venedig_breakdown(const void *state, const struct gains *gains, bool hidden, struct breakdown *out)
{
    static const char *const labels[] = {
        [VENEDIG_PALAZZO] = N_("Palazzi"), [VENEDIG_CAMPO] = N_("Campi"), [VENEDIG_PONTE] = N_("Ponti"),
        [VENEDIG_BASILIKA] = N_("Basilicas"), [VENEDIG_CASA] = N_("Case"), [GOLD] = N_("Gold spent"),
        [GOLD_AT_THE_END] = N_("Gold at the end"), [JUMPED] = N_("Gondolas passed")};
    const struct venedig_state *st = state;
    (void)hidden; /* gold is no step before it is spent */
    for (int source = 0; source <= JUMPED; source++)
        breakdown_gained(out, labels[source], gains, source, st->seats);
}
