from django.db import migrations

ROWS = {"tables_table": 50, "tables_round": 70, "tables_bet": 70, "tables_playsession": 70}


class Migration(migrations.Migration):
    """Leaves room on each page for a row's next version, so that most updates touch no index."""

    dependencies = [("tables", "0003_individual_tables_and_stops")]
    operations = [
        migrations.RunSQL(
            sql=f"ALTER TABLE {table} SET (fillfactor = {percent})",
            reverse_sql=f"ALTER TABLE {table} RESET (fillfactor)",
        )
        for table, percent in ROWS.items()
    ]
