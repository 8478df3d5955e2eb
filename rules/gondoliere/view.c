/* What everybody may see: all but the order of the piles (dossier gondoliere 14, 16). Made so that a page need not
 * reckon: a cell is 100 units wide, and what is drawn comes with the units of its place. */
#include "config.h"

#include "rules/gondoliere/view_parts.h"
#include "rules/engine/fault.h"
#include "rules/engine/json.h"
#include "rules/parts.h"

#include <string.h>

enum {
    MARGIN = 75,
    PATH_STEPS = GONDOLIERE_CANAL_TILES + 2 * GONDOLIERE_SEATS * GONDOLIERE_LANDINGS
};

/* One step of a canal: over the tile with this index in the board. */
struct passage {
    uint8_t index, entry, exit;
};

/* The position with all that follows from it. */
struct seen {
    const struct gondoliere_state *st;
    int since; /* the viewer's last turn before this one; 0: none */
    struct gondoliere_chart chart;
    struct gondoliere_result result;
    struct {
        int n;
        struct passage step[PATH_STEPS];
    } path[GONDOLIERE_CANALS];
};

static void note_step(void *context, int canal, int index, int entry, int exit)
{
    struct seen *seen = context;
    if (seen->path[canal].n < PATH_STEPS)
        seen->path[canal].step[seen->path[canal].n++] =
            (struct passage){(uint8_t)index, (uint8_t)entry, (uint8_t)exit};
}

static void set_side(struct json_object *out, const char *key, int side)
{
    json_set_text(out, key, gondoliere_sides[side].id);
}

/* Where a move may begin that needs no tile. */
static struct json_object *place_view(const char *place)
{
    struct json_object *out = json_new();
    json_set_text(out, "place", place);
    return out;
}

static struct json_object *display_view(const uint8_t *tile, int n, bool offered)
{
    struct json_object *list = json_new_list();
    for (int i = 0; i < n; i++)
        json_add(list, gondoliere_shown_view(tile[i], offered));
    return list;
}

/* ---- The board ---- */

/* A strand of water on a tile: from where it comes to where it goes, and whose it is; of a free arm's axis nobody's. */
static struct json_object *strand_view(int canal, int entry, int exit)
{
    struct json_object *out = json_new();
    json_set(out, "canal", canal < 0 ? NULL : json_number(gondoliere_number(canal)));
    json_set_truth(out, "free", canal < 0);
    set_side(out, "in", entry);
    set_side(out, "out", exit);
    json_set_text(out, "axis", entry % 2 != exit % 2 ? "curve" : entry % 2 ? "ew" : "ns");
    return out;
}

static struct json_object *strands_view(const struct seen *seen, int index)
{
    struct json_object *list = json_new_list();
    bool used[2] = {false};
    for (int canal = 0; canal < GONDOLIERE_CANALS; canal++)
        for (int i = 0; i < seen->path[canal].n; i++) {
            const struct passage *step = &seen->path[canal].step[i];
            if (step->index != index)
                continue;
            json_add(list, strand_view(canal, step->entry, step->exit));
            used[step->entry % 2] = true;
        }
    if (gondoliere_tile[seen->st->board[index].tile].shape == GONDOLIERE_CROSSING)
        for (int axis = 0; axis < 2; axis++)
            if (!used[axis])
                json_add(list, strand_view(-1, axis, gondoliere_opposite(axis)));
    return list;
}

/* The last turn in which the viewer placed, other than the running one; for who only watches, the one before the last. */
static int last_turn_of(const struct gondoliere_state *st, int viewer)
{
    int last = viewer < 0 ? st->turn - 2 : 0;
    for (int i = 0; viewer >= 0 && i < st->n_board; i++)
        if (st->board[i].seat == viewer && st->board[i].turn < st->turn)
            last = st->board[i].turn;
    return last;
}

