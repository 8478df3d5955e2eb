/* Plans: a turn that a seat prepares while others think, and what becomes of it when the turn comes.
 *
 * A plan is a list of steps, taken on the position of the day as if the seat's own turn began then (`begin` of struct
 * rules_plans). It holds nothing that shows, draws or asks before the step that confirms the turn, and nothing after that one.
 * When the turn comes it is laid on both positions side by side, the one that it was made on and the one that is: whoever keeps
 * it brings both, and plan_lay() says what may be done with it.
 */
#ifndef RULES_ENGINE_PLANS_H
#define RULES_ENGINE_PLANS_H

#include "rules/rules.h"

enum {
    PLAN_STEPS = 32, /* of one alternative: more than a turn of any game holds */
    READS_MAX = 24   /* of one step */
};

/* What a step depends on: each with what a player calls it, translatable ("the wheel"), and its value. */
struct reads {
    int n;
    struct reading {
        const char *what;
        uint64_t value;
    } of[READS_MAX];
};

/** reads_number() - notes a number. More than READS_MAX notes of one step are a bug: must() stops it. */
void reads_number(struct reads *reads, const char *what, int64_t value);
/** reads_bytes() - notes @n bytes without padding, by a hash of them */
void reads_bytes(struct reads *reads, const char *what, const void *bytes, size_t n);
/** reads_differ() - what the first note is called in which they are not alike; NULL: they are */
const char *reads_differ(const struct reads *a, const struct reads *b);

/* Why a step may not stand in a plan. */
enum plan_error {
    PLAN_OK,
    PLAN_REFUSED,  /* the rules: its error tells why */
    PLAN_SHOWS,    /* it shows, draws or asks, and does not confirm the turn */
    PLAN_IS_WHOLE  /* the turn is over before it */
};

/**
 * plan_takes() - may @step be the next of a plan?
 * @state: the position in which the turn began, with the steps before it taken
 * @error: of PLAN_REFUSED the rule, else RULE_OK; may be NULL
 */
enum plan_error plan_takes(const struct rules *rules, const void *state, int seat, const struct move *step, int *error);

/* What may be done with a plan. */
enum plan_fate {
    PLAN_SAME,    /* all that it reads is as it was, and it ends the turn: it may hand itself in */
    PLAN_OFFERED, /* every step is legal, and something is otherwise, or the turn goes on: with one press */
    PLAN_BROKEN   /* a step does not go any more */
};

struct plan_fit {
    enum plan_fate fate;
    int step;         /* PLAN_BROKEN: the first that does not go; PLAN_OFFERED: the first about which something is otherwise, or the
                       * number of steps when it is only that the turn goes on */
    int error;        /* PLAN_BROKEN: the rule, or RULE_OK when it would now show or draw something */
    const char *what; /* PLAN_OFFERED: what is otherwise, translatable; NULL: the turn goes on after it, or it would end the game */
};

/**
 * plan_lay() - takes the steps of a plan on both positions
 * @then: where it was made: the position of that day as `begin` makes it; NULL: not known, and so it never is PLAN_SAME
 * @now:  the position in which the seat's own turn has begun; both are changed
 * A step that would end the game, or cause an event of EVENT_LASTING, is only offered.
 */
struct plan_fit plan_lay(const struct rules *rules, void *then, void *now, int seat, const struct move *steps, int n);

#endif
