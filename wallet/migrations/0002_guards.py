from pathlib import Path

from django.db import migrations

GUARDS = sorted((Path(__file__).parent / "guards").glob("*.sql"))


class Migration(migrations.Migration):
    """Lets the ledger guard itself against all code that writes to it. Not to be undone."""

    replaces = [
        ('wallet', '0002_append_only'),
    ]

    dependencies = [('wallet', '0001_schema')]

    operations = [migrations.RunSQL(guard.read_text(encoding="utf-8")) for guard in GUARDS]
