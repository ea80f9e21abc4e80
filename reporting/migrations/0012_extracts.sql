-- An extract begins as a proposal, is decided once, and stays as it was proposed (PT-73). A report with criteria of its own
-- begins from an approved extract alone, no matter who writes.
CREATE FUNCTION reporting_guard_extract() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER reporting_extract_guard BEFORE INSERT OR UPDATE ON reporting_extract
    FOR EACH ROW EXECUTE FUNCTION reporting_guard_extract();
CREATE TRIGGER reporting_extract_stays BEFORE DELETE OR TRUNCATE ON reporting_extract
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();
CREATE TRIGGER actor_is_signed
    BEFORE INSERT OR UPDATE OF proposed_by_id, decided_by_id ON reporting_extract
    FOR EACH ROW EXECUTE FUNCTION players_refuse_other_actor('proposed_by_id', 'decided_by_id');
SELECT audit_watch('reporting_extract');

-- The run is written first and the extract names it in the same transaction: asked at commit.
CREATE FUNCTION reporting_guard_own_criteria() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE CONSTRAINT TRIGGER reporting_run_by_two AFTER INSERT ON reporting_reportrun DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.filter ?| ARRAY['conditions', 'columns', 'extract'])
    EXECUTE FUNCTION reporting_guard_own_criteria();

-- A member of staff who was taken on or changed lately agrees to none (H7).
CREATE FUNCTION reporting_guard_extract_approver() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM players_refuse_unsettled(NEW.decided_by_id, ARRAY[NEW.proposed_by_id], NEW.decided_at);
    RETURN NEW;
END $$;
CREATE TRIGGER extract_by_settled BEFORE UPDATE ON reporting_extract
    FOR EACH ROW WHEN (NEW.state = 'approved' AND OLD.state <> 'approved')
    EXECUTE FUNCTION reporting_guard_extract_approver();
