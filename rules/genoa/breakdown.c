/* The Merchants of Genoa: what the points are made of at the end (dossier genoa 12). */
#include "config.h"

#include "rules/engine/breakdown.h"
#include "rules/genoa/step.h"

/* Where money has come from, and where it has gone. */
enum source { LARGE_ORDERS, SMALL_ORDERS, MESSAGES, OWNED, SOLD, BOUGHT, TRADED };

/* What both sides of a deal paid. Who gives something of his own into a deal that he takes money for has sold; the other has bought. */
static void gain_deal(struct gains *gains, const struct event *event)
{
    enum { BUYER, GIVE = 3, ASK = GIVE + GENOA_TOLD_GOODS + 1 };
    int buyer = event->arg[BUYER], paid = event->arg[GIVE + GOODS_MONEY] - event->arg[ASK + GOODS_MONEY];
    gains_add(gains, paid > 0 ? SOLD : BOUGHT, event->seat, paid);
    gains_add(gains, paid > 0 ? BOUGHT : SOLD, buyer, -paid);
}

void genoa_gain(struct gains *gains, const struct event *event)
{
    switch (event->kind) {
    case GENOA_DELIVERED:
        gains_add(gains, LARGE_ORDERS, event->seat, event->arg[1]);
        break;
    case GENOA_SMALL_DONE:
        gains_add(gains, SMALL_ORDERS, event->seat, event->arg[1]);
        break;
    case GENOA_MESSAGE_PAID:
        gains_add(gains, MESSAGES, event->seat, event->arg[1]);
        break;
    case GENOA_OWNER_BONUS:
        gains_add(gains, OWNED, event->seat, event->arg[1]);
        break;
    case GENOA_TRADED:
        if (event->arg[0] == GENOA_THING_MONEY)
            gains_add(gains, TRADED, event->seat, -GENOA_UNIT);
        break;
    case GENOA_ACCEPTED:
    case GENOA_ACCEPTED_WITH:
    case GENOA_ACCEPTED_STREET:
    case GENOA_ACCEPTED_STREET_WITH:
        gain_deal(gains, event);
        break;
    default:
        break;
    }
}

/* Markers lie open, money and privileges do not. */
void genoa_breakdown(const void *state, const struct gains *gains, bool hidden, struct breakdown *out)
{
    static const char *const labels[] = {
        [LARGE_ORDERS] = N_("Large orders"), [SMALL_ORDERS] = N_("Small orders"), [MESSAGES] = N_("Messages"),
        [OWNED] = N_("Actions in own buildings"), [SOLD] = N_("Taken in deals"), [BOUGHT] = N_("Paid in deals"),
        [TRADED] = N_("Paid in trades")};
    const struct genoa_state *st = state;
    bool all = hidden || st->phase == GENOA_PHASE_OVER;
    int16_t *start = breakdown_row(out, N_("Money at the start"));
    for (int seat = 0; seat < st->seats; seat++)
        start[seat] = GENOA_MONEY;
    for (int source = 0; source <= TRADED; source++)
        breakdown_gained(out, labels[source], gains, source, st->seats);
    if (!all && !st->options.open_money)
        out->n = 0;
    int16_t *privileges = breakdown_row(out, N_("Privileges")), *markers = breakdown_row(out, N_("Ownership markers"));
    for (int seat = 0; seat < st->seats; seat++) {
        privileges[seat] = (int16_t)(all ? genoa_pay(st->players[seat].cards[GENOA_PRIVILEGE]) : 0);
        markers[seat] = (int16_t)(GENOA_FOR_MARKER * genoa_placed(st, seat));
    }
    out->tie.label = st->options.rules != GENOA_RULES_SEED ? N_("Wares left") : NULL;
    for (int seat = 0; seat < st->seats; seat++)
        out->tie.points[seat] = (int16_t)counts_sum(st->players[seat].wares, GENOA_WARES);
}
