/* Genoa: the rows of its table of standing orders (dossier genoa 16.7), for the files of the game only: these names are short, and
 * every game has orders.
 */
#ifndef RULES_GENOA_ORDER_H
#define RULES_GENOA_ORDER_H

#include "rules/genoa/state.h"

enum genoa_order {
    GENOA_ORDER_WHEN,       /* the rows below hold only in these turns */
    GENOA_ORDER_BID,        /* an offer for every turn in which it fits */
    GENOA_ORDER_READY_IF,
    GENOA_ORDER_NOT_HERE,   /* not interested at this stop */
    GENOA_ORDER_AGREE_TO,
    GENOA_ORDER_BY_PLAN,
    GENOA_ORDER_CLAIM_AT,
    GENOA_ORDER_CLAIM_NONE,
    GENOA_ORDER_ROLL,
    GENOA_ORDER_SELL,       /* accept anything from so much, in my own turn */
    GENOA_ORDER_COUNT
};

enum { ORDER_ANY_BUILDING = GENOA_BUILDINGS };
enum { IF_ALWAYS, IF_ACTED, IF_FAR, IF_COUNT };
enum { REST_ASK, REST_DECLINE, REST_COUNT };

/* Slots of the rows; a set of buildings takes two. */
enum { WHEN_TOWERS, WHEN_FROM, WHEN_TO, WHEN_COUNT };
enum { BID_STEPS = SLOTS_OF_OFFER, BID_COUNT };
enum { READY_IF_IF, READY_IF_NEAR, READY_IF_STEPS = READY_IF_NEAR + 2, READY_IF_WATCH, READY_IF_COUNT = READY_IF_WATCH + 2 };
enum { NOT_HERE_AT, NOT_HERE_COUNT = NOT_HERE_AT + 2 };
enum { AGREE_TO_RAISE, AGREE_TO_REST, AGREE_TO_COUNT };
enum { CLAIM_AT_BUILDING, CLAIM_AT_REPLACE, CLAIM_AT_KEEP, CLAIM_AT_COUNT };
enum { SELL_BUILDING, SELL_MONEY, SELL_STEPS, SELL_COUNT };

/** genoa_advise_orders() - orders of a sound player, of what @seat may see; in bot.c */
int genoa_advise_orders(const void *state, int seat, struct move_list *orders);

#endif
