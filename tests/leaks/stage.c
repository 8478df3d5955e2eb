#include "config.h"

#include "tests/leaks/stage.h"

#include <inttypes.h>
#include <libpq-fe.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/sb.h"
#include "rules/engine/log.h"
#include "rules/engine/plans.h"
#include "rules/engine/registry.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

static const int64_t SECOND = 1000000;

enum { BETWEEN_MOVES = 47, WAITED = 12 * 60, FOR_AN_ANSWER = 3 * 24 * 3600, SECRET_HEX = 2 * 32 + 1,
       PRIVATE_TABLE = 900, HIDDEN_PERSON = 800001 };

struct stage {
    PGconn *conn;
    int64_t person[STAGE_PEOPLE];
    int64_t now;
    unsigned n_twins; /* that were set */
};

static void run(struct stage *s, const char *sql)
{
    PGresult *result = PQexec(s->conn, sql);
    if (PQresultStatus(result) != PGRES_COMMAND_OK) {
        fprintf(stderr, "leaks: %.300s: %s", sql, PQerrorMessage(s->conn));
        exit(2);
    }
    PQclear(result);
}

struct stage *stage_open(const char *admin, const int64_t person[STAGE_PEOPLE], int64_t now)
{
    struct stage *s = calloc(1, sizeof(*s));
    if (!s)
        abort();
    s->conn = PQconnectdb(admin);
    s->now = now;
    memcpy(s->person, person, sizeof(s->person));
    run(s, "SET synchronous_commit = off");
    run(s, "UPDATE person SET display = 'tutor'"); /* it looks at turns where a twin's viewer is alone */
    return s;
}

void stage_close(struct stage *stage)
{
    PQfinish(stage->conn);
    free(stage);
}

/* ---- values in SQL ---- */

static void add_quoted(struct sb *out, const char *text)
{
    sb_add_char(out, '\'');
    for (; *text; text++) {
        if (*text == '\'')
            sb_add_char(out, '\'');
        sb_add_char(out, *text);
    }
    sb_add_char(out, '\'');
}

static void add_if_any(struct sb *out, const char *text)
{
    if (text)
        add_quoted(out, text);
    else
        sb_add(out, "NULL");
}

static void add_time(struct sb *out, int64_t at)
{
    sb_addf(out, "to_timestamp(%" PRId64 ".%06" PRId64 ")", at / SECOND, at % SECOND);
}

static void add_bytes(struct sb *out, const uint8_t bytes[32])
{
    char hex[SECRET_HEX];
    sb_addf(out, "decode('%s', 'hex')", sodium_bin2hex(hex, sizeof(hex), bytes, 32));
}

/* 32 bytes that tell of nothing else. */
static void add_noise(struct sb *out, unsigned noise, int n)
{
    uint8_t bytes[32];
    unsigned seed[] = {noise, (unsigned)n};
    crypto_generichash(bytes, sizeof(bytes), (const unsigned char *)seed, sizeof(seed), NULL, 0);
    add_bytes(out, bytes);
}

/* Of each pair its own, as the chain of a game is over its positions: what is kept is found by it. */
static void add_hash(const struct stage *s, const struct tale *tale, int ply, struct sb *out)
{
    enum { ROOM = 20 }; /* bits of the noise of a tale */
    add_noise(out, (s->n_twins << ROOM) + tale->private_noise, ply);
}

static void add_points(struct sb *out, const int16_t *points, int n)
{
    for (int s = 0; s < n; s++)
        sb_addf(out, "%s%d", s ? "," : "ARRAY[", points[s]);
    sb_add(out, "]::smallint[]");
}

int64_t stage_at(const struct stage *stage, int head, int ply)
{
    return stage->now - (WAITED + (int64_t)(head - ply) * BETWEEN_MOVES) * SECOND;
}

/* ---- the table ---- */

