from pathlib import Path

from django.db import migrations, models


class Migration(migrations.Migration):
    """No line of the cashier without its row and the bank's notice, and no such row without its line."""

    dependencies = [("players", "0005_counters"), ("wallet", "0002_guards")]

    operations = [
        migrations.CreateModel(
            name="CauseMark",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("transfer", models.BigIntegerField()),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.RunSQL(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")),
    ]
