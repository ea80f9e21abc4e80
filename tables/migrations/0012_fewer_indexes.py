"""Indexes that others begin with are gone: each one cost every slip, bet and round, and found nothing sooner.

Slips are found by their moment, for what is looked at day by day.
"""

from django.conf import settings
from django.contrib.postgres.indexes import BrinIndex
from django.db import migrations, models
from django.db.models.deletion import DO_NOTHING, PROTECT

PERSON = settings.AUTH_USER_MODEL
SOFT = {"on_delete": DO_NOTHING, "db_constraint": False, "db_index": False}
HARD = {"on_delete": PROTECT, "db_index": False}


def key(model: str, name: str, to: str, **options: object) -> migrations.AlterField:
    return migrations.AlterField(model, name, models.ForeignKey(to=to, **options))


class Migration(migrations.Migration):
    dependencies = [("tables", "0011_sorted"), migrations.swappable_dependency(PERSON)]

    operations = [
        key("bet", "person", PERSON, related_name="+", **SOFT),
        key("bet", "round", "tables.round", related_name="bets", **SOFT),
        key("bet", "session", "tables.playsession", related_name="bets", **SOFT),
        key("slip", "person", PERSON, related_name="+", **SOFT),
        key("slip", "round", "tables.round", related_name="slips", **SOFT),
        key("slip", "session", "tables.playsession", related_name="+", null=True, **SOFT),
        key("playsession", "person", PERSON, related_name="+", **HARD),
        key("round", "table", "tables.table", related_name="rounds", **HARD),
        key("shoe", "table", "tables.table", related_name="shoes", **HARD),
        migrations.AddIndex(
            "slip", BrinIndex(fields=["taken_at"], name="slip_taken", autosummarize=True, pages_per_range=32)
        ),
    ]
