from django.db import migrations, models
from django.db.models import Q

KINDS = [
    ('stuck-round', 'Stuck Round'),
    ('void-round', 'Void Round'),
    ('shoe-unfit', 'Shoe Unfit'),
    ('cards-differ', 'Cards Differ'),
    ('over-risk', 'Over Risk'),
    ('ledger', 'Ledger'),
    ('adapter-silent', 'Adapter Silent'),
    ('drift', 'Drift'),
    ('day-unsealed', 'Day Unsealed'),
    ('files-late', 'Files Late'),
    ('regulator-line', 'Regulator Line'),
    ('log-split', 'Log Split'),
    ('software', 'Software'),
    ('other', 'Other'),
]


class Migration(migrations.Migration):
    """Knows the stop that the regulator's line throws, and its incident (PT-72)."""

    dependencies = [("tables", "0035_incident_files_late")]

    operations = [
        migrations.RemoveConstraint(
            model_name='incident',
            name='incident_kind_known',
        ),
        migrations.AlterField(
            model_name='incident',
            name='kind',
            field=models.CharField(choices=KINDS, max_length=20),
        ),
        migrations.AddConstraint(
            model_name='incident',
            constraint=models.CheckConstraint(
                condition=Q(('kind__in', [kind for kind, _ in KINDS])), name='incident_kind_known'
            ),
        ),
        migrations.RemoveConstraint(
            model_name='stop',
            name='stop_by_somebody_or_the_proof',
        ),
        migrations.AddConstraint(
            model_name='stop',
            constraint=models.CheckConstraint(
                condition=Q(
                    ('by__isnull', False),
                    ('scope__in', ['proof', 'drift', 'regulator']),
                    ('scope__startswith', 'drift-'),
                    _connector='OR',
                ),
                name='stop_by_somebody_or_the_proof',
            ),
        ),
    ]
