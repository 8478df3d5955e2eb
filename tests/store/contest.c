#include "tests/store/contest.h"

#include "rules/engine/registry.h"

int64_t now = INT64_C(1780000000) * 1000000; /* a day in May 2026 */
int64_t who[CROWD];

void people_come(void)
{
    for (int i = 0; i < CROWD; i++)
        who[i] = join(arena_printf(arena, "Player%d", i));
}

struct new_tournament wish_for(enum tournament_format format, const char *title)
{
    const struct rules *rules = rules_find("carrara");
    const bool swiss = format == FORMAT_SWISS;
    return (struct new_tournament){.organiser = who[0], .title = title, .zone = "Europe/Rome", .format = format, .rules = rules,
                                   .setup = rules_presets(rules, 2), .pace = pace_kind_find("day")->pace, .size = swiss ? 0 : 4, .moves = swiss ? 0 : 1,
                                   .stages = format == FORMAT_LEAGUE ? 1 : swiss ? 3 : 0, .days = swiss ? 30 : 60, .most = CROWD, .starts = now + 3 * DAY};
}

int64_t opened(const struct new_tournament *wish, int n)
{
    int64_t id;
    const char *field;
    works(tournament_new(db, arena, wish, now, &id, &field, &err));
    for (int i = 0; i < n; i++)
        works(tournament_join(db, arena, id, who[i], 20, now + i, &err));
    return id;
}

int64_t started(const struct new_tournament *wish, int n)
{
    int64_t id = opened(wish, n);
    now = wish->starts + MINUTE;
    run(id);
    assert_int_equal(row_of(id).status, TOURNAMENT_RUNNING);
    return id;
}

void run(int64_t id)
{
    bool again = true;
    for (int i = 0; again && i < 1000; i++)
        works(tournament_step(db, arena, id, now, &again, &err));
    assert_false(again);
}

int64_t number(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *sql = arena_vprintf(arena, format, args);
    va_end(args);
    return strtoll(admin("%s", sql), NULL, 10);
}

struct tournament_all all_of(int64_t id)
{
    struct tournament_all all;
    works(store_tournament(db, arena, id, false, &all, &err));
    return all;
}

struct tournament_row row_of(int64_t id)
{
    return all_of(id).row;
}

int64_t game_of_table(int64_t id, int stage, int table)
{
    return number("SELECT game FROM fixture WHERE tournament = %lld AND stage = %d AND number = %d", (long long)id, stage, table);
}

void ends(int64_t game, const char *ranks)
{
    admin("UPDATE seat SET awaited_since = NULL, awaited_ply = NULL, deadline = NULL, remind = NULL, spent_at = NULL, in_window = false,"
          " rank = substr('%s', seat + 1, 1)::smallint WHERE game = %lld", ranks, (long long)game);
    admin("UPDATE game SET status = 'over', awaits = 0, ending = 'played', ended = to_timestamp(%lld / 1000000.0) WHERE id = %lld",
          (long long)now, (long long)game);
}

void all_end(int64_t id)
{
    const struct tournament_all all = all_of(id);
    for (int i = 0; i < all.n_fixtures; i++)
        if (all.fixture[i].is_running && all.fixture[i].how == HOW_NOT_YET)
            ends(all.fixture[i].game, "12345");
}

void to_close_of(int64_t id, int stage)
{
    now = number("SELECT extract(epoch FROM closes) * 1000000 FROM stage WHERE tournament = %lld AND stage = %d", (long long)id, stage) + MINUTE;
}

void must_stand(int64_t id)
{
    assert_int_equal(number("SELECT count(*) FROM stage_place p JOIN stage s USING (tournament, stage) JOIN tournament t ON t.id = p.tournament"
                            " CROSS JOIN LATERAL (SELECT coalesce(sum(f.points[array_position(f.places, p.place)]), 0) AS points, count(*) AS tables"
                            " FROM fixture f WHERE f.tournament = p.tournament AND p.place = ANY (f.places)"
                            " AND (f.stage = p.stage OR (t.format = 'swiss' AND f.stage < p.stage))) AS own"
                            " WHERE t.id = %lld AND s.closed IS NOT NULL AND (p.points <> own.points OR p.tables <> own.tables OR p.rank IS NULL)",
                            (long long)id), 0);
    assert_int_equal(number("SELECT count(*) FROM stage_place p JOIN stage_place q USING (tournament, stage, division)"
                            " WHERE tournament = %lld AND p.rank < q.rank AND p.points < q.points", (long long)id), 0);
    assert_int_equal(number("SELECT count(*) FROM (SELECT FROM stage_place WHERE tournament = %lld AND rank IS NOT NULL"
                            " GROUP BY stage, division HAVING count(DISTINCT rank) <> count(*)) AS twice", (long long)id), 0);
    assert_int_equal(number("SELECT count(*) FROM fixture f WHERE tournament = %lld AND points IS NOT NULL AND cardinality(places) > 1"
                            " AND (SELECT sum(p) FROM unnest(points) AS p) <> 12 * cardinality(places)", (long long)id), 0);
    assert_int_equal(number("SELECT count(*) FROM (SELECT FROM fixture WHERE tournament = %lld GROUP BY stage, places HAVING count(*) > 1)"
                            " AS twice", (long long)id), 0);
    assert_int_equal(number("SELECT count(*) FROM game g WHERE NOT EXISTS (SELECT FROM fixture f WHERE f.game = g.id)"), 0);
}
