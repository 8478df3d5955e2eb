-- Time: the pace of a table, a clock for each seat, rest and vacation of each person, and what the clock has done.
-- Company: chat with its place in the game, rematches, invitations. The ledger of notices.

-- ---- people ----

ALTER TABLE person
    ADD zone text NOT NULL DEFAULT 'UTC' CONSTRAINT person_zone_form CHECK (zone ~ '^[A-Za-z0-9_+/-]{1,64}$'),
    -- The nightly rest, in minutes after midnight of the person's own day; it may go past midnight.
    ADD rest_from smallint CHECK (rest_from BETWEEN 0 AND 1439),
    ADD rest_until smallint CHECK (rest_until BETWEEN 0 AND 1439),
    -- Vacation saved up, in seconds, as of vacation_counted; from then on it grows by itself.
    ADD vacation_saved integer NOT NULL DEFAULT 604800 CHECK (vacation_saved >= 0),
    ADD vacation_counted timestamptz NOT NULL DEFAULT now(),
    -- Mail about games: of every turn; of one, then none until the next visit; or once a day. `mail` turns all off.
    ADD notices text NOT NULL DEFAULT 'every' CHECK (notices IN ('every', 'once', 'daily')),
    ADD visited timestamptz,                         -- seen on the site, to the minute
    ADD quiet_since timestamptz,                     -- 'once': mail has gone, and no visit came since
    ADD digest_sent timestamptz,                     -- 'daily': when the last one went
    ADD CONSTRAINT person_rest CHECK ((rest_from IS NULL) = (rest_until IS NULL) AND (rest_from IS NULL OR rest_from <> rest_until));

-- Days off that were taken or are planned. None of a person overlap: the service adds them with the person locked.
CREATE TABLE vacation (
    person bigint NOT NULL REFERENCES person ON DELETE CASCADE,
    starts timestamptz NOT NULL,
    ends timestamptz NOT NULL,
    PRIMARY KEY (person, starts),
    CHECK (ends > starts)
);

-- ---- games ----

ALTER TABLE game
    -- Name and figures, as cgi/pace.h tells; '{}': no clock. Stored whole, so that a later change of names and figures
    -- does not touch running games.
    ADD pace jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(pace) = 'object'),
    -- Grows with everything that a page of this game shows to others: moves, chat, seats, what the clock did.
    ADD version bigint NOT NULL DEFAULT 0,
    -- How it ended: played out, all but one resigned, or without a result because all agreed to that.
    ADD ending text CHECK (ending IN ('played', 'resigned', 'agreed')),
    ADD rematch_of bigint CONSTRAINT game_rematch_once UNIQUE REFERENCES game ON DELETE SET NULL;
UPDATE game SET ending = 'played' WHERE status = 'over';
ALTER TABLE game ADD CONSTRAINT game_ending CHECK ((status = 'over') = (ending IS NOT NULL));

ALTER TABLE seat
    -- The clock of the present wait. Microseconds that counted of it, up to spent_at; from there it goes on by itself.
    ADD bank bigint NOT NULL DEFAULT 0 CHECK (bank >= 0),          -- left in hand beside what a wait has free
    ADD spent bigint NOT NULL DEFAULT 0 CHECK (spent >= 0),
    ADD spent_at timestamptz,                                       -- null: no clock goes
    ADD extra bigint NOT NULL DEFAULT 0 CHECK (extra >= 0),        -- granted on top: an excuse, a grace after an outage
    ADD in_window boolean NOT NULL DEFAULT false,                   -- asked outside its own turn
    ADD deadline timestamptz,
    ADD remind timestamptz,                                         -- the mark of the reminder; null: none, or sent
    ADD excused boolean NOT NULL DEFAULT false,                     -- the one excuse of this game is used up
    ADD missed smallint NOT NULL DEFAULT 0 CHECK (missed >= 0),    -- deadlines missed one after the other
    ADD opened timestamptz,                                         -- the seat is open: a bot keeps it moving
    ADD resigned timestamptz,
    ADD wants_end boolean NOT NULL DEFAULT false,                   -- agrees to end the game without a result
    ADD kept_for bigint REFERENCES person,                          -- an empty seat that only this person may take
    ADD seen timestamptz,                                           -- the table was open in this person's browser
    ADD read_message bigint NOT NULL DEFAULT 0,                     -- the newest line of chat that this person has seen
    ADD CONSTRAINT seat_clock CHECK ((deadline IS NULL) OR (spent_at IS NOT NULL AND awaited_since IS NOT NULL)),
    ADD CONSTRAINT seat_kept CHECK (kept_for IS NULL OR (person IS NULL AND bot IS NULL));
