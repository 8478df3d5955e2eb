#include "config.h"

#include "tests/selfplay/gondoliere_model.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { NORTH, EAST, SOUTH, WEST, SIDES };
enum { CANAL_TILES = 44, LANDINGS = 9, PIAZZA_WIDTH = 5, PIAZZA_HEIGHT = 2 };

static const int dx[SIDES] = {0, 1, 0, -1}, dy[SIDES] = {-1, 0, 1, 0};

/* dossier gondoliere 3: the mouths, as fronts of canals without a tile */
static const struct model_front first_front[MODEL_CANALS] = {
    {0, -1, SOUTH}, {4, 2, NORTH}, {4, -1, SOUTH}, {0, 2, NORTH}, {-1, 0, EAST}, {5, 1, WEST}};

static int opposite(int side)
{
    return (side + 2) % SIDES;
}

/* ---- Tiles: dossier gondoliere 2, 16 ---- */

bool model_tile_named(const char *word, struct model_tile *tile)
{
    char first, third;
    int number;
    if (sscanf(word, "%c%d%c", &first, &number, &third) != 3)
        return false;
    if (third == '-') {
        *tile = (struct model_tile){.shape = first, .owner = -1, .passengers = number};
        return (first == 's' || first == 'c') && number >= 0 && number <= 2;
    }
    *tile = (struct model_tile){.shape = third, .owner = first - 'a', .value = number};
    return (third == 's' || third == 'x') && first >= 'a' && first < 'a' + MODEL_SEATS && number >= 1 && number <= 4;
}

static bool is_landing(const struct model *model, int tile)
{
    return model->tile[tile].owner >= 0;
}

/* Does the tile turned so have water on that side? Rotation 0: a straight runs north to south, a curve north to east. */
static bool has_water(const struct model *model, int tile, int rotation, int side)
{
    int unturned = (side - rotation + SIDES) % SIDES;
    switch (model->tile[tile].shape) {
    case 's':
        return unturned == NORTH || unturned == SOUTH;
    case 'c':
        return unturned == NORTH || unturned == EAST;
    default:
        return true;
    }
}

/* Each way to lie has one number only. */
static bool is_rotation(const struct model *model, int tile, int rotation)
{
    int turns = model->tile[tile].shape == 's' ? 2 : model->tile[tile].shape == 'c' ? 4 : 1;
    return rotation < turns;
}

static int exit_of(const struct model *model, int tile, int rotation, int entry)
{
    if (model->tile[tile].shape != 'c')
        return opposite(entry);
    for (int side = 0; side < SIDES; side++)
        if (side != entry && has_water(model, tile, rotation, side))
            return side;
    return -1;
}

/* ---- The board ---- */

struct model_front model_front(const struct model *model, int canal)
{
    const struct model_canal *path = &model->canal[canal];
    if (path->n == 0)
        return first_front[canal];
    const struct model_step *last = &path->step[path->n - 1];
    return (struct model_front){last->x + dx[last->out], last->y + dy[last->out], opposite(last->out)};
}

/* The tile in a cell, or -1. Every tile lies in some canal. */
static int tile_at(const struct model *model, int x, int y)
{
    for (int k = 0; k < MODEL_CANALS; k++)
        for (int i = 0; i < model->canal[k].n; i++)
            if (model->canal[k].step[i].x == x && model->canal[k].step[i].y == y)
                return model->canal[k].step[i].tile;
    return -1;
}

static bool runs_over(const struct model_canal *path, int x, int y, int side)
{
    for (int i = 0; i < path->n; i++)
        if (path->step[i].x == x && path->step[i].y == y && path->step[i].in % 2 == side % 2)
            return true;
    return false;
}

static bool is_empty(const struct model *model, int x, int y)
{
    bool piazza = x >= 0 && x < PIAZZA_WIDTH && y >= 0 && y < PIAZZA_HEIGHT;
    return !piazza && tile_at(model, x, y) < 0;
}

