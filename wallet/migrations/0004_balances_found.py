from pathlib import Path

from django.db import migrations

GUARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
BEFORE = Path(__file__).with_name("0003_balances_backed.sql").read_text(encoding="utf-8")
BACK = """
DROP TRIGGER wallet_balances_moved ON wallet_account;
DROP TRIGGER wallet_balance_backed ON wallet_account;
DROP FUNCTION wallet_check_balances();
DROP FUNCTION wallet_check_balance();
DROP VIEW wallet_unbacked;
"""


class Migration(migrations.Migration):
    """Checks the balances of a statement together, and finds each account's last line without reading others'."""

    dependencies = [("wallet", "0003_balances_backed")]

    operations = [migrations.RunSQL(GUARD, BACK + BEFORE)]
