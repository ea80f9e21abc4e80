import django.contrib.postgres.indexes
import django.db.models.expressions
import django.db.models.functions.math
from django.db import migrations, models


class Migration(migrations.Migration):
    """Accounts and lines."""

    replaces = [
        ('wallet', '0001_accounts_and_transfers'),
        ('wallet', '0003_cashier'),
    ]

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Account',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('kind', models.TextField()),
                ('currency', models.TextField()),
                ('owner', models.TextField(blank=True, default='')),
                ('balance', models.BigIntegerField(null=True)),
                ('opened_at', models.DateTimeField()),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('kind', 'currency', 'owner'), name='wallet_account_once'), models.CheckConstraint(condition=models.Q(('kind__in', ['adjustments', 'charge-backs', 'commission', 'funding', 'gaming', 'payouts', 'play-source', 'player', 'stakes'])), name='wallet_account_kind_known'), models.CheckConstraint(condition=models.Q(('currency__in', ['EUR', 'PLAY'])), name='wallet_account_currency_known'), models.CheckConstraint(condition=models.Q(('balance__gte', 0)), name='wallet_account_not_negative'), models.CheckConstraint(condition=models.Q(models.Q(('balance__isnull', False), ('kind', 'player')), models.Q(models.Q(('kind', 'player'), _negated=True), ('balance__isnull', True)), _connector='OR'), name='wallet_account_balance_of_players'), models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['player', 'stakes']), models.Q(('owner', ''), _negated=True)), models.Q(models.Q(('kind__in', ['player', 'stakes']), _negated=True), ('owner', '')), _connector='OR'), name='wallet_account_owner'), models.CheckConstraint(condition=models.Q(models.Q(models.Q(('kind__in', ['charge-backs', 'funding', 'payouts']), _negated=True), ('currency', 'EUR'), _connector='OR'), models.Q(models.Q(('kind', 'play-source'), _negated=True), ('currency', 'PLAY'), _connector='OR')), name='wallet_account_currency_of_kind')],
            },
        ),
        migrations.CreateModel(
            name='Transfer',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('debit_account', models.BigIntegerField()),
                ('credit_account', models.BigIntegerField()),
                ('amount', models.BigIntegerField()),
                ('code', models.TextField()),
                ('key', models.UUIDField()),
                ('reference', models.TextField(blank=True, default='')),
                ('balance_before', models.BigIntegerField(null=True)),
                ('balance_after', models.BigIntegerField(null=True)),
                ('created_at', models.DateTimeField()),
            ],
            options={
                'indexes': [models.Index(fields=['debit_account', 'id'], name='wallet_transfer_debit'), models.Index(fields=['credit_account', 'id'], name='wallet_transfer_credit'), models.Index(fields=['reference', 'id'], name='wallet_transfer_reference'), django.contrib.postgres.indexes.BrinIndex(autosummarize=True, fields=['created_at'], name='wallet_transfer_day', pages_per_range=32)],
                'constraints': [models.UniqueConstraint(fields=('code', 'key'), name='wallet_transfer_once'), models.CheckConstraint(condition=models.Q(('code__in', ['adjustment', 'charge-back', 'charge-back-loss', 'commission', 'deposit', 'play-top-up', 'prize', 'refund', 'stake', 'stake-returned', 'stake-taken-back', 'stakes-lost', 'withdrawal', 'withdrawal-given-back', 'withdrawal-paid', 'withdrawal-requested'])), name='wallet_transfer_code_known'), models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='wallet_transfer_amount_positive'), models.CheckConstraint(condition=models.Q(('debit_account', models.F('credit_account')), _negated=True), name='wallet_transfer_two_accounts'), models.CheckConstraint(condition=models.Q(models.Q(('balance_after__isnull', True), ('balance_before__isnull', True)), models.Q(('amount', django.db.models.functions.math.Abs(django.db.models.expressions.CombinedExpression(models.F('balance_after'), '-', models.F('balance_before')))), ('balance_after__gte', 0), ('balance_after__isnull', False), ('balance_before__gte', 0), ('balance_before__isnull', False)), _connector='OR'), name='wallet_transfer_step')],
            },
        ),
    ]
