-- E-mail about games waits for the end of its reader's nightly rest. `ridotto migrate` may run while the program of before serves: it
-- knows the word for what is to wait, and looks again at once, and again, until it is replaced.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

-- When the nightly rest ends in which @at lies; null: it lies in none. As rest_stands() in cgi/base/rest.c reckons it, but that an hour which
-- the clock shows twice counts as it does the second time. A time zone that is not known here counts as UTC.
CREATE FUNCTION night_ends(zone text, rest_from integer, rest_until integer, at timestamptz) RETURNS timestamptz
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
    here timestamp;
    minute integer;
BEGIN
    IF rest_from IS NULL THEN
        RETURN NULL;
    END IF;
    BEGIN
        here := at AT TIME ZONE zone;
    EXCEPTION WHEN invalid_parameter_value THEN
        zone := 'UTC';
        here := at AT TIME ZONE zone;
    END;
    minute := extract(hour FROM here) * 60 + extract(minute FROM here);
    IF (minute >= rest_from AND minute < rest_until) OR (rest_until < rest_from AND (minute >= rest_from OR minute < rest_until)) THEN
        RETURN (date_trunc('day', here) + CASE WHEN minute < rest_until THEN interval '0' ELSE interval '1 day' END
            + rest_until * interval '1 minute') AT TIME ZONE zone;
    END IF;
    RETURN NULL;
END $$;

-- As in 0050; and what can wait does not come at night.
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
           -- Nobody is to be woken by what is not lost by waiting: an answer that is due within two hours of the morning would be.
           WHEN p.rest_from IS NOT NULL AND coalesce(s.deadline, 'infinity') >= night_ends(p.zone, p.rest_from, p.rest_until, now()) + interval '2 hours'
               THEN 'early'
       END AS needless
FROM outbox o LEFT JOIN person p ON p.id = o.person LEFT JOIN game g ON g.id = o.game
    LEFT JOIN seat s ON s.game = o.game AND s.person = o.person LEFT JOIN invitation i ON i.id = o.invitation;
