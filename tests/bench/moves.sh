#!/bin/bash
# Committed moves a second and what each costs, against a throwaway PostgreSQL that waits for the disk; arguments as of
# build/tests/bench/moves. MOVES_SETTINGS=fsync=off does not wait. With MOVES_LIMIT=SECONDS what the database does at best follows:
# pgbench with as many clients, an equal transaction (lock a row, insert a move, update the row), asked in five trips, and at
# once. The row holds the position of a game that was played just now, the longest.
. "$(dirname "$0")/../lib/postgres.sh"
postgres_start "${MOVES_SETTINGS:-fsync=on}" || exit 1
"$RIDOTTO_BUILD/tests/bench/moves" --postmaster "$(head -n 1 "$postgres_dir/cluster/postmaster.pid")" "$@" || exit
[ -n "${MOVES_LIMIT:-}" ] || exit 0

psql -qX "$postgres_admin" <<'SQL' || exit
CREATE TABLE limit_game (id int PRIMARY KEY, ply int NOT NULL, state bytea NOT NULL);
CREATE TABLE limit_move (game int, ply int, move text NOT NULL, events bytea NOT NULL, PRIMARY KEY (game, ply));
INSERT INTO limit_game SELECT id, 0, '' FROM generate_series(1, 16) id;
SQL
state=$(psql -AqtX "$postgres_admin" -c 'SELECT state FROM game ORDER BY octet_length(state) DESC NULLS LAST LIMIT 1')
statements='BEGIN;
SELECT ply AS ply, state FROM limit_game WHERE id = :client_id + 1 FOR UPDATE;
INSERT INTO limit_move SELECT :client_id + 1, ply + 1, repeat('"'m'"', 40), decode(repeat('"'65'"', 40), '"'hex'"') FROM limit_game WHERE id = :client_id + 1;
UPDATE limit_game SET ply = ply + 1, state = :state WHERE id = :client_id + 1;
COMMIT;'
printf '%s\n' "$statements" >"$postgres_dir/trips.sql"
printf '%s\n' '\startpipeline' "$statements" '\endpipeline' >"$postgres_dir/at-once.sql"
for clients in 1 4 16; do
    for how in trips at-once; do
        pgbench -n -M prepared -D state="$state" -f "$postgres_dir/$how.sql" -c "$clients" -j "$clients" -T "$MOVES_LIMIT" "$postgres_admin" 2>/dev/null |
            awk -v n="$clients" -v how="$how" '/^tps/ { printf "pgbench    %2d clients, %-8s %6.0f commits/s\n", n, how, $3 }'
    done
done
