from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

GUARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
BACK = "DROP TRIGGER incident_learned_first ON tables_incident; DROP FUNCTION tables_guard_incident();"


class Migration(migrations.Migration):
    """Incidents have an owner, a severity, what they touched, and an after-action note."""

    dependencies = [
        ("tables", "0026_stops_explained_later"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField("incident", "lessons", models.TextField(blank=True, default="")),
        migrations.AddField(
            "incident",
            "owner",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField("incident", "severity", models.SmallIntegerField(null=True)),
        migrations.AddField("incident", "amount", models.BigIntegerField(null=True)),
        migrations.AddField("incident", "people", models.IntegerField(null=True)),
        migrations.AddField("incident", "standstill", models.IntegerField(null=True)),
        migrations.AddConstraint(
            "incident",
            models.CheckConstraint(
                condition=Q(severity__isnull=True) | Q(severity__in=[1, 2, 3]), name="incident_severity_known"
            ),
        ),
        migrations.AddConstraint(
            "incident",
            models.CheckConstraint(
                condition=(Q(amount__isnull=True) | Q(amount__gte=0))
                & (Q(people__isnull=True) | Q(people__gte=0))
                & (Q(standstill__isnull=True) | Q(standstill__gte=0)),
                name="incident_extent_not_negative",
            ),
        ),
        migrations.RunSQL(GUARD, BACK),
    ]
