-- Acts that the person concerned has not read yet; no moderator acts on those he or she plays with; a table that is closed is not opened again by
-- the standing challenge that had opened it. `ridotto migrate` may run while the program of before serves: it tells nobody of acts by itself.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

-- ---- read or not ----

ALTER TABLE person ADD acts_seen timestamptz; -- when this person last read what moderators did
GRANT UPDATE (acts_seen) ON person TO ridotto;

-- Is there an act about @who, or its reversal, that this person has not read, and may read now?
CREATE FUNCTION acts_unread(who bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT FROM act a, person p WHERE p.id = who AND a.whom = who AND greatest(a.at, a.undone) > coalesce(p.acts_seen, '-infinity')
            AND NOT line_closed(a.message, a.game, who))
        OR EXISTS (SELECT FROM act a, person p WHERE p.id = who AND a.people @> ARRAY[who] AND a.at > coalesce(p.acts_seen, '-infinity'))
$$;

-- ---- whose table was closed ----

ALTER TABLE act ADD opener bigint REFERENCES person CHECK (opener IS NULL OR kind = 'close'); -- whose standing challenge ended with the table

-- As in 0046, but for the new columns.
CREATE OR REPLACE FUNCTION person_acts_forget() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    UPDATE act SET people = array_remove(people, NEW.id), opener = nullif(opener, NEW.id) WHERE people @> ARRAY[NEW.id];
    NEW.acts_seen := NULL;
    RETURN NEW;
END $$;

-- ---- who plays with whom ----

-- Do both play, or have both sat down, at the same table?
CREATE FUNCTION plays_with(one bigint, other bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT FROM seat a JOIN seat b ON b.game = a.game JOIN game g ON g.id = a.game
        WHERE a.person = one AND b.person = other AND one <> other AND a.resigned IS NULL AND b.resigned IS NULL AND g.status <> 'over' AND NOT g.apart)
$$;

-- As in 0043, but for 'seat': a moderator who is no operator plays with @on_whom.
CREATE OR REPLACE FUNCTION act_refused(mod bigint, on_whom bigint) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    own text;
    its text;
BEGIN
    PERFORM FROM person WHERE id IN (mod, on_whom) ORDER BY id FOR NO KEY UPDATE;
    SELECT role INTO own FROM person WHERE id = mod AND left_at IS NULL AND banned IS NULL AND (suspended_until IS NULL OR suspended_until <= now());
    SELECT role INTO its FROM person WHERE id = on_whom AND left_at IS NULL;
    RETURN CASE WHEN coalesce(own, '') = '' THEN 'role'
                WHEN on_whom = mod THEN 'self'
                WHEN on_whom IS NOT NULL AND its IS NULL THEN 'gone'
                WHEN its = 'operator' OR (its = 'moderator' AND own <> 'operator') THEN 'rank'
                WHEN own <> 'operator' AND plays_with(mod, on_whom) THEN 'seat' END;
END $$;

-- As in 0046, but that a moderator who is no operator hides no line of a table where he or she plays, and a standing challenge ends with the open
-- table that it had opened.
CREATE OR REPLACE FUNCTION act_new(mod bigint, what text, on_whom bigint, line bigint, at_table bigint, days integer, reason text,
                        called text, written text, small text, OUT refused text, OUT concerned bigint, OUT place bigint)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    before text;
    at_it bigint[];
    opener bigint;
    ends timestamptz := CASE WHEN what IN ('mute', 'suspend') THEN now() + days * interval '1 day' END;
BEGIN
    place := at_table;
    IF what = 'hide' THEN
        SELECT CASE WHEN p.left_at IS NULL THEN w.person END, w.game, w.text INTO on_whom, place, before
        FROM said w JOIN person p ON p.id = w.person WHERE w.id = line;
    END IF;
    refused := act_refused(mod, on_whom);
    IF refused IS NOT NULL THEN
        RETURN;
    ELSIF what = 'close' THEN
        PERFORM FROM game WHERE id = place AND status <> 'over' AND NOT apart;
        IF NOT FOUND THEN
            refused := 'gone';
        ELSIF EXISTS (SELECT FROM seat WHERE game = place AND person = mod AND resigned IS NULL) OR EXISTS (SELECT FROM game WHERE id = place AND owner = mod) THEN
            refused := 'seat';
        END IF;
        at_it := ARRAY(SELECT p.id FROM person p WHERE p.left_at IS NULL AND p.id IN (SELECT person FROM seat WHERE game = place
            UNION SELECT owner FROM game WHERE id = place AND status = 'open') ORDER BY p.id);
    ELSIF what NOT IN ('hide', 'mute', 'suspend', 'ban', 'rename', 'words') OR (on_whom IS NULL AND (what <> 'hide' OR place IS NULL)) THEN
        refused := 'gone';
    ELSIF what = 'hide' THEN
        IF line_closed(line, place, mod) OR EXISTS (SELECT FROM person WHERE id = mod AND role <> 'operator'
            AND EXISTS (SELECT FROM seat s WHERE s.game = place AND s.person = mod AND s.resigned IS NULL)) THEN
            refused := 'seat';
            RETURN;
        END IF;
        UPDATE message SET hidden = now() WHERE id = line AND hidden IS NULL;
        IF NOT FOUND THEN
            UPDATE spectator_line SET hidden = now() WHERE -id = line AND hidden IS NULL;
        END IF;
        refused := CASE WHEN NOT FOUND THEN 'already' END;
    ELSIF what = 'ban' AND EXISTS (SELECT FROM person WHERE id = on_whom AND banned IS NOT NULL) THEN
        refused := 'already';
    ELSIF what = 'words' THEN
        SELECT about INTO before FROM person WHERE id = on_whom;
        UPDATE person SET about = '' WHERE id = on_whom AND about <> '';
        refused := CASE WHEN NOT FOUND THEN 'already' END;
    ELSIF what = 'rename' THEN
        SELECT name INTO before FROM person WHERE id = on_whom;
        called := coalesce(called, 'member-' || on_whom);
        PERFORM person_rename(on_whom, called, written, small);
    END IF;
    IF refused IS NOT NULL THEN
        RETURN;
    END IF;
    IF what = 'close' THEN
        DELETE FROM challenge c USING game g WHERE g.id = place AND g.status = 'open' AND g.invitation IS NULL
            AND c.person = g.owner AND c.rules = g.rules AND c.pace = g.pace->>'name' AND c.seats = g.n_seats
        RETURNING c.person INTO opener;
    END IF;
    INSERT INTO act (moderator, kind, whom, game, message, until, why, was, becomes, people, opener)
        VALUES (mod, what, on_whom, place, line, ends, reason, before, CASE WHEN what = 'rename' THEN called END, at_it, opener);
    concerned := on_whom;
    IF what IN ('mute', 'suspend', 'ban') THEN
        PERFORM person_held(on_whom);
    END IF;
    IF what IN ('suspend', 'ban') THEN
        DELETE FROM session WHERE person = on_whom;
        UPDATE plan SET hands_in = false WHERE person = on_whom AND hands_in;
    END IF;
END $$;
