/* Old positions of a game, and the proof that a stored or exported game gives the same result when played again. */
#include "config.h"

#include "cgi/play/play.h"

#include <limits.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cgi/play/fold.h"
#include "cgi/base/jsonx.h"
#include "cgi/play/play_head.h"
#include "cgi/store/stored.h"
#include "cgi/words/phrases.h"
#include "rules/engine/members.h"
#include "rules/engine/packed.h"
#include "rules/engine/registry.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

static const char format_name[] = "ridotto game 1";

/* ---- old positions ---- */

/* The move of @ply among moves in order; NULL: it is not among them. */
static const struct move_row *move_of(const struct move_row *moves, int n, int ply)
{
    return n > 0 && ply >= moves[0].ply && ply - moves[0].ply < n ? &moves[ply - moves[0].ply] : NULL;
}

static bool fold_to(struct fold *fold, struct arena *arena, const struct game_row *game, const struct move_row *moves,
                    int n, int ply, int snapshot_ply, struct stored snapshot, struct err *err)
{
    struct move_row setup;
    if (snapshot.bytes && !fold_load(fold, game, snapshot_ply, snapshot, err))
        return false;
    if (!snapshot.bytes)
        fold_setup(fold, arena, game, game->started, &setup);
    for (int i = fold->ply + 1; i <= ply; i++) {
        const struct move_row *row = move_of(moves, n, i);
        if (!row)
            return err_fail(err, ERR_INTERNAL, NULL, NULL, "game %lld: no ply %d", (long long)game->id, i);
        if (!fold_redo(fold, game, row, err))
            return false;
    }
    return true;
}

static void *copy_of(const struct fold *fold, struct arena *arena)
{
    return memcpy(arena_alloc(arena, fold->rules->size), fold->state, fold->rules->size);
}

/* The positions after @ply and the one before, from the nearest snapshot. */
static bool stand_at(struct arena *arena, struct table *t, int ply, int snapshot_ply, struct stored snapshot, struct err *err)
{
    struct fold fold;
    int earlier = ply > 0 ? ply - 1 : 0;
    if (!fold_init(&fold, arena, &t->game, err)
        || !fold_to(&fold, arena, &t->game, t->moves, t->n_moves, earlier, snapshot_ply, snapshot, err))
        return false;
    t->before = copy_of(&fold, arena);
    if (ply > earlier && !fold_redo(&fold, &t->game, &t->moves[ply], err))
        return false;
    t->head = fold.state;
    t->state = copy_of(&fold, arena);
    return true;
}

bool play_at(struct db *db, struct arena *arena, int64_t game, int64_t person, int ply, struct table *table,
             struct err *err)
{
    struct table *t = table;
    int snapshot_ply;
    struct stored snapshot;
    *t = (struct table){.seat = NO_SEAT, .draft = {.ply = -1}};
    if (!store_history(db, arena, game, ply > 0 ? ply - 1 : 0, &t->game, &t->moves, &t->n_moves, &t->incidents, &snapshot_ply,
                       &snapshot, err))
        return false;
    if (ply < 0 || ply > t->game.ply)
        return err_fail(err, ERR_GONE, NULL, NULL, "game %lld has no ply %d", (long long)game, ply);
    t->seat = game_seat_of(&t->game, person);
    return stand_at(arena, t, ply, snapshot_ply, snapshot, err);
}

/* Does one of a move's events begin a round? */
static bool begins_round(const struct rules *rules, struct stored packed)
{
    int kind = rules->words->begins_round;
    return kind && (stored_is_json(packed) || log_tells(packed.bytes, packed.n, kind));
}

/* Reads the events of the moves that are told, of those that begin a round, and of those that follow @ply by the same seat. */
static bool read_told(struct arena *arena, struct table *t, int ply, struct plies told, struct err *err)
{
    bool follows = false;
    for (int i = 0; i < t->n_moves && t->game.rules; i++) {
        follows = i == ply || (follows && t->moves[i].seat == t->moves[ply].seat);
        if ((follows || (i >= told.first && i <= told.last) || begins_round(t->game.rules, t->moves[i].packed))
            && !store_events(arena, &t->game, &t->moves[i], err))
            return false;
    }
    return true;
}