CREATE INDEX seat_by_deadline ON seat (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX seat_by_reminder ON seat (remind) WHERE remind IS NOT NULL;
CREATE INDEX seat_awaited_open ON seat (game) WHERE awaited_since IS NOT NULL AND (opened IS NOT NULL OR resigned IS NOT NULL);
CREATE INDEX seat_kept_for ON seat (kept_for) WHERE kept_for IS NOT NULL;

-- What happened at a table beside the moves: told in its log, never taken back.
CREATE TABLE incident (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game bigint NOT NULL REFERENCES game,
    ply integer NOT NULL CHECK (ply >= 0),                          -- the head at that moment
    seat smallint NOT NULL CHECK (seat BETWEEN -1 AND 4),           -- -1: the whole table
    kind text NOT NULL CHECK (kind IN ('excused', 'missed', 'lapsed', 'opened', 'returned', 'taken_over', 'resigned',
        'asked_end', 'agreed_end', 'declined_end', 'ended', 'outage')),
    person bigint REFERENCES person,                                -- who did it, or sits there now
    name text,                                                      -- of who sat there before, for a seat taken over
    at timestamptz NOT NULL
);
CREATE INDEX incident_of_game ON incident (game, id DESC);

ALTER TABLE message
    ADD ply integer NOT NULL DEFAULT 0 CHECK (ply >= -1),           -- where the game stood
    ADD seat smallint NOT NULL DEFAULT -1 CHECK (seat BETWEEN -1 AND 4);

-- Who was asked by mail to come to a table, by an address that may be nobody's yet. What an address has refused stays,
-- whatever becomes of the table.
CREATE TABLE invitation (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),     -- of the token behind "write no more to this address"
    game bigint REFERENCES game ON DELETE SET NULL,
    inviter bigint REFERENCES person ON DELETE SET NULL,
    email text NOT NULL CONSTRAINT invitation_email_form CHECK (char_length(email) BETWEEN 3 AND 254 AND email ~ '^[^\s@<>]+@[^\s@<>]+$'),
    at timestamptz NOT NULL DEFAULT now(),
    refused timestamptz
);
CREATE UNIQUE INDEX invitation_once ON invitation (game, lower(email));
CREATE INDEX invitation_of_address ON invitation (lower(email), at);

-- ---- notices ----

ALTER TABLE outbox
    ALTER person DROP NOT NULL,
    ADD invitation bigint REFERENCES invitation ON DELETE CASCADE,  -- to an address instead of a person
    ADD nth smallint NOT NULL DEFAULT 0,                            -- the second reminder of one turn is 1
    DROP CONSTRAINT outbox_kind_check,
    ADD CONSTRAINT outbox_kind CHECK (kind IN ('confirm', 'recover', 'started', 'turn', 'window', 'reminder', 'clock', 'over',
        'rematch', 'invitation')),
    DROP CONSTRAINT outbox_status_check,
    ADD CONSTRAINT outbox_status CHECK (status IN ('waiting', 'sent', 'dropped', 'failed', 'bounced')),
    DROP CONSTRAINT outbox_once,
    ADD CONSTRAINT outbox_once UNIQUE (person, game, ply, kind, nth),
    ADD CONSTRAINT outbox_to CHECK ((person IS NULL) = (invitation IS NOT NULL) AND (invitation IS NULL) = (kind <> 'invitation'));
CREATE INDEX outbox_of_person ON outbox (person, id DESC);

