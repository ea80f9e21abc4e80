"""The triggers that write the audit trail, and keep it as it was written."""

from pathlib import Path

from django.db import migrations

_HERE = Path(__file__)


class Migration(migrations.Migration):
    dependencies = [("players", "0009_audit")]

    operations = [
        migrations.RunSQL(
            sql=_HERE.with_suffix(".sql").read_text(encoding="utf-8"),
            reverse_sql=_HERE.with_suffix(".reverse.sql").read_text(encoding="utf-8"),
        )
    ]
