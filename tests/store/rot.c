/* Bytes that rot: one byte at a time is changed in what is stored of games, and in their exports. Each is named by its ply, and what the
 * moves and the seals tell is as it was. */
#include "tests/store/lib.h"

#include "cgi/base/clock.h"
#include "cgi/play/play.h"
#include "cgi/play/proof.h"
#include "cgi/base/jsonx.h"
#include "cgi/store/stored.h"
#include "rules/engine/registry.h"

enum { GAMES_MOST = 8, MOVES_LEAST = 40, FLIPS = 10000 };

struct rotten_game {
    struct whole_game whole;
    char *export;
    size_t length;
};
static struct rotten_game games[GAMES_MOST];
static int n_games;
static uint64_t seed = 23;

/* xorshift64: the same each time */
static uint32_t below(uint32_t most)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)((seed >> 11) % most);
}

static int64_t played(const struct rules *rules)
{
    struct new_game new = {.rules = rules, .setup = rules_presets(rules, rules->min_seats), .owner = anna};
    int64_t id = 0;
    for (size_t i = 0; i < sizeof(new.secret); i++)
        new.secret[i] = (uint8_t)(i * 7 + 1);
    for (int s = 0; s < rules->min_seats; s++)
        new.bots[s] = "advise";
    works(store_game_new(db, &new, &id, &err));
    works(play_start(db, arena, id, clock_now(), &err));
    bool more = true;
    int n = 0;
    while (more && n < MOVES_LEAST) { /* the bots play some at a time */
        works(play_bots(db, arena, id, clock_now(), NULL, &more, &err));
        n = atoi(admin("SELECT ply FROM game WHERE id = %lld", (long long)id));
    }
    if (more)
        works(play_end(db, arena, id, clock_now(), &err));
    return id;
}

static void play_games(void)
{
    meet();
    for (const struct rules *const *r = rules_all(); *r; r++) {
        struct rotten_game *g = &games[n_games++];
        struct json_object *out;
        int64_t id = played(*r);
        works(store_whole(db, arena, id, false, &g->whole, &err));
        works(play_export(db, arena, id, anna, &out, &err));
        g->export = arena_strdup(arena, json_object_to_json_string_ext(out, JSON_C_TO_STRING_PRETTY));
        g->length = strlen(g->export);
    }
}

/* ---- what is stored ---- */

struct flip {
    struct proof proof;
    int differs, ply;          /* what is found first; where the byte was */
    char note[256];
    char what[80];
};

static const uint8_t *copied(const void *bytes, size_t n)
{
    return memcpy(arena_alloc(arena, n + 1), bytes, n);
}

static struct stored changed(struct stored stored)
{
    uint8_t *bytes = (uint8_t *)copied(stored.bytes, stored.n);
    bytes[below((uint32_t)stored.n)] ^= (uint8_t)(1 + below(255));
    return (struct stored){bytes, stored.n};
}

/* One of the last @bytes bytes of a number, as the column has so many. */
static int64_t changed_number(int64_t number, int bytes)
{
    uint64_t is = (uint64_t)number ^ (uint64_t)(1 + below(255)) << (8 * below((uint32_t)bytes));
    return bytes == 2 ? (int16_t)is : bytes == 4 ? (int32_t)is : (int64_t)is;
}

/* Another byte of a text; no zero, which the database would not store. */
static const char *changed_text(const char *text)
{
    char *bytes = arena_strdup(arena, text);
    char *at = bytes + below((uint32_t)strlen(text)), was = *at;
    while (*at == was || !*at)
        *at = (char)below(256);
    return bytes;
}

static void change_move(struct flip *f, int i)
{
    static const char *const columns[] = {"ply", "seat", "move", "events", "cause", "at", "points", "revision", "hash", "person", "took", "seal"};
    struct move_row *row = &f->proof.moves[i];
    int column = (int)below(sizeof(columns) / sizeof(columns[0]));
    f->ply = row->ply;
    snprintf(f->what, sizeof(f->what), "move %d, %s", i, columns[column]);
    switch (column) {
    case 0: row->ply = (int)changed_number(row->ply, 4); break;
    case 1: row->seat = (int)changed_number(row->seat, 2); break;
    case 2: row->move = changed_text(row->move); break;
    case 3: row->packed = changed(row->packed); break;
    case 4: row->cause = changed_text(row->cause); break;
    case 5: row->at = changed_number(row->at, 8); break;
    case 6: {
        int seat = (int)below((uint32_t)f->proof.game.n_seats);
        row->points[seat] = (int16_t)changed_number(row->points[seat], 2);
        break;
    }
    case 7: row->revision = (int)changed_number(row->revision, 4); break;
    case 8: row->hash[below(32)] ^= (uint8_t)(1 + below(255)); break;
    case 9: row->person = changed_number(row->person, 8); break;
    case 10: row->took = changed_number(row->took, 8); break;
    default: row->seal = changed_number(row->seal, 8); break;
    }
}

static void change_head(struct flip *f)
{
    struct game_row *game = &f->proof.game;
    f->ply = game->ply;
    switch (below(3)) {
    case 0: game->hash[below(32)] ^= (uint8_t)(1 + below(255)); break;
    case 1: game->ply = (int)changed_number(game->ply, 4); break;
    default: game->state = changed(game->state); break;
    }
    snprintf(f->what, sizeof(f->what), "head");
}

static void change(struct flip *f)
{
    switch (below(4)) {
    case 0:
        change_head(f);
        return;
    case 1:
        if (f->proof.n_snapshots) {
            struct snapshot_row *snapshot = &f->proof.snapshots[below((uint32_t)f->proof.n_snapshots)];
            f->ply = snapshot->ply;
            snapshot->state = changed(snapshot->state);
            snprintf(f->what, sizeof(f->what), "snapshot %d", f->ply);
            return;
        }
        /* fall through */
    default:
        change_move(f, (int)below((uint32_t)f->proof.n_moves));
    }
}

