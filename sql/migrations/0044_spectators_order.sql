-- What spectators write can be reported and hidden, as what is said at the table. `ridotto migrate` may run while the program of before serves: it
-- shows spectators' lines that are hidden.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

-- A moderator has hidden the line since then.
ALTER TABLE spectator_line ADD hidden timestamptz;

-- A line wherever it was written, as reports and acts name it: that of a spectator by its negative number. Two tables keep them, so that nothing
-- of what spectators write, not even a number, reaches who plays.
CREATE VIEW said AS
SELECT id, game, person, ply, text, at, hidden FROM message
UNION ALL
SELECT -id, game, person, ply, text, at, hidden FROM spectator_line;
GRANT SELECT ON said TO ridotto;
CREATE INDEX spectator_line_negative ON spectator_line ((-id));

-- May @who not read line @which of table @place yet? So with a spectator's line while the game goes on, for who plays or has played there.
CREATE FUNCTION line_closed(which bigint, place bigint, who bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT coalesce(which < 0, false) AND EXISTS (SELECT FROM game WHERE id = place AND status <> 'over') AND NOT looks_on(place, who)
$$;

-- As in 0039, but for spectators' lines. What moderator @mod does: @what as in act.kind, to @on_whom or the writer of @line, @days long. @refused: why nothing was done,
-- as of act_refused(), or 'gone' (no such person, line or table), 'already', 'seat' (the moderator plays there). @concerned, @place: whom and where it was.
CREATE OR REPLACE FUNCTION act_new(mod bigint, what text, on_whom bigint, line bigint, at_table bigint, days integer, reason text,
                        called text, written text, small text, OUT refused text, OUT concerned bigint, OUT place bigint)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    before text;
    ends timestamptz := CASE WHEN what IN ('mute', 'suspend') THEN now() + days * interval '1 day' END;
BEGIN
    place := at_table;
    IF what = 'hide' THEN
        SELECT w.person, w.game, w.text INTO on_whom, place, before FROM said w WHERE w.id = line;
    END IF;
    refused := act_refused(mod, on_whom);
    IF refused IS NOT NULL THEN
        RETURN;
    ELSIF what = 'close' THEN
        PERFORM FROM game WHERE id = place AND status <> 'over' AND NOT apart;
        IF NOT FOUND THEN
            refused := 'gone';
        ELSIF EXISTS (SELECT FROM seat WHERE game = place AND person = mod AND resigned IS NULL) OR EXISTS (SELECT FROM game WHERE id = place AND owner = mod) THEN
            refused := 'seat';
        END IF;
    ELSIF on_whom IS NULL OR what NOT IN ('hide', 'mute', 'suspend', 'ban', 'rename', 'words') THEN
        refused := 'gone';
    ELSIF what = 'hide' THEN
        IF line_closed(line, place, mod) THEN
            refused := 'seat';
            RETURN;
        END IF;
        UPDATE message SET hidden = now() WHERE id = line AND hidden IS NULL;
        IF NOT FOUND THEN
            UPDATE spectator_line SET hidden = now() WHERE -id = line AND hidden IS NULL;
        END IF;
        refused := CASE WHEN NOT FOUND THEN 'already' END;
    ELSIF what = 'ban' AND EXISTS (SELECT FROM person WHERE id = on_whom AND banned IS NOT NULL) THEN
        refused := 'already';
    ELSIF what = 'words' THEN
        SELECT about INTO before FROM person WHERE id = on_whom;
        UPDATE person SET about = '' WHERE id = on_whom AND about <> '';
        refused := CASE WHEN NOT FOUND THEN 'already' END;
    ELSIF what = 'rename' THEN
        SELECT name INTO before FROM person WHERE id = on_whom;
        called := coalesce(called, 'member-' || on_whom);
        PERFORM person_rename(on_whom, called, written, small);
    END IF;
    IF refused IS NOT NULL THEN
        RETURN;
    END IF;
    INSERT INTO act (moderator, kind, whom, game, message, until, why, was, becomes)
        VALUES (mod, what, on_whom, place, line, ends, reason, before, CASE WHEN what = 'rename' THEN called END);
    concerned := on_whom;
    IF what IN ('mute', 'suspend', 'ban') THEN
        PERFORM person_held(on_whom);
    END IF;
    IF what IN ('suspend', 'ban') THEN
        DELETE FROM session WHERE person = on_whom;
        UPDATE plan SET hands_in = false WHERE person = on_whom AND hands_in;
    END IF;
END $$;

-- Likewise. The same of undoing act @which; @refused may also be 'final' (it cannot be undone). @written, @small: what the name before looks like.
CREATE OR REPLACE FUNCTION act_undo(mod bigint, which bigint, reason text, written text, small text, OUT refused text)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    a record;
BEGIN
    SELECT * INTO a FROM act WHERE id = which;
    refused := CASE WHEN a.id IS NULL THEN 'gone' WHEN line_closed(a.message, a.game, mod) THEN 'seat' ELSE act_refused(mod, a.whom) END;
    IF refused IS NOT NULL THEN
        RETURN;
    END IF;
    SELECT * INTO a FROM act WHERE id = which FOR UPDATE;
    IF a.kind IN ('close', 'role') OR (a.kind = 'rename' AND NOT EXISTS (SELECT FROM person WHERE id = a.whom AND name = a.becomes))
        OR (a.kind = 'words' AND a.undone IS NULL AND EXISTS (SELECT FROM person WHERE id = a.whom AND about <> '')) THEN
        refused := 'final';
        RETURN;
    ELSIF a.undone IS NOT NULL THEN
        refused := 'already';
        RETURN;
    END IF;
    UPDATE act SET undone = now(), undone_by = mod, undone_why = reason WHERE id = which;
    IF a.kind = 'hide' THEN
        UPDATE message SET hidden = NULL WHERE id = a.message;
        UPDATE spectator_line SET hidden = NULL WHERE -id = a.message;
    ELSIF a.kind = 'rename' THEN
        PERFORM person_rename(a.whom, a.was, written, small);
    ELSIF a.kind = 'words' THEN
        UPDATE person SET about = a.was WHERE id = a.whom;
    ELSE
        PERFORM person_held(a.whom);
    END IF;
END $$;
