#!/bin/bash
# Committed moves a second and what each costs, against a throwaway PostgreSQL that waits for the disk; arguments as of
# build/tests/bench/moves. MOVES_SETTINGS=fsync=off does not wait.
. "$(dirname "$0")/../lib/postgres.sh"
postgres_start "${MOVES_SETTINGS:-fsync=on}" || exit 1
"$RIDOTTO_BUILD/tests/bench/moves" --postmaster "$(head -n 1 "$postgres_dir/cluster/postmaster.pid")" "$@"
