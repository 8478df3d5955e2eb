/* The board as a view tells it; everybody sees all of it but what lies under the swamp. */
#include "config.h"

#include "rules/venedig/view_parts.h"

/* ---- Districts and sites ---- */

static const char *const initials[VENEDIG_DISTRICTS] = {"R", "C", "M", "D", "G"};

struct value *venedig_set_district(struct value *out, int district)
{
    put_text(out, K_district, venedig_districts[district].id);
    put_text(out, K_name_label, venedig_districts[district].label);
    return put_text(out, K_initial, initials[district]);
}

void venedig_set_site(struct value *out, const struct seen *seen, int site)
{
    const struct venedig_state *st = seen->st;
    bool swamp = st->swamp[site] >= 0, built = venedig_holds(&seen->built, site);
    if (seen->awaited) { /* where nothing can be done, it is asked why */
        char place[32];
        struct writer text = writer_on(place, sizeof(place));
        write_text(&text, st->phase == VENEDIG_PHASE_PLACE ? "spot=" : st->phase == VENEDIG_PHASE_DRAIN ? "verb=drain&site=" : "site=");
        write_text(&text, venedig_spot_names[site].id);
        put_copy(out, K_place, place);
    }
    put_null(put_bool(out, K_act, false), K_no);
    put_text(out, K_site, venedig_spot_names[site].id);
    put_text(out, K_site_label, venedig_spot_names[site].label);
    put_text(out, K_district, venedig_districts[venedig_sites[site].district].id);
    put_text(out, K_initial, initials[venedig_sites[site].district]);
    venedig_set_point(out, venedig_point_of(site));
    put_bool(out, K_swamp, swamp);
    put_bool(out, K_free, !swamp && !built);
    put_bool(out, K_material, !swamp && !built && !venedig_sites[site].swamp);
}

/* A name for what may have changed since. */
static void put_mark(struct value *out, const char *what, int number)
{
    char place[24];
    struct writer text = writer_on(place, sizeof(place));
    write_text(&text, what);
    write_text(&text, "=");
    write_number(&text, number);
    put_copy(out, K_place, place);
}

/* Which site is a swamp still: sites themselves are named for what is asked, and no name for what may have changed. */
static void put_marshes(struct value *out, const struct venedig_state *st)
{
    struct value *marshes = put_list(out, K_marshes);
    for (int site = 0; site < VENEDIG_SITES; site++)
        if (venedig_sites[site].swamp) {
            struct value *marsh = add_object(marshes);
            put_mark(marsh, "marsh", site);
            put_bool(marsh, K_swamp, st->swamp[site] >= 0);
            put_text(marsh, K_initial, initials[venedig_sites[site].district]);
            venedig_set_point(marsh, venedig_point_of(site));
        }
}

/* ---- Buildings and bridge lines ---- */

/* How a building lies: degrees clockwise from the right; a basilica with two sites below the third is turned by none. */
static int degrees_of(int spot)
{
    const struct venedig_spot *s = &venedig_spots[spot];
    struct point a = venedig_point_of(s->site[0]), b = venedig_point_of(s->site[1]);
    int right = b.y < a.y ? a.x - b.x : b.x - a.x; /* on the way down */
    if (s->n == 3)
        return venedig_point_of(s->site[1]).y == venedig_point_of(s->site[2]).y ? 0 : 180;
    if (s->n == 1 || a.y == b.y)
        return 0;
    if (spot >= VENEDIG_OVER)
        return right > 0 ? 30 : right == 0 ? 90 : 150;
    return right > 0 ? 60 : 120;
}

void venedig_put_lie(struct value *out, int spot)
{
    put_int(out, K_degrees, degrees_of(spot));
}

static void set_building(struct value *out, const struct seen *seen, int i)
{
    const struct venedig_building *b = &seen->st->buildings[i];
    venedig_set_kind(out, b->kind);
    put_text(out, K_spot, venedig_spot_names[b->spot].id);
    put_text(out, K_label, venedig_spot_names[b->spot].label);
    venedig_set_point(out, venedig_middle(b->spot));
    venedig_put_lie(out, b->spot);
    put_text(out, K_initial, initials[venedig_sites[venedig_spots[b->spot].site[0]].district]);
    put_mark(out, "building", i);
}

static bool is_ponte(const struct venedig_state *st, int spot)
{
    for (int i = 0; i < st->n_buildings; i++)
        if (st->buildings[i].spot == spot)
            return true;
    return false;
}

