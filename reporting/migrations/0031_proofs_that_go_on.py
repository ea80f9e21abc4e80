from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models

SQL = Path(__file__).with_suffix(".sql")


class Migration(migrations.Migration):
    """Proofs that go on from an earlier one, and the slices of a whole one (ADR 0252)."""

    dependencies = [("reporting", "0030_paper_shoes")]

    operations = [
        migrations.AddField("ledgerproof", "since", models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="reporting.ledgerproof")),
        migrations.AddField("ledgerproof", "walk", models.BigIntegerField(null=True, unique=True)),
        migrations.AddField("ledgerproof", "examined", models.BigIntegerField(null=True)),
        migrations.AddField("ledgerproof", "sums", models.JSONField(default=dict)),
        migrations.AddField("ledgerproof", "digest", models.CharField(blank=True, default="", max_length=64)),
        migrations.AddConstraint("ledgerproof", models.CheckConstraint(condition=models.Q(("since__isnull", True), ("walk__isnull", True), _connector="OR"), name="reporting_proof_from")),
        migrations.CreateModel(
            name="ProofSlice",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("walk", models.BigIntegerField()),
                ("number", models.IntegerField()),
                ("made_at", models.DateTimeField()),
                ("state", models.JSONField()),
                ("digest", models.CharField(max_length=64)),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("walk", "number"), name="reporting_slice_once")]},
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8"), migrations.RunSQL.noop),
    ]