static bool looks_into(const struct model *model, int canal, const struct model_front *cell)
{
    struct model_front front = model_front(model, canal);
    return front.x == cell->x && front.y == cell->y;
}

/* ---- A placement: dossier gondoliere 6, 7 ---- */

/* A placement under judgement. */
struct trying {
    const struct model *model;
    int tile, canal, rotation;
    struct model_front cell; /* where, and by which side the canal comes */
    int exit;
    int partner;             /* the canal that crosses there, or -1 */
    struct model_canal *steps;
};

static bool breaks_e(struct trying *t)
{
    int lateral = 0;
    for (int j = 0; j < MODEL_CANALS; j++)
        lateral += j != t->canal && looks_into(t->model, j, &t->cell) && model_front(t->model, j).side != t->exit;
    for (int j = 0; j < MODEL_CANALS; j++) {
        if (j == t->canal || !looks_into(t->model, j, &t->cell))
            continue;
        int side = model_front(t->model, j).side;
        if (!has_water(t->model, t->tile, t->rotation, side))
            continue;
        bool crosses = t->model->tile[t->tile].shape == 'x' && t->model->canal[j].status == MODEL_OPEN
                    && side != t->exit && lateral == 1;
        if (!crosses)
            return true;
        t->partner = j;
    }
    return false;
}

static bool breaks_f(const struct trying *t)
{
    for (int j = 0; j < MODEL_CANALS; j++)
        if (j != t->canal && t->model->canal[j].status == MODEL_OPEN && looks_into(t->model, j, &t->cell)
            && !has_water(t->model, t->tile, t->rotation, model_front(t->model, j).side))
            return true;
    return false;
}

/* Is the axis of a crossing free on which one comes in by this side? */
static bool is_free(const struct trying *t, int x, int y, int side)
{
    for (int j = 0; j < MODEL_CANALS; j++)
        if (runs_over(&t->model->canal[j], x, y, side) || runs_over(&t->steps[j], x, y, side))
            return false;
    return true;
}

/* The new tile, and every free arm behind it. */
static void extend(struct trying *t, int canal, int entry, int exit)
{
    struct model_canal *path = &t->steps[canal];
    int x = t->cell.x, y = t->cell.y, tile = t->tile;
    do {
        path->step[path->n++] = (struct model_step){x, y, entry, exit, tile};
        x += dx[exit];
        y += dy[exit];
        entry = opposite(exit);
        tile = tile_at(t->model, x, y);
    } while (tile >= 0 && t->model->tile[tile].shape == 'x' && is_free(t, x, y, entry));
}

/* The steps of a canal, those before the placement and the new ones. */
static const struct model_step *step_of(const struct trying *t, int canal, int i)
{
    const struct model_canal *old = &t->model->canal[canal];
    return i < old->n ? &old->step[i] : &t->steps[canal].step[i - old->n];
}

static const char *landing_rule(const struct trying *t, int canal, int at)
{
    const struct model *model = t->model;
    int tile = step_of(t, canal, at)->tile, canal_tiles = 0, last = -1;
    for (int i = 0; i < at; i++) {
        int before = step_of(t, canal, i)->tile;
        if (is_landing(model, before))
            last = before;
        else
            canal_tiles++;
    }
    if (canal_tiles < 2)
        return "b";
    if (is_landing(model, step_of(t, canal, at - 1)->tile))
        return "c";
    if (last >= 0 && last != tile && model->tile[last].owner == model->tile[tile].owner)
        return "d";
    for (int i = 0; i < at && model->tile[tile].value < 4; i++) {
        int before = step_of(t, canal, i)->tile;
        if (is_landing(model, before) && before != tile && model->tile[before].value == model->tile[tile].value)
            return "g";
    }
    return NULL;
}

