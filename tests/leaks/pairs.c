/* Nothing hidden leaks: pairs of games that differ only in what a reader may not know give him the same bytes. Prints TAP.
 *
 *     pairs [--pairs N] [--seed N] [GAME [--option NAME=VALUE]...]...
 *
 * --pairs  of each game (30), over all numbers of seats, positions and readers   --seed  of the first game (1)
 * --option  a variant of all games of the game named before it
 *
 * Wants the database that RIDOTTO_DATABASE names, and postgres_admin, a superuser's connection: tests/leaks/test_pairs starts one.
 * See twin.h for what differs, eye.c for what is read.
 */
#include "config.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cgi/base/throttle.h"
#include "cgi/store/programs.h"
#include "cgi/cli/open.h"
#include "cgi/base/args.h"
#include "cgi/http/live.h"
#include "cgi/base/token.h"
#include "rules/engine/registry.h"
#include "tests/leaks/eye.h"
#include "tests/leaks/kept.h"
#include "tests/leaks/stage.h"

enum { OF_A_COURSE = 8, READERS_OF_STREAMS = 16, GAMES = 16 };

struct plan {
    uint64_t pairs, seed;
    const char *only[GAMES];
    struct variants variants[GAMES]; /* of each of them */
    int n_only;
};

struct proof {
    struct service service;
    struct db *db;
    struct stage *stage;
    struct eye eye;
    struct reader_person person[STAGE_PEOPLE];
    int n, failed;        /* of TAP */
    uint64_t looks, dealt_anew, other_events, other_moves, courses;
};

static void die(const char *what, const struct err *err)
{
    fprintf(stderr, "leaks: %s: %s\n", what, err ? err->logged : "");
    exit(2);
}

static bool read_plan(struct plan *plan, int argc, char **argv)
{
    struct args args = args_on(argc, argv);
    while (args_next(&args)) {
        const char *value = NULL;
        uint64_t *number = args_value(&args, "--pairs", &value)  ? &plan->pairs
                           : args_value(&args, "--seed", &value) ? &plan->seed
                                                                 : NULL;
        if (number && !args_number(value, number))
            return false;
        if (!number && args_value(&args, "--option", &value)) {
            int of = plan->n_only - 1;
            if (of < 0 || !value || !variants_ask(&plan->variants[of], rules_find(plan->only[of]), value))
                return false;
            continue;
        }
        if (!number && (plan->n_only == GAMES || !rules_find(args.argv[args.at])))
            return false;
        if (!number)
            plan->variants[plan->n_only] = variants_any(), plan->only[plan->n_only++] = args.argv[args.at];
    }
    return plan->pairs > 0;
}

static bool is_wanted(const struct plan *plan, const struct rules *rules, struct variants *variants)
{
    *variants = variants_any();
    for (int i = 0; i < plan->n_only; i++)
        if (!strcmp(plan->only[i], rules->id)) {
            *variants = plan->variants[i];
            return true;
        }
    return plan->n_only == 0;
}

/* ---- the people ---- */

static const char *new_token(struct arena *arena, uint8_t hash[TOKEN_HASH_BYTES])
{
    char token[TOKEN_TEXT];
    token_make(token);
    token_hash(token, hash);
    return arena_strdup(arena, token);
}

static struct reader_person arrive(struct proof *p, struct arena *arena, const char *name)
{
    struct reader_person person = {.name = name};
    struct err err;
    struct token used;
    uint8_t hash[TOKEN_HASH_BYTES];
    const char *token = new_token(arena, hash);
    if (!store_join(p->db, name, arena_printf(arena, "%s@example.org", name), "no password", NULL, token, &person.id, &err)
        || !store_token_use(p->db, arena, TOKEN_CONFIRM, hash, NULL, &used, &err))
        die(name, &err);
    person.session = new_token(arena, hash);
    if (!store_session_new(p->db, person.id, hash, 24 * 3600, (struct device){"Firefox", "Linux"}, &err))
        die(name, &err);
    person.feed = new_token(arena, hash);
    if (!store_feed_new(p->db, person.id, person.feed, &err))
        die(name, &err);
    struct api_caller caller;
    person.program = new_token(arena, hash);
    if (!store_api_token_new(p->db, person.id, person.program, "program", "read play tables bot", 30, &err)
        || !store_api_person(p->db, arena, person.program, &caller, &err) || !store_api_seen(p->db, caller.token, &err))
        die(name, &err);
    return person;
}

