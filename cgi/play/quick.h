/* Quick seats: which table somebody comes to who looks for a game. Nothing here asks the database: see quick_seat.h.
 *
 * Who looks for a game (a seeker) waits alone at an open table of his own, which others find in the lobby, and stays free for
 * every game he would play until a table can be filled: with him, with people who sit at a table already, with other seekers.
 * Then all of them sit down there at once, and it starts. Where no table can be filled, he sits down where others wait already;
 * only where there is none he waits at his own.
 *
 * "Could be filled" means: game, pace and number of seats are what each of the seekers would play; the doors of the table let each
 * of them in; no two of them have blocked one another; and their ratings are not further apart than quick_gap().
 */
#ifndef CGI_PLAY_QUICK_H
#define CGI_PLAY_QUICK_H

#include <stdbool.h>
#include <stdint.h>

#include "cgi/base/doors.h"
#include "rules/rules.h"

enum { QUICK_TITLES = 8, QUICK_PACES = 32, QUICK_PEOPLE = 512, QUICK_TABLES = 256, QUICK_HOURS = 24 };

/* What is known of one person. */
struct quick_person {
    int64_t id;
    int rating[QUICK_TITLES];   /* by title; 0: none yet */
    int percent;                /* of the last deadlines met; -1: not known */
    uint32_t hours;             /* a bit for each hour of the day (UTC) at which this person is usually there; 0: not known */
    const char *lang;           /* NULL: not known */
};

/* What somebody would play: any of these together. */
struct quick_wish {
    uint8_t titles;             /* a bit for each */
    uint32_t paces;             /* likewise */
    uint8_t seats;              /* bit n: a table of n */
};

struct quick_seeker {
    int who;                    /* of the people */
    struct quick_wish wish;
    int64_t since;
    int table;                  /* of the tables: where he waits alone; -1: nowhere yet */
    int64_t game;               /* the same by its number; 0: nowhere yet */
};

struct quick_table {
    int64_t game;
    int title, pace, seats, taken;
    int who[SEATS_MAX];         /* of the people: who sits there */
    int64_t since;
    struct doors doors;
    uint64_t followed[QUICK_PEOPLE / 64]; /* a bit for each person whom the owner follows */
    bool is_seekers;            /* a seeker waits there alone, and is counted as a seeker instead */
};

struct quick_pool {
    struct quick_person person[QUICK_PEOPLE];
    struct quick_seeker seeker[QUICK_PEOPLE];
    struct quick_table table[QUICK_TABLES];
    int n_people, n_seekers, n_tables;
    uint8_t seats[QUICK_TITLES]; /* of each title, bit n: it is played by n */
    uint64_t blocked[QUICK_PEOPLE][QUICK_PEOPLE / 64]; /* either way */
    int64_t now;
};

/* What a seeker comes to. */
struct quick_seating {
    enum { QUICK_NOTHING, QUICK_SITS, QUICK_FILLS } kind; /* stays, sits down where others wait, or a table is full with him */
    int table;                  /* of the tables; -1: one that is new */
    int title, pace, seats;
    int n;                      /* seekers who come there, the one that was asked about first */
    int seeker[SEATS_MAX];      /* of the seekers */
};

/** quick_gap() - how far ratings may be apart when one of both waits since @since: 200, and 100 more each minute */
int quick_gap(int64_t since, int64_t now);
/** quick_fit() - may these two people come to one table of @title, of whom one waits since @since? */
bool quick_fit(const struct quick_pool *pool, int a, int b, int title, int64_t since);
/** quick_seating() - where seeker number @seeker comes to; equal pools give equal answers */
struct quick_seating quick_seating(const struct quick_pool *pool, int seeker);
/** quick_pool_block() - two people who are never brought together */
void quick_pool_block(struct quick_pool *pool, int a, int b);

#endif
