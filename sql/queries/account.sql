-- One's account: where one is signed in, another address, feeds, all that is kept of one, leaving.

-- Who signed in: the person who, whose session is s.

-- part: session_columns
       who.id, who.name, who.email, who.lang, who.email_confirmed IS NOT NULL, who.mail, who.created,
       (SELECT count(*) FROM (SELECT FROM seat w WHERE w.person = who.id AND w.awaited_since IS NOT NULL AND w.resigned IS NULL
           LIMIT 99) AS w),
       s.seen < now() - interval '1 hour',
       who.visited IS NULL OR who.visited < now() - interval '1 minute' OR who.quiet_since IS NOT NULL
           OR who.unreached IS NOT NULL, who.zone,
       who.bounced IS NOT NULL, who.unreached IS NOT NULL, who.display, who.guest IS NOT NULL, who.role,
       CASE WHEN who.muted_until > now() THEN who.muted_until END, CASE WHEN who.suspended_until > now() THEN who.suspended_until END,
       who.banned IS NOT NULL, who.push_asked IS NULL;

-- name: sessions_of :many
-- $1 bigint person, $2 bytea hash of this session's token.
-- Row: id, browser or null, system or null, begun, seen (to the hour), is it this one; the one seen last first.
SELECT id, browser, system, created, seen, hash = $2 FROM session WHERE person = $1 AND expires > now()
ORDER BY hash = $2 DESC, seen DESC, id DESC;

-- name: session_drop :exec
-- $1 bigint person, $2 bigint id.
DELETE FROM session WHERE person = $1 AND id = $2;

-- part: as_void
-- Of links to games, which sign in no more then, and are still good for a fresh letter.
    SET used = coalesce(used, now()), browser = NULL;

-- part: links_void
    UPDATE token
{as_void}
    WHERE person = $1 AND kind = 'open';

-- name: sessions_drop_others :exec
-- $1 bigint person, $2 bytea hash of the session that stays, $3 bytea hash of the token of the browser that stays known.
-- Links in mail that sign in end with them; one to a game is still good for a fresh letter.
WITH spent AS (DELETE FROM token WHERE person = $1 AND kind = 'recover'),
     void AS (
{links_void}
     ),
     unknown AS (DELETE FROM browser WHERE person = $1 AND hash <> $3)
DELETE FROM session WHERE person = $1 AND hash <> $2;

-- name: address_drop :exec
-- $1 bigint person.  The address that was to be confirmed is not asked for any more.
DELETE FROM token WHERE person = $1 AND kind = 'address';

-- name: address_ask :one
-- $1 bigint person, $2 text the new address, $3 bytea hash of a new token, $4 jsonb what the letter to it needs.
-- Row: id.  After address_drop, in its transaction. The address of before hears of it, if it was confirmed.
WITH who AS (
    SELECT id, email, email_confirmed FROM person WHERE id = $1
), link AS (
    INSERT INTO token (hash, kind, person, email, expires) SELECT $3, 'address', id, $2, now() + interval '2 days' FROM who
), letter AS (
    INSERT INTO outbox (person, kind, data, address) SELECT id, 'address', $4, $2 FROM who
), word AS (
    INSERT INTO outbox (person, kind, address) SELECT id, 'moving', email FROM who WHERE email_confirmed IS NOT NULL
)
SELECT id FROM who;

-- name: address_asked :many
-- $1 bigint person.  Row: the address that is to be confirmed, until when; none: there is none.
SELECT email, expires FROM token WHERE person = $1 AND kind = 'address' AND used IS NULL AND expires > now();

-- name: address_bounced :many
-- $1 bigint person.  Row: since when letters to the address come back, what the mail server said; none: they arrive.
SELECT bounced, bounced_note FROM person WHERE id = $1 AND bounced IS NOT NULL;

-- name: address_by_token :one
-- $1 bytea hash of the token, $2 bigint person.  Row: the address that is to be confirmed.
SELECT email FROM token WHERE hash = $1 AND kind = 'address' AND person = $2 AND used IS NULL AND expires > now();

-- name: address_use :one
-- $1 bytea hash of the token, $2 bigint person.  Row: id.  Unique violation: another person has confirmed the same address.
-- What was sent to the address of before signs nobody in any more.
WITH link AS (
    DELETE FROM token WHERE hash = $1 AND kind = 'address' AND person = $2 AND used IS NULL AND expires > now()
    RETURNING person, email
), spent AS (
    DELETE FROM token t USING link WHERE t.person = link.person AND t.kind IN ('confirm', 'recover')
), void AS (
    UPDATE token t
{as_void}
    FROM link WHERE t.person = link.person AND t.kind = 'open'
)
UPDATE person p SET email = link.email, email_confirmed = now(), bounced = NULL, bounced_note = NULL
FROM link WHERE p.id = link.person RETURNING p.id;

