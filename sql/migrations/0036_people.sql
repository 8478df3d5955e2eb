-- People among each other: whom one follows and blocks, tables whose chat one does not want to see, who may see a profile, what spectators
-- write to each other, and a line in an invitation. `ridotto migrate` may run while the program of before serves: it shows profiles to
-- everybody and chat without blocks, sends all invitations, and does not know of spectators' lines.

-- Who waits for a lock keeps all others waiting behind it: rather give up, and be run again.
SET LOCAL lock_timeout = '3s';

ALTER TABLE person
    -- Who sees the profile: everybody, members, or nobody else.
    ADD profile text NOT NULL DEFAULT 'public' CHECK (profile IN ('public', 'members', 'hidden')),
    -- Is the person on leaderboards?
    ADD COLUMN IF NOT EXISTS ranked boolean NOT NULL DEFAULT true;

-- Nobody but their owner reads either list.
CREATE TABLE follow (
    person bigint NOT NULL REFERENCES person ON DELETE CASCADE,
    whom bigint NOT NULL REFERENCES person ON DELETE CASCADE,
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (person, whom),
    CONSTRAINT follow_another CHECK (person <> whom)
);
CREATE INDEX follow_of ON follow (whom);

CREATE TABLE block (
    person bigint NOT NULL REFERENCES person ON DELETE CASCADE,
    whom bigint NOT NULL REFERENCES person ON DELETE CASCADE,
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (person, whom),
    CONSTRAINT block_another CHECK (person <> whom)
);
CREATE INDEX block_of ON block (whom);

-- Has one of the two blocked the other?
CREATE FUNCTION blocked(a bigint, b bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT FROM block WHERE person = a AND whom = b) OR EXISTS (SELECT FROM block WHERE person = b AND whom = a)
$$;

-- The chat of a game that a person does not want to see.
CREATE TABLE chat_mute (
    game bigint NOT NULL REFERENCES game ON DELETE CASCADE,
    person bigint NOT NULL REFERENCES person ON DELETE CASCADE,
    PRIMARY KEY (game, person)
);
CREATE INDEX chat_mute_of ON chat_mute (person);

-- Who keeps a seat for a member, and with what words. It says something while seat.kept_for is that person. Of an invitation by one whom that
-- person has blocked the person hears nothing, and everybody else sees the seat kept all the same: so who invites cannot tell.
CREATE TABLE asked (
    game bigint NOT NULL REFERENCES game ON DELETE CASCADE,
    person bigint NOT NULL REFERENCES person ON DELETE CASCADE,
    inviter bigint NOT NULL REFERENCES person ON DELETE CASCADE,
    line text NOT NULL DEFAULT '' CONSTRAINT asked_line CHECK (char_length(line) <= 200 AND line !~ '[\n\r]'),
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (game, person)
);
CREATE INDEX asked_of ON asked (person);
CREATE INDEX asked_by ON asked (inviter);

-- Is the seat that is kept for @who at @which kept by somebody whom @who has blocked?
CREATE FUNCTION unheard(which bigint, who bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT FROM asked a JOIN block b ON b.person = a.person AND b.whom = a.inviter WHERE a.game = which AND a.person = who)
$$;

ALTER TABLE invitation ADD line text NOT NULL DEFAULT '' CONSTRAINT invitation_line CHECK (char_length(line) <= 200 AND line !~ '[\n\r]');

-- Who sat at a running game and was replaced there: a spectator only when it is over.
CREATE TABLE former (
    game bigint NOT NULL REFERENCES game ON DELETE CASCADE,
    person bigint NOT NULL REFERENCES person ON DELETE CASCADE,
    PRIMARY KEY (game, person)
);
CREATE INDEX former_of ON former (person);
INSERT INTO former (game, person)
SELECT DISTINCT i.game, p.id FROM incident i JOIN game g ON g.id = i.game JOIN person p ON p.name = i.name
WHERE g.status = 'running' AND i.kind IN ('taken_over', 'handed_over');

-- What spectators write to each other. In a table of its own, so that no page of who plays can have it by mistake.
CREATE TABLE spectator_line (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game bigint NOT NULL REFERENCES game ON DELETE CASCADE,
    person bigint NOT NULL REFERENCES person,
    ply integer NOT NULL CHECK (ply >= 0),                          -- where the game stood
    text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 2000),
    at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX spectator_line_of_game ON spectator_line (game, id DESC);
CREATE INDEX spectator_line_of_person ON spectator_line (person);

-- May @who read what spectators of @which write? While it is played: members who neither sit there nor have sat there; then everybody.
CREATE FUNCTION looks_on(which bigint, who bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT coalesce((SELECT NOT g.apart AND (g.status = 'over' OR (g.status = 'running' AND who IS NOT NULL
            AND NOT EXISTS (SELECT FROM seat s WHERE s.game = which AND s.person = who)
            AND NOT EXISTS (SELECT FROM former f WHERE f.game = which AND f.person = who)
            AND EXISTS (SELECT FROM person p WHERE p.id = who AND p.guest IS NULL)))
        FROM game g WHERE g.id = which), false)
$$;

-- Who leaves leaves nothing of all this behind, neither one's own nor with others.
CREATE FUNCTION person_people_forget() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM follow WHERE person = NEW.id OR whom = NEW.id;
    DELETE FROM block WHERE person = NEW.id OR whom = NEW.id;
    DELETE FROM chat_mute WHERE person = NEW.id;
    DELETE FROM asked WHERE person = NEW.id OR inviter = NEW.id;
    DELETE FROM former WHERE person = NEW.id;
    DELETE FROM spectator_line WHERE person = NEW.id;
    UPDATE invitation SET line = '' WHERE inviter IS NULL AND line <> '' OR inviter = NEW.id;
    NEW.profile := 'public';
    NEW.ranked := true;
    RETURN NEW;
END $$;
CREATE TRIGGER person_people_forget BEFORE UPDATE OF left_at ON person
    FOR EACH ROW WHEN (NEW.left_at IS NOT NULL) EXECUTE FUNCTION person_people_forget();

-- ---- what the service may do ----

GRANT UPDATE (profile, ranked) ON person TO ridotto;
GRANT SELECT, INSERT, DELETE ON follow, block, chat_mute, former TO ridotto;
GRANT SELECT, INSERT, UPDATE, DELETE ON asked TO ridotto;
GRANT SELECT, INSERT ON spectator_line TO ridotto;
