"""The triggers that keep finished works as they came out."""

from pathlib import Path

from django.db import migrations

_HERE = Path(__file__)


class Migration(migrations.Migration):
    dependencies = [("reporting", "0006_works")]

    operations = [
        migrations.RunSQL(
            sql=_HERE.with_suffix(".sql").read_text(encoding="utf-8"),
            reverse_sql=_HERE.with_suffix(".reverse.sql").read_text(encoding="utf-8"),
        )
    ]
