-- The house: people, tables, moves, mail. Run once, as ridotto_owner, by `ridotto migrate`.
--
-- The truth about a game is its secret, its options, its seats' phrases and its moves; state, hash, points and snapshots
-- can be computed again from them (`ridotto replay --all` does). Hence the service may add moves and nothing else to
-- them: see the grants at the end.

-- ---- people ----

CREATE TABLE person (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL
        CONSTRAINT person_name_form CHECK (char_length(name) BETWEEN 2 AND 24
            AND name !~ '[^[:alnum:] _-]' AND name !~ '^ | $|  '),
    email text NOT NULL
        CONSTRAINT person_email_form CHECK (char_length(email) BETWEEN 3 AND 254 AND email ~ '^[^\s@<>]+@[^\s@<>]+$'),
    email_confirmed timestamptz,
    password_hash text NOT NULL,
    lang text CONSTRAINT person_lang_form CHECK (lang ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$'),
    mail boolean NOT NULL DEFAULT true,              -- false: unsubscribed from every game
    created timestamptz NOT NULL DEFAULT now(),
    -- The names of bots: nobody may pass for one.
    CONSTRAINT person_name_reserved CHECK (lower(name) !~ '^bot[ _-]')
);
CREATE UNIQUE INDEX person_name_once ON person (lower(name));
CREATE UNIQUE INDEX person_email_once ON person (lower(email));

CREATE TABLE session (
    hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
    person bigint NOT NULL REFERENCES person ON DELETE CASCADE,
    created timestamptz NOT NULL DEFAULT now(),
    seen timestamptz NOT NULL DEFAULT now(),
    expires timestamptz NOT NULL
);
CREATE INDEX session_of_person ON session (person);
CREATE INDEX session_by_end ON session (expires);

-- How often something was tried: sign-in by name, joining by address.
CREATE TABLE attempt (
    key text PRIMARY KEY CHECK (octet_length(key) <= 400),
    since timestamptz NOT NULL,
    until timestamptz NOT NULL,
    n integer NOT NULL CHECK (n > 0)
);
CREATE INDEX attempt_by_end ON attempt (until);

-- ---- games ----

CREATE TABLE game (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    rules text NOT NULL CHECK (rules ~ '^[a-z][a-z0-9_]*$'),
    revision integer NOT NULL CHECK (revision > 0),
    options jsonb NOT NULL CHECK (jsonb_typeof(options) = 'object'),
    n_seats smallint NOT NULL CHECK (n_seats BETWEEN 1 AND 5),
    owner bigint NOT NULL REFERENCES person,
    invitation text UNIQUE CHECK (octet_length(invitation) >= 20),
    secret bytea NOT NULL CHECK (octet_length(secret) = 32),
    status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'running', 'over')),
    -- the head
    ply integer NOT NULL DEFAULT -1 CHECK (ply >= -1),
    state jsonb,
    hash bytea CHECK (octet_length(hash) = 32),
    awaits smallint NOT NULL DEFAULT 0 CHECK (awaits BETWEEN 0 AND 31),
    created timestamptz NOT NULL DEFAULT now(),
    started timestamptz,
    moved timestamptz,
    ended timestamptz,
    CONSTRAINT game_open CHECK ((status = 'open') = (ply = -1)),
    CONSTRAINT game_head CHECK ((ply = -1) = (state IS NULL) AND (ply = -1) = (hash IS NULL)
        AND (ply = -1) = (started IS NULL) AND (ply = -1) = (moved IS NULL)),
    CONSTRAINT game_awaits CHECK ((status = 'running') = (awaits <> 0)),
    CONSTRAINT game_over CHECK ((status = 'over') = (ended IS NOT NULL))
);
CREATE INDEX game_by_status ON game (status, id DESC);

CREATE TABLE seat (
    game bigint NOT NULL REFERENCES game ON DELETE CASCADE,
    seat smallint NOT NULL CHECK (seat BETWEEN 0 AND 4),
    person bigint REFERENCES person,
    bot text CHECK (bot IN ('advise', 'random')),
    phrase text CHECK (octet_length(phrase) BETWEEN 1 AND 200),
    mail boolean NOT NULL DEFAULT true,              -- false: this person wants no mail from this game
    awaited_since timestamptz,
    awaited_ply integer,                             -- the head at which this wait began
    points smallint NOT NULL DEFAULT 0,
    rank smallint NOT NULL DEFAULT 0 CHECK (rank BETWEEN 0 AND 5),
    PRIMARY KEY (game, seat),
    CONSTRAINT seat_once UNIQUE (game, person),
    CONSTRAINT seat_taken_once CHECK (person IS NULL OR bot IS NULL),
    CONSTRAINT seat_awaited CHECK ((awaited_since IS NULL) = (awaited_ply IS NULL))
);
CREATE INDEX seat_of_person ON seat (person, game DESC) WHERE person IS NOT NULL;
CREATE INDEX seat_awaited_person ON seat (person, game DESC) WHERE awaited_since IS NOT NULL AND person IS NOT NULL;
CREATE INDEX seat_awaited_bot ON seat (game) WHERE awaited_since IS NOT NULL AND bot IS NOT NULL;

-- Append-only. Ply 0 is the set-up; who made it is nobody, hence seat -1.
CREATE TABLE move (
    game bigint NOT NULL REFERENCES game,
    ply integer NOT NULL CHECK (ply >= 0),
    seat smallint NOT NULL CHECK (seat BETWEEN -1 AND 4),
    move text NOT NULL CHECK (octet_length(move) BETWEEN 1 AND 511),
    events jsonb NOT NULL CHECK (jsonb_typeof(events) = 'array'),
    cause text NOT NULL CHECK (cause IN ('person', 'bot', 'order', 'clock')),
    person bigint REFERENCES person,                 -- who sat there when it was made
    at timestamptz NOT NULL,
    points smallint[] NOT NULL CHECK (cardinality(points) BETWEEN 1 AND 5),
    revision integer NOT NULL,
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    CONSTRAINT move_once PRIMARY KEY (game, ply),
    CONSTRAINT move_setup CHECK ((ply = 0) = (seat = -1))
);

