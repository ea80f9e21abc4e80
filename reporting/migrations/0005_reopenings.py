from pathlib import Path

from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    """Play that a proof closed is opened again by two persons, after another proof."""

    dependencies = [
        ("reporting", "0004_chain"),
        ("tables", "0006_voids_by_two"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Reopening",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("stop_id", models.BigIntegerField()),
                ("key", models.UUIDField(unique=True)),
                ("state", models.CharField(default="proposed", max_length=8)),
                ("reason", models.CharField(max_length=300)),
                ("proposed_at", models.DateTimeField()),
                ("decided_at", models.DateTimeField(null=True)),
                ("refusal", models.CharField(blank=True, default="", max_length=300)),
                (
                    "proof",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="reporting.ledgerproof"),
                ),
                (
                    "proposed_by",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=["stop_id"], condition=Q(state="proposed"), name="reporting_reopening_one_waits"
                    ),
                    models.CheckConstraint(
                        condition=Q(state__in=["proposed", "approved", "rejected"]), name="reporting_reopening_state"
                    ),
                    models.CheckConstraint(condition=~Q(reason=""), name="reporting_reopening_reason"),
                    models.CheckConstraint(
                        condition=Q(state="proposed", decided_by__isnull=True, decided_at__isnull=True)
                        | (~Q(state="proposed") & Q(decided_by__isnull=False, decided_at__isnull=False)),
                        name="reporting_reopening_decided",
                    ),
                    models.CheckConstraint(
                        condition=~Q(state="approved") | ~Q(decided_by=F("proposed_by")),
                        name="reporting_reopening_two_persons",
                    ),
                    models.CheckConstraint(
                        condition=~Q(state="rejected") | ~Q(refusal=""), name="reporting_reopening_refusal"
                    ),
                ],
            },
        ),
        migrations.RunSQL(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")),
    ]
