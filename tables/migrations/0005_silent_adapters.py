from django.db import migrations, models


class Migration(migrations.Migration):
    """The silence of an adapter is an incident."""

    dependencies = [
        ('tables', '0004_void_openings'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='incident',
            name='incident_kind_known',
        ),
        migrations.AlterField(
            model_name='incident',
            name='kind',
            field=models.CharField(choices=[('stuck-round', 'Stuck Round'), ('void-round', 'Void Round'), ('shoe-unfit', 'Shoe Unfit'), ('over-risk', 'Over Risk'), ('ledger', 'Ledger'), ('adapter-silent', 'Adapter Silent'), ('other', 'Other')], max_length=20),
        ),
        migrations.AddConstraint(
            model_name='incident',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['stuck-round', 'void-round', 'shoe-unfit', 'over-risk', 'ledger', 'adapter-silent', 'other'])), name='incident_kind_known'),
        ),
    ]
