from django.db import migrations


class Migration(migrations.Migration):
    """Puts back two promises: a person has one seat, a table one unfinished round.

    They are unique indexes over one column, and went with that column's own index in 0012: Django tells the two apart
    by nothing but the columns.
    """

    dependencies = [("tables", "0013_room_for_outcomes")]
    operations = [
        migrations.RunSQL(
            sql=[
                "CREATE UNIQUE INDEX IF NOT EXISTS one_seat_a_person ON tables_playsession (person_id)"
                " WHERE ended_at IS NULL",
                "CREATE UNIQUE INDEX IF NOT EXISTS one_unfinished_round ON tables_round (table_id)"
                " WHERE phase IN ('betting', 'closed', 'dealing')",
            ],
            reverse_sql=migrations.RunSQL.noop,
        )
    ]
