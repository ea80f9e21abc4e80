from pathlib import Path

from django.db import migrations, models

GUARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
GUARDS = Path(__file__).with_name("guards").joinpath("1_ledger.sql").read_text(encoding="utf-8")
BEFORE = "CREATE OR REPLACE FUNCTION wallet_fits" + GUARDS.partition("\nCREATE FUNCTION wallet_fits")[2].partition(
    "\nEND $$;"
)[0]


class Migration(migrations.Migration):
    """Lets a round be paid with a line a player: what the house pays in, and what each player gets of it."""

    dependencies = [("wallet", "0007_lines_follow")]

    operations = [
        migrations.RunSQL(GUARD, BEFORE + "\nEND $$;"),
        migrations.RemoveConstraint("transfer", "wallet_transfer_code_known"),
        migrations.AddConstraint(
            "transfer",
            models.CheckConstraint(
                condition=models.Q(
                    code__in=[
                        "adjustment",
                        "charge-back",
                        "charge-back-loss",
                        "commission",
                        "deposit",
                        "payout",
                        "play-top-up",
                        "prize",
                        "prizes",
                        "refund",
                        "stake",
                        "stake-returned",
                        "stake-taken-back",
                        "stakes-lost",
                        "withdrawal",
                        "withdrawal-given-back",
                        "withdrawal-paid",
                        "withdrawal-requested",
                    ],
                ),
                name="wallet_transfer_code_known",
            ),
        ),
    ]
