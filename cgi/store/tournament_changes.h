/* What changes of a tournament (store_tournament_change.c): collected by who knows the rules of it, stored in one trip. As in store.h: false
 * comes with @err. */
#ifndef CGI_STORE_TOURNAMENT_CHANGES_H
#define CGI_STORE_TOURNAMENT_CHANGES_H

#include "cgi/store/tournaments.h"

enum act_kind { ACT_POSTPONED, ACT_STARTED, ACT_CANCELLED, ACT_DRAWN, ACT_CLOSED, ACT_OVER, ACT_PAUSED, ACT_WENT_ON, ACT_CORRECTED, ACT_DROPPED,
                ACT_TOOK_PLACE };
/** act_kind_name() - as stored: "postponed", "took_place" */
const char *act_kind_name(enum act_kind kind);

/* A line of the log of a tournament. */
struct tournament_act_row {
    enum act_kind kind;
    int stage, number;             /* 0: of none */
    int64_t person;                /* 0: of none */
    int place;                     /* NO_PLACE: of none */
    const char *text;              /* or NULL */
    int n;                         /* seats of the two that follow; 0: neither is told */
    bool was_none;                 /* nothing had counted */
    int was[SEATS_MAX], points[SEATS_MAX];
};

struct entrant_change {
    int64_t person;
    enum entrant_status status;
    int place;                     /* NO_PLACE: stays what it was */
    int barred;                    /* 0: stays what it was; never becomes less */
};

/* Everything that may change in one step. Lists lie on the arena; what is 0 or NULL stays as it is. */
struct tournament_change {
    bool has_status;
    enum tournament_status status; /* with it the number of the stage that runs */
    int stage;
    int64_t postponed_to;
    bool has_paused;
    int64_t paused;                /* 0: not any more */
    int n_entrants, n_places, n_leave, n_take, n_stage_places, n_ranks, n_fixtures, n_counted, n_expected, n_acts, n_letters;
    struct entrant_change *entrant;
    struct place_row *place;       /* new ones */
    int *leave;                    /* places whose person plays there no more */
    struct place_row *take;        /* and whom they are given to */
    struct stage_row *stage_new;   /* one that begins */
    struct stage_row *stage_moved; /* whose times are others now, or that is closed */
    struct stage_place_row *stage_place; /* new ones */
    struct stage_place_row *rank;  /* final ones of a stage that is closed */
    struct fixture_row *fixture;   /* new ones */
    struct fixture_row *counted;   /* what they count, and how */
    struct fixture_row *expected;  /* what is expected of them */
    struct tournament_act_row *act;
    int64_t *letter;               /* who is told that it was cancelled */
    const char *letter_why;        /* "few" (had joined), "organiser", "operator" (of the house, wanted it) */
};
/** store_tournament_change() - within the transaction of store_tournament(), which it ends; one trip */
bool store_tournament_change(struct db *db, struct arena *arena, int64_t id, const struct tournament_change *change, int64_t now, struct err *err);

/* Who would open a tournament. */
struct organiser_row {
    bool is_guest, is_confirmed, is_held;
    int tournaments;               /* that are open or running */
    bool is_title_taken;
};
/** store_tournament_organiser() - begins a transaction in which nobody else opens a tournament for @person; ERR_GONE: no such person */
bool store_tournament_organiser(struct db *db, int64_t person, const char *title, int64_t now, struct organiser_row *organiser, struct err *err);
/** store_tournament_new() - ends it; of @row what a form says, and its lot. ERR_STALE: the title was taken in this moment */
bool store_tournament_new(struct db *db, const struct tournament_row *row, int64_t now, int64_t *id, struct err *err);

/* Who would take part. */
struct player_row {
    bool is_guest, is_held, is_person; /* held: banned or suspended; no person: a program, or gone */
};
/** store_tournament_player() - also within a transaction; ERR_GONE: no such person */
bool store_tournament_player(struct db *db, int64_t person, int64_t now, struct player_row *player, struct err *err);
/** store_entrant_put() - within the transaction of store_tournament(), which it ends: takes part, or waits behind the others, or wants so many
 *  games at once from now on */
bool store_entrant_put(struct db *db, int64_t id, int64_t person, int at_once, int64_t now, struct err *err);
/** store_entrant_delete() - likewise: without a trace */
bool store_entrant_delete(struct db *db, int64_t id, int64_t person, struct err *err);
/** store_fixture_agrees() - likewise: whose people want what is expected to count, a bit a seat */
bool store_fixture_agrees(struct db *db, int64_t id, int stage, int number, int agrees, struct err *err);

/** store_tournament_quiet() - likewise: there was nothing to do */
bool store_tournament_quiet(struct db *db, int64_t id, struct err *err);

/* What a draw needs to know of people, by their numbers in the list that was asked about. */
struct tournament_seeds {
    int *rating;                   /* DOORS_RATING_NEW for who has none */
    struct tournament_block { int a, b; } *block; /* one of them blocks the other */
    int n_blocks;
};
/** store_tournament_seeds() - within a transaction */
bool store_tournament_seeds(struct db *db, struct arena *arena, const char *rules_id, const int64_t *people, int n, struct tournament_seeds *seeds,
                            struct err *err);

/* A table that opens. */
struct fixture_open {
    int stage, number;
    const struct rules *rules;
    struct setup setup;
    const struct pace *pace;
    const char *bot;               /* where person[] is 0 */
    int64_t person[SEATS_MAX];
    uint8_t secret[32];
};
enum { FIXTURES_AT_ONCE = 100 };
/** store_fixtures_open() - within the transaction of store_tournament(), which it ends: games of these @n tables, FIXTURES_AT_ONCE at most, whose
 *  seats are taken; they start by themselves. One that was opened before stays as it is. */
bool store_fixtures_open(struct db *db, struct arena *arena, int64_t id, const struct fixture_open *open, int n, struct err *err);
/** store_tournaments_due() - @made: those without a day that were made before are cancelled now; @most at most, those after @after first; one trip */
bool store_tournaments_due(struct db *db, struct arena *arena, int64_t now, int64_t made, int most, int64_t after, int64_t **ids, int *n, struct err *err);

#endif
