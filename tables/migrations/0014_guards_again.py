"""A table has one unfinished round and a person one seat, by the database itself: both guards are partial unique indexes
over one column, and taking away that column's plain index (0012) took them away too."""

from django.db import migrations

ROUND = """
CREATE UNIQUE INDEX IF NOT EXISTS one_unfinished_round ON tables_round (table_id)
  WHERE phase IN ('betting', 'closed', 'dealing')
"""
SEAT = "CREATE UNIQUE INDEX IF NOT EXISTS one_seat_a_person ON tables_playsession (person_id) WHERE ended_at IS NULL"


class Migration(migrations.Migration):
    dependencies = [("tables", "0013_room_for_outcomes")]

    operations = [
        migrations.RunSQL(ROUND, migrations.RunSQL.noop),
        migrations.RunSQL(SEAT, migrations.RunSQL.noop),
    ]
