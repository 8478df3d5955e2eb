/* Tournaments as they are stored (store_tournament.c: what their steps need and change; store_tournament_pages.c: what pages show). As in store.h:
 * texts and lists lie on the arena, times are Unix microseconds (0: null), points are in parts of 24, false comes with @err. */
#ifndef CGI_STORE_TOURNAMENTS_H
#define CGI_STORE_TOURNAMENTS_H

#include "cgi/store/store.h"

enum tournament_format { FORMAT_LEAGUE, FORMAT_SWISS, FORMAT_GROUPS };
enum tournament_status { TOURNAMENT_OPEN, TOURNAMENT_RUNNING, TOURNAMENT_OVER, TOURNAMENT_CANCELLED };
enum entrant_status { ENTRANT_WAITS, ENTRANT_PLAYS, ENTRANT_MISSED, ENTRANT_LEFT, ENTRANT_GONE };
enum fixture_how { HOW_NOT_YET, HOW_PLAYED, HOW_UNFINISHED, HOW_EXPECTED, HOW_ALONE, HOW_CORRECTED };
enum { NO_PLACE = -1, TOURNAMENTS_OF_ONE = 5, TOURNAMENT_TITLE_MOST = 80, TOURNAMENT_AT_ONCE_MOST = 20 };

struct tournament_row {
    int64_t id, organiser;
    const char *organiser_name, *title;
    enum tournament_format format;
    const char *rules_id;
    const char *options;           /* JSON */
    struct pace pace;
    int seats;                     /* a table */
    int size, moves;               /* people a division, how many go up and down, or on; 0: Swiss */
    int stages;                    /* 0: groups */
    int days;                      /* a stage */
    const char *zone;
    int64_t starts;
    int most;
    bool when_full, postponed;
    enum tournament_status status;
    int64_t paused;
    int stage;                     /* which runs, from 1; 0: none yet */
    int64_t made, started, ended;
    bool stirred;                  /* something has changed since the last step that found nothing to do */
    uint8_t lot[32];
    int64_t organiser_held_until;  /* banned, suspended or gone: can do nothing before that; 0: can */
    int n_in;                      /* entrants that wait or play; when it is over, all that have played at a place */
};

struct entrant_row {
    int64_t person;
    const char *name;
    int at_once;
    int64_t joined;
    enum entrant_status status;
    int place;                     /* NO_PLACE: none yet */
    int barred;                    /* has no part in stages up to this one */
    int64_t held_until;            /* may not play until then: suspended, banned, or not here any more; 0: may */
};

struct place_row {
    int place, lot;
    int64_t person;                /* who plays there; 0: nobody */
    const char *name;
};

struct stage_row {
    int stage;
    int64_t opens, closes, closed;
};

struct stage_place_row {
    int stage, place, division, rank, points, tables; /* the last three 0 until it is closed */
};

struct fixture_row {
    int stage, number, division, n;
    int place[SEATS_MAX];
    int64_t game;                  /* 0: not open yet */
    enum fixture_how how;
    int points[SEATS_MAX];         /* unless HOW_NOT_YET */
    bool has_expected;
    int expected[SEATS_MAX];
    int agrees;                    /* bits of seats */
    int64_t counted;
    /* of its game */
    bool is_open, is_running, is_over; /* open: it has not begun yet; is_over: it has a result, or ended without one */
    bool has_result;
    int rank[SEATS_MAX];           /* at the end of the game, if it has a result */
    int64_t ended;
    int64_t sits[SEATS_MAX];       /* who has which seat, 0: a bot */
    seatmask opened, resigned;     /* of these, seats that are open after missed deadlines; that were given up */
};

/* All of one tournament, as its steps and its pages need it; entrants by when they joined, the others by number. */
struct tournament_all {
    struct tournament_row row;
    struct entrant_row *entrant; int n_entrants;
    struct place_row *place; int n_places;
    struct stage_row *stage; int n_stages;
    struct stage_place_row *stage_place; int n_stage_places;
    struct fixture_row *fixture; int n_fixtures;
};
/** tournament_format_name() - as stored: "league", "swiss", "groups"; tournament_format_of() - the other way round, false: there is none such */
const char *tournament_format_name(enum tournament_format format);
bool tournament_format_of(const char *name, enum tournament_format *format);
/** tournament_status_name() - "open", "running", "over", "cancelled"; entrant_status_name() - "waits", "plays", "missed", "left", "gone";
 *  fixture_how_name() - "played", "unfinished", "expected", "alone", "corrected"; NULL: not yet */
const char *tournament_status_name(enum tournament_status status);
const char *entrant_status_name(enum entrant_status status);
const char *fixture_how_name(enum fixture_how how);

/** tournament_options() - what @text, of row.options, says for @n_seats seats; false: @rules do not have them
 *  tournament_options_text() - the other way round, on the arena */
bool tournament_options(const char *text, const struct rules *rules, int n_seats, struct setup *setup);
const char *tournament_options_text(struct arena *arena, const struct rules *rules, const struct setup *setup);

/** store_tournament() - one trip; @lock: for update, within a transaction that it begins. ERR_GONE: there is none */
bool store_tournament(struct db *db, struct arena *arena, int64_t id, bool lock, struct tournament_all *all, struct err *err);

/* The tournament of a table. */
struct fixture_mark {
    int64_t tournament;            /* 0: it is of none */
    int stage, number;
    const char *title;
    bool counts;                   /* not yet counted: what happens at the table matters */
    bool is_own;                   /* the person who was asked about plays at the place of that seat */
};
/** store_fixture_of_game() - of which tournament @game is; @seat and @person (0: nobody) for is_own; one trip, also within a transaction */
bool store_fixture_of_game(struct db *db, struct arena *arena, int64_t game, int seat, int64_t person, struct fixture_mark *mark, struct err *err);

/** read_tournament_row() - the columns of the part of_tournament in sql/queries/tournament.sql; for cgi/store only */
struct row;
void read_tournament_row(struct row *row, struct arena *arena, struct tournament_row *tournament);

#endif
