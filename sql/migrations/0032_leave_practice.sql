-- Who leaves is held up by no practice table that was made and did not start, and locks practice tables before the person, as everything else
-- does: a turn that is being saved holds its table, and then refers to who plays there. `ridotto migrate` may run while the program of before
-- serves.

-- As in 0018, but for the two places that speak of practice tables.
CREATE OR REPLACE FUNCTION person_leave(who bigint) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    was text;
    gone CONSTANT text := 'someone who left';
BEGIN
    PERFORM FROM game WHERE owner = who AND practice_ply IS NOT NULL ORDER BY id FOR UPDATE;
    SELECT name INTO was FROM person WHERE id = who AND left_at IS NULL FOR UPDATE;
    IF NOT FOUND OR EXISTS (SELECT FROM game WHERE owner = who AND status = 'open' AND practice_ply IS NULL)
        OR EXISTS (SELECT FROM seat s JOIN game g ON g.id = s.game
                   WHERE s.person = who AND g.status <> 'over' AND s.resigned IS NULL) THEN
        RETURN false;
    END IF;
    DELETE FROM session WHERE person = who;
    DELETE FROM token WHERE person = who;
    DELETE FROM draft WHERE person = who;
    DELETE FROM note WHERE person = who;
    DELETE FROM vacation WHERE person = who;
    DELETE FROM rating WHERE person = who;
    DELETE FROM standing_order o USING seat s JOIN game g ON g.id = s.game
        WHERE s.person = who AND g.status = 'over' AND o.game = s.game AND o.seat = s.seat;
    -- What a worker has in hand is dropped by it: nobody is written to who has no confirmed address.
    DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE person = who FOR UPDATE SKIP LOCKED);
    DELETE FROM outbox WHERE id IN (SELECT o.id FROM outbox o JOIN invitation i ON i.id = o.invitation
        WHERE i.inviter = who AND o.status = 'waiting' FOR UPDATE OF o SKIP LOCKED);
    UPDATE invitation SET inviter = NULL WHERE inviter = who;
    UPDATE seat SET kept_for = NULL WHERE kept_for = who;
    UPDATE seat SET mail = false, seen = NULL, read_message = 0 WHERE person = who;
    UPDATE incident SET name = gone WHERE name = was;
    UPDATE outbox SET data = jsonb_set(data, '{about}', to_jsonb(gone))
        WHERE kind = 'taken' AND status = 'waiting' AND data ->> 'about' = was;
    UPDATE person SET left_at = now(), name = NULL, email = NULL, email_confirmed = NULL, password_hash = NULL, lang = NULL,
        mail = false, notices = 'every', zone = 'UTC', rest_from = NULL, rest_until = NULL, vacation_saved = 0, visited = NULL,
        quiet_since = NULL, digest_sent = NULL, bounced = NULL, bounced_note = NULL, unreached = NULL, display = ''
    WHERE id = who;
    RETURN true;
END $$;
