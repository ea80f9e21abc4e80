-- What sealed days commit to goes after ten years, by an erasure that two persons agreed to and by nothing else (PT-56).

-- What is not erased yet, and since when its term runs: the last moment of the day in Lisbon, so that
-- an erasure up to a day takes the day before it.
CREATE VIEW reporting_kept_sealed_days WITH (security_invoker) AS
SELECT 'record' AS part, id, (day + 1)::timestamp AT TIME ZONE 'Europe/Lisbon' - interval '1 microsecond' AS since
FROM reporting_personrecord WHERE erased_at IS NULL
UNION ALL SELECT 'salt', to_char(day, 'YYYYMMDD')::bigint,
    (day + 1)::timestamp AT TIME ZONE 'Europe/Lisbon' - interval '1 microsecond'
FROM reporting_daysalt WHERE erased_at IS NULL;

-- The next rows whose term began before a moment: records first, so that a day whose salt is gone is erased whole.
CREATE FUNCTION reporting_erase_sealed_days(before timestamptz, most int) RETURNS bigint LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE FUNCTION reporting_guard_erasing() RETURNS trigger LANGUAGE plpgsql AS $$
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
