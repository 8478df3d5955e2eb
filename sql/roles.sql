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

-- What the service asks of every session it opens itself. Of those that a pooler opens it cannot, so it is the role's.
ALTER ROLE ridotto SET lock_timeout = '2s';
ALTER ROLE ridotto SET statement_timeout = '10s';
ALTER ROLE ridotto SET idle_in_transaction_session_timeout = '5min';
ALTER ROLE ridotto SET jit = off;
ALTER ROLE ridotto SET plan_cache_mode = force_generic_plan;
ALTER ROLE ridotto SET client_connection_check_interval = 0;
