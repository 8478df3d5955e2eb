#include "config.h"

#include "cgi/play/fold.h"

#include <sodium.h>
#include <string.h>

#include "cgi/base/parse.h"
#include "cgi/base/sb.h"
#include "cgi/store/stored.h"
#include "rules/engine/log.h"
#include "rules/engine/members.h"
#include "rules/engine/must.h"
#include "rules/engine/registry.h"
#include "rules/engine/rng.h"
#include "rules/engine/verbs.h"

#include "cgi/base/banned.h"

const struct rules *fold_rules(const struct game_row *game, struct err *err)
{
    const struct rules *rules = rules_at(game->rules, game->revision);
    const char *say = N_("The rules of this game are no longer available here.");
    if (!game->rules)
        err_fail(err, ERR_INTERNAL, say, NULL, "game %lld: this program has no rules '%s', or not its options",
                 (long long)game->id, game->rules_id);
    else if (!rules)
        err_fail(err, ERR_INTERNAL, say, NULL, "game %lld was begun under revision %d of %s, this program has %d", (long long)game->id,
                 game->revision, game->rules_id, game->rules->revision);
    return rules;
}

/* The position that a practice table begins with. */
static bool read_opening(struct fold *fold, struct arena *arena, const struct game_row *game, struct err *err)
{
    struct fault fault;
    fold->practice = game->practice.is;
    fold->opening = NULL;
    if (!fold->practice)
        return true;
    void *opening = arena_alloc(arena, fold->rules->size);
    if (!stored_state(fold->rules, game->practice.opening, opening, &fault) || !fold->rules->sound(opening, &fault))
        return stored_fail(err, game->id, 0, "opening", &fault);
    fold->opening = opening;
    return true;
}

bool fold_init(struct fold *fold, struct arena *arena, const struct game_row *game, struct err *err)
{
    const char *phrases[SEATS_MAX];
    const struct rules *rules = fold_rules(game, err);
    if (!rules)
        return false;
    fold->rules = rules;
    fold->n_seats = game->n_seats;
    for (int s = 0; s < game->n_seats; s++)
        phrases[s] = game->seat[s].phrase;
    fair_key(game->secret, phrases, game->n_seats, fold->key);
    /* The chain begins with the secret, so that nobody can test guesses about hidden things against a hash while the game runs.
     * */
    fair_commitment(game->secret, fold->hash);
    fair_chain(fold->hash, game->secret, "begin", fold->hash);
    fold->ply = -1;
    fold->turn = NULL;
    fold->state = arena_alloc(arena, rules->size);
    fold->log.n = 0;
    return read_opening(fold, arena, game, err);
}

bool fold_load(struct fold *fold, const struct game_row *game, int ply, struct stored stored, struct err *err)
{
    struct fault fault;
    if (!stored_state(fold->rules, stored, fold->state, &fault))
        return stored_fail(err, game->id, ply, "state", &fault);
    fold->ply = ply;
    memcpy(fold->hash, game->hash, sizeof(fold->hash));
    return fold->rules->sound(fold->state, &fault)
        || err_fail(err, ERR_INTERNAL,
                          N_("The stored data of this game is inconsistent, so the game is stopped; nothing was "
                             "changed. Please tell the administrator of this site."),
                          NULL, "game %lld: the state at ply %d cannot be played on: %s (%s)", (long long)game->id, ply,
                          fault.sentence, fault.what);
}

/* The text that ties the chain to this game: "setup carrara 1 seats=3 wheel=may ...", and of a practice table to the position that it
 * begins with: "... from=<hash>". */
static const char *setup_text(struct arena *arena, const struct fold *fold, const struct setup *setup)
{
    struct sb text;
    sb_init(&text, arena);
    sb_addf(&text, "setup %s %d seats=%d", fold->rules->id, fold->rules->revision, setup->n_seats);
    for (int i = 0; fold->rules->options && fold->rules->options[i].name; i++)
        sb_addf(&text, " %s=%s", fold->rules->options[i].name, fold->rules->options[i].values[setup->option[i]].id);
    if (fold->practice) {
        uint8_t digest[FAIR_DIGEST_BYTES];
        char hex[FAIR_HEX];
        members_hash(fold->rules->members, fold->opening, digest);
        sb_addf(&text, " from=%s", sodium_bin2hex(hex, sizeof(hex), digest, sizeof(digest)));
    }
    return text.text;
}

