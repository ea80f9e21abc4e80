"""More of what is decided stands in the audit trail."""

from pathlib import Path

from django.db import migrations

_HERE = Path(__file__)


class Migration(migrations.Migration):
    dependencies = [("players", "0011_viewings")]

    operations = [
        migrations.RunSQL(
            sql=_HERE.with_suffix(".sql").read_text(encoding="utf-8"),
            reverse_sql=_HERE.with_suffix(".reverse.sql").read_text(encoding="utf-8"),
        )
    ]
