-- Of the deadlines somebody has met or missed the newest fifty count: of the missed only those are looked at that can be among
-- them, and in a game its own moves (coalesce: not all of somebody's, by move_took).
-- borne: it takes and gives the same as before, and comes to the same numbers
CREATE OR REPLACE FUNCTION reliability(who bigint) RETURNS TABLE (deadlines integer, percent integer, at_doors integer) LANGUAGE sql STABLE AS $$
    WITH met AS (
        SELECT m.game, m.ply, m.at FROM move m JOIN game g ON g.id = m.game
        WHERE m.person = who AND m.took IS NOT NULL AND g.invitation IS NULL AND NOT g.apart
            AND EXISTS (SELECT FROM seat o WHERE o.game = g.id AND o.person <> who)
        ORDER BY m.at DESC, m.game DESC, m.ply DESC LIMIT 50
    ), since AS (                                    -- with fifty that were met nothing before them counts
        SELECT CASE WHEN count(*) < 50 THEN '-infinity' ELSE min(at) END AS at FROM met
    ), missed AS (
        SELECT i.game, i.ply, i.at FROM incident i JOIN game g ON g.id = i.game
        WHERE i.person = who AND i.at >= (SELECT at FROM since) AND i.kind IN ('missed', 'lapsed') AND g.invitation IS NULL AND NOT g.apart
            AND EXISTS (SELECT FROM seat o WHERE o.game = g.id AND o.person <> who)
        ORDER BY i.at DESC, i.game DESC, i.ply DESC LIMIT 50
    ), excused AS (                                  -- of which it is not known yet, or will not be, whether the second time was met
        SELECT e.game, e.ply, e.at FROM incident e JOIN game g ON g.id = e.game
        WHERE e.person = who AND e.at >= (SELECT at FROM since) AND e.kind = 'excused' AND g.invitation IS NULL AND NOT g.apart
            AND EXISTS (SELECT FROM seat o WHERE o.game = g.id AND o.person <> who)
            AND NOT EXISTS (SELECT FROM move b WHERE b.game = e.game AND b.person = who AND coalesce(b.took, -1) >= 0 AND b.ply > e.ply)
            AND NOT EXISTS (SELECT FROM incident x WHERE x.game = e.game AND x.person = who AND x.kind IN ('missed', 'lapsed') AND x.id > e.id)
        ORDER BY e.at DESC, e.game DESC, e.ply DESC LIMIT 50
    ), newest AS (
        SELECT game, ply, at, 2 AS halves FROM met UNION ALL SELECT game, ply, at, 0 FROM missed UNION ALL SELECT game, ply, at, 1 FROM excused
        ORDER BY at DESC, game DESC, ply DESC LIMIT 50
    ), counted AS (
        SELECT count(*)::integer AS n, sum(CASE WHEN o.halves = 2 AND EXISTS (
            SELECT FROM incident e WHERE e.game = o.game AND e.person = who AND e.kind = 'excused' AND e.ply < o.ply
                AND NOT EXISTS (SELECT FROM move b WHERE b.game = o.game AND b.person = who AND coalesce(b.took, -1) >= 0
                    AND b.ply > e.ply AND b.ply < o.ply)
                AND NOT EXISTS (SELECT FROM incident x WHERE x.game = o.game AND x.person = who AND x.kind IN ('missed', 'lapsed')
                    AND x.id > e.id AND x.ply < o.ply)
            ) THEN 1 ELSE o.halves END) AS halves
        FROM newest o
    )
    SELECT n, round(50.0 * halves / nullif(n, 0))::integer, CASE WHEN n < 10 THEN 80 ELSE round(50.0 * halves / nullif(n, 0))::integer END FROM counted
$$;
