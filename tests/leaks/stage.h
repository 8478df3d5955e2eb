/* Puts the tales of a twin into the database, behind the service's back: one table, as in one tale and then as in the other. */
#ifndef TESTS_LEAKS_STAGE_H
#define TESTS_LEAKS_STAGE_H

#include "tests/leaks/twin.h"

struct stage;

enum {
    STAGE_PEOPLE = SEATS_MAX + 2, /* who sit at the seats 0 .., and two who look on */
    STAGE_OPEN = 901,             /* the number of an open table of the reader's own */
    STAGE_PRACTICES = 4000000     /* the number before that of the first practice table that comes of a tale */
};

/** stage_open() - @admin: connection string of a superuser. Ends the program when something goes wrong, as all below.
 *  @person: those who play and look on, by seat; @now: Unix microseconds, all times lie before it */
struct stage *stage_open(const char *admin, const int64_t person[STAGE_PEOPLE], int64_t now);
void stage_close(struct stage *stage);

/** stage_table() - a table for @course; its number */
int64_t stage_table(struct stage *stage, const struct course *course);
/** stage_set() - the table, and whoever sits there, as tale @which of @twin tells. Twins of one course come in the order of
 *  their plies, and tale 0 first. */
void stage_set(struct stage *stage, int64_t game, const struct twin *twin, int which);
/** stage_drafts() - the drafts of tale @which lie @there, or are laid aside */
void stage_drafts(struct stage *stage, int64_t game, const struct twin *twin, int which, bool there);
/** stage_asked_since() - @seat, who is asked, has been asked since @ply */
void stage_asked_since(struct stage *stage, int64_t game, int seat, int ply);
/** stage_end() - the table as it stands is over: the players have agreed to end it */
void stage_end(struct stage *stage, int64_t game);
/** stage_at() - when the move of @ply was made, of a game that stands at @head */
int64_t stage_at(const struct stage *stage, int head, int ply);

#endif
