-- Who is judged is locked against other changes of the person only: a move that is stored just then refers to the person, holds its table, and
-- would wait for a lock that in turn waits for that table.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

-- As in 0039, but for the lock.
CREATE OR REPLACE FUNCTION act_refused(mod bigint, on_whom bigint) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    own text;
    its text;
BEGIN
    PERFORM FROM person WHERE id IN (mod, on_whom) ORDER BY id FOR NO KEY UPDATE;
    SELECT role INTO own FROM person WHERE id = mod AND left_at IS NULL AND banned IS NULL AND (suspended_until IS NULL OR suspended_until <= now());
    SELECT role INTO its FROM person WHERE id = on_whom AND left_at IS NULL;
    RETURN CASE WHEN coalesce(own, '') = '' THEN 'role'
                WHEN on_whom = mod THEN 'self'
                WHEN on_whom IS NOT NULL AND its IS NULL THEN 'gone'
                WHEN its = 'operator' OR (its = 'moderator' AND own <> 'operator') THEN 'rank' END;
END $$;

-- Likewise.
CREATE OR REPLACE FUNCTION person_rename(who bigint, called text, written text, small text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = public, pg_temp AS $$
DECLARE
    was text;
BEGIN
    SELECT name INTO was FROM person WHERE id = who FOR NO KEY UPDATE;
    UPDATE person SET name = called WHERE id = who;
    UPDATE person SET look_written = written, look_small = small WHERE id = who;
    UPDATE incident SET name = called WHERE name = was;
    UPDATE outbox SET data = jsonb_set(data, '{about}', to_jsonb(called)) WHERE kind = 'taken' AND status = 'waiting' AND data ->> 'about' = was;
END $$;
