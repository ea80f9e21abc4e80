from pathlib import Path

from django.db import migrations

SQL = Path(__file__).with_suffix(".sql")


class Migration(migrations.Migration):
    """Sessions are known by digests of their keys. Not to be undone."""

    dependencies = [("players", "0011_who_acts")]

    operations = [migrations.RunSQL(SQL.read_text(encoding="utf-8"))]
