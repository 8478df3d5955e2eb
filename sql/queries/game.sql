-- The columns of a game are always these, in this order; of a seat those of game_seats:
--   id, rules, revision, options, n_seats, owner, owner's name, invitation, secret, status, ply, state, hash, awaits,
--   created, started, moved, ended, pace, version, ending, the game it is a rematch of, is it apart, has it hints for all, its doors; is it a practice
--   table, the game it comes of, the ply there, the seat that no bot may play, or -1, what opens that game to the owner, the
--   position that it begins with
-- and, of a single game only, since when it is paused.
-- Secret, state and that position hold what no visitor may see before the end: only play and its rules look into them.

-- name: game_by_id :one
-- $1 bigint game.  Row: the game, since when it is paused, the transaction that wrote it.
SELECT g.id, g.rules, g.revision, g.options::text, g.n_seats, g.owner, o.name, g.invitation, g.secret, g.status, g.ply,
       g.state, g.hash, g.awaits, g.created, g.started, g.moved, g.ended, g.pace::text, g.version, g.ending,
       g.rematch_of, g.apart, g.hints, g.doors, g.practice_ply IS NOT NULL, g.practice_of, coalesce(g.practice_ply, 0), coalesce(practice_bound(g.id, g.practice_ply), -1), practice_opens(g.id, g.practice_ply), g.opening, g.paused, g.xmin::text::bigint
FROM game g LEFT JOIN person o ON o.id = g.owner WHERE g.id = $1;

-- name: game_lock :one
-- $1 bigint game, $2 bigint who has to sit there or null, $3 bytea hash of a session token that has to be that person's or null.
-- Row: id; nobody else changes the game until the end of the transaction. None: no such game, player or session, and no lock.
-- What is read under the lock is asked by the next statement: this one still sees what was there before it waited.
SELECT g.id FROM game g
WHERE g.id = $1 AND ($2 IS NULL OR EXISTS (SELECT FROM seat s WHERE s.game = $1 AND s.person = $2) OR (g.owner = $2 AND g.practice_ply IS NOT NULL))
    AND ($3 IS NULL OR EXISTS (SELECT FROM session WHERE hash = $3 AND person = $2 AND expires > now()))
FOR NO KEY UPDATE OF g;

-- The seats of a game, the vacations of who sits there, and what they agree on. People are looked up one by one, whatever the planner knows of these tables: it
-- is never worth reading more. A vacation that was over before the present wait began, or before the game stood as it does, does not
-- matter any more.

-- part: seats_and_rests
       ARRAY(SELECT ROW (s.seat, s.person, CASE WHEN s.person IS NOT NULL THEN p.name END, s.bot, coalesce(s.bot_as, s.seat), s.phrase, s.awaited_since, s.points,
                         s.rank, s.bank, s.spent, s.spent_at, s.extra, s.in_window, s.deadline, s.remind, s.excused, s.missed, s.opened,
                         s.resigned, s.wants_end, s.kept_for, CASE WHEN s.person IS NULL THEN p.name END, s.seen, s.awaited_ply, s.mail,
                         s.person IS NOT NULL AND p.profile = 'hidden', p.zone, coalesce(p.rest_from, -1), coalesce(p.rest_until, -1), p.unreached, s.offers_guide)
             FROM seat s LEFT JOIN LATERAL (
                 SELECT name, profile, zone, rest_from, rest_until, unreached FROM person WHERE id = coalesce(s.person, s.kept_for) OFFSET 0
             ) p ON true
             WHERE s.game = g.id ORDER BY s.seat),
       ARRAY(SELECT ROW (s.seat, v.starts, v.ends)
             FROM seat s CROSS JOIN LATERAL (
                 SELECT starts, ends FROM vacation
                 WHERE person = s.person AND ends > coalesce(s.spent_at, g.moved, g.created) ORDER BY starts DESC LIMIT 16
             ) v
             WHERE s.game = g.id ORDER BY s.seat, v.starts),
       ARRAY(SELECT ROW (what, seat, asked, agreed, until, made) FROM accord WHERE game = g.id);

-- Has the seat of plan p made a move of a turn of its own since? What it did up to `answered` it did in another's turn.

