#include "config.h"

#include "cgi/play/proof.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cgi/play/fold.h"
#include "cgi/play/play_head.h"
#include "cgi/store/seal.h"
#include "cgi/store/stored.h"
#include "rules/engine/members.h"
#include "rules/engine/verbs.h"

#include "cgi/base/banned.h"

enum { NOTE_ROOM = 400 };

/* ---- what differs ---- */

static bool differ(struct proof *p, int ply, const char *format, va_list args)
{
    char note[NOTE_ROOM];
    vsnprintf(note, sizeof(note), format, args);
    if (!p->n_found++) {
        *p->differs = ply;
        snprintf(p->note, p->room, "%s", note);
    }
    if (p->found)
        p->found(p->user, ply, note);
    return false;
}

bool proof_differs(struct proof *p, int ply, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (p->proven && p->at >= 0)
        p->proven[p->at].n_made++;
    differ(p, ply, format, args);
    va_end(args);
    return false;
}

static bool lost(struct proof *p, int ply, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The same of what cannot be put right. */
static bool lost(struct proof *p, int ply, const char *format, ...)
{
    va_list args;
    p->n_left++;
    va_start(args, format);
    differ(p, ply, format, args);
    va_end(args);
    return false;
}

int proof_left(const struct proof *p)
{
    int left = p->n_left;
    for (int i = p->followed; i < p->n_moves; i++)
        left += p->proven[i].n_made;
    return left;
}

/* Did another set-up come out, and has no move after it shown that it is the right one? */
static bool began_otherwise(const struct proof *p)
{
    return p->proven && p->n_moves > 0 && p->followed == 0 && p->proven[0].n_made > 0;
}

/* The moves cannot be made again from here. @why, of the move @ply: unless it is known better. */
static bool stuck(struct proof *p, int ply, const char *why)
{
    if (began_otherwise(p))
        return lost(p, 0, "what the game began with differs, its secret, seats, phrases or options: those can only come from a backup");
    return lost(p, ply, "%s", why);
}

static void mark(struct proof *p, int i, enum rotten rotten)
{
    if (p->proven)
        p->proven[i].rotten |= rotten;
}

/* ---- seals ---- */

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

/* Names the column by which @was differs from @is, which its seal tells. */
static void tell_column(struct proof *p, const struct move_row *is, const struct move_row *was)
{
    if (is->ply != was->ply)
        proof_differs(p, is->ply, "the move is stored under ply %d", was->ply);
    else if (is->seat != was->seat)
        proof_differs(p, is->ply, "the move is of seat %d, written %d", is->seat, was->seat);
    else if (!same_text(is->move, was->move))
        proof_differs(p, is->ply, "the move is '%.80s', written '%.80s'", is->move, was->move);
    else if (memcmp(is->hash, was->hash, sizeof(is->hash)))
        proof_differs(p, is->ply, "the hash of the chain differs");
    else if (memcmp(is->points, was->points, sizeof(is->points)))
        proof_differs(p, is->ply, "the points differ");
    else if (is->revision != was->revision)
        proof_differs(p, is->ply, "the revision is %d, written %d", is->revision, was->revision);
    else if (!same_text(is->cause, was->cause))
        proof_differs(p, is->ply, "the cause is '%.20s', written '%.20s'", is->cause, was->cause);
    else if (!same_text(is->by_order, was->by_order))
        proof_differs(p, is->ply, "the order it came by differs");
    else
        proof_differs(p, is->ply, "%s", is->at != was->at ? "the time differs" : is->person != was->person ? "who sat there differs"
                      : is->took != was->took ? "the time it took differs" : "the seal differs");
}

static void prove_seal(struct proof *p, int i)
{
    struct move_row *row = &p->moves[i], was = *row;
    bool fits = !row->is_sealed || seal_move(p->game.id, row) == row->seal;
    p->proven[i].was = row->ply;
    p->proven[i].is_open = !fits && !seal_mend(p->arena, p->game.id, row);
    p->proven[i].told = *row;
    if (fits || p->proven[i].is_open)
        return;
    tell_column(p, row, &was);
    mark(p, i, ROTTEN_ROW | ROTTEN_SEALED);
}

/* A ply that was put right puts its move elsewhere. */
static void sort_moves(struct proof *p)
{
    for (int i = 1; i < p->n_moves; i++)
        for (int k = i; k > 0 && p->moves[k - 1].ply > p->moves[k].ply; k--) {
            const struct move_row row = p->moves[k];
            const struct proven proven = p->proven[k];
            p->moves[k] = p->moves[k - 1];
            p->proven[k] = p->proven[k - 1];
            p->moves[k - 1] = row;
            p->proven[k - 1] = proven;
        }
}

/* Rows whose seals did not fit: do they now, with what the proof has put right? */
static void prove_open_seals(struct proof *p)
{
    for (int i = 0; i < p->n_moves; i++)
        if (p->proven[i].is_open && seal_move(p->game.id, &p->moves[i]) != p->moves[i].seal)
            lost(p, p->moves[i].ply, "the seal differs: of the move, its cause, its times, its seat or its person more than a byte has changed");
}

/* ---- one move ---- */

static bool same_event(const struct event *a, const struct event *b)
{
    return a->kind == b->kind && a->seat == b->seat && a->secret_to == b->secret_to && a->nargs == b->nargs
        && !memcmp(a->arg, b->arg, a->nargs * sizeof(a->arg[0]));
}

static bool same_events(const struct move_row *a, const struct move_row *b)
{
    for (int i = 0; i < a->n_events && i < b->n_events; i++)
        if (!same_event(&a->events[i], &b->events[i]))
            return false;
    return a->n_events == b->n_events;
}

static void prove_events(struct proof *p, int i, const struct move_row *made)
{
    struct move_row *row = &p->moves[i];
    struct err err = {0};
    if (p->proven && !store_events(p->arena, &p->game, row, &err))
        proof_differs(p, row->ply, "the events %s", strstr(err.logged, "cannot be"));
    else if (!same_events(row, made))
        proof_differs(p, row->ply, "the events differ");
    else
        return;
    row->packed = events_stored(p->arena, made->events, made->n_events);
    mark(p, i, ROTTEN_EVENTS);
}

/* The chain tells a changed hash, which the next move does not follow from, from a changed move, which nothing follows from. */
static bool prove_hash(struct proof *p, int i, const struct move_row *made)
{
    struct move_row *row = &p->moves[i];
    bool same = !memcmp(row->hash, made->hash, sizeof(made->hash));
    if (!same && p->chain_differs >= 0)
        return stuck(p, row->ply, arena_printf(p->arena, "the moves from ply %d on are not those of the chain", p->chain_differs));
    p->chain_differs = same ? -1 : row->ply;
    p->followed = same && i > 0 ? i + 1 : p->followed;
    if (same)
        return true;
    proof_differs(p, row->ply, "the hash of the chain differs");
    memcpy(row->hash, made->hash, sizeof(made->hash));
    mark(p, i, ROTTEN_ROW);
    return true;
}

/* A stored row against what came out when the move was made again. False: no more can be made. */
static bool prove_row(struct proof *p, int i, const struct move_row *made)
{
    struct move_row *row = &p->moves[i];
    if (strcmp(row->move, made->move)) {
        proof_differs(p, made->ply, "the move is '%.80s', written '%.80s'", made->move, row->move);
        row->move = made->move;
        mark(p, i, ROTTEN_ROW);
    }
    if (!prove_hash(p, i, made))
        return false;
    prove_events(p, i, made);
    if (memcmp(row->points, made->points, sizeof(made->points))) {
        proof_differs(p, made->ply, "the points differ");
        memcpy(row->points, made->points, sizeof(made->points));
        mark(p, i, ROTTEN_ROW);
    }
    if (row->revision != made->revision) {
        proof_differs(p, made->ply, "it was made under revision %d of the rules", row->revision);
        row->revision = made->revision;
        mark(p, i, ROTTEN_ROW);
    }
    return true;
}

/* Compares hashes, which leave out members that were added later: older stored positions do not have them. */
static bool is_position(struct proof *p, const struct fold *fold, struct stored state, struct err *err)
{
    struct fold other = *fold;
    uint8_t made[FAIR_DIGEST_BYTES], stored[FAIR_DIGEST_BYTES];
    other.state = arena_alloc(p->arena, fold->rules->size);
    if (!fold_load(&other, &p->game, fold->ply, state, err))
        return false;
    members_hash(fold->rules->members, fold->state, made);
    members_hash(fold->rules->members, other.state, stored);
    return memcmp(made, stored, sizeof(made)) == 0;
}

static bool same_state(struct proof *p, const struct fold *fold, struct stored state, const char *what)
{
    struct err err = {0};
    if (is_position(p, fold, state, &err))
        return true;
    const char *unread = strstr(err.logged, "cannot be");
    return proof_differs(p, fold->ply, "the %s %s", what, unread ? unread : "differs");
}

static void prove_snapshot(struct proof *p, int i, const struct fold *fold)
{
    for (int s = 0; s < p->n_snapshots; s++)
        if (p->snapshots[s].ply == fold->ply && !same_state(p, fold, p->snapshots[s].state, "snapshot")) {
            p->snapshots[s].state = fold_stored(fold, p->arena);
            mark(p, i, ROTTEN_SNAPSHOT);
        }
}

static bool prove_move(struct proof *p, struct fold *fold, int i)
{
    const struct move_row *row = &p->moves[i];
    struct move move;
    struct fault fault;
    struct move_row made;
    int ply = fold->ply + 1, to;
    p->at = i;
    if (row->ply != ply)
        return lost(p, ply, "the move is missing");
    if (ply == 0)
        fold_setup(fold, p->arena, &p->game, row->at, &made);
    else if (fold_takes_back(row->move, &to) && fold->turn->seat == row->seat && fold->turn->ply == to && !fold->turn->final && row->seat >= 0)
        fold_take_back(fold, p->arena, row->seat, row->cause, row->at, &made);
    else if (row->seat < 0 || row->seat >= fold->n_seats
             || !move_from_text(fold->rules->verbs, row->move, &move, &fault))
        return stuck(p, ply, arena_printf(p->arena, "'%.80s' by seat %d is no move", row->move, row->seat));
    else if (fold->rules->check(fold->state, row->seat, &move, NULL) != RULE_OK)
        return stuck(p, ply, arena_printf(p->arena, "'%.80s' by seat %d is not legal", row->move, row->seat));
    else
        fold_step(fold, p->arena, row->seat, &move, row->cause, row->at, &made);
    if (row->seat != made.seat)
        return lost(p, ply, "seat %d cannot have dealt", row->seat);
    if (!prove_row(p, i, &made))
        return false;
    prove_snapshot(p, i, fold);
    return true;
}

/* ---- the head ---- */

/* Something of the head differs, and is put right. */
static void head_differs(struct proof *p)
{
    p->rotten_head = true;
}

static void prove_points(struct proof *p, const struct fold *fold, const struct standing *standing, const int8_t ranks[SEATS_MAX])
{
    for (int s = 0; s < p->game.n_seats; s++) {
        struct seat_row *seat = &p->game.seat[s];
        if (seat->points == standing->seat[s].points && seat->rank == ranks[s])
            continue;
        proof_differs(p, fold->ply, "points or rank of seat %d differ", s);
        seat->points = standing->seat[s].points;
        seat->rank = ranks[s];
        head_differs(p);
    }
}

/* Who is awaited at the end, and each rank: by the rules, unless people ended the game. */
static void prove_end(struct proof *p, const struct fold *fold, const struct standing *standing)
{
    struct game_row *g = &p->game, told = p->game;
    seatmask awaits = fold->rules->awaits(fold->state);
    bool early = g->status == GAME_OVER && g->ending && strcmp(g->ending, "played") != 0;
    int8_t ranks[SEATS_MAX] = {0};
    if (early && !awaits)
        lost(p, fold->ply, "it was played out, yet it says '%.20s'", g->ending);
    for (int s = 0; s < g->n_seats; s++) {
        told.seat[s].points = standing->seat[s].points;
        ranks[s] = early || awaits ? 0 : standing->seat[s].rank;
    }
    if (early && !strcmp(g->ending, "resigned"))
        head_resigned_ranks(&told, ranks);
    if (early)
        awaits = 0;
    if (g->status == GAME_OPEN)
        lost(p, fold->ply, "it says that it has not started");
    if ((g->status == GAME_OVER) != !awaits)
        lost(p, fold->ply, "whether it is over differs");
    else if (g->awaits != awaits) {
        proof_differs(p, fold->ply, "who is awaited differs");
        g->awaits = awaits;
        head_differs(p);
    }
    prove_points(p, fold, standing, ranks);
    for (int s = 0; s < g->n_seats; s++)
        if (!g->seat[s].awaited_since != !(awaits & SEAT_BIT(s)))
            lost(p, fold->ply, "whether seat %d is awaited differs", s);
}

/* The head against the end of the fold: state, chain, who is awaited, points, ranks. */
static void prove_head(struct proof *p, const struct fold *fold)
{
    struct game_row *g = &p->game;
    struct standing standing = {0};
    struct err ignored;
    bool same_hash = !memcmp(g->hash, fold->hash, sizeof(g->hash));
    fold->rules->standing(fold->state, &standing);
    if ((g->ply != fold->ply || p->chain_differs >= 0) && !same_hash) {
        stuck(p, fold->ply, arena_printf(p->arena, "the game says it has %d moves, and another chain", g->ply));
        return;
    }
    if (began_otherwise(p) && !is_position(p, fold, g->state, &ignored)) { /* no move has left it yet */
        stuck(p, fold->ply, "the set-up differs");
        return;
    }
    p->followed = p->n_moves;
    if (g->ply != fold->ply) {
        proof_differs(p, fold->ply, "the game says it has %d moves", g->ply);
        g->ply = fold->ply;
        head_differs(p);
    }
    if (!same_hash) {
        proof_differs(p, fold->ply, "the game's hash differs");
        memcpy(g->hash, fold->hash, sizeof(g->hash));
        head_differs(p);
    }
    if ((g->state.bytes || p->proven) && !same_state(p, fold, g->state, "state")) {
        g->state = fold_stored(fold, p->arena);
        head_differs(p);
    }
    prove_end(p, fold, &standing);
    for (int i = 0; i < p->n_snapshots; i++)
        if (p->snapshots[i].ply > fold->ply || p->snapshots[i].ply < 0)
            lost(p, fold->ply, "there is a snapshot of ply %d", p->snapshots[i].ply);
}

static void prove_fold(struct proof *p)
{
    struct fold fold;
    struct err err = {0};
    if (!fold_init(&fold, p->arena, &p->game, &err)) {
        lost(p, 0, "%s", strstr(err.logged, "game "));
        return;
    }
    fold_remember(&fold, p->arena);
    for (int i = 0; i < p->n_moves; i++)
        if (!prove_move(p, &fold, i))
            return;
    p->at = -1;
    prove_head(p, &fold);
}

bool prove(struct proof *p)
{
    *p->differs = -1;
    p->note[0] = '\0';
    p->chain_differs = p->at = -1;
    for (int i = 0; p->proven && i < p->n_moves; i++)
        prove_seal(p, i);
    if (p->proven)
        sort_moves(p);
    prove_fold(p);
    p->at = -1;
    if (p->proven)
        prove_open_seals(p);
    return !p->n_found;
}
