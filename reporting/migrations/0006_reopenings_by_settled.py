from django.db import migrations

# A member of staff who was taken on or changed lately opens no play again, through any code (H7, D5).
SETTLED = """
CREATE FUNCTION reporting_guard_reopening_approver() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM players_refuse_unsettled(NEW.decided_by_id, ARRAY[NEW.proposed_by_id], NEW.decided_at);
  RETURN NEW;
END $$;
CREATE TRIGGER reopening_by_settled BEFORE UPDATE ON reporting_reopening
  FOR EACH ROW WHEN (NEW.state = 'approved' AND OLD.state <> 'approved')
  EXECUTE FUNCTION reporting_guard_reopening_approver();
"""


class Migration(migrations.Migration):
    """Play is opened again by who may decide by now."""

    dependencies = [("reporting", "0005_reopenings"), ("players", "0010_staff")]

    operations = [migrations.RunSQL(SETTLED)]
