/* A table as a page shows it: what is decoded once is shared by all who look. */
#include "config.h"

#include "cgi/play/play.h"

#include <string.h>

#include "cgi/play/fold.h"
#include "cgi/play/play_turn.h"
#include "cgi/store/stored.h"

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

static struct cache_key ply_key(enum cache_kind kind, const struct game_row *game, int ply, const uint8_t hash[FAIR_DIGEST_BYTES])
{
    struct cache_key key = {.number = {kind, game->id, ply, game->revision}};
    memcpy(&key.number[4], hash, FAIR_DIGEST_BYTES);
    return key;
}

static const void *find_state(struct cache *cache, struct arena *holder, const struct game_row *game, int ply, const uint8_t *hash)
{
    const struct cache_key key = ply_key(CACHE_STATE, game, ply, hash);
    return cache_get(cache, holder, &key, 0);
}

/* Without the moves a position is small, and pages of the next plies are compared with it. */
static void keep_state(struct cache *cache, struct arena *holder, const struct game_row *game, int ply, const uint8_t *hash,
                       const void *state)
{
    const struct cache_key key = ply_key(CACHE_STATE, game, ply, hash);
    cache_put_copy(cache, holder, &key, state, game->rules->size);
}

static void head_free(void *object)
{
    arena_free(((struct head *)object)->arena);
}

/* Keeps a position, with the moves before it, that is read or made just now; *@head belongs to the cache from now on. */
static const struct head *keep_head(struct cache *cache, struct arena *holder, const struct game_row *game, int moves,
                                    const struct written *written, struct head *head)
{
    const struct cache_key key = head_key(game, moves), of_written = ply_key(CACHE_WRITTEN, game, game->ply, game->hash);
    keep_state(cache, holder, game, game->ply, game->hash, head->state);
    cache_put_copy(cache, holder, &of_written, written, sizeof(*written));
    return cache_put(cache, holder, &key, head, arena_bytes(head->arena), INT64_MAX, head_free);
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
    if (written_number(&rows.written) != l->rows->game.written
        && !store_table_and_head(l->db, l->arena, l->game, l->person, l->newest, l->rows, memory, &rows, err))
        return NULL;
    return decode(memory, &l->rows->game, &rows, err);
}

static const struct head *find_head(struct look *l, struct err *err)
{
    const struct cache_key key = head_key(&l->rows->game, l->newest.moves);
    const struct head *kept = cache_get(l->cache, l->arena, &key, 0);
    if (kept)
        return kept;
    struct arena *memory = arena_new_kept();
    struct head *head = read_head(l, memory, err);
    if (head)
        return keep_head(l->cache, l->arena, &l->rows->game, l->newest.moves, &l->rows->written, head);
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
                            .next = rows->next, .orders = rows->orders, .plan = rows->plan, .seat = NO_SEAT};
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

/* ---- after a turn ---- */

static const char *copied(struct arena *arena, const char *text)
{
    return text ? arena_strdup(arena, text) : NULL;
}

/* A move as it would be read. @packed: its events as they are stored; none: they are copied */
static bool copy_move(struct arena *arena, const struct game_row *game, const struct move_row *move, struct stored packed,
                      struct move_row *copy)
{
    struct err ignored;
    *copy = *move;
    copy->move = copied(arena, move->move);
    copy->cause = copied(arena, move->cause);
    copy->by_order = NULL; /* nobody else's to know */
    copy->packed = packed;
    bool ok = !packed.n || store_events(arena, game, copy, &ignored);
    copy->packed = (struct stored){.n = 0};
    if (packed.n)
        return ok;
    size_t size = (size_t)move->n_events * sizeof(*move->events);
    copy->events = memcpy(arena_grow(arena, NULL, 0, size), move->events, size);
    return true;
}

/* The head after @t's moves, from the one before them, as it would be read; NULL: it cannot be made. */
static struct head *follow(const struct head *was, struct arena *memory, struct arena *arena, const struct table *t)
{
    const struct game_row *game = &t->game;
    int n = was->n_moves + t->n_moves, most = table_newest.moves, first = n > most ? n - most : 0;
    struct head *head = arena_alloc(memory, sizeof(*head));
    struct fault fault;
    void *state = arena_alloc(memory, game->rules->size);
    if (!stored_state(game->rules, game->state, state, &fault))
        return NULL;
    *head = (struct head){.arena = memory, .state = state};
    head->moves = arena_array(memory, (size_t)(n - first), sizeof(*head->moves));
    for (int i = first; i < n; i++) {
        const struct move_row *move = i < was->n_moves ? &was->moves[i] : &t->moves[i - was->n_moves];
        const struct stored none = {.n = 0};
        const struct stored packed = i < was->n_moves ? none : events_stored(arena, move->events, move->n_events);
        if (!copy_move(memory, game, move, packed, &head->moves[head->n_moves++]))
            return NULL;
    }
    return head;
}

static struct written written_then(const struct written *was, const struct table *t, int n_moves)
{
    struct written now = {.n = 1 + n_moves};
    for (int i = 0; i < now.n; i++)
        now.by[i] = i <= t->n_moves ? t->made_by : was->by[i - t->n_moves];
    return now;
}

void play_made(struct cache *cache, struct arena *arena, const struct table *t)
{
    const int moves = table_newest.moves;
    struct game_row game = t->game;
    if (!t->n_moves || t->moves[0].ply < 1)
        return;
    game.ply = t->moves[0].ply - 1;
    memcpy(game.hash, t->made_after, sizeof(game.hash));
    const struct cache_key of_written = ply_key(CACHE_WRITTEN, &game, game.ply, game.hash);
    const struct written *written = cache_get(cache, arena, &of_written, 0);
    game.written = written ? written_number(written) : 0;
    const struct cache_key key = head_key(&game, moves);
    const struct head *was = written ? cache_get(cache, arena, &key, 0) : NULL;
    if (!was)
        return;
    struct arena *memory = arena_new_kept();
    struct head *head = follow(was, memory, arena, t);
    if (!head) {
        arena_free(memory);
        return;
    }
    const struct written then = written_then(written, t, head->n_moves);
    game = t->game;
    game.written = written_number(&then);
    keep_head(cache, arena, &game, moves, &then, head);
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
