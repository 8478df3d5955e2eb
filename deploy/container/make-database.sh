#!/bin/sh
# Run by the container of PostgreSQL when it makes its cluster, after roles.sql: the passwords of the two roles, and the database.
set -eu
psql -v ON_ERROR_STOP=1 -v service="$DATABASE_PASSWORD" -v owner="$OWNER_PASSWORD" --username "$POSTGRES_USER" <<'END'
ALTER ROLE ridotto PASSWORD :'service';
ALTER ROLE ridotto_owner PASSWORD :'owner';
CREATE DATABASE ridotto OWNER ridotto_owner;
END
