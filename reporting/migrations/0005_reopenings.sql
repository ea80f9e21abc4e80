-- Play that a proof closed is opened again by two persons, whoever writes (D5): one proposes, on a proof that was made after
-- the stop; another one approves; only then may the stop be lifted.
CREATE FUNCTION reporting_guard_reopening() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER reporting_reopening_guard BEFORE INSERT OR UPDATE ON reporting_reopening
    FOR EACH ROW EXECUTE FUNCTION reporting_guard_reopening();
CREATE TRIGGER reporting_reopening_stays BEFORE DELETE OR TRUNCATE ON reporting_reopening
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();
SELECT audit_watch('reporting_reopening');

CREATE FUNCTION reporting_guard_stop() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER reporting_stop_by_two BEFORE UPDATE OR DELETE ON tables_stop
    FOR EACH ROW WHEN (OLD.scope = 'proof') EXECUTE FUNCTION reporting_guard_stop();
