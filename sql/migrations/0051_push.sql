-- Web Push: browsers are one more way for the notices that e-mail brings. `ridotto migrate` may run while the program of before serves: it
-- knows of no browsers, and takes no delivery to one, since none can be made then.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

-- The private key by which push services know this site (RFC 8292): a number below the order of P-256, which begins with more ones than this.
INSERT INTO secret SELECT 'vapid', '7' || right(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex'), 63);

ALTER TABLE target
    ADD key bytea CHECK (octet_length(key) = 65),               -- of a browser: its public key, as a point of P-256,
    ADD auth bytea CHECK (octet_length(auth) = 16),             -- the secret that it shares with us,
    ADD session bytea REFERENCES session ON DELETE CASCADE,     -- where its person signed in: who signs out there gets nothing there any more
    ADD browser text CHECK (octet_length(browser) BETWEEN 1 AND 40),
    ADD system text CHECK (octet_length(system) BETWEEN 1 AND 40),
    ADD pushed timestamptz NOT NULL DEFAULT '-infinity',        -- when it was last sent something that is not urgent
    ADD short boolean NOT NULL DEFAULT false,                   -- it takes only short messages
    DROP CONSTRAINT target_way,
    ADD CONSTRAINT target_way CHECK (way IN ('hook', 'push')),
    DROP CONSTRAINT target_sound,
    ADD CONSTRAINT target_sound CHECK (CASE way WHEN 'hook' THEN num_nonnulls(form, events, secret) = 3 AND num_nonnulls(key, auth, session) = 0
        ELSE num_nonnulls(key, auth, session) = 3 AND num_nonnulls(form, events, secret, game) = 0 AND starts_with(url, 'http') END);
CREATE UNIQUE INDEX target_browser ON target (url) WHERE way = 'push';
CREATE INDEX target_of_session ON target (session) WHERE session IS NOT NULL;

-- May what is pushed tell more than game and question, which others may read on a locked screen?
ALTER TABLE person ADD push_more boolean NOT NULL DEFAULT false;

ALTER TABLE delivery
    DROP CONSTRAINT delivery_sound,
    ADD CONSTRAINT delivery_sound CHECK ((game IS NULL) = (kind = 'test') AND (status = 'waiting') = (done IS NULL)
        AND status = ANY ('{waiting,sent,dropped,failed}'));

-- A notice goes to each browser of its person. `line` is its `nth`.
CREATE FUNCTION browsers_hear_notice() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO delivery (target, game, kind, ply, line, due)
    SELECT t.id, NEW.game, NEW.kind, NEW.ply, NEW.nth, greatest(NEW.due, t.rests) FROM target t WHERE t.way = 'push' AND t.person = NEW.person
    ON CONFLICT ON CONSTRAINT delivery_once DO NOTHING;
    IF FOUND THEN
        PERFORM pg_notify('delivery', '');
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER browsers_hear_notice AFTER INSERT ON outbox
    FOR EACH ROW WHEN (NEW.person IS NOT NULL AND NEW.game IS NOT NULL AND NEW.status = 'waiting' AND NEW.kind <> 'link')
    EXECUTE FUNCTION browsers_hear_notice();

-- As in 0049, with browsers: what of a notice holds for e-mail holds for them, but for what is about e-mail itself. Who wants no e-mail may want
-- this. How much comes is counted for each browser by itself.
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

GRANT UPDATE (pushed, short, key, auth, session, browser, system, person, made) ON target TO ridotto;
GRANT UPDATE (push_more) ON person TO ridotto;
