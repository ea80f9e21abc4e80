"""The audit trail notes what staff decide about somebody's data, and every closed account."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("players", "0012_more_watched")]

    operations = [
        migrations.RunSQL(
            sql="SELECT audit_watch('players_correctionrequest'); SELECT audit_watch('players_accountclosure');",
            reverse_sql="DROP TRIGGER audited ON players_correctionrequest; DROP TRIGGER audited ON players_accountclosure;",
        )
    ]