-- part: plan_is_past
    EXISTS (SELECT FROM move m WHERE m.game = p.game AND m.seat = p.seat AND m.ply > greatest(p.ply, p.answered));

-- What a table page shows, of the game g to who asks, whose seat is me and whose draft d.

-- part: of_table
       g.id, g.rules, g.revision, g.options::text, g.n_seats, g.owner, (SELECT name FROM person WHERE id = g.owner), g.invitation, g.secret,
       g.status, g.ply, NULL::bytea, g.hash, g.awaits, g.created, g.started, g.moved, g.ended, g.pace::text, g.version, g.ending,
       g.rematch_of, g.apart, g.hints, g.doors, g.practice_ply IS NOT NULL, g.practice_of, coalesce(g.practice_ply, 0), coalesce(practice_bound(g.id, g.practice_ply), -1), practice_opens(g.id, g.practice_ply), g.opening, g.paused, g.guide, (SELECT CASE WHEN f.points IS NULL THEN f.tournament ELSE -f.tournament END FROM fixture f WHERE f.game = g.id),
{seats_and_rests}
       , ARRAY(SELECT ROW (seat, text, at) FROM standing_order WHERE game = g.id
                 AND seat = CASE WHEN me.resigned IS NULL THEN me.seat END ORDER BY position),
       d.ply, d.steps::text,
       CASE WHEN d.ply IS NOT NULL THEN
           coalesce((SELECT string_agg(m.seat || ' ' || m.move, E'\n' ORDER BY m.ply)
                     FROM move m WHERE m.game = g.id AND m.ply > d.ply AND m.ply <= d.ply + 400), '') END,
       ARRAY(SELECT ROW (p.seat, p.person, p.ply, p.ways::text, p.hands_in, p.at, p.tried)
             FROM plan p WHERE p.game = g.id AND p.seat = me.seat AND p.person = who.id AND me.resigned IS NULL AND g.status = 'running'
                 AND NOT
{plan_is_past}
       ),
       ARRAY(SELECT ROW (i.ply, i.seat, i.kind, i.person, p.name, i.name, i.at)
             FROM (SELECT * FROM incident WHERE game = g.id ORDER BY id DESC LIMIT $3) AS i LEFT JOIN person p ON p.id = i.person
             ORDER BY i.id),
       ARRAY(SELECT ROW (m.id, m.person, p.name,
                         CASE WHEN s.seat IS NOT NULL THEN s.seat WHEN m.ply >= 0 THEN m.seat ELSE -1::smallint END, m.ply, CASE WHEN m.hidden IS NULL THEN m.text END, m.at,
                         p.profile = 'hidden')
             FROM message m JOIN person p ON p.id = m.person LEFT JOIN seat s ON s.game = m.game AND s.person = m.person
             WHERE $4 > 0 AND m.game = g.id AND NOT EXISTS (SELECT FROM block b WHERE b.person = who.id AND b.whom = m.person)
             ORDER BY m.id DESC LIMIT $4),
       ARRAY(SELECT ROW (me.read_message,
                         (SELECT count(*) FROM (SELECT FROM message m WHERE m.game = g.id AND m.id > me.read_message AND m.person <> who.id
                             AND NOT EXISTS (SELECT FROM block b WHERE b.person = who.id AND b.whom = m.person) LIMIT 99) AS m),
                         n.text, n.at, r.id, r.invitation, EXISTS (SELECT FROM chat_mute c WHERE c.game = g.id AND c.person = who.id))
             FROM (SELECT) AS one LEFT JOIN note n ON n.game = g.id AND n.person = who.id LEFT JOIN game r ON r.rematch_of = g.id
             WHERE $4 > 0),
       ARRAY(SELECT ROW (f.tournament, t.title, t.format, f.stage, f.number, f.division,
                         (SELECT count(DISTINCT s.division) FROM stage_place s WHERE s.tournament = f.tournament AND s.stage = f.stage))
             FROM fixture f JOIN tournament t ON t.id = f.tournament WHERE f.game = g.id),
       array_prepend(g.xmin, ARRAY(SELECT xmin FROM move WHERE game = g.id ORDER BY ply DESC LIMIT $3));

-- part: and_next
       , ARRAY(SELECT ROW (next.game, next.rules, next.n) FROM (
{after_this}
       ) AS next);

