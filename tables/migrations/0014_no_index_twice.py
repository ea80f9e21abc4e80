import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SOFT = {"db_constraint": False, "db_index": False, "on_delete": django.db.models.deletion.DO_NOTHING}
PERSON = models.ForeignKey(related_name="+", to=settings.AUTH_USER_MODEL, **SOFT)


class Migration(migrations.Migration):
    """Drops indexes that begin like another one of the same table, or that nobody asks: a bet had seven, a slip six."""

    dependencies = [("tables", "0013_room_for_outcomes"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]
    operations = [
        migrations.AlterField("bet", "person", PERSON),
        migrations.AlterField("bet", "round", models.ForeignKey(related_name="bets", to="tables.round", **SOFT)),
        migrations.AlterField("bet", "session", models.ForeignKey(related_name="bets", to="tables.playsession", **SOFT)),
        migrations.AlterField("slip", "person", PERSON),
        migrations.AlterField("slip", "round", models.ForeignKey(related_name="slips", to="tables.round", **SOFT)),
        migrations.AlterField(
            "slip", "session", models.ForeignKey(null=True, related_name="+", to="tables.playsession", **SOFT)
        ),
    ]