int64_t stage_table(struct stage *s, const struct course *c)
{
    static int64_t id = 1000;
    struct sb sql;
    sb_init(&sql, c->arena);
    id++;
    const char *options = json_object_to_json_string(arena_json(c->arena, rules_options_json(c->rules, &c->game.setup)));
    sb_addf(&sql, "BEGIN; INSERT INTO game (id, rules, revision, options, n_seats, owner, secret, created, pace, hints)"
            " OVERRIDING SYSTEM VALUE VALUES (%" PRId64 ", '%s', %d, ", id, c->rules->id, c->rules->revision);
    add_quoted(&sql, options);
    sb_addf(&sql, ", %d, %" PRId64 ", ", c->game.n_seats, s->person[0]);
    add_bytes(&sql, c->game.secret);
    sb_add(&sql, ", ");
    add_time(&sql, s->now - 90 * 24 * 3600 * SECOND);
    sb_add(&sql, ", '{}', true);\n");
    for (int seat = 0; seat < c->game.n_seats; seat++)
        sb_addf(&sql, "INSERT INTO seat (game, seat, person) VALUES (%" PRId64 ", %d, %" PRId64 ");\n", id, seat, s->person[seat]);
    sb_add(&sql, "COMMIT");
    run(s, sql.text);
    return id;
}

/* ---- a tale ---- */

static void add_head(const struct stage *s, int64_t game, const struct twin *t, const struct tale *tale, struct sb *sql)
{
    sb_addf(sql, "DELETE FROM study WHERE game = %" PRId64 ";\n", game);
    sb_addf(sql, "UPDATE game SET status = 'running', ended = NULL, ending = NULL, ply = %d, version = %d, awaits = %d, state = ", t->ply, t->ply + 3,
            t->course->ply[t->ply].awaits);
    add_quoted(sql, tale->head);
    sb_add(sql, ", hash = ");
    add_hash(s, tale, t->ply, sql);
    sb_add(sql, ", started = ");
    add_time(sql, stage_at(s, t->ply, 0));
    sb_add(sql, ", moved = ");
    add_time(sql, stage_at(s, t->ply, t->ply));
    sb_addf(sql, " WHERE id = %" PRId64 ";\n", game);
}

static void add_seats(const struct stage *s, int64_t game, const struct twin *t, const struct tale *tale, struct sb *sql)
{
    const struct ply *head = &t->course->ply[t->ply];
    seatmask windows = t->course->rules->windows ? t->course->rules->windows(head->state) : 0;
    for (int seat = 0; seat < t->course->game.n_seats; seat++) {
        bool awaited = head->awaits & SEAT_BIT(seat);
        if (t->alone && seat != t->viewer)
            sb_add(sql, "UPDATE seat SET person = NULL, bot = 'advise'");
        else
            sb_addf(sql, "UPDATE seat SET bot = NULL, person = %" PRId64, s->person[seat]);
        sb_add(sql, ", phrase = ");
        add_quoted(sql, tale->phrase[seat]);
        sb_addf(sql, ", points = %d, rank = 0, seen = NULL, read_message = 0, mail = true, in_window = %s, awaited_ply = %s", head->row.points[seat],
                awaited && (windows & SEAT_BIT(seat)) ? "true" : "false", awaited ? "" : "NULL, awaited_since = NULL, spent_at = NULL, deadline = NULL");
        if (awaited) {
            sb_addf(sql, "%d, awaited_since = ", t->ply);
            add_time(sql, stage_at(s, t->ply, t->ply));
            sb_add(sql, ", spent_at = ");
            add_time(sql, stage_at(s, t->ply, t->ply));
            sb_add(sql, ", deadline = ");
            add_time(sql, s->now + FOR_AN_ANSWER * SECOND);
        }
        sb_addf(sql, " WHERE game = %" PRId64 " AND seat = %d;\n", game, seat);
    }
}

static void add_snapshots(int64_t game, const struct twin *t, const struct tale *tale, struct sb *sql)
{
    sb_addf(sql, "DELETE FROM snapshot WHERE game = %" PRId64 ";\n", game);
    for (int i = 0; i < t->n_snapshots; i++) {
        sb_addf(sql, "INSERT INTO snapshot (game, ply, state) VALUES (%" PRId64 ", %d, ", game, t->snapshot_ply[i]);
        add_quoted(sql, tale->snapshot[i]);
        sb_add(sql, ");\n");
    }
}

static bool same_told(const struct told *a, const struct told *b)
{
    return !strcmp(a->move, b->move) && !strcmp(a->events, b->events) && !a->by_order == !b->by_order;
}

/* Who looks on sat here before, and an order of that time made some moves: only that person is told so, in both tales. */
static bool ordered_by_watcher(const struct twin *t, int i)
{
    return t->viewer == NO_SEAT && t->course->rules->orders && t->course->ply[i].seat != NO_SEAT && i % 3 == 1
        && same_told(&t->tale[0].told[i], &t->tale[1].told[i]);
}

