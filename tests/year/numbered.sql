-- Games and tournaments are numbered without gaps: a database that was killed leaves out numbers else, and by them games are dealt in tests
-- (tests/lib/dealt_alike.sql).
CREATE TABLE numbered (what text PRIMARY KEY, n bigint NOT NULL);
INSERT INTO numbered VALUES ('game', 0), ('tournament', 0);
CREATE FUNCTION count_alike() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
    UPDATE numbered SET n = n + 1 WHERE what = TG_TABLE_NAME RETURNING n INTO NEW.id;
    RETURN NEW;
END $$;
CREATE TRIGGER count_alike BEFORE INSERT ON game FOR EACH ROW EXECUTE FUNCTION count_alike();
CREATE TRIGGER count_alike BEFORE INSERT ON tournament FOR EACH ROW EXECUTE FUNCTION count_alike();
