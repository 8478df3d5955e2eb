-- Tables apart: games against bots, to try a game out or to be guided through one. They stand in no list but the one of their player's own
-- games, nobody else sees them, and nothing counts them. Their moves need not say who sat there: a table apart has one player.
--
-- Guests: people without a name, an address and a password, who play at such tables only. `ridotto migrate` may run while the program of
-- before serves: it makes no guests, and sees none.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

ALTER TABLE game ADD apart boolean NOT NULL DEFAULT false;

-- What lists of tables are led by: a great many tables of guests cost them nothing.
CREATE INDEX game_listed ON game (status, id DESC) WHERE NOT apart;
DROP INDEX game_by_status;

ALTER TABLE person
    -- 'here': a guest; 'gone': one who is deleted, with all that was his. The empty row waits for the next guest, so that there are never
    -- more of them than guests at one time: to delete it, PostgreSQL would have to read all moves that there are.
    ADD guest text,
    DROP CONSTRAINT person_left,
    -- Who has left and who is a guest has neither name nor address nor password, everybody else has all three.
    ADD CONSTRAINT person_named CHECK (CASE WHEN guest IS NULL AND left_at IS NULL THEN num_nonnulls(name, email, password_hash) = 3
        ELSE num_nonnulls(name, email, password_hash) = 0 AND (guest IS NULL OR (guest IN ('here', 'gone') AND left_at IS NULL)) END);
CREATE INDEX person_guests ON person (guest, id) WHERE guest IS NOT NULL;

-- ---- what the service may do with guests, and with nobody else ----

-- A new guest; null: there are @most already.
CREATE FUNCTION guest_come(most integer) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    who bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('a guest comes', 0));
    IF (SELECT count(*) FROM person WHERE guest = 'here') >= most THEN
        RETURN NULL;
    END IF;
    UPDATE person SET guest = 'here', created = now(), vacation_counted = now()
    WHERE id = (SELECT id FROM person WHERE guest = 'gone' ORDER BY id LIMIT 1) RETURNING id INTO who;
    IF who IS NULL THEN
        INSERT INTO person (guest) VALUES ('here') RETURNING id INTO who;
    END IF;
    RETURN who;
END $$;

-- All that there is of some tables.
CREATE FUNCTION tables_delete(tables bigint[]) RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
    DELETE FROM incident WHERE game = ANY (tables);
    DELETE FROM snapshot WHERE game = ANY (tables);
    DELETE FROM move WHERE game = ANY (tables);
    DELETE FROM game WHERE id = ANY (tables);
$$;

-- Another game of a title has room: of those that a guest has finished the newest is kept. Return: how many were deleted.
CREATE FUNCTION guest_room(who bigint, title text) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    tables bigint[];
BEGIN
    tables := ARRAY(SELECT g.id FROM person p JOIN game g ON g.owner = p.id
        WHERE p.id = who AND p.guest = 'here' AND g.apart AND g.rules = title AND g.status = 'over'
        ORDER BY g.id DESC OFFSET 1 FOR UPDATE OF g SKIP LOCKED);
    PERFORM tables_delete(tables);
    RETURN cardinality(tables);
END $$;

-- The row of a guest becomes empty, who has no table any more.
CREATE FUNCTION guest_empty(who bigint) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM game WHERE owner = who) THEN
        RETURN;
    END IF;
    DELETE FROM session WHERE person = who;
    DELETE FROM browser WHERE person = who;
    DELETE FROM token WHERE person = who;
    DELETE FROM vacation WHERE person = who;
    DELETE FROM outbox WHERE person = who;
    UPDATE person SET guest = 'gone', lang = NULL, mail = true, notices = 'every', zone = 'UTC', rest_from = NULL, rest_until = NULL,
        vacation_saved = 604800, visited = NULL, quiet_since = NULL, digest_sent = NULL, unreached = NULL, display = ''
    WHERE id = who AND guest = 'here';
END $$;

-- A guest joins, and is the same person still. False: that is no guest.
CREATE FUNCTION guest_join(who bigint, new_name text, new_email text, new_hash text, new_lang text, written text, small text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    -- Tables before the person: a turn that is being saved holds its table, and then refers to who takes it.
    PERFORM FROM game WHERE owner = who ORDER BY id FOR NO KEY UPDATE;
    UPDATE person SET guest = NULL, name = new_name, email = new_email, password_hash = new_hash, lang = new_lang, created = now(),
        vacation_counted = now()
    WHERE id = who AND guest = 'here';
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    -- By itself: whatever changes the name takes the look of the former away.
    UPDATE person SET look_written = written, look_small = small WHERE id = who;
    UPDATE game SET version = version + 1 WHERE owner = who;
    RETURN true;
END $$;

-- All tables of a guest become those of a person, who has an account. Return: how many.
CREATE FUNCTION guest_give(who bigint, heir bigint) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    tables bigint[];
BEGIN
    tables := ARRAY(SELECT g.id FROM game g WHERE g.owner = who ORDER BY g.id FOR NO KEY UPDATE);
    PERFORM FROM person WHERE id IN (who, heir) ORDER BY id FOR NO KEY UPDATE;
    IF NOT EXISTS (SELECT FROM person WHERE id = who AND guest = 'here')
        OR NOT EXISTS (SELECT FROM person WHERE id = heir AND name IS NOT NULL) THEN
        RETURN 0;
    END IF;
    -- What was begun while this waited for the person.
    tables := tables || ARRAY(SELECT g.id FROM game g WHERE g.owner = who AND g.id <> ALL (tables) ORDER BY g.id FOR NO KEY UPDATE);
    UPDATE game SET owner = heir, version = version + 1 WHERE id = ANY (tables);
    UPDATE seat SET person = heir WHERE game = ANY (tables) AND person = who;
    UPDATE draft SET person = heir WHERE game = ANY (tables) AND person = who;
    UPDATE note SET person = heir WHERE game = ANY (tables) AND person = who;
    UPDATE incident SET person = heir WHERE game = ANY (tables) AND person = who;
    PERFORM guest_empty(who);
    RETURN cardinality(tables);
END $$;

-- Deletes what guests have left: @most tables at which nothing was played since @before, and as many guests who came before that and have
-- no table any more. What somebody is at just now is left for the next time. Return: how many of both; less than @most: that was all.
CREATE FUNCTION guests_forget(before timestamptz, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    tables bigint[];
    gone bigint[];
    who bigint;
BEGIN
    tables := ARRAY(SELECT g.id FROM person p JOIN game g ON g.owner = p.id
        WHERE p.guest = 'here' AND g.apart AND coalesce(g.moved, g.created) < before
        ORDER BY g.id LIMIT most FOR UPDATE OF g SKIP LOCKED);
    PERFORM tables_delete(tables);
    gone := ARRAY(SELECT p.id FROM person p
        WHERE p.guest = 'here' AND p.created < before AND NOT EXISTS (SELECT FROM game g WHERE g.owner = p.id)
        ORDER BY p.id LIMIT most FOR NO KEY UPDATE SKIP LOCKED);
    FOREACH who IN ARRAY gone LOOP
        PERFORM guest_empty(who);
    END LOOP;
    RETURN cardinality(tables) + cardinality(gone);
END $$;

REVOKE ALL ON FUNCTION guest_come, guest_room, guest_join, guest_give, guests_forget, guest_empty, tables_delete FROM PUBLIC;
GRANT EXECUTE ON FUNCTION guest_come, guest_room, guest_join, guest_give, guests_forget TO ridotto;
