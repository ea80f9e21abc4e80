-- How long rows are kept, and the one way in which evidence leaves the house: an erasure that two persons agreed to, run
-- by one function of the owner's (ADR 0201). No other role may delete, and the guards let nothing else pass.

-- What each class of `players.keeping.classes` has, and since when the term of each row or account runs.
CREATE VIEW players_kept_sign_ins WITH (security_invoker) AS
SELECT 'attempt' AS part, id, at AS since FROM players_signinattempt
UNION ALL SELECT 'lock', id, locked_at FROM players_signinlock
UNION ALL SELECT 'check', id, at FROM players_filecheck;

-- A device that is signed in has no term yet; one whose session ended by itself was last seen when it signed in.
CREATE VIEW players_kept_devices WITH (security_invoker) AS
SELECT 'device' AS part, id, coalesce(ended_at, signed_in_at) AS since FROM players_device device
WHERE ended_at IS NOT NULL OR NOT EXISTS (SELECT 1 FROM django_session live WHERE live.session_key = device.session);

CREATE VIEW players_kept_emails WITH (security_invoker) AS
SELECT 'email' AS part, id, sent_at AS since FROM players_letter WHERE sent_at IS NOT NULL;

CREATE VIEW players_kept_signals WITH (security_invoker) AS
SELECT 'signal' AS part, signal.id, person.closed_at AS since
FROM players_signal signal JOIN players_person person ON person.id = signal.person_id
WHERE person.closed_at IS NOT NULL;

CREATE VIEW players_kept_own_data WITH (security_invoker) AS
SELECT 'request' AS part, id, asked_at AS since FROM players_dataexport WHERE state IN ('gone', 'failed');

-- Cases that are closed and still have their words.
CREATE VIEW players_kept_complaints WITH (security_invoker) AS
SELECT 'case' AS part, id, closed_at AS since FROM players_complaint kept
WHERE closed_at IS NOT NULL AND EXISTS (
    SELECT 1 FROM players_complaintmessage WHERE complaint_id = kept.id AND text <> '–'
);

-- Accounts that are over: nothing owed, no case open, and no exclusion that needs the account's identity. An account
-- whose exclusion has no end keeps its names, for by them a second registration is refused (PT-25).
CREATE VIEW players_kept_accounts WITH (security_invoker) AS
SELECT 'account' AS part, person.id, greatest(
    person.closed_at,
    (SELECT max(closed_at) FROM players_complaint WHERE person_id = person.id),
    (SELECT max(coalesce(finished_at, requested_at)) FROM players_withdrawal WHERE person_id = person.id),
    (SELECT max(coalesce(finished_at, started_at)) FROM players_deposit WHERE person_id = person.id)
) AS since
FROM players_person person
WHERE person.kind = 'player' AND person.closed_at IS NOT NULL AND person.email NOT LIKE '%@erased.invalid'
    AND NOT EXISTS (SELECT 1 FROM players_complaint WHERE person_id = person.id AND closed_at IS NULL)
    AND NOT EXISTS (SELECT 1 FROM players_duty WHERE person_id = person.id AND done_at IS NULL)
    AND NOT EXISTS (
        SELECT 1 FROM players_exclusion
        WHERE person_id = person.id AND (ends_at IS NULL OR ends_at > now()) AND (revoked_at IS NULL OR revoked_at > now())
    );

-- Registrations that were begun and never used: neither e-mail nor identity confirmed, and nothing that came of them.
CREATE VIEW players_kept_abandoned WITH (security_invoker) AS
SELECT 'account' AS part, person.id, person.joined_at AS since FROM players_person person
WHERE person.kind = 'player' AND person.email_confirmed_at IS NULL AND person.verified_at IS NULL
    AND person.closed_at IS NULL AND person.email NOT LIKE '%@erased.invalid'
    AND NOT EXISTS (SELECT 1 FROM players_deposit WHERE person_id = person.id)
    AND NOT EXISTS (SELECT 1 FROM players_complaint WHERE person_id = person.id)
    AND NOT EXISTS (SELECT 1 FROM players_exclusion WHERE person_id = person.id)
    AND NOT EXISTS (SELECT 1 FROM players_device WHERE person_id = person.id);

-- The least that the law has each class kept, in months: no erasure goes below it, whatever the house's terms say.
CREATE FUNCTION players_least_months(class text) RETURNS int LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE class
        WHEN 'accounts' THEN 120 WHEN 'complaints' THEN 120 WHEN 'abandoned' THEN 1 WHEN 'own-data' THEN 12 ELSE 6
    END
