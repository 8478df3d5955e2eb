-- The games of a person: those that are not over, then those that ended last; and seats that may be taken over at games that run.
-- One table in each of these migrations: writers wait while its index is made, a second or so for a million rows, and whoever waits holds
-- nothing that the next one needs.
CREATE INDEX seat_of_person ON seat (person, ended DESC, game DESC) WHERE person IS NOT NULL;
CREATE INDEX seat_to_take ON seat (game) WHERE person IS NOT NULL AND ended IS NULL AND (opened IS NOT NULL OR resigned IS NOT NULL);
