/* How the reader stands in a tournament, in a few words. */
#include "config.h"

#include "cgi/model/model.h"
#include "cgi/pages/tournaments.h"

#include "cgi/base/banned.h"

/* How one place stands in the stage that runs. */
struct stand {
    int16_t place, division, rank, of;
    int points;
};

/* Of all places; no pointers, so that it can be kept as it is. */
struct stand_list {
    int n, divisions;
    struct stand one[];
};

static size_t size_of(int n)
{
    return sizeof(struct stand_list) + (size_t)n * sizeof(struct stand);
}

static const struct stand_list *work_out(const struct req *rq, const struct tournament_all *all)
{
    int divisions;
    const struct division_standing *standings = tournament_standings(rq, all, all->row.stage, &divisions);
    struct stand_list *stands = arena_alloc(rq->arena, size_of(all->n_stage_places));
    stands->divisions = divisions;
    for (int d = 0; d < divisions; d++)
        for (int i = 0; i < standings[d].n; i++) {
            const struct standing_line *line = &standings[d].line[i];
            stands->one[stands->n++] = (struct stand){(int16_t)line->place, (int16_t)d, (int16_t)line->rank, (int16_t)standings[d].n, line->points};
        }
    return stands;
}

static const char *words_of(const struct req *rq, const struct tournament_row *row, const struct stand_list *stands, int place)
{
    const struct stand *one = NULL;
    for (int i = 0; i < stands->n && !one; i++)
        one = stands->one[i].place == place ? &stands->one[i] : NULL;
    if (!one)
        return NULL;
    const char *division = tournament_division_words(rq, row->format, row->stage, one->division, stands->divisions);
    const struct text_value values[] = {{"division", division, 0}, {"rank", NULL, one->rank}, {"of", NULL, one->of},
                                        {"points", tournament_points(rq, one->points), 0}};
    return req_fill(rq, division ? N_("{division}: place {rank} of {of}, points: {points}") : N_("Place {rank} of {of}, points: {points}"), values, 4);
}

const char *tournament_stands(const struct req *rq, const struct tournament_all *all)
{
    for (int i = 0; rq->who.id && i < all->n_entrants; i++)
        if (all->entrant[i].person == rq->who.id && all->entrant[i].status == ENTRANT_PLAYS)
            return words_of(rq, &all->row, work_out(rq, all), all->entrant[i].place);
    return NULL;
}

const char *tournament_stands_listed(struct req *rq, const struct tournament_listed *one)
{
    const struct cache_key key = {{CACHE_STANDS, one->row.id, one->row.stage, one->counted, one->last_act}};
    struct tournament_all all;
    struct err ignored;
    if (one->row.status != TOURNAMENT_RUNNING || one->place == NO_PLACE)
        return NULL;
    const struct stand_list *stands = cache_get(rq->service->cache, rq->arena, &key, 0);
    if (stands)
        return words_of(rq, &one->row, stands, one->place);
    if (!store_tournament(rq->db, rq->arena, one->row.id, false, &all, &ignored))
        return NULL;
    stands = work_out(rq, &all);
    if (all.row.stage == one->row.stage)
        cache_put_copy(rq->service->cache, rq->arena, &key, stands, size_of(stands->n));
    return words_of(rq, &all.row, stands, one->place);
}
