from pathlib import Path

from django.db import migrations

SQL = Path(__file__).with_suffix(".sql")
BACK = """
DROP INDEX players_outsider_email;
DROP INDEX players_outsider_alike;
"""


class Migration(migrations.Migration):
    """Has people without an account found by name and e-mail without reading all of them."""

    dependencies = [("players", "0043_alike_names_at_once")]

    operations = [migrations.RunSQL(SQL.read_text(encoding="utf-8"), BACK)]
