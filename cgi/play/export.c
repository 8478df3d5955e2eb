/* A game as JSON, and the proof that an exported game gives the same result when played again. */
#include "config.h"

#include "cgi/play/proof.h"

#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cgi/base/jsonx.h"
#include "cgi/base/parse.h"
#include "cgi/store/stored.h"
#include "cgi/words/phrases.h"
#include "rules/engine/fair.h"
#include "rules/engine/members.h"
#include "rules/engine/registry.h"
#include "rules/engine/verbs.h"

#include "cgi/base/banned.h"

static const char format_name[] = "ridotto game 1";
enum { CHECK_BYTES = crypto_shorthash_BYTES };

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

/* Over a move without its check, so that a change is found where it is. */
static void check_of(struct json_object *move, uint8_t check[CHECK_BYTES])
{
    static const uint8_t key[crypto_shorthash_KEYBYTES] = "ridotto, export";
    const char *text = json_object_to_json_string_ext(move, JSON_C_TO_STRING_PLAIN);
    crypto_shorthash(check, (const unsigned char *)text, strlen(text), key);
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
    if (all)
        jset(move, "hash", hex_json(row->hash, sizeof(row->hash)));
    uint8_t check[CHECK_BYTES];
    check_of(move, check);
    return jset(move, "check", hex_json(check, sizeof(check)));
}

/* The digest over everything else in the export, so that every change is found. */
static void digest_of(struct json_object *export, uint8_t digest[FAIR_DIGEST_BYTES])
{
    const char *text = json_object_to_json_string_ext(export, JSON_C_TO_STRING_PLAIN);
    crypto_generichash(digest, FAIR_DIGEST_BYTES, (const unsigned char *)text, strlen(text), NULL, 0);
}

/* {"game": null or where it comes from, "ply", and once it is over the "opening"}: the position that it began with. */
static struct json_object *practice_json(struct arena *arena, const struct game_row *game)
{
    struct json_object *practice = jset(jset(jobj(), "game", game->practice.of ? jint(game->practice.of) : NULL), "ply", jint(game->practice.ply));
    void *opening = arena_alloc(arena, game->rules->size);
    struct fault fault;
    if (game->status == GAME_OVER && stored_state(game->rules, game->practice.opening, opening, &fault))
        jset(practice, "opening", members_save(game->rules->members, opening));
    return practice;
}

static struct json_object *head_json(struct arena *arena, const struct game_row *game)
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
    if (game->practice.is)
        jset(out, "practice", practice_json(arena, game));
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
    *out = arena_json(arena, head_json(arena, &t->game));
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
            return proof_differs(p, -1, "the option '%s' is not there", option->name);
        g->setup.option[i] = (int16_t)v;
    }
    return true;
}

/* Of a practice table: the position that it began with. */
static bool read_opening(struct proof *p, struct json_object *export)
{
    struct game_row *g = &p->game;
    struct json_object *practice = jget(export, "practice"), *json = jget(practice, "opening");
    struct fault fault;
    g->practice.is = practice != NULL;
    if (!practice)
        return true;
    void *opening = arena_alloc(p->arena, g->rules->size);
    if (!json || !members_load(g->rules->members, json, opening, &fault))
        return proof_differs(p, -1, "the position that it began with cannot be read");
    g->practice.opening = state_stored(p->arena, g->rules, opening);
    return true;
}

static bool read_seats(struct proof *p, struct json_object *seats)
{
    struct game_row *g = &p->game;
    size_t n = json_object_is_type(seats, json_type_array) ? json_object_array_length(seats) : 0;
    if (n < g->rules->min_seats || n > g->rules->max_seats)
        return proof_differs(p, -1, "there are %d seats", (int)n);
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
            return proof_differs(p, row->ply, "the events differ");
    row->events = events;
    row->n_events = (int)n;
    return true;
}

static bool hex_get(struct json_object *from, const char *key, uint8_t *bytes, size_t n)
{
    const char *text = jget_str(from, key);
    size_t length = 0;
    return text && strlen(text) == 2 * n
        && sodium_hex2bin(bytes, n, text, 2 * n, NULL, &length, NULL) == 0 && length == n;
}

/* Exports from before there were checks have none, in any move. */
static bool has_its_check(struct json_object *move, bool all_have)
{
    uint8_t told[CHECK_BYTES], is[CHECK_BYTES];
    struct json_object *check = jget(move, "check");
    if (!check)
        return !all_have;
    struct json_object *rest = jobj();
    json_object_object_foreach(move, key, member)
        if (strcmp(key, "check") != 0)
            jset(rest, key, json_object_get(member));
    check_of(rest, is);
    json_object_put(rest);
    return hex_get(move, "check", told, sizeof(told)) && !memcmp(told, is, sizeof(is));
}