static const char *landing_rules(const struct trying *t, int canal)
{
    int old = t->model->canal[canal].n;
    for (int i = old; i < old + t->steps[canal].n; i++)
        if (is_landing(t->model, step_of(t, canal, i)->tile)) {
            const char *letter = landing_rule(t, canal, i);
            if (letter)
                return letter;
        }
    return NULL;
}

static const char *rules_a_to_g(const struct model *model, int tile, int canal, int rotation, struct model_canal *steps)
{
    struct trying t = {model, tile, canal, rotation, model_front(model, canal), -1, -1, steps};
    if (model->canal[canal].status != MODEL_OPEN || !is_empty(model, t.cell.x, t.cell.y)
        || !is_rotation(model, tile, rotation) || !has_water(model, tile, rotation, t.cell.side))
        return "a";
    t.exit = exit_of(model, tile, rotation, t.cell.side);
    if (breaks_e(&t))
        return "e";
    if (breaks_f(&t))
        return "f";
    extend(&t, canal, t.cell.side, t.exit);
    if (t.partner >= 0) {
        int entry = model_front(model, t.partner).side;
        extend(&t, t.partner, entry, opposite(entry));
    }
    const char *letter = landing_rules(&t, canal);
    return letter || t.partner < 0 ? letter : landing_rules(&t, t.partner);
}

static void clear_steps(struct model_canal *steps)
{
    for (int k = 0; k < MODEL_CANALS; k++)
        steps[k].n = 0;
}

/* ---- Closing: dossier gondoliere 8 ---- */

static bool has_all_values(const struct model *model, int canal)
{
    bool there[5] = {false};
    for (int i = 0; i < model->canal[canal].n; i++) {
        int tile = model->canal[canal].step[i].tile;
        if (is_landing(model, tile))
            there[model->tile[tile].value] = true;
    }
    return there[1] && there[2] && there[3] && there[4];
}

/* Any tile that is not on the board, whoever might lay it. */
static bool something_fits(const struct model *model, int canal)
{
    static struct model_canal steps[MODEL_CANALS];
    for (int tile = 0; tile < model->n_tiles; tile++)
        for (int rotation = 0; !model->laid[tile] && rotation < MODEL_ROTATIONS; rotation++) {
            clear_steps(steps);
            if (!rules_a_to_g(model, tile, canal, rotation, steps))
                return true;
        }
    return false;
}

/* Full sets close first; then those that nothing fits, all judged before any of them is closed. */
static void close_canals(struct model *model)
{
    bool blocked[MODEL_CANALS], again = true;
    for (int k = 0; k < MODEL_CANALS; k++)
        if (model->canal[k].status == MODEL_OPEN && has_all_values(model, k))
            model->canal[k].status = MODEL_SET;
    while (again) {
        again = false;
        for (int k = 0; k < MODEL_CANALS; k++)
            blocked[k] = model->canal[k].status == MODEL_OPEN && !something_fits(model, k);
        for (int k = 0; k < MODEL_CANALS; k++)
            if (blocked[k]) {
                model->canal[k].status = MODEL_BLOCKED;
                again = true;
            }
    }
}

static void lay(struct model *model, int tile, const struct model_canal *steps)
{
    model->laid[tile] = true;
    for (int k = 0; k < MODEL_CANALS; k++)
        for (int i = 0; i < steps[k].n; i++)
            model->canal[k].step[model->canal[k].n++] = steps[k].step[i];
    close_canals(model);
}

static bool is_dry(const struct model *model, int canal)
{
    for (int i = 0; i < model->canal[canal].n; i++)
        if (is_landing(model, model->canal[canal].step[i].tile))
            return false;
    return true;
}

/* dossier gondoliere 11 */
static bool dries(const struct model *model, int tile, const struct model_canal *steps)
{
    static struct model then;
    then = *model;
    lay(&then, tile, steps);
    for (int k = 0; k < MODEL_CANALS; k++)
        if (model->canal[k].status == MODEL_OPEN && then.canal[k].status == MODEL_BLOCKED && is_dry(&then, k))
            return true;
    return false;
}

