-- Games of a test are dealt by their numbers, not by chance, and so are the lots of tournaments: a test that passes once passes again. Each table
-- still has a secret of its own. Guided games are dealt as their guides say.
CREATE FUNCTION deal_alike() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.guide IS NULL THEN
        NEW.secret := decode(lpad(to_hex(NEW.id), 64, '17'), 'hex');
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER deal_alike BEFORE INSERT ON game FOR EACH ROW EXECUTE FUNCTION deal_alike();

CREATE FUNCTION draw_alike() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.lot := decode(lpad(to_hex(NEW.id), 64, '29'), 'hex');
    RETURN NEW;
END $$;
CREATE TRIGGER draw_alike BEFORE INSERT ON tournament FOR EACH ROW EXECUTE FUNCTION draw_alike();
