/* Tables of a stage: they open, those that are over count, and who plays at a place sits at its seats. */
#include "config.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/play/play.h"
#include "cgi/tournament/count.h"
#include "cgi/tournament/parts.h"
#include "rules/engine/bots.h"

#include "cgi/base/banned.h"

/* ---- counting ---- */

/* A game that ends without a result counts like one that is not finished. One that ends after the last day is not finished, which step_close()
 * says; while a tournament is paused nobody knows yet which day that is. */
void step_count(struct step *s)
{
    for (int i = 0; i < s->all.n_fixtures; i++) {
        struct fixture_row *f = &s->all.fixture[i];
        const struct stage_row *stage = f->how == HOW_NOT_YET && f->is_over ? stage_of(&s->all, f->stage) : NULL;
        if (!stage || stage->closed)
            continue;
        if (!f->has_result)
            count_unfinished(s->arena, &s->all, f, &s->change);
        else if (s->all.row.paused || f->ended <= stage->closes)
            count_played(s->arena, f, &s->change);
        else
            continue;
        *f = s->change.counted[s->change.n_counted - 1];
    }
}

/* ---- opening ---- */

/* By place: how many games its person plays that still count, and how many more it may be. */
static int *games_left(const struct step *s)
{
    int *left = arena_array(s->arena, (size_t)s->all.n_places + 1, sizeof(*left));
    for (int i = 0; i < s->all.n_entrants; i++)
        if (s->all.entrant[i].status == ENTRANT_PLAYS)
            left[s->all.entrant[i].place] = s->all.entrant[i].at_once;
    for (int i = 0; i < s->all.n_fixtures; i++) {
        const struct fixture_row *f = &s->all.fixture[i];
        for (int seat = 0; f->how == HOW_NOT_YET && f->game && seat < f->n; seat++)
            left[f->place[seat]]--;
    }
    return left;
}

/* A place without a person has a bot, which has time for any number of games. A table of bots alone does not open. */
static bool may_open(const struct step *s, const struct fixture_row *f, const int *left)
{
    int people = 0;
    for (int seat = 0; seat < f->n; seat++) {
        if (!place_person(&s->all, f->place[seat]))
            continue;
        people++;
        if (left[f->place[seat]] <= 0)
            return false;
    }
    return people > 0;
}

static bool open_one(struct step *s, const struct fixture_row *f, struct fixture_open *open, struct err *err)
{
    *open = (struct fixture_open){.stage = f->stage, .number = f->number, .pace = &s->all.row.pace, .bot = bot_kinds[BOT_ADVISE].id};
    open->rules = tournament_rules(&s->all.row, f->n, &open->setup, err);
    for (int seat = 0; seat < f->n; seat++)
        open->person[seat] = place_person(&s->all, f->place[seat]);
    randombytes_buf(open->secret, sizeof(open->secret));
    return open->rules != NULL;
}

bool step_open(struct step *s, bool *opened, struct err *err)
{
    const struct stage_row *stage = step_running_stage(s);
    struct fixture_open *open = arena_array(s->arena, FIXTURES_AT_ONCE, sizeof(*open));
    int *left = games_left(s), n = 0;
    for (int i = 0; stage && i < s->all.n_fixtures && n < FIXTURES_AT_ONCE; i++) {
        const struct fixture_row *f = &s->all.fixture[i];
        if (f->stage != stage->stage || f->how != HOW_NOT_YET || f->game || !may_open(s, f, left))
            continue;
        if (!open_one(s, f, &open[n++], err))
            return false;
        for (int seat = 0; seat < f->n; seat++)
            left[f->place[seat]]--;
    }
    *opened = n > 0;
    bool ok = !n || store_fixtures_open(s->db, s->arena, s->id, open, n, err);
    sodium_memzero(open, FIXTURES_AT_ONCE * sizeof(*open));
    return ok;
}

/* ---- tending ---- */

/* What is to be done at one table. */
struct deed {
    struct step *s;
    const struct fixture_row *f;
    int seat;                      /* NO_SEAT: it starts */
    struct arena *arena;
};

static bool act(void *user, struct err *err)
{
    const struct deed *d = user;
    struct db *db = d->s->db;
    if (d->seat == NO_SEAT)
        return play_start_when_full(db, d->arena, d->f->game, d->s->now, err);
    int64_t person = place_person(&d->s->all, d->f->place[d->seat]);
    return person ? play_give_seat(db, d->arena, d->f->game, person, d->seat, d->s->now, err)
                  : play_open_seat(db, d->arena, d->f->game, d->f->sits[d->seat], d->s->now, err);
}

/* False only when the database is gone: what cannot be done now, as the game is paused or held by another, can be later, and a game that
 * is broken is told of by all who would play it. */
static bool try(struct deed d, bool *done, struct err *err)
{
    struct err failed = {0};
    d.arena = arena_new();
    bool ok = err_catch(act, &d, &failed);
    store_rollback(d.s->db);
    arena_free(d.arena);
    *done = *done || (ok && d.seat != NO_SEAT); /* a game that cannot start is tried anew in the next round of the worker only */
    if (ok || failed.code != ERR_BUSY || failed.held)
        return true;
    *err = failed;
    return false;
}

/* Does somebody sit there, and play, who has dropped out, or is it another's place by now? */
static bool sits_wrong(const struct step *s, const struct fixture_row *f, int seat)
{
    int64_t person = place_person(&s->all, f->place[seat]), sits = f->sits[seat];
    bool is_away = (f->opened | f->resigned) & SEAT_BIT(seat);
    return person ? sits != person : sits && !is_away;
}

bool step_tend(struct step *s, bool *done, struct err *err)
{
    bool ok = true;
    for (int i = 0; ok && i < s->all.n_fixtures; i++) {
        const struct fixture_row *f = &s->all.fixture[i];
        if (f->how != HOW_NOT_YET || !f->game)
            continue;
        if (f->is_open)
            ok = try((struct deed){s, f, NO_SEAT, NULL}, done, err);
        for (int seat = 0; ok && f->is_running && seat < f->n; seat++)
            if (sits_wrong(s, f, seat))
                ok = try((struct deed){s, f, seat, NULL}, done, err);
    }
    return ok;
}