static void add_mover(const struct stage *s, const struct twin *t, int i, struct sb *sql)
{
    int seat = t->course->ply[i].seat;
    if (ordered_by_watcher(t, i))
        sb_addf(sql, ", 'order', '%s', %" PRId64 ", ", t->course->rules->orders->verbs[0].name, s->person[SEATS_MAX]);
    else if (seat == NO_SEAT || (t->alone && seat != t->viewer))
        sb_addf(sql, ", '%s', NULL, NULL, ", seat == NO_SEAT ? "person" : "bot");
    else
        sb_addf(sql, ", 'person', NULL, %" PRId64 ", ", s->person[seat]);
}

static void add_move(const struct stage *s, int64_t game, const struct twin *t, const struct tale *tale, int i, struct sb *sql)
{
    const struct ply *ply = &t->course->ply[i];
    sb_addf(sql, "INSERT INTO move (game, ply, seat, move, events, cause, by_order, person, at, points, revision, hash) VALUES (%" PRId64
            ", %d, %d, ", game, i, ply->seat);
    add_quoted(sql, tale->told[i].move);
    sb_add(sql, ", ");
    add_quoted(sql, tale->told[i].events);
    add_mover(s, t, i, sql);
    add_time(sql, stage_at(s, t->ply, i));
    sb_add(sql, ", ");
    add_points(sql, ply->row.points, t->course->game.n_seats);
    sb_addf(sql, ", %d, ", t->course->rules->revision);
    add_hash(s, tale, i, sql);
    sb_add(sql, ");\n");
}

/* What one tale tells otherwise than the other, and all hashes. */
static void add_told(const struct stage *s, int64_t game, const struct twin *t, const struct tale *tale, struct sb *sql)
{
    bool any = false;
    sb_addf(sql, "UPDATE move SET hash = sha256(hash) WHERE game = %" PRId64 ";\n", game);
    for (int i = 0; i <= t->ply; i++) {
        if (same_told(&t->tale[0].told[i], &t->tale[1].told[i]))
            continue;
        const struct told *told = &tale->told[i];
        sb_add(sql, any ? ",\n" : "UPDATE move m SET move = v.move, events = v.events::bytea, by_order = v.by_order,"
               " cause = CASE WHEN v.by_order IS NULL THEN m.cause ELSE 'order' END, hash = v.hash FROM (VALUES\n");
        any = true;
        sb_addf(sql, "(%d, ", i);
        add_quoted(sql, told->move);
        sb_add(sql, ", ");
        add_quoted(sql, told->events);
        sb_add(sql, ", ");
        add_if_any(sql, told->by_order);
        sb_add(sql, "::text, ");
        add_hash(s, tale, i, sql);
        sb_add(sql, ")");
    }
    if (any)
        sb_addf(sql, ") AS v (ply, move, events, by_order, hash) WHERE m.game = %" PRId64 " AND m.ply = v.ply;\n", game);
}

/* Whoever reads was here a moment ago, in both tales: when exactly, his own data tell him. */
static void add_visits(const struct stage *s, struct sb *sql)
{
    sb_add(sql, "UPDATE person SET visited = ");
    add_time(sql, s->now + FOR_AN_ANSWER * SECOND);
    sb_add(sql, ", push_asked = "); /* asked once: the page that is read second would not ask any more */
    add_time(sql, s->now + FOR_AN_ANSWER * SECOND);
    sb_add(sql, "; UPDATE session SET seen = ");
    add_time(sql, s->now + FOR_AN_ANSWER * SECOND);
    sb_add(sql, ";\n");
}

/* In the second tale there is a private table at which the viewer does not sit, and letters wait for the others. */
static void add_elsewhere(const struct stage *s, int64_t game, const struct twin *t, const struct tale *tale, struct sb *sql)
{
    int owner = t->viewer == 0 ? 1 : 0;
    sb_addf(sql, "DELETE FROM outbox; DELETE FROM game WHERE id = %d;\n", PRIVATE_TABLE);
    if (!tale->private_noise)
        return;
    sb_addf(sql, "INSERT INTO game (id, rules, revision, options, n_seats, owner, secret, created, invitation) OVERRIDING SYSTEM VALUE"
            " SELECT %d, rules, revision, options, n_seats, %" PRId64 ", secret, created, 'a key of a private table' FROM game"
            " WHERE id = %" PRId64 ";\n", PRIVATE_TABLE, s->person[owner], game);
    sb_addf(sql, "INSERT INTO seat (game, seat, person) VALUES (%d, 0, %" PRId64 ");\n", PRIVATE_TABLE, s->person[owner]);
    sb_addf(sql, "INSERT INTO outbox (person, game, kind, ply) VALUES (%" PRId64 ", %" PRId64 ", 'turn', %d);\n", s->person[owner],
            game, t->ply);
}

