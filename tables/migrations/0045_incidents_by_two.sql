-- Two persons close an incident: what the second one agrees to is what the first one proposed, word by word, and nothing in a
-- closed one changes (PT-74). One that a single person closed before this stays as it was. What the regulator was told is
-- kept as it was given, and may be kept after the end too (GL-40).
CREATE OR REPLACE FUNCTION tables_guard_incident() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was jsonb := jsonb_build_array(OLD.cause, OLD.solution, OLD.lessons, OLD.containment, OLD.severity, OLD.amount, OLD.people,
    OLD.standstill);
  says jsonb := jsonb_build_array(NEW.cause, NEW.solution, NEW.lessons, NEW.containment, NEW.severity, NEW.amount, NEW.people,
    NEW.standstill);
BEGIN
  IF OLD.told_at IS NOT NULL AND (OLD.told_at, OLD.told_by_id, OLD.word) IS DISTINCT FROM (NEW.told_at, NEW.told_by_id, NEW.word)
  THEN
    RAISE EXCEPTION 'what was told of incident % stays', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF OLD.closed_at IS NOT NULL AND (was, OLD.closed_at, OLD.closed_by_id, OLD.proposed_at, OLD.proposed_by_id)
      IS DISTINCT FROM (says, NEW.closed_at, NEW.closed_by_id, NEW.proposed_at, NEW.proposed_by_id) THEN
    RAISE EXCEPTION 'incident % is closed', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF OLD.proposed_at IS NOT NULL AND was <> says THEN
    RAISE EXCEPTION 'the end of incident % is proposed', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.closed_at IS NOT NULL AND OLD.closed_at IS NULL THEN
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
  FOR EACH ROW EXECUTE FUNCTION tables_guard_incident();

CREATE FUNCTION tables_guard_new_incident() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an incident begins open' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER incident_begins_open BEFORE INSERT ON tables_incident
  FOR EACH ROW WHEN (NEW.closed_at IS NOT NULL OR NEW.proposed_at IS NOT NULL OR NEW.told_at IS NOT NULL)
  EXECUTE FUNCTION tables_guard_new_incident();
CREATE TRIGGER actor_is_signed BEFORE INSERT OR UPDATE OF proposed_by_id, closed_by_id ON tables_incident
  FOR EACH ROW EXECUTE FUNCTION players_refuse_other_actor('proposed_by_id', 'closed_by_id');
