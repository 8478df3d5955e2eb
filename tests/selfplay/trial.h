/* Puts a game on trial: plays it and holds the rules of the house against every position. */
#ifndef TESTS_SELFPLAY_TRIAL_H
#define TESTS_SELFPLAY_TRIAL_H

#include "cgi/tools/headless.h"
#include "rules/parts.h"
#include "rules/rules.h"
#include "tests/lib/variants.h"

enum { TRIAL_PLIES = 5000, TRIAL_WHY = 1000 };

struct past {
    int seat;
    struct move move;
};

struct trial {
    const struct rules *rules;
    struct headless *game;
    struct variants variants; /* trial_new(): any */
    struct setup setup;
    uint64_t seed;
    uint32_t rarity;     /* one position in this many is looked at closely: views, JSON, spoiled moves; at least 1 */
    struct rng dice;     /* what to look at, what to spoil; apart from the game's own streams */
    void *before, *copy, *loaded; /* states */
    struct move_room room;
    struct move_list *list; /* in it */
    struct past *past;   /* TRIAL_PLIES moves */
    uint64_t moves;      /* made in all games */
    struct gains gains;  /* of the game so far */
    char why[TRIAL_WHY]; /* what is wrong, when something is */
};

struct trial *trial_new(const struct rules *rules, uint32_t rarity);
void trial_free(struct trial *trial);

/** trial_tables() - are the game's tables such as text, JSON, forms and storage need them? */
bool trial_tables(struct trial *trial);

/**
 * trial_play() - one game from @seed, with variants and bots chosen by it, and everything that must hold on the way
 * Return: true; or false with trial->why, the game left as it stood
 */
bool trial_play(struct trial *trial, int n_seats, uint64_t seed);

/** trial_scenario() - the game so far as a scenario file (cgi/tools/scenario.h); the caller owns it */
struct json_object *trial_scenario(const struct trial *trial);

/** trial_wrong() - sets the reason; always false */
bool trial_wrong(struct trial *trial, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** trial_position() - what must hold of a position looked at closely */
bool trial_position(struct trial *trial);

#endif
