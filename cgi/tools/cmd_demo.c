/* ridotto demo: people, bots and games to look at. What is there already is left as it is. */
#include "config.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "cgi/base/clock.h"
#include "cgi/tools/commands.h"
#include "cgi/account/password.h"
#include "cgi/play/play.h"
#include "cgi/base/settings.h"
#include "cgi/store/store.h"
#include "cgi/base/token.h"
#include "cgi/base/url.h"
#include "rules/engine/bots.h"
#include "rules/engine/registry.h"
#include "rules/engine/rng.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { ANNA, BRUNO, CHIARA, N_PEOPLE };
enum { OPENING_PLIES = 14, DEALS_MOST = 20, STEPS_MAX = 5000 };

static const char *const names[N_PEOPLE] = {"Anna", "Bruno", "Chiara"};

static const char help[] =
    "usage: ridotto demo [OPTION...]\n\n"
    "Seats three demo people and bots at a running game of every kind, opens one table, plays one game to its end,\n"
    "and prints sign-in links of two of the people. Run again it adds only what is missing. For trying out: whoever\n"
    "has a link plays as that person.\n";

struct demo {
    const struct settings *set;
    struct db *db;
    struct arena *arena;
    int64_t person[N_PEOPLE];
};

/* ---- people ---- */

/* Nobody knows the password: demo people come in by their links. */
static bool join(struct demo *demo, const char *name, int64_t *person, struct err *err)
{
    char secret[TOKEN_TEXT], confirm[TOKEN_TEXT];
    uint8_t hash[TOKEN_DIGEST];
    const char *password;
    struct token token;
    struct gate *gate = gate_new(1);
    token_make(secret);
    token_make(confirm);
    token_hash(confirm, hash);
    const char *email = arena_printf(demo->arena, "%s@example.org", name);
    bool ok = password_hash(gate, (struct claim){"", true}, demo->arena, secret, &password, err) &&
              store_join(demo->db, name, email, password, NULL, confirm, person, err) &&
              store_token_use(demo->db, demo->arena, TOKEN_CONFIRM, hash, NULL, &token, err);
    gate_free(gate);
    return ok;
}

static bool see_to_people(struct demo *demo, struct err *err)
{
    for (int i = 0; i < N_PEOPLE; i++) {
        struct person person;
        if (store_person_by_name(demo->db, demo->arena, names[i], &person, err))
            demo->person[i] = person.id;
        else if (err->code != ERR_GONE || !join(demo, names[i], &demo->person[i], err))
            return false;
    }
    return true;
}

/* ---- games ---- */

static bool find_game(struct demo *demo, int64_t person, const struct rules *rules, enum game_status status,
                      int64_t *game, struct err *err)
{
    const struct game_filter filter = {
        .person = person, .mine = true, .has_status = true, .status = status, .rules_id = rules->id, .most = 10};
    struct game_row *games;
    int n;
    if (!store_games(demo->db, demo->arena, &filter, &games, &n, err))
        return false;
    *game = n ? games->id : 0;
    return true;
}

/* @bots of the seats, from the last one, are bots. */
static bool new_table(struct demo *demo, const struct rules *rules, int64_t owner, int n_seats, int bots, int64_t *game,
                      struct err *err)
{
    struct new_game new = {.rules = rules, .setup = rules_presets(rules, n_seats), .owner = owner,
                           .pace = pace_kind_find("week")->pace};
    randombytes_buf(new.secret, sizeof(new.secret));
    for (int s = n_seats - bots; s < n_seats; s++)
        new.bots[s] = bot_kinds[BOT_ADVISE].id;
    return store_game_new(demo->db, &new, game, err);
}

/* One step of a person, chosen as a bot would; the draft is handed in when there is nothing left to choose. */
static bool person_step(struct demo *demo, int64_t game, int64_t person, struct err *err)
{
    struct table table;
    struct rng rng;
    uint8_t key[RNG_KEY_BYTES];
    struct move move;
    char text[MOVE_TEXT];
    enum play_outcome outcome;
    int bad;
    if (!play_table(demo->db, NULL, demo->arena, game, person, (struct newest){.moves = 1}, &table, err))
        return false;
    const struct rules *rules = table.game.rules;
    if (table.draft.n && !(rules->awaits(table.state) & SEAT_BIT(table.seat)))
        return play_draft(demo->db, demo->arena, game, asker_of(person), drawn_at(table.game.ply), DRAFT_CONFIRM, clock_now(), &table, err);
    rng_key_from_seed(key, (uint64_t)table.game.id);
    rng_init(&rng, key, (uint64_t)table.game.ply);
    if (rules->mind->advise(table.state, table.seat, &rng, &move))
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "game %" PRId64 ": no move for seat %d", game, table.seat);
    move_to_text(rules->verbs, &move, text);
    const char *const step = text;
    const struct play_form form = {drawn_at(table.game.ply), &step, 1, NULL, false, false};
    return play_steps(demo->db, demo->arena, game, asker_of(person), &form, clock_now(), &table, &outcome, &bad, err);
}

static bool anybodys_step(struct demo *demo, const struct game_row *game, struct err *err)
{
    for (int s = 0; s < game->n_seats; s++)
        if ((game->awaits & SEAT_BIT(s)) && game->seat[s].person)
            return person_step(demo, game->id, game->seat[s].person, err);
    bool again;
    return play_bots(demo->db, demo->arena, game->id, clock_now(), NULL, &again, err);
}

