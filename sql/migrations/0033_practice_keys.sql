-- A practice table leads back to the game that it comes of. Where that is private and its maker does not play there, the key leads there with
-- which the maker came. `ridotto migrate` may run while the program of before serves: it keeps no key, and leads back without.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

-- The key of the game of practice_of, as it was then; null: there was none, or its maker needed none.
ALTER TABLE game ADD practice_key text;

-- What opens to the owner of practice table @which the game that it comes of: '' nothing more, or its key; null: it is not open to that one
-- (any more), or deleted. @ply is the table's practice_ply: of other games nothing is asked.
CREATE FUNCTION practice_opens(which bigint, ply integer) RETURNS text LANGUAGE sql STABLE STRICT AS $$
    SELECT CASE WHEN o.invitation IS NULL OR EXISTS (SELECT FROM seat s WHERE s.game = o.id AND t.owner IN (s.person, s.kept_for)) THEN ''
                WHEN o.invitation = t.practice_key THEN o.invitation END
    FROM game t JOIN game o ON o.id = t.practice_of WHERE t.id = which
$$;
