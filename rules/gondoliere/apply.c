/* What a legal move does. Slots of events are in the order of the tables in gondoliere.c. */
#include "config.h"

#include "rules/gondoliere/state.h"
#include "rules/engine/counts.h"
#include "rules/engine/log.h"

#include <string.h>

static void log_list(int16_t *slots, const uint8_t *tiles, int n)
{
    slots[0] = (int16_t)n;
    for (int i = 0; i < n; i++)
        slots[1 + i] = tiles[i];
}

/* The first @n of a pile, or what there is of it, move to the end of a display; returns how many. */
static int turn_up(uint8_t *display, uint8_t *n_display, uint8_t *pile, uint8_t *n_pile, int n)
{
    n = n < *n_pile ? n : *n_pile;
    must(n >= 0 && *n_display + n <= GONDOLIERE_DISPLAY);
    memcpy(display + *n_display, pile, (size_t)n);
    memmove(pile, pile + n, (size_t)(*n_pile - n));
    count_move(n_pile, n_display, n);
    return n;
}

/* ---- Placing a tile: dossier gondoliere 5 to 8 ---- */

static void take_tile(uint8_t *display, uint8_t *n, int tile)
{
    int at = 0;
    while (at < *n && display[at] != tile)
        at++;
    must(at < *n);
    count_take(n, 1);
    memmove(display + at, display + at + 1, (size_t)(*n - at));
}

unsigned gondoliere_place(struct gondoliere_state *st, struct gondoliere_chart *chart, const struct gondoliere_way *way)
{
    struct gondoliere_player *player = &st->players[st->current];
    must(st->n_board < GONDOLIERE_TILES);
    gondoliere_lay(st, chart, way);
    if (gondoliere_is_landing(way->tile))
        take_tile(player->display, &player->n_display, way->tile);
    else
        take_tile(st->common, &st->n_common, way->tile);
    st->placed++;
    if (player->mulligan == GONDOLIERE_MULLIGAN_OPEN)
        player->mulligan = GONDOLIERE_MULLIGAN_PAST;
    unsigned closed = gondoliere_close(st, chart);
    st->ending = (uint8_t)gondoliere_ended(st, chart);
    return closed;
}

static void log_placed(const struct gondoliere_state *st, const struct gondoliere_way *way, int entry, struct log *log)
{
    const struct gondoliere_placed *placed = &st->board[st->n_board - 1];
    int16_t *slots = log_event(log, GONDOLIERE_PLACED, st->current, 9);
    slots[0] = way->tile;
    slots[1] = (int16_t)(GONDOLIERE_FIRST_CANAL + way->canal);
    slots[2] = placed->x;
    slots[3] = placed->y;
    slots[4] = way->rotation;
    slots[5] = (int16_t)entry;
    slots[6] = way->exit;
    slots[7] = way->partner < 0 ? 0 : (int16_t)(GONDOLIERE_FIRST_CANAL + way->partner);
    slots[8] = st->turn;
}

static void log_crossing(const struct gondoliere_state *st, int kind, int canal, int index, int exit, struct log *log)
{
    const struct gondoliere_placed *placed = &st->board[index];
    int16_t *slots = log_event(log, kind, st->current, 6);
    slots[0] = (int16_t)(GONDOLIERE_FIRST_CANAL + canal);
    slots[1] = placed->tile;
    slots[2] = placed->x;
    slots[3] = placed->y;
    slots[4] = (int16_t)gondoliere_owner(placed->tile);
    slots[5] = (int16_t)exit;
}

/* The crossings that lie between the new tile and the front. */
static void log_run(const struct gondoliere_state *st, const struct gondoliere_chart *chart,
                    const struct gondoliere_way *way, struct log *log)
{
    const struct gondoliere_placed *placed = &st->board[st->n_board - 1];
    const struct gondoliere_course *course = &chart->course[way->canal];
    int dx = gondoliere_dx[way->exit], dy = gondoliere_dy[way->exit];
    for (int x = placed->x + dx, y = placed->y + dy; x != course->x || y != course->y; x += dx, y += dy)
        log_crossing(st, GONDOLIERE_RAN_THROUGH, way->canal, gondoliere_at(st, chart, x, y), way->exit, log);
}

