-- Plans stay when their player answers something in another's turn (the site of a building, in Venedig): such a move is not the turn that
-- was planned. `ridotto migrate` may run while the program of before serves: it drops those plans as it did, and keeps all others.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

-- The last move of the seat since `ply` that was made in another's turn, with none of its own turn before it: moves up to there do not
-- count against the plan.
ALTER TABLE plan ADD answered integer NOT NULL DEFAULT -1;
