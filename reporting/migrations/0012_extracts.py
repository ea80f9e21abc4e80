from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).with_suffix(".sql")


class Migration(migrations.Migration):
    """Extracts by criteria of one's own, by two persons (PT-73)."""

    dependencies = [
        ('reporting', '0011_schedules'),
        ('players', '0030_duties'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Extract',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('key', models.UUIDField(unique=True)),
                ('name', models.TextField()),
                ('title', models.CharField(max_length=120)),
                ('filter', models.JSONField()),
                ('until', models.DateTimeField()),
                ('reveal', models.BooleanField()),
                ('reason', models.CharField(max_length=300)),
                ('counted', models.BigIntegerField(null=True)),
                ('state', models.CharField(choices=[('proposed', 'Proposed'), ('approved', 'Approved'), ('rejected', 'Rejected'), ('withdrawn', 'Withdrawn')], default='proposed', max_length=9)),
                ('proposed_at', models.DateTimeField()),
                ('decided_at', models.DateTimeField(null=True)),
                ('rejection', models.CharField(blank=True, default='', max_length=300)),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('proposed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('run', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='extract', to='reporting.reportrun')),
            ],
            options={
                'indexes': [models.Index(fields=['-proposed_at'], name='reporting_extract_latest'), models.Index(condition=models.Q(('state', 'proposed')), fields=['id'], name='reporting_extract_waiting')],
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['proposed', 'approved', 'rejected', 'withdrawn'])), name='reporting_extract_state'), models.CheckConstraint(condition=models.Q(models.Q(('reason', ''), _negated=True), models.Q(('title', ''), _negated=True)), name='reporting_extract_reason'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('decided_by__isnull', True), ('state', 'proposed')), models.Q(models.Q(('state', 'proposed'), _negated=True), ('decided_at__isnull', False), ('decided_by__isnull', False)), _connector='OR'), name='reporting_extract_decided'), models.CheckConstraint(condition=models.Q(('state', 'proposed'), models.Q(('decided_by__isnull', False), ('state', 'withdrawn'), ('decided_by', models.F('proposed_by'))), models.Q(('decided_by__isnull', False), ('state__in', ['approved', 'rejected']), models.Q(('decided_by', models.F('proposed_by')), _negated=True)), _connector='OR'), name='reporting_extract_two_persons'), models.CheckConstraint(condition=models.Q(models.Q(('run__isnull', False), ('state', 'approved')), models.Q(models.Q(('state', 'approved'), _negated=True), ('run__isnull', True)), _connector='OR'), name='reporting_extract_run'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'rejected'), _negated=True), models.Q(('rejection', ''), _negated=True), _connector='OR'), name='reporting_extract_rejection')],
            },
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8")),
    ]
