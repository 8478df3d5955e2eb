/* What each placement would do, before it is chosen: dossier gondoliere 15. */
#include "config.h"

#include "rules/gondoliere/view_parts.h"
#include "rules/engine/fault.h"
#include "rules/engine/verbs.h"

/* A position that is tried out, and what follows from it. */
struct trying {
    const struct gondoliere_state *st;
    const struct gondoliere_chart *chart;
    struct gondoliere_result result;
};

/* A canal after a placement that leads it on or closes it: what it holds, and what it pays or would pay. */
static void set_outcome(struct value *out, const struct gondoliere_state *then, const struct gondoliere_chart *chart, int canal)
{
    int cause = then->canals[canal];
    int16_t points[GONDOLIERE_SEATS];
    gondoliere_payout(chart, canal, points);
    put_int(out, K_canal, gondoliere_number(canal));
    put_bool(out, K_finished, cause != GONDOLIERE_OPEN);
    put_text(out, K_cause, cause == GONDOLIERE_OPEN ? NULL : gondoliere_causes[cause].id);
    put_text(out, K_cause_label, cause == GONDOLIERE_OPEN ? NULL : gondoliere_causes[cause].label);
    put_int(out, K_passengers, gondoliere_passengers(chart, canal));
    put_bool(out, K_dry, !chart->course[canal].values);
    gondoliere_put_points(out, K_points, then, points);
    gondoliere_put_shares(out, then, points, chart->course[canal].sums);
}

/* One way to lay a tile, tried on a copy: where it goes, what it closes and pays, and whether the game ends. */
static void set_way(struct value *out, const struct trying *now, const struct gondoliere_way *way)
{
    struct gondoliere_state then = *now->st;
    struct gondoliere_chart chart = *now->chart;
    const struct gondoliere_course *front = &now->chart->course[way->canal];
    char text[64];
    unsigned closed = gondoliere_place(&then, &chart, way);
    struct writer place = writer_on(text, sizeof(text));
    write_text(&place, "tile=");
    write_text(&place, gondoliere_tiles[way->tile].id);
    write_text(&place, "&canal=");
    write_number(&place, gondoliere_number(way->canal));
    write_text(&place, "&rotation=");
    write_number(&place, way->rotation);
    put_copy(out, K_place, text);
    put_int(out, K_canal, gondoliere_number(way->canal));
    put_int(out, K_rotation, way->rotation);
    put_int(out, K_degrees, 90 * way->rotation);
    gondoliere_set_cell(out, front->x, front->y);
    put_text(out, K_in, gondoliere_sides[front->side].id);
    put_text(out, K_out, gondoliere_sides[way->exit].id);
    put_text(out, K_out_label, gondoliere_sides[way->exit].label);
    put_int(out, K_out_degrees, 90 * way->exit);
    put_known(out, K_also_canal, way->partner >= 0, gondoliere_number(way->partner));
    put_int(out, K_passengers, gondoliere_passengers(&chart, way->canal));
    struct value *touches = put_list(out, K_touches), *gains = put_list(out, K_gains);
    for (int k = 0; k < GONDOLIERE_CANALS; k++)
        if (closed >> k & 1 || k == way->canal || k == way->partner)
            set_outcome(add_object(touches), &then, &chart, k);
    struct gondoliere_result result = gondoliere_result(&then, &chart);
    for (int seat = 0; seat < then.seats; seat++)
        add_int(gains, result.points[seat] - now->result.points[seat]);
    bool ends = then.ending != GONDOLIERE_ENDING_NONE;
    put_bool(out, K_ends, ends);
    put_text(out, K_ending_label, ends ? gondoliere_endings[then.ending].label : NULL);
}

/* A turn of the tile that a rule forbids: the placement as text, which is explained on the page, and the player whose rule it
 * is. */
static void set_refusal(struct value *out, const struct gondoliere_way *way, int error, bool turned)
{
    struct move move = {.verb = GONDOLIERE_PLACE, .nargs = SLOTS_OF_PLACE,
                        .arg = {way->tile, (int16_t)gondoliere_number(way->canal), way->rotation}};
    char text[MOVE_TEXT];
    move_to_text(gondoliere_verbs, &move, text);
    put_copy(out, K_refused, text);
    put_text(out, K_why, gondoliere_errors[error].name);
    put_int(out, K_fault, gondoliere_number(way->fault));
    put_int(out, K_rotation, way->rotation);
    put_text(out, K_out_label, turned ? gondoliere_sides[way->exit].label : NULL);
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
static void set_fit(struct value *out, const struct trying *now, int tile, int canal)
{
    struct gondoliere_way way[2];
    uint8_t rotation[2];
    int error[2], fitting = 0;
    const struct gondoliere_course *front = &now->chart->course[canal];
    int n = gondoliere_rotations(tile, front->side, rotation);
    for (int i = 0; i < n; i++) {
        error[i] = gondoliere_permits(now->st, now->chart, tile, canal, rotation[i], &way[i]);
        fitting += error[i] == RULE_OK;
    }
    if (n == 2 && error[0] && error[0] == error[1] && way[0].fault == way[1].fault && way[0].other == way[1].other
        && way[0].landing == way[1].landing)
        n = 1;
    put_int(out, K_canal, gondoliere_number(canal));
    gondoliere_set_cell(out, front->x, front->y);
    put_int(out, K_in_degrees, 90 * front->side);
    put_bool(out, K_shared, is_shared(now, canal));
    put_bool(out, K_fits, fitting > 0);
    put_bool(out, K_turns, fitting > 1);
    struct value *ways = put_list(out, K_ways), *refusals = put_list(out, K_refusals);
    for (int i = 0; i < n; i++)
        if (error[i] == RULE_OK)
            set_way(add_object(ways), now, &way[i]);
        else
            set_refusal(add_object(refusals), &way[i], error[i], n == 2);
}

void gondoliere_preview(struct value *tiles, const struct gondoliere_state *st, const struct gondoliere_chart *chart)
{
    const struct trying now = {st, chart, gondoliere_result(st, chart)};
    uint8_t tile[2 * GONDOLIERE_DISPLAY];
    int n = gondoliere_shown(st, st->current, tile);
    for (int i = 0; i < n; i++) {
        struct value *out = add_object(tiles);
        gondoliere_set_shown(out, tile[i], true);
        struct value *canals = put_list(out, K_canals);
        for (int canal = 0; canal < GONDOLIERE_CANALS; canal++)
            if (st->canals[canal] == GONDOLIERE_OPEN)
                set_fit(add_object(canals), &now, tile[i], canal);
    }
}
