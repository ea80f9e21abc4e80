from django.db import migrations, models

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
    ('log-split', 'Log Split'),
    ('software', 'Software'),
    ('other', 'Other'),
]


class Migration(migrations.Migration):
    """Knows the incident of a day whose files are not in the regulator's safe in time (PT-61)."""

    dependencies = [("tables", "0034_cuts")]

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
                condition=models.Q(('kind__in', [kind for kind, _ in KINDS])), name='incident_kind_known'
            ),
        ),
    ]
