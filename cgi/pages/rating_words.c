/* Ratings and titles as leaderboards and profiles tell them. */
#include "config.h"

#include <math.h>

#include "cgi/http/req.h"
#include "cgi/pages/ratings.h"
#include "rules/engine/registry.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

/* Two deviations to either side contain the true value with 95 %. */
struct value *rating_model(const struct req *rq, const struct rating *rating)
{
    if (!rating->games)
        return NULL;
    int mean = (int)lround(rating->mean), spread = (int)lround(2 * rating->deviation);
    const struct text_value bounds[] = {{"low", arena_printf(rq->arena, "%d", mean - spread), 0},
                                         {"high", arena_printf(rq->arena, "%d", mean + spread), 0},
                                         {"games", NULL, rating->games}};
    struct value *model = put_int(put_int(new_object(rq->arena), K_number, mean), K_spread, spread);
    put_int(model, K_games, rating->games);
    return put_text(model, K_text, req_fill(rq, N_("Most likely between {low} and {high}, after {games:one game|# games}"),
                                                bounds, 3));
}

const char *title_words(const struct req *rq, const char *rules_id)
{
    const struct rules *rules = rules_find(rules_id);
    return rules ? req_words(rq, rules->words->title) : rules_id;
}
