-- The two roles of the service, made once per cluster by a superuser. Running it again changes nothing.
-- ridotto_owner owns the schema and is used by `ridotto migrate` only; ridotto runs the service and may do no more
-- than the migrations grant it: it can neither change nor delete a move.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'ridotto_owner') THEN
        CREATE ROLE ridotto_owner LOGIN;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'ridotto') THEN
        CREATE ROLE ridotto LOGIN;
    END IF;
END
$$;

-- "Taken" means on disk, whatever the cluster's own setting says.
ALTER ROLE ridotto SET synchronous_commit = on;
