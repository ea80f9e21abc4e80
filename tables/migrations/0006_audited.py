from pathlib import Path

from django.db import migrations

_HERE = Path(__file__)


class Migration(migrations.Migration):
    """Puts what staff change at tables into the audit trail."""

    dependencies = [("tables", "0004_room_on_pages"), ("players", "0010_watched")]
    operations = [
        migrations.RunSQL(
            sql=_HERE.with_suffix(".sql").read_text(encoding="utf-8"),
            reverse_sql=_HERE.with_suffix(".reverse.sql").read_text(encoding="utf-8"),
        )
    ]
