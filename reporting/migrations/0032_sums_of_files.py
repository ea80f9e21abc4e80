from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).with_suffix(".sql")


class Migration(migrations.Migration):
    """A package of the regulator's files keeps the sums of its day's play, for the page of the day's report."""

    dependencies = [("reporting", "0031_proofs_that_go_on")]

    operations = [
        migrations.AddField("safepackage", "sums", models.JSONField(null=True)),
        migrations.RunSQL(SQL.read_text(encoding="utf-8"), migrations.RunSQL.noop),
    ]
