"""No statistics of which round and which shoe a table has now: they are always the newest (ADR 0163)."""

from django.db import migrations

# The type stays what it is; naming it drops what was gathered before.
WITHOUT = """
ALTER TABLE tables_table
  ALTER COLUMN current_round_id TYPE bigint, ALTER COLUMN shoe_id TYPE bigint;
ALTER TABLE tables_table
  ALTER COLUMN current_round_id SET STATISTICS 0, ALTER COLUMN shoe_id SET STATISTICS 0;
"""
WITH = """
ALTER TABLE tables_table
  ALTER COLUMN current_round_id SET STATISTICS -1, ALTER COLUMN shoe_id SET STATISTICS -1;
"""


class Migration(migrations.Migration):
    """See the module."""

    dependencies = [("tables", "0021_clock_changes_numbered")]
    operations = [migrations.RunSQL(WITHOUT, WITH)]