static struct json_object *placed_view(const struct seen *seen, int index)
{
    const struct gondoliere_placed *placed = &seen->st->board[index];
    struct json_object *out = json_new();
    gondoliere_tell_cell(out, placed->x, placed->y);
    gondoliere_set_tile(out, placed->tile);
    json_set_number(out, "rotation", placed->rotation);
    json_set_number(out, "degrees", 90 * placed->rotation);
    json_set_number(out, "seat", placed->seat);
    json_set_number(out, "turn", placed->turn);
    json_set_truth(out, "fresh", placed->turn == seen->st->turn);
    json_set_truth(out, "recent", placed->turn > seen->since);
    json_set_truth(out, "shared", seen->chart.axis[index][0] && seen->chart.axis[index][1]);
    json_set(out, "strands", strands_view(seen, index));
    return out;
}

/* A part of the grid: how far it reaches, edges included. */
struct box {
    int x0, y0, x1, y1;
};

static void stretch(struct box *box, int x, int y)
{
    box->x0 = x < box->x0 ? x : box->x0;
    box->x1 = x > box->x1 ? x : box->x1;
    box->y0 = y < box->y0 ? y : box->y0;
    box->y1 = y > box->y1 ? y : box->y1;
}

/* San Marco, tiles and fronts, and no more: so the beginning is as large as it can be. They only come to it, so it never
 * shrinks while a game goes on. */
static void set_frame(const struct seen *seen, struct json_object *out)
{
    struct box box = {0};
    struct json_object *units = json_new();
    for (int i = 0; i < seen->st->n_board; i++)
        stretch(&box, seen->st->board[i].x, seen->st->board[i].y);
    for (int canal = 0; canal < GONDOLIERE_CANALS; canal++) {
        stretch(&box, gondoliere_mouths[canal].x, gondoliere_mouths[canal].y);
        stretch(&box, seen->chart.course[canal].x, seen->chart.course[canal].y);
    }
    json_set_number(units, "cells", box.x1 - box.x0 + 1);
    json_set_number(units, "x", box.x0 * GONDOLIERE_CELL - MARGIN);
    json_set_number(units, "y", box.y0 * GONDOLIERE_CELL - MARGIN);
    json_set_number(units, "w", (box.x1 - box.x0 + 1) * GONDOLIERE_CELL + 2 * MARGIN);
    json_set_number(units, "h", (box.y1 - box.y0 + 1) * GONDOLIERE_CELL + 2 * MARGIN);
    json_set(out, "view_box", units);
}

/* ---- Canals ---- */

/* The cell where a canal ends, San Marco's while it has no tile, and the side on which it leaves it. */
static struct gondoliere_mouth end_of(const struct seen *seen, int canal)
{
    if (!seen->path[canal].n)
        return gondoliere_mouths[canal];
    const struct passage *last = &seen->path[canal].step[seen->path[canal].n - 1];
    const struct gondoliere_placed *placed = &seen->st->board[last->index];
    return (struct gondoliere_mouth){placed->x, placed->y, last->exit};
}

/* A boat at three quarters of the last tile, or farther out where a canal leaves San Marco, since two mouths share a
 * corner: its cell, heading and middle. */
static struct json_object *boat_view(const struct gondoliere_mouth *end, bool at_mouth)
{
    struct json_object *out = json_new();
    int out_by = at_mouth ? GONDOLIERE_CELL / 3 : GONDOLIERE_CELL / 4;
    json_set_number(out, "x", end->x);
    json_set_number(out, "y", end->y);
    set_side(out, "heading", end->side);
    json_set_number(out, "degrees", 90 * end->side);
    json_set_number(out, "left", end->x * GONDOLIERE_CELL + GONDOLIERE_CELL / 2 + gondoliere_dx[end->side] * out_by);
    json_set_number(out, "top", end->y * GONDOLIERE_CELL + GONDOLIERE_CELL / 2 + gondoliere_dy[end->side] * out_by);
    return out;
}

static struct json_object *mouth_view(int canal)
{
    const struct gondoliere_mouth *mouth = &gondoliere_mouths[canal];
    struct json_object *out = json_new();
    gondoliere_tell_cell(out, mouth->x, mouth->y);
    set_side(out, "side", mouth->side);
    json_set_text(out, "side_label", gondoliere_sides[mouth->side].label);
    json_set_number(out, "degrees", 90 * mouth->side);
    return out;
}

