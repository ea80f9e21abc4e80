from pathlib import Path

from django.db import migrations

SQL = Path(__file__).with_suffix(".sql")


class Migration(migrations.Migration):
    """The acting person signs a proposal or a decision. Not to be undone."""

    dependencies = [("players", "0012_session_digests")]

    operations = [migrations.RunSQL(SQL.read_text(encoding="utf-8"))]