-- part: for_person
FROM (SELECT $2 AS id) AS who CROSS JOIN game g
    LEFT JOIN draft d ON d.game = g.id AND d.person = who.id LEFT JOIN seat me ON me.game = g.id AND me.person = who.id
WHERE g.id = $1;

-- part: for_session
FROM (SELECT) AS one LEFT JOIN session s ON s.hash = $2 AND s.expires > now() LEFT JOIN person who ON who.id = s.person
    LEFT JOIN game g ON g.id = $1 LEFT JOIN draft d ON d.game = g.id AND d.person = who.id LEFT JOIN seat me ON me.game = g.id AND me.person = who.id;

-- name: table_of :one
-- $1 bigint game, $2 bigint who asks or null, $3 integer newest incidents and moves, $4 integer newest lines of chat; 0: without company.
-- Row: the game without its state, since when it is paused, revision of its guide or null, its tournament or null, below 0 once the table counts
-- there; records of its seats: as game_seats has them, then zone, nightly rest from and
-- until (-1: none) and since when letters do not reach the person or null; of vacations: seat, starts, ends, by seat and start; of what is agreed on, as in accord_put; of the
-- standing orders of who asks: seat, order, when it was given, in their order; the draft of who asks, null when there is none: ply, steps,
-- and the moves made since, as moves_since has them; of the plan of who asks, as in plan_of; records of incidents as in game_incidents; of lines of chat as in messages_newest; of
-- company as in company_of; and the transactions that wrote the game and its newest moves, which are
-- others after each change, whoever made it.
SELECT
{of_table}
{for_person};

-- name: table_of_and_next :one
-- $1 bigint game, $2 bigint who asks or null, $3 integer newest incidents and moves, $4 integer newest lines of chat; 0: without company.
-- Row: as table_of; and a record of the game that waits next after this one, as in next_waiting, or none.
SELECT
{of_table}
{and_next}
{for_person};

-- name: table_of_session :one
-- $1 bigint game, $2 bytea hash of the session token of who asks, $3 integer newest incidents and moves, $4 integer newest lines of chat; 0: without company.
-- Row: as session_person, all null when there is no such session, and as table_of, null when there is no such game.
SELECT
{session_columns}
       ,
{of_table}
{for_session};

-- name: table_of_session_and_next :one
-- $1 bigint game, $2 bytea hash of the session token of who asks, $3 integer newest incidents and moves, $4 integer newest lines of chat; 0: without company.
-- Row: as session_person, all null when there is no such session, and as table_of_and_next, null when there is no such game.
SELECT
{session_columns}
       ,
{of_table}
{and_next}
{for_session};

-- name: head_of :one
-- $1 bigint game, $2 integer newest moves.
-- Row: the transactions that wrote the game and those moves, state; records of moves as in game_moves, newest first.
SELECT array_prepend(g.xmin, ARRAY(SELECT xmin FROM move WHERE game = g.id ORDER BY ply DESC LIMIT $2)), g.state,
       ARRAY(SELECT ROW (ply, seat, move, events, cause, at, points, revision, hash, person)
             FROM move WHERE game = g.id ORDER BY ply DESC LIMIT $2)
FROM game g WHERE g.id = $1;

-- name: game_seats :many
-- $1 bigint game.
-- Row: seat, person, name, bot, which bot, phrase, awaited since, points, rank; its clock: bank, spent, up to when, extra, in a window,
-- deadline, reminder, excused, missed; opened, resigned, wants the end, kept for, that one's name, seen, the head at which
-- the wait began, letters wanted, is the player's profile hidden.
SELECT s.seat, s.person, p.name, s.bot, coalesce(s.bot_as, s.seat), s.phrase, s.awaited_since, s.points, s.rank,
       s.bank, s.spent, s.spent_at, s.extra, s.in_window, s.deadline, s.remind, s.excused, s.missed, s.opened, s.resigned,
       s.wants_end, s.kept_for, k.name, s.seen, s.awaited_ply, s.mail, p.profile = 'hidden'
FROM seat s LEFT JOIN person p ON p.id = s.person LEFT JOIN person k ON k.id = s.kept_for
WHERE s.game = $1 ORDER BY s.seat;

-- The same as records, in a column.

