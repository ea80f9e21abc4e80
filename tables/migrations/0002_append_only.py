from pathlib import Path

from django.db import migrations

HERE = Path(__file__).parent


class Migration(migrations.Migration):
    """Puts the evidence under the database's own guard."""

    dependencies = [("tables", "0001_tables_and_rounds")]
    operations = [
        migrations.RunSQL(
            sql=(HERE / "append_only.sql").read_text(encoding="utf-8"),
            reverse_sql=(HERE / "append_only.reverse.sql").read_text(encoding="utf-8"),
        )
    ]
