-- A study that ends the process each time it is begun is given up, as one that comes to nothing is: how often it was begun stands with it, and
-- outlives the process. `ridotto migrate` may run while the program of before serves: that one counts in its memory, as it did.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

-- How often a worker began it; one that was stopped in the middle had not tried.
ALTER TABLE study ADD tries integer NOT NULL DEFAULT 0;