-- name: feed_drop :exec
-- $1 bigint person.
DELETE FROM token WHERE person = $1 AND kind = 'feed';

-- name: feed_new :exec
-- $1 bigint person, $2 bytea hash of a new token.  After feed_drop, in its transaction.
INSERT INTO token (hash, kind, person, expires) VALUES ($2, 'feed', $1, 'infinity');

-- name: feed_of :many
-- $1 bigint person.  Row: since when there is a feed; none: there is none.
SELECT created FROM token WHERE person = $1 AND kind = 'feed';

-- name: feed_person :one
-- $1 bytea hash of the token.  Row: id, name, email, lang, email confirmed, mail wanted, created; time zone, since when there
-- is the feed.
SELECT p.id, p.name, p.email, p.lang, p.email_confirmed IS NOT NULL, p.mail, p.created, p.zone, t.created
FROM token t JOIN person p ON p.id = t.person WHERE t.hash = $1 AND t.kind = 'feed';

-- name: tables_of_person :many
-- $1 bigint person, $2 integer most.  Row: game, is it running; where the person sits or which the person owns, and has not resigned from; what
-- has ended is left out, and practice tables, which nobody has to leave.
SELECT g.id, g.status = 'running' FROM game g
WHERE g.status <> 'over' AND ((g.owner = $1 AND g.status = 'open' AND g.practice_ply IS NULL)
    OR EXISTS (SELECT FROM seat s WHERE s.game = g.id AND s.person = $1 AND s.resigned IS NULL))
ORDER BY g.id LIMIT $2;

-- name: person_leave :one
-- $1 bigint person.  Row: is it done? False: the person plays somewhere still.
WITH unknown AS (DELETE FROM browser WHERE person = $1)
SELECT person_leave($1);

-- name: person_speed :one
-- $1 bigint person, $2 integer moves.
-- Row: how many moves were counted, and a quarter, the half, three quarters of them within so many microseconds or null; the
-- newest moves at public tables, of the newest 3000 wherever they were. A move right after one's own, in the same turn, is none of its own.
SELECT count(*), percentile_disc(0.25) WITHIN GROUP (ORDER BY t.took), percentile_disc(0.5) WITHIN GROUP (ORDER BY t.took),
       percentile_disc(0.75) WITHIN GROUP (ORDER BY t.took)
FROM (
    SELECT m.took
    FROM (SELECT game, ply, seat, at, took FROM move WHERE person = $1 AND took IS NOT NULL ORDER BY at DESC LIMIT 3000) AS m
        JOIN game g ON g.id = m.game
    WHERE g.invitation IS NULL AND NOT g.apart
        AND NOT EXISTS (SELECT FROM move b WHERE b.game = m.game AND b.ply = m.ply - 1 AND b.seat = m.seat)
    ORDER BY m.at DESC LIMIT $2
) AS t;

