/* How those who take part stand, from what counts at this moment. */
#include "config.h"

#include <string.h>

#include "cgi/model/model.h"
#include "cgi/pages/tournaments.h"
#include "cgi/tournament/schedule.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

int tournament_divisions(const struct tournament_all *all, int stage)
{
    int n = 0;
    for (int i = 0; i < all->n_stage_places; i++)
        if (all->stage_place[i].stage == stage && all->stage_place[i].division >= n)
            n = all->stage_place[i].division + 1;
    return n;
}

static bool as_good(const struct standing_line *a, const struct standing_line *b)
{
    return a->points == b->points && a->opponents_sum * (b->opponents_n ? b->opponents_n : 1) == b->opponents_sum * (a->opponents_n ? a->opponents_n : 1);
}

static void mark_ties(struct division_standing *d)
{
    for (int i = 1; i < d->n; i++) {
        bool tied = as_good(&d->line[i - 1], &d->line[i]), by_lot = tied && d->line[i - 1].direct == d->line[i].direct;
        d->tied[i - 1] = d->tied[i - 1] || tied;
        d->tied[i] = tied;
        d->by_lot[i - 1] = d->by_lot[i - 1] || by_lot;
        d->by_lot[i] = by_lot;
    }
}

static int people_in(const struct tournament_all *all, int stage, int division)
{
    int n = 0;
    for (int i = 0; i < all->n_stage_places; i++)
        n += all->stage_place[i].stage == stage && all->stage_place[i].division == division;
    return n;
}

static void stand(const struct req *rq, const struct tournament_all *all, int stage, int division, struct counted *tables, struct division_standing *d)
{
    *d = (struct division_standing){.division = division};
    d->line = arena_array(rq->arena, (size_t)people_in(all, stage, division) + 1, sizeof(*d->line));
    for (int i = 0; i < all->n_stage_places; i++) {
        const struct stage_place_row *row = &all->stage_place[i];
        const struct place_row *place = row->stage == stage && row->division == division ? place_of(all, row->place) : NULL;
        if (place)
            d->line[d->n++] = (struct standing_line){.place = (uint16_t)row->place, .lot = place->lot};
    }
    d->tied = arena_array(rq->arena, (size_t)d->n + 1, sizeof(*d->tied));
    d->by_lot = arena_array(rq->arena, (size_t)d->n + 1, sizeof(*d->by_lot));
    standing_of(d->line, d->n, tables, tables_that_count(all, stage, division, tables));
    mark_ties(d);
}

struct division_standing *tournament_standings(const struct req *rq, const struct tournament_all *all, int stage, int *n)
{
    *n = tournament_divisions(all, stage);
    struct division_standing *standings = arena_array(rq->arena, (size_t)*n, sizeof(*standings));
    struct counted *tables = arena_array(rq->arena, (size_t)all->n_fixtures + 1, sizeof(*tables));
    for (int d = 0; d < *n; d++)
        stand(rq, all, stage, d, tables, &standings[d]);
    return standings;
}

/* ---- for the page ---- */

enum goes { STAYS, GOES_UP, GOES_DOWN, GOES_ON };

/* Where the next stage is drawn it says who went where. */
static enum goes moved(const struct tournament_all *all, int next, const struct division_standing *d, int line)
{
    for (int i = 0; i < all->n_stage_places; i++) {
        const struct stage_place_row *part = &all->stage_place[i];
        if (part->stage != next || part->place != d->line[line].place)
            continue;
        if (all->row.format == FORMAT_GROUPS)
            return GOES_ON;
        return part->division < d->division ? GOES_UP : part->division > d->division ? GOES_DOWN : STAYS;
    }
    return STAYS;
}

/* Else as it would be now: only places with a person go up or on, the first of them. */
static enum goes move_of(const struct tournament_all *all, int stage, const struct division_standing *d, int line, int divisions, int moves)
{
    const struct tournament_row *row = &all->row;
    int ahead = 0;
    if (row->format != FORMAT_SWISS && stage_of(all, stage + 1))
        return moved(all, stage + 1, d, line);
    for (int i = 0; i < line; i++)
        ahead += place_of(all, d->line[i].place)->person != 0;
    bool among_first = ahead < moves && place_of(all, d->line[line].place)->person;
    if (row->format == FORMAT_LEAGUE && stage < row->stages && divisions > 1) {
        if (d->division > 0 && among_first)
            return GOES_UP;
        return d->division < divisions - 1 && line >= d->n - row->moves ? GOES_DOWN : STAYS;
    }
    return row->format == FORMAT_GROUPS && divisions > 1 && among_first ? GOES_ON : STAYS;
}

