/* A tiny game for tests, not in the registry: hidden hands, chance, sealed bids that all seats give at once, a greeting
 * that needs no turn, standing orders for bids, and a list that holds only samples. Its defects can be switched on, one at a time. */
#ifndef TESTS_UNIT_FERRY_H
#define TESTS_UNIT_FERRY_H

#include "rules/rules.h"

enum { FERRY_SEATS = 3, FERRY_GOODS = 3, FERRY_EACH = 4, FERRY_ROUNDS = 3 };

enum ferry_verb { FERRY_DRAW, FERRY_SHIP, FERRY_PASS, FERRY_BID, FERRY_WAVE, FERRY_VERB_COUNT };
enum ferry_order { FERRY_BID_IN_ROUND, FERRY_BID_ALWAYS, FERRY_ORDER_COUNT };
enum ferry_phase { FERRY_TURNS, FERRY_BIDS, FERRY_OVER };

struct ferry_player {
    uint8_t coins, points, waved;
    int8_t bid; /* -1: none yet */
    uint8_t hand[FERRY_GOODS];
};

struct ferry_state {
    uint8_t seats, round, current, phase;
    uint8_t bag[FERRY_GOODS];
    struct ferry_player player[FERRY_SEATS];
    int8_t ending; /* -1 while it runs */
};

enum ferry_defect {
    FERRY_WHOLE,
    FERRY_LOSES_A_PIECE,
    FERRY_LEAKS_IN_VIEW,
    FERRY_LEAKS_IN_CHECK,
    FERRY_LISTS_WHAT_IT_REFUSES,
    FERRY_HIDES_A_MOVE,
    FERRY_DRAWS_IN_SECRET,
    FERRY_SAYS_IT_ENDS,
    FERRY_KEEPS_A_COUNT,
    FERRY_NEVER_ENDS,
    FERRY_ACTS_OUT_OF_TURN,
    FERRY_RANKS_NOBODY,
    FERRY_ORDERS_PEEK,
    FERRY_DEFECT_COUNT
};
extern enum ferry_defect ferry_defect;

extern const struct rules ferry_rules;
/* The same, but its member table leaves out whose turn it is. */
extern const struct rules ferry_forgetful_rules;

#endif
