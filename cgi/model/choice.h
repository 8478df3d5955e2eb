/* What has been chosen of a move so far; see cgi/model/choose.h. */
#ifndef CGI_MODEL_CHOICE_H
#define CGI_MODEL_CHOICE_H

#include "cgi/base/arena.h"
#include "cgi/base/values.h"
#include "cgi/words/text.h"
#include "rules/engine/verbs.h"
#include "rules/rules.h"

enum { CHOICES_MAX = 12 };

struct choose {
    /* filled by the caller; all of it borrowed */
    struct arena *arena;
    const struct catalogue *cat;
    const struct rules *rules;
    const void *state;            /* the position the moves are for */
    int seat;
    const struct move_list *list;
    const char *const *people;    /* names by seat */
    int n_people;
    const char *url;              /* of the table: links are made from it */
    const struct move *tried;     /* a refused move, whose amounts the form keeps; NULL: none */
    bool quick;                   /* a step may hand the turn in at once: a place shows what can be done there, the panel does it */
    bool begun;                   /* steps of this turn stand in the draft, and could be taken back before a final one */
    bool guided;                  /* the list is what a guide asks: it stands beside the question, whatever the board offers, too */
    const char *only;             /* the one place that offers anything; NULL: each place offers what it can */
    const char *marks;            /* of a guide: what the board marks, "space=palace canal=9"; NULL: nothing */
    const char *asked_at;         /* a place at which the reader asks why nothing can be done there, and ... */
    const char *why;              /* ... the answer; both NULL: he does not */
    const struct reckoning *reckoned; /* what the figure there is made of, when the place is an estimate; NULL: it is none */
    int why_error;                /* the rule that it tells, a code of the game's errors; RULE_OK: none */

    /* filled by choose_start() and the others */
    int n_given, n_ignored;
    struct field given[CHOICES_MAX];
    int n_fit;
    int16_t *fit;                 /* indices of the moves that fit what was given */
    void *after;                  /* room for the position after one of them; NULL before the first choose_start() */
    struct log *log;              /* and for what it does */
};

#endif
