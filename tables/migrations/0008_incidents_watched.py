from pathlib import Path

from django.db import migrations

_HERE = Path(__file__)


class Migration(migrations.Migration):
    """Keeps notes as they were written, and watches incidents, hours and risk limits."""

    dependencies = [("tables", "0007_incidents_and_hours")]
    operations = [
        migrations.RunSQL(
            sql=_HERE.with_suffix(".sql").read_text(encoding="utf-8"),
            reverse_sql=_HERE.with_suffix(".reverse.sql").read_text(encoding="utf-8"),
        )
    ]
