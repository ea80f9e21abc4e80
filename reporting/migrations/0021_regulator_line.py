from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


SQL = Path(__file__).with_suffix(".sql")
BACK = """
DROP TRIGGER reporting_stop_of_line_by_two ON tables_stop;
DROP FUNCTION reporting_guard_linestop();
DROP TRIGGER audited ON reporting_lineopening;
DROP TRIGGER actor_is_signed ON reporting_lineopening;
DROP TRIGGER reporting_lineopening_stays ON reporting_lineopening;
DROP TRIGGER reporting_lineopening_guard ON reporting_lineopening;
DROP FUNCTION reporting_guard_lineopening();
DROP TRIGGER reporting_lineoutage_stays ON reporting_lineoutage;
DROP TRIGGER reporting_lineoutage_guard ON reporting_lineoutage;
DROP FUNCTION reporting_guard_lineoutage();
"""


class Migration(migrations.Migration):
    """Hours whose files are made by themselves, and the line to the regulator: its outages, and who opens play again."""

    dependencies = [
        ('reporting', '0020_safe_corrections'),
        ('tables', '0036_regulator_line'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='HourMark',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('vault', models.CharField(max_length=3)),
                ('starts_at', models.DateTimeField()),
                ('horizon', models.BigIntegerField()),
                ('looked_at', models.DateTimeField()),
                ('tried_at', models.DateTimeField(null=True)),
                ('made_at', models.DateTimeField(null=True)),
                ('trouble', models.CharField(blank=True, default='', max_length=20)),
                ('told', models.JSONField(default=list)),
            ],
            options={
                'indexes': [models.Index(fields=['vault', 'made_at'], name='reporting_hourmark_made'), models.Index(condition=models.Q(('made_at__isnull', True)), fields=['vault', 'starts_at'], name='reporting_hourmark_open')],
                'constraints': [models.UniqueConstraint(fields=('vault', 'starts_at'), name='reporting_hourmark_once')],
            },
        ),
        migrations.CreateModel(
            name='LineOutage',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('vault', models.CharField(max_length=3)),
                ('part', models.CharField(choices=[('gateway', 'Gateway'), ('captor', 'Captor'), ('safe', 'Safe')], max_length=8)),
                ('begins_at', models.DateTimeField()),
                ('noticed_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField(null=True)),
                ('stopped_at', models.DateTimeField(null=True)),
            ],
            options={
                'indexes': [models.Index(fields=['vault', 'ends_at'], name='reporting_lineoutage_end')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('ends_at__isnull', True)), fields=('vault', 'part'), name='reporting_lineoutage_one_open'), models.CheckConstraint(condition=models.Q(('part__in', ['gateway', 'captor', 'safe'])), name='reporting_lineoutage_part'), models.CheckConstraint(condition=models.Q(('ends_at__isnull', True), ('ends_at__gte', models.F('begins_at')), _connector='OR'), name='reporting_lineoutage_ends')],
            },
        ),
        migrations.CreateModel(
            name='LineOpening',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('stop_id', models.BigIntegerField()),
                ('key', models.UUIDField(unique=True)),
                ('state', models.CharField(default='proposed', max_length=8)),
                ('reason', models.CharField(max_length=300)),
                ('proposed_at', models.DateTimeField()),
                ('decided_at', models.DateTimeField(null=True)),
                ('rejection', models.CharField(blank=True, default='', max_length=300)),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('proposed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'proposed')), fields=('stop_id',), name='reporting_lineopening_one_waits'), models.CheckConstraint(condition=models.Q(('state__in', ['proposed', 'approved', 'rejected'])), name='reporting_lineopening_state'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='reporting_lineopening_reason'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('decided_by__isnull', True), ('state', 'proposed')), models.Q(models.Q(('state', 'proposed'), _negated=True), ('decided_at__isnull', False), ('decided_by__isnull', False)), _connector='OR'), name='reporting_lineopening_decided'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'approved'), _negated=True), models.Q(('decided_by', models.F('proposed_by')), _negated=True), _connector='OR'), name='reporting_lineopening_two_persons'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'rejected'), _negated=True), models.Q(('rejection', ''), _negated=True), _connector='OR'), name='reporting_lineopening_rejection')],
            },
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8"), BACK),
    ]
