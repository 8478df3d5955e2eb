/* What people do to a tournament, and the steps by which it goes on by itself (docs/tournaments.md). Each is one transaction that locks the
 * tournament, so it may be done by several at once, and stopped anywhere: done again it finds what is left. All times come from @now. */
#ifndef CGI_TOURNAMENT_TOURNAMENT_H
#define CGI_TOURNAMENT_TOURNAMENT_H

#include "cgi/store/tournaments.h"

struct new_tournament {
    int64_t organiser;
    const char *title, *zone;
    enum tournament_format format;
    const struct rules *rules;
    struct setup setup;            /* its seats are those of a table */
    struct pace pace;
    int size, moves, stages, days, most;
    int64_t starts;                /* 0: when full alone */
    bool when_full;
};

/* Whether games fit into a stage (docs/tournaments.md, A pace must fit). */
struct fit {
    int64_t game_seconds;          /* what a game is reckoned to take */
    int64_t stage_seconds;
    int each;                      /* the most tables that somebody plays in a stage */
    int at_once;                   /* how many of them at once, at least; 0: they do not fit */
};
struct fit tournament_fit(const struct rules *rules, int seats, const struct pace *pace, enum tournament_format format, int size, int days);

/**
 * tournament_new() - ERR_INPUT with a sentence for a field that is wrong (@field: its name in the form), ERR_RULE when the pace does not fit,
 *  ERR_STALE when the title is taken, ERR_RATE when the organiser has TOURNAMENTS_OF_ONE, ERR_FORBIDDEN for guests and unconfirmed addresses
 */
bool tournament_new(struct db *db, struct arena *arena, const struct new_tournament *, int64_t now, int64_t *id, const char **field, struct err *err);

/** tournament_join() - before the start one of those who play, later on the waiting list; again: only @at_once changes. ERR_STALE: over, or
 *  full (waiting list included: TOURNAMENT_MOST), ERR_FORBIDDEN: guests; who missed deadlines this season; who is banned or suspended */
bool tournament_join(struct db *db, struct arena *arena, int64_t id, int64_t person, int at_once, int64_t now, struct err *err);
/** tournament_leave() - before the start without a trace; later the place goes on without the person (tournament_step()) */
bool tournament_leave(struct db *db, struct arena *arena, int64_t id, int64_t person, int64_t now, struct err *err);

enum organiser_act { ACT_CANCEL, ACT_PAUSE, ACT_GO_ON };
/** tournament_act() - ERR_FORBIDDEN unless @person is the organiser, or @operates this house; ERR_STALE: cannot be, or is so already */
bool tournament_act(struct db *db, struct arena *arena, int64_t id, int64_t person, bool operates, enum organiser_act act, int64_t now, struct err *err);
/** tournament_correct() - likewise; @rank by seat, from 1, of a table that is open or counts; ERR_INPUT without a reason (1 to 500 characters) */
bool tournament_correct(struct db *db, struct arena *arena, int64_t id, int64_t person, bool operates, int stage, int number, const int rank[], const char *why,
                        int64_t now, struct err *err);
/** tournament_agree() - @person, who sits at this running table, wants what is expected to count if it is not finished, or does not any more */
bool tournament_agree(struct db *db, struct arena *arena, int64_t id, int64_t person, int stage, int number, bool agrees, int64_t now, struct err *err);

/** tournaments_due() - those at which something may be to do at @now, at most @most: those after @after first, so that in the end each is among
 *  them; one trip */
bool tournaments_due(struct db *db, struct arena *arena, int64_t now, int most, int64_t after, int64_t **ids, int *n, struct err *err);
/** tournament_step() - does what is due at @id: drops people who are out, gives their places on, counts games that are over, closes the stage,
 *  begins the next, opens tables. *again: something was done, and more may be due */
bool tournament_step(struct db *db, struct arena *arena, int64_t id, int64_t now, bool *again, struct err *err);

#endif
