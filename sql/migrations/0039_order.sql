-- Order: reports, what moderators do about them, announcements, and codes to join with. `ridotto migrate` may run while the program of before
-- serves: it lets a suspended person play on, and shows lines that are hidden.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

ALTER TABLE person
    ADD role text NOT NULL DEFAULT '' CONSTRAINT person_role CHECK (role IN ('', 'moderator', 'operator')),
    -- What acts that were not undone make of it, see person_held(): until when there is no chat, no play, and since when there is none for good.
    ADD muted_until timestamptz,
    ADD suspended_until timestamptz,
    ADD COLUMN IF NOT EXISTS banned timestamptz;
CREATE INDEX person_held ON person (id) WHERE suspended_until IS NOT NULL OR banned IS NOT NULL;
CREATE INDEX person_with_role ON person (id) WHERE role <> '';

-- When the password was entered to do what a moderator does, in this session.
ALTER TABLE session ADD proved timestamptz;
GRANT UPDATE (proved) ON session TO ridotto;

-- A moderator has hidden the line since then.
ALTER TABLE message ADD hidden timestamptz;

-- ---- reports ----

-- Numbers of games and lines are not references: a table that did not begin is deleted, and its report stays.
CREATE TABLE report (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),              -- the newest press of the same report
    reporter bigint REFERENCES person,                  -- told to nobody; null: has left
    whom bigint REFERENCES person,                      -- whom it concerns; null: a table as a whole
    game bigint,                                        -- where, else null
    message bigint,                                     -- the line
    kind text NOT NULL CHECK (kind IN ('person', 'name', 'line', 'game')),
    reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 20),
    text text NOT NULL DEFAULT '' CHECK (char_length(text) <= 4000),
    context jsonb NOT NULL DEFAULT '{}',                -- of public things, as they were then
    times integer NOT NULL DEFAULT 1 CHECK (times > 0), -- how often the same person has sent it
    status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'taken', 'closed')),
    taken_by bigint REFERENCES person,
    taken timestamptz,
    closed_by bigint REFERENCES person,
    closed timestamptz,
    result text CHECK (result IN ('acted', 'nothing', 'unfounded')),
    note text CHECK (char_length(note) <= 500),
    CHECK (whom IS NOT NULL OR game IS NOT NULL),
    CHECK ((status = 'taken') = (taken_by IS NOT NULL) AND (status = 'closed') = (result IS NOT NULL))
);
CREATE UNIQUE INDEX report_once ON report (reporter, kind, coalesce(whom, 0), coalesce(game, 0), coalesce(message, 0))
    WHERE status <> 'closed' AND reporter IS NOT NULL;
-- The queue, by whom or what table they concern; and what is closed.
CREATE INDEX report_waiting ON report (whom, game, id) WHERE status <> 'closed';
CREATE INDEX report_closed ON report (closed DESC, id DESC) WHERE status = 'closed';
CREATE INDEX report_of_whom ON report (whom) WHERE whom IS NOT NULL;
CREATE INDEX report_of_reporter ON report (reporter) WHERE reporter IS NOT NULL;
GRANT SELECT, INSERT ON report TO ridotto;
GRANT UPDATE (at, text, context, reason, times, status, taken_by, taken, closed_by, closed, result, note) ON report TO ridotto;

-- ---- acts ----

CREATE TABLE act (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    moderator bigint REFERENCES person,                 -- null: the operator, by command
    kind text NOT NULL CHECK (kind IN ('hide', 'mute', 'suspend', 'ban', 'rename', 'words', 'close', 'role')),
    whom bigint REFERENCES person,
    game bigint,
    message bigint,
    until timestamptz,                                  -- of 'mute' and 'suspend'
    why text NOT NULL CHECK (char_length(why) BETWEEN 1 AND 500),
    was text,                                           -- the name, the role, the line, or the words about oneself before
    becomes text,                                       -- the name or the role
    undone timestamptz,
    undone_by bigint REFERENCES person,
    undone_why text CHECK (char_length(undone_why) BETWEEN 1 AND 500),
    CHECK ((kind IN ('mute', 'suspend')) = (until IS NOT NULL)),
    CHECK ((undone IS NULL) = (undone_why IS NULL))
);
CREATE INDEX act_of_whom ON act (whom, id DESC) WHERE whom IS NOT NULL;
CREATE INDEX act_of_game ON act (game, id DESC) WHERE game IS NOT NULL;
GRANT SELECT ON act TO ridotto;

-- The rest is done by functions of the owner of the database: the service can neither act without a moderator, nor forget an act.

-- Brings what is kept with person @who in line with the acts.
CREATE FUNCTION person_held(who bigint) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE person SET
        muted_until = (SELECT max(until) FROM act WHERE whom = who AND kind = 'mute' AND undone IS NULL AND until > now()),
        suspended_until = (SELECT max(until) FROM act WHERE whom = who AND kind = 'suspend' AND undone IS NULL AND until > now()),
        banned = (SELECT min(at) FROM act WHERE whom = who AND kind = 'ban' AND undone IS NULL)
    WHERE id = who
