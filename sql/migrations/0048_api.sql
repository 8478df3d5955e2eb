-- Programs: tokens by which a program acts for a person, requests that were answered once already, and accounts of programs, which have neither
-- password nor address but an owner. `ridotto migrate` may run while the program of before serves: it knows of no token, and shows the account
-- of a program as that of anybody.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

-- A token, of which only the hash is kept. What it may do: read, play, tables (open, join and leave them, write there), bot (see to the owner's
-- programs).
CREATE TABLE api_token (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
    person bigint NOT NULL REFERENCES person ON DELETE CASCADE,
    name text NOT NULL CONSTRAINT api_token_name CHECK (char_length(name) BETWEEN 1 AND 60 AND name !~ '[[:cntrl:]]'),
    scopes text[] NOT NULL CONSTRAINT api_token_scopes CHECK (scopes <@ ARRAY['read', 'play', 'tables', 'bot'] AND cardinality(scopes) BETWEEN 1 AND 4),
    made timestamptz NOT NULL DEFAULT now(),
    seen timestamptz NOT NULL DEFAULT '-infinity',      -- when it was used last, to the hour
    expires timestamptz NOT NULL DEFAULT 'infinity'
);
CREATE INDEX api_token_of ON api_token (person);

-- A request that named itself (Idempotency-Key), so that it is not done twice: a row from before it is done, and where it led.
CREATE TABLE api_done (
    person bigint NOT NULL REFERENCES person ON DELETE CASCADE,
    key bytea NOT NULL CHECK (octet_length(key) = 32),  -- hash of that name and of what was asked for
    body bytea NOT NULL CHECK (octet_length(body) = 32),
    at timestamptz NOT NULL DEFAULT now(),
    status integer,                                     -- null: it is being done, or the process died over it
    game bigint,
    PRIMARY KEY (person, key)
);
CREATE INDEX api_done_at ON api_done (person, at);

-- ---- accounts of programs ----

ALTER TABLE person
    ADD program_of bigint REFERENCES person,            -- whose program it is; null: it is a person
    DROP CONSTRAINT person_named,
    ADD CONSTRAINT person_named CHECK (CASE WHEN guest IS NULL AND left_at IS NULL AND program_of IS NULL THEN num_nonnulls(name, email, password_hash) = 3
        WHEN guest IS NULL AND left_at IS NULL THEN name IS NOT NULL AND num_nonnulls(email, password_hash) = 0
        ELSE num_nonnulls(name, email, password_hash) = 0 AND (guest IS NULL OR (guest IN ('here', 'gone') AND left_at IS NULL)) END) NOT VALID,
    DROP CONSTRAINT person_name_reserved,
    -- Nobody but a program is called so: wherever its name stands, it says what it is.
    ADD CONSTRAINT person_name_reserved CHECK (CASE WHEN program_of IS NULL THEN lower(name) !~ '^bot[ _-]' ELSE lower(name) ~ '^bot-' END) NOT VALID;
CREATE INDEX person_program ON person (program_of) WHERE program_of IS NOT NULL;

-- What holds of the owner holds of the programs.
CREATE FUNCTION person_programs_held() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    UPDATE person SET banned = NEW.banned, suspended_until = NEW.suspended_until, muted_until = NEW.muted_until
    WHERE program_of = NEW.id AND left_at IS NULL;
    RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION person_programs_held FROM PUBLIC;
CREATE TRIGGER person_programs_held AFTER UPDATE OF banned, suspended_until, muted_until ON person
    FOR EACH ROW WHEN (NEW.left_at IS NULL AND NEW.program_of IS NULL) EXECUTE FUNCTION person_programs_held();

-- A moderator's new name for a program says, too, what it is.
CREATE FUNCTION person_program_named() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    NEW.name := left('bot-' || NEW.name, 24);
    RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION person_program_named FROM PUBLIC;
CREATE TRIGGER person_program_named BEFORE UPDATE OF name ON person
    FOR EACH ROW WHEN (NEW.program_of IS NOT NULL AND lower(NEW.name) !~ '^bot-') EXECUTE FUNCTION person_program_named();

-- Who leaves leaves nothing of all this behind. The programs have left before: who owns one cannot.
CREATE FUNCTION person_api_forget() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM person WHERE program_of = NEW.id AND left_at IS NULL) THEN
        RAISE EXCEPTION 'person %: there are programs still', NEW.id USING ERRCODE = 'serialization_failure';
    END IF;
    DELETE FROM api_token WHERE person = NEW.id;
    DELETE FROM api_done WHERE person = NEW.id;
    NEW.program_of := NULL;
    RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION person_api_forget FROM PUBLIC;
CREATE TRIGGER person_api_forget BEFORE UPDATE OF left_at ON person
    FOR EACH ROW WHEN (NEW.left_at IS NOT NULL) EXECUTE FUNCTION person_api_forget();
CREATE TRIGGER api_token_here BEFORE INSERT ON api_token FOR EACH ROW EXECUTE FUNCTION of_people_here('person');
CREATE TRIGGER person_program_here BEFORE INSERT ON person
    FOR EACH ROW WHEN (NEW.program_of IS NOT NULL) EXECUTE FUNCTION of_people_here('program_of');

-- ---- what the service may do ----

GRANT SELECT, INSERT, DELETE ON api_token TO ridotto;
GRANT UPDATE (seen) ON api_token TO ridotto;
GRANT SELECT, INSERT, UPDATE, DELETE ON api_done TO ridotto;
