from pathlib import Path

from django.db import migrations

SQL = Path(__file__).with_suffix(".sql")
BACK = """
DROP VIEW players_public_device;
DROP VIEW players_public_standingcheck;
DROP VIEW players_public_signinattempt;
CREATE VIEW players_public_signinattempt WITH (security_invoker) AS
SELECT person_id, at, outcome, factor, address FROM players_signinattempt;
"""


class Migration(migrations.Migration):
    """Publishes sign-ins, their ends and what the registers said to the sealed days."""

    dependencies = [("players", "0033_replies_in_messages")]

    operations = [migrations.RunSQL(SQL.read_text(encoding="utf-8"), BACK)]
