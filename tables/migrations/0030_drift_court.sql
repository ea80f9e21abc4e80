-- The alarms of the drift court stay as they were found; what staff decide is decided once, and two persons open again what
-- it stopped, for every writer (RN-10).
CREATE FUNCTION tables_guard_drift_alarm() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER drift_alarm_guard BEFORE INSERT OR UPDATE ON tables_driftalarm
  FOR EACH ROW EXECUTE FUNCTION tables_guard_drift_alarm();
CREATE TRIGGER drift_alarms_stay BEFORE DELETE OR TRUNCATE ON tables_driftalarm
  FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse();
CREATE TRIGGER actor_is_signed
  BEFORE INSERT OR UPDATE OF let_on_by_id, proposed_by_id, decided_by_id ON tables_driftalarm
  FOR EACH ROW EXECUTE FUNCTION players_refuse_other_actor('let_on_by_id', 'proposed_by_id', 'decided_by_id');
SELECT audit_watch('tables_driftalarm');

CREATE FUNCTION tables_guard_drift_stop() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER stop_of_drift_by_two BEFORE UPDATE OR DELETE ON tables_stop
  FOR EACH ROW WHEN (OLD.scope = 'drift' OR OLD.scope LIKE 'drift-%') EXECUTE FUNCTION tables_guard_drift_stop();
