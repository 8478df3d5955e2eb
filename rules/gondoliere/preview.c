/* What each placement would do, before it is chosen: dossier gondoliere 15. */
#include "config.h"

#include "rules/gondoliere/view_parts.h"
#include "rules/engine/fault.h"
#include "rules/engine/json.h"
#include "rules/engine/verbs.h"

/* A position that is tried out, and what follows from it. */
struct trying {
    const struct gondoliere_state *st;
    const struct gondoliere_chart *chart;
    struct gondoliere_result result;
};

/* A canal after a placement that leads it on or closes it: what it holds, and what it pays or would pay. */
static struct json_object *outcome_view(const struct gondoliere_state *then, const struct gondoliere_chart *chart, int canal)
{
    struct json_object *out = json_new();
    int cause = then->canals[canal];
    int16_t points[GONDOLIERE_SEATS];
    gondoliere_payout(chart, canal, points);
    json_set_number(out, "canal", gondoliere_number(canal));
    json_set_truth(out, "finished", cause != GONDOLIERE_OPEN);
    json_set_text(out, "cause", cause == GONDOLIERE_OPEN ? NULL : gondoliere_causes[cause].id);
    json_set_text(out, "cause_label", cause == GONDOLIERE_OPEN ? NULL : gondoliere_causes[cause].label);
    json_set_number(out, "passengers", gondoliere_passengers(chart, canal));
    json_set_truth(out, "dry", !chart->course[canal].values);
    json_set(out, "points", gondoliere_points_view(then, points));
    json_set(out, "shares", gondoliere_shares_view(then, points, chart->course[canal].sums));
    return out;
}

/* One way to lay a tile, tried on a copy: where it goes, what it closes and pays, and whether the game ends. */
static struct json_object *way_view(const struct trying *now, const struct gondoliere_way *way)
{
    struct gondoliere_state then = *now->st;
    struct gondoliere_chart chart = *now->chart;
    const struct gondoliere_course *front = &now->chart->course[way->canal];
    struct json_object *out = json_new(), *gains = json_new_list(), *touches = json_new_list();
    char text[64];
    unsigned closed = gondoliere_place(&then, &chart, way);
    struct writer place = writer_on(text, sizeof(text));
    write_text(&place, "tile=");
    write_text(&place, gondoliere_tiles[way->tile].id);
    write_text(&place, "&canal=");
    write_number(&place, gondoliere_number(way->canal));
    write_text(&place, "&rotation=");
    write_number(&place, way->rotation);
    json_set_text(out, "place", text);
    json_set_number(out, "canal", gondoliere_number(way->canal));
    json_set_number(out, "rotation", way->rotation);
    json_set_number(out, "degrees", 90 * way->rotation);
    gondoliere_tell_cell(out, front->x, front->y);
    json_set_text(out, "in", gondoliere_sides[front->side].id);
    json_set_text(out, "out", gondoliere_sides[way->exit].id);
    json_set_text(out, "out_label", gondoliere_sides[way->exit].label);
    json_set_number(out, "out_degrees", 90 * way->exit);
    json_set(out, "also_canal", way->partner < 0 ? NULL : json_number(gondoliere_number(way->partner)));
    json_set_number(out, "passengers", gondoliere_passengers(&chart, way->canal));
    for (int k = 0; k < GONDOLIERE_CANALS; k++)
        if (closed >> k & 1 || k == way->canal || k == way->partner)
            json_add(touches, outcome_view(&then, &chart, k));
    struct gondoliere_result result = gondoliere_result(&then, &chart);
    for (int seat = 0; seat < then.seats; seat++)
        json_add(gains, json_number(result.points[seat] - now->result.points[seat]));
    json_set(out, "touches", touches);
    json_set(out, "gains", gains);
    bool ends = then.ending != GONDOLIERE_ENDING_NONE;
    json_set_truth(out, "ends", ends);
    json_set_text(out, "ending_label", ends ? gondoliere_endings[then.ending].label : NULL);
    return out;
}

/* A turn of the tile that a rule forbids: the placement as text, which is explained on the page, and the player whose rule it is.
 * */
static struct json_object *refusal_view(const struct gondoliere_way *way, int error, bool turned)
{
    struct json_object *out = json_new();
    struct move move = {.verb = GONDOLIERE_PLACE, .nargs = SLOTS_OF_PLACE,
                        .arg = {way->tile, (int16_t)gondoliere_number(way->canal), way->rotation}};
    char text[MOVE_TEXT];
    move_to_text(gondoliere_verbs, &move, text);
    json_set_text(out, "refused", text);
    json_set_text(out, "why", gondoliere_errors[error].name);
    json_set_number(out, "fault", gondoliere_number(way->fault));
    json_set_number(out, "rotation", way->rotation);
    json_set_text(out, "out_label", turned ? gondoliere_sides[way->exit].label : NULL);
    return out;
}

/* Does another canal look into the same place? */
static bool is_shared(const struct trying *now, int canal)
{
    const struct gondoliere_course *front = &now->chart->course[canal];
    for (int k = 0; k < GONDOLIERE_CANALS; k++)
        if (k != canal && now->st->canals[k] == GONDOLIERE_OPEN && now->chart->course[k].x == front->x
            && now->chart->course[k].y == front->y)
            return true;
    return false;
}

/* A tile at the front of a canal: the ways it may lie there, and the rules by which it may not. What both turns of a curve
 * break alike is told once, without the direction. */
static struct json_object *fit_view(const struct trying *now, int tile, int canal)
{
    struct json_object *out = json_new(), *ways = json_new_list(), *refusals = json_new_list();
    struct gondoliere_way way[2];
    uint8_t rotation[2];
    int error[2];
    const struct gondoliere_course *front = &now->chart->course[canal];
    int n = gondoliere_rotations(tile, front->side, rotation);
    for (int i = 0; i < n; i++)
        error[i] = gondoliere_permits(now->st, now->chart, tile, canal, rotation[i], &way[i]);
    if (n == 2 && error[0] && error[0] == error[1] && way[0].fault == way[1].fault && way[0].other == way[1].other
        && way[0].landing == way[1].landing)
        n = 1;
    for (int i = 0; i < n; i++)
        if (error[i] == RULE_OK)
            json_add(ways, way_view(now, &way[i]));
        else
            json_add(refusals, refusal_view(&way[i], error[i], n == 2));
    json_set_number(out, "canal", gondoliere_number(canal));
    gondoliere_tell_cell(out, front->x, front->y);
    json_set_number(out, "in_degrees", 90 * front->side);
    json_set_truth(out, "shared", is_shared(now, canal));
    json_set_truth(out, "fits", json_object_array_length(ways) > 0);
    json_set_truth(out, "turns", json_object_array_length(ways) > 1);
    json_set(out, "ways", ways);
    json_set(out, "refusals", refusals);
    return out;
}

struct json_object *gondoliere_preview(const struct gondoliere_state *st, const struct gondoliere_chart *chart)
{
    const struct trying now = {st, chart, gondoliere_result(st, chart)};
    struct json_object *tiles = json_new_list();
    uint8_t tile[2 * GONDOLIERE_DISPLAY];
    int n = gondoliere_shown(st, st->current, tile);
    for (int i = 0; i < n; i++) {
        struct json_object *out = gondoliere_shown_view(tile[i], true), *canals = json_new_list();
        for (int canal = 0; canal < GONDOLIERE_CANALS; canal++)
            if (st->canals[canal] == GONDOLIERE_OPEN)
                json_add(canals, fit_view(&now, tile[i], canal));
        json_set(out, "canals", canals);
        json_add(tiles, out);
    }
    return tiles;
}
