-- Nobody is called to a table that the site has paused: what asks for a move waits until it goes on.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

-- As in 0054, with 'paused': not yet.
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
           WHEN o.kind IN ('turn', 'window', 'reminder') AND g.paused IS NOT NULL THEN 'paused'
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

-- As in 0051, with the same.
CREATE OR REPLACE VIEW delivery_needless AS
SELECT d.id, CASE
           WHEN h.stopped IS NOT NULL THEN 'stopped'
           WHEN p.banned IS NOT NULL OR p.suspended_until > now() THEN 'held'
           WHEN d.kind = 'test' THEN NULL
           WHEN h.way = 'hook' THEN CASE
               WHEN h.game IS NOT NULL AND g.owner IS DISTINCT FROM h.person THEN 'left'
               WHEN h.game IS NULL AND s.person IS NULL THEN 'left'
               WHEN d.kind = 'turn' AND NOT EXISTS (SELECT FROM seat a WHERE a.game = d.game AND a.awaited_since IS NOT NULL
                   AND a.awaited_ply = d.ply AND (h.game IS NOT NULL OR a.person = h.person)) THEN 'played'
               WHEN d.kind = 'chat' AND NOT EXISTS (SELECT FROM message m WHERE m.id = d.line AND m.hidden IS NULL) THEN 'hidden' END
           WHEN d.kind IN ('rematch', 'asked') AND g.status <> 'open' THEN 'begun'
           WHEN d.kind IN ('rematch', 'asked') AND NOT EXISTS (SELECT FROM seat k WHERE k.game = d.game AND k.kept_for = h.person) THEN 'seated'
           WHEN d.kind NOT IN ('rematch', 'asked', 'taken') AND s.person IS NULL THEN 'left'
           WHEN NOT s.mail THEN 'muted'
           WHEN d.kind IN ('turn', 'window', 'reminder') AND s.awaited_ply IS DISTINCT FROM d.ply THEN 'played'
           WHEN d.kind IN ('turn', 'window', 'reminder') AND g.paused IS NOT NULL THEN 'paused'
           -- That it has begun is told along with whose turn it is.
           WHEN d.kind = 'started' AND (g.status = 'over' OR s.awaited_ply = d.ply) THEN 'played'
           WHEN d.kind = 'seated' AND g.status <> 'open' THEN 'begun'
           WHEN d.kind = 'vote' AND (s.wants_end OR s.resigned IS NOT NULL
               OR NOT EXISTS (SELECT FROM seat v WHERE v.game = d.game AND v.wants_end)) THEN 'voted'
           WHEN d.kind = 'pause' AND (s.resigned IS NOT NULL OR NOT EXISTS (SELECT FROM accord a
               WHERE a.game = d.game AND a.what <> 'take_back' AND a.made IS NULL AND a.agreed >> s.seat & 1 = 0)) THEN 'voted'
           WHEN d.kind = 'back' AND (s.resigned IS NOT NULL OR NOT EXISTS (SELECT FROM accord a
               WHERE a.game = d.game AND a.what = 'take_back' AND a.agreed >> s.seat & 1 = 0)) THEN 'voted'
           WHEN d.kind IN ('reminder', 'clock', 'taken') OR NOT p.mail THEN NULL
           WHEN p.notices = 'once' AND h.pushed > coalesce(p.visited, '-infinity') THEN 'quiet'
           WHEN p.notices = 'daily' AND h.pushed > now() - interval '24 hours' THEN 'early'
       END AS needless
FROM delivery d JOIN target h ON h.id = d.target JOIN person p ON p.id = h.person LEFT JOIN game g ON g.id = d.game
    LEFT JOIN seat s ON s.game = d.game AND s.person = h.person;

-- It waits no longer than that. Rows that the worker holds are left to it: it looks again within the hour.
CREATE FUNCTION notices_go_on() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    UPDATE outbox SET due = now() WHERE id IN (SELECT id FROM outbox
        WHERE game = NEW.id AND status = 'waiting' AND kind IN ('turn', 'window', 'reminder') FOR UPDATE SKIP LOCKED);
    IF FOUND THEN
        PERFORM pg_notify('outbox', '');
    END IF;
    UPDATE delivery SET due = now() WHERE id IN (SELECT id FROM delivery
        WHERE game = NEW.id AND status = 'waiting' AND kind IN ('turn', 'window', 'reminder') FOR UPDATE SKIP LOCKED);
    IF FOUND THEN
        PERFORM pg_notify('delivery', '');
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER notices_go_on AFTER UPDATE OF paused ON game
    FOR EACH ROW WHEN (OLD.paused IS NOT NULL AND NEW.paused IS NULL) EXECUTE FUNCTION notices_go_on();
