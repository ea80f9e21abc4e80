from pathlib import Path

from django.db import migrations, models


class Migration(migrations.Migration):
    """Finished rounds are numbered in the order in which they finish."""

    dependencies = [("tables", "0007_rules_by_settled")]

    operations = [
        migrations.CreateModel(
            name="FinishedRound",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round_id", models.BigIntegerField(unique=True)),
            ],
        ),
        migrations.RunSQL(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")),
    ]
