-- A new password is asked for by whoever knows a name or an address. Whether there is such a person is found out by the worker, so that
-- neither the answer nor the time it takes tells.
CREATE TABLE recovery (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    login text NOT NULL CHECK (octet_length(login) <= 1000),
    asked timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, DELETE ON recovery TO ridotto;
GRANT UPDATE (asked) ON recovery TO ridotto; -- for FOR UPDATE

-- A session lasts from its last use on.
GRANT UPDATE (expires) ON session TO ridotto;
