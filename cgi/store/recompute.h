/* Ratings worked out once more from the games that were rated: what store_recompute.c reads, and what recompute.c makes of it. */
#ifndef CGI_STORE_RECOMPUTE_H
#define CGI_STORE_RECOMPUTE_H

#include "cgi/store/rows.h"

/* A row of one of the three tables that ratings are stored in, as store_recompute.c reads it. */
enum { KEYS = 2, FIGURES = 4, COLUMNS = KEYS + FIGURES };
struct entry {
    int64_t column[COLUMNS];
};
struct entries {
    struct entry *row;
    int n;
};

/* Who played a game, one row each. */
struct part {
    int64_t game, season, at, person;
    int before, rank;
    int order;                 /* of the rows, as they were read */
    bool here;                 /* has an account still: else nothing of this is stored, but it counts for the others */
    int who;                   /* the number of the person among all of them */
};

/* What somebody had from games of which it was not kept what they changed. */
struct base {
    int64_t person, at;
    struct rating rating;
};

struct recompute {
    struct db *db;
    struct arena *arena;
    const char *rules_id;
    struct part *part;
    int n_parts;
    struct base *base;
    int n_bases;
    int64_t *person;           /* ascending */
    int n_people;
    struct entries worked[RATING_KINDS], stored[RATING_KINDS];
    struct entries put[RATING_KINDS], drop[RATING_KINDS]; /* what is to be written, and what should not be there */
    rating_differs *tell;
    void *user;
    int differ;
    bool seasons_only;         /* nothing else is written */
};

/** recompute_number_people() - numbers all people of @r's parts and bases */
void recompute_number_people(struct recompute *r);
/** recompute_work_out() - fills r->worked; afterwards the parts stand in the order of seasons */
void recompute_work_out(struct recompute *r);

#endif
