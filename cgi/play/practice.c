#include "config.h"

#include "cgi/play/practice.h"

#include <sodium.h>
#include <string.h>

#include "cgi/play/fold.h"
#include "cgi/play/play.h"
#include "cgi/store/stored.h"
#include "rules/engine/must.h"

#include "cgi/base/banned.h"

/* The head with the steps of the draft, which stays a draft at the practice table, too. */
static bool find_draft(struct db *db, struct cache *cache, struct arena *arena, int64_t person, struct trial *trial, struct err *err)
{
    struct newest newest = table_newest;
    struct table *t = arena_alloc(arena, sizeof(*t));
    newest.lines = 0;
    if (!play_table(db, cache, arena, trial->game->id, person, newest, t, err))
        return false;
    trial->step = t->draft.step;
    trial->n_steps = t->draft.n;
    trial->state = t->head;
    return (t->game.ply == trial->ply && t->draft.n > 0)
        || err_fail(err, ERR_STALE, N_("Your steps were confirmed or undone in the meantime. You can still try something from the position itself."), NULL,
                    "game %lld: no draft at ply %d", (long long)trial->game->id, trial->ply);
}

/* After @ply; the newest is stored whole. */
static bool find_position(struct db *db, struct arena *arena, struct trial *trial, struct err *err)
{
    const struct game_row *game = trial->game;
    struct fault fault;
    if (trial->ply < game->ply || !game->state.bytes)
        return play_state_at(db, arena, game, trial->ply, &trial->state, err);
    void *state = arena_alloc(arena, trial->rules->size);
    trial->state = state;
    return stored_state(trial->rules, game->state, state, &fault) || stored_fail(err, game->id, game->ply, "state", &fault);
}

static bool may_try(const struct game_row *game, int ply, const struct rules *rules, struct err *err)
{
    if (game->status == GAME_OPEN)
        return err_fail(err, ERR_STALE, N_("This game has not started yet."), NULL, "game %lld is open", (long long)game->id);
    if (ply < 0 || ply > game->ply)
        return err_fail(err, ERR_GONE, N_("The game has not got that far yet."), "", "ply %d of %d", ply, game->ply);
    return rules || err_fail(err, ERR_STALE, N_("This game was played by older rules that are no longer here, so its positions cannot be tried."), NULL,
                             "game %lld: revision %d", (long long)game->id, game->revision);
}

/* While a game goes on in which nobody may ask for hints, no bot shows its player what to do: not at tables that come of it, either. */
int practice_own_seat(const struct game_row *game, int viewer)
{
    if (game->practice.is)
        return game->practice.seat;
    return game->status == GAME_RUNNING && !game_has_hints(game) ? viewer : NO_SEAT;
}

bool practice_find(struct db *db, struct cache *cache, struct arena *arena, const struct game_row *game, int64_t person, int ply, bool draft,
                   struct trial *trial, struct err *err)
{
    struct err ignored;
    *trial = (struct trial){.game = game, .rules = fold_rules(game, &ignored), .viewer = game_seat_of(game, person), .ply = ply};
    trial->own = practice_own_seat(game, trial->viewer);
    if (!may_try(game, ply, trial->rules, err)
        || !(draft ? find_draft(db, cache, arena, person, trial, err) : find_position(db, arena, trial, err)))
        return false;
    if (game->status == GAME_RUNNING && trial->rules->keeps && trial->rules->keeps(trial->state, trial->viewer))
        return err_fail(err, ERR_STALE, N_("What is offered here depends on what others hold, so this position cannot be tried before the game is over. Please choose "
                                           "an earlier move."), NULL, "game %lld ply %d keeps what is hidden", (long long)game->id, ply);
    trial->awaits = trial->rules->awaits(trial->state);
    return trial->awaits
        || err_fail(err, ERR_STALE, N_("The game is over at this position, so there is nothing left to try. Please choose an earlier move."), NULL,
                    "game %lld is over at ply %d", (long long)game->id, ply);
}

struct stored practice_opening(struct arena *arena, const struct rules *rules, const void *state, int viewer, const uint8_t key[RNG_KEY_BYTES])
{
    struct rng rng;
    void *seen = memcpy(arena_alloc(arena, rules->size), state, rules->size);
    rng_init(&rng, key, 0);
    rules->conceal(seen, viewer, &rng);
    return state_stored(arena, rules, seen);
}

bool practice_takes_draft(const struct trial *trial, const char *const bots[SEATS_MAX])
{
    if (trial->n_steps == 0 || trial->viewer == NO_SEAT || bots[trial->viewer])
        return true;
    for (int s = 0; s < trial->viewer; s++)
        if (!bots[s] && (trial->awaits & SEAT_BIT(s)))
            return false;
    return true;
}

bool practice_begins(const struct trial *trial, const char *const bots[SEATS_MAX], struct err *err)
{
    return practice_takes_draft(trial, bots)
        || err_fail(err, ERR_STALE, N_("Others are asked something at the same time, so your steps can come along only if bots play the other seats."), NULL,
                    "game %lld ply %d: a draft, and another seat is asked first", (long long)trial->game->id, trial->ply);
}

bool practice_make(struct db *db, struct arena *arena, const struct trial *trial, int64_t person, const char *came_with, const char *const bots[SEATS_MAX],
                   int64_t *id, struct err *err)
{
    const struct game_row *game = trial->game;
    uint8_t key[RNG_KEY_BYTES];
    bool own = trial->viewer != NO_SEAT && !bots[trial->viewer];
    struct new_practice new = {.rules = trial->rules, .setup = game->setup, .owner = person, .is_over = game->status == GAME_OVER,
                               .practice = {.is = true, .of = game->id, .ply = trial->ply, .seat = trial->own, .key = came_with},
                               .step = trial->step, .n_steps = own ? trial->n_steps : 0};
    must((trial->own == NO_SEAT || !bots[trial->own]) && practice_takes_draft(trial, bots));
    memcpy(new.bots, bots, sizeof(new.bots));
    randombytes_buf(key, sizeof(key));
    randombytes_buf(new.secret, sizeof(new.secret));
    /* Once a game is over all that was drawn lies open, in its export; what is still in bags and decks nobody has seen. */
    const int viewer = new.is_over ? EVERY_SEAT : trial->viewer;
    new.practice.opening = practice_opening(arena, trial->rules, trial->state, viewer, key);
    bool ok = store_practice_new(db, arena, &new, id, err);
    sodium_memzero(key, sizeof(key));
    sodium_memzero(new.secret, sizeof(new.secret));
    return ok;
}
