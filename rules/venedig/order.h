/* Venedig: the rows of its table of standing orders (dossier venedig 15), for the files of the game only: these names are short,
 * and every game has orders.
 */
#ifndef RULES_VENEDIG_ORDER_H
#define RULES_VENEDIG_ORDER_H

#include "rules/venedig/state.h"

enum venedig_order {
    VENEDIG_ORDER_BEST, /* the place that is best for me */
    VENEDIG_ORDER_AT,   /* the first of these sites where it can stand, as is best for me */
    VENEDIG_ORDER_WISH, /* where the active player wished it */
    VENEDIG_ORDER_ASK,  /* ask me */
    VENEDIG_ORDER_KEEP_GOLD,
    VENEDIG_ORDER_REST, /* how my turn goes on once nothing waits to be built */
    VENEDIG_ORDER_COUNT
};

enum { ORDER_ANY_KIND = VENEDIG_KINDS, ORDER_ANY_DISTRICT = VENEDIG_DISTRICTS };

/* Slots of the rows; the sites have their number before them. */
enum { BEST_KIND, BEST_DISTRICT, BEST_TO, BEST_COUNT };
enum { AT_KIND, AT_SITES, AT_TO = AT_SITES + 1 + VENEDIG_RANKED, AT_COUNT };
enum { WISH_KIND, WISH_TO, WISH_COUNT };
enum { REST_DRAIN, REST_PUT = REST_DRAIN + 1 + VENEDIG_A_TURN, REST_TAKE, REST_COUNT };

/* A place for a building, and what it would bring. */
struct venedig_choice {
    int spot, count_in;
    int own;      /* steps of the one who asks */
    int treasure; /* 1: and a treasure tile */
    int others;   /* steps of all others */
};

/** venedig_choose_place() - tries all places of the building that waits, in board order, and keeps the best for @seat: most steps
 *  of its own, then a treasure, then least for others
 *  @at: a site that the place must hold, or -1; @district: that it must lie in, or -1
 *  Return: false when there is none. */
bool venedig_choose_place(const struct venedig_state *st, int seat, int at, int district, struct venedig_choice *best);

/** venedig_advise_rest() - a sound rest of the turn of the active seat, as an order */
void venedig_advise_rest(const struct venedig_state *st, int seat, int16_t *order);

#endif
