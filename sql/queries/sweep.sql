-- What the worker clears away once an hour.

-- name: sweep :one
-- $1 integer most rows of a kind.  Row: is there perhaps more? Some kind had so many.
-- Removes what has ended, the oldest first: sessions, known browsers, links, counted attempts, codes to join with, mail that was done with a
-- month ago, or a year ago if it failed, and addresses that were invited and vacations that were taken a year ago. What an address has refused
-- is kept. A link that opened a game is known for a year: it sends a fresh letter. Each is found by an index, so that what is kept costs
-- nothing, however much it is; what somebody else has in hand is left for the next time.
WITH s AS (DELETE FROM session WHERE hash IN (
         SELECT hash FROM session WHERE expires < now() ORDER BY expires LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING 1),
     b AS (DELETE FROM browser WHERE (hash, person) IN (
         SELECT hash, person FROM browser WHERE expires < now() ORDER BY expires LIMIT $1) RETURNING 1),
     i AS (DELETE FROM invitation WHERE id IN (
         SELECT id FROM invitation WHERE at < now() - interval '1 year' AND refused IS NULL ORDER BY at LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING 1),
     c AS (DELETE FROM joining_code WHERE id IN (
         SELECT id FROM joining_code WHERE expires < now() - interval '30 days' LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING 1),
     v AS (DELETE FROM vacation WHERE (person, starts) IN (
         SELECT person, starts FROM vacation WHERE ends < now() - interval '1 year' ORDER BY ends LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING 1),
     t AS (DELETE FROM token WHERE hash IN (
         SELECT hash FROM token WHERE expires < now() - interval '1 day' AND kind <> 'open' ORDER BY expires LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING 1),
     l AS (DELETE FROM token WHERE hash IN (
         SELECT hash FROM token WHERE expires < now() - interval '1 year' AND kind = 'open' ORDER BY expires LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING 1),
     o AS (DELETE FROM outbox WHERE id IN (
         SELECT id FROM outbox WHERE done < now() - interval '30 days' AND status NOT IN ('waiting', 'failed')
         ORDER BY done LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING 1),
     f AS (DELETE FROM outbox WHERE id IN (
         SELECT id FROM outbox WHERE done < now() - interval '1 year' AND status = 'failed' ORDER BY done LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING 1),
     d AS (DELETE FROM delivery WHERE id IN (
         SELECT id FROM delivery WHERE done < now() - interval '30 days' AND status <> 'waiting'
         ORDER BY done LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING 1),
     p AS (DELETE FROM pace WHERE person IN (
         SELECT person FROM pace WHERE at < now() - interval '1 hour' LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING 1),
     a AS (DELETE FROM attempt WHERE key IN (
         SELECT key FROM attempt WHERE until < now() ORDER BY until LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING 1)
SELECT $1 <= greatest((SELECT count(*) FROM s), (SELECT count(*) FROM b), (SELECT count(*) FROM i), (SELECT count(*) FROM c),
    (SELECT count(*) FROM v), (SELECT count(*) FROM t), (SELECT count(*) FROM l), (SELECT count(*) FROM o), (SELECT count(*) FROM f),
    (SELECT count(*) FROM d), (SELECT count(*) FROM p), (SELECT count(*) FROM a));
