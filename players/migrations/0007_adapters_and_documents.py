from django.db import migrations, models


class Migration(migrations.Migration):
    """How the outside answers, and of what kind and country a document of the national list is."""

    dependencies = [
        ('players', '0006_causes'),
    ]

    operations = [
        migrations.CreateModel(
            name='AdapterState',
            fields=[
                ('name', models.CharField(choices=[('national-list', 'National List'), ('verifier', 'Verifier'), ('regulator-desk', 'Regulator Desk')], max_length=20, primary_key=True, serialize=False)),
                ('first_asked_at', models.DateTimeField()),
                ('last_good_at', models.DateTimeField(null=True)),
                ('failing_since', models.DateTimeField(null=True)),
                ('last_failed_at', models.DateTimeField(null=True)),
                ('fault', models.CharField(blank=True, default='', max_length=120)),
            ],
        ),
        migrations.AddField(
            model_name='nationalentry',
            name='document_country',
            field=models.CharField(blank=True, default='', max_length=2),
        ),
        migrations.AddField(
            model_name='nationalentry',
            name='document_kind',
            field=models.SmallIntegerField(choices=[(0, 'Bi'), (1, 'Cc'), (2, 'Passport'), (3, 'Nif'), (4, 'Other')], null=True),
        ),
        # A number without kind and country identifies no person. The list, fetched again, says whose each is; players
        # barred by such an entry stay barred.
        migrations.RunSQL("UPDATE players_nationalentry SET removed_at = now() WHERE document <> '' AND removed_at IS NULL"),
        migrations.AddConstraint(
            model_name='nationalentry',
            constraint=models.CheckConstraint(condition=models.Q(('document', ''), ('removed_at__isnull', False), models.Q(('document_kind__in', [0, 1, 2, 3, 4]), ('document_country__regex', '^[A-Z]{2}$')), _connector='OR'), name='players_national_document_whose'),
        ),
        migrations.AddConstraint(
            model_name='adapterstate',
            constraint=models.CheckConstraint(condition=models.Q(('name__in', ['national-list', 'verifier', 'regulator-desk'])), name='players_adapter_known'),
        ),
        migrations.AddConstraint(
            model_name='adapterstate',
            constraint=models.CheckConstraint(condition=models.Q(('failing_since__isnull', True), ('last_failed_at__gte', models.F('failing_since')), _connector='OR'), name='players_adapter_failing'),
        ),
    ]