static struct json_object *front_view(const struct seen *seen, int canal)
{
    const struct gondoliere_course *course = &seen->chart.course[canal];
    struct json_object *out = json_new();
    gondoliere_tell_cell(out, course->x, course->y);
    set_side(out, "side", course->side);
    json_set_truth(out, "taken", seen->chart.shut >> canal & 1);
    return out;
}

static struct json_object *owner_view(int tile)
{
    struct json_object *out = json_new();
    json_set_number(out, "seat", gondoliere_owner(tile));
    return out;
}

static struct json_object *path_view(const struct seen *seen, int canal)
{
    struct json_object *list = json_new_list();
    for (int i = 0; i < seen->path[canal].n; i++) {
        const struct passage *step = &seen->path[canal].step[i];
        const struct gondoliere_placed *placed = &seen->st->board[step->index];
        struct json_object *out = json_new();
        gondoliere_tell_cell(out, placed->x, placed->y);
        set_side(out, "in", step->entry);
        set_side(out, "out", step->exit);
        json_set_text(out, "out_label", gondoliere_sides[step->exit].label);
        json_set_number(out, "index", step->index);
        json_set_text(out, "label", gondoliere_tiles[placed->tile].label);
        json_set(out, "landing_of", gondoliere_is_landing(placed->tile) ? owner_view(placed->tile) : NULL);
        json_add(list, out);
    }
    return list;
}

/* Each tile once, in the order of the path. */
static struct json_object *landings_view(const struct seen *seen, int canal)
{
    struct json_object *list = json_new_list();
    bool told[GONDOLIERE_TILES] = {false};
    for (int i = 0; i < seen->path[canal].n; i++) {
        int index = seen->path[canal].step[i].index;
        const struct gondoliere_placed *placed = &seen->st->board[index];
        if (!gondoliere_is_landing(placed->tile) || told[index])
            continue;
        struct json_object *out = json_new();
        told[index] = true;
        gondoliere_set_tile(out, placed->tile);
        json_set_number(out, "x", placed->x);
        json_set_number(out, "y", placed->y);
        json_add(list, out);
    }
    return list;
}

/* For each value whether it lies in the canal; a 4 may come again. */
static struct json_object *values_view(const struct seen *seen, int canal)
{
    struct json_object *list = json_new_list();
    for (int value = 1; value <= GONDOLIERE_VALUES; value++) {
        struct json_object *out = json_new();
        json_set_number(out, "value", value);
        json_set_truth(out, "there", seen->chart.course[canal].values >> value & 1);
        json_add(list, out);
    }
    return list;
}

static struct json_object *canal_view(const struct seen *seen, int canal)
{
    const struct gondoliere_state *st = seen->st;
    const struct gondoliere_course *course = &seen->chart.course[canal];
    struct json_object *out = json_new(), *sums = json_new_list();
    struct gondoliere_mouth end = end_of(seen, canal);
    bool open = st->canals[canal] == GONDOLIERE_OPEN;
    int16_t points[GONDOLIERE_SEATS];
    gondoliere_payout(&seen->chart, canal, points);
    for (int seat = 0; seat < st->seats; seat++)
        json_add(sums, json_number(course->sums[seat]));
    json_set_number(out, "canal", gondoliere_number(canal));
    json_set_text(out, "status", open ? "open" : "closed");
    json_set_truth(out, "open", open);
    json_set_text(out, "cause", open ? NULL : gondoliere_causes[st->canals[canal]].id);
    json_set_text(out, "cause_label", open ? NULL : gondoliere_causes[st->canals[canal]].label);
    json_set(out, "mouth", mouth_view(canal));
    json_set(out, "front", front_view(seen, canal));
    json_set(out, "gondola", open ? boat_view(&end, !seen->path[canal].n) : NULL);
    json_set(out, "end", boat_view(&end, false));
    json_set(out, "path", path_view(seen, canal));
    json_set_number(out, "canal_tiles", course->tiles);
    json_set_number(out, "passengers", gondoliere_passengers(&seen->chart, canal));
    json_set(out, "landings", landings_view(seen, canal));
    json_set_truth(out, "dry", !course->values);
    json_set_truth(out, "bare", !course->values && open && st->ending == GONDOLIERE_ENDING_NONE);
    json_set(out, "sums", sums);
    json_set(out, "payout", gondoliere_points_view(st, points));
    json_set(out, "shares", gondoliere_shares_view(st, points, course->sums));
    json_set(out, "values", values_view(seen, canal));
    return out;
}

