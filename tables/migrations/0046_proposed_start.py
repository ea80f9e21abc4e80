from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).with_suffix(".sql")
BACK = "DROP TRIGGER configuration_proposed_start ON tables_configuration;"


class Migration(migrations.Migration):
    """Keeps when the authors of a version would have it start."""

    dependencies = [("tables", "0045_incidents_by_two")]

    operations = [
        migrations.AddField("configuration", "proposed_start", models.DateTimeField(null=True)),
        migrations.AddConstraint(
            "configuration",
            models.CheckConstraint(
                condition=models.Q(
                    ("proposed_start__isnull", True), ("submitted_at__isnull", False), _connector="OR"
                ),
                name="configuration_start_proposed_with_it",
            ),
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8"), BACK),
    ]
