from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


SQL = Path(__file__).with_suffix(".sql")


class Migration(migrations.Migration):
    """Lets people play the demonstration without an account, for play money alone."""

    dependencies = [
        ('players', '0024_standing_hints'),
    ]

    operations = [
        migrations.CreateModel(
            name='Guest',
            fields=[
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='guest', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('key', models.UUIDField(unique=True)),
                ('made_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(null=True)),
                ('ended_why', models.TextField(default='')),
            ],
        ),
        migrations.RemoveConstraint(
            model_name='person',
            name='players_person_kind_known',
        ),
        migrations.RemoveConstraint(
            model_name='person',
            name='players_person_superuser_is_staff',
        ),
        migrations.AddConstraint(
            model_name='person',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['guest', 'player', 'staff'])), name='players_person_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='person',
            constraint=models.CheckConstraint(condition=models.Q(('is_superuser', False), ('kind', 'staff'), _connector='OR'), name='players_person_superuser_is_staff'),
        ),
        migrations.AddConstraint(
            model_name='person',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'guest'), _negated=True), models.Q(('birth_date__isnull', True), ('email__endswith', '@guest.invalid'), ('email_confirmed_at__isnull', True), ('terms_version', 0), ('verified_at__isnull', True)), _connector='OR'), name='players_person_guest_unnamed'),
        ),
        migrations.AddIndex(
            model_name='guest',
            index=models.Index(condition=models.Q(('ended_at__isnull', True)), fields=['ends_at'], name='players_guest_present'),
        ),
        migrations.AddConstraint(
            model_name='guest',
            constraint=models.CheckConstraint(condition=models.Q(('ends_at__gt', models.F('made_at'))), name='players_guest_ends_later'),
        ),
        migrations.AddConstraint(
            model_name='guest',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('ended_why', '')), models.Q(('ended_at__isnull', False), ('ended_why__in', ['day', 'left', 'session'])), _connector='OR'), name='players_guest_ended_whole'),
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8")),
    ]
