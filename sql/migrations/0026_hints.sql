-- A table whose maker lets everybody there ask for hints; it counts for no rating. Where one person plays among bots they are there anyway.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

ALTER TABLE game ADD hints boolean NOT NULL DEFAULT false;