$$;

-- The tables that the erasure of a class may touch.
CREATE FUNCTION players_erasable(class text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE class
        WHEN 'sign-ins' THEN ARRAY['players_signinattempt', 'players_signinlock', 'players_filecheck']
        WHEN 'devices' THEN ARRAY['players_device']
        WHEN 'emails' THEN ARRAY['players_letter']
        WHEN 'signals' THEN ARRAY['players_signal', 'players_signalstep']
        WHEN 'own-data' THEN ARRAY['players_dataexport']
        WHEN 'complaints' THEN ARRAY['players_complaintmessage', 'players_complaintfile', 'players_complaintdecision',
            'players_outsider', 'players_letter']
        ELSE ARRAY['players_person', 'players_registration', 'players_datachange', 'players_identitycheck',
            'players_correctionrequest', 'players_acceptance', 'players_instrument', 'players_playernote',
            'players_notepin', 'players_device', 'players_signinattempt', 'players_signinlock', 'players_letter',
            'players_signal', 'players_signalstep', 'players_dataexport', 'players_filecheck']
    END
$$;

CREATE FUNCTION players_guard_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER players_erasure_guard BEFORE INSERT OR UPDATE ON players_erasure
    FOR EACH ROW EXECUTE FUNCTION players_guard_erasure();
CREATE TRIGGER players_erasure_stays BEFORE DELETE OR TRUNCATE ON players_erasure
    FOR EACH STATEMENT EXECUTE FUNCTION players_refuse_change();
CREATE TRIGGER actor_is_signed
    BEFORE INSERT OR UPDATE OF proposed_by_id, decided_by_id ON players_erasure
    FOR EACH ROW EXECUTE FUNCTION players_refuse_other_actor('proposed_by_id', 'decided_by_id');
SELECT audit_watch('players_erasure', 'erased running_in');

-- A member of staff who was taken on or changed lately agrees to none (H7).
CREATE FUNCTION players_guard_erasure_approver() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM players_refuse_unsettled(NEW.decided_by_id, ARRAY[NEW.proposed_by_id], NEW.decided_at);
    RETURN NEW;
END $$;
CREATE TRIGGER erasure_by_settled BEFORE UPDATE ON players_erasure
    FOR EACH ROW WHEN (NEW.state = 'approved' AND OLD.state = 'proposed')
    EXECUTE FUNCTION players_guard_erasure_approver();

-- Whether an erasure that two persons agreed to is being run by this very transaction, and may touch this table. The
-- application writes neither `running_in` nor deletes: what it sets opens nothing.
CREATE FUNCTION players_erasing(subject text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    running text := coalesce(current_setting('sabot.erasing', true), '');
BEGIN
    RETURN running ~ '^[0-9]{1,18}$' AND EXISTS (
        SELECT 1 FROM players_erasure
        WHERE id = running::bigint AND state = 'approved' AND decided_by_id <> proposed_by_id
            AND running_in = pg_current_xact_id()::text::bigint AND subject = ANY (players_erasable(kind))
    );
END $$;

CREATE OR REPLACE FUNCTION players_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP IN ('UPDATE', 'DELETE') AND players_erasing(TG_TABLE_NAME) THEN
        IF TG_OP = 'DELETE' THEN
            RETURN OLD;
        END IF;
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'persons: % of % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE FUNCTION players_money_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'players_instrument' AND players_erasing(TG_TABLE_NAME) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'cashier: % of % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- Takes what says who they were from accounts. The rows that money, play and protection need stay, under the account's
-- number.
CREATE FUNCTION players_anonymise(persons bigint[]) RETURNS void LANGUAGE plpgsql AS $$
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

-- The words and files of closed cases, and who complained without an account. Number, dates and outcome stay (PT-77).
CREATE FUNCTION players_erase_words(cases bigint[]) RETURNS void LANGUAGE plpgsql AS $$
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

-- The next rows or accounts of a class whose term began before this moment. Accounts are held first, and asked again then:
-- one that is opened or complains at this moment is left.
CREATE FUNCTION players_erase_batch(class text, before timestamptz, most int) RETURNS bigint LANGUAGE plpgsql AS $$
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
END $$;

-- Runs one batch of an erasure, and says how many rows or accounts it took: none when it is done. Any process may be killed
-- between two batches or within one; the next call goes on where the last one that was committed ended.
CREATE FUNCTION players_erase(number bigint, most int, at timestamptz) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
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
