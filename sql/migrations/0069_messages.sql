-- For who asks for all that is known of him, or leaves: what somebody has written.
CREATE INDEX message_of_person ON message (person);
