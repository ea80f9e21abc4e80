from django.db import migrations

# For code that reaches the database past the house's own operations too (H1, PT-49): a configuration begins as a draft
# that names its author, who is never struck out; it moves only forwards; a decision stays; and no table
# plays by one that is not approved.
FORWARDS = """
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
     'submitted>rejected', 'approved>in-force', 'in-force>superseded') THEN
    RAISE EXCEPTION 'configuration % does not go from % to %', OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF OLD.status NOT IN ('draft', 'submitted') AND (OLD.submitted_by_id, OLD.decided_by_id, OLD.decided_at, OLD.reference,
     OLD.decision_reason) IS DISTINCT FROM (NEW.submitted_by_id, NEW.decided_by_id, NEW.decided_at, NEW.reference,
     NEW.decision_reason) THEN
    RAISE EXCEPTION 'configuration % is decided', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER configuration_begins BEFORE INSERT ON tables_configuration
  FOR EACH ROW EXECUTE FUNCTION tables_guard_configuration();
ALTER TABLE tables_configuration ADD CONSTRAINT configuration_submitted_by_an_author
  CHECK (submitted_by_id IS NULL OR submitted_by_id = ANY (authors));

CREATE FUNCTION tables_guard_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM tables_configuration c WHERE c.id = NEW.configuration_id AND c.table_id = NEW.id
      AND c.status IN ('approved', 'in-force')) THEN
    RAISE EXCEPTION 'table % has no approved rules', NEW.code USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER table_rules BEFORE UPDATE ON tables_table FOR EACH ROW
  WHEN (NEW.configuration_id IS DISTINCT FROM OLD.configuration_id OR NEW.status = 'open' AND OLD.status <> 'open')
  EXECUTE FUNCTION tables_guard_rules();
CREATE TRIGGER table_begins BEFORE INSERT ON tables_table FOR EACH ROW
  WHEN (NEW.configuration_id IS NOT NULL OR NEW.status <> 'closed') EXECUTE FUNCTION tables_guard_rules();
"""
BACK = """
DROP TRIGGER table_begins ON tables_table;
DROP TRIGGER table_rules ON tables_table;
DROP FUNCTION tables_guard_rules();
ALTER TABLE tables_configuration DROP CONSTRAINT configuration_submitted_by_an_author;
DROP TRIGGER configuration_begins ON tables_configuration;
"""


class Migration(migrations.Migration):
    """Two persons for every set of rules, and no table without one, for every writer to the database."""

    dependencies = [("tables", "0002_guards")]

    operations = [migrations.RunSQL(FORWARDS, BACK)]
