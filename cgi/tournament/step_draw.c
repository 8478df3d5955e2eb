/* The draw of a stage: who is in which division, and the tables. */
#include "config.h"

#include <string.h>

#include "cgi/tournament/count.h"
#include "cgi/tournament/pairing.h"
#include "cgi/tournament/parts.h"
#include "rules/engine/rng.h"

#include "cgi/base/banned.h"

static uint64_t seed_of(const struct step *s, int stage)
{
    struct rng rng;
    rng_init(&rng, s->all.row.lot, UINT64_C(1) << 32 | (uint64_t)stage);
    uint64_t high = rng_below(&rng, UINT32_MAX);
    return high << 32 | rng_below(&rng, UINT32_MAX);
}

/* ---- what is known of those who are drawn ---- */

static bool find_blocks(struct step *s, const int *places, int n, struct pairing *p, struct err *err)
{
    struct tournament_seeds seeds;
    int64_t *people = arena_array(s->arena, (size_t)n, sizeof(*people));
    for (int i = 0; i < n; i++)
        people[i] = place_person(&s->all, places[i]);
    if (!store_tournament_seeds(s->db, s->arena, s->all.row.rules_id, people, n, &seeds, err))
        return false;
    for (int i = 0; i < seeds.n_blocks; i++)
        pairing_apart(p, seeds.block[i].a, seeds.block[i].b);
    return true;
}

/* By place: its number among those who are drawn, -1: is none of them. */
static int *numbers_of(const struct step *s, const int *places, int n)
{
    int *number = arena_array(s->arena, (size_t)s->all.n_places, sizeof(*number));
    for (int i = 0; i < s->all.n_places; i++)
        number[i] = -1;
    for (int i = 0; i < n; i++)
        number[places[i]] = i;
    return number;
}

static void find_points(const struct step *s, const int *number, struct pairing *p)
{
    for (int i = 0; i < s->all.n_fixtures; i++) {
        const struct fixture_row *f = &s->all.fixture[i];
        for (int a = 0; a < f->n; a++) {
            int one = number[f->place[a]];
            if (one < 0)
                continue;
            p->points[one] += f->how != HOW_NOT_YET ? f->points[a] : 0;
            p->sat_out[one] += f->n == 1;
            for (int b = 0; b < f->n; b++)
                if (b != a && number[f->place[b]] >= 0)
                    p->met[one][number[f->place[b]]]++;
        }
    }
}

/* ---- tables ---- */

static struct fixture_row *add_table(struct step *s, int stage, int division)
{
    struct tournament_change *change = &s->change;
    change->fixture = one_more(s->arena, change->fixture, change->n_fixtures, sizeof(*change->fixture));
    struct fixture_row *f = &change->fixture[change->n_fixtures++];
    *f = (struct fixture_row){.stage = stage, .number = change->n_fixtures, .division = division};
    return f;
}

static void add_part(struct step *s, int stage, int place, int division)
{
    struct tournament_change *change = &s->change;
    change->stage_place = one_more(s->arena, change->stage_place, change->n_stage_places, sizeof(*change->stage_place));
    change->stage_place[change->n_stage_places++] = (struct stage_place_row){.stage = stage, .place = place, .division = division};
}

static void drawn(struct step *s, int stage)
{
    change_act(s->arena, &s->change, ACT_DRAWN)->stage = stage;
}

/* One division: who is in it, and its tables. */
struct round_robin {
    int n, n_tables;
    int place[DIVISION_MOST];
    struct round_robin_table table[DIVISION_TABLES_MOST];
};

/* First tables of all divisions come first, so that all begin alike. */
static void add_round_robins(struct step *s, int stage, const struct round_robin *robin, int n)
{
    for (int t = 0; t < DIVISION_TABLES_MOST; t++)
        for (int d = 0; d < n; d++) {
            if (t >= robin[d].n_tables)
                continue;
            struct fixture_row *f = add_table(s, stage, d);
            f->n = robin[d].table[t].n;
            for (int seat = 0; seat < f->n; seat++)
                f->place[seat] = robin[d].place[robin[d].table[t].who[seat]];
        }
}

void step_draw_divided(struct step *s, const struct stage_row *stage, const struct divided *divided)
{
    struct round_robin *robin = arena_array(s->arena, (size_t)divided->n_divisions, sizeof(*robin));
    for (int i = 0; i < divided->n; i++) {
        struct round_robin *of = &robin[divided->division[i]];
        add_part(s, stage->stage, divided->place[i], divided->division[i]);
        if (of->n < DIVISION_MOST)
            of->place[of->n++] = divided->place[i];
    }
    for (int d = 0; d < divided->n_divisions; d++)
        if (robin[d].n >= 2)
            robin[d].n_tables = schedule_round_robin(robin[d].n, s->all.row.seats, s->rules->min_seats, robin[d].table);
    add_round_robins(s, stage->stage, robin, divided->n_divisions);
    drawn(s, stage->stage);
}

static void draw_divisions(struct step *s, const struct stage_row *stage, const struct pairing *p, const int *places)
{
    struct divided *divided = arena_alloc(s->arena, sizeof(*divided));
    divided->n = p->n;
    divided->n_divisions = schedule_divisions(p->n, s->all.row.size, divided->sizes);
    if (s->all.row.format == FORMAT_LEAGUE)
        pairing_league(p, divided->sizes, divided->n_divisions, divided->division);
    else
        pairing_groups(p, divided->sizes, divided->n_divisions, divided->division);
    for (int i = 0; i < p->n; i++)
        divided->place[i] = (uint16_t)places[i];
    step_draw_divided(s, stage, divided);
}

/* Places without a person are not drawn, but stand in the standings. */
static void draw_round(struct step *s, const struct stage_row *stage, const struct pairing *p, const int *places)
{
    struct draw *draw = arena_alloc(s->arena, sizeof(*draw));
    pairing_swiss(p, s->all.row.seats, s->rules->min_seats, draw);
    for (int i = 0; i < s->all.n_places; i++)
        add_part(s, stage->stage, s->all.place[i].place, 0);
    for (int t = 0; t < draw->n; t++) {
        struct fixture_row *f = add_table(s, stage->stage, 0);
        f->n = draw->table[t].n;
        for (int seat = 0; seat < f->n; seat++)
            f->place[seat] = places[draw->table[t].who[seat]];
    }
    for (int i = 0; i < draw->n_out; i++) {
        struct fixture_row *f = add_table(s, stage->stage, 0);
        f->n = 1;
        f->place[0] = places[draw->out[i]];
        count_alone(s->arena, f, &s->change);
    }
    drawn(s, stage->stage);
}

bool step_draw(struct step *s, const struct stage_row *stage, const int *places, int n, struct err *err)
{
    struct pairing *p = arena_alloc(s->arena, sizeof(*p));
    p->n = n;
    p->seed = seed_of(s, stage->stage);
    if (!find_blocks(s, places, n, p, err))
        return false;
    if (s->all.row.format == FORMAT_SWISS) {
        find_points(s, numbers_of(s, places, n), p);
        draw_round(s, stage, p, places);
    } else {
        draw_divisions(s, stage, p, places);
    }
    return true;
}
