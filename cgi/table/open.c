#include "config.h"

#include "cgi/table/open.h"

#include "cgi/base/url.h"
#include "cgi/model/doors_model.h"
#include "cgi/model/model.h"
#include "cgi/play/quick_seat.h"
#include "rules/engine/registry.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

static const int64_t MINUTE = INT64_C(60) * 1000000;

/* "Venedig, Gondoliere" */
static const char *games_words(const struct req *rq, const struct quick_wish *wish)
{
    struct sb words;
    sb_init(&words, rq->arena);
    for (int i = 0; i < QUICK_TITLES && rules_all()[i]; i++)
        if (wish->titles >> i & 1)
            text_add_item(&words, rq->words->cat, req_words(rq, rules_all()[i]->words->title));
    return words.text;
}

static struct value *seeking_model(const struct req *rq, const struct game_row *game, const struct quick_row *row)
{
    if (!row->game || row->game != game->id)
        return NULL;
    const struct quick_wish wish = quick_wish_of(row);
    struct value *seeking = put_text(new_object(rq->arena), K_games, games_words(rq, &wish));
    int64_t until = row->since + row->minutes * MINUTE;
    put(seeking, K_until, until > rq->now ? model_time(rq, until) : NULL);
    return put_bool(seeking, K_bots, row->bots);
}

void open_people(const struct req *rq, const struct game_row *game, const struct quick_here *here, struct value *seats, struct value *model)
{
    for (size_t i = 0; i < value_n(seats); i++)
        put_text(value_at(seats, i), K_awake, i < SEATS_MAX ? awake_words(rq, quick_hours(here->hours[i])) : NULL);
    put(model, K_seeking, seeking_model(rq, game, &here->wish));
    put_text(model, K_went_url, here->went && game_seat_of(game, rq->who.id) == NO_SEAT ? url_table(rq->arena, here->went) : NULL);
}
