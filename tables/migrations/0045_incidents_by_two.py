from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q

GUARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
ONE = Path(__file__).with_name("0027_incidents_as_a_process.sql").read_text(encoding="utf-8")
BACK = f"""
DROP TRIGGER actor_is_signed ON tables_incident;
DROP TRIGGER incident_ends_by_two ON tables_incident;
DROP TRIGGER incident_begins_open ON tables_incident;
DROP FUNCTION tables_guard_new_incident();
DROP FUNCTION tables_guard_incident();
{ONE}
"""


class Migration(migrations.Migration):
    """An incident keeps what was done at once and the word to the regulator, and two persons close it."""

    dependencies = [
        ("tables", "0044_film"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField("incident", "word", models.TextField(blank=True, default="", db_default="")),
        migrations.AddField("incident", "containment", models.TextField(blank=True, default="", db_default="")),
        migrations.AddField("incident", "revision", models.IntegerField(default=0, db_default=0)),
        migrations.AddField("incident", "proposed_at", models.DateTimeField(null=True)),
        migrations.AddField(
            "incident",
            "proposed_by",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddConstraint(
            "incident",
            models.CheckConstraint(
                condition=Q(proposed_at__isnull=True, proposed_by__isnull=True)
                | (
                    Q(proposed_at__isnull=False, proposed_by__isnull=False)
                    & ~(Q(cause="") | Q(solution="") | Q(lessons=""))
                ),
                name="incident_end_proposed_whole",
            ),
        ),
        migrations.AddConstraint(
            "incident",
            models.CheckConstraint(
                condition=Q(closed_by__isnull=True) | Q(proposed_by__isnull=True) | ~Q(closed_by=F("proposed_by")),
                name="incident_closed_by_two",
            ),
        ),
        migrations.RunSQL(GUARD, BACK),
    ]
