from django.db import migrations, models


class Migration(migrations.Migration):
    """The last try to bring each day's files into the regulator's safe (PT-61)."""

    dependencies = [("reporting", "0015_safe_files")]

    operations = [
        migrations.CreateModel(
            name='SafeMark',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('vault', models.CharField(max_length=3)),
                ('day', models.DateField()),
                ('tried_at', models.DateTimeField()),
                ('trouble', models.CharField(blank=True, default='', max_length=20)),
                ('told', models.JSONField(default=list)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('vault', 'day'), name='reporting_safemark_once')
                ],
            },
        ),
    ]
