/* Venedig: how a view tells places, kinds and seats; for view.c and what is split off it. */
#ifndef RULES_VENEDIG_VIEW_PARTS_H
#define RULES_VENEDIG_VIEW_PARTS_H

#include "rules/engine/fault.h"
#include "rules/engine/value.h"
#include "rules/venedig/order.h"

/* A viewer and the position, for all that follows. */
struct seen {
    const struct venedig_state *st;
    int viewer;
    bool awaited; /* the viewer is asked something now */
    struct venedig_field built, free;
};

/* A point of the picture, 1000 by 850. */
struct point {
    int x, y;
};

/* dossier venedig 2: the middle of a hexagon; all of them lie on this grid. */
static inline struct point venedig_point(int q, int r)
{
    return (struct point){570 + 26 * (2 * q + r), 425 + 45 * r};
}

static inline struct point venedig_point_of(int site)
{
    return venedig_point(venedig_sites[site].q, venedig_sites[site].r);
}

/* Between its sites. No two spots of one kind have the same. */
static inline struct point venedig_middle(int spot)
{
    const struct venedig_spot *s = &venedig_spots[spot];
    struct point sum = {0, 0};
    for (int i = 0; i < s->n; i++) {
        struct point p = venedig_point_of(s->site[i]);
        sum.x += p.x;
        sum.y += p.y;
    }
    return (struct point){sum.x / s->n, sum.y / s->n};
}

static inline void venedig_set_point(struct value *out, struct point point)
{
    put_int(out, K_x, point.x);
    put_int(out, K_y, point.y);
}

/* "kind": "palazzo", and its label */
static inline void venedig_set_kind(struct value *out, int kind)
{
    put_text(out, K_kind, venedig_kinds[kind].id);
    put_text(out, K_kind_label, venedig_kinds[kind].label);
}

/* The imaginary player's seat is null, and so is one that is nobody's. */
static inline void venedig_set_seat(struct value *out, const struct venedig_state *st, int seat)
{
    bool person = venedig_is_person(st, seat);
    put_null(out, K_seat);
    if (person)
        put_int(out, K_seat, seat);
    put_bool(out, K_third, seat >= 0 && !person);
    put_bool(out, K_nobody, seat < 0);
}

/** venedig_set_district() - its id, name and initial; returns @out */
struct value *venedig_set_district(struct value *out, int district);
/** venedig_put_lie() - how a building on this spot lies, in degrees: a palazzo 0, 60 or 120, a ponte 30, 90 or 150, a basilica 0 or 180 */
void venedig_put_lie(struct value *out, int spot);
/** venedig_set_site() - one site; with its place when the viewer may drain it */
void venedig_set_site(struct value *out, const struct seen *seen, int site);
/** venedig_point_on_route() - the middle of a space; poles stand along the lower edge, to the left of the goal */
struct point venedig_point_on_route(int space);
/** venedig_set_board() - districts, sites, buildings, bridges and gondolas */
void venedig_set_board(struct value *out, const struct seen *seen);
/** venedig_put_job() - "job": the building on its way, and before gold may be spent what comes next; null when there is none */
void venedig_put_job(struct value *out, const struct seen *seen);

#endif