-- Every row of the outbox with the reason why it is to be sent no more, or not yet ('early'); null: send it. The one
-- place that knows what a person wants to hear; asked when mail is taken, and again when the mail server is ready for it.
CREATE VIEW notice AS
SELECT o.id, CASE
           WHEN o.kind = 'invitation' THEN CASE
               WHEN EXISTS (SELECT FROM invitation n WHERE lower(n.email) = lower(i.email) AND n.refused IS NOT NULL)
                   THEN 'refused'
               WHEN g.status <> 'open' THEN 'begun' END
           WHEN o.kind = 'confirm' AND p.email_confirmed IS NOT NULL THEN 'confirmed'
           WHEN o.kind IN ('confirm', 'recover') THEN NULL
           WHEN p.email_confirmed IS NULL THEN 'unconfirmed'
           WHEN NOT p.mail THEN 'unwanted'
           WHEN o.kind = 'rematch' AND g.status <> 'open' THEN 'begun'
           WHEN o.kind = 'rematch' AND NOT EXISTS (SELECT FROM seat k WHERE k.game = o.game AND k.kept_for = o.person)
               THEN 'seated'
           WHEN o.kind <> 'rematch' AND s.person IS NULL THEN 'left'
           WHEN NOT s.mail THEN 'muted'
           WHEN o.kind IN ('turn', 'window', 'reminder') AND s.awaited_ply IS DISTINCT FROM o.ply THEN 'played'
           WHEN o.kind = 'started' AND g.status = 'over' THEN 'played'
           -- What cannot wait comes to those, too, who want to hear little.
           WHEN o.kind IN ('reminder', 'clock') THEN NULL
           WHEN p.notices = 'once' AND p.quiet_since IS NOT NULL THEN 'quiet'
           WHEN p.notices = 'daily' AND p.digest_sent > now() - interval '24 hours' THEN 'early'
       END AS needless
FROM outbox o LEFT JOIN person p ON p.id = o.person LEFT JOIN game g ON g.id = o.game
    LEFT JOIN seat s ON s.game = o.game AND s.person = o.person LEFT JOIN invitation i ON i.id = o.invitation;

-- When the clock's worker was last at work, so that the next one sees an outage; and the outage that is being seen to.
CREATE TABLE pulse (
    what text PRIMARY KEY CHECK (what IN ('clock', 'outage')),
    at timestamptz NOT NULL
);

-- ---- lists of tables ----

-- A table without its state and secret, one row a seat.
CREATE VIEW listed AS
SELECT g.id, g.rules, g.revision, g.options::text AS options, g.n_seats, g.owner, o.name AS owner_name, g.invitation,
       NULL::bytea AS secret, g.status, g.ply, NULL::text AS state, g.hash, g.awaits, g.created, g.started, g.moved, g.ended,
       g.pace::text AS pace, g.version, g.ending, g.rematch_of,
       s.seat, s.person, p.name, s.bot, s.phrase, s.awaited_since, s.points, s.rank,
       s.bank, s.spent, s.spent_at, s.extra, s.in_window, s.deadline, s.remind, s.excused, s.missed, s.opened, s.resigned,
       s.wants_end, s.kept_for, k.name AS kept_name, s.seen, s.awaited_ply, s.mail
FROM game g JOIN person o ON o.id = g.owner JOIN seat s ON s.game = g.id LEFT JOIN person p ON p.id = s.person
    LEFT JOIN person k ON k.id = s.kept_for;

-- ---- what the service may do ----

GRANT SELECT ON listed, notice TO ridotto;
GRANT UPDATE (zone, rest_from, rest_until, vacation_saved, vacation_counted, notices, visited, quiet_since, digest_sent)
    ON person TO ridotto;
GRANT SELECT, INSERT, UPDATE, DELETE ON vacation, pulse TO ridotto;
GRANT SELECT, INSERT ON incident TO ridotto;
GRANT SELECT, INSERT, DELETE ON invitation TO ridotto;
GRANT UPDATE (refused) ON invitation TO ridotto;
GRANT UPDATE (pace, version, ending) ON game TO ridotto;
GRANT UPDATE (bank, spent, spent_at, extra, in_window, deadline, remind, excused, missed, opened, resigned, wants_end,
    kept_for, seen, read_message) ON seat TO ridotto;
