-- What the hourly sweep takes, the oldest first.
CREATE INDEX delivery_done ON delivery (done) WHERE status <> 'waiting';
