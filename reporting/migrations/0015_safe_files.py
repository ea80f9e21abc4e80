from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).with_suffix(".sql")
BACK = """
DROP TRIGGER reporting_safefile_only_added ON reporting_safefile;
DROP TRIGGER reporting_safepackage_guard ON reporting_safepackage;
DROP TRIGGER reporting_safepackage_stays ON reporting_safepackage;
DROP FUNCTION reporting_guard_safepackage();
"""


class Migration(migrations.Migration):
    """The files made for the regulator's safe, their numbers and receipts (PT-58 to PT-61)."""

    dependencies = [
        ('reporting', '0014_log_and_days'),
    ]

    operations = [
        migrations.CreateModel(
            name='SafeFile',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('vault', models.CharField(max_length=3)),
                ('name', models.CharField(max_length=40)),
                ('number', models.BigIntegerField()),
                ('day', models.DateField()),
                ('made_at', models.DateTimeField()),
                ('sha256', models.CharField(max_length=64)),
                ('size', models.BigIntegerField()),
            ],
            options={
                'indexes': [models.Index(fields=['day'], name='reporting_safefile_day')],
                'constraints': [models.UniqueConstraint(fields=('vault', 'name'), name='reporting_safefile_name_once'), models.UniqueConstraint(fields=('vault', 'number'), name='reporting_safefile_number_once'), models.CheckConstraint(condition=models.Q(('number__gte', 0)), name='reporting_safefile_counts'), models.CheckConstraint(condition=models.Q(('sha256__regex', '^[0-9a-f]{64}$')), name='reporting_safefile_digest')],
            },
        ),
        migrations.CreateModel(
            name='SafePackage',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('vault', models.CharField(max_length=3)),
                ('name', models.CharField(max_length=40)),
                ('day', models.DateField()),
                ('made_at', models.DateTimeField()),
                ('sha256', models.CharField(max_length=64)),
                ('size', models.BigIntegerField()),
                ('delivered_at', models.DateTimeField(null=True)),
                ('receipt', models.JSONField(null=True)),
            ],
            options={
                'indexes': [models.Index(fields=['day'], name='reporting_safepackage_day')],
                'constraints': [models.UniqueConstraint(fields=('vault', 'name'), name='reporting_safepackage_name_once'), models.CheckConstraint(condition=models.Q(('sha256__regex', '^[0-9a-f]{64}$')), name='reporting_safepackage_digest'), models.CheckConstraint(condition=models.Q(models.Q(('delivered_at__isnull', True), ('receipt__isnull', True)), models.Q(('delivered_at__isnull', False), ('receipt__isnull', False)), _connector='OR'), name='reporting_safepackage_delivered_whole')],
            },
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8"), BACK),
    ]
