/* How a game has ended, in words: for its page and for the letter that tells its players. */
#ifndef CGI_MAIL_ENDING_H
#define CGI_MAIL_ENDING_H

#include "cgi/play/end.h"
#include "cgi/words/text.h"

/* What is told of, and to whom; texts are made on the arena. */
struct ending {
    struct arena *arena;
    const struct catalogue *cat;
    const struct game_row *game;
    const struct end *end;
    const char *const *people; /* a name for each seat, as now */
    int viewer;                /* NO_SEAT: nobody who played */
};

/** ending_headline() - "Anna has won with 87 points.", who shares it, who had resigned, or that there is no result; @ending->end may be
 *  NULL */
const char *ending_headline(const struct ending *ending);
/** ending_ranked() - the seats that have a rank, the first first; Return: how many */
int ending_ranked(const struct game_row *game, int seats[SEATS_MAX]);
/** ending_length() - "It took 12 days and 84 turns."; less than a minute is not told; NULL: nothing to tell */
const char *ending_length(const struct ending *ending);
/** ending_not_rated() - why the result counts for no rating: "Not rated: invitation link only."; NULL when it counts */
const char *ending_not_rated(const struct ending *ending);

/** ending_row_counts() - has anybody something in this row? If not, it need not be told. */
bool ending_row_counts(const struct ending *ending, const struct breakdown_row *row);
/** ending_is_tied() - have two seats equal points, so that something else decided? */
bool ending_is_tied(const struct ending *ending);

enum { ENDING_LINES = 3 };
/** ending_lines() - what came of a turn that decided: its weightiest events, in order; @people: who sat there then. Return: how many */
int ending_lines(const struct ending *ending, const struct end_turn *turn, const char *const *people, const char *lines[ENDING_LINES]);
/** ending_change() - "Anna: 5 points behind → 12 points ahead" */
const char *ending_change(const struct ending *ending, const struct end_turn *turn);

/* A rating as it is told: "1612", and by how much it has changed: "+32". */
struct ending_rating {
    const char *before, *after, *change;
};
struct ending_rating ending_rating(struct arena *arena, const struct rating_step *step);

#endif
