/* The Palaces of Carrara: what the points are made of at the end (dossier carrara 5). */
#include "config.h"

#include "rules/carrara/state.h"
#include "rules/engine/breakdown.h"

/* Where points on the track come from. The first three are those of `what` in the event. */
enum source { KINDS, CITIES, CATEGORIES, ANNOUNCED };

void carrara_gain(struct gains *gains, const struct event *event)
{
    enum { WHAT, POINTS = 5 };
    if (event->kind == CARRARA_SCORED)
        gains_add(gains, event->arg[WHAT], event->seat, event->arg[POINTS]);
    else if (event->kind == CARRARA_DECLARED)
        gains_add(gains, ANNOUNCED, event->seat, event->arg[0]);
}

void carrara_breakdown(const void *state, const struct gains *gains, bool hidden, struct breakdown *out)
{
    const struct carrara_state *st = state;
    bool open = hidden || st->phase == CARRARA_PHASE_OVER || st->options.screens, green = open || !carrara_card_hides(st, CARRARA_GREEN);
    breakdown_gained(out, N_("Cities scored"), gains, CITIES, st->seats);
    breakdown_gained(out, N_("Kinds of buildings scored"), gains, KINDS, st->seats);
    breakdown_gained(out, N_("Categories scored"), gains, CATEGORIES, st->seats);
    breakdown_gained(out, N_("Announcing the end"), gains, ANNOUNCED, st->seats);
    int16_t *for_objects = breakdown_row(out, N_("Objects")), *for_others = breakdown_row(out, N_("Other objects"));
    int16_t *for_buildings = breakdown_row(out, N_("Buildings")), *for_green = breakdown_row(out, N_("Green card"));
    int16_t *for_coins = breakdown_row(out, N_("Coins"));
    out->tie.label = N_("Stones left");
    for (int seat = 0; seat < st->seats; seat++) {
        const struct carrara_total total = carrara_total(st, seat);
        for_objects[seat] = total.purple;
        for_others[seat] = total.surplus;
        for_buildings[seat] = total.grey;
        for_green[seat] = green ? total.green : 0;
        for_coins[seat] = open ? total.coins : 0;
        out->tie.points[seat] = total.stones;
    }
}