static void set_bridge(struct value *out, const struct seen *seen, int spot)
{
    const uint8_t *site = venedig_spots[spot].site;
    put_int(out, K_bridge, spot - VENEDIG_OVER + 1);
    put_text(out, K_label, venedig_spot_names[spot].label);
    put_bool(out, K_built, is_ponte(seen->st, spot));
    put_bool(out, K_open, !venedig_holds(&seen->built, site[0]) && !venedig_holds(&seen->built, site[1]));
}

/* ---- The route ---- */

struct point venedig_point_on_route(int space)
{
    if (space <= VENEDIG_GOAL)
        return venedig_point(venedig_route[space].q, venedig_route[space].r);
    int pole = space - VENEDIG_GOAL > VENEDIG_POLES ? VENEDIG_POLES : space - VENEDIG_GOAL;
    return (struct point){866 - 34 * pole, pole % 2 ? 790 : 780};
}

/* On the start they all lie in one place: they are moored side by side, to the right of it. */
static struct point point_of_gondola(int seat, int space)
{
    static const int16_t down[VENEDIG_SEATS] = {46, -4, 96, -54, 146};
    struct point point = venedig_point_on_route(space);
    if (space == 0)
        point = (struct point){point.x + 72, point.y + down[seat]};
    return point;
}

static void set_gondola(struct value *out, const struct venedig_state *st, int seat)
{
    int space = st->gondola[seat];
    venedig_set_seat(out, st, seat);
    put_mark(out, "gondola", seat);
    put_int(out, K_space, space);
    venedig_set_point(out, point_of_gondola(seat, space));
    put_bool(out, K_beyond, space > VENEDIG_GOAL + VENEDIG_POLES);
}

void venedig_set_board(struct value *out, const struct seen *seen)
{
    struct value *districts = put_list(out, K_districts), *sites = put_list(out, K_sites);
    struct value *buildings = put_list(out, K_buildings), *bridges = put_list(out, K_bridges), *gondolas = put_list(out, K_gondolas);
    for (int district = 0; district < VENEDIG_DISTRICTS; district++)
        put_int(venedig_set_district(add_object(districts), district), K_casas, venedig_casas(seen->st, district));
    for (int site = 0; site < VENEDIG_SITES; site++)
        venedig_set_site(add_object(sites), seen, site);
    put_marshes(out, seen->st);
    for (int i = 0; i < seen->st->n_buildings; i++)
        set_building(add_object(buildings), seen, i);
    for (int spot = VENEDIG_OVER; spot < VENEDIG_TRIANGLES; spot++)
        set_bridge(add_object(bridges), seen, spot);
    for (int seat = 0; seat < seen->st->seats; seat++)
        set_gondola(add_object(gondolas), seen->st, seat);
}

/* ---- The building on its way ---- */

static void put_spot(struct value *out, enum key key, int spot)
{
    put_null(out, key);
    if (spot < 0)
        return;
    struct value *one = put_object(out, key);
    put_text(one, K_label, venedig_spot_names[spot].label);
    venedig_set_point(one, venedig_middle(spot));
}

/* Before what the active seat may spend gold now: treasure, or whose gondola moves how far. */
static void put_next(struct value *out, const struct seen *seen)
{
    const struct venedig_state *st = seen->st;
    const struct venedig_job *job = &st->job;
    put_null(out, K_next);
    if (st->phase != VENEDIG_PHASE_GOLD)
        return;
    int seat = (job->builder + job->next) % venedig_ring(st);
    struct value *next = put_object(out, K_next);
    venedig_set_seat(next, st, seat);
    put_bool(next, K_treasure, job->step == VENEDIG_STEP_TREASURE);
    put_int(next, K_steps, venedig_share(st, job, seat, job->points));
    put_bool(next, K_poor, seen->awaited && venedig_gold(st->gold[seen->viewer]) < VENEDIG_PRICE);
}

void venedig_put_job(struct value *out, const struct seen *seen)
{
    const struct venedig_state *st = seen->st;
    const struct venedig_job *job = &st->job;
    bool waits = job->step == VENEDIG_STEP_PLACE;
    put_null(out, K_job);
    if (job->kind < 0)
        return;
    out = put_object(out, K_job);
    venedig_set_kind(out, job->kind);
    venedig_set_seat(put_object(out, K_architect), st, job->builder);
    venedig_set_seat(put_object(out, K_active), st, st->active);
    put_spot(out, K_wish, waits ? job->spot : -1);
    put_spot(out, K_spot, waits ? -1 : job->spot);
    put_int(out, K_points, job->points);
    put_next(out, seen);
}
