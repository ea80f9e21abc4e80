from pathlib import Path

from django.db import migrations

GUARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
BACK = "DROP TRIGGER bets_stay_in_session ON tables_bet;"


class Migration(migrations.Migration):
    """A bet moves to another session only while no stake lies on it."""

    dependencies = [("tables", "0014_signed_decisions")]

    operations = [migrations.RunSQL(GUARD, BACK)]
