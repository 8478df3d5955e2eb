-- For who asks for all that is known of him, or leaves: whose seat somebody has taken, by name.
CREATE INDEX incident_of_name ON incident (name) WHERE name IS NOT NULL;
