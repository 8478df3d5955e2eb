#include "config.h"

#include "cgi/model/model_clock.h"

#include <string.h>

#include "cgi/words/phrases.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

static const int64_t SECOND = 1000000;

/* ---- moments ---- */

const char *model_iso(const struct req *rq, int64_t at)
{
    return moment_iso(rq->arena, at);
}

const char *model_local(const struct req *rq, const char *zone, int64_t at)
{
    return moment_exact(rq->arena, zone, at);
}

const char *model_exact(const struct req *rq, int64_t at)
{
    return moment_exact(rq->arena, rq->who.zone, at);
}

const char *model_day(const struct req *rq, const char *zone, int64_t at)
{
    return moment_day(rq->arena, rq->words->cat, zone, at);
}

const char *model_date(const struct req *rq, const char *zone, int64_t at)
{
    return moment_date(rq->arena, rq->words->cat, zone, at);
}

const char *model_moment(const struct req *rq, const char *zone, int64_t at)
{
    return moment_words(rq->arena, rq->words->cat, zone, at);
}

const char *model_hour(const struct req *rq, const char *zone, int64_t at)
{
    return moment_hour(rq->arena, rq->words->cat, zone, at, rq->now);
}

const char *model_span(const struct req *rq, int64_t amount)
{
    struct sb span;
    sb_init(&span, rq->arena);
    text_duration(&span, rq->words->cat, amount / SECOND);
    return span.text;
}

/* ---- the pace of a table ---- */

static bool same_figures(const struct pace *a, const struct pace *b)
{
    return a->free == b->free && a->bank == b->bank && a->add == b->add && a->cap == b->cap;
}

/* A game keeps the times it started with; if the pace of that name has other times now, the times are shown. */
static const char *pace_label(const struct req *rq, const struct pace *pace)
{
    const struct pace_kind *kind = pace_kind_find(pace->name ? pace->name : "none");
    if (kind && same_figures(&kind->pace, pace))
        return req_words(rq, kind->label);
    const struct text_value figures[] = {{"free", model_span(rq, pace->free * SECOND), 0},
                                         {"bank", model_span(rq, pace->bank * SECOND), 0},
                                         {"add", model_span(rq, pace->add * SECOND), 0}};
    const char *words = !pace->bank ? N_("{free} a move")
        : pace->free ? N_("{free} free, then {bank}") : N_("{bank} + {add} a move");
    return req_fill(rq, words, figures, 3);
}

struct value *model_pace(const struct req *rq, const struct game_row *game)
{
    const struct pace *pace = &game->pace;
    bool has_windows = pace->window && game->rules && game->rules->orders;
    const struct pace_kind *kind = pace_kind_find(pace->name ? pace->name : "none");
    const struct text_value window = {"time", model_span(rq, pace->window * SECOND), 0};
    struct value *model = new_object(rq->arena);
    pace_put(pace, model);
    put_text(model, K_name, pace->name ? pace->name : "none");
    put_text(model, K_label, pace_label(rq, pace));
    put_text(model, K_words, req_words(rq, kind ? kind->words : ""));
    put_bool(model, K_clock, pace->name != NULL);
    put_bool(model, K_weekdays, pace->weekdays);
    return put(model, K_window_words,
                has_windows ? new_text(rq->arena, req_fill(rq, N_("Time to answer on other players’ turns: {time}."), &window, 1)) : NULL);
}

/* ---- the clock of a seat ---- */

/* Why a clock is stopped, for others and for its owner. */
static const struct {
    const char *name, *sign, *others, *mine;
} reasons[] = {
    [STANDS_VACATION] = {"vacation", "☂", N_("on vacation until {day}"), N_("your vacation until {day}")},
    [STANDS_UNREACHED] = {"unreached", "✉", N_("e-mail does not reach them; until they visit, at most until {day}"),
                          N_("e-mail does not reach you; until {day}")},
    [STANDS_WEEKEND] = {"weekend", "◌", N_("their weekend until {time}"), N_("weekend until {time}")},
    [STANDS_REST] = {"rest", "☾", N_("their nightly rest until {time}"), N_("your nightly rest until {time}")},
};

