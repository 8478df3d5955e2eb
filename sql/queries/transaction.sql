-- name: begin :exec
-- Every statement sees what is committed when it starts; what must not change is locked. A database that its operator set to reading only
-- stays so.
BEGIN ISOLATION LEVEL READ COMMITTED;

-- name: begin_reading :exec
-- Several reads that belong together see the same moment.
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;

-- name: commit :exec
COMMIT;

-- name: rollback :exec
ROLLBACK;

-- name: moment :one
-- Row: which transactions are done: while this is the same, so is everything that can be read.
SELECT pg_current_snapshot()::text;

-- name: listen_game :exec
LISTEN game;

-- name: listen_outbox :exec
LISTEN outbox;

-- name: listen_delivery :exec
LISTEN delivery;

-- name: notify_outbox :one
-- Row: nothing of interest. Within the transaction that queued mail.
SELECT pg_notify('outbox', '');

-- name: notify_delivery :one
-- Row: nothing of interest. Within the transaction that queued something to be sent to a hook.
SELECT pg_notify('delivery', '');

-- name: plan_for_values :one
-- Row: nothing of interest. Until the end of the transaction, which without a BEGIN is the trip: queries are planned for
-- their values where PostgreSQL thinks that worth it. For filters that are often null, and for what has come by now.
SELECT set_config('plan_cache_mode', 'auto', true);

-- name: settings_lacking :one
-- $1 text settings as in the option of a connection, "-c name=value ...".  Row: the names of those that this session has otherwise,
-- null when there are none.
SELECT string_agg(s[1], ', ') FROM regexp_matches($1, '-c ([a-z_]+)=([^ ]+)', 'g') AS s WHERE current_setting(s[1]) <> s[2];
