/* The board as a view tells it; everybody sees all of it but what lies under the swamp. */
#include "config.h"

#include "rules/venedig/view_parts.h"

/* ---- Districts and sites ---- */

static const char *const initials[VENEDIG_DISTRICTS] = {"R", "C", "M", "D", "G"};

void venedig_set_district(struct json_object *out, int district)
{
    json_set_text(out, "district", venedig_districts[district].id);
    json_set_text(out, "name_label", venedig_districts[district].label);
    json_set_text(out, "initial", initials[district]);
}

struct json_object *venedig_districts_view(uint8_t districts)
{
    struct json_object *list = json_new_list();
    for (int district = 0; district < VENEDIG_DISTRICTS; district++)
        if (districts >> district & 1) {
            struct json_object *out = json_new();
            venedig_set_district(out, district);
            json_add(list, out);
        }
    return list;
}

struct json_object *venedig_site_view(const struct seen *seen, int site)
{
    struct json_object *out = json_new();
    const struct venedig_state *st = seen->st;
    bool swamp = st->swamp[site] >= 0, built = venedig_holds(&seen->built, site);
    if (seen->awaited && st->phase == VENEDIG_PHASE_DRAIN && swamp) {
        char place[24];
        struct writer text = writer_on(place, sizeof(place));
        write_text(&text, "site=");
        write_text(&text, venedig_spot_names[site].id);
        json_set_text(out, "place", place);
    }
    json_set_truth(out, "act", false);
    json_set_text(out, "site", venedig_spot_names[site].id);
    json_set_text(out, "site_label", venedig_spot_names[site].label);
    json_set_text(out, "district", venedig_districts[venedig_sites[site].district].id);
    json_set_text(out, "initial", initials[venedig_sites[site].district]);
    venedig_set_point(out, venedig_point_of(site));
    json_set_truth(out, "swamp", swamp);
    json_set_truth(out, "free", !swamp && !built);
    json_set_truth(out, "material", !swamp && !built && !venedig_sites[site].swamp);
    return out;
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

void venedig_set_lie(struct json_object *out, int spot)
{
    json_set_number(out, "degrees", degrees_of(spot));
}

/* A name for what may have changed since. */
static void set_mark(struct json_object *out, const char *what, int number)
{
    char place[24];
    struct writer text = writer_on(place, sizeof(place));
    write_text(&text, what);
    write_text(&text, "=");
    write_number(&text, number);
    json_set_text(out, "place", place);
}

static struct json_object *building_view(const struct seen *seen, int i)
{
    const struct venedig_building *b = &seen->st->buildings[i];
    struct json_object *out = json_new();
    venedig_set_kind(out, b->kind);
    json_set_text(out, "spot", venedig_spot_names[b->spot].id);
    json_set_text(out, "label", venedig_spot_names[b->spot].label);
    venedig_set_point(out, venedig_middle(b->spot));
    venedig_set_lie(out, b->spot);
    set_mark(out, "building", i);
    return out;
}

static bool is_ponte(const struct venedig_state *st, int spot)
{
    for (int i = 0; i < st->n_buildings; i++)
        if (st->buildings[i].spot == spot)
            return true;
    return false;
}

static struct json_object *bridge_view(const struct seen *seen, int spot)
{
    struct json_object *out = json_new();
    const uint8_t *site = venedig_spots[spot].site;
    bool built = is_ponte(seen->st, spot);
    json_set_number(out, "bridge", spot - VENEDIG_OVER + 1);
    json_set_text(out, "label", venedig_spot_names[spot].label);
    json_set_truth(out, "built", built);
    json_set_truth(out, "open", !venedig_holds(&seen->built, site[0]) && !venedig_holds(&seen->built, site[1]));
    return out;
}

/* ---- The route ---- */

struct point venedig_point_on_route(int space)
{
    if (space <= VENEDIG_GOAL)
        return venedig_point(venedig_route[space].q, venedig_route[space].r);
    int pole = space - VENEDIG_GOAL > VENEDIG_POLES ? VENEDIG_POLES : space - VENEDIG_GOAL;
    return (struct point){866 - 34 * pole, pole % 2 ? 790 : 780};
}

/* On the start they all lie in one place; the page moors them side by side. */
static struct json_object *gondola_view(const struct seen *seen, int seat)
{
    const struct venedig_state *st = seen->st;
    struct json_object *out = json_new();
    int space = st->gondola[seat];
    venedig_set_seat(out, st, seat);
    set_mark(out, "gondola", seat);
    json_set_number(out, "space", space);
    venedig_set_point(out, venedig_point_on_route(space));
    json_set_truth(out, "beyond", space > VENEDIG_GOAL + VENEDIG_POLES);
    return out;
}

void venedig_set_board(const struct seen *seen, struct json_object *out)
{
    struct json_object *districts = json_new_list(), *sites = json_new_list(), *buildings = json_new_list();
    struct json_object *bridges = json_new_list(), *gondolas = json_new_list();
    for (int district = 0; district < VENEDIG_DISTRICTS; district++) {
        struct json_object *one = json_new();
        venedig_set_district(one, district);
        json_set_number(one, "casas", venedig_casas(seen->st, district));
        json_add(districts, one);
    }
    for (int site = 0; site < VENEDIG_SITES; site++)
        json_add(sites, venedig_site_view(seen, site));
    for (int i = 0; i < seen->st->n_buildings; i++)
        json_add(buildings, building_view(seen, i));
    for (int spot = VENEDIG_OVER; spot < VENEDIG_TRIANGLES; spot++)
        json_add(bridges, bridge_view(seen, spot));
    for (int seat = 0; seat < seen->st->seats; seat++)
        json_add(gondolas, gondola_view(seen, seat));
    json_set(out, "districts", districts);
    json_set(out, "sites", sites);
    json_set(out, "buildings", buildings);
    json_set(out, "bridges", bridges);
    json_set(out, "gondolas", gondolas);
}
