#include "config.h"

#include "cgi/tournament/find.h"

#include "cgi/base/zone.h"

#include "cgi/base/banned.h"

int64_t calendar_after(const char *name, int64_t at, int days)
{
    const struct zone *zone = zone_find(name);
    int64_t seconds = at / SECOND, rest = at % SECOND;
    if (!zone)
        return at + days * DAY_SECONDS * SECOND;
    return zone_first(zone, seconds + zone_offset(zone, seconds) + days * DAY_SECONDS) * SECOND + rest;
}

struct entrant_row *entrant_of(const struct tournament_all *all, int64_t person)
{
    for (int i = 0; i < all->n_entrants; i++)
        if (all->entrant[i].person == person)
            return &all->entrant[i];
    return NULL;
}

struct stage_row *stage_of(const struct tournament_all *all, int stage)
{
    for (int i = 0; i < all->n_stages; i++)
        if (all->stage[i].stage == stage)
            return &all->stage[i];
    return NULL;
}

struct fixture_row *fixture_of(const struct tournament_all *all, int stage, int number)
{
    for (int i = 0; i < all->n_fixtures; i++)
        if (all->fixture[i].stage == stage && all->fixture[i].number == number)
            return &all->fixture[i];
    return NULL;
}

const struct place_row *place_of(const struct tournament_all *all, int place)
{
    return place >= 0 && place < all->n_places ? &all->place[place] : NULL;
}

int64_t place_person(const struct tournament_all *all, int place)
{
    const struct place_row *row = place_of(all, place);
    return row ? row->person : 0;
}

int tables_that_count(const struct tournament_all *all, int stage, int division, struct counted *tables)
{
    const bool swiss = all->row.format == FORMAT_SWISS;
    int n = 0;
    for (int i = 0; i < all->n_fixtures; i++) {
        const struct fixture_row *f = &all->fixture[i];
        bool is_of = swiss ? f->stage <= stage : f->stage == stage && f->division == division;
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