/* The first step that a plan of the viewer can begin with, the same in both tales; NULL: none can. */
static const char *first_step(const struct twin *t)
{
    const struct rules *rules = t->course->rules;
    struct move_room *room = arena_alloc(t->arena, sizeof(*room));
    struct move_list *list = move_list_in(room);
    if (!rules->plans || t->viewer == NO_SEAT)
        return NULL;
    void *state = memcpy(arena_alloc(t->arena, rules->size), t->course->ply[t->ply].state, rules->size);
    if (!rules->plans->begin(state, t->viewer))
        return NULL;
    rules->moves(state, t->viewer, list);
    for (int i = 0; i < list->n; i++) {
        struct move step = {0};
        char *text = arena_alloc(t->arena, MOVE_TEXT);
        move_copy(&step, move_at(list, i));
        if (plan_takes(rules, state, t->viewer, &step, NULL) != PLAN_OK)
            continue;
        move_to_text(rules->verbs, &step, text);
        return text;
    }
    return NULL;
}

/* The viewer's own plan; in the second tale the others have some, too. */
static void add_plans(const struct stage *s, int64_t game, const struct twin *t, const struct tale *tale, struct sb *sql)
{
    const char *own = first_step(t);
    sb_addf(sql, "DELETE FROM plan WHERE game = %" PRId64 ";\n", game);
    for (int seat = 0; t->course->rules->plans && seat < t->course->game.n_seats; seat++) {
        const char *step = seat == t->viewer ? own : tale->private_noise ? "a plan of another" : NULL;
        if (step)
            sb_addf(sql, "INSERT INTO plan (game, seat, person, ply, ways, hands_in) VALUES (%" PRId64 ", %d, %" PRId64 ", %d, '[[\"%s\"]]', true);\n",
                    game, seat, s->person[seat], t->ply, step);
    }
}

/* An open table of the reader's, to which others can be invited. In the second tale the others have blocked the reader, follow each other, and have
 * muted the chat; spectators have written, if the reader plays; and there is somebody with a hidden profile. */
static void add_people(const struct stage *s, int64_t game, const struct twin *t, const struct tale *tale, struct sb *sql)
{
    const int64_t reader = s->person[t->viewer == NO_SEAT ? SEATS_MAX : t->viewer];
    sb_addf(sql, "DELETE FROM follow; DELETE FROM block; DELETE FROM chat_mute; DELETE FROM spectator_line; DELETE FROM game WHERE id = %d;"
            " DELETE FROM person WHERE id = %d;\n", STAGE_OPEN, HIDDEN_PERSON);
    sb_addf(sql, "INSERT INTO game (id, rules, revision, options, n_seats, owner, secret, created) OVERRIDING SYSTEM VALUE"
            " SELECT %d, rules, revision, options, n_seats, %" PRId64 ", secret, created FROM game WHERE id = %" PRId64 ";\n", STAGE_OPEN, reader, game);
    for (int seat = 0; seat < t->course->game.n_seats; seat++)
        sb_addf(sql, "INSERT INTO seat (game, seat, person) VALUES (%d, %d, nullif(%" PRId64 ", 0));\n", STAGE_OPEN, seat, seat ? 0 : reader);
    if (!tale->private_noise)
        return;
    sb_addf(sql, "INSERT INTO person (id, name, email, email_confirmed, password_hash, profile, about) OVERRIDING SYSTEM VALUE"
            " VALUES (%d, 'Hidden', 'hidden@example.org', now(), 'none', 'hidden', 'words %u');\n", HIDDEN_PERSON, tale->private_noise);
    sb_addf(sql, "INSERT INTO follow (person, whom) VALUES (%d, %" PRId64 ");\n", HIDDEN_PERSON, reader);
    for (int i = 0; i < STAGE_PEOPLE; i++) {
        if (s->person[i] == reader)
            continue;
        sb_addf(sql, "INSERT INTO block (person, whom) VALUES (%" PRId64 ", %" PRId64 ");\n", s->person[i], reader);
        sb_addf(sql, "INSERT INTO follow (person, whom) VALUES (%" PRId64 ", %d);\n", s->person[i], HIDDEN_PERSON);
        sb_addf(sql, "INSERT INTO chat_mute (game, person) VALUES (%" PRId64 ", %" PRId64 ");\n", game, s->person[i]);
        if (t->viewer != NO_SEAT)
            sb_addf(sql, "INSERT INTO spectator_line (game, person, ply, text) VALUES (%" PRId64 ", %" PRId64 ", 0, 'seen %u');\n", game,
                    s->person[SEATS_MAX], tale->private_noise);
    }
}

