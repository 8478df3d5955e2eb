-- Finding a game: who looks for one by a quick seat, standing challenges, the doors of a table, and when people are usually there.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

-- Who may sit down (cgi/base/doors.h); '': everybody.
ALTER TABLE game ADD doors text NOT NULL DEFAULT '' CHECK (octet_length(doors) <= 100);

-- Of each hour of the day (UTC), on how many visits the person was seen in it; all are halved when one reaches 60, so that the last weeks count
-- most. Null: never yet.
ALTER TABLE person ADD hours smallint[] CHECK (cardinality(hours) = 24);
GRANT UPDATE (hours) ON person TO ridotto;

-- @hours after a visit in @hour.
CREATE FUNCTION hours_after(hours smallint[], hour integer) RETURNS smallint[] LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
    SELECT array_agg(((coalesce(hours[h + 1], 0) + (h = hour)::integer) / CASE WHEN hours[hour + 1] >= 59 THEN 2 ELSE 1 END)::smallint ORDER BY h)
    FROM generate_series(0, 23) AS h;
$$;
REVOKE ALL ON FUNCTION hours_after FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hours_after TO ridotto;

-- How somebody wants to be seated quickly: what was chosen last, and where he waits now, alone or with others. Who looks has a @since.
CREATE TABLE seeker (
    person bigint PRIMARY KEY REFERENCES person ON DELETE CASCADE,
    titles text[] NOT NULL CHECK (cardinality(titles) BETWEEN 1 AND 8),
    paces text[] NOT NULL CHECK (cardinality(paces) BETWEEN 1 AND 32),
    seats smallint NOT NULL CHECK (seats BETWEEN 1 AND 63),             -- bit n: a table of n
    minutes integer NOT NULL CHECK (minutes BETWEEN 1 AND 10080),       -- how long he would wait for people
    bots boolean NOT NULL,                                              -- then bots take the free seats; else he goes on waiting
    game bigint REFERENCES game ON DELETE SET NULL,                     -- where he waits, or came to
    was bigint,                                                         -- and from which table, that is gone
    since timestamptz,
    percent smallint                                                    -- of his last deadlines met, as of then
);
CREATE INDEX seeker_of_game ON seeker (game) WHERE game IS NOT NULL;

-- "I always like one more game of Venedig at a day a move": opens the next by itself, while fewer than @most of them run or wait.
CREATE TABLE challenge (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    person bigint NOT NULL REFERENCES person ON DELETE CASCADE,
    rules text NOT NULL,
    pace text NOT NULL,
    seats smallint NOT NULL CHECK (seats BETWEEN 2 AND 5),
    most smallint NOT NULL CHECK (most BETWEEN 1 AND 10),
    doors text NOT NULL DEFAULT '' CHECK (octet_length(doors) <= 100),
    made timestamptz NOT NULL DEFAULT now(),
    looked timestamptz,                                                 -- when it was seen to last
    CONSTRAINT challenge_once UNIQUE (person, rules, pace, seats)
);

-- Who leaves, and a guest who is deleted, leaves nothing of this behind.
CREATE FUNCTION person_quick_forget() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM seeker WHERE person = NEW.id;
    DELETE FROM challenge WHERE person = NEW.id;
    NEW.hours := NULL;
    RETURN NEW;
END $$;
CREATE TRIGGER person_quick_forget BEFORE UPDATE OF left_at, guest ON person
    FOR EACH ROW WHEN (NEW.left_at IS NOT NULL OR NEW.guest = 'gone') EXECUTE FUNCTION person_quick_forget();

GRANT SELECT, INSERT, UPDATE, DELETE ON seeker, challenge TO ridotto;

-- As in 0038, with the kind 'seated': somebody sits down at a table where one waits.
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
           WHEN o.kind = 'seated' AND g.status <> 'open' THEN 'begun'
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
