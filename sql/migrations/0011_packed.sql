-- States and events as the bytes that the game's tables make of them (rules/engine/packed.h), in place of JSON.
--
-- Unlike all others this migration needs the service to stand still: a program of before it can neither read nor write these columns.
-- What is there is kept as it is, the text of its JSON as bytes; `ridotto migrate` packs it after this, while the service may run
-- again, and every program reads both. The rows are written anew once, so that takes as much room again, and locks the tables: some
-- seconds for ten thousand games.

ALTER TABLE game ALTER state TYPE bytea USING convert_to(state::text, 'UTF8');
ALTER TABLE snapshot ALTER state TYPE bytea USING convert_to(state::text, 'UTF8');

ALTER TABLE move DROP CONSTRAINT move_events_check;
ALTER TABLE move ALTER events TYPE bytea USING convert_to(events::text, 'UTF8');
ALTER TABLE move ADD CONSTRAINT move_events CHECK (octet_length(events) > 0);

-- What is still JSON, which begins with a bracket: `ridotto migrate` finds it here, and nothing when it is done.
CREATE INDEX move_in_json ON move (game, ply) WHERE get_byte(events, 0) = 91;
CREATE INDEX snapshot_in_json ON snapshot (game, ply) WHERE get_byte(state, 0) = 123;
