import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """The class has the plain name; the table keeps its own, which the audit trail of older houses names."""

    dependencies = [("players", "0021_emails")]

    operations = [
        migrations.AlterModelTable(name="tally", table="players_tally"),
        migrations.RenameModel(old_name="Tally", new_name="DailyTotal"),
        migrations.AlterField(
            model_name="dailytotal",
            name="person",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="daily_totals", to=settings.AUTH_USER_MODEL
            ),
        ),
    ]
