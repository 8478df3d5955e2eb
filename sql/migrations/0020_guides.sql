-- Guided first games (rules/guide.h). `ridotto migrate` may run while the program of before serves: it makes none, and plays on those that
-- there are as any game against bots.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

-- The revision of the guide that leads through the game; null: none does, or it was left.
ALTER TABLE game ADD guide smallint;
GRANT UPDATE (guide) ON game TO ridotto;

-- Is who sits here offered the guide? At the first table of a title, until one says no.
ALTER TABLE seat ADD offers_guide boolean NOT NULL DEFAULT false;
GRANT UPDATE (offers_guide) ON seat TO ridotto;
