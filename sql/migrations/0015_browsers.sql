-- Browsers in which somebody has signed in before: what strangers try does not keep them out. Several people may share one.
CREATE TABLE browser (
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    person bigint NOT NULL REFERENCES person ON DELETE CASCADE,
    since timestamptz NOT NULL DEFAULT now(),
    seen timestamptz NOT NULL DEFAULT now(),         -- when the person signed in there last
    expires timestamptz NOT NULL,
    PRIMARY KEY (hash, person)
);
CREATE INDEX browser_of_person ON browser (person, seen);
CREATE INDEX browser_by_end ON browser (expires);

GRANT SELECT, INSERT, DELETE ON browser TO ridotto;
