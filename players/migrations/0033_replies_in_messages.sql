-- Who acts is proven in one place (ADR 0104): the audit trail, signed decisions and events ask this function.

-- Signature, process of the connection, second, person (empty: no sign-in), address; no element where the house
-- itself acts. Raises where what the connection says is not what `players_act` signed for it within the hour.
CREATE FUNCTION players_acting() RETURNS text[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    acting text[] := string_to_array(coalesce(current_setting('sabot.acting', true), ''), '|');
BEGIN
    IF cardinality(acting) > 0 AND (
        cardinality(acting) <> 5
        OR acting[1] <> players_signature(array_to_string(acting[2:5], '|'))
        OR acting[2] <> pg_backend_pid()::text
        OR acting[3]::bigint < extract(epoch FROM clock_timestamp()) - 3600
    ) THEN
        RAISE EXCEPTION 'audit: who acts is not proven' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN acting;
END $$;

CREATE OR REPLACE FUNCTION audit_note() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    quiet text[] := string_to_array(TG_ARGV[0], ' ');
    secret text[] := string_to_array(TG_ARGV[1], ' ');
    old_row jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - quiet END;
    new_row jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - quiet END;
    whole jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));
    row_id text := coalesce(whole ->> 'id', whole ->> 'reference');
    acting text[];
    kept text[];
    name text;
BEGIN
    IF TG_OP = 'UPDATE' THEN
        SELECT array_agg(key) INTO kept FROM jsonb_each(new_row) WHERE value IS DISTINCT FROM old_row -> key;
        IF kept IS NULL THEN
            RETURN NULL;
        END IF;
        SELECT jsonb_object_agg(key, value) INTO old_row FROM jsonb_each(old_row) WHERE key = ANY (kept);
        SELECT jsonb_object_agg(key, value) INTO new_row FROM jsonb_each(new_row) WHERE key = ANY (kept);
    END IF;
    FOREACH name IN ARRAY secret LOOP
        IF old_row ? name THEN
            old_row := jsonb_set(old_row, ARRAY[name], '"•••"');
        END IF;
        IF new_row ? name THEN
            new_row := jsonb_set(new_row, ARRAY[name], '"•••"');
        END IF;
    END LOOP;
    -- The entry does not repeat erased data: it names the erasure.
    IF old_row IS NOT NULL AND players_erasing(TG_TABLE_NAME) THEN
        old_row := jsonb_build_object('erasure', current_setting('sabot.erasing')::bigint);
    END IF;
    acting := players_acting();
    INSERT INTO players_auditentry (at, act, by, origin, login, change, subject, subject_id, before, after)
    VALUES (
        clock_timestamp(),
        pg_current_xact_id()::text::bigint,
        nullif(acting[4], '')::bigint,
        coalesce(acting[5], ''),
        session_user || ' ' || current_setting('application_name'),
        lower(TG_OP), TG_TABLE_NAME, coalesce(row_id, ''), old_row, new_row
    );
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION players_refuse_other_actor() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    acting text[] := players_acting();
    new_row jsonb := to_jsonb(NEW);
    old_row jsonb := CASE WHEN TG_OP = 'UPDATE' THEN to_jsonb(OLD) ELSE '{}' END;
    name text;
BEGIN
    IF cardinality(acting) = 0 THEN
        RETURN NEW;
    END IF;
    FOREACH name IN ARRAY TG_ARGV LOOP
        IF new_row ->> name IS DISTINCT FROM old_row ->> name AND new_row ->> name <> acting[4] THEN
            RAISE EXCEPTION '%.% is not who acts', TG_TABLE_NAME, name USING ERRCODE = 'insufficient_privilege';
        END IF;
    END LOOP;
    RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION players_place_event() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    acting text[] := players_acting();
    last record;
BEGIN
    IF cardinality(acting) > 0 THEN
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
