-- What a game has made of the rating of who played it: written with the last move, and shown with the result. Who has no rating any more
-- has none of these.
CREATE TABLE rating_step (
    game bigint NOT NULL REFERENCES game ON DELETE CASCADE,
    person bigint NOT NULL,
    rules text NOT NULL,
    rating_before real NOT NULL,
    deviation_before real NOT NULL CHECK (deviation_before >= 0),
    rating real NOT NULL,
    deviation real NOT NULL CHECK (deviation >= 0),
    PRIMARY KEY (game, person),
    FOREIGN KEY (person, rules) REFERENCES rating ON DELETE CASCADE
);
CREATE INDEX rating_step_of_person ON rating_step (person, rules);
GRANT SELECT, INSERT ON rating_step TO ridotto;

-- Which of the five bots sits there, by number; null: the one of the seat's own number. In a rematch bots keep their names.
ALTER TABLE seat ADD bot_as smallint CHECK (bot_as BETWEEN 0 AND 4);
GRANT UPDATE (bot_as) ON seat TO ridotto;