bool play_course(struct db *db, struct arena *arena, int ply, struct plies told, struct table *table, struct err *err)
{
    struct table *t = table;
    int snapshot_ply;
    struct stored snapshot;
    if (!store_course(db, arena, t->game.id, t->game.ply, ply > 0 ? ply - 1 : 0, told, &t->moves, &t->n_moves, &snapshot_ply, &snapshot,
                      err))
        return false;
    if (t->n_moves != t->game.ply + 1)
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "game %lld: %d moves up to ply %d", (long long)t->game.id, t->n_moves, t->game.ply);
    return read_told(arena, t, ply, told, err) && stand_at(arena, t, ply, snapshot_ply, snapshot, err);
}

bool play_state_at(struct db *db, struct arena *arena, const struct game_row *game, int ply, const void **state,
                   struct err *err)
{
    struct fold fold;
    struct move_row *moves;
    int n, snapshot_ply;
    struct stored snapshot;
    if (!store_moves_to(db, arena, game->id, ply, &moves, &n, &snapshot_ply, &snapshot, err)
        || !fold_init(&fold, arena, game, err)
        || !fold_to(&fold, arena, game, moves, n, ply, snapshot_ply, snapshot, err))
        return false;
    *state = fold.state;
    return true;
}

static bool head_state(struct arena *arena, const struct game_row *game, const void **state, struct err *err)
{
    struct fault fault;
    struct fold fold;
    if (!fold_init(&fold, arena, game, err))
        return false;
    *state = fold.state;
    return stored_state(fold.rules, game->state, fold.state, &fault) || stored_fail(err, game->id, game->ply, "state", &fault);
}

bool play_position(struct db *db, struct arena *arena, int64_t id, int ply, struct json_object **out, struct err *err)
{
    struct game_row game;
    const void *state;
    if (!store_game(db, arena, id, &game, err))
        return false;
    if (game.status == GAME_OPEN)
        return err_fail(err, ERR_STALE, N_("This game has not started yet."), NULL, "game %lld is open", (long long)id);
    if (ply > game.ply)
        return err_fail(err, ERR_GONE, NULL, NULL, "game %lld has no ply %d", (long long)id, ply);
    if (!(ply < 0 ? head_state(arena, &game, &state, err) : play_state_at(db, arena, &game, ply, &state, err)))
        return false;
    *out = jset(jset(arena_json(arena, jobj()), "game", jint(id)), "rules", jstr(game.rules_id));
    jset(jset(*out, "revision", jint(game.revision)), "ply", jint(ply < 0 ? game.ply : ply));
    jset(*out, "state", members_save(game.rules->members, state));
    return true;
}

/* ---- the proof ---- */

/* A game to prove, from the database or from a file, and the note on what differs. */
struct proof {
    struct arena *arena;
    struct game_row game;
    struct move_row *moves;
    int n_moves;
    struct snapshot_row *snapshots;
    int n_snapshots;
    int *differs;
    char *note;
    size_t room;
};

