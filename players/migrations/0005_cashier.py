"""Instruments, deposits, withdrawals, adjustments by two persons."""

from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

_HERE = Path(__file__)


class Migration(migrations.Migration):
    dependencies = [("players", "0004_registration"), ("wallet", "0003_cashier")]

    operations = [
        migrations.RemoveConstraint(model_name='standingchange', name='players_change_accounted_for'),
        migrations.AddConstraint(
            model_name='standingchange',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(models.Q(('change', 'reinstated'), _negated=True), ('by__isnull', False), _connector='OR'), models.Q(models.Q(('change__in', ['suspended', 'reinstated']), _negated=True), models.Q(('reason', ''), _negated=True), _connector='OR')), name='players_change_accounted_for'),
        ),
        migrations.CreateModel(
            name='Instrument',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('key', models.UUIDField(unique=True)),
                ('kind', models.TextField()),
                ('label', models.TextField()),
                ('fingerprint', models.TextField(unique=True)),
                ('registered_at', models.DateTimeField()),
                ('proven_at', models.DateTimeField(null=True)),
                ('blocked_at', models.DateTimeField(null=True)),
                ('blocked_until', models.DateTimeField(null=True)),
                ('suspended_at', models.DateTimeField(null=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='instruments', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Deposit',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('key', models.UUIDField(unique=True)),
                ('amount', models.BigIntegerField()),
                ('state', models.TextField()),
                ('reason', models.TextField(blank=True, default='')),
                ('detail', models.TextField(blank=True, default='')),
                ('provider_ref', models.TextField(blank=True, default='')),
                ('started_at', models.DateTimeField()),
                ('asked_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
                ('refund_due_at', models.DateTimeField(null=True)),
                ('refunded_at', models.DateTimeField(null=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='deposits', to=settings.AUTH_USER_MODEL)),
                ('instrument', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='deposits', to='players.instrument')),
            ],
        ),
        migrations.CreateModel(
            name='PaymentNotice',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('provider', models.TextField()),
                ('event', models.TextField()),
                ('kind', models.TextField()),
                ('provider_ref', models.TextField()),
                ('amount', models.BigIntegerField(null=True)),
                ('currency', models.TextField(blank=True, default='')),
                ('owner_name', models.TextField(blank=True, default='')),
                ('outcome', models.TextField()),
                ('received_at', models.DateTimeField()),
            ],
            options={
                'indexes': [models.Index(fields=['provider_ref', 'id'], name='players_paymentnotice_ref')],
                'constraints': [models.UniqueConstraint(fields=('provider', 'event'), name='players_paymentnotice_once')],
            },
        ),
        migrations.CreateModel(
            name='SandboxPayment',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('ref', models.TextField(unique=True)),
                ('kind', models.TextField()),
                ('key', models.UUIDField()),
                ('amount', models.BigIntegerField()),
                ('currency', models.TextField(default='EUR')),
                ('payer', models.TextField()),
                ('label', models.TextField()),
                ('state', models.TextField()),
                ('back', models.TextField(blank=True, default='')),
                ('created_at', models.DateTimeField()),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('kind', 'key'), name='players_sandboxpayment_once'), models.CheckConstraint(condition=models.Q(('kind__in', ['in', 'out'])), name='players_sandboxpayment_kind_known')],
            },
        ),
        migrations.CreateModel(
            name='SandboxNotice',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('body', models.TextField()),
                ('due_at', models.DateTimeField()),
                ('posted_at', models.DateTimeField(null=True)),
                ('tries', models.IntegerField(default=0)),
                ('payment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notices', to='players.sandboxpayment')),
            ],
        ),
        migrations.CreateModel(
            name='Withdrawal',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('key', models.UUIDField(unique=True)),
                ('amount', models.BigIntegerField()),
                ('state', models.TextField()),
                ('two_persons', models.BooleanField()),
                ('reason', models.TextField(blank=True, default='')),
                ('requested_at', models.DateTimeField()),
                ('first_at', models.DateTimeField(null=True)),
                ('first_reason', models.TextField(blank=True, default='')),
                ('second_at', models.DateTimeField(null=True)),
                ('second_reason', models.TextField(blank=True, default='')),
                ('provider_ref', models.TextField(blank=True, default='')),
                ('sent_at', models.DateTimeField(null=True)),
                ('asked_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
                ('first_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('instrument', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='withdrawals', to='players.instrument')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='withdrawals', to=settings.AUTH_USER_MODEL)),
                ('refused_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('second_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Adjustment',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('key', models.UUIDField(unique=True)),
                ('amount', models.BigIntegerField()),
                ('reason', models.TextField()),
                ('reference', models.TextField(blank=True, default='')),
                ('state', models.TextField()),
                ('proposed_at', models.DateTimeField()),
                ('decided_at', models.DateTimeField(null=True)),
                ('refusal', models.TextField(blank=True, default='')),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='adjustments', to=settings.AUTH_USER_MODEL)),
                ('proposed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['state', '-id'], name='players_adjustment_state')],
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['approved', 'proposed', 'rejected'])), name='players_adjustment_state_known'), models.CheckConstraint(condition=models.Q(('amount__gte', -1000000000000000), ('amount__lte', 1000000000000000), models.Q(('amount', 0), _negated=True)), name='players_adjustment_amount'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='players_adjustment_reason'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('decided_by__isnull', True), ('state', 'proposed')), models.Q(models.Q(('state', 'proposed'), _negated=True), ('decided_at__isnull', False), ('decided_by__isnull', False), models.Q(('decided_by', models.F('proposed_by')), _negated=True)), _connector='OR'), name='players_adjustment_two_persons'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'rejected'), _negated=True), models.Q(('refusal', ''), _negated=True), _connector='OR'), name='players_adjustment_refusal')],
            },
        ),
        migrations.AddConstraint(
            model_name='instrument',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['bank-account', 'mbway'])), name='players_instrument_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='instrument',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('blocked_at__isnull', True), ('blocked_until__isnull', True)), ('blocked_until__gt', models.F('blocked_at')), _connector='OR'), name='players_instrument_block'),
        ),
        migrations.AddIndex(
            model_name='deposit',
            index=models.Index(fields=['person', '-id'], name='players_deposit_person'),
        ),
        migrations.AddIndex(
            model_name='deposit',
            index=models.Index(fields=['instrument', '-finished_at'], name='players_deposit_instrument'),
        ),
        migrations.AddIndex(
            model_name='deposit',
            index=models.Index(condition=models.Q(('state', 'pending'), models.Q(('refund_due_at__isnull', False), ('refunded_at__isnull', True)), _connector='OR'), fields=['id'], name='players_deposit_open'),
        ),
        migrations.AddConstraint(
            model_name='deposit',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['charged-back', 'credited', 'expired', 'pending', 'rejected'])), name='players_deposit_state_known'),
        ),
        migrations.AddConstraint(
            model_name='deposit',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0), ('amount__lte', 1000000000000000)), name='players_deposit_amount'),
        ),
        migrations.AddConstraint(
            model_name='deposit',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', True), ('state', 'pending')), models.Q(models.Q(('state', 'pending'), _negated=True), ('finished_at__isnull', False)), _connector='OR'), name='players_deposit_finished'),
        ),
        migrations.AddConstraint(
            model_name='deposit',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'rejected'), _negated=True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='players_deposit_reason'),
        ),
        migrations.AddConstraint(
            model_name='deposit',
            constraint=models.CheckConstraint(condition=models.Q(('refund_due_at__isnull', True), ('state__in', ['rejected', 'expired']), _connector='OR'), name='players_deposit_refund'),
        ),
        migrations.AddIndex(
            model_name='sandboxnotice',
            index=models.Index(condition=models.Q(('posted_at__isnull', True)), fields=['due_at'], name='players_sandbox_waiting'),
        ),
        migrations.AddIndex(
            model_name='withdrawal',
            index=models.Index(fields=['person', '-id'], name='players_withdrawal_person'),
        ),
        migrations.AddIndex(
            model_name='withdrawal',
            index=models.Index(condition=models.Q(('state__in', ['held', 'ready', 'sent'])), fields=['id'], name='players_withdrawal_open'),
        ),
        migrations.AddConstraint(
            model_name='withdrawal',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['cancelled', 'failed', 'held', 'paid', 'ready', 'refused', 'sent'])), name='players_withdrawal_state_known'),
        ),
        migrations.AddConstraint(
            model_name='withdrawal',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0), ('amount__lte', 1000000000000000)), name='players_withdrawal_amount'),
        ),
        migrations.AddConstraint(
            model_name='withdrawal',
            constraint=models.CheckConstraint(condition=models.Q(('second_by__isnull', True), models.Q(('first_by__isnull', False), models.Q(('second_by', models.F('first_by')), _negated=True)), _connector='OR'), name='players_withdrawal_two_persons'),
        ),
        migrations.AddConstraint(
            model_name='withdrawal',
            constraint=models.CheckConstraint(condition=models.Q(('two_persons', False), ('second_by__isnull', False), ('state__in', ['held', 'cancelled', 'refused']), _connector='OR'), name='players_withdrawal_agreed'),
        ),
        migrations.AddConstraint(
            model_name='withdrawal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'refused'), _negated=True), models.Q(('refused_by__isnull', False), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='players_withdrawal_refused'),
        ),
        migrations.AddConstraint(
            model_name='deposit',
            constraint=models.UniqueConstraint(condition=models.Q(('provider_ref', ''), _negated=True), fields=('provider_ref',), name='players_deposit_provider_ref_once'),
        ),
        migrations.AddConstraint(
            model_name='withdrawal',
            constraint=models.UniqueConstraint(condition=models.Q(('provider_ref', ''), _negated=True), fields=('provider_ref',), name='players_withdrawal_provider_ref_once'),
        ),
        migrations.RunSQL(
            sql=_HERE.with_suffix(".sql").read_text(encoding="utf-8"),
            reverse_sql=_HERE.with_suffix(".reverse.sql").read_text(encoding="utf-8"),
        ),
    ]
