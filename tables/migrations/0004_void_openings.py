from pathlib import Path

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

GUARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
BACK = """
DROP TRIGGER void_openings_stay ON tables_voidopening;
DROP TRIGGER void_opening_of_void ON tables_voidopening;
DROP FUNCTION tables_guard_opening();
"""


class Migration(migrations.Migration):
    """Keeps the cards that are shown of a void round. Void rounds of before have none until the dealer comes by them."""

    dependencies = [("tables", "0003_two_persons")]

    operations = [
        migrations.CreateModel(
            name="VoidOpening",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("opened_at", models.DateTimeField()),
                ("cards", django.contrib.postgres.fields.ArrayField(models.CharField(max_length=2), size=None)),
                ("proofs", models.JSONField(default=list)),
                ("unreadable", models.BooleanField(default=False)),
                (
                    "round",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="opening", to="tables.round"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("cards__len", 0), ("unreadable", True)),
                            models.Q(("cards__len__gte", 4), ("cards__len__lte", 6), ("unreadable", False)),
                            _connector="OR",
                        ),
                        name="void_opening_shows_a_round",
                    )
                ],
            },
        ),
        migrations.RunSQL(GUARD, BACK),
    ]