/* A stored game, of which nothing is shared with @whole that the proof changes. */
static void lay_out(struct flip *f, const struct whole_game *whole)
{
    *f = (struct flip){.proof = {.arena = arena, .game = whole->game, .n_moves = whole->n_moves, .n_snapshots = whole->n_snapshots,
                                 .differs = &f->differs, .note = f->note, .room = sizeof(f->note)}};
    f->proof.moves = (struct move_row *)copied(whole->moves, (size_t)whole->n_moves * sizeof(*whole->moves));
    f->proof.snapshots = (struct snapshot_row *)copied(whole->snapshots, (size_t)whole->n_snapshots * sizeof(*whole->snapshots));
    f->proof.proven = arena_array(arena, (size_t)whole->n_moves, sizeof(*f->proof.proven));
}

static bool same_bytes(struct stored a, struct stored b)
{
    return a.n == b.n && !memcmp(a.bytes, b.bytes, a.n);
}

static bool same_move(const struct move_row *a, const struct move_row *b)
{
    return a->ply == b->ply && a->seat == b->seat && !strcmp(a->move, b->move) && !strcmp(a->cause, b->cause) && a->at == b->at
        && !memcmp(a->points, b->points, sizeof(a->points)) && a->revision == b->revision && !memcmp(a->hash, b->hash, sizeof(a->hash))
        && a->person == b->person && a->took == b->took && a->seal == b->seal && same_bytes(a->packed, b->packed);
}

static void is_as_it_was(const struct flip *f, const struct whole_game *whole)
{
    for (int i = 0; i < whole->n_moves; i++)
        if (!same_move(&f->proof.moves[i], &whole->moves[i]))
            fail_msg("%s of %s: ply %d does not come back", f->what, whole->game.rules_id, i);
    for (int s = 0; s < whole->n_snapshots; s++)
        if (!same_bytes(f->proof.snapshots[s].state, whole->snapshots[s].state))
            fail_msg("%s of %s: snapshot %d does not come back", f->what, whole->game.rules_id, whole->snapshots[s].ply);
    if (!same_bytes(f->proof.game.state, whole->game.state) || f->proof.game.ply != whole->game.ply
        || memcmp(f->proof.game.hash, whole->game.hash, sizeof(whole->game.hash)))
        fail_msg("%s of %s: the head does not come back", f->what, whole->game.rules_id);
}

static void each_of_ten_thousand_bytes_stored_is_named_by_its_ply_and_put_right(void **unused)
{
    (void)unused;
    struct arena *outer = arena;
    for (int i = 0; i < FLIPS; i++) {
        const struct whole_game *whole = &games[i % n_games].whole;
        struct flip flip;
        arena = arena_new();
        lay_out(&flip, whole);
        change(&flip);
        if (prove(&flip.proof))
            fail_msg("%s of %s: passes", flip.what, whole->game.rules_id);
        if (flip.differs != flip.ply)
            fail_msg("%s of %s: found at ply %d: %s", flip.what, whole->game.rules_id, flip.differs, flip.note);
        if (proof_left(&flip.proof))
            fail_msg("%s of %s: cannot be put right: %s", flip.what, whole->game.rules_id, flip.note);
        is_as_it_was(&flip, whole);
        arena_free(arena);
        arena = outer;
    }
}

/* ---- exports ---- */

static int ply_of(const char *text, size_t offset)
{
    /* A move begins with its ply and ends before the next; incidents have a ply, too, and come behind. */
    const char *moves = strstr(text, "\"moves\":"), *behind = strstr(text, "\n  \"incidents\":");
    int ply = -1;
    assert_true(moves && behind);
    for (const char *at = moves; at < text + offset && at < behind; at++)
        ply += !strncmp(at, "\n    {", 6);
    return text + offset < moves || text + offset >= behind ? -1 : ply;
}

/* A byte between two moves may be told of either, and one beside the moves of the ply where it tells. */
static bool is_told(const struct verified *v, int ply)
{
    return v->differs == ply || ply < 0 || v->differs == ply + 1 || v->differs == ply - 1;
}

static void each_of_ten_thousand_bytes_exported_is_named_by_game_and_ply(void **unused)
{
    int at_its_ply = 0;
    (void)unused;
    for (int i = 0; i < FLIPS; i++) {
        struct rotten_game *g = &games[i % n_games];
        size_t at = below((uint32_t)g->length);
        char was = g->export[at];
        struct verified v;
        int ply = ply_of(g->export, at);
        g->export[at] ^= (char)(1 + below(255));
        if (play_verify_text(g->export, g->length, &v))
            fail_msg("byte %zu of %s: passes", at, g->whole.game.rules_id);
        if (!v.note[0] || !is_told(&v, ply) || (v.game != g->whole.game.id && ply >= 0))
            fail_msg("byte %zu of %s, ply %d: told of game %d ply %d: %s: %.30s", at, g->whole.game.rules_id, ply, (int)v.game, v.differs, v.note,
                     g->export + at - 10);
        at_its_ply += v.differs == ply;
        g->export[at] = was;
        if (i < n_games && !play_verify_text(g->export, g->length, &v))
            fail_msg("%s, as it was: ply %d: %s", g->whole.game.rules_id, v.differs, v.note);
    }
    assert_true(at_its_ply > FLIPS * 95 / 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_of_ten_thousand_bytes_stored_is_named_by_its_ply_and_put_right),
        cmocka_unit_test(each_of_ten_thousand_bytes_exported_is_named_by_game_and_ply),
    };
    return run_store_tests("rot", tests, sizeof(tests) / sizeof(tests[0]), play_games);
}
