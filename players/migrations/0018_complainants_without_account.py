from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


SQL = Path(__file__).with_suffix(".sql")


class Migration(migrations.Migration):
    """Lets staff register complaints of people without an account, and letters go to them."""

    dependencies = [
        ('players', '0017_public_views'),
    ]

    operations = [
        migrations.CreateModel(
            name='Outsider',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('key', models.UUIDField(unique=True)),
                ('relation', models.TextField()),
                ('name', models.TextField()),
                ('email', models.TextField(blank=True, default='')),
                ('postal', models.TextField(blank=True, default='')),
                ('document', models.TextField(blank=True, default='')),
                ('language', models.TextField(default='pt')),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.RemoveConstraint(
            model_name='complaintevent',
            name='players_complaint_event_known',
        ),
        migrations.AlterField(
            model_name='complaint',
            name='person',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='complaints', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='letter',
            name='person',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='letters', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='complaintevent',
            constraint=models.CheckConstraint(condition=models.Q(('what__in', ['acknowledged', 'adr-named', 'award-paid', 'award-refused', 'closed', 'decided', 'due-soon', 'house-wrote', 'late-start', 'noted', 'overdue', 'player-wrote', 'posted', 'proposed', 'received', 'reopened', 'taken'])), name='players_complaint_event_known'),
        ),
        migrations.AddField(
            model_name='outsider',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='complaint',
            name='outsider',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='complaint', to='players.outsider'),
        ),
        migrations.AddField(
            model_name='letter',
            name='outsider',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='letters', to='players.outsider'),
        ),
        migrations.AddConstraint(
            model_name='complaint',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('outsider', None), ('person__isnull', False)), models.Q(('outsider__isnull', False), ('person', None), models.Q(('channel', 'portal'), _negated=True)), _connector='OR'), name='players_complaint_one_complainant'),
        ),
        migrations.AddConstraint(
            model_name='letter',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('outsider', None), ('person__isnull', False)), models.Q(('outsider__isnull', False), ('person', None)), _connector='OR'), name='players_letter_one_reader'),
        ),
        migrations.AddConstraint(
            model_name='outsider',
            constraint=models.CheckConstraint(condition=models.Q(('relation__in', ['heir', 'other', 'refused'])), name='players_outsider_relation_known'),
        ),
        migrations.AddConstraint(
            model_name='outsider',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='players_outsider_named'),
        ),
        migrations.AddConstraint(
            model_name='outsider',
            constraint=models.CheckConstraint(condition=models.Q(('email', ''), ('postal', ''), _negated=True), name='players_outsider_reached'),
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8"), migrations.RunSQL.noop),
    ]