-- part: seats
       ARRAY(SELECT ROW (s.seat, s.person, p.name, s.bot, coalesce(s.bot_as, s.seat), s.phrase, s.awaited_since, s.points, s.rank,
                         s.bank, s.spent, s.spent_at, s.extra, s.in_window, s.deadline, s.remind, s.excused, s.missed, s.opened, s.resigned,
                         s.wants_end, s.kept_for, k.name, s.seen, s.awaited_ply, s.mail, p.profile = 'hidden')
             FROM seat s LEFT JOIN person p ON p.id = s.person LEFT JOIN person k ON k.id = s.kept_for
             WHERE s.game = g.id ORDER BY s.seat);

-- What pages of the history of a game that is over show is the same while this is: the chain of its moves; the transactions that wrote
-- the rows of the game, its seats and its incidents; and the names of people in them.

-- part: history_mark
       CASE WHEN g.status = 'over' THEN ROW (g.xmin, g.hash,
           ARRAY(SELECT s.xmin || ' ' || coalesce((SELECT name || ' ' || profile FROM person WHERE id = s.person), '') FROM seat s WHERE s.game = g.id),
           ARRAY(SELECT i.xmin || ' ' || coalesce((SELECT name FROM person WHERE id = i.person), '') FROM incident i WHERE i.game = g.id)) END;

-- name: history_of :one
-- $1 bigint game.  Row: ply, is it private or apart, and history_mark; none: no such game, or it is not over.
SELECT g.ply, g.invitation IS NOT NULL OR g.apart,
{history_mark}
FROM game g WHERE g.id = $1 AND g.status = 'over';

-- name: game_told :one
-- $1 bigint game, $2 integer newest incidents.
-- Row: the game without its state, since when it is paused, the transaction that wrote it; records of its seats as in game_seats, and of
-- incidents as in game_incidents; history_mark, null while it is not over.
SELECT g.id, g.rules, g.revision, g.options::text, g.n_seats, g.owner, (SELECT name FROM person WHERE id = g.owner), g.invitation, g.secret,
       g.status, g.ply, NULL::bytea, g.hash, g.awaits, g.created, g.started, g.moved, g.ended, g.pace::text, g.version, g.ending,
       g.rematch_of, g.apart, g.hints, g.doors, g.practice_ply IS NOT NULL, g.practice_of, coalesce(g.practice_ply, 0), coalesce(practice_bound(g.id, g.practice_ply), -1), practice_opens(g.id, g.practice_ply), g.opening, g.paused, g.xmin::text::bigint,
{seats}
       , ARRAY(SELECT ROW (i.ply, i.seat, i.kind, i.person, p.name, i.name, i.at)
             FROM (SELECT * FROM incident WHERE game = g.id ORDER BY id DESC LIMIT $2) AS i LEFT JOIN person p ON p.id = i.person
             ORDER BY i.id),
{history_mark}
FROM game g WHERE g.id = $1;

-- name: game_moves :many
-- $1 bigint game.
-- Row: ply, seat, move, events, cause, at, points, revision, hash, who sat there when it was made; oldest first.
SELECT ply, seat, move, events, cause, at, points, revision, hash, person
FROM move WHERE game = $1 ORDER BY ply;

-- name: game_course :many
-- $1 bigint game, $2 integer ply.  Row: ply, seat, points, events; of all moves up to that ply, oldest first.
-- Rows, not one array of records: over a thousand of those took PostgreSQL more than twice as long.
SELECT ply, seat, points, events FROM move WHERE game = $1 AND ply <= $2 ORDER BY ply;

-- name: game_moves_told :many
-- $1 bigint game, $2 integer first ply, $3 integer last, $4 integer an earlier ply.  Row: as game_moves, without revision and hash;
-- those from the first ply, or after the newest snapshot at or before the earlier one, if that is less, to the last; oldest first.
SELECT ply, seat, move, events, cause, at, points, NULL::integer, NULL::bytea, person
FROM move WHERE game = $1 AND ply <= $3
    AND ply >= least($2, 1 + coalesce((SELECT max(s.ply) FROM snapshot s WHERE s.game = $1 AND s.ply <= $4), -1))
ORDER BY ply;