/* A step by whoever is awaited; *@enough when @plies are made and seat @until is awaited, or at the end. */
static bool play_one(struct demo *demo, int64_t id, int plies, int until, bool *enough, struct err *err)
{
    struct game_row game;
    if (!store_game(demo->db, demo->arena, id, &game, err))
        return false;
    *enough = game.status == GAME_OVER || (game.ply >= plies && until != NO_SEAT && (game.awaits & SEAT_BIT(until)));
    /* A worker may play the bots at the same time: what it was faster at is looked at again. */
    return *enough || anybodys_step(demo, &game, err) || err->code == ERR_STALE || err->code == ERR_RULE;
}

static bool play_on(const struct demo *demo, int64_t id, int plies, int until, struct err *err)
{
    bool ok = true, enough = false;
    for (int i = 0; i < STEPS_MAX && ok && !enough; i++) {
        struct demo step = *demo;
        step.arena = arena_new();
        ok = play_one(&step, id, plies, until, &enough, err);
        arena_free(step.arena);
    }
    return ok && (enough || err_fail(err, ERR_INTERNAL, NULL, NULL, "game %" PRId64 " does not end", id));
}

static int seats_wanted(const struct rules *rules, int wanted)
{
    return wanted < rules->min_seats ? rules->min_seats : wanted > rules->max_seats ? rules->max_seats : wanted;
}

/* Anna, Bruno and bots, some moves in, Anna to move. A game that ends sooner makes room for another. */
static bool see_to_running(struct demo *demo, const struct rules *rules, int64_t *game, struct err *err)
{
    int seat, n_seats = seats_wanted(rules, 4);
    for (int deal = 0; deal <= DEALS_MOST; deal++) {
        if (!find_game(demo, demo->person[ANNA], rules, GAME_RUNNING, game, err))
            return false;
        if (*game)
            return true;
        if (!new_table(demo, rules, demo->person[ANNA], n_seats, n_seats > 2 ? n_seats - 2 : 0, game, err) ||
            !store_sit(demo->db, *game, demo->person[BRUNO], NULL, NULL, &seat, err) ||
            !play_start(demo->db, demo->arena, *game, clock_now(), err) || !play_on(demo, *game, OPENING_PLIES, 0, err))
            return false;
    }
    return err_fail(err, ERR_INTERNAL, NULL, NULL, "every game of %s ends within %d plies", rules->id, OPENING_PLIES);
}

static bool see_to_open(struct demo *demo, const struct rules *rules, struct err *err)
{
    int64_t game;
    return find_game(demo, demo->person[BRUNO], rules, GAME_OPEN, &game, err) &&
           (game || new_table(demo, rules, demo->person[BRUNO], seats_wanted(rules, 3), 0, &game, err));
}

static bool see_to_finished(struct demo *demo, const struct rules *rules, struct err *err)
{
    int64_t game;
    int n_seats = seats_wanted(rules, 3);
    if (!find_game(demo, demo->person[CHIARA], rules, GAME_OVER, &game, err))
        return false;
    return game || (new_table(demo, rules, demo->person[CHIARA], n_seats, n_seats - 1, &game, err) &&
                    play_start(demo->db, demo->arena, game, clock_now(), err) &&
                    play_on(demo, game, STEPS_MAX, NO_SEAT, err));
}

static bool print_link(struct demo *demo, int who, int64_t game, struct err *err)
{
    char token[TOKEN_TEXT];
    uint8_t hash[TOKEN_DIGEST];
    token_make(token);
    token_hash(token, hash);
    if (!store_token_new(demo->db, TOKEN_OPEN, hash, demo->person[who], game, NO_TURN, LINK_SECONDS, err))
        return false;
    printf("Sign in as %s: %s%s\n", names[who], demo->set->url, url_magic_game(demo->arena, token, game));
    return true;
}

static bool furnish(struct demo *demo, struct err *err)
{
    const struct rules *const *all = rules_all();
    int64_t first = 0;
    if (!see_to_people(demo, err))
        return false;
    for (int i = 0; all[i]; i++) {
        int64_t game;
        if (!see_to_running(demo, all[i], &game, err))
            return false;
        first = first ? first : game;
    }
    return (!all[0] || (see_to_open(demo, all[0], err) && see_to_finished(demo, all[0], err))) &&
           print_link(demo, ANNA, first, err) && print_link(demo, BRUNO, first, err);
}

int cmd_demo(int argc, char **argv)
{
    static const struct flags flags = {.groups = FLAGS_DATABASE | FLAGS_URL, .help = help};
    struct settings set;
    struct err err = {0};
    int n = settings_flags(&set, &flags, argc, argv);
    if (n < 0)
        return n == FLAGS_HELP ? 0 : 2;
    struct demo demo = {.set = &set, .db = db_open(set.database), .arena = arena_new()};
    bool ok = furnish(&demo, &err);
    if (!ok)
        fprintf(stderr, "ridotto demo: %s\n", err_plain(&err));
    arena_free(demo.arena);
    db_close(demo.db);
    return ok ? 0 : 1;
}
