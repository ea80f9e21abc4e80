from django.db import migrations, models

PAYMENTS = ("deposit", "charge-back", "withdrawal", "withdrawal-requested", "withdrawal-given-back")


class Migration(migrations.Migration):
    """Finds an account's payments among its bets."""

    dependencies = [("wallet", "0008_payouts")]

    operations = [
        migrations.AddIndex(
            "transfer",
            models.Index(
                fields=["debit_account"],
                name="wallet_transfer_paid_out",
                condition=models.Q(code__in=PAYMENTS),
            ),
        ),
        migrations.AddIndex(
            "transfer",
            models.Index(
                fields=["credit_account"],
                name="wallet_transfer_paid_in",
                condition=models.Q(code__in=PAYMENTS),
            ),
        ),
    ]