/* ---- What is still to come: dossier gondoliere 14 ---- */

/* The kinds of one family of which @left holds any, with how many. */
static struct json_object *to_come(const struct gondoliere_kind *kinds, int n, const uint8_t *pile, int n_pile, int first,
                                   int owner)
{
    struct json_object *list = json_new_list();
    for (int i = 0; i < n; i++) {
        int count = 0;
        for (int t = 0; t < n_pile; t++)
            count += pile[t] - first >= kinds[i].first && pile[t] - first < kinds[i].first + kinds[i].count;
        if (!count)
            continue;
        struct json_object *out = json_new();
        gondoliere_set_kind(out, &kinds[i], owner);
        json_set_text(out, "label", gondoliere_tiles[first + kinds[i].first].label);
        json_set_number(out, "count", count);
        json_add(list, out);
    }
    return list;
}

/* ---- The whole ---- */

static struct json_object *player_view(const struct seen *seen, int seat, bool offered)
{
    const struct gondoliere_state *st = seen->st;
    const struct gondoliere_player *player = &st->players[seat];
    struct json_object *out = json_new();
    bool open = st->ending == GONDOLIERE_ENDING_NONE && player->mulligan == GONDOLIERE_MULLIGAN_OPEN;
    json_set_number(out, "seat", seat);
    json_set_truth(out, "turn", st->ending == GONDOLIERE_ENDING_NONE && seat == st->current);
    json_set_text(out, "mulligan", gondoliere_mulligans[player->mulligan].id);
    json_set_truth(out, "mulligan_available", open);
    json_set_number(out, "landings_placed", seen->result.landings[seat]);
    json_set_number(out, "points", seen->result.points[seat]);
    json_set(out, "display", display_view(player->display, player->n_display, offered && seat == st->current));
    json_set_number(out, "pile", player->n_pile);
    json_set(out, "to_come", to_come(gondoliere_landing_kinds, GONDOLIERE_LANDING_KINDS, player->pile, player->n_pile,
                                     gondoliere_landing(seat, 0), seat));
    return out;
}

static void add_cell(struct json_object *cells, int n)
{
    struct json_object *cell = json_new();
    char text[12];
    struct writer out = writer_on(text, sizeof(text));
    write_number(&out, n);
    json_set_text(cell, "text", n ? text : "\u2013");
    json_add(cells, cell);
}

/* Of a game that is over: what each canal brought, and how many landings were used, which parts those with as many points. */
static struct json_object *accounts_view(const struct seen *seen)
{
    static const char *const labels[GONDOLIERE_CANALS + 1] = {N_("Canal 4"), "5", "6", "7", "8", "9", N_("Landings used")};
    const struct gondoliere_state *st = seen->st;
    struct json_object *out = json_new(), *heads = json_new_list(), *rows = json_new_list();
    int16_t points[GONDOLIERE_CANALS][GONDOLIERE_SEATS];
    for (int i = 0; i <= GONDOLIERE_CANALS; i++) {
        struct json_object *head = json_new();
        json_set_text(head, "head_label", labels[i]);
        json_add(heads, head);
    }
    for (int canal = 0; canal < GONDOLIERE_CANALS; canal++)
        gondoliere_payout(&seen->chart, canal, points[canal]);
    for (int seat = 0; seat < st->seats; seat++) {
        struct json_object *row = json_new(), *cells = json_new_list();
        for (int canal = 0; canal < GONDOLIERE_CANALS; canal++)
            add_cell(cells, st->canals[canal] == GONDOLIERE_OPEN ? 0 : points[canal][seat]);
        add_cell(cells, seen->result.landings[seat]);
        json_set(row, "cells", cells);
        json_add(rows, row);
    }
    json_set(out, "heads", heads);
    json_set(out, "rows", rows);
    return out;
}

