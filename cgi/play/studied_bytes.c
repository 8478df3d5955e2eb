#include "config.h"

#include "cgi/play/studied_bytes.h"

#include <string.h>

#include "cgi/base/banned.h"

/* Whole numbers of four bytes each, the least first. They begin with the revision of studies, which tells the form. */
enum { BYTES = 4, HEAD = 4, OF_POINT = 4, OF_MOVE = 2, OF_WHY = 4 + WHY_KEY, OF_MOMENT = 5 + 2 * OF_MOVE + 2 * MOVE_ARGS + WHY_MOST * OF_WHY };

/* What anybody can expect lies between what a standing can be. */
enum { EXPECTED_MOST = INT16_MAX * SEARCH_SCALE, CHANGED_MOST = 2 * EXPECTED_MOST };

struct writer {
    uint8_t *at;
};

static void write_number(struct writer *w, int32_t number)
{
    for (int i = 0; i < BYTES; i++)
        *w->at++ = (uint8_t)((uint32_t)number >> (8 * i));
}

static void write_move(struct writer *w, const struct move *move)
{
    write_number(w, move->verb);
    write_number(w, move->nargs);
    for (int i = 0; i < move->nargs; i++)
        write_number(w, move->arg[i]);
}

static void write_moment(struct writer *w, const struct study_moment *moment)
{
    write_number(w, moment->ply);
    write_number(w, moment->seat);
    write_number(w, moment->worth);
    write_number(w, moment->error);
    write_move(w, &moment->move);
    write_move(w, &moment->better);
    write_number(w, moment->n_why);
    for (int i = 0; i < moment->n_why; i++) {
        const struct why *why = &moment->why[i];
        write_number(w, why->event.kind);
        write_number(w, why->event.n_key);
        for (int k = 0; k < WHY_KEY; k++)
            write_number(w, why->event.key[k]);
        write_number(w, why->share);
        write_number(w, why->otherwise);
    }
}

struct stored studied_pack(struct arena *arena, const struct studied *studied)
{
    size_t most = (size_t)(HEAD + studied->n * studied->seats * OF_POINT + studied->n_moments * OF_MOMENT) * BYTES;
    uint8_t *bytes = arena_alloc(arena, most);
    struct writer w = {bytes};
    write_number(&w, STUDY_REVISION);
    write_number(&w, studied->n);
    write_number(&w, studied->seats);
    write_number(&w, studied->n_moments);
    for (int i = 0; i < studied->n; i++)
        for (int s = 0; s < studied->seats; s++) {
            const struct study_point *point = &studied->points[i];
            const int32_t numbers[OF_POINT] = {point->expects[s], point->luck[s], point->others[s], point->open[s]};
            for (int k = 0; k < OF_POINT; k++)
                write_number(&w, numbers[k]);
        }
    for (int i = 0; i < studied->n_moments; i++)
        write_moment(&w, &studied->moments[i]);
    return (struct stored){bytes, (size_t)(w.at - bytes)};
}

/* ---- reading ---- */

struct reader {
    const uint8_t *at, *end;
    bool ok;
};

/* 0, and not ok, past the end or outside of @lo .. @hi. */
static int32_t read_between(struct reader *r, int32_t lo, int32_t hi)
{
    uint32_t number = 0;
    if (!r->ok || r->end - r->at < BYTES)
        return r->ok = false;
    for (int i = 0; i < BYTES; i++)
        number |= (uint32_t)*r->at++ << (8 * i);
    r->ok = (int32_t)number >= lo && (int32_t)number <= hi;
    return r->ok ? (int32_t)number : 0;
}

static int32_t read_within(struct reader *r, int32_t most)
{
    return read_between(r, -most, most);
}

static void read_move(struct reader *r, struct move *move)
{
    memset(move, 0, sizeof(*move));
    move->verb = (uint8_t)read_between(r, 0, UINT8_MAX);
    move->nargs = (uint8_t)read_between(r, 0, MOVE_ARGS);
    for (int i = 0; i < move->nargs; i++)
        move->arg[i] = (int16_t)read_between(r, INT16_MIN, INT16_MAX);
}

static void read_moment(struct reader *r, const struct studied *studied, struct study_moment *moment)
{
    moment->ply = read_between(r, 1, studied->n - 1);
    moment->seat = read_between(r, 0, studied->seats - 1);
    moment->worth = read_within(r, CHANGED_MOST);
    moment->error = read_within(r, CHANGED_MOST);
    read_move(r, &moment->move);
    read_move(r, &moment->better);
    moment->n_why = read_between(r, 0, WHY_MOST);
    for (int i = 0; i < moment->n_why; i++) {
        struct why *why = &moment->why[i];
        why->event.kind = (uint8_t)read_between(r, 0, UINT8_MAX);
        why->event.n_key = (uint8_t)read_between(r, 0, WHY_KEY);
        for (int k = 0; k < WHY_KEY; k++)
            why->event.key[k] = (int16_t)read_between(r, INT16_MIN, INT16_MAX);
        why->share = (uint8_t)read_between(r, 0, 100);
        why->otherwise = (uint8_t)read_between(r, 0, 100);
    }
}

bool studied_read(struct arena *arena, struct stored stored, int seats, int plies, struct studied *studied)
{
    struct reader r = {stored.bytes, stored.bytes + stored.n, stored.bytes != NULL};
    memset(studied, 0, sizeof(*studied));
    read_between(&r, STUDY_REVISION, STUDY_REVISION);
    studied->n = read_between(&r, plies + 1, plies + 1);
    studied->seats = read_between(&r, seats, seats);
    studied->n_moments = read_between(&r, 0, STUDIED_MOMENTS);
    if (!r.ok)
        return false;
    studied->points = arena_array(arena, (size_t)studied->n, sizeof(*studied->points));
    memset(studied->points, 0, (size_t)studied->n * sizeof(*studied->points));
    for (int i = 0; i < studied->n; i++)
        for (int s = 0; s < seats; s++) {
            struct study_point *point = &studied->points[i];
            point->expects[s] = read_within(&r, EXPECTED_MOST);
            point->luck[s] = read_within(&r, CHANGED_MOST);
            point->others[s] = read_within(&r, CHANGED_MOST);
            point->open[s] = read_within(&r, EXPECTED_MOST);
        }
    for (int s = 0; s < seats && r.ok; s++)
        r.ok = study_sum(studied->points, studied->n, s, &studied->sum[s]);
    for (int i = 0; i < studied->n_moments; i++)
        read_moment(&r, studied, &studied->moments[i]);
    return r.ok && r.at == r.end;
}
