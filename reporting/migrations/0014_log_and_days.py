from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


SQL = Path(__file__).with_suffix(".sql")


class Migration(migrations.Migration):
    """The log of the house and its sealed days. Not to be undone."""

    dependencies = [
        ('reporting', '0013_archive'),
        ('players', '0034_views_for_sealed_days'),
        ('tables', '0032_views_for_sealed_days'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='SealMark',
            fields=[
                ('day', models.DateField(primary_key=True, serialize=False)),
                ('horizon', models.BigIntegerField()),
                ('looked_at', models.DateTimeField()),
                ('sealed_at', models.DateTimeField(null=True)),
                ('faults', models.JSONField(default=list)),
                ('tried_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='WitnessState',
            fields=[
                ('witness', models.TextField(primary_key=True, serialize=False)),
                ('size', models.BigIntegerField(default=0)),
                ('asked_at', models.DateTimeField(null=True)),
                ('signed_at', models.DateTimeField(null=True)),
                ('fault', models.TextField(blank=True, default='')),
            ],
        ),
        migrations.CreateModel(
            name='DaySalt',
            fields=[
                ('day', models.DateField(primary_key=True, serialize=False)),
                ('salt', models.BinaryField(null=True)),
                ('erased_at', models.DateTimeField(null=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('erased_at__isnull', True), ('salt__isnull', False)), models.Q(('erased_at__isnull', False), ('salt__isnull', True)), _connector='OR'), name='reporting_daysalt_whole')],
            },
        ),
        migrations.CreateModel(
            name='LogCheckpoint',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('size', models.BigIntegerField()),
                ('root', models.BinaryField()),
                ('frontier', models.BinaryField()),
                ('note', models.TextField()),
                ('signed_at', models.DateTimeField()),
            ],
            options={
                'indexes': [models.Index(fields=['size', 'id'], name='reporting_checkpoint_by_size')],
                'constraints': [models.CheckConstraint(condition=models.Q(('size__gte', 0)), name='reporting_checkpoint_size')],
            },
        ),
        migrations.CreateModel(
            name='LogLeaf',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('kind', models.TextField(choices=[('shoe', 'Shoe'), ('rules', 'Rules'), ('day', 'Day'), ('correction', 'Correction'), ('software', 'Software'), ('key', 'Key'), ('terms', 'Terms'), ('incident', 'Incident')])),
                ('key', models.TextField()),
                ('facts', models.JSONField()),
                ('at', models.DateTimeField()),
                ('number', models.BigIntegerField(null=True, unique=True)),
                ('data', models.TextField(null=True)),
                ('hash', models.BinaryField(null=True)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('number__isnull', True)), fields=['id'], name='reporting_leaf_waiting')],
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['shoe', 'rules', 'day', 'correction', 'software', 'key', 'terms', 'incident'])), name='reporting_leaf_kind'), models.UniqueConstraint(fields=('kind', 'key'), name='reporting_leaf_once'), models.CheckConstraint(condition=models.Q(models.Q(('data__isnull', True), ('hash__isnull', True), ('number__isnull', True)), models.Q(('data__isnull', False), ('hash__isnull', False), ('number__gte', 0), ('number__isnull', False)), _connector='OR'), name='reporting_leaf_numbered_whole')],
            },
        ),
        migrations.CreateModel(
            name='LogTile',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('level', models.SmallIntegerField()),
                ('number', models.BigIntegerField()),
                ('hashes', models.BinaryField()),
                ('root', models.BinaryField()),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('level', 'number'), name='reporting_tile_once')],
            },
        ),
        migrations.CreateModel(
            name='SoftwareCheck',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('at', models.DateTimeField()),
                ('software', models.TextField()),
                ('sha256', models.CharField(max_length=64)),
                ('files', models.IntegerField()),
                ('agrees', models.BooleanField()),
                ('document', models.TextField(blank=True, default='')),
            ],
            options={
                'indexes': [models.Index(fields=['-at'], name='reporting_software_latest')],
            },
        ),
        migrations.CreateModel(
            name='FaultySeal',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('key', models.UUIDField(unique=True)),
                ('day', models.DateField()),
                ('faults', models.JSONField()),
                ('reason', models.CharField(max_length=300)),
                ('state', models.TextField(choices=[('proposed', 'Proposed'), ('approved', 'Approved'), ('rejected', 'Rejected')], default='proposed')),
                ('proposed_at', models.DateTimeField()),
                ('decided_at', models.DateTimeField(null=True)),
                ('rejection', models.CharField(blank=True, default='', max_length=300)),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('proposed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'proposed')), fields=('day',), name='reporting_faultyseal_one_waits'), models.CheckConstraint(condition=models.Q(('state__in', ['proposed', 'approved', 'rejected'])), name='reporting_faultyseal_state'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='reporting_faultyseal_reason'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('decided_by__isnull', True), ('state', 'proposed')), models.Q(models.Q(('state', 'proposed'), _negated=True), ('decided_at__isnull', False), ('decided_by__isnull', False)), _connector='OR'), name='reporting_faultyseal_decided'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'approved'), _negated=True), models.Q(('decided_by', models.F('proposed_by')), _negated=True), _connector='OR'), name='reporting_faultyseal_two_persons'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'rejected'), _negated=True), models.Q(('rejection', ''), _negated=True), _connector='OR'), name='reporting_faultyseal_rejection')],
            },
        ),
        migrations.CreateModel(
            name='Cosignature',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('witness', models.TextField()),
                ('line', models.TextField()),
                ('signed_at', models.DateTimeField()),
                ('checkpoint', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cosignatures', to='reporting.logcheckpoint')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('checkpoint', 'witness'), name='reporting_cosignature_once')],
            },
        ),
        migrations.CreateModel(
            name='PersonRecord',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('day', models.DateField()),
                ('at', models.DateTimeField()),
                ('salt', models.BinaryField(null=True)),
                ('record', models.TextField(blank=True)),
                ('commitment', models.CharField(max_length=64)),
                ('erased_at', models.DateTimeField(null=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('day', 'person', 'at'), name='reporting_personrecord_once'), models.CheckConstraint(condition=models.Q(models.Q(('erased_at__isnull', True), ('salt__isnull', False), models.Q(('record', ''), _negated=True)), models.Q(('erased_at__isnull', False), ('record', ''), ('salt__isnull', True)), _connector='OR'), name='reporting_personrecord_whole')],
            },
        ),
        migrations.CreateModel(
            name='SealedDay',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('day', models.DateField()),
                ('revision', models.IntegerField()),
                ('manifest', models.TextField()),
                ('sha256', models.CharField(max_length=64)),
                ('rows', models.BigIntegerField()),
                ('size', models.BigIntegerField()),
                ('sealed_at', models.DateTimeField()),
                ('faults', models.JSONField(default=list)),
                ('leaf', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reporting.logleaf')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('day', 'revision'), name='reporting_sealed_once'), models.CheckConstraint(condition=models.Q(('revision__gte', 1), ('rows__gte', 0), ('size__gte', 0)), name='reporting_sealed_counts')],
            },
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8")),
    ]
