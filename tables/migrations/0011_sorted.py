from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Gives lists the orders that staff may ask for, so that no page sorts a whole table."""

    dependencies = [
        ('tables', '0010_connections'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name='incident',
            index=models.Index(fields=['kind', 'id'], name='incident_by_kind'),
        ),
    ]
