-- Who is banned or suspended and deletes the account cannot come back with the same address as if nothing had been: once the address is confirmed
-- again, the rest of it holds. `ridotto migrate` may run while the program of before serves.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

-- What goes on for who comes back: not the address, but what can be worked out of it and a salt. The service neither reads nor writes this.
CREATE TABLE barred (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    salt bytea NOT NULL,
    hash bytea NOT NULL,
    kind text NOT NULL CHECK (kind IN ('suspend', 'ban')),
    until timestamptz,                                  -- of 'suspend'
    why text NOT NULL,
    since timestamptz NOT NULL DEFAULT now(),           -- when the person left
    CHECK ((kind = 'suspend') = (until IS NOT NULL))
);

CREATE FUNCTION barred_hash(salt bytea, address text) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
    SELECT sha256(salt || convert_to(lower(address), 'UTF8'))
$$;

-- How long what order needs is kept: of who left a suspension to its end, a ban for two years; a report for a year after it was closed.
CREATE FUNCTION order_forget() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DELETE FROM barred WHERE until < now() OR since < now() - interval '2 years';
    DELETE FROM report WHERE status = 'closed' AND closed < now() - interval '1 year'
$$;
GRANT EXECUTE ON FUNCTION order_forget TO ridotto;
REVOKE EXECUTE ON FUNCTION order_forget FROM PUBLIC;

-- Only who has confirmed an address is known to be the same person; who joins with somebody else's is told nothing.
CREATE FUNCTION person_barred() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    WITH again AS (
        DELETE FROM barred WHERE hash = barred_hash(salt, NEW.email) AND (kind = 'ban' OR until > now()) RETURNING kind, until, why
    )
    INSERT INTO act (kind, whom, until, why) SELECT kind, NEW.id, until, why FROM again;
    IF FOUND THEN
        PERFORM person_held(NEW.id);
        DELETE FROM session WHERE person = NEW.id;
        UPDATE plan SET hands_in = false WHERE person = NEW.id AND hands_in;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER person_barred AFTER UPDATE OF email_confirmed ON person FOR EACH ROW
    WHEN (NEW.email_confirmed IS NOT NULL AND (OLD.email_confirmed IS NULL OR lower(OLD.email) IS DISTINCT FROM lower(NEW.email)))
    EXECUTE FUNCTION person_barred();

-- As in 0039, but that this is remembered.
CREATE OR REPLACE FUNCTION person_leave(who bigint) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    was text;
    gone CONSTANT text := 'someone who left';
BEGIN
    PERFORM FROM game WHERE owner = who AND practice_ply IS NOT NULL ORDER BY id FOR UPDATE;
    PERFORM FROM reminder WHERE person = who ORDER BY game FOR UPDATE;
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
    DELETE FROM reminder WHERE person = who;
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
    INSERT INTO barred (salt, hash, kind, until, why)
        SELECT salt, barred_hash(salt, email), kind, until, why
        FROM (SELECT uuid_send(gen_random_uuid()) AS salt, p.email, a.kind, a.until, a.why FROM act a JOIN person p ON p.id = a.whom
              WHERE a.whom = who AND p.email_confirmed IS NOT NULL AND a.undone IS NULL
                  AND (a.kind = 'ban' OR (a.kind = 'suspend' AND a.until > now()))) AS held;
    DELETE FROM report WHERE whom = who OR reporter = who;
    UPDATE report SET status = 'open', taken_by = NULL, taken = NULL WHERE taken_by = who;
    DELETE FROM act WHERE whom = who;
    DELETE FROM joining_code WHERE maker = who;
    UPDATE person SET left_at = now(), name = NULL, email = NULL, email_confirmed = NULL, password_hash = NULL, lang = NULL,
        mail = false, notices = 'every', zone = 'UTC', rest_from = NULL, rest_until = NULL, vacation_saved = 0, visited = NULL,
        quiet_since = NULL, digest_sent = NULL, bounced = NULL, bounced_note = NULL, unreached = NULL, display = '',
        role = '', muted_until = NULL, suspended_until = NULL, banned = NULL
    WHERE id = who;
    RETURN true;
END $$;
