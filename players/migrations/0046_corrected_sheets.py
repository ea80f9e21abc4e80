from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).with_suffix(".sql")
BEFORE = Path(__file__).with_name("0045_sheet_of_the_book.sql").read_text(encoding="utf-8")
BACK = f"""DROP TRIGGER players_complaint_sheet_told ON players_complaint;
DROP FUNCTION players_refuse_untold_sheet();
{BEFORE}"""
KNOWN = [
    "acknowledged",
    "adr-named",
    "award-paid",
    "award-refused",
    "closed",
    "decided",
    "due-soon",
    "house-wrote",
    "late-start",
    "noted",
    "overdue",
    "player-wrote",
    "posted",
    "proposed",
    "received",
    "reopened",
    "sheet-corrected",
    "taken",
]


class Migration(migrations.Migration):
    """Lets the number of a complaint's sheet in the Complaints Book be corrected."""

    dependencies = [("players", "0045_sheet_of_the_book")]

    operations = [
        migrations.RemoveConstraint("complaintevent", "players_complaint_event_known"),
        migrations.AddConstraint(
            "complaintevent",
            models.CheckConstraint(condition=models.Q(("what__in", KNOWN)), name="players_complaint_event_known"),
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8"), BACK),
    ]
