from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """Finds an hour's registrations, changes and sign-ins without those of the past (PT-58)."""

    dependencies = [("players", "0036_open_devices")]

    operations = [
        migrations.AddIndex(
            model_name='datachange',
            index=models.Index(fields=['at'], name='players_datachange_at'),
        ),
        migrations.AddIndex(
            model_name='device',
            index=models.Index(fields=['signed_in_at'], name='players_device_begun'),
        ),
        migrations.AddIndex(
            model_name='device',
            index=models.Index(
                condition=Q(('ended_at__isnull', False)), fields=['ended_at'], name='players_device_ended'
            ),
        ),
        migrations.AddIndex(
            model_name='person',
            index=models.Index(
                condition=Q(('email_confirmed_at__isnull', False)),
                fields=['email_confirmed_at'],
                name='players_person_confirmed',
            ),
        ),
        migrations.AddIndex(
            model_name='registration',
            index=models.Index(fields=['received_at'], name='players_registration_received'),
        ),
    ]
