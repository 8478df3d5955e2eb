/* A table as a page shows it: what is decoded once is shared by all who look. */
#include "config.h"

#include "cgi/play/play.h"

#include <string.h>

#include "cgi/play/fold.h"
#include "cgi/play/play_turn.h"

#include "cgi/base/banned.h"

enum { TRIES = 5 }; /* others move between the two trips */

/* A position with the moves before it, in memory of its own; read-only. */
struct head {
    struct arena *arena;
    const void *state;
    struct move_row *moves;
    int n_moves;
};

/* The chain is over everything that was ever played in the game; and what somebody else has written into its row counts, too. */
static struct cache_key head_key(const struct game_row *game, int moves)
{
    struct cache_key key = {.number = {CACHE_HEAD, game->id, game->written, (int64_t)game->ply << 32 | moves}};
    _Static_assert(sizeof(game->hash) == sizeof(key.number) - 4 * sizeof(key.number[0]), "a key has room for the hash");
    memcpy(&key.number[4], game->hash, sizeof(game->hash));
    return key;
}

static void head_free(void *object)
{
    arena_free(((struct head *)object)->arena);
}

/* Reads and decodes it onto @arena. *moved: by now others have moved, and nothing is returned. */
static struct head *read_head(struct db *db, struct arena *arena, const struct game_row *game, int moves, bool *moved, struct err *err)
{
    struct head_rows rows;
    struct fold fold = {.rules = fold_rules(game, err)};
    if (!fold.rules || !store_head(db, arena, game, moves, &rows, err))
        return NULL;
    *moved = rows.written != game->written;
    fold.state = arena_alloc(arena, fold.rules->size);
    if (*moved || !fold_load(&fold, game, game->ply, rows.state, err))
        return NULL;
    struct head *head = arena_alloc(arena, sizeof(*head));
    *head = (struct head){arena, fold.state, rows.moves, rows.n_moves};
    return head;
}

static const struct head *find_head(struct db *db, struct cache *cache, struct arena *holder, const struct game_row *game, int moves,
                                    bool *moved, struct err *err)
{
    const struct cache_key key = head_key(game, moves);
    const struct head *kept = cache_get(cache, holder, &key, 0);
    *moved = false;
    if (kept)
        return kept;
    struct arena *arena = arena_new();
    struct head *head = read_head(db, arena, game, moves, moved, err);
    if (head)
        return cache_put(cache, holder, &key, head, arena_bytes(arena), INT64_MAX, head_free);
    arena_free(arena);
    return NULL;
}

bool play_table(struct db *db, struct cache *cache, struct arena *arena, int64_t id, int64_t person, struct newest newest,
                struct table *table, struct err *err)
{
    struct table_rows *rows = arena_alloc(arena, sizeof(*rows));
    const struct head *head = NULL;
    bool moved = true;
    for (int i = 0; i < TRIES && moved; i++) {
        moved = false;
        if (!store_table(db, arena, id, person, newest, rows, err))
            return false;
        if (rows->game.status != GAME_OPEN)
            head = find_head(db, cache, arena, &rows->game, newest.moves, &moved, err);
    }
    *table = (struct table){.game = rows->game, .draft = rows->draft, .incidents = rows->incidents, .company = rows->company,
                            .next = rows->next, .orders = rows->orders};
    if (moved)
        return err_fail(err, ERR_BUSY, NULL, NULL, "game %lld moves on and on", (long long)id);
    if (rows->game.status != GAME_OPEN && !head)
        return false;
    table->moves = head ? head->moves : NULL;
    table->n_moves = head ? head->n_moves : 0;
    return table_look(table, arena, person, head ? head->state : NULL, err);
}
