#include "config.h"

#include "cgi/play/end.h"

#include <stdlib.h>
#include <string.h>

#include "cgi/play/fold.h"
#include "cgi/store/stored.h"
#include "rules/engine/breakdown.h"

#include "cgi/base/banned.h"

enum { PARTS_OF_SCORE = 20 }; /* a turn that decided has changed one of so many parts of it */

/* ---- which turns decided ---- */

/* By how much the best of the winners is ahead of the best of the others; 0 when there are not both. */
static int lead(const struct game_row *game, const int16_t points[SEATS_MAX])
{
    int best[2] = {INT16_MIN, INT16_MIN};
    bool are[2] = {false, false};
    for (int s = 0; s < game->n_seats; s++) {
        int won = game->seat[s].rank == 1;
        are[won] = true;
        best[won] = points[s] > best[won] ? points[s] : best[won];
    }
    return are[0] && are[1] ? best[1] - best[0] : 0;
}

static int score_of_winner(const struct game_row *game, const int16_t points[SEATS_MAX])
{
    int score = INT16_MIN;
    for (int s = 0; s < game->n_seats; s++)
        if (game->seat[s].rank == 1 && points[s] > score)
            score = points[s];
    return abs(score);
}

static int change_of(const struct end_turn *turn)
{
    return abs(turn->after - turn->before);
}

static void measure(const struct game_row *game, const struct move_row *moves, struct end_turn *turn)
{
    int most = -1, was = lead(game, moves[turn->first - 1].points);
    turn->before = was;
    for (int ply = turn->first; ply <= turn->last; ply++) {
        int is = lead(game, moves[ply].points);
        if (abs(is - was) >= most) {
            most = abs(is - was);
            turn->ply = ply;
        }
        was = is;
    }
    turn->after = was;
}

/* The index of the one that changed least, of equals the first. */
static int least_of(const struct end_turn *turns, int n)
{
    int least = 0;
    for (int i = 1; i < n; i++)
        if (change_of(&turns[i]) < change_of(&turns[least]))
            least = i;
    return least;
}

int end_decide(const struct game_row *game, const struct move_row *moves, int n_moves, const struct end_turn *turns, int n_turns,
               struct end_turn decided[END_TURNS])
{
    int n = 0, score = n_moves ? score_of_winner(game, moves[n_moves - 1].points) : 0;
    for (int i = 0; i < n_turns; i++) {
        struct end_turn turn = turns[i];
        measure(game, moves, &turn);
        if (!change_of(&turn) || change_of(&turn) * PARTS_OF_SCORE < score)
            continue;
        if (n == END_TURNS) {
            int least = least_of(decided, n);
            if (change_of(&turn) < change_of(&decided[least]))
                continue;
            n--;
            memmove(&decided[least], &decided[least + 1], (size_t)(n - least) * sizeof(*decided));
        }
        decided[n++] = turn;
    }
    return n;
}

/* ---- the course of a game ---- */

struct course {
    struct arena *arena;
    const struct game_row *game;
    const struct rules *rules;
    const struct move_row *moves;  /* as they are stored */
    int n;
    bool all;                      /* what was hidden counts, too */
    int16_t (*points)[SEATS_MAX];  /* by ply */
    struct stored *told;           /* what came of each, packed */
    bool *begins_round;
    struct gains gains;
    struct end_turn *turns;
    int n_turns;
    /* before the moves that one seat has made one after the other, up to the newest: what is taken back counts for nothing */
    struct gains gains_before;
    int n_turns_before, seat_before;
};

static void begin(struct course *c)
{
    c->gains = (struct gains){.note = 0};
    c->n_turns = 0;
    c->seat_before = NO_SEAT;
}

/* Move @ply is about to be told. Return: does it take the last turn back? Then nothing is told of either. */
static bool goes_back(struct course *c, int ply)
{
    int to;
    if (fold_takes_back(c->moves[ply].move, &to)) {
        c->gains = c->gains_before;
        c->n_turns = c->n_turns_before;
        c->seat_before = NO_SEAT;
        return true;
    }
    if (c->moves[ply].seat != c->seat_before) {
        c->gains_before = c->gains;
        c->n_turns_before = c->n_turns;
        c->seat_before = c->moves[ply].seat;
    }
    return false;
}

