-- What the hourly sweep takes, the oldest first; and whom somebody who leaves has invited.
CREATE INDEX invitation_by_time ON invitation (at) WHERE refused IS NULL;
CREATE INDEX invitation_of ON invitation (inviter);
