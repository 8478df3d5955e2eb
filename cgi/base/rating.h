/* How strong a person plays: Weng and Lin's Bayesian ranking of several players, by the Plackett-Luce model. docs/ratings.md
 * says why this one, and which games count. */
#ifndef CGI_BASE_RATING_H
#define CGI_BASE_RATING_H

/* The rating of one person in one game. */
struct rating {
    double mean;      /* RATING_MEAN at first; more is better */
    double deviation; /* > 0: RATING_DEVIATION at first, smaller with more games */
    int games;        /* that have counted */
};
enum { RATING_MEAN = 1500, RATING_DEVIATION = 500 };

/* One of those whose game has ended. */
struct rated {
    struct rating rating;
    int rank; /* 1 is first; equal ranks are a tie. Only their order counts. */
};

/** rating_first() - of somebody who has not played yet */
struct rating rating_first(void);
/**
 * rating_update() - new ratings after one game
 * @players: 2 .. SEATS_MAX of them, in any order; their ratings become those after the game
 * Algorithm 4 of R. C. Weng, C.-J. Lin: A Bayesian Approximation Method for Online Ranking, JMLR 12 (2011), 267-300.
 */
void rating_update(struct rated *players, int n);
/** rating_update_part() - the same, but means and deviations change only by @share of that, 0 .. 1 */
void rating_update_part(struct rated *players, int n, double share);
/** rating_share() - how much a game counts that the same people play after @before others within RATING_DAYS: all of it up to the third,
 *  from the fourth on half as much each time */
double rating_share(int before);
enum { RATING_DAYS = 30, RATING_WHOLE = 3 };
/** rating_least() - the mean less two deviations: what somebody is worth at least, as far as is known */
double rating_least(const struct rating *rating);

#endif
