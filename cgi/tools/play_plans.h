/* What plans save: games of bots played with the clocks of people, with plans and without. */
#ifndef CGI_TOOLS_PLAY_PLANS_H
#define CGI_TOOLS_PLAY_PLANS_H

#include <stdio.h>

#include "cgi/tools/headless.h"

/* One way to play: nobody plans, all do, or one seat alone (the first of game 0, the next of game 1, and so on). */
enum planning { PLAN_NOBODY, PLAN_ALL, PLAN_ONE, PLAN_WAYS };

struct plans_way {
    double days, days_squared;
    uint64_t handovers, at_once, asked_back; /* asked_back: a plan was there and did not hand itself in */
    double points;                           /* of all seats; of PLAN_ONE, of the one that plans */
};

struct plans_result {
    uint64_t games;
    struct plans_way way[PLAN_WAYS];
    double lost, lost_squared;     /* points of a seat: the one that plans alone against itself without, by game */
    double alone;                  /* points of these seats without plans */
};

/**
 * plans_game() - plays the game of @seed in each way and adds what came of it to @result
 * @orders: all seats give the standing orders that the game advises
 * Return: false when a game does not end or a seat has no move.
 */
bool plans_game(struct headless *game, const struct setup *setup, uint64_t seed, uint64_t number, bool orders,
                struct plans_result *result);

/** plans_print() - in words; @unit: points that 1 in a standing stands for */
void plans_print(FILE *out, const struct plans_result *result, int n_seats, double unit);

/* How people are, in these games; in words for the output and docs/plans.md. */
extern const char plans_people[];

#endif
