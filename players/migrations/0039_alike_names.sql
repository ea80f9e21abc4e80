-- Comes with PostgreSQL, and an owner of a database may make it (docs/database-roles.md).
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- A name without accents and capitals: what staff type finds it either way.
CREATE FUNCTION players_folded(name text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036F]', '', 'g'));

CREATE INDEX players_person_alike ON players_person USING gin (players_folded(nickname) gin_trgm_ops)
    WHERE kind = 'player';
CREATE INDEX players_registration_alike ON players_registration USING gin (players_folded(full_name) gin_trgm_ops);
