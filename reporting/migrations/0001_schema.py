import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Reports, orders, works and what was handed out."""

    replaces = [
        ('reporting', '0001_reports'),
        ('reporting', '0003_software'),
        ('reporting', '0004_runs'),
        ('reporting', '0006_works'),
    ]

    initial = True

    dependencies = [
        ('players', '0001_schema'),
    ]

    operations = [
        migrations.CreateModel(
            name='DailyReport',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('day', models.DateField()),
                ('revision', models.IntegerField()),
                ('made_at', models.DateTimeField()),
                ('definition', models.TextField()),
                ('software', models.TextField(default='sabot')),
                ('document', models.TextField()),
                ('sha256', models.CharField(max_length=64)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('day', 'revision'), name='reporting_report_once'), models.CheckConstraint(condition=models.Q(('revision__gte', 1)), name='reporting_report_revision')],
            },
        ),
        migrations.CreateModel(
            name='LedgerProof',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('made_at', models.DateTimeField()),
                ('agrees', models.BooleanField()),
                ('accounts', models.BigIntegerField()),
                ('transfers', models.BigIntegerField()),
                ('rounds', models.BigIntegerField()),
                ('differences', models.JSONField(default=list)),
                ('difference_count', models.IntegerField()),
            ],
            options={
                'indexes': [models.Index(fields=['-made_at'], name='reporting_proof_latest')],
            },
        ),
        migrations.CreateModel(
            name='ExportLog',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('what', models.TextField()),
                ('format', models.TextField()),
                ('filter', models.JSONField(default=dict)),
                ('rows', models.IntegerField()),
                ('sha256', models.CharField(max_length=64)),
            ],
            options={
                'indexes': [models.Index(fields=['-at'], name='reporting_export_latest')],
                'constraints': [models.CheckConstraint(condition=models.Q(('rows__gte', 0)), name='reporting_export_rows')],
            },
        ),
        migrations.CreateModel(
            name='ReportRun',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('key', models.UUIDField(unique=True)),
                ('name', models.TextField()),
                ('definition', models.TextField()),
                ('software', models.TextField()),
                ('filter', models.JSONField(default=dict)),
                ('reason', models.TextField(blank=True, default='')),
                ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('asked_at', models.DateTimeField()),
                ('until', models.DateTimeField()),
                ('state', models.TextField(choices=[('waiting', 'Waiting'), ('gathering', 'Gathering'), ('done', 'Done'), ('failed', 'Failed')], default='waiting')),
                ('tries', models.IntegerField(default=0)),
                ('stored', models.IntegerField(default=0)),
                ('pieces', models.IntegerField(default=0)),
                ('rows', models.BigIntegerField(default=0)),
                ('sha256', models.CharField(blank=True, default='', max_length=64)),
                ('sums', models.JSONField(default=list)),
                ('checks', models.JSONField(default=list)),
                ('done_at', models.DateTimeField(null=True)),
            ],
            options={
                'indexes': [models.Index(fields=['-asked_at'], name='reporting_run_latest'), models.Index(condition=models.Q(('state__in', ['waiting', 'gathering'])), fields=['id'], name='reporting_run_open')],
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'gathering', 'done', 'failed'])), name='reporting_run_state'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'done'), _negated=True), models.Q(('done_at__isnull', False), models.Q(('sha256', ''), _negated=True)), _connector='OR'), name='reporting_run_done'), models.CheckConstraint(condition=models.Q(('rows__gte', 0), ('stored__gte', 0), ('tries__gte', 0)), name='reporting_run_counts')],
            },
        ),
        migrations.CreateModel(
            name='RunFile',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='files', to='reporting.reportrun')),
                ('format', models.TextField()),
                ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('asked_at', models.DateTimeField()),
                ('tries', models.IntegerField(default=0)),
                ('state', models.TextField(choices=[('waiting', 'Waiting'), ('gathering', 'Gathering'), ('done', 'Done'), ('failed', 'Failed')], default='waiting')),
                ('sha256', models.CharField(blank=True, default='', max_length=64)),
                ('size', models.BigIntegerField(default=0)),
                ('done_at', models.DateTimeField(null=True)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('state__in', ['waiting', 'gathering'])), fields=['id'], name='reporting_file_open')],
                'constraints': [models.UniqueConstraint(fields=('run', 'format'), name='reporting_file_once'), models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'gathering', 'done', 'failed'])), name='reporting_file_state')],
            },
        ),
        migrations.CreateModel(
            name='Work',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('key', models.UUIDField(unique=True)),
                ('kind', models.TextField(choices=[('reconciliation', 'Reconciliation'), ('daily-report', 'Daily Report'), ('proof', 'Proof')])),
                ('day', models.DateField(null=True)),
                ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('asked_at', models.DateTimeField()),
                ('state', models.TextField(choices=[('waiting', 'Waiting'), ('gathering', 'Gathering'), ('done', 'Done'), ('failed', 'Failed')], default='waiting')),
                ('tries', models.IntegerField(default=0)),
                ('done_at', models.DateTimeField(null=True)),
                ('outcome', models.JSONField(null=True)),
            ],
            options={
                'indexes': [models.Index(fields=['kind', 'day', '-id'], name='reporting_work_latest'), models.Index(condition=models.Q(('state__in', ['waiting', 'gathering'])), fields=['id'], name='reporting_work_open')],
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['reconciliation', 'daily-report', 'proof'])), name='reporting_work_kind'), models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'gathering', 'done', 'failed'])), name='reporting_work_state'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'done'), _negated=True), models.Q(('done_at__isnull', False), ('outcome__isnull', False)), _connector='OR'), name='reporting_work_done'), models.CheckConstraint(condition=models.Q(models.Q(('day__isnull', True), ('kind', 'proof')), models.Q(models.Q(('kind', 'proof'), _negated=True), ('day__isnull', False)), _connector='OR'), name='reporting_work_of_a_day')],
            },
        ),
        migrations.CreateModel(
            name='Piece',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='kept_pieces', to='reporting.reportrun')),
                ('file', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='kept_pieces', to='reporting.runfile')),
                ('number', models.IntegerField()),
                ('content', models.BinaryField()),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('file__isnull', True)), fields=('run', 'number'), name='reporting_piece_of_run'), models.UniqueConstraint(condition=models.Q(('file__isnull', False)), fields=('file', 'number'), name='reporting_piece_of_file')],
            },
        ),
    ]
