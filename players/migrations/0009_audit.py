"""The audit trail."""

import django.contrib.postgres.indexes
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0008_own_data'),
    ]

    operations = [
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('at', models.DateTimeField()),
                ('act', models.BigIntegerField()),
                ('by', models.BigIntegerField(null=True)),
                ('origin', models.TextField(blank=True, default='')),
                ('login', models.TextField()),
                ('change', models.TextField()),
                ('subject', models.TextField()),
                ('subject_id', models.TextField()),
                ('before', models.JSONField(null=True)),
                ('after', models.JSONField(null=True)),
            ],
            options={
                'indexes': [models.Index(fields=['subject', 'subject_id', 'id'], name='players_audit_subject'), models.Index(fields=['by', 'id'], name='players_audit_by'), models.Index(fields=['act'], name='players_audit_act'), django.contrib.postgres.indexes.BrinIndex(autosummarize=True, fields=['at'], name='players_audit_day', pages_per_range=32)],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('after__isnull', False), ('before__isnull', True), ('change', 'insert')), models.Q(('after__isnull', False), ('before__isnull', False), ('change', 'update')), models.Q(('after__isnull', True), ('before__isnull', False), ('change', 'delete')), _connector='OR'), name='players_audit_change')],
            },
        ),
    ]
