-- What the hourly sweep takes, the oldest first.
CREATE INDEX token_short ON token (expires) WHERE kind <> 'open';
