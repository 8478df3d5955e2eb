-- The operator's hand on a table: pausing it and letting it go on, passing a seat on, ending it.

ALTER TABLE game
    ADD paused timestamptz,                          -- since then nobody's clock goes and no move is taken
    DROP CONSTRAINT game_ending_check,
    ADD CONSTRAINT game_ending_kind CHECK (ending IN ('played', 'resigned', 'agreed', 'house')),
    ADD CONSTRAINT game_paused CHECK (paused IS NULL OR status = 'running');

ALTER TABLE incident
    DROP CONSTRAINT incident_kind_check,
    ADD CONSTRAINT incident_kind CHECK (kind IN ('excused', 'missed', 'lapsed', 'opened', 'returned', 'taken_over', 'resigned',
        'asked_end', 'agreed_end', 'declined_end', 'ended', 'outage', 'paused', 'went_on', 'handed_over'));

GRANT UPDATE (paused) ON game TO ridotto;
