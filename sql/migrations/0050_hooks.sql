-- Hooks: addresses on other sites that are told what happens at tables. What is to be told is a row, written in the transaction of what happened,
-- and sent by the worker. `ridotto migrate` may run while the program of before serves: it makes no hooks.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

-- Where news is sent.
CREATE TABLE target (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    way text NOT NULL CONSTRAINT target_way CHECK (way IN ('hook')),
    person bigint NOT NULL REFERENCES person ON DELETE CASCADE, -- whose it is
    game bigint REFERENCES game ON DELETE CASCADE,              -- the table it is about, while the person owns it; null: the person's games
    url text NOT NULL CONSTRAINT target_url CHECK (char_length(url) BETWEEN 10 AND 1000 AND url ~ '^https?://[!-~]+$'),
    form text CHECK (form ~ '^[a-z]{1,20}$'),                   -- of a hook: a row of cgi/post/hook_forms.h,
    events text[] CHECK (events <@ ARRAY['turn', 'started', 'ended', 'chat'] AND cardinality(events) BETWEEN 1 AND 4), -- what it is told,
    secret bytea CHECK (octet_length(secret) = 24),             -- and what that is signed with
    made timestamptz NOT NULL DEFAULT now(),
    taken timestamptz NOT NULL DEFAULT '-infinity',             -- until then it is in a worker's hands
    rests timestamptz NOT NULL DEFAULT '-infinity',             -- nothing is sent before, since it did not work
    failing timestamptz,                                        -- since when nothing sent there has worked; null: the last did
    stopped timestamptz,                                        -- switched off after a week of that
    CONSTRAINT target_sound CHECK (way <> 'hook' OR num_nonnulls(form, events, secret) = 3)
);
CREATE INDEX target_of_person ON target (person);
CREATE INDEX target_of_game ON target (game) WHERE game IS NOT NULL;

CREATE TABLE delivery (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    target bigint NOT NULL REFERENCES target ON DELETE CASCADE,
    game bigint REFERENCES game ON DELETE CASCADE,              -- null: a test
    kind text NOT NULL,                                         -- test, turn, started, ended, chat
    ply integer NOT NULL DEFAULT 0,
    line bigint NOT NULL DEFAULT 0,                             -- of chat: which
    status text NOT NULL DEFAULT 'waiting',                     -- sent, dropped, failed
    queued timestamptz NOT NULL DEFAULT now(),
    due timestamptz NOT NULL DEFAULT now(),
    done timestamptz,
    tries smallint NOT NULL DEFAULT 0,                          -- counted before it is sent: so what a killed worker may have sent is known
    note text,                                                  -- what was answered, or why it was not sent
    CONSTRAINT delivery_once UNIQUE (target, game, kind, ply, line),
    CONSTRAINT delivery_sound CHECK ((game IS NULL) = (kind = 'test') AND (status = 'waiting') = (done IS NULL)
        AND status = ANY ('{waiting,sent,dropped,failed}') AND kind = ANY ('{test,turn,started,ended,chat}'))
);
CREATE INDEX delivery_due ON delivery (due) WHERE status = 'waiting';
CREATE INDEX delivery_of_target ON delivery (target, id DESC);

-- ---- what happened becomes rows ----

-- Somebody is asked.
CREATE FUNCTION hooks_hear_notice() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO delivery (target, game, kind, ply, due)
    SELECT h.id, NEW.game, 'turn', NEW.ply, greatest(now(), h.rests) FROM target h
    WHERE h.way = 'hook' AND (h.game = NEW.game OR (h.game IS NULL AND h.person = NEW.person)) AND h.stopped IS NULL AND 'turn' = ANY (h.events)
    ON CONFLICT ON CONSTRAINT delivery_once DO NOTHING;
    IF FOUND THEN
        PERFORM pg_notify('delivery', '');
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER hooks_hear_notice AFTER INSERT ON outbox
    FOR EACH ROW WHEN (NEW.kind IN ('turn', 'window')) EXECUTE FUNCTION hooks_hear_notice();

