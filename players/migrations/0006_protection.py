"""Limits, duties with a deadline, signals; the database refuses stakes and deposits inside an exclusion."""

from pathlib import Path

import datetime
import django.db.models.deletion
import django.db.models.expressions
from django.conf import settings
from django.db import migrations, models


_HERE = Path(__file__)


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0005_cashier'),
        ('wallet', '0002_append_only'),
    ]

    operations = [
        migrations.CreateModel(
            name='CheckInterval',
            fields=[
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='check_interval', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('minutes', models.IntegerField()),
                ('set_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Duty',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('kind', models.TextField()),
                ('subject', models.TextField()),
                ('facts', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField()),
                ('due_at', models.DateTimeField()),
                ('done_at', models.DateTimeField(null=True)),
                ('note', models.TextField(blank=True, default='')),
            ],
        ),
        migrations.CreateModel(
            name='Limit',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('source', models.TextField()),
                ('kind', models.TextField()),
                ('period', models.TextField()),
                ('most', models.BigIntegerField(null=True)),
                ('state', models.TextField()),
                ('key', models.UUIDField()),
                ('requested_at', models.DateTimeField()),
                ('due_at', models.DateTimeField(null=True)),
                ('lapses_at', models.DateTimeField(null=True)),
                ('starts_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('reason', models.TextField(blank=True, default='')),
            ],
        ),
        migrations.CreateModel(
            name='NationalEntry',
            fields=[
                ('reference', models.TextField(primary_key=True, serialize=False)),
                ('tax_number', models.TextField(blank=True, default='')),
                ('document', models.TextField(blank=True, default='')),
                ('starts_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField(null=True)),
                ('received_at', models.DateTimeField()),
                ('removed_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Signal',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('kind', models.TextField()),
                ('day', models.DateField()),
                ('facts', models.JSONField()),
                ('raised_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='SignalStep',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('act', models.TextField()),
                ('text', models.TextField()),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('day', models.DateField()),
                ('upto', models.BigIntegerField()),
                ('staked', models.BigIntegerField()),
                ('lost', models.BigIntegerField()),
                ('deposited', models.BigIntegerField()),
            ],
        ),
        migrations.AddField(
            model_name='exclusion',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='exclusions_ordered', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='exclusion',
            name='key',
            field=models.UUIDField(null=True),
        ),
        migrations.AddField(
            model_name='exclusion',
            name='person_key',
            field=models.TextField(default='', editable=False),
        ),
        migrations.AddField(
            model_name='exclusion',
            name='reason',
            field=models.TextField(blank=True, default=''),
        ),
        migrations.AddField(
            model_name='exclusion',
            name='revoke_reason',
            field=models.TextField(blank=True, default=''),
        ),
        migrations.AddField(
            model_name='exclusion',
            name='revoked_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='exclusions_revoked', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='exclusion',
            index=models.Index(fields=['person_key'], name='players_exclusion_ledger'),
        ),
        migrations.RunSQL(
            "UPDATE players_exclusion SET person_key = person.public_id::text, revoke_reason = CASE WHEN revoked_at IS"
            " NULL THEN '' ELSE 'antes da versão 0006' END FROM players_person person WHERE person.id = person_id",
            migrations.RunSQL.noop,
        ),
        migrations.AddConstraint(
            model_name='exclusion',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('revoked_at__isnull', True), ('revoked_by__isnull', True)), models.Q(('revoked_at__isnull', False), models.Q(('revoke_reason', ''), _negated=True)), _connector='OR'), name='players_exclusion_revoked_for_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='exclusion',
            constraint=models.UniqueConstraint(fields=('person', 'key'), name='players_exclusion_key_once'),
        ),
        migrations.AddConstraint(
            model_name='exclusion',
            constraint=models.CheckConstraint(condition=models.Q(('person_key', ''), _negated=True), name='players_exclusion_person_key'),
        ),
        migrations.AddConstraint(
            model_name='checkinterval',
            constraint=models.CheckConstraint(condition=models.Q(('minutes__gte', 10), ('minutes__lte', 120)), name='players_checkinterval_minutes'),
        ),
        migrations.AddField(
            model_name='duty',
            name='done_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='duties_done', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='duty',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='duties', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='limit',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='limits_set', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='limit',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='limits', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='nationalentry',
            index=models.Index(condition=models.Q(('tax_number', ''), _negated=True), fields=['tax_number'], name='players_national_tax'),
        ),
        migrations.AddIndex(
            model_name='nationalentry',
            index=models.Index(condition=models.Q(('document', ''), _negated=True), fields=['document'], name='players_national_document'),
        ),
        migrations.AddConstraint(
            model_name='nationalentry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('tax_number', ''), _negated=True), models.Q(('document', ''), _negated=True), _connector='OR'), name='players_national_names_one'),
        ),
        migrations.AddConstraint(
            model_name='nationalentry',
            constraint=models.CheckConstraint(condition=models.Q(('ends_at__isnull', True), ('ends_at__gt', models.F('starts_at')), _connector='OR'), name='players_national_ends_later'),
        ),
        migrations.AddField(
            model_name='signal',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='signals', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='signalstep',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='signal_steps', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='signalstep',
            name='signal',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='steps', to='players.signal'),
        ),
        migrations.AddField(
            model_name='tally',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tallies', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='duty',
            index=models.Index(condition=models.Q(('done_at__isnull', True)), fields=['due_at'], name='players_duty_open'),
        ),
        migrations.AddIndex(
            model_name='duty',
            index=models.Index(fields=['person', '-id'], name='players_duty_person'),
        ),
        migrations.AddConstraint(
            model_name='duty',
            constraint=models.UniqueConstraint(fields=('kind', 'subject'), name='players_duty_once'),
        ),
        migrations.AddConstraint(
            model_name='duty',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['notify-exclusion', 'notify-revocation', 'pay-out'])), name='players_duty_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='duty',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('done_at__isnull', True), ('done_by__isnull', True)), models.Q(('done_at__isnull', False), models.Q(('note', ''), _negated=True)), _connector='OR'), name='players_duty_done_with_note'),
        ),
        migrations.AddIndex(
            model_name='limit',
            index=models.Index(fields=['person', '-id'], name='players_limit_person'),
        ),
        migrations.AddConstraint(
            model_name='limit',
            constraint=models.UniqueConstraint(fields=('person', 'key'), name='players_limit_key_once'),
        ),
        migrations.AddConstraint(
            model_name='limit',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'in-force')), fields=('person', 'source', 'kind', 'period'), name='players_limit_one_in_force'),
        ),
        migrations.AddConstraint(
            model_name='limit',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'waiting')), fields=('person', 'source', 'kind', 'period'), name='players_limit_one_waiting'),
        ),
        migrations.AddConstraint(
            model_name='limit',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['deposit', 'loss', 'session', 'stake'])), name='players_limit_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='limit',
            constraint=models.CheckConstraint(condition=models.Q(('source__in', ['operator', 'self'])), name='players_limit_source_known'),
        ),
        migrations.AddConstraint(
            model_name='limit',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['cancelled', 'dropped', 'in-force', 'lapsed', 'removed', 'replaced', 'waiting'])), name='players_limit_state_known'),
        ),
        migrations.AddConstraint(
            model_name='limit',
            constraint=models.CheckConstraint(condition=models.Q(('period', 'day'), models.Q(models.Q(('kind', 'session'), _negated=True), ('period__in', ['day', 'month', 'week'])), _connector='OR'), name='players_limit_period_known'),
        ),
        migrations.AddConstraint(
            model_name='limit',
            constraint=models.CheckConstraint(condition=models.Q(('most__isnull', True), models.Q(models.Q(('kind', 'session'), _negated=True), ('most__gte', 0)), models.Q(('kind', 'session'), ('most__gte', 1), ('most__lte', 1440)), _connector='OR'), name='players_limit_most'),
        ),
        migrations.AddConstraint(
            model_name='limit',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('due_at__isnull', True), ('lapses_at__isnull', True)), models.Q(('due_at__gte', django.db.models.expressions.CombinedExpression(models.F('requested_at'), '+', models.Value(datetime.timedelta(days=1)))), ('lapses_at__gt', models.F('due_at'))), _connector='OR'), name='players_limit_waits_a_day'),
        ),
        migrations.AddConstraint(
            model_name='limit',
            constraint=models.CheckConstraint(condition=models.Q(('starts_at__isnull', True), models.Q(('due_at__isnull', True), ('starts_at__gte', models.F('requested_at'))), models.Q(('starts_at__gte', models.F('due_at')), ('starts_at__lt', models.F('lapses_at'))), _connector='OR'), name='players_limit_starts_when_due'),
        ),
        migrations.AddConstraint(
            model_name='limit',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('due_at__isnull', False), ('starts_at__isnull', True), ('state', 'waiting')), models.Q(('ended_at__isnull', True), ('most__isnull', False), ('starts_at__isnull', False), ('state', 'in-force')), models.Q(('ended_at__isnull', False), ('starts_at__isnull', False), ('state', 'replaced')), models.Q(('most__isnull', True), ('starts_at__isnull', False), ('state', 'removed')), models.Q(('ended_at__isnull', False), ('starts_at__isnull', True), ('state__in', ['cancelled', 'dropped', 'lapsed'])), _connector='OR'), name='players_limit_state_has_its_moments'),
        ),
        migrations.AddConstraint(
            model_name='limit',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by__isnull', True), ('source', 'self')), models.Q(('by__isnull', False), ('source', 'operator'), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='players_limit_accounted_for'),
        ),
        migrations.AddIndex(
            model_name='signal',
            index=models.Index(condition=models.Q(('closed_at__isnull', True)), fields=['-id'], name='players_signal_open'),
        ),
        migrations.AddIndex(
            model_name='signal',
            index=models.Index(fields=['person', '-id'], name='players_signal_person'),
        ),
        migrations.AddConstraint(
            model_name='signal',
            constraint=models.UniqueConstraint(fields=('person', 'kind', 'day'), name='players_signal_once_a_day'),
        ),
        migrations.AddConstraint(
            model_name='signal',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['chasing', 'limit-hits', 'long-sessions', 'many-deposits', 'night-play', 'rising-stakes'])), name='players_signal_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='signalstep',
            constraint=models.CheckConstraint(condition=models.Q(('act__in', ['close', 'contact', 'note']), models.Q(('text', ''), _negated=True)), name='players_signalstep_known'),
        ),
        migrations.AddConstraint(
            model_name='tally',
            constraint=models.UniqueConstraint(fields=('person', 'day'), name='players_tally_day_once'),
        ),
        migrations.AddConstraint(
            model_name='tally',
            constraint=models.CheckConstraint(condition=models.Q(('deposited__gte', 0), ('staked__gte', 0)), name='players_tally_not_negative'),
        ),
        migrations.RunSQL(
            sql=_HERE.with_suffix(".sql").read_text(encoding="utf-8"),
            reverse_sql=_HERE.with_suffix(".reverse.sql").read_text(encoding="utf-8"),
        ),
    ]
