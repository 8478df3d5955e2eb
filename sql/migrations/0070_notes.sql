-- For who asks for all that is known of him, or leaves: what somebody has noted.
CREATE INDEX note_of_person ON note (person);
