/* Imagined positions of kept games: at every ply and for every viewer conceal() deals anew what that viewer cannot see, and the deal
 * must be a sound position that is the same in all that lies open, and fits what the viewer has been told. TAP, one line a game.
 *
 *     conceal GAME.json...
 */
#include "config.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/jsonx.h"
#include "rules/engine/fair.h"
#include "rules/engine/log.h"
#include "rules/engine/members.h"
#include "rules/engine/registry.h"
#include "rules/engine/rng.h"
#include "rules/engine/verbs.h"
#include "tests/corpus/lore.h"

enum { DEALS = 20, VIEWERS = SEATS_MAX + 1 };

struct trial {
    const struct rules *rules;
    const struct lore *lore;
    struct setup setup;
    uint8_t key[RNG_KEY_BYTES];
    struct rng chance;       /* of the deals */
    void *real, *dealt;
    struct log log;
    struct memory memory[VIEWERS]; /* of seat v, and of who sits nowhere at [n_seats] */
    bool hides[VIEWERS][LORE_AREAS], varied[VIEWERS][LORE_AREAS];
    int ply;
};

static bool wrong(const struct trial *t, int viewer, int deal, const char *what, const char *member)
{
    printf("# ply %d, viewer %d, deal %d: %s%s\n", t->ply, viewer, deal, what, member);
    return false;
}

/* Of what is secret in it, is the viewer told? */
static bool is_told(const struct event *event, int viewer)
{
    return viewer >= 0 && event->secret_to >> viewer & 1;
}

static void hear(struct trial *t)
{
    for (int v = 0; v <= t->setup.n_seats; v++)
        for (int i = 0; i < t->log.n; i++)
            t->lore->hear(&t->memory[v], t->real, &t->log.event[i], is_told(&t->log.event[i], t->memory[v].viewer));
}

static bool look_at_deal(struct trial *t, int v, int deal)
{
    struct fault fault = {.sentence = ""};
    const struct memory *memory = &t->memory[v];
    int viewer = memory->viewer;
    memcpy(t->dealt, t->real, t->rules->size);
    t->rules->conceal(t->dealt, viewer, &t->chance);
    if (!t->rules->sound(t->dealt, &fault))
        return wrong(t, viewer, deal, "not sound: ", fault.what);
    if (!t->lore->fits(memory, t->dealt))
        return wrong(t, viewer, deal, "does not fit what was told", "");
    t->lore->differ(t->dealt, t->real, viewer, t->varied[v]);
    t->lore->uncover(t->dealt, t->real, viewer);
    return members_equal(t->rules->members, t->dealt, t->real) || wrong(t, viewer, deal, "something that lies open is another", "");
}

static bool look_at_position(struct trial *t)
{
    bool ok = true;
    const struct lore *lore = t->lore;
    for (int v = 0; ok && v <= t->setup.n_seats; v++) {
        for (int area = 0; area < LORE_AREAS; area++)
            t->hides[v][area] |= !lore->nothing || !lore->nothing(t->real, t->memory[v].viewer, area);
        if (!lore->fits(&t->memory[v], t->real))
            return wrong(t, t->memory[v].viewer, 0, "the real position does not fit what was told", "");
        for (int deal = 1; ok && deal <= DEALS; deal++)
            ok = look_at_deal(t, v, deal);
    }
    return ok;
}

/* Whatever is hidden is dealt anew at least once in a game: else it would not be hidden from who imagines. */
static bool all_varied(const struct trial *t)
{
    bool ok = true;
    for (int v = 0; v <= t->setup.n_seats; v++)
        for (int area = 0; area < LORE_AREAS && t->lore->area[area]; area++)
            if (t->hides[v][area] && !t->varied[v][area])
                ok = wrong(t, t->memory[v].viewer, DEALS, "never dealt anew: ", t->lore->area[area]);
    return ok;
}

/* ---- a kept game ---- */

static void read_setup(struct trial *t, struct json_object *game, int n_seats)
{
    t->setup = rules_presets(t->rules, n_seats);
    json_object_object_foreach(jget(game, "options"), name, value) {
        int option = rules_option(t->rules, name);
        t->setup.option[option] = (int16_t)rules_option_value(&t->rules->options[option], json_object_get_string(value));
    }
}

static void read_key(struct trial *t, struct json_object *game)
{
    uint8_t secret[FAIR_SECRET_BYTES];
    const char *phrases[SEATS_MAX], *hex = jget_str(game, "secret");
    sodium_hex2bin(secret, sizeof(secret), hex, strlen(hex), NULL, NULL, NULL);
    for (int seat = 0; seat < t->setup.n_seats; seat++)
        phrases[seat] = jget_str(json_object_array_get_idx(jget(game, "seats"), (size_t)seat), "phrase");
    fair_key(secret, phrases, t->setup.n_seats, t->key);
}

static bool redo(struct trial *t, struct json_object *row)
{
    struct move move;
    struct fault fault;
    struct rng rng;
    rng_init(&rng, t->key, (uint64_t)t->ply);
    t->log.n = 0;
    if (t->ply == 0) {
        t->rules->setup(t->real, &t->setup, &rng, &t->log);
        return true;
    }
    int seat = json_object_get_int(jget(row, "seat"));
    if (!move_from_text(t->rules->verbs, jget_str(row, "move"), &move, &fault)
        || t->rules->check(t->real, seat, &move, NULL) != RULE_OK)
        return wrong(t, seat, 0, "the move is not legal", "");
    t->rules->apply(t->real, seat, &move, &rng, &t->log);
    return true;
}

static bool try_game(struct trial *t, struct json_object *game)
{
    struct json_object *moves = jget(game, "moves");
    bool ok = true;
    read_setup(t, game, (int)json_object_array_length(jget(game, "seats")));
    read_key(t, game);
    for (int v = 0; v <= t->setup.n_seats; v++)
        t->memory[v].viewer = v < t->setup.n_seats ? v : NO_SEAT;
    t->real = calloc(1, t->rules->size);
    t->dealt = calloc(1, t->rules->size);
    rng_init(&t->chance, t->key, UINT64_MAX);
    for (t->ply = 0; ok && t->ply < (int)json_object_array_length(moves); t->ply++) {
        ok = redo(t, json_object_array_get_idx(moves, (size_t)t->ply));
        hear(t);
        ok = ok && look_at_position(t);
    }
    ok = ok && t->ply > 1 && all_varied(t);
    free(t->real);
    free(t->dealt);
    return ok;
}

static bool try_file(const char *path)
{
    static struct trial trial;
    struct json_object *game = json_object_from_file(path);
    const char *name = game ? jget_str(game, "rules") : NULL;
    memset(&trial, 0, sizeof(trial));
    trial.rules = name ? rules_find(name) : NULL;
    for (trial.lore = lores; trial.lore->game && name && strcmp(trial.lore->game, name) != 0;)
        trial.lore++;
    for (int back = trial.rules ? json_object_get_int(jget(game, "revision")) : 0; trial.rules && trial.rules->revision != back;)
        trial.rules = trial.rules->before;
    bool ok = trial.rules && trial.lore->game && try_game(&trial, game);
    json_object_put(game);
    return ok;
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        bool ok = try_file(argv[i]);
        failed += !ok;
        printf("%sok %d - %s: what is imagined fits what is known\n", ok ? "" : "not ", i, argv[i]);
        fflush(stdout);
    }
    printf("1..%d\n", argc - 1);
    return failed > 0 || argc < 2;
}
