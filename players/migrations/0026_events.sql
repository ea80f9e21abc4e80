-- The event spine (ADR 0180): only added to; who told it, in which transaction and in which era, is the database's word.
CREATE TRIGGER players_event_only_added
    BEFORE UPDATE OR DELETE OR TRUNCATE ON players_event
    FOR EACH STATEMENT EXECUTE FUNCTION players_refuse_change();

CREATE FUNCTION players_place_event() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    -- Signature, process of the connection, second, person, address.
    acting text[] := string_to_array(coalesce(current_setting('sabot.acting', true), ''), '|');
    last record;
BEGIN
    IF cardinality(acting) > 0 THEN
        IF cardinality(acting) <> 5
            OR acting[1] <> players_signature(array_to_string(acting[2:5], '|'))
            OR acting[2] <> pg_backend_pid()::text
            OR acting[3]::bigint < extract(epoch FROM clock_timestamp()) - 3600
        THEN
            RAISE EXCEPTION 'audit: who acts is not proven' USING ERRCODE = 'insufficient_privilege';
        END IF;
        -- The signed-in person did it, or the house; behind the link of an e-mail there is no such person, and none is named.
        IF acting[4] = '' THEN
            NEW."by" := NULL;
        ELSIF NEW."by" IS NOT NULL AND acting[4] <> NEW."by"::text THEN
            RAISE EXCEPTION 'players_event.by is not who acts' USING ERRCODE = 'insufficient_privilege';
        END IF;
    END IF;
    NEW.act := pg_current_xact_id()::text::bigint;
    -- An era ends where the house goes on from a copy on another server: the last event's transaction is then one that
    -- this server has not come to yet, for every row that is seen is of a transaction that ended.
    SELECT era, act INTO last FROM players_event ORDER BY id DESC LIMIT 1;
    NEW.era := coalesce(last.era, 0);
    IF last.act <> NEW.act AND last.act >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint THEN
        NEW.era := last.era + 1;
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER players_event_placed
    BEFORE INSERT ON players_event
    FOR EACH ROW EXECUTE FUNCTION players_place_event();

-- For its chain (ADR 0151).
CREATE VIEW players_public_event WITH (security_invoker) AS
SELECT id, act, era, at, name, by, person_id, table_id, round_code, subject, subject_key, facts, why FROM players_event;
