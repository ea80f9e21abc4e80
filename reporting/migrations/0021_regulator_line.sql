-- When a part of the line to the regulator failed stays as it was found; its end, and that play stopped for it, are written
-- once (PT-72).
CREATE FUNCTION reporting_guard_lineoutage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (OLD.id, OLD.vault, OLD.part, OLD.begins_at, OLD.noticed_at)
        IS DISTINCT FROM (NEW.id, NEW.vault, NEW.part, NEW.begins_at, NEW.noticed_at)
        OR (OLD.ends_at IS NOT NULL AND OLD.ends_at IS DISTINCT FROM NEW.ends_at)
        OR (OLD.stopped_at IS NOT NULL AND OLD.stopped_at IS DISTINCT FROM NEW.stopped_at) THEN
        RAISE EXCEPTION 'outage % stays as it was found', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER reporting_lineoutage_guard BEFORE UPDATE ON reporting_lineoutage
    FOR EACH ROW EXECUTE FUNCTION reporting_guard_lineoutage();
CREATE TRIGGER reporting_lineoutage_stays BEFORE DELETE OR TRUNCATE ON reporting_lineoutage
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();

-- Two persons let play go on, and the database holds every writer to that: one proposes, another one approves, and neither while what stopped play lasts.
CREATE FUNCTION reporting_guard_lineopening() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER reporting_lineopening_guard BEFORE INSERT OR UPDATE ON reporting_lineopening
    FOR EACH ROW EXECUTE FUNCTION reporting_guard_lineopening();
CREATE TRIGGER reporting_lineopening_stays BEFORE DELETE OR TRUNCATE ON reporting_lineopening
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();
CREATE TRIGGER actor_is_signed
    BEFORE INSERT OR UPDATE OF proposed_by_id, decided_by_id ON reporting_lineopening
    FOR EACH ROW EXECUTE FUNCTION players_refuse_other_actor('proposed_by_id', 'decided_by_id');
SELECT audit_watch('reporting_lineopening');

CREATE FUNCTION reporting_guard_linestop() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER reporting_stop_of_line_by_two BEFORE UPDATE OR DELETE ON tables_stop
    FOR EACH ROW WHEN (OLD.scope = 'regulator') EXECUTE FUNCTION reporting_guard_linestop();
