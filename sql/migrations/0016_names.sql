-- ---- names ----

-- What names look like (cgi/base/look.h): nobody joins under one that a reader cannot tell from another's. `ridotto migrate` fills them in
-- for those who are here; of two who look alike already, the one who came first has the look, and the other none.
ALTER TABLE person
    ADD look_written text,
    ADD look_small text,
    ADD CONSTRAINT person_look_named CHECK (name IS NOT NULL OR (look_written IS NULL AND look_small IS NULL)) NOT VALID;
CREATE UNIQUE INDEX person_look_written_once ON person (look_written);
CREATE UNIQUE INDEX person_look_small_once ON person (look_small);

-- Who leaves, or is called otherwise, leaves no look of the name behind.
CREATE FUNCTION person_look_forget() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.look_written := NULL;
    NEW.look_small := NULL;
    RETURN NEW;
END $$;
CREATE TRIGGER person_look_forget BEFORE UPDATE OF name ON person
    FOR EACH ROW WHEN (NEW.name IS DISTINCT FROM OLD.name) EXECUTE FUNCTION person_look_forget();

-- ---- letters that come back ----

-- What only this site knows. With "bounce" the addresses are signed that letters come back to.
CREATE TABLE secret (
    name text PRIMARY KEY,
    value text NOT NULL CHECK (value ~ '^[0-9a-f]{64}$')
);
INSERT INTO secret SELECT 'bounce', encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex');
GRANT SELECT ON secret TO ridotto;
