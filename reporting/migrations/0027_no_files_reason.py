from django.db import migrations, models


class Migration(migrations.Migration):
    """Why a day names none of the regulator's files, kept with its seal."""

    dependencies = [("reporting", "0026_days_erased")]

    operations = [
        migrations.AddField("sealedday", "no_files", models.CharField(blank=True, default="", max_length=100)),
    ]
