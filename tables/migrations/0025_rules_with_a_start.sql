-- What a decision was made beside, the start of an approved version, and who took a version back (H1): fixed with their act.
UPDATE tables_configuration decided SET compared_with_id = beside.id
FROM tables_configuration beside
WHERE decided.decided_at IS NOT NULL AND beside.table_id = decided.table_id AND beside.id <> decided.id
  AND beside.in_force_from <= decided.decided_at
  AND (beside.superseded_at IS NULL OR beside.superseded_at > decided.decided_at);
SET CONSTRAINTS ALL IMMEDIATE;

CREATE OR REPLACE FUNCTION tables_guard_configuration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.status <> 'draft' OR cardinality(NEW.authors) = 0 THEN
      RAISE EXCEPTION 'a configuration begins as a draft with its author' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.status <> 'draft' AND (OLD.terms, OLD.authors, OLD.table_id, OLD.number) IS DISTINCT FROM
     (NEW.terms, NEW.authors, NEW.table_id, NEW.number) THEN
    RAISE EXCEPTION 'configuration % was submitted and is not edited any more', OLD.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NOT NEW.authors @> OLD.authors THEN
    RAISE EXCEPTION 'the authors of configuration % stay', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.status <> OLD.status AND (OLD.status || '>' || NEW.status) NOT IN ('draft>submitted', 'submitted>approved',
     'submitted>rejected', 'submitted>withdrawn', 'approved>in-force', 'approved>revoked', 'in-force>superseded') THEN
    RAISE EXCEPTION 'configuration % does not go from % to %', OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (OLD.status NOT IN ('draft', 'submitted') OR NEW.status NOT IN ('approved', 'rejected', 'withdrawn'))
     AND (OLD.compared_with_id, OLD.starts_at) IS DISTINCT FROM (NEW.compared_with_id, NEW.starts_at) THEN
    RAISE EXCEPTION 'configuration % keeps what it was compared with, and its start', OLD.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF OLD.status NOT IN ('draft', 'submitted') AND (OLD.submitted_by_id, OLD.decided_by_id, OLD.decided_at, OLD.reference,
     OLD.decision_reason) IS DISTINCT FROM (NEW.submitted_by_id, NEW.decided_by_id, NEW.decided_at, NEW.reference,
     NEW.decision_reason) THEN
    RAISE EXCEPTION 'configuration % is decided', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF OLD.status IN ('withdrawn', 'revoked') AND (OLD.taken_back_by_id, OLD.taken_back_at, OLD.taken_back_reason)
     IS DISTINCT FROM (NEW.taken_back_by_id, NEW.taken_back_at, NEW.taken_back_reason) THEN
    RAISE EXCEPTION 'configuration % was taken back', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

ALTER TABLE tables_configuration DROP CONSTRAINT configuration_decided_by_another;
ALTER TABLE tables_configuration ADD CONSTRAINT configuration_decided_by_another
  CHECK (status NOT IN ('approved', 'in-force', 'superseded', 'revoked') OR (decided_by_id = ANY (authors)) IS FALSE);
ALTER TABLE tables_configuration ADD CONSTRAINT configuration_withdrawn_by_an_author
  CHECK (status <> 'withdrawn' OR (taken_back_by_id = ANY (authors)) IS TRUE);

-- Who takes a version back is who acts (ADR 0141).
DROP TRIGGER actor_is_signed ON tables_configuration;
CREATE TRIGGER actor_is_signed
    BEFORE INSERT OR UPDATE OF submitted_by_id, decided_by_id, taken_back_by_id ON tables_configuration
    FOR EACH ROW EXECUTE FUNCTION players_refuse_other_actor('submitted_by_id', 'decided_by_id', 'taken_back_by_id');
