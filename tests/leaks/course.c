#include "config.h"

#include "tests/leaks/course.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/engine/log.h"
#include "rules/engine/registry.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

static const uint64_t CHOICES = UINT64_C(5) << 60; /* a stream that no move of the game reaches */

struct player {
    struct course *course;
    struct fold fold;
    struct rng dice;
    void *shown;
    struct move_list *list;
    bool advised[SEATS_MAX];
};

static void note(struct player *p, int seat, const struct move *move, const struct move_row *row)
{
    struct course *c = p->course;
    struct ply *ply = &c->ply[c->n++];
    *ply = (struct ply){.seat = seat, .row = *row, .awaits = c->rules->awaits(p->fold.state)};
    if (move)
        ply->move = *move;
    ply->state = memcpy(arena_alloc(c->arena, c->rules->size), p->fold.state, c->rules->size);
}

static bool choose_any(struct player *p, int seat, struct move *move)
{
    move_list_clear(p->list);
    int n = p->course->rules->moves(p->fold.state, seat, p->list);
    if (n > 0)
        move_copy(move, move_at(p->list, (int)rng_below(&p->dice, (uint32_t)n)));
    return n > 0 && p->course->rules->check(p->fold.state, seat, move, NULL) == RULE_OK;
}

static bool choose(struct player *p, int seat, struct move *move)
{
    const struct rules *rules = p->course->rules;
    if (!p->advised[seat] || !rules->mind)
        return choose_any(p, seat, move);
    memcpy(p->shown, p->fold.state, rules->size);
    rules->conceal(p->shown, seat, &p->dice);
    return rules->mind->advise(p->shown, seat, &p->dice, move) == 0 && rules->check(p->fold.state, seat, move, NULL) == RULE_OK;
}

static void step(struct player *p, int seat, const struct move *move)
{
    struct move_row row;
    fold_step(&p->fold, p->course->arena, seat, move, "person", 0, &row);
    note(p, seat, move, &row);
}

/* An offer, say. */
static void say_something(struct player *p)
{
    struct move move;
    int seat = (int)rng_below(&p->dice, (uint32_t)p->course->game.n_seats);
    if (!(p->course->rules->awaits(p->fold.state) & SEAT_BIT(seat)) && choose_any(p, seat, &move))
        step(p, seat, &move);
}

static int any_awaited(struct player *p, seatmask awaits)
{
    int seat;
    do
        seat = (int)rng_below(&p->dice, (uint32_t)p->course->game.n_seats);
    while (!(awaits & SEAT_BIT(seat)));
    return seat;
}

static void play(struct player *p)
{
    struct course *c = p->course;
    while (c->n < COURSE_PLIES - 1) {
        struct move move;
        seatmask awaits = c->rules->awaits(p->fold.state);
        c->over = awaits == 0;
        if (c->over)
            return;
        if (rng_below(&p->dice, 6) == 0) {
            say_something(p);
            continue;
        }
        int seat = any_awaited(p, awaits);
        if (!choose(p, seat, &move) && !choose_any(p, seat, &move))
            return;
        step(p, seat, &move);
    }
}

static void lay_table(struct course *c, const struct variants *variants, int n_seats, struct rng *dice)
{
    struct game_row *game = &c->game;
    *game = (struct game_row){.rules = c->rules, .rules_id = c->rules->id, .revision = c->rules->revision, .n_seats = n_seats,
                              .setup = rules_presets(c->rules, n_seats), .status = GAME_RUNNING};
    variants_draw(variants, c->rules, dice, &game->setup);
    for (size_t i = 0; i < sizeof(game->secret); i++)
        game->secret[i] = (uint8_t)rng_below(dice, 256);
    for (int s = 0; s < n_seats; s++)
        game->seat[s].phrase = arena_printf(c->arena, "phrase %u", rng_below(dice, 1000000));
}

struct course *course_play(const struct rules *rules, const struct variants *variants, int n_seats, uint64_t seed)
{
    struct arena *arena = arena_new();
    struct course *c = arena_alloc(arena, sizeof(*c));
    struct player *p = arena_alloc(arena, sizeof(*p));
    struct move_row row;
    struct err err;
    uint8_t key[RNG_KEY_BYTES];
    *c = (struct course){.arena = arena, .rules = rules};
    *p = (struct player){.course = c, .shown = arena_alloc(arena, rules->size), .list = fold_moves(arena)};
    rng_key_from_seed(key, seed);
    rng_init(&p->dice, key, CHOICES);
    lay_table(c, variants, n_seats, &p->dice);
    for (int s = 0; s < n_seats; s++)
        p->advised[s] = rng_below(&p->dice, 4) > 0;
    if (!fold_init(&p->fold, arena, &c->game, &err)) {
        fprintf(stderr, "leaks: %s\n", err.logged);
        exit(2);
    }
    fold_setup(&p->fold, arena, &c->game, 0, &row);
    note(p, NO_SEAT, NULL, &row);
    play(p);
    return c;
}

void course_free(struct course *course)
{
    arena_free(course->arena);
}
