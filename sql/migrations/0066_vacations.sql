-- What the hourly sweep takes, the oldest first.
CREATE INDEX vacation_by_end ON vacation (ends);