static void fill_row(struct fold *fold, struct arena *arena, int seat, const char *move, const char *cause, int64_t now,
                     struct move_row *row)
{
    struct standing standing = {0};
    fold->rules->standing(fold->state, &standing);
    *row = (struct move_row){.ply = fold->ply, .seat = seat, .move = move, .cause = cause, .at = now,
                             .n_events = fold->log.n, .revision = fold->rules->revision};
    size_t size = (size_t)fold->log.n * sizeof(fold->log.event[0]);
    row->events = memcpy(arena_grow(arena, NULL, 0, size), fold->log.event, size);
    for (int s = 0; s < fold->n_seats; s++)
        row->points[s] = standing.seat[s].points;
    memcpy(row->hash, fold->hash, sizeof(row->hash));
}

void fold_setup(struct fold *fold, struct arena *arena, const struct game_row *game, int64_t now, struct move_row *row)
{
    static const uint8_t nothing[FAIR_DIGEST_BYTES];
    struct rng rng;
    fold->ply = 0;
    fold->log.n = 0;
    rng_init(&rng, fold->key, 0);
    if (fold->practice)
        memcpy(fold->state, fold->opening, fold->rules->size);
    else
        fold->rules->setup(fold->state, &game->setup, &rng, &fold->log);
    fair_chain(fold->hash, nothing, setup_text(arena, fold, &game->setup), fold->hash);
    fill_row(fold, arena, NO_SEAT, "setup", "person", now, row);
}

/* ---- turns that are taken back ---- */

bool fold_takes_back(const char *move, int *to)
{
    static const char begins[] = "take-back to=";
    int64_t ply;
    if (!move || strncmp(move, begins, sizeof(begins) - 1) != 0 || !parse_number(move + sizeof(begins) - 1, 0, INT32_MAX, &ply))
        return false;
    *to = (int)ply;
    return true;
}

void fold_remember(struct fold *fold, struct arena *arena)
{
    fold->turn = arena_alloc(arena, sizeof(*fold->turn));
    *fold->turn = (struct last_turn){.state = arena_alloc(arena, fold->rules->size), .seat = NO_SEAT};
}

/* A legal move is about to be done. */
static void remember(struct fold *fold, int seat, const struct move *move)
{
    struct last_turn *turn = fold->turn;
    if (!turn)
        return;
    if (turn->seat != seat) {
        memcpy(turn->state, fold->state, fold->rules->size);
        *turn = (struct last_turn){.state = turn->state, .ply = fold->ply, .seat = seat};
    }
    turn->final = turn->final || (fold->rules->traits(fold->state, seat, move) & MOVE_FINAL);
}

static bool is_remembered(const struct fold *fold, int seat, int to)
{
    return fold->turn && fold->turn->seat == seat && fold->turn->ply == to && !fold->turn->final;
}

/* @state: what stood there */
static void stand_back(struct fold *fold, const void *state)
{
    memcpy(fold->state, state, fold->rules->size);
    fold->ply++;
    fold->log.n = 0;
    if (fold->turn)
        fold->turn->seat = NO_SEAT;
}

void fold_take_back(struct fold *fold, struct arena *arena, int seat, const char *cause, int64_t now, struct move_row *row)
{
    uint8_t before[FAIR_DIGEST_BYTES];
    const char *line = arena_printf(arena, "%d take-back to=%d", seat, fold->turn->ply);
    must(fold->turn->seat == seat && !fold->turn->final);
    members_hash(fold->rules->members, fold->state, before);
    fair_chain(fold->hash, before, line, fold->hash);
    stand_back(fold, fold->turn->state);
    fill_row(fold, arena, seat, strchr(line, ' ') + 1, cause, now, row);
}

