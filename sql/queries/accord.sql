-- What the players of a table agree on: a pause, and its end before its time. Read with the game, see seats_and_rests.

-- name: accord_put :exec
-- $1 bigint game, $2 text what, $3 smallint seat that asked, $4 timestamptz asked, $5 smallint seats that agree, $6 timestamptz until,
-- $7 timestamptz since when it holds or null.
INSERT INTO accord (game, what, seat, asked, agreed, until, made) VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (game, what) DO UPDATE SET seat = excluded.seat, asked = excluded.asked, agreed = excluded.agreed, until = excluded.until,
    made = excluded.made;

-- name: accord_drop :exec
-- $1 bigint game, $2 text what.
DELETE FROM accord WHERE game = $1 AND what = $2;
