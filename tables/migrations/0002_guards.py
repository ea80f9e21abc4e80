from pathlib import Path

from django.db import migrations

GUARDS = sorted((Path(__file__).parent / "guards").glob("*.sql"))


class Migration(migrations.Migration):
    """Keeps rounds, shoes and what staff decided about tables as they were, and leaves rows room to move. Not to be undone."""

    replaces = [
        ('tables', '0002_append_only'),
        ('tables', '0004_room_on_pages'),
        ('tables', '0006_audited'),
        ('tables', '0008_incidents_watched'),
        ('tables', '0013_room_for_outcomes'),
        ('tables', '0014_guards_again'),
    ]

    dependencies = [('tables', '0001_schema'), ('players', '0002_guards')]

    operations = [migrations.RunSQL(guard.read_text(encoding="utf-8")) for guard in GUARDS]
