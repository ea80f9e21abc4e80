from django.db import migrations, models


class Migration(migrations.Migration):
    """Finds the round that was open at a table at a moment."""

    dependencies = [("tables", "0023_payouts_of_a_round")]

    operations = [
        migrations.AddIndex("round", models.Index(fields=["table", "-opened_at"], name="round_opened")),
    ]
