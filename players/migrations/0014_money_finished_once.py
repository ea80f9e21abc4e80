from django.db import migrations

# When money came or went is written with the state that says so, and not again.
GUARD = """
CREATE TRIGGER players_deposit_dated BEFORE UPDATE ON players_deposit
  FOR EACH ROW WHEN (
    OLD.state = NEW.state AND OLD.finished_at IS NOT NULL AND NEW.finished_at IS DISTINCT FROM OLD.finished_at
  ) EXECUTE FUNCTION players_money_stays();
CREATE TRIGGER players_withdrawal_dated BEFORE UPDATE ON players_withdrawal
  FOR EACH ROW WHEN (
    OLD.state = NEW.state AND OLD.finished_at IS NOT NULL AND NEW.finished_at IS DISTINCT FROM OLD.finished_at
  ) EXECUTE FUNCTION players_money_stays();
"""
BACK = """
DROP TRIGGER players_withdrawal_dated ON players_withdrawal;
DROP TRIGGER players_deposit_dated ON players_deposit;
"""


class Migration(migrations.Migration):
    """Keeps the moment at which a deposit or a withdrawal was over."""

    dependencies = [("players", "0013_signed_decisions")]

    operations = [migrations.RunSQL(GUARD, BACK)]
