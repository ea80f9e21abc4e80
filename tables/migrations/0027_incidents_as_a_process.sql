-- No incident is closed before its lesson is written down, and nothing of a closed one is said anew (PT-74).
CREATE FUNCTION tables_guard_incident() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.closed_at IS NOT NULL THEN
    RAISE EXCEPTION 'incident % is closed', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.closed_at IS NOT NULL AND NEW.lessons = '' THEN
    RAISE EXCEPTION 'incident % has no after-action note', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER incident_learned_first BEFORE UPDATE ON tables_incident
  FOR EACH ROW WHEN (OLD.closed_at IS DISTINCT FROM NEW.closed_at OR OLD.lessons IS DISTINCT FROM NEW.lessons
    OR OLD.cause IS DISTINCT FROM NEW.cause OR OLD.solution IS DISTINCT FROM NEW.solution
    OR OLD.severity IS DISTINCT FROM NEW.severity OR OLD.amount IS DISTINCT FROM NEW.amount
    OR OLD.people IS DISTINCT FROM NEW.people OR OLD.standstill IS DISTINCT FROM NEW.standstill)
  EXECUTE FUNCTION tables_guard_incident();
