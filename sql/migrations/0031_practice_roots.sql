-- Who looks on at a game may open practice tables from it, with hints and with bots everywhere, and may then take a seat over in that game.
-- From then on what holds for tables that are opened from one's own game holds for these. `ridotto migrate` may run while the program of
-- before serves: what that one makes meanwhile is known by practice_of alone.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

-- The game that a practice table comes of, from table to table; null: that one is deleted, or it was made by the program of before.
ALTER TABLE game ADD practice_root bigint REFERENCES game ON DELETE SET NULL;
CREATE INDEX game_practice_root ON game (practice_root) WHERE practice_root IS NOT NULL;

WITH RECURSIVE come AS (
    SELECT id, practice_of AS root FROM game WHERE practice_ply IS NOT NULL AND practice_of IS NOT NULL
    UNION
    SELECT come.id, g.practice_of FROM come JOIN game g ON g.id = come.root WHERE g.practice_ply IS NOT NULL
)
UPDATE game t SET practice_root = come.root FROM come JOIN game g ON g.id = come.root WHERE t.id = come.id AND g.practice_ply IS NULL;

-- The seat of practice table @which that no bot may play: its maker's in the game that it comes of, while that goes on without hints, as it
-- was when the table was made, or as it is now. Null: there is none such. @ply is the table's practice_ply: of other games nothing is asked.
CREATE FUNCTION practice_bound(which bigint, ply integer) RETURNS smallint LANGUAGE sql STABLE STRICT AS $$
    SELECT coalesce(t.practice_seat, (
        SELECT s.seat FROM game o JOIN seat s ON s.game = o.id
        WHERE o.id = coalesce(t.practice_root, t.practice_of) AND s.person = t.owner AND o.status = 'running' AND NOT o.hints
            AND (SELECT count(p.person) FROM seat p WHERE p.game = o.id) > 1))
    FROM game t WHERE t.id = which
$$;
