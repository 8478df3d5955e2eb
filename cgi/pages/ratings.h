/* What pages tell of ratings: leaderboards and profiles. */
#ifndef CGI_PAGES_RATINGS_H
#define CGI_PAGES_RATINGS_H

#include "cgi/http/req.h"
#include "cgi/store/store.h"
#include "rules/engine/value.h"

/** rating_model() - {number, spread, games, text}: the mean, two deviations, and in words; NULL when it has no games */
struct value *rating_model(const struct req *rq, const struct rating *rating);
/** title_words() - of a game by its id, in the reader's language; the id when it is not known any more */
const char *title_words(const struct req *rq, const char *rules_id);

/** rating_curve() - of the @n points of one title, at least two: curve.html, on the arena */
struct value *rating_curve(const struct req *rq, const struct rating_point *points, int n);
/** person_add_ratings() - adds to the model of the profile of @person: curves, what the reader has played against that person, reliability;
 *  three trips at most */
bool person_add_ratings(struct req *rq, const struct person *person, struct value *model, struct err *err);

#endif
