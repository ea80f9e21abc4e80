from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, Q

SQL = Path(__file__).with_suffix(".sql")


class Migration(migrations.Migration):
    """Receipts of the daily reports in the archive (PT-56)."""

    dependencies = [("reporting", "0012_extracts"), ("players", "0032_keeping")]

    operations = [
        migrations.CreateModel(
            name="Archived",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("name", models.TextField(unique=True)),
                ("sha256", models.CharField(max_length=64)),
                ("size", models.BigIntegerField()),
                ("receipt", models.TextField()),
                ("stored_at", models.DateTimeField()),
                ("verified_at", models.DateTimeField()),
                ("failed_at", models.DateTimeField(null=True)),
                (
                    "report",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="archived",
                        to="reporting.dailyreport",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["verified_at"], name="reporting_archived_oldest")],
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(sha256__regex="^[0-9a-f]{64}$") & Q(size__gt=0) & ~Q(receipt="") & ~Q(name=""),
                        name="reporting_archived_whole",
                    ),
                    models.CheckConstraint(
                        condition=Q(verified_at__gte=F("stored_at")), name="reporting_archived_verified"
                    ),
                ],
            },
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8")),
    ]
