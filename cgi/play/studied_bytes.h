/* A study as it is stored. */
#ifndef CGI_PLAY_STUDIED_BYTES_H
#define CGI_PLAY_STUDIED_BYTES_H

#include "cgi/store/store.h"
#include "rules/engine/study.h"

enum { STUDIED_MOMENTS = SEATS_MAX * STUDY_MOMENTS };

struct studied {
    int n, seats;               /* points, from ply 0 on; seats */
    struct study_point *points;
    struct study_sum sum[SEATS_MAX]; /* of these; not stored */
    int n_moments;
    struct study_moment moments[STUDIED_MOMENTS]; /* by seat, then by ply */
};

/** studied_pack() - on @arena */
struct stored studied_pack(struct arena *arena, const struct studied *studied);
/** studied_read() - on @arena; false: these bytes are none, or not of a game with @seats and @plies, or damaged: they tell of more than any
 *  standing can be */
bool studied_read(struct arena *arena, struct stored stored, int seats, int plies, struct studied *studied);

#endif
