-- Who has left, and what is written at that very moment: nothing new refers to that person. What is reported of a line whose writer has left is a
-- report of the table, where the line can be hidden. Whose table was closed reads why. `ridotto migrate` may run while the program of before
-- serves: where it reports somebody who has left it says that it cannot now.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

-- ---- nothing new of who has left ----

-- The columns named by the trigger refer to people who are here. Somebody who leaves at this moment is waited for; then it is as if another
-- transaction had come first, which it has.
CREATE FUNCTION of_people_here() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    person_column text;
BEGIN
    FOREACH person_column IN ARRAY TG_ARGV LOOP
        CONTINUE WHEN to_jsonb(NEW) ->> person_column IS NULL;
        PERFORM FROM person WHERE id = (to_jsonb(NEW) ->> person_column)::bigint AND left_at IS NULL FOR KEY SHARE;
        IF NOT FOUND THEN
            RAISE EXCEPTION '%.%: this person has left', TG_TABLE_NAME, person_column USING ERRCODE = 'serialization_failure';
        END IF;
    END LOOP;
    RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION of_people_here FROM PUBLIC;

-- What such moments have left so far.
DELETE FROM follow WHERE EXISTS (SELECT FROM person WHERE id IN (follow.person, follow.whom) AND left_at IS NOT NULL);
DELETE FROM block WHERE EXISTS (SELECT FROM person WHERE id IN (block.person, block.whom) AND left_at IS NOT NULL);
DELETE FROM asked WHERE EXISTS (SELECT FROM person WHERE id IN (asked.person, asked.inviter) AND left_at IS NOT NULL);
DELETE FROM seeker q USING person p WHERE p.id = q.person AND p.left_at IS NOT NULL;
DELETE FROM challenge q USING person p WHERE p.id = q.person AND p.left_at IS NOT NULL;
DELETE FROM chat_mute q USING person p WHERE p.id = q.person AND p.left_at IS NOT NULL;
DELETE FROM reminder q USING person p WHERE p.id = q.person AND p.left_at IS NOT NULL;
DELETE FROM spectator_line q USING person p WHERE p.id = q.person AND p.left_at IS NOT NULL;
DELETE FROM joining_code q USING person p WHERE p.id = q.maker AND p.left_at IS NOT NULL;
DELETE FROM report q USING person p WHERE p.id = q.reporter AND p.left_at IS NOT NULL;
DELETE FROM report q USING person p WHERE p.id = q.whom AND p.left_at IS NOT NULL AND (q.kind <> 'line' OR q.status = 'closed');
UPDATE report q SET whom = NULL FROM person p WHERE p.id = q.whom AND p.left_at IS NOT NULL;

CREATE TRIGGER follow_here BEFORE INSERT ON follow FOR EACH ROW EXECUTE FUNCTION of_people_here('person', 'whom');
CREATE TRIGGER block_here BEFORE INSERT ON block FOR EACH ROW EXECUTE FUNCTION of_people_here('person', 'whom');
CREATE TRIGGER asked_here BEFORE INSERT ON asked FOR EACH ROW EXECUTE FUNCTION of_people_here('person', 'inviter');
CREATE TRIGGER seeker_here BEFORE INSERT ON seeker FOR EACH ROW EXECUTE FUNCTION of_people_here('person');
CREATE TRIGGER challenge_here BEFORE INSERT ON challenge FOR EACH ROW EXECUTE FUNCTION of_people_here('person');
CREATE TRIGGER chat_mute_here BEFORE INSERT ON chat_mute FOR EACH ROW EXECUTE FUNCTION of_people_here('person');
CREATE TRIGGER reminder_here BEFORE INSERT ON reminder FOR EACH ROW EXECUTE FUNCTION of_people_here('person');
CREATE TRIGGER spectator_line_here BEFORE INSERT ON spectator_line FOR EACH ROW EXECUTE FUNCTION of_people_here('person');
CREATE TRIGGER joining_code_here BEFORE INSERT ON joining_code FOR EACH ROW EXECUTE FUNCTION of_people_here('maker');
CREATE TRIGGER report_here BEFORE INSERT ON report FOR EACH ROW EXECUTE FUNCTION of_people_here('reporter', 'whom');
-- Nobody sits down, or opens a table, and is gone: the others would wait for a bot at a table of people.
CREATE TRIGGER seat_here BEFORE UPDATE OF person ON seat
    FOR EACH ROW WHEN (NEW.person IS NOT NULL AND NEW.person IS DISTINCT FROM OLD.person) EXECUTE FUNCTION of_people_here('person');
CREATE TRIGGER game_here BEFORE INSERT ON game FOR EACH ROW WHEN (NEW.status = 'open') EXECUTE FUNCTION of_people_here('owner');

-- ---- whose table was closed ----

ALTER TABLE act ADD people bigint[] CHECK (people IS NULL OR kind = 'close'); -- who sat there, and the owner
CREATE INDEX act_of_people ON act USING gin (people) WHERE people IS NOT NULL;

UPDATE act a SET people = ARRAY(SELECT s.person FROM seat s JOIN person p ON p.id = s.person WHERE s.game = a.game AND p.left_at IS NULL ORDER BY 1)
WHERE a.kind = 'close';

CREATE FUNCTION person_acts_forget() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    UPDATE act SET people = array_remove(people, NEW.id) WHERE people @> ARRAY[NEW.id];
    RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION person_acts_forget FROM PUBLIC;
CREATE TRIGGER person_acts_forget BEFORE UPDATE OF left_at ON person
    FOR EACH ROW WHEN (NEW.left_at IS NOT NULL) EXECUTE FUNCTION person_acts_forget();

-- As in 0044, but for a line whose writer has left, which can be hidden, too, and for whose table it was that is closed.
CREATE OR REPLACE FUNCTION act_new(mod bigint, what text, on_whom bigint, line bigint, at_table bigint, days integer, reason text,
                        called text, written text, small text, OUT refused text, OUT concerned bigint, OUT place bigint)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    before text;
    at_it bigint[];
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
        IF line_closed(line, place, mod) THEN
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
    INSERT INTO act (moderator, kind, whom, game, message, until, why, was, becomes, people)
        VALUES (mod, what, on_whom, place, line, ends, reason, before, CASE WHEN what = 'rename' THEN called END, at_it);
    concerned := on_whom;
    IF what IN ('mute', 'suspend', 'ban') THEN
        PERFORM person_held(on_whom);
    END IF;
    IF what IN ('suspend', 'ban') THEN
        DELETE FROM session WHERE person = on_whom;
        UPDATE plan SET hands_in = false WHERE person = on_whom AND hands_in;
    END IF;
END $$;
