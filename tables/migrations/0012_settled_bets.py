from pathlib import Path

from django.db import migrations

GUARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
BACK = "DROP TRIGGER bets_over ON tables_bet; DROP TRIGGER sessions_only_grow ON tables_playsession;"


class Migration(migrations.Migration):
    """Keeps settled bets, and what a seat's bets came to, as they are."""

    dependencies = [("tables", "0011_house_stops")]

    operations = [migrations.RunSQL(GUARD, BACK)]
