"""Accounts and codes for money on its way out, and for what a bank takes back."""

from pathlib import Path

from django.db import migrations, models

_HERE = Path(__file__)


class Migration(migrations.Migration):
    dependencies = [("wallet", "0002_append_only")]

    operations = [
        migrations.RemoveConstraint(model_name='account', name='wallet_account_kind_known'),
        migrations.RemoveConstraint(model_name='account', name='wallet_account_currency_of_kind'),
        migrations.RemoveConstraint(model_name='transfer', name='wallet_transfer_code_known'),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['adjustments', 'charge-backs', 'commission', 'funding', 'gaming', 'payouts', 'play-source', 'player', 'stakes'])), name='wallet_account_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(models.Q(('kind__in', ['charge-backs', 'funding', 'payouts']), _negated=True), ('currency', 'EUR'), _connector='OR'), models.Q(models.Q(('kind', 'play-source'), _negated=True), ('currency', 'PLAY'), _connector='OR')), name='wallet_account_currency_of_kind'),
        ),
        migrations.AddConstraint(
            model_name='transfer',
            constraint=models.CheckConstraint(condition=models.Q(('code__in', ['adjustment', 'charge-back', 'charge-back-loss', 'commission', 'deposit', 'play-top-up', 'prize', 'refund', 'stake', 'stake-returned', 'stake-taken-back', 'stakes-lost', 'withdrawal', 'withdrawal-given-back', 'withdrawal-paid', 'withdrawal-requested'])), name='wallet_transfer_code_known'),
        ),
        migrations.RunSQL(
            sql=_HERE.with_suffix(".sql").read_text(encoding="utf-8"),
            reverse_sql=_HERE.with_suffix(".reverse.sql").read_text(encoding="utf-8"),
        ),
    ]
