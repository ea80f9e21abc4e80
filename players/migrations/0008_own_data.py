"""Requests about one's own data, and closed accounts: only added, never rewritten."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("players", "0007_complaints")]

    operations = [
        migrations.CreateModel(
            name='AccountClosure',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('key', models.UUIDField(unique=True)),
                ('cause', models.TextField()),
                ('reason', models.CharField(blank=True, default='', max_length=1000)),
                ('closed_at', models.DateTimeField()),
                ('balance', models.BigIntegerField()),
                ('closed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='closures_made', to=settings.AUTH_USER_MODEL)),
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='closure', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('cause__in', ['asked', 'death'])), name='players_closure_cause'), models.CheckConstraint(condition=models.Q(models.Q(('cause', 'asked'), ('closed_by__isnull', True)), models.Q(('cause', 'death'), ('closed_by__isnull', False), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='players_closure_accounted_for'), models.CheckConstraint(condition=models.Q(('balance__gte', 0)), name='players_closure_balance')],
            },
        ),
        migrations.CreateModel(
            name='CorrectionRequest',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('key', models.UUIDField()),
                ('field', models.TextField()),
                ('wanted', models.CharField(max_length=300)),
                ('why', models.CharField(max_length=1000)),
                ('state', models.TextField(default='open')),
                ('asked_at', models.DateTimeField()),
                ('due_at', models.DateTimeField()),
                ('decided_at', models.DateTimeField(null=True)),
                ('decision_reason', models.CharField(blank=True, default='', max_length=1000)),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='corrections_decided', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='correction_requests', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('state', 'open')), fields=['due_at'], name='players_correction_open'), models.Index(fields=['person', '-id'], name='players_correction_person')],
                'constraints': [models.UniqueConstraint(fields=('person', 'key'), name='players_correction_once'), models.CheckConstraint(condition=models.Q(('field__in', ['address', 'birth-date', 'country', 'document', 'full-name', 'nationality', 'nif', 'other', 'profession'])), name='players_correction_field'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('decided_by__isnull', True), ('state', 'open')), models.Q(('state__in', ['accepted', 'rejected']), ('decided_at__isnull', False), ('decided_by__isnull', False), models.Q(('decision_reason', ''), _negated=True)), _connector='OR'), name='players_correction_decided_whole'), models.CheckConstraint(condition=models.Q(models.Q(('wanted', ''), _negated=True), models.Q(('why', ''), _negated=True)), name='players_correction_says_what')],
            },
        ),
        migrations.CreateModel(
            name='DataExport',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('code', models.UUIDField(unique=True)),
                ('state', models.TextField(default='asked')),
                ('asked_at', models.DateTimeField()),
                ('claimed_at', models.DateTimeField(null=True)),
                ('tries', models.IntegerField(default=0)),
                ('done', models.IntegerField(default=0)),
                ('parts', models.IntegerField(default=0)),
                ('made_at', models.DateTimeField(null=True)),
                ('expires_at', models.DateTimeField(null=True)),
                ('size', models.BigIntegerField(null=True)),
                ('sha256', models.TextField(blank=True, default='')),
                ('fetched_at', models.DateTimeField(null=True)),
                ('fetches', models.IntegerField(default=0)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='data_exports', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['person', '-id'], name='players_dataexport_person')],
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['asked', 'failed', 'gone', 'making', 'ready'])), name='players_dataexport_state'), models.UniqueConstraint(condition=models.Q(('state__in', ['asked', 'making'])), fields=('person',), name='players_dataexport_one_waits'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'ready'), _negated=True), models.Q(('expires_at__isnull', False), ('made_at__isnull', False), ('sha256__regex', '^[0-9a-f]{64}$'), ('size__gt', 0)), _connector='OR'), name='players_dataexport_ready_is_whole'), models.CheckConstraint(condition=models.Q(('done__gte', 0), ('fetches__gte', 0)), name='players_dataexport_counts')],
            },
        ),
        migrations.RunSQL(
            sql="CREATE TRIGGER players_accountclosure_only_added BEFORE UPDATE OR DELETE OR TRUNCATE"
            " ON players_accountclosure FOR EACH STATEMENT EXECUTE FUNCTION players_refuse_change()",
            reverse_sql="DROP TRIGGER players_accountclosure_only_added ON players_accountclosure",
        ),
    ]
