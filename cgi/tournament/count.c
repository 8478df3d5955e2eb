/* What a table counts. */
#include "config.h"

#include "cgi/tournament/count.h"

#include <string.h>

#include "cgi/tournament/standing.h"

#include "cgi/base/banned.h"

static void set_points(struct fixture_row *fixture, const int rank[SEATS_MAX])
{
    int16_t points[SEATS_MAX];
    standing_points(fixture->n, rank, points);
    for (int s = 0; s < fixture->n; s++)
        fixture->points[s] = points[s];
}

static struct fixture_row *counted(struct arena *arena, struct tournament_change *change, const struct fixture_row *fixture, enum fixture_how how)
{
    change->counted = one_more(arena, change->counted, change->n_counted, sizeof(*change->counted));
    struct fixture_row *row = &change->counted[change->n_counted++];
    *row = *fixture;
    row->how = how;
    return row;
}

void count_ranks(struct arena *arena, const struct fixture_row *fixture, enum fixture_how how, const int rank[], struct tournament_change *change)
{
    set_points(counted(arena, change, fixture, how), rank);
}

void count_points(struct arena *arena, const struct fixture_row *fixture, enum fixture_how how, const int points[], struct tournament_change *change)
{
    struct fixture_row *row = counted(arena, change, fixture, how);
    memcpy(row->points, points, (size_t)fixture->n * sizeof(points[0]));
}

void correct_fixture(struct arena *arena, const struct fixture_row *fixture, const int rank[], const char *why, int64_t person,
                     struct tournament_change *change)
{
    count_ranks(arena, fixture, HOW_CORRECTED, rank, change);
    struct tournament_act_row *act = change_act(arena, change, ACT_CORRECTED);
    act->stage = fixture->stage;
    act->number = fixture->number;
    act->person = person;
    act->text = why;
    act->n = fixture->n;
    memcpy(act->points, change->counted[change->n_counted - 1].points, sizeof(act->points));
    if (fixture->how != HOW_NOT_YET)
        memcpy(act->was, fixture->points, sizeof(act->was));
    act->was_none = fixture->how == HOW_NOT_YET;
}

void count_played(struct arena *arena, const struct fixture_row *fixture, struct tournament_change *change)
{
    count_ranks(arena, fixture, HOW_PLAYED, fixture->rank, change);
}

void count_unfinished(struct arena *arena, const struct tournament_all *all, const struct fixture_row *fixture, struct tournament_change *change)
{
    struct fixture_row *row = counted(arena, change, fixture, HOW_UNFINISHED);
    bool last[SEATS_MAX];
    int16_t points[SEATS_MAX];
    for (int s = 0; s < fixture->n; s++)
        last[s] = !place_person(all, fixture->place[s]) || fixture->resigned & SEAT_BIT(s);
    standing_unfinished(fixture->n, last, points);
    for (int s = 0; s < fixture->n; s++)
        row->points[s] = points[s];
}

void count_alone(struct arena *arena, const struct fixture_row *fixture, struct tournament_change *change)
{
    const int points[SEATS_MAX] = {POINT}; /* a table won */
    count_points(arena, fixture, HOW_ALONE, points, change);
}
