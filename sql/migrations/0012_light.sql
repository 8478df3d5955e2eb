-- A move costs the database less: one check a table, and fewer indexes on seats and letters, which nearly every move writes.
--
-- Checks are read from their text, planned and compiled anew by each statement that writes a row. What is left of them holds the
-- columns of a row together. Words of lists that the program alone writes, bounds of what it counts, and what forms have looked at
-- before are no longer checked here a second time.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

ALTER TABLE game
    DROP CONSTRAINT game_rules_check, DROP CONSTRAINT game_revision_check, DROP CONSTRAINT game_options_check,
    DROP CONSTRAINT game_n_seats_check, DROP CONSTRAINT game_invitation_check, DROP CONSTRAINT game_secret_check,
    DROP CONSTRAINT game_status_check, DROP CONSTRAINT game_ply_check, DROP CONSTRAINT game_hash_check,
    DROP CONSTRAINT game_awaits_check, DROP CONSTRAINT game_pace_check, DROP CONSTRAINT game_open, DROP CONSTRAINT game_head,
    DROP CONSTRAINT game_awaits, DROP CONSTRAINT game_over, DROP CONSTRAINT game_ending, DROP CONSTRAINT game_ending_kind,
    DROP CONSTRAINT game_paused,
    -- An open game has no position, a running one awaits somebody, one that is over has an end.
    ADD CONSTRAINT game_sound CHECK ((status = 'open') = (ply < 0) AND (state IS NULL) = (ply < 0)
        AND (status = 'running') = (awaits <> 0) AND (status = 'over') = (ended IS NOT NULL)),
    SET (fillfactor = 70);                           -- room for the next position beside the present one: no index is written then

ALTER TABLE seat
    DROP CONSTRAINT seat_seat_check, DROP CONSTRAINT seat_bot_check, DROP CONSTRAINT seat_phrase_check, DROP CONSTRAINT seat_rank_check,
    DROP CONSTRAINT seat_bank_check, DROP CONSTRAINT seat_spent_check, DROP CONSTRAINT seat_extra_check,
    DROP CONSTRAINT seat_missed_check, DROP CONSTRAINT seat_taken_once, DROP CONSTRAINT seat_awaited, DROP CONSTRAINT seat_clock,
    DROP CONSTRAINT seat_kept,
    -- Of a person, a bot and who it is kept for a seat has one at the most; only who is awaited has a deadline.
    ADD CONSTRAINT seat_sound CHECK (num_nonnulls(person, bot, kept_for) < 2 AND (deadline IS NULL OR awaited_since IS NOT NULL)),
    -- This one finds the seats of a person, too.
    DROP CONSTRAINT seat_once, ADD CONSTRAINT seat_once UNIQUE (person, game),
    SET (fillfactor = 70);
DROP INDEX seat_of_person, seat_awaited_bot, seat_awaited_open;
CREATE INDEX seat_awaited_house ON seat (game)
    WHERE awaited_since IS NOT NULL AND (bot IS NOT NULL OR opened IS NOT NULL OR resigned IS NOT NULL);

ALTER TABLE move
    DROP CONSTRAINT move_ply_check, DROP CONSTRAINT move_seat_check, DROP CONSTRAINT move_move_check, DROP CONSTRAINT move_events,
    DROP CONSTRAINT move_cause_check, DROP CONSTRAINT move_points_check, DROP CONSTRAINT move_hash_check, DROP CONSTRAINT move_setup,
    DROP CONSTRAINT move_by_order, DROP CONSTRAINT move_by_order_check, DROP CONSTRAINT move_took_check,
    -- Ply 0 is the set-up, which is nobody's. That events are no empty bytes sees the index move_in_json to.
    ADD CONSTRAINT move_sound CHECK (seat < 5 AND (ply > 0) = (seat >= 0));

ALTER TABLE outbox
    DROP CONSTRAINT outbox_about, DROP CONSTRAINT outbox_address, DROP CONSTRAINT outbox_address_check,
    DROP CONSTRAINT outbox_data_check, DROP CONSTRAINT outbox_done, DROP CONSTRAINT outbox_kind, DROP CONSTRAINT outbox_status,
    DROP CONSTRAINT outbox_to,
    -- To a person, or to an address that is invited; about a game, or an account; it waits, or is done with.
    ADD CONSTRAINT outbox_sound CHECK ((person IS NULL) = (invitation IS NOT NULL)
        AND (game IS NULL) = (kind = ANY ('{confirm,recover,address,moving}')) AND (status = 'waiting') = (done IS NULL));
DROP INDEX outbox_of_person;                         -- outbox_once finds the letters of a person, which are those of thirty days
