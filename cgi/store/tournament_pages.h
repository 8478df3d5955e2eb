/* What pages show of tournaments beyond store_tournament(): lists, the log. As in store.h. */
#ifndef CGI_STORE_TOURNAMENT_PAGES_H
#define CGI_STORE_TOURNAMENT_PAGES_H

#include "cgi/store/tournaments.h"

struct tournament_listed {
    struct tournament_row row;
    int64_t closes;                /* the end of the stage that runs; 0: none runs */
    /* only of store_tournaments_of(): */
    int place;                     /* at which the one plays for whom it was asked; NO_PLACE: at none */
    int64_t counted, last_act;     /* how many tables count, and the last line of the log: standings are the same while both are */
};
struct tournament_list {
    struct tournament_listed *one;
    int n;
};
/** store_tournaments() - those of a status, the newest first, at most @most; @before: only those before that number, 0: from the newest */
bool store_tournaments(struct db *db, struct arena *arena, enum tournament_status status, int64_t before, int most, struct tournament_list *list,
                       struct err *err);
/** store_tournaments_of() - open and running ones in which @person takes part, or which @person organises; running ones first */
bool store_tournaments_of(struct db *db, struct arena *arena, int64_t person, int most, struct tournament_list *list, struct err *err);

/** store_tournament_hidden() - people of tournament @id whose profile nobody else sees, ascending */
bool store_tournament_hidden(struct db *db, struct arena *arena, int64_t id, int64_t **people, int *n, struct err *err);

/* A line of the log. */
struct tournament_line {
    int64_t id, at;
    const char *kind;              /* act_kind_name() */
    int stage, number;             /* 0: of none */
    int64_t person;                /* 0: nobody's */
    const char *name, *text;       /* or NULL */
    int n_was, n_points;           /* seats; 0: none are told */
    int16_t was[SEATS_MAX], points[SEATS_MAX];
};
/** store_tournament_log() - of @id, the newest first, at most @most; @before: only lines before that one, 0: from the newest */
bool store_tournament_log(struct db *db, struct arena *arena, int64_t id, int64_t before, int most, struct tournament_line **lines, int *n,
                          struct err *err);

#endif
