from pathlib import Path

from django.db import migrations

VIEWS = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
BACK = """
DROP VIEW players_public_person;
DROP VIEW players_public_exclusion;
DROP VIEW players_public_standingchange;
DROP VIEW players_public_signinlock;
DROP VIEW players_public_signinattempt;
DROP VIEW players_public_datachange;
DROP VIEW players_public_adjustment;
DROP VIEW players_public_deposit;
DROP VIEW players_public_withdrawal;
DROP VIEW players_public_auditentry;
DROP VIEW players_public_paymentnotice;
"""


class Migration(migrations.Migration):
    """Publishes the rows that the SQL of other apps may read, as views."""

    dependencies = [("players", "0016_complaints_by_letter")]

    operations = [migrations.RunSQL(VIEWS, BACK)]
