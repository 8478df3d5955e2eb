-- A check over the columns of a move, so that a byte that has changed on a disk is found in those, too, that the chain of hashes does not
-- hold: who caused the move, when, who sat there. What is from before has none until `ridotto game restore` was run over it.
ALTER TABLE move ADD seal bigint;