-- A game begins, or is over.
CREATE FUNCTION hooks_hear_game() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    what text := CASE NEW.status WHEN 'running' THEN 'started' ELSE 'ended' END;
BEGIN
    INSERT INTO delivery (target, game, kind, ply, due)
    SELECT h.id, NEW.id, what, greatest(NEW.ply, 0), greatest(now(), h.rests) FROM target h
    WHERE h.way = 'hook' AND (h.game = NEW.id OR (h.game IS NULL AND EXISTS (SELECT FROM seat s WHERE s.game = NEW.id AND s.person = h.person)))
        AND h.stopped IS NULL AND what = ANY (h.events)
    ON CONFLICT ON CONSTRAINT delivery_once DO NOTHING;
    IF FOUND THEN
        PERFORM pg_notify('delivery', '');
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER hooks_hear_game AFTER UPDATE OF status ON game
    FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status AND NEW.status IN ('running', 'over') AND NOT NEW.apart)
    EXECUTE FUNCTION hooks_hear_game();

-- Somebody writes: not told to who has written it, does not read that person's lines, or has turned off this chat.
CREATE FUNCTION hooks_hear_line() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO delivery (target, game, kind, ply, line, due)
    SELECT h.id, NEW.game, 'chat', greatest(NEW.ply, 0), NEW.id, greatest(now(), h.rests) FROM target h
    WHERE h.way = 'hook' AND (h.game = NEW.game OR (h.game IS NULL AND h.person <> NEW.person
            AND EXISTS (SELECT FROM seat s WHERE s.game = NEW.game AND s.person = h.person)
            AND NOT EXISTS (SELECT FROM block b WHERE b.person = h.person AND b.whom = NEW.person)
            AND NOT EXISTS (SELECT FROM chat_mute c WHERE c.game = NEW.game AND c.person = h.person)))
        AND h.stopped IS NULL AND 'chat' = ANY (h.events)
    ON CONFLICT ON CONSTRAINT delivery_once DO NOTHING;
    IF FOUND THEN
        PERFORM pg_notify('delivery', '');
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER hooks_hear_line AFTER INSERT ON message FOR EACH ROW EXECUTE FUNCTION hooks_hear_line();

-- ---- who leaves, or is gone ----

CREATE FUNCTION person_targets_forget() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM target WHERE person = NEW.id;
    RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION person_targets_forget FROM PUBLIC;
CREATE TRIGGER person_targets_forget BEFORE UPDATE OF left_at ON person
    FOR EACH ROW WHEN (NEW.left_at IS NOT NULL) EXECUTE FUNCTION person_targets_forget();
CREATE TRIGGER target_here BEFORE INSERT ON target FOR EACH ROW EXECUTE FUNCTION of_people_here('person');

-- Every delivery with the reason why it is not to be sent any more; null: send it.
CREATE VIEW delivery_needless AS
SELECT d.id, CASE
           WHEN h.stopped IS NOT NULL THEN 'stopped'
           WHEN p.banned IS NOT NULL OR p.suspended_until > now() THEN 'held'
           WHEN d.kind = 'test' THEN NULL
           WHEN h.game IS NOT NULL AND g.owner IS DISTINCT FROM h.person THEN 'left'
           WHEN h.game IS NULL AND s.person IS NULL THEN 'left'
           WHEN d.kind = 'turn' AND NOT EXISTS (SELECT FROM seat a WHERE a.game = d.game AND a.awaited_since IS NOT NULL
               AND a.awaited_ply = d.ply AND (h.game IS NOT NULL OR a.person = h.person)) THEN 'played'
           WHEN d.kind = 'chat' AND NOT EXISTS (SELECT FROM message m WHERE m.id = d.line AND m.hidden IS NULL) THEN 'hidden'
       END AS needless
FROM delivery d JOIN target h ON h.id = d.target JOIN person p ON p.id = h.person LEFT JOIN game g ON g.id = d.game
    LEFT JOIN seat s ON s.game = d.game AND s.person = h.person;

-- ---- a letter about a hook that was switched off ----

ALTER TABLE outbox
    DROP CONSTRAINT outbox_sound,
    ADD CONSTRAINT outbox_sound CHECK ((person IS NULL) = (invitation IS NOT NULL)
        AND (game IS NULL) = (kind = ANY ('{confirm,recover,address,moving,hook}')) AND (status = 'waiting') = (done IS NULL)) NOT VALID;

