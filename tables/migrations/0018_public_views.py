from pathlib import Path

from django.db import migrations

VIEWS = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
BACK = """
DROP VIEW tables_public_table;
DROP VIEW tables_public_configuration;
DROP VIEW tables_public_staffact;
DROP VIEW tables_public_webprocess;
DROP VIEW tables_public_round;
DROP VIEW tables_public_finishedround;
DROP VIEW tables_public_bet;
DROP VIEW tables_public_slip;
DROP VIEW tables_public_voidopening;
DROP VIEW tables_public_connection;
DROP VIEW tables_public_closedconnection;
"""


class Migration(migrations.Migration):
    """Publishes the rows that the SQL of other apps may read, as views."""

    dependencies = [("tables", "0017_authors_are_persons")]

    operations = [migrations.RunSQL(VIEWS, BACK)]
