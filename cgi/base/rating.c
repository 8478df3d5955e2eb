#include "config.h"

#include "cgi/base/rating.h"

#include <math.h>

#include "rules/engine/must.h"
#include "rules/rules.h"

#include "cgi/base/banned.h"

/* In the paper's scale the first mean is 25, and the others are parts of it as they are here. */
static const double BETA = RATING_DEVIATION / 2.0; /* how much the strength of play varies from game to game */
static const double FIRST = (double)RATING_DEVIATION * RATING_DEVIATION; /* the deviation never exceeds a new player's */
static const double TAU = RATING_DEVIATION / 100.0; /* added uncertainty with each game: people change */
static const double KAPPA = 0.0001;                /* lower bound of the factor on the variance */

struct rating rating_first(void)
{
    return (struct rating){.mean = RATING_MEAN, .deviation = RATING_DEVIATION};
}

/* Values that all players of one game share. */
struct field {
    int n;
    const struct rated *player;
    double variance[SEATS_MAX];
    double c;                    /* the deviation of all players together */
    double strength[SEATS_MAX];  /* exp(mean / c), but for a factor that all share */
    double rest[SEATS_MAX];      /* sum of strengths of the players who ended with this one or behind */
    int tied[SEATS_MAX];         /* how many have this rank */
};

static struct field field_of(const struct rated *players, int n)
{
    struct field f = {.n = n, .player = players};
    double best = players[0].rating.mean, sum = 0;
    for (int i = 0; i < n; i++) {
        double deviation = players[i].rating.deviation;
        f.variance[i] = fmin(deviation * deviation + TAU * TAU, FIRST);
        sum += f.variance[i] + BETA * BETA;
        best = fmax(best, players[i].rating.mean);
    }
    f.c = sqrt(sum);
    for (int i = 0; i < n; i++)
        f.strength[i] = exp((players[i].rating.mean - best) / f.c);
    for (int q = 0; q < n; q++)
        for (int s = 0; s < n; s++) {
            f.rest[q] += players[s].rank >= players[q].rank ? f.strength[s] : 0;
            f.tied[q] += players[s].rank == players[q].rank;
        }
    return f;
}

/* Each place that @i could have taken: how likely was it, and was it taken? */
static struct rating update(const struct field *f, int i)
{
    double omega = 0, delta = 0, variance = f->variance[i], deviation = sqrt(variance);
    for (int q = 0; q < f->n; q++) {
        if (f->player[q].rank > f->player[i].rank)
            continue;
        double expected = f->strength[i] / f->rest[q];
        omega += ((q == i) - expected) / f->tied[q];
        delta += expected * (1 - expected) / f->tied[q];
    }
    delta *= deviation / f->c * variance / (f->c * f->c);
    return (struct rating){.mean = f->player[i].rating.mean + omega * variance / f->c,
                           .deviation = sqrt(variance * fmax(1 - delta, KAPPA)),
                           .games = f->player[i].rating.games + 1};
}

void rating_update(struct rated *players, int n)
{
    rating_update_part(players, n, 1);
}

void rating_update_part(struct rated *players, int n, double share)
{
    must(n >= 2 && n <= SEATS_MAX);
    const struct field field = field_of(players, n);
    struct rating after[SEATS_MAX];
    for (int i = 0; i < n; i++)
        after[i] = update(&field, i);
    for (int i = 0; i < n; i++) {
        struct rating *is = &players[i].rating;
        is->mean += share * (after[i].mean - is->mean);
        is->deviation += share * (after[i].deviation - is->deviation);
        is->games = after[i].games;
    }
}

double rating_share(int before)
{
    return before < RATING_WHOLE ? 1 : ldexp(1, RATING_WHOLE - 1 - before);
}

double rating_least(const struct rating *rating)
{
    return rating->mean - 2 * rating->deviation;
}
