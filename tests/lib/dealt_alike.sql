-- Games of a test are dealt by their numbers, not by chance: a test that passes once passes again. Each table still has a
-- secret of its own. Guided games are dealt as their guides say.
CREATE FUNCTION deal_alike() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.guide IS NULL THEN
        NEW.secret := decode(lpad(to_hex(NEW.id), 64, '17'), 'hex');
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER deal_alike BEFORE INSERT ON game FOR EACH ROW EXECUTE FUNCTION deal_alike();
