-- What a person writes about himself or herself, on the own profile.
ALTER TABLE person ADD about text NOT NULL DEFAULT '' CHECK (char_length(about) <= 300);
GRANT UPDATE (about) ON person TO ridotto;

-- Who leaves leaves nothing of it behind.
CREATE FUNCTION person_about_forget() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.about := '';
    RETURN NEW;
END $$;
CREATE TRIGGER person_about_forget BEFORE UPDATE OF left_at ON person
    FOR EACH ROW WHEN (NEW.left_at IS NOT NULL) EXECUTE FUNCTION person_about_forget();