CREATE TABLE snapshot (
    game bigint NOT NULL REFERENCES game,
    ply integer NOT NULL CHECK (ply >= 0),
    state jsonb NOT NULL,
    PRIMARY KEY (game, ply)
);

-- Steps of a turn that are not handed in yet, seen by their player only.
CREATE TABLE draft (
    game bigint NOT NULL REFERENCES game ON DELETE CASCADE,
    person bigint NOT NULL REFERENCES person ON DELETE CASCADE,
    ply integer NOT NULL CHECK (ply >= 0),
    steps jsonb NOT NULL CHECK (jsonb_typeof(steps) = 'array' AND jsonb_array_length(steps) BETWEEN 1 AND 256),
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (game, person)
);

-- What a seat wants done when a decision falls to it outside its own turn. Secret.
CREATE TABLE standing_order (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game bigint NOT NULL REFERENCES game ON DELETE CASCADE,
    seat smallint NOT NULL,
    position smallint NOT NULL CHECK (position BETWEEN 0 AND 63),
    text text NOT NULL CHECK (octet_length(text) BETWEEN 1 AND 511),
    at timestamptz NOT NULL DEFAULT now(),
    FOREIGN KEY (game, seat) REFERENCES seat ON UPDATE CASCADE,
    UNIQUE (game, seat, position)
);

CREATE TABLE message (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game bigint NOT NULL REFERENCES game ON DELETE CASCADE,
    person bigint NOT NULL REFERENCES person,
    text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 2000),
    at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX message_of_game ON message (game, id DESC);

CREATE TABLE note (
    game bigint NOT NULL REFERENCES game ON DELETE CASCADE,
    person bigint NOT NULL REFERENCES person ON DELETE CASCADE,
    text text NOT NULL CHECK (char_length(text) <= 10000),
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (game, person)
);

CREATE TABLE rating (
    person bigint NOT NULL REFERENCES person ON DELETE CASCADE,
    rules text NOT NULL,
    rating real NOT NULL,
    deviation real NOT NULL CHECK (deviation >= 0),
    games integer NOT NULL CHECK (games >= 0),
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (person, rules)
);

-- ---- links and mail ----

CREATE TABLE token (
    hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
    kind text NOT NULL CHECK (kind IN ('confirm', 'open', 'recover', 'unsubscribe')),
    person bigint NOT NULL REFERENCES person ON DELETE CASCADE,
    game bigint REFERENCES game ON DELETE CASCADE,
    created timestamptz NOT NULL DEFAULT now(),
    expires timestamptz NOT NULL,
    used timestamptz
);
CREATE INDEX token_of_person ON token (person, kind);
CREATE INDEX token_by_end ON token (expires);

CREATE TABLE outbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    person bigint NOT NULL REFERENCES person ON DELETE CASCADE,
    game bigint REFERENCES game ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('confirm', 'recover', 'started', 'turn', 'over')),
    ply integer NOT NULL DEFAULT 0,
    data jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(data) = 'object'), -- emptied when the mail is done with
    status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'sent', 'dropped', 'failed')),
    queued timestamptz NOT NULL DEFAULT now(),
    due timestamptz NOT NULL DEFAULT now(),
    done timestamptz,
    tries smallint NOT NULL DEFAULT 0,
    note text,                                       -- what the mail server said last
    CONSTRAINT outbox_once UNIQUE (person, game, ply, kind),
    CONSTRAINT outbox_about CHECK ((game IS NULL) = (kind IN ('confirm', 'recover'))),
    CONSTRAINT outbox_done CHECK ((status = 'waiting') = (done IS NULL))
);
CREATE INDEX outbox_due ON outbox (due) WHERE status = 'waiting';
CREATE INDEX outbox_waiting_of ON outbox (person, due) WHERE status = 'waiting';
CREATE INDEX outbox_failed ON outbox (done) WHERE status = 'failed';

-- ---- what the service may do ----

GRANT USAGE ON SCHEMA public TO ridotto;
GRANT SELECT ON migration TO ridotto;

GRANT SELECT, INSERT ON move, snapshot, message TO ridotto;

GRANT SELECT, INSERT, DELETE ON game TO ridotto;     -- a started game cannot be deleted: its moves hold it
GRANT UPDATE (n_seats, owner, status, ply, state, hash, awaits, started, moved, ended) ON game TO ridotto;
GRANT SELECT, INSERT, DELETE ON seat TO ridotto;
GRANT UPDATE (seat, person, bot, phrase, mail, awaited_since, awaited_ply, points, rank) ON seat TO ridotto;

GRANT SELECT, INSERT ON person TO ridotto;
GRANT UPDATE (email_confirmed, password_hash, lang, mail) ON person TO ridotto;
GRANT SELECT, INSERT, DELETE ON session, token TO ridotto;
GRANT UPDATE (seen) ON session TO ridotto;
GRANT UPDATE (used) ON token TO ridotto;
GRANT SELECT, INSERT, UPDATE, DELETE ON attempt, draft, note, standing_order TO ridotto;
GRANT SELECT, INSERT, DELETE ON outbox TO ridotto;
GRANT UPDATE (status, data, due, done, tries, note) ON outbox TO ridotto;
GRANT SELECT, INSERT, UPDATE ON rating TO ridotto;
