-- Seats of games that were over before 0059: as long as it takes, but only their own rows are locked, which nobody plays.
UPDATE seat s SET ended = g.ended FROM game g WHERE g.id = s.game AND g.ended IS NOT NULL AND s.ended IS NULL;
