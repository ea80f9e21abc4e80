from django.db import migrations

# A member of staff who was taken on or changed lately approves no void of a round with bets (H7, R29), through any
# code.
SETTLED = """
CREATE FUNCTION tables_guard_void_approver() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM players_refuse_unsettled(NEW.decided_by_id, ARRAY[NEW.proposed_by_id], NEW.decided_at);
  RETURN NEW;
END $$;
CREATE TRIGGER void_by_settled BEFORE UPDATE ON tables_voidproposal
  FOR EACH ROW WHEN (NEW.state = 'approved' AND OLD.state <> 'approved')
  EXECUTE FUNCTION tables_guard_void_approver();
"""


class Migration(migrations.Migration):
    """Voids are approved by who may decide by now."""

    dependencies = [("tables", "0009_cards_compared")]

    operations = [migrations.RunSQL(SETTLED)]
