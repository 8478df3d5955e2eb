#include "config.h"

#include "tests/lib/players.h"

#include <sodium.h>
#include <string.h>
#include <time.h>

#include "cgi/play/play_turn.h"
#include "cgi/base/token.h"
#include "rules/engine/log.h"
#include "rules/engine/registry.h"
#include "rules/engine/rng.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

enum { STEPS_MAX = 16, NAMES_TRIED = 4 };

int64_t players_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static bool confirm(struct db *db, struct arena *arena, int64_t person, struct err *err)
{
    char text[TOKEN_TEXT];
    uint8_t hash[TOKEN_HASH_BYTES];
    struct token token;
    token_make(text);
    token_hash(text, hash);
    return store_token_new(db, TOKEN_CONFIRM, hash, person, 0, NO_TURN, 60, err)
        && store_token_use(db, arena, TOKEN_CONFIRM, hash, NULL, &token, err);
}

bool players_join(struct db *db, const char *name, int64_t *person, struct err *err)
{
    char token[TOKEN_TEXT];
    struct arena *arena = arena_new();
    bool ok = false;
    for (int i = 0; !ok && i < NAMES_TRIED; i++) {
        token_make(token);
        const char *full = i ? arena_printf(arena, "%s %.8s", name, token) : name;
        const char *email = arena_printf(arena, "%.8s@example.org", token);
        ok = store_join(db, full, email, "no password", "en", token, person, err);
        if (!ok && err->code != ERR_INPUT)
            break;
    }
    ok = ok && confirm(db, arena, *person, err);
    arena_free(arena);
    return ok;
}

bool players_start(struct db *db, const struct rules *rules, const int64_t *people, int n, int64_t *game,
                   struct err *err)
{
    struct new_game new = {.rules = rules, .setup = rules_presets(rules, n), .owner = people[0]};
    struct arena *arena = arena_new();
    int seat;
    randombytes_buf(new.secret, sizeof(new.secret));
    bool ok = store_game_new(db, &new, game, err);
    for (int s = 1; ok && s < n; s++)
        ok = store_sit(db, *game, people[s], NULL, NULL, &seat, err);
    ok = ok && play_start(db, arena, *game, players_now(), err);
    arena_free(arena);
    return ok;
}

bool players_table(struct db *db, const struct rules *rules, const char *name, int64_t *game, struct err *err)
{
    int64_t people[SEATS_MAX];
    for (int s = 0; s < rules->min_seats; s++)
        if (!players_join(db, name, &people[s], err))
            return false;
    return players_start(db, rules, people, rules->min_seats, game, err);
}

int64_t players_awaited(const struct game_row *game)
{
    for (int s = 0; s < game->n_seats; s++)
        if ((game->awaits & SEAT_BIT(s)) && game->seat[s].person)
            return game->seat[s].person;
    return 0;
}

/* The steps advised from the position on, on a copy of it; chance is not known, so a step that reveals is the last. What follows
 * by itself is left unsaid: said as well it could mean the same step once more. */
static int advise(const struct table *t, struct arena *arena, bool whole, const char **steps)
{
    const struct rules *rules = t->game.rules;
    void *state = memcpy(arena_alloc(arena, rules->size), t->state, rules->size);
    uint8_t key[RNG_KEY_BYTES];
    struct rng rng, none;
    struct move_room room;
    struct move_list *list = move_list_in(&room);
    int n = 0;
    rng_key_from_seed(key, (uint64_t)t->game.id);
    rng_init(&rng, key, (uint64_t)(t->game.ply * 64 + t->draft.n));
    while (n < STEPS_MAX && (rules->awaits(state) & SEAT_BIT(t->seat))) {
        struct move move;
        struct log log = {.n = 0};
        char *text = arena_alloc(arena, MOVE_TEXT);
        if (rules->mind->advise(state, t->seat, &rng, &move))
            break;
        move_to_text(rules->verbs, &move, text);
        bool last = !whole || (rules->traits(state, t->seat, &move) & MOVE_FINAL) || rules->verbs[move.verb].confirms;
        steps[n++] = text;
        if (last)
            break;
        rng_init(&none, key, 0);
        rules->apply(state, t->seat, &move, &none, &log);
        while (turn_is_automatic(rules, state, t->seat, list))
            rules->apply(state, t->seat, move_at(list, 0), &none, &log);
    }
    return n;
}

bool players_order(struct db *db, struct arena *arena, int64_t game, struct table *table, struct err *err)
{
    struct game_row row;
    struct move_room room;
    struct move_list *list = move_list_in(&room);
    char text[MOVE_TEXT];
    const char *order = text;
    enum play_outcome outcome;
    int bad;
    if (!store_game(db, arena, game, &row, err))
        return false;
    int64_t person = players_awaited(&row);
    if (!person || !row.rules->orders || !row.rules->orders->suggest || !play_table(db, NULL, arena, game, person, (struct newest){.moves = 1}, table, err))
        return !person || !row.rules->orders || !row.rules->orders->suggest;
    table->n_moves = 0;
    if (table->draft.n || table->game.status != GAME_RUNNING || row.rules->orders->suggest(table->head, table->seat, list) < 1)
        return true;
    move_to_text(row.rules->orders->verbs, move_at(list, table->game.ply % list->n), text);
    return play_orders(db, arena, game, person, ORDERS_GIVE, &order, 1, players_now(), table, &outcome, &bad, err);
}

bool players_page(struct db *db, struct arena *arena, int64_t game, struct table *table, struct err *err)
{
    struct game_row row;
    return store_game(db, arena, game, &row, err)
        && play_table(db, NULL, arena, game, players_awaited(&row), (struct newest){.moves = 1}, table, err);
}

bool players_form(struct db *db, struct arena *arena, bool whole, struct table *table, struct err *err)
{
    int64_t game = table->game.id, person = players_awaited(&table->game);
    const char *steps[STEPS_MAX];
    enum play_outcome outcome;
    int bad;
    table->n_moves = 0;
    table->seat = game_seat_of(&table->game, person);
    if (table->game.status == GAME_OVER || table->seat == NO_SEAT)
        return true;
    if (table->draft.n && !(table->game.rules->awaits(table->state) & SEAT_BIT(table->seat)))
        return play_draft(db, arena, game, asker_of(person), drawn_at(table->game.ply), DRAFT_CONFIRM, players_now(), table, err);
    int n = advise(table, arena, whole, steps);
    return play_steps(db, arena, game, asker_of(person), FORM(drawn_at(table->game.ply), steps, n), players_now(), table, &outcome, &bad, err);
}

bool players_step(struct db *db, struct arena *arena, int64_t game, bool whole, struct table *table, struct err *err)
{
    return players_page(db, arena, game, table, err) && players_form(db, arena, whole, table, err);
}
