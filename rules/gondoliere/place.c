/* Where the canals run, and where a tile may lie: dossier gondoliere 6 and 7.
 *
 * What is laid decides where the water goes: a canal runs on exactly as long as the cell before it holds a tile with water
 * on that side, for rules e and f, and the run-in, keep every other water away from its end.
 */
#include "config.h"

#include "rules/gondoliere/state.h"

#include <string.h>

/* Where water leaves a tile, by the side where it comes in; -1: there is a bank. */
static const int8_t exits[GONDOLIERE_SHAPES][GONDOLIERE_SIDES][GONDOLIERE_SIDES] = {
    [GONDOLIERE_STRAIGHT] = {{2, -1, 0, -1}, {-1, 3, -1, 1}, {2, -1, 0, -1}, {-1, 3, -1, 1}},
    [GONDOLIERE_CURVE] = {{1, 0, -1, -1}, {-1, 2, 1, -1}, {-1, -1, 3, 2}, {3, -1, -1, 0}},
    [GONDOLIERE_CROSSING] = {{2, 3, 0, 1}, {2, 3, 0, 1}, {2, 3, 0, 1}, {2, 3, 0, 1}},
};

int gondoliere_exit(int shape, int rotation, int entry)
{
    return exits[shape][rotation][entry];
}

int gondoliere_rotations(int tile, int entry, uint8_t rotation[2])
{
    switch (gondoliere_tile[tile].shape) {
    case GONDOLIERE_STRAIGHT:
        rotation[0] = (uint8_t)(entry % 2);
        return 1;
    case GONDOLIERE_CURVE:
        rotation[0] = (uint8_t)entry;
        rotation[1] = (uint8_t)((entry + 3) % GONDOLIERE_SIDES);
        return 2;
    default:
        rotation[0] = 0;
        return 1;
    }
}

/* ---- The map ---- */

static unsigned place_of(int x, int y)
{
    return (unsigned)(x + 16 * y) % GONDOLIERE_CELLS;
}

int gondoliere_at(const struct gondoliere_state *st, const struct gondoliere_chart *chart, int x, int y)
{
    for (unsigned i = place_of(x, y); chart->at[i]; i = (i + 1) % GONDOLIERE_CELLS) {
        const struct gondoliere_placed *placed = &st->board[chart->at[i] - 1];
        if (placed->x == x && placed->y == y)
            return chart->at[i] - 1;
    }
    return -1;
}

static void chart_tile(const struct gondoliere_state *st, struct gondoliere_chart *chart, int index)
{
    const struct gondoliere_placed *placed = &st->board[index];
    unsigned i = place_of(placed->x, placed->y);
    while (chart->at[i])
        i = (i + 1) % GONDOLIERE_CELLS;
    chart->at[i] = (uint8_t)(index + 1);
    chart->axis[index][0] = chart->axis[index][1] = 0;
    if (gondoliere_is_landing(placed->tile))
        chart->laid |= UINT64_C(1) << (placed->tile - GONDOLIERE_CANAL_TILES);
    else if (gondoliere_tile[placed->tile].shape == GONDOLIERE_STRAIGHT)
        chart->straights++;
    else
        chart->curves++;
}

/* Which canals look into one cell, and which of these cells are taken. */
static void chart_fronts(const struct gondoliere_state *st, struct gondoliere_chart *chart)
{
    memset(chart->same, 0, sizeof(chart->same));
    chart->shut = 0;
    for (int k = 0; k < GONDOLIERE_CANALS; k++) {
        const struct gondoliere_course *course = &chart->course[k];
        for (int j = 0; j < k; j++)
            if (chart->course[j].x == course->x && chart->course[j].y == course->y) {
                chart->same[k] |= (uint8_t)(1u << j);
                chart->same[j] |= (uint8_t)(1u << k);
            }
        if (gondoliere_in_piazza(course->x, course->y) || gondoliere_at(st, chart, course->x, course->y) >= 0)
            chart->shut |= (uint8_t)(1u << k);
    }
}

/* ---- Landing rules: dossier gondoliere 6, b c d g ---- */

static int judge_landing(const struct gondoliere_course *course, int tile)
{
    int value = gondoliere_tile[tile].value;
    if (course->tiles < GONDOLIERE_BEFORE_LANDING)
        return GONDOLIERE_TOO_NEAR;
    if (course->at_landing)
        return GONDOLIERE_ADJACENT;
    if (course->last != GONDOLIERE_NO_TILE && course->last != tile
        && gondoliere_owner(course->last) == gondoliere_owner(tile))
        return GONDOLIERE_IN_A_ROW;
    if (value < GONDOLIERE_VALUES && course->holder[value] != GONDOLIERE_NO_TILE && course->holder[value] != tile)
        return GONDOLIERE_VALUE_THERE;
    return RULE_OK;
}