static bool redo_back(struct fold *fold, const struct game_row *game, const struct move_row *row, int to, struct err *err)
{
    bool remembered = is_remembered(fold, row->seat, to);
    if (!remembered && !row->back)
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "game %lld ply %d: '%.100s' takes back what is not the last turn", (long long)game->id,
                        row->ply, row->move);
    stand_back(fold, remembered ? fold->turn->state : row->back);
    return true;
}

/* ---- moves ---- */

/* The move itself, with its place in the chain: "0 build tile=porta-3 city=lucca". */
static const char *advance(struct fold *fold, struct arena *arena, int seat, const struct move *move)
{
    uint8_t before[FAIR_DIGEST_BYTES];
    char text[MOVE_TEXT];
    struct rng rng;
    move_to_text(fold->rules->verbs, move, text);
    members_hash(fold->rules->members, fold->state, before);
    const char *line = arena_printf(arena, "%d %s", seat, text);
    fair_chain(fold->hash, before, line, fold->hash);
    remember(fold, seat, move);
    fold->ply++;
    fold->log.n = 0;
    rng_init(&rng, fold->key, (uint64_t)fold->ply);
    fold->rules->apply(fold->state, seat, move, &rng, &fold->log);
    return strchr(line, ' ') + 1;
}

void fold_step(struct fold *fold, struct arena *arena, int seat, const struct move *move, const char *cause,
               int64_t now, struct move_row *row)
{
    const char *text = advance(fold, arena, seat, move);
    struct fault fault;
    if (!fold->rules->sound(fold->state, &fault))
        must_fail(fault.what, __FILE__, __LINE__);
    fill_row(fold, arena, seat, text, cause, now, row);
}

bool fold_redo(struct fold *fold, const struct game_row *game, const struct move_row *row, struct err *err)
{
    struct move move;
    struct fault fault;
    struct rng rng;
    int to;
    if (row->ply != fold->ply + 1 || row->seat < 0 || row->seat >= fold->n_seats || !row->move)
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "game %lld: ply %d by seat %d does not follow ply %d",
                        (long long)game->id, row->ply, row->seat, fold->ply);
    if (fold_takes_back(row->move, &to))
        return redo_back(fold, game, row, to, err);
    if (!move_from_text(fold->rules->verbs, row->move, &move, &fault)
        || fold->rules->check(fold->state, row->seat, &move, NULL) != RULE_OK)
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "game %lld ply %d: '%.100s' is not a legal move",
                        (long long)game->id, row->ply, row->move);
    remember(fold, row->seat, &move);
    fold->ply++;
    fold->log.n = 0;
    rng_init(&rng, fold->key, (uint64_t)fold->ply);
    fold->rules->apply(fold->state, row->seat, &move, &rng, &fold->log);
    return true;
}

void fold_try(const struct fold *fold, void *state, int seat, const struct move *move, int ply, struct log *log)
{
    struct log step = {.n = 0};
    struct rng rng;
    rng_init(&rng, fold->key, (uint64_t)ply);
    fold->rules->apply(state, seat, move, &rng, &step);
    for (int i = 0; i < step.n && log->n < LOG_EVENTS; i++)
        log->event[log->n++] = step.event[i];
}

bool fold_is_final(const struct rules *rules, const void *state, int seat, const struct move *move)
{
    const struct verb *verb = &rules->verbs[move->verb];
    return rules->awaits(state) != SEAT_BIT(seat) || verb->unsolicited || verb->confirms || (rules->traits(state, seat, move) & MOVE_FINAL);
}

bool fold_asks_again(const struct rules *rules, const void *state, int seat, const struct move *move, int drafted,
                     struct move_list *list)
{
    const struct verb *verb = &rules->verbs[move->verb];
    return (verb->asked || (!verb->unsolicited && !(verb->confirms && drafted > 0) && fold_is_final(rules, state, seat, move)))
        && (rules->moves(state, seat, list) > 1 || list->partial);
}

struct move_list *fold_moves(struct arena *arena)
{
    return move_list_in(arena_grow(arena, NULL, 0, sizeof(struct move_room))); /* memory that is not cleared */
}

struct stored fold_stored(const struct fold *fold, struct arena *arena)
{
    return state_stored(arena, fold->rules, fold->state);
}
