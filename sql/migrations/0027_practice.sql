-- Practice tables: from a position of another game one person plays on alone, as with a wooden board. They are tables apart, and stand in no
-- list but the one of their owner's. `ridotto migrate` may run while the program of before serves: it makes none, and shows none to anybody.
--
-- No seat has its person there: those without a bot are the owner's, all of them. So whatever looks for somebody's seats, to count, to write
-- or to list, finds none of these tables.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

ALTER TABLE game
    -- The move after which it began; null: this is no practice table.
    ADD practice_ply integer,
    -- The game whose position it was; null: that one is deleted.
    ADD practice_of bigint REFERENCES game ON DELETE SET NULL,
    -- The seat that its maker has in that game, while it goes on without hints: no bot shows there what to do. Null: there is none such.
    ADD practice_seat smallint,
    -- The position that it begins with, packed as states are, in place of the rules' own set-up.
    ADD opening bytea;

-- No column of it changes while a game is played: an index that holds one that does would cost every move.
CREATE INDEX game_practice ON game (owner, id) WHERE practice_ply IS NOT NULL;
CREATE INDEX game_practice_of ON game (practice_of) WHERE practice_of IS NOT NULL;

-- Deletes one practice table of @who, or all of them. Return: how many there were.
CREATE FUNCTION practice_delete(who bigint, which bigint) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    tables bigint[];
BEGIN
    tables := ARRAY(SELECT g.id FROM game g
        WHERE g.owner = who AND g.practice_ply IS NOT NULL AND (which IS NULL OR g.id = which) ORDER BY g.id FOR UPDATE);
    PERFORM tables_delete(tables);
    RETURN cardinality(tables);
END $$;

-- Deletes @most practice tables at which nothing was played since @before. What somebody is at just now is left for the next time. Return:
-- how many; less than @most: that was all.
CREATE FUNCTION practices_forget(before timestamptz, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    tables bigint[];
BEGIN
    tables := ARRAY(SELECT g.id FROM game g
        WHERE g.practice_ply IS NOT NULL AND coalesce(g.moved, g.created) < before
        ORDER BY g.id LIMIT most FOR UPDATE SKIP LOCKED);
    PERFORM tables_delete(tables);
    RETURN cardinality(tables);
END $$;

REVOKE ALL ON FUNCTION practice_delete, practices_forget FROM PUBLIC;
GRANT EXECUTE ON FUNCTION practice_delete, practices_forget TO ridotto;

-- Who leaves leaves none of them behind.
CREATE FUNCTION person_practice_forget() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM practice_delete(NEW.id, NULL);
    RETURN NEW;
END $$;
CREATE TRIGGER person_practice_forget BEFORE UPDATE OF left_at ON person
    FOR EACH ROW WHEN (NEW.left_at IS NOT NULL) EXECUTE FUNCTION person_practice_forget();
