/* How all stand, by what counts. */
#include "config.h"

#include "cgi/tournament/parts.h"
#include "cgi/tournament/standing.h"

#include "cgi/base/banned.h"

static struct standing_line line_of(const struct tournament_all *all, int place)
{
    return (struct standing_line){.place = (uint16_t)place, .lot = all->place[place].lot};
}

static void add_rank(struct arena *arena, struct tournament_change *change, int stage, int division, const struct standing_line *line)
{
    change->rank = one_more(arena, change->rank, change->n_ranks, sizeof(*change->rank));
    change->rank[change->n_ranks++] = (struct stage_place_row){.stage = stage, .place = line->place, .division = division, .rank = line->rank,
                                                               .points = line->points, .tables = line->tables};
}

void change_ranks(struct arena *arena, const struct tournament_all *all, int stage, struct tournament_change *change)
{
    struct counted *tables = arena_array(arena, (size_t)all->n_fixtures + 1, sizeof(*tables));
    struct standing_line *lines = arena_array(arena, (size_t)all->n_places + 1, sizeof(*lines));
    for (int division = 0, left = 1; left; division++) {
        int n = 0;
        left = 0;
        for (int i = 0; i < all->n_stage_places; i++) {
            const struct stage_place_row *part = &all->stage_place[i];
            if (part->stage == stage && part->division == division)
                lines[n++] = line_of(all, part->place);
            left += part->stage == stage && part->division > division;
        }
        standing_of(lines, n, tables, tables_that_count(all, stage, division, tables));
        for (int i = 0; i < n; i++)
            add_rank(arena, change, stage, division, &lines[i]);
    }
}

int step_standing(const struct step *s, int *places)
{
    struct counted *tables = arena_array(s->arena, (size_t)s->all.n_fixtures + 1, sizeof(*tables));
    struct standing_line *lines = arena_array(s->arena, (size_t)s->all.n_places + 1, sizeof(*lines));
    int n = 0;
    for (int i = 0; i < s->all.n_places; i++)
        lines[i] = line_of(&s->all, s->all.place[i].place);
    standing_of(lines, s->all.n_places, tables, tables_that_count(&s->all, s->all.row.stage, 0, tables));
    for (int i = 0; i < s->all.n_places; i++)
        if (place_person(&s->all, lines[i].place))
            places[n++] = lines[i].place;
    return n;
}
