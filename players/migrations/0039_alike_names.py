from pathlib import Path

from django.db import migrations

SQL = Path(__file__).with_suffix(".sql")
BACK = """
DROP INDEX players_registration_alike;
DROP INDEX players_person_alike;
DROP FUNCTION players_folded(text);
"""


class Migration(migrations.Migration):
    """Finds players whose name is written much like what staff look for."""

    dependencies = [("players", "0038_sealed_days_erased")]

    operations = [
        # Backwards the extension stays: others may use it.
        migrations.RunSQL(SQL.read_text(encoding="utf-8"), BACK),
    ]
