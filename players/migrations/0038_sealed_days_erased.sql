-- Sealed days are a class too: after ten years two persons have records, salts and folders erased (PT-56).

CREATE OR REPLACE FUNCTION players_least_months(class text) RETURNS int LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE class
        WHEN 'accounts' THEN 120 WHEN 'complaints' THEN 120 WHEN 'sealed-days' THEN 120 WHEN 'abandoned' THEN 1 WHEN 'own-data' THEN 12 ELSE 6
    END
$$;

-- The tables of sealed days are of another app: their guards ask by the name of the class.
CREATE OR REPLACE FUNCTION players_erasable(class text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
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

CREATE OR REPLACE FUNCTION players_erase_batch(class text, before timestamptz, most int) RETURNS bigint LANGUAGE plpgsql AS $$
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
END $$;
