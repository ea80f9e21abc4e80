-- A shoe of paper cards commits to nothing: the log is not told of it, and its rounds need no leaf.
CREATE OR REPLACE FUNCTION reporting_tell_shoes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO reporting_logleaf (kind, key, facts, at)
    SELECT 'shoe', t.code || '/' || m.number, jsonb_build_object('table', t.code, 'shoe', t.code || '/' || m.number,
        'format', CASE WHEN m.header IS NULL THEN 'sabot-shoe-1' ELSE 'sabot-shoe-2' END, 'root', m.root,
        'decks', m.decks, 'count', m.card_count, 'header', m.header), m.created_at
    FROM made m JOIN tables_table t ON t.id = m.table_id WHERE m.scope <> 'paper' ORDER BY m.id;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION reporting_refuse_untold_shoes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    untold text;
BEGIN
    SELECT t.code || '/' || s.number INTO untold
    FROM made m JOIN tables_shoe s ON s.id = m.shoe_id AND s.scope <> 'paper' JOIN tables_table t ON t.id = s.table_id
    WHERE NOT EXISTS (SELECT 1 FROM reporting_logleaf l WHERE l.kind = 'shoe' AND l.key = t.code || '/' || s.number)
    LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'shoe % is not in the log: no round begins on it', untold USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;