/* What came of @ply, and where it stood then. */
static void tell(struct course *c, int ply, const struct log *log)
{
    const struct rules_words *words = c->rules->words;
    c->begins_round[ply] = false;
    for (int i = 0; i < log->n; i++) {
        if (words->gain)
            words->gain(&c->gains, &log->event[i]);
        c->begins_round[ply] = c->begins_round[ply] || (words->begins_round && log->event[i].kind == words->begins_round);
    }
}

/* Move @ply is made while it is the turn of @seat. */
static void go_on(struct course *c, int ply, int seat)
{
    if (!c->n_turns || c->turns[c->n_turns - 1].seat != seat)
        c->turns[c->n_turns++] = (struct end_turn){.seat = seat, .first = ply};
    c->turns[c->n_turns - 1].last = ply;
}

/* Whose turn it is: who is awaited otherwise than by a question. While all are only asked, it is still the turn of who asks. */
static int turn_of(const struct course *c, const void *state, int mover)
{
    seatmask own = c->rules->awaits(state) & (seatmask)~(c->rules->windows ? c->rules->windows(state) : 0);
    for (int seat = 0; own && !(own & SEAT_BIT(mover)) && seat < SEATS_MAX; seat++)
        if (own & SEAT_BIT(seat))
            return seat;
    return own || !c->n_turns ? mover : c->turns[c->n_turns - 1].seat;
}

static void stand(struct course *c, int ply, const struct fold *fold)
{
    struct standing standing = {0};
    struct breakdown made = {0};
    bool by_rows = c->all && c->rules->words->breakdown;
    if (by_rows)
        c->rules->words->breakdown(fold->state, &c->gains, true, &made);
    else
        c->rules->standing(fold->state, &standing);
    for (int s = 0; s < c->game->n_seats; s++)
        c->points[ply][s] = (int16_t)(by_rows ? breakdown_sum(&made, s) : standing.seat[s].points);
    c->told[ply] = events_stored(c->arena, fold->log.event, fold->log.n);
}

/* The whole game once more: only so is it known who had how much hidden. False: it does not lead to where the game stands. */
static bool replay(struct course *c)
{
    struct fold fold;
    struct err ignored;
    struct move_row setup;
    begin(c);
    if (!fold_init(&fold, c->arena, c->game, &ignored))
        return false;
    fold_remember(&fold, c->arena);
    fold_setup(&fold, c->arena, c->game, c->game->started, &setup);
    tell(c, 0, &fold.log);
    stand(c, 0, &fold);
    for (int i = 1; i < c->n; i++) {
        if (!goes_back(c, i))
            go_on(c, i, turn_of(c, fold.state, c->moves[i].seat));
        if (!fold_redo(&fold, c->game, &c->moves[i], &ignored))
            return false;
        tell(c, i, &fold.log);
        stand(c, i, &fold);
    }
    for (int s = 0; s < c->game->n_seats; s++)
        if (c->points[c->n - 1][s] != c->game->seat[s].points)
            return false;
    return true;
}

/* As it is stored, of what lay open. */
static bool read_through(struct course *c)
{
    struct log *log = arena_grow(c->arena, NULL, 0, sizeof(*log));
    struct fault fault;
    begin(c);
    for (int i = 0; i < c->n; i++) {
        if (!stored_events(c->rules, c->moves[i].packed, log, &fault))
            return false;
        if (i > 0 && !goes_back(c, i))
            go_on(c, i, c->moves[i].seat);
        tell(c, i, log);
        memcpy(c->points[i], c->moves[i].points, sizeof(c->points[i]));
        c->told[i] = c->moves[i].packed;
    }
    return true;
}

/* ---- what is kept of it ---- */