static void set_game(const struct seen *seen, struct json_object *out)
{
    const struct gondoliere_state *st = seen->st;
    bool over = st->ending != GONDOLIERE_ENDING_NONE;
    struct json_object *options = json_new(), *winners = json_new_list();
    int n_finished = 0;
    for (int canal = 0; canal < GONDOLIERE_CANALS; canal++)
        n_finished += st->canals[canal] != GONDOLIERE_OPEN;
    json_set_truth(options, "protect_dry_canals", st->options.protect_dry_canals);
    for (int seat = 0; over && seat < st->seats; seat++)
        if (seen->result.rank[seat] == 1)
            json_add(winners, json_number(seat));
    json_set_text(out, "status", over ? "over" : "active");
    json_set(out, "options", options);
    json_set_number(out, "seats", st->seats);
    json_set_number(out, "start", st->start);
    json_set_number(out, "current", st->current);
    json_set_number(out, "turn", st->turn);
    json_set_number(out, "round", gondoliere_round(st));
    json_set_number(out, "placed", st->placed);
    json_set_number(out, "n_finished", n_finished);
    json_set_number(out, "left", GONDOLIERE_A_TURN - st->placed);
    json_set(out, "scores", over ? gondoliere_points_view(st, seen->result.points) : NULL);
    json_set_text(out, "ending", over ? gondoliere_endings[st->ending].id : NULL);
    json_set_text(out, "ending_label", over ? gondoliere_endings[st->ending].label : NULL);
    json_set(out, "winners", winners);
    json_set(out, "accounts", over ? accounts_view(seen) : NULL);
}

static void view(const void *state, int viewer, struct json_object *out)
{
    struct seen seen = {.st = state};
    const struct gondoliere_state *st = seen.st;
    struct json_object *board = json_new_list(), *canals = json_new_list(), *players = json_new_list();
    bool asked = viewer >= 0 && gondoliere_awaits(st) & SEAT_BIT(viewer) && st->placed < GONDOLIERE_A_TURN;
    gondoliere_walk(st, &seen.chart, note_step, &seen);
    seen.result = gondoliere_result(st, &seen.chart);
    seen.since = last_turn_of(st, viewer);
    set_game(&seen, out);
    set_frame(&seen, out);
    for (int i = 0; i < st->n_board; i++)
        json_add(board, placed_view(&seen, i));
    for (int canal = 0; canal < GONDOLIERE_CANALS; canal++)
        json_add(canals, canal_view(&seen, canal));
    for (int seat = 0; seat < st->seats; seat++)
        json_add(players, player_view(&seen, seat, asked));
    json_set(out, "board", board);
    json_set(out, "canals", canals);
    json_set(out, "players", players);
    json_set(out, "common", display_view(st->common, st->n_common, asked));
    json_set_number(out, "pile", st->n_pile);
    json_set(out, "to_come", to_come(gondoliere_kinds, GONDOLIERE_KINDS, st->pile, st->n_pile, 0, NO_SEAT));
    json_set_truth(out, "on_board", asked);
    json_set_truth(out, "all_on_board", asked);
    json_set(out, "placing", asked ? gondoliere_preview(st, &seen.chart) : json_new_list());
    bool exchanges = viewer >= 0 && st->ending == GONDOLIERE_ENDING_NONE
                     && st->players[viewer].mulligan == GONDOLIERE_MULLIGAN_OPEN;
    json_set(out, "exchange", exchanges ? place_view("verb=mulligan") : NULL);
}

const struct rules_view gondoliere_view = {.view = view};
