from django.db import migrations, models


class Migration(migrations.Migration):
    """Says of the balance of a house's account that there is none, as every other check does."""

    dependencies = [
        ('wallet', '0004_balances_found'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='account',
            name='wallet_account_not_negative',
        ),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.CheckConstraint(condition=models.Q(('balance__isnull', True), ('balance__gte', 0), _connector='OR'), name='wallet_account_not_negative'),
        ),
    ]