static bool differ(struct proof *p, int ply, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Always false. */
static bool differ(struct proof *p, int ply, const char *format, ...)
{
    va_list args;
    *p->differs = ply;
    va_start(args, format);
    vsnprintf(p->note, p->room, format, args);
    va_end(args);
    return false;
}

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

/* A stored row against what came out when the move was made again. */
static bool same_row(struct proof *p, const struct move_row *stored, const struct move_row *made)
{
    if (strcmp(stored->move, made->move))
        return differ(p, made->ply, "the move is '%.80s', written '%.80s'", made->move, stored->move);
    if (memcmp(stored->hash, made->hash, sizeof(made->hash)))
        return differ(p, made->ply, "the hash of the chain differs");
    if (!same_events(stored, made))
        return differ(p, made->ply, "the events differ");
    if (memcmp(stored->points, made->points, sizeof(made->points)))
        return differ(p, made->ply, "the points differ");
    return stored->revision == made->revision
        || differ(p, made->ply, "it was made under revision %d of the rules", stored->revision);
}

/* Compares hashes, which leave out members that were added later: older stored positions do not have them. */
static bool same_state(struct proof *p, const struct fold *fold, struct stored state, const char *what)
{
    struct fold other = *fold;
    struct err err = {0};
    uint8_t made[FAIR_DIGEST_BYTES], stored[FAIR_DIGEST_BYTES];
    other.state = arena_alloc(p->arena, fold->rules->size);
    if (!fold_load(&other, &p->game, fold->ply, state, &err))
        return differ(p, fold->ply, "the %s %s", what, strstr(err.logged, "cannot be"));
    members_hash(fold->rules->members, fold->state, made);
    members_hash(fold->rules->members, other.state, stored);
    return memcmp(made, stored, sizeof(made)) == 0 || differ(p, fold->ply, "the %s differs", what);
}

static bool prove_snapshot(struct proof *p, const struct fold *fold)
{
    for (int i = 0; i < p->n_snapshots; i++)
        if (p->snapshots[i].ply == fold->ply && !same_state(p, fold, p->snapshots[i].state, "snapshot"))
            return false;
    return true;
}

static bool prove_move(struct proof *p, struct fold *fold, const struct move_row *row)
{
    struct move move;
    struct fault fault;
    struct move_row made;
    int ply = fold->ply + 1;
    if (row->ply != ply)
        return differ(p, ply, "the move is missing");
    if (ply == 0)
        fold_setup(fold, p->arena, &p->game, row->at, &made);
    else if (row->seat < 0 || row->seat >= fold->n_seats
             || !move_from_text(fold->rules->verbs, row->move, &move, &fault))
        return differ(p, ply, "'%.80s' by seat %d is no move", row->move, row->seat);
    else if (fold->rules->check(fold->state, row->seat, &move, NULL) != RULE_OK)
        return differ(p, ply, "'%.80s' by seat %d is not legal", row->move, row->seat);
    else
        fold_step(fold, p->arena, row->seat, &move, row->cause, row->at, &made);
    if (row->seat != made.seat)
        return differ(p, ply, "seat %d cannot have dealt", row->seat);
    return same_row(p, row, &made) && prove_snapshot(p, fold);
}

/* Who is awaited at the end, and each rank: by the rules, unless people ended the game. */
static bool prove_end(struct proof *p, const struct fold *fold, const struct standing *standing)
{
    const struct game_row *g = &p->game;
    seatmask awaits = fold->rules->awaits(fold->state);
    bool early = g->status == GAME_OVER && g->ending && strcmp(g->ending, "played") != 0;
    int8_t ranks[SEATS_MAX] = {0};
    if (early && !awaits)
        return differ(p, fold->ply, "it was played out, yet it says '%.20s'", g->ending);
    if (early && !strcmp(g->ending, "resigned"))
        head_resigned_ranks(g, ranks);
    if (early)
        awaits = 0;
    if (g->awaits != awaits || (g->status == GAME_OVER) != !awaits)
        return differ(p, fold->ply, "who is awaited differs");
    for (int s = 0; s < g->n_seats; s++) {
        int rank = early ? ranks[s] : awaits ? 0 : standing->seat[s].rank;
        if (g->seat[s].points != standing->seat[s].points || g->seat[s].rank != rank)
            return differ(p, fold->ply, "points or rank of seat %d differ", s);
        if (!g->seat[s].awaited_since != !(awaits & SEAT_BIT(s)))
            return differ(p, fold->ply, "whether seat %d is awaited differs", s);
    }
    return true;
}

/* The head against the end of the fold: state, chain, who is awaited, points, ranks. */
static bool prove_head(struct proof *p, const struct fold *fold)
{
    const struct game_row *g = &p->game;
    struct standing standing = {0};
    fold->rules->standing(fold->state, &standing);
    if (g->ply != fold->ply)
        return differ(p, fold->ply, "the game says it has %d moves", g->ply);
    if (g->state.bytes && !same_state(p, fold, g->state, "state"))
        return false;
    if (memcmp(g->hash, fold->hash, sizeof(g->hash)))
        return differ(p, fold->ply, "the game's hash differs");
    return prove_end(p, fold, &standing);
}

static bool prove(struct proof *p)
{
    struct fold fold;
    struct err err = {0};
    *p->differs = -1;
    p->note[0] = '\0';
    if (!fold_init(&fold, p->arena, &p->game, &err))
        return differ(p, 0, "%s", strstr(err.logged, "game "));
    for (int i = 0; i < p->n_moves; i++)
        if (!prove_move(p, &fold, &p->moves[i]))
            return false;
    return prove_head(p, &fold);
}

bool play_replay(struct db *db, struct arena *arena, int64_t game, int *differs, char *note, size_t room,
                 struct err *err)
{
    struct proof p = {.arena = arena, .differs = differs, .note = note, .room = room};
    struct incidents incidents;
    int snapshot_ply;
    struct stored snapshot;
    if (!store_history(db, arena, game, INT_MAX, &p.game, &p.moves, &p.n_moves, &incidents, &snapshot_ply, &snapshot, err)
        || !store_snapshots(db, arena, game, &p.snapshots, &p.n_snapshots, err))
        return false;
    prove(&p);
    return true;
}

/* ---- the export ---- */

static struct json_object *hex_json(const uint8_t *bytes, size_t n)
{
    char text[2 * 32 + 1];
    sodium_bin2hex(text, sizeof(text), bytes, n);
    return jstr(text);
}

/* "2026-05-01T12:00:00.123456Z", or null. */
static struct json_object *time_json(int64_t at)
{
    char date[32], text[48];
    struct tm tm;
    time_t seconds = (time_t)(at / 1000000);
    if (!at || !gmtime_r(&seconds, &tm))
        return NULL;
    strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%S", &tm);
    snprintf(text, sizeof(text), "%s.%06dZ", date, (int)(at % 1000000));
    return jstr(text);
}

static struct json_object *seats_json(const struct game_row *game)
{
    struct json_object *seats = jarr();
    for (int s = 0; s < game->n_seats; s++) {
        const struct seat_row *seat = &game->seat[s];
        struct json_object *one = jset(jset(jobj(), "seat", jint(s)), "name", jstr(seat->name));
        jset(jset(jset(one, "bot", jstr(seat->bot)), "points", jint(seat->points)), "rank", jint(seat->rank));
        jset(one, "resigned", jbool(seat->resigned));
        if (game->status == GAME_OVER)
            jset(one, "phrase", jstr(seat->phrase));
        jadd(seats, one);
    }
    return seats;
}

static struct json_object *incidents_json(const struct incidents *incidents)
{
    struct json_object *list = jarr();
    for (int i = 0; i < incidents->n; i++) {
        const struct incident_row *incident = &incidents->row[i];
        struct json_object *one = jset(jset(jobj(), "ply", jint(incident->ply)), "kind", jstr(incident->kind));
        jset(one, "seat", incident->seat == NO_SEAT ? NULL : jint(incident->seat));
        jset(jset(one, "name", jstr(incident->person_name)), "before", jstr(incident->name));
        jadd(list, jset(one, "at", time_json(incident->at)));
    }
    return list;
}

/* The events of a move as @viewer may read them. */
static struct json_object *events_json(const struct game_row *game, const struct move_row *row, int viewer)
{
    struct json_object *seen = jarr();
    for (int i = 0; i < row->n_events; i++)
        jadd(seen, event_to_json(game->rules, &row->events[i], viewer));
    return seen;
}

static struct json_object *move_json(const struct table *t, const struct move_row *row, int64_t reader)
{
    const struct game_row *game = &t->game;
    int viewer = t->seat;
    struct json_object *move = jset(jobj(), "ply", jint(row->ply)), *points = jarr();
    bool all = game->status == GAME_OVER;
    jset(move, "seat", row->seat == NO_SEAT ? NULL : jint(row->seat));
    if (all || row->seat == viewer || row->seat == NO_SEAT)
        jset(move, "move", jstr(row->move));
    jset(jset(move, "cause", jstr(play_cause_told(game, &t->incidents, row, reader))), "at", time_json(row->at));
    for (int s = 0; s < game->n_seats; s++)
        jadd(points, jint(row->points[s]));
    jset(jset(move, "points", points), "events", events_json(game, row, all ? EVERY_SEAT : viewer));
    return all ? jset(move, "hash", hex_json(row->hash, sizeof(row->hash))) : move;
}

/* The digest over everything else in the export, so that every change is found. */
static void digest_of(struct json_object *export, uint8_t digest[FAIR_DIGEST_BYTES])
{
    const char *text = json_object_to_json_string_ext(export, JSON_C_TO_STRING_PLAIN);
    crypto_generichash(digest, FAIR_DIGEST_BYTES, (const unsigned char *)text, strlen(text), NULL, 0);
}

static struct json_object *head_json(const struct game_row *game)
{
    uint8_t commitment[FAIR_DIGEST_BYTES];
    struct json_object *out = jset(jset(jobj(), "format", jstr(format_name)), "game", jint(game->id));
    jset(jset(out, "rules", jstr(game->rules_id)), "revision", jint(game->revision));
    jset(out, "points_unit", jint(score_amount(game->rules, 1)));
    jset(jset(out, "options", rules_options_json(game->rules, &game->setup)), "status", jstr(game_status_name(game->status)));
    jset(jset(out, "created", time_json(game->created)), "started", time_json(game->started));
    jset(jset(out, "over", time_json(game->over)), "ending", jstr(game->ending));
    jset(out, "seats", seats_json(game));
    fair_commitment(game->secret, commitment);
    jset(out, "commitment", hex_json(commitment, sizeof(commitment)));
    if (game->status == GAME_OVER)
        jset(out, "secret", hex_json(game->secret, sizeof(game->secret)));
    return out;
}

bool play_export(struct db *db, struct arena *arena, int64_t game, int64_t person, struct json_object **out,
                 struct err *err)
{
    struct table *t = arena_alloc(arena, sizeof(*t));
    struct err open = {0};
    if (!play_at(db, arena, game, person, 0, t, &open)
        && (open.code != ERR_GONE || !store_game(db, arena, game, &t->game, &open))) {
        *err = open;
        return false;
    }
    if (!t->game.rules)
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "game %lld: no rules '%s'", (long long)game, t->game.rules_id);
    struct json_object *moves = jarr();
    *out = arena_json(arena, head_json(&t->game));
    for (int i = 0; i < t->n_moves; i++)
        jadd(moves, move_json(t, &t->moves[i], person));
    jset(jset(*out, "moves", moves), "incidents", incidents_json(&t->incidents));
    if (t->game.status == GAME_OVER) {
        uint8_t digest[FAIR_DIGEST_BYTES];
        digest_of(*out, digest);
        jset(*out, "digest", hex_json(digest, sizeof(digest)));
    }
    return true;
}