-- name: game_moves_to :many
-- $1 bigint game, $2 integer ply.  Row: as game_moves; those after the newest snapshot at or before the ply, up to
-- the ply; oldest first.
SELECT ply, seat, move, events, cause, at, points, revision, hash, person
FROM move WHERE game = $1 AND ply <= $2
    AND ply > coalesce((SELECT max(s.ply) FROM snapshot s WHERE s.game = $1 AND s.ply <= $2), -1)
ORDER BY ply;

-- name: game_snapshot :one
-- $1 bigint game, $2 integer ply.  Row: ply, state of the newest snapshot at or before it.
SELECT ply, state FROM snapshot WHERE game = $1 AND ply <= $2 ORDER BY ply DESC LIMIT 1;

-- name: game_snapshots :many
-- $1 bigint game.  Row: ply, state.
SELECT ply, state FROM snapshot WHERE game = $1 ORDER BY ply;

-- name: game_incidents :many
-- $1 bigint game, $2 integer first ply, $3 integer how many.
-- Row: ply, seat, kind, person, that one's name, who sat there before, at; of the newest, oldest first.
SELECT i.ply, i.seat, i.kind, i.person, p.name, i.name, i.at
FROM (SELECT * FROM incident WHERE game = $1 AND ply >= $2 ORDER BY id DESC LIMIT $3) AS i
    LEFT JOIN person p ON p.id = i.person
ORDER BY i.id;

-- name: moves_since :one
-- $1 bigint game, $2 integer ply.  Row: the moves after that ply as "1 offer slot=0", seat and move, one to a line, at most 400.
SELECT coalesce(string_agg(m.seat || ' ' || m.move, E'\n' ORDER BY m.ply), '')
FROM move m WHERE m.game = $1 AND m.ply > $2 AND m.ply <= $2 + 400;

-- name: last_by_person :one
-- $1 bigint game.  Row: the ply of the last move that a person made by hand, 0 when there is none.
SELECT coalesce((SELECT ply FROM move WHERE game = $1 AND cause = 'person' ORDER BY ply DESC LIMIT 1), 0);

-- Lists. Row: the game without secret and state, and records of its seats, as game_seats has them. A table apart stands in none but the
-- one of its own player's games.

-- part: listed
SELECT g.id, g.rules, g.revision, g.options::text, g.n_seats, g.owner, o.name, g.invitation, NULL::bytea, g.status, g.ply,
       NULL::bytea, g.hash, g.awaits, g.created, g.started, g.moved, g.ended, g.pace::text, g.version, g.ending, g.rematch_of,
       g.apart, g.hints, g.doors, g.practice_ply IS NOT NULL, g.practice_of, coalesce(g.practice_ply, 0), coalesce(practice_bound(g.id, g.practice_ply), -1), practice_opens(g.id, g.practice_ply), NULL::bytea,
{seats}
FROM page JOIN game g USING (id) LEFT JOIN person o ON o.id = g.owner;

-- name: games_any :many
-- $1 bigint who asks or null, $2 text rules or null, $3 bigint before this id or null, $4 integer most.
WITH page AS (
    SELECT g.id FROM game g
    WHERE NOT g.apart AND ($2 IS NULL OR g.rules = $2) AND g.id < coalesce($3, 9223372036854775807)
        AND (g.invitation IS NULL OR EXISTS (SELECT FROM seat v WHERE v.game = g.id AND (v.person = $1 OR v.kept_for = $1 AND NOT unheard(v.game, $1))))
    ORDER BY g.id DESC LIMIT $4
)
{listed}
ORDER BY g.id DESC;

-- name: games_with_status :many
-- $1 bigint who asks or null, $2 text rules or null, $3 bigint before this id or null, $4 integer most, $5 text status.
WITH page AS (
    SELECT g.id FROM game g
    WHERE NOT g.apart AND g.status = $5 AND ($2 IS NULL OR g.rules = $2) AND g.id < coalesce($3, 9223372036854775807)
        AND (g.invitation IS NULL OR EXISTS (SELECT FROM seat v WHERE v.game = g.id AND (v.person = $1 OR v.kept_for = $1 AND NOT unheard(v.game, $1))))
    ORDER BY g.id DESC LIMIT $4
)
{listed}
ORDER BY g.id DESC;

