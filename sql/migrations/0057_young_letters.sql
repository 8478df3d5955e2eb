-- Letters of a kind that a program does not know wait for one that does. From now on a program takes only the kinds it knows (mail_take);
-- one of before 0056 takes every kind, and drops what a tournament has to say as the news of a game that is gone.

CREATE FUNCTION letter_waits() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    NEW.status := OLD.status;
    NEW.done := OLD.done;
    NEW.note := OLD.note;
    NEW.data := OLD.data;
    NEW.tries := OLD.tries;
    NEW.due := clock_timestamp() + interval '1 minute';
    RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION letter_waits FROM PUBLIC;
CREATE TRIGGER letter_waits BEFORE UPDATE OF status ON outbox
    FOR EACH ROW WHEN (OLD.kind = 'tournament' AND OLD.status = 'waiting' AND NEW.status = 'dropped' AND NEW.note = 'gone')
    EXECUTE FUNCTION letter_waits();
