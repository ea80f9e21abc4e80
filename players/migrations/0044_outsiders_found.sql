-- Who complained without an account is found by name and e-mail, as players are (ADR 0183, 0241).
CREATE INDEX players_outsider_alike ON players_outsider USING gin (players_folded(name) gin_trgm_ops)
    WITH (fastupdate = off);
CREATE INDEX players_outsider_email ON players_outsider (lower(email));
