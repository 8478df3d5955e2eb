/* The study of a finished game: what each seat could expect after each ply, by what it knew then, and whether chance or a decision had
 * changed that.
 *
 * After ply i seat s expects V(i, s): the mean over worlds, in which all that s cannot see is dealt anew, of what the position is worth once
 * all have played on by advice for a while; after the last ply, what it has. D(i, s) is what s could expect then before the move of ply i
 * drew or showed anything: the mean over positions in which what no seat had seen is dealt anew, and the move made. V(i, s) - D(i, s) is
 * luck. What no seat has seen is as likely to lie one way as another, whoever did what for whatever reason: so nobody gains by luck on
 * average, however good or bad the worth of a position is reckoned.
 *
 * What others knew is no luck: that a pile has but poor cards when others have looked through it. Of its own move s had to expect the mean
 * over all that s could not see; the rest, up to D, is others' doing, like the moves of others. Start + luck + own decisions + others'
 * decisions = result, for each seat, exactly. Work is counted in moves; equal games, seeds and revisions give equal bits.
 */
#ifndef RULES_ENGINE_STUDY_H
#define RULES_ENGINE_STUDY_H

#include "rules/engine/search_why.h"

enum {
    STUDY_REVISION = 2,  /* raised when a study of the same game would come out differently */
    STUDY_WORLDS = 1024, /* at most */
    STUDY_TRIED = 8,     /* decisions of a seat that are looked at again */
    STUDY_MOMENTS = 3    /* of these, told of a seat at most */
};

/* How closely one looks. */
struct study_plan {
    uint32_t moves; /* of all playouts for what is expected, about: the more plies and seats, the fewer worlds */
    uint16_t depth; /* moves of a playout, 1 at least */
    uint8_t stray;  /* of 100 of them so many are any move at all */
};

/* After one ply. SEARCH_SCALE-ths of what 1 in a standing is. */
struct study_point {
    int32_t expects[SEATS_MAX]; /* by what the seat knows; what has changed since the ply before is luck, others' and own */
    int32_t luck[SEATS_MAX];    /* at the deal all but what could be expected before it */
    int32_t others[SEATS_MAX];
    int32_t open[SEATS_MAX];    /* what the seat could expect if all cards lay open */
};

/* One ply: @seat has made @move. Borrowed. */
struct study_step {
    const void *before, *after;
    int seat;
    const struct move *move;
};

/* Where the result of a seat came from. result = start + luck + own + others. */
struct study_sum {
    int32_t start, luck, own, others, result;
};

/* A decision where something better was there. */
struct study_moment {
    int ply, seat;
    struct move move, better;
    int32_t worth, error; /* by how much the better one is ahead of the other, in worlds in which neither was chosen */
    int n_why;
    struct why why[WHY_MOST]; /* the better one rather than the other */
};

/* What is worked with; need not be cleared. About 500 KB. */
struct study {
    const struct rules *rules;
    int seats, worlds;
    uint32_t moves;             /* played */
    struct search_plan plan, quick, look;
    uint8_t seed[RNG_KEY_BYTES];
    uint8_t key[STUDY_WORLDS][RNG_KEY_BYTES];
    int32_t expects[SEATS_MAX]; /* after the last ply that was told */
    struct study_world {
        int k; /* -1: none */
        int32_t points[SEATS_MAX];
        _Alignas(max_align_t) uint8_t state[SEARCH_STATE];
    } seen[SEATS_MAX];
    _Alignas(max_align_t) uint8_t before[SEARCH_STATE];
    struct search_room room;
    struct log log;
    int turn, turn_of;
    struct {
        int n;
        struct study_tried {
            int ply, turn;
            int32_t gain;
            struct move move, better;
            _Alignas(max_align_t) uint8_t before[SEARCH_STATE];
        } at[STUDY_TRIED];
    } tried[SEATS_MAX];
};

/**
 * study_begin() - the deal of a game
 * @plan: NULL: the usual one
 * @plies: how many the game has
 * @seed: what is thrown; says nothing about the game's own chance
 * @state: as it was dealt
 * @start: what each seat could expect before that
 * @point: after it
 */
void study_begin(struct study *study, const struct rules *rules, const struct setup *setup, const struct study_plan *plan, int plies,
                 const uint8_t seed[RNG_KEY_BYTES], const void *state, int32_t start[SEATS_MAX], struct study_point *point);
/** study_ply() - the next ply, and what has come of it */
void study_ply(struct study *study, const struct study_step *step, struct study_point *point);
/** study_decide() - was there something better? To be asked after its study_ply(); @ply: its number */
void study_decide(struct study *study, int ply, const struct study_step *step);
/**
 * study_moments() - of the decisions asked about, those where something better was there, estimated anew
 * @least: what is worth less is not told; SEARCH_SCALE-ths
 * @out: of @seat, by ply; those of one turn, or that missed the same move, are told once
 * Return: how many
 */
int study_moments(struct study *study, int seat, int32_t least, struct study_moment out[STUDY_MOMENTS]);

/** study_sum() - where the result of @seat came from; @points: from ply 0 on, @n of them. False: it is more than any game comes to */
bool study_sum(const struct study_point *points, int n, int seat, struct study_sum *sum);
/** study_whole() - the same in whole @units of SEARCH_SCALE-ths, so rounded that the sum is exact; the result is whole already */
struct study_sum study_whole(const struct study_sum *sum, int32_t unit);

#endif