static void open_and_run(struct proof *p, struct arena *arena)
{
    static const char *const names[STAGE_PEOPLE] = {"Anna", "Bruno", "Chiara", "Dario", "Elena", "Livia", "Marco"};
    static struct settings set;
    const char *admin = getenv("postgres_admin");
    struct timespec now;
    int64_t id[STAGE_PEOPLE];
    char why[400];
    if (!settings_default(&set, why, sizeof(why)) || !service_open(&p->service, &set, why, sizeof(why))) {
        fprintf(stderr, "leaks: %s\n", why);
        exit(2);
    }
    throttle_free(p->service.moves); /* how much is left differs from one moment to the next */
    throttle_free(p->service.reads);
    p->service.moves = throttle_new(0, 60);
    p->service.reads = throttle_new(0, 1);
    p->service.live = live_start(set.database, READERS_OF_STREAMS);
    p->db = db_open(set.database);
    for (int i = 0; i < STAGE_PEOPLE; i++) {
        p->person[i] = arrive(p, arena, names[i]);
        id[i] = p->person[i].id;
    }
    clock_gettime(CLOCK_REALTIME, &now);
    p->stage = stage_open(admin ? admin : "", id, (int64_t)now.tv_sec * 1000000);
    eye_open(&p->eye, &p->service, p->db, (int64_t)now.tv_sec * 1000000);
    p->eye.stage = p->stage;
    p->eye.person = p->person;
    p->eye.watcher = &p->person[SEATS_MAX + 1];
}

/* ---- a pair ---- */

/* A player; now and then somebody who looks on, signed in or not. */
static int choose_viewer(struct rng *dice, int n_seats, const struct proof *p, struct reader_person *who)
{
    static const struct reader_person nobody = {.name = "nobody"};
    uint32_t which = rng_below(dice, 12);
    int seat = which < 2 ? NO_SEAT : (int)rng_below(dice, (uint32_t)n_seats);
    *who = which == 0 ? nobody : p->person[seat == NO_SEAT ? SEATS_MAX : seat];
    return seat;
}

static bool compare(struct proof *p, const struct twin *twin, int64_t game, const struct reader_person *who, uint64_t seed)
{
    const struct reader_person *other = &p->person[twin->viewer == 0 ? 1 : 0];
    stage_set(p->stage, game, twin, 0);
    const struct readings *first = eye_read(&p->eye, twin, game, who, other, seed, NULL);
    if (!first)
        return false;
    stage_set(p->stage, game, twin, 1);
    p->looks += (uint64_t)twin->n_looks;
    p->dealt_anew += (uint64_t)twin->dealt_anew;
    p->other_events += (uint64_t)twin->other_events;
    p->other_moves += (uint64_t)twin->other_moves;
    return eye_read(&p->eye, twin, game, who, other, seed, first) != NULL;
}

/* When the game is over, what is kept of its history, of home and of help is everybody's own. */
static bool end_course(struct proof *p, const struct course *course, int64_t game, int ply)
{
    static const struct reader_person nobody = {.name = "nobody"};
    const struct reader_person *const readers[KEPT_READERS] = {&nobody, &p->person[0], &p->person[SEATS_MAX], p->eye.watcher};
    struct arena *arena = arena_new();
    const char *before = kept_home_tag(&p->eye, arena);
    stage_end(p->stage, game);
    bool same = kept_look(&p->eye, readers, game, course->rules->id, ply, before);
    arena_free(arena);
    return same;
}

