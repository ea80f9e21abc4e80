from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

_HERE = Path(__file__)


class Migration(migrations.Migration):
    """The log of connections, and the triggers that keep it as it was told."""

    dependencies = [
        ('tables', '0009_time_checks'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='WebProcess',
            fields=[
                ('code', models.UUIDField(primary_key=True, serialize=False)),
                ('seen_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Connection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.UUIDField(unique=True)),
                ('opened_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(null=True)),
                ('close_code', models.IntegerField(null=True)),
                ('address', models.CharField(blank=True, default='', max_length=45)),
                ('device', models.CharField(blank=True, default='', max_length=40)),
                ('person', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tables.table')),
                ('process', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tables.webprocess')),
            ],
            options={
                'indexes': [models.Index(fields=['table', 'person', '-opened_at'], name='connection_at_table')],
                'constraints': [models.CheckConstraint(condition=models.Q(('closed_at__isnull', True), ('closed_at__gte', models.F('opened_at')), _connector='OR'), name='connection_closed_after'), models.CheckConstraint(condition=models.Q(('close_code__isnull', True), ('closed_at__isnull', False), _connector='OR'), name='connection_code_with_close')],
            },
        ),
        migrations.RunSQL(
            sql=_HERE.with_suffix(".sql").read_text(encoding="utf-8"),
            reverse_sql=_HERE.with_suffix(".reverse.sql").read_text(encoding="utf-8"),
        ),
    ]
