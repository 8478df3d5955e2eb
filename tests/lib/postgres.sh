# To be sourced by tests: a throwaway PostgreSQL cluster with the house's roles, database and schema.
#
#   postgres_start [SETTING=VALUE...]   starts one in a new folder $postgres_dir, exports RIDOTTO_DATABASE and
#                                       RIDOTTO_OWNER_DATABASE, sets $postgres_admin (superuser's connection string), migrates;
#                                       it is stopped and removed when the shell ends, however it ends
#   postgres_again                      starts it once more after a kill
#   postgres_kill                       kills all of it with SIGKILL
#   postgres_stop                       stops and removes it now
#
# What need not survive its own death runs faster with fsync=off, which is the default here; pass fsync=on to test that.
# RIDOTTO names the program, RIDOTTO_TOP the source tree.

: "${RIDOTTO_TOP:=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}"
: "${RIDOTTO_BUILD:=$RIDOTTO_TOP/build}"
: "${RIDOTTO:=$RIDOTTO_BUILD/ridotto}"
export RIDOTTO_TOP RIDOTTO_BUILD RIDOTTO

postgres_dir=
postgres_settings=(fsync=off)

postgres_again() { "$RIDOTTO_TOP/deploy/private-postgres" start "$postgres_dir" "${postgres_settings[@]}"; }
postgres_kill() { "$RIDOTTO_TOP/deploy/private-postgres" kill "$postgres_dir"; }

postgres_stop() {
    [ -n "$postgres_dir" ] || return 0
    "$RIDOTTO_TOP/deploy/private-postgres" kill "$postgres_dir" || true
    rm -rf "$postgres_dir"
    postgres_dir=
}

postgres_start() {
    [ $# -eq 0 ] || postgres_settings=("$@")
    postgres_dir=$(mktemp -d "${TMPDIR:-/tmp}/ridotto-test.XXXXXX") || return
    trap postgres_stop EXIT
    trap 'exit 129' HUP
    trap 'exit 130' INT
    trap 'exit 143' TERM
    "$RIDOTTO_TOP/tests/lib/cluster" copy "$postgres_dir" || return
    postgres_again || { cat "$postgres_dir"/*.log >&2; return 1; }
    eval "$("$RIDOTTO_TOP/deploy/private-postgres" env "$postgres_dir")"
    postgres_admin=${RIDOTTO_DATABASE/user=ridotto/user=postgres}
    export postgres_admin postgres_dir
    "$RIDOTTO" migrate --data "$RIDOTTO_TOP" 2>"$postgres_dir/migrate.log" || { cat "$postgres_dir/migrate.log" >&2; return 1; }
}
