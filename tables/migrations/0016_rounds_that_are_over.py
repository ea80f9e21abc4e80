from pathlib import Path

from django.db import migrations

GUARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
BACK = """
DROP TRIGGER configuration_dated ON tables_configuration;
DROP TRIGGER slips_in_play ON tables_slip;
DROP FUNCTION tables_refuse_late_slips();
DROP TRIGGER bets_in_play ON tables_bet;
DROP FUNCTION tables_refuse_late_bets();
DROP TRIGGER tables_line_of_a_round ON wallet_transfer;
DROP FUNCTION tables_refuse_lines_of_no_round();
DROP FUNCTION tables_is_owner(oid);
"""


class Migration(migrations.Migration):
    """Bets, accepted slips and lines of money are of rounds in play, in every writer's rows."""

    dependencies = [("tables", "0015_bets_of_the_session"), ("wallet", "0003_balances_backed")]

    operations = [migrations.RunSQL(GUARD, BACK)]
