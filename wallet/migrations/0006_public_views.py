from pathlib import Path

from django.db import migrations

VIEWS = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
BACK = """
DROP VIEW wallet_public_account;
DROP VIEW wallet_public_transfer;
"""


class Migration(migrations.Migration):
    """Publishes the rows that the SQL of other apps may read, as views."""

    dependencies = [("wallet", "0005_balance_check_without_null")]

    operations = [migrations.RunSQL(VIEWS, BACK)]
