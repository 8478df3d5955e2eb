-- Who has no cookie of a session yet and presses "Play now" several times is one guest: told by the visitor's cookie with which forms are sent.
-- `ridotto migrate` may run while the program of before serves: it knows no visitors, and gets a new guest each time.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

-- The hash of the visitor's cookie that a guest came with.
ALTER TABLE person ADD came_by bytea CHECK (octet_length(came_by) = 32);
CREATE INDEX person_came_by ON person (came_by) WHERE guest = 'here' AND came_by IS NOT NULL;

-- The guest whom this visitor became within the last minutes, else a new one; null: there are @most already.
CREATE FUNCTION guest_come(most integer, visitor bytea) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    who bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('a guest comes', 0));
    SELECT id INTO who FROM person
    WHERE guest = 'here' AND came_by = visitor AND created > now() - interval '10 minutes' ORDER BY id LIMIT 1;
    IF who IS NOT NULL THEN
        RETURN who;
    END IF;
    IF (SELECT count(*) FROM person WHERE guest = 'here') >= most THEN
        RETURN NULL;
    END IF;
    UPDATE person SET guest = 'here', created = now(), vacation_counted = now(), came_by = visitor
    WHERE id = (SELECT id FROM person WHERE guest = 'gone' ORDER BY id LIMIT 1) RETURNING id INTO who;
    IF who IS NULL THEN
        INSERT INTO person (guest, came_by) VALUES ('here', visitor) RETURNING id INTO who;
    END IF;
    RETURN who;
END $$;

-- As the program of before asks; the row of a guest who is no more forgets by whom that one came.
CREATE OR REPLACE FUNCTION guest_come(most integer) RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT guest_come(most, NULL);
$$;

REVOKE ALL ON FUNCTION guest_come(integer, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION guest_come(integer, bytea) TO ridotto;
