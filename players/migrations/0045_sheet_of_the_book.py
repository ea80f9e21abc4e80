from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).with_suffix(".sql")
WITHOUT = Path(__file__).with_name("0018_complainants_without_account.sql")
BACK = WITHOUT.read_text(encoding="utf-8").split("\n\nCREATE TRIGGER players_outsider_only_added")[0]


class Migration(migrations.Migration):
    """Keeps the number of a complaint's sheet in the Complaints Book."""

    dependencies = [("players", "0044_outsiders_found")]

    operations = [
        migrations.AddField("complaint", "sheet", models.TextField(blank=True, default="", db_default="")),
        migrations.AddConstraint(
            "complaint",
            models.CheckConstraint(
                condition=models.Q(("sheet", ""), ("channel", "complaints-book"), _connector="OR"),
                name="players_complaint_sheet_of_the_book",
            ),
        ),
        migrations.AddConstraint(
            "complaint",
            models.UniqueConstraint(
                condition=models.Q(("sheet", ""), _negated=True),
                fields=("sheet",),
                name="players_complaint_sheet_once",
            ),
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8"), BACK),
    ]
