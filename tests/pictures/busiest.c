/* The busiest positions of every game: for each number of seats and each question that a player can be asked, of so many games of the bots
 * the position in which the most moves are legal. Printed as JSON, with the last steps that led there:
 *
 *     busiest [--games N] [--seed N] [GAME...]
 *
 *     [{"game", "seats", "more", "question", "moves", "seed", "ply", "seat", "steps": [{"state", "seat", "move", "events"}]}]
 *
 * With the presets, and once more ("more") with variants that a table may choose.
 *
 * tests/pictures/busiest.mjs reads it.
 */
#include "config.h"

#include <inttypes.h>
#include <json-c/json.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/args.h"
#include "cgi/base/jsonx.h"
#include "cgi/tools/headless.h"
#include "rules/engine/log.h"
#include "rules/engine/members.h"
#include "rules/engine/registry.h"
#include "rules/engine/rng.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"
#include "tests/lib/variants.h"

enum { QUESTIONS = 40, PLIES = 5000, SHOWN_STEPS = 12, RANDOM_IN = 8 /* one move in so many is any */ };
static const uint64_t VARIANTS_STREAM = UINT64_C(1) << 62; /* no game draws from it */

/* The busiest position so far in which this was asked. */
struct busiest {
    const char *question;
    int n_moves, ply, seat;
    uint64_t seed;
};

struct search {
    const struct rules *rules;
    bool more;          /* the variants that a table may choose, instead of the presets */
    struct headless *game;
    struct busiest busiest[QUESTIONS];
    int n;
};

static void deal(struct search *search, int n_seats, uint64_t seed)
{
    struct setup setup = rules_presets(search->rules, n_seats);
    struct variants any = variants_any();
    struct rng dice;
    uint8_t key[RNG_KEY_BYTES];
    rng_key_from_seed(key, seed);
    rng_init(&dice, key, VARIANTS_STREAM);
    if (search->more)
        variants_draw(&any, search->rules, &dice, &setup);
    headless_deal(search->game, &setup, seed);
}

/* The next move of the game of a seed, always the same; false: it is over. */
static bool next_move(struct search *search, int *seat, struct move *move)
{
    struct headless *game = search->game;
    *seat = game->ply < PLIES ? headless_seat(game) : NO_SEAT;
    if (*seat == NO_SEAT)
        return false;
    enum bot bot = rng_below(&game->choice, RANDOM_IN) == 0 ? BOT_RANDOM : BOT_ADVISE;
    return headless_choose(game, bot, *seat, move);
}

static struct busiest *busiest_of(struct search *search, const char *question)
{
    for (int i = 0; i < search->n; i++)
        if (!strcmp(search->busiest[i].question, question))
            return &search->busiest[i];
    if (search->n == QUESTIONS)
        return NULL;
    search->busiest[search->n] = (struct busiest){.question = question};
    return &search->busiest[search->n++];
}

static void look(struct search *search, uint64_t seed)
{
    struct headless *game = search->game;
    seatmask awaits = search->rules->awaits(game->state);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        const char *question = awaits & SEAT_BIT(seat) ? search->rules->words->asks(game->state, seat).imperative : NULL;
        struct busiest *busiest = question ? busiest_of(search, question) : NULL;
        if (!busiest)
            continue;
        move_list_clear(game->list);
        int n = search->rules->moves(game->state, seat, game->list);
        if (n > busiest->n_moves)
            *busiest = (struct busiest){question, n, game->ply, seat, seed};
    }
}

static void search_seed(struct search *search, int n_seats, uint64_t seed)
{
    struct move move;
    int seat;
    deal(search, n_seats, seed);
    do
        look(search, seed);
    while (next_move(search, &seat, &move) && (headless_apply(search->game, seat, &move), true));
}

static struct json_object *step_json(struct search *search, int seat, const struct move *move)
{
    struct json_object *events = jarr();
    char text[MOVE_TEXT] = "setup";
    for (int i = 0; move && i < search->game->log.n; i++)
        jadd(events, event_to_json(search->rules, &search->game->log.event[i], EVERY_SEAT));
    if (move)
        move_to_text(search->rules->verbs, move, text);
    struct json_object *step = jset(jset(jobj(), "seat", jint(seat)), "move", jstr(text));
    return jset(jset(step, "state", members_save(search->rules->members, search->game->state)), "events", events);
}

/* Plays the game again up to the position. */
static struct json_object *busiest_json(struct search *search, int n_seats, const struct busiest *busiest)
{
    struct json_object *out = jobj(), *steps = jarr();
    struct move move;
    int seat;
    deal(search, n_seats, busiest->seed);
    if (busiest->ply <= SHOWN_STEPS)
        jadd(steps, step_json(search, NO_SEAT, NULL));
    while (search->game->ply < busiest->ply && next_move(search, &seat, &move)) {
        headless_apply(search->game, seat, &move);
        if (search->game->ply >= busiest->ply - SHOWN_STEPS)
            jadd(steps, step_json(search, seat, &move));
    }
    jset(jset(jset(out, "game", jstr(search->rules->id)), "seats", jint(n_seats)), "more", jbool(search->more));
    jset(jset(out, "question", jstr(busiest->question)), "moves", jint(busiest->n_moves));
    jset(jset(out, "seed", jint((int64_t)busiest->seed)), "ply", jint(busiest->ply));
    return jset(jset(out, "seat", jint(busiest->seat)), "steps", steps);
}

static void search_game(const struct rules *rules, uint64_t games, uint64_t seed, struct json_object *found)
{
    struct search search = {.rules = rules, .game = headless_new(rules)};
    for (int i = 0, seats = 1 + rules->max_seats - rules->min_seats; i < 2 * seats; i++) {
        const int n_seats = rules->min_seats + i / 2;
        search.more = i % 2;
        search.n = 0;
        for (uint64_t k = 0; k < games; k++)
            search_seed(&search, n_seats, seed + k);
        for (int k = 0; k < search.n; k++)
            jadd(found, busiest_json(&search, n_seats, &search.busiest[k]));
    }
    headless_free(search.game);
}

int main(int argc, char **argv)
{
    uint64_t games = 100, seed = 1;
    const struct rules *only[16];
    int n_only = 0;
    struct args args = args_on(argc, argv);
    while (args_next(&args)) {
        const char *value = NULL;
        uint64_t *number = args_value(&args, "--games", &value) ? &games : args_value(&args, "--seed", &value) ? &seed : NULL;
        const struct rules *rules = number ? NULL : rules_find(argv[args.at]);
        if (number ? !args_number(value, number) : !rules || n_only == 16) {
            fprintf(stderr, "busiest [--games N] [--seed N] [GAME...]\n");
            return EXIT_FAILURE;
        }
        if (rules)
            only[n_only++] = rules;
    }
    if (sodium_init() < 0)
        return EXIT_FAILURE;
    struct json_object *found = jarr();
    for (const struct rules *const *rules = n_only ? only : rules_all(); n_only ? rules < only + n_only : *rules != NULL; rules++)
        search_game(*rules, games, seed, found);
    puts(json_object_to_json_string_ext(found, JSON_C_TO_STRING_PLAIN));
    json_object_put(found);
    return EXIT_SUCCESS;
}
