/* Plans: a turn that a player prepares while others think (rules/engine/plans.h), made, laid on the game as it stands, and handed in. */
#ifndef CGI_PLAY_PLAN_H
#define CGI_PLAY_PLAN_H

#include "cgi/play/play.h"
#include "rules/engine/plans.h"

/** plan_offered() - is this a table at which turns are planned? With people, in a game that has plans, while it runs; for who plays there */
bool plan_offered(const struct table *t);
/** plan_may_make() - may the player of @t plan now? Who is awaited plays. */
bool plan_may_make(const struct table *t);

/** plan_turn_has_come() - is the player of @t asked to play the own turn, and not something in another's? */
bool plan_turn_has_come(const struct table *t);

/* The position of today as if the turn of the player began, with steps of a plan taken. */
struct planned {
    void *begun, *state;   /* before the steps and after them, but for the one that confirms the turn: what comes of that nobody knows */
    int n;                 /* how many are taken: the first that does not go ends them */
    enum plan_error error; /* why the next one does not go; PLAN_OK: all did */
    int rule;              /* of PLAN_REFUSED */
    bool whole;            /* nothing more can follow: the turn ends with the last of them */
};

/** plan_stand() - takes the steps of a way (NULL: none) on the head of @t; false: no turn of this player can begin there */
bool plan_stand(struct arena *arena, const struct table *t, const struct plan_way *way, struct planned *planned);

/* What is left of a plan when the turn has come. */
struct plan_left {
    int way;               /* which alternative: the first that can be played; or the first when none can */
    struct plan_fit fit;   /* what may be done with it */
    bool altered;          /* others have changed what it is about */
};

/**
 * plan_left() - lays a plan on the head of a game in which its player is awaited
 * @head: the position; @rules: the game's
 * @then: the position after plan->ply, or NULL: not known
 * @since: the moves made after that, as store_moves_since() has them; NULL: none
 */
struct plan_left plan_left(struct arena *arena, const struct rules *rules, const void *head, const void *then, const char *since,
                           const struct plan_row *plan);

/* PLAN_ADD: steps at the end of the last alternative. PLAN_BACK: takes its last one away, with the automatic ones after it; of an empty
 * alternative the alternative itself. PLAN_ELSE: begins another. PLAN_DROP: all of it. PLAN_KEEP: only whether it hands itself in. */
enum plan_change { PLAN_ADD, PLAN_BACK, PLAN_ELSE, PLAN_DROP, PLAN_KEEP };

/**
 * play_plan() - changes the plan of @person
 * What it holds is from then on meant for the position of now, but after PLAN_KEEP: ERR_RULE and ERR_INPUT with @table (its state the
 * position at which) and @bad (index in @step; -1: it was none) when a step does not go there; nothing has changed then. ERR_STALE: the
 * player is awaited, the game does not run, or it is not at @ply any more. Nobody else's page changes by it.
 * @ply: at which the page was drawn: who has not seen the position of now does not say that the plan is meant for it. PLAN_DROP and
 *       PLAN_KEEP do not ask for it
 * @hands_in: does it hand itself in? -1: as before
 */
bool play_plan(struct db *db, struct arena *arena, int64_t game, int64_t person, enum plan_change what, int ply, const char *const *step, int n,
               int hands_in, struct table *table, int *bad, struct err *err);

/**
 * play_plan_hand_in() - hands the plan of @seat in, if it is the seat's turn and all conditions hold; through the same checks and the same
 * commit as a player's own steps, with the cause "plan". Else notes that it was tried at this head. Several workers may do it at once.
 */
bool play_plan_hand_in(struct db *db, struct arena *arena, int64_t game, int seat, int64_t now, bool *done, struct err *err);

#endif
