-- How many forms of play somebody has left for now, over all processes that serve the site: each tells of some at a time, so that the limit is one.
-- Not logged: after a crash, or on the standby that takes over, everybody begins anew.
CREATE UNLOGGED TABLE pace (
    person bigint PRIMARY KEY,
    at timestamptz NOT NULL,  -- when `remain` was right
    remain double precision NOT NULL  -- comes back evenly; below 0: more than allowed
);
GRANT SELECT, INSERT, UPDATE, DELETE ON pace TO ridotto;
