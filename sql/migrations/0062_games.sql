-- Games against bots that somebody has begun and not finished; tables with hints for all, which are few.
CREATE INDEX game_alone ON game (owner, rules) WHERE apart AND status <> 'over';
CREATE INDEX game_with_hints ON game (status, id DESC) WHERE hints AND NOT apart;
