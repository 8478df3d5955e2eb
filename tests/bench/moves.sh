#!/bin/bash
# Committed moves a second, against a throwaway PostgreSQL that waits for the disk; arguments as of build/tests/bench/moves.
. "$(dirname "$0")/../lib/postgres.sh"
postgres_start "${MOVES_SETTINGS:-fsync=on}" || exit 1
"$RIDOTTO_BUILD/tests/bench/moves" "$@"
