/* Who looks for a game, where there is room, and standing challenges (store_quick.c). As in store.h: texts lie on the arena, times are Unix
 * microseconds, false comes with @err. */
#ifndef CGI_STORE_SEEKERS_H
#define CGI_STORE_SEEKERS_H

#include "cgi/base/doors.h"
#include "cgi/store/store.h"

enum { QUICK_TABLES_MOST = 200, QUICK_TABLES_OF_ONE = 5, QUICK_SEEKERS_MOST = 300, QUICK_RATINGS = 8, CHALLENGES_MOST = 10 };

/** store_doors() - do the doors of @game let @person in? ERR_FORBIDDEN with a sentence. Its owner, and for whom a seat is kept,
 *  they always do; one trip where there are doors, also within a transaction (store_doors.c) */
bool store_doors(struct db *db, struct arena *arena, const struct game_row *game, int64_t person, struct err *err);

/* What doors ask of somebody. */
struct door_person {
    int64_t id;
    int percent, deadlines;            /* as in struct caller */
    int n_ratings, n_owners;
    struct { const char *rules_id; int rating; } rating[QUICK_RATINGS];
    int64_t *owner;                    /* of those that were named: who follows this person */
};
/** store_door_person() - @person before the doors of tables of @owners (@n of them); one trip, also within a transaction */
bool store_door_person(struct db *db, struct arena *arena, int64_t person, const int64_t *owners, int n, struct door_person *who, struct err *err);
/** store_doors_admit() - as store_doors(), for whom that is known already; no trip */
bool store_doors_admit(struct arena *arena, const struct game_row *game, const struct door_person *who, struct err *err);
/** game_asks() - do the doors of @game ask anything of @person? Not of its owner, nor of one for whom a seat is kept */
bool game_asks(const struct game_row *game, int64_t person);

/* What somebody looks for, and where he waits. */
struct quick_row {
    int64_t person;
    const char *titles, *paces; /* names with a blank between them; NULL: never looked */
    int seats;                  /* bit n: a table of n */
    int minutes;                /* how long for people */
    bool bots;                  /* then bots take the free seats */
    int64_t game, since;        /* the table, and since when; 0: does not look */
    bool apart;                 /* filled by store_quick_due() only: somebody else there waits for people */
};
/** store_quick_wish() - what @person chose last, and whether he looks now; one trip */
bool store_quick_wish(struct db *db, struct arena *arena, int64_t person, struct quick_row *wish, struct err *err);

/* Who sits at an open table, and what the visitor looks for. */
struct quick_here {
    int hours[SEATS_MAX][24];   /* visits, as in struct quick_person_row */
    struct quick_row wish;
    int64_t went;               /* the table to which the visitor came from here; 0: none */
};
/** store_quick_here() - of @game, for @person (0: nobody); one trip */
bool store_quick_here(struct db *db, struct arena *arena, int64_t game, int64_t person, struct quick_here *here, struct err *err);
/** store_quick_went() - *game: where @person came to from the table @gone, which is there no more; 0: nowhere */
bool store_quick_went(struct db *db, int64_t person, int64_t gone, int64_t *game, struct err *err);

struct quick_put {
    const char *const *titles, *const *paces;
    int n_titles, n_paces, seats, minutes;
    bool bots;
};
/** store_quick_put() - keeps a choice; *waits: the table where @person waits already, or 0; one trip */
bool store_quick_put(struct db *db, struct arena *arena, int64_t person, const struct quick_put *put, int64_t *waits, struct err *err);