/* The gondola passes a tile. @again: the canal has been over this crossing before, so its landing is counted already. */
static void pass_tile(struct gondoliere_course *course, int tile, bool again)
{
    course->at_landing = gondoliere_is_landing(tile);
    if (!course->at_landing) {
        course->tiles++;
        course->passengers = (uint8_t)(course->passengers + gondoliere_tile[tile].passengers);
        return;
    }
    int value = gondoliere_tile[tile].value;
    course->last = (uint8_t)tile;
    if (again)
        return;
    course->values |= (uint8_t)(1u << value);
    course->sums[gondoliere_owner(tile)] = (uint8_t)(course->sums[gondoliere_owner(tile)] + value);
    if (value < GONDOLIERE_VALUES)
        course->holder[value] = (uint8_t)tile;
}

static void move_front(struct gondoliere_course *course, int exit)
{
    course->x = (int8_t)(course->x + gondoliere_dx[exit]);
    course->y = (int8_t)(course->y + gondoliere_dy[exit]);
    course->side = (uint8_t)gondoliere_opposite(exit);
}

/* ---- Following canals ---- */

static void start_course(struct gondoliere_course *course, int canal)
{
    const struct gondoliere_mouth *mouth = &gondoliere_mouths[canal];
    memset(course, 0, sizeof(*course));
    course->x = mouth->x;
    course->y = mouth->y;
    course->last = GONDOLIERE_NO_TILE;
    memset(course->holder, GONDOLIERE_NO_TILE, sizeof(course->holder));
    move_front(course, mouth->side);
}

/* From San Marco to the front of one canal. Its place is kept in registers on the way: this is where rules spend their time. */
static inline int walk_canal(const struct gondoliere_state *st, struct gondoliere_chart *chart, int canal, bool judging,
                             gondoliere_stepper *step, void *context)
{
    struct gondoliere_course *course = &chart->course[canal];
    int error = RULE_OK;
    start_course(course, canal);
    int x = course->x, y = course->y, entry = course->side;
    for (int index; (index = gondoliere_at(st, chart, x, y)) >= 0;) {
        int tile = st->board[index].tile, axis = entry % 2;
        int exit = exits[gondoliere_tile[tile].shape][st->board[index].rotation][entry];
        if (exit < 0)
            break;
        if (judging && !error && gondoliere_is_landing(tile))
            error = judge_landing(course, tile);
        pass_tile(course, tile, chart->axis[index][!axis] == canal + 1);
        chart->axis[index][axis] = (uint8_t)(canal + 1);
        if (judging)
            step(context, canal, index, entry, exit);
        x += gondoliere_dx[exit];
        y += gondoliere_dy[exit];
        entry = gondoliere_opposite(exit);
    }
    course->x = (int8_t)x;
    course->y = (int8_t)y;
    course->side = (uint8_t)entry;
    return error;
}

/* Inlined twice, so that charting alone, which every question begins with, neither judges nor tells. */
static inline int walk(const struct gondoliere_state *st, struct gondoliere_chart *chart, bool judging,
                       gondoliere_stepper *step, void *context)
{
    int error = RULE_OK;
    memset(chart->at, 0, sizeof(chart->at));
    chart->straights = chart->curves = 0;
    chart->laid = 0;
    for (int i = 0; i < st->n_board; i++)
        chart_tile(st, chart, i);
    for (int canal = 0; canal < GONDOLIERE_CANALS; canal++) {
        int wrong = walk_canal(st, chart, canal, judging, step, context);
        error = error ? error : wrong;
    }
    chart_fronts(st, chart);
    return error;
}

int gondoliere_walk(const struct gondoliere_state *st, struct gondoliere_chart *chart, gondoliere_stepper *step,
                    void *context)
{
    return walk(st, chart, true, step, context);
}

const struct gondoliere_chart *gondoliere_chart_of(const struct gondoliere_state *st, struct gondoliere_chart *room)
{
    if (st->charted == st->n_board + 1)
        return &st->chart;
    walk(st, room, false, NULL, NULL);
    return room;
}

/* ---- Laying a tile ---- */

static int refuse(struct gondoliere_way *way, int canal, int tile, int error)
{
    way->fault = (int8_t)canal;
    way->landing = (uint8_t)tile;
    way->value = gondoliere_tile[tile].value;
    return error;
}

