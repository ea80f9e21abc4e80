from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).with_suffix(".sql")
_TAKEN_BACK = ["withdrawn", "revoked"]


class Migration(migrations.Migration):
    """Approved rules may have a start, and what was proposed or approved may be taken back. Not to be undone."""

    dependencies = [
        ("tables", "0024_rounds_by_opening"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint("configuration", "configuration_approved_by_somebody"),
        migrations.RemoveConstraint("configuration", "configuration_in_force_since"),
        migrations.AddField(
            "configuration",
            "compared_with",
            models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tables.configuration",
            ),
        ),
        migrations.AddField("configuration", "starts_at", models.DateTimeField(null=True)),
        migrations.AddField("configuration", "taken_back_at", models.DateTimeField(null=True)),
        migrations.AddField(
            "configuration",
            "taken_back_by",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            "configuration", "taken_back_reason", models.CharField(blank=True, default="", max_length=300)
        ),
        migrations.AlterField(
            "configuration",
            "status",
            models.CharField(
                choices=[
                    ("draft", "Draft"),
                    ("submitted", "Submitted"),
                    ("rejected", "Rejected"),
                    ("approved", "Approved"),
                    ("in-force", "In Force"),
                    ("superseded", "Superseded"),
                    ("withdrawn", "Withdrawn"),
                    ("revoked", "Revoked"),
                ],
                default="draft",
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            "configuration",
            models.CheckConstraint(
                condition=models.Q(status__in=["draft", "submitted", "rejected", "withdrawn"])
                | (models.Q(decided_by__isnull=False) & ~models.Q(reference="")),
                name="configuration_approved_by_somebody",
            ),
        ),
        migrations.AddConstraint(
            "configuration",
            models.CheckConstraint(
                condition=models.Q(status__in=["draft", "submitted", "rejected", "withdrawn", "approved", "revoked"])
                | models.Q(in_force_from__isnull=False),
                name="configuration_in_force_since",
            ),
        ),
        migrations.AddConstraint(
            "configuration",
            models.CheckConstraint(
                condition=models.Q(starts_at__isnull=True)
                | models.Q(in_force_from__isnull=True)
                | models.Q(in_force_from__gte=models.F("starts_at")),
                name="configuration_not_before_its_start",
            ),
        ),
        migrations.AddConstraint(
            "configuration",
            models.CheckConstraint(
                condition=models.Q(
                    ~models.Q(taken_back_reason=""),
                    status__in=_TAKEN_BACK,
                    taken_back_by__isnull=False,
                    taken_back_at__isnull=False,
                )
                | (
                    ~models.Q(status__in=_TAKEN_BACK)
                    & models.Q(taken_back_by__isnull=True, taken_back_at__isnull=True, taken_back_reason="")
                ),
                name="configuration_taken_back_whole",
            ),
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8")),
    ]
