-- The audit trail is written by triggers: a change that no page made is in it as well. An entry is never changed.

CREATE TRIGGER players_auditentry_only_added
    BEFORE UPDATE OR DELETE OR TRUNCATE ON players_auditentry
    FOR EACH STATEMENT EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_viewing_only_added
    BEFORE UPDATE OR DELETE OR TRUNCATE ON players_viewing
    FOR EACH STATEMENT EXECUTE FUNCTION players_refuse_change();

-- Arguments: columns that say nothing of themselves when they change, and columns whose content stays secret. An entry
-- of the national list is named by its reference, not by a number.
CREATE FUNCTION audit_note() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    quiet text[] := string_to_array(TG_ARGV[0], ' ');
    secret text[] := string_to_array(TG_ARGV[1], ' ');
    old_row jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - quiet END;
    new_row jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - quiet END;
    whole jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));
    row_id text := coalesce(whole ->> 'id', whole ->> 'reference');
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

-- Has every change of a table noted from now on.
CREATE FUNCTION audit_watch(subject regclass, quiet text DEFAULT '', secret text DEFAULT '') RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format(
        'CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION audit_note(%L, %L)',
        subject, quiet, secret
    );
END $$;

-- What staff and players decide; personal data appear as dots.
SELECT audit_watch('players_person', 'last_login', 'password email birth_date');
SELECT audit_watch('players_person_groups');
SELECT audit_watch('players_exclusion');
SELECT audit_watch('players_standingchange');
SELECT audit_watch(
    'players_registration', '', 'full_name profession address document_number nif iban received_from'
);
SELECT audit_watch('players_prohibition', '', 'nif');
SELECT audit_watch('players_viewing');
SELECT audit_watch('players_limit');
SELECT audit_watch('players_duty');
SELECT audit_watch('players_instrument', '', 'label fingerprint');
SELECT audit_watch('players_withdrawal', 'asked_at');
SELECT audit_watch('players_adjustment');
SELECT audit_watch('players_complaint');
SELECT audit_watch('players_complaintdecision');
SELECT audit_watch('players_correctionrequest');
SELECT audit_watch('players_accountclosure');
SELECT audit_watch('players_signal');
SELECT audit_watch('players_signalstep');
SELECT audit_watch('players_nationalentry', '', 'tax_number document');
SELECT audit_watch('players_deposit', 'asked_at');
