DROP TRIGGER audited ON players_deposit;
DROP TRIGGER audited ON players_nationalentry;
DROP TRIGGER audited ON players_signalstep;
DROP TRIGGER audited ON players_signal;

CREATE OR REPLACE FUNCTION audit_note() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    quiet text[] := string_to_array(TG_ARGV[0], ' ');
    secret text[] := string_to_array(TG_ARGV[1], ' ');
    old_row jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - quiet END;
    new_row jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - quiet END;
    row_id text := coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> 'id';
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
    INSERT INTO players_auditentry (at, act, by, origin, login, change, subject, subject_id, before, after)
    VALUES (
        clock_timestamp(),
        pg_current_xact_id()::text::bigint,
        nullif(current_setting('sabot.by', true), '')::bigint,
        coalesce(current_setting('sabot.origin', true), ''),
        session_user || ' ' || current_setting('application_name'),
        lower(TG_OP), TG_TABLE_NAME, coalesce(row_id, ''), old_row, new_row
    );
    RETURN NULL;
END $$;