-- name: games_of :many
-- $1 bigint who asks or null, $2 text rules or null, $3 bigint before this id or null, $4 integer most,
-- $5 text status or null, $6 bigint whose games.  Seats are gone through by their index from the newest on, and their games looked at one by one
-- (OFFSET 0), until there are so many: of who has played a thousand not all are read.
WITH page AS (
    SELECT g.id FROM seat m CROSS JOIN LATERAL (
        SELECT g.id FROM game g
        WHERE g.id = m.game AND NOT g.apart AND ($5 IS NULL OR g.status = $5) AND ($2 IS NULL OR g.rules = $2)
            AND (g.invitation IS NULL OR EXISTS (SELECT FROM seat v WHERE v.game = g.id AND (v.person = $1 OR v.kept_for = $1 AND NOT unheard(v.game, $1))))
        OFFSET 0
    ) AS g
    WHERE m.person = $6 AND m.game < coalesce($3, 9223372036854775807)
    ORDER BY m.game DESC LIMIT $4
)
{listed}
ORDER BY g.id DESC;

-- name: games_of_going :many
-- $1 bigint who asks or null, $2 text rules or null, $3 bigint before this id or null, $4 integer most,
-- $5 text status, which is not over, $6 bigint whose games.  As games_of.
WITH page AS (
    SELECT g.id FROM seat m JOIN game g ON g.id = m.game
    WHERE m.person = $6 AND m.ended IS NULL AND NOT g.apart AND g.status = $5 AND ($2 IS NULL OR g.rules = $2)
        AND m.game < coalesce($3, 9223372036854775807)
        AND (g.invitation IS NULL OR EXISTS (SELECT FROM seat v WHERE v.game = g.id AND (v.person = $1 OR v.kept_for = $1 AND NOT unheard(v.game, $1))))
    ORDER BY m.game DESC LIMIT $4
)
{listed}
ORDER BY g.id DESC;

-- name: games_mine :many
-- $1 bigint who asks, $2 text rules or null, $3 bigint before this id or null, $4 integer most, $5 text status or null.
-- As in games_of, seats are gone through from the newest on.
-- The first page begins with what awaits the person, the nearest deadline first, but for two rows: the last that a page
-- shows says where the next begins, and so must not be one of them.
WITH waiting AS (
    SELECT g.id, 0 AS part, m.deadline FROM seat m JOIN game g ON g.id = m.game
    WHERE $3 IS NULL AND m.person = $1 AND m.awaited_since IS NOT NULL AND m.resigned IS NULL
        AND ($5 IS NULL OR g.status = $5) AND ($2 IS NULL OR g.rules = $2)
    ORDER BY m.deadline, m.game DESC LIMIT greatest($4 - 2, 1)
), other AS (
    SELECT g.id, 1 AS part, NULL::timestamptz AS deadline FROM seat m CROSS JOIN LATERAL (
        SELECT g.id FROM game g WHERE g.id = m.game AND ($5 IS NULL OR g.status = $5) AND ($2 IS NULL OR g.rules = $2) OFFSET 0
    ) AS g
    WHERE m.person = $1 AND (m.awaited_since IS NULL OR m.resigned IS NOT NULL) AND m.game < coalesce($3, 9223372036854775807)
    ORDER BY m.game DESC LIMIT $4
), page AS (
    SELECT id, part, deadline FROM waiting UNION ALL SELECT id, part, deadline FROM other
    ORDER BY part, deadline, id DESC LIMIT $4
)
{listed}
ORDER BY page.part, page.deadline, g.id DESC;

-- name: games_awaiting :many
-- $1 bigint who asks, $2 text rules or null, $3 bigint before this id or null, $4 integer most.  The nearest deadline first.
WITH page AS (
    SELECT g.id, m.deadline FROM seat m JOIN game g ON g.id = m.game
    WHERE m.person = $1 AND m.awaited_since IS NOT NULL AND m.resigned IS NULL AND NOT g.apart AND ($2 IS NULL OR g.rules = $2)
        AND m.game < coalesce($3, 9223372036854775807)
    ORDER BY m.deadline, m.game DESC LIMIT $4
)
{listed}
ORDER BY page.deadline, g.id DESC;

