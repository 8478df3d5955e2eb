/* The steps by which a tournament goes on by itself. */
#include "config.h"

#include "cgi/tournament/parts.h"

#include "cgi/base/banned.h"

static bool is_empty(const struct tournament_change *change)
{
    return !change->has_status && !change->postponed_to && !change->n_entrants && !change->stage_new && !change->stage_moved && !change->n_counted
        && !change->n_acts && !change->n_take && !change->n_leave && !change->n_expected;
}

static bool commit(struct step *s, bool *done, struct err *err)
{
    *done = !is_empty(&s->change);
    return !*done || store_tournament_change(s->db, s->arena, s->id, &s->change, s->now, err);
}

/* What could be expected of one table, which takes a while: nobody waits for it. */
static bool expect_one(struct step *s, const struct fixture_row *fixture, struct err *err)
{
    struct tournament_change change = {.n_expected = 1, .expected = arena_alloc(s->arena, sizeof(*change.expected))};
    *change.expected = *fixture;
    store_rollback(s->db);
    expect_points(s->db, s->arena, fixture, change.expected->expected);
    struct tournament_all meanwhile;
    if (!store_tournament(s->db, s->arena, s->id, true, &meanwhile, err))
        return false;
    const struct fixture_row *now = fixture_of(&meanwhile, fixture->stage, fixture->number);
    return !now || now->has_expected || now->how != HOW_NOT_YET
        || store_tournament_change(s->db, s->arena, s->id, &change, s->now, err);
}

static bool go_on(struct step *s, bool *done, struct err *err)
{
    struct stage_row *stage = step_running_stage(s);
    if (stage && step_may_close(s, stage)) {
        struct fixture_row *fixture = step_unexpected(s, stage);
        *done = true;
        if (fixture)
            return expect_one(s, fixture, err);
        step_close(s, stage);
        return commit(s, done, err);
    }
    if (!stage)
        return step_next(s, err) && commit(s, done, err);
    return step_open(s, done, err);
}

/* Nobody but its organiser, and the operator, would end the pause. */
static bool is_left_paused(const struct step *s)
{
    return s->all.row.paused && s->all.row.organiser_held_until > s->now;
}

static bool run(struct step *s, bool *done, struct err *err)
{
    if (is_left_paused(s)) {
        change_goes_on(s->arena, &s->all, &s->change, 0, s->now);
        return commit(s, done, err);
    }
    step_count(s);
    step_drop(s);
    step_give_places(s);
    return commit(s, done, err) && (*done || s->all.row.paused || go_on(s, done, err));
}

static bool step(struct step *s, bool *done, struct err *err)
{
    struct setup setup;
    if (!store_tournament(s->db, s->arena, s->id, true, &s->all, err))
        return false;
    if (s->all.row.status != TOURNAMENT_OPEN && s->all.row.status != TOURNAMENT_RUNNING)
        return true;
    s->rules = tournament_rules(&s->all.row, s->all.row.seats, &setup, err);
    if (!s->rules)
        return false;
    if (s->all.row.status == TOURNAMENT_OPEN)
        return step_start(s, err) && commit(s, done, err);
    return run(s, done, err);
}

bool tournament_step(struct db *db, struct arena *arena, int64_t id, int64_t now, bool *again, struct err *err)
{
    struct step s = {.db = db, .arena = arena, .id = id, .now = now};
    bool done = false, tended = false;
    bool ok = step(&s, &done, err);
    if (ok && !done && s.all.row.stirred)
        ok = store_tournament_quiet(db, id, err);
    store_rollback(db);
    if (ok && !done && s.all.row.status == TOURNAMENT_RUNNING)
        ok = step_tend(&s, &tended, err);
    *again = done || tended;
    return ok;
}

bool tournaments_due(struct db *db, struct arena *arena, int64_t now, int most, int64_t after, int64_t **ids, int *n, struct err *err)
{
    return store_tournaments_due(db, arena, now, now - CANCELLED_AFTER_DAYS * DAY_SECONDS * SECOND, most, after, ids, n, err);
}
