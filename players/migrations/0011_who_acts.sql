-- Who acts is no claim: the application hands over the key of a browser's session, and the owner's own function looks up
-- whose it is. What it found is signed with a key that no other role can read, and bound to this connection.

CREATE TABLE players_auditkey (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    key bytea NOT NULL
);
INSERT INTO players_auditkey (key)
SELECT string_agg(uuid_send(gen_random_uuid()), '') FROM generate_series(1, 4);

CREATE FUNCTION players_signature(said text) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
    SELECT encode(sha256(key || sha256(key || convert_to(said, 'UTF8'))), 'hex') FROM players_auditkey
$$;

-- From now on this connection acts for whoever is signed in by this session: nobody, if none is.
CREATE FUNCTION players_act(session_key text, origin text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    who bigint;
    said text;
BEGIN
    IF players_act.session_key <> '' THEN
        SELECT device.person_id INTO who
        FROM players_device device
        JOIN django_session live ON live.session_key = device.session
        WHERE device.session = players_act.session_key AND device.ended_at IS NULL
            AND live.expire_date > clock_timestamp();
    END IF;
    said := concat_ws(
        '|', pg_backend_pid(), extract(epoch FROM clock_timestamp())::bigint, coalesce(who::text, ''),
        replace(coalesce(players_act.origin, ''), '|', '')
    );
    PERFORM set_config('sabot.acting', players_signature(said) || '|' || said, false);
END $$;

-- The house itself acts again: its dealers, sweeps and commands, which no person's session stands behind.
CREATE FUNCTION players_act_no_more() RETURNS void LANGUAGE sql AS $$
    SELECT set_config('sabot.acting', '', false)
$$;

-- As before, but written with the owner's rights, which nobody else has there; and what is not proven is refused.
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
    -- Signature, process of the connection, second, person, address.
    acting text[] := string_to_array(coalesce(current_setting('sabot.acting', true), ''), '|');
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
    IF cardinality(acting) > 0 AND (
        cardinality(acting) <> 5
        OR acting[1] <> players_signature(array_to_string(acting[2:5], '|'))
        OR acting[2] <> pg_backend_pid()::text
        OR acting[3]::bigint < extract(epoch FROM clock_timestamp()) - 3600
    ) THEN
        RAISE EXCEPTION 'audit: who acts is not proven' USING ERRCODE = 'insufficient_privilege';
    END IF;
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

-- A device is one person's for ever; its session goes on under another key when its password is changed.
CREATE TRIGGER players_device_same
    BEFORE UPDATE ON players_device
    FOR EACH ROW WHEN (OLD.person_id IS DISTINCT FROM NEW.person_id)
    EXECUTE FUNCTION players_refuse_change();