/* ---- the proof of an export ---- */

static bool hex_get(struct json_object *from, const char *key, uint8_t *bytes, size_t n)
{
    const char *text = jget_str(from, key);
    size_t length = 0;
    return text && strlen(text) == 2 * n
        && sodium_hex2bin(bytes, n, text, 2 * n, NULL, &length, NULL) == 0 && length == n;
}

static bool read_setup(struct proof *p, struct json_object *export)
{
    struct game_row *g = &p->game;
    struct json_object *options = jget(export, "options");
    g->setup = rules_presets(g->rules, g->n_seats);
    for (int i = 0; g->rules->options[i].name; i++) {
        const struct option *option = &g->rules->options[i];
        const char *value = jget_str(options, option->name);
        int v = value ? rules_option_value(option, value) : -1;
        if (v < 0)
            return differ(p, -1, "the option '%s' is not there", option->name);
        g->setup.option[i] = (int16_t)v;
    }
    return true;
}

static bool read_seats(struct proof *p, struct json_object *seats)
{
    struct game_row *g = &p->game;
    size_t n = json_object_is_type(seats, json_type_array) ? json_object_array_length(seats) : 0;
    if (n < g->rules->min_seats || n > g->rules->max_seats)
        return differ(p, -1, "there are %d seats", (int)n);
    g->n_seats = (int)n;
    for (int s = 0; s < g->n_seats; s++) {
        struct json_object *seat = json_object_array_get_idx(seats, (size_t)s);
        g->seat[s].phrase = jget_str(seat, "phrase");
        g->seat[s].points = (int16_t)jget_int(seat, "points");
        g->seat[s].rank = (int8_t)jget_int(seat, "rank");
        g->seat[s].resigned = jget_bool(seat, "resigned");
    }
    return true;
}

