-- A seat tells whether its game is over, and since when: so who has played a thousand games finds the few that are not, and the last that are,
-- without looking at all of them. The game tells it to its seats, whichever program ends it.
ALTER TABLE seat ADD ended timestamptz; -- as of its game

CREATE FUNCTION seats_end() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    UPDATE seat SET ended = NEW.ended WHERE game = NEW.id;
    RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION seats_end FROM PUBLIC;
CREATE TRIGGER seats_end AFTER UPDATE OF ended ON game
    FOR EACH ROW WHEN (NEW.ended IS DISTINCT FROM OLD.ended) EXECUTE FUNCTION seats_end();
