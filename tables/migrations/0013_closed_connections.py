from pathlib import Path

from django.db import migrations, models

GUARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
BACK = """
DROP TRIGGER connection_closed ON tables_connection;
DROP TRIGGER connection_born_closed ON tables_connection;
DROP FUNCTION tables_number_closed();
"""


class Migration(migrations.Migration):
    """Connections are numbered in the order in which their ends are noted, those of before first."""

    dependencies = [("tables", "0012_settled_bets")]

    operations = [
        migrations.CreateModel(
            name="ClosedConnection",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("connection_id", models.BigIntegerField(unique=True)),
            ],
        ),
        migrations.RunSQL(GUARD, BACK),
    ]
