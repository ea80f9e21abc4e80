from pathlib import Path

from django.db import migrations, models


class Migration(migrations.Migration):
    """Evidence is chained in batches, and proofs say what they looked at."""

    dependencies = [("reporting", "0003_layout"), ("tables", "0006_voids_by_two")]

    operations = [
        migrations.AddField("ledgerproof", "parts", models.JSONField(default=dict)),
        migrations.AddField("ledgerproof", "heads", models.JSONField(default=dict)),
        migrations.CreateModel(
            name="ChainLink",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("stream", models.TextField()),
                ("version", models.IntegerField()),
                ("number", models.BigIntegerField()),
                ("after", models.BigIntegerField()),
                ("last", models.BigIntegerField()),
                ("count", models.IntegerField()),
                ("rows", models.CharField(max_length=64)),
                ("marks", models.BinaryField()),
                ("previous", models.CharField(max_length=64)),
                ("digest", models.CharField(max_length=64)),
                ("made_at", models.DateTimeField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=["stream", "number"], name="reporting_link_once")],
            },
        ),
        migrations.CreateModel(
            name="ChainMark",
            fields=[
                ("stream", models.TextField(primary_key=True, serialize=False)),
                ("seen", models.BigIntegerField()),
                ("horizon", models.BigIntegerField()),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.RunSQL(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")),
    ]
