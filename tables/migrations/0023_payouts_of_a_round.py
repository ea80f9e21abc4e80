from pathlib import Path

from django.db import migrations

GUARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
BEFORE = Path(__file__).with_name("0016_rounds_that_are_over.sql").read_text(encoding="utf-8")
BACK = "CREATE OR REPLACE FUNCTION tables_refuse_lines_of_no_round" + BEFORE.partition(
    "\nCREATE FUNCTION tables_refuse_lines_of_no_round"
)[2].partition("\nEND $$;")[0]


class Migration(migrations.Migration):
    """Knows the lines of payouts for lines of a round."""

    dependencies = [("tables", "0022_current_rounds_unmeasured"), ("wallet", "0008_payouts")]

    operations = [migrations.RunSQL(GUARD, BACK + "\nEND $$;")]
