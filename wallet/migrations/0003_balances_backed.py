from pathlib import Path

from django.db import migrations

GUARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
BACK = "DROP TRIGGER wallet_balance_backed ON wallet_account; DROP FUNCTION wallet_check_balance();"


class Migration(migrations.Migration):
    """Lets no balance move without its line."""

    dependencies = [("wallet", "0002_guards")]

    operations = [migrations.RunSQL(GUARD, BACK)]
