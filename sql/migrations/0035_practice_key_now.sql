-- Who comes to a private game with its new key, and opens a practice table that is there already, takes the new key along: the old one leads
-- nowhere any more. `ridotto migrate` may run while the program of before serves: it leaves the key as it was.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

GRANT UPDATE (practice_key) ON game TO ridotto;
