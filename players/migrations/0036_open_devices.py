from django.db import migrations, models


class Migration(migrations.Migration):
    """Finds the sign-ins that have not ended without those of the past."""

    dependencies = [("players", "0035_details_of_the_files")]

    operations = [
        migrations.AddIndex(
            model_name='device',
            index=models.Index(
                condition=models.Q(('ended_at__isnull', True)), fields=['session'], name='players_device_open'
            ),
        ),
    ]