static bool read_events(struct proof *p, struct json_object *json, struct move_row *row)
{
    size_t n = json_object_array_length(json);
    struct event *events = arena_array(p->arena, n, sizeof(*events));
    for (size_t i = 0; i < n; i++)
        if (!event_from_json(p->game.rules, json_object_array_get_idx(json, i), &events[i]))
            return differ(p, row->ply, "the events differ");
    row->events = events;
    row->n_events = (int)n;
    return true;
}

static bool read_move(struct proof *p, struct json_object *json, int i, struct move_row *row)
{
    struct json_object *points = jget(json, "points"), *events = jget(json, "events");
    row->ply = i;
    row->seat = jget(json, "seat") ? (int)jget_int(json, "seat") : NO_SEAT;
    row->move = jget_str(json, "move");
    row->cause = "person";
    row->revision = p->game.revision;
    if (jget_int(json, "ply") != i || !row->move || !json_object_is_type(events, json_type_array)
        || !json_object_is_type(points, json_type_array) || json_object_array_length(points) != (size_t)p->game.n_seats
        || !hex_get(json, "hash", row->hash, sizeof(row->hash)))
        return differ(p, i, "the move is not whole");
    for (int s = 0; s < p->game.n_seats; s++)
        row->points[s] = (int16_t)json_object_get_int(json_object_array_get_idx(points, (size_t)s));
    return read_events(p, events, row);
}

