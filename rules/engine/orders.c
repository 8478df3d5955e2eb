#include "config.h"

#include "rules/engine/orders.h"

#include <string.h>

#include "rules/engine/verbs.h"
#include "rules/parts.h"

void orders_first_of(const struct rules *rules, struct order_list *list)
{
    list->n = rules->orders ? rules->orders->n_first : 0;
    if (list->n > 0)
        memcpy(list->order, rules->orders->first, (size_t)list->n * sizeof(list->order[0]));
}

void orders_first(const struct rules *rules, int n_seats, struct orders *orders)
{
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        orders->seat[seat].n = 0;
        if (seat < n_seats)
            orders_first_of(rules, &orders->seat[seat]);
    }
}

static int key_slots(const struct verb *verb)
{
    int n = 0;
    for (int i = 0; i < verb->n_key; i++)
        n += arg_slots(&verb->args[i]);
    return n;
}

bool orders_same_key(const struct rules *rules, const struct move *a, const struct move *b)
{
    return a->verb == b->verb && !memcmp(a->arg, b->arg, (size_t)key_slots(&rules->orders->verbs[a->verb]) * sizeof(a->arg[0]));
}

bool orders_give(const struct rules *rules, struct order_list *list, const struct move *order)
{
    int at = 0;
    while (at < list->n && !orders_same_key(rules, &list->order[at], order))
        at++;
    if (at == ORDERS_MAX)
        return false;
    list->order[at] = *order;
    list->n += at == list->n;
    return true;
}

void orders_drop(struct order_list *list, int index)
{
    list->n--;
    memmove(&list->order[index], &list->order[index + 1], (size_t)(list->n - index) * sizeof(list->order[0]));
}

/* The first order of the list that answers and fits, into @answer. */
static bool seat_answers(const struct rules *rules, const void *state, int seat, const struct order_list *list,
                         struct answer *answer)
{
    struct order_list left;
    int index[ORDERS_MAX];
    if (list->n == 0)
        return false;
    left = *list;
    for (int i = 0; i < left.n; i++)
        index[i] = i;
    while (left.n > 0) {
        int i = rules->orders->answer(state, seat, left.order, left.n, &answer->move);
        if (i < 0)
            return false;
        *answer = (struct answer){.seat = seat, .order = index[i], .move = answer->move};
        if (rules->check(state, seat, &answer->move, NULL) == RULE_OK)
            return true;
        orders_drop(&left, i);
        memmove(&index[i], &index[i + 1], (size_t)(left.n - i) * sizeof(index[0]));
    }
    return false;
}

bool orders_answer(const struct rules *rules, const void *state, const struct orders *orders, struct answer *answer)
{
    seatmask who = rules->orders ? rules->awaits(state) : 0;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if ((who & SEAT_BIT(seat)) && seat_answers(rules, state, seat, &orders->seat[seat], answer))
            return true;
    return false;
}

seatmask orders_passed(const struct rules *rules, const void *before, const void *after, int seat,
                       const struct answer *answered, struct orders *orders)
{
    seatmask changed = 0;
    for (int of = 0; rules->orders && of < SEATS_MAX; of++) {
        struct order_list *list = &orders->seat[of];
        for (int i = list->n - 1; i >= 0; i--) {
            enum step_by by = of != seat               ? STEP_OF_OTHERS
                              : !answered              ? STEP_BY_HAND
                              : answered->order == i   ? STEP_ANSWERED
                                                       : STEP_BY_ORDER;
            if (rules->orders->lapsed(after, of, &list->order[i], by) && !rules->orders->lapsed(before, of, &list->order[i], STEP_OF_OTHERS)) {
                orders_drop(list, i);
                changed |= SEAT_BIT(of);
            }
        }
    }
    return changed;
}
