from pathlib import Path

from django.db import migrations

SQL = Path(__file__).with_suffix(".sql")


class Migration(migrations.Migration):
    """The person recorded as reopening play is the acting person. Not to be undone."""

    dependencies = [("reporting", "0006_reopenings_by_settled"), ("players", "0013_signed_decisions")]

    operations = [migrations.RunSQL(SQL.read_text(encoding="utf-8"))]