/* The viewer's own reminder; in the second tale the others have some, too. */
static void add_reminders(const struct stage *s, int64_t game, const struct twin *t, const struct tale *tale, struct sb *sql)
{
    sb_addf(sql, "DELETE FROM reminder WHERE game = %" PRId64 ";\n", game);
    for (int seat = 0; seat < t->course->game.n_seats; seat++)
        if (seat == t->viewer || tale->private_noise) {
            sb_addf(sql, "INSERT INTO reminder (person, game, at, set_at) VALUES (%" PRId64 ", %" PRId64 ", '2100-01-%02d 08:00+00', '2020-01-01 08:00+00');\n",
                    s->person[seat], game, seat + 1);
        }
}

/* In the second tale the others look for games, and have standing challenges. */
static void add_seekers(const struct stage *s, int64_t game, const struct twin *t, const struct tale *tale, struct sb *sql)
{
    sb_add(sql, "DELETE FROM seeker; DELETE FROM challenge;\n");
    for (int seat = 0; seat < t->course->game.n_seats && tale->private_noise; seat++)
        if (seat != t->viewer) {
            sb_addf(sql, "INSERT INTO seeker (person, titles, paces, seats, minutes, bots, game, since) VALUES (%" PRId64
                    ", '{venedig}', '{day}', 4, %u, false, %" PRId64 ", '2020-01-01 08:00+00');\n", s->person[seat], 1 + tale->private_noise % 100, game);
            sb_addf(sql, "INSERT INTO challenge (person, rules, pace, seats, most, doors, looked) VALUES (%" PRId64
                    ", 'venedig', 'day', 2, 1, 'friends', '2100-01-01 08:00+00');\n", s->person[seat]);
        }
}

/* In the second tale the others have hooks, of their own games and of the table where one owns it. */
static void add_hooks(const struct stage *s, int64_t game, const struct twin *t, const struct tale *tale, struct sb *sql)
{
    sb_add(sql, "DELETE FROM target;\n");
    for (int seat = 0; seat < t->course->game.n_seats && tale->private_noise; seat++)
        for (int of_table = 0; of_table <= (seat == 0) && seat != t->viewer; of_table++)
            sb_addf(sql, "INSERT INTO target (way, person, game, url, form, events, secret) VALUES ('hook', %" PRId64 ", nullif(%" PRId64
                    ", 0), 'https://hooks.example.org/%u', 'json', '{turn,chat}', '012345678901234567890123');\n", s->person[seat],
                    of_table ? game : 0, tale->private_noise);
}

static void add_drafts(const struct stage *s, int64_t game, const struct twin *t, const struct tale *tale, struct sb *sql)
{
    for (int seat = 0; seat < t->course->game.n_seats; seat++)
        if (tale->draft[seat])
            sb_addf(sql, "INSERT INTO draft (game, person, ply, steps) VALUES (%" PRId64 ", %" PRId64 ", %d, '%s');\n", game,
                    s->person[seat], t->ply, tale->draft[seat]);
}

