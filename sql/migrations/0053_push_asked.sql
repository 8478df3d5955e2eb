-- Whether a browser may tell of turns is asked once, after a turn.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

ALTER TABLE person ADD push_asked timestamptz; -- when this person was asked, or saw to it unasked

GRANT UPDATE (push_asked) ON person TO ridotto;
UPDATE person SET push_asked = now() WHERE EXISTS (SELECT FROM target WHERE target.person = person.id AND way = 'push');
