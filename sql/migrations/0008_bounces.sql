-- Letters that come back stop mail to an address, and the clock of who does not get them rests until he was there.

ALTER TABLE person
    -- Since when letters to the present address come back; null: none did since it was confirmed. With the server's words.
    ADD bounced timestamptz,
    ADD bounced_note text CHECK (octet_length(bounced_note) <= 1000),
    -- A letter came back then, and he has not been on the site since: his clocks rest (cgi/pace.h says how long at the most).
    ADD unreached timestamptz,
    ADD CONSTRAINT person_bounced CHECK ((bounced IS NULL) = (bounced_note IS NULL));
CREATE INDEX person_bounced ON person (lower(email)) WHERE bounced IS NOT NULL;

-- Every row of the outbox with the reason why it is to be sent no more, or not yet ('early'); null: send it. The one
-- place that knows what a person wants to hear; asked when mail is taken, and again when the mail server is ready for it.
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
           WHEN o.kind IN ('confirm', 'recover', 'address') THEN NULL
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
           -- What cannot wait comes to those, too, who want to hear little.
           WHEN o.kind IN ('reminder', 'clock', 'taken') THEN NULL
           WHEN p.notices = 'once' AND p.quiet_since IS NOT NULL THEN 'quiet'
           WHEN p.notices = 'daily' AND p.digest_sent > now() - interval '24 hours' THEN 'early'
       END AS needless
FROM outbox o LEFT JOIN person p ON p.id = o.person LEFT JOIN game g ON g.id = o.game
    LEFT JOIN seat s ON s.game = o.game AND s.person = o.person LEFT JOIN invitation i ON i.id = o.invitation;

-- ---- leaving the house ----

-- Forgets who @who is. False, and nothing is done, while he plays anywhere: he has to resign first. The service may call this
-- and has no right of its own to change a name, to delete a person or to touch what a game's log says.
-- Games keep his moves, his lines of chat, his share of their chance and his result.
CREATE OR REPLACE FUNCTION person_leave(who bigint) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    was text;
    gone CONSTANT text := 'someone who left';
BEGIN
    SELECT name INTO was FROM person WHERE id = who AND left_at IS NULL FOR UPDATE;
    IF NOT FOUND OR EXISTS (SELECT FROM game WHERE owner = who AND status = 'open')
        OR EXISTS (SELECT FROM seat s JOIN game g ON g.id = s.game
                   WHERE s.person = who AND g.status <> 'over' AND s.resigned IS NULL) THEN
        RETURN false;
    END IF;
    DELETE FROM session WHERE person = who;
    DELETE FROM token WHERE person = who;
    DELETE FROM draft WHERE person = who;
    DELETE FROM note WHERE person = who;
    DELETE FROM vacation WHERE person = who;
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
        quiet_since = NULL, digest_sent = NULL, bounced = NULL, bounced_note = NULL, unreached = NULL
    WHERE id = who;
    RETURN true;
END $$;

-- ---- what the service may do ----

GRANT UPDATE (bounced, bounced_note, unreached) ON person TO ridotto;