const char *model_judge(const struct model *model, int tile, int canal, int rotation, struct model_canal *steps)
{
    static struct model_canal own[MODEL_CANALS];
    steps = steps ? steps : own;
    clear_steps(steps);
    const char *letter = rules_a_to_g(model, tile, canal, rotation, steps);
    return !letter && model->protect_dry && dries(model, tile, steps) ? "dry" : letter;
}

void model_lay(struct model *model, int tile, int canal, int rotation)
{
    static struct model_canal steps[MODEL_CANALS];
    clear_steps(steps);
    rules_a_to_g(model, tile, canal, rotation, steps);
    lay(model, tile, steps);
}

/* ---- The end, and scores: dossier gondoliere 9, 10 ---- */

static int laid_of(const struct model *model, int owner)
{
    int n = 0;
    for (int tile = 0; tile < model->n_tiles; tile++)
        n += model->laid[tile] && model->tile[tile].owner == owner;
    return n;
}

const char *model_ending(const struct model *model)
{
    int closed = 0;
    for (int k = 0; k < MODEL_CANALS; k++)
        closed += model->canal[k].status != MODEL_OPEN;
    if (closed >= 5)
        return "five_canals";
    if (laid_of(model, -1) == CANAL_TILES)
        return "canal_tiles";
    for (int seat = 0; seat < model->seats; seat++)
        if (laid_of(model, seat) == LANDINGS)
            return "landings";
    return "none";
}

int model_passengers(const struct model *model, int canal)
{
    int n = 4 + canal;
    for (int i = 0; i < model->canal[canal].n; i++)
        n += model->tile[model->canal[canal].step[i].tile].passengers;
    return n;
}

void model_sums(const struct model *model, int canal, int sums[MODEL_SEATS])
{
    bool counted[MODEL_TILES] = {false};
    memset(sums, 0, MODEL_SEATS * sizeof(sums[0]));
    for (int i = 0; i < model->canal[canal].n; i++) {
        int tile = model->canal[canal].step[i].tile;
        if (is_landing(model, tile) && !counted[tile])
            sums[model->tile[tile].owner] += model->tile[tile].value;
        counted[tile] = true;
    }
}

/* How many different sums are higher? */
static int ranks_above(const int sums[MODEL_SEATS], int sum)
{
    int n = 0;
    for (int i = 0; i < MODEL_SEATS; i++) {
        bool told = false;
        for (int j = 0; j < i; j++)
            told |= sums[j] == sums[i];
        n += sums[i] > sum && !told;
    }
    return n;
}

void model_payout(const struct model *model, int canal, int points[MODEL_SEATS])
{
    int sums[MODEL_SEATS], passengers = model_passengers(model, canal);
    model_sums(model, canal, sums);
    for (int seat = 0; seat < MODEL_SEATS; seat++) {
        int above = ranks_above(sums, sums[seat]);
        points[seat] = sums[seat] == 0 || above > 2 ? 0
                     : above == 0                   ? passengers
                     : above == 1                   ? passengers / 2 + passengers % 2
                                                    : passengers / 4 + (passengers % 4 > 0);
    }
}

void model_scores(const struct model *model, int points[MODEL_SEATS], int ranks[MODEL_SEATS])
{
    memset(points, 0, MODEL_SEATS * sizeof(points[0]));
    for (int k = 0; k < MODEL_CANALS; k++) {
        int pays[MODEL_SEATS];
        model_payout(model, k, pays);
        for (int seat = 0; seat < MODEL_SEATS && model->canal[k].status != MODEL_OPEN; seat++)
            points[seat] += pays[seat];
    }
    for (int seat = 0; seat < model->seats; seat++) {
        ranks[seat] = 1;
        for (int other = 0; other < model->seats; other++)
            ranks[seat] += points[other] > points[seat]
                        || (points[other] == points[seat] && laid_of(model, other) < laid_of(model, seat));
    }
}
