/* How all stand, by what counts. */
#include "config.h"

#include "cgi/tournament/parts.h"
#include "cgi/tournament/standing.h"

#include "cgi/base/banned.h"

/* Tables that count: of @stage and @division, or with @before of all stages up to that one. Return: how many. */
static int tables_that_count(const struct tournament_all *all, int stage, bool before, int division, struct counted *tables)
{
    int n = 0;
    for (int i = 0; i < all->n_fixtures; i++) {
        const struct fixture_row *f = &all->fixture[i];
        bool is_of = before ? f->stage <= stage : f->stage == stage && f->division == division;
        if (!is_of || f->how == HOW_NOT_YET)
            continue;
        struct counted *table = &tables[n++];
        table->n = (uint8_t)f->n;
        for (int s = 0; s < f->n; s++) {
            table->place[s] = (uint16_t)f->place[s];
            table->points[s] = (int16_t)f->points[s];
        }
    }
    return n;
}

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
        standing_of(lines, n, tables, tables_that_count(all, stage, all->row.format == FORMAT_SWISS, division, tables));
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
    standing_of(lines, s->all.n_places, tables, tables_that_count(&s->all, s->all.row.stage, true, 0, tables));
    for (int i = 0; i < s->all.n_places; i++)
        if (place_person(&s->all, lines[i].place))
            places[n++] = lines[i].place;
    return n;
}
