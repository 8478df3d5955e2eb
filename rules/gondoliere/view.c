/* What everybody may see: all but the order of the piles (dossier gondoliere 14, 16). Made so that a page need not
 * reckon: a cell is 100 units wide, and what is drawn comes with the units of its place. */
#include "config.h"

#include "rules/gondoliere/view_parts.h"
#include "rules/engine/fault.h"
#include "rules/parts.h"

enum {
    MARGIN = 75,
    MARGIN_CELLS = 2, /* both margins, rounded up */
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

static void put_side(struct value *out, enum key key, int side)
{
    put_text(out, key, gondoliere_sides[side].id);
}

static void put_display(struct value *out, enum key key, const uint8_t *tile, int n, bool offered)
{
    struct value *list = put_list(out, key);
    for (int i = 0; i < n; i++)
        gondoliere_set_shown(add_object(list), tile[i], offered);
}

/* ---- The board ---- */

/* A strand of water on a tile: from where it comes to where it goes, and whose it is; of a free arm's axis nobody's. */
static void set_strand(struct value *out, int canal, int entry, int exit)
{
    put_known(out, K_canal, canal >= 0, gondoliere_number(canal));
    put_bool(out, K_free, canal < 0);
    put_side(out, K_in, entry);
    put_side(out, K_out, exit);
    put_text(out, K_axis, entry % 2 != exit % 2 ? "curve" : entry % 2 ? "ew" : "ns");
}

static void put_strands(struct value *out, const struct seen *seen, int index)
{
    struct value *list = put_list(out, K_strands);
    bool used[2] = {false};
    for (int canal = 0; canal < GONDOLIERE_CANALS; canal++)
        for (int i = 0; i < seen->path[canal].n; i++) {
            const struct passage *step = &seen->path[canal].step[i];
            if (step->index != index)
                continue;
            set_strand(add_object(list), canal, step->entry, step->exit);
            used[step->entry % 2] = true;
        }
    if (gondoliere_tile[seen->st->board[index].tile].shape == GONDOLIERE_CROSSING)
        for (int axis = 0; axis < 2; axis++)
            if (!used[axis])
                set_strand(add_object(list), -1, axis, gondoliere_opposite(axis));
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

static void set_placed(struct value *out, const struct seen *seen, int index)
{
    const struct gondoliere_placed *placed = &seen->st->board[index];
    gondoliere_set_cell(out, placed->x, placed->y);
    gondoliere_set_tile(out, placed->tile);
    put_int(out, K_rotation, placed->rotation);
    put_int(out, K_degrees, 90 * placed->rotation);
    put_int(out, K_seat, placed->seat);
    put_int(out, K_turn, placed->turn);
    put_bool(out, K_fresh, placed->turn == seen->st->turn);
    put_bool(out, K_recent, placed->turn > seen->since);
    put_bool(out, K_shared, seen->chart.axis[index][0] && seen->chart.axis[index][1]);
    put_strands(out, seen, index);
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
static void put_frame(struct value *out, const struct seen *seen)
{
    struct box box = {0};
    for (int i = 0; i < seen->st->n_board; i++)
        stretch(&box, seen->st->board[i].x, seen->st->board[i].y);
    for (int canal = 0; canal < GONDOLIERE_CANALS; canal++) {
        stretch(&box, gondoliere_mouths[canal].x, gondoliere_mouths[canal].y);
        stretch(&box, seen->chart.course[canal].x, seen->chart.course[canal].y);
    }
    struct value *units = put_object(out, K_view_box);
    put_int(units, K_cells, box.x1 - box.x0 + 1 + MARGIN_CELLS);
    put_int(units, K_x, box.x0 * GONDOLIERE_CELL - MARGIN);
    put_int(units, K_y, box.y0 * GONDOLIERE_CELL - MARGIN);
    int w = (box.x1 - box.x0 + 1) * GONDOLIERE_CELL + 2 * MARGIN, h = (box.y1 - box.y0 + 1) * GONDOLIERE_CELL + 2 * MARGIN;
    put_int(units, K_w, w);
    put_int(units, K_h, h);
    put_int(units, K_reach, w > h ? w : h);
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
static void set_boat(struct value *out, const struct gondoliere_mouth *end, bool at_mouth)
{
    int out_by = at_mouth ? GONDOLIERE_CELL / 3 : GONDOLIERE_CELL / 4;
    put_int(out, K_x, end->x);
    put_int(out, K_y, end->y);
    put_side(out, K_heading, end->side);
    put_int(out, K_degrees, 90 * end->side);
    put_int(out, K_left, end->x * GONDOLIERE_CELL + GONDOLIERE_CELL / 2 + gondoliere_dx[end->side] * out_by);
    put_int(out, K_top, end->y * GONDOLIERE_CELL + GONDOLIERE_CELL / 2 + gondoliere_dy[end->side] * out_by);
}

static void set_mouth(struct value *out, int canal)
{
    const struct gondoliere_mouth *mouth = &gondoliere_mouths[canal];
    gondoliere_set_cell(out, mouth->x, mouth->y);
    put_side(out, K_side, mouth->side);
    put_text(out, K_side_label, gondoliere_sides[mouth->side].label);
    put_int(out, K_degrees, 90 * mouth->side);
}

static void set_front(struct value *out, const struct seen *seen, int canal)
{
    const struct gondoliere_course *course = &seen->chart.course[canal];
    gondoliere_set_cell(out, course->x, course->y);
    put_side(out, K_side, course->side);
    put_bool(out, K_taken, seen->chart.shut >> canal & 1);
}

static void put_path(struct value *out, const struct seen *seen, int canal)
{
    struct value *list = put_list(out, K_path);
    for (int i = 0; i < seen->path[canal].n; i++) {
        const struct passage *step = &seen->path[canal].step[i];
        const struct gondoliere_placed *placed = &seen->st->board[step->index];
        struct value *passed = add_object(list);
        gondoliere_set_cell(passed, placed->x, placed->y);
        put_side(passed, K_in, step->entry);
        put_side(passed, K_out, step->exit);
        put_text(passed, K_out_label, gondoliere_sides[step->exit].label);
        put_int(passed, K_index, step->index);
        put_text(passed, K_label, gondoliere_tiles[placed->tile].label);
        put_null(passed, K_landing_of);
        if (gondoliere_is_landing(placed->tile))
            put_int(put_object(passed, K_landing_of), K_seat, gondoliere_owner(placed->tile));
    }
}

/* Each tile once, in the order of the path. */
static void put_landings(struct value *out, const struct seen *seen, int canal)
{
    struct value *list = put_list(out, K_landings);
    bool told[GONDOLIERE_TILES] = {false};
    for (int i = 0; i < seen->path[canal].n; i++) {
        int index = seen->path[canal].step[i].index;
        const struct gondoliere_placed *placed = &seen->st->board[index];
        if (!gondoliere_is_landing(placed->tile) || told[index])
            continue;
        struct value *landing = add_object(list);
        told[index] = true;
        gondoliere_set_tile(landing, placed->tile);
        put_int(landing, K_x, placed->x);
        put_int(landing, K_y, placed->y);
    }
}

/* For each value whether it lies in the canal; a 4 may come again. */
static void put_values(struct value *out, const struct seen *seen, int canal)
{
    struct value *list = put_list(out, K_values);
    for (int value = 1; value <= GONDOLIERE_VALUES; value++) {
        struct value *one = add_object(list);
        put_int(one, K_value, value);
        put_bool(one, K_there, seen->chart.course[canal].values >> value & 1);
    }
}

static void set_canal(struct value *out, const struct seen *seen, int canal)
{
    const struct gondoliere_state *st = seen->st;
    const struct gondoliere_course *course = &seen->chart.course[canal];
    struct gondoliere_mouth end = end_of(seen, canal);
    bool open = st->canals[canal] == GONDOLIERE_OPEN;
    int16_t points[GONDOLIERE_SEATS];
    gondoliere_payout(&seen->chart, canal, points);
    put_int(out, K_canal, gondoliere_number(canal));
    put_text(out, K_status, open ? "open" : "closed");
    put_bool(out, K_open, open);
    put_text(out, K_cause, open ? NULL : gondoliere_causes[st->canals[canal]].id);
    put_text(out, K_cause_label, open ? NULL : gondoliere_causes[st->canals[canal]].label);
    put_bool(out, K_begun, seen->path[canal].n > 0);
    set_mouth(put_object(out, K_mouth), canal);
    set_front(put_object(out, K_front), seen, canal);
    put_null(out, K_gondola);
    if (open)
        set_boat(put_object(out, K_gondola), &end, !seen->path[canal].n);
    set_boat(put_object(out, K_end), &end, false);
    put_path(out, seen, canal);
    put_int(out, K_canal_tiles, course->tiles);
    put_int(out, K_passengers, gondoliere_passengers(&seen->chart, canal));
    put_landings(out, seen, canal);
    put_bool(out, K_dry, !course->values);
    put_bool(out, K_bare, !course->values && open && st->ending == GONDOLIERE_ENDING_NONE);
    struct value *sums = put_list(out, K_sums);
    for (int seat = 0; seat < st->seats; seat++)
        add_int(sums, course->sums[seat]);
    gondoliere_put_points(out, K_payout, st, points);
    gondoliere_put_shares(out, st, points, course->sums);
    put_values(out, seen, canal);
}

/* ---- What is still to come: dossier gondoliere 14 ---- */

/* The kinds of one family of which @left holds any, with how many. */
static void put_to_come(struct value *out, const struct gondoliere_kind *kinds, int n, const uint8_t *pile, int n_pile, int first,
                        int owner)
{
    struct value *list = put_list(out, K_to_come);
    for (int i = 0; i < n; i++) {
        int count = 0;
        for (int t = 0; t < n_pile; t++)
            count += pile[t] - first >= kinds[i].first && pile[t] - first < kinds[i].first + kinds[i].count;
        if (!count)
            continue;
        struct value *kind = add_object(list);
        gondoliere_set_kind(kind, &kinds[i], owner);
        put_text(kind, K_label, gondoliere_tiles[first + kinds[i].first].label);
        put_int(kind, K_count, count);
    }
}

/* ---- The whole ---- */

static void set_player(struct value *out, const struct seen *seen, int seat, bool offered)
{
    const struct gondoliere_state *st = seen->st;
    const struct gondoliere_player *player = &st->players[seat];
    bool open = st->ending == GONDOLIERE_ENDING_NONE && player->mulligan == GONDOLIERE_MULLIGAN_OPEN;
    put_int(out, K_seat, seat);
    put_bool(out, K_turn, st->ending == GONDOLIERE_ENDING_NONE && seat == st->current);
    put_text(out, K_mulligan, gondoliere_mulligans[player->mulligan].id);
    put_bool(out, K_mulligan_available, open);
    put_int(out, K_landings_placed, seen->result.landings[seat]);
    put_int(out, K_points, seen->result.points[seat]);
    put_display(out, K_display, player->display, player->n_display, offered && seat == st->current);
    put_int(out, K_pile, player->n_pile);
    put_to_come(out, gondoliere_landing_kinds, GONDOLIERE_LANDING_KINDS, player->pile, player->n_pile, gondoliere_landing(seat, 0),
                seat);
}

static void add_cell(struct value *cells, int n)
{
    char text[12];
    struct writer out = writer_on(text, sizeof(text));
    write_number(&out, n);
    put_copy(add_object(cells), K_text, n ? text : "\u2013");
}

/* Of a game that is over: what each canal brought, and how many landings were used, which parts those with as many points. */
static void set_accounts(struct value *out, const struct seen *seen)
{
    static const char *const labels[GONDOLIERE_CANALS + 1] = {N_("Canal 4"), "5", "6", "7", "8", "9", N_("Landings used")};
    const struct gondoliere_state *st = seen->st;
    struct value *heads = put_list(out, K_heads), *rows = put_list(out, K_rows);
    int16_t points[GONDOLIERE_CANALS][GONDOLIERE_SEATS];
    for (int i = 0; i <= GONDOLIERE_CANALS; i++)
        put_text(add_object(heads), K_head_label, labels[i]);
    for (int canal = 0; canal < GONDOLIERE_CANALS; canal++)
        gondoliere_payout(&seen->chart, canal, points[canal]);
    for (int seat = 0; seat < st->seats; seat++) {
        struct value *cells = put_list(add_object(rows), K_cells);
        for (int canal = 0; canal < GONDOLIERE_CANALS; canal++)
            add_cell(cells, st->canals[canal] == GONDOLIERE_OPEN ? 0 : points[canal][seat]);
        add_cell(cells, seen->result.landings[seat]);
    }
}

static void set_game(struct value *out, const struct seen *seen)
{
    const struct gondoliere_state *st = seen->st;
    bool over = st->ending != GONDOLIERE_ENDING_NONE;
    int n_finished = 0;
    for (int canal = 0; canal < GONDOLIERE_CANALS; canal++)
        n_finished += st->canals[canal] != GONDOLIERE_OPEN;
    put_text(out, K_status, over ? "over" : "active");
    put_bool(put_object(out, K_options), K_protect_dry_canals, st->options.protect_dry_canals);
    put_int(out, K_seats, st->seats);
    put_int(out, K_start, st->start);
    put_int(out, K_current, st->current);
    put_int(out, K_turn, st->turn);
    put_int(out, K_round, gondoliere_round(st));
    put_int(out, K_placed, st->placed);
    put_int(out, K_n_finished, n_finished);
    put_int(out, K_left, GONDOLIERE_A_TURN - st->placed);
    put_null(out, K_scores);
    if (over)
        gondoliere_put_points(out, K_scores, st, seen->result.points);
    put_text(out, K_ending, over ? gondoliere_endings[st->ending].id : NULL);
    put_text(out, K_ending_label, over ? gondoliere_endings[st->ending].label : NULL);
    struct value *winners = put_list(out, K_winners);
    for (int seat = 0; over && seat < st->seats; seat++)
        if (seen->result.rank[seat] == 1)
            add_int(winners, seat);
    put_null(out, K_accounts);
    if (over)
        set_accounts(put_object(out, K_accounts), seen);
}

static void view(const void *state, int viewer, struct value *out)
{
    struct seen seen = {.st = state};
    const struct gondoliere_state *st = seen.st;
    bool asked = viewer >= 0 && gondoliere_awaits(st) & SEAT_BIT(viewer) && st->placed < GONDOLIERE_A_TURN;
    gondoliere_walk(st, &seen.chart, note_step, &seen);
    seen.result = gondoliere_result(st, &seen.chart);
    seen.since = last_turn_of(st, viewer);
    set_game(out, &seen);
    put_frame(out, &seen);
    struct value *board = put_list(out, K_board), *canals = put_list(out, K_canals), *players = put_list(out, K_players);
    for (int i = 0; i < st->n_board; i++)
        set_placed(add_object(board), &seen, i);
    for (int canal = 0; canal < GONDOLIERE_CANALS; canal++)
        set_canal(add_object(canals), &seen, canal);
    for (int seat = 0; seat < st->seats; seat++)
        set_player(add_object(players), &seen, seat, asked);
    put_display(out, K_common, st->common, st->n_common, asked);
    put_int(out, K_pile, st->n_pile);
    put_to_come(out, gondoliere_kinds, GONDOLIERE_KINDS, st->pile, st->n_pile, 0, NO_SEAT);
    put_bool(out, K_on_board, asked);
    put_bool(out, K_all_on_board, asked);
    struct value *placing = put_list(out, K_placing);
    if (asked)
        gondoliere_preview(placing, st, &seen.chart);
    bool exchanges = viewer >= 0 && st->ending == GONDOLIERE_ENDING_NONE
                     && st->players[viewer].mulligan == GONDOLIERE_MULLIGAN_OPEN;
    put_null(out, K_exchange);
    if (exchanges) /* where a move may begin that needs no tile */
        put_text(put_object(out, K_exchange), K_place, "verb=mulligan");
}

const struct rules_view gondoliere_view = {.view = view};