static bool prove_checks(struct proof *p, struct json_object *moves)
{
    size_t n = json_object_array_length(moves), have = 0;
    for (size_t i = 0; i < n; i++)
        have += jget(json_object_array_get_idx(moves, i), "check") != NULL;
    for (size_t i = 0; i < n; i++)
        if (!has_its_check(json_object_array_get_idx(moves, i), have > 1))
            return proof_differs(p, (int)i, "the move is not as it was exported");
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
        return proof_differs(p, i, "the move is not whole");
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
        return proof_differs(p, -1, "this is not an exported game");
    g->id = jget_int(export, "game");
    if (!prove_checks(p, moves))
        return false;
    if (!jget(export, "secret"))
        return proof_differs(p, -1, "the game is not over: its secret is not told yet");
    g->rules_id = jget_str(export, "rules") ? jget_str(export, "rules") : "";
    g->revision = (int)jget_int(export, "revision");
    g->rules = rules_of(g->rules_id, g->revision);
    if (!g->rules)
        return proof_differs(p, -1, "this program has no rules '%.80s'", g->rules_id);
    if (!rules_at(g->rules, g->revision))
        return proof_differs(p, -1, "it was begun under revision %d of %s, this program has %d", g->revision, g->rules_id, g->rules->revision);
    if (!hex_get(export, "secret", g->secret, sizeof(g->secret)))
        return proof_differs(p, -1, "the secret is not 32 bytes in hexadecimal");
    if (!read_seats(p, jget(export, "seats")) || !read_setup(p, export) || !read_opening(p, export))
        return false;
    p->n_moves = (int)json_object_array_length(moves);
    p->moves = arena_array(p->arena, (size_t)p->n_moves, sizeof(*p->moves));
    for (int i = 0; i < p->n_moves; i++)
        if (!read_move(p, json_object_array_get_idx(moves, (size_t)i), i, &p->moves[i]))
            return false;
    if (!p->n_moves)
        return proof_differs(p, -1, "there are no moves");
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
        return proof_differs(p, -1, "the secret is not the one that was committed to");
    struct json_object *rest = jobj();
    json_object_object_foreach(export, key, member)
        if (strcmp(key, "digest") != 0)
            jset(rest, key, json_object_get(member));
    digest_of(rest, is);
    json_object_put(rest);
    return (hex_get(export, "digest", told, sizeof(told)) && !memcmp(told, is, sizeof(is)))
        || proof_differs(p, -1, "the digest is not that of this file");
}

bool play_verify(struct json_object *export, struct verified *v)
{
    struct proof p = {.arena = arena_new(), .differs = &v->differs, .note = v->note, .room = sizeof(v->note)};
    v->differs = -1;
    v->note[0] = '\0';
    v->tried = read_export(&p, export);
    bool proven = v->tried && prove(&p) && prove_promises(&p, export);
    arena_free(p.arena);
    return proven;
}

/* ---- a file ---- */

/* Which of the moves stands at @offset; -1: it is before or after them. Up to there the text is JSON. */
static int ply_at(const char *text, size_t offset)
{
    const char *moves = strstr(text, "\"moves\"");
    int depth = 0, ply = 0;
    bool quoted = false;
    if (!moves || (size_t)(moves - text) > offset)
        return -1;
    for (const char *at = moves + strlen("\"moves\""); at < text + offset; at++) {
        if (*at == '"')
            quoted = !quoted;
        else if (quoted)
            at += *at == '\\';
        else if (*at == '[' || *at == '{')
            depth++;
        else if ((*at == ']' || *at == '}') && --depth == 0)
            return -1;
        else if (*at == ',' && depth == 1)
            ply++;
    }
    return ply;
}

/* The first byte that JSON never has there: a zero, what is not UTF-8, or a text that begins with ', which json-c reads to its end as a
 * name; @n: there is none. */
static size_t no_text_at(const char *text, size_t n)
{
    bool quoted = false;
    for (size_t at = 0; at < n;) {
        const uint8_t first = (uint8_t)text[at];
        size_t length = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
        if (!first || length > n - at || !utf8_valid(text + at, length) || (first == '\'' && !quoted))
            return at;
        quoted ^= first == '"';
        at += length + (first == '\\' && at + 1 < n && text[at + 1]);
    }
    return n;
}

static struct json_object *parse(const char *text, size_t n, size_t *ends)
{
    struct json_object *export = jparse(text, n);
    struct json_tokener *tokener = export ? NULL : json_tokener_new();
    *ends = n;
    if (!tokener)
        return export;
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
    json_object_put(json_tokener_parse_ex(tokener, text, (int)n));
    *ends = json_tokener_get_parse_end(tokener);
    json_tokener_free(tokener);
    size_t no_text = no_text_at(text, n);
    *ends = no_text < *ends ? no_text : *ends;
    return NULL;
}

/* A file that is as long as the house would write it, but has other bytes between its values. False: at *@offset */
static bool same_spaces(const char *text, size_t n, struct json_object *export, size_t *offset)
{
    size_t length;
    const char *written = json_object_to_json_string_length(export, JSON_C_TO_STRING_PRETTY, &length);
    for (*offset = 0; length == n && *offset < n; ++*offset)
        if (text[*offset] != written[*offset])
            return false;
    return true;
}

bool play_verify_text(const char *text, size_t n, struct verified *v)
{
    const char *game = strstr(text, "\"game\":");
    size_t offset = 0;
    struct json_object *export = n <= INT_MAX ? parse(text, n, &offset) : NULL;
    *v = (struct verified){.differs = -1, .game = game ? strtoll(game + strlen("\"game\":"), NULL, 10) : 0, .is_json = export != NULL};
    if (!export) {
        v->differs = ply_at(text, offset);
        snprintf(v->note, sizeof(v->note), "it is not JSON from byte %zu on", offset);
        return false;
    }
    struct json_object *moves = jget(export, "moves");
    v->n_moves = json_object_is_type(moves, json_type_array) ? (int)json_object_array_length(moves) : 0;
    snprintf(v->rules, sizeof(v->rules), "%s", jget_str(export, "rules") ? jget_str(export, "rules") : "");
    bool proven = play_verify(export, v);
    if (proven && !same_spaces(text, n, export, &offset)) {
        proven = false;
        v->differs = ply_at(text, offset);
        snprintf(v->note, sizeof(v->note), "a space between its values has changed, at byte %zu; they have not", offset);
    }
    json_object_put(export);
    return proven;
}