static void add_own(const struct stage *s, int64_t game, const struct twin *t, const struct tale *tale, struct sb *sql)
{
    sb_addf(sql, "DELETE FROM draft WHERE game = %" PRId64 "; DELETE FROM note WHERE game = %" PRId64
            "; DELETE FROM standing_order WHERE game = %" PRId64 "; DELETE FROM token WHERE kind IN ('open', 'unsubscribe');\n",
            game, game, game);
    add_drafts(s, game, t, tale, sql);
    for (int seat = 0; seat < t->course->game.n_seats; seat++) {
        for (int i = 0; i < tale->n_orders[seat]; i++) {
            sb_addf(sql, "INSERT INTO standing_order (game, seat, position, text, at) VALUES (%" PRId64 ", %d, %d, '%s', ", game,
                    seat, i, tale->order[seat][i]);
            add_time(sql, stage_at(s, t->ply, t->ply));
            sb_add(sql, ");\n");
        }
        if (seat == t->viewer)
            continue;
        if (tale->private_noise)
            sb_addf(sql, "INSERT INTO note (game, person, text) VALUES (%" PRId64 ", %" PRId64 ", 'my plan number %u');\n", game,
                    s->person[seat], tale->private_noise);
        sb_addf(sql, "UPDATE person SET email = 'player-%u-%d@example.org', password_hash = 'hash %u' WHERE id = %" PRId64 ";\n",
                tale->private_noise, seat, tale->private_noise, s->person[seat]);
    }
}

/* Of both tales the practice tables have the same numbers. */
static void forget_practices(struct sb *sql)
{
    sb_addf(sql, "SELECT tables_delete(ARRAY(SELECT id FROM game WHERE practice_ply IS NOT NULL));"
            " SELECT setval(pg_get_serial_sequence('game', 'id'), %d);\n", STAGE_PRACTICES);
}

void stage_set(struct stage *s, int64_t game, const struct twin *t, int which)
{
    struct sb sql;
    const struct tale *tale = &t->tale[which];
    s->n_twins += which == 0;
    sb_init(&sql, t->arena);
    sb_add(&sql, "BEGIN; DELETE FROM attempt;\n"); /* who asks too often is told how many seconds are left */
    forget_practices(&sql);
    add_head(s, game, t, tale, &sql);
    add_seats(s, game, t, tale, &sql);
    add_snapshots(game, t, tale, &sql);
    /* All anew at first, since their times go by the head; then without what the reader's own forms have added. */
    sb_addf(&sql, "DELETE FROM incident WHERE game = %" PRId64 "; DELETE FROM move WHERE game = %" PRId64 " AND ply > %d;\n", game, game,
            which == 0 ? -1 : t->ply);
    for (int i = 0; which == 0 && i <= t->ply; i++)
        add_move(s, game, t, tale, i, &sql);
    if (which == 1)
        add_told(s, game, t, tale, &sql);
    add_own(s, game, t, tale, &sql);
    add_plans(s, game, t, tale, &sql);
    add_reminders(s, game, t, tale, &sql);
    add_hooks(s, game, t, tale, &sql);
    add_seekers(s, game, t, tale, &sql);
    add_elsewhere(s, game, t, tale, &sql);
    add_people(s, game, t, tale, &sql);
    add_visits(s, &sql);
    sb_add(&sql, "COMMIT");
    run(s, sql.text);
}

void stage_drafts(struct stage *s, int64_t game, const struct twin *t, int which, bool there)
{
    struct sb sql;
    sb_init(&sql, t->arena);
    sb_addf(&sql, "BEGIN; DELETE FROM draft WHERE game = %" PRId64 ";\n", game);
    if (there)
        add_drafts(s, game, t, &t->tale[which], &sql);
    sb_add(&sql, "COMMIT");
    run(s, sql.text);
}

void stage_asked_since(struct stage *s, int64_t game, int seat, int ply)
{
    struct arena *arena = arena_new();
    run(s, arena_printf(arena, "UPDATE seat SET awaited_ply = %d WHERE game = %" PRId64 " AND seat = %d", ply, game, seat));
    arena_free(arena);
}

void stage_end(struct stage *s, int64_t game)
{
    struct arena *arena = arena_new();
    struct sb sql;
    sb_init(&sql, arena);
    sb_addf(&sql, "BEGIN; UPDATE seat SET rank = 1, in_window = false, awaited_ply = NULL, awaited_since = NULL, spent_at = NULL, deadline = NULL"
            " WHERE game = %" PRId64 "; UPDATE game SET status = 'over', ending = 'agreed', awaits = 0, version = version + 1, ended = ", game);
    add_time(&sql, s->now - WAITED * SECOND);
    sb_addf(&sql, " WHERE id = %" PRId64 "; COMMIT", game);
    run(s, sql.text);
    arena_free(arena);
}
