from pathlib import Path

from django.db import migrations

SQL = Path(__file__).with_suffix(".sql")


class Migration(migrations.Migration):
    """The persons recorded as proposing and deciding are the acting persons. Not to be undone."""

    dependencies = [("tables", "0013_closed_connections"), ("players", "0013_signed_decisions")]

    operations = [migrations.RunSQL(SQL.read_text(encoding="utf-8"))]
