/* What must always be true of a position: dossier gondoliere 16, invariants. */
#include "config.h"

#include "rules/gondoliere/state.h"
#include "rules/engine/fault.h"

/* ---- Every tile is in one place ---- */

static bool tiles_are_new(const uint8_t *tiles, int n, int first, int count, bool *seen, const char *member,
                          struct fault *fault)
{
    for (int i = 0; i < n; i++) {
        if (tiles[i] < first || tiles[i] >= first + count)
            return fault_index(fault, N_("{what} is a tile that cannot lie there."), member, i);
        if (seen[tiles[i]])
            return fault_index(fault, N_("{what} is in two places."), member, i);
        seen[tiles[i]] = true;
    }
    return true;
}

static bool board_is_new(const struct gondoliere_state *st, bool *seen, struct fault *fault)
{
    for (int i = 0; i < st->n_board; i++) {
        const struct gondoliere_placed *placed = &st->board[i];
        if (gondoliere_is_landing(placed->tile) && gondoliere_owner(placed->tile) != placed->seat)
            return fault_index(fault, N_("{what} is a tile that cannot lie there."), "board", i);
        if (!tiles_are_new(&placed->tile, 1, 0, GONDOLIERE_TILES, seen, "board", fault))
            return fault_index(fault, N_("{what} is in two places."), "board", i);
    }
    return true;
}

static bool tiles_add_up(const struct gondoliere_state *st, struct fault *fault)
{
    bool seen[GONDOLIERE_TILES] = {false};
    int n = st->n_board + st->n_common + st->n_pile;
    if (!board_is_new(st, seen, fault)
        || !tiles_are_new(st->common, st->n_common, 0, GONDOLIERE_CANAL_TILES, seen, "common", fault)
        || !tiles_are_new(st->pile, st->n_pile, 0, GONDOLIERE_CANAL_TILES, seen, "pile", fault))
        return false;
    for (int seat = 0; seat < st->seats; seat++) {
        const struct gondoliere_player *player = &st->players[seat];
        int first = gondoliere_landing(seat, 0);
        if (!tiles_are_new(player->display, player->n_display, first, GONDOLIERE_LANDINGS, seen, "display", fault)
            || !tiles_are_new(player->pile, player->n_pile, first, GONDOLIERE_LANDINGS, seen, "pile", fault))
            return fault_index(fault, N_("{what} holds a tile that is elsewhere, or somebody else’s."), "players", seat);
        n += player->n_display + player->n_pile;
    }
    if (n != GONDOLIERE_CANAL_TILES + st->seats * GONDOLIERE_LANDINGS)
        return fault_set(fault, N_("{what}, displays and piles do not hold all tiles."), "board");
    return true;
}

/* ---- The board ---- */

/* Which sides of a tile canals have run over: two for each step. */
struct used {
    uint8_t sides[GONDOLIERE_TILES];
    bool twice;
};

static void use_sides(void *context, int canal, int index, int entry, int exit)
{
    struct used *used = context;
    uint8_t sides = (uint8_t)(1u << entry | 1u << exit);
    (void)canal;
    used->twice |= used->sides[index] & sides;
    used->sides[index] |= sides;
}

static bool tile_lies_well(const struct gondoliere_state *st, int index)
{
    const struct gondoliere_placed *placed = &st->board[index];
    static const uint8_t rotations[GONDOLIERE_SHAPES] = {2, 4, 1};
    if (gondoliere_in_piazza(placed->x, placed->y) || placed->seat >= st->seats || placed->turn > st->turn
        || placed->rotation >= rotations[gondoliere_tile[placed->tile].shape])
        return false;
    for (int i = 0; i < index; i++)
        if (st->board[i].x == placed->x && st->board[i].y == placed->y)
            return false;
    return true;
}

static bool canals_are_sound(const struct gondoliere_state *st, const struct gondoliere_chart *chart,
                             struct fault *fault)
{
    struct gondoliere_state then = *st;
    for (int k = 0; k < GONDOLIERE_CANALS; k++) {
        bool full = chart->course[k].values == GONDOLIERE_ALL_VALUES;
        if (full != (st->canals[k] == GONDOLIERE_SET))
            return fault_member_at(fault, "canals", k);
    }
    if (gondoliere_close(&then, chart))
        return fault_set(fault, N_("{what} has an open canal that nothing fits any more."), "canals");
    return true;
}

static bool board_is_sound(const struct gondoliere_state *st, struct gondoliere_chart *chart, struct fault *fault)
{
    struct used used = {{0}, false};
    for (int i = 0; i < st->n_board; i++)
        if (!tile_lies_well(st, i))
            return fault_index(fault, N_("{what} lies where it cannot lie."), "board", i);
    int error = gondoliere_walk(st, chart, use_sides, &used);
    if (error || used.twice)
        return fault_set(fault, N_("{what} has a canal that breaks a rule."), "board");
    for (int i = 0; i < st->n_board; i++)
        if (!used.sides[i])
            return fault_index(fault, N_("{what} lies in no canal."), "board", i);
    return canals_are_sound(st, chart, fault);
}

/* ---- The turn ---- */

static bool displays_are_sound(const struct gondoliere_state *st, struct fault *fault)
{
    int placed = 0, landings = 0;
    for (int i = 0; i < st->n_board; i++) {
        bool now = st->board[i].turn == st->turn;
        if (now && st->board[i].seat != st->current)
            return fault_member_at(fault, "board", i);
        placed += now;
        landings += now && gondoliere_is_landing(st->board[i].tile);
    }
    if (placed != st->placed)
        return fault_member(fault, "placed");
    if (st->n_pile && st->n_common + placed - landings != GONDOLIERE_DISPLAY)
        return fault_member(fault, "common");
    for (int seat = 0; seat < st->seats; seat++) {
        const struct gondoliere_player *player = &st->players[seat];
        int gone = seat == st->current ? landings : 0;
        if (player->n_pile && player->n_display + gone != GONDOLIERE_DISPLAY)
            return fault_member_at(fault, "players", seat);
    }
    return true;
}

/* A player who has placed a tile can no longer exchange the first three; a player who still can has all nine. */
static bool mulligans_are_sound(const struct gondoliere_state *st, struct fault *fault)
{
    bool laid[GONDOLIERE_SEATS] = {false};
    for (int i = 0; i < st->n_board; i++)
        laid[st->board[i].seat] = true;
    for (int seat = 0; seat < st->seats; seat++)
        if (laid[seat] && st->players[seat].mulligan == GONDOLIERE_MULLIGAN_OPEN)
            return fault_member_at(fault, "players", seat);
    return true;
}

static bool ending_is_sound(const struct gondoliere_state *st, const struct gondoliere_chart *chart,
                            struct fault *fault)
{
    int due = gondoliere_ended(st, chart);
    if (due == GONDOLIERE_ENDING_NONE && !st->placed && !gondoliere_can_place(st, chart))
        due = GONDOLIERE_NO_MOVE;
    return due == st->ending || fault_member(fault, "ending");
}

bool gondoliere_sound(const void *state, struct fault *fault)
{
    const struct gondoliere_state *st = state;
    struct gondoliere_chart chart;
    if (st->start >= st->seats)
        return fault_set(fault, N_("{what} names a seat that is not at this table."), "start");
    if (st->current != (st->start + st->turn - 1) % st->seats)
        return fault_member(fault, "current");
    return tiles_add_up(st, fault) && board_is_sound(st, &chart, fault) && displays_are_sound(st, fault)
        && mulligans_are_sound(st, fault) && ending_is_sound(st, &chart, fault);
}