static void keep_move(const struct course *c, struct end *end, int ply, bool wanted)
{
    struct move_row *row = &end->moves[ply];
    struct err ignored;
    *row = (struct move_row){.ply = ply, .seat = c->moves[ply].seat, .at = c->moves[ply].at, .move = "", .cause = "person"};
    memcpy(row->points, c->points[ply], sizeof(row->points));
    if (!wanted && !c->begins_round[ply])
        return;
    row->packed = c->told[ply];
    if (!store_events(end->arena, c->game, row, &ignored))
        row->n_events = 0;
    row->packed = (struct stored){.n = 0};
}

static void keep(const struct course *c, struct end *end)
{
    end->n_moves = c->n;
    end->n_turns = c->n_turns;
    for (int i = 0; i < c->n; i++)
        end->moved |= move_is_own(&c->moves[i]) ? SEAT_BIT(c->moves[i].seat) : 0;
    end->moves = arena_array(end->arena, (size_t)c->n, sizeof(*end->moves));
    for (int i = 0; i < c->n; i++)
        memcpy(end->moves[i].points, c->points[i], sizeof(end->moves[i].points));
    end->n_decided = end_decide(c->game, end->moves, c->n, c->turns, c->n_turns, end->decided);
    for (int i = 0; i < c->n; i++) {
        bool wanted = false;
        for (int k = 0; k < end->n_decided; k++)
            wanted = wanted || (i >= end->decided[k].first && i <= end->decided[k].last);
        keep_move(c, end, i, wanted);
    }
}

/* Rows that do not sum up to the points are not told. */
static void keep_breakdown(const struct course *c, const void *state, struct end *end)
{
    if (!c->rules->words->breakdown)
        return;
    c->rules->words->breakdown(state, &c->gains, false, &end->made);
    for (int s = 0; s < c->game->n_seats; s++)
        if (breakdown_sum(&end->made, s) != c->game->seat[s].points)
            end->made.n = 0;
}

/* Do the moves stand there one by one, up to the last? */
static bool in_order(const struct game_row *game, const struct move_row *moves, int n)
{
    bool ok = n > 0 && n == game->ply + 1;
    for (int i = 0; ok && i < n; i++)
        ok = moves[i].ply == i && (i == 0 || (moves[i].seat >= 0 && moves[i].seat < game->n_seats));
    return ok;
}

static void work_out(struct arena *arena, const struct table *t, const struct move_row *moves, int n, struct end *end)
{
    const struct game_row *game = &t->game;
    struct err ignored;
    struct course course = {.arena = arena, .game = game, .rules = fold_rules(game, &ignored), .moves = moves, .n = n,
                            .all = game->ending && !strcmp(game->ending, "played")};
    if (!course.rules || !t->head || !in_order(game, moves, n))
        return;
    course.points = arena_array(arena, (size_t)n, sizeof(*course.points));
    course.told = arena_array(arena, (size_t)n, sizeof(*course.told));
    course.begins_round = arena_array(arena, (size_t)n, sizeof(*course.begins_round));
    course.turns = arena_array(arena, (size_t)n, sizeof(*course.turns));
    if (!replay(&course) && !read_through(&course))
        return;
    keep_breakdown(&course, t->head, end);
    keep(&course, end);
}

/* ---- read once ---- */

/* The chain is over everything that was ever played; and what somebody else has written into the game's row counts, too. */
static struct cache_key end_key(const struct game_row *game)
{
    struct cache_key key = {.number = {CACHE_END, game->id, game->written, game->ply}};
    memcpy(&key.number[4], game->hash, sizeof(game->hash));
    return key;
}

static void end_free(void *object)
{
    arena_free(((struct end *)object)->arena);
}

bool end_of_game(struct db *db, struct cache *cache, struct arena *arena, const struct table *t, const struct end **end, struct err *err)
{
    const struct cache_key key = end_key(&t->game);
    struct move_row *moves;
    int n;
    *end = cache_get(cache, arena, &key, 0);
    if (*end)
        return true;
    if (!store_moves(db, arena, t->game.id, &moves, &n, err))
        return false;
    struct arena *memory = arena_new_kept();
    struct end *made = arena_alloc(memory, sizeof(*made));
    *made = (struct end){.arena = memory};
    work_out(arena, t, moves, n, made);
    *end = cache_put(cache, arena, &key, made, arena_bytes(memory), INT64_MAX, end_free);
    return true;
}
