/* Stages: what counts at the end of one, and the next. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cgi/tournament/count.h"
#include "cgi/tournament/standing.h"
#include "cgi/tournament/parts.h"

#include "cgi/base/banned.h"

/* ---- the end of one ---- */

static bool is_open_in(const struct fixture_row *f, const struct stage_row *stage)
{
    return f->stage == stage->stage && f->how == HOW_NOT_YET;
}

/* A table that has not opened, and at which nobody but bots would play, is waited for no longer. */
static bool is_waited_for(const struct step *s, const struct fixture_row *f)
{
    bool somebody = f->game != 0;
    for (int seat = 0; seat < f->n; seat++)
        somebody = somebody || place_person(&s->all, f->place[seat]);
    return somebody;
}

bool step_may_close(const struct step *s, const struct stage_row *stage)
{
    if (s->now >= stage->closes)
        return true;
    for (int i = 0; i < s->all.n_fixtures; i++)
        if (is_open_in(&s->all.fixture[i], stage) && is_waited_for(s, &s->all.fixture[i]))
            return false;
    return s->all.row.format != FORMAT_LEAGUE;
}

struct fixture_row *step_unexpected(const struct step *s, const struct stage_row *stage)
{
    for (int i = 0; i < s->all.n_fixtures; i++) {
        struct fixture_row *f = &s->all.fixture[i];
        if (is_open_in(f, stage) && f->is_running && !f->has_expected)
            return f;
    }
    return NULL;
}

/* Have all people at the table agreed that what is expected counts? */
static bool all_agree(const struct step *s, const struct fixture_row *f)
{
    int people = 0, agree = 0;
    for (int seat = 0; seat < f->n; seat++) {
        bool is_person = place_person(&s->all, f->place[seat]) != 0;
        people += is_person;
        agree += is_person && f->agrees >> seat & 1;
    }
    return f->has_expected && people > 0 && agree == people;
}

void step_close(struct step *s, struct stage_row *stage)
{
    for (int i = 0; i < s->all.n_fixtures; i++) {
        struct fixture_row *f = &s->all.fixture[i];
        if (!is_open_in(f, stage))
            continue;
        if (all_agree(s, f))
            count_points(s->arena, f, HOW_EXPECTED, f->expected, &s->change);
        else
            count_unfinished(s->arena, &s->all, f, &s->change);
        *f = s->change.counted[s->change.n_counted - 1];
    }
    stage->closed = s->now >= stage->closes ? step_now(s, stage->closes) : s->now;
    s->change.stage_moved = stage;
    change_ranks(s->arena, &s->all, stage->stage, &s->change);
    change_act(s->arena, &s->change, ACT_CLOSED)->stage = stage->stage;
}

/* ---- the next ---- */

static void end(struct step *s)
{
    s->change.has_status = true;
    s->change.status = TOURNAMENT_OVER;
    s->change.stage = s->all.row.stage;
    change_act(s->arena, &s->change, ACT_OVER);
}

/* It ends when it would have ended if none had ended early; but where it begins later than the last should have ended, it has its days. */
static struct stage_row *after(struct step *s, const struct stage_row *last)
{
    const struct tournament_row *row = &s->all.row;
    struct stage_row *next = arena_alloc(s->arena, sizeof(*next));
    next->stage = last->stage + 1;
    next->opens = step_now(s, last->closed);
    next->closes = calendar_after(row->zone, next->opens > last->closes ? next->opens : last->closes, row->days);
    s->change.has_status = true;
    s->change.status = TOURNAMENT_RUNNING;
    s->change.stage = next->stage;
    s->change.stage_new = next;
    return next;
}

/* How all places of @last ended it; Return: how many. */
static int all_ended(const struct step *s, const struct stage_row *last, struct ended *ended)
{
    int n = 0;
    for (int i = 0; i < s->all.n_stage_places && n < TOURNAMENT_MOST; i++) {
        const struct stage_place_row *part = &s->all.stage_place[i];
        if (part->stage == last->stage)
            ended[n++] = (struct ended){.place = (uint16_t)part->place, .division = (uint8_t)part->division, .rank = (uint16_t)part->rank,
                                        .out = !place_person(&s->all, part->place), .points = part->points, .tables = part->tables,
                                        .lot = s->all.place[part->place].lot};
    }
    return n;
}

/* Those who wait and may take part in @stage, at most @room, in the order in which they came; Return: how many. */
static int all_who_wait(const struct step *s, int stage, int room, struct entrant_row **who)
{
    int n = 0;
    for (int i = 0; i < s->all.n_entrants && n < room; i++) {
        struct entrant_row *e = &s->all.entrant[i];
        if (e->status == ENTRANT_WAITS && e->barred < stage && !step_is_held(s, e))
            who[n++] = e;
    }
    return n;
}

static bool next_season(struct step *s, const struct stage_row *last, struct err *err)
{
    struct ended *ended = arena_array(s->arena, TOURNAMENT_MOST, sizeof(*ended));
    struct divided *next = arena_alloc(s->arena, sizeof(*next));
    struct entrant_row *who[TOURNAMENT_MOST];
    uint16_t added[TOURNAMENT_MOST];
    int n = all_ended(s, last, ended), stay = 0, first = s->all.n_places;
    for (int i = 0; i < n; i++)
        stay += !ended[i].out;
    int n_added = all_who_wait(s, last->stage + 1, TOURNAMENT_MOST - stay, who);
    if (stay + n_added < s->rules->min_seats || stay + n_added < 2) {
        end(s);
        return true;
    }
    if (n_added && !step_new_places(s, who, n_added, err))
        return false;
    for (int i = 0; i < n_added; i++)
        added[i] = (uint16_t)(first + i);
    divisions_next(ended, n, added, n_added, s->all.row.size, s->all.row.moves, next);
    step_draw_divided(s, after(s, last), next);
    return true;
}

static bool next_groups(struct step *s, const struct stage_row *last, struct err *err)
{
    struct ended *ended = arena_array(s->arena, TOURNAMENT_MOST, sizeof(*ended));
    uint16_t order[TOURNAMENT_MOST];
    int places[TOURNAMENT_MOST];
    int n = divisions_promoted(ended, all_ended(s, last, ended), s->all.row.moves, s->rules->min_seats, order);
    if (n < s->rules->min_seats || n < 2) {
        end(s);
        return true;
    }
    for (int i = 0; i < n; i++)
        places[i] = order[i];
    return step_draw(s, after(s, last), places, n, err);
}

static bool next_round(struct step *s, const struct stage_row *last, struct err *err)
{
    int *places = arena_array(s->arena, (size_t)s->all.n_places + 1, sizeof(*places));
    int n = step_standing(s, places);
    if (n < s->rules->min_seats || n < 2) {
        end(s);
        return true;
    }
    return step_draw(s, after(s, last), places, n, err);
}

bool step_next(struct step *s, struct err *err)
{
    const struct tournament_row *row = &s->all.row;
    const struct stage_row *last = stage_of(&s->all, row->stage);
    if (!last || (row->stages && last->stage >= row->stages)) {
        end(s);
        return true;
    }
    return row->format == FORMAT_LEAGUE ? next_season(s, last, err) : row->format == FORMAT_GROUPS ? next_groups(s, last, err)
                                                                                                   : next_round(s, last, err);
}