$$;
REVOKE EXECUTE ON FUNCTION person_held FROM PUBLIC;

-- Why @mod may not act on @on_whom (null: on nobody in particular): 'role', 'self', 'rank'; null: it may. Both are locked, so that neither is
-- given another role meanwhile.
CREATE FUNCTION act_refused(mod bigint, on_whom bigint) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    own text;
    its text;
BEGIN
    PERFORM FROM person WHERE id IN (mod, on_whom) ORDER BY id FOR UPDATE;
    SELECT role INTO own FROM person WHERE id = mod AND left_at IS NULL AND banned IS NULL AND (suspended_until IS NULL OR suspended_until <= now());
    SELECT role INTO its FROM person WHERE id = on_whom AND left_at IS NULL;
    RETURN CASE WHEN coalesce(own, '') = '' THEN 'role'
                WHEN on_whom = mod THEN 'self'
                WHEN on_whom IS NOT NULL AND its IS NULL THEN 'gone'
                WHEN its = 'operator' OR (its = 'moderator' AND own <> 'operator') THEN 'rank' END;
END $$;
REVOKE EXECUTE ON FUNCTION act_refused FROM PUBLIC;

-- Calls person @who @name, also where names are kept beside the person. Unique violation: it is taken, or looks like another.
CREATE FUNCTION person_rename(who bigint, called text, written text, small text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = public, pg_temp AS $$
DECLARE
    was text;
BEGIN
    SELECT name INTO was FROM person WHERE id = who FOR UPDATE;
    UPDATE person SET name = called WHERE id = who;
    UPDATE person SET look_written = written, look_small = small WHERE id = who;
    UPDATE incident SET name = called WHERE name = was;
    UPDATE outbox SET data = jsonb_set(data, '{about}', to_jsonb(called)) WHERE kind = 'taken' AND status = 'waiting' AND data ->> 'about' = was;
END $$;
REVOKE EXECUTE ON FUNCTION person_rename FROM PUBLIC;

-- What moderator @mod does: @what as in act.kind, to @on_whom or the writer of @line, @days long. @refused: why nothing was done,
-- as of act_refused(), or 'gone' (no such person, line or table), 'already', 'seat' (the moderator plays there). @concerned, @place: whom and where it was.
CREATE FUNCTION act_new(mod bigint, what text, on_whom bigint, line bigint, at_table bigint, days integer, reason text,
                        called text, written text, small text, OUT refused text, OUT concerned bigint, OUT place bigint)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    before text;
    ends timestamptz := CASE WHEN what IN ('mute', 'suspend') THEN now() + days * interval '1 day' END;
BEGIN
    place := at_table;
    IF what = 'hide' THEN
        SELECT m.person, m.game, m.text INTO on_whom, place, before FROM message m WHERE m.id = line;
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
    ELSIF on_whom IS NULL OR what NOT IN ('hide', 'mute', 'suspend', 'ban', 'rename', 'words') THEN
        refused := 'gone';
    ELSIF what = 'hide' THEN
        UPDATE message SET hidden = now() WHERE id = line AND hidden IS NULL;
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
    INSERT INTO act (moderator, kind, whom, game, message, until, why, was, becomes)
        VALUES (mod, what, on_whom, place, line, ends, reason, before, CASE WHEN what = 'rename' THEN called END);
    concerned := on_whom;
    IF what IN ('mute', 'suspend', 'ban') THEN
        PERFORM person_held(on_whom);
    END IF;
    IF what IN ('suspend', 'ban') THEN
        DELETE FROM session WHERE person = on_whom;
        UPDATE plan SET hands_in = false WHERE person = on_whom AND hands_in;
    END IF;
END $$;

-- The same of undoing act @which; @refused may also be 'final' (it cannot be undone). @written, @small: what the name before looks like.
CREATE FUNCTION act_undo(mod bigint, which bigint, reason text, written text, small text, OUT refused text)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    a record;
BEGIN
    SELECT * INTO a FROM act WHERE id = which;
    refused := CASE WHEN a.id IS NULL THEN 'gone' ELSE act_refused(mod, a.whom) END;
    IF refused IS NOT NULL THEN
        RETURN;
    END IF;
    SELECT * INTO a FROM act WHERE id = which FOR UPDATE;
    IF a.kind IN ('close', 'role') OR (a.kind = 'rename' AND NOT EXISTS (SELECT FROM person WHERE id = a.whom AND name = a.becomes))
        OR (a.kind = 'words' AND a.undone IS NULL AND EXISTS (SELECT FROM person WHERE id = a.whom AND about <> '')) THEN
        refused := 'final';
        RETURN;
    ELSIF a.undone IS NOT NULL THEN
        refused := 'already';
        RETURN;
    END IF;
    UPDATE act SET undone = now(), undone_by = mod, undone_why = reason WHERE id = which;
    IF a.kind = 'hide' THEN
        UPDATE message SET hidden = NULL WHERE id = a.message;
    ELSIF a.kind = 'rename' THEN
        PERFORM person_rename(a.whom, a.was, written, small);
    ELSIF a.kind = 'words' THEN
        UPDATE person SET about = a.was WHERE id = a.whom;
    ELSE
        PERFORM person_held(a.whom);
    END IF;
END $$;
GRANT EXECUTE ON FUNCTION act_new, act_undo TO ridotto;
REVOKE EXECUTE ON FUNCTION act_new, act_undo FROM PUBLIC;

-- ---- announcements ----

CREATE TABLE announcement (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    maker bigint REFERENCES person,                     -- null: by command
    en text NOT NULL CHECK (char_length(en) BETWEEN 1 AND 500),
    ja text CHECK (char_length(ja) BETWEEN 1 AND 500),  -- null: the same
    starts timestamptz NOT NULL,
    ends timestamptz NOT NULL CHECK (ends > starts),
    dropped timestamptz,                                -- before its end
    dropped_by bigint REFERENCES person
);
CREATE INDEX announcement_by_end ON announcement (ends) WHERE dropped IS NULL;
GRANT SELECT, INSERT ON announcement TO ridotto;
GRANT UPDATE (dropped, dropped_by) ON announcement TO ridotto;

-- ---- codes to join with ----

CREATE TABLE joining_code (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    code text NOT NULL UNIQUE CHECK (code ~ '^[A-Za-z0-9_-]{8,64}$'),
    maker bigint REFERENCES person,                     -- null: the operator
    at timestamptz NOT NULL DEFAULT now(),
    expires timestamptz NOT NULL,
    most integer NOT NULL CHECK (most BETWEEN 1 AND 10000),
    used integer NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND most)
);
CREATE INDEX joining_code_of ON joining_code (maker, id DESC);
GRANT SELECT, INSERT, DELETE ON joining_code TO ridotto;
GRANT UPDATE (used) ON joining_code TO ridotto;