-- As in 0041, with the kind 'hook': as 'moving', it comes whatever its reader wants to hear of games.
CREATE OR REPLACE VIEW notice AS
SELECT o.id, CASE
           WHEN o.kind = 'invitation' THEN CASE
               WHEN EXISTS (SELECT FROM invitation n WHERE lower(n.email) = lower(i.email) AND n.refused IS NOT NULL)
                   THEN 'refused'
               WHEN EXISTS (SELECT FROM person b WHERE lower(b.email) = lower(i.email) AND b.bounced IS NOT NULL)
                   OR EXISTS (SELECT FROM outbox b JOIN invitation n ON n.id = b.invitation
                       WHERE lower(n.email) = lower(i.email) AND b.status = 'bounced') THEN 'returned'
               WHEN g.status <> 'open' THEN 'begun' END
           WHEN o.kind = 'confirm' AND p.email_confirmed IS NOT NULL AND p.bounced IS NULL THEN 'confirmed'
           WHEN o.kind = 'address' AND NOT EXISTS (SELECT FROM token t
               WHERE t.person = o.person AND t.kind = 'address' AND t.used IS NULL AND t.email = o.address) THEN 'superseded'
           -- What somebody has asked for himself is tried all the same: it is how an address that works again becomes known.
           WHEN o.kind IN ('confirm', 'recover', 'address', 'link') THEN NULL
           WHEN p.bounced IS NOT NULL THEN 'returned'
           WHEN o.kind = 'moving' THEN NULL
           WHEN p.email_confirmed IS NULL THEN 'unconfirmed'
           WHEN o.kind = 'hook' THEN NULL
           WHEN NOT p.mail THEN 'unwanted'
           WHEN o.kind IN ('rematch', 'asked') AND g.status <> 'open' THEN 'begun'
           WHEN o.kind IN ('rematch', 'asked')
               AND NOT EXISTS (SELECT FROM seat k WHERE k.game = o.game AND k.kept_for = o.person) THEN 'seated'
           WHEN o.kind NOT IN ('rematch', 'asked', 'taken') AND s.person IS NULL THEN 'left'
           WHEN NOT s.mail THEN 'muted'
           WHEN o.kind IN ('turn', 'window', 'reminder') AND s.awaited_ply IS DISTINCT FROM o.ply THEN 'played'
           WHEN o.kind = 'started' AND g.status = 'over' THEN 'played'
           WHEN o.kind = 'started' AND EXISTS (SELECT FROM outbox t
               WHERE t.person = o.person AND t.game = o.game AND t.kind IN ('turn', 'window')) THEN 'joined'
           WHEN o.kind = 'seated' AND g.status <> 'open' THEN 'begun'
           WHEN o.kind = 'vote' AND (s.wants_end OR s.resigned IS NOT NULL
               OR NOT EXISTS (SELECT FROM seat v WHERE v.game = o.game AND v.wants_end)) THEN 'voted'
           WHEN o.kind = 'pause' AND (s.resigned IS NOT NULL
               OR NOT EXISTS (SELECT FROM accord a
               WHERE a.game = o.game AND a.what <> 'take_back' AND a.made IS NULL AND a.agreed >> s.seat & 1 = 0)) THEN 'voted'
           WHEN o.kind = 'back' AND (s.resigned IS NOT NULL OR NOT EXISTS (SELECT FROM accord a
               WHERE a.game = o.game AND a.what = 'take_back' AND a.agreed >> s.seat & 1 = 0)) THEN 'voted'
           -- What cannot wait comes to those, too, who want to hear little.
           WHEN o.kind IN ('reminder', 'clock', 'taken') THEN NULL
           WHEN p.notices = 'once' AND p.quiet_since IS NOT NULL THEN 'quiet'
           WHEN p.notices = 'daily' AND p.digest_sent > now() - interval '24 hours' THEN 'early'
       END AS needless
FROM outbox o LEFT JOIN person p ON p.id = o.person LEFT JOIN game g ON g.id = o.game
    LEFT JOIN seat s ON s.game = o.game AND s.person = o.person LEFT JOIN invitation i ON i.id = o.invitation;

-- ---- what the service may do ----

GRANT SELECT, INSERT, DELETE ON target, delivery TO ridotto;
GRANT UPDATE (taken, rests, failing, stopped) ON target TO ridotto;
GRANT UPDATE (status, due, done, tries, note) ON delivery TO ridotto;
GRANT SELECT ON delivery_needless TO ridotto;
