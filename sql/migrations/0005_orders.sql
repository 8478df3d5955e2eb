-- Standing orders: a move that one of them made says which. Secret as the order itself, as long as the game runs.
ALTER TABLE move
    ADD by_order text CHECK (octet_length(by_order) BETWEEN 1 AND 511),
    ADD CONSTRAINT move_by_order CHECK ((cause = 'order') = (by_order IS NOT NULL));
CREATE INDEX move_by_order ON move (game, person, ply) WHERE by_order IS NOT NULL;
