from pathlib import Path

from django.contrib.postgres.indexes import BrinIndex
from django.db import migrations, models

SQL = Path(__file__).with_suffix(".sql")
BACK = """
DROP VIEW players_public_event;
DROP TRIGGER players_event_placed ON players_event;
DROP TRIGGER players_event_only_added ON players_event;
DROP FUNCTION players_place_event();
"""


class Migration(migrations.Migration):
    """The event spine: what was done and what became known, numbered and only added to."""

    dependencies = [("players", "0025_guests")]

    operations = [
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("act", models.BigIntegerField(default=0)),
                ("era", models.IntegerField(default=0)),
                ("at", models.DateTimeField()),
                ("name", models.TextField()),
                ("by", models.BigIntegerField(null=True)),
                ("person_id", models.BigIntegerField(null=True)),
                ("table_id", models.BigIntegerField(null=True)),
                ("round_code", models.TextField(default="")),
                ("subject", models.TextField()),
                ("subject_key", models.TextField(default="")),
                ("facts", models.JSONField(default=dict)),
                ("why", models.TextField(default="")),
            ],
            options={
                "indexes": [
                    models.Index(fields=["era", "act", "id"], name="players_event_committed"),
                    models.Index(fields=["by", "id"], name="players_event_by"),
                    models.Index(
                        fields=["person_id", "id"],
                        name="players_event_person",
                        condition=models.Q(("person_id__isnull", False)),
                    ),
                    models.Index(
                        fields=["table_id", "id"],
                        name="players_event_table",
                        condition=models.Q(("table_id__isnull", False)),
                    ),
                    models.Index(
                        fields=["round_code", "id"],
                        name="players_event_round",
                        condition=models.Q(("round_code", ""), _negated=True),
                    ),
                    models.Index(fields=["subject", "subject_key", "id"], name="players_event_subject"),
                    models.Index(fields=["name", "id"], name="players_event_name"),
                    BrinIndex(fields=["at"], name="players_event_day", autosummarize=True, pages_per_range=32),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("name", ""), _negated=True), models.Q(("subject", ""), _negated=True)
                        ),
                        name="players_event_named",
                    )
                ],
            },
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8"), BACK),
    ]
