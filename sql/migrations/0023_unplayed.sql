-- A guest's table at which the guest has made no move yet gives its place to another beginning of the same title: a guide to a game without
-- one, and the other way round. `ridotto migrate` may run while the program of before serves: it does not ask for this.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

-- Has a person moved at a table, or begun to?
CREATE FUNCTION has_played(who bigint, which bigint) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (SELECT FROM move m JOIN seat s ON s.game = m.game AND s.seat = m.seat WHERE m.game = which AND s.person = who)
        OR EXISTS (SELECT FROM draft d WHERE d.game = which AND d.person = who);
$$;

-- Deletes a guest's tables of a title that are not over, at which the guest has not played, and which have a guide when a game without one
-- begins, or none when a guide begins. What somebody is at just now stays. Return: how many were deleted.
CREATE FUNCTION guest_unplayed(who bigint, title text, guided boolean) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    tables bigint[];
BEGIN
    tables := ARRAY(SELECT g.id FROM person p JOIN game g ON g.owner = p.id
        WHERE p.id = who AND p.guest = 'here' AND g.apart AND g.rules = title AND g.status <> 'over' AND (g.guide IS NULL) = guided
            AND NOT has_played(who, g.id)
        ORDER BY g.id FOR UPDATE OF g SKIP LOCKED);
    PERFORM tables_delete(tables);
    RETURN cardinality(tables);
END $$;

REVOKE ALL ON FUNCTION has_played, guest_unplayed FROM PUBLIC;
GRANT EXECUTE ON FUNCTION has_played, guest_unplayed TO ridotto;
