-- Tournaments: leagues, Swiss systems, groups with a final (docs/tournaments.md). All points are in parts of 24. `ridotto migrate` may run while
-- the program of before serves: it knows none.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

CREATE TABLE tournament (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organiser bigint NOT NULL REFERENCES person,
    title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 80),
    format text NOT NULL CHECK (format IN ('league', 'swiss', 'groups')),
    rules text NOT NULL CHECK (rules ~ '^[a-z][a-z0-9_]*$'),
    options jsonb NOT NULL CHECK (jsonb_typeof(options) = 'object'),
    pace jsonb NOT NULL CHECK (jsonb_typeof(pace) = 'object'),
    seats smallint NOT NULL CHECK (seats BETWEEN 2 AND 5),          -- a table
    size smallint CHECK (size BETWEEN 4 AND 7),                     -- of a division or a group
    moves smallint CHECK (moves BETWEEN 1 AND 2),                   -- how many go up and down, or on
    stages smallint CHECK (stages BETWEEN 1 AND 12),                -- seasons, rounds; of groups null: as many as it takes
    days smallint NOT NULL CHECK (days BETWEEN 2 AND 180),          -- of a stage
    zone text NOT NULL,                                             -- the organiser's, in which days are counted
    starts timestamptz,                                             -- null: when full alone
    most smallint NOT NULL CHECK (most BETWEEN 2 AND 512),
    when_full boolean NOT NULL,                                     -- as soon as so many have joined
    postponed boolean NOT NULL DEFAULT false,
    status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'running', 'over', 'cancelled')),
    paused timestamptz,                                             -- since when
    stage smallint NOT NULL DEFAULT 0,                              -- which runs, from 1
    lot bytea NOT NULL CHECK (octet_length(lot) = 32),              -- what chance is drawn from; shown at the end
    made timestamptz NOT NULL,
    started timestamptz,
    ended timestamptz,
    stirred boolean NOT NULL DEFAULT true,                          -- something has changed since the last step that found nothing to do
    CONSTRAINT tournament_format CHECK (format = 'swiss' OR num_nonnulls(size, moves) = 2),
    CONSTRAINT tournament_stages CHECK ((format = 'groups') = (stages IS NULL)),
    CONSTRAINT tournament_start CHECK (starts IS NOT NULL OR when_full),
    CONSTRAINT tournament_paused CHECK (paused IS NULL OR status = 'running'),
    CONSTRAINT tournament_started CHECK ((status IN ('running', 'over')) = (started IS NOT NULL))
);
CREATE UNIQUE INDEX tournament_title ON tournament (lower(title)) WHERE status IN ('open', 'running');
CREATE INDEX tournament_by_status ON tournament (status, id DESC);
CREATE INDEX tournament_of_organiser ON tournament (organiser, id DESC);

-- Who takes part, or would like to.
CREATE TABLE entrant (
    tournament bigint NOT NULL REFERENCES tournament ON DELETE CASCADE,
    person bigint NOT NULL REFERENCES person,
    at_once smallint NOT NULL DEFAULT 1 CHECK (at_once BETWEEN 1 AND 20), -- games of it that this person wants to play at once, at most
    joined timestamptz NOT NULL,
    status text NOT NULL DEFAULT 'waits' CHECK (status IN ('waits', 'plays', 'missed', 'left', 'gone')), -- missed: two deadlines in a row
    place smallint,                                                 -- while playing, and where the person played last
    barred smallint NOT NULL DEFAULT 0,                             -- has no part in stages up to this one
    PRIMARY KEY (tournament, person),
    CONSTRAINT entrant_place CHECK (status <> 'plays' OR place IS NOT NULL)
);
CREATE INDEX entrant_of_person ON entrant (person, tournament DESC);
CREATE UNIQUE INDEX entrant_at_place ON entrant (tournament, place) WHERE status = 'plays';

-- A line of the standings.
CREATE TABLE place (
    tournament bigint NOT NULL REFERENCES tournament ON DELETE CASCADE,
    place smallint NOT NULL CHECK (place >= 0),
    lot integer NOT NULL,                                           -- the smaller goes first
    PRIMARY KEY (tournament, place),
    CONSTRAINT place_lot UNIQUE (tournament, lot)
);

-- Who has played at a place, and when.
CREATE TABLE holder (
    tournament bigint NOT NULL,
    place smallint NOT NULL,
    person bigint NOT NULL REFERENCES person,
    since timestamptz NOT NULL,
    until timestamptz,
    PRIMARY KEY (tournament, place, since, person),
    FOREIGN KEY (tournament, place) REFERENCES place ON DELETE CASCADE
);

CREATE TABLE stage (
    tournament bigint NOT NULL REFERENCES tournament ON DELETE CASCADE,
    stage smallint NOT NULL CHECK (stage > 0),
    opens timestamptz NOT NULL,
    closes timestamptz NOT NULL,                                    -- at the latest
    closed timestamptz,                                             -- its standings are final
    PRIMARY KEY (tournament, stage),
    CONSTRAINT stage_days CHECK (closes > opens)
);

