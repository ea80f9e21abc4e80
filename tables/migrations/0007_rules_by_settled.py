from django.db import migrations

# A member of staff who was taken on or changed lately approves no rules, through any code (H7).
SETTLED = """
CREATE FUNCTION tables_guard_approver() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM players_refuse_unsettled(NEW.decided_by_id, NEW.authors::bigint[], NEW.decided_at);
  RETURN NEW;
END $$;
CREATE TRIGGER configuration_by_settled BEFORE UPDATE ON tables_configuration
  FOR EACH ROW WHEN (NEW.status = 'approved' AND OLD.status <> 'approved')
  EXECUTE FUNCTION tables_guard_approver();
"""


class Migration(migrations.Migration):
    """Rules are approved by who may decide by now."""

    dependencies = [("tables", "0006_voids_by_two"), ("players", "0010_staff")]

    operations = [migrations.RunSQL(SETTLED)]