/* Everything that decides who comes together. */
struct quick_table_row {
    int64_t game, owner, created;
    const char *rules_id, *options, *pace; /* options as JSON */
    int seats, n;
    int seat[SEATS_MAX];                   /* of the @n that are taken */
    int64_t person[SEATS_MAX];
    struct doors doors;
    bool is_seekers;                       /* one waits there alone who looks */
};
struct quick_person_row {
    int64_t id;
    const char *lang;                      /* NULL: not known */
    int hours[24];                         /* visits in each hour (UTC) */
    int percent;                           /* of the last deadlines met; -1: not known */
    int n_ratings;
    struct { const char *rules_id; int rating; } rating[QUICK_RATINGS];
};
struct quick_pair {
    int64_t person, whom;
};
struct quick_rows {
    struct quick_table_row *table;         /* those of seekers first, then the newest */
    struct quick_row *seeker;              /* those who wait alone; the first first */
    struct quick_person_row *person;       /* who looks first */
    struct quick_pair *blocks, *follows;
    int n_tables, n_seekers, n_people, n_blocks, n_follows;
};
/** store_quick_pool() - all of it, and @who; @begin: a transaction in which nobody else is seated quickly; else within it. Two trips */
bool store_quick_pool(struct db *db, struct arena *arena, int64_t who, bool begin, struct quick_rows *rows, struct err *err);
/** store_quick_hold() - within it: nobody changes these games any more; *all: each is open still */
bool store_quick_hold(struct db *db, struct arena *arena, const int64_t *games, int n, bool *all, struct err *err);

struct quick_change {
    int64_t game;                          /* the table they come to; 0: the one that is to be made, then its number */
    const struct new_game *open;           /* NULL: none is made; its owner comes first */
    int n;
    int64_t person[SEATS_MAX];
    int seat[SEATS_MAX];                   /* NO_SEAT: sits there already, or does as the owner of a new table */
    int n_waits;
    int64_t waits[SEATS_MAX];              /* of them those who look by a quick seat */
    int n_gone;
    int64_t gone[SEATS_MAX];               /* tables that nobody needs any more */
    int64_t now;
};
/** store_quick_commit() - seats them and ends the transaction */
bool store_quick_commit(struct db *db, struct arena *arena, struct quick_change *change, struct err *err);

/** store_quick_due() - at most @most whose time is over and who want bots then: person, game, and is there somebody who does not? */
bool store_quick_due(struct db *db, struct arena *arena, int64_t now, int most, struct quick_row **rows, int *n, struct err *err);
/** store_quick_apart() - @person goes on looking at a new table @open instead of @game, if he sits there and it has not begun; one transaction */
bool store_quick_apart(struct db *db, int64_t game, int64_t person, const struct new_game *open, int64_t now, struct err *err);
/** store_quick_silent() - at most @most who look since before @since and have not been here after it: person and game */
bool store_quick_silent(struct db *db, struct arena *arena, int64_t since, int most, struct quick_row **rows, int *n, struct err *err);
/** store_quick_seekers() - those who wait alone, who came first first: person, game, what they look for */
bool store_quick_seekers(struct db *db, struct arena *arena, struct quick_row **rows, int *n, struct err *err);
/** store_quick_full() - tables of seekers that are full and have not begun */
bool store_quick_full(struct db *db, struct arena *arena, int most, int64_t **games, int *n, struct err *err);
/** store_quick_done() - whose game has begun looks no more */
bool store_quick_done(struct db *db, struct err *err);

struct challenge_row {
    int64_t id, person;
    const char *rules_id, *pace;
    int seats, most;                       /* at most so many of its games at a time */
    struct doors doors;
    int running;
    int64_t open;                          /* the table that waits now; 0: none */
};
/** store_challenges() - those of @person, the oldest first */
bool store_challenges(struct db *db, struct arena *arena, int64_t person, struct challenge_row **challenges, int *n, struct err *err);
/** store_challenge_new() - makes one, or changes the one of the same game, pace and seats; ERR_STALE: there are CHALLENGES_MOST */
bool store_challenge_new(struct db *db, struct arena *arena, const struct challenge_row *new, struct err *err);
bool store_challenge_drop(struct db *db, int64_t person, int64_t id, struct err *err);
/** store_challenges_due() - those that need a table; none of people who were not @seen since then, or are on vacation */
bool store_challenges_due(struct db *db, struct arena *arena, int64_t now, int64_t seen, int most, struct challenge_row **due, int *n,
                          struct err *err);
/** store_challenge_looked() - one of which no table came is left alone for a while */
bool store_challenge_looked(struct db *db, int64_t id, int64_t now, struct err *err);

#endif