static void put_move(const struct req *rq, enum goes move, struct value *out)
{
    static const char *const marks[] = {"", "↑", "↓", "→"}, *const ids[] = {"", "up", "down", "on"};
    static const char *const words[] = {"", N_("goes up"), N_("goes down"), N_("goes on to the next stage")};
    struct value *mark = move == STAYS ? NULL : put_text(put_text(new_object(rq->arena), K_id, ids[move]), K_sign, marks[move]);
    put(out, K_mark, mark ? put_text(mark, K_text, req_words(rq, words[move])) : NULL);
}

/* Points a table of the opponents, in thousandths as people read it: "0.583". */
static const char *mean_text(const struct req *rq, const struct standing_line *line)
{
    if (!line->opponents_n)
        return "–";
    const int64_t whole = (int64_t)POINT * 27720;
    int64_t thousandths = (1000 * (line->opponents_sum / line->opponents_n) + whole / 2) / whole;
    return arena_printf(rq->arena, "%lld.%03lld", (long long)(thousandths / 1000), (long long)(thousandths % 1000));
}

/* What decided between those who were equal. */
static const char *tie_words(const struct req *rq, const struct division_standing *d, int line)
{
    const struct text_value values[] = {{"points", tournament_points(rq, d->line[line].direct), 0}, {"lot", NULL, d->line[line].lot}};
    if (!d->tied[line])
        return NULL;
    return req_fill(rq, d->by_lot[line] ? N_("tie: {points}, lot {lot}") : N_("tie: {points}"), values, 2);
}

static struct value *row_model(const struct req *rq, const struct shown_tournament *t, int stage, const struct division_standing *d, int line, int divisions,
                               int moves)
{
    const struct standing_line *s = &d->line[line];
    const struct place_row *place = place_of(&t->all, s->place);
    struct value *row = put_int(new_object(rq->arena), K_rank, s->rank);
    tournament_put_person(rq, t, place->person, place->name, row);
    put_int(row, K_place, s->place);
    put_text(row, K_points, tournament_points(rq, s->points));
    put_int(row, K_parts, s->points);
    put_int(row, K_tables, s->tables);
    put_text(row, K_opponents, mean_text(rq, s));
    put_text(row, K_direct, tournament_points(rq, s->direct));
    put_int(row, K_lot, s->lot);
    put_text(row, K_note, t->all.row.status == TOURNAMENT_RUNNING && !s->tables ? NULL : tie_words(rq, d, line));
    put_move(rq, move_of(&t->all, stage, d, line, divisions, moves), row);
    return row;
}

/* How many of each division go up or on: of groups more than chosen while they would be too few for a table (divisions_promoted()). */
static int moves_of(const struct shown_tournament *t, const struct division_standing *standings, int n)
{
    int moves = t->all.row.moves, people = 0;
    if (t->all.row.format != FORMAT_GROUPS || !t->rules)
        return moves;
    for (;; moves++, people = 0) {
        for (int d = 0; d < n; d++)
            for (int i = 0, ahead = 0; i < standings[d].n && ahead < moves; i++)
                if (place_of(&t->all, standings[d].line[i].place)->person)
                    ahead++, people++;
        if (people >= t->rules->min_seats || moves >= DIVISION_MOST)
            return moves;
    }
}

struct value *tournament_standings_model(const struct req *rq, const struct shown_tournament *t, int stage)
{
    int n;
    const struct division_standing *standings = tournament_standings(rq, &t->all, stage, &n);
    struct value *divisions = new_list(rq->arena);
    const int moves = moves_of(t, standings, n);
    for (int d = 0; d < n; d++) {
        struct value *division = add_object(divisions), *rows;
        const char *label = tournament_division_words(rq, t->all.row.format, stage, d, n);
        put_text(division, K_label, label ? label : tournament_stage_words(rq, t->all.row.format, stage));
        put_bool(division, K_is_named, label != NULL);
        rows = put_list(division, K_rows);
        for (int i = 0; i < standings[d].n; i++)
            add(rows, row_model(rq, t, stage, &standings[d], i, n, moves));
    }
    return divisions;
}

/* ---- in words ---- */

int tournament_first(const struct req *rq, const struct tournament_all *all)
{
    int n;
    const struct division_standing *standings = tournament_standings(rq, all, all->row.stage, &n);
    return n && standings[0].n ? standings[0].line[0].place : NO_PLACE;
}

const char *tournament_legend(const struct req *rq, const struct value *divisions)
{
    bool moves = false, on = false;
    for (size_t d = 0; d < value_n(divisions); d++) {
        const struct value *rows = get(value_at(divisions, d), K_rows);
        for (size_t i = 0; i < value_n(rows); i++) {
            const char *id = get_text(get(value_at(rows, i), K_mark), K_id);
            on = on || (id && !strcmp(id, "on"));
            moves = moves || (id && strcmp(id, "on") != 0);
        }
    }
    return on ? req_words(rq, N_("→ goes on to the next stage")) : moves ? req_words(rq, N_("↑ goes up, ↓ goes down")) : NULL;
}
