/* Standing orders: answers that seats gave in advance to decisions outside their own turn.
 *
 * An order is written like a move, in a row of the game's `orders` table. The lists are kept beside the state, never in
 * it: the log holds only the moves that come of them. After every step whoever keeps them asks orders_answer(), does the
 * move, and tells orders_passed() what the step led to, until nobody's order answers any more.
 */
#ifndef RULES_ENGINE_ORDERS_H
#define RULES_ENGINE_ORDERS_H

#include "rules/rules.h"

enum {
    ORDERS_MAX = 40,  /* of one seat */
    ANSWERS_MAX = 128 /* moves that orders make one after the other: more than a turn of any game holds */
};

struct order_list {
    int n;
    struct move order[ORDERS_MAX];
};

/* Of all seats of a game. */
struct orders {
    struct order_list seat[SEATS_MAX];
};

struct answer {
    int seat, order; /* whose, and the index in its list */
    struct move move;
};

/** orders_first_of() - one list as a game begins with it: the game's first orders */
void orders_first_of(const struct rules *rules, struct order_list *list);
/** orders_first() - the lists as a game begins with them: the game's first orders for each of @n_seats */
void orders_first(const struct rules *rules, int n_seats, struct orders *orders);

/**
 * orders_give() - in the place of an order with the same verb and key, else at the end
 * @order: in the domain of the game's order table
 * Return: false when the list is full, and nothing has changed.
 */
bool orders_give(const struct rules *rules, struct order_list *list, const struct move *order);

/** orders_same_key() - would one of them come in the place of the other? */
bool orders_same_key(const struct rules *rules, const struct move *a, const struct move *b);
/** orders_drop() - @index: 0 .. n - 1; the others keep their order */
void orders_drop(struct order_list *list, int index);

/**
 * orders_answer() - the first awaited seat with an order that answers in this position by a move that `check` takes
 * An order whose move does not fit is passed over for the next of its list. Return: false when nobody's order answers.
 */
bool orders_answer(const struct rules *rules, const void *state, const struct orders *orders, struct answer *answer);

/**
 * orders_passed() - drops the orders whose time ended with the step from @before to @after
 * @seat:     who made this step
 * @answered: the order that made it; NULL: none did
 * Return: the seats whose lists have changed.
 */
seatmask orders_passed(const struct rules *rules, const void *before, const void *after, int seat,
                       const struct answer *answered, struct orders *orders);

#endif
