/* Stored games looked at byte by byte, and put right from their moves. */
#include "config.h"

#include "cgi/play/proof.h"
#include "cgi/store/seal.h"

#include "cgi/base/banned.h"

enum { NOTE_ROOM = 256 };

/* A stored game with its proof. */
static bool prove_stored(struct db *db, struct arena *arena, int64_t game, bool lock, struct proof *p, struct err *err)
{
    struct whole_game whole;
    if (!store_whole(db, arena, game, lock, &whole, err))
        return false;
    p->arena = arena;
    p->game = whole.game;
    p->moves = whole.moves;
    p->n_moves = whole.n_moves;
    p->snapshots = whole.snapshots;
    p->n_snapshots = whole.n_snapshots;
    p->proven = arena_array(arena, (size_t)whole.n_moves, sizeof(*p->proven));
    if (whole.game.status == GAME_OPEN && !whole.n_moves) {
        if (lock)
            store_rollback(db);
        return err_fail(err, ERR_STALE, N_("This game has not started yet."), NULL, "game %lld is open", (long long)game);
    }
    prove(p);
    return true;
}

bool play_replay(struct db *db, struct arena *arena, int64_t game, int *differs, char *note, size_t room, struct err *err)
{
    struct proof p = {.differs = differs, .note = note, .room = room};
    return prove_stored(db, arena, game, false, &p, err);
}

bool play_inspect(struct db *db, struct arena *arena, int64_t game, play_found *found, void *user, int *n, struct err *err)
{
    int differs;
    char note[NOTE_ROOM];
    struct proof p = {.differs = &differs, .note = note, .room = sizeof(note), .found = found, .user = user};
    bool ok = prove_stored(db, arena, game, false, &p, err);
    *n = p.n_found;
    return ok;
}

/* What of the moves is to be written: what their seals tell, and what was made again of those that belong to the chain. */
static void mend_moves(struct proof *p, struct mend *mend)
{
    int *was = arena_array(p->arena, (size_t)p->n_moves, sizeof(*was));
    struct move_row *moves = arena_array(p->arena, (size_t)p->n_moves, sizeof(*moves));
    for (int i = 0; i < p->n_moves; i++) {
        struct proven *proven = &p->proven[i];
        struct move_row *row = &moves[mend->n_moves];
        bool made = i < p->followed;
        *row = made ? p->moves[i] : proven->told;
        bool is_open = proven->is_open && seal_move(p->game.id, row) != row->seal;
        if (!(proven->rotten & ROTTEN_SEALED) && !(made && (proven->rotten & (ROTTEN_ROW | ROTTEN_EVENTS)))
            && !(made && !row->is_sealed))
            continue;
        if (!is_open) /* else what is lost would pass for whole */
            row->seal = seal_move(p->game.id, row);
        was[mend->n_moves++] = proven->was;
    }
    mend->was = was;
    mend->moves = moves;
}

static void mend_snapshots(struct proof *p, struct mend *mend)
{
    struct snapshot_row *snapshots = arena_array(p->arena, (size_t)p->n_snapshots, sizeof(*snapshots));
    for (int s = 0; s < p->n_snapshots; s++) {
        int ply = p->snapshots[s].ply;
        if (ply >= 0 && ply < p->followed && (p->proven[ply].rotten & ROTTEN_SNAPSHOT))
            snapshots[mend->n_snapshots++] = p->snapshots[s];
    }
    mend->snapshots = snapshots;
}

bool play_restore(struct db *db, struct arena *arena, int64_t game, play_found *found, void *user, int *n, int *left, struct err *err)
{
    int differs;
    char note[NOTE_ROOM];
    struct proof p = {.differs = &differs, .note = note, .room = sizeof(note), .found = found, .user = user};
    struct mend mend = {.n_moves = 0};
    if (!prove_stored(db, arena, game, true, &p, err))
        return false;
    *n = p.n_found;
    *left = proof_left(&p);
    mend_moves(&p, &mend);
    mend_snapshots(&p, &mend);
    mend.head = p.rotten_head;
    return store_mend(db, &p.game, &mend, err);
}
