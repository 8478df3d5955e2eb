/* The parts of a step (step.c): each adds to a change what is due, and writes it into what was read as well, so that the parts after it see it. */
#ifndef CGI_TOURNAMENT_PARTS_H
#define CGI_TOURNAMENT_PARTS_H

#include "cgi/tournament/divisions.h"
#include "cgi/tournament/inside.h"

enum { CANCELLED_AFTER_DAYS = 60 }; /* of waiting to be full, without a day */

struct step {
    struct db *db;
    struct arena *arena;
    int64_t id, now;
    struct tournament_all all;
    struct tournament_change change;
    const struct rules *rules;     /* of its game */
};

/** step_now() - when what is due by the clock counts as done: @due, unless that is longer ago than a day */
static inline int64_t step_now(const struct step *s, int64_t due)
{
    return s->now - due < DAY_SECONDS * SECOND ? due : s->now;
}

/* ---- the start (step_start.c) ---- */

/** step_start() - of one that is open: begins it, puts it off or cancels it, if that is due. False comes with @err */
bool step_start(struct step *s, struct err *err);

/** step_new_places() - a place for each of @who, the stronger first, who is equal as their lots fall */
bool step_new_places(struct step *s, struct entrant_row **who, int n, struct err *err);

/* ---- people (step_people.c) ---- */

/** step_drop() - who is out plays no more */
void step_drop(struct step *s);
/** step_give_places() - places without a person go to who waits longest, while a stage runs */
void step_give_places(struct step *s);
/** step_is_held() - is this person banned, suspended, or not here any more? */
static inline bool step_is_held(const struct step *s, const struct entrant_row *entrant)
{
    return entrant->held_until > s->now;
}
/** step_seat_person() - @entrant plays at @place from now on */
void step_seat_person(struct step *s, struct entrant_row *entrant, int place);

/* ---- tables (step_tables.c) ---- */

/** step_count() - tables that are over count */
void step_count(struct step *s);
/** step_open() - *opened: some tables were opened, and the transaction has ended */
bool step_open(struct step *s, bool *opened, struct err *err);
/** step_tend() - outside of a transaction: starts the games that are open, and brings who plays at a place to its seats. *done: something was
 *  changed. A table that fails does not hold up the others: the first failure is told at the end */
bool step_tend(struct step *s, bool *done, struct err *err);

/* ---- stages (step_stage.c, step_draw.c) ---- */

/** step_running_stage() - the stage that is not closed, or NULL */
static inline struct stage_row *step_running_stage(const struct step *s)
{
    for (int i = 0; i < s->all.n_stages; i++)
        if (!s->all.stage[i].closed)
            return &s->all.stage[i];
    return NULL;
}
/** step_may_close() - is its last day over, or, but for a league, do all tables count? */
bool step_may_close(const struct step *s, const struct stage_row *stage);
/** step_unexpected() - a table of it that is not finished and of which it is not known yet what could be expected; NULL: none */
struct fixture_row *step_unexpected(const struct step *s, const struct stage_row *stage);
/** step_close() - what is not finished counts by its rule, and the standings are final */
void step_close(struct step *s, struct stage_row *stage);
/** step_next() - begins the stage after the last, or ends the tournament. False comes with @err */
bool step_next(struct step *s, struct err *err);

/** step_draw() - @places take part in @stage, in the order for a draw (the strongest first; of a Swiss system the standings): they are put into
 *  divisions, and its tables are made */
bool step_draw(struct step *s, const struct stage_row *stage, const int *places, int n, struct err *err);
/** step_draw_divided() - likewise, where the divisions are known */
void step_draw_divided(struct step *s, const struct stage_row *stage, const struct divided *divided);

/* ---- how all stand (ranks.c) ---- */

/** step_standing() - places with a person, as a Swiss system stands now; Return: how many */
int step_standing(const struct step *s, int *places);
/** change_ranks() - final standings of @stage, which is closed, of what counts in @all */
void change_ranks(struct arena *arena, const struct tournament_all *all, int stage, struct tournament_change *change);

/** expect_points() - what could be expected of @fixture, whose game goes on: the mean of games that bots play on from there; equal positions
 *  give equal results. Outside of a transaction. Not known: what all share */
void expect_points(struct db *db, struct arena *arena, const struct fixture_row *fixture, int points[SEATS_MAX]);

#endif
