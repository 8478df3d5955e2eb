-- Studies of games that are over: what each seat could expect after each ply, and what chance had to do with it. One a game, asked for by
-- anybody who may see the game, worked out by the worker one after the other. The program of before knows none of them.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

CREATE TABLE study (
    game bigint PRIMARY KEY REFERENCES game ON DELETE CASCADE,
    state text NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'done', 'failed')),
    asked timestamptz NOT NULL DEFAULT clock_timestamp(),
    taken timestamptz,              -- when a worker began it, if one is at it
    ended timestamptz,
    revision integer NOT NULL,      -- of the way that games are studied, STUDY_REVISION
    why text,                       -- it failed, a word for the program
    result bytea,                   -- it is done
    CHECK ((state = 'done') = (result IS NOT NULL)),
    CHECK ((state = 'failed') = (why IS NOT NULL))
);
CREATE INDEX study_asked ON study (asked, game) WHERE state = 'asked';

GRANT SELECT, INSERT, UPDATE ON study TO ridotto;
