-- Games of a test are dealt by their numbers, not by chance: a test that passes once passes again. Each table still has a
-- secret of its own.
CREATE FUNCTION deal_alike() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.secret := decode(lpad(to_hex(NEW.id), 64, '17'), 'hex');
    RETURN NEW;
END $$;
CREATE TRIGGER deal_alike BEFORE INSERT ON game FOR EACH ROW EXECUTE FUNCTION deal_alike();
