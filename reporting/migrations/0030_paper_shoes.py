import re
from pathlib import Path

from django.db import migrations

SQL = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
BEFORE = Path(__file__).with_name("0014_log_and_days.sql").read_text(encoding="utf-8")


def as_before(name: str) -> str:
    """A function as the log's first migration wrote it."""
    (found,) = re.findall(rf"CREATE FUNCTION {name}\(.*?\nEND \$\$;", BEFORE, re.DOTALL)
    return str(found).replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION", 1)


BACK = "\n".join(map(as_before, ("reporting_tell_shoes", "reporting_refuse_untold_shoes")))


class Migration(migrations.Migration):
    """The log is not told of shoes of paper cards."""

    dependencies = [("reporting", "0029_process_minutes"), ("tables", "0041_paper_cards")]

    operations = [migrations.RunSQL(SQL, BACK)]
