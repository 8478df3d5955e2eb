-- A table at which only clock, orders and bots have played for two rounds is closed.

ALTER TABLE game
    DROP CONSTRAINT game_ending_kind,
    ADD CONSTRAINT game_ending_kind CHECK (ending IN ('played', 'resigned', 'agreed', 'house', 'abandoned'));
