-- The schema of a new database; written by `manage.py write_schema` after every change of a migration.
-- PostgreSQL 18

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

CREATE FUNCTION public.audit_note() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
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

CREATE FUNCTION public.audit_watch(subject regclass, quiet text DEFAULT ''::text, secret text DEFAULT ''::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
    EXECUTE format(
        'CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION audit_note(%L, %L)',
        subject, quiet, secret
    );
END $$;

CREATE FUNCTION public.players_act(session_key text, origin text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    who bigint;
    said text;
BEGIN
    IF players_act.session_key <> '' THEN
        SELECT device.person_id INTO who
        FROM players_device device
        JOIN django_session live ON live.session_key = device.session
        WHERE device.session = left(encode(sha256(convert_to(players_act.session_key, 'UTF8')), 'hex'), 40)
            AND device.ended_at IS NULL AND live.expire_date > clock_timestamp();
    END IF;
    said := concat_ws(
        '|', pg_backend_pid(), extract(epoch FROM clock_timestamp())::bigint, coalesce(who::text, ''),
        replace(coalesce(players_act.origin, ''), '|', '')
    );
    PERFORM set_config('sabot.acting', players_signature(said) || '|' || said, false);
END $$;

CREATE FUNCTION public.players_act_no_more() RETURNS void
    LANGUAGE sql
    AS $$
    SELECT set_config('sabot.acting', '', false)
$$;

CREATE FUNCTION public.players_acting() RETURNS text[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
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

CREATE FUNCTION public.players_adjustment_agreed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1
        FROM players_adjustment adjustment
        JOIN players_person person ON person.id = adjustment.person_id
        JOIN wallet_account account
            ON account.owner = person.public_id::text AND account.kind = 'player'
            AND account.id = CASE WHEN adjustment.amount > 0 THEN NEW.credit_account ELSE NEW.debit_account END
        WHERE adjustment.key = NEW.key AND adjustment.state = 'approved' AND abs(adjustment.amount) = NEW.amount
            AND adjustment.decided_by_id <> adjustment.proposed_by_id
    ) THEN
        RAISE EXCEPTION 'ledger: no correction without two persons' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.players_anonymise(persons bigint[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
    DELETE FROM players_registration WHERE person_id = ANY (persons);
    DELETE FROM players_datachange WHERE person_id = ANY (persons);
    DELETE FROM players_identitycheck WHERE person_id = ANY (persons);
    DELETE FROM players_correctionrequest WHERE person_id = ANY (persons);
    DELETE FROM players_acceptance WHERE person_id = ANY (persons);
    DELETE FROM players_notepin pin USING players_playernote note
        WHERE note.id = pin.note_id AND note.person_id = ANY (persons);
    DELETE FROM players_playernote WHERE person_id = ANY (persons);
    DELETE FROM players_device WHERE person_id = ANY (persons);
    DELETE FROM players_signinattempt attempt USING players_person person
        WHERE person.id = ANY (persons) AND (attempt.person_id = person.id OR attempt.email = person.email);
    DELETE FROM players_signinlock held USING players_person person
        WHERE person.id = ANY (persons) AND (held.person_id = person.id OR held.email = person.email);
    DELETE FROM players_letter WHERE person_id = ANY (persons);
    DELETE FROM players_signalstep step USING players_signal signal
        WHERE signal.id = step.signal_id AND signal.person_id = ANY (persons);
    DELETE FROM players_signal WHERE person_id = ANY (persons);
    DELETE FROM players_dataexport WHERE person_id = ANY (persons);
    DELETE FROM players_filecheck WHERE person_id = ANY (persons);
    DELETE FROM mfa_authenticator WHERE user_id = ANY (persons);
    DELETE FROM account_emailconfirmation confirmation USING account_emailaddress address
        WHERE address.id = confirmation.email_address_id AND address.user_id = ANY (persons);
    DELETE FROM account_emailaddress WHERE user_id = ANY (persons);
    UPDATE players_instrument SET label = '–', fingerprint = 'erased-' || id WHERE person_id = ANY (persons);
    UPDATE players_person SET email = 'erased-' || id || '@erased.invalid', nickname = 'erased-' || id, password = '!',
        birth_date = NULL, last_login = NULL, is_active = false
    WHERE id = ANY (persons);
END $$;

CREATE FUNCTION public.players_check_cause() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
DECLARE
    wrong record;
BEGIN
    SELECT code, why INTO wrong FROM players_cause_difference WHERE key = NEW.key LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'ledger: % % is refused: %', wrong.code, NEW.key, wrong.why
            USING ERRCODE = 'restrict_violation',
                HINT = 'Lines of the cashier are written with their row, and with the bank''s notice of it.';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.players_erasable(class text) RETURNS text[]
    LANGUAGE sql IMMUTABLE
    AS $$
    SELECT CASE class
        WHEN 'sign-ins' THEN ARRAY['players_signinattempt', 'players_signinlock', 'players_filecheck']
        WHEN 'devices' THEN ARRAY['players_device']
        WHEN 'emails' THEN ARRAY['players_letter']
        WHEN 'signals' THEN ARRAY['players_signal', 'players_signalstep']
        WHEN 'sealed-days' THEN ARRAY['sealed-days']
        WHEN 'own-data' THEN ARRAY['players_dataexport']
        WHEN 'complaints' THEN ARRAY['players_complaintmessage', 'players_complaintfile', 'players_complaintdecision',
            'players_outsider', 'players_letter']
        ELSE ARRAY['players_person', 'players_registration', 'players_datachange', 'players_identitycheck',
            'players_correctionrequest', 'players_acceptance', 'players_instrument', 'players_playernote',
            'players_notepin', 'players_device', 'players_signinattempt', 'players_signinlock', 'players_letter',
            'players_signal', 'players_signalstep', 'players_dataexport', 'players_filecheck']
    END
$$;

CREATE FUNCTION public.players_erase(number bigint, most integer, at timestamp with time zone) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    agreed players_erasure;
    gone bigint;
BEGIN
    SELECT * INTO agreed FROM players_erasure WHERE id = number FOR UPDATE;
    IF NOT FOUND OR agreed.state NOT IN ('approved', 'done') OR agreed.decided_by_id = agreed.proposed_by_id
        OR most NOT BETWEEN 1 AND 10000 THEN
        RAISE EXCEPTION 'erasure %: two persons have not agreed to it', number USING ERRCODE = 'restrict_violation';
    END IF;
    IF agreed.state = 'done' THEN
        RETURN 0;
    END IF;
    -- By the database's own clock too: a wrong moment from the application erases no row early.
    IF agreed.before > clock_timestamp() - make_interval(months => players_least_months(agreed.kind)) THEN
        RAISE EXCEPTION 'erasure %: its term is not over', number USING ERRCODE = 'restrict_violation';
    END IF;
    UPDATE players_erasure SET running_in = pg_current_xact_id()::text::bigint WHERE id = number;
    PERFORM set_config('sabot.erasing', number::text, true);
    gone := players_erase_batch(agreed.kind, agreed.before, most);
    PERFORM set_config('sabot.erasing', '', true);
    UPDATE players_erasure SET erased = erased + gone, running_in = NULL,
        state = CASE WHEN gone = 0 THEN 'done' ELSE state END, done_at = CASE WHEN gone = 0 THEN players_erase.at END
    WHERE id = number;
    RETURN gone;
END $$;

CREATE FUNCTION public.players_erase_batch(class text, before timestamp with time zone, most integer) RETURNS bigint
    LANGUAGE plpgsql
    AS $_$
DECLARE
    due bigint[];
    gone bigint := 0;
    step bigint;
BEGIN
    CASE class
    WHEN 'sign-ins' THEN
        DELETE FROM players_signinattempt WHERE id IN (
            SELECT id FROM players_signinattempt WHERE at < players_erase_batch.before ORDER BY id LIMIT most);
        GET DIAGNOSTICS gone = ROW_COUNT;
        DELETE FROM players_signinlock WHERE id IN (
            SELECT id FROM players_signinlock WHERE locked_at < players_erase_batch.before ORDER BY id LIMIT most);
        GET DIAGNOSTICS step = ROW_COUNT;
        gone := gone + step;
        DELETE FROM players_filecheck WHERE id IN (
            SELECT id FROM players_filecheck WHERE at < players_erase_batch.before ORDER BY id LIMIT most);
        GET DIAGNOSTICS step = ROW_COUNT;
        gone := gone + step;
    WHEN 'devices' THEN
        DELETE FROM players_device WHERE id IN (
            SELECT id FROM players_kept_devices WHERE since < players_erase_batch.before ORDER BY id LIMIT most);
        GET DIAGNOSTICS gone = ROW_COUNT;
    WHEN 'emails' THEN
        DELETE FROM players_letter WHERE id IN (
            SELECT id FROM players_kept_emails WHERE since < players_erase_batch.before ORDER BY id LIMIT most);
        GET DIAGNOSTICS gone = ROW_COUNT;
    WHEN 'own-data' THEN
        DELETE FROM players_dataexport WHERE id IN (
            SELECT id FROM players_kept_own_data WHERE since < players_erase_batch.before ORDER BY id LIMIT most);
        GET DIAGNOSTICS gone = ROW_COUNT;
    WHEN 'sealed-days' THEN
        EXECUTE 'SELECT reporting_erase_sealed_days($1, $2)' INTO gone USING before, most;
    WHEN 'signals' THEN
        due := ARRAY(SELECT id FROM players_kept_signals WHERE since < players_erase_batch.before ORDER BY id LIMIT most);
        DELETE FROM players_signalstep WHERE signal_id = ANY (due);
        DELETE FROM players_signal WHERE id = ANY (due);
        gone := cardinality(due);
    WHEN 'complaints' THEN
        due := ARRAY(
            SELECT id FROM players_kept_complaints WHERE since < players_erase_batch.before ORDER BY id LIMIT most);
        PERFORM players_erase_words(due);
        gone := cardinality(due);
    WHEN 'accounts' THEN
        LOOP
            due := ARRAY(SELECT id FROM players_kept_accounts WHERE since < players_erase_batch.before ORDER BY id LIMIT most);
            EXIT WHEN cardinality(due) = 0;
            PERFORM 1 FROM players_person WHERE id = ANY (due) ORDER BY id FOR UPDATE;
            due := ARRAY(
                SELECT id FROM players_kept_accounts
                WHERE since < players_erase_batch.before AND id = ANY (due) ORDER BY id
            );
            PERFORM players_anonymise(due);
            gone := cardinality(due);
            EXIT WHEN gone > 0;
        END LOOP;
    WHEN 'abandoned' THEN
        LOOP
            due := ARRAY(SELECT id FROM players_kept_abandoned WHERE since < players_erase_batch.before ORDER BY id LIMIT most);
            EXIT WHEN cardinality(due) = 0;
            PERFORM 1 FROM players_person WHERE id = ANY (due) ORDER BY id FOR UPDATE;
            due := ARRAY(
                SELECT id FROM players_kept_abandoned
                WHERE since < players_erase_batch.before AND id = ANY (due) ORDER BY id
            );
            PERFORM players_anonymise(due);
            gone := cardinality(due);
            EXIT WHEN gone > 0;
        END LOOP;
    END CASE;
    RETURN gone;
END $_$;

CREATE FUNCTION public.players_erase_words(cases bigint[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
    DELETE FROM players_complaintfile file USING players_complaintmessage message
        WHERE message.id = file.message_id AND message.complaint_id = ANY (cases);
    UPDATE players_complaintmessage SET text = '–' WHERE complaint_id = ANY (cases);
    UPDATE players_complaintdecision SET reasons = '–' WHERE complaint_id = ANY (cases);
    DELETE FROM players_letter email USING players_complaint kept
        WHERE kept.id = ANY (cases) AND email.outsider_id = kept.outsider_id;
    UPDATE players_outsider outsider SET name = '–', email = '', postal = '–', document = ''
    FROM players_complaint kept WHERE kept.id = ANY (cases) AND kept.outsider_id = outsider.id;
END $$;

CREATE FUNCTION public.players_erasing(subject text) RETURNS boolean
    LANGUAGE plpgsql
    AS $_$
DECLARE
    running text := coalesce(current_setting('sabot.erasing', true), '');
BEGIN
    RETURN running ~ '^[0-9]{1,18}$' AND EXISTS (
        SELECT 1 FROM players_erasure
        WHERE id = running::bigint AND state = 'approved' AND decided_by_id <> proposed_by_id
            AND running_in = pg_current_xact_id()::text::bigint AND subject = ANY (players_erasable(kind))
    );
END $_$;

CREATE FUNCTION public.players_folded(name text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN lower(regexp_replace(NORMALIZE(name, NFKD), '[\u0300-\u036F]'::text, ''::text, 'g'::text));

CREATE FUNCTION public.players_guard_closure() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF OLD.reopened_at IS NOT NULL OR NEW.reopened_at IS NULL
        OR (OLD.id, OLD.person_id, OLD.key, OLD.cause, OLD.reason, OLD.closed_at, OLD.closed_by_id, OLD.balance,
            OLD.exclusion_id)
        IS DISTINCT FROM
           (NEW.id, NEW.person_id, NEW.key, NEW.cause, NEW.reason, NEW.closed_at, NEW.closed_by_id, NEW.balance,
            NEW.exclusion_id)
    THEN
        RAISE EXCEPTION 'persons: closure % stays as it was written', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    IF EXISTS (
        SELECT 1 FROM players_exclusion
        WHERE person_id = NEW.person_id AND starts_at <= greatest(NEW.reopened_at, created_at)
          AND (ends_at IS NULL OR ends_at > NEW.reopened_at) AND (revoked_at IS NULL OR revoked_at > NEW.reopened_at)
    ) THEN
        RAISE EXCEPTION 'persons: closure % is not undone inside an exclusion (PT-26)', OLD.id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.players_guard_decider() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_TABLE_NAME = 'players_adjustment' THEN
        PERFORM players_refuse_unsettled(NEW.decided_by_id, ARRAY[NEW.proposed_by_id], NEW.decided_at);
    ELSIF NEW.second_by_id IS NOT NULL AND OLD.second_by_id IS NULL THEN
        PERFORM players_refuse_unsettled(NEW.second_by_id, ARRAY[NEW.first_by_id], NEW.second_at);
    ELSIF NEW.first_by_id IS NOT NULL AND OLD.first_by_id IS NULL THEN
        PERFORM players_refuse_unsettled(NEW.first_by_id, '{}', NEW.first_at);
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.players_guard_enabling() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM players_staffproposal
        WHERE member_id = NEW.id AND state = 'approved' AND act = 'enable'
            AND decided_in = pg_current_xact_id()::text::bigint
    ) THEN
        RAISE EXCEPTION 'staff: that % comes in again was not agreed to', NEW.id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.players_guard_erasure() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.state <> 'proposed' OR NEW.erased <> 0 OR NEW.running_in IS NOT NULL THEN
            RAISE EXCEPTION 'erasure: it begins as a proposal' USING ERRCODE = 'restrict_violation';
        END IF;
    ELSIF (OLD.id, OLD.key, OLD.kind, OLD.before, OLD.months, OLD.counted, OLD.reason, OLD.proposed_by_id, OLD.proposed_at)
        IS DISTINCT FROM
        (NEW.id, NEW.key, NEW.kind, NEW.before, NEW.months, NEW.counted, NEW.reason, NEW.proposed_by_id, NEW.proposed_at)
        OR OLD.state NOT IN ('proposed', 'approved')
        OR (OLD.state = 'proposed' AND (NEW.state = 'done' OR NEW.erased <> 0 OR NEW.running_in IS NOT NULL))
        OR (OLD.state = 'approved' AND (NEW.state NOT IN ('approved', 'done')
            OR (OLD.decided_by_id, OLD.decided_at) IS DISTINCT FROM (NEW.decided_by_id, NEW.decided_at)))
    THEN
        RAISE EXCEPTION 'erasure % stays as it was', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.before > NEW.proposed_at - make_interval(months => players_least_months(NEW.kind)) THEN
        RAISE EXCEPTION 'erasure: % are kept for % months at least', NEW.kind, players_least_months(NEW.kind)
            USING ERRCODE = 'restrict_violation';
    END IF;
    IF EXISTS (
        SELECT 1 FROM players_person WHERE id IN (NEW.proposed_by_id, NEW.decided_by_id) AND kind <> 'staff'
    ) THEN
        RAISE EXCEPTION 'erasure: only staff propose and decide' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.players_guard_erasure_approver() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM players_refuse_unsettled(NEW.decided_by_id, ARRAY[NEW.proposed_by_id], NEW.decided_at);
    RETURN NEW;
END $$;

CREATE FUNCTION public.players_guard_prohibition_of_staff() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM players_staffidentity WHERE nif = NEW.nif AND ended_at IS NULL) THEN
        RAISE EXCEPTION 'persons: the entry of who works here stands (PT-16)' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.players_guard_roles() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    held record;
    named text;
    agreed text[];
BEGIN
    IF TG_OP = 'DELETE' THEN
        held := OLD;
    ELSE
        held := NEW;
    END IF;
    SELECT name INTO named FROM auth_group WHERE id = held.group_id;
    SELECT roles INTO agreed FROM players_staffproposal
        WHERE member_id = held.person_id AND state = 'approved' AND act IN ('found', 'hire', 'roles')
            AND decided_in = pg_current_xact_id()::text::bigint
        ORDER BY id DESC LIMIT 1;
    IF TG_OP = 'UPDATE' OR agreed IS NULL OR (named = ANY (agreed)) = (TG_OP = 'DELETE') THEN
        RAISE EXCEPTION 'staff: the role % of % was not agreed to', named, held.person_id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN held;
END $$;

CREATE FUNCTION public.players_guard_second_factor() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM players_person WHERE id = OLD.user_id AND kind = 'staff')
        AND NOT EXISTS (
            SELECT 1 FROM mfa_authenticator WHERE user_id = OLD.user_id AND type IN ('totp', 'webauthn')
        )
        AND NOT EXISTS (
            SELECT 1 FROM players_staffproposal
            WHERE member_id = OLD.user_id AND state = 'approved' AND act = 'second-factor'
                AND decided_in = pg_current_xact_id()::text::bigint
        )
    THEN
        RAISE EXCEPTION 'staff: the last second factor of % stays', OLD.user_id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.players_guard_staffproposal() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NEW.member_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM players_person WHERE id = NEW.member_id AND kind = 'staff') THEN
        RAISE EXCEPTION 'staff: only of staff is anything proposed' USING ERRCODE = 'restrict_violation';
    END IF;
    IF TG_OP = 'INSERT' THEN
        NEW.decided_in := NULL;
        IF NEW.act = 'found' THEN
            IF EXISTS (SELECT 1 FROM players_staffseal) THEN
                RAISE EXCEPTION 'staff: the house has its first members of staff' USING ERRCODE = 'restrict_violation';
            END IF;
            NEW.decided_in := pg_current_xact_id()::text::bigint;
        ELSIF NEW.state <> 'proposed' THEN
            RAISE EXCEPTION 'staff: a change begins as a proposal' USING ERRCODE = 'restrict_violation';
        ELSIF NOT players_has_role(NEW.proposed_by_id, ARRAY['administrator']) THEN
            RAISE EXCEPTION 'staff: only an administrator proposes' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF OLD.state <> 'proposed'
        OR (OLD.id, OLD.key, OLD.act, OLD.email, OLD.name, OLD.roles, OLD.before, OLD.full_name, OLD.nif, OLD.reason,
            OLD.proposed_by_id, OLD.proposed_at)
        IS DISTINCT FROM
           (NEW.id, NEW.key, NEW.act, NEW.email, NEW.name, NEW.roles, NEW.before, NEW.full_name, NEW.nif, NEW.reason,
            NEW.proposed_by_id, NEW.proposed_at)
        OR (OLD.act <> 'hire' AND OLD.member_id IS DISTINCT FROM NEW.member_id)
    THEN
        RAISE EXCEPTION 'staff: proposal % stays as it was written', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.state <> 'proposed' THEN
        IF NOT players_has_role(NEW.decided_by_id, ARRAY['administrator', 'compliance']) THEN
            RAISE EXCEPTION 'staff: only an administrator or compliance decides' USING ERRCODE = 'restrict_violation';
        END IF;
        NEW.decided_in := pg_current_xact_id()::text::bigint;
    END IF;
    IF NEW.state = 'approved' THEN
        PERFORM players_refuse_unsettled(NEW.decided_by_id, ARRAY[NEW.proposed_by_id], NEW.decided_at);
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.players_has_role(person bigint, names text[]) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
    SELECT EXISTS (
        SELECT 1 FROM players_person_groups held
        JOIN auth_group ON auth_group.id = held.group_id
        JOIN players_person ON players_person.id = held.person_id
        WHERE held.person_id = person AND auth_group.name = ANY (names)
            AND players_person.kind = 'staff' AND players_person.is_active
    )
$$;

CREATE FUNCTION public.players_hint_person() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    INSERT INTO players_standinghint (act, person_id, session, at)
    VALUES (
        pg_current_xact_id()::text::bigint, (to_jsonb(NEW) ->> TG_ARGV[0])::bigint, '', clock_timestamp()
    );
    RETURN NULL;
END $$;

CREATE FUNCTION public.players_hint_registered() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    INSERT INTO players_standinghint (act, person_id, session, at)
    SELECT pg_current_xact_id()::text::bigint, person_id, '', clock_timestamp()
    FROM players_registration WHERE nif = NEW.nif;
    RETURN NULL;
END $$;

CREATE FUNCTION public.players_hint_session() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    INSERT INTO players_standinghint (act, session, at)
    VALUES (pg_current_xact_id()::text::bigint, OLD.session_key, clock_timestamp());
    RETURN NULL;
END $$;

CREATE FUNCTION public.players_hold_for_exclusion() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    NEW.person_key := (SELECT public_id::text FROM players_person WHERE id = NEW.person_id);
    PERFORM 1 FROM wallet_account
    WHERE kind = 'player' AND currency IN ('EUR', 'PLAY') AND owner = NEW.person_key
    ORDER BY id FOR UPDATE;
    RETURN NEW;
END $$;

CREATE FUNCTION public.players_least_months(class text) RETURNS integer
    LANGUAGE sql IMMUTABLE
    AS $$
    SELECT CASE class
        WHEN 'accounts' THEN 120 WHEN 'complaints' THEN 120 WHEN 'sealed-days' THEN 120 WHEN 'abandoned' THEN 1 WHEN 'own-data' THEN 12 ELSE 6
    END
$$;

CREATE FUNCTION public.players_money_stays() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'players_instrument' AND players_erasing(TG_TABLE_NAME) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'cashier: % of % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION public.players_noticed(ref text, told text, cents bigint) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
SELECT ref <> '' AND EXISTS (
    SELECT 1 FROM players_paymentnotice
    WHERE provider_ref = ref AND kind = told AND outcome = 'applied' AND amount = cents AND currency = 'EUR'
)
$$;

CREATE FUNCTION public.players_place_event() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
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

CREATE FUNCTION public.players_refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP IN ('UPDATE', 'DELETE') AND players_erasing(TG_TABLE_NAME) THEN
        IF TG_OP = 'DELETE' THEN
            RETURN OLD;
        END IF;
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'persons: % of % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION public.players_refuse_excluded() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
DECLARE
    wrong record;
BEGIN
    SELECT added.id, added.code INTO wrong
    FROM added
    JOIN wallet_account account
        ON account.id = CASE added.code WHEN 'stake' THEN added.debit_account ELSE added.credit_account END
    JOIN players_exclusion exclusion ON exclusion.person_key = account.owner
    WHERE added.code IN ('stake', 'deposit')
        AND exclusion.starts_at <= greatest(added.created_at, exclusion.created_at)
        AND (exclusion.ends_at IS NULL OR exclusion.ends_at > added.created_at)
        AND (exclusion.revoked_at IS NULL OR exclusion.revoked_at > added.created_at)
    ORDER BY added.id
    LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'persons: % % is refused: its player is excluded (PT-27)', wrong.code, wrong.id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.players_refuse_other_actor() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
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

CREATE FUNCTION public.players_refuse_player_role() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM players_person WHERE id = NEW.person_id AND kind <> 'staff') THEN
        RAISE EXCEPTION 'persons: a player has no role' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.players_refuse_reopening_the_dead() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM players_accountclosure WHERE person_id = NEW.person_id AND cause = 'death') THEN
        RAISE EXCEPTION 'persons: closure % stands, for its holder died (PT-07)', OLD.id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.players_refuse_staff_account() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
DECLARE
    owner_kind text;
BEGIN
    -- An owner that is no person's key belongs to another user of the ledger.
    IF NEW.owner ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' THEN
        SELECT kind INTO owner_kind FROM players_person WHERE public_id = NEW.owner::uuid;
        IF owner_kind = 'staff' THEN
            RAISE EXCEPTION 'persons: staff have no account in the ledger' USING ERRCODE = 'restrict_violation';
        ELSIF owner_kind = 'guest' AND NEW.currency <> 'PLAY' THEN
            RAISE EXCEPTION 'persons: a guest has an account in play money alone' USING ERRCODE = 'restrict_violation';
        END IF;
    END IF;
    RETURN NEW;
END $_$;

CREATE FUNCTION public.players_refuse_staff_registration() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('nif ' || NEW.nif, 0));
    IF TG_TABLE_NAME = 'players_registration'
        AND EXISTS (SELECT 1 FROM players_staffidentity WHERE nif = NEW.nif AND ended_at IS NULL) THEN
        RAISE EXCEPTION 'persons: who works here does not register (PT-16)' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.players_refuse_undecided_outcome() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM players_complaintdecision
        WHERE complaint_id = NEW.id AND turn = NEW.turn AND outcome = NEW.outcome AND decided_at IS NOT NULL
    ) THEN
        RAISE EXCEPTION 'complaints: an outcome without its decision is refused' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.players_refuse_unsettled(decider bigint, others bigint[], at timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF EXISTS (
        SELECT 1 FROM players_staffproposal
        WHERE member_id = decider AND state = 'approved' AND act <> 'found' AND settled_at > at
    ) THEN
        RAISE EXCEPTION 'staff: % decides nothing yet', decider USING ERRCODE = 'restrict_violation';
    END IF;
    IF EXISTS (
        SELECT 1 FROM players_staffproposal theirs
        WHERE theirs.member_id = ANY (others) AND theirs.state = 'approved' AND theirs.act <> 'found'
            AND theirs.settled_at > at
            AND (
                decider IN (theirs.proposed_by_id, theirs.decided_by_id)
                OR EXISTS (
                    SELECT 1 FROM players_staffproposal own
                    WHERE own.member_id = decider AND own.state = 'approved' AND own.act <> 'found'
                        AND own.settled_at > theirs.decided_at
                        AND ARRAY[own.proposed_by_id, own.decided_by_id]
                            && ARRAY[theirs.proposed_by_id, theirs.decided_by_id]
                )
            )
    ) THEN
        RAISE EXCEPTION 'staff: % does not decide with a colleague of the same hands', decider
            USING ERRCODE = 'restrict_violation';
    END IF;
END $$;

CREATE FUNCTION public.players_refuse_untold_sheet() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM (
            SELECT what, facts FROM players_complaintevent WHERE complaint_id = NEW.id ORDER BY id DESC LIMIT 1
        ) last
        WHERE what = 'sheet-corrected' AND facts ->> 'before' = OLD.sheet AND facts ->> 'after' = NEW.sheet
    ) THEN
        RAISE EXCEPTION 'complaints: a corrected sheet without its event is refused' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.players_signature(said text) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT encode(sha256(key || sha256(key || convert_to(said, 'UTF8'))), 'hex') FROM players_auditkey
$$;

CREATE FUNCTION public.players_two_of_staff() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    agreed bigint[];
BEGIN
    IF TG_TABLE_NAME = 'players_withdrawal' THEN
        agreed := ARRAY[NEW.first_by_id, NEW.second_by_id, NEW.refused_by_id];
    ELSE
        agreed := ARRAY[NEW.proposed_by_id, NEW.decided_by_id];
    END IF;
    IF EXISTS (SELECT 1 FROM players_person WHERE id = ANY(agreed) AND kind <> 'staff') THEN
        RAISE EXCEPTION 'cashier: only staff decide on money' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.reporting_erase_sealed_days(before timestamp with time zone, most integer) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
DECLARE
    gone bigint;
BEGIN
    UPDATE reporting_personrecord SET salt = NULL, record = '', erased_at = clock_timestamp() WHERE id IN (
        SELECT id FROM reporting_kept_sealed_days kept
        WHERE part = 'record' AND kept.since < reporting_erase_sealed_days.before ORDER BY id LIMIT most);
    GET DIAGNOSTICS gone = ROW_COUNT;
    IF gone = 0 THEN
        UPDATE reporting_daysalt SET salt = NULL, erased_at = clock_timestamp() WHERE to_char(day, 'YYYYMMDD')::bigint IN (
            SELECT id FROM reporting_kept_sealed_days kept
            WHERE part = 'salt' AND kept.since < reporting_erase_sealed_days.before ORDER BY id LIMIT most);
        GET DIAGNOSTICS gone = ROW_COUNT;
    END IF;
    RETURN gone;
END $$;

CREATE FUNCTION public.reporting_guard_checkpoint() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    before reporting_logcheckpoint%ROWTYPE;
BEGIN
    SELECT * INTO before FROM reporting_logcheckpoint ORDER BY size DESC, id DESC LIMIT 1;
    IF FOUND AND (NEW.size < before.size OR NEW.size = before.size AND NEW.root <> before.root)
        OR NEW.size > (SELECT coalesce(max(number), -1) + 1 FROM reporting_logleaf) THEN
        RAISE EXCEPTION 'log: a checkpoint follows the one before' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.reporting_guard_corrected() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM reporting_safecorrection
        WHERE vault = NEW.vault AND day = NEW.day AND number = NEW.correction AND state = 'approved'
          AND decided_by_id <> proposed_by_id
    ) THEN
        RAISE EXCEPTION '%: two persons agree to a correction of the files of %', NEW.name, NEW.day
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.reporting_guard_corrected_summary() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM reporting_safefile
        WHERE vault = NEW.vault AND day = NEW.day AND name LIKE 'RESF%'
          AND (correction = NEW.correction OR (correction = 0 AND made_at = NEW.made_at))
    ) THEN
        RAISE EXCEPTION '%: a correction has the summary of its day', NEW.name USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.reporting_guard_correction() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.state <> 'proposed' THEN
            RAISE EXCEPTION 'correction of files: it begins as a proposal' USING ERRCODE = 'restrict_violation';
        END IF;
    ELSIF OLD.state <> 'proposed' OR (OLD.id, OLD.key, OLD.vault, OLD.day, OLD.number, OLD.reason, OLD.changes,
        OLD.proposed_by_id, OLD.proposed_at) IS DISTINCT FROM (NEW.id, NEW.key, NEW.vault, NEW.day, NEW.number, NEW.reason,
        NEW.changes, NEW.proposed_by_id, NEW.proposed_at) THEN
        RAISE EXCEPTION 'correction of the files of %: what was proposed stays', OLD.day USING ERRCODE = 'restrict_violation';
    END IF;
    IF EXISTS (
        SELECT 1 FROM players_person WHERE id IN (NEW.proposed_by_id, NEW.decided_by_id) AND kind <> 'staff'
    ) THEN
        RAISE EXCEPTION 'correction of files: only staff propose and decide' USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.state = 'approved' THEN
        PERFORM players_refuse_unsettled(NEW.decided_by_id, ARRAY[NEW.proposed_by_id], NEW.decided_at);
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.reporting_guard_erasing() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF OLD.erased_at IS NOT NULL OR NEW.erased_at IS NULL OR NEW.erased_at < OLD.day + interval '10 years'
        OR to_jsonb(OLD) - '{salt,record,erased_at}'::text[] <> to_jsonb(NEW) - '{salt,record,erased_at}'::text[] THEN
        RAISE EXCEPTION '% %: it stays until its term is over', TG_TABLE_NAME, OLD.day USING ERRCODE = 'restrict_violation';
    END IF;
    IF NOT players_erasing('sealed-days') THEN
        RAISE EXCEPTION '% %: two persons have not agreed to erase it', TG_TABLE_NAME, OLD.day
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.reporting_guard_extract() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.state <> 'proposed' THEN
            RAISE EXCEPTION 'extract: it begins as a proposal' USING ERRCODE = 'restrict_violation';
        END IF;
    ELSIF OLD.state <> 'proposed' OR (OLD.id, OLD.key, OLD.name, OLD.title, OLD.filter, OLD.until, OLD.reveal, OLD.reason,
        OLD.counted, OLD.proposed_by_id, OLD.proposed_at) IS DISTINCT FROM (NEW.id, NEW.key, NEW.name, NEW.title,
        NEW.filter, NEW.until, NEW.reveal, NEW.reason, NEW.counted, NEW.proposed_by_id, NEW.proposed_at) THEN
        RAISE EXCEPTION 'extract % stays as it was', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    IF EXISTS (
        SELECT 1 FROM players_person WHERE id IN (NEW.proposed_by_id, NEW.decided_by_id) AND kind <> 'staff'
    ) THEN
        RAISE EXCEPTION 'extract: only staff propose and decide' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.reporting_guard_extract_approver() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM players_refuse_unsettled(NEW.decided_by_id, ARRAY[NEW.proposed_by_id], NEW.decided_at);
    RETURN NEW;
END $$;

CREATE FUNCTION public.reporting_guard_faulty_seal() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.state <> 'proposed' THEN
            RAISE EXCEPTION 'faulty day: it begins as a proposal' USING ERRCODE = 'restrict_violation';
        END IF;
    ELSIF OLD.state <> 'proposed' OR (OLD.id, OLD.key, OLD.day, OLD.faults, OLD.reason, OLD.proposed_by_id, OLD.proposed_at)
        IS DISTINCT FROM (NEW.id, NEW.key, NEW.day, NEW.faults, NEW.reason, NEW.proposed_by_id, NEW.proposed_at) THEN
        RAISE EXCEPTION 'faulty day %: what was proposed stays', OLD.day USING ERRCODE = 'restrict_violation';
    END IF;
    IF EXISTS (
        SELECT 1 FROM players_person WHERE id IN (NEW.proposed_by_id, NEW.decided_by_id) AND kind <> 'staff'
    ) THEN
        RAISE EXCEPTION 'faulty day: only staff propose and decide' USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.state = 'approved' THEN
        PERFORM players_refuse_unsettled(NEW.decided_by_id, ARRAY[NEW.proposed_by_id], NEW.decided_at);
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.reporting_guard_leaf() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.number IS NOT NULL THEN
            RAISE EXCEPTION 'log: a leaf waits for its number' USING ERRCODE = 'restrict_violation';
        END IF;
        IF NEW.kind IN ('shoe', 'rules', 'incident') AND pg_trigger_depth() < 2 THEN
            RAISE EXCEPTION 'log: % is told by its own row', NEW.kind USING ERRCODE = 'restrict_violation';
        END IF;
    ELSIF OLD.number IS NOT NULL OR NEW.number IS NULL
        OR (OLD.id, OLD.kind, OLD.key, OLD.facts, OLD.at) IS DISTINCT FROM (NEW.id, NEW.kind, NEW.key, NEW.facts, NEW.at)
    THEN
        RAISE EXCEPTION 'log: leaf % stays as it is', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.reporting_guard_leaf_numbers() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    first bigint;
    last bigint;
    many bigint;
BEGIN
    SELECT min(number), max(number), count(*) INTO first, last, many FROM numbered;
    IF many > 0 AND (last - first + 1 <> many OR first
        <> coalesce((SELECT max(number) FROM reporting_logleaf WHERE number < first), -1) + 1) THEN
        RAISE EXCEPTION 'log: leaves are numbered without gaps' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.reporting_guard_lineopening() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.state <> 'proposed' THEN
            RAISE EXCEPTION 'opening: it begins as a proposal' USING ERRCODE = 'restrict_violation';
        END IF;
        IF NOT EXISTS (
            SELECT 1 FROM tables_stop WHERE id = NEW.stop_id AND scope = 'regulator' AND lifted_at IS NULL
        ) THEN
            RAISE EXCEPTION 'opening: the line has not stopped play' USING ERRCODE = 'restrict_violation';
        END IF;
    ELSIF OLD.state <> 'proposed' OR (OLD.id, OLD.stop_id, OLD.key, OLD.reason, OLD.proposed_by_id, OLD.proposed_at)
        IS DISTINCT FROM (NEW.id, NEW.stop_id, NEW.key, NEW.reason, NEW.proposed_by_id, NEW.proposed_at) THEN
        RAISE EXCEPTION 'opening % stays as it was', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.state <> 'rejected' AND EXISTS (
        SELECT 1 FROM reporting_lineoutage WHERE ends_at IS NULL AND stopped_at IS NOT NULL
    ) THEN
        RAISE EXCEPTION 'opening: what stopped play lasts' USING ERRCODE = 'restrict_violation';
    END IF;
    IF EXISTS (
        SELECT 1 FROM players_person WHERE id IN (NEW.proposed_by_id, NEW.decided_by_id) AND kind <> 'staff'
    ) THEN
        RAISE EXCEPTION 'opening: only staff open play again' USING ERRCODE = 'restrict_violation';
    END IF;
    IF TG_OP = 'UPDATE' AND NEW.state = 'approved' THEN
        PERFORM players_refuse_unsettled(NEW.decided_by_id, ARRAY[NEW.proposed_by_id], NEW.decided_at);
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.reporting_guard_lineoutage() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF (OLD.id, OLD.vault, OLD.part, OLD.begins_at, OLD.noticed_at)
        IS DISTINCT FROM (NEW.id, NEW.vault, NEW.part, NEW.begins_at, NEW.noticed_at)
        OR (OLD.ends_at IS NOT NULL AND OLD.ends_at IS DISTINCT FROM NEW.ends_at)
        OR (OLD.stopped_at IS NOT NULL AND OLD.stopped_at IS DISTINCT FROM NEW.stopped_at) THEN
        RAISE EXCEPTION 'outage % stays as it was found', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.reporting_guard_linestop() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'DELETE' OR (OLD.id, OLD.scope, OLD.reason, OLD.at, OLD.by_id) IS DISTINCT FROM
        (NEW.id, NEW.scope, NEW.reason, NEW.at, NEW.by_id) THEN
        RAISE EXCEPTION 'the stop of the line stays as it was' USING ERRCODE = 'restrict_violation';
    END IF;
    IF NOT EXISTS (
        SELECT 1 FROM reporting_lineopening
        WHERE stop_id = NEW.id AND state = 'approved' AND decided_by_id <> proposed_by_id
    ) THEN
        RAISE EXCEPTION 'two persons open play again that the line stopped' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.reporting_guard_own_criteria() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM reporting_extract
        WHERE run_id = NEW.id AND state = 'approved' AND decided_by_id <> proposed_by_id AND filter = NEW.filter - 'extract'
          AND name = NEW.name
    ) THEN
        RAISE EXCEPTION 'report %: two persons agree to criteria of one''s own', NEW.id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.reporting_guard_piece() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF OLD.file_id IS NULL AND EXISTS (SELECT 1 FROM reporting_reportrun WHERE id = OLD.run_id AND state = 'done') THEN
        RAISE EXCEPTION 'reports: the rows of report % are done', OLD.run_id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN OLD;
END $$;

CREATE FUNCTION public.reporting_guard_removing() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF OLD.removed_at IS NOT NULL OR NOT EXISTS (
        SELECT FROM reporting_sealedday d JOIN reporting_daysalt s ON s.day = d.day
        WHERE d.id = OLD.sealed_id AND s.erased_at IS NOT NULL
    ) THEN
        RAISE EXCEPTION 'the archived copy % stays until its day is erased', OLD.name USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.reporting_guard_reopening() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.state <> 'proposed' THEN
            RAISE EXCEPTION 'reopening: it begins as a proposal' USING ERRCODE = 'restrict_violation';
        END IF;
        IF NOT EXISTS (
            SELECT 1 FROM tables_stop stop JOIN reporting_ledgerproof proof ON proof.id = NEW.proof_id
            WHERE stop.id = NEW.stop_id AND stop.scope = 'proof' AND stop.lifted_at IS NULL AND proof.made_at > stop.at
        ) THEN
            RAISE EXCEPTION 'reopening: no proof was made since play was closed' USING ERRCODE = 'restrict_violation';
        END IF;
    ELSE
        IF OLD.state <> 'proposed' OR (OLD.id, OLD.stop_id, OLD.key, OLD.proof_id, OLD.reason, OLD.proposed_by_id,
            OLD.proposed_at) IS DISTINCT FROM (NEW.id, NEW.stop_id, NEW.key, NEW.proof_id, NEW.reason,
            NEW.proposed_by_id, NEW.proposed_at) THEN
            RAISE EXCEPTION 'reopening % stays as it was', OLD.id USING ERRCODE = 'restrict_violation';
        END IF;
    END IF;
    IF EXISTS (
        SELECT 1 FROM players_person WHERE id IN (NEW.proposed_by_id, NEW.decided_by_id) AND kind <> 'staff'
    ) THEN
        RAISE EXCEPTION 'reopening: only staff open play again' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.reporting_guard_reopening_approver() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM players_refuse_unsettled(NEW.decided_by_id, ARRAY[NEW.proposed_by_id], NEW.decided_at);
  RETURN NEW;
END $$;

CREATE FUNCTION public.reporting_guard_safepackage() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF OLD.delivered_at IS NOT NULL
        OR (OLD.id, OLD.vault, OLD.name, OLD.correction, OLD.carried, OLD.day, OLD.made_at, OLD.sha256, OLD.size, OLD.sums)
        IS DISTINCT FROM (NEW.id, NEW.vault, NEW.name, NEW.correction, NEW.carried, NEW.day, NEW.made_at, NEW.sha256, NEW.size, NEW.sums) THEN
        RAISE EXCEPTION 'package % stays as it was made', OLD.name USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.reporting_guard_sealed_day() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM reporting_logleaf
        WHERE id = NEW.leaf_id AND kind = 'day' AND key = NEW.day || '/r' || NEW.revision
          AND facts ->> 'manifest' = NEW.sha256
    ) THEN
        RAISE EXCEPTION 'sealed day %: its leaf says otherwise', NEW.day USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.faults <> '[]'::jsonb AND NOT EXISTS (
        SELECT 1 FROM reporting_faultyseal
        WHERE day = NEW.day AND state = 'approved' AND decided_by_id <> proposed_by_id AND faults @> NEW.faults
    ) THEN
        RAISE EXCEPTION 'sealed day %: two persons agree to its faults', NEW.day USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.reporting_guard_stop() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'DELETE' OR (OLD.id, OLD.scope, OLD.reason, OLD.at) IS DISTINCT FROM
        (NEW.id, NEW.scope, NEW.reason, NEW.at) THEN
        RAISE EXCEPTION 'the stop of a proof stays as it was' USING ERRCODE = 'restrict_violation';
    END IF;
    IF NOT EXISTS (
        SELECT 1 FROM reporting_reopening
        WHERE stop_id = NEW.id AND state = 'approved' AND decided_by_id <> proposed_by_id
    ) THEN
        RAISE EXCEPTION 'two persons open play again that a proof closed' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.reporting_refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'reports: % of % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', HINT = 'A correction is a new revision.';
END $$;

CREATE FUNCTION public.reporting_refuse_row() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'reports: % of % is refused: it is done', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION public.reporting_refuse_untold_shoes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.reporting_tell_incident() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO reporting_logleaf (kind, key, facts, at)
    VALUES ('incident', 'I-' || NEW.id,
        jsonb_build_object('incident', 'I-' || NEW.id, 'what', NEW.kind, 'subject', NEW.subject), NEW.opened_at);
    RETURN NULL;
END $$;

CREATE FUNCTION public.reporting_tell_rules() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO reporting_logleaf (kind, key, facts, at)
    SELECT 'rules', t.code || '/v' || NEW.number, jsonb_build_object('table', t.code,
        'version', t.code || '/v' || NEW.number, 'terms', NEW.terms, 'reference', NEW.reference), coalesce(NEW.decided_at, NEW.drafted_at)
    FROM tables_table t WHERE t.id = NEW.table_id
    ON CONFLICT (kind, key) DO NOTHING;
    RETURN NULL;
END $$;

CREATE FUNCTION public.reporting_tell_shoes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO reporting_logleaf (kind, key, facts, at)
    SELECT 'shoe', t.code || '/' || m.number, jsonb_build_object('table', t.code, 'shoe', t.code || '/' || m.number,
        'format', CASE WHEN m.header IS NULL THEN 'sabot-shoe-1' ELSE 'sabot-shoe-2' END, 'root', m.root,
        'decks', m.decks, 'count', m.card_count, 'header', m.header), m.created_at
    FROM made m JOIN tables_table t ON t.id = m.table_id WHERE m.scope <> 'paper' ORDER BY m.id;
    RETURN NULL;
END $$;

CREATE FUNCTION public.tables_guard_approver() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM players_refuse_unsettled(NEW.decided_by_id, NEW.authors::bigint[], NEW.decided_at);
  RETURN NEW;
END $$;

CREATE FUNCTION public.tables_guard_call() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF OLD.answered_at IS NOT NULL OR (OLD.key, OLD.table_id, OLD.called_by_id, OLD.called_at)
     IS DISTINCT FROM (NEW.key, NEW.table_id, NEW.called_by_id, NEW.called_at) THEN
    RAISE EXCEPTION 'a call is answered once' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION public.tables_guard_card_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF NEW.kind IN ('drawn', 'taken-back') AND NOT EXISTS (
       SELECT FROM tables_round r WHERE r.id = NEW.round_id AND r.phase IN ('closed', 'dealing')
         AND r.shoe_id = NEW.shoe_id AND r.table_id = NEW.table_id) THEN
    RAISE EXCEPTION 'a card is drawn or taken back while its round is dealt'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.kind = 'taken-back' AND NOT EXISTS (
       SELECT FROM tables_cardevent e WHERE e.id = NEW.replaces_id AND e.kind = 'drawn'
         AND (e.round_id, e.card, e.deck) = (NEW.round_id, NEW.card, NEW.deck)) THEN
    RAISE EXCEPTION 'a card is taken back as it was drawn' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION public.tables_guard_configuration() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.status <> 'draft' OR cardinality(NEW.authors) = 0 THEN
      RAISE EXCEPTION 'a configuration begins as a draft with its author' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.status <> 'draft' AND (OLD.terms, OLD.authors, OLD.table_id, OLD.number) IS DISTINCT FROM
     (NEW.terms, NEW.authors, NEW.table_id, NEW.number) THEN
    RAISE EXCEPTION 'configuration % was submitted and is not edited any more', OLD.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NOT NEW.authors @> OLD.authors THEN
    RAISE EXCEPTION 'the authors of configuration % stay', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.status <> OLD.status AND (OLD.status || '>' || NEW.status) NOT IN ('draft>submitted', 'submitted>approved',
     'submitted>rejected', 'submitted>withdrawn', 'approved>in-force', 'approved>revoked', 'in-force>superseded') THEN
    RAISE EXCEPTION 'configuration % does not go from % to %', OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (OLD.status NOT IN ('draft', 'submitted') OR NEW.status NOT IN ('approved', 'rejected', 'withdrawn'))
     AND (OLD.compared_with_id, OLD.starts_at) IS DISTINCT FROM (NEW.compared_with_id, NEW.starts_at) THEN
    RAISE EXCEPTION 'configuration % keeps what it was compared with, and its start', OLD.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF OLD.status NOT IN ('draft', 'submitted') AND (OLD.submitted_by_id, OLD.decided_by_id, OLD.decided_at, OLD.reference,
     OLD.decision_reason) IS DISTINCT FROM (NEW.submitted_by_id, NEW.decided_by_id, NEW.decided_at, NEW.reference,
     NEW.decision_reason) THEN
    RAISE EXCEPTION 'configuration % is decided', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF OLD.status IN ('withdrawn', 'revoked') AND (OLD.taken_back_by_id, OLD.taken_back_at, OLD.taken_back_reason)
     IS DISTINCT FROM (NEW.taken_back_by_id, NEW.taken_back_at, NEW.taken_back_reason) THEN
    RAISE EXCEPTION 'configuration % was taken back', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION public.tables_guard_connection() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF (OLD.code, OLD.process_id, OLD.person_id, OLD.table_id, OLD.opened_at, OLD.address, OLD.device)
     IS DISTINCT FROM (NEW.code, NEW.process_id, NEW.person_id, NEW.table_id, NEW.opened_at, NEW.address, NEW.device)
     OR (OLD.closed_at IS NOT NULL AND (OLD.closed_at, OLD.close_code) IS DISTINCT FROM (NEW.closed_at, NEW.close_code))
  THEN
    RAISE EXCEPTION 'connection % is fixed: its end is told once', OLD.code USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION public.tables_guard_cut() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF (OLD.shoe_id, OLD.opened_at, OLD.closes_at) IS DISTINCT FROM (NEW.shoe_id, NEW.opened_at, NEW.closes_at)
     OR (OLD.closed_at IS NOT NULL AND (OLD.closed_at, OLD.shown_until) IS DISTINCT FROM (NEW.closed_at, NEW.shown_until))
     OR (OLD.decided_at IS NOT NULL AND OLD.decided_at IS DISTINCT FROM NEW.decided_at) THEN
    RAISE EXCEPTION 'the cut of shoe % goes forwards only', OLD.shoe_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION public.tables_guard_cut_number() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE cut tables_cut;
BEGIN
  SELECT * INTO cut FROM tables_cut WHERE id = NEW.cut_id;
  IF cut.decided_at IS NOT NULL
     OR (TG_OP = 'INSERT' AND (NEW.number <> '' OR cut.closed_at IS NOT NULL))
     OR (TG_OP = 'UPDATE' AND (OLD.number <> '' OR cut.closed_at IS NULL
       OR (OLD.cut_id, OLD.session_id, OLD.seat, OLD.commitment, OLD.committed_at) IS DISTINCT FROM
          (NEW.cut_id, NEW.session_id, NEW.seat, NEW.commitment, NEW.committed_at))) THEN
    RAISE EXCEPTION 'the number of seat % is sent before the close and shown once after it', NEW.seat
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION public.tables_guard_drift_alarm() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.let_on_by_id IS NOT NULL OR NEW.proposed_by_id IS NOT NULL OR NEW.decided_by_id IS NOT NULL THEN
      RAISE EXCEPTION 'a drift alarm begins undecided' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.let_on_by_id IS NOT NULL OR OLD.decided_by_id IS NOT NULL THEN
    RAISE EXCEPTION 'drift alarm % is decided', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (OLD.id, OLD.place, OLD.stream, OLD.table_id, OLD.configuration_id, OLD.number, OLD.round_code, OLD.at, OLD.rounds,
      OLD.since, OLD.evidence, OLD.threshold, OLD.what, OLD.more, OLD.incident_id, OLD.stop_due_at)
    IS DISTINCT FROM (NEW.id, NEW.place, NEW.stream, NEW.table_id, NEW.configuration_id, NEW.number, NEW.round_code,
      NEW.at, NEW.rounds, NEW.since, NEW.evidence, NEW.threshold, NEW.what, NEW.more, NEW.incident_id, NEW.stop_due_at)
    OR (OLD.stop_id IS NOT NULL AND NEW.stop_id IS DISTINCT FROM OLD.stop_id) THEN
    RAISE EXCEPTION 'drift alarm % stays as it was found', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.decided_by_id IS NOT NULL AND (OLD.proposed_by_id IS NULL OR (OLD.proposed_by_id, OLD.cause, OLD.solution)
      IS DISTINCT FROM (NEW.proposed_by_id, NEW.cause, NEW.solution)) THEN
    RAISE EXCEPTION 'drift alarm %: there is no proposal', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF EXISTS (SELECT 1 FROM players_person
      WHERE id IN (NEW.let_on_by_id, NEW.proposed_by_id, NEW.decided_by_id) AND kind <> 'staff') THEN
    RAISE EXCEPTION 'only staff decide on drift' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.decided_by_id IS NOT NULL THEN
    PERFORM players_refuse_unsettled(NEW.decided_by_id, ARRAY[NEW.proposed_by_id], NEW.decided_at);
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION public.tables_guard_drift_stop() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (OLD.id, OLD.scope, OLD.reason, OLD.at, OLD.by_id)
      IS DISTINCT FROM (NEW.id, NEW.scope, NEW.reason, NEW.at, NEW.by_id) THEN
    RAISE EXCEPTION 'the stop of the drift court stays as it was' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NOT EXISTS (SELECT 1 FROM tables_driftalarm WHERE stop_id = NEW.id AND decided_by_id IS NOT NULL)
    OR EXISTS (SELECT 1 FROM tables_driftalarm WHERE stop_id = NEW.id AND decided_by_id IS NULL) THEN
    RAISE EXCEPTION 'two persons open again what the drift court stopped' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION public.tables_guard_incident() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  was jsonb := jsonb_build_array(OLD.cause, OLD.solution, OLD.lessons, OLD.containment, OLD.severity, OLD.amount, OLD.people,
    OLD.standstill);
  says jsonb := jsonb_build_array(NEW.cause, NEW.solution, NEW.lessons, NEW.containment, NEW.severity, NEW.amount, NEW.people,
    NEW.standstill);
BEGIN
  IF OLD.told_at IS NOT NULL AND (OLD.told_at, OLD.told_by_id, OLD.word) IS DISTINCT FROM (NEW.told_at, NEW.told_by_id, NEW.word)
  THEN
    RAISE EXCEPTION 'what was told of incident % stays', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF OLD.closed_at IS NOT NULL AND (was, OLD.closed_at, OLD.closed_by_id, OLD.proposed_at, OLD.proposed_by_id)
      IS DISTINCT FROM (says, NEW.closed_at, NEW.closed_by_id, NEW.proposed_at, NEW.proposed_by_id) THEN
    RAISE EXCEPTION 'incident % is closed', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF OLD.proposed_at IS NOT NULL AND was <> says THEN
    RAISE EXCEPTION 'the end of incident % is proposed', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.closed_at IS NOT NULL AND OLD.closed_at IS NULL THEN
    IF NEW.lessons = '' THEN
      RAISE EXCEPTION 'incident % has no after-action note', OLD.id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.proposed_by_id IS NULL OR (OLD.proposed_by_id, OLD.proposed_at)
        IS DISTINCT FROM (NEW.proposed_by_id, NEW.proposed_at) OR NEW.closed_by_id = OLD.proposed_by_id THEN
      RAISE EXCEPTION 'two persons close incident %', OLD.id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    PERFORM players_refuse_unsettled(NEW.closed_by_id, ARRAY[NEW.proposed_by_id], NEW.closed_at);
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION public.tables_guard_keyed_card() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF OLD.confirmed IS NOT NULL OR (OLD.key, OLD.round_id, OLD.slot, OLD.card, OLD.keyed_by_id, OLD.keyed_at)
     IS DISTINCT FROM (NEW.key, NEW.round_id, NEW.slot, NEW.card, NEW.keyed_by_id, NEW.keyed_at) THEN
    RAISE EXCEPTION 'a card keyed by hand is decided once' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION public.tables_guard_new_incident() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'an incident begins open' USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE FUNCTION public.tables_guard_opening() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM tables_round r WHERE r.id = NEW.round_id AND r.phase = 'void') THEN
    RAISE EXCEPTION 'round % is not void: its cards are not shown', NEW.round_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION public.tables_guard_round() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF OLD.phase IN ('settled', 'void') THEN
    RAISE EXCEPTION 'round % is finished', OLD.code USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (OLD.code, OLD.table_id, OLD.shoe_id, OLD.configuration_id, OLD.first_card, OLD.stakes_account)
     IS DISTINCT FROM (NEW.code, NEW.table_id, NEW.shoe_id, NEW.configuration_id, NEW.first_card, NEW.stakes_account) THEN
    RAISE EXCEPTION 'round % keeps its shoe, configuration and account', OLD.code
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION public.tables_guard_rules() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM tables_configuration c WHERE c.id = NEW.configuration_id AND c.table_id = NEW.id
      AND c.status IN ('approved', 'in-force')) THEN
    RAISE EXCEPTION 'table % has no approved rules', NEW.code USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION public.tables_guard_scanner() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF OLD.revoked_at IS NOT NULL
     OR (OLD.key, OLD.table_id, OLD.name, OLD.digest, OLD.reason, OLD.issued_by_id, OLD.issued_at)
     IS DISTINCT FROM (NEW.key, NEW.table_id, NEW.name, NEW.digest, NEW.reason, NEW.issued_by_id, NEW.issued_at) THEN
    RAISE EXCEPTION 'a scanner is revoked once' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION public.tables_guard_shift() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL OR (OLD.key, OLD.table_id, OLD.croupier_id, OLD.began_at, OLD.first_round)
     IS DISTINCT FROM (NEW.key, NEW.table_id, NEW.croupier_id, NEW.began_at, NEW.first_round) THEN
    RAISE EXCEPTION 'a shift ends once' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION public.tables_guard_shoe() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF (OLD.root, OLD.sealed, OLD.card_count, OLD.table_id, OLD.number, OLD.decks, OLD.cut, OLD.created_at, OLD.header,
      OLD.header_path) IS DISTINCT FROM
     (NEW.root, NEW.sealed, NEW.card_count, NEW.table_id, NEW.number, NEW.decks, NEW.cut, NEW.created_at, NEW.header,
      NEW.header_path) OR NEW.dealt < OLD.dealt THEN
    RAISE EXCEPTION 'the cards of shoe % of table % are fixed', OLD.number, OLD.table_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION public.tables_guard_slot() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF NEW.kind = 'drawn' AND EXISTS (
       SELECT FROM tables_cardevent e WHERE e.round_id = NEW.round_id AND e.slot = NEW.slot AND e.kind = 'drawn'
         AND e.id <> NEW.id AND NOT EXISTS (SELECT FROM tables_cardevent b WHERE b.replaces_id = e.id)) THEN
    RAISE EXCEPTION 'a card lies in % already', NEW.slot USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION public.tables_guard_squeeze() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF (OLD.round_id, OLD.hand, OLD.session_id, OLD.seat, OLD.stake, OLD.offered_at)
       IS DISTINCT FROM (NEW.round_id, NEW.hand, NEW.session_id, NEW.seat, NEW.stake, NEW.offered_at)
     OR (OLD.turned_at IS NOT NULL AND OLD.turned_at IS DISTINCT FROM NEW.turned_at)
     OR (OLD.third_at IS NOT NULL AND OLD.third_at IS DISTINCT FROM NEW.third_at) THEN
    RAISE EXCEPTION 'the cards of a hand are turned once, by the player who may'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION public.tables_guard_squeezer() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM tables_round r JOIN tables_playsession s ON s.table_id = r.table_id
                 JOIN tables_bet b ON b.round_id = r.id AND b.session_id = s.id AND b.stake > 0
                 WHERE r.id = NEW.round_id AND s.id = NEW.session_id AND s.seat = NEW.seat) THEN
    RAISE EXCEPTION 'the cards are turned by a player with a stake in the round'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION public.tables_guard_start() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF EXISTS (SELECT FROM tables_round WHERE shoe_id = OLD.id)
     OR EXISTS (SELECT FROM tables_cut WHERE shoe_id = OLD.id AND decided_at IS NOT NULL) THEN
    RAISE EXCEPTION 'shoe % of table % is begun already', OLD.number, OLD.table_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION public.tables_guard_stop_reason() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'the reason of stop % is given', OLD.id USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE FUNCTION public.tables_guard_void() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM tables_bet b WHERE b.round_id = NEW.id AND b.stake > 0) AND NOT EXISTS (
    SELECT 1 FROM tables_voidproposal v
    WHERE v.round_id = NEW.id AND v.state = 'approved' AND v.decided_by_id <> v.proposed_by_id
  ) THEN
    RAISE EXCEPTION 'round % has bets: two persons void it', OLD.code USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION public.tables_guard_void_approver() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM players_refuse_unsettled(NEW.decided_by_id, ARRAY[NEW.proposed_by_id], NEW.decided_at);
  RETURN NEW;
END $$;

CREATE FUNCTION public.tables_guard_void_proposal() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'proposed' THEN
      RAISE EXCEPTION 'a void begins as a proposal' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
  ELSE
    IF OLD.state <> 'proposed' THEN
      RAISE EXCEPTION 'void proposal % is decided', OLD.id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF (OLD.id, OLD.round_id, OLD.reason, OLD.proposed_by_id, OLD.proposed_at)
       IS DISTINCT FROM (NEW.id, NEW.round_id, NEW.reason, NEW.proposed_by_id, NEW.proposed_at) THEN
      RAISE EXCEPTION 'void proposal % keeps its round, reason and author', OLD.id
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
  END IF;
  IF EXISTS (SELECT 1 FROM players_person p WHERE p.id IN (NEW.proposed_by_id, NEW.decided_by_id) AND p.kind <> 'staff') THEN
    RAISE EXCEPTION 'only staff void rounds' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION public.tables_is_owner(relation oid) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
SELECT pg_has_role(current_user, relowner, 'USAGE') FROM pg_class WHERE oid = relation
$$;

CREATE FUNCTION public.tables_number_closed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO tables_closedconnection (connection_id) VALUES (NEW.id);
  RETURN NULL;
END $$;

CREATE FUNCTION public.tables_number_finished() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO tables_finishedround (round_id) VALUES (NEW.id);
  RETURN NULL;
END $$;

CREATE FUNCTION public.tables_refuse() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: evidence is only added to', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE FUNCTION public.tables_refuse_late_bets() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM added JOIN tables_round round ON round.id = added.round_id
    WHERE round.phase IN ('settled', 'void') OR added.outcome <> ''
  ) AND NOT tables_is_owner(TG_RELID) THEN
    RAISE EXCEPTION 'a bet is laid on a round in play, and has no outcome yet' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION public.tables_refuse_late_slips() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM added JOIN tables_round round ON round.id = added.round_id
    WHERE added.refusal IS NULL AND round.phase IN ('settled', 'void')
  ) AND NOT tables_is_owner(TG_RELID) THEN
    RAISE EXCEPTION 'a slip is accepted for a round in play' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION public.tables_refuse_lines_of_no_round() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
DECLARE
  wrong record;
BEGIN
  SELECT line.code, line.reference INTO wrong
  FROM (
    SELECT DISTINCT code, reference FROM added
    WHERE code IN ('stake', 'stake-taken-back', 'stakes-lost', 'prizes', 'payout', 'commission', 'refund',
      'stake-returned', 'prize')
  ) line
  LEFT JOIN tables_round round ON round.code = line.reference
  WHERE round.id IS NULL OR round.phase IN ('settled', 'void') OR line.code IN ('stake-returned', 'prize')
  LIMIT 1;
  IF FOUND AND NOT tables_is_owner(TG_RELID) THEN
    IF wrong.code IN ('stake-returned', 'prize') THEN
      RAISE EXCEPTION 'ledger: a line % is refused: a round is paid by its payouts', wrong.code
        USING ERRCODE = 'restrict_violation';
    END IF;
    RAISE EXCEPTION 'ledger: a line % is refused: % is no round in play', wrong.code, wrong.reference
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION public.wallet_check_balance() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    AS $$
BEGIN
    IF EXISTS (SELECT FROM wallet_unbacked WHERE id = NEW.id) THEN
        RAISE EXCEPTION 'ledger: the balance of account % is refused: no line leads to it', NEW.id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.wallet_check_balances() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
DECLARE
    unbacked bigint[] := ARRAY(
        SELECT id FROM (SELECT id, balance FROM written EXCEPT SELECT id, balance FROM before) moved
        JOIN wallet_unbacked USING (id)
    );
BEGIN
    IF unbacked <> '{}' THEN
        UPDATE wallet_account SET balance = balance WHERE id = ANY (unbacked);
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.wallet_check_lines() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
DECLARE
    wrong record;
BEGIN
    SELECT line.id, line.fault INTO wrong
    FROM (
        SELECT
            added.id,
            added.balance_before,
            added.balance_after,
            wallet_fault(
                added.code, added.amount, added.balance_before, added.balance_after,
                debit.kind, debit.currency, credit.kind, credit.currency
            ) AS fault,
            player.id AS player,
            player.balance,
            lag(added.id) OVER lines AS earlier,
            lead(added.balance_before) OVER lines AS next_before
        FROM added
        LEFT JOIN wallet_account debit ON debit.id = added.debit_account
        LEFT JOIN wallet_account credit ON credit.id = added.credit_account
        CROSS JOIN LATERAL (
            SELECT
                CASE WHEN debit.kind = 'player' THEN debit.id WHEN credit.kind = 'player' THEN credit.id END AS id,
                CASE WHEN debit.kind = 'player' THEN debit.balance ELSE credit.balance END AS balance
        ) player
        WINDOW lines AS (PARTITION BY player.id ORDER BY added.id)
    ) line
    -- The last line before this statement's, asked once an account. The pair of both columns is where the search begins:
    -- with the number by itself it would begin at the account's newest line, and read all that this statement added.
    LEFT JOIN LATERAL (
        SELECT id, balance_after FROM wallet_transfer
        WHERE line.earlier IS NULL AND (debit_account, id) < (line.player, line.id) AND debit_account >= line.player
        ORDER BY debit_account DESC, id DESC LIMIT 1
    ) debited ON true
    LEFT JOIN LATERAL (
        SELECT id, balance_after FROM wallet_transfer
        WHERE line.earlier IS NULL AND (credit_account, id) < (line.player, line.id) AND credit_account >= line.player
        ORDER BY credit_account DESC, id DESC LIMIT 1
    ) credited ON true
    -- A player's first line begins where the line before it ended, each one ends where the next begins, and the last
    -- says what the account now holds.
    WHERE line.fault IS NOT NULL
        OR coalesce(line.next_before, line.balance) IS DISTINCT FROM line.balance_after
        OR (line.player IS NOT NULL AND line.earlier IS NULL AND line.balance_before IS DISTINCT FROM coalesce(
            CASE WHEN coalesce(debited.id, 0) > coalesce(credited.id, 0) THEN debited.balance_after
            ELSE credited.balance_after END, 0
        ))
    ORDER BY line.id
    LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'ledger: line % is refused: %', wrong.id, coalesce(wrong.fault, 'chain-broken')
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.wallet_fault(code text, amount bigint, balance_before bigint, balance_after bigint, debit_kind text, debit_currency text, credit_kind text, credit_currency text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
SELECT CASE
    WHEN debit_kind IS NULL OR credit_kind IS NULL THEN 'account-missing'
    WHEN debit_currency <> credit_currency THEN 'currencies-mixed'
    WHEN NOT wallet_fits(code, debit_kind, credit_kind) THEN 'kinds-do-not-fit'
    WHEN amount <= 0 THEN 'amount-not-positive'
    WHEN debit_kind = 'player' AND (balance_before - amount = balance_after) IS NOT TRUE THEN 'step-wrong'
    WHEN credit_kind = 'player' AND (balance_before + amount = balance_after) IS NOT TRUE THEN 'step-wrong'
    WHEN debit_kind <> 'player' AND credit_kind <> 'player' AND num_nonnulls(balance_before, balance_after) > 0 THEN 'step-wrong'
END $$;

CREATE FUNCTION public.wallet_fits(code text, debit text, credit text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
SELECT CASE code
    WHEN 'deposit' THEN debit = 'funding' AND credit = 'player'
    WHEN 'withdrawal' THEN debit = 'player' AND credit = 'funding'
    WHEN 'withdrawal-requested' THEN debit = 'player' AND credit = 'payouts'
    WHEN 'withdrawal-paid' THEN debit = 'payouts' AND credit = 'funding'
    WHEN 'withdrawal-given-back' THEN debit = 'payouts' AND credit = 'player'
    WHEN 'charge-back' THEN debit = 'player' AND credit = 'funding'
    WHEN 'charge-back-loss' THEN debit = 'charge-backs' AND credit = 'funding'
    WHEN 'play-top-up' THEN debit = 'play-source' AND credit = 'player'
    WHEN 'stake' THEN debit = 'player' AND credit = 'stakes'
    WHEN 'stake-taken-back' THEN debit = 'stakes' AND credit = 'player'
    WHEN 'stake-returned' THEN debit = 'stakes' AND credit = 'player'
    WHEN 'prizes' THEN debit = 'gaming' AND credit = 'stakes'
    WHEN 'payout' THEN debit = 'stakes' AND credit = 'player'
    WHEN 'stakes-lost' THEN debit = 'stakes' AND credit = 'gaming'
    WHEN 'prize' THEN debit = 'gaming' AND credit = 'player'
    WHEN 'commission' THEN debit = 'gaming' AND credit = 'commission'
    WHEN 'refund' THEN debit = 'stakes' AND credit = 'player'
    WHEN 'adjustment' THEN (debit = 'player' AND credit = 'adjustments') OR (debit = 'adjustments' AND credit = 'player')
    ELSE false
END $$;

CREATE FUNCTION public.wallet_refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'ledger: % of % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', HINT = 'A correction is a new line.';
END $$;

CREATE FUNCTION public.wallet_refuse_opening_balance() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'ledger: an account opens empty, not with %', NEW.balance USING ERRCODE = 'restrict_violation';
END $$;

CREATE TABLE public.account_emailaddress (
    id integer NOT NULL,
    email character varying(254) NOT NULL,
    verified boolean NOT NULL,
    "primary" boolean NOT NULL,
    user_id bigint NOT NULL
);

ALTER TABLE public.account_emailaddress ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.account_emailaddress_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.account_emailconfirmation (
    id integer NOT NULL,
    created timestamp with time zone NOT NULL,
    sent timestamp with time zone,
    key character varying(64) NOT NULL,
    email_address_id integer NOT NULL
);

ALTER TABLE public.account_emailconfirmation ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.account_emailconfirmation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.auth_group (
    id integer NOT NULL,
    name character varying(150) NOT NULL
);

ALTER TABLE public.auth_group ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.auth_group_permissions (
    id bigint NOT NULL,
    group_id integer NOT NULL,
    permission_id integer NOT NULL
);

ALTER TABLE public.auth_group_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.auth_permission (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    content_type_id integer NOT NULL,
    codename character varying(100) NOT NULL
);

ALTER TABLE public.auth_permission ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_permission_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.django_content_type (
    id integer NOT NULL,
    app_label character varying(100) NOT NULL,
    model character varying(100) NOT NULL
);

ALTER TABLE public.django_content_type ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_content_type_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.django_migrations (
    id bigint NOT NULL,
    app character varying(255) NOT NULL,
    name character varying(255) NOT NULL,
    applied timestamp with time zone NOT NULL
);

ALTER TABLE public.django_migrations ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_migrations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.django_session (
    session_key character varying(40) NOT NULL,
    session_data text NOT NULL,
    expire_date timestamp with time zone NOT NULL
);

CREATE TABLE public.mfa_authenticator (
    id bigint NOT NULL,
    type character varying(20) NOT NULL,
    data jsonb NOT NULL,
    user_id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone
);

ALTER TABLE public.mfa_authenticator ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.mfa_authenticator_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_acceptance (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    version integer NOT NULL,
    language text NOT NULL,
    address character varying(45) NOT NULL,
    at timestamp with time zone NOT NULL
);

ALTER TABLE public.players_acceptance ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_acceptance_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_accountclosure (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    key uuid NOT NULL,
    cause text NOT NULL,
    reason character varying(1000) NOT NULL,
    closed_at timestamp with time zone NOT NULL,
    closed_by_id bigint,
    balance bigint NOT NULL,
    exclusion_id bigint,
    reopened_at timestamp with time zone,
    reopened_terms integer,
    reopened_from character varying(45) NOT NULL,
    CONSTRAINT players_closure_accounted_for CHECK ((((cause = ANY (ARRAY['asked'::text, 'exclusion'::text])) AND (closed_by_id IS NULL)) OR ((cause = ANY (ARRAY['death'::text, 'staff'::text])) AND (NOT ((reason)::text = ''::text)) AND ((cause = 'staff'::text) OR (closed_by_id IS NOT NULL))))),
    CONSTRAINT players_closure_balance CHECK ((balance >= 0)),
    CONSTRAINT players_closure_cause CHECK ((cause = ANY (ARRAY['asked'::text, 'death'::text, 'exclusion'::text, 'staff'::text]))),
    CONSTRAINT players_closure_names_exclusion CHECK ((((cause = 'exclusion'::text) AND (exclusion_id IS NOT NULL)) OR ((NOT (cause = 'exclusion'::text)) AND (exclusion_id IS NULL)))),
    CONSTRAINT players_closure_reopened_whole CHECK ((((reopened_at IS NULL) AND (reopened_terms IS NULL)) OR ((cause = ANY (ARRAY['exclusion'::text, 'staff'::text])) AND (reopened_at > closed_at) AND (reopened_at IS NOT NULL) AND (reopened_terms IS NOT NULL))))
);

ALTER TABLE public.players_accountclosure ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_accountclosure_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_adapterstate (
    name character varying(20) NOT NULL,
    first_asked_at timestamp with time zone NOT NULL,
    last_good_at timestamp with time zone,
    failing_since timestamp with time zone,
    last_failed_at timestamp with time zone,
    fault character varying(120) NOT NULL,
    CONSTRAINT players_adapter_failing CHECK (((failing_since IS NULL) OR ((last_failed_at >= failing_since) AND (last_failed_at IS NOT NULL)))),
    CONSTRAINT players_adapter_known CHECK (((name)::text = ANY (ARRAY[('national-list'::character varying)::text, ('verifier'::character varying)::text, ('regulator-desk'::character varying)::text])))
);

CREATE TABLE public.players_adjustment (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    key uuid NOT NULL,
    amount bigint NOT NULL,
    reason text NOT NULL,
    reference text NOT NULL,
    state text NOT NULL,
    proposed_by_id bigint NOT NULL,
    proposed_at timestamp with time zone NOT NULL,
    decided_by_id bigint,
    decided_at timestamp with time zone,
    refusal text NOT NULL,
    CONSTRAINT players_adjustment_amount CHECK (((amount >= '-1000000000000000'::bigint) AND (amount <= '1000000000000000'::bigint) AND (NOT (amount = 0)))),
    CONSTRAINT players_adjustment_reason CHECK ((NOT (reason = ''::text))),
    CONSTRAINT players_adjustment_refusal CHECK (((NOT (state = 'rejected'::text)) OR (NOT (refusal = ''::text)))),
    CONSTRAINT players_adjustment_state_known CHECK ((state = ANY (ARRAY['approved'::text, 'proposed'::text, 'rejected'::text]))),
    CONSTRAINT players_adjustment_two_persons CHECK ((((decided_at IS NULL) AND (decided_by_id IS NULL) AND (state = 'proposed'::text)) OR ((NOT (state = 'proposed'::text)) AND (decided_at IS NOT NULL) AND (decided_by_id IS NOT NULL) AND (NOT ((decided_by_id = proposed_by_id) AND (decided_by_id IS NOT NULL))))))
);

ALTER TABLE public.players_adjustment ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_adjustment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_ask (
    id bigint NOT NULL,
    kind text NOT NULL,
    subject character varying(300) NOT NULL,
    key uuid,
    facts jsonb NOT NULL,
    at timestamp with time zone NOT NULL,
    done_at timestamp with time zone
);

ALTER TABLE public.players_ask ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_ask_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_assignment (
    id bigint NOT NULL,
    kind text NOT NULL,
    key text NOT NULL,
    at timestamp with time zone NOT NULL,
    by_id bigint NOT NULL,
    person_id bigint,
    CONSTRAINT players_assignment_named CHECK (((NOT (kind = ''::text)) AND (NOT (key = ''::text))))
);

ALTER TABLE public.players_assignment ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_assignment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_attention (
    id bigint NOT NULL,
    kind text NOT NULL,
    key text NOT NULL,
    put_off_until timestamp with time zone,
    watched_at timestamp with time zone,
    mentioned_at timestamp with time zone,
    mentioned_by_id bigint,
    person_id bigint NOT NULL,
    CONSTRAINT players_attention_mention_whole CHECK (((mentioned_at IS NULL) OR (mentioned_by_id IS NOT NULL))),
    CONSTRAINT players_attention_named CHECK (((NOT (kind = ''::text)) AND (NOT (key = ''::text))))
);

ALTER TABLE public.players_attention ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_attention_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_auditentry (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    act bigint NOT NULL,
    by bigint,
    origin text NOT NULL,
    login text NOT NULL,
    change text NOT NULL,
    subject text NOT NULL,
    subject_id text NOT NULL,
    before jsonb,
    after jsonb,
    CONSTRAINT players_audit_change CHECK ((((after IS NOT NULL) AND (before IS NULL) AND (change = 'insert'::text)) OR ((after IS NOT NULL) AND (before IS NOT NULL) AND (change = 'update'::text)) OR ((after IS NULL) AND (before IS NOT NULL) AND (change = 'delete'::text))))
);

ALTER TABLE public.players_auditentry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_auditentry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_auditkey (
    one boolean DEFAULT true NOT NULL,
    key bytea NOT NULL,
    CONSTRAINT players_auditkey_one_check CHECK (one)
);

CREATE TABLE public.players_calendarfeed (
    id bigint NOT NULL,
    digest text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    member_id bigint NOT NULL
);

ALTER TABLE public.players_calendarfeed ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_calendarfeed_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_deposit (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    instrument_id bigint NOT NULL,
    key uuid NOT NULL,
    amount bigint NOT NULL,
    state text NOT NULL,
    reason text NOT NULL,
    detail text NOT NULL,
    provider_ref text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    asked_at timestamp with time zone,
    finished_at timestamp with time zone,
    refund_due_at timestamp with time zone,
    refunded_at timestamp with time zone,
    CONSTRAINT players_deposit_amount CHECK (((amount > 0) AND (amount <= '1000000000000000'::bigint))),
    CONSTRAINT players_deposit_finished CHECK ((((finished_at IS NULL) AND (state = 'pending'::text)) OR ((NOT (state = 'pending'::text)) AND (finished_at IS NOT NULL)))),
    CONSTRAINT players_deposit_reason CHECK (((NOT (state = 'rejected'::text)) OR (NOT (reason = ''::text)))),
    CONSTRAINT players_deposit_refund CHECK (((refund_due_at IS NULL) OR (state = ANY (ARRAY['rejected'::text, 'expired'::text])))),
    CONSTRAINT players_deposit_state_known CHECK ((state = ANY (ARRAY['charged-back'::text, 'credited'::text, 'expired'::text, 'pending'::text, 'rejected'::text])))
);

CREATE TABLE public.players_person (
    password character varying(128) NOT NULL,
    last_login timestamp with time zone,
    is_superuser boolean NOT NULL,
    id bigint NOT NULL,
    public_id uuid NOT NULL,
    email character varying(254) NOT NULL,
    nickname character varying(60) NOT NULL,
    kind text NOT NULL,
    is_active boolean NOT NULL,
    suspended_at timestamp with time zone,
    joined_at timestamp with time zone NOT NULL,
    language text NOT NULL,
    birth_date date,
    verified_at timestamp with time zone,
    email_confirmed_at timestamp with time zone,
    terms_version integer NOT NULL,
    closed_at timestamp with time zone,
    CONSTRAINT players_person_guest_unnamed CHECK (((NOT (kind = 'guest'::text)) OR ((birth_date IS NULL) AND ((email)::text ~~ '%@guest.invalid'::text) AND (email_confirmed_at IS NULL) AND (terms_version = 0) AND (verified_at IS NULL)))),
    CONSTRAINT players_person_kind_known CHECK ((kind = ANY (ARRAY['guest'::text, 'player'::text, 'staff'::text]))),
    CONSTRAINT players_person_superuser_is_staff CHECK (((NOT is_superuser) OR (kind = 'staff'::text)))
);

CREATE TABLE public.players_withdrawal (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    instrument_id bigint NOT NULL,
    key uuid NOT NULL,
    amount bigint NOT NULL,
    state text NOT NULL,
    two_persons boolean NOT NULL,
    reason text NOT NULL,
    requested_at timestamp with time zone NOT NULL,
    first_by_id bigint,
    first_at timestamp with time zone,
    first_reason text NOT NULL,
    second_by_id bigint,
    second_at timestamp with time zone,
    second_reason text NOT NULL,
    refused_by_id bigint,
    provider_ref text NOT NULL,
    sent_at timestamp with time zone,
    asked_at timestamp with time zone,
    finished_at timestamp with time zone,
    CONSTRAINT players_withdrawal_agreed CHECK (((NOT two_persons) OR (second_by_id IS NOT NULL) OR (state = ANY (ARRAY['held'::text, 'cancelled'::text, 'refused'::text])))),
    CONSTRAINT players_withdrawal_amount CHECK (((amount > 0) AND (amount <= '1000000000000000'::bigint))),
    CONSTRAINT players_withdrawal_refused CHECK (((NOT (state = 'refused'::text)) OR ((refused_by_id IS NOT NULL) AND (NOT (reason = ''::text))))),
    CONSTRAINT players_withdrawal_state_known CHECK ((state = ANY (ARRAY['cancelled'::text, 'failed'::text, 'held'::text, 'paid'::text, 'ready'::text, 'refused'::text, 'sent'::text]))),
    CONSTRAINT players_withdrawal_two_persons CHECK (((second_by_id IS NULL) OR ((first_by_id IS NOT NULL) AND (NOT ((second_by_id = first_by_id) AND (second_by_id IS NOT NULL) AND (first_by_id IS NOT NULL))))))
);

CREATE VIEW public.players_cause AS
 SELECT 'deposit'::text AS code,
    paid.key,
    paid.amount,
    (person.public_id)::text AS owner,
    'EUR'::text AS currency,
    true AS inward,
    public.players_noticed(paid.provider_ref, 'paid-in'::text, paid.amount) AS noticed
   FROM (public.players_deposit paid
     JOIN public.players_person person ON ((person.id = paid.person_id)))
  WHERE (paid.state = ANY (ARRAY['credited'::text, 'charged-back'::text]))
UNION ALL
 SELECT 'charge-back'::text AS code,
    paid.key,
    paid.amount,
    (person.public_id)::text AS owner,
    'EUR'::text AS currency,
    false AS inward,
    public.players_noticed(paid.provider_ref, 'charged-back'::text, paid.amount) AS noticed
   FROM (public.players_deposit paid
     JOIN public.players_person person ON ((person.id = paid.person_id)))
  WHERE (paid.state = 'charged-back'::text)
UNION ALL
 SELECT 'withdrawal-requested'::text AS code,
    paid.key,
    paid.amount,
    (person.public_id)::text AS owner,
    'EUR'::text AS currency,
    false AS inward,
    true AS noticed
   FROM (public.players_withdrawal paid
     JOIN public.players_person person ON ((person.id = paid.person_id)))
UNION ALL
 SELECT 'withdrawal-given-back'::text AS code,
    paid.key,
    paid.amount,
    (person.public_id)::text AS owner,
    'EUR'::text AS currency,
    true AS inward,
    ((paid.state <> 'failed'::text) OR public.players_noticed(paid.provider_ref, 'pay-out-failed'::text, paid.amount)) AS noticed
   FROM (public.players_withdrawal paid
     JOIN public.players_person person ON ((person.id = paid.person_id)))
  WHERE (paid.state = ANY (ARRAY['cancelled'::text, 'refused'::text, 'failed'::text]))
UNION ALL
 SELECT 'withdrawal-paid'::text AS code,
    paid.key,
    paid.amount,
    ''::text AS owner,
    'EUR'::text AS currency,
    NULL::boolean AS inward,
    public.players_noticed(paid.provider_ref, 'paid-out'::text, paid.amount) AS noticed
   FROM public.players_withdrawal paid
  WHERE (paid.state = 'paid'::text)
UNION ALL
 SELECT 'adjustment'::text AS code,
    paid.key,
    abs(paid.amount) AS amount,
    (person.public_id)::text AS owner,
    'EUR'::text AS currency,
    (paid.amount > 0) AS inward,
    (paid.decided_by_id <> paid.proposed_by_id) AS noticed
   FROM (public.players_adjustment paid
     JOIN public.players_person person ON ((person.id = paid.person_id)))
  WHERE (paid.state = 'approved'::text);

CREATE TABLE public.wallet_account (
    id bigint NOT NULL,
    kind text NOT NULL,
    currency text NOT NULL,
    owner text NOT NULL,
    balance bigint,
    opened_at timestamp with time zone NOT NULL,
    CONSTRAINT wallet_account_balance_of_players CHECK ((((balance IS NOT NULL) AND (kind = 'player'::text)) OR ((NOT (kind = 'player'::text)) AND (balance IS NULL)))),
    CONSTRAINT wallet_account_currency_known CHECK ((currency = ANY (ARRAY['EUR'::text, 'PLAY'::text]))),
    CONSTRAINT wallet_account_currency_of_kind CHECK ((((NOT (kind = ANY (ARRAY['charge-backs'::text, 'funding'::text, 'payouts'::text]))) OR (currency = 'EUR'::text)) AND ((NOT (kind = 'play-source'::text)) OR (currency = 'PLAY'::text)))),
    CONSTRAINT wallet_account_kind_known CHECK ((kind = ANY (ARRAY['adjustments'::text, 'charge-backs'::text, 'commission'::text, 'funding'::text, 'gaming'::text, 'payouts'::text, 'play-source'::text, 'player'::text, 'stakes'::text]))),
    CONSTRAINT wallet_account_not_negative CHECK (((balance IS NULL) OR (balance >= 0))),
    CONSTRAINT wallet_account_owner CHECK ((((kind = ANY (ARRAY['player'::text, 'stakes'::text])) AND (NOT (owner = ''::text))) OR ((NOT (kind = ANY (ARRAY['player'::text, 'stakes'::text]))) AND (owner = ''::text))))
)
WITH (fillfactor='70');

CREATE TABLE public.wallet_transfer (
    id bigint NOT NULL,
    debit_account bigint NOT NULL,
    credit_account bigint NOT NULL,
    amount bigint NOT NULL,
    code text NOT NULL,
    key uuid NOT NULL,
    reference text NOT NULL,
    balance_before bigint,
    balance_after bigint,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT wallet_transfer_amount_positive CHECK ((amount > 0)),
    CONSTRAINT wallet_transfer_code_known CHECK ((code = ANY (ARRAY['adjustment'::text, 'charge-back'::text, 'charge-back-loss'::text, 'commission'::text, 'deposit'::text, 'payout'::text, 'play-top-up'::text, 'prize'::text, 'prizes'::text, 'refund'::text, 'stake'::text, 'stake-returned'::text, 'stake-taken-back'::text, 'stakes-lost'::text, 'withdrawal'::text, 'withdrawal-given-back'::text, 'withdrawal-paid'::text, 'withdrawal-requested'::text]))),
    CONSTRAINT wallet_transfer_step CHECK ((((balance_after IS NULL) AND (balance_before IS NULL)) OR ((amount = abs((balance_after - balance_before))) AND (balance_after >= 0) AND (balance_after IS NOT NULL) AND (balance_before >= 0) AND (balance_before IS NOT NULL)))),
    CONSTRAINT wallet_transfer_two_accounts CHECK ((NOT (debit_account = credit_account)))
);

CREATE VIEW public.players_caused AS
 SELECT
        CASE line.code
            WHEN 'charge-back-loss'::text THEN 'charge-back'::text
            ELSE line.code
        END AS code,
    line.key,
    min(line.id) AS transfer,
    (sum(line.amount))::bigint AS amount,
    COALESCE(max(
        CASE 'player'::text
            WHEN debit.kind THEN debit.owner
            WHEN credit.kind THEN credit.owner
            ELSE NULL::text
        END), ''::text) AS owner,
    max(debit.currency) AS currency,
    bool_or(
        CASE 'player'::text
            WHEN credit.kind THEN true
            WHEN debit.kind THEN false
            ELSE NULL::boolean
        END) AS inward
   FROM ((public.wallet_transfer line
     LEFT JOIN public.wallet_account debit ON ((debit.id = line.debit_account)))
     LEFT JOIN public.wallet_account credit ON ((credit.id = line.credit_account)))
  WHERE (line.code = ANY (ARRAY['deposit'::text, 'withdrawal'::text, 'withdrawal-requested'::text, 'withdrawal-paid'::text, 'withdrawal-given-back'::text, 'charge-back'::text, 'charge-back-loss'::text, 'adjustment'::text]))
  GROUP BY
        CASE line.code
            WHEN 'charge-back-loss'::text THEN 'charge-back'::text
            ELSE line.code
        END, line.key;

CREATE TABLE public.players_causemark (
    id bigint NOT NULL,
    transfer bigint NOT NULL,
    at timestamp with time zone NOT NULL
);

CREATE VIEW public.players_cause_difference AS
 SELECT caused.code,
    caused.key,
    caused.transfer,
    caused.owner,
    caused.amount AS stored,
    cause.amount AS computed,
        CASE
            WHEN (cause.key IS NULL) THEN 'line-without-row'::text
            WHEN (caused.amount <> cause.amount) THEN 'amount-differs'::text
            WHEN (caused.currency IS DISTINCT FROM cause.currency) THEN 'currency-differs'::text
            WHEN ((caused.owner <> ''::text) AND (caused.owner <> cause.owner)) THEN 'person-differs'::text
            WHEN (caused.inward <> cause.inward) THEN 'direction-differs'::text
            ELSE 'without-notice'::text
        END AS why
   FROM (public.players_caused caused
     LEFT JOIN public.players_cause cause ON (((cause.code = caused.code) AND (cause.key = caused.key))))
  WHERE ((caused.transfer > COALESCE(( SELECT min(players_causemark.transfer) AS min
           FROM public.players_causemark), (0)::bigint)) AND ((cause.key IS NULL) OR (caused.amount <> cause.amount) OR (caused.currency IS DISTINCT FROM cause.currency) OR ((caused.owner <> ''::text) AND (caused.owner <> cause.owner)) OR (caused.inward <> cause.inward) OR (NOT cause.noticed)))
UNION ALL
 SELECT cause.code,
    cause.key,
    NULL::bigint AS transfer,
    cause.owner,
    NULL::bigint AS stored,
    cause.amount AS computed,
    'row-without-line'::text AS why
   FROM public.players_cause cause
  WHERE ((NOT (EXISTS ( SELECT 1
           FROM public.wallet_transfer line
          WHERE ((line.key = cause.key) AND (line.code = cause.code))))) AND (NOT ((cause.code = 'charge-back'::text) AND (EXISTS ( SELECT 1
           FROM public.wallet_transfer line
          WHERE ((line.key = cause.key) AND (line.code = 'charge-back-loss'::text)))))));

ALTER TABLE public.players_causemark ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_causemark_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_checkinterval (
    person_id bigint NOT NULL,
    minutes integer NOT NULL,
    set_at timestamp with time zone NOT NULL,
    CONSTRAINT players_checkinterval_minutes CHECK (((minutes >= 10) AND (minutes <= 120)))
);

CREATE TABLE public.players_complaint (
    id bigint NOT NULL,
    year integer NOT NULL,
    serial integer NOT NULL,
    person_id bigint,
    key uuid NOT NULL,
    category text NOT NULL,
    subject_kind text NOT NULL,
    subject text NOT NULL,
    occurred_at timestamp with time zone NOT NULL,
    received_at timestamp with time zone NOT NULL,
    acknowledged_at timestamp with time zone NOT NULL,
    state text NOT NULL,
    turn integer NOT NULL,
    due_on date NOT NULL,
    turn_began_at timestamp with time zone NOT NULL,
    handler_id bigint,
    outcome text NOT NULL,
    answered_at timestamp with time zone,
    reopened_at timestamp with time zone,
    closed_at timestamp with time zone,
    revision integer NOT NULL,
    channel text NOT NULL,
    outsider_id bigint,
    sheet text DEFAULT ''::text NOT NULL,
    CONSTRAINT players_complaint_came_before CHECK (((channel = 'portal'::text) OR (acknowledged_at >= received_at))),
    CONSTRAINT players_complaint_category_known CHECK ((category = ANY (ARRAY['account'::text, 'bet'::text, 'money'::text, 'other'::text, 'protection'::text, 'round'::text, 'service'::text, 'technical'::text]))),
    CONSTRAINT players_complaint_channel_known CHECK ((channel = ANY (ARRAY['complaints-book'::text, 'e-mail'::text, 'letter'::text, 'portal'::text, 'telephone'::text]))),
    CONSTRAINT players_complaint_counts CHECK (((revision >= 1) AND (serial >= 1))),
    CONSTRAINT players_complaint_one_complainant CHECK ((((outsider_id IS NULL) AND (person_id IS NOT NULL)) OR ((outsider_id IS NOT NULL) AND (person_id IS NULL) AND (NOT (channel = 'portal'::text))))),
    CONSTRAINT players_complaint_outcome_known CHECK ((outcome = ANY (ARRAY[''::text, 'accepted'::text, 'partly'::text, 'rejected'::text]))),
    CONSTRAINT players_complaint_reopened_once CHECK ((((reopened_at IS NULL) AND (turn = 1)) OR ((reopened_at IS NOT NULL) AND (turn = 2)))),
    CONSTRAINT players_complaint_sheet_of_the_book CHECK (((sheet = ''::text) OR (channel = 'complaints-book'::text))),
    CONSTRAINT players_complaint_state_known CHECK ((state = ANY (ARRAY['answered'::text, 'closed'::text, 'in-hand'::text, 'received'::text]))),
    CONSTRAINT players_complaint_state_whole CHECK ((((answered_at IS NULL) AND (closed_at IS NULL) AND (handler_id IS NULL) AND (outcome = ''::text) AND (state = 'received'::text)) OR ((answered_at IS NULL) AND (closed_at IS NULL) AND (handler_id IS NOT NULL) AND (outcome = ''::text) AND (state = 'in-hand'::text)) OR ((answered_at IS NOT NULL) AND (closed_at IS NULL) AND (state = 'answered'::text) AND (NOT (outcome = ''::text))) OR ((answered_at IS NOT NULL) AND (closed_at IS NOT NULL) AND (state = 'closed'::text) AND (NOT (outcome = ''::text))))),
    CONSTRAINT players_complaint_subject_whole CHECK ((((subject = ''::text) AND (subject_kind = 'none'::text)) OR ((subject_kind = ANY (ARRAY['none'::text, 'payment'::text, 'round'::text, 'session'::text, 'table'::text])) AND (NOT (subject_kind = 'none'::text)) AND (NOT (subject = ''::text)))))
);

ALTER TABLE public.players_complaint ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_complaint_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_complaintdecision (
    id bigint NOT NULL,
    complaint_id bigint NOT NULL,
    turn integer NOT NULL,
    key uuid NOT NULL,
    outcome text NOT NULL,
    reasons text NOT NULL,
    award bigint NOT NULL,
    adjustment bigint,
    by_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    approved_by_id bigint,
    refused_by_id bigint,
    refused_at timestamp with time zone,
    refusal text NOT NULL,
    CONSTRAINT players_decision_award CHECK ((((adjustment IS NULL) AND (approved_by_id IS NULL) AND (award = 0) AND (decided_at = at) AND (decided_at IS NOT NULL) AND (refused_at IS NULL)) OR ((adjustment IS NOT NULL) AND (award > 0) AND (NOT (outcome = 'rejected'::text))))),
    CONSTRAINT players_decision_has_reasons CHECK ((NOT (reasons = ''::text))),
    CONSTRAINT players_decision_outcome CHECK ((outcome = ANY (ARRAY['accepted'::text, 'partly'::text, 'rejected'::text]))),
    CONSTRAINT players_decision_refused_whole CHECK ((((refused_at IS NULL) AND (refused_by_id IS NULL) AND (refusal = ''::text)) OR ((decided_at IS NULL) AND (refused_at IS NOT NULL) AND (refused_by_id IS NOT NULL) AND (NOT (refusal = ''::text))))),
    CONSTRAINT players_decision_turn CHECK (((turn >= 1) AND (turn <= 2))),
    CONSTRAINT players_decision_two_persons CHECK (((award = 0) OR ((approved_by_id IS NULL) AND (decided_at IS NULL)) OR ((approved_by_id IS NOT NULL) AND (decided_at IS NOT NULL) AND (NOT ((approved_by_id = by_id) AND (approved_by_id IS NOT NULL))))))
);

ALTER TABLE public.players_complaintdecision ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_complaintdecision_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_complaintevent (
    id bigint NOT NULL,
    complaint_id bigint NOT NULL,
    turn integer NOT NULL,
    at timestamp with time zone NOT NULL,
    by_id bigint,
    what text NOT NULL,
    facts jsonb NOT NULL,
    CONSTRAINT players_complaint_event_known CHECK ((what = ANY (ARRAY['acknowledged'::text, 'adr-named'::text, 'award-paid'::text, 'award-refused'::text, 'closed'::text, 'decided'::text, 'due-soon'::text, 'house-wrote'::text, 'late-start'::text, 'noted'::text, 'overdue'::text, 'player-wrote'::text, 'posted'::text, 'proposed'::text, 'received'::text, 'reopened'::text, 'sheet-corrected'::text, 'taken'::text])))
);

ALTER TABLE public.players_complaintevent ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_complaintevent_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_complaintfile (
    id bigint NOT NULL,
    code uuid NOT NULL,
    message_id bigint NOT NULL,
    name text NOT NULL,
    content_type text NOT NULL,
    content bytea NOT NULL,
    size integer NOT NULL,
    sha256 character varying(64) NOT NULL,
    CONSTRAINT players_complaint_file_size CHECK (((size >= 1) AND (size <= 8388608))),
    CONSTRAINT players_complaint_file_type CHECK ((content_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text, 'image/webp'::text, 'text/plain'::text])))
);

ALTER TABLE public.players_complaintfile ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_complaintfile_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_complaintmessage (
    id bigint NOT NULL,
    complaint_id bigint NOT NULL,
    side text NOT NULL,
    by_id bigint NOT NULL,
    key uuid NOT NULL,
    text text NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT players_complaint_message_side_known CHECK ((side = ANY (ARRAY['house'::text, 'note'::text, 'player'::text]))),
    CONSTRAINT players_complaint_message_text CHECK ((NOT (text = ''::text)))
);

ALTER TABLE public.players_complaintmessage ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_complaintmessage_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_correctionrequest (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    key uuid NOT NULL,
    field text NOT NULL,
    wanted character varying(300) NOT NULL,
    why character varying(1000) NOT NULL,
    state text NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    decided_by_id bigint,
    decision_reason character varying(1000) NOT NULL,
    CONSTRAINT players_correction_decided_whole CHECK ((((decided_at IS NULL) AND (decided_by_id IS NULL) AND (state = 'open'::text)) OR ((state = ANY (ARRAY['accepted'::text, 'rejected'::text])) AND (decided_at IS NOT NULL) AND (decided_by_id IS NOT NULL) AND (NOT ((decision_reason)::text = ''::text))))),
    CONSTRAINT players_correction_field CHECK ((field = ANY (ARRAY['address'::text, 'birth-date'::text, 'country'::text, 'district'::text, 'document'::text, 'full-name'::text, 'nationality'::text, 'nif'::text, 'occupation'::text, 'other'::text, 'phone'::text, 'postal-code'::text, 'profession'::text]))),
    CONSTRAINT players_correction_says_what CHECK (((NOT ((wanted)::text = ''::text)) AND (NOT ((why)::text = ''::text))))
);

ALTER TABLE public.players_correctionrequest ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_correctionrequest_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_datachange (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    what text NOT NULL,
    before text NOT NULL,
    after text NOT NULL,
    by_id bigint NOT NULL,
    address character varying(45) NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT players_datachange_no_password CHECK (((NOT (what = 'password'::text)) OR ((after = ''::text) AND (before = ''::text))))
);

ALTER TABLE public.players_datachange ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_datachange_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_dataexport (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    code uuid NOT NULL,
    state text NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    claimed_at timestamp with time zone,
    tries integer NOT NULL,
    done integer NOT NULL,
    parts integer NOT NULL,
    made_at timestamp with time zone,
    expires_at timestamp with time zone,
    size bigint,
    sha256 text NOT NULL,
    fetched_at timestamp with time zone,
    fetches integer NOT NULL,
    CONSTRAINT players_dataexport_counts CHECK (((done >= 0) AND (fetches >= 0))),
    CONSTRAINT players_dataexport_ready_is_whole CHECK (((NOT (state = 'ready'::text)) OR ((expires_at IS NOT NULL) AND (made_at IS NOT NULL) AND (sha256 ~ '^[0-9a-f]{64}$'::text) AND (size > 0) AND (size IS NOT NULL)))),
    CONSTRAINT players_dataexport_state CHECK ((state = ANY (ARRAY['asked'::text, 'failed'::text, 'gone'::text, 'making'::text, 'ready'::text])))
);

ALTER TABLE public.players_dataexport ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_dataexport_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_dataexportpart (
    id bigint NOT NULL,
    number integer NOT NULL,
    content bytea NOT NULL,
    export_id bigint NOT NULL
);

ALTER TABLE public.players_dataexportpart ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_dataexportpart_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.players_deposit ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_deposit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_device (
    id bigint NOT NULL,
    public_id uuid NOT NULL,
    person_id bigint NOT NULL,
    session character varying(40) NOT NULL,
    address character varying(45) NOT NULL,
    device character varying(300) NOT NULL,
    signed_in_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    browser uuid,
    forgotten_at timestamp with time zone
);

ALTER TABLE public.players_device ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_device_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_duty (
    id bigint NOT NULL,
    kind text NOT NULL,
    person_id bigint NOT NULL,
    subject text NOT NULL,
    facts jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    done_at timestamp with time zone,
    done_by_id bigint,
    note text NOT NULL,
    CONSTRAINT players_duty_done_with_note CHECK ((((done_at IS NULL) AND (done_by_id IS NULL)) OR ((done_at IS NOT NULL) AND (NOT (note = ''::text))))),
    CONSTRAINT players_duty_kind_known CHECK ((kind = ANY (ARRAY['notify-exclusion'::text, 'notify-revocation'::text, 'pay-out'::text])))
);

ALTER TABLE public.players_duty ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_duty_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_dutyturn (
    id bigint NOT NULL,
    code text NOT NULL,
    period text NOT NULL,
    done_at timestamp with time zone,
    evidence text NOT NULL,
    owner_id bigint,
    done_by_id bigint,
    CONSTRAINT players_dutyturn_done_with_evidence CHECK ((((done_at IS NULL) AND (done_by_id IS NULL) AND (evidence = ''::text)) OR ((done_at IS NOT NULL) AND (done_by_id IS NOT NULL) AND (NOT (evidence = ''::text))))),
    CONSTRAINT players_dutyturn_named CHECK (((NOT (code = ''::text)) AND (NOT (period = ''::text))))
);

ALTER TABLE public.players_dutyturn ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_dutyturn_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_erasure (
    id bigint NOT NULL,
    key uuid NOT NULL,
    kind text NOT NULL,
    before timestamp with time zone NOT NULL,
    months integer NOT NULL,
    counted bigint NOT NULL,
    reason character varying(300) NOT NULL,
    state character varying(9) NOT NULL,
    proposed_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    rejection character varying(300) NOT NULL,
    erased bigint NOT NULL,
    running_in bigint,
    done_at timestamp with time zone,
    decided_by_id bigint,
    proposed_by_id bigint NOT NULL,
    CONSTRAINT players_erasure_accounted_for CHECK (((NOT ((reason)::text = ''::text)) AND (counted >= 0) AND (erased >= 0) AND (months > 0))),
    CONSTRAINT players_erasure_decided CHECK ((((decided_at IS NULL) AND (decided_by_id IS NULL) AND ((state)::text = 'proposed'::text)) OR ((NOT ((state)::text = 'proposed'::text)) AND (decided_at IS NOT NULL) AND (decided_by_id IS NOT NULL)))),
    CONSTRAINT players_erasure_done CHECK ((((done_at IS NOT NULL) AND ((state)::text = 'done'::text)) OR ((NOT ((state)::text = 'done'::text)) AND (done_at IS NULL)))),
    CONSTRAINT players_erasure_kind CHECK ((kind = ANY (ARRAY['abandoned'::text, 'accounts'::text, 'complaints'::text, 'devices'::text, 'emails'::text, 'own-data'::text, 'sealed-days'::text, 'sign-ins'::text, 'signals'::text]))),
    CONSTRAINT players_erasure_rejection CHECK (((NOT ((state)::text = 'rejected'::text)) OR (NOT ((rejection)::text = ''::text)))),
    CONSTRAINT players_erasure_state CHECK (((state)::text = ANY (ARRAY[('proposed'::character varying)::text, ('approved'::character varying)::text, ('rejected'::character varying)::text, ('withdrawn'::character varying)::text, ('done'::character varying)::text]))),
    CONSTRAINT players_erasure_two_persons CHECK ((((state)::text = 'proposed'::text) OR ((decided_by_id IS NOT NULL) AND ((state)::text = 'withdrawn'::text) AND (decided_by_id = proposed_by_id)) OR ((decided_by_id IS NOT NULL) AND ((state)::text = ANY (ARRAY[('approved'::character varying)::text, ('rejected'::character varying)::text, ('done'::character varying)::text])) AND (NOT ((decided_by_id = proposed_by_id) AND (decided_by_id IS NOT NULL))))))
);

ALTER TABLE public.players_erasure ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_erasure_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_event (
    id bigint NOT NULL,
    act bigint NOT NULL,
    era integer NOT NULL,
    at timestamp with time zone NOT NULL,
    name text NOT NULL,
    by bigint,
    person_id bigint,
    table_id bigint,
    round_code text NOT NULL,
    subject text NOT NULL,
    subject_key text NOT NULL,
    facts jsonb NOT NULL,
    why text NOT NULL,
    CONSTRAINT players_event_named CHECK (((NOT (name = ''::text)) AND (NOT (subject = ''::text))))
);

ALTER TABLE public.players_event ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_exclusion (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    kind text NOT NULL,
    source text NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone,
    notice_at timestamp with time zone,
    revoked_at timestamp with time zone,
    revoked_by_id bigint,
    revoke_reason text NOT NULL,
    by_id bigint,
    reason text NOT NULL,
    key uuid,
    person_key text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    motive character varying(500) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT players_exclusion_end_known CHECK (((kind = 'indefinite'::text) OR (ends_at IS NOT NULL))),
    CONSTRAINT players_exclusion_ends_later CHECK (((ends_at IS NULL) OR (ends_at > starts_at))),
    CONSTRAINT players_exclusion_kind_known CHECK ((kind = ANY (ARRAY['fixed'::text, 'indefinite'::text, 'short'::text]))),
    CONSTRAINT players_exclusion_person_key CHECK ((NOT (person_key = ''::text))),
    CONSTRAINT players_exclusion_revoked_for_a_reason CHECK ((((revoked_at IS NULL) AND (revoked_by_id IS NULL)) OR ((revoked_at IS NOT NULL) AND (NOT (revoke_reason = ''::text))))),
    CONSTRAINT players_exclusion_source_known CHECK ((source = ANY (ARRAY['national'::text, 'operator'::text, 'self'::text])))
);

ALTER TABLE public.players_exclusion ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_exclusion_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_filecheck (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    files smallint NOT NULL,
    person_id bigint NOT NULL,
    CONSTRAINT players_filecheck_some CHECK (((files >= 1) AND (files <= 5)))
);

ALTER TABLE public.players_filecheck ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_filecheck_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_guest (
    person_id bigint NOT NULL,
    key uuid NOT NULL,
    made_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    ended_why text NOT NULL,
    CONSTRAINT players_guest_ended_whole CHECK ((((ended_at IS NULL) AND (ended_why = ''::text)) OR ((ended_at IS NOT NULL) AND (ended_why = ANY (ARRAY['day'::text, 'left'::text, 'session'::text]))))),
    CONSTRAINT players_guest_ends_later CHECK ((ends_at > made_at))
);

CREATE TABLE public.players_identitycheck (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    next_try_at timestamp with time zone NOT NULL,
    tries integer NOT NULL,
    verifier text NOT NULL,
    answered_at timestamp with time zone,
    outcome text NOT NULL,
    name_valid boolean,
    nif_valid boolean,
    birth_date_valid boolean,
    of_age boolean,
    deceased boolean,
    answer_given_at timestamp with time zone,
    answer_number character varying(60) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT players_identitycheck_outcome_known CHECK ((((answered_at IS NULL) AND (outcome = ''::text)) OR ((answered_at IS NOT NULL) AND (outcome = ANY (ARRAY['deceased'::text, 'mismatch'::text, 'not-found'::text, 'prohibited'::text, 'under-age'::text, 'verified'::text])))))
);

ALTER TABLE public.players_identitycheck ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_identitycheck_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_inboxlook (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    person_id bigint NOT NULL
);

ALTER TABLE public.players_inboxlook ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_inboxlook_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_instrument (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    key uuid NOT NULL,
    kind text NOT NULL,
    label text NOT NULL,
    fingerprint text NOT NULL,
    registered_at timestamp with time zone NOT NULL,
    proven_at timestamp with time zone,
    blocked_at timestamp with time zone,
    blocked_until timestamp with time zone,
    suspended_at timestamp with time zone,
    CONSTRAINT players_instrument_block CHECK ((((blocked_at IS NULL) AND (blocked_until IS NULL)) OR ((blocked_at IS NOT NULL) AND (blocked_until > blocked_at) AND (blocked_until IS NOT NULL)))),
    CONSTRAINT players_instrument_kind_known CHECK ((kind = ANY (ARRAY['bank-account'::text, 'mbway'::text])))
);

ALTER TABLE public.players_instrument ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_instrument_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_keepinglook (
    kind text NOT NULL,
    looked_at timestamp with time zone NOT NULL,
    rows bigint NOT NULL,
    oldest timestamp with time zone,
    past bigint NOT NULL,
    first_since timestamp with time zone
);

CREATE VIEW public.players_kept_abandoned WITH (security_invoker='true') AS
 SELECT 'account'::text AS part,
    id,
    joined_at AS since
   FROM public.players_person person
  WHERE ((kind = 'player'::text) AND (email_confirmed_at IS NULL) AND (verified_at IS NULL) AND (closed_at IS NULL) AND ((email)::text !~~ '%@erased.invalid'::text) AND (NOT (EXISTS ( SELECT 1
           FROM public.players_deposit
          WHERE (players_deposit.person_id = person.id)))) AND (NOT (EXISTS ( SELECT 1
           FROM public.players_complaint
          WHERE (players_complaint.person_id = person.id)))) AND (NOT (EXISTS ( SELECT 1
           FROM public.players_exclusion
          WHERE (players_exclusion.person_id = person.id)))) AND (NOT (EXISTS ( SELECT 1
           FROM public.players_device
          WHERE (players_device.person_id = person.id)))));

CREATE VIEW public.players_kept_accounts WITH (security_invoker='true') AS
 SELECT 'account'::text AS part,
    id,
    GREATEST(closed_at, ( SELECT max(players_complaint.closed_at) AS max
           FROM public.players_complaint
          WHERE (players_complaint.person_id = person.id)), ( SELECT max(COALESCE(players_withdrawal.finished_at, players_withdrawal.requested_at)) AS max
           FROM public.players_withdrawal
          WHERE (players_withdrawal.person_id = person.id)), ( SELECT max(COALESCE(players_deposit.finished_at, players_deposit.started_at)) AS max
           FROM public.players_deposit
          WHERE (players_deposit.person_id = person.id))) AS since
   FROM public.players_person person
  WHERE ((kind = 'player'::text) AND (closed_at IS NOT NULL) AND ((email)::text !~~ '%@erased.invalid'::text) AND (NOT (EXISTS ( SELECT 1
           FROM public.players_complaint
          WHERE ((players_complaint.person_id = person.id) AND (players_complaint.closed_at IS NULL))))) AND (NOT (EXISTS ( SELECT 1
           FROM public.players_duty
          WHERE ((players_duty.person_id = person.id) AND (players_duty.done_at IS NULL))))) AND (NOT (EXISTS ( SELECT 1
           FROM public.players_exclusion
          WHERE ((players_exclusion.person_id = person.id) AND ((players_exclusion.ends_at IS NULL) OR (players_exclusion.ends_at > now())) AND ((players_exclusion.revoked_at IS NULL) OR (players_exclusion.revoked_at > now())))))));

CREATE VIEW public.players_kept_complaints WITH (security_invoker='true') AS
 SELECT 'case'::text AS part,
    id,
    closed_at AS since
   FROM public.players_complaint kept
  WHERE ((closed_at IS NOT NULL) AND (EXISTS ( SELECT 1
           FROM public.players_complaintmessage
          WHERE ((players_complaintmessage.complaint_id = kept.id) AND (players_complaintmessage.text <> '–'::text)))));

CREATE VIEW public.players_kept_devices WITH (security_invoker='true') AS
 SELECT 'device'::text AS part,
    id,
    COALESCE(ended_at, signed_in_at) AS since
   FROM public.players_device device
  WHERE ((ended_at IS NOT NULL) OR (NOT (EXISTS ( SELECT 1
           FROM public.django_session live
          WHERE ((live.session_key)::text = (device.session)::text)))));

CREATE TABLE public.players_letter (
    id bigint NOT NULL,
    person_id bigint,
    key uuid NOT NULL,
    kind text NOT NULL,
    facts jsonb NOT NULL,
    written_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    tries integer NOT NULL,
    outsider_id bigint,
    CONSTRAINT players_letter_one_reader CHECK ((((outsider_id IS NULL) AND (person_id IS NOT NULL)) OR ((outsider_id IS NOT NULL) AND (person_id IS NULL)))),
    CONSTRAINT players_letter_tries CHECK ((tries >= 0))
);

CREATE VIEW public.players_kept_emails WITH (security_invoker='true') AS
 SELECT 'email'::text AS part,
    id,
    sent_at AS since
   FROM public.players_letter
  WHERE (sent_at IS NOT NULL);

CREATE VIEW public.players_kept_own_data WITH (security_invoker='true') AS
 SELECT 'request'::text AS part,
    id,
    asked_at AS since
   FROM public.players_dataexport
  WHERE (state = ANY (ARRAY['gone'::text, 'failed'::text]));

CREATE TABLE public.players_signinattempt (
    id bigint NOT NULL,
    email character varying(254) NOT NULL,
    person_id bigint,
    factor text NOT NULL,
    address character varying(45) NOT NULL,
    device character varying(300) NOT NULL,
    at timestamp with time zone NOT NULL,
    outcome text NOT NULL,
    code_step bigint,
    counter character varying(60) NOT NULL,
    CONSTRAINT players_signinattempt_factor_known CHECK ((factor = ANY (ARRAY['password'::text, 'second-factor'::text]))),
    CONSTRAINT players_signinattempt_outcome_known CHECK ((outcome = ANY (ARRAY['failed'::text, 'pending'::text, 'refused'::text, 'signed-in'::text, 'step'::text])))
);

CREATE TABLE public.players_signinlock (
    id bigint NOT NULL,
    email character varying(254) NOT NULL,
    person_id bigint,
    locked_at timestamp with time zone NOT NULL,
    opened_at timestamp with time zone,
    counter character varying(60) NOT NULL,
    ends_at timestamp with time zone
);

CREATE VIEW public.players_kept_sign_ins WITH (security_invoker='true') AS
 SELECT 'attempt'::text AS part,
    players_signinattempt.id,
    players_signinattempt.at AS since
   FROM public.players_signinattempt
UNION ALL
 SELECT 'lock'::text AS part,
    players_signinlock.id,
    players_signinlock.locked_at AS since
   FROM public.players_signinlock
UNION ALL
 SELECT 'check'::text AS part,
    players_filecheck.id,
    players_filecheck.at AS since
   FROM public.players_filecheck;

CREATE TABLE public.players_signal (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    kind text NOT NULL,
    day date NOT NULL,
    facts jsonb NOT NULL,
    raised_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    CONSTRAINT players_signal_kind_known CHECK ((kind = ANY (ARRAY['chasing'::text, 'limit-hits'::text, 'long-sessions'::text, 'many-deposits'::text, 'night-play'::text, 'rising-stakes'::text])))
);

CREATE VIEW public.players_kept_signals WITH (security_invoker='true') AS
 SELECT 'signal'::text AS part,
    signal.id,
    person.closed_at AS since
   FROM (public.players_signal signal
     JOIN public.players_person person ON ((person.id = signal.person_id)))
  WHERE (person.closed_at IS NOT NULL);

ALTER TABLE public.players_letter ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_letter_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_limit (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    source text NOT NULL,
    kind text NOT NULL,
    period text NOT NULL,
    most bigint,
    state text NOT NULL,
    key uuid NOT NULL,
    requested_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone,
    lapses_at timestamp with time zone,
    starts_at timestamp with time zone,
    ended_at timestamp with time zone,
    by_id bigint,
    reason text NOT NULL,
    CONSTRAINT players_limit_accounted_for CHECK ((((by_id IS NULL) AND (source = 'self'::text)) OR ((by_id IS NOT NULL) AND (source = 'operator'::text) AND (NOT (reason = ''::text))))),
    CONSTRAINT players_limit_kind_known CHECK ((kind = ANY (ARRAY['deposit'::text, 'loss'::text, 'session'::text, 'stake'::text]))),
    CONSTRAINT players_limit_most CHECK (((most IS NULL) OR ((NOT (kind = 'session'::text)) AND (most >= 0)) OR ((kind = 'session'::text) AND (most >= 1) AND (most <= 1440)))),
    CONSTRAINT players_limit_period_known CHECK (((period = 'day'::text) OR ((NOT (kind = 'session'::text)) AND (period = ANY (ARRAY['day'::text, 'month'::text, 'week'::text]))))),
    CONSTRAINT players_limit_source_known CHECK ((source = ANY (ARRAY['operator'::text, 'self'::text]))),
    CONSTRAINT players_limit_starts_when_due CHECK (((starts_at IS NULL) OR ((due_at IS NULL) AND (starts_at >= requested_at)) OR ((due_at IS NOT NULL) AND (lapses_at IS NOT NULL) AND (starts_at >= due_at) AND (starts_at < lapses_at)))),
    CONSTRAINT players_limit_state_has_its_moments CHECK ((((due_at IS NOT NULL) AND (starts_at IS NULL) AND (state = 'waiting'::text)) OR ((ended_at IS NULL) AND (most IS NOT NULL) AND (starts_at IS NOT NULL) AND (state = 'in-force'::text)) OR ((ended_at IS NOT NULL) AND (starts_at IS NOT NULL) AND (state = 'replaced'::text)) OR ((most IS NULL) AND (starts_at IS NOT NULL) AND (state = 'removed'::text)) OR ((ended_at IS NOT NULL) AND (starts_at IS NULL) AND (state = ANY (ARRAY['cancelled'::text, 'dropped'::text, 'lapsed'::text]))))),
    CONSTRAINT players_limit_state_known CHECK ((state = ANY (ARRAY['cancelled'::text, 'dropped'::text, 'in-force'::text, 'lapsed'::text, 'removed'::text, 'replaced'::text, 'waiting'::text]))),
    CONSTRAINT players_limit_waits_a_day CHECK ((((due_at IS NULL) AND (lapses_at IS NULL)) OR ((due_at >= (requested_at + '1 day'::interval)) AND (due_at IS NOT NULL) AND (lapses_at > due_at) AND (lapses_at IS NOT NULL))))
);

ALTER TABLE public.players_limit ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_limit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_nationalentry (
    reference text NOT NULL,
    tax_number text NOT NULL,
    document text NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone,
    received_at timestamp with time zone NOT NULL,
    removed_at timestamp with time zone,
    document_country character varying(2) NOT NULL,
    document_kind smallint,
    CONSTRAINT players_national_document_whose CHECK (((document = ''::text) OR (removed_at IS NOT NULL) OR ((document_kind = ANY (ARRAY[0, 1, 2, 3, 4])) AND ((document_country)::text ~ '^[A-Z]{2}$'::text)))),
    CONSTRAINT players_national_ends_later CHECK (((ends_at IS NULL) OR (ends_at > starts_at))),
    CONSTRAINT players_national_names_one CHECK (((NOT (tax_number = ''::text)) OR (NOT (document = ''::text))))
);

CREATE TABLE public.players_nationalpush (
    event text NOT NULL,
    digest text NOT NULL,
    reference text NOT NULL,
    said_at timestamp with time zone NOT NULL,
    received_at timestamp with time zone NOT NULL
);

CREATE TABLE public.players_notepin (
    id bigint NOT NULL,
    on_top boolean NOT NULL,
    at timestamp with time zone NOT NULL,
    by_id bigint NOT NULL,
    note_id bigint NOT NULL
);

ALTER TABLE public.players_notepin ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_notepin_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_outsider (
    id bigint NOT NULL,
    key uuid NOT NULL,
    relation text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    postal text NOT NULL,
    document text NOT NULL,
    language text NOT NULL,
    at timestamp with time zone NOT NULL,
    by_id bigint NOT NULL,
    CONSTRAINT players_outsider_named CHECK ((NOT (name = ''::text))),
    CONSTRAINT players_outsider_reached CHECK ((NOT ((email = ''::text) AND (postal = ''::text)))),
    CONSTRAINT players_outsider_relation_known CHECK ((relation = ANY (ARRAY['heir'::text, 'other'::text, 'refused'::text])))
);

ALTER TABLE public.players_outsider ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_outsider_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_paymentnotice (
    id bigint NOT NULL,
    provider text NOT NULL,
    event text NOT NULL,
    kind text NOT NULL,
    provider_ref text NOT NULL,
    amount bigint,
    currency text NOT NULL,
    owner_name text NOT NULL,
    outcome text NOT NULL,
    received_at timestamp with time zone NOT NULL
);

ALTER TABLE public.players_paymentnotice ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_paymentnotice_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_person_groups (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    group_id integer NOT NULL
);

ALTER TABLE public.players_person_groups ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_person_groups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.players_person ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_person_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_person_user_permissions (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    permission_id integer NOT NULL
);

ALTER TABLE public.players_person_user_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_person_user_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_playernote (
    id bigint NOT NULL,
    key uuid NOT NULL,
    text text NOT NULL,
    at timestamp with time zone NOT NULL,
    by_id bigint NOT NULL,
    person_id bigint NOT NULL,
    CONSTRAINT players_playernote_has_text CHECK ((NOT (text = ''::text)))
);

ALTER TABLE public.players_playernote ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_playernote_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_prohibition (
    id bigint NOT NULL,
    nif character varying(9) NOT NULL,
    reason text NOT NULL,
    note text NOT NULL,
    added_by_id bigint,
    added_at timestamp with time zone NOT NULL,
    lifted_at timestamp with time zone,
    lifted_by_id bigint,
    lift_note text NOT NULL,
    CONSTRAINT players_prohibition_lifted_whole CHECK ((((lift_note = ''::text) AND (lifted_at IS NULL) AND (lifted_by_id IS NULL)) OR ((lifted_at IS NOT NULL) AND (lifted_by_id IS NOT NULL) AND (NOT (lift_note = ''::text))))),
    CONSTRAINT players_prohibition_nif_form CHECK (((nif)::text ~ '^[0-9]{9}$'::text)),
    CONSTRAINT players_prohibition_reason_known CHECK ((reason = ANY (ARRAY['barred'::text, 'incapacitated'::text, 'magistrate'::text, 'office-holder'::text, 'operator-staff'::text, 'outcome-access'::text, 'police'::text, 'regulator-staff'::text, 'system-access'::text])))
);

ALTER TABLE public.players_prohibition ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_prohibition_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.players_public_adjustment WITH (security_invoker='true') AS
 SELECT key,
    reason,
    proposed_by_id,
    decided_by_id
   FROM public.players_adjustment;

CREATE VIEW public.players_public_auditentry WITH (security_invoker='true') AS
 SELECT id,
    at,
    act,
    by,
    origin,
    login,
    change,
    subject,
    subject_id,
    before,
    after
   FROM public.players_auditentry;

CREATE VIEW public.players_public_datachange WITH (security_invoker='true') AS
 SELECT person_id,
    what,
    by_id,
    at
   FROM public.players_datachange;

CREATE VIEW public.players_public_deposit WITH (security_invoker='true') AS
 SELECT key,
    person_id
   FROM public.players_deposit;

CREATE VIEW public.players_public_device WITH (security_invoker='true') AS
 SELECT id,
    person_id,
    device,
    ended_at
   FROM public.players_device;

CREATE VIEW public.players_public_event WITH (security_invoker='true') AS
 SELECT id,
    act,
    era,
    at,
    name,
    by,
    person_id,
    table_id,
    round_code,
    subject,
    subject_key,
    facts,
    why
   FROM public.players_event;

CREATE VIEW public.players_public_exclusion WITH (security_invoker='true') AS
 SELECT person_id,
    kind,
    source,
    reason,
    starts_at,
    ends_at,
    notice_at,
    by_id,
    revoked_at,
    revoked_by_id,
    revoke_reason
   FROM public.players_exclusion;

CREATE VIEW public.players_public_guest WITH (security_invoker='true') AS
 SELECT person_id
   FROM public.players_guest;

CREATE VIEW public.players_public_paymentnotice WITH (security_invoker='true') AS
 SELECT id,
    provider,
    event,
    kind,
    provider_ref,
    amount,
    currency,
    owner_name,
    outcome,
    received_at
   FROM public.players_paymentnotice;

CREATE VIEW public.players_public_person WITH (security_invoker='true') AS
 SELECT id,
    public_id,
    nickname
   FROM public.players_person;

CREATE VIEW public.players_public_signinattempt WITH (security_invoker='true') AS
 SELECT person_id,
    at,
    outcome,
    factor,
    address,
    id,
    device
   FROM public.players_signinattempt;

CREATE VIEW public.players_public_signinlock WITH (security_invoker='true') AS
 SELECT person_id,
    locked_at
   FROM public.players_signinlock;

CREATE TABLE public.players_standingchange (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    change text NOT NULL,
    reason text NOT NULL,
    by_id bigint,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT players_change_accounted_for CHECK ((((NOT (change = 'reinstated'::text)) OR (by_id IS NOT NULL)) AND ((NOT (change = ANY (ARRAY['suspended'::text, 'reinstated'::text]))) OR (NOT (reason = ''::text))))),
    CONSTRAINT players_change_known CHECK ((change = ANY (ARRAY['disabled'::text, 'enabled'::text, 'factor-reset'::text, 'hired'::text, 'left'::text, 'reinstated'::text, 'roles'::text, 'suspended'::text, 'verified'::text]))),
    CONSTRAINT players_change_of_staff_by_another CHECK (((NOT (change = ANY (ARRAY['disabled'::text, 'enabled'::text, 'factor-reset'::text, 'hired'::text, 'left'::text, 'roles'::text]))) OR ((by_id IS NOT NULL) AND (NOT (reason = ''::text)) AND (NOT ((by_id = person_id) AND (by_id IS NOT NULL))))))
);

CREATE VIEW public.players_public_standingchange WITH (security_invoker='true') AS
 SELECT person_id,
    change,
    reason,
    by_id,
    created_at
   FROM public.players_standingchange;

CREATE TABLE public.players_standingcheck (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    occasion text NOT NULL,
    excluded boolean NOT NULL,
    excluded_until timestamp with time zone,
    prohibited boolean NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT players_standingcheck_occasion_known CHECK ((occasion = ANY (ARRAY['registration'::text, 'sign-in'::text])))
);

CREATE VIEW public.players_public_standingcheck WITH (security_invoker='true') AS
 SELECT id,
    person_id,
    occasion,
    excluded,
    prohibited,
    at
   FROM public.players_standingcheck;

CREATE VIEW public.players_public_withdrawal WITH (security_invoker='true') AS
 SELECT person_id,
    requested_at
   FROM public.players_withdrawal;

CREATE TABLE public.players_registration (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    key uuid NOT NULL,
    full_name character varying(120) NOT NULL,
    nationality character varying(2) NOT NULL,
    profession character varying(80) NOT NULL,
    address character varying(200) NOT NULL,
    country character varying(2) NOT NULL,
    document_kind smallint NOT NULL,
    document_number character varying(20) NOT NULL,
    document_country character varying(2) NOT NULL,
    nif character varying(9) NOT NULL,
    iban character varying(34) NOT NULL,
    received_at timestamp with time zone NOT NULL,
    received_from character varying(45) NOT NULL,
    ended_at timestamp with time zone,
    district character varying(40) DEFAULT ''::character varying NOT NULL,
    occupation character varying(2) DEFAULT ''::character varying NOT NULL,
    phone character varying(16) DEFAULT ''::character varying NOT NULL,
    postal_code character varying(12) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT players_registration_countries CHECK ((((nationality)::text ~ '^[A-Z]{2}$'::text) AND ((country)::text ~ '^[A-Z]{2}$'::text) AND ((document_country)::text ~ '^[A-Z]{2}$'::text))),
    CONSTRAINT players_registration_document_kind CHECK ((document_kind = ANY (ARRAY[0, 1, 2, 3, 4]))),
    CONSTRAINT players_registration_iban_form CHECK (((iban)::text ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'::text)),
    CONSTRAINT players_registration_nif_form CHECK (((nif)::text ~ '^[0-9]{9}$'::text)),
    CONSTRAINT players_registration_occupation_known CHECK (((occupation)::text = ANY (ARRAY[(''::character varying)::text, ('11'::character varying)::text, ('22'::character varying)::text, ('33'::character varying)::text, ('44'::character varying)::text, ('55'::character varying)::text, ('66'::character varying)::text, ('77'::character varying)::text, ('88'::character varying)::text, ('99'::character varying)::text]))),
    CONSTRAINT players_registration_phone_form CHECK (((phone)::text ~ '^(\+[1-9][0-9]{6,14})?$'::text)),
    CONSTRAINT players_registration_postal_code_form CHECK (((postal_code)::text ~ '^([A-Z0-9]([A-Z0-9 -]{0,10}[A-Z0-9])?)?$'::text)),
    CONSTRAINT players_registration_whole CHECK (((NOT ((full_name)::text = ''::text)) AND (NOT ((profession)::text = ''::text)) AND (NOT ((address)::text = ''::text)) AND (NOT ((document_number)::text = ''::text))))
);

ALTER TABLE public.players_registration ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_registration_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_replytemplate (
    id bigint NOT NULL,
    category text NOT NULL,
    language text NOT NULL,
    at timestamp with time zone NOT NULL,
    by_id bigint NOT NULL,
    CONSTRAINT players_replytemplate_category_known CHECK ((category = ANY (ARRAY[''::text, 'account'::text, 'bet'::text, 'money'::text, 'other'::text, 'protection'::text, 'round'::text, 'service'::text, 'technical'::text]))),
    CONSTRAINT players_replytemplate_has_language CHECK ((NOT (language = ''::text)))
);

ALTER TABLE public.players_replytemplate ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_replytemplate_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_replyuse (
    id bigint NOT NULL,
    decision_id bigint,
    version_id bigint NOT NULL,
    message_id bigint,
    CONSTRAINT players_replyuse_of_one CHECK ((((decision_id IS NOT NULL) AND (message_id IS NULL)) OR ((decision_id IS NULL) AND (message_id IS NOT NULL))))
);

ALTER TABLE public.players_replyuse ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_replyuse_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_replyversion (
    id bigint NOT NULL,
    number integer NOT NULL,
    title text NOT NULL,
    text text NOT NULL,
    retired boolean NOT NULL,
    reason text NOT NULL,
    key uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    by_id bigint NOT NULL,
    template_id bigint NOT NULL,
    CONSTRAINT players_replyversion_counts CHECK ((number >= 1)),
    CONSTRAINT players_replyversion_whole CHECK (((NOT (title = ''::text)) AND (NOT (text = ''::text)) AND (NOT (reason = ''::text))))
);

ALTER TABLE public.players_replyversion ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_replyversion_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_sandboxnotice (
    id bigint NOT NULL,
    payment_id bigint NOT NULL,
    body text NOT NULL,
    due_at timestamp with time zone NOT NULL,
    posted_at timestamp with time zone,
    tries integer NOT NULL
);

ALTER TABLE public.players_sandboxnotice ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_sandboxnotice_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_sandboxpayment (
    id bigint NOT NULL,
    ref text NOT NULL,
    kind text NOT NULL,
    key uuid NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    payer text NOT NULL,
    label text NOT NULL,
    state text NOT NULL,
    back text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT players_sandboxpayment_kind_known CHECK ((kind = ANY (ARRAY['in'::text, 'out'::text])))
);

ALTER TABLE public.players_sandboxpayment ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_sandboxpayment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_savedview (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    place character varying(40) NOT NULL,
    name character varying(40) NOT NULL,
    query character varying(500) NOT NULL,
    saved_at timestamp with time zone NOT NULL,
    CONSTRAINT players_savedview_named CHECK (((NOT ((name)::text = ''::text)) AND (NOT ((place)::text = ''::text))))
);

ALTER TABLE public.players_savedview ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_savedview_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.players_signal ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_signal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_signalstep (
    id bigint NOT NULL,
    signal_id bigint NOT NULL,
    act text NOT NULL,
    text text NOT NULL,
    by_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT players_signalstep_known CHECK (((act = ANY (ARRAY['close'::text, 'contact'::text, 'note'::text])) AND (NOT (text = ''::text))))
);

ALTER TABLE public.players_signalstep ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_signalstep_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.players_signinattempt ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_signinattempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.players_signinlock ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_signinlock_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_staffidentity (
    id bigint NOT NULL,
    full_name character varying(120) NOT NULL,
    nif character varying(9) NOT NULL,
    given_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    person_id bigint NOT NULL,
    CONSTRAINT players_staffidentity_name CHECK ((NOT ((full_name)::text = ''::text))),
    CONSTRAINT players_staffidentity_nif_form CHECK (((nif)::text ~ '^[0-9]{9}$'::text))
);

ALTER TABLE public.players_staffidentity ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_staffidentity_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_staffproposal (
    id bigint NOT NULL,
    key uuid NOT NULL,
    act text NOT NULL,
    email character varying(254) NOT NULL,
    name character varying(60) NOT NULL,
    roles text[] NOT NULL,
    before text[] NOT NULL,
    full_name character varying(120) NOT NULL,
    nif character varying(9) NOT NULL,
    reason text NOT NULL,
    state text NOT NULL,
    proposed_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    decided_in bigint,
    refusal text NOT NULL,
    settled_at timestamp with time zone,
    decided_by_id bigint,
    member_id bigint,
    proposed_by_id bigint,
    CONSTRAINT players_staffproposal_about_another CHECK (((member_id IS NULL) OR (((proposed_by_id IS NULL) OR (NOT ((member_id = proposed_by_id) AND (member_id IS NOT NULL) AND (proposed_by_id IS NOT NULL)))) AND ((decided_by_id IS NULL) OR (NOT ((member_id = decided_by_id) AND (member_id IS NOT NULL) AND (decided_by_id IS NOT NULL))))))),
    CONSTRAINT players_staffproposal_act_known CHECK ((act = ANY (ARRAY['enable'::text, 'found'::text, 'hire'::text, 'identity'::text, 'roles'::text, 'second-factor'::text]))),
    CONSTRAINT players_staffproposal_identity CHECK (((NOT (act = ANY (ARRAY['hire'::text, 'identity'::text]))) OR ((NOT ((nif)::text = ''::text)) AND (NOT ((full_name)::text = ''::text))))),
    CONSTRAINT players_staffproposal_member CHECK (((member_id IS NOT NULL) OR ((act = 'hire'::text) AND (NOT (state = 'approved'::text))))),
    CONSTRAINT players_staffproposal_nif_form CHECK ((((nif)::text = ''::text) OR ((nif)::text ~ '^[0-9]{9}$'::text))),
    CONSTRAINT players_staffproposal_not_administrator_approver CHECK ((NOT (roles @> ARRAY['administrator'::text, 'approver'::text]))),
    CONSTRAINT players_staffproposal_not_administrator_compliance CHECK ((NOT (roles @> ARRAY['administrator'::text, 'compliance'::text]))),
    CONSTRAINT players_staffproposal_not_game_manager_approver CHECK ((NOT (roles @> ARRAY['game-manager'::text, 'approver'::text]))),
    CONSTRAINT players_staffproposal_not_support_approver CHECK ((NOT (roles @> ARRAY['support'::text, 'approver'::text]))),
    CONSTRAINT players_staffproposal_not_support_compliance CHECK ((NOT (roles @> ARRAY['support'::text, 'compliance'::text]))),
    CONSTRAINT players_staffproposal_proposed_by CHECK ((((act = 'found'::text) AND (decided_by_id IS NULL) AND (proposed_by_id IS NULL)) OR ((NOT (act = 'found'::text)) AND (proposed_by_id IS NOT NULL) AND (NOT (reason = ''::text))))),
    CONSTRAINT players_staffproposal_refusal CHECK (((NOT (state = 'rejected'::text)) OR (NOT (refusal = ''::text)))),
    CONSTRAINT players_staffproposal_roles CHECK (((NOT (act = ANY (ARRAY['found'::text, 'hire'::text, 'roles'::text]))) OR (
CASE
    WHEN (roles IS NULL) THEN NULL::integer
    ELSE COALESCE(array_length(roles, 1), 0)
END > 0))),
    CONSTRAINT players_staffproposal_settled CHECK (((NOT (state = 'approved'::text)) OR ((decided_at IS NOT NULL) AND (settled_at >= decided_at) AND (settled_at IS NOT NULL)))),
    CONSTRAINT players_staffproposal_state CHECK ((state = ANY (ARRAY['approved'::text, 'proposed'::text, 'rejected'::text]))),
    CONSTRAINT players_staffproposal_two_persons CHECK ((((act = 'found'::text) AND (state = 'approved'::text)) OR ((decided_at IS NULL) AND (decided_by_id IS NULL) AND (state = 'proposed'::text)) OR ((NOT (state = 'proposed'::text)) AND (decided_at IS NOT NULL) AND (decided_by_id IS NOT NULL) AND (NOT ((decided_by_id = proposed_by_id) AND (decided_by_id IS NOT NULL) AND (proposed_by_id IS NOT NULL))))))
);

ALTER TABLE public.players_staffproposal ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_staffproposal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_staffseal (
    id smallint NOT NULL,
    sealed_at timestamp with time zone NOT NULL,
    CONSTRAINT players_staffseal_once CHECK ((id = 1))
);

ALTER TABLE public.players_standingchange ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_standingchange_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.players_standingcheck ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_standingcheck_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_standinghint (
    id bigint NOT NULL,
    act bigint NOT NULL,
    person_id bigint,
    session character varying(40) NOT NULL,
    at timestamp with time zone NOT NULL
);

ALTER TABLE public.players_standinghint ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_standinghint_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_tally (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    day date NOT NULL,
    upto bigint NOT NULL,
    staked bigint NOT NULL,
    lost bigint NOT NULL,
    deposited bigint NOT NULL,
    CONSTRAINT players_tally_not_negative CHECK (((deposited >= 0) AND (staked >= 0)))
);

ALTER TABLE public.players_tally ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_tally_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_viewing (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    by_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    reason text NOT NULL,
    CONSTRAINT players_viewing_has_reason CHECK ((NOT (reason = ''::text)))
);

ALTER TABLE public.players_viewing ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_viewing_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.players_withdrawal ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_withdrawal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_archived (
    id bigint NOT NULL,
    name text NOT NULL,
    sha256 character varying(64) NOT NULL,
    size bigint NOT NULL,
    receipt text NOT NULL,
    stored_at timestamp with time zone NOT NULL,
    verified_at timestamp with time zone NOT NULL,
    failed_at timestamp with time zone,
    report_id bigint NOT NULL,
    CONSTRAINT reporting_archived_verified CHECK ((verified_at >= stored_at)),
    CONSTRAINT reporting_archived_whole CHECK ((((sha256)::text ~ '^[0-9a-f]{64}$'::text) AND (size > 0) AND (NOT (receipt = ''::text)) AND (NOT (name = ''::text))))
);

ALTER TABLE public.reporting_archived ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_archived_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_archivedday (
    id bigint NOT NULL,
    name text NOT NULL,
    sha256 character varying(64) NOT NULL,
    size bigint NOT NULL,
    receipt text NOT NULL,
    stored_at timestamp with time zone NOT NULL,
    verified_at timestamp with time zone NOT NULL,
    failed_at timestamp with time zone,
    sealed_id bigint NOT NULL,
    removed_at timestamp with time zone,
    CONSTRAINT reporting_archivedday_verified CHECK ((verified_at >= stored_at)),
    CONSTRAINT reporting_archivedday_whole CHECK ((((sha256)::text ~ '^[0-9a-f]{64}$'::text) AND (size > 0) AND (NOT (receipt = ''::text)) AND (NOT (name = ''::text))))
);

ALTER TABLE public.reporting_archivedday ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_archivedday_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_chainlink (
    id bigint NOT NULL,
    stream text NOT NULL,
    version integer NOT NULL,
    number bigint NOT NULL,
    after bigint NOT NULL,
    last bigint NOT NULL,
    count integer NOT NULL,
    rows character varying(64) NOT NULL,
    marks bytea NOT NULL,
    previous character varying(64) NOT NULL,
    digest character varying(64) NOT NULL,
    made_at timestamp with time zone NOT NULL
);

ALTER TABLE public.reporting_chainlink ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_chainlink_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_chainmark (
    stream text NOT NULL,
    seen bigint NOT NULL,
    horizon bigint NOT NULL,
    at timestamp with time zone NOT NULL
);

CREATE TABLE public.reporting_cosignature (
    id bigint NOT NULL,
    witness text NOT NULL,
    line text NOT NULL,
    signed_at timestamp with time zone NOT NULL,
    checkpoint_id bigint NOT NULL
);

ALTER TABLE public.reporting_cosignature ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_cosignature_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_dailyreport (
    id bigint NOT NULL,
    day date NOT NULL,
    revision integer NOT NULL,
    made_at timestamp with time zone NOT NULL,
    definition text NOT NULL,
    software text NOT NULL,
    document text NOT NULL,
    sha256 character varying(64) NOT NULL,
    CONSTRAINT reporting_report_hashed CHECK (((sha256)::text = encode(sha256(convert_to(document, 'UTF8'::name)), 'hex'::text))),
    CONSTRAINT reporting_report_revision CHECK ((revision >= 1))
);

ALTER TABLE public.reporting_dailyreport ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_dailyreport_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_daysalt (
    day date NOT NULL,
    salt bytea,
    erased_at timestamp with time zone,
    CONSTRAINT reporting_daysalt_whole CHECK ((((erased_at IS NULL) AND (salt IS NOT NULL)) OR ((erased_at IS NOT NULL) AND (salt IS NULL))))
);

CREATE TABLE public.reporting_daystamp (
    id bigint NOT NULL,
    note text NOT NULL,
    token bytea NOT NULL,
    stamped_at timestamp with time zone NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    sealed_id bigint NOT NULL
);

ALTER TABLE public.reporting_daystamp ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_daystamp_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_exportlog (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    by_id bigint NOT NULL,
    what text NOT NULL,
    format text NOT NULL,
    filter jsonb NOT NULL,
    rows integer NOT NULL,
    sha256 character varying(64) NOT NULL,
    CONSTRAINT reporting_export_rows CHECK ((rows >= 0))
);

ALTER TABLE public.reporting_exportlog ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_exportlog_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_extract (
    id bigint NOT NULL,
    key uuid NOT NULL,
    name text NOT NULL,
    title character varying(120) NOT NULL,
    filter jsonb NOT NULL,
    until timestamp with time zone NOT NULL,
    reveal boolean NOT NULL,
    reason character varying(300) NOT NULL,
    counted bigint,
    state character varying(9) NOT NULL,
    proposed_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    rejection character varying(300) NOT NULL,
    decided_by_id bigint,
    proposed_by_id bigint NOT NULL,
    run_id bigint,
    CONSTRAINT reporting_extract_decided CHECK ((((decided_at IS NULL) AND (decided_by_id IS NULL) AND ((state)::text = 'proposed'::text)) OR ((NOT ((state)::text = 'proposed'::text)) AND (decided_at IS NOT NULL) AND (decided_by_id IS NOT NULL)))),
    CONSTRAINT reporting_extract_reason CHECK (((NOT ((reason)::text = ''::text)) AND (NOT ((title)::text = ''::text)))),
    CONSTRAINT reporting_extract_rejection CHECK (((NOT ((state)::text = 'rejected'::text)) OR (NOT ((rejection)::text = ''::text)))),
    CONSTRAINT reporting_extract_run CHECK ((((run_id IS NOT NULL) AND ((state)::text = 'approved'::text)) OR ((NOT ((state)::text = 'approved'::text)) AND (run_id IS NULL)))),
    CONSTRAINT reporting_extract_state CHECK (((state)::text = ANY (ARRAY[('proposed'::character varying)::text, ('approved'::character varying)::text, ('rejected'::character varying)::text, ('withdrawn'::character varying)::text]))),
    CONSTRAINT reporting_extract_two_persons CHECK ((((state)::text = 'proposed'::text) OR ((decided_by_id IS NOT NULL) AND ((state)::text = 'withdrawn'::text) AND (decided_by_id = proposed_by_id)) OR ((decided_by_id IS NOT NULL) AND ((state)::text = ANY (ARRAY[('approved'::character varying)::text, ('rejected'::character varying)::text])) AND (NOT ((decided_by_id = proposed_by_id) AND (decided_by_id IS NOT NULL))))))
);

ALTER TABLE public.reporting_extract ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_extract_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_faultyseal (
    id bigint NOT NULL,
    key uuid NOT NULL,
    day date NOT NULL,
    faults jsonb NOT NULL,
    reason character varying(300) NOT NULL,
    state text NOT NULL,
    proposed_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    rejection character varying(300) NOT NULL,
    decided_by_id bigint,
    proposed_by_id bigint NOT NULL,
    CONSTRAINT reporting_faultyseal_decided CHECK ((((decided_at IS NULL) AND (decided_by_id IS NULL) AND (state = 'proposed'::text)) OR ((NOT (state = 'proposed'::text)) AND (decided_at IS NOT NULL) AND (decided_by_id IS NOT NULL)))),
    CONSTRAINT reporting_faultyseal_reason CHECK ((NOT ((reason)::text = ''::text))),
    CONSTRAINT reporting_faultyseal_rejection CHECK (((NOT (state = 'rejected'::text)) OR (NOT ((rejection)::text = ''::text)))),
    CONSTRAINT reporting_faultyseal_state CHECK ((state = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text]))),
    CONSTRAINT reporting_faultyseal_two_persons CHECK (((NOT (state = 'approved'::text)) OR (NOT ((decided_by_id = proposed_by_id) AND (decided_by_id IS NOT NULL)))))
);

ALTER TABLE public.reporting_faultyseal ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_faultyseal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_hourmark (
    id bigint NOT NULL,
    vault character varying(3) NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    horizon bigint NOT NULL,
    looked_at timestamp with time zone NOT NULL,
    tried_at timestamp with time zone,
    made_at timestamp with time zone,
    trouble character varying(20) NOT NULL,
    told jsonb NOT NULL
);

ALTER TABLE public.reporting_hourmark ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_hourmark_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_personrecord (
    id bigint NOT NULL,
    day date NOT NULL,
    at timestamp with time zone NOT NULL,
    salt bytea,
    record text NOT NULL,
    commitment character varying(64) NOT NULL,
    erased_at timestamp with time zone,
    person_id bigint NOT NULL,
    CONSTRAINT reporting_personrecord_commits CHECK (((salt IS NULL) OR ((commitment)::text = encode(sha256((('\x04'::bytea || salt) || convert_to(record, 'UTF8'::name))), 'hex'::text)))),
    CONSTRAINT reporting_personrecord_whole CHECK ((((erased_at IS NULL) AND (salt IS NOT NULL) AND (NOT (record = ''::text))) OR ((erased_at IS NOT NULL) AND (record = ''::text) AND (salt IS NULL))))
);

CREATE VIEW public.reporting_kept_sealed_days WITH (security_invoker='true') AS
 SELECT 'record'::text AS part,
    reporting_personrecord.id,
    ((((reporting_personrecord.day + 1))::timestamp without time zone AT TIME ZONE 'Europe/Lisbon'::text) - '00:00:00.000001'::interval) AS since
   FROM public.reporting_personrecord
  WHERE (reporting_personrecord.erased_at IS NULL)
UNION ALL
 SELECT 'salt'::text AS part,
    (to_char((reporting_daysalt.day)::timestamp with time zone, 'YYYYMMDD'::text))::bigint AS id,
    ((((reporting_daysalt.day + 1))::timestamp without time zone AT TIME ZONE 'Europe/Lisbon'::text) - '00:00:00.000001'::interval) AS since
   FROM public.reporting_daysalt
  WHERE (reporting_daysalt.erased_at IS NULL);

CREATE TABLE public.reporting_lease (
    name character varying(20) NOT NULL,
    holder character varying(80) NOT NULL,
    fence bigint NOT NULL,
    until timestamp with time zone NOT NULL
);

CREATE TABLE public.reporting_ledgerproof (
    id bigint NOT NULL,
    made_at timestamp with time zone NOT NULL,
    agrees boolean NOT NULL,
    accounts bigint NOT NULL,
    transfers bigint NOT NULL,
    rounds bigint NOT NULL,
    differences jsonb NOT NULL,
    difference_count integer NOT NULL,
    parts jsonb NOT NULL,
    heads jsonb NOT NULL,
    since_id bigint,
    walk bigint,
    examined bigint,
    sums jsonb NOT NULL,
    digest character varying(64) NOT NULL,
    CONSTRAINT reporting_proof_from CHECK (((since_id IS NULL) OR (walk IS NULL)))
);

ALTER TABLE public.reporting_ledgerproof ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_ledgerproof_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_lineopening (
    id bigint NOT NULL,
    stop_id bigint NOT NULL,
    key uuid NOT NULL,
    state character varying(8) NOT NULL,
    reason character varying(300) NOT NULL,
    proposed_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    rejection character varying(300) NOT NULL,
    decided_by_id bigint,
    proposed_by_id bigint NOT NULL,
    CONSTRAINT reporting_lineopening_decided CHECK ((((decided_at IS NULL) AND (decided_by_id IS NULL) AND ((state)::text = 'proposed'::text)) OR ((NOT ((state)::text = 'proposed'::text)) AND (decided_at IS NOT NULL) AND (decided_by_id IS NOT NULL)))),
    CONSTRAINT reporting_lineopening_reason CHECK ((NOT ((reason)::text = ''::text))),
    CONSTRAINT reporting_lineopening_rejection CHECK (((NOT ((state)::text = 'rejected'::text)) OR (NOT ((rejection)::text = ''::text)))),
    CONSTRAINT reporting_lineopening_state CHECK (((state)::text = ANY (ARRAY[('proposed'::character varying)::text, ('approved'::character varying)::text, ('rejected'::character varying)::text]))),
    CONSTRAINT reporting_lineopening_two_persons CHECK (((NOT ((state)::text = 'approved'::text)) OR (NOT ((decided_by_id = proposed_by_id) AND (decided_by_id IS NOT NULL)))))
);

ALTER TABLE public.reporting_lineopening ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_lineopening_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_lineoutage (
    id bigint NOT NULL,
    vault character varying(3) NOT NULL,
    part character varying(8) NOT NULL,
    begins_at timestamp with time zone NOT NULL,
    noticed_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone,
    stopped_at timestamp with time zone,
    CONSTRAINT reporting_lineoutage_ends CHECK (((ends_at IS NULL) OR (ends_at >= begins_at))),
    CONSTRAINT reporting_lineoutage_part CHECK (((part)::text = ANY (ARRAY[('gateway'::character varying)::text, ('captor'::character varying)::text, ('safe'::character varying)::text])))
);

ALTER TABLE public.reporting_lineoutage ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_lineoutage_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_logcheckpoint (
    id bigint NOT NULL,
    size bigint NOT NULL,
    root bytea NOT NULL,
    frontier bytea NOT NULL,
    note text NOT NULL,
    signed_at timestamp with time zone NOT NULL,
    CONSTRAINT reporting_checkpoint_size CHECK ((size >= 0))
);

ALTER TABLE public.reporting_logcheckpoint ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_logcheckpoint_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_logleaf (
    id bigint NOT NULL,
    kind text NOT NULL,
    key text NOT NULL,
    facts jsonb NOT NULL,
    at timestamp with time zone NOT NULL,
    number bigint,
    data text,
    hash bytea,
    CONSTRAINT reporting_leaf_hashed CHECK ((NOT (hash IS DISTINCT FROM sha256(('\x00'::bytea || convert_to(data, 'UTF8'::name)))))),
    CONSTRAINT reporting_leaf_kind CHECK ((kind = ANY (ARRAY['shoe'::text, 'rules'::text, 'day'::text, 'correction'::text, 'software'::text, 'key'::text, 'terms'::text, 'incident'::text, 'generator'::text]))),
    CONSTRAINT reporting_leaf_numbered_whole CHECK ((((data IS NULL) AND (hash IS NULL) AND (number IS NULL)) OR ((data IS NOT NULL) AND (hash IS NOT NULL) AND (number >= 0) AND (number IS NOT NULL))))
);

ALTER TABLE public.reporting_logleaf ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_logleaf_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_logtile (
    id bigint NOT NULL,
    level smallint NOT NULL,
    number bigint NOT NULL,
    hashes bytea NOT NULL,
    root bytea NOT NULL
);

ALTER TABLE public.reporting_logtile ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_logtile_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_nightcheck (
    id bigint NOT NULL,
    kind text NOT NULL,
    at timestamp with time zone NOT NULL,
    count bigint NOT NULL,
    told jsonb NOT NULL,
    sealed_id bigint NOT NULL,
    CONSTRAINT reporting_night_counts CHECK ((count >= 0)),
    CONSTRAINT reporting_night_kind CHECK ((kind = ANY (ARRAY['rows'::text, 'archive'::text])))
);

ALTER TABLE public.reporting_nightcheck ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_nightcheck_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_notice (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    left_out boolean NOT NULL,
    due_at timestamp with time zone NOT NULL,
    received_at timestamp with time zone,
    turn_id bigint NOT NULL,
    member_id bigint NOT NULL,
    CONSTRAINT reporting_notice_left_out CHECK (((NOT left_out) OR (received_at IS NULL)))
);

ALTER TABLE public.reporting_notice ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_notice_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.reporting_personrecord ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_personrecord_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_piece (
    id bigint NOT NULL,
    run_id bigint NOT NULL,
    file_id bigint,
    number integer NOT NULL,
    content bytea NOT NULL
);

ALTER TABLE public.reporting_piece ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_piece_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_processminute (
    id bigint NOT NULL,
    minute timestamp with time zone NOT NULL,
    process character varying(80) NOT NULL,
    kind character varying(6) NOT NULL,
    host character varying(30) NOT NULL,
    version character varying(60) NOT NULL,
    began_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    ended boolean NOT NULL,
    figures jsonb NOT NULL,
    slips integer[] NOT NULL,
    steps integer[] NOT NULL,
    pages integer[] NOT NULL
);

ALTER TABLE public.reporting_processminute ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_processminute_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_proofslice (
    id bigint NOT NULL,
    walk bigint NOT NULL,
    number integer NOT NULL,
    made_at timestamp with time zone NOT NULL,
    state jsonb NOT NULL,
    digest character varying(64) NOT NULL
);

ALTER TABLE public.reporting_proofslice ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_proofslice_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_reopening (
    id bigint NOT NULL,
    stop_id bigint NOT NULL,
    key uuid NOT NULL,
    state character varying(8) NOT NULL,
    reason character varying(300) NOT NULL,
    proposed_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    refusal character varying(300) NOT NULL,
    proof_id bigint NOT NULL,
    proposed_by_id bigint NOT NULL,
    decided_by_id bigint,
    CONSTRAINT reporting_reopening_decided CHECK ((((decided_at IS NULL) AND (decided_by_id IS NULL) AND ((state)::text = 'proposed'::text)) OR ((NOT ((state)::text = 'proposed'::text)) AND (decided_at IS NOT NULL) AND (decided_by_id IS NOT NULL)))),
    CONSTRAINT reporting_reopening_reason CHECK ((NOT ((reason)::text = ''::text))),
    CONSTRAINT reporting_reopening_refusal CHECK (((NOT ((state)::text = 'rejected'::text)) OR (NOT ((refusal)::text = ''::text)))),
    CONSTRAINT reporting_reopening_state CHECK (((state)::text = ANY (ARRAY[('proposed'::character varying)::text, ('approved'::character varying)::text, ('rejected'::character varying)::text]))),
    CONSTRAINT reporting_reopening_two_persons CHECK (((NOT ((state)::text = 'approved'::text)) OR (NOT ((decided_by_id = proposed_by_id) AND (decided_by_id IS NOT NULL)))))
);

ALTER TABLE public.reporting_reopening ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_reopening_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_reportrun (
    id bigint NOT NULL,
    key uuid NOT NULL,
    name text NOT NULL,
    definition text NOT NULL,
    software text NOT NULL,
    filter jsonb NOT NULL,
    reason text NOT NULL,
    asked_by_id bigint NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    until timestamp with time zone NOT NULL,
    state text NOT NULL,
    tries integer NOT NULL,
    stored integer NOT NULL,
    pieces integer NOT NULL,
    rows bigint NOT NULL,
    sha256 character varying(64) NOT NULL,
    sums jsonb NOT NULL,
    checks jsonb NOT NULL,
    done_at timestamp with time zone,
    layout jsonb NOT NULL,
    CONSTRAINT reporting_run_counts CHECK (((rows >= 0) AND (stored >= 0) AND (tries >= 0))),
    CONSTRAINT reporting_run_done CHECK (((NOT (state = 'done'::text)) OR ((done_at IS NOT NULL) AND (NOT ((sha256)::text = ''::text))))),
    CONSTRAINT reporting_run_state CHECK ((state = ANY (ARRAY['waiting'::text, 'gathering'::text, 'done'::text, 'failed'::text])))
);

ALTER TABLE public.reporting_reportrun ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_reportrun_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_runfile (
    id bigint NOT NULL,
    run_id bigint NOT NULL,
    format text NOT NULL,
    asked_by_id bigint NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    tries integer NOT NULL,
    state text NOT NULL,
    sha256 character varying(64) NOT NULL,
    size bigint NOT NULL,
    done_at timestamp with time zone,
    CONSTRAINT reporting_file_state CHECK ((state = ANY (ARRAY['waiting'::text, 'gathering'::text, 'done'::text, 'failed'::text])))
);

ALTER TABLE public.reporting_runfile ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_runfile_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_safecorrection (
    id bigint NOT NULL,
    key uuid NOT NULL,
    vault character varying(3) NOT NULL,
    day date NOT NULL,
    number integer NOT NULL,
    reason character varying(300) NOT NULL,
    changes jsonb NOT NULL,
    state text NOT NULL,
    proposed_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    rejection character varying(300) NOT NULL,
    decided_by_id bigint,
    proposed_by_id bigint NOT NULL,
    CONSTRAINT reporting_safecorrection_changes CHECK ((NOT (changes = '[]'::jsonb))),
    CONSTRAINT reporting_safecorrection_counts CHECK ((number >= 1)),
    CONSTRAINT reporting_safecorrection_decided CHECK ((((decided_at IS NULL) AND (decided_by_id IS NULL) AND (state = 'proposed'::text)) OR ((NOT (state = 'proposed'::text)) AND (decided_at IS NOT NULL) AND (decided_by_id IS NOT NULL)))),
    CONSTRAINT reporting_safecorrection_reason CHECK ((NOT ((reason)::text = ''::text))),
    CONSTRAINT reporting_safecorrection_rejection CHECK (((NOT (state = 'rejected'::text)) OR (NOT ((rejection)::text = ''::text)))),
    CONSTRAINT reporting_safecorrection_state CHECK ((state = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text]))),
    CONSTRAINT reporting_safecorrection_two_persons CHECK (((NOT (state = 'approved'::text)) OR (NOT ((decided_by_id = proposed_by_id) AND (decided_by_id IS NOT NULL)))))
);

ALTER TABLE public.reporting_safecorrection ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_safecorrection_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_safefile (
    id bigint NOT NULL,
    vault character varying(3) NOT NULL,
    name character varying(40) NOT NULL,
    number bigint NOT NULL,
    day date NOT NULL,
    made_at timestamp with time zone NOT NULL,
    sha256 character varying(64) NOT NULL,
    size bigint NOT NULL,
    correction integer NOT NULL,
    CONSTRAINT reporting_safefile_counts CHECK (((correction >= 0) AND (number >= 0))),
    CONSTRAINT reporting_safefile_digest CHECK (((sha256)::text ~ '^[0-9a-f]{64}$'::text))
);

ALTER TABLE public.reporting_safefile ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_safefile_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_safemark (
    id bigint NOT NULL,
    vault character varying(3) NOT NULL,
    day date NOT NULL,
    tried_at timestamp with time zone NOT NULL,
    trouble character varying(20) NOT NULL,
    told jsonb NOT NULL,
    correction integer NOT NULL
);

ALTER TABLE public.reporting_safemark ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_safemark_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_safepackage (
    id bigint NOT NULL,
    vault character varying(3) NOT NULL,
    name character varying(40) NOT NULL,
    day date NOT NULL,
    made_at timestamp with time zone NOT NULL,
    sha256 character varying(64) NOT NULL,
    size bigint NOT NULL,
    delivered_at timestamp with time zone,
    receipt jsonb,
    carried jsonb NOT NULL,
    correction integer NOT NULL,
    sums jsonb,
    CONSTRAINT reporting_safepackage_counts CHECK ((correction >= 0)),
    CONSTRAINT reporting_safepackage_delivered_whole CHECK ((((delivered_at IS NULL) AND (receipt IS NULL)) OR ((delivered_at IS NOT NULL) AND (receipt IS NOT NULL)))),
    CONSTRAINT reporting_safepackage_digest CHECK (((sha256)::text ~ '^[0-9a-f]{64}$'::text))
);

ALTER TABLE public.reporting_safepackage ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_safepackage_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_safeparcel (
    id bigint NOT NULL,
    name character varying(48) NOT NULL,
    content bytea NOT NULL,
    made_at timestamp with time zone NOT NULL,
    package_id bigint NOT NULL
);

ALTER TABLE public.reporting_safeparcel ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_safeparcel_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_schedule (
    id bigint NOT NULL,
    key uuid NOT NULL,
    name text NOT NULL,
    rhythm text NOT NULL,
    hour integer NOT NULL,
    format text NOT NULL,
    filter jsonb NOT NULL,
    members jsonb NOT NULL,
    receipt_hours integer NOT NULL,
    state text NOT NULL,
    since timestamp with time zone NOT NULL,
    reason character varying(300) NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    changed_by_id bigint NOT NULL,
    CONSTRAINT reporting_schedule_hour CHECK (((hour >= 1) AND (hour <= 23))),
    CONSTRAINT reporting_schedule_reason CHECK ((NOT ((reason)::text = ''::text))),
    CONSTRAINT reporting_schedule_receipt CHECK ((receipt_hours >= 1)),
    CONSTRAINT reporting_schedule_rhythm CHECK ((rhythm = ANY (ARRAY['day'::text, 'week'::text, 'month'::text]))),
    CONSTRAINT reporting_schedule_state CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'ended'::text])))
);

ALTER TABLE public.reporting_schedule ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_schedule_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_scheduleturn (
    id bigint NOT NULL,
    first_day date NOT NULL,
    last_day date NOT NULL,
    due_at timestamp with time zone NOT NULL,
    format text NOT NULL,
    told_at timestamp with time zone,
    schedule_id bigint NOT NULL,
    run_id bigint,
    CONSTRAINT reporting_turn_told_of_a_report CHECK (((told_at IS NULL) OR (run_id IS NOT NULL)))
);

ALTER TABLE public.reporting_scheduleturn ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_scheduleturn_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_sealedday (
    id bigint NOT NULL,
    day date NOT NULL,
    revision integer NOT NULL,
    manifest text NOT NULL,
    sha256 character varying(64) NOT NULL,
    rows bigint NOT NULL,
    size bigint NOT NULL,
    sealed_at timestamp with time zone NOT NULL,
    faults jsonb NOT NULL,
    leaf_id bigint NOT NULL,
    package_id bigint,
    no_files character varying(100) NOT NULL,
    CONSTRAINT reporting_sealed_counts CHECK (((revision >= 1) AND (rows >= 0) AND (size >= 0))),
    CONSTRAINT reporting_sealed_hashed CHECK (((sha256)::text = encode(sha256(convert_to(manifest, 'UTF8'::name)), 'hex'::text)))
);

ALTER TABLE public.reporting_sealedday ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_sealedday_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_sealmark (
    day date NOT NULL,
    horizon bigint NOT NULL,
    looked_at timestamp with time zone NOT NULL,
    sealed_at timestamp with time zone,
    faults jsonb NOT NULL,
    tried_at timestamp with time zone
);

CREATE TABLE public.reporting_softwarecheck (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    software text NOT NULL,
    sha256 character varying(64) NOT NULL,
    files integer NOT NULL,
    agrees boolean NOT NULL,
    document text NOT NULL
);

ALTER TABLE public.reporting_softwarecheck ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_softwarecheck_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reporting_witnessstate (
    witness text NOT NULL,
    size bigint NOT NULL,
    asked_at timestamp with time zone,
    signed_at timestamp with time zone,
    fault text NOT NULL
);

CREATE TABLE public.reporting_work (
    id bigint NOT NULL,
    key uuid NOT NULL,
    kind text NOT NULL,
    day date,
    asked_by_id bigint NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    state text NOT NULL,
    tries integer NOT NULL,
    done_at timestamp with time zone,
    outcome jsonb,
    details jsonb NOT NULL,
    CONSTRAINT reporting_work_done CHECK (((NOT (state = 'done'::text)) OR ((done_at IS NOT NULL) AND (outcome IS NOT NULL)))),
    CONSTRAINT reporting_work_kind CHECK ((kind = ANY (ARRAY['reconciliation'::text, 'daily-report'::text, 'proof'::text, 'what-if'::text, 'files-proposal'::text, 'files-correction'::text]))),
    CONSTRAINT reporting_work_of_a_day CHECK ((((day IS NULL) AND (kind = 'proof'::text)) OR ((NOT (kind = 'proof'::text)) AND (day IS NOT NULL)))),
    CONSTRAINT reporting_work_state CHECK ((state = ANY (ARRAY['waiting'::text, 'gathering'::text, 'done'::text, 'failed'::text])))
);

ALTER TABLE public.reporting_work ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reporting_work_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_bet (
    id bigint NOT NULL,
    round_id bigint NOT NULL,
    person_id bigint NOT NULL,
    session_id bigint NOT NULL,
    key uuid NOT NULL,
    chance character varying(20) NOT NULL,
    stake bigint NOT NULL,
    outcome character varying(6) NOT NULL,
    prize bigint NOT NULL,
    commission bigint NOT NULL,
    returned bigint NOT NULL,
    CONSTRAINT bet_paid_not_negative CHECK (((commission >= 0) AND (prize >= 0) AND (returned >= 0))),
    CONSTRAINT bet_stake_not_negative CHECK ((stake >= 0))
)
WITH (fillfactor='45');

ALTER TABLE public.tables_bet ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_bet_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_cardevent (
    id bigint NOT NULL,
    key uuid NOT NULL,
    kind character varying(10) NOT NULL,
    slot character varying(2) NOT NULL,
    card character varying(2) NOT NULL,
    deck character varying(4) NOT NULL,
    source character varying(7) NOT NULL,
    device character varying(40) NOT NULL,
    refusal character varying(20) NOT NULL,
    reason character varying(300) NOT NULL,
    at timestamp with time zone NOT NULL,
    croupier_id bigint,
    decided_by_id bigint,
    replaces_id bigint,
    round_id bigint,
    shoe_id bigint,
    table_id bigint NOT NULL,
    CONSTRAINT card_event_drawn_has_a_place CHECK (((((kind)::text = 'drawn'::text) AND (round_id IS NOT NULL) AND ((slot)::text = ANY (ARRAY[('P1'::character varying)::text, ('B1'::character varying)::text, ('P2'::character varying)::text, ('B2'::character varying)::text, ('P3'::character varying)::text, ('B3'::character varying)::text]))) OR ((NOT ((kind)::text = 'drawn'::text)) AND ((slot)::text = ''::text)))),
    CONSTRAINT card_event_has_a_croupier CHECK (((croupier_id IS NOT NULL) OR ((source)::text = 'robot'::text) OR ((kind)::text = 'refused'::text))),
    CONSTRAINT card_event_keyed_by_two CHECK (((NOT (((kind)::text = 'drawn'::text) AND ((source)::text = 'hand'::text))) OR ((decided_by_id IS NOT NULL) AND (NOT ((decided_by_id = croupier_id) AND (decided_by_id IS NOT NULL) AND (croupier_id IS NOT NULL)))))),
    CONSTRAINT card_event_kind_known CHECK (((kind)::text = ANY (ARRAY[('drawn'::character varying)::text, ('burnt'::character varying)::text, ('taken-back'::character varying)::text, ('refused'::character varying)::text]))),
    CONSTRAINT card_event_names_a_card CHECK ((((kind)::text = 'refused'::text) OR (NOT ((card)::text = ''::text)))),
    CONSTRAINT card_event_refusal_alone CHECK ((((kind)::text = 'refused'::text) OR (((refusal)::text = ''::text) AND (shoe_id IS NOT NULL)))),
    CONSTRAINT card_event_source_known CHECK (((source)::text = ANY (ARRAY[('scanner'::character varying)::text, ('hand'::character varying)::text, ('robot'::character varying)::text]))),
    CONSTRAINT card_event_taken_back_by_another CHECK (((decided_by_id IS NOT NULL) OR (NOT ((kind)::text = 'taken-back'::text)))),
    CONSTRAINT card_event_taken_back_of_one CHECK (((((kind)::text = 'taken-back'::text) AND (replaces_id IS NOT NULL)) OR ((NOT ((kind)::text = 'taken-back'::text)) AND (replaces_id IS NULL))))
);

ALTER TABLE public.tables_cardevent ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_cardevent_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_clockchange (
    id bigint NOT NULL,
    dealer character varying(60) NOT NULL,
    at timestamp with time zone NOT NULL,
    ahead_ms bigint NOT NULL,
    agrees boolean NOT NULL,
    CONSTRAINT clock_change_of_a_dealer CHECK ((NOT ((dealer)::text = ''::text)))
);

ALTER TABLE public.tables_clockchange ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_clockchange_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_closedconnection (
    id bigint NOT NULL,
    connection_id bigint NOT NULL
);

ALTER TABLE public.tables_closedconnection ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_closedconnection_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_comparison (
    id bigint NOT NULL,
    number integer NOT NULL,
    compared_at timestamp with time zone,
    differences integer NOT NULL,
    table_id bigint NOT NULL
);

ALTER TABLE public.tables_comparison ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_comparison_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_configuration (
    id bigint NOT NULL,
    table_id bigint NOT NULL,
    number integer NOT NULL,
    key uuid NOT NULL,
    status character varying(10) NOT NULL,
    terms jsonb NOT NULL,
    revision integer NOT NULL,
    authors bigint[] NOT NULL,
    drafted_at timestamp with time zone NOT NULL,
    submitted_by_id bigint,
    submitted_at timestamp with time zone,
    decided_by_id bigint,
    decided_at timestamp with time zone,
    decision_reason character varying(300) NOT NULL,
    reference character varying(80) NOT NULL,
    in_force_from timestamp with time zone,
    superseded_at timestamp with time zone,
    compared_with_id bigint,
    starts_at timestamp with time zone,
    taken_back_at timestamp with time zone,
    taken_back_by_id bigint,
    taken_back_reason character varying(300) NOT NULL,
    proposed_start timestamp with time zone,
    CONSTRAINT configuration_approved_by_somebody CHECK ((((status)::text = ANY (ARRAY[('draft'::character varying)::text, ('submitted'::character varying)::text, ('rejected'::character varying)::text, ('withdrawn'::character varying)::text])) OR ((decided_by_id IS NOT NULL) AND (NOT ((reference)::text = ''::text))))),
    CONSTRAINT configuration_decided_by_another CHECK ((((status)::text <> ALL (ARRAY[('approved'::character varying)::text, ('in-force'::character varying)::text, ('superseded'::character varying)::text, ('revoked'::character varying)::text])) OR ((decided_by_id = ANY (authors)) IS FALSE))),
    CONSTRAINT configuration_in_force_since CHECK ((((status)::text = ANY (ARRAY[('draft'::character varying)::text, ('submitted'::character varying)::text, ('rejected'::character varying)::text, ('withdrawn'::character varying)::text, ('approved'::character varying)::text, ('revoked'::character varying)::text])) OR (in_force_from IS NOT NULL))),
    CONSTRAINT configuration_not_before_its_start CHECK (((starts_at IS NULL) OR (in_force_from IS NULL) OR (in_force_from >= starts_at))),
    CONSTRAINT configuration_start_proposed_with_it CHECK (((proposed_start IS NULL) OR (submitted_at IS NOT NULL))),
    CONSTRAINT configuration_submitted_by_an_author CHECK (((submitted_by_id IS NULL) OR ((submitted_by_id = ANY (authors)) IS TRUE))),
    CONSTRAINT configuration_taken_back_whole CHECK ((((NOT ((taken_back_reason)::text = ''::text)) AND ((status)::text = ANY (ARRAY[('withdrawn'::character varying)::text, ('revoked'::character varying)::text])) AND (taken_back_at IS NOT NULL) AND (taken_back_by_id IS NOT NULL)) OR ((NOT ((status)::text = ANY (ARRAY[('withdrawn'::character varying)::text, ('revoked'::character varying)::text]))) AND (taken_back_at IS NULL) AND (taken_back_by_id IS NULL) AND ((taken_back_reason)::text = ''::text)))),
    CONSTRAINT configuration_withdrawn_by_an_author CHECK ((((status)::text <> 'withdrawn'::text) OR ((taken_back_by_id = ANY (authors)) IS TRUE)))
);

ALTER TABLE public.tables_configuration ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_configuration_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_connection (
    id bigint NOT NULL,
    code uuid NOT NULL,
    process_id uuid NOT NULL,
    person_id bigint NOT NULL,
    table_id bigint NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    close_code integer,
    address character varying(45) NOT NULL,
    device character varying(40) NOT NULL,
    CONSTRAINT connection_closed_after CHECK (((closed_at IS NULL) OR (closed_at >= opened_at))),
    CONSTRAINT connection_code_with_close CHECK (((close_code IS NULL) OR (closed_at IS NOT NULL)))
);

ALTER TABLE public.tables_connection ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_connection_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_courtday (
    id bigint NOT NULL,
    day date NOT NULL,
    place character varying(30) NOT NULL,
    stream character varying(20) NOT NULL,
    "values" double precision[] NOT NULL,
    rounds bigint NOT NULL,
    last_number bigint NOT NULL,
    threshold double precision NOT NULL,
    configuration_id bigint,
    table_id bigint
);

ALTER TABLE public.tables_courtday ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_courtday_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_courtmark (
    id bigint NOT NULL,
    name character varying(10) NOT NULL,
    last bigint NOT NULL,
    seen bigint NOT NULL,
    horizon bigint NOT NULL,
    looked_at timestamp with time zone,
    generator_at timestamp with time zone,
    day date,
    kept_from date,
    events_from date
);

ALTER TABLE public.tables_courtmark ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_courtmark_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_courtstate (
    id bigint NOT NULL,
    place character varying(30) NOT NULL,
    stream character varying(20) NOT NULL,
    "values" double precision[] NOT NULL,
    rounds bigint NOT NULL,
    since bigint NOT NULL,
    last_number bigint NOT NULL,
    last_at timestamp with time zone,
    trace jsonb NOT NULL,
    configuration_id bigint,
    table_id bigint,
    day date,
    threshold double precision NOT NULL,
    period_highest double precision NOT NULL,
    period_powers double precision[] NOT NULL,
    period_rounds bigint NOT NULL,
    period_since timestamp with time zone
);

ALTER TABLE public.tables_courtstate ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_courtstate_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_cut (
    id bigint NOT NULL,
    shoe_id bigint NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    closes_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    shown_until timestamp with time zone,
    decided_at timestamp with time zone,
    CONSTRAINT cut_closed_when_due CHECK ((((closed_at IS NULL) AND (decided_at IS NULL) AND (shown_until IS NULL)) OR ((closed_at >= closes_at) AND (closed_at IS NOT NULL))))
);

ALTER TABLE public.tables_cut ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_cut_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_cutnumber (
    id bigint NOT NULL,
    cut_id bigint NOT NULL,
    session_id bigint NOT NULL,
    seat integer NOT NULL,
    commitment character varying(64) NOT NULL,
    committed_at timestamp with time zone NOT NULL,
    number character varying(32) NOT NULL,
    shown_at timestamp with time zone,
    CONSTRAINT cut_number_seat_exists CHECK (((seat >= 1) AND (seat <= 9))),
    CONSTRAINT cut_number_shown_whole CHECK (((((number)::text = ''::text) AND (shown_at IS NULL)) OR ((NOT ((number)::text = ''::text)) AND (shown_at IS NOT NULL))))
);

ALTER TABLE public.tables_cutnumber ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_cutnumber_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_driftalarm (
    id bigint NOT NULL,
    place character varying(30) NOT NULL,
    stream character varying(20) NOT NULL,
    number bigint NOT NULL,
    round_code character varying(64) NOT NULL,
    at timestamp with time zone NOT NULL,
    rounds bigint NOT NULL,
    since bigint NOT NULL,
    evidence double precision NOT NULL,
    threshold double precision NOT NULL,
    what character varying(20) NOT NULL,
    more boolean NOT NULL,
    stop_due_at timestamp with time zone NOT NULL,
    let_on_at timestamp with time zone,
    let_on_reason character varying(300) NOT NULL,
    proposed_at timestamp with time zone,
    cause character varying(1000) NOT NULL,
    solution character varying(1000) NOT NULL,
    decided_at timestamp with time zone,
    configuration_id bigint,
    decided_by_id bigint,
    incident_id bigint NOT NULL,
    let_on_by_id bigint,
    proposed_by_id bigint,
    stop_id bigint,
    table_id bigint,
    CONSTRAINT drift_alarm_let_on_whole CHECK ((((let_on_at IS NULL) AND (let_on_by_id IS NULL) AND ((let_on_reason)::text = ''::text)) OR ((NOT ((let_on_reason)::text = ''::text)) AND (let_on_at IS NOT NULL) AND (let_on_by_id IS NOT NULL) AND (stop_id IS NULL)))),
    CONSTRAINT drift_alarm_proposed_whole CHECK (((((cause)::text = ''::text) AND (proposed_at IS NULL) AND (proposed_by_id IS NULL) AND ((solution)::text = ''::text)) OR ((NOT ((cause)::text = ''::text)) AND (NOT ((solution)::text = ''::text)) AND (proposed_at IS NOT NULL) AND (proposed_by_id IS NOT NULL) AND (stop_id IS NOT NULL)))),
    CONSTRAINT drift_alarm_two_persons CHECK ((((decided_at IS NULL) AND (decided_by_id IS NULL)) OR ((NOT ((decided_by_id = proposed_by_id) AND (decided_by_id IS NOT NULL) AND (proposed_by_id IS NOT NULL))) AND (decided_at IS NOT NULL) AND (decided_by_id IS NOT NULL) AND (proposed_by_id IS NOT NULL))))
);

ALTER TABLE public.tables_driftalarm ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_driftalarm_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_finishedround (
    id bigint NOT NULL,
    round_id bigint NOT NULL
);

ALTER TABLE public.tables_finishedround ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_finishedround_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_incident (
    id bigint NOT NULL,
    key uuid NOT NULL,
    kind character varying(20) NOT NULL,
    table_id bigint,
    subject character varying(80) NOT NULL,
    facts jsonb NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    opened_by_id bigint,
    told_at timestamp with time zone,
    told_by_id bigint,
    closed_at timestamp with time zone,
    closed_by_id bigint,
    cause text NOT NULL,
    solution text NOT NULL,
    lessons text NOT NULL,
    owner_id bigint,
    severity smallint,
    amount bigint,
    people integer,
    standstill integer,
    word text DEFAULT ''::text NOT NULL,
    containment text DEFAULT ''::text NOT NULL,
    revision integer DEFAULT 0 NOT NULL,
    proposed_at timestamp with time zone,
    proposed_by_id bigint,
    CONSTRAINT incident_closed_by_two CHECK (((closed_by_id IS NULL) OR (proposed_by_id IS NULL) OR (NOT ((closed_by_id = proposed_by_id) AND (closed_by_id IS NOT NULL) AND (proposed_by_id IS NOT NULL))))),
    CONSTRAINT incident_closed_with_cause CHECK (((closed_at IS NULL) OR ((closed_by_id IS NOT NULL) AND (NOT (cause = ''::text)) AND (NOT (solution = ''::text))))),
    CONSTRAINT incident_end_proposed_whole CHECK ((((proposed_at IS NULL) AND (proposed_by_id IS NULL)) OR ((proposed_at IS NOT NULL) AND (proposed_by_id IS NOT NULL) AND (NOT ((cause = ''::text) OR (solution = ''::text) OR (lessons = ''::text)))))),
    CONSTRAINT incident_extent_not_negative CHECK ((((amount IS NULL) OR (amount >= 0)) AND ((people IS NULL) OR (people >= 0)) AND ((standstill IS NULL) OR (standstill >= 0)))),
    CONSTRAINT incident_kind_known CHECK (((kind)::text = ANY (ARRAY[('stuck-round'::character varying)::text, ('void-round'::character varying)::text, ('shoe-unfit'::character varying)::text, ('cards-differ'::character varying)::text, ('over-risk'::character varying)::text, ('ledger'::character varying)::text, ('adapter-silent'::character varying)::text, ('drift'::character varying)::text, ('day-unsealed'::character varying)::text, ('files-late'::character varying)::text, ('regulator-line'::character varying)::text, ('log-split'::character varying)::text, ('software'::character varying)::text, ('other'::character varying)::text]))),
    CONSTRAINT incident_severity_known CHECK (((severity IS NULL) OR (severity = ANY (ARRAY[1, 2, 3])))),
    CONSTRAINT incident_told_by_somebody CHECK (((told_at IS NULL) OR (told_by_id IS NOT NULL)))
);

ALTER TABLE public.tables_incident ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_incident_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_incidentnote (
    id bigint NOT NULL,
    incident_id bigint NOT NULL,
    key uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    by_id bigint NOT NULL,
    text text NOT NULL,
    CONSTRAINT incident_note_says_something CHECK ((NOT (text = ''::text)))
);

ALTER TABLE public.tables_incidentnote ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_incidentnote_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_keyedcard (
    id bigint NOT NULL,
    key uuid NOT NULL,
    slot character varying(2) NOT NULL,
    card character varying(2) NOT NULL,
    keyed_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    confirmed boolean,
    decided_by_id bigint,
    keyed_by_id bigint NOT NULL,
    round_id bigint NOT NULL,
    CONSTRAINT keyed_card_confirmed_by_another CHECK (((NOT (confirmed AND (confirmed IS NOT NULL))) OR (NOT ((decided_by_id = keyed_by_id) AND (decided_by_id IS NOT NULL))))),
    CONSTRAINT keyed_card_decided_whole CHECK ((((confirmed IS NULL) AND (decided_at IS NULL) AND (decided_by_id IS NULL)) OR ((confirmed IS NOT NULL) AND (decided_at IS NOT NULL) AND (decided_by_id IS NOT NULL)) OR ((NOT confirmed) AND (confirmed IS NOT NULL) AND (decided_at IS NOT NULL)))),
    CONSTRAINT keyed_card_has_a_place CHECK (((slot)::text = ANY (ARRAY[('P1'::character varying)::text, ('B1'::character varying)::text, ('P2'::character varying)::text, ('B2'::character varying)::text, ('P3'::character varying)::text, ('B3'::character varying)::text])))
);

ALTER TABLE public.tables_keyedcard ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_keyedcard_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_papershoe (
    shoe_id bigint NOT NULL,
    decks character varying(4)[] NOT NULL,
    shuffled_by character varying(7) NOT NULL,
    begun_at timestamp with time zone NOT NULL,
    burns boolean NOT NULL,
    begun_by_id bigint,
    CONSTRAINT paper_shoe_begun_by CHECK (((begun_by_id IS NOT NULL) OR ((shuffled_by)::text = 'robot'::text))),
    CONSTRAINT paper_shoe_has_decks CHECK ((
CASE
    WHEN (decks IS NULL) THEN NULL::integer
    ELSE COALESCE(array_length(decks, 1), 0)
END > 0)),
    CONSTRAINT paper_shoe_shuffled_somehow CHECK (((shuffled_by)::text = ANY (ARRAY[('hand'::character varying)::text, ('machine'::character varying)::text, ('robot'::character varying)::text])))
);

CREATE TABLE public.tables_playsession (
    id bigint NOT NULL,
    code uuid NOT NULL,
    person_id bigint NOT NULL,
    table_id bigint NOT NULL,
    key uuid NOT NULL,
    account bigint NOT NULL,
    seat integer NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    end_reason character varying(20) NOT NULL,
    away boolean NOT NULL,
    leaving boolean NOT NULL,
    last_bet_at timestamp with time zone,
    invited_at timestamp with time zone,
    warning_shown_at timestamp with time zone,
    check_due_at timestamp with time zone,
    expected_loss bigint NOT NULL,
    rounds_missed integer NOT NULL,
    rounds integer NOT NULL,
    staked bigint NOT NULL,
    returned bigint NOT NULL,
    prizes bigint NOT NULL,
    commission bigint NOT NULL,
    address character varying(45) DEFAULT ''::character varying NOT NULL,
    region character varying(6) DEFAULT ''::character varying NOT NULL,
    sign_in uuid,
    pairs jsonb,
    CONSTRAINT session_seat_exists CHECK (((seat >= 1) AND (seat <= 9)))
)
WITH (fillfactor='70');

ALTER TABLE public.tables_playsession ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_playsession_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.tables_public_bet WITH (security_invoker='true') AS
 SELECT id,
    round_id,
    person_id,
    session_id,
    key,
    chance,
    stake,
    outcome,
    prize,
    commission,
    returned
   FROM public.tables_bet;

CREATE VIEW public.tables_public_cardevent WITH (security_invoker='true') AS
 SELECT id,
    shoe_id,
    table_id,
    round_id,
    kind,
    slot,
    card,
    deck,
    source,
    device,
    refusal,
    croupier_id,
    decided_by_id,
    at,
    replaces_id
   FROM public.tables_cardevent;

CREATE VIEW public.tables_public_clockchange WITH (security_invoker='true') AS
 SELECT dealer,
    at,
    ahead_ms,
    agrees,
    id
   FROM public.tables_clockchange;

CREATE VIEW public.tables_public_closedconnection WITH (security_invoker='true') AS
 SELECT id,
    connection_id
   FROM public.tables_closedconnection;

CREATE VIEW public.tables_public_configuration WITH (security_invoker='true') AS
 SELECT table_id,
    number,
    terms,
    reference,
    in_force_from,
    submitted_by_id,
    decided_by_id,
    id
   FROM public.tables_configuration;

CREATE VIEW public.tables_public_connection WITH (security_invoker='true') AS
 SELECT id,
    code,
    process_id,
    person_id,
    table_id,
    opened_at,
    closed_at,
    close_code,
    address,
    device
   FROM public.tables_connection;

CREATE VIEW public.tables_public_finishedround WITH (security_invoker='true') AS
 SELECT id,
    round_id
   FROM public.tables_finishedround;

CREATE VIEW public.tables_public_papershoe WITH (security_invoker='true') AS
 SELECT shoe_id,
    decks,
    shuffled_by,
    begun_by_id,
    begun_at,
    burns
   FROM public.tables_papershoe;

CREATE VIEW public.tables_public_playsession WITH (security_invoker='true') AS
 SELECT id,
    code,
    person_id,
    table_id,
    seat,
    started_at,
    ended_at,
    end_reason,
    rounds,
    staked,
    returned,
    prizes,
    commission
   FROM public.tables_playsession;

CREATE TABLE public.tables_round (
    id bigint NOT NULL,
    table_id bigint NOT NULL,
    configuration_id bigint NOT NULL,
    shoe_id bigint NOT NULL,
    number integer NOT NULL,
    code character varying(64) NOT NULL,
    round_of_shoe integer NOT NULL,
    first_card integer NOT NULL,
    phase character varying(8) NOT NULL,
    stakes_account bigint NOT NULL,
    sums jsonb NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    closes_at timestamp with time zone,
    closed_at timestamp with time zone,
    settled_at timestamp with time zone,
    voided_at timestamp with time zone,
    void_reason character varying(300) NOT NULL,
    cards character varying(2)[] NOT NULL,
    winner character varying(6) NOT NULL,
    proofs jsonb NOT NULL,
    staked bigint GENERATED ALWAYS AS (((((((((((((((COALESCE(((sums ->> 'ponto'::text))::bigint, (0)::bigint) + COALESCE(((sums ->> 'banca'::text))::bigint, (0)::bigint)) + COALESCE(((sums ->> 'banca-no-commission'::text))::bigint, (0)::bigint)) + COALESCE(((sums ->> 'empate'::text))::bigint, (0)::bigint)) + COALESCE(((sums ->> 'par-ponto'::text))::bigint, (0)::bigint)) + COALESCE(((sums ->> 'par-banca'::text))::bigint, (0)::bigint)) + COALESCE(((sums ->> 'qualquer-par'::text))::bigint, (0)::bigint)) + COALESCE(((sums ->> 'par-perfeito'::text))::bigint, (0)::bigint)) + COALESCE(((sums ->> 'natural-ponto'::text))::bigint, (0)::bigint)) + COALESCE(((sums ->> 'natural-banca'::text))::bigint, (0)::bigint)) + COALESCE(((sums ->> 'bonus-ponto'::text))::bigint, (0)::bigint)) + COALESCE(((sums ->> 'bonus-banca'::text))::bigint, (0)::bigint)) + COALESCE(((sums ->> 'lucky-six'::text))::bigint, (0)::bigint)) + COALESCE(((sums ->> 'lucky-six-2'::text))::bigint, (0)::bigint)) + COALESCE(((sums ->> 'lucky-six-3'::text))::bigint, (0)::bigint))) STORED,
    CONSTRAINT round_phase_has_its_moments CHECK ((((closed_at IS NULL) AND ((phase)::text = 'betting'::text) AND (settled_at IS NULL) AND (voided_at IS NULL)) OR ((closed_at IS NOT NULL) AND ((phase)::text = ANY (ARRAY[('closed'::character varying)::text, ('dealing'::character varying)::text])) AND (settled_at IS NULL) AND (voided_at IS NULL)) OR ((closed_at IS NOT NULL) AND ((phase)::text = 'settled'::text) AND (settled_at IS NOT NULL) AND (voided_at IS NULL)) OR (((phase)::text = 'void'::text) AND (settled_at IS NULL) AND (voided_at IS NOT NULL)))),
    CONSTRAINT round_settled_has_cards CHECK (((NOT ((phase)::text = 'settled'::text)) OR ((
CASE
    WHEN (cards IS NULL) THEN NULL::integer
    ELSE COALESCE(array_length(cards, 1), 0)
END >= 4) AND (NOT ((winner)::text = ''::text))))),
    CONSTRAINT round_void_has_reason CHECK (((NOT ((phase)::text = 'void'::text)) OR (NOT ((void_reason)::text = ''::text))))
)
WITH (fillfactor='70');

CREATE VIEW public.tables_public_round WITH (security_invoker='true') AS
 SELECT id,
    code,
    table_id,
    configuration_id,
    shoe_id,
    number,
    round_of_shoe,
    first_card,
    phase,
    stakes_account,
    sums,
    void_reason,
    cards,
    winner,
    proofs,
    opened_at,
    closes_at,
    closed_at,
    settled_at,
    voided_at
   FROM public.tables_round;

CREATE TABLE public.tables_shoe (
    id bigint NOT NULL,
    table_id bigint NOT NULL,
    number integer NOT NULL,
    scope character varying(5) NOT NULL,
    root character varying(64) NOT NULL,
    sealed bytea NOT NULL,
    decks integer NOT NULL,
    card_count integer NOT NULL,
    cut integer NOT NULL,
    rounds_after_cut integer NOT NULL,
    dealt integer NOT NULL,
    round_of_shoe integer NOT NULL,
    last_round integer,
    created_at timestamp with time zone NOT NULL,
    header jsonb,
    header_path character varying(64)[] NOT NULL,
    start integer DEFAULT 0 NOT NULL,
    CONSTRAINT shoe_committed_unless_paper CHECK ((((header IS NULL) AND ((root)::text = ''::text) AND ((scope)::text = 'paper'::text)) OR ((NOT ((scope)::text = 'paper'::text)) AND (NOT ((root)::text = ''::text))))),
    CONSTRAINT shoe_dealt_within CHECK (((dealt >= 0) AND (dealt <= card_count))),
    CONSTRAINT shoe_header_whole CHECK ((((header IS NULL) AND (
CASE
    WHEN (header_path IS NULL) THEN NULL::integer
    ELSE COALESCE(array_length(header_path, 1), 0)
END = 0)) OR ((header IS NOT NULL) AND (
CASE
    WHEN (header_path IS NULL) THEN NULL::integer
    ELSE COALESCE(array_length(header_path, 1), 0)
END > 0)))),
    CONSTRAINT shoe_starts_within CHECK (((start >= 0) AND (start < card_count)))
);

CREATE VIEW public.tables_public_shoe WITH (security_invoker='true') AS
 SELECT id,
    table_id,
    number,
    scope,
    root,
    decks,
    card_count,
    created_at,
    header,
    header_path
   FROM public.tables_shoe;

CREATE TABLE public.tables_slip (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    key uuid NOT NULL,
    round_id bigint NOT NULL,
    session_id bigint,
    number character varying(8) NOT NULL,
    lines jsonb NOT NULL,
    received_at timestamp with time zone NOT NULL,
    taken_at timestamp with time zone NOT NULL,
    refusal jsonb,
    address character varying(45) DEFAULT ''::character varying NOT NULL,
    region character varying(6) DEFAULT ''::character varying NOT NULL,
    sign_in uuid
);

CREATE VIEW public.tables_public_slip WITH (security_invoker='true') AS
 SELECT id,
    person_id,
    key,
    round_id,
    session_id,
    number,
    lines,
    refusal,
    received_at,
    taken_at
   FROM public.tables_slip;

CREATE TABLE public.tables_staffact (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    by_id bigint,
    action character varying(40) NOT NULL,
    table_id bigint,
    subject character varying(80) NOT NULL,
    before jsonb NOT NULL,
    after jsonb NOT NULL,
    reason character varying(300) NOT NULL
);

CREATE VIEW public.tables_public_staffact WITH (security_invoker='true') AS
 SELECT table_id,
    action,
    subject,
    reason,
    before,
    after,
    by_id,
    at
   FROM public.tables_staffact;

CREATE TABLE public.tables_table (
    id bigint NOT NULL,
    code character varying(40) NOT NULL,
    name character varying(60) NOT NULL,
    currency character varying(4) NOT NULL,
    kind character varying(12) NOT NULL,
    status character varying(8) NOT NULL,
    status_reason character varying(200) NOT NULL,
    version bigint NOT NULL,
    round_count integer NOT NULL,
    due_at timestamp with time zone,
    dealer character varying(60) NOT NULL,
    lease_until timestamp with time zone,
    fence bigint NOT NULL,
    risk_limit bigint,
    hours jsonb NOT NULL,
    hours_applied_at timestamp with time zone,
    opened_at timestamp with time zone NOT NULL,
    current_round_id bigint,
    configuration_id bigint,
    shoe_id bigint,
    robot boolean DEFAULT false NOT NULL,
    film_delay smallint DEFAULT 500 NOT NULL,
    film_hls character varying(300) DEFAULT ''::character varying NOT NULL,
    film_whep character varying(300) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT table_currency_known CHECK (((currency)::text = ANY (ARRAY[('EUR'::character varying)::text, ('PLAY'::character varying)::text]))),
    CONSTRAINT table_film_delay_bounded CHECK (((film_delay >= 0) AND (film_delay <= 3000))),
    CONSTRAINT table_filmed_has_a_croupier CHECK (((((film_hls)::text = ''::text) AND ((film_whep)::text = ''::text)) OR ((kind)::text = 'croupier'::text))),
    CONSTRAINT table_kind_known CHECK (((kind)::text = ANY (ARRAY[('shared'::character varying)::text, ('individual'::character varying)::text, ('croupier'::character varying)::text]))),
    CONSTRAINT table_open_is_configured CHECK ((((status)::text = 'closed'::text) OR (configuration_id IS NOT NULL))),
    CONSTRAINT table_risk_limit_positive CHECK (((risk_limit IS NULL) OR (risk_limit > 0))),
    CONSTRAINT table_robot_plays_for_nothing CHECK (((NOT robot) OR (((currency)::text = 'PLAY'::text) AND ((kind)::text = 'croupier'::text)))),
    CONSTRAINT table_status_known CHECK (((status)::text = ANY (ARRAY[('closed'::character varying)::text, ('open'::character varying)::text, ('paused'::character varying)::text, ('closing'::character varying)::text])))
)
WITH (fillfactor='50');
ALTER TABLE ONLY public.tables_table ALTER COLUMN current_round_id SET STATISTICS 0;
ALTER TABLE ONLY public.tables_table ALTER COLUMN shoe_id SET STATISTICS 0;

CREATE VIEW public.tables_public_table WITH (security_invoker='true') AS
 SELECT id,
    code,
    currency
   FROM public.tables_table;

CREATE TABLE public.tables_voidopening (
    id bigint NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    cards character varying(2)[] NOT NULL,
    proofs jsonb NOT NULL,
    unreadable boolean NOT NULL,
    round_id bigint NOT NULL,
    paper boolean DEFAULT false NOT NULL,
    CONSTRAINT void_opening_shows_a_round CHECK ((((
CASE
    WHEN (cards IS NULL) THEN NULL::integer
    ELSE COALESCE(array_length(cards, 1), 0)
END = 0) AND (NOT paper) AND unreadable) OR ((
CASE
    WHEN (cards IS NULL) THEN NULL::integer
    ELSE COALESCE(array_length(cards, 1), 0)
END <= 6) AND paper AND (NOT unreadable)) OR ((
CASE
    WHEN (cards IS NULL) THEN NULL::integer
    ELSE COALESCE(array_length(cards, 1), 0)
END >= 4) AND (
CASE
    WHEN (cards IS NULL) THEN NULL::integer
    ELSE COALESCE(array_length(cards, 1), 0)
END <= 6) AND (NOT paper) AND (NOT unreadable))))
);

CREATE VIEW public.tables_public_voidopening WITH (security_invoker='true') AS
 SELECT id,
    round_id,
    opened_at,
    cards,
    proofs,
    unreadable
   FROM public.tables_voidopening;

CREATE TABLE public.tables_webprocess (
    code uuid NOT NULL,
    seen_at timestamp with time zone NOT NULL
);

CREATE VIEW public.tables_public_webprocess WITH (security_invoker='true') AS
 SELECT code,
    seen_at
   FROM public.tables_webprocess;

ALTER TABLE public.tables_round ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_round_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_scanner (
    id bigint NOT NULL,
    key uuid NOT NULL,
    name character varying(40) NOT NULL,
    digest character varying(64) NOT NULL,
    reason character varying(300) NOT NULL,
    issued_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    issued_by_id bigint NOT NULL,
    revoked_by_id bigint,
    table_id bigint NOT NULL,
    CONSTRAINT scanner_digest_whole CHECK (((digest)::text ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT scanner_has_a_name CHECK ((NOT ((name)::text = ''::text))),
    CONSTRAINT scanner_has_a_reason CHECK ((NOT ((reason)::text = ''::text))),
    CONSTRAINT scanner_revoked_whole CHECK ((((revoked_at IS NULL) AND (revoked_by_id IS NULL)) OR ((revoked_at >= issued_at) AND (revoked_at IS NOT NULL) AND (revoked_by_id IS NOT NULL))))
);

ALTER TABLE public.tables_scanner ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_scanner_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_secondreading (
    id bigint NOT NULL,
    opinion character varying(7) NOT NULL,
    at timestamp with time zone NOT NULL,
    event_id bigint NOT NULL,
    CONSTRAINT second_reading_opinion_known CHECK (((opinion)::text = ANY (ARRAY[('agrees'::character varying)::text, ('differs'::character varying)::text, ('unsure'::character varying)::text])))
);

ALTER TABLE public.tables_secondreading ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_secondreading_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_shift (
    id bigint NOT NULL,
    key uuid NOT NULL,
    began_at timestamp with time zone NOT NULL,
    first_round integer NOT NULL,
    ended_at timestamp with time zone,
    croupier_id bigint NOT NULL,
    relieved_by_id bigint,
    table_id bigint NOT NULL,
    CONSTRAINT shift_ended_by_a_person CHECK ((((ended_at IS NULL) AND (relieved_by_id IS NULL)) OR ((ended_at >= began_at) AND (ended_at IS NOT NULL) AND (relieved_by_id IS NOT NULL))))
);

ALTER TABLE public.tables_shift ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_shift_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.tables_shoe ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_shoe_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.tables_slip ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_slip_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_squeeze (
    id bigint NOT NULL,
    hand character varying(5) NOT NULL,
    seat integer NOT NULL,
    stake bigint NOT NULL,
    offered_at timestamp with time zone NOT NULL,
    turned_at timestamp with time zone,
    third_at timestamp with time zone,
    round_id bigint NOT NULL,
    session_id bigint NOT NULL,
    CONSTRAINT squeeze_hand_exists CHECK (((hand)::text = ANY (ARRAY[('ponto'::character varying)::text, ('banca'::character varying)::text]))),
    CONSTRAINT squeeze_has_a_stake CHECK ((stake > 0)),
    CONSTRAINT squeeze_seat_exists CHECK (((seat >= 1) AND (seat <= 9))),
    CONSTRAINT squeeze_third_after CHECK (((third_at IS NULL) OR (third_at >= offered_at))),
    CONSTRAINT squeeze_turned_after CHECK (((turned_at IS NULL) OR (turned_at >= offered_at)))
);

ALTER TABLE public.tables_squeeze ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_squeeze_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.tables_staffact ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_staffact_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_stop (
    id bigint NOT NULL,
    scope character varying(40) NOT NULL,
    reason character varying(300) NOT NULL,
    by_id bigint,
    at timestamp with time zone NOT NULL,
    lifted_by_id bigint,
    lifted_at timestamp with time zone,
    CONSTRAINT stop_by_somebody_or_the_proof CHECK (((by_id IS NOT NULL) OR ((scope)::text = ANY (ARRAY[('proof'::character varying)::text, ('drift'::character varying)::text, ('regulator'::character varying)::text])) OR ((scope)::text ~~ 'drift-%'::text))),
    CONSTRAINT stop_of_the_house_has_reason CHECK (((NOT ((reason)::text = ''::text)) OR (by_id IS NOT NULL)))
);

ALTER TABLE public.tables_stop ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_stop_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.tables_table ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_table_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_tablecall (
    id bigint NOT NULL,
    key uuid NOT NULL,
    called_at timestamp with time zone NOT NULL,
    answered_at timestamp with time zone,
    answer character varying(120) NOT NULL,
    answered_by_id bigint,
    called_by_id bigint NOT NULL,
    table_id bigint NOT NULL,
    CONSTRAINT call_answered_whole CHECK (((((answer)::text = ''::text) AND (answered_at IS NULL) AND (answered_by_id IS NULL)) OR ((answered_at >= called_at) AND (answered_at IS NOT NULL) AND (answered_by_id IS NOT NULL))))
);

ALTER TABLE public.tables_tablecall ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_tablecall_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.tables_voidopening ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_voidopening_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_voidproposal (
    id bigint NOT NULL,
    state character varying(8) NOT NULL,
    reason character varying(300) NOT NULL,
    proposed_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    decision_reason character varying(300) NOT NULL,
    decided_by_id bigint,
    proposed_by_id bigint NOT NULL,
    round_id bigint NOT NULL,
    CONSTRAINT void_approved_by_another CHECK (((NOT ((state)::text = 'approved'::text)) OR (NOT ((decided_by_id = proposed_by_id) AND (decided_by_id IS NOT NULL))))),
    CONSTRAINT void_proposal_decided_by_somebody CHECK ((((decided_at IS NULL) AND (decided_by_id IS NULL) AND ((state)::text = 'proposed'::text)) OR ((NOT ((state)::text = 'proposed'::text)) AND (decided_at IS NOT NULL) AND (decided_by_id IS NOT NULL)))),
    CONSTRAINT void_proposal_has_reason CHECK ((NOT ((reason)::text = ''::text))),
    CONSTRAINT void_proposal_state_known CHECK (((state)::text = ANY (ARRAY[('proposed'::character varying)::text, ('approved'::character varying)::text, ('rejected'::character varying)::text]))),
    CONSTRAINT void_rejected_with_reason CHECK (((NOT ((state)::text = 'rejected'::text)) OR (NOT ((decision_reason)::text = ''::text))))
);

ALTER TABLE public.tables_voidproposal ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_voidproposal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.wallet_account ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.wallet_account_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.wallet_public_account WITH (security_invoker='true') AS
 SELECT id,
    kind,
    currency,
    owner,
    balance
   FROM public.wallet_account;

CREATE VIEW public.wallet_public_transfer WITH (security_invoker='true') AS
 SELECT id,
    debit_account,
    credit_account,
    amount,
    code,
    key,
    reference,
    balance_before,
    balance_after,
    created_at
   FROM public.wallet_transfer;

ALTER TABLE public.wallet_transfer ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.wallet_transfer_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.wallet_unbacked AS
 SELECT account.id
   FROM ((public.wallet_account account
     LEFT JOIN LATERAL ( SELECT wallet_transfer.id,
            wallet_transfer.balance_after
           FROM public.wallet_transfer
          WHERE ((wallet_transfer.debit_account >= account.id) AND (wallet_transfer.debit_account <= account.id))
          ORDER BY wallet_transfer.debit_account DESC, wallet_transfer.id DESC
         LIMIT 1) debit ON (true))
     LEFT JOIN LATERAL ( SELECT wallet_transfer.id,
            wallet_transfer.balance_after
           FROM public.wallet_transfer
          WHERE ((wallet_transfer.credit_account >= account.id) AND (wallet_transfer.credit_account <= account.id))
          ORDER BY wallet_transfer.credit_account DESC, wallet_transfer.id DESC
         LIMIT 1) credit ON (true))
  WHERE ((account.kind = 'player'::text) AND (account.balance IS DISTINCT FROM COALESCE(
        CASE
            WHEN (COALESCE(debit.id, (0)::bigint) > COALESCE(credit.id, (0)::bigint)) THEN debit.balance_after
            ELSE credit.balance_after
        END, (0)::bigint)));

ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_user_id_email_987c8728_uniq UNIQUE (user_id, email);

ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirmation_key_key UNIQUE (key);

ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirmation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_name_key UNIQUE (name);

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_permission_id_0cd325b0_uniq UNIQUE (group_id, permission_id);

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_codename_01ab375a_uniq UNIQUE (content_type_id, codename);

ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_configuration
    ADD CONSTRAINT configuration_number_once UNIQUE (table_id, number);

ALTER TABLE ONLY public.tables_courtday
    ADD CONSTRAINT court_day_once UNIQUE (place, stream, day);

ALTER TABLE ONLY public.tables_courtstate
    ADD CONSTRAINT court_state_once UNIQUE (place, stream);

ALTER TABLE ONLY public.tables_cutnumber
    ADD CONSTRAINT cut_number_of_a_seat UNIQUE (cut_id, seat);

ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_app_label_model_76bd3d3b_uniq UNIQUE (app_label, model);

ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.django_migrations
    ADD CONSTRAINT django_migrations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.django_session
    ADD CONSTRAINT django_session_pkey PRIMARY KEY (session_key);

ALTER TABLE ONLY public.tables_driftalarm
    ADD CONSTRAINT drift_alarm_once UNIQUE (place, stream, number);

ALTER TABLE ONLY public.mfa_authenticator
    ADD CONSTRAINT mfa_authenticator_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_bet
    ADD CONSTRAINT one_bet_a_chance UNIQUE (round_id, person_id, chance);

ALTER TABLE ONLY public.players_acceptance
    ADD CONSTRAINT players_acceptance_once UNIQUE (person_id, version);

ALTER TABLE ONLY public.players_acceptance
    ADD CONSTRAINT players_acceptance_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_accountclosure
    ADD CONSTRAINT players_accountclosure_exclusion_id_key UNIQUE (exclusion_id);

ALTER TABLE ONLY public.players_accountclosure
    ADD CONSTRAINT players_accountclosure_key_key UNIQUE (key);

ALTER TABLE ONLY public.players_accountclosure
    ADD CONSTRAINT players_accountclosure_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_adapterstate
    ADD CONSTRAINT players_adapterstate_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.players_adjustment
    ADD CONSTRAINT players_adjustment_key_key UNIQUE (key);

ALTER TABLE ONLY public.players_adjustment
    ADD CONSTRAINT players_adjustment_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_ask
    ADD CONSTRAINT players_ask_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_assignment
    ADD CONSTRAINT players_assignment_once UNIQUE (kind, key);

ALTER TABLE ONLY public.players_assignment
    ADD CONSTRAINT players_assignment_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_attention
    ADD CONSTRAINT players_attention_once UNIQUE (person_id, kind, key);

ALTER TABLE ONLY public.players_attention
    ADD CONSTRAINT players_attention_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_auditentry
    ADD CONSTRAINT players_auditentry_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_auditkey
    ADD CONSTRAINT players_auditkey_pkey PRIMARY KEY (one);

ALTER TABLE ONLY public.players_calendarfeed
    ADD CONSTRAINT players_calendarfeed_digest_key UNIQUE (digest);

ALTER TABLE ONLY public.players_calendarfeed
    ADD CONSTRAINT players_calendarfeed_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_causemark
    ADD CONSTRAINT players_causemark_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_checkinterval
    ADD CONSTRAINT players_checkinterval_pkey PRIMARY KEY (person_id);

ALTER TABLE ONLY public.players_complaint
    ADD CONSTRAINT players_complaint_key_once UNIQUE (person_id, key);

ALTER TABLE ONLY public.players_complaintmessage
    ADD CONSTRAINT players_complaint_message_key_once UNIQUE (by_id, key);

ALTER TABLE ONLY public.players_complaint
    ADD CONSTRAINT players_complaint_number_once UNIQUE (year, serial);

ALTER TABLE ONLY public.players_complaint
    ADD CONSTRAINT players_complaint_outsider_id_key UNIQUE (outsider_id);

ALTER TABLE ONLY public.players_complaint
    ADD CONSTRAINT players_complaint_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_complaintdecision
    ADD CONSTRAINT players_complaintdecision_key_key UNIQUE (key);

ALTER TABLE ONLY public.players_complaintdecision
    ADD CONSTRAINT players_complaintdecision_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_complaintevent
    ADD CONSTRAINT players_complaintevent_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_complaintfile
    ADD CONSTRAINT players_complaintfile_code_key UNIQUE (code);

ALTER TABLE ONLY public.players_complaintfile
    ADD CONSTRAINT players_complaintfile_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_complaintmessage
    ADD CONSTRAINT players_complaintmessage_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_correctionrequest
    ADD CONSTRAINT players_correction_once UNIQUE (person_id, key);

ALTER TABLE ONLY public.players_correctionrequest
    ADD CONSTRAINT players_correctionrequest_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_datachange
    ADD CONSTRAINT players_datachange_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_dataexport
    ADD CONSTRAINT players_dataexport_code_key UNIQUE (code);

ALTER TABLE ONLY public.players_dataexport
    ADD CONSTRAINT players_dataexport_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_dataexportpart
    ADD CONSTRAINT players_dataexportpart_once UNIQUE (export_id, number);

ALTER TABLE ONLY public.players_dataexportpart
    ADD CONSTRAINT players_dataexportpart_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_deposit
    ADD CONSTRAINT players_deposit_key_key UNIQUE (key);

ALTER TABLE ONLY public.players_deposit
    ADD CONSTRAINT players_deposit_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_device
    ADD CONSTRAINT players_device_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_device
    ADD CONSTRAINT players_device_public_id_key UNIQUE (public_id);

ALTER TABLE ONLY public.players_device
    ADD CONSTRAINT players_device_session_key UNIQUE (session);

ALTER TABLE ONLY public.players_duty
    ADD CONSTRAINT players_duty_once UNIQUE (kind, subject);

ALTER TABLE ONLY public.players_duty
    ADD CONSTRAINT players_duty_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_dutyturn
    ADD CONSTRAINT players_dutyturn_once UNIQUE (code, period);

ALTER TABLE ONLY public.players_dutyturn
    ADD CONSTRAINT players_dutyturn_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_erasure
    ADD CONSTRAINT players_erasure_key_key UNIQUE (key);

ALTER TABLE ONLY public.players_erasure
    ADD CONSTRAINT players_erasure_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_event
    ADD CONSTRAINT players_event_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_exclusion
    ADD CONSTRAINT players_exclusion_key_once UNIQUE (person_id, key);

ALTER TABLE ONLY public.players_exclusion
    ADD CONSTRAINT players_exclusion_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_filecheck
    ADD CONSTRAINT players_filecheck_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_guest
    ADD CONSTRAINT players_guest_key_key UNIQUE (key);

ALTER TABLE ONLY public.players_guest
    ADD CONSTRAINT players_guest_pkey PRIMARY KEY (person_id);

ALTER TABLE ONLY public.players_identitycheck
    ADD CONSTRAINT players_identitycheck_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_inboxlook
    ADD CONSTRAINT players_inboxlook_person_id_key UNIQUE (person_id);

ALTER TABLE ONLY public.players_inboxlook
    ADD CONSTRAINT players_inboxlook_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_instrument
    ADD CONSTRAINT players_instrument_fingerprint_key UNIQUE (fingerprint);

ALTER TABLE ONLY public.players_instrument
    ADD CONSTRAINT players_instrument_key_key UNIQUE (key);

ALTER TABLE ONLY public.players_instrument
    ADD CONSTRAINT players_instrument_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_keepinglook
    ADD CONSTRAINT players_keepinglook_pkey PRIMARY KEY (kind);

ALTER TABLE ONLY public.players_letter
    ADD CONSTRAINT players_letter_once UNIQUE (kind, key);

ALTER TABLE ONLY public.players_letter
    ADD CONSTRAINT players_letter_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_limit
    ADD CONSTRAINT players_limit_key_once UNIQUE (person_id, key);

ALTER TABLE ONLY public.players_limit
    ADD CONSTRAINT players_limit_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_nationalentry
    ADD CONSTRAINT players_nationalentry_pkey PRIMARY KEY (reference);

ALTER TABLE ONLY public.players_nationalpush
    ADD CONSTRAINT players_nationalpush_pkey PRIMARY KEY (event);

ALTER TABLE ONLY public.players_notepin
    ADD CONSTRAINT players_notepin_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_outsider
    ADD CONSTRAINT players_outsider_key_key UNIQUE (key);

ALTER TABLE ONLY public.players_outsider
    ADD CONSTRAINT players_outsider_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_paymentnotice
    ADD CONSTRAINT players_paymentnotice_once UNIQUE (provider, event);

ALTER TABLE ONLY public.players_paymentnotice
    ADD CONSTRAINT players_paymentnotice_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_person
    ADD CONSTRAINT players_person_email_key UNIQUE (email);

ALTER TABLE ONLY public.players_person_groups
    ADD CONSTRAINT players_person_groups_person_id_group_id_1e7da23e_uniq UNIQUE (person_id, group_id);

ALTER TABLE ONLY public.players_person_groups
    ADD CONSTRAINT players_person_groups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_person
    ADD CONSTRAINT players_person_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_person
    ADD CONSTRAINT players_person_public_id_key UNIQUE (public_id);

ALTER TABLE ONLY public.players_person_user_permissions
    ADD CONSTRAINT players_person_user_perm_person_id_permission_id_a75051f7_uniq UNIQUE (person_id, permission_id);

ALTER TABLE ONLY public.players_person_user_permissions
    ADD CONSTRAINT players_person_user_permissions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_playernote
    ADD CONSTRAINT players_playernote_key_once UNIQUE (by_id, key);

ALTER TABLE ONLY public.players_playernote
    ADD CONSTRAINT players_playernote_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_prohibition
    ADD CONSTRAINT players_prohibition_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_registration
    ADD CONSTRAINT players_registration_key_key UNIQUE (key);

ALTER TABLE ONLY public.players_registration
    ADD CONSTRAINT players_registration_person_id_key UNIQUE (person_id);

ALTER TABLE ONLY public.players_registration
    ADD CONSTRAINT players_registration_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_replytemplate
    ADD CONSTRAINT players_replytemplate_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_replyuse
    ADD CONSTRAINT players_replyuse_message_once UNIQUE (message_id, version_id);

ALTER TABLE ONLY public.players_replyuse
    ADD CONSTRAINT players_replyuse_once UNIQUE (decision_id, version_id);

ALTER TABLE ONLY public.players_replyuse
    ADD CONSTRAINT players_replyuse_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_replyversion
    ADD CONSTRAINT players_replyversion_key_once UNIQUE (by_id, key);

ALTER TABLE ONLY public.players_replyversion
    ADD CONSTRAINT players_replyversion_once UNIQUE (template_id, number);

ALTER TABLE ONLY public.players_replyversion
    ADD CONSTRAINT players_replyversion_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_sandboxnotice
    ADD CONSTRAINT players_sandboxnotice_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_sandboxpayment
    ADD CONSTRAINT players_sandboxpayment_once UNIQUE (kind, key);

ALTER TABLE ONLY public.players_sandboxpayment
    ADD CONSTRAINT players_sandboxpayment_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_sandboxpayment
    ADD CONSTRAINT players_sandboxpayment_ref_key UNIQUE (ref);

ALTER TABLE ONLY public.players_savedview
    ADD CONSTRAINT players_savedview_name_once UNIQUE (person_id, place, name);

ALTER TABLE ONLY public.players_savedview
    ADD CONSTRAINT players_savedview_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_signal
    ADD CONSTRAINT players_signal_once_a_day UNIQUE (person_id, kind, day);

ALTER TABLE ONLY public.players_signal
    ADD CONSTRAINT players_signal_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_signalstep
    ADD CONSTRAINT players_signalstep_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_signinattempt
    ADD CONSTRAINT players_signinattempt_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_signinlock
    ADD CONSTRAINT players_signinlock_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_staffidentity
    ADD CONSTRAINT players_staffidentity_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_staffproposal
    ADD CONSTRAINT players_staffproposal_key_key UNIQUE (key);

ALTER TABLE ONLY public.players_staffproposal
    ADD CONSTRAINT players_staffproposal_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_staffseal
    ADD CONSTRAINT players_staffseal_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_standingchange
    ADD CONSTRAINT players_standingchange_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_standingcheck
    ADD CONSTRAINT players_standingcheck_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_standinghint
    ADD CONSTRAINT players_standinghint_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_tally
    ADD CONSTRAINT players_tally_day_once UNIQUE (person_id, day);

ALTER TABLE ONLY public.players_tally
    ADD CONSTRAINT players_tally_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_viewing
    ADD CONSTRAINT players_viewing_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_withdrawal
    ADD CONSTRAINT players_withdrawal_key_key UNIQUE (key);

ALTER TABLE ONLY public.players_withdrawal
    ADD CONSTRAINT players_withdrawal_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_archived
    ADD CONSTRAINT reporting_archived_name_key UNIQUE (name);

ALTER TABLE ONLY public.reporting_archived
    ADD CONSTRAINT reporting_archived_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_archived
    ADD CONSTRAINT reporting_archived_report_id_key UNIQUE (report_id);

ALTER TABLE ONLY public.reporting_archivedday
    ADD CONSTRAINT reporting_archivedday_name_key UNIQUE (name);

ALTER TABLE ONLY public.reporting_archivedday
    ADD CONSTRAINT reporting_archivedday_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_archivedday
    ADD CONSTRAINT reporting_archivedday_sealed_id_key UNIQUE (sealed_id);

ALTER TABLE ONLY public.reporting_chainlink
    ADD CONSTRAINT reporting_chainlink_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_chainmark
    ADD CONSTRAINT reporting_chainmark_pkey PRIMARY KEY (stream);

ALTER TABLE ONLY public.reporting_cosignature
    ADD CONSTRAINT reporting_cosignature_once UNIQUE (checkpoint_id, witness);

ALTER TABLE ONLY public.reporting_cosignature
    ADD CONSTRAINT reporting_cosignature_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_dailyreport
    ADD CONSTRAINT reporting_dailyreport_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_daysalt
    ADD CONSTRAINT reporting_daysalt_pkey PRIMARY KEY (day);

ALTER TABLE ONLY public.reporting_daystamp
    ADD CONSTRAINT reporting_daystamp_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_daystamp
    ADD CONSTRAINT reporting_daystamp_sealed_id_key UNIQUE (sealed_id);

ALTER TABLE ONLY public.reporting_exportlog
    ADD CONSTRAINT reporting_exportlog_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_extract
    ADD CONSTRAINT reporting_extract_key_key UNIQUE (key);

ALTER TABLE ONLY public.reporting_extract
    ADD CONSTRAINT reporting_extract_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_extract
    ADD CONSTRAINT reporting_extract_run_id_key UNIQUE (run_id);

ALTER TABLE ONLY public.reporting_faultyseal
    ADD CONSTRAINT reporting_faultyseal_key_key UNIQUE (key);

ALTER TABLE ONLY public.reporting_faultyseal
    ADD CONSTRAINT reporting_faultyseal_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_runfile
    ADD CONSTRAINT reporting_file_once UNIQUE (run_id, format);

ALTER TABLE ONLY public.reporting_hourmark
    ADD CONSTRAINT reporting_hourmark_once UNIQUE (vault, starts_at);

ALTER TABLE ONLY public.reporting_hourmark
    ADD CONSTRAINT reporting_hourmark_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_logleaf
    ADD CONSTRAINT reporting_leaf_once UNIQUE (kind, key);

ALTER TABLE ONLY public.reporting_lease
    ADD CONSTRAINT reporting_lease_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.reporting_ledgerproof
    ADD CONSTRAINT reporting_ledgerproof_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_ledgerproof
    ADD CONSTRAINT reporting_ledgerproof_walk_key UNIQUE (walk);

ALTER TABLE ONLY public.reporting_lineopening
    ADD CONSTRAINT reporting_lineopening_key_key UNIQUE (key);

ALTER TABLE ONLY public.reporting_lineopening
    ADD CONSTRAINT reporting_lineopening_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_lineoutage
    ADD CONSTRAINT reporting_lineoutage_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_chainlink
    ADD CONSTRAINT reporting_link_once UNIQUE (stream, number);

ALTER TABLE ONLY public.reporting_logcheckpoint
    ADD CONSTRAINT reporting_logcheckpoint_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_logleaf
    ADD CONSTRAINT reporting_logleaf_number_key UNIQUE (number);

ALTER TABLE ONLY public.reporting_logleaf
    ADD CONSTRAINT reporting_logleaf_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_logtile
    ADD CONSTRAINT reporting_logtile_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_nightcheck
    ADD CONSTRAINT reporting_nightcheck_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_notice
    ADD CONSTRAINT reporting_notice_once UNIQUE (turn_id, member_id);

ALTER TABLE ONLY public.reporting_notice
    ADD CONSTRAINT reporting_notice_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_personrecord
    ADD CONSTRAINT reporting_personrecord_once UNIQUE (day, person_id, at);

ALTER TABLE ONLY public.reporting_personrecord
    ADD CONSTRAINT reporting_personrecord_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_piece
    ADD CONSTRAINT reporting_piece_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_processminute
    ADD CONSTRAINT reporting_processminute_once UNIQUE (minute, process);

ALTER TABLE ONLY public.reporting_processminute
    ADD CONSTRAINT reporting_processminute_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_proofslice
    ADD CONSTRAINT reporting_proofslice_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_reopening
    ADD CONSTRAINT reporting_reopening_key_key UNIQUE (key);

ALTER TABLE ONLY public.reporting_reopening
    ADD CONSTRAINT reporting_reopening_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_dailyreport
    ADD CONSTRAINT reporting_report_once UNIQUE (day, revision);

ALTER TABLE ONLY public.reporting_reportrun
    ADD CONSTRAINT reporting_reportrun_key_key UNIQUE (key);

ALTER TABLE ONLY public.reporting_reportrun
    ADD CONSTRAINT reporting_reportrun_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_runfile
    ADD CONSTRAINT reporting_runfile_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_safecorrection
    ADD CONSTRAINT reporting_safecorrection_key_key UNIQUE (key);

ALTER TABLE ONLY public.reporting_safecorrection
    ADD CONSTRAINT reporting_safecorrection_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_safefile
    ADD CONSTRAINT reporting_safefile_name_once UNIQUE (vault, name, correction);

ALTER TABLE ONLY public.reporting_safefile
    ADD CONSTRAINT reporting_safefile_number_once UNIQUE (vault, number);

ALTER TABLE ONLY public.reporting_safefile
    ADD CONSTRAINT reporting_safefile_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_safemark
    ADD CONSTRAINT reporting_safemark_once UNIQUE (vault, day, correction);

ALTER TABLE ONLY public.reporting_safemark
    ADD CONSTRAINT reporting_safemark_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_safepackage
    ADD CONSTRAINT reporting_safepackage_name_once UNIQUE (vault, name, correction);

ALTER TABLE ONLY public.reporting_safepackage
    ADD CONSTRAINT reporting_safepackage_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_safeparcel
    ADD CONSTRAINT reporting_safeparcel_package_id_key UNIQUE (package_id);

ALTER TABLE ONLY public.reporting_safeparcel
    ADD CONSTRAINT reporting_safeparcel_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_schedule
    ADD CONSTRAINT reporting_schedule_key_key UNIQUE (key);

ALTER TABLE ONLY public.reporting_schedule
    ADD CONSTRAINT reporting_schedule_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_scheduleturn
    ADD CONSTRAINT reporting_scheduleturn_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_scheduleturn
    ADD CONSTRAINT reporting_scheduleturn_run_id_key UNIQUE (run_id);

ALTER TABLE ONLY public.reporting_sealedday
    ADD CONSTRAINT reporting_sealed_once UNIQUE (day, revision);

ALTER TABLE ONLY public.reporting_sealedday
    ADD CONSTRAINT reporting_sealedday_leaf_id_key UNIQUE (leaf_id);

ALTER TABLE ONLY public.reporting_sealedday
    ADD CONSTRAINT reporting_sealedday_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_sealmark
    ADD CONSTRAINT reporting_sealmark_pkey PRIMARY KEY (day);

ALTER TABLE ONLY public.reporting_proofslice
    ADD CONSTRAINT reporting_slice_once UNIQUE (walk, number);

ALTER TABLE ONLY public.reporting_softwarecheck
    ADD CONSTRAINT reporting_softwarecheck_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reporting_logtile
    ADD CONSTRAINT reporting_tile_once UNIQUE (level, number);

ALTER TABLE ONLY public.reporting_scheduleturn
    ADD CONSTRAINT reporting_turn_once UNIQUE (schedule_id, first_day, last_day);

ALTER TABLE ONLY public.reporting_witnessstate
    ADD CONSTRAINT reporting_witnessstate_pkey PRIMARY KEY (witness);

ALTER TABLE ONLY public.reporting_work
    ADD CONSTRAINT reporting_work_key_key UNIQUE (key);

ALTER TABLE ONLY public.reporting_work
    ADD CONSTRAINT reporting_work_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_round
    ADD CONSTRAINT round_number_once UNIQUE (table_id, number);

ALTER TABLE ONLY public.tables_playsession
    ADD CONSTRAINT session_key_once UNIQUE (person_id, key);

ALTER TABLE ONLY public.tables_shoe
    ADD CONSTRAINT shoe_number_once UNIQUE (table_id, number);

ALTER TABLE ONLY public.tables_slip
    ADD CONSTRAINT slip_key_once UNIQUE (person_id, key);

ALTER TABLE ONLY public.tables_squeeze
    ADD CONSTRAINT squeeze_of_a_hand UNIQUE (round_id, hand);

ALTER TABLE ONLY public.tables_bet
    ADD CONSTRAINT tables_bet_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_cardevent
    ADD CONSTRAINT tables_cardevent_key_key UNIQUE (key);

ALTER TABLE ONLY public.tables_cardevent
    ADD CONSTRAINT tables_cardevent_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_cardevent
    ADD CONSTRAINT tables_cardevent_replaces_id_key UNIQUE (replaces_id);

ALTER TABLE ONLY public.tables_clockchange
    ADD CONSTRAINT tables_clockchange_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_closedconnection
    ADD CONSTRAINT tables_closedconnection_connection_id_key UNIQUE (connection_id);

ALTER TABLE ONLY public.tables_closedconnection
    ADD CONSTRAINT tables_closedconnection_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_comparison
    ADD CONSTRAINT tables_comparison_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_comparison
    ADD CONSTRAINT tables_comparison_table_id_key UNIQUE (table_id);

ALTER TABLE ONLY public.tables_configuration
    ADD CONSTRAINT tables_configuration_key_key UNIQUE (key);

ALTER TABLE ONLY public.tables_configuration
    ADD CONSTRAINT tables_configuration_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_connection
    ADD CONSTRAINT tables_connection_code_key UNIQUE (code);

ALTER TABLE ONLY public.tables_connection
    ADD CONSTRAINT tables_connection_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_courtday
    ADD CONSTRAINT tables_courtday_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_courtmark
    ADD CONSTRAINT tables_courtmark_name_key UNIQUE (name);

ALTER TABLE ONLY public.tables_courtmark
    ADD CONSTRAINT tables_courtmark_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_courtstate
    ADD CONSTRAINT tables_courtstate_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_cut
    ADD CONSTRAINT tables_cut_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_cut
    ADD CONSTRAINT tables_cut_shoe_id_key UNIQUE (shoe_id);

ALTER TABLE ONLY public.tables_cutnumber
    ADD CONSTRAINT tables_cutnumber_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_driftalarm
    ADD CONSTRAINT tables_driftalarm_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_finishedround
    ADD CONSTRAINT tables_finishedround_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_finishedround
    ADD CONSTRAINT tables_finishedround_round_id_key UNIQUE (round_id);

ALTER TABLE ONLY public.tables_incident
    ADD CONSTRAINT tables_incident_key_key UNIQUE (key);

ALTER TABLE ONLY public.tables_incident
    ADD CONSTRAINT tables_incident_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_incidentnote
    ADD CONSTRAINT tables_incidentnote_key_key UNIQUE (key);

ALTER TABLE ONLY public.tables_incidentnote
    ADD CONSTRAINT tables_incidentnote_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_keyedcard
    ADD CONSTRAINT tables_keyedcard_key_key UNIQUE (key);

ALTER TABLE ONLY public.tables_keyedcard
    ADD CONSTRAINT tables_keyedcard_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_papershoe
    ADD CONSTRAINT tables_papershoe_pkey PRIMARY KEY (shoe_id);

ALTER TABLE ONLY public.tables_playsession
    ADD CONSTRAINT tables_playsession_code_key UNIQUE (code);

ALTER TABLE ONLY public.tables_playsession
    ADD CONSTRAINT tables_playsession_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_round
    ADD CONSTRAINT tables_round_code_key UNIQUE (code);

ALTER TABLE ONLY public.tables_round
    ADD CONSTRAINT tables_round_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_scanner
    ADD CONSTRAINT tables_scanner_digest_key UNIQUE (digest);

ALTER TABLE ONLY public.tables_scanner
    ADD CONSTRAINT tables_scanner_key_key UNIQUE (key);

ALTER TABLE ONLY public.tables_scanner
    ADD CONSTRAINT tables_scanner_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_secondreading
    ADD CONSTRAINT tables_secondreading_event_id_key UNIQUE (event_id);

ALTER TABLE ONLY public.tables_secondreading
    ADD CONSTRAINT tables_secondreading_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_shift
    ADD CONSTRAINT tables_shift_key_key UNIQUE (key);

ALTER TABLE ONLY public.tables_shift
    ADD CONSTRAINT tables_shift_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_shoe
    ADD CONSTRAINT tables_shoe_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_slip
    ADD CONSTRAINT tables_slip_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_squeeze
    ADD CONSTRAINT tables_squeeze_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_staffact
    ADD CONSTRAINT tables_staffact_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_stop
    ADD CONSTRAINT tables_stop_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_table
    ADD CONSTRAINT tables_table_code_key UNIQUE (code);

ALTER TABLE ONLY public.tables_table
    ADD CONSTRAINT tables_table_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_tablecall
    ADD CONSTRAINT tables_tablecall_key_key UNIQUE (key);

ALTER TABLE ONLY public.tables_tablecall
    ADD CONSTRAINT tables_tablecall_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_voidopening
    ADD CONSTRAINT tables_voidopening_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_voidopening
    ADD CONSTRAINT tables_voidopening_round_id_key UNIQUE (round_id);

ALTER TABLE ONLY public.tables_voidproposal
    ADD CONSTRAINT tables_voidproposal_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_webprocess
    ADD CONSTRAINT tables_webprocess_pkey PRIMARY KEY (code);

ALTER TABLE ONLY public.wallet_account
    ADD CONSTRAINT wallet_account_once UNIQUE (kind, currency, owner);

ALTER TABLE ONLY public.wallet_account
    ADD CONSTRAINT wallet_account_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.wallet_transfer
    ADD CONSTRAINT wallet_transfer_once UNIQUE (code, key);

ALTER TABLE ONLY public.wallet_transfer
    ADD CONSTRAINT wallet_transfer_pkey PRIMARY KEY (id);

CREATE INDEX account_emailaddress_email_03be32b2 ON public.account_emailaddress USING btree (email);

CREATE INDEX account_emailaddress_email_03be32b2_like ON public.account_emailaddress USING btree (email varchar_pattern_ops);

CREATE INDEX account_emailaddress_user_id_2c513194 ON public.account_emailaddress USING btree (user_id);

CREATE INDEX account_emailconfirmation_email_address_id_5b7f8c58 ON public.account_emailconfirmation USING btree (email_address_id);

CREATE INDEX account_emailconfirmation_key_f43612bd_like ON public.account_emailconfirmation USING btree (key varchar_pattern_ops);

CREATE INDEX act_of_table ON public.tables_staffact USING btree (table_id, at DESC);

CREATE INDEX auth_group_name_a6ea08ec_like ON public.auth_group USING btree (name varchar_pattern_ops);

CREATE INDEX auth_group_permissions_group_id_b120cbf9 ON public.auth_group_permissions USING btree (group_id);

CREATE INDEX auth_group_permissions_permission_id_84c5c92e ON public.auth_group_permissions USING btree (permission_id);

CREATE INDEX auth_permission_content_type_id_2f476e4b ON public.auth_permission USING btree (content_type_id);

CREATE INDEX bet_of_person ON public.tables_bet USING btree (person_id, id DESC);

CREATE INDEX bet_of_session ON public.tables_bet USING btree (session_id);

CREATE INDEX call_of_table ON public.tables_tablecall USING btree (table_id, called_at DESC);

CREATE INDEX card_event_of_table ON public.tables_cardevent USING btree (table_id, at DESC);

CREATE INDEX card_event_outside_rounds ON public.tables_cardevent USING btree (at) WHERE (round_id IS NULL);

CREATE INDEX clock_change_at ON public.tables_clockchange USING btree (at);

CREATE INDEX connection_at_table ON public.tables_connection USING btree (table_id, person_id, opened_at DESC);

CREATE INDEX django_session_expire_date_a5c62663 ON public.django_session USING btree (expire_date);

CREATE INDEX django_session_session_key_c0390e0f_like ON public.django_session USING btree (session_key varchar_pattern_ops);

CREATE INDEX drift_alarm_open ON public.tables_driftalarm USING btree (at) WHERE ((decided_at IS NULL) AND (let_on_at IS NULL));

CREATE INDEX incident_by_kind ON public.tables_incident USING btree (kind, id);

CREATE INDEX incident_latest ON public.tables_incident USING btree (opened_at DESC);

CREATE INDEX incident_open ON public.tables_incident USING btree (opened_at) WHERE (closed_at IS NULL);

CREATE INDEX mfa_authenticator_user_id_0c3a50c0 ON public.mfa_authenticator USING btree (user_id);

CREATE UNIQUE INDEX one_call_a_table ON public.tables_tablecall USING btree (table_id) WHERE (answered_at IS NULL);

CREATE UNIQUE INDEX one_configuration_in_force ON public.tables_configuration USING btree (table_id) WHERE ((status)::text = 'in-force'::text);

CREATE UNIQUE INDEX one_configuration_waiting ON public.tables_configuration USING btree (table_id) WHERE ((status)::text = 'approved'::text);

CREATE UNIQUE INDEX one_croupier_a_table ON public.tables_shift USING btree (table_id) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX one_keyed_card_waits ON public.tables_keyedcard USING btree (round_id) WHERE (confirmed IS NULL);

CREATE UNIQUE INDEX one_scanner_of_a_name ON public.tables_scanner USING btree (table_id, name) WHERE (revoked_at IS NULL);

CREATE UNIQUE INDEX one_seat_a_person ON public.tables_playsession USING btree (person_id) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX one_stop_a_scope ON public.tables_stop USING btree (scope) WHERE (lifted_at IS NULL);

CREATE UNIQUE INDEX one_table_a_croupier ON public.tables_shift USING btree (croupier_id) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX one_unfinished_round ON public.tables_round USING btree (table_id) WHERE ((phase)::text = ANY (ARRAY[('betting'::character varying)::text, ('closed'::character varying)::text, ('dealing'::character varying)::text]));

CREATE UNIQUE INDEX one_void_proposal_waits ON public.tables_voidproposal USING btree (round_id) WHERE ((state)::text = 'proposed'::text);

CREATE INDEX players_acceptance_person_id_cb0e6986 ON public.players_acceptance USING btree (person_id);

CREATE INDEX players_accountclosure_closed_by_id_3c57010c ON public.players_accountclosure USING btree (closed_by_id);

CREATE INDEX players_accountclosure_person_id_f9cd61f2 ON public.players_accountclosure USING btree (person_id);

CREATE INDEX players_adapterstate_name_5a644dca_like ON public.players_adapterstate USING btree (name varchar_pattern_ops);

CREATE INDEX players_adjustment_among ON public.players_adjustment USING btree (state, amount, id);

CREATE INDEX players_adjustment_amount ON public.players_adjustment USING btree (amount, id);

CREATE INDEX players_adjustment_decided_by_id_44614bd4 ON public.players_adjustment USING btree (decided_by_id);

CREATE INDEX players_adjustment_person_id_7262b062 ON public.players_adjustment USING btree (person_id);

CREATE INDEX players_adjustment_proposed_by_id_9feadc8b ON public.players_adjustment USING btree (proposed_by_id);

CREATE INDEX players_adjustment_state ON public.players_adjustment USING btree (state, id DESC);

CREATE INDEX players_ask_counted ON public.players_ask USING btree (kind, subject, at DESC);

CREATE UNIQUE INDEX players_ask_once ON public.players_ask USING btree (kind, key) WHERE (key IS NOT NULL);

CREATE INDEX players_ask_waiting ON public.players_ask USING btree (id) WHERE (done_at IS NULL);

CREATE INDEX players_assignment_by_id_5968c52f ON public.players_assignment USING btree (by_id);

CREATE INDEX players_assignment_person_id_b1a84b61 ON public.players_assignment USING btree (person_id);

CREATE INDEX players_attention_mentioned_by_id_4a6c2f99 ON public.players_attention USING btree (mentioned_by_id);

CREATE INDEX players_attention_person_id_12a26bed ON public.players_attention USING btree (person_id);

CREATE INDEX players_audit_act_order ON public.players_auditentry USING btree (act, id);

CREATE INDEX players_audit_by ON public.players_auditentry USING btree (by, id);

CREATE INDEX players_audit_day ON public.players_auditentry USING brin (at) WITH (autosummarize='on', pages_per_range='32');

CREATE INDEX players_audit_subject ON public.players_auditentry USING btree (subject, subject_id, id);

CREATE INDEX players_calendarfeed_digest_f1be2b26_like ON public.players_calendarfeed USING btree (digest text_pattern_ops);

CREATE INDEX players_calendarfeed_member_id_611d466f ON public.players_calendarfeed USING btree (member_id);

CREATE UNIQUE INDEX players_calendarfeed_one ON public.players_calendarfeed USING btree (member_id) WHERE (revoked_at IS NULL);

CREATE UNIQUE INDEX players_closure_one_death ON public.players_accountclosure USING btree (person_id) WHERE (cause = 'death'::text);

CREATE UNIQUE INDEX players_closure_one_stands ON public.players_accountclosure USING btree (person_id) WHERE ((NOT (cause = 'death'::text)) AND (reopened_at IS NULL));

CREATE INDEX players_closure_person ON public.players_accountclosure USING btree (person_id, id DESC);

CREATE INDEX players_complaint_by_due ON public.players_complaint USING btree (due_on, id);

CREATE INDEX players_complaint_due ON public.players_complaint USING btree (state, due_on);

CREATE INDEX players_complaint_events ON public.players_complaintevent USING btree (complaint_id, id);

CREATE INDEX players_complaint_handler_id_644a2be3 ON public.players_complaint USING btree (handler_id);

CREATE INDEX players_complaint_person ON public.players_complaint USING btree (person_id, id DESC);

CREATE INDEX players_complaint_person_id_1b8c8bf9 ON public.players_complaint USING btree (person_id);

CREATE UNIQUE INDEX players_complaint_reminded_once ON public.players_complaintevent USING btree (complaint_id, turn, what) WHERE (what = ANY (ARRAY['late-start'::text, 'due-soon'::text, 'overdue'::text, 'adr-named'::text]));

CREATE UNIQUE INDEX players_complaint_sheet_once ON public.players_complaint USING btree (sheet) WHERE (NOT (sheet = ''::text));

CREATE INDEX players_complaintdecision_approved_by_id_b126d7ae ON public.players_complaintdecision USING btree (approved_by_id);

CREATE INDEX players_complaintdecision_by_id_cb4812c3 ON public.players_complaintdecision USING btree (by_id);

CREATE INDEX players_complaintdecision_complaint_id_016b6673 ON public.players_complaintdecision USING btree (complaint_id);

CREATE INDEX players_complaintdecision_refused_by_id_a14f653f ON public.players_complaintdecision USING btree (refused_by_id);

CREATE INDEX players_complaintevent_by_id_198ff150 ON public.players_complaintevent USING btree (by_id);

CREATE INDEX players_complaintevent_complaint_id_018270a0 ON public.players_complaintevent USING btree (complaint_id);

CREATE INDEX players_complaintfile_message_id_3179a926 ON public.players_complaintfile USING btree (message_id);

CREATE INDEX players_complaintmessage_by_id_966f5b44 ON public.players_complaintmessage USING btree (by_id);

CREATE INDEX players_complaintmessage_complaint_id_69f1f505 ON public.players_complaintmessage USING btree (complaint_id);

CREATE INDEX players_correction_decided ON public.players_correctionrequest USING btree (decided_at DESC, id DESC) WHERE (NOT (state = 'open'::text));

CREATE INDEX players_correction_open ON public.players_correctionrequest USING btree (due_at) WHERE (state = 'open'::text);

CREATE INDEX players_correction_person ON public.players_correctionrequest USING btree (person_id, id DESC);

CREATE INDEX players_correctionrequest_decided_by_id_ec048dca ON public.players_correctionrequest USING btree (decided_by_id);

CREATE INDEX players_correctionrequest_person_id_b1fb1874 ON public.players_correctionrequest USING btree (person_id);

CREATE INDEX players_datachange_at ON public.players_datachange USING btree (at);

CREATE INDEX players_datachange_by_id_62e218dd ON public.players_datachange USING btree (by_id);

CREATE INDEX players_datachange_person ON public.players_datachange USING btree (person_id, id DESC);

CREATE INDEX players_datachange_person_id_81d5d9d9 ON public.players_datachange USING btree (person_id);

CREATE UNIQUE INDEX players_dataexport_one_waits ON public.players_dataexport USING btree (person_id) WHERE (state = ANY (ARRAY['asked'::text, 'making'::text]));

CREATE INDEX players_dataexport_person ON public.players_dataexport USING btree (person_id, id DESC);

CREATE INDEX players_dataexport_person_id_6dd35695 ON public.players_dataexport USING btree (person_id);

CREATE UNIQUE INDEX players_decision_once_a_turn ON public.players_complaintdecision USING btree (complaint_id, turn) WHERE (refused_at IS NULL);

CREATE INDEX players_deposit_among ON public.players_deposit USING btree (state, amount, id);

CREATE INDEX players_deposit_amount ON public.players_deposit USING btree (amount, id);

CREATE INDEX players_deposit_instrument ON public.players_deposit USING btree (instrument_id, finished_at DESC);

CREATE INDEX players_deposit_instrument_id_d8677509 ON public.players_deposit USING btree (instrument_id);

CREATE INDEX players_deposit_open ON public.players_deposit USING btree (id) WHERE ((state = 'pending'::text) OR ((refund_due_at IS NOT NULL) AND (refunded_at IS NULL)));

CREATE INDEX players_deposit_person ON public.players_deposit USING btree (person_id, id DESC);

CREATE INDEX players_deposit_person_id_1d81f3d9 ON public.players_deposit USING btree (person_id);

CREATE UNIQUE INDEX players_deposit_provider_ref_once ON public.players_deposit USING btree (provider_ref) WHERE (NOT (provider_ref = ''::text));

CREATE INDEX players_deposit_state ON public.players_deposit USING btree (state, id);

CREATE INDEX players_device_begun ON public.players_device USING btree (signed_in_at);

CREATE INDEX players_device_browser ON public.players_device USING btree (browser, person_id) WHERE (browser IS NOT NULL);

CREATE INDEX players_device_ended ON public.players_device USING btree (ended_at) WHERE (ended_at IS NOT NULL);

CREATE INDEX players_device_open ON public.players_device USING btree (session) WHERE (ended_at IS NULL);

CREATE INDEX players_device_person ON public.players_device USING btree (person_id, id DESC);

CREATE INDEX players_device_person_id_4137e368 ON public.players_device USING btree (person_id);

CREATE INDEX players_device_session_57faaeed_like ON public.players_device USING btree (session varchar_pattern_ops);

CREATE INDEX players_duty_done ON public.players_duty USING btree (done_at DESC) WHERE (done_at IS NOT NULL);

CREATE INDEX players_duty_done_by_id_55a9c12f ON public.players_duty USING btree (done_by_id);

CREATE INDEX players_duty_open ON public.players_duty USING btree (due_at) WHERE (done_at IS NULL);

CREATE INDEX players_duty_person ON public.players_duty USING btree (person_id, id DESC);

CREATE INDEX players_duty_person_id_38a63d75 ON public.players_duty USING btree (person_id);

CREATE INDEX players_dutyturn_done_by_id_bdf88c31 ON public.players_dutyturn USING btree (done_by_id);

CREATE INDEX players_dutyturn_owner_id_3a6605f8 ON public.players_dutyturn USING btree (owner_id);

CREATE INDEX players_erasure_decided_by_id_128bd8c7 ON public.players_erasure USING btree (decided_by_id);

CREATE INDEX players_erasure_latest ON public.players_erasure USING btree (proposed_at DESC);

CREATE UNIQUE INDEX players_erasure_one_open ON public.players_erasure USING btree (kind) WHERE ((state)::text = ANY (ARRAY[('proposed'::character varying)::text, ('approved'::character varying)::text]));

CREATE INDEX players_erasure_proposed_by_id_81720605 ON public.players_erasure USING btree (proposed_by_id);

CREATE INDEX players_event_by ON public.players_event USING btree (by, id);

CREATE INDEX players_event_committed ON public.players_event USING btree (era, act, id);

CREATE INDEX players_event_day ON public.players_event USING brin (at) WITH (autosummarize='on', pages_per_range='32');

CREATE INDEX players_event_name ON public.players_event USING btree (name, id);

CREATE INDEX players_event_person ON public.players_event USING btree (person_id, id) WHERE (person_id IS NOT NULL);

CREATE INDEX players_event_round ON public.players_event USING btree (round_code, id) WHERE (NOT (round_code = ''::text));

CREATE INDEX players_event_subject ON public.players_event USING btree (subject, subject_key, id);

CREATE INDEX players_event_table ON public.players_event USING btree (table_id, id) WHERE (table_id IS NOT NULL);

CREATE INDEX players_exclusion_by_id_d7d826f0 ON public.players_exclusion USING btree (by_id);

CREATE INDEX players_exclusion_ledger ON public.players_exclusion USING btree (person_key);

CREATE INDEX players_exclusion_person ON public.players_exclusion USING btree (person_id, starts_at);

CREATE INDEX players_exclusion_person_id_d7f3677e ON public.players_exclusion USING btree (person_id);

CREATE INDEX players_exclusion_revoked_by_id_a51924b3 ON public.players_exclusion USING btree (revoked_by_id);

CREATE INDEX players_filecheck_lately ON public.players_filecheck USING btree (person_id, at DESC);

CREATE INDEX players_filecheck_person_id_38d5bd37 ON public.players_filecheck USING btree (person_id);

CREATE INDEX players_guest_present ON public.players_guest USING btree (ends_at) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX players_identitycheck_one_waits ON public.players_identitycheck USING btree (person_id) WHERE (answered_at IS NULL);

CREATE INDEX players_identitycheck_person_id_6b5d3502 ON public.players_identitycheck USING btree (person_id);

CREATE INDEX players_identitycheck_waiting ON public.players_identitycheck USING btree (next_try_at) WHERE (answered_at IS NULL);

CREATE INDEX players_instrument_fingerprint_8a453b58_like ON public.players_instrument USING btree (fingerprint text_pattern_ops);

CREATE INDEX players_instrument_person_id_6fd301be ON public.players_instrument USING btree (person_id);

CREATE INDEX players_instrument_tail ON public.players_instrument USING btree ("right"(label, 4));

CREATE INDEX players_keepinglook_kind_23953699_like ON public.players_keepinglook USING btree (kind text_pattern_ops);

CREATE INDEX players_letter_outsider_id_cd132e97 ON public.players_letter USING btree (outsider_id);

CREATE INDEX players_letter_person ON public.players_letter USING btree (person_id, id DESC);

CREATE INDEX players_letter_person_id_aaf91b4e ON public.players_letter USING btree (person_id);

CREATE INDEX players_letter_waiting ON public.players_letter USING btree (id) WHERE (sent_at IS NULL);

CREATE INDEX players_limit_by_id_fd1b36cd ON public.players_limit USING btree (by_id);

CREATE UNIQUE INDEX players_limit_one_in_force ON public.players_limit USING btree (person_id, source, kind, period) WHERE (state = 'in-force'::text);

CREATE UNIQUE INDEX players_limit_one_waiting ON public.players_limit USING btree (person_id, source, kind, period) WHERE (state = 'waiting'::text);

CREATE INDEX players_limit_person ON public.players_limit USING btree (person_id, id DESC);

CREATE INDEX players_limit_person_id_a5f9f277 ON public.players_limit USING btree (person_id);

CREATE INDEX players_national_document ON public.players_nationalentry USING btree (document) WHERE (NOT (document = ''::text));

CREATE INDEX players_national_tax ON public.players_nationalentry USING btree (tax_number) WHERE (NOT (tax_number = ''::text));

CREATE INDEX players_nationalentry_reference_557de27d_like ON public.players_nationalentry USING btree (reference text_pattern_ops);

CREATE INDEX players_nationalpush_event_67256f05_like ON public.players_nationalpush USING btree (event text_pattern_ops);

CREATE INDEX players_nationalpush_latest ON public.players_nationalpush USING btree (reference, said_at DESC);

CREATE INDEX players_notepin_note ON public.players_notepin USING btree (note_id, id DESC);

CREATE INDEX players_outsider_alike ON public.players_outsider USING gin (public.players_folded(name) public.gin_trgm_ops) WITH (fastupdate=off);

CREATE INDEX players_outsider_by_id_08d9c271 ON public.players_outsider USING btree (by_id);

CREATE INDEX players_outsider_email ON public.players_outsider USING btree (lower(email));

CREATE INDEX players_paymentnotice_ref ON public.players_paymentnotice USING btree (provider_ref, id);

CREATE INDEX players_person_alike ON public.players_person USING gin (public.players_folded((nickname)::text) public.gin_trgm_ops) WITH (fastupdate=off) WHERE (kind = 'player'::text);

CREATE INDEX players_person_closed ON public.players_person USING btree (id) WHERE (closed_at IS NOT NULL);

CREATE INDEX players_person_confirmed ON public.players_person USING btree (email_confirmed_at) WHERE (email_confirmed_at IS NOT NULL);

CREATE INDEX players_person_email_c262ea59_like ON public.players_person USING btree (email varchar_pattern_ops);

CREATE UNIQUE INDEX players_person_email_once ON public.players_person USING btree (lower((email)::text));

CREATE INDEX players_person_groups_group_id_9d58933f ON public.players_person_groups USING btree (group_id);

CREATE INDEX players_person_groups_person_id_d7accba8 ON public.players_person_groups USING btree (person_id);

CREATE UNIQUE INDEX players_person_nickname_once ON public.players_person USING btree (lower((nickname)::text));

CREATE INDEX players_person_staff ON public.players_person USING btree (nickname) WHERE (kind = 'staff'::text);

CREATE INDEX players_person_suspended ON public.players_person USING btree (id) WHERE (suspended_at IS NOT NULL);

CREATE INDEX players_person_user_permissions_permission_id_d897a681 ON public.players_person_user_permissions USING btree (permission_id);

CREATE INDEX players_person_user_permissions_person_id_9b026d66 ON public.players_person_user_permissions USING btree (person_id);

CREATE INDEX players_playernote_person ON public.players_playernote USING btree (person_id, id DESC);

CREATE INDEX players_prohibition_added_by_id_cc981cbf ON public.players_prohibition USING btree (added_by_id);

CREATE INDEX players_prohibition_lifted_by_id_215edeef ON public.players_prohibition USING btree (lifted_by_id);

CREATE UNIQUE INDEX players_prohibition_once ON public.players_prohibition USING btree (nif, reason) WHERE (lifted_at IS NULL);

CREATE INDEX players_registration_alike ON public.players_registration USING gin (public.players_folded((full_name)::text) public.gin_trgm_ops) WITH (fastupdate=off);

CREATE UNIQUE INDEX players_registration_document_once ON public.players_registration USING btree (document_kind, document_number, document_country) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX players_registration_nif_once ON public.players_registration USING btree (nif) WHERE (ended_at IS NULL);

CREATE INDEX players_registration_received ON public.players_registration USING btree (received_at);

CREATE INDEX players_registration_tail ON public.players_registration USING btree ("right"((iban)::text, 4));

CREATE INDEX players_replyuse_version_id_590e2df8 ON public.players_replyuse USING btree (version_id);

CREATE INDEX players_sandbox_waiting ON public.players_sandboxnotice USING btree (due_at) WHERE (posted_at IS NULL);

CREATE INDEX players_sandboxnotice_payment_id_88df77e8 ON public.players_sandboxnotice USING btree (payment_id);

CREATE INDEX players_sandboxpayment_ref_03c78de3_like ON public.players_sandboxpayment USING btree (ref text_pattern_ops);

CREATE INDEX players_savedview_person_id_35187a11 ON public.players_savedview USING btree (person_id);

CREATE INDEX players_signal_open ON public.players_signal USING btree (id DESC) WHERE (closed_at IS NULL);

CREATE INDEX players_signal_person ON public.players_signal USING btree (person_id, id DESC);

CREATE INDEX players_signal_person_id_b94af820 ON public.players_signal USING btree (person_id);

CREATE INDEX players_signalstep_by_id_04f565c2 ON public.players_signalstep USING btree (by_id);

CREATE INDEX players_signalstep_signal_id_c331b037 ON public.players_signalstep USING btree (signal_id);

CREATE INDEX players_signinattempt_address ON public.players_signinattempt USING btree (address, at DESC);

CREATE UNIQUE INDEX players_signinattempt_code_once ON public.players_signinattempt USING btree (person_id, code_step) WHERE (code_step IS NOT NULL);

CREATE INDEX players_signinattempt_email ON public.players_signinattempt USING btree (email, at DESC);

CREATE INDEX players_signinattempt_person ON public.players_signinattempt USING btree (person_id, id DESC);

CREATE INDEX players_signinattempt_person_id_052df512 ON public.players_signinattempt USING btree (person_id);

CREATE INDEX players_signinlock_email ON public.players_signinlock USING btree (email, id DESC);

CREATE INDEX players_signinlock_person_id_30a47bd3 ON public.players_signinlock USING btree (person_id);

CREATE UNIQUE INDEX players_staffidentity_nif_once ON public.players_staffidentity USING btree (nif) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX players_staffidentity_one_stands ON public.players_staffidentity USING btree (person_id) WHERE (ended_at IS NULL);

CREATE INDEX players_staffidentity_person_id_aa8eed06 ON public.players_staffidentity USING btree (person_id);

CREATE INDEX players_staffproposal_decided_by_id_c4fe7ead ON public.players_staffproposal USING btree (decided_by_id);

CREATE UNIQUE INDEX players_staffproposal_email_waits ON public.players_staffproposal USING btree (email) WHERE ((act = 'hire'::text) AND (state = 'proposed'::text));

CREATE INDEX players_staffproposal_member ON public.players_staffproposal USING btree (member_id, id DESC);

CREATE INDEX players_staffproposal_member_id_b9d27ef9 ON public.players_staffproposal USING btree (member_id);

CREATE UNIQUE INDEX players_staffproposal_one_waits ON public.players_staffproposal USING btree (member_id) WHERE (state = 'proposed'::text);

CREATE INDEX players_staffproposal_proposed_by_id_bbb314a0 ON public.players_staffproposal USING btree (proposed_by_id);

CREATE INDEX players_staffproposal_waiting ON public.players_staffproposal USING btree (id) WHERE (state = 'proposed'::text);

CREATE INDEX players_standingchange_by_id_49cd6991 ON public.players_standingchange USING btree (by_id);

CREATE INDEX players_standingchange_person_id_0e4cac25 ON public.players_standingchange USING btree (person_id);

CREATE INDEX players_standingcheck_person ON public.players_standingcheck USING btree (person_id, id DESC);

CREATE INDEX players_standingcheck_person_id_0716745e ON public.players_standingcheck USING btree (person_id);

CREATE INDEX players_standinghint_act ON public.players_standinghint USING btree (act);

CREATE INDEX players_tally_person_id_886f022b ON public.players_tally USING btree (person_id);

CREATE INDEX players_viewing_by_id_5ec5f76e ON public.players_viewing USING btree (by_id);

CREATE INDEX players_viewing_person ON public.players_viewing USING btree (person_id, id DESC);

CREATE INDEX players_viewing_person_id_769b304b ON public.players_viewing USING btree (person_id);

CREATE INDEX players_withdrawal_among ON public.players_withdrawal USING btree (state, amount, id);

CREATE INDEX players_withdrawal_amount ON public.players_withdrawal USING btree (amount, id);

CREATE INDEX players_withdrawal_first_by_id_d1acb46d ON public.players_withdrawal USING btree (first_by_id);

CREATE INDEX players_withdrawal_instrument_id_46764801 ON public.players_withdrawal USING btree (instrument_id);

CREATE INDEX players_withdrawal_open ON public.players_withdrawal USING btree (id) WHERE (state = ANY (ARRAY['held'::text, 'ready'::text, 'sent'::text]));

CREATE INDEX players_withdrawal_person ON public.players_withdrawal USING btree (person_id, id DESC);

CREATE INDEX players_withdrawal_person_id_023d7177 ON public.players_withdrawal USING btree (person_id);

CREATE UNIQUE INDEX players_withdrawal_provider_ref_once ON public.players_withdrawal USING btree (provider_ref) WHERE (NOT (provider_ref = ''::text));

CREATE INDEX players_withdrawal_refused_by_id_80b739ce ON public.players_withdrawal USING btree (refused_by_id);

CREATE INDEX players_withdrawal_second_by_id_a19898ca ON public.players_withdrawal USING btree (second_by_id);

CREATE INDEX players_withdrawal_state ON public.players_withdrawal USING btree (state, id);

CREATE INDEX reporting_archived_name_3c4796b8_like ON public.reporting_archived USING btree (name text_pattern_ops);

CREATE INDEX reporting_archived_oldest ON public.reporting_archived USING btree (verified_at);

CREATE INDEX reporting_archivedday_name_912b9feb_like ON public.reporting_archivedday USING btree (name text_pattern_ops);

CREATE INDEX reporting_archivedday_oldest ON public.reporting_archivedday USING btree (verified_at);

CREATE INDEX reporting_chainmark_stream_f065e7da_like ON public.reporting_chainmark USING btree (stream text_pattern_ops);

CREATE INDEX reporting_checkpoint_by_size ON public.reporting_logcheckpoint USING btree (size, id);

CREATE INDEX reporting_cosignature_checkpoint_id_dad11688 ON public.reporting_cosignature USING btree (checkpoint_id);

CREATE INDEX reporting_export_latest ON public.reporting_exportlog USING btree (at DESC);

CREATE INDEX reporting_exportlog_by_id_303a9f02 ON public.reporting_exportlog USING btree (by_id);

CREATE INDEX reporting_extract_decided_by_id_63e5f2ec ON public.reporting_extract USING btree (decided_by_id);

CREATE INDEX reporting_extract_latest ON public.reporting_extract USING btree (proposed_at DESC);

CREATE INDEX reporting_extract_proposed_by_id_4ac50201 ON public.reporting_extract USING btree (proposed_by_id);

CREATE INDEX reporting_extract_waiting ON public.reporting_extract USING btree (id) WHERE ((state)::text = 'proposed'::text);

CREATE INDEX reporting_faultyseal_decided_by_id_7cfd7cd4 ON public.reporting_faultyseal USING btree (decided_by_id);

CREATE UNIQUE INDEX reporting_faultyseal_one_waits ON public.reporting_faultyseal USING btree (day) WHERE (state = 'proposed'::text);

CREATE INDEX reporting_faultyseal_proposed_by_id_329bf086 ON public.reporting_faultyseal USING btree (proposed_by_id);

CREATE INDEX reporting_file_open ON public.reporting_runfile USING btree (id) WHERE (state = ANY (ARRAY['waiting'::text, 'gathering'::text]));

CREATE INDEX reporting_hourmark_made ON public.reporting_hourmark USING btree (vault, made_at);

CREATE INDEX reporting_hourmark_open ON public.reporting_hourmark USING btree (vault, starts_at) WHERE (made_at IS NULL);

CREATE INDEX reporting_leaf_waiting ON public.reporting_logleaf USING btree (id) WHERE (number IS NULL);

CREATE INDEX reporting_lease_name_06c4a91c_like ON public.reporting_lease USING btree (name varchar_pattern_ops);

CREATE INDEX reporting_ledgerproof_since_id_7a79c34c ON public.reporting_ledgerproof USING btree (since_id);

CREATE INDEX reporting_lineopening_decided_by_id_35c0f26e ON public.reporting_lineopening USING btree (decided_by_id);

CREATE UNIQUE INDEX reporting_lineopening_one_waits ON public.reporting_lineopening USING btree (stop_id) WHERE ((state)::text = 'proposed'::text);

CREATE INDEX reporting_lineopening_proposed_by_id_31c15ff5 ON public.reporting_lineopening USING btree (proposed_by_id);

CREATE INDEX reporting_lineoutage_end ON public.reporting_lineoutage USING btree (vault, ends_at);

CREATE UNIQUE INDEX reporting_lineoutage_one_open ON public.reporting_lineoutage USING btree (vault, part) WHERE (ends_at IS NULL);

CREATE INDEX reporting_night_latest ON public.reporting_nightcheck USING btree (kind, at DESC);

CREATE INDEX reporting_nightcheck_sealed_id_584b2b86 ON public.reporting_nightcheck USING btree (sealed_id);

CREATE INDEX reporting_notice_member_id_e9fa14c0 ON public.reporting_notice USING btree (member_id);

CREATE INDEX reporting_notice_open ON public.reporting_notice USING btree (due_at) WHERE ((NOT left_out) AND (received_at IS NULL));

CREATE INDEX reporting_notice_turn_id_7b98dff8 ON public.reporting_notice USING btree (turn_id);

CREATE INDEX reporting_personrecord_person_id_7827f66e ON public.reporting_personrecord USING btree (person_id);

CREATE INDEX reporting_piece_file_id_7ac0200d ON public.reporting_piece USING btree (file_id);

CREATE UNIQUE INDEX reporting_piece_of_file ON public.reporting_piece USING btree (file_id, number) WHERE (file_id IS NOT NULL);

CREATE UNIQUE INDEX reporting_piece_of_run ON public.reporting_piece USING btree (run_id, number) WHERE (file_id IS NULL);

CREATE INDEX reporting_piece_run_id_1882723e ON public.reporting_piece USING btree (run_id);

CREATE INDEX reporting_proof_latest ON public.reporting_ledgerproof USING btree (made_at DESC);

CREATE INDEX reporting_reopening_decided_by_id_e8fbec06 ON public.reporting_reopening USING btree (decided_by_id);

CREATE UNIQUE INDEX reporting_reopening_one_waits ON public.reporting_reopening USING btree (stop_id) WHERE ((state)::text = 'proposed'::text);

CREATE INDEX reporting_reopening_proof_id_51796413 ON public.reporting_reopening USING btree (proof_id);

CREATE INDEX reporting_reopening_proposed_by_id_99312a1e ON public.reporting_reopening USING btree (proposed_by_id);

CREATE INDEX reporting_reportrun_asked_by_id_e6f21115 ON public.reporting_reportrun USING btree (asked_by_id);

CREATE INDEX reporting_run_latest ON public.reporting_reportrun USING btree (asked_at DESC);

CREATE INDEX reporting_run_open ON public.reporting_reportrun USING btree (id) WHERE (state = ANY (ARRAY['waiting'::text, 'gathering'::text]));

CREATE INDEX reporting_runfile_asked_by_id_517a30bc ON public.reporting_runfile USING btree (asked_by_id);

CREATE INDEX reporting_runfile_run_id_970e6bd2 ON public.reporting_runfile USING btree (run_id);

CREATE INDEX reporting_safecorrection_day ON public.reporting_safecorrection USING btree (vault, day);

CREATE INDEX reporting_safecorrection_decided_by_id_8b605122 ON public.reporting_safecorrection USING btree (decided_by_id);

CREATE UNIQUE INDEX reporting_safecorrection_number_once ON public.reporting_safecorrection USING btree (vault, day, number) WHERE (state = 'approved'::text);

CREATE UNIQUE INDEX reporting_safecorrection_one_waits ON public.reporting_safecorrection USING btree (vault, day) WHERE (state = 'proposed'::text);

CREATE INDEX reporting_safecorrection_proposed_by_id_38378a9b ON public.reporting_safecorrection USING btree (proposed_by_id);

CREATE INDEX reporting_safefile_day ON public.reporting_safefile USING btree (day);

CREATE INDEX reporting_safepackage_day ON public.reporting_safepackage USING btree (day);

CREATE INDEX reporting_schedule_changed_by_id_4c5910e2 ON public.reporting_schedule USING btree (changed_by_id);

CREATE INDEX reporting_scheduleturn_schedule_id_c9647931 ON public.reporting_scheduleturn USING btree (schedule_id);

CREATE INDEX reporting_sealedday_package_id_8b554487 ON public.reporting_sealedday USING btree (package_id);

CREATE INDEX reporting_software_latest ON public.reporting_softwarecheck USING btree (at DESC);

CREATE INDEX reporting_turn_open ON public.reporting_scheduleturn USING btree (id) WHERE ((run_id IS NOT NULL) AND (told_at IS NULL));

CREATE INDEX reporting_witnessstate_witness_125a184f_like ON public.reporting_witnessstate USING btree (witness text_pattern_ops);

CREATE INDEX reporting_work_asked_by_id_71fe1d0a ON public.reporting_work USING btree (asked_by_id);

CREATE INDEX reporting_work_latest ON public.reporting_work USING btree (kind, day, id DESC);

CREATE INDEX reporting_work_open ON public.reporting_work USING btree (id) WHERE (state = ANY (ARRAY['waiting'::text, 'gathering'::text]));

CREATE INDEX round_opened ON public.tables_round USING btree (table_id, opened_at DESC);

CREATE INDEX round_settled ON public.tables_round USING btree (settled_at) WHERE (settled_at IS NOT NULL);

CREATE INDEX round_voided ON public.tables_round USING btree (voided_at) WHERE (voided_at IS NOT NULL);

CREATE INDEX scanner_of_table ON public.tables_scanner USING btree (table_id, issued_at DESC);

CREATE UNIQUE INDEX seat_taken_once ON public.tables_playsession USING btree (table_id, seat) WHERE (ended_at IS NULL);

CREATE INDEX session_ended ON public.tables_playsession USING brin (ended_at) WITH (autosummarize='on', pages_per_range='32');

CREATE INDEX session_of_person ON public.tables_playsession USING btree (person_id, started_at DESC);

CREATE INDEX session_of_person_by_end ON public.tables_playsession USING btree (person_id, ended_at);

CREATE INDEX session_to_add_up ON public.tables_playsession USING btree (id) WHERE ((ended_at IS NOT NULL) AND (pairs IS NULL));

CREATE INDEX shift_of_table ON public.tables_shift USING btree (table_id, began_at DESC);

CREATE INDEX slip_of_round ON public.tables_slip USING btree (round_id, person_id);

CREATE INDEX slip_taken ON public.tables_slip USING brin (taken_at) WITH (autosummarize='on', pages_per_range='32');

CREATE INDEX table_due ON public.tables_table USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX tables_cardevent_croupier_id_441bf5dd ON public.tables_cardevent USING btree (croupier_id);

CREATE INDEX tables_cardevent_decided_by_id_06eca281 ON public.tables_cardevent USING btree (decided_by_id);

CREATE INDEX tables_cardevent_round_id_5dee3def ON public.tables_cardevent USING btree (round_id);

CREATE INDEX tables_cardevent_shoe_id_503f5836 ON public.tables_cardevent USING btree (shoe_id);

CREATE INDEX tables_configuration_decided_by_id_1085096b ON public.tables_configuration USING btree (decided_by_id);

CREATE INDEX tables_configuration_submitted_by_id_3bde59dc ON public.tables_configuration USING btree (submitted_by_id);

CREATE INDEX tables_configuration_table_id_f9b27c09 ON public.tables_configuration USING btree (table_id);

CREATE INDEX tables_configuration_taken_back_by_id_b4ea7ce3 ON public.tables_configuration USING btree (taken_back_by_id);

CREATE INDEX tables_connection_person_id_05689314 ON public.tables_connection USING btree (person_id);

CREATE INDEX tables_connection_process_id_b582723b ON public.tables_connection USING btree (process_id);

CREATE INDEX tables_connection_table_id_e45de678 ON public.tables_connection USING btree (table_id);

CREATE INDEX tables_courtday_configuration_id_cdbd0a68 ON public.tables_courtday USING btree (configuration_id);

CREATE INDEX tables_courtday_table_id_81265110 ON public.tables_courtday USING btree (table_id);

CREATE INDEX tables_courtmark_name_aee6d0db_like ON public.tables_courtmark USING btree (name varchar_pattern_ops);

CREATE INDEX tables_courtstate_configuration_id_21ec1f8d ON public.tables_courtstate USING btree (configuration_id);

CREATE INDEX tables_courtstate_table_id_5fcc324f ON public.tables_courtstate USING btree (table_id);

CREATE INDEX tables_cutnumber_session_id_149fc199 ON public.tables_cutnumber USING btree (session_id);

CREATE INDEX tables_driftalarm_configuration_id_748b247c ON public.tables_driftalarm USING btree (configuration_id);

CREATE INDEX tables_driftalarm_decided_by_id_14200634 ON public.tables_driftalarm USING btree (decided_by_id);

CREATE INDEX tables_driftalarm_incident_id_6fa49b01 ON public.tables_driftalarm USING btree (incident_id);

CREATE INDEX tables_driftalarm_let_on_by_id_b65bef8f ON public.tables_driftalarm USING btree (let_on_by_id);

CREATE INDEX tables_driftalarm_proposed_by_id_07166e05 ON public.tables_driftalarm USING btree (proposed_by_id);

CREATE INDEX tables_driftalarm_stop_id_902c1b1b ON public.tables_driftalarm USING btree (stop_id);

CREATE INDEX tables_driftalarm_table_id_07f3da43 ON public.tables_driftalarm USING btree (table_id);

CREATE INDEX tables_incident_closed_by_id_d2ca5c04 ON public.tables_incident USING btree (closed_by_id);

CREATE INDEX tables_incident_opened_by_id_09e50f69 ON public.tables_incident USING btree (opened_by_id);

CREATE INDEX tables_incident_owner_id_a40eb801 ON public.tables_incident USING btree (owner_id);

CREATE INDEX tables_incident_proposed_by_id_42f03c3e ON public.tables_incident USING btree (proposed_by_id);

CREATE INDEX tables_incident_table_id_54f1979d ON public.tables_incident USING btree (table_id);

CREATE INDEX tables_incident_told_by_id_dfbbb607 ON public.tables_incident USING btree (told_by_id);

CREATE INDEX tables_incidentnote_by_id_a89f9d10 ON public.tables_incidentnote USING btree (by_id);

CREATE INDEX tables_incidentnote_incident_id_09ee0728 ON public.tables_incidentnote USING btree (incident_id);

CREATE INDEX tables_keyedcard_decided_by_id_eb642e9b ON public.tables_keyedcard USING btree (decided_by_id);

CREATE INDEX tables_keyedcard_keyed_by_id_3536c680 ON public.tables_keyedcard USING btree (keyed_by_id);

CREATE INDEX tables_papershoe_begun_by_id_203397e8 ON public.tables_papershoe USING btree (begun_by_id);

CREATE INDEX tables_playsession_table_id_f18b7b82 ON public.tables_playsession USING btree (table_id);

CREATE INDEX tables_round_code_232b700b_like ON public.tables_round USING btree (code varchar_pattern_ops);

CREATE INDEX tables_round_configuration_id_fc941048 ON public.tables_round USING btree (configuration_id);

CREATE INDEX tables_round_shoe_id_ad5ab600 ON public.tables_round USING btree (shoe_id);

CREATE INDEX tables_scanner_digest_fab297eb_like ON public.tables_scanner USING btree (digest varchar_pattern_ops);

CREATE INDEX tables_scanner_issued_by_id_31d7e2ba ON public.tables_scanner USING btree (issued_by_id);

CREATE INDEX tables_scanner_revoked_by_id_987ab092 ON public.tables_scanner USING btree (revoked_by_id);

CREATE INDEX tables_shift_croupier_id_356049e2 ON public.tables_shift USING btree (croupier_id);

CREATE INDEX tables_shift_relieved_by_id_c7c3666c ON public.tables_shift USING btree (relieved_by_id);

CREATE INDEX tables_squeeze_session_id_7f242a6f ON public.tables_squeeze USING btree (session_id);

CREATE INDEX tables_staffact_by_id_7544fc58 ON public.tables_staffact USING btree (by_id);

CREATE INDEX tables_staffact_table_id_d390d4e5 ON public.tables_staffact USING btree (table_id);

CREATE INDEX tables_stop_by_id_58038ca2 ON public.tables_stop USING btree (by_id);

CREATE INDEX tables_stop_lifted_by_id_288dd069 ON public.tables_stop USING btree (lifted_by_id);

CREATE INDEX tables_table_code_034374ca_like ON public.tables_table USING btree (code varchar_pattern_ops);

CREATE INDEX tables_table_configuration_id_e13da9ea ON public.tables_table USING btree (configuration_id);

CREATE INDEX tables_table_current_round_id_bab6d250 ON public.tables_table USING btree (current_round_id);

CREATE INDEX tables_table_shoe_id_8928a5f3 ON public.tables_table USING btree (shoe_id);

CREATE INDEX tables_tablecall_answered_by_id_e6a03b5b ON public.tables_tablecall USING btree (answered_by_id);

CREATE INDEX tables_tablecall_called_by_id_daa87651 ON public.tables_tablecall USING btree (called_by_id);

CREATE INDEX tables_voidproposal_decided_by_id_c00c8922 ON public.tables_voidproposal USING btree (decided_by_id);

CREATE INDEX tables_voidproposal_proposed_by_id_15a55224 ON public.tables_voidproposal USING btree (proposed_by_id);

CREATE INDEX tables_voidproposal_round_id_370058c4 ON public.tables_voidproposal USING btree (round_id);

CREATE UNIQUE INDEX unique_authenticator_type ON public.mfa_authenticator USING btree (user_id, type) WHERE ((type)::text = ANY (ARRAY[('totp'::character varying)::text, ('recovery_codes'::character varying)::text]));

CREATE UNIQUE INDEX unique_primary_email ON public.account_emailaddress USING btree (user_id, "primary") WHERE "primary";

CREATE UNIQUE INDEX unique_verified_email ON public.account_emailaddress USING btree (email) WHERE verified;

CREATE INDEX wallet_transfer_credit ON public.wallet_transfer USING btree (credit_account, id);

CREATE INDEX wallet_transfer_day ON public.wallet_transfer USING brin (created_at) WITH (autosummarize='on', pages_per_range='32');

CREATE INDEX wallet_transfer_debit ON public.wallet_transfer USING btree (debit_account, id);

CREATE INDEX wallet_transfer_paid_in ON public.wallet_transfer USING btree (credit_account) WHERE (code = ANY (ARRAY['deposit'::text, 'charge-back'::text, 'withdrawal'::text, 'withdrawal-requested'::text, 'withdrawal-given-back'::text]));

CREATE INDEX wallet_transfer_paid_out ON public.wallet_transfer USING btree (debit_account) WHERE (code = ANY (ARRAY['deposit'::text, 'charge-back'::text, 'withdrawal'::text, 'withdrawal-requested'::text, 'withdrawal-given-back'::text]));

CREATE INDEX wallet_transfer_reference ON public.wallet_transfer USING btree (reference, id);

CREATE TRIGGER actor_is_signed BEFORE INSERT OR UPDATE OF proposed_by_id, decided_by_id ON public.players_adjustment FOR EACH ROW EXECUTE FUNCTION public.players_refuse_other_actor('proposed_by_id', 'decided_by_id');

CREATE TRIGGER actor_is_signed BEFORE INSERT OR UPDATE OF by_id, approved_by_id, refused_by_id ON public.players_complaintdecision FOR EACH ROW EXECUTE FUNCTION public.players_refuse_other_actor('by_id', 'approved_by_id', 'refused_by_id');

CREATE TRIGGER actor_is_signed BEFORE INSERT OR UPDATE OF decided_by_id ON public.players_correctionrequest FOR EACH ROW EXECUTE FUNCTION public.players_refuse_other_actor('decided_by_id');

CREATE TRIGGER actor_is_signed BEFORE INSERT OR UPDATE OF proposed_by_id, decided_by_id ON public.players_erasure FOR EACH ROW EXECUTE FUNCTION public.players_refuse_other_actor('proposed_by_id', 'decided_by_id');

CREATE TRIGGER actor_is_signed BEFORE INSERT OR UPDATE OF proposed_by_id, decided_by_id ON public.players_staffproposal FOR EACH ROW EXECUTE FUNCTION public.players_refuse_other_actor('proposed_by_id', 'decided_by_id');

CREATE TRIGGER actor_is_signed BEFORE INSERT OR UPDATE OF first_by_id, second_by_id, refused_by_id ON public.players_withdrawal FOR EACH ROW EXECUTE FUNCTION public.players_refuse_other_actor('first_by_id', 'second_by_id', 'refused_by_id');

CREATE TRIGGER actor_is_signed BEFORE INSERT OR UPDATE OF proposed_by_id, decided_by_id ON public.reporting_extract FOR EACH ROW EXECUTE FUNCTION public.players_refuse_other_actor('proposed_by_id', 'decided_by_id');

CREATE TRIGGER actor_is_signed BEFORE INSERT OR UPDATE OF proposed_by_id, decided_by_id ON public.reporting_faultyseal FOR EACH ROW EXECUTE FUNCTION public.players_refuse_other_actor('proposed_by_id', 'decided_by_id');

CREATE TRIGGER actor_is_signed BEFORE INSERT OR UPDATE OF proposed_by_id, decided_by_id ON public.reporting_lineopening FOR EACH ROW EXECUTE FUNCTION public.players_refuse_other_actor('proposed_by_id', 'decided_by_id');

CREATE TRIGGER actor_is_signed BEFORE INSERT OR UPDATE OF proposed_by_id, decided_by_id ON public.reporting_reopening FOR EACH ROW EXECUTE FUNCTION public.players_refuse_other_actor('proposed_by_id', 'decided_by_id');

CREATE TRIGGER actor_is_signed BEFORE INSERT OR UPDATE OF proposed_by_id, decided_by_id ON public.reporting_safecorrection FOR EACH ROW EXECUTE FUNCTION public.players_refuse_other_actor('proposed_by_id', 'decided_by_id');

CREATE TRIGGER actor_is_signed BEFORE INSERT OR UPDATE OF changed_by_id ON public.reporting_schedule FOR EACH ROW EXECUTE FUNCTION public.players_refuse_other_actor('changed_by_id');

CREATE TRIGGER actor_is_signed BEFORE INSERT OR UPDATE OF decided_by_id ON public.tables_cardevent FOR EACH ROW EXECUTE FUNCTION public.players_refuse_other_actor('decided_by_id');

CREATE TRIGGER actor_is_signed BEFORE INSERT OR UPDATE OF submitted_by_id, decided_by_id, taken_back_by_id ON public.tables_configuration FOR EACH ROW EXECUTE FUNCTION public.players_refuse_other_actor('submitted_by_id', 'decided_by_id', 'taken_back_by_id');

CREATE TRIGGER actor_is_signed BEFORE INSERT OR UPDATE OF let_on_by_id, proposed_by_id, decided_by_id ON public.tables_driftalarm FOR EACH ROW EXECUTE FUNCTION public.players_refuse_other_actor('let_on_by_id', 'proposed_by_id', 'decided_by_id');

CREATE TRIGGER actor_is_signed BEFORE INSERT OR UPDATE OF proposed_by_id, closed_by_id ON public.tables_incident FOR EACH ROW EXECUTE FUNCTION public.players_refuse_other_actor('proposed_by_id', 'closed_by_id');

CREATE TRIGGER actor_is_signed BEFORE INSERT OR UPDATE OF keyed_by_id, decided_by_id ON public.tables_keyedcard FOR EACH ROW EXECUTE FUNCTION public.players_refuse_other_actor('keyed_by_id', 'decided_by_id');

CREATE TRIGGER actor_is_signed BEFORE INSERT OR UPDATE OF issued_by_id, revoked_by_id ON public.tables_scanner FOR EACH ROW EXECUTE FUNCTION public.players_refuse_other_actor('issued_by_id', 'revoked_by_id');

CREATE TRIGGER actor_is_signed BEFORE INSERT OR UPDATE OF croupier_id, relieved_by_id ON public.tables_shift FOR EACH ROW EXECUTE FUNCTION public.players_refuse_other_actor('croupier_id', 'relieved_by_id');

CREATE TRIGGER actor_is_signed BEFORE INSERT OR UPDATE OF by_id, lifted_by_id ON public.tables_stop FOR EACH ROW EXECUTE FUNCTION public.players_refuse_other_actor('by_id', 'lifted_by_id');

CREATE TRIGGER actor_is_signed BEFORE INSERT OR UPDATE OF called_by_id, answered_by_id ON public.tables_tablecall FOR EACH ROW EXECUTE FUNCTION public.players_refuse_other_actor('called_by_id', 'answered_by_id');

CREATE TRIGGER actor_is_signed BEFORE INSERT OR UPDATE OF proposed_by_id, decided_by_id ON public.tables_voidproposal FOR EACH ROW EXECUTE FUNCTION public.players_refuse_other_actor('proposed_by_id', 'decided_by_id');

CREATE TRIGGER acts_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON public.tables_staffact FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.players_accountclosure FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.players_adjustment FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.players_causemark FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.players_complaint FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.players_complaintdecision FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.players_correctionrequest FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.players_deposit FOR EACH ROW EXECUTE FUNCTION public.audit_note('asked_at', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.players_duty FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.players_dutyturn FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.players_erasure FOR EACH ROW EXECUTE FUNCTION public.audit_note('erased running_in', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.players_exclusion FOR EACH ROW EXECUTE FUNCTION public.audit_note('', 'motive');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.players_instrument FOR EACH ROW EXECUTE FUNCTION public.audit_note('', 'label fingerprint');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.players_limit FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.players_nationalentry FOR EACH ROW EXECUTE FUNCTION public.audit_note('', 'tax_number document');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.players_person FOR EACH ROW EXECUTE FUNCTION public.audit_note('last_login', 'password email birth_date');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.players_person_groups FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.players_prohibition FOR EACH ROW EXECUTE FUNCTION public.audit_note('', 'nif');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.players_registration FOR EACH ROW EXECUTE FUNCTION public.audit_note('', 'full_name profession occupation address postal_code district phone document_number nif iban received_from');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.players_signal FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.players_signalstep FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.players_staffidentity FOR EACH ROW EXECUTE FUNCTION public.audit_note('', 'full_name nif');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.players_staffproposal FOR EACH ROW EXECUTE FUNCTION public.audit_note('', 'email name full_name nif');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.players_staffseal FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.players_standingchange FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.players_viewing FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.players_withdrawal FOR EACH ROW EXECUTE FUNCTION public.audit_note('asked_at', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.reporting_extract FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.reporting_faultyseal FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.reporting_lineopening FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.reporting_reopening FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.reporting_safecorrection FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.reporting_schedule FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.tables_configuration FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.tables_driftalarm FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.tables_incident FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.tables_incidentnote FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.tables_scanner FOR EACH ROW EXECUTE FUNCTION public.audit_note('', 'digest');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.tables_staffact FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.tables_stop FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE ON public.tables_table FOR EACH ROW EXECUTE FUNCTION public.audit_note('version round_count current_round_id shoe_id due_at dealer lease_until fence', '');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.tables_voidproposal FOR EACH ROW EXECUTE FUNCTION public.audit_note('', '');

CREATE TRIGGER audited_change AFTER UPDATE ON public.tables_table FOR EACH ROW WHEN ((((old.code)::text IS DISTINCT FROM (new.code)::text) OR ((old.name)::text IS DISTINCT FROM (new.name)::text) OR ((old.currency)::text IS DISTINCT FROM (new.currency)::text) OR ((old.kind)::text IS DISTINCT FROM (new.kind)::text) OR ((old.status)::text IS DISTINCT FROM (new.status)::text) OR (old.configuration_id IS DISTINCT FROM new.configuration_id) OR (old.risk_limit IS DISTINCT FROM new.risk_limit) OR (old.hours IS DISTINCT FROM new.hours))) EXECUTE FUNCTION public.audit_note('version round_count current_round_id shoe_id due_at dealer lease_until fence hours_applied_at', '');

CREATE TRIGGER bets_in_play AFTER INSERT ON public.tables_bet REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse_late_bets();

CREATE TRIGGER bets_over BEFORE UPDATE ON public.tables_bet FOR EACH ROW WHEN (((old.outcome)::text <> ''::text)) EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER bets_stay BEFORE DELETE OR TRUNCATE ON public.tables_bet FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER bets_stay_in_session BEFORE UPDATE OF session_id ON public.tables_bet FOR EACH ROW WHEN (((new.session_id <> old.session_id) AND (old.stake <> 0))) EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER call_guard BEFORE UPDATE ON public.tables_tablecall FOR EACH ROW EXECUTE FUNCTION public.tables_guard_call();

CREATE TRIGGER calls_stay BEFORE DELETE OR TRUNCATE ON public.tables_tablecall FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER card_event_guard BEFORE INSERT ON public.tables_cardevent FOR EACH ROW EXECUTE FUNCTION public.tables_guard_card_event();

CREATE TRIGGER card_events_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON public.tables_cardevent FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER closed_connections_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON public.tables_closedconnection FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER configuration_begins BEFORE INSERT ON public.tables_configuration FOR EACH ROW EXECUTE FUNCTION public.tables_guard_configuration();

CREATE TRIGGER configuration_by_settled BEFORE UPDATE ON public.tables_configuration FOR EACH ROW WHEN ((((new.status)::text = 'approved'::text) AND ((old.status)::text <> 'approved'::text))) EXECUTE FUNCTION public.tables_guard_approver();

CREATE TRIGGER configuration_dated BEFORE UPDATE ON public.tables_configuration FOR EACH ROW WHEN ((((old.in_force_from IS NOT NULL) AND (new.in_force_from IS DISTINCT FROM old.in_force_from)) OR ((old.superseded_at IS NOT NULL) AND (new.superseded_at IS DISTINCT FROM old.superseded_at)))) EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER configuration_guard BEFORE UPDATE ON public.tables_configuration FOR EACH ROW EXECUTE FUNCTION public.tables_guard_configuration();

CREATE TRIGGER configuration_proposed_start BEFORE UPDATE ON public.tables_configuration FOR EACH ROW WHEN (((old.proposed_start IS DISTINCT FROM new.proposed_start) AND (NOT (((old.status)::text = 'draft'::text) AND ((new.status)::text = 'submitted'::text))))) EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER configurations_stay BEFORE DELETE OR TRUNCATE ON public.tables_configuration FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER connection_born_closed AFTER INSERT ON public.tables_connection FOR EACH ROW WHEN ((new.closed_at IS NOT NULL)) EXECUTE FUNCTION public.tables_number_closed();

CREATE TRIGGER connection_closed AFTER UPDATE OF closed_at ON public.tables_connection FOR EACH ROW WHEN (((new.closed_at IS NOT NULL) AND (old.closed_at IS NULL))) EXECUTE FUNCTION public.tables_number_closed();

CREATE TRIGGER connection_guard BEFORE UPDATE ON public.tables_connection FOR EACH ROW EXECUTE FUNCTION public.tables_guard_connection();

CREATE TRIGGER connections_stay BEFORE DELETE OR TRUNCATE ON public.tables_connection FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER cut_guard BEFORE UPDATE ON public.tables_cut FOR EACH ROW EXECUTE FUNCTION public.tables_guard_cut();

CREATE TRIGGER cut_number_guard BEFORE INSERT OR UPDATE ON public.tables_cutnumber FOR EACH ROW EXECUTE FUNCTION public.tables_guard_cut_number();

CREATE TRIGGER cut_numbers_stay BEFORE DELETE OR TRUNCATE ON public.tables_cutnumber FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER cuts_stay BEFORE DELETE OR TRUNCATE ON public.tables_cut FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER drift_alarm_guard BEFORE INSERT OR UPDATE ON public.tables_driftalarm FOR EACH ROW EXECUTE FUNCTION public.tables_guard_drift_alarm();

CREATE TRIGGER drift_alarms_stay BEFORE DELETE OR TRUNCATE ON public.tables_driftalarm FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER erasure_by_settled BEFORE UPDATE ON public.players_erasure FOR EACH ROW WHEN ((((new.state)::text = 'approved'::text) AND ((old.state)::text = 'proposed'::text))) EXECUTE FUNCTION public.players_guard_erasure_approver();

CREATE TRIGGER extract_by_settled BEFORE UPDATE ON public.reporting_extract FOR EACH ROW WHEN ((((new.state)::text = 'approved'::text) AND ((old.state)::text <> 'approved'::text))) EXECUTE FUNCTION public.reporting_guard_extract_approver();

CREATE TRIGGER finished_rounds_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON public.tables_finishedround FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER hinted AFTER DELETE ON public.django_session FOR EACH ROW WHEN ((old.expire_date > clock_timestamp())) EXECUTE FUNCTION public.players_hint_session();

CREATE TRIGGER hinted AFTER INSERT OR UPDATE ON public.players_exclusion FOR EACH ROW EXECUTE FUNCTION public.players_hint_person('person_id');

CREATE TRIGGER hinted AFTER UPDATE OF is_active, suspended_at, closed_at ON public.players_person FOR EACH ROW WHEN (((old.is_active IS DISTINCT FROM new.is_active) OR (old.suspended_at IS DISTINCT FROM new.suspended_at) OR (old.closed_at IS DISTINCT FROM new.closed_at))) EXECUTE FUNCTION public.players_hint_person('id');

CREATE TRIGGER hinted AFTER INSERT OR UPDATE ON public.players_prohibition FOR EACH ROW EXECUTE FUNCTION public.players_hint_registered();

CREATE TRIGGER hinted AFTER UPDATE OF nif ON public.players_registration FOR EACH ROW WHEN (((old.nif)::text IS DISTINCT FROM (new.nif)::text)) EXECUTE FUNCTION public.players_hint_person('person_id');

CREATE TRIGGER hinted_sooner AFTER UPDATE OF expire_date ON public.django_session FOR EACH ROW WHEN ((new.expire_date < old.expire_date)) EXECUTE FUNCTION public.players_hint_session();

CREATE TRIGGER incident_begins_open BEFORE INSERT ON public.tables_incident FOR EACH ROW WHEN (((new.closed_at IS NOT NULL) OR (new.proposed_at IS NOT NULL) OR (new.told_at IS NOT NULL))) EXECUTE FUNCTION public.tables_guard_new_incident();

CREATE TRIGGER incident_ends_by_two BEFORE UPDATE ON public.tables_incident FOR EACH ROW EXECUTE FUNCTION public.tables_guard_incident();

CREATE TRIGGER keyed_card_guard BEFORE UPDATE ON public.tables_keyedcard FOR EACH ROW EXECUTE FUNCTION public.tables_guard_keyed_card();

CREATE TRIGGER keyed_cards_stay BEFORE DELETE OR TRUNCATE ON public.tables_keyedcard FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER paper_shoes_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON public.tables_papershoe FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER players_acceptance_only_added BEFORE DELETE OR UPDATE ON public.players_acceptance FOR EACH ROW EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_accountclosure_not_after_death BEFORE UPDATE ON public.players_accountclosure FOR EACH ROW EXECUTE FUNCTION public.players_refuse_reopening_the_dead();

CREATE TRIGGER players_accountclosure_reopened_once BEFORE UPDATE ON public.players_accountclosure FOR EACH ROW EXECUTE FUNCTION public.players_guard_closure();

CREATE TRIGGER players_accountclosure_stays BEFORE DELETE OR TRUNCATE ON public.players_accountclosure FOR EACH STATEMENT EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_adjustment_by_settled BEFORE UPDATE ON public.players_adjustment FOR EACH ROW WHEN ((new.state = 'approved'::text)) EXECUTE FUNCTION public.players_guard_decider();

CREATE TRIGGER players_adjustment_by_staff BEFORE INSERT OR UPDATE ON public.players_adjustment FOR EACH ROW EXECUTE FUNCTION public.players_two_of_staff();

CREATE CONSTRAINT TRIGGER players_adjustment_caused AFTER INSERT OR UPDATE OF state, amount ON public.players_adjustment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.state = 'approved'::text)) EXECUTE FUNCTION public.players_check_cause();

CREATE TRIGGER players_adjustment_is_proposed_first BEFORE INSERT ON public.players_adjustment FOR EACH ROW WHEN ((new.state <> 'proposed'::text)) EXECUTE FUNCTION public.players_money_stays();

CREATE TRIGGER players_adjustment_needs_two AFTER INSERT ON public.wallet_transfer FOR EACH ROW WHEN ((new.code = 'adjustment'::text)) EXECUTE FUNCTION public.players_adjustment_agreed();

CREATE TRIGGER players_adjustment_same BEFORE UPDATE ON public.players_adjustment FOR EACH ROW WHEN (((old.state <> 'proposed'::text) OR ((old.id IS DISTINCT FROM new.id) OR (old.person_id IS DISTINCT FROM new.person_id) OR (old.key IS DISTINCT FROM new.key) OR (old.amount IS DISTINCT FROM new.amount) OR (old.reason IS DISTINCT FROM new.reason) OR (old.reference IS DISTINCT FROM new.reference) OR (old.proposed_by_id IS DISTINCT FROM new.proposed_by_id) OR (old.proposed_at IS DISTINCT FROM new.proposed_at)))) EXECUTE FUNCTION public.players_money_stays();

CREATE TRIGGER players_adjustment_stays BEFORE DELETE OR TRUNCATE ON public.players_adjustment FOR EACH STATEMENT EXECUTE FUNCTION public.players_money_stays();

CREATE TRIGGER players_auditentry_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.players_auditentry FOR EACH STATEMENT EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_calendarfeed_ended_once BEFORE UPDATE ON public.players_calendarfeed FOR EACH ROW WHEN (((old.revoked_at IS NOT NULL) OR ((old.id IS DISTINCT FROM new.id) OR (old.member_id IS DISTINCT FROM new.member_id) OR (old.digest IS DISTINCT FROM new.digest) OR (old.made_at IS DISTINCT FROM new.made_at)))) EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_calendarfeed_stays BEFORE DELETE OR TRUNCATE ON public.players_calendarfeed FOR EACH STATEMENT EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_causemark_only_here BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.players_causemark FOR EACH STATEMENT EXECUTE FUNCTION public.players_money_stays();

CREATE TRIGGER players_complaint_outcome_decided BEFORE INSERT OR UPDATE ON public.players_complaint FOR EACH ROW WHEN ((new.outcome <> ''::text)) EXECUTE FUNCTION public.players_refuse_undecided_outcome();

CREATE TRIGGER players_complaint_same BEFORE UPDATE ON public.players_complaint FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.year IS DISTINCT FROM new.year) OR (old.serial IS DISTINCT FROM new.serial) OR (old.person_id IS DISTINCT FROM new.person_id) OR (old.outsider_id IS DISTINCT FROM new.outsider_id) OR (old.key IS DISTINCT FROM new.key) OR (old.category IS DISTINCT FROM new.category) OR (old.subject_kind IS DISTINCT FROM new.subject_kind) OR (old.subject IS DISTINCT FROM new.subject) OR (old.channel IS DISTINCT FROM new.channel) OR (old.occurred_at IS DISTINCT FROM new.occurred_at) OR (old.received_at IS DISTINCT FROM new.received_at) OR (old.acknowledged_at IS DISTINCT FROM new.acknowledged_at) OR (new.turn < old.turn) OR (new.revision <= old.revision) OR ((old.sheet <> new.sheet) AND ((new.sheet = ''::text) OR ((old.state IS DISTINCT FROM new.state) OR (old.turn IS DISTINCT FROM new.turn) OR (old.due_on IS DISTINCT FROM new.due_on) OR (old.turn_began_at IS DISTINCT FROM new.turn_began_at) OR (old.handler_id IS DISTINCT FROM new.handler_id) OR (old.outcome IS DISTINCT FROM new.outcome) OR (old.answered_at IS DISTINCT FROM new.answered_at) OR (old.reopened_at IS DISTINCT FROM new.reopened_at) OR (old.closed_at IS DISTINCT FROM new.closed_at)))))) EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_complaint_sheet_told BEFORE UPDATE ON public.players_complaint FOR EACH ROW WHEN ((old.sheet <> new.sheet)) EXECUTE FUNCTION public.players_refuse_untold_sheet();

CREATE TRIGGER players_complaint_stays BEFORE DELETE ON public.players_complaint FOR EACH ROW EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_complaintdecision_same BEFORE UPDATE ON public.players_complaintdecision FOR EACH ROW WHEN (((old.decided_at IS NOT NULL) OR (old.refused_at IS NOT NULL) OR ((old.id IS DISTINCT FROM new.id) OR (old.complaint_id IS DISTINCT FROM new.complaint_id) OR (old.turn IS DISTINCT FROM new.turn) OR (old.key IS DISTINCT FROM new.key) OR (old.outcome IS DISTINCT FROM new.outcome) OR (old.reasons IS DISTINCT FROM new.reasons) OR (old.award IS DISTINCT FROM new.award) OR (old.adjustment IS DISTINCT FROM new.adjustment) OR (old.by_id IS DISTINCT FROM new.by_id) OR (old.at IS DISTINCT FROM new.at)))) EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_complaintdecision_stays BEFORE DELETE ON public.players_complaintdecision FOR EACH ROW EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_complaintevent_only_added BEFORE DELETE OR UPDATE ON public.players_complaintevent FOR EACH ROW EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_complaintfile_only_added BEFORE DELETE OR UPDATE ON public.players_complaintfile FOR EACH ROW EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_complaintmessage_only_added BEFORE DELETE OR UPDATE ON public.players_complaintmessage FOR EACH ROW EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_datachange_only_added BEFORE DELETE OR UPDATE ON public.players_datachange FOR EACH ROW EXECUTE FUNCTION public.players_refuse_change();

CREATE CONSTRAINT TRIGGER players_deposit_caused AFTER INSERT OR UPDATE OF state, amount ON public.players_deposit DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.state = ANY (ARRAY['credited'::text, 'charged-back'::text]))) EXECUTE FUNCTION public.players_check_cause();

CREATE TRIGGER players_deposit_dated BEFORE UPDATE ON public.players_deposit FOR EACH ROW WHEN (((old.state = new.state) AND (old.finished_at IS NOT NULL) AND (new.finished_at IS DISTINCT FROM old.finished_at))) EXECUTE FUNCTION public.players_money_stays();

CREATE TRIGGER players_deposit_same BEFORE UPDATE ON public.players_deposit FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.person_id IS DISTINCT FROM new.person_id) OR (old.instrument_id IS DISTINCT FROM new.instrument_id) OR (old.key IS DISTINCT FROM new.key) OR (old.amount IS DISTINCT FROM new.amount) OR (old.started_at IS DISTINCT FROM new.started_at) OR ((old.provider_ref <> ''::text) AND (old.provider_ref <> new.provider_ref)) OR ((old.state <> new.state) AND (NOT ((old.state = 'pending'::text) OR ((old.state = 'expired'::text) AND (new.state = ANY (ARRAY['credited'::text, 'rejected'::text]))) OR ((old.state = 'credited'::text) AND (new.state = 'charged-back'::text))))))) EXECUTE FUNCTION public.players_money_stays();

CREATE TRIGGER players_deposit_stays BEFORE DELETE OR TRUNCATE ON public.players_deposit FOR EACH STATEMENT EXECUTE FUNCTION public.players_money_stays();

CREATE TRIGGER players_device_same BEFORE UPDATE ON public.players_device FOR EACH ROW WHEN ((old.person_id IS DISTINCT FROM new.person_id)) EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_duty_same BEFORE UPDATE ON public.players_duty FOR EACH ROW WHEN (((old.done_at IS NOT NULL) OR ((old.id IS DISTINCT FROM new.id) OR (old.kind IS DISTINCT FROM new.kind) OR (old.person_id IS DISTINCT FROM new.person_id) OR (old.subject IS DISTINCT FROM new.subject) OR (old.facts IS DISTINCT FROM new.facts) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.due_at IS DISTINCT FROM new.due_at)))) EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_duty_stays BEFORE DELETE ON public.players_duty FOR EACH ROW EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_dutyturn_done_once BEFORE UPDATE ON public.players_dutyturn FOR EACH ROW WHEN (((old.done_at IS NOT NULL) OR ((old.id IS DISTINCT FROM new.id) OR (old.code IS DISTINCT FROM new.code) OR (old.period IS DISTINCT FROM new.period)))) EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_dutyturn_stays BEFORE DELETE OR TRUNCATE ON public.players_dutyturn FOR EACH STATEMENT EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_erasure_guard BEFORE INSERT OR UPDATE ON public.players_erasure FOR EACH ROW EXECUTE FUNCTION public.players_guard_erasure();

CREATE TRIGGER players_erasure_stays BEFORE DELETE OR TRUNCATE ON public.players_erasure FOR EACH STATEMENT EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_event_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.players_event FOR EACH STATEMENT EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_event_placed BEFORE INSERT ON public.players_event FOR EACH ROW EXECUTE FUNCTION public.players_place_event();

CREATE TRIGGER players_excluded_refused AFTER INSERT ON public.wallet_transfer REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.players_refuse_excluded();

CREATE TRIGGER players_exclusion_held BEFORE INSERT ON public.players_exclusion FOR EACH ROW EXECUTE FUNCTION public.players_hold_for_exclusion();

CREATE TRIGGER players_exclusion_never_longer BEFORE UPDATE ON public.players_exclusion FOR EACH ROW WHEN ((((old.ends_at IS NOT NULL) AND ((new.ends_at > old.ends_at) IS NOT FALSE)) OR ((old.revoked_at IS NOT NULL) AND (new.revoked_at IS DISTINCT FROM old.revoked_at)) OR ((old.notice_at IS NOT NULL) AND (new.notice_at IS DISTINCT FROM old.notice_at)) OR ((old.person_key IS DISTINCT FROM new.person_key) OR (old.key IS DISTINCT FROM new.key) OR (old.by_id IS DISTINCT FROM new.by_id) OR (old.reason IS DISTINCT FROM new.reason)))) EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_exclusion_same BEFORE UPDATE OF id, person_id, kind, source, starts_at, created_at ON public.players_exclusion FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.person_id IS DISTINCT FROM new.person_id) OR (old.kind IS DISTINCT FROM new.kind) OR (old.source IS DISTINCT FROM new.source) OR (old.starts_at IS DISTINCT FROM new.starts_at) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_exclusion_stays BEFORE DELETE ON public.players_exclusion FOR EACH ROW EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_filecheck_only_added BEFORE DELETE OR UPDATE ON public.players_filecheck FOR EACH ROW EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_guest_same BEFORE UPDATE ON public.players_guest FOR EACH ROW WHEN (((old.ended_at IS NOT NULL) OR ((old.person_id IS DISTINCT FROM new.person_id) OR (old.key IS DISTINCT FROM new.key) OR (old.made_at IS DISTINCT FROM new.made_at) OR (old.ends_at IS DISTINCT FROM new.ends_at)))) EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_identitycheck_answered_once BEFORE UPDATE ON public.players_identitycheck FOR EACH ROW WHEN (((old.answered_at IS NOT NULL) OR ((old.id IS DISTINCT FROM new.id) OR (old.person_id IS DISTINCT FROM new.person_id) OR (old.asked_at IS DISTINCT FROM new.asked_at)))) EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_identitycheck_stays BEFORE DELETE ON public.players_identitycheck FOR EACH ROW EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_instrument_same BEFORE UPDATE ON public.players_instrument FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.person_id IS DISTINCT FROM new.person_id) OR (old.key IS DISTINCT FROM new.key) OR (old.kind IS DISTINCT FROM new.kind) OR (old.label IS DISTINCT FROM new.label) OR (old.fingerprint IS DISTINCT FROM new.fingerprint) OR (old.registered_at IS DISTINCT FROM new.registered_at))) EXECUTE FUNCTION public.players_money_stays();

CREATE TRIGGER players_instrument_stays BEFORE DELETE OR TRUNCATE ON public.players_instrument FOR EACH STATEMENT EXECUTE FUNCTION public.players_money_stays();

CREATE TRIGGER players_limit_same BEFORE UPDATE ON public.players_limit FOR EACH ROW WHEN (((old.state <> ALL (ARRAY['waiting'::text, 'in-force'::text])) OR ((old.state = 'in-force'::text) AND (new.state <> ALL (ARRAY['in-force'::text, 'replaced'::text]))) OR ((old.starts_at IS NOT NULL) AND (new.starts_at IS DISTINCT FROM old.starts_at)) OR ((old.id IS DISTINCT FROM new.id) OR (old.person_id IS DISTINCT FROM new.person_id) OR (old.source IS DISTINCT FROM new.source) OR (old.kind IS DISTINCT FROM new.kind) OR (old.period IS DISTINCT FROM new.period) OR (old.most IS DISTINCT FROM new.most) OR (old.key IS DISTINCT FROM new.key) OR (old.requested_at IS DISTINCT FROM new.requested_at) OR (old.due_at IS DISTINCT FROM new.due_at) OR (old.lapses_at IS DISTINCT FROM new.lapses_at) OR (old.by_id IS DISTINCT FROM new.by_id) OR (old.reason IS DISTINCT FROM new.reason)))) EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_limit_stays BEFORE DELETE ON public.players_limit FOR EACH ROW EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_notepin_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.players_notepin FOR EACH STATEMENT EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_outsider_only_added BEFORE DELETE OR UPDATE ON public.players_outsider FOR EACH ROW EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_paymentnotice_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.players_paymentnotice FOR EACH STATEMENT EXECUTE FUNCTION public.players_money_stays();

CREATE TRIGGER players_person_same BEFORE UPDATE OF kind, public_id ON public.players_person FOR EACH ROW WHEN (((old.kind IS DISTINCT FROM new.kind) OR (old.public_id IS DISTINCT FROM new.public_id))) EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_player_without_group BEFORE INSERT OR UPDATE ON public.players_person_groups FOR EACH ROW EXECUTE FUNCTION public.players_refuse_player_role();

CREATE TRIGGER players_player_without_permission BEFORE INSERT OR UPDATE ON public.players_person_user_permissions FOR EACH ROW EXECUTE FUNCTION public.players_refuse_player_role();

CREATE TRIGGER players_playernote_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.players_playernote FOR EACH STATEMENT EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_prohibition_of_staff_stands BEFORE UPDATE ON public.players_prohibition FOR EACH ROW WHEN (((new.reason = 'operator-staff'::text) AND (new.lifted_at IS NOT NULL) AND (old.lifted_at IS NULL))) EXECUTE FUNCTION public.players_guard_prohibition_of_staff();

CREATE TRIGGER players_prohibition_same BEFORE UPDATE ON public.players_prohibition FOR EACH ROW WHEN (((old.lifted_at IS NOT NULL) OR ((old.id IS DISTINCT FROM new.id) OR ((old.nif)::text IS DISTINCT FROM (new.nif)::text) OR (old.reason IS DISTINCT FROM new.reason) OR (old.added_by_id IS DISTINCT FROM new.added_by_id) OR (old.added_at IS DISTINCT FROM new.added_at)))) EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_prohibition_stays BEFORE DELETE ON public.players_prohibition FOR EACH ROW EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_registration_not_of_staff BEFORE INSERT OR UPDATE OF nif ON public.players_registration FOR EACH ROW EXECUTE FUNCTION public.players_refuse_staff_registration();

CREATE TRIGGER players_registration_same BEFORE UPDATE OF id, person_id, key, received_at, received_from ON public.players_registration FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.person_id IS DISTINCT FROM new.person_id) OR (old.key IS DISTINCT FROM new.key) OR (old.received_at IS DISTINCT FROM new.received_at) OR ((old.received_from)::text IS DISTINCT FROM (new.received_from)::text))) EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_registration_stays BEFORE DELETE ON public.players_registration FOR EACH ROW EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_replytemplate_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.players_replytemplate FOR EACH STATEMENT EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_replyuse_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.players_replyuse FOR EACH STATEMENT EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_replyversion_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.players_replyversion FOR EACH STATEMENT EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_role_agreed BEFORE INSERT OR DELETE OR UPDATE ON public.players_person_groups FOR EACH ROW EXECUTE FUNCTION public.players_guard_roles();

CREATE TRIGGER players_role_same BEFORE DELETE OR UPDATE ON public.auth_group FOR EACH ROW EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_second_factor_stays AFTER DELETE ON public.mfa_authenticator FOR EACH ROW WHEN (((old.type)::text = ANY (ARRAY[('totp'::character varying)::text, ('webauthn'::character varying)::text]))) EXECUTE FUNCTION public.players_guard_second_factor();

CREATE TRIGGER players_signalstep_only_added BEFORE DELETE OR UPDATE ON public.players_signalstep FOR EACH ROW EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_signinattempt_outcome_once BEFORE UPDATE ON public.players_signinattempt FOR EACH ROW WHEN (((old.outcome <> ALL (ARRAY['pending'::text, 'step'::text])) OR ((old.id IS DISTINCT FROM new.id) OR ((old.email)::text IS DISTINCT FROM (new.email)::text) OR (old.factor IS DISTINCT FROM new.factor) OR ((old.address)::text IS DISTINCT FROM (new.address)::text) OR ((old.device)::text IS DISTINCT FROM (new.device)::text) OR ((old.counter)::text IS DISTINCT FROM (new.counter)::text) OR (old.at IS DISTINCT FROM new.at)) OR ((old.outcome <> 'pending'::text) AND (old.code_step IS DISTINCT FROM new.code_step)))) EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_signinattempt_stays BEFORE DELETE ON public.players_signinattempt FOR EACH ROW EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_signinlock_same BEFORE UPDATE ON public.players_signinlock FOR EACH ROW WHEN (((old.opened_at IS NOT NULL) OR ((old.id IS DISTINCT FROM new.id) OR ((old.email)::text IS DISTINCT FROM (new.email)::text) OR ((old.counter)::text IS DISTINCT FROM (new.counter)::text) OR (old.locked_at IS DISTINCT FROM new.locked_at) OR (old.ends_at IS DISTINCT FROM new.ends_at)))) EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_signinlock_stays BEFORE DELETE ON public.players_signinlock FOR EACH ROW EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_staff_enabled BEFORE UPDATE OF is_active ON public.players_person FOR EACH ROW WHEN (((new.kind = 'staff'::text) AND new.is_active AND (NOT old.is_active))) EXECUTE FUNCTION public.players_guard_enabling();

CREATE TRIGGER players_staff_without_account BEFORE INSERT ON public.wallet_account FOR EACH ROW WHEN ((new.kind = 'player'::text)) EXECUTE FUNCTION public.players_refuse_staff_account();

CREATE TRIGGER players_staffidentity_alone BEFORE INSERT ON public.players_staffidentity FOR EACH ROW EXECUTE FUNCTION public.players_refuse_staff_registration();

CREATE TRIGGER players_staffidentity_same BEFORE UPDATE ON public.players_staffidentity FOR EACH ROW WHEN (((old.ended_at IS NOT NULL) OR ((old.id IS DISTINCT FROM new.id) OR (old.person_id IS DISTINCT FROM new.person_id) OR ((old.full_name)::text IS DISTINCT FROM (new.full_name)::text) OR ((old.nif)::text IS DISTINCT FROM (new.nif)::text) OR (old.given_at IS DISTINCT FROM new.given_at)))) EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_staffidentity_stays BEFORE DELETE OR TRUNCATE ON public.players_staffidentity FOR EACH STATEMENT EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_staffproposal_guarded BEFORE INSERT OR UPDATE ON public.players_staffproposal FOR EACH ROW EXECUTE FUNCTION public.players_guard_staffproposal();

CREATE TRIGGER players_staffproposal_stays BEFORE DELETE OR TRUNCATE ON public.players_staffproposal FOR EACH STATEMENT EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_staffseal_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON public.players_staffseal FOR EACH STATEMENT EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_standingchange_only_added BEFORE DELETE OR UPDATE ON public.players_standingchange FOR EACH ROW EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_standingcheck_only_added BEFORE DELETE OR UPDATE ON public.players_standingcheck FOR EACH ROW EXECUTE FUNCTION public.players_refuse_change();

CREATE CONSTRAINT TRIGGER players_transfer_caused AFTER INSERT ON public.wallet_transfer DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.code = ANY (ARRAY['deposit'::text, 'withdrawal'::text, 'withdrawal-requested'::text, 'withdrawal-paid'::text, 'withdrawal-given-back'::text, 'charge-back'::text, 'charge-back-loss'::text, 'adjustment'::text]))) EXECUTE FUNCTION public.players_check_cause();

CREATE TRIGGER players_viewing_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.players_viewing FOR EACH STATEMENT EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER players_withdrawal_by_settled BEFORE UPDATE ON public.players_withdrawal FOR EACH ROW EXECUTE FUNCTION public.players_guard_decider();

CREATE TRIGGER players_withdrawal_by_staff BEFORE INSERT OR UPDATE ON public.players_withdrawal FOR EACH ROW EXECUTE FUNCTION public.players_two_of_staff();

CREATE CONSTRAINT TRIGGER players_withdrawal_caused AFTER INSERT OR UPDATE OF state, amount ON public.players_withdrawal DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.players_check_cause();

CREATE TRIGGER players_withdrawal_dated BEFORE UPDATE ON public.players_withdrawal FOR EACH ROW WHEN (((old.state = new.state) AND (old.finished_at IS NOT NULL) AND (new.finished_at IS DISTINCT FROM old.finished_at))) EXECUTE FUNCTION public.players_money_stays();

CREATE TRIGGER players_withdrawal_same BEFORE UPDATE ON public.players_withdrawal FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.person_id IS DISTINCT FROM new.person_id) OR (old.instrument_id IS DISTINCT FROM new.instrument_id) OR (old.key IS DISTINCT FROM new.key) OR (old.amount IS DISTINCT FROM new.amount) OR (old.two_persons IS DISTINCT FROM new.two_persons) OR (old.requested_at IS DISTINCT FROM new.requested_at) OR ((old.first_by_id IS NOT NULL) AND ((old.first_by_id IS DISTINCT FROM new.first_by_id) OR (old.first_at IS DISTINCT FROM new.first_at))) OR ((old.second_by_id IS NOT NULL) AND ((old.second_by_id IS DISTINCT FROM new.second_by_id) OR (old.second_at IS DISTINCT FROM new.second_at))) OR ((old.provider_ref <> ''::text) AND (old.provider_ref <> new.provider_ref)) OR ((old.state <> new.state) AND (NOT (((old.state = 'held'::text) AND (new.state = ANY (ARRAY['ready'::text, 'cancelled'::text, 'refused'::text]))) OR ((old.state = 'ready'::text) AND (new.state = ANY (ARRAY['sent'::text, 'cancelled'::text]))) OR ((old.state = 'sent'::text) AND (new.state = ANY (ARRAY['paid'::text, 'failed'::text])))))))) EXECUTE FUNCTION public.players_money_stays();

CREATE TRIGGER players_withdrawal_stays BEFORE DELETE OR TRUNCATE ON public.players_withdrawal FOR EACH STATEMENT EXECUTE FUNCTION public.players_money_stays();

CREATE TRIGGER reopening_by_settled BEFORE UPDATE ON public.reporting_reopening FOR EACH ROW WHEN ((((new.state)::text = 'approved'::text) AND ((old.state)::text <> 'approved'::text))) EXECUTE FUNCTION public.reporting_guard_reopening_approver();

CREATE TRIGGER reporting_archived_same BEFORE UPDATE ON public.reporting_archived FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.report_id IS DISTINCT FROM new.report_id) OR (old.name IS DISTINCT FROM new.name) OR ((old.sha256)::text IS DISTINCT FROM (new.sha256)::text) OR (old.size IS DISTINCT FROM new.size) OR (old.receipt IS DISTINCT FROM new.receipt) OR (old.stored_at IS DISTINCT FROM new.stored_at) OR (new.verified_at < old.verified_at))) EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_archived_stays BEFORE DELETE OR TRUNCATE ON public.reporting_archived FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_archivedday_removed BEFORE UPDATE ON public.reporting_archivedday FOR EACH ROW WHEN ((old.removed_at IS DISTINCT FROM new.removed_at)) EXECUTE FUNCTION public.reporting_guard_removing();

CREATE TRIGGER reporting_archivedday_same BEFORE UPDATE ON public.reporting_archivedday FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.sealed_id IS DISTINCT FROM new.sealed_id) OR (old.name IS DISTINCT FROM new.name) OR ((old.sha256)::text IS DISTINCT FROM (new.sha256)::text) OR (old.size IS DISTINCT FROM new.size) OR (old.receipt IS DISTINCT FROM new.receipt) OR (old.stored_at IS DISTINCT FROM new.stored_at) OR (new.verified_at < old.verified_at))) EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_archivedday_stays BEFORE DELETE OR TRUNCATE ON public.reporting_archivedday FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_checkpoint_follows BEFORE INSERT ON public.reporting_logcheckpoint FOR EACH ROW EXECUTE FUNCTION public.reporting_guard_checkpoint();

CREATE TRIGGER reporting_checkpoint_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reporting_logcheckpoint FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_cosignature_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reporting_cosignature FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_daysalt_erased_late BEFORE UPDATE ON public.reporting_daysalt FOR EACH ROW EXECUTE FUNCTION public.reporting_guard_erasing();

CREATE TRIGGER reporting_daysalt_stays BEFORE DELETE OR TRUNCATE ON public.reporting_daysalt FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_daystamp_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reporting_daystamp FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_export_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reporting_exportlog FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_extract_guard BEFORE INSERT OR UPDATE ON public.reporting_extract FOR EACH ROW EXECUTE FUNCTION public.reporting_guard_extract();

CREATE TRIGGER reporting_extract_stays BEFORE DELETE OR TRUNCATE ON public.reporting_extract FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_faultyseal_guard BEFORE INSERT OR UPDATE ON public.reporting_faultyseal FOR EACH ROW EXECUTE FUNCTION public.reporting_guard_faulty_seal();

CREATE TRIGGER reporting_faultyseal_stays BEFORE DELETE OR TRUNCATE ON public.reporting_faultyseal FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_incident_is_told AFTER INSERT ON public.tables_incident FOR EACH ROW EXECUTE FUNCTION public.reporting_tell_incident();

CREATE TRIGGER reporting_leaf_guard BEFORE INSERT OR UPDATE ON public.reporting_logleaf FOR EACH ROW EXECUTE FUNCTION public.reporting_guard_leaf();

CREATE TRIGGER reporting_leaf_stays BEFORE DELETE OR TRUNCATE ON public.reporting_logleaf FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_leaf_without_gaps AFTER UPDATE ON public.reporting_logleaf REFERENCING NEW TABLE AS numbered FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_guard_leaf_numbers();

CREATE TRIGGER reporting_lineopening_guard BEFORE INSERT OR UPDATE ON public.reporting_lineopening FOR EACH ROW EXECUTE FUNCTION public.reporting_guard_lineopening();

CREATE TRIGGER reporting_lineopening_stays BEFORE DELETE OR TRUNCATE ON public.reporting_lineopening FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_lineoutage_guard BEFORE UPDATE ON public.reporting_lineoutage FOR EACH ROW EXECUTE FUNCTION public.reporting_guard_lineoutage();

CREATE TRIGGER reporting_lineoutage_stays BEFORE DELETE OR TRUNCATE ON public.reporting_lineoutage FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_link_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reporting_chainlink FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_nightcheck_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reporting_nightcheck FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_notice_received_once BEFORE UPDATE ON public.reporting_notice FOR EACH ROW WHEN (((old.received_at IS NOT NULL) OR ((old.id IS DISTINCT FROM new.id) OR (old.turn_id IS DISTINCT FROM new.turn_id) OR (old.member_id IS DISTINCT FROM new.member_id) OR (old.at IS DISTINCT FROM new.at) OR (old.left_out IS DISTINCT FROM new.left_out) OR (old.due_at IS DISTINCT FROM new.due_at)))) EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_notice_stays BEFORE DELETE OR TRUNCATE ON public.reporting_notice FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_personrecord_erased_late BEFORE UPDATE ON public.reporting_personrecord FOR EACH ROW EXECUTE FUNCTION public.reporting_guard_erasing();

CREATE TRIGGER reporting_personrecord_stays BEFORE DELETE OR TRUNCATE ON public.reporting_personrecord FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_piece_same BEFORE UPDATE OR TRUNCATE ON public.reporting_piece FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_piece_stays BEFORE DELETE ON public.reporting_piece FOR EACH ROW EXECUTE FUNCTION public.reporting_guard_piece();

CREATE TRIGGER reporting_proof_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reporting_ledgerproof FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_reopening_guard BEFORE INSERT OR UPDATE ON public.reporting_reopening FOR EACH ROW EXECUTE FUNCTION public.reporting_guard_reopening();

CREATE TRIGGER reporting_reopening_stays BEFORE DELETE OR TRUNCATE ON public.reporting_reopening FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_report_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reporting_dailyreport FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_round_on_told_shoe AFTER INSERT ON public.tables_round REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_untold_shoes();

CREATE TRIGGER reporting_rules_are_told AFTER INSERT OR UPDATE ON public.tables_configuration FOR EACH ROW WHEN (((new.status)::text = ANY (ARRAY[('approved'::character varying)::text, ('in-force'::character varying)::text, ('superseded'::character varying)::text]))) EXECUTE FUNCTION public.reporting_tell_rules();

CREATE CONSTRAINT TRIGGER reporting_run_by_two AFTER INSERT ON public.reporting_reportrun DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.filter ?| ARRAY['conditions'::text, 'columns'::text, 'extract'::text])) EXECUTE FUNCTION public.reporting_guard_own_criteria();

CREATE TRIGGER reporting_run_done_stays BEFORE UPDATE ON public.reporting_reportrun FOR EACH ROW WHEN ((old.state = 'done'::text)) EXECUTE FUNCTION public.reporting_refuse_row();

CREATE TRIGGER reporting_run_stays BEFORE DELETE OR TRUNCATE ON public.reporting_reportrun FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_safecorrection_guard BEFORE INSERT OR UPDATE ON public.reporting_safecorrection FOR EACH ROW EXECUTE FUNCTION public.reporting_guard_correction();

CREATE TRIGGER reporting_safecorrection_stays BEFORE DELETE OR TRUNCATE ON public.reporting_safecorrection FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_safefile_by_two BEFORE INSERT ON public.reporting_safefile FOR EACH ROW WHEN ((new.correction > 0)) EXECUTE FUNCTION public.reporting_guard_corrected();

CREATE TRIGGER reporting_safefile_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reporting_safefile FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_safepackage_by_two BEFORE INSERT ON public.reporting_safepackage FOR EACH ROW WHEN ((new.correction > 0)) EXECUTE FUNCTION public.reporting_guard_corrected();

CREATE TRIGGER reporting_safepackage_guard BEFORE UPDATE ON public.reporting_safepackage FOR EACH ROW EXECUTE FUNCTION public.reporting_guard_safepackage();

CREATE TRIGGER reporting_safepackage_stays BEFORE DELETE OR TRUNCATE ON public.reporting_safepackage FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_safepackage_summed BEFORE INSERT ON public.reporting_safepackage FOR EACH ROW WHEN ((new.correction > 0)) EXECUTE FUNCTION public.reporting_guard_corrected_summary();

CREATE TRIGGER reporting_schedule_same BEFORE UPDATE ON public.reporting_schedule FOR EACH ROW WHEN (((old.state = 'ended'::text) OR ((old.id IS DISTINCT FROM new.id) OR (old.key IS DISTINCT FROM new.key) OR (old.name IS DISTINCT FROM new.name)))) EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_schedule_stays BEFORE DELETE OR TRUNCATE ON public.reporting_schedule FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_sealed_as_told BEFORE INSERT ON public.reporting_sealedday FOR EACH ROW EXECUTE FUNCTION public.reporting_guard_sealed_day();

CREATE TRIGGER reporting_sealed_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reporting_sealedday FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_shoe_is_told AFTER INSERT ON public.tables_shoe REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_tell_shoes();

CREATE TRIGGER reporting_slice_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reporting_proofslice FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_software_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reporting_softwarecheck FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_stop_by_two BEFORE DELETE OR UPDATE ON public.tables_stop FOR EACH ROW WHEN (((old.scope)::text = 'proof'::text)) EXECUTE FUNCTION public.reporting_guard_stop();

CREATE TRIGGER reporting_stop_of_line_by_two BEFORE DELETE OR UPDATE ON public.tables_stop FOR EACH ROW WHEN (((old.scope)::text = 'regulator'::text)) EXECUTE FUNCTION public.reporting_guard_linestop();

CREATE TRIGGER reporting_tile_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reporting_logtile FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_turn_stays BEFORE DELETE OR TRUNCATE ON public.reporting_scheduleturn FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_turn_told_once BEFORE UPDATE ON public.reporting_scheduleturn FOR EACH ROW WHEN (((old.told_at IS NOT NULL) OR ((old.id IS DISTINCT FROM new.id) OR (old.schedule_id IS DISTINCT FROM new.schedule_id) OR (old.first_day IS DISTINCT FROM new.first_day) OR (old.last_day IS DISTINCT FROM new.last_day) OR (old.due_at IS DISTINCT FROM new.due_at) OR (old.run_id IS DISTINCT FROM new.run_id) OR (old.format IS DISTINCT FROM new.format)))) EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER reporting_work_done_stays BEFORE UPDATE ON public.reporting_work FOR EACH ROW WHEN ((old.state = 'done'::text)) EXECUTE FUNCTION public.reporting_refuse_row();

CREATE TRIGGER reporting_work_stays BEFORE DELETE OR TRUNCATE ON public.reporting_work FOR EACH STATEMENT EXECUTE FUNCTION public.reporting_refuse_change();

CREATE TRIGGER round_born_finished AFTER INSERT ON public.tables_round FOR EACH ROW WHEN (((new.phase)::text = ANY (ARRAY[('settled'::character varying)::text, ('void'::character varying)::text]))) EXECUTE FUNCTION public.tables_number_finished();

CREATE TRIGGER round_finished AFTER UPDATE OF phase ON public.tables_round FOR EACH ROW WHEN ((((new.phase)::text = ANY (ARRAY[('settled'::character varying)::text, ('void'::character varying)::text])) AND ((old.phase)::text <> ALL (ARRAY[('settled'::character varying)::text, ('void'::character varying)::text])))) EXECUTE FUNCTION public.tables_number_finished();

CREATE TRIGGER round_guard BEFORE UPDATE ON public.tables_round FOR EACH ROW EXECUTE FUNCTION public.tables_guard_round();

CREATE TRIGGER round_void_by_two BEFORE UPDATE ON public.tables_round FOR EACH ROW WHEN ((((new.phase)::text = 'void'::text) AND ((old.phase)::text <> 'void'::text))) EXECUTE FUNCTION public.tables_guard_void();

CREATE TRIGGER rounds_stay BEFORE DELETE OR TRUNCATE ON public.tables_round FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER scanner_guard BEFORE UPDATE ON public.tables_scanner FOR EACH ROW EXECUTE FUNCTION public.tables_guard_scanner();

CREATE TRIGGER scanners_stay BEFORE DELETE OR TRUNCATE ON public.tables_scanner FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER second_readings_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON public.tables_secondreading FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER session_sums_stay BEFORE UPDATE OF pairs ON public.tables_playsession FOR EACH ROW WHEN (((old.pairs IS NOT NULL) OR (new.ended_at IS NULL))) EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER sessions_only_grow BEFORE UPDATE ON public.tables_playsession FOR EACH ROW WHEN (((new.rounds < old.rounds) OR (new.staked < old.staked) OR (new.returned < old.returned) OR (new.prizes < old.prizes) OR (new.commission < old.commission) OR ((old.ended_at IS NOT NULL) AND ((old.ended_at IS DISTINCT FROM new.ended_at) OR ((old.end_reason)::text IS DISTINCT FROM (new.end_reason)::text))))) EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER sessions_stay BEFORE DELETE OR TRUNCATE ON public.tables_playsession FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER shift_guard BEFORE UPDATE ON public.tables_shift FOR EACH ROW EXECUTE FUNCTION public.tables_guard_shift();

CREATE TRIGGER shifts_stay BEFORE DELETE OR TRUNCATE ON public.tables_shift FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER shoe_guard BEFORE UPDATE ON public.tables_shoe FOR EACH ROW EXECUTE FUNCTION public.tables_guard_shoe();

CREATE TRIGGER shoe_started BEFORE UPDATE OF start ON public.tables_shoe FOR EACH ROW WHEN ((old.start IS DISTINCT FROM new.start)) EXECUTE FUNCTION public.tables_guard_start();

CREATE TRIGGER shoes_stay BEFORE DELETE OR TRUNCATE ON public.tables_shoe FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER slips_in_play AFTER INSERT ON public.tables_slip REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse_late_slips();

CREATE TRIGGER slips_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON public.tables_slip FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER slot_guard BEFORE INSERT ON public.tables_cardevent FOR EACH ROW EXECUTE FUNCTION public.tables_guard_slot();

CREATE TRIGGER squeeze_guard BEFORE UPDATE ON public.tables_squeeze FOR EACH ROW EXECUTE FUNCTION public.tables_guard_squeeze();

CREATE TRIGGER squeezer_guard BEFORE INSERT ON public.tables_squeeze FOR EACH ROW EXECUTE FUNCTION public.tables_guard_squeezer();

CREATE TRIGGER squeezes_stay BEFORE DELETE OR TRUNCATE ON public.tables_squeeze FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER stop_of_drift_by_two BEFORE DELETE OR UPDATE ON public.tables_stop FOR EACH ROW WHEN ((((old.scope)::text = 'drift'::text) OR ((old.scope)::text ~~ 'drift-%'::text))) EXECUTE FUNCTION public.tables_guard_drift_stop();

CREATE TRIGGER stop_reason_once BEFORE UPDATE OF reason ON public.tables_stop FOR EACH ROW WHEN ((((old.reason)::text <> ''::text) AND ((new.reason)::text IS DISTINCT FROM (old.reason)::text))) EXECUTE FUNCTION public.tables_guard_stop_reason();

CREATE TRIGGER table_begins BEFORE INSERT ON public.tables_table FOR EACH ROW WHEN (((new.configuration_id IS NOT NULL) OR ((new.status)::text <> 'closed'::text))) EXECUTE FUNCTION public.tables_guard_rules();

CREATE TRIGGER table_rules BEFORE UPDATE ON public.tables_table FOR EACH ROW WHEN (((new.configuration_id IS DISTINCT FROM old.configuration_id) OR (((new.status)::text = 'open'::text) AND ((old.status)::text <> 'open'::text)))) EXECUTE FUNCTION public.tables_guard_rules();

CREATE TRIGGER tables_clockchange_only_added BEFORE DELETE OR UPDATE ON public.tables_clockchange FOR EACH STATEMENT EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER tables_courtday_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.tables_courtday FOR EACH STATEMENT EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER tables_incident_stays BEFORE DELETE OR TRUNCATE ON public.tables_incident FOR EACH STATEMENT EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER tables_incidentnote_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.tables_incidentnote FOR EACH STATEMENT EXECUTE FUNCTION public.players_refuse_change();

CREATE TRIGGER tables_line_of_a_round AFTER INSERT ON public.wallet_transfer REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse_lines_of_no_round();

CREATE TRIGGER void_by_settled BEFORE UPDATE ON public.tables_voidproposal FOR EACH ROW WHEN ((((new.state)::text = 'approved'::text) AND ((old.state)::text <> 'approved'::text))) EXECUTE FUNCTION public.tables_guard_void_approver();

CREATE TRIGGER void_opening_of_void BEFORE INSERT ON public.tables_voidopening FOR EACH ROW EXECUTE FUNCTION public.tables_guard_opening();

CREATE TRIGGER void_openings_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON public.tables_voidopening FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER void_proposal_guard BEFORE INSERT OR UPDATE ON public.tables_voidproposal FOR EACH ROW EXECUTE FUNCTION public.tables_guard_void_proposal();

CREATE TRIGGER void_proposals_stay BEFORE DELETE OR TRUNCATE ON public.tables_voidproposal FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse();

CREATE TRIGGER wallet_account_opens_empty BEFORE INSERT ON public.wallet_account FOR EACH ROW WHEN ((new.balance <> 0)) EXECUTE FUNCTION public.wallet_refuse_opening_balance();

CREATE TRIGGER wallet_account_same BEFORE UPDATE OF id, kind, currency, owner, opened_at ON public.wallet_account FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_refuse_change();

CREATE TRIGGER wallet_account_stays BEFORE DELETE OR TRUNCATE ON public.wallet_account FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_refuse_change();

CREATE CONSTRAINT TRIGGER wallet_balance_backed AFTER UPDATE OF balance ON public.wallet_account DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.kind = 'player'::text) AND (new.balance = old.balance))) EXECUTE FUNCTION public.wallet_check_balance();

CREATE TRIGGER wallet_balances_moved AFTER UPDATE ON public.wallet_account REFERENCING OLD TABLE AS before NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_check_balances();

CREATE TRIGGER wallet_transfer_checked AFTER INSERT ON public.wallet_transfer REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_check_lines();

CREATE TRIGGER wallet_transfer_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.wallet_transfer FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_refuse_change();

ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_user_id_2c513194_fk_players_person_id FOREIGN KEY (user_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirm_email_address_id_5b7f8c58_fk_account_e FOREIGN KEY (email_address_id) REFERENCES public.account_emailaddress(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissio_permission_id_84c5c92e_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_b120cbf9_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_2f476e4b_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.mfa_authenticator
    ADD CONSTRAINT mfa_authenticator_user_id_0c3a50c0_fk_players_person_id FOREIGN KEY (user_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_acceptance
    ADD CONSTRAINT players_acceptance_person_id_cb0e6986_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_accountclosure
    ADD CONSTRAINT players_accountclosu_closed_by_id_3c57010c_fk_players_p FOREIGN KEY (closed_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_accountclosure
    ADD CONSTRAINT players_accountclosu_exclusion_id_b0f5d5a9_fk_players_e FOREIGN KEY (exclusion_id) REFERENCES public.players_exclusion(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_accountclosure
    ADD CONSTRAINT players_accountclosure_person_id_f9cd61f2_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_adjustment
    ADD CONSTRAINT players_adjustment_decided_by_id_44614bd4_fk_players_person_id FOREIGN KEY (decided_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_adjustment
    ADD CONSTRAINT players_adjustment_person_id_7262b062_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_adjustment
    ADD CONSTRAINT players_adjustment_proposed_by_id_9feadc8b_fk_players_person_id FOREIGN KEY (proposed_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_assignment
    ADD CONSTRAINT players_assignment_by_id_5968c52f_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_assignment
    ADD CONSTRAINT players_assignment_person_id_b1a84b61_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_attention
    ADD CONSTRAINT players_attention_mentioned_by_id_4a6c2f99_fk_players_person_id FOREIGN KEY (mentioned_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_attention
    ADD CONSTRAINT players_attention_person_id_12a26bed_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_calendarfeed
    ADD CONSTRAINT players_calendarfeed_member_id_611d466f_fk_players_person_id FOREIGN KEY (member_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_checkinterval
    ADD CONSTRAINT players_checkinterval_person_id_7875c1ee_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_complaint
    ADD CONSTRAINT players_complaint_handler_id_644a2be3_fk_players_person_id FOREIGN KEY (handler_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_complaint
    ADD CONSTRAINT players_complaint_outsider_id_51763160_fk_players_outsider_id FOREIGN KEY (outsider_id) REFERENCES public.players_outsider(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_complaint
    ADD CONSTRAINT players_complaint_person_id_1b8c8bf9_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_complaintdecision
    ADD CONSTRAINT players_complaintdec_approved_by_id_b126d7ae_fk_players_p FOREIGN KEY (approved_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_complaintdecision
    ADD CONSTRAINT players_complaintdec_complaint_id_016b6673_fk_players_c FOREIGN KEY (complaint_id) REFERENCES public.players_complaint(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_complaintdecision
    ADD CONSTRAINT players_complaintdec_refused_by_id_a14f653f_fk_players_p FOREIGN KEY (refused_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_complaintdecision
    ADD CONSTRAINT players_complaintdecision_by_id_cb4812c3_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_complaintevent
    ADD CONSTRAINT players_complainteve_complaint_id_018270a0_fk_players_c FOREIGN KEY (complaint_id) REFERENCES public.players_complaint(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_complaintevent
    ADD CONSTRAINT players_complaintevent_by_id_198ff150_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_complaintfile
    ADD CONSTRAINT players_complaintfil_message_id_3179a926_fk_players_c FOREIGN KEY (message_id) REFERENCES public.players_complaintmessage(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_complaintmessage
    ADD CONSTRAINT players_complaintmes_complaint_id_69f1f505_fk_players_c FOREIGN KEY (complaint_id) REFERENCES public.players_complaint(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_complaintmessage
    ADD CONSTRAINT players_complaintmessage_by_id_966f5b44_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_correctionrequest
    ADD CONSTRAINT players_correctionre_decided_by_id_ec048dca_fk_players_p FOREIGN KEY (decided_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_correctionrequest
    ADD CONSTRAINT players_correctionre_person_id_b1fb1874_fk_players_p FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_datachange
    ADD CONSTRAINT players_datachange_by_id_62e218dd_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_datachange
    ADD CONSTRAINT players_datachange_person_id_81d5d9d9_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_dataexport
    ADD CONSTRAINT players_dataexport_person_id_6dd35695_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_dataexportpart
    ADD CONSTRAINT players_dataexportpa_export_id_2ec991c4_fk_players_d FOREIGN KEY (export_id) REFERENCES public.players_dataexport(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_deposit
    ADD CONSTRAINT players_deposit_instrument_id_d8677509_fk_players_instrument_id FOREIGN KEY (instrument_id) REFERENCES public.players_instrument(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_deposit
    ADD CONSTRAINT players_deposit_person_id_1d81f3d9_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_device
    ADD CONSTRAINT players_device_person_id_4137e368_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_duty
    ADD CONSTRAINT players_duty_done_by_id_55a9c12f_fk_players_person_id FOREIGN KEY (done_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_duty
    ADD CONSTRAINT players_duty_person_id_38a63d75_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_dutyturn
    ADD CONSTRAINT players_dutyturn_done_by_id_bdf88c31_fk_players_person_id FOREIGN KEY (done_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_dutyturn
    ADD CONSTRAINT players_dutyturn_owner_id_3a6605f8_fk_players_person_id FOREIGN KEY (owner_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_erasure
    ADD CONSTRAINT players_erasure_decided_by_id_128bd8c7_fk_players_person_id FOREIGN KEY (decided_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_erasure
    ADD CONSTRAINT players_erasure_proposed_by_id_81720605_fk_players_person_id FOREIGN KEY (proposed_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_exclusion
    ADD CONSTRAINT players_exclusion_by_id_d7d826f0_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_exclusion
    ADD CONSTRAINT players_exclusion_person_id_d7f3677e_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_exclusion
    ADD CONSTRAINT players_exclusion_revoked_by_id_a51924b3_fk_players_person_id FOREIGN KEY (revoked_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_filecheck
    ADD CONSTRAINT players_filecheck_person_id_38d5bd37_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_guest
    ADD CONSTRAINT players_guest_person_id_bfac397d_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_identitycheck
    ADD CONSTRAINT players_identitycheck_person_id_6b5d3502_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_inboxlook
    ADD CONSTRAINT players_inboxlook_person_id_fd5b7817_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_instrument
    ADD CONSTRAINT players_instrument_person_id_6fd301be_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_letter
    ADD CONSTRAINT players_letter_outsider_id_cd132e97_fk_players_outsider_id FOREIGN KEY (outsider_id) REFERENCES public.players_outsider(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_letter
    ADD CONSTRAINT players_letter_person_id_aaf91b4e_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_limit
    ADD CONSTRAINT players_limit_by_id_fd1b36cd_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_limit
    ADD CONSTRAINT players_limit_person_id_a5f9f277_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_notepin
    ADD CONSTRAINT players_notepin_by_id_7679c6b5_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_notepin
    ADD CONSTRAINT players_notepin_note_id_1a6fc2e0_fk_players_playernote_id FOREIGN KEY (note_id) REFERENCES public.players_playernote(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_outsider
    ADD CONSTRAINT players_outsider_by_id_08d9c271_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_person_groups
    ADD CONSTRAINT players_person_groups_group_id_9d58933f_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_person_groups
    ADD CONSTRAINT players_person_groups_person_id_d7accba8_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_person_user_permissions
    ADD CONSTRAINT players_person_user__permission_id_d897a681_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_person_user_permissions
    ADD CONSTRAINT players_person_user__person_id_9b026d66_fk_players_p FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_playernote
    ADD CONSTRAINT players_playernote_by_id_f774cec4_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_playernote
    ADD CONSTRAINT players_playernote_person_id_9b7e5c2d_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_prohibition
    ADD CONSTRAINT players_prohibition_added_by_id_cc981cbf_fk_players_person_id FOREIGN KEY (added_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_prohibition
    ADD CONSTRAINT players_prohibition_lifted_by_id_215edeef_fk_players_person_id FOREIGN KEY (lifted_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_registration
    ADD CONSTRAINT players_registration_person_id_6042ba6a_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_replytemplate
    ADD CONSTRAINT players_replytemplate_by_id_be25b895_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_replyuse
    ADD CONSTRAINT players_replyuse_decision_id_1cdb5c7a_fk_players_c FOREIGN KEY (decision_id) REFERENCES public.players_complaintdecision(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_replyuse
    ADD CONSTRAINT players_replyuse_message_id_67fe6903_fk_players_c FOREIGN KEY (message_id) REFERENCES public.players_complaintmessage(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_replyuse
    ADD CONSTRAINT players_replyuse_version_id_590e2df8_fk_players_replyversion_id FOREIGN KEY (version_id) REFERENCES public.players_replyversion(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_replyversion
    ADD CONSTRAINT players_replyversion_by_id_44275f3f_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_replyversion
    ADD CONSTRAINT players_replyversion_template_id_027ef96a_fk_players_r FOREIGN KEY (template_id) REFERENCES public.players_replytemplate(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_sandboxnotice
    ADD CONSTRAINT players_sandboxnotic_payment_id_88df77e8_fk_players_s FOREIGN KEY (payment_id) REFERENCES public.players_sandboxpayment(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_savedview
    ADD CONSTRAINT players_savedview_person_id_35187a11_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_signal
    ADD CONSTRAINT players_signal_person_id_b94af820_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_signalstep
    ADD CONSTRAINT players_signalstep_by_id_04f565c2_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_signalstep
    ADD CONSTRAINT players_signalstep_signal_id_c331b037_fk_players_signal_id FOREIGN KEY (signal_id) REFERENCES public.players_signal(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_signinattempt
    ADD CONSTRAINT players_signinattempt_person_id_052df512_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_signinlock
    ADD CONSTRAINT players_signinlock_person_id_30a47bd3_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_staffidentity
    ADD CONSTRAINT players_staffidentity_person_id_aa8eed06_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_staffproposal
    ADD CONSTRAINT players_staffproposa_decided_by_id_c4fe7ead_fk_players_p FOREIGN KEY (decided_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_staffproposal
    ADD CONSTRAINT players_staffproposa_proposed_by_id_bbb314a0_fk_players_p FOREIGN KEY (proposed_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_staffproposal
    ADD CONSTRAINT players_staffproposal_member_id_b9d27ef9_fk_players_person_id FOREIGN KEY (member_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_standingchange
    ADD CONSTRAINT players_standingchange_by_id_49cd6991_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_standingchange
    ADD CONSTRAINT players_standingchange_person_id_0e4cac25_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_standingcheck
    ADD CONSTRAINT players_standingcheck_person_id_0716745e_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_tally
    ADD CONSTRAINT players_tally_person_id_886f022b_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_viewing
    ADD CONSTRAINT players_viewing_by_id_5ec5f76e_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_viewing
    ADD CONSTRAINT players_viewing_person_id_769b304b_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_withdrawal
    ADD CONSTRAINT players_withdrawal_first_by_id_d1acb46d_fk_players_person_id FOREIGN KEY (first_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_withdrawal
    ADD CONSTRAINT players_withdrawal_instrument_id_46764801_fk_players_i FOREIGN KEY (instrument_id) REFERENCES public.players_instrument(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_withdrawal
    ADD CONSTRAINT players_withdrawal_person_id_023d7177_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_withdrawal
    ADD CONSTRAINT players_withdrawal_refused_by_id_80b739ce_fk_players_person_id FOREIGN KEY (refused_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_withdrawal
    ADD CONSTRAINT players_withdrawal_second_by_id_a19898ca_fk_players_person_id FOREIGN KEY (second_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_archived
    ADD CONSTRAINT reporting_archived_report_id_aed5c4ab_fk_reporting FOREIGN KEY (report_id) REFERENCES public.reporting_dailyreport(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_archivedday
    ADD CONSTRAINT reporting_archivedda_sealed_id_390271cb_fk_reporting FOREIGN KEY (sealed_id) REFERENCES public.reporting_sealedday(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_cosignature
    ADD CONSTRAINT reporting_cosignatur_checkpoint_id_dad11688_fk_reporting FOREIGN KEY (checkpoint_id) REFERENCES public.reporting_logcheckpoint(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_daystamp
    ADD CONSTRAINT reporting_daystamp_sealed_id_9634ac4f_fk_reporting_sealedday_id FOREIGN KEY (sealed_id) REFERENCES public.reporting_sealedday(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_exportlog
    ADD CONSTRAINT reporting_exportlog_by_id_303a9f02_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_extract
    ADD CONSTRAINT reporting_extract_decided_by_id_63e5f2ec_fk_players_person_id FOREIGN KEY (decided_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_extract
    ADD CONSTRAINT reporting_extract_proposed_by_id_4ac50201_fk_players_person_id FOREIGN KEY (proposed_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_extract
    ADD CONSTRAINT reporting_extract_run_id_40ae7af7_fk_reporting_reportrun_id FOREIGN KEY (run_id) REFERENCES public.reporting_reportrun(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_faultyseal
    ADD CONSTRAINT reporting_faultyseal_decided_by_id_7cfd7cd4_fk_players_p FOREIGN KEY (decided_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_faultyseal
    ADD CONSTRAINT reporting_faultyseal_proposed_by_id_329bf086_fk_players_p FOREIGN KEY (proposed_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_ledgerproof
    ADD CONSTRAINT reporting_ledgerproo_since_id_7a79c34c_fk_reporting FOREIGN KEY (since_id) REFERENCES public.reporting_ledgerproof(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_lineopening
    ADD CONSTRAINT reporting_lineopenin_decided_by_id_35c0f26e_fk_players_p FOREIGN KEY (decided_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_lineopening
    ADD CONSTRAINT reporting_lineopenin_proposed_by_id_31c15ff5_fk_players_p FOREIGN KEY (proposed_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_nightcheck
    ADD CONSTRAINT reporting_nightcheck_sealed_id_584b2b86_fk_reporting FOREIGN KEY (sealed_id) REFERENCES public.reporting_sealedday(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_notice
    ADD CONSTRAINT reporting_notice_member_id_e9fa14c0_fk_players_person_id FOREIGN KEY (member_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_notice
    ADD CONSTRAINT reporting_notice_turn_id_7b98dff8_fk_reporting_scheduleturn_id FOREIGN KEY (turn_id) REFERENCES public.reporting_scheduleturn(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_personrecord
    ADD CONSTRAINT reporting_personrecord_person_id_7827f66e_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_piece
    ADD CONSTRAINT reporting_piece_file_id_7ac0200d_fk_reporting_runfile_id FOREIGN KEY (file_id) REFERENCES public.reporting_runfile(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_piece
    ADD CONSTRAINT reporting_piece_run_id_1882723e_fk_reporting_reportrun_id FOREIGN KEY (run_id) REFERENCES public.reporting_reportrun(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_reopening
    ADD CONSTRAINT reporting_reopening_decided_by_id_e8fbec06_fk_players_person_id FOREIGN KEY (decided_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_reopening
    ADD CONSTRAINT reporting_reopening_proof_id_51796413_fk_reporting FOREIGN KEY (proof_id) REFERENCES public.reporting_ledgerproof(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_reopening
    ADD CONSTRAINT reporting_reopening_proposed_by_id_99312a1e_fk_players_p FOREIGN KEY (proposed_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_reportrun
    ADD CONSTRAINT reporting_reportrun_asked_by_id_e6f21115_fk_players_person_id FOREIGN KEY (asked_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_runfile
    ADD CONSTRAINT reporting_runfile_asked_by_id_517a30bc_fk_players_person_id FOREIGN KEY (asked_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_runfile
    ADD CONSTRAINT reporting_runfile_run_id_970e6bd2_fk_reporting_reportrun_id FOREIGN KEY (run_id) REFERENCES public.reporting_reportrun(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_safecorrection
    ADD CONSTRAINT reporting_safecorrec_decided_by_id_8b605122_fk_players_p FOREIGN KEY (decided_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_safecorrection
    ADD CONSTRAINT reporting_safecorrec_proposed_by_id_38378a9b_fk_players_p FOREIGN KEY (proposed_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_safeparcel
    ADD CONSTRAINT reporting_safeparcel_package_id_4a097ef3_fk_reporting FOREIGN KEY (package_id) REFERENCES public.reporting_safepackage(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_schedule
    ADD CONSTRAINT reporting_schedule_changed_by_id_4c5910e2_fk_players_person_id FOREIGN KEY (changed_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_scheduleturn
    ADD CONSTRAINT reporting_scheduletu_run_id_b32364d1_fk_reporting FOREIGN KEY (run_id) REFERENCES public.reporting_reportrun(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_scheduleturn
    ADD CONSTRAINT reporting_scheduletu_schedule_id_c9647931_fk_reporting FOREIGN KEY (schedule_id) REFERENCES public.reporting_schedule(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_sealedday
    ADD CONSTRAINT reporting_sealedday_leaf_id_a2313c01_fk_reporting_logleaf_id FOREIGN KEY (leaf_id) REFERENCES public.reporting_logleaf(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_sealedday
    ADD CONSTRAINT reporting_sealedday_package_id_8b554487_fk_reporting FOREIGN KEY (package_id) REFERENCES public.reporting_safepackage(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reporting_work
    ADD CONSTRAINT reporting_work_asked_by_id_71fe1d0a_fk_players_person_id FOREIGN KEY (asked_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_cardevent
    ADD CONSTRAINT tables_cardevent_croupier_id_441bf5dd_fk_players_person_id FOREIGN KEY (croupier_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_cardevent
    ADD CONSTRAINT tables_cardevent_decided_by_id_06eca281_fk_players_person_id FOREIGN KEY (decided_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_cardevent
    ADD CONSTRAINT tables_cardevent_replaces_id_89b4314b_fk_tables_cardevent_id FOREIGN KEY (replaces_id) REFERENCES public.tables_cardevent(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_cardevent
    ADD CONSTRAINT tables_cardevent_round_id_5dee3def_fk_tables_round_id FOREIGN KEY (round_id) REFERENCES public.tables_round(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_cardevent
    ADD CONSTRAINT tables_cardevent_shoe_id_503f5836_fk_tables_shoe_id FOREIGN KEY (shoe_id) REFERENCES public.tables_shoe(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_cardevent
    ADD CONSTRAINT tables_cardevent_table_id_bac0e0a5_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES public.tables_table(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_comparison
    ADD CONSTRAINT tables_comparison_table_id_c8dc3ebc_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES public.tables_table(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_configuration
    ADD CONSTRAINT tables_configuration_compared_with_id_e8ab5c3c_fk_tables_co FOREIGN KEY (compared_with_id) REFERENCES public.tables_configuration(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_configuration
    ADD CONSTRAINT tables_configuration_decided_by_id_1085096b_fk_players_p FOREIGN KEY (decided_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_configuration
    ADD CONSTRAINT tables_configuration_submitted_by_id_3bde59dc_fk_players_p FOREIGN KEY (submitted_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_configuration
    ADD CONSTRAINT tables_configuration_table_id_f9b27c09_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES public.tables_table(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_configuration
    ADD CONSTRAINT tables_configuration_taken_back_by_id_b4ea7ce3_fk_players_p FOREIGN KEY (taken_back_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_connection
    ADD CONSTRAINT tables_connection_process_id_b582723b_fk_tables_webprocess_code FOREIGN KEY (process_id) REFERENCES public.tables_webprocess(code) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_courtday
    ADD CONSTRAINT tables_courtday_configuration_id_cdbd0a68_fk_tables_co FOREIGN KEY (configuration_id) REFERENCES public.tables_configuration(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_courtday
    ADD CONSTRAINT tables_courtday_table_id_81265110_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES public.tables_table(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_courtstate
    ADD CONSTRAINT tables_courtstate_configuration_id_21ec1f8d_fk_tables_co FOREIGN KEY (configuration_id) REFERENCES public.tables_configuration(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_courtstate
    ADD CONSTRAINT tables_courtstate_table_id_5fcc324f_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES public.tables_table(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_cut
    ADD CONSTRAINT tables_cut_shoe_id_c1d670a8_fk_tables_shoe_id FOREIGN KEY (shoe_id) REFERENCES public.tables_shoe(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_cutnumber
    ADD CONSTRAINT tables_cutnumber_cut_id_32bb744e_fk_tables_cut_id FOREIGN KEY (cut_id) REFERENCES public.tables_cut(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_cutnumber
    ADD CONSTRAINT tables_cutnumber_session_id_149fc199_fk_tables_playsession_id FOREIGN KEY (session_id) REFERENCES public.tables_playsession(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_driftalarm
    ADD CONSTRAINT tables_driftalarm_configuration_id_748b247c_fk_tables_co FOREIGN KEY (configuration_id) REFERENCES public.tables_configuration(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_driftalarm
    ADD CONSTRAINT tables_driftalarm_decided_by_id_14200634_fk_players_person_id FOREIGN KEY (decided_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_driftalarm
    ADD CONSTRAINT tables_driftalarm_incident_id_6fa49b01_fk_tables_incident_id FOREIGN KEY (incident_id) REFERENCES public.tables_incident(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_driftalarm
    ADD CONSTRAINT tables_driftalarm_let_on_by_id_b65bef8f_fk_players_person_id FOREIGN KEY (let_on_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_driftalarm
    ADD CONSTRAINT tables_driftalarm_proposed_by_id_07166e05_fk_players_person_id FOREIGN KEY (proposed_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_driftalarm
    ADD CONSTRAINT tables_driftalarm_stop_id_902c1b1b_fk_tables_stop_id FOREIGN KEY (stop_id) REFERENCES public.tables_stop(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_driftalarm
    ADD CONSTRAINT tables_driftalarm_table_id_07f3da43_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES public.tables_table(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_incident
    ADD CONSTRAINT tables_incident_closed_by_id_d2ca5c04_fk_players_person_id FOREIGN KEY (closed_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_incident
    ADD CONSTRAINT tables_incident_opened_by_id_09e50f69_fk_players_person_id FOREIGN KEY (opened_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_incident
    ADD CONSTRAINT tables_incident_owner_id_a40eb801_fk_players_person_id FOREIGN KEY (owner_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_incident
    ADD CONSTRAINT tables_incident_proposed_by_id_42f03c3e_fk_players_person_id FOREIGN KEY (proposed_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_incident
    ADD CONSTRAINT tables_incident_table_id_54f1979d_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES public.tables_table(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_incident
    ADD CONSTRAINT tables_incident_told_by_id_dfbbb607_fk_players_person_id FOREIGN KEY (told_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_incidentnote
    ADD CONSTRAINT tables_incidentnote_by_id_a89f9d10_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_incidentnote
    ADD CONSTRAINT tables_incidentnote_incident_id_09ee0728_fk_tables_incident_id FOREIGN KEY (incident_id) REFERENCES public.tables_incident(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_keyedcard
    ADD CONSTRAINT tables_keyedcard_decided_by_id_eb642e9b_fk_players_person_id FOREIGN KEY (decided_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_keyedcard
    ADD CONSTRAINT tables_keyedcard_keyed_by_id_3536c680_fk_players_person_id FOREIGN KEY (keyed_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_keyedcard
    ADD CONSTRAINT tables_keyedcard_round_id_6623423c_fk_tables_round_id FOREIGN KEY (round_id) REFERENCES public.tables_round(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_papershoe
    ADD CONSTRAINT tables_papershoe_begun_by_id_203397e8_fk_players_person_id FOREIGN KEY (begun_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_papershoe
    ADD CONSTRAINT tables_papershoe_shoe_id_0e8391d6_fk_tables_shoe_id FOREIGN KEY (shoe_id) REFERENCES public.tables_shoe(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_playsession
    ADD CONSTRAINT tables_playsession_person_id_ee49e425_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_playsession
    ADD CONSTRAINT tables_playsession_table_id_f18b7b82_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES public.tables_table(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_round
    ADD CONSTRAINT tables_round_configuration_id_fc941048_fk_tables_co FOREIGN KEY (configuration_id) REFERENCES public.tables_configuration(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_round
    ADD CONSTRAINT tables_round_shoe_id_ad5ab600_fk_tables_shoe_id FOREIGN KEY (shoe_id) REFERENCES public.tables_shoe(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_round
    ADD CONSTRAINT tables_round_table_id_c8dfaa1d_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES public.tables_table(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_scanner
    ADD CONSTRAINT tables_scanner_issued_by_id_31d7e2ba_fk_players_person_id FOREIGN KEY (issued_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_scanner
    ADD CONSTRAINT tables_scanner_revoked_by_id_987ab092_fk_players_person_id FOREIGN KEY (revoked_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_scanner
    ADD CONSTRAINT tables_scanner_table_id_7f9fe0ef_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES public.tables_table(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_secondreading
    ADD CONSTRAINT tables_secondreading_event_id_d9c6d625_fk_tables_cardevent_id FOREIGN KEY (event_id) REFERENCES public.tables_cardevent(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_shift
    ADD CONSTRAINT tables_shift_croupier_id_356049e2_fk_players_person_id FOREIGN KEY (croupier_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_shift
    ADD CONSTRAINT tables_shift_relieved_by_id_c7c3666c_fk_players_person_id FOREIGN KEY (relieved_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_shift
    ADD CONSTRAINT tables_shift_table_id_f7e44dcb_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES public.tables_table(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_shoe
    ADD CONSTRAINT tables_shoe_table_id_4b30cdb4_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES public.tables_table(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_squeeze
    ADD CONSTRAINT tables_squeeze_round_id_f86ea62e_fk_tables_round_id FOREIGN KEY (round_id) REFERENCES public.tables_round(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_squeeze
    ADD CONSTRAINT tables_squeeze_session_id_7f242a6f_fk_tables_playsession_id FOREIGN KEY (session_id) REFERENCES public.tables_playsession(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_staffact
    ADD CONSTRAINT tables_staffact_by_id_7544fc58_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_staffact
    ADD CONSTRAINT tables_staffact_table_id_d390d4e5_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES public.tables_table(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_stop
    ADD CONSTRAINT tables_stop_by_id_58038ca2_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_stop
    ADD CONSTRAINT tables_stop_lifted_by_id_288dd069_fk_players_person_id FOREIGN KEY (lifted_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_table
    ADD CONSTRAINT tables_table_configuration_id_e13da9ea_fk_tables_co FOREIGN KEY (configuration_id) REFERENCES public.tables_configuration(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_table
    ADD CONSTRAINT tables_table_current_round_id_bab6d250_fk_tables_round_id FOREIGN KEY (current_round_id) REFERENCES public.tables_round(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_table
    ADD CONSTRAINT tables_table_shoe_id_8928a5f3_fk_tables_shoe_id FOREIGN KEY (shoe_id) REFERENCES public.tables_shoe(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_tablecall
    ADD CONSTRAINT tables_tablecall_answered_by_id_e6a03b5b_fk_players_person_id FOREIGN KEY (answered_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_tablecall
    ADD CONSTRAINT tables_tablecall_called_by_id_daa87651_fk_players_person_id FOREIGN KEY (called_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_tablecall
    ADD CONSTRAINT tables_tablecall_table_id_3fdfc48d_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES public.tables_table(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_voidopening
    ADD CONSTRAINT tables_voidopening_round_id_5d2f37a8_fk_tables_round_id FOREIGN KEY (round_id) REFERENCES public.tables_round(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_voidproposal
    ADD CONSTRAINT tables_voidproposal_decided_by_id_c00c8922_fk_players_person_id FOREIGN KEY (decided_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_voidproposal
    ADD CONSTRAINT tables_voidproposal_proposed_by_id_15a55224_fk_players_p FOREIGN KEY (proposed_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_voidproposal
    ADD CONSTRAINT tables_voidproposal_round_id_370058c4_fk_tables_round_id FOREIGN KEY (round_id) REFERENCES public.tables_round(id) DEFERRABLE INITIALLY DEFERRED;

-- What migrations give a new database beside its schema; `write_schema` copies it.
INSERT INTO public.players_auditkey (key)
SELECT string_agg(uuid_send(gen_random_uuid()), '') FROM generate_series(1, 4);

-- Applied: account/0001_initial
-- Applied: account/0002_email_max_length
-- Applied: account/0003_alter_emailaddress_create_unique_verified_email
-- Applied: account/0004_alter_emailaddress_drop_unique_email
-- Applied: account/0005_emailaddress_idx_upper_email
-- Applied: account/0006_emailaddress_lower
-- Applied: account/0007_emailaddress_idx_email
-- Applied: account/0008_emailaddress_unique_primary_email_fixup
-- Applied: account/0009_emailaddress_unique_primary_email
-- Applied: auth/0001_initial
-- Applied: auth/0002_alter_permission_name_max_length
-- Applied: auth/0003_alter_user_email_max_length
-- Applied: auth/0004_alter_user_username_opts
-- Applied: auth/0005_alter_user_last_login_null
-- Applied: auth/0006_require_contenttypes_0002
-- Applied: auth/0007_alter_validators_add_error_messages
-- Applied: auth/0008_alter_user_username_max_length
-- Applied: auth/0009_alter_user_last_name_max_length
-- Applied: auth/0010_alter_group_name_max_length
-- Applied: auth/0011_update_proxy_permissions
-- Applied: auth/0012_alter_user_first_name_max_length
-- Applied: contenttypes/0001_initial
-- Applied: contenttypes/0002_remove_content_type_name
-- Applied: mfa/0001_initial
-- Applied: mfa/0002_authenticator_timestamps
-- Applied: mfa/0003_authenticator_type_uniq
-- Applied: players/0001_persons
-- Applied: players/0001_schema
-- Applied: players/0002_apart
-- Applied: players/0002_guards
-- Applied: players/0003_duties_done
-- Applied: players/0003_letters
-- Applied: players/0004_codes_serve_once
-- Applied: players/0004_registration
-- Applied: players/0005_cashier
-- Applied: players/0005_counters
-- Applied: players/0006_causes
-- Applied: players/0006_protection
-- Applied: players/0007_adapters_and_documents
-- Applied: players/0007_complaints
-- Applied: players/0008_file_checks
-- Applied: players/0008_own_data
-- Applied: players/0009_asks
-- Applied: players/0009_audit
-- Applied: players/0010_staff
-- Applied: players/0010_watched
-- Applied: players/0011_viewings
-- Applied: players/0011_who_acts
-- Applied: players/0012_more_watched
-- Applied: players/0012_session_digests
-- Applied: players/0013_own_data_watched
-- Applied: players/0013_signed_decisions
-- Applied: players/0014_money_finished_once
-- Applied: players/0014_saved_views
-- Applied: players/0015_checks_without_null
-- Applied: players/0015_staff_changes
-- Applied: players/0016_complaints_by_letter
-- Applied: players/0016_prohibition_lifted
-- Applied: players/0017_protection_watched
-- Applied: players/0017_public_views
-- Applied: players/0018_complainants_without_account
-- Applied: players/0018_national_pushes
-- Applied: players/0019_acts_in_order
-- Applied: players/0019_rejections
-- Applied: players/0020_obligations
-- Applied: players/0020_sorted
-- Applied: players/0021_emails
-- Applied: players/0021_reopening
-- Applied: players/0022_daily_totals
-- Applied: players/0022_death_of_closed
-- Applied: players/0023_rectifications
-- Applied: players/0024_standing_hints
-- Applied: players/0025_guests
-- Applied: players/0026_events
-- Applied: players/0027_tails_of_accounts
-- Applied: players/0028_inbox
-- Applied: players/0029_notes_on_players
-- Applied: players/0030_duties
-- Applied: players/0031_reply_templates
-- Applied: players/0032_keeping
-- Applied: players/0033_replies_in_messages
-- Applied: players/0034_views_for_sealed_days
-- Applied: players/0035_details_of_the_files
-- Applied: players/0036_open_devices
-- Applied: players/0037_found_by_hour
-- Applied: players/0038_sealed_days_erased
-- Applied: players/0039_alike_names
-- Applied: players/0040_corrections_by_decision
-- Applied: players/0041_data_exports_in_rows
-- Applied: players/0042_staff_by_name
-- Applied: players/0043_alike_names_at_once
-- Applied: players/0044_outsiders_found
-- Applied: players/0045_sheet_of_the_book
-- Applied: players/0046_corrected_sheets
-- Applied: reporting/0001_reports
-- Applied: reporting/0001_schema
-- Applied: reporting/0002_append_only
-- Applied: reporting/0002_guards
-- Applied: reporting/0003_layout
-- Applied: reporting/0003_software
-- Applied: reporting/0004_chain
-- Applied: reporting/0004_runs
-- Applied: reporting/0005_reopenings
-- Applied: reporting/0005_runs_stay
-- Applied: reporting/0006_reopenings_by_settled
-- Applied: reporting/0006_works
-- Applied: reporting/0007_signed_decisions
-- Applied: reporting/0007_works_stay
-- Applied: reporting/0008_rejections
-- Applied: reporting/0009_jobs
-- Applied: reporting/0010_what_if_jobs
-- Applied: reporting/0011_schedules
-- Applied: reporting/0012_extracts
-- Applied: reporting/0013_archive
-- Applied: reporting/0014_log_and_days
-- Applied: reporting/0015_safe_files
-- Applied: reporting/0016_safe_marks
-- Applied: reporting/0017_seals_name_packages
-- Applied: reporting/0018_safe_parcels
-- Applied: reporting/0019_day_stamps
-- Applied: reporting/0020_safe_corrections
-- Applied: reporting/0021_regulator_line
-- Applied: reporting/0022_jobs_of_files
-- Applied: reporting/0023_nights
-- Applied: reporting/0024_generator_leaves
-- Applied: reporting/0025_leases
-- Applied: reporting/0026_days_erased
-- Applied: reporting/0027_no_files_reason
-- Applied: reporting/0028_archived_days_removed
-- Applied: reporting/0029_process_minutes
-- Applied: reporting/0030_paper_shoes
-- Applied: reporting/0031_proofs_that_go_on
-- Applied: reporting/0032_sums_of_files
-- Applied: sessions/0001_initial
-- Applied: tables/0001_schema
-- Applied: tables/0001_tables_and_rounds
-- Applied: tables/0002_append_only
-- Applied: tables/0002_guards
-- Applied: tables/0003_individual_tables_and_stops
-- Applied: tables/0003_two_persons
-- Applied: tables/0004_room_on_pages
-- Applied: tables/0004_void_openings
-- Applied: tables/0005_silent_adapters
-- Applied: tables/0006_audited
-- Applied: tables/0006_voids_by_two
-- Applied: tables/0007_incidents_and_hours
-- Applied: tables/0007_rules_by_settled
-- Applied: tables/0008_finished_rounds
-- Applied: tables/0008_incidents_watched
-- Applied: tables/0009_cards_compared
-- Applied: tables/0009_time_checks
-- Applied: tables/0010_connections
-- Applied: tables/0010_voids_by_settled
-- Applied: tables/0011_house_stops
-- Applied: tables/0011_sorted
-- Applied: tables/0012_fewer_indexes
-- Applied: tables/0012_settled_bets
-- Applied: tables/0013_closed_connections
-- Applied: tables/0013_room_for_outcomes
-- Applied: tables/0014_guards_again
-- Applied: tables/0014_signed_decisions
-- Applied: tables/0015_bets_of_the_session
-- Applied: tables/0016_rounds_that_are_over
-- Applied: tables/0017_authors_are_persons
-- Applied: tables/0018_public_views
-- Applied: tables/0019_clock_changes
-- Applied: tables/0020_rejections
-- Applied: tables/0021_clock_changes_numbered
-- Applied: tables/0022_current_rounds_unmeasured
-- Applied: tables/0023_payouts_of_a_round
-- Applied: tables/0024_rounds_by_opening
-- Applied: tables/0025_rules_with_a_start
-- Applied: tables/0026_stops_explained_later
-- Applied: tables/0027_incidents_as_a_process
-- Applied: tables/0028_sessions_of_a_person_by_end
-- Applied: tables/0029_sessions_by_their_end
-- Applied: tables/0030_drift_court
-- Applied: tables/0031_shoe_headers
-- Applied: tables/0032_views_for_sealed_days
-- Applied: tables/0033_origins
-- Applied: tables/0034_cuts
-- Applied: tables/0035_incident_files_late
-- Applied: tables/0036_regulator_line
-- Applied: tables/0037_court_days
-- Applied: tables/0038_court_periods
-- Applied: tables/0039_session_sums
-- Applied: tables/0040_court_events
-- Applied: tables/0041_paper_cards
-- Applied: tables/0042_squeezes
-- Applied: tables/0043_scanners
-- Applied: tables/0044_film
-- Applied: tables/0045_incidents_by_two
-- Applied: tables/0046_proposed_start
-- Applied: wallet/0001_accounts_and_transfers
-- Applied: wallet/0001_schema
-- Applied: wallet/0002_append_only
-- Applied: wallet/0002_guards
-- Applied: wallet/0003_balances_backed
-- Applied: wallet/0003_cashier
-- Applied: wallet/0004_balances_found
-- Applied: wallet/0005_balance_check_without_null
-- Applied: wallet/0006_public_views
-- Applied: wallet/0007_lines_follow
-- Applied: wallet/0008_payouts
-- Applied: wallet/0009_payments_by_account