-- ---- who leaves ----

-- As in 0038, but for what is new here: no report of or about the person stays, no act on them, no code. A line that was hidden stays hidden.
CREATE OR REPLACE FUNCTION person_leave(who bigint) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    was text;
    gone CONSTANT text := 'someone who left';
BEGIN
    PERFORM FROM game WHERE owner = who AND practice_ply IS NOT NULL ORDER BY id FOR UPDATE;
    PERFORM FROM reminder WHERE person = who ORDER BY game FOR UPDATE;
    SELECT name INTO was FROM person WHERE id = who AND left_at IS NULL FOR UPDATE;
    IF NOT FOUND OR EXISTS (SELECT FROM game WHERE owner = who AND status = 'open' AND practice_ply IS NULL)
        OR EXISTS (SELECT FROM seat s JOIN game g ON g.id = s.game
                   WHERE s.person = who AND g.status <> 'over' AND s.resigned IS NULL) THEN
        RETURN false;
    END IF;
    DELETE FROM session WHERE person = who;
    DELETE FROM token WHERE person = who;
    DELETE FROM draft WHERE person = who;
    DELETE FROM note WHERE person = who;
    DELETE FROM vacation WHERE person = who;
    DELETE FROM reminder WHERE person = who;
    DELETE FROM rating WHERE person = who;
    DELETE FROM standing_order o USING seat s JOIN game g ON g.id = s.game
        WHERE s.person = who AND g.status = 'over' AND o.game = s.game AND o.seat = s.seat;
    -- What a worker has in hand is dropped by it: nobody is written to who has no confirmed address.
    DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE person = who FOR UPDATE SKIP LOCKED);
    DELETE FROM outbox WHERE id IN (SELECT o.id FROM outbox o JOIN invitation i ON i.id = o.invitation
        WHERE i.inviter = who AND o.status = 'waiting' FOR UPDATE OF o SKIP LOCKED);
    UPDATE invitation SET inviter = NULL WHERE inviter = who;
    UPDATE seat SET kept_for = NULL WHERE kept_for = who;
    UPDATE seat SET mail = false, seen = NULL, read_message = 0 WHERE person = who;
    UPDATE incident SET name = gone WHERE name = was;
    UPDATE outbox SET data = jsonb_set(data, '{about}', to_jsonb(gone))
        WHERE kind = 'taken' AND status = 'waiting' AND data ->> 'about' = was;
    DELETE FROM report WHERE whom = who OR reporter = who;
    UPDATE report SET status = 'open', taken_by = NULL, taken = NULL WHERE taken_by = who;
    DELETE FROM act WHERE whom = who;
    DELETE FROM joining_code WHERE maker = who;
    UPDATE person SET left_at = now(), name = NULL, email = NULL, email_confirmed = NULL, password_hash = NULL, lang = NULL,
        mail = false, notices = 'every', zone = 'UTC', rest_from = NULL, rest_until = NULL, vacation_saved = 0, visited = NULL,
        quiet_since = NULL, digest_sent = NULL, bounced = NULL, bounced_note = NULL, unreached = NULL, display = '',
        role = '', muted_until = NULL, suspended_until = NULL, banned = NULL
    WHERE id = who;
    RETURN true;
END $$;