-- name: person_data :one
-- $1 bigint person.  Row: all that is kept of the person, as JSON; what others have written or may not know is not in it.
-- Games that were taken over from the person are found by the name that the log keeps: nobody else was ever called so.
WITH mine AS (
    SELECT game FROM seat WHERE person = $1
    UNION SELECT i.game FROM incident i JOIN person p ON p.name = i.name WHERE p.id = $1
    UNION SELECT game FROM message WHERE person = $1
    UNION SELECT game FROM note WHERE person = $1
    UNION SELECT id FROM game WHERE owner = $1 AND practice_ply IS NOT NULL
)
SELECT json_build_object(
    'account', (SELECT json_build_object('name', p.name, 'email', p.email, 'email_confirmed', p.email_confirmed,
            'letters_come_back_since', p.bounced, 'letters_come_back_because', p.bounced_note,
            'email_asked_for', (SELECT t.email FROM token t WHERE t.person = p.id AND t.kind = 'address'),
            'own_words', p.about, 'profile', p.profile, 'on_leaderboards', p.ranked, 'joined', p.created, 'last_visit', p.visited, 'language', p.lang, 'time_zone', p.zone,
            'nightly_rest_from_minute', p.rest_from, 'nightly_rest_until_minute', p.rest_until,
            'vacation_saved_seconds', p.vacation_saved, 'vacation_saved_as_of', p.vacation_counted,
            'letters', CASE WHEN p.mail THEN p.notices ELSE 'none' END, 'display', p.display, 'visits_by_hour_utc', p.hours, 'role', p.role,
            'decisions_read', p.acts_seen, 'muted_until', p.muted_until, 'suspended_until', p.suspended_until, 'banned', p.banned)
        FROM person p WHERE p.id = $1),
    'vacations', (SELECT coalesce(json_agg(json_build_object('starts', starts, 'ends', ends) ORDER BY starts), '[]')
        FROM vacation WHERE person = $1),
    'sessions', (SELECT coalesce(json_agg(json_build_object('browser', browser, 'system', system, 'begun', created, 'seen', seen,
            'ends', expires) ORDER BY id), '[]') FROM session WHERE person = $1),
    'known_browsers', (SELECT coalesce(json_agg(json_build_object('since', since, 'signed_in', seen, 'ends', expires) ORDER BY since),
            '[]') FROM browser WHERE person = $1),
    'tokens', (SELECT coalesce(json_agg(json_build_object('name', t.name, 'scopes', t.scopes, 'made', t.made, 'used', nullif(t.seen, '-infinity'),
            'ends', nullif(t.expires, 'infinity')) ORDER BY t.id), '[]') FROM api_token t WHERE t.person = $1),
    'programs', (SELECT coalesce(json_agg(json_build_object('name', o.name, 'since', o.created) ORDER BY o.id), '[]')
        FROM person o WHERE o.program_of = $1 AND o.left_at IS NULL),
    'hooks', (SELECT coalesce(json_agg(json_build_object('url', h.url, 'table', h.game, 'form', h.form, 'events', h.events, 'made', h.made) ORDER BY h.id), '[]')
        FROM target h WHERE h.person = $1 AND h.way = 'hook'),
    'push_browsers', (SELECT coalesce(json_agg(json_build_object('browser', h.browser, 'system', h.system, 'since', h.made, 'service', split_part(h.url, '/', 3)) ORDER BY h.id), '[]')
        FROM target h WHERE h.person = $1 AND h.way = 'push'),
    'feeds_since', (SELECT created FROM token WHERE person = $1 AND kind = 'feed'),
    'ratings', (SELECT coalesce(json_agg(json_build_object('game', rules, 'mean', rating, 'deviation', deviation, 'games', games,
            'at', at) ORDER BY rules), '[]') FROM rating WHERE person = $1),
    'rating_steps', (SELECT coalesce(json_agg(json_build_object('table', game, 'mean_before', rating_before,
            'deviation_before', deviation_before, 'mean', rating, 'deviation', deviation) ORDER BY game), '[]')
        FROM rating_step WHERE person = $1),
    'rating_seasons', (SELECT coalesce(json_agg(json_build_object('game', rules, 'season_from', season, 'mean', rating, 'deviation', deviation,
            'games', games) ORDER BY rules, season), '[]') FROM rating_season WHERE person = $1),
    'reliability', (SELECT json_build_object('deadlines', deadlines, 'percent', percent) FROM reliability($1)),
    'tournaments', (SELECT coalesce(json_agg(json_build_object('tournament', t.id, 'title', t.title, 'organised', t.organiser = $1, 'joined', e.joined,
            'status', e.status, 'games_at_once', e.at_once, 'place', e.place, 'held_places', (SELECT json_agg(json_build_object('place', h.place,
            'since', h.since, 'until', h.until) ORDER BY h.since) FROM holder h WHERE h.tournament = t.id AND h.person = $1)) ORDER BY t.id), '[]')
        FROM tournament t LEFT JOIN entrant e ON e.tournament = t.id AND e.person = $1 WHERE t.organiser = $1 OR e.person = $1),
    'tables', (SELECT coalesce(json_agg(json_build_object(
            'id', g.id, 'game', g.rules, 'status', g.status, 'ending', g.ending, 'private', g.invitation IS NOT NULL,
            'practice', g.apart, 'from_table', g.practice_of, 'from_ply', g.practice_ply, 'opened_by_me', g.owner = $1, 'options', g.options, 'pace', g.pace, 'created', g.created, 'started', g.started,
            'ended', g.ended, 'seat', s.seat, 'phrase', s.phrase, 'points', s.points, 'rank', s.rank, 'resigned', s.resigned,
            'letters', s.mail, 'note', (SELECT text FROM note n WHERE n.game = g.id AND n.person = $1),
            'draft', (SELECT steps FROM draft d WHERE d.game = g.id AND d.person = $1),
            'plan', (SELECT ways FROM plan n WHERE n.game = g.id AND n.seat = s.seat AND n.person = $1 AND s.resigned IS NULL),
            'orders', (SELECT json_agg(json_build_object('order', o.text, 'given', o.at) ORDER BY o.position)
                FROM standing_order o WHERE o.game = g.id AND o.seat = s.seat AND s.resigned IS NULL),
            'chat', (SELECT json_agg(json_build_object('at', c.at, 'ply', c.ply, 'text', c.text, 'hidden', c.hidden) ORDER BY c.id)
                FROM message c WHERE c.game = g.id AND c.person = $1),
            'moves', (SELECT json_agg(json_build_object('ply', m.ply, 'at', m.at, 'move', m.move, 'cause', m.cause,
                    'by_order', m.by_order, 'took_seconds', m.took / 1000000) ORDER BY m.ply)
                FROM move m WHERE m.game = g.id AND (m.person = $1 OR (g.apart AND m.seat = s.seat)
                    OR (g.practice_ply IS NOT NULL AND m.ply > 0 AND m.cause = 'person')))
        ) ORDER BY g.id), '[]')
        FROM mine JOIN game g ON g.id = mine.game LEFT JOIN seat s ON s.game = g.id AND s.person = $1),
    'quick_seat', (SELECT json_build_object('games', titles, 'paces', paces, 'players', (SELECT json_agg(n) FROM generate_series(2, 5) AS n
                WHERE q.seats >> n & 1 = 1), 'minutes', minutes, 'then_bots', bots, 'table', game, 'since', since, 'percent_of_deadlines_then', percent)
        FROM seeker q WHERE person = $1),
    'standing_challenges', (SELECT coalesce(json_agg(json_build_object('game', rules, 'pace', pace, 'players', seats, 'most', most, 'doors', doors,
            'made', made) ORDER BY id), '[]') FROM challenge WHERE person = $1),
    'seats_kept_for_me', (SELECT coalesce(json_agg(game ORDER BY game), '[]') FROM seat WHERE kept_for = $1 AND NOT unheard(game, $1)),
    'follows', (SELECT coalesce(json_agg(json_build_object('name', p.name, 'since', f.at) ORDER BY f.at), '[]')
        FROM follow f JOIN person p ON p.id = f.whom WHERE f.person = $1),
    'blocks', (SELECT coalesce(json_agg(json_build_object('name', p.name, 'since', b.at) ORDER BY b.at), '[]')
        FROM block b JOIN person p ON p.id = b.whom WHERE b.person = $1),
    'chats_muted', (SELECT coalesce(json_agg(game ORDER BY game), '[]') FROM chat_mute WHERE person = $1),
    'written_as_spectator', (SELECT coalesce(json_agg(json_build_object('table', game, 'at', at, 'ply', ply, 'text', text, 'hidden', hidden) ORDER BY id), '[]')
        FROM spectator_line WHERE person = $1),
    'members_invited', (SELECT coalesce(json_agg(json_build_object('table', a.game, 'name', p.name, 'at', a.at, 'line', a.line) ORDER BY a.at), '[]')
        FROM asked a JOIN person p ON p.id = a.person WHERE a.inviter = $1),
    'reminders', (SELECT coalesce(json_agg(json_build_object('table', game, 'at', at, 'set', set_at) ORDER BY at, game), '[]')
        FROM reminder WHERE person = $1),
    'letters', (SELECT coalesce(json_agg(json_build_object('about', kind, 'table', game, 'to', address, 'queued', queued,
            'status', status, 'done', done, 'answer', note) ORDER BY id), '[]') FROM outbox WHERE person = $1),
    'invitations_sent', (SELECT coalesce(json_agg(json_build_object('table', game, 'to', email, 'at', at, 'line', line) ORDER BY id), '[]')
        FROM invitation WHERE inviter = $1),
    'reports_sent', (SELECT coalesce(json_agg(json_build_object('at', at, 'about', kind, 'whom', (SELECT name FROM person p WHERE p.id = whom),
            'table', game, 'reason', reason, 'text', text, 'status', status) ORDER BY id), '[]') FROM report WHERE reporter = $1),
    'moderation', (SELECT coalesce(json_agg(json_build_object('at', at, 'what', kind, 'until', until, 'why', why, 'table', game, 'before', was,
            'after', becomes, 'undone', undone, 'undone_why', undone_why) ORDER BY id), '[]')
        FROM act WHERE whom = $1 OR people @> ARRAY[$1]),
    'invitation_codes', (SELECT coalesce(json_agg(json_build_object('code', code, 'at', at, 'ends', expires, 'people', most, 'used', used)
            ORDER BY id), '[]') FROM joining_code WHERE maker = $1)
)::text;
