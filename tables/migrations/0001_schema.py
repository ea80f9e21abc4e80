import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Tables, their configurations, rounds, slips and sessions."""

    replaces = [
        ('tables', '0001_tables_and_rounds'),
        ('tables', '0003_individual_tables_and_stops'),
        ('tables', '0007_incidents_and_hours'),
        ('tables', '0009_time_checks'),
        ('tables', '0010_connections'),
        ('tables', '0011_sorted'),
        ('tables', '0012_fewer_indexes'),
    ]

    initial = True

    dependencies = [
        ('players', '0001_schema'),
    ]

    operations = [
        migrations.CreateModel(
            name='Stop',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('scope', models.CharField(max_length=40)),
                ('reason', models.CharField(max_length=300)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('at', models.DateTimeField()),
                ('lifted_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('lifted_at', models.DateTimeField(null=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('lifted_at__isnull', True)), fields=('scope',), name='one_stop_a_scope'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='stop_has_reason')],
            },
        ),
        migrations.CreateModel(
            name='WebProcess',
            fields=[
                ('code', models.UUIDField(primary_key=True, serialize=False)),
                ('seen_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.SlugField(max_length=40, unique=True)),
                ('name', models.CharField(max_length=60)),
                ('currency', models.CharField(max_length=4)),
                ('kind', models.CharField(default='shared', max_length=12)),
                ('status', models.CharField(choices=[('closed', 'Closed'), ('open', 'Open'), ('paused', 'Paused'), ('closing', 'Closing')], default='closed', max_length=8)),
                ('status_reason', models.CharField(blank=True, default='', max_length=200)),
                ('version', models.BigIntegerField(default=0)),
                ('round_count', models.IntegerField(default=0)),
                ('due_at', models.DateTimeField(null=True)),
                ('dealer', models.CharField(blank=True, default='', max_length=60)),
                ('lease_until', models.DateTimeField(null=True)),
                ('fence', models.BigIntegerField(default=0)),
                ('risk_limit', models.BigIntegerField(null=True)),
                ('hours', models.JSONField(default=dict)),
                ('hours_applied_at', models.DateTimeField(null=True)),
                ('opened_at', models.DateTimeField()),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='table_due')],
                'constraints': [models.CheckConstraint(condition=models.Q(('risk_limit__isnull', True), ('risk_limit__gt', 0), _connector='OR'), name='table_risk_limit_positive'), models.CheckConstraint(condition=models.Q(('currency__in', ['EUR', 'PLAY'])), name='table_currency_known'), models.CheckConstraint(condition=models.Q(('kind__in', ['shared', 'individual'])), name='table_kind_known'), models.CheckConstraint(condition=models.Q(('status__in', ['closed', 'open', 'paused', 'closing'])), name='table_status_known')],
            },
        ),
        migrations.CreateModel(
            name='Configuration',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='configurations', to='tables.table')),
                ('number', models.IntegerField()),
                ('key', models.UUIDField(unique=True)),
                ('status', models.CharField(choices=[('draft', 'Draft'), ('submitted', 'Submitted'), ('rejected', 'Rejected'), ('approved', 'Approved'), ('in-force', 'In Force'), ('superseded', 'Superseded')], default='draft', max_length=10)),
                ('terms', models.JSONField()),
                ('revision', models.IntegerField(default=1)),
                ('authors', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None)),
                ('drafted_at', models.DateTimeField()),
                ('submitted_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('submitted_at', models.DateTimeField(null=True)),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('decided_at', models.DateTimeField(null=True)),
                ('decision_reason', models.CharField(blank=True, default='', max_length=300)),
                ('reference', models.CharField(blank=True, default='', max_length=80)),
                ('in_force_from', models.DateTimeField(null=True)),
                ('superseded_at', models.DateTimeField(null=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('table', 'number'), name='configuration_number_once'), models.UniqueConstraint(condition=models.Q(('status', 'in-force')), fields=('table',), name='one_configuration_in_force'), models.UniqueConstraint(condition=models.Q(('status', 'approved')), fields=('table',), name='one_configuration_waiting'), models.CheckConstraint(condition=models.Q(('status__in', ['draft', 'submitted', 'rejected']), models.Q(('decided_by__isnull', False), models.Q(('reference', ''), _negated=True)), _connector='OR'), name='configuration_approved_by_somebody'), models.CheckConstraint(condition=models.Q(('status__in', ['draft', 'submitted', 'rejected', 'approved']), ('in_force_from__isnull', False), _connector='OR'), name='configuration_in_force_since')],
            },
        ),
        migrations.CreateModel(
            name='Shoe',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='shoes', to='tables.table')),
                ('number', models.IntegerField()),
                ('scope', models.CharField(max_length=5)),
                ('root', models.CharField(max_length=64)),
                ('sealed', models.BinaryField()),
                ('decks', models.IntegerField()),
                ('card_count', models.IntegerField()),
                ('cut', models.IntegerField()),
                ('rounds_after_cut', models.IntegerField(default=0)),
                ('dealt', models.IntegerField(default=0)),
                ('round_of_shoe', models.IntegerField(default=1)),
                ('last_round', models.IntegerField(null=True)),
                ('created_at', models.DateTimeField()),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('table', 'number'), name='shoe_number_once'), models.CheckConstraint(condition=models.Q(('dealt__gte', 0), ('dealt__lte', models.F('card_count'))), name='shoe_dealt_within')],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='tables.table')),
                ('configuration', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='tables.configuration')),
                ('shoe', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='shoe_rounds', to='tables.shoe')),
                ('number', models.IntegerField()),
                ('code', models.CharField(max_length=64, unique=True)),
                ('round_of_shoe', models.IntegerField()),
                ('first_card', models.IntegerField()),
                ('phase', models.CharField(choices=[('betting', 'Betting'), ('closed', 'Closed'), ('dealing', 'Dealing'), ('settled', 'Settled'), ('void', 'Void')], default='betting', max_length=8)),
                ('stakes_account', models.BigIntegerField()),
                ('sums', models.JSONField(default=dict)),
                ('opened_at', models.DateTimeField()),
                ('closes_at', models.DateTimeField(null=True)),
                ('closed_at', models.DateTimeField(null=True)),
                ('settled_at', models.DateTimeField(null=True)),
                ('voided_at', models.DateTimeField(null=True)),
                ('void_reason', models.CharField(blank=True, default='', max_length=300)),
                ('cards', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=2), default=list, size=None)),
                ('winner', models.CharField(blank=True, default='', max_length=6)),
                ('proofs', models.JSONField(default=list)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('settled_at__isnull', False)), fields=['settled_at'], name='round_settled'), models.Index(condition=models.Q(('voided_at__isnull', False)), fields=['voided_at'], name='round_voided')],
                'constraints': [models.UniqueConstraint(fields=('table', 'number'), name='round_number_once'), models.UniqueConstraint(condition=models.Q(('phase__in', ['betting', 'closed', 'dealing'])), fields=('table',), name='one_unfinished_round'), models.CheckConstraint(condition=models.Q(models.Q(('closed_at__isnull', True), ('phase', 'betting'), ('settled_at__isnull', True), ('voided_at__isnull', True)), models.Q(('closed_at__isnull', False), ('phase__in', ['closed', 'dealing']), ('settled_at__isnull', True), ('voided_at__isnull', True)), models.Q(('closed_at__isnull', False), ('phase', 'settled'), ('settled_at__isnull', False), ('voided_at__isnull', True)), models.Q(('phase', 'void'), ('settled_at__isnull', True), ('voided_at__isnull', False)), _connector='OR'), name='round_phase_has_its_moments'), models.CheckConstraint(condition=models.Q(models.Q(('phase', 'settled'), _negated=True), models.Q(('cards__len__gte', 4), models.Q(('winner', ''), _negated=True)), _connector='OR'), name='round_settled_has_cards'), models.CheckConstraint(condition=models.Q(models.Q(('phase', 'void'), _negated=True), models.Q(('void_reason', ''), _negated=True), _connector='OR'), name='round_void_has_reason')],
            },
        ),
        migrations.CreateModel(
            name='PlaySession',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.UUIDField(default=uuid.uuid4, unique=True)),
                ('person', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sessions', to='tables.table')),
                ('key', models.UUIDField()),
                ('account', models.BigIntegerField()),
                ('seat', models.IntegerField()),
                ('started_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(null=True)),
                ('end_reason', models.CharField(blank=True, default='', max_length=20)),
                ('away', models.BooleanField(default=False)),
                ('leaving', models.BooleanField(default=False)),
                ('last_bet_at', models.DateTimeField(null=True)),
                ('invited_at', models.DateTimeField(null=True)),
                ('warning_shown_at', models.DateTimeField(null=True)),
                ('check_due_at', models.DateTimeField(null=True)),
                ('expected_loss', models.BigIntegerField(default=0)),
                ('rounds_missed', models.IntegerField(default=0)),
                ('rounds', models.IntegerField(default=0)),
                ('staked', models.BigIntegerField(default=0)),
                ('returned', models.BigIntegerField(default=0)),
                ('prizes', models.BigIntegerField(default=0)),
                ('commission', models.BigIntegerField(default=0)),
            ],
            options={
                'indexes': [models.Index(fields=['person', '-started_at'], name='session_of_person')],
                'constraints': [models.UniqueConstraint(fields=('person', 'key'), name='session_key_once'), models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('table', 'seat'), name='seat_taken_once'), models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('person',), name='one_seat_a_person'), models.CheckConstraint(condition=models.Q(('seat__gte', 1), ('seat__lte', 9)), name='session_seat_exists')],
            },
        ),
        migrations.CreateModel(
            name='Slip',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('person', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('key', models.UUIDField()),
                ('round', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='slips', to='tables.round')),
                ('session', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='tables.playsession')),
                ('number', models.CharField(max_length=8)),
                ('lines', models.JSONField()),
                ('received_at', models.DateTimeField()),
                ('taken_at', models.DateTimeField()),
                ('refusal', models.JSONField(null=True)),
            ],
            options={
                'indexes': [models.Index(fields=['round', 'person'], name='slip_of_round'), django.contrib.postgres.indexes.BrinIndex(autosummarize=True, fields=['taken_at'], name='slip_taken', pages_per_range=32)],
                'constraints': [models.UniqueConstraint(fields=('person', 'key'), name='slip_key_once')],
            },
        ),
        migrations.CreateModel(
            name='Bet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='bets', to='tables.round')),
                ('person', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('session', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='bets', to='tables.playsession')),
                ('key', models.UUIDField(default=uuid.uuid4)),
                ('chance', models.CharField(max_length=20)),
                ('stake', models.BigIntegerField()),
                ('outcome', models.CharField(blank=True, default='', max_length=6)),
                ('prize', models.BigIntegerField(default=0)),
                ('commission', models.BigIntegerField(default=0)),
                ('returned', models.BigIntegerField(default=0)),
            ],
            options={
                'indexes': [models.Index(fields=['person', '-id'], name='bet_of_person'), models.Index(fields=['session'], name='bet_of_session')],
                'constraints': [models.UniqueConstraint(fields=('round', 'person', 'chance'), name='one_bet_a_chance'), models.CheckConstraint(condition=models.Q(('stake__gte', 0)), name='bet_stake_not_negative'), models.CheckConstraint(condition=models.Q(('commission__gte', 0), ('prize__gte', 0), ('returned__gte', 0)), name='bet_paid_not_negative')],
            },
        ),
        migrations.CreateModel(
            name='StaffAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('action', models.CharField(max_length=40)),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='acts', to='tables.table')),
                ('subject', models.CharField(blank=True, default='', max_length=80)),
                ('before', models.JSONField(default=dict)),
                ('after', models.JSONField(default=dict)),
                ('reason', models.CharField(blank=True, default='', max_length=300)),
            ],
            options={
                'indexes': [models.Index(fields=['table', '-at'], name='act_of_table')],
            },
        ),
        migrations.CreateModel(
            name='Connection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.UUIDField(unique=True)),
                ('process', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tables.webprocess')),
                ('person', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tables.table')),
                ('opened_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(null=True)),
                ('close_code', models.IntegerField(null=True)),
                ('address', models.CharField(blank=True, default='', max_length=45)),
                ('device', models.CharField(blank=True, default='', max_length=40)),
            ],
            options={
                'indexes': [models.Index(fields=['table', 'person', '-opened_at'], name='connection_at_table')],
                'constraints': [models.CheckConstraint(condition=models.Q(('closed_at__isnull', True), ('closed_at__gte', models.F('opened_at')), _connector='OR'), name='connection_closed_after'), models.CheckConstraint(condition=models.Q(('close_code__isnull', True), ('closed_at__isnull', False), _connector='OR'), name='connection_code_with_close')],
            },
        ),
        migrations.CreateModel(
            name='Incident',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField(unique=True)),
                ('kind', models.CharField(choices=[('stuck-round', 'Stuck Round'), ('void-round', 'Void Round'), ('shoe-unfit', 'Shoe Unfit'), ('over-risk', 'Over Risk'), ('ledger', 'Ledger'), ('other', 'Other')], max_length=20)),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='incidents', to='tables.table')),
                ('subject', models.CharField(blank=True, default='', max_length=80)),
                ('facts', models.JSONField(default=dict)),
                ('opened_at', models.DateTimeField()),
                ('opened_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('told_at', models.DateTimeField(null=True)),
                ('told_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('closed_at', models.DateTimeField(null=True)),
                ('closed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('cause', models.TextField(blank=True, default='')),
                ('solution', models.TextField(blank=True, default='')),
            ],
            options={
                'indexes': [models.Index(fields=['-opened_at'], name='incident_latest'), models.Index(condition=models.Q(('closed_at__isnull', True)), fields=['opened_at'], name='incident_open'), models.Index(fields=['kind', 'id'], name='incident_by_kind')],
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['stuck-round', 'void-round', 'shoe-unfit', 'over-risk', 'ledger', 'other'])), name='incident_kind_known'), models.CheckConstraint(condition=models.Q(('closed_at__isnull', True), models.Q(('closed_by__isnull', False), models.Q(('cause', ''), _negated=True), models.Q(('solution', ''), _negated=True)), _connector='OR'), name='incident_closed_with_cause'), models.CheckConstraint(condition=models.Q(('told_at__isnull', True), ('told_by__isnull', False), _connector='OR'), name='incident_told_by_somebody')],
            },
        ),
        migrations.CreateModel(
            name='IncidentNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('incident', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notes', to='tables.incident')),
                ('key', models.UUIDField(unique=True)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('text', models.TextField()),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='incident_note_says_something')],
            },
        ),
        migrations.AddField(
            model_name='Table',
            name='current_round',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tables.round'),
        ),
        migrations.AddField(
            model_name='Table',
            name='configuration',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tables.configuration'),
        ),
        migrations.AddField(
            model_name='Table',
            name='shoe',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tables.shoe'),
        ),
        migrations.AddConstraint(
            model_name='Table',
            constraint=models.CheckConstraint(condition=models.Q(('status', 'closed'), ('configuration__isnull', False), _connector='OR'), name='table_open_is_configured'),
        ),
    ]
