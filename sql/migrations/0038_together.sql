-- What players of a running table agree on: a pause until a day of theirs. And a reminder at a time that one player chooses. `ridotto migrate`
-- may run while the program of before serves: it makes none, and keeps nobody from a move.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

-- ---- what is agreed ----

-- One of a kind at a table. A pause that was agreed to stands here until it ends, with its clocks stopped; nobody is kept from a move.
CREATE TABLE accord (
    game bigint NOT NULL REFERENCES game ON DELETE CASCADE,
    what text NOT NULL CHECK (what IN ('pause', 'go_on')), -- go_on: to end the pause before its time
    seat smallint NOT NULL CHECK (seat BETWEEN 0 AND 4),   -- who asked first
    asked timestamptz NOT NULL,
    agreed smallint NOT NULL CHECK (agreed BETWEEN 0 AND 31), -- the seats that agree, seat n as 2^n
    until timestamptz NOT NULL,                            -- when the pause ends; go_on: when the question does
    made timestamptz,                                      -- when all had agreed; null: it is only asked for
    PRIMARY KEY (game, what),
    CONSTRAINT accord_made CHECK (made IS NULL OR what = 'pause')
);
CREATE INDEX accord_until ON accord (until);
GRANT SELECT, INSERT, UPDATE, DELETE ON accord TO ridotto;

ALTER TABLE incident
    DROP CONSTRAINT incident_kind,
    ADD CONSTRAINT incident_kind CHECK (kind IN ('excused', 'missed', 'lapsed', 'opened', 'returned', 'taken_over', 'resigned',
        'asked_end', 'agreed_end', 'declined_end', 'ended', 'outage', 'paused', 'went_on', 'handed_over',
        'asked_pause', 'agreed_pause', 'declined_pause', 'pause_begins', 'asked_go_on', 'agreed_go_on', 'declined_go_on', 'pause_ends'));

-- ---- a reminder at a time ----

-- One for each person and table. When its time has come, the clock makes a letter of it, or a line in the list of letters that says why not.
CREATE TABLE reminder (
    person bigint NOT NULL REFERENCES person ON DELETE CASCADE,
    game bigint NOT NULL REFERENCES game ON DELETE CASCADE,
    at timestamptz NOT NULL,
    set_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (person, game)
);
CREATE INDEX reminder_at ON reminder (at);
CREATE INDEX reminder_of_game ON reminder (game);
GRANT SELECT, INSERT, UPDATE, DELETE ON reminder TO ridotto;

-- ---- letters ----

-- As in 0014, with the kind 'pause': a question about a pause, until it is answered.
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
           WHEN NOT p.mail THEN 'unwanted'
           WHEN o.kind IN ('rematch', 'asked') AND g.status <> 'open' THEN 'begun'
           WHEN o.kind IN ('rematch', 'asked')
               AND NOT EXISTS (SELECT FROM seat k WHERE k.game = o.game AND k.kept_for = o.person) THEN 'seated'
           WHEN o.kind NOT IN ('rematch', 'asked', 'taken') AND s.person IS NULL THEN 'left'
           WHEN NOT s.mail THEN 'muted'
           WHEN o.kind IN ('turn', 'window', 'reminder') AND s.awaited_ply IS DISTINCT FROM o.ply THEN 'played'
           WHEN o.kind = 'started' AND g.status = 'over' THEN 'played'
           WHEN o.kind = 'vote' AND (s.wants_end OR s.resigned IS NOT NULL
               OR NOT EXISTS (SELECT FROM seat v WHERE v.game = o.game AND v.wants_end)) THEN 'voted'
           WHEN o.kind = 'pause' AND (s.resigned IS NOT NULL
               OR NOT EXISTS (SELECT FROM accord a WHERE a.game = o.game AND a.made IS NULL AND a.agreed >> s.seat & 1 = 0)) THEN 'voted'
           -- What cannot wait comes to those, too, who want to hear little.
           WHEN o.kind IN ('reminder', 'clock', 'taken') THEN NULL
           WHEN p.notices = 'once' AND p.quiet_since IS NOT NULL THEN 'quiet'
           WHEN p.notices = 'daily' AND p.digest_sent > now() - interval '24 hours' THEN 'early'
       END AS needless
FROM outbox o LEFT JOIN person p ON p.id = o.person LEFT JOIN game g ON g.id = o.game
    LEFT JOIN seat s ON s.game = o.game AND s.person = o.person LEFT JOIN invitation i ON i.id = o.invitation;

-- ---- leaving ----

-- As in 0032, with the reminders.
CREATE OR REPLACE FUNCTION person_leave(who bigint) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    was text;
    gone CONSTANT text := 'someone who left';
BEGIN
    PERFORM FROM game WHERE owner = who AND practice_ply IS NOT NULL ORDER BY id FOR UPDATE;
    -- Before the person, as the clock does: a letter that it makes refers to the person.
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
    UPDATE person SET left_at = now(), name = NULL, email = NULL, email_confirmed = NULL, password_hash = NULL, lang = NULL,
        mail = false, notices = 'every', zone = 'UTC', rest_from = NULL, rest_until = NULL, vacation_saved = 0, visited = NULL,
        quiet_since = NULL, digest_sent = NULL, bounced = NULL, bounced_note = NULL, unreached = NULL, display = ''
    WHERE id = who;
    RETURN true;
END $$;
