from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).with_suffix(".sql")
BACK = """
DROP VIEW tables_public_shoe;
DROP VIEW tables_public_playsession;
DROP VIEW tables_public_table;
CREATE VIEW tables_public_table WITH (security_invoker) AS SELECT id, code FROM tables_table;
DROP VIEW tables_public_configuration;
CREATE VIEW tables_public_configuration WITH (security_invoker) AS
SELECT table_id, number, terms, reference, in_force_from, submitted_by_id, decided_by_id FROM tables_configuration;
"""


class Migration(migrations.Migration):
    """Publishes shoes, sessions and the keys of rules to the sealed days; knows the incidents of log and seals."""

    dependencies = [("tables", "0031_shoe_headers")]

    operations = [
        migrations.RunSQL(SQL.read_text(encoding="utf-8"), BACK),
        migrations.RemoveConstraint(
            model_name='incident',
            name='incident_kind_known',
        ),
        migrations.AlterField(
            model_name='incident',
            name='kind',
            field=models.CharField(choices=[('stuck-round', 'Stuck Round'), ('void-round', 'Void Round'), ('shoe-unfit', 'Shoe Unfit'), ('cards-differ', 'Cards Differ'), ('over-risk', 'Over Risk'), ('ledger', 'Ledger'), ('adapter-silent', 'Adapter Silent'), ('drift', 'Drift'), ('day-unsealed', 'Day Unsealed'), ('log-split', 'Log Split'), ('software', 'Software'), ('other', 'Other')], max_length=20),
        ),
        migrations.AddConstraint(
            model_name='incident',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['stuck-round', 'void-round', 'shoe-unfit', 'cards-differ', 'over-risk', 'ledger', 'adapter-silent', 'drift', 'day-unsealed', 'log-split', 'software', 'other'])), name='incident_kind_known'),
        ),
    ]
