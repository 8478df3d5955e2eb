#include "config.h"

#include "cgi/model/quick_model.h"

#include "cgi/base/url.h"
#include "cgi/model/model.h"
#include "cgi/play/quick_seat.h"
#include "cgi/words/phrases.h"
#include "rules/engine/registry.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { PACES_NAMED = 3, SEATS_LEAST = 2 };
static const int64_t MINUTE = INT64_C(60) * 1000000;

static const char *with_number(const struct req *rq, const char *sentence, int n)
{
    const struct text_value value = {"n", NULL, n};
    return req_fill(rq, sentence, &value, 1);
}

static int n_titles(void)
{
    int n = 0;
    while (n < QUICK_TITLES && rules_all()[n])
        n++;
    return n;
}

static const char *titles_words(const struct req *rq, const struct quick_wish *wish)
{
    struct sb words;
    sb_init(&words, rq->arena);
    if (__builtin_popcount(wish->titles) == n_titles())
        return req_words(rq, N_("any game"));
    for (int i = 0; i < n_titles(); i++)
        if (wish->titles >> i & 1)
            text_add_item(&words, rq->words->cat, req_words(rq, rules_all()[i]->words->title));
    return words.text;
}

static const char *paces_words(const struct req *rq, const struct quick_wish *wish)
{
    struct sb words;
    int n = __builtin_popcount(wish->paces);
    sb_init(&words, rq->arena);
    if (n > PACES_NAMED)
        return with_number(rq, N_("{n} paces"), n);
    for (int i = 0; i < QUICK_PACES && pace_kinds()[i].pace.name; i++)
        if (wish->paces >> i & 1)
            text_add_item(&words, rq->words->cat, req_words(rq, quick_pace_at(i)->label));
    return words.text;
}

static int n_seats(const struct quick_wish *wish)
{
    int n = 0;
    for (int seats = SEATS_LEAST; seats <= SEATS_MAX; seats++)
        n += wish->seats >> seats & 1;
    return n;
}

static const char *seats_words(const struct req *rq, const struct quick_wish *wish)
{
    struct sb words;
    sb_init(&words, rq->arena);
    if (n_seats(wish) == SEATS_MAX - SEATS_LEAST + 1)
        return req_words(rq, N_("any number of players"));
    for (int n = SEATS_LEAST; n <= SEATS_MAX; n++)
        if (wish->seats >> n & 1)
            text_add_item(&words, rq->words->cat, arena_printf(rq->arena, "%d", n));
    const struct text_value seats = {"seats", words.text, 0};
    return req_fill(rq, N_("{seats} players"), &seats, 1);
}

const char *quick_words(const struct req *rq, const struct quick_row *row)
{
    const struct quick_wish wish = quick_wish_of(row);
    return arena_join(rq->arena, (const char *[]){titles_words(rq, &wish), " · ", paces_words(rq, &wish), " · ", seats_words(rq, &wish), NULL});
}

struct value *quick_again_model(const struct req *rq, const struct quick_row *row)
{
    struct value *again = put_text(new_object(rq->arena), K_words, row->titles ? quick_words(rq, row) : NULL);
    return put_text(again, K_url, row->game ? url_table(rq->arena, row->game) : NULL);
}

bool quick_is_alone(const struct quick_row *row, const struct game_row *game)
{
    bool alone = row->game && row->game == game->id && game->status == GAME_OPEN && !game->invitation;
    for (int s = 0; s < game->n_seats; s++)
        alone = alone && !game->seat[s].bot && !game->seat[s].kept_for && (!game->seat[s].person || game->seat[s].person == row->person);
    return alone;
}

struct value *quick_seeking_model(const struct req *rq, const struct quick_row *row, const struct game_row *game)
{
    if (!row->game || (game && row->game != game->id))
        return NULL;
    const struct quick_wish wish = quick_wish_of(row);
    struct value *seeking = put_text(new_object(rq->arena), K_what, quick_words(rq, row));
    put_bool(seeking, K_several, __builtin_popcount(wish.titles) > 1 || __builtin_popcount(wish.paces) > 1 || n_seats(&wish) > 1);
    put_bool(seeking, K_alone, game && quick_is_alone(row, game));
    put(seeking, K_since, model_time(rq, row->since));
    int64_t until = row->since + row->minutes * MINUTE;
    put_text(seeking, K_until, until > rq->now ? moment_hour(rq->arena, rq->words->cat, rq->who.zone, until, rq->now) : NULL);
    return put_text(put_bool(seeking, K_bots, row->bots), K_url, url_table(rq->arena, row->game));
}
