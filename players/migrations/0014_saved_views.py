"""Views of lists that staff keep."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0013_own_data_watched'),
    ]

    operations = [
        migrations.CreateModel(
            name='SavedView',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('place', models.CharField(max_length=40)),
                ('name', models.CharField(max_length=40)),
                ('query', models.CharField(max_length=500)),
                ('saved_at', models.DateTimeField()),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='saved_views', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('person', 'place', 'name'), name='players_savedview_name_once'), models.CheckConstraint(condition=models.Q(models.Q(('name', ''), _negated=True), models.Q(('place', ''), _negated=True)), name='players_savedview_named')],
            },
        ),
    ]
