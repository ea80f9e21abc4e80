from pathlib import Path

from django.db import migrations, models
from django.db.models import Q

GUARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
BACK = "DROP TRIGGER stop_reason_once ON tables_stop; DROP FUNCTION tables_guard_stop_reason();"


class Migration(migrations.Migration):
    """Staff stop play with one press; the reason follows. What the house itself stops has one from the start."""

    dependencies = [("tables", "0025_rules_with_a_start")]

    operations = [
        migrations.RemoveConstraint("stop", "stop_has_reason"),
        migrations.AlterField("stop", "reason", models.CharField(max_length=300, blank=True)),
        migrations.AddConstraint(
            "stop",
            models.CheckConstraint(condition=~Q(reason="") | Q(by__isnull=False), name="stop_of_the_house_has_reason"),
        ),
        migrations.RunSQL(GUARD, BACK),
    ]