static void log_closed(const struct gondoliere_state *st, const struct gondoliere_chart *chart, int canal,
                       struct log *log)
{
    int16_t points[GONDOLIERE_SEATS];
    gondoliere_payout(chart, canal, points);
    int16_t *slots = log_event(log, GONDOLIERE_CLOSED, NO_SEAT, 4 + GONDOLIERE_SEATS);
    slots[0] = (int16_t)(GONDOLIERE_FIRST_CANAL + canal);
    slots[1] = st->canals[canal];
    slots[2] = (int16_t)gondoliere_passengers(chart, canal);
    slots[3] = st->seats;
    memcpy(slots + 4, points, sizeof(points));
    for (int seat = 0; seat < st->seats; seat++) {
        if (!points[seat])
            continue;
        slots = log_event(log, GONDOLIERE_PAID, seat, 3);
        slots[0] = (int16_t)(GONDOLIERE_FIRST_CANAL + canal);
        slots[1] = points[seat];
        slots[2] = chart->course[canal].sums[seat];
    }
}

/* ---- The end of the game: dossier gondoliere 9, 10 ---- */

static void log_over(const struct gondoliere_state *st, const struct gondoliere_chart *chart, struct log *log)
{
    struct gondoliere_result result = gondoliere_result(st, chart);
    int16_t *slots = log_event(log, GONDOLIERE_OVER, NO_SEAT, 1 + 3 * (1 + GONDOLIERE_SEATS));
    int16_t *winners = slots + 1 + 2 * (1 + GONDOLIERE_SEATS);
    slots[0] = st->ending;
    slots[1] = slots[2 + GONDOLIERE_SEATS] = st->seats;
    for (int seat = 0; seat < st->seats; seat++) {
        slots[2 + seat] = result.points[seat];
        slots[3 + GONDOLIERE_SEATS + seat] = result.landings[seat];
        if (result.rank[seat] == 1)
            winners[1 + winners[0]++] = (int16_t)seat;
    }
    for (int seat = 0; seat < st->seats; seat++) {
        slots = log_event(log, GONDOLIERE_RESULT, seat, 2);
        slots[0] = result.points[seat];
        slots[1] = result.landings[seat];
    }
    for (int seat = 0; seat < st->seats; seat++)
        if (result.rank[seat] == 1)
            log_event(log, GONDOLIERE_WON, seat, 1)[0] = result.points[seat];
}

/* Before the first placement of a turn: the game goes on as long as there is one. */
static bool goes_on(struct gondoliere_state *st, struct log *log)
{
    struct gondoliere_chart room;
    const struct gondoliere_chart *chart = gondoliere_chart_of(st, &room);
    if (gondoliere_can_place(st, chart))
        return true;
    st->ending = GONDOLIERE_NO_MOVE;
    log_over(st, chart, log);
    return false;
}

/* ---- The moves ---- */

static void do_place(struct gondoliere_state *st, const int16_t *arg, struct log *log)
{
    struct gondoliere_chart *chart = &st->chart;
    struct gondoliere_way way;
    int canal = arg[SLOT_CANAL] - GONDOLIERE_FIRST_CANAL, across = 0;
    gondoliere_chart_of(st, chart);
    int entry = chart->course[canal].side;
    must(gondoliere_try(st, chart, arg[SLOT_TILE], canal, arg[SLOT_ROTATION], &way) == RULE_OK);
    if (way.partner >= 0)
        across = gondoliere_opposite(chart->course[way.partner].side);
    unsigned closed = gondoliere_place(st, chart, &way);
    st->charted = (uint8_t)(st->n_board + 1);
    log_placed(st, &way, entry, log);
    if (way.partner >= 0)
        log_crossing(st, GONDOLIERE_CROSSED, way.partner, st->n_board - 1, across, log);
    log_run(st, chart, &way, log);
    for (int k = 0; k < GONDOLIERE_CANALS; k++)
        if (closed >> k & 1)
            log_closed(st, chart, k, log);
    if (st->ending != GONDOLIERE_ENDING_NONE)
        log_over(st, chart, log);
}

