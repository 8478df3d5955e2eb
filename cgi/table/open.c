#include "config.h"

#include "cgi/table/open.h"

#include "cgi/base/url.h"
#include "cgi/model/doors_model.h"
#include "cgi/model/quick_model.h"
#include "cgi/play/quick_seat.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

void open_people(const struct req *rq, const struct game_row *game, const struct quick_here *here, struct value *seats, struct value *model)
{
    for (size_t i = 0; i < value_n(seats); i++)
        put_text(value_at(seats, i), K_awake, i < SEATS_MAX ? awake_words(rq, quick_hours(here->hours[i])) : NULL);
    put(model, K_seeking, quick_seeking_model(rq, &here->wish, game));
    put_bool(model, K_fleeting, quick_is_alone(&here->wish, game));
    put_text(model, K_went_url, here->went && game_seat_of(game, rq->who.id) == NO_SEAT ? url_table(rq->arena, here->went) : NULL);
}
