-- name: begin :exec
-- Every statement sees what is committed when it starts; what must not change is locked.
BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;

-- name: begin_reading :exec
-- Several reads that belong together see the same moment.
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;

-- name: commit :exec
COMMIT;

-- name: rollback :exec
ROLLBACK;

-- name: listen_game :exec
LISTEN game;

-- name: listen_outbox :exec
LISTEN outbox;

-- name: notify_outbox :one
-- Row: nothing of interest. Within the transaction that queued mail.
SELECT pg_notify('outbox', '');
