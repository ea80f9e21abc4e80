"""The letters that the house owes to persons."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0002_apart'),
    ]

    operations = [
        migrations.CreateModel(
            name='Letter',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('key', models.UUIDField()),
                ('kind', models.TextField()),
                ('facts', models.JSONField(default=dict)),
                ('written_at', models.DateTimeField()),
                ('sent_at', models.DateTimeField(null=True)),
                ('tries', models.IntegerField(default=0)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='letters', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('sent_at__isnull', True)), fields=['id'], name='players_letter_waiting'), models.Index(fields=['person', '-id'], name='players_letter_person')],
                'constraints': [models.UniqueConstraint(fields=('kind', 'key'), name='players_letter_once'), models.CheckConstraint(condition=models.Q(('tries__gte', 0)), name='players_letter_tries')],
            },
        ),
    ]
