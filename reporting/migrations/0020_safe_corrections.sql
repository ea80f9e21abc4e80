-- A correction begins as a proposal, is decided once by another member of staff, and stays as it was proposed (W06 to W08).
CREATE FUNCTION reporting_guard_correction() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER reporting_safecorrection_guard BEFORE INSERT OR UPDATE ON reporting_safecorrection
    FOR EACH ROW EXECUTE FUNCTION reporting_guard_correction();
CREATE TRIGGER reporting_safecorrection_stays BEFORE DELETE OR TRUNCATE ON reporting_safecorrection
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();
CREATE TRIGGER actor_is_signed
    BEFORE INSERT OR UPDATE OF proposed_by_id, decided_by_id ON reporting_safecorrection
    FOR EACH ROW EXECUTE FUNCTION players_refuse_other_actor('proposed_by_id', 'decided_by_id');
SELECT audit_watch('reporting_safecorrection');

-- No file and no package of a correction without the two persons; no package of one without the summary of its day, made
-- with it: anew, or for the first time where only hours of the day were made.
CREATE FUNCTION reporting_guard_corrected() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER reporting_safefile_by_two BEFORE INSERT ON reporting_safefile
    FOR EACH ROW WHEN (NEW.correction > 0) EXECUTE FUNCTION reporting_guard_corrected();
CREATE TRIGGER reporting_safepackage_by_two BEFORE INSERT ON reporting_safepackage
    FOR EACH ROW WHEN (NEW.correction > 0) EXECUTE FUNCTION reporting_guard_corrected();

CREATE FUNCTION reporting_guard_corrected_summary() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER reporting_safepackage_summed BEFORE INSERT ON reporting_safepackage
    FOR EACH ROW WHEN (NEW.correction > 0) EXECUTE FUNCTION reporting_guard_corrected_summary();

-- Of a package only the safe's word is added, once; also of which correction it is stays.
CREATE OR REPLACE FUNCTION reporting_guard_safepackage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.delivered_at IS NOT NULL
        OR (OLD.id, OLD.vault, OLD.name, OLD.correction, OLD.carried, OLD.day, OLD.made_at, OLD.sha256, OLD.size)
        IS DISTINCT FROM (NEW.id, NEW.vault, NEW.name, NEW.correction, NEW.carried, NEW.day, NEW.made_at, NEW.sha256, NEW.size) THEN
        RAISE EXCEPTION 'package % stays as it was made', OLD.name USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