static struct value *stands_model(const struct req *rq, const struct game_row *game, const struct seat_row *seat)
{
    int64_t until;
    enum stands why = rest_stands(&seat->rest, game->pace.weekdays, rq->now, &until);
    if (why == CLOCK_GOES)
        return NULL;
    int64_t goes = rest_goes(&seat->rest, game->pace.weekdays, rq->now);
    const struct text_value values[] = {{"day", model_day(rq, seat->rest.zone, until - 1), 0},
                                        {"time", model_hour(rq, seat->rest.zone, goes), 0}};
    bool mine = seat->person && seat->person == rq->who.id;
    struct value *model = put_text(new_object(rq->arena), K_why, reasons[why].name);
    put_text(model, K_sign, reasons[why].sign);
    put_text(model, K_text, req_fill(rq, mine ? reasons[why].mine : reasons[why].others, values, 2));
    put_text(model, K_goes_iso, model_iso(rq, goes));
    return put_text(model, K_goes_exact, model_exact(rq, goes));
}

/* The deadline, when it is later than the time left would suggest; NULL: the time left is enough. */
static const char *due_words(const struct req *rq, int64_t deadline, int64_t left)
{
    if (left <= 0 || deadline - rq->now - left < 10 * 60 * SECOND)
        return NULL;
    const struct text_value due = {"moment", model_moment(rq, rq->who.zone, deadline), 0};
    return req_fill(rq, N_("Due {moment}: the clock is stopped for part of the time until then."), &due, 1);
}

static void add_left(const struct req *rq, const struct game_row *game, const struct seat_row *seat,
                     struct value *model)
{
    int64_t left = seat_clock_left(&seat->clock, &game->pace, &seat->rest, rq->now);
    const struct text_value time = {"time", model_span(rq, left), 0};
    put_text(model, K_left, req_fill(rq, left > 0 ? N_("{time} left") : N_("time is up"), &time, 1));
    put_text(model, K_sentence, req_fill(rq, left > 0 ? N_("{time} left.") : N_("Time is up."), &time, 1));
    put_int(model, K_seconds, left / SECOND);
    put_bool(model, K_low, left <= seat_clock_allowed(&seat->clock, &game->pace) / 5);
    put_text(model, K_deadline_iso, model_iso(rq, seat->clock.deadline));
    put_text(model, K_deadline_exact, model_exact(rq, seat->clock.deadline));
    put_text(model, K_due, due_words(rq, seat->clock.deadline, left));
    put(model, K_stands, stands_model(rq, game, seat));
}

/* The present bank: it shrinks while the wait is longer than its free time. */
static int64_t in_hand(const struct req *rq, const struct game_row *game, const struct seat_row *seat)
{
    const struct seat_clock *clock = &seat->clock;
    if (!clock->deadline || clock->in_window)
        return clock->bank;
    int64_t left = seat_clock_left(clock, &game->pace, &seat->rest, rq->now) - clock->extra;
    return left < 0 ? 0 : left < clock->bank ? left : clock->bank;
}

/* Is the time left equal to the bank, so that it is shown once only? */
static bool all_is_in_hand(const struct seat_clock *clock, const struct pace *pace)
{
    return clock->deadline && !clock->in_window && !clock->extra && !pace->free;
}

struct value *model_clock(const struct req *rq, const struct game_row *game, int seat)
{
    const struct seat_row *row = &game->seat[seat];
    if (game->status != GAME_RUNNING || !game->pace.name || !row->person || row->opened || row->resigned)
        return NULL;
    struct value *model = put_bool(new_object(rq->arena), K_runs, row->clock.deadline != 0);
    if (row->clock.deadline)
        add_left(rq, game, row, model);
    const struct text_value time = {"time", model_span(rq, in_hand(rq, game, row)), 0};
    bool differs = !all_is_in_hand(&row->clock, &game->pace);
    return put(model, K_in_hand, game->pace.bank && differs ? new_text(rq->arena, req_fill(rq, N_("time bank: {time}"), &time, 1)) : NULL);
}

struct value *model_due(const struct req *rq, const struct game_row *game, int seat)
{
    int64_t deadline = seat == NO_SEAT ? 0 : game->seat[seat].clock.deadline;
    if (!deadline)
        return NULL;
    const struct text_value time = {"time", model_span(rq, deadline > rq->now ? deadline - rq->now : 0), 0};
    struct value *model = put_text(new_object(rq->arena), K_iso, model_iso(rq, deadline));
    put_text(model, K_exact, model_exact(rq, deadline));
    put_text(model, K_left, req_fill(rq, deadline > rq->now ? N_("{time} left") : N_("time is up"), &time, 1));
    put_bool(model, K_low, deadline - rq->now <= seat_clock_allowed(&game->seat[seat].clock, &game->pace) / 5);
    return put_text(model, K_text, req_fill(rq, deadline > rq->now ? N_("due in {time}") : N_("time is up"), &time, 1));
}
