-- A turn that somebody prepares while others think (rules/engine/plans.h). `ridotto migrate` may run while the program of before serves: it
-- neither reads nor makes any, and what it does to seats and games ends them, as below.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

-- One a seat. Secret: only who made it reads it, and the worker, which hands it in. A row whose person sits there no more, whose game does
-- not run, or whose seat has moved since `ply`, counts for nothing, whoever has changed that; the worker clears it away.
CREATE TABLE plan (
    game bigint NOT NULL,
    seat smallint NOT NULL,
    person bigint NOT NULL REFERENCES person ON DELETE CASCADE,
    ply integer NOT NULL,                            -- the head on which it was made
    ways jsonb NOT NULL,                             -- alternatives in order: a list of lists of steps, one line each
    hands_in boolean NOT NULL,
    tried integer NOT NULL DEFAULT -1,               -- the newest head at which it did not hand itself in
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (game, seat),
    FOREIGN KEY (game, seat) REFERENCES seat ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT plan_sound CHECK (jsonb_typeof(ways) = 'array')
);
GRANT SELECT, INSERT, UPDATE, DELETE ON plan TO ridotto;

-- How many plans were played automatically, by title: for /metrics.
CREATE TABLE plan_tally (
    rules text PRIMARY KEY,
    handed_in bigint NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON plan_tally TO ridotto;
