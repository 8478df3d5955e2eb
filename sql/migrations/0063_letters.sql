-- Letters that the hourly sweep takes, the oldest first; and those that were done with lately, which are counted.
CREATE INDEX outbox_done ON outbox (done, status) WHERE status NOT IN ('waiting', 'failed');
