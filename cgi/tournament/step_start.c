/* The start: people get their places, or it is put off, or cancelled. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cgi/tournament/parts.h"
#include "rules/engine/rng.h"

#include "cgi/base/banned.h"

enum { LOT_MOST = 1000000 };

/* ---- who takes part ---- */

/* Those who have joined and may play; who may not is told from them for good. */
static int those_who_play(struct step *s, struct entrant_row **who)
{
    int n = 0;
    for (int i = 0; i < s->all.n_entrants; i++) {
        struct entrant_row *e = &s->all.entrant[i];
        if (e->status != ENTRANT_WAITS)
            continue;
        if (step_is_held(s, e)) {
            *change_entrant(s->arena, &s->change) = (struct entrant_change){.person = e->person, .status = ENTRANT_GONE, .place = NO_PLACE};
            e->status = ENTRANT_GONE;
        } else if (n < TOURNAMENT_MOST) {
            who[n++] = e;
        }
    }
    return n;
}

/* ---- places ---- */

struct seed {
    struct entrant_row *who;
    int rating, lot;
};

static int by_strength(const void *a, const void *b)
{
    const struct seed *p = a, *q = b;
    return p->rating != q->rating ? (p->rating > q->rating ? -1 : 1) : p->lot < q->lot ? -1 : p->lot > q->lot;
}

static bool is_taken(const struct step *s, const struct seed *seeds, int n, int lot)
{
    for (int i = 0; i < n; i++)
        if (seeds[i].lot == lot)
            return true;
    for (int i = 0; i < s->all.n_places; i++)
        if (s->all.place[i].lot == lot)
            return true;
    return false;
}

/* Each new place draws its lot; no two have the same. */
static void draw_lots(const struct step *s, struct seed *seeds, int n)
{
    struct rng rng;
    rng_init(&rng, s->all.row.lot, 1 + (uint64_t)s->all.n_places);
    for (int i = 0; i < n; i++)
        do
            seeds[i].lot = 1 + (int)rng_below(&rng, LOT_MOST);
        while (is_taken(s, seeds, i, seeds[i].lot));
}

bool step_new_places(struct step *s, struct entrant_row **who, int n, struct err *err)
{
    struct seed *seeds = arena_array(s->arena, (size_t)n, sizeof(*seeds));
    int64_t *people = arena_array(s->arena, (size_t)n, sizeof(*people));
    struct tournament_seeds known;
    for (int i = 0; i < n; i++)
        people[i] = who[i]->person;
    if (!store_tournament_seeds(s->db, s->arena, s->all.row.rules_id, people, n, &known, err))
        return false;
    for (int i = 0; i < n; i++)
        seeds[i] = (struct seed){.who = who[i], .rating = known.rating[i]};
    draw_lots(s, seeds, n);
    if (n > 1)
        qsort(seeds, (size_t)n, sizeof(*seeds), by_strength);
    struct place_row *places = arena_array(s->arena, (size_t)(s->all.n_places + n), sizeof(*places));
    if (s->all.n_places)
        memcpy(places, s->all.place, (size_t)s->all.n_places * sizeof(*places));
    s->all.place = places;
    s->change.place = places + s->all.n_places;
    s->change.n_places = n;
    for (int i = 0; i < n; i++) {
        int place = s->all.n_places++;
        places[place] = (struct place_row){.place = place, .lot = seeds[i].lot};
        step_seat_person(s, seeds[i].who, place);
    }
    return true;
}

/* ---- the start ---- */

static bool begin(struct step *s, struct entrant_row **who, int n, int64_t opens, struct err *err)
{
    if (!step_new_places(s, who, n, err))
        return false;
    int *places = arena_array(s->arena, (size_t)n, sizeof(*places));
    struct stage_row *stage = arena_alloc(s->arena, sizeof(*stage));
    for (int i = 0; i < n; i++)
        places[i] = i;
    if (s->all.row.format == FORMAT_SWISS)
        step_standing(s, places); /* all are equal: the lot says who is last, and not how strong they are */
    *stage = (struct stage_row){.stage = 1, .opens = opens, .closes = calendar_after(s->all.row.zone, opens, s->all.row.days)};
    s->change.has_status = true;
    s->change.status = TOURNAMENT_RUNNING;
    s->change.stage = 1;
    s->change.stage_new = stage;
    change_act(s->arena, &s->change, ACT_STARTED);
    return step_draw(s, stage, places, n, err);
}

/* Once, by the length of a stage. */
static void put_off(struct step *s)
{
    const struct tournament_row *row = &s->all.row;
    if (row->postponed || !row->starts) {
        change_cancelled(s->arena, &s->all, &s->change, 0);
        return;
    }
    int64_t to = calendar_after(row->zone, row->starts, row->days);
    s->change.postponed_to = to > s->now ? to : calendar_after(row->zone, s->now, row->days);
    change_act(s->arena, &s->change, ACT_POSTPONED);
}

bool step_start(struct step *s, struct err *err)
{
    const struct tournament_row *row = &s->all.row;
    struct entrant_row *who[TOURNAMENT_MOST];
    bool is_day = row->starts && row->starts <= s->now;
    bool is_full = row->when_full && row->n_in >= row->most;
    bool is_late = !row->starts && row->made <= s->now - CANCELLED_AFTER_DAYS * DAY_SECONDS * SECOND;
    if (!is_day && !is_full && !is_late)
        return true;
    int n = those_who_play(s, who);
    int least = least_people(s->rules);
    if (is_late && !(is_full && n >= row->most)) {
        put_off(s);
        return true;
    }
    if (!is_day && n < row->most) /* somebody of those who made it full may not play */
        return true;
    if (n >= least)
        return begin(s, who, n, is_day ? step_now(s, row->starts) : s->now, err);
    put_off(s);
    return true;
}
