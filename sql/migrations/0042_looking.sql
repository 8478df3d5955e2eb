-- Who looks for a game is found without reading everybody who ever did; letters that tell of somebody who sat down tell the name that person has
-- now, or none.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

CREATE INDEX seeker_looks ON seeker (since) WHERE since IS NOT NULL;

CREATE FUNCTION person_renamed_in_letters() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    UPDATE outbox SET data = jsonb_set(data, '{about}', to_jsonb(coalesce(NEW.name, 'someone who left')))
    WHERE kind = 'seated' AND status = 'waiting' AND data ->> 'about' = OLD.name;
    RETURN NULL;
END $$;
CREATE TRIGGER person_renamed_in_letters AFTER UPDATE OF name ON person
    FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION person_renamed_in_letters();