static bool read_export(struct proof *p, struct json_object *export)
{
    struct game_row *g = &p->game;
    const char *format = jget_str(export, "format");
    struct json_object *moves = jget(export, "moves");
    if (!format || strcmp(format, format_name) || !json_object_is_type(moves, json_type_array))
        return differ(p, -1, "this is not an exported game");
    if (!jget(export, "secret"))
        return differ(p, -1, "the game is not over: its secret is not told yet");
    g->id = jget_int(export, "game");
    g->rules_id = jget_str(export, "rules") ? jget_str(export, "rules") : "";
    g->revision = (int)jget_int(export, "revision");
    g->rules = rules_of(g->rules_id, g->revision);
    if (!g->rules)
        return differ(p, -1, "this program has no rules '%.80s'", g->rules_id);
    if (!hex_get(export, "secret", g->secret, sizeof(g->secret)))
        return differ(p, -1, "the secret is not 32 bytes in hexadecimal");
    if (!read_seats(p, jget(export, "seats")) || !read_setup(p, export))
        return false;
    p->n_moves = (int)json_object_array_length(moves);
    p->moves = arena_array(p->arena, (size_t)p->n_moves, sizeof(*p->moves));
    for (int i = 0; i < p->n_moves; i++)
        if (!read_move(p, json_object_array_get_idx(moves, (size_t)i), i, &p->moves[i]))
            return false;
    if (!p->n_moves)
        return differ(p, 0, "there are no moves");
    g->ply = p->n_moves - 1;
    memcpy(g->hash, p->moves[g->ply].hash, sizeof(g->hash));
    g->status = GAME_OVER;
    g->ending = jget_str(export, "ending"); /* missing in exports from before games could end otherwise than by the rules */
    return true;
}

static bool prove_promises(struct proof *p, struct json_object *export)
{
    uint8_t told[FAIR_DIGEST_BYTES], is[FAIR_DIGEST_BYTES];
    fair_commitment(p->game.secret, is);
    if (!hex_get(export, "commitment", told, sizeof(told)) || memcmp(told, is, sizeof(is)))
        return differ(p, -1, "the secret is not the one that was committed to");
    struct json_object *rest = jobj();
    json_object_object_foreach(export, key, member)
        if (strcmp(key, "digest") != 0)
            jset(rest, key, json_object_get(member));
    digest_of(rest, is);
    json_object_put(rest);
    return (hex_get(export, "digest", told, sizeof(told)) && !memcmp(told, is, sizeof(is)))
        || differ(p, -1, "the digest is not that of this file");
}

bool play_verify(struct json_object *export, int *differs, char *note, size_t room)
{
    struct proof p = {.arena = arena_new(), .differs = differs, .note = note, .room = room};
    *differs = -1;
    bool proven = read_export(&p, export) && prove(&p) && prove_promises(&p, export);
    arena_free(p.arena);
    return proven;
}
