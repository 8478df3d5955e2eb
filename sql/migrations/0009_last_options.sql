-- The form for a new table begins with what its owner chose last.

CREATE INDEX game_owner ON game (owner, rules, id);