/* Pairs at a few positions of one game; returns how many, -1 when one differs. */
static int try_course(struct proof *p, const struct rules *rules, const struct variants *variants, int n_seats, uint64_t seed, int most)
{
    struct course *course = course_play(rules, variants, n_seats, seed);
    int64_t game = stage_table(p->stage, course);
    struct rng dice;
    uint8_t key[RNG_KEY_BYTES];
    int done = 0, stands = -1, last = course->n - (course->over ? 2 : 1);
    rng_key_from_seed(key, seed);
    rng_init(&dice, key, UINT64_C(7) << 60);
    p->courses++;
    for (int i = 0; done >= 0 && done < most && i < 2 * OF_A_COURSE; i++) {
        struct arena *arena = arena_new();
        struct reader_person who;
        int ply = (int)rng_below(&dice, (uint32_t)last + 1), viewer = choose_viewer(&dice, n_seats, p, &who);
        const struct twin *twin = twin_make(arena, course, ply, viewer, &dice);
        bool same = !twin || compare(p, twin, game, &who, seed * 1000 + (uint64_t)i);
        if (!same)
            printf("# %s, %d seats, seed %" PRIu64 ", ply %d, %s at seat %d: %s\n", rules->id, n_seats, seed, ply, who.name, viewer,
                   p->eye.why);
        done = !same ? -1 : done + (twin != NULL);
        stands = twin ? ply : stands;
        arena_free(arena);
    }
    if (done > 0 && !end_course(p, course, game, stands)) {
        printf("# %s, %d seats, seed %" PRIu64 ", ply %d, over at seat -1: %s\n", rules->id, n_seats, seed, stands, p->eye.why);
        done = -1;
    }
    course_free(course);
    return done;
}

static void try_game(struct proof *p, const struct rules *rules, const struct variants *variants, const struct plan *plan)
{
    uint64_t done = 0, seed = plan->seed;
    bool same = true;
    p->looks = p->dealt_anew = p->other_events = p->other_moves = p->courses = 0;
    p->eye.read = p->eye.bytes = 0;
    for (; same && done < plan->pairs; seed++) {
        int seats = rules->min_seats + (int)(seed % (uint64_t)(rules->max_seats - rules->min_seats + 1));
        uint64_t left = plan->pairs - done;
        int n = try_course(p, rules, variants, seats, seed, left < OF_A_COURSE ? (int)left : OF_A_COURSE);
        same = n >= 0;
        done += same ? (uint64_t)n : 0;
    }
    printf("%s %d - %s: %" PRIu64 " pairs give the same bytes\n", same ? "ok" : "not ok", ++p->n, rules->id, done);
    printf("# %" PRIu64 " games; %" PRId64 " answers and letters, %" PRId64 " MB; %" PRIu64 " history pages, %" PRIu64
           " of them from positions dealt anew; %" PRIu64 " other events, %" PRIu64 " other moves\n",
           p->courses, p->eye.read, p->eye.bytes >> 20, p->looks, p->dealt_anew, p->other_events, p->other_moves);
    fflush(stdout);
    p->failed += !same;
}

int main(int argc, char **argv)
{
    struct plan plan = {.pairs = 30, .seed = 1};
    struct variants variants;
    static struct proof proof;
    struct arena *arena = arena_new();
    if (sodium_init() < 0 || !read_plan(&plan, argc, argv)) {
        fputs("usage: pairs [--pairs N] [--seed N] [GAME [--option NAME=VALUE]...]...\n", stderr);
        return 2;
    }
    open_and_run(&proof, arena);
    for (const struct rules *const *rules = rules_all(); *rules; rules++)
        if (is_wanted(&plan, *rules, &variants))
            try_game(&proof, *rules, &variants, &plan);
    printf("# read:");
    for (int i = 0; eye_kinds[i]; i++)
        printf("%s %" PRId64 " %s", i ? "," : "", proof.eye.of_kind[i], eye_kinds[i]);
    printf("\n1..%d\n", proof.n);
    stage_close(proof.stage);
    db_close(proof.db);
    live_goodbye(proof.service.live);
    live_stop(proof.service.live);
    proof.service.live = NULL;
    service_close(&proof.service);
    arena_free(arena);
    return proof.failed ? 1 : 0;
}