-- Which places take part in a stage, and in a stage that is closed how they stand.
CREATE TABLE stage_place (
    tournament bigint NOT NULL,
    stage smallint NOT NULL,
    place smallint NOT NULL,
    division smallint NOT NULL CHECK (division >= 0),               -- 0: the highest
    rank smallint,                                                  -- in its division, from 1
    points integer,                                                 -- of this stage; of a Swiss system of all so far
    tables smallint,
    PRIMARY KEY (tournament, stage, place),
    FOREIGN KEY (tournament, stage) REFERENCES stage ON DELETE CASCADE,
    FOREIGN KEY (tournament, place) REFERENCES place
);

CREATE TABLE fixture (
    tournament bigint NOT NULL,
    stage smallint NOT NULL,
    number smallint NOT NULL,                                       -- from 1, in the order in which they open
    division smallint NOT NULL,
    places smallint[] NOT NULL CHECK (cardinality(places) BETWEEN 1 AND 5), -- by seat; one alone sits out
    game bigint UNIQUE REFERENCES game ON DELETE SET NULL,          -- null: not open yet, or gone
    points smallint[],                                              -- by seat, once they count
    how text CHECK (how IN ('played', 'unfinished', 'expected', 'alone', 'corrected')),
    expected smallint[],                                            -- by seat, of what was not finished
    agrees smallint NOT NULL DEFAULT 0,                             -- bits of seats whose people want what is expected to count
    counted timestamptz,
    PRIMARY KEY (tournament, stage, number),
    FOREIGN KEY (tournament, stage) REFERENCES stage ON DELETE CASCADE,
    CONSTRAINT fixture_points CHECK ((points IS NULL) = (how IS NULL) AND (points IS NULL) = (counted IS NULL)),
    CONSTRAINT fixture_seats CHECK (points IS NULL OR cardinality(points) = cardinality(places)),
    CONSTRAINT fixture_expected CHECK (expected IS NULL OR cardinality(expected) = cardinality(places))
);
CREATE INDEX fixture_open ON fixture (tournament) WHERE points IS NULL;

-- What happened, for everybody to read.
CREATE TABLE tournament_act (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tournament bigint NOT NULL REFERENCES tournament ON DELETE CASCADE,
    at timestamptz NOT NULL,
    kind text NOT NULL CHECK (kind IN ('postponed', 'started', 'cancelled', 'drawn', 'closed', 'over', 'paused', 'went_on', 'corrected', 'dropped',
                                       'took_place')),
    stage smallint,
    number smallint,                                                -- of a fixture
    person bigint REFERENCES person,                                -- who did it, or whom it happened to
    place smallint,
    text text CHECK (char_length(text) <= 500),                     -- why, of a correction
    was smallint[],                                                 -- and what had counted
    points smallint[]
);
CREATE INDEX act_of_tournament ON tournament_act (tournament, id DESC);

-- Who leaves is not on a waiting list any more. Where somebody has played what counts stays, as results do: the next step gives the place on.
CREATE FUNCTION person_leaves_tournaments() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM entrant WHERE person = NEW.id AND status <> 'plays' AND place IS NULL;
    UPDATE entrant SET status = 'gone' WHERE person = NEW.id AND status = 'waits';
    RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION person_leaves_tournaments FROM PUBLIC;
CREATE TRIGGER person_leaves_tournaments AFTER UPDATE OF left_at ON person
    FOR EACH ROW WHEN (OLD.left_at IS NULL AND NEW.left_at IS NOT NULL) EXECUTE FUNCTION person_leaves_tournaments();

GRANT SELECT, INSERT ON tournament, entrant, place, holder, stage, stage_place, fixture, tournament_act TO ridotto;
GRANT UPDATE (starts, postponed, status, paused, stage, started, ended, stirred) ON tournament TO ridotto;
GRANT UPDATE (at_once, joined, status, place, barred) ON entrant TO ridotto;
GRANT DELETE ON entrant TO ridotto;
GRANT UPDATE (until) ON holder TO ridotto;
GRANT UPDATE (opens, closes, closed) ON stage TO ridotto;
GRANT UPDATE (rank, points, tables) ON stage_place TO ridotto;
GRANT UPDATE (game, points, how, expected, agrees, counted) ON fixture TO ridotto;

-- ---- a letter that a tournament was cancelled ----

ALTER TABLE outbox
    DROP CONSTRAINT outbox_sound,
    ADD CONSTRAINT outbox_sound CHECK ((person IS NULL) = (invitation IS NOT NULL)
        AND (game IS NULL) = (kind = ANY ('{confirm,recover,address,moving,hook,tournament}')) AND (status = 'waiting') = (done IS NULL)) NOT VALID;

-- As in 0054, with the kind 'tournament': as 'hook', it comes whatever its reader wants to hear of games.
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
           WHEN o.kind IN ('hook', 'tournament') THEN NULL
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