static void do_end(struct gondoliere_state *st, int seat, struct log *log)
{
    struct gondoliere_player *player = &st->players[seat];
    int16_t *slots = log_event(log, GONDOLIERE_TURN_ENDED, seat, 1 + 2 * (1 + GONDOLIERE_DISPLAY));
    int n = turn_up(player->display, &player->n_display, player->pile, &player->n_pile,
                    GONDOLIERE_DISPLAY - player->n_display);
    log_list(slots, player->display + player->n_display - n, n);
    n = turn_up(st->common, &st->n_common, st->pile, &st->n_pile, GONDOLIERE_DISPLAY - st->n_common);
    log_list(slots + 1 + GONDOLIERE_DISPLAY, st->common + st->n_common - n, n);
    slots[2 * (1 + GONDOLIERE_DISPLAY)] = st->turn;
    st->placed = 0;
    st->turn++;
    st->current = (uint8_t)((seat + 1) % st->seats);
    if (goes_on(st, log))
        log_event(log, GONDOLIERE_TURN_BEGAN, st->current, 1)[0] = (int16_t)gondoliere_round(st);
}

/* The old three go under the pile as they lay: dossier gondoliere 4. */
static void do_mulligan(struct gondoliere_state *st, int seat, struct log *log)
{
    struct gondoliere_player *player = &st->players[seat];
    int16_t *slots = log_event(log, GONDOLIERE_EXCHANGED, seat, 2 * (1 + GONDOLIERE_DISPLAY));
    must(player->n_display == GONDOLIERE_DISPLAY && player->n_pile + GONDOLIERE_DISPLAY <= GONDOLIERE_LANDINGS);
    log_list(slots, player->display, GONDOLIERE_DISPLAY);
    memcpy(player->pile + player->n_pile, player->display, GONDOLIERE_DISPLAY);
    player->n_pile += GONDOLIERE_DISPLAY;
    player->n_display = 0;
    turn_up(player->display, &player->n_display, player->pile, &player->n_pile, GONDOLIERE_DISPLAY);
    log_list(slots + 1 + GONDOLIERE_DISPLAY, player->display, GONDOLIERE_DISPLAY);
    player->mulligan = GONDOLIERE_MULLIGAN_TAKEN;
    if (seat == st->current)
        goes_on(st, log);
}

void gondoliere_apply(void *state, int seat, const struct move *move, struct rng *rng, struct log *log)
{
    struct gondoliere_state *st = state;
    (void)rng; /* the piles were shuffled at the start */
    must(seat >= 0 && seat < st->seats);
    must_costly(gondoliere_check(st, seat, move, NULL) == RULE_OK);
    switch (move->verb) {
    case GONDOLIERE_PLACE:
        do_place(st, move->arg, log);
        break;
    case GONDOLIERE_END:
        do_end(st, seat, log);
        break;
    default:
        must(move->verb == GONDOLIERE_MULLIGAN);
        do_mulligan(st, seat, log);
    }
}

/* dossier gondoliere 16: tiles are turned up at the end of a turn, and when landings are exchanged. */
unsigned gondoliere_traits(const void *state, int seat, const struct move *move)
{
    struct gondoliere_state after;
    struct log log = {.n = 0};
    if (move->verb != GONDOLIERE_PLACE)
        return MOVE_REVEALS;
    after = *(const struct gondoliere_state *)state;
    gondoliere_apply(&after, seat, move, NULL, &log);
    return after.ending != GONDOLIERE_ENDING_NONE ? MOVE_ENDS : 0;
}
