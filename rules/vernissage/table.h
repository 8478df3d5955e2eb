/* Vernissage: short forms for rows of its tables of moves and of orders. */
#ifndef RULES_VERNISSAGE_TABLE_H
#define RULES_VERNISSAGE_TABLE_H

#include "rules/engine/tables.h"
#include "rules/vernissage/state.h"

#define ARG_VALUES(key) {.name = (key), .kind = ARG_SET, .n_names = VERNISSAGE_AMOUNTS, .lo = 1, .words = SAID(.label = N_("Values I would agree to"))}
#define ARG_AT_ONCE {.name = "cards", .kind = ARG_NUMBER, .hi = VERNISSAGE_POWERS, .words = SAID(.label = N_("Suitcases at once"))}
#define ARG_AT_MOST {.name = "cap", .kind = ARG_NUMBER, .hi = VERNISSAGE_POWERS, .words = SAID(.label = N_("Suitcases at most"))}
#define ARG_NODEAL {.name = "nodeal", .kind = ARG_NAME, .names = vernissage_nodeals, .n_names = VERNISSAGE_NODEAL_COUNT, \
                    .words = SAID(.label = N_("Without an agreement"))}

#define STEP_NAMES \
    {"step-1", "1"}, {"step-2", "2"}, {"step-3", "3"}, {"step-4", "4"}, {"step-5", "5"}, {"step-6", "6"}, {"step-7", "7"}, \
    {"step-8", "8"}, {"step-9", "9"}, {"step-10", "10"}, {"step-11", "11"}, {"step-12", "12"}, {"step-13", "13"}

#endif
