from pathlib import Path

from django.db import migrations

SQL = Path(__file__).with_suffix(".sql")


class Migration(migrations.Migration):
    """The database looks up the acting person and alone writes it. Not to be undone."""

    dependencies = [("players", "0010_staff"), ("sessions", "0001_initial")]

    operations = [migrations.RunSQL(SQL.read_text(encoding="utf-8"))]