-- name: games_kept :many
-- $1 bigint for whom a seat is kept, $2 text rules or null, $3 bigint before this id or null, $4 integer most.  None of those that are kept by
-- somebody whom that person has blocked.
WITH page AS (
    SELECT m.game AS id FROM seat m JOIN game g ON g.id = m.game
    WHERE m.kept_for = $1 AND NOT unheard(m.game, $1) AND ($2 IS NULL OR g.rules = $2) AND m.game < coalesce($3, 9223372036854775807)
    ORDER BY m.game DESC LIMIT $4
)
{listed}
ORDER BY g.id DESC;

-- Making and filling a table.

-- name: game_new :one
-- $1 text rules, $2 integer revision, $3 jsonb options, $4 smallint seats, $5 bigint owner, $6 text invitation or null,
-- $7 bytea secret, $8 jsonb bots by seat ([null, "advise"]), $9 text the owner's phrase or null, $10 jsonb pace, $11 boolean apart,
-- $12 smallint revision of a guide or 0, $13 boolean are there hints for all, $14 text doors.
-- Row: id.
-- The owner sits down at the first seat, unless it is a bot's; at the first table of the title with a guide on offer. A guided game sends
-- no letters.
WITH new AS (
    INSERT INTO game (rules, revision, options, n_seats, owner, invitation, secret, pace, apart, guide, hints, doors)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $10, $11, nullif($12, 0), $13, $14) RETURNING id
), seats AS (
    INSERT INTO seat (game, seat, person, bot, phrase, mail, offers_guide)
    SELECT new.id, b.n - 1,
           CASE WHEN b.n = 1 AND b.bot IS NULL THEN $5 END, b.bot,
           CASE WHEN b.n = 1 AND b.bot IS NULL THEN $9 END, $12 = 0,
           b.n = 1 AND b.bot IS NULL AND $12 = 0
           AND NOT EXISTS (SELECT FROM seat o JOIN game g ON g.id = o.game WHERE o.person = $5 AND g.rules = $1)
    FROM new, jsonb_array_elements_text($8) WITH ORDINALITY AS b (bot, n)
)
SELECT id FROM new;

-- name: seat_sit :exec
-- $1 bigint game, $2 smallint seat, $3 bigint person or null, $4 text phrase or null.
-- At the first table of the title a guide is on offer.
UPDATE seat SET person = $3, phrase = $4, mail = true, kept_for = NULL, read_message = 0,
    offers_guide = $3 IS NOT NULL AND NOT EXISTS (
        SELECT FROM seat o JOIN game g ON g.id = o.game JOIN game h ON h.id = $1 WHERE o.person = $3 AND g.rules = h.rules AND g.id <> h.id)
WHERE game = $1 AND seat = $2;

-- name: seat_bot :exec
-- $1 bigint game, $2 smallint seat, $3 text bot or null.  Kept for nobody any more, either. No two bots of a table have one name.
UPDATE seat SET bot = $3, kept_for = NULL, bot_as = (
    SELECT n FROM generate_series(0, 4) AS n
    WHERE $3 IS NOT NULL AND NOT EXISTS (SELECT FROM seat o WHERE o.game = $1 AND o.seat <> $2 AND o.bot IS NOT NULL AND coalesce(o.bot_as, o.seat) = n)
    ORDER BY n <> $2, n LIMIT 1)
WHERE game = $1 AND seat = $2;

-- name: game_owner :exec
-- $1 bigint game, $2 bigint owner.
UPDATE game SET owner = $2 WHERE id = $1;

-- name: game_mails :many
-- $1 bigint game.  Row: id of an e-mail about it that has not been sent; none is in the worker's hands until the end of the transaction.
-- Asked before the game is deleted: the worker makes links to a table in a transaction of its own, which would wait for the deleted row, and
-- this for the worker.
SELECT id FROM outbox WHERE game = $1 AND status = 'waiting' ORDER BY id FOR UPDATE;

-- name: game_delete :exec
-- $1 bigint game that never started, so that no move holds it.
DELETE FROM game WHERE id = $1 AND status = 'open';

-- name: games_started :many
-- $1 bigint after this id, $2 integer most.  Row: id; also of those that say only by their status or by their ply that they have started.
SELECT id FROM game WHERE id > $1 AND (status <> 'open' OR ply <> -1) ORDER BY id LIMIT $2;