/* Rules e and f, and who crosses here: dossier gondoliere 6, 7.1. */
static int try_neighbours(const struct gondoliere_state *st, const struct gondoliere_chart *chart,
                          struct gondoliere_way *way)
{
    int shape = gondoliere_tile[way->tile].shape, shut_off = -1, beside = 0;
    unsigned waiting = chart->same[way->canal];
    for (int j = 0; j < GONDOLIERE_CANALS; j++)
        beside += (waiting >> j & 1) && chart->course[j].side != way->exit;
    for (int j = 0; j < GONDOLIERE_CANALS; j++) {
        if (!(waiting >> j & 1))
            continue;
        int side = chart->course[j].side;
        bool open = st->canals[j] == GONDOLIERE_OPEN;
        if (gondoliere_exit(shape, way->rotation, side) >= 0) { /* water there */
            if (shape == GONDOLIERE_CROSSING && open && side != way->exit && beside == 1) {
                way->partner = (int8_t)j;
                continue;
            }
            way->fault = way->canal;
            way->other = (int8_t)j;
            return GONDOLIERE_JOINS;
        }
        if (open && shut_off < 0)
            shut_off = j;
    }
    if (shut_off < 0)
        return RULE_OK;
    way->fault = (int8_t)shut_off;
    way->other = way->canal;
    return GONDOLIERE_CUTS_OFF;
}

/* One canal over the new tile and through what free arms lie behind it: dossier gondoliere 6, 7.2, 7.3. */
static int try_course(const struct gondoliere_state *st, const struct gondoliere_chart *chart,
                      struct gondoliere_way *way, int canal, int exit, struct gondoliere_course *course)
{
    int error = gondoliere_is_landing(way->tile) ? judge_landing(course, way->tile) : RULE_OK;
    if (error)
        return refuse(way, canal, way->tile, error);
    pass_tile(course, way->tile, false);
    move_front(course, exit);
    for (int index; (index = gondoliere_at(st, chart, course->x, course->y)) >= 0;) {
        int tile = st->board[index].tile, axis = exit % 2;
        if (gondoliere_tile[tile].shape != GONDOLIERE_CROSSING || chart->axis[index][axis])
            break;
        error = judge_landing(course, tile);
        if (error)
            return refuse(way, canal, tile, error);
        pass_tile(course, tile, chart->axis[index][!axis] == canal + 1);
        move_front(course, exit);
    }
    return RULE_OK;
}

int gondoliere_try(const struct gondoliere_state *st, const struct gondoliere_chart *chart, int tile, int canal,
                   int rotation, struct gondoliere_way *way)
{
    int shape = gondoliere_tile[tile].shape, entry = chart->course[canal].side;
    way->tile = way->landing = (uint8_t)tile;
    way->rotation = (uint8_t)rotation;
    way->canal = way->fault = (int8_t)canal;
    way->partner = way->other = way->exit = -1;
    if (st->canals[canal] != GONDOLIERE_OPEN || chart->shut >> canal & 1)
        return GONDOLIERE_NO_GONDOLA;
    if ((shape == GONDOLIERE_STRAIGHT && rotation > 1) || (shape == GONDOLIERE_CROSSING && rotation > 0))
        return GONDOLIERE_OTHER_TURN;
    way->exit = (int8_t)gondoliere_exit(shape, rotation, entry);
    if (way->exit < 0)
        return GONDOLIERE_NO_WATER;
    int error = chart->same[canal] ? try_neighbours(st, chart, way) : RULE_OK;
    if (error)
        return error;
    way->course = chart->course[canal];
    error = try_course(st, chart, way, canal, way->exit, &way->course);
    if (error || way->partner < 0)
        return error;
    way->partner_course = chart->course[way->partner];
    int across = gondoliere_opposite(way->partner_course.side);
    return try_course(st, chart, way, way->partner, across, &way->partner_course);
}

/* Marks the crossings between the new tile and the front as passed. */
static void mark_passed(const struct gondoliere_state *st, struct gondoliere_chart *chart, int canal, int x, int y,
                        int exit)
{
    const struct gondoliere_course *course = &chart->course[canal];
    for (; x != course->x || y != course->y; x += gondoliere_dx[exit], y += gondoliere_dy[exit])
        chart->axis[gondoliere_at(st, chart, x, y)][exit % 2] = (uint8_t)(canal + 1);
}

void gondoliere_lay(struct gondoliere_state *st, struct gondoliere_chart *chart, const struct gondoliere_way *way)
{
    const struct gondoliere_course front = chart->course[way->canal];
    int index = st->n_board++;
    st->board[index] = (struct gondoliere_placed){.x = front.x, .y = front.y, .tile = way->tile,
                                                  .rotation = way->rotation, .seat = st->current, .turn = st->turn};
    chart_tile(st, chart, index);
    chart->axis[index][front.side % 2] = (uint8_t)(way->canal + 1);
    chart->course[way->canal] = way->course;
    int beyond_x = front.x + gondoliere_dx[way->exit], beyond_y = front.y + gondoliere_dy[way->exit];
    mark_passed(st, chart, way->canal, beyond_x, beyond_y, way->exit);
    if (way->partner >= 0) { /* behind a crossing no other follows: rule c */
        chart->axis[index][chart->course[way->partner].side % 2] = (uint8_t)(way->partner + 1);
        chart->course[way->partner] = way->partner_course;
    }
    chart_fronts(st, chart);
}
