from pathlib import Path

from django.db import migrations

GUARDS = sorted((Path(__file__).parent / "guards").glob("*.sql"))


class Migration(migrations.Migration):
    """Keeps persons apart, money, protection and complaints as they were decided, and writes the audit trail. Not to be undone."""

    replaces = [
        ('players', '0002_apart'),
        ('players', '0010_watched'),
        ('players', '0012_more_watched'),
        ('players', '0013_own_data_watched'),
        ('players', '0017_protection_watched'),
    ]

    dependencies = [('players', '0001_schema'), ('wallet', '0002_guards')]

    operations = [migrations.RunSQL(guard.read_text(encoding="utf-8")) for guard in GUARDS]
