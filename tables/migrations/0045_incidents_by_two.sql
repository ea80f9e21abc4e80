-- Two persons close an incident: what the second one agrees to is what the first one proposed, word by word, and nothing
-- of a closed one is said anew (PT-74). One that a single person closed before this stays as it was.
CREATE OR REPLACE FUNCTION tables_guard_incident() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.closed_at IS NOT NULL THEN
    RAISE EXCEPTION 'incident % is closed', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF OLD.proposed_at IS NOT NULL AND (OLD.cause, OLD.solution, OLD.lessons, OLD.containment)
      IS DISTINCT FROM (NEW.cause, NEW.solution, NEW.lessons, NEW.containment) THEN
    RAISE EXCEPTION 'the end of incident % is proposed', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.closed_at IS NOT NULL THEN
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
DROP TRIGGER incident_learned_first ON tables_incident;
CREATE TRIGGER incident_ends_by_two BEFORE UPDATE ON tables_incident
  FOR EACH ROW WHEN (OLD.closed_at IS DISTINCT FROM NEW.closed_at OR OLD.lessons IS DISTINCT FROM NEW.lessons
    OR OLD.cause IS DISTINCT FROM NEW.cause OR OLD.solution IS DISTINCT FROM NEW.solution
    OR OLD.containment IS DISTINCT FROM NEW.containment OR OLD.closed_by_id IS DISTINCT FROM NEW.closed_by_id
    OR OLD.proposed_at IS DISTINCT FROM NEW.proposed_at OR OLD.proposed_by_id IS DISTINCT FROM NEW.proposed_by_id
    OR OLD.severity IS DISTINCT FROM NEW.severity OR OLD.amount IS DISTINCT FROM NEW.amount
    OR OLD.people IS DISTINCT FROM NEW.people OR OLD.standstill IS DISTINCT FROM NEW.standstill)
  EXECUTE FUNCTION tables_guard_incident();
CREATE TRIGGER actor_is_signed BEFORE INSERT OR UPDATE OF proposed_by_id, closed_by_id ON tables_incident
  FOR EACH ROW EXECUTE FUNCTION players_refuse_other_actor('proposed_by_id', 'closed_by_id');
