-- Letters that come back; and letters for what had none of its own: being asked to a table by name, a seat that somebody
-- else has taken over, a vote to end a game.

ALTER TABLE outbox
    -- Of the letter in which a notice was handed over, without brackets: all that were joined in it have the same.
    ADD message_id text,
    DROP CONSTRAINT outbox_kind,
    ADD CONSTRAINT outbox_kind CHECK (kind IN ('confirm', 'recover', 'started', 'turn', 'window', 'reminder', 'clock', 'over',
        'rematch', 'asked', 'taken', 'vote', 'invitation'));
CREATE INDEX outbox_of_letter ON outbox (message_id) WHERE message_id IS NOT NULL;

-- Every row of the outbox with the reason why it is to be sent no more, or not yet ('early'); null: send it. The one
-- place that knows what a person wants to hear; asked when mail is taken, and again when the mail server is ready for it.
CREATE OR REPLACE VIEW notice AS
SELECT o.id, CASE
           WHEN o.kind = 'invitation' THEN CASE
               WHEN EXISTS (SELECT FROM invitation n WHERE lower(n.email) = lower(i.email) AND n.refused IS NOT NULL)
                   THEN 'refused'
               WHEN g.status <> 'open' THEN 'begun' END
           WHEN o.kind = 'confirm' AND p.email_confirmed IS NOT NULL THEN 'confirmed'
           WHEN o.kind IN ('confirm', 'recover') THEN NULL
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

GRANT UPDATE (message_id) ON outbox TO ridotto;
