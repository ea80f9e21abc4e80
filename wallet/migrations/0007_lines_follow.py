from pathlib import Path

from django.db import migrations

GUARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
GUARDS = Path(__file__).with_name("guards").joinpath("1_ledger.sql").read_text(encoding="utf-8")
BEFORE = "CREATE OR REPLACE" + GUARDS.partition("\nCREATE FUNCTION wallet_check_lines()")[2].partition("\nEND $$;")[0]
BACK = BEFORE.replace("CREATE OR REPLACE", "CREATE OR REPLACE FUNCTION wallet_check_lines()", 1) + "\nEND $$;"


class Migration(migrations.Migration):
    """Compares a line with the account's line before it, beside the balance that it leads to."""

    dependencies = [("wallet", "0006_public_views")]

    operations = [migrations.RunSQL(GUARD, BACK)]
