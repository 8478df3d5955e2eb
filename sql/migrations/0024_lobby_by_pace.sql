-- Tables of one pace in the lobby: of 100,000 games that are over, a pace that is rare was found by reading all (75 to 120 ms; with this below 6).
CREATE INDEX game_by_pace ON game (status, (coalesce(pace->>'name', 'none')), id DESC) WHERE NOT apart;
