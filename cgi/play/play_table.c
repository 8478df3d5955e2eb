/* A table as a page shows it: what is decoded once is shared by all who look. */
#include "config.h"

#include "cgi/play/play.h"

#include <stdlib.h>
#include <string.h>

#include "cgi/play/fold.h"
#include "cgi/play/play_turn.h"

#include "cgi/base/banned.h"

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

static struct cache_key state_key(const struct game_row *game, int ply, const uint8_t hash[FAIR_DIGEST_BYTES])
{
    struct cache_key key = {.number = {CACHE_STATE, game->id, ply, game->revision}};
    memcpy(&key.number[4], hash, FAIR_DIGEST_BYTES);
    return key;
}

static const void *find_state(struct cache *cache, struct arena *holder, const struct game_row *game, int ply, const uint8_t *hash)
{
    const struct cache_key key = state_key(game, ply, hash);
    return cache_get(cache, holder, &key, 0);
}

/* Without the moves a position is small, and pages of the next plies are compared with it. */
static void keep_state(struct cache *cache, struct arena *holder, const struct game_row *game, int ply, const uint8_t *hash,
                       const void *state)
{
    const struct cache_key key = state_key(game, ply, hash);
    size_t size = game->rules->size;
    void *copy = cache ? malloc(size) : NULL;
    if (copy)
        cache_put(cache, holder, &key, memcpy(copy, state, size), size, INT64_MAX, free);
}

static void head_free(void *object)
{
    arena_free(((struct head *)object)->arena);
}

/* @rows decoded, onto @arena; NULL: they cannot be. */
static struct head *decode(struct arena *arena, const struct game_row *game, const struct head_rows *rows, struct err *err)
{
    struct fold fold = {.rules = fold_rules(game, err)};
    if (!fold.rules)
        return NULL;
    fold.state = arena_alloc(arena, fold.rules->size);
    if (!fold_load(&fold, game, game->ply, rows->state, err))
        return NULL;
    struct head *head = arena_alloc(arena, sizeof(*head));
    *head = (struct head){arena, fold.state, rows->moves, rows->n_moves};
    return head;
}

/* What a look at a table needs. */
struct look {
    struct db *db;
    struct cache *cache;
    struct arena *arena;
    int64_t game, person;
    struct newest newest;
    struct table_rows *rows;
};

/* The head that belongs to l->rows, read into @memory. Where others have moved meanwhile, both are read once more, of one moment. */
static struct head *read_head(struct look *l, struct arena *memory, struct err *err)
{
    struct head_rows rows;
    if (!store_head(l->db, memory, &l->rows->game, l->newest.moves, &rows, err))
        return NULL;
    if (rows.written != l->rows->game.written
        && !store_table_and_head(l->db, l->arena, l->game, l->person, l->newest, l->rows, memory, &rows, err))
        return NULL;
    return decode(memory, &l->rows->game, &rows, err);
}

static const struct head *find_head(struct look *l, struct err *err)
{
    struct cache_key key = head_key(&l->rows->game, l->newest.moves);
    const struct head *kept = cache_get(l->cache, l->arena, &key, 0);
    if (kept)
        return kept;
    struct arena *memory = arena_new_kept();
    struct head *head = read_head(l, memory, err);
    key = head_key(&l->rows->game, l->newest.moves);
    if (head)
        keep_state(l->cache, l->arena, &l->rows->game, l->rows->game.ply, l->rows->game.hash, head->state);
    if (head)
        return cache_put(l->cache, l->arena, &key, head, arena_bytes(memory), INT64_MAX, head_free);
    arena_free(memory);
    return NULL;
}

bool play_table_read(struct db *db, struct cache *cache, struct arena *arena, struct table_rows *rows, int64_t person, struct newest newest,
                     struct table *table, struct err *err)
{
    struct look look = {db, cache, arena, rows->game.id, person, newest, rows};
    const struct head *head = NULL;
    bool ok = rows->game.status == GAME_OPEN || (head = find_head(&look, err)) != NULL;
    *table = (struct table){.game = rows->game, .draft = rows->draft, .incidents = rows->incidents, .company = rows->company,
                            .next = rows->next, .orders = rows->orders, .seat = NO_SEAT};
    table->moves = head ? head->moves : NULL;
    table->n_moves = head ? head->n_moves : 0;
    return ok && table_look(table, arena, person, head ? head->state : NULL, err);
}

bool play_table(struct db *db, struct cache *cache, struct arena *arena, int64_t game, int64_t person, struct newest newest,
                struct table *table, struct err *err)
{
    struct table_rows *rows = arena_alloc(arena, sizeof(*rows));
    *table = (struct table){.seat = NO_SEAT};
    return store_table(db, arena, game, person, newest, rows, err)
        && play_table_read(db, cache, arena, rows, person, newest, table, err);
}

bool play_before(struct db *db, struct cache *cache, struct arena *arena, const struct table *t, int ply, const void **state,
                 struct err *err)
{
    const struct move_row *move = NULL;
    for (int i = 0; i < t->n_moves; i++)
        move = t->moves[i].ply == ply ? &t->moves[i] : move;
    if (move && (*state = find_state(cache, arena, &t->game, ply, move->hash)) != NULL)
        return true;
    if (!play_state_at(db, arena, &t->game, ply, state, err))
        return false;
    if (move)
        keep_state(cache, arena, &t->game, ply, move->hash, *state);
    return true;
}
