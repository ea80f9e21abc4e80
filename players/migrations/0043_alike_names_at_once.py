from pathlib import Path

from django.db import migrations

SQL = Path(__file__).with_suffix(".sql")
BACK = """
ALTER INDEX players_registration_alike RESET (fastupdate);
ALTER INDEX players_person_alike RESET (fastupdate);
"""


class Migration(migrations.Migration):
    """Enters each new name into the indexes at once: many that waited there made the search read every player."""

    dependencies = [("players", "0042_staff_by_name")]

    operations = [migrations.RunSQL(SQL.read_text(encoding="utf-8"), BACK)]
